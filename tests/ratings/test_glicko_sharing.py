"""Rating periods of Glicko and Glicko-2 shared among cores: the bits of one core, whatever the record."""

from __future__ import annotations

import os
from threading import Thread, current_thread
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.compiled.numba_start import can_compile
from arpad.compiled.specialising import always_compiled, kernel
from arpad.ratings.glicko import sharing
from arpad.ratings.glicko.family import GlickoFamily
from arpad.ratings.glicko.glicko import Glicko
from arpad.ratings.glicko.glicko2 import Glicko2
from arpad.ratings.glicko.sharing import GAMES, MOST_CORES, ROOM, cores_for
from arpad.ratings.rate import rate
from arpad.record import Games, Players

PLAYERS = 300
"""So many that each of four cores has some: 64 whose rows follow one another belong to the same."""

MUCH = 1e7
"""Game updates of Elo's cost, which are compiled wherever numba is."""


def drawn(seed: int, games: int, *, weighted: bool, sided: bool, known: bool) -> Games:
    """Return games of a few rating periods, some of them far apart, in which few play often."""
    random = np.random.default_rng(seed)
    first = (PLAYERS * random.random(games) ** 3).astype(np.int32)
    second = (first + random.integers(1, PLAYERS, games).astype(np.int32)) % PLAYERS
    players = Players([f"player {i}" for i in range(PLAYERS)])
    if known:
        given_ratings = {
            "rating": random.normal(1500, 300, PLAYERS),
            "deviation": random.uniform(30, 350, PLAYERS),
        }
        players = players.with_attributes(given_ratings)
    return Games(
        players,
        first,
        second,
        random.choice([0.0, 0.5, 1.0], games),
        time=np.sort(random.choice([0, 1, 2, 5, 19], games)).astype(np.int64),
        weight=random.uniform(0.25, 2.0, games) if weighted else None,
        advantage=random.integers(-1, 2, games).astype(np.int8) if sided else None,
    )


def columns(system: GlickoFamily, games: Games) -> list[bytes]:
    """Return every bit of what the system knows of the players."""
    state = rate(games, system, schedule="period").state
    return [state.columns[name].tobytes() for name in sorted(state.columns)]


def rated_by(cores: int, system: GlickoFamily, games: Games, patch: pytest.MonkeyPatch) -> list[bytes]:
    patch.setattr("arpad.ratings.glicko.family.cores_for", lambda bounds, players, work: cores)
    patch.setattr(os, "cpu_count", lambda: cores)
    return columns(system, games)


both = pytest.mark.parametrize(
    "system", [Glicko(advantage=35.0), Glicko2(advantage=35.0)], ids=lambda one: one.name
)


@both
@settings(deadline=None, max_examples=15)
@given(
    seed=st.integers(0, 2**32 - 1),
    games=st.integers(1, 400),
    weighted=st.booleans(),
    sided=st.booleans(),
    known=st.booleans(),
    cores=st.sampled_from([2, 4]),
)
def test_as_on_one_core(
    system: GlickoFamily, seed: int, games: int, weighted: bool, sided: bool, known: bool, cores: int
) -> None:
    played = drawn(seed, games, weighted=weighted, sided=sided, known=known)
    with pytest.MonkeyPatch.context() as patch:
        assert rated_by(cores, system, played, patch) == rated_by(1, system, played, patch)


@pytest.mark.slow
@both
@pytest.mark.parametrize("cores", [2, 4])
def test_machine_code_as_on_one_core(
    system: GlickoFamily, cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = drawn(7, 30_000, weighted=True, sided=True, known=True)
    with always_compiled():
        assert rated_by(cores, system, played, monkeypatch) == rated_by(1, system, played, monkeypatch)


@pytest.mark.skipif(not can_compile(), reason="plain Python runs on one core at a time")
def test_a_long_record_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without being asked, and with nothing changed by it."""
    played = drawn(8, 5 * GAMES, weighted=False, sided=False, known=False)
    asked: list[int] = []
    shared = sharing.rate_shared

    def watched(parts: Any, work: float, cores: int, *others: Any) -> None:
        asked.append(cores)
        shared(parts, work, cores, *others)

    monkeypatch.setattr("arpad.ratings.glicko.family.rate_shared", watched)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(sharing, "_allowed", lambda: [0, 1])
    found = columns(Glicko(), played)
    monkeypatch.setattr(sharing, "_allowed", lambda: [1])
    assert columns(Glicko(), played) == found
    assert asked == [2]


@pytest.mark.parametrize("failing", [0, 1])
@pytest.mark.parametrize("where", ["share_of", "find_sides"])
def test_a_core_that_fails_says_why(where: str, failing: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without memory, or in its work: the others do not wait for it."""
    begun = getattr(sharing, where)

    @kernel
    def fails(*given: Any) -> Any:
        if int(current_thread().name) == failing:
            raise ArithmeticError(f"of core {failing}")
        return begun(*given)

    def named(core: int, cores: int) -> None:
        current_thread().name = str(core)

    monkeypatch.setattr(sharing, "_stay_apart", named)
    monkeypatch.setattr(sharing, where, fails)
    with pytest.raises(ArithmeticError, match=f"of core {failing}"):
        rated_by(2, Glicko(), drawn(9, 100, weighted=False, sided=False, known=False), monkeypatch)


@pytest.mark.skipif(not can_compile(), reason="plain Python runs on one core at a time")
@pytest.mark.parametrize(("machine", "cores"), [(1, 1), (2, 2), (3, 2), (6, 4), (64, MOST_CORES), (None, 1)])
def test_how_many_cores(machine: int | None, cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: machine)
    monkeypatch.setattr(sharing, "_allowed", lambda: [*range(64)])
    assert cores_for(np.array([0, GAMES, 2 * GAMES]), 100, MUCH) == cores
    assert cores_for(np.array([0, GAMES, 2 * GAMES - 1]), 100, MUCH) == 1
    assert cores_for(np.array([0, ROOM + 1]), 100, MUCH) == 1
    assert cores_for(np.array([0]), 100, MUCH) == 1
    assert cores_for(np.array([0, GAMES]), 100, 3.0 * GAMES) == 1
    assert cores_for(np.array([0, GAMES]), sharing.PLAYERS + 1, MUCH) == 1


def test_a_thread_beside_others_shares_with_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    found: list[int] = []
    thread = Thread(target=lambda: found.append(cores_for(np.array([0, GAMES]), 100, MUCH)))
    thread.start()
    thread.join()
    assert found == [1]
