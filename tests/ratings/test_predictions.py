"""Many predictions at once; predictions before every game, which know nothing of later; more games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import arpad
from arpad import BadInput, Games, NotProvided, Ratings
from arpad.core import progress
from arpad.rulebooks.known_systems import SYSTEMS

GAMES, PLAYERS = 60, 8
NAMES = [f"p{i}" for i in range(PLAYERS)]
WHOLE = ("whr", "ttt", "bradley-terry", "plackett-luce", "wof")
"""Systems that rate the whole history at once."""
NEEDS_MORE = {"fifa-men", "fifa-women", "eloratings"}
"""They ask for the importance of every match."""
RATED = [name for name in SYSTEMS if name not in NEEDS_MORE]
CASES = [(name, schedule) for name in RATED for schedule in SYSTEMS[name].schedules.split(", ")]
SEASONS = ("nfl", "nba")
"""An event is a season."""
ASK_RATINGS = ("fide", "fide-rapid", "fide-blitz", "dwz", "ingo", "uschess", "egf", "aga")


def record(name: str) -> Games:
    """Return 60 games among 8 players over ten months, with what the systems ask of games and players."""
    random = np.random.default_rng(5)
    first = random.integers(0, PLAYERS, GAMES)
    second = (first + random.integers(1, PLAYERS, GAMES)) % PLAYERS
    score = random.choice([0.0, 0.5, 1.0], GAMES)
    days = np.sort(random.integers(0, 300, GAMES))
    games = Games.from_arrays(
        first,
        second,
        score,
        players=NAMES,
        time=np.datetime64("2024-01-01") + days,
        event=["2024" if name in SEASONS else f"event {day // 30:02d}" for day in days],
        advantage=np.ones(GAMES, dtype=np.int64),
        points_first=score * 4.0,
        points_second=4.0 - score * 4.0,
    )
    given = {"rating": 1500.0 + 30.0 * np.arange(PLAYERS), "birth_year": np.full(PLAYERS, 1990.0)}
    return replace(games, players=arpad.Players(NAMES, given)) if name in ASK_RATINGS else games


def rated(name: str, schedule: Any = None, rows: slice = slice(None)) -> Ratings:
    return arpad.rate(record(name).take(np.arange(GAMES)[rows]), name, schedule=schedule)


@pytest.mark.parametrize(("name", "schedule"), CASES)
@pytest.mark.parametrize("cut", [20, 45])
def test_more_games_give_what_all_together_give(name: str, schedule: str, cut: int) -> None:
    updated = rated(name, schedule, slice(cut)).update(record(name).take(np.arange(cut, GAMES)))
    whole = rated(name, schedule)
    place = [updated.players.index(player) for player in whole.players.names]
    assert updated.rating[place] == pytest.approx(whole.rating, abs=1e-8, nan_ok=True)
    if whole.deviation is not None:
        assert updated.deviation is not None
        assert updated.deviation[place] == pytest.approx(whole.deviation, abs=1e-8, nan_ok=True)


@pytest.mark.parametrize("system", ["elo", "glicko2", "whr"])
def test_more_games_in_steps_and_a_late_result(system: str) -> None:
    games = record(system)
    step = arpad.rate(games.take(np.arange(10)), system)
    for start in range(10, GAMES, 10):
        step = step.update(games.take(np.arange(start, start + 10)))
    whole = arpad.rate(games, system).table()
    assert step.table().select("player", "games").equals(whole.select("player", "games"))
    assert step.table()["rating"].to_list() == pytest.approx(whole["rating"].to_list())
    without = np.arange(GAMES) != 7
    late = arpad.rate(games.take(without), system).update(games.take(~without))
    assert late.table()["rating"].to_list() == pytest.approx(whole["rating"].to_list())


def test_more_games_keep_the_history_that_was_asked_for() -> None:
    games = record("elo")
    before = arpad.rate(games.take(np.arange(30)), "elo", history=True)
    whole = arpad.rate(games, "elo", history=True)
    assert before.update(games.take(np.arange(30, GAMES))).history().equals(whole.history())


def test_more_games_are_read_from_a_table() -> None:
    ratings = arpad.rate({"white": ["Ann"], "black": ["Bob"], "result": ["1-0"]}, "elo")
    again = ratings.update({"white": ["Bob"], "black": ["Cas"], "result": ["1-0"]})
    # Bob 1490 against the newcomer's 1500: 20 · (1 − 1 / (1 + 10^(10/400))) = 10.2878
    assert again.of("Bob").value == pytest.approx(1500.2878, abs=1e-4)
    assert again.of("Ann").value == 1510.0


@pytest.mark.parametrize(("name", "schedule"), [case for case in CASES if case[0] != "bridge"])
def test_predictions_know_nothing_of_the_game_or_of_later(name: str, schedule: Any) -> None:
    """Turn the results round from some game on: what was expected until then stays as it was."""
    games = record(name)
    how: dict[str, Any] = {"period": "1mo"} if name in WHOLE else {}
    said = arpad.rate(games, name, schedule=schedule).predictions(**how)["expected"]
    assert len(said) == GAMES
    assert len(said.drop_nulls()) > GAMES // 2
    assert said.drop_nulls().is_between(0.0, 1.0).all()
    assert games.time is not None
    blocks = (
        (games.time - np.datetime64("2024-01-01")).astype(int) // 30
        if name not in (*WHOLE, *SEASONS)
        else (games.time.astype("datetime64[M]").astype(int))
    )
    start = int(np.flatnonzero(blocks == blocks[30])[0])
    score = np.where(np.arange(GAMES) < start, games.score, 1.0 - games.score)
    changed = replace(games, score=score, points_first=score * 4.0, points_second=4.0 - score * 4.0)
    other = arpad.rate(changed, name, schedule=schedule).predictions(**how)["expected"]
    same = start + 1 if schedule == "live" else start
    assert other[:same].to_list() == pytest.approx(said[:same].to_list(), nan_ok=True)
    assert other.to_list() != said.to_list()


NEXT_TO_SCALAR = ["elo", "kbaduk", "glicko", "stephenson", "trueskill", "bayes-elo", "weng-lin", "elo-mmr"]


@pytest.mark.parametrize("name", NEXT_TO_SCALAR)
def test_a_prediction_is_that_of_the_ratings_before_the_game(name: str) -> None:
    games = record(name)
    assert games.time is not None
    said = arpad.rate(games, name, schedule="live").predictions()
    for row in (1, 17, 40, 59):
        day = games.time[row].astype(object)
        before = arpad.rate(games.take(np.arange(row)), name, schedule="live", as_of=day)
        sides = []
        for player in (games.first[row], games.second[row]):
            side = before.at(int(player))
            known = before.deviation
            sides.append(side if known is None else replace(side, deviation=float(known[player])))
        expected = before.system.predict(sides[0], sides[1], 1, day).expected
        assert said["expected"][row] == pytest.approx(expected, abs=1e-12)


def test_players_without_a_rating_have_no_prediction() -> None:
    given = {"rating": np.where(np.arange(PLAYERS) < 4, 1500.0, np.nan)}
    games = replace(record("elo"), players=arpad.Players(NAMES, given))
    assert 0 < arpad.rate(games, "fide").predictions()["expected"].null_count() < GAMES


@pytest.mark.parametrize("name", WHOLE)
def test_what_rates_all_at_once_is_rated_anew_in_the_periods_of_the_run(name: str) -> None:
    """In the first period all are newcomers, so that each game is even: three months of ten, or one."""
    games = record(name)
    assert games.time is not None
    day = games.time.astype("datetime64[M]")
    for period, first in (("3mo", 3), ("1mo", 1)):
        heard: list[float] = []
        ratings = arpad.rate(games, name, period=period)
        with progress.listening(lambda share, _: heard.append(share)):  # noqa: B023
            expected = ratings.predictions()["expected"].to_numpy()
        early = day < np.datetime64("2024-01") + first
        assert (expected[early] == 0.5).all()
        assert (expected[~early] != 0.5).any()
        assert max(heard) == heard[-1] == pytest.approx(1.0)


def test_a_system_that_rates_all_at_once_needs_times() -> None:
    with pytest.raises(NotProvided, match="rates all games at once"):
        arpad.rate(replace(record("elo"), time=None), "bradley-terry").predictions()


@pytest.mark.parametrize("name", RATED)
def test_columns_of_players_are_predicted_like_pairs(name: str) -> None:
    ratings = rated(name)
    first, second, toward = NAMES[:4], NAMES[4:], [1, 0, -1, 1]
    table = ratings.predict(first, second, toward)
    assert table["first"].to_list() == first
    for row in range(4):
        one = ratings.predict(first[row], second[row], toward[row])
        assert table["expected"][row] == pytest.approx(one.expected, abs=1e-12)
        chances = table.select("win", "draw", "loss").row(row)
        assert chances == pytest.approx((one.win, one.draw, one.loss), abs=1e-12)
    assert ratings.predict(np.array(first), np.array(second)).shape == (4, 6)
    assert ratings.predict([], []).shape == (0, 6)


@pytest.mark.parametrize(
    "call", [(["p0"], "p1"), (["p0"], ["p1", "p2"]), (["p0"], ["p1"], [1, 1]), ("p0", "p1", [1])]
)
def test_columns_that_do_not_fit_are_refused(call: tuple[Any, ...]) -> None:
    with pytest.raises(BadInput) as raised:
        rated("elo").predict(*call)
    assert raised.value.code == "predict.length"


def test_an_unknown_player_in_a_column_is_named() -> None:
    with pytest.raises(BadInput, match="no player is called 'p99'"):
        rated("elo").predict(["p0"], ["p99"])


def test_only_a_system_with_a_draw_model_has_columns_of_draws() -> None:
    games = record("elo")
    plain = arpad.rate(games, "elo").predictions()
    assert plain.columns[-4:] == ["first", "second", "score", "expected"]
    found = arpad.rate(games, "bayes-elo").predictions()
    assert found.columns[-3:] == ["win", "draw", "loss"]
    assert (found["win"] + found["draw"] + found["loss"]).drop_nulls().to_numpy() == pytest.approx(1.0)
    assert (found["win"] + 0.5 * found["draw"] - found["expected"]).drop_nulls().to_numpy() == pytest.approx(
        0.0
    )
