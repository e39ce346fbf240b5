"""Rating on from rows gives what one run over all games gives, bit for bit, wherever it is cut."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.compiled.specialising import always_compiled
from arpad.core import NotProvided
from arpad.ratings.advancing import GameColumns, advancing
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Players
from arpad.rulebooks.rating_catalogue import rating_system

PLAYERS = 12

SYSTEMS = [
    rating_system("elo"),
    rating_system("glicko2"),
    *(
        pytest.param(system, marks=pytest.mark.slow)  # each has a loop of its own to compile
        for system in (
            rating_system("elo", k="40 if games<3; 20 if peak<1540; 10", advantage=30.0, floor=1450.0),
            rating_system("glicko", advantage=25.0),
            rating_system("lichess"),
            rating_system("kbaduk"),
        )
    ),
]


def drawn(seed: int, games: int) -> GameColumns:
    """Games in the order of time, some at one moment."""
    lots = np.random.default_rng(seed)
    first = lots.integers(0, PLAYERS, games).astype(np.int32)
    second = ((first + lots.integers(1, PLAYERS, games)) % PLAYERS).astype(np.int32)
    return GameColumns(
        first,
        second,
        lots.choice([0.0, 0.5, 1.0], games),
        1_600_000_000 + np.cumsum(lots.choice([0, 5, 86_400 * 3, 86_400 * 50], games)),
        lots.integers(-1, 2, games).astype(np.int8),
        lots.choice([1.0, 0.5, 2.0], games),
    )


def in_one_run(system: RatingSystem, played: GameColumns) -> Ratings:
    games = Games(
        Players([f"P{at}" for at in range(PLAYERS)]),
        played.first,
        played.second,
        played.score,
        advantage=played.advantage,
        time=played.seconds.astype("datetime64[s]"),
        weight=played.weight,
    )
    with always_compiled():
        return rate(games, system, schedule="live", history=True)


@pytest.mark.parametrize("system", SYSTEMS, ids=repr)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1000), cuts=st.lists(st.integers(0, 60), max_size=6))
def test_wherever_it_is_cut(system: RatingSystem, seed: int, cuts: list[int]) -> None:
    played = drawn(seed, 60)
    expected = in_one_run(system, played)
    how = advancing(system)
    rows = np.tile(how.newcomer(), (PLAYERS, 1))
    met, left = [], []
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), 60], strict=True):
        part = played.between(start, end)
        # Only those who play are at hand, in an order of their own.
        here = np.unique(np.concatenate((part.first, part.second)))[::-1]
        at = {int(player): row for row, player in enumerate(here)}
        some = rows[here]
        before, after = how.advance(
            some,
            part._replace(
                first=np.array([at[int(one)] for one in part.first], dtype=np.int32),
                second=np.array([at[int(one)] for one in part.second], dtype=np.int32),
            ),
        )
        rows[here] = some
        met.append(before)
        left.append(after)
    shown = how.shown(rows)
    played_by = np.unique(np.concatenate((played.first, played.second)))
    for column, name in enumerate(system.columns):
        state = expected.state.columns[name]
        assert shown[played_by, column].tobytes() == state[played_by].tobytes()
    assert expected.trace is not None
    assert np.concatenate(met).tobytes() == expected.trace.before.tobytes()
    assert np.concatenate(left).tobytes() == expected.trace.after.tobytes()


def test_games_from_rows_of_fields() -> None:
    played = GameColumns.of([(0, 1, 1.0, 86_400, 1, 1.0), (1, 2, 0.5, 86_401, 0, 2.0)])
    assert [column.dtype.name for column in played] == [
        "int32",
        "int32",
        "float64",
        "int64",
        "int8",
        "float64",
    ]
    assert played.weight.tolist() == [1.0, 2.0]
    assert len(GameColumns.of([]).first) == 0


@pytest.mark.parametrize(
    ("name", "settings_"),
    [
        *(
            ("whr", {}),
            ("trueskill", {}),
            ("elo", {"margin": "goals"}),
            ("elo", {"carry": 0.5}),
            ("fide", {}),
        ),
        *(("stephenson", {}), ("glicko-boost", {})),
    ],
)
def test_systems_that_need_more_are_refused(name: str, settings_: dict[str, float | str]) -> None:
    with pytest.raises(NotProvided) as caught:
        advancing(rating_system(name, **settings_))
    assert caught.value.code == "pool.system"


@pytest.mark.parametrize("system", SYSTEMS, ids=repr)
def test_players_enter_with_what_is_given_of_them(system: RatingSystem) -> None:
    """As rate takes it from the players of a record, bit for bit; of whom nothing is given is a newcomer."""
    played, how = drawn(3, 60), advancing(system)
    columns = {
        "rating": [1850.3, 1234.567890123, np.nan, 1500.0],
        "deviation": [80.0, np.nan, 50.25, 500.0],
        "volatility": [0.05, np.nan, 0.0712, np.nan],
        "games": [12.0, np.nan, 2.0, 31.0],
        "peak": [2000.5, np.nan, 1600.0, np.nan],
    }
    attributes = {
        name: np.array([*columns[name], *[np.nan] * (PLAYERS - 4)]) for name in how.taken if name in columns
    }
    players = Players([f"P{at}" for at in range(PLAYERS)], attributes)
    rows = how.entering(players)
    assert rows[4:].tobytes() == np.tile(how.newcomer(), (PLAYERS - 4, 1)).tobytes()
    how.advance(rows, played)
    games = Games(
        players,
        played.first,
        played.second,
        played.score,
        advantage=played.advantage,
        time=played.seconds.astype("datetime64[s]"),
        weight=played.weight,
    )
    with always_compiled():
        expected = rate(games, system, schedule="live")
    for column, name in enumerate(system.columns):
        assert how.shown(rows)[:, column].tobytes() == expected.state.columns[name].tobytes()
