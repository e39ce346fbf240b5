"""What searches tell of how far they are, beside the rounds that they took in the end: work, and no clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import arpad
from arpad.compiled.specialising import always_compiled
from arpad.core import progress
from arpad.ratings.whole_history.whr import START
from arpad.record import Games, Players

QUARTERS = (0.25, 0.5, 0.75)


def league(seed: int, games: int, players: int, days: int) -> Games:
    """Return a record whose results follow strengths."""
    random = np.random.default_rng(seed)
    strength = random.normal(0.0, 1.0, players)
    first = random.integers(0, players, games)
    second = (first + random.integers(1, players, games)) % players
    won = random.random(games) < 1.0 / (1.0 + np.exp(strength[second] - strength[first]))
    time = np.datetime64("2020-01-01") + np.sort(random.integers(0, days, games)).astype("timedelta64[D]")
    names = Players([f"player {i}" for i in range(players)])
    sides = first.astype(np.int32), second.astype(np.int32)
    return Games(names, *sides, won.astype(np.float64), time=time)


def heard(action: Callable[[], arpad.Ratings]) -> tuple[list[float], int]:
    """Return the shares that a search told round by round, and how many rounds it took."""
    shares: list[float] = []
    with progress.listening(lambda share, _: shares.append(share)), always_compiled():
        state = action().state
    assert state.convergence is not None
    return shares[-state.convergence.rounds :], state.convergence.rounds


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("settings", [{}, {"gamma": 1e-3}])
def test_a_search_tells_the_truth_within_a_tenth(settings: dict[str, float], seed: int) -> None:
    games = league(seed, 6_000, 300, 600)
    shares, rounds = heard(lambda: arpad.rate(games, arpad.rating_system("ttt", **settings)))
    whole = 0.5 + rounds + 0.1
    hold_to_the_truth(shares, [(0.5 + done) / whole for done in range(1, rounds + 1)])


def hold_to_the_truth(shares: list[float], true: list[float], off: float = 0.1) -> None:
    """Compare what was told with the truth at each quarter of it."""
    for quarter in QUARTERS:
        # Between two rounds the clock moves the bar, so the nearest round is asked.
        nearest = min(range(len(shares)), key=lambda at: abs(true[at] - quarter))
        assert shares[nearest] == pytest.approx(true[nearest], abs=off), quarter


def eras(seed: int) -> Games:
    """Return a record of players who come and go, so that the last meet the first through many others."""
    games, players, at_once = 6_000, 300, 30
    random = np.random.default_rng(seed)
    record = league(seed, games, players, 3_000)
    came = np.arange(games) * (players - at_once) // games
    first = came + random.integers(0, at_once, games)
    second = came + (first - came + random.integers(1, at_once, games)) % at_once
    return replace(record, first=first.astype(np.int32), second=second.astype(np.int32))


def clubs(seed: int) -> Games:
    """Return a record of clubs whose players meet others' in one game of fifty."""
    random = np.random.default_rng(seed)
    games, club, count = 6_000, 15, 20
    first = random.integers(0, club * count, games)
    mate = first // club * club + (first + random.integers(1, club, games)) % club
    guest = (first + random.integers(club, club * (count - 1), games)) % (club * count)
    second = np.where(random.random(games) < 0.02, guest, mate)
    return replace(
        league(seed, games, club * count, 3_000), first=first.astype(np.int32), second=second.astype(np.int32)
    )


@pytest.mark.parametrize("w2", [300.0, 10.0])
@pytest.mark.parametrize(
    "games", [league(1, 6_000, 300, 600), eras(1), clubs(1)], ids=["even", "eras", "clubs"]
)
def test_the_bar_of_whole_history_rating_is_not_far_from_the_truth(
    games: Games, w2: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is done counts in passes over all curves: making these takes 17, a round over single players 3.

    bench/progress.py measures by the clock, on records that are long enough for a bar.
    """
    passes: list[int] = []
    tell = progress.Fall.tell

    def seen(fall: progress.Fall, done: int, residual: float) -> None:
        passes.append(done)
        tell(fall, done, residual)

    monkeypatch.setattr(progress.Fall, "tell", seen)
    told: list[float] = []
    with progress.listening(lambda share, _: told.append(share)), always_compiled():
        arpad.rate(games, arpad.rating_system("whr", w2=w2))
    done = [17.0 + 3.0 * rounds for rounds in range(1, START + 1)]
    done += [17.0 + 3.0 * START + each for each in passes]
    hold_to_the_truth(told[-len(done) :], [each / (done[-1] + 2.0) for each in done], off=0.15)


@pytest.mark.parametrize("system", ["whr", "ttt"])
def test_what_comes_before_the_search_is_told_too(system: str) -> None:
    shares: list[float] = []
    with progress.listening(lambda share, _: shares.append(share)):
        arpad.rate(league(5, 2_000, 100, 200), arpad.rating_system(system))
    assert shares[0] == 0.0
    assert shares[1:4] == sorted(shares[1:4])
    assert 0.0 < shares[1] < shares[3] < 0.4


def test_whoever_listens_changes_no_rating() -> None:
    games = league(3, 3_000, 60, 900)
    system = arpad.rating_system("whr")
    with always_compiled():
        alone = arpad.rate(games, system)
        with progress.listening(lambda share, ahead: None):
            told = arpad.rate(games, system)
    assert alone.state.columns["rating"].tobytes() == told.state.columns["rating"].tobytes()
    assert alone.state.convergence == told.state.convergence


def test_the_bootstrap_tells_its_refits() -> None:
    games = league(4, 400, 12, 30)
    system = arpad.rating_system("bradley-terry", prior=350.0, variance="bootstrap", resamples=100)
    shares: list[float] = []
    with progress.listening(lambda share, _: shares.append(share)):
        arpad.rate(games, system)
    # Of 104 units, a refit is one and the beginning four.
    ends = [(4.0 + done) / 104.0 for done in range(101)]
    assert all(min(abs(share - end) for share in shares) < 1e-9 for end in ends)
