"""Two fits of one Whole-History Rating, ours and the package whole-history-rating's, judged by one function.

A fit is judged by its log-posterior and by the largest derivative of that by a strength: what Coulom (2008)
defines in sections 2 and 3, written here once more with NumPy and neither program's code.
"""

from __future__ import annotations

import importlib
import time
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.ratings.timeline import Timeline
from arpad.ratings.whole_history.family import Q
from arpad.ratings.whole_history.whr import WholeHistoryRating
from arpad.record import Games
from arpad.record.periods import parse_period

W2 = 300.0
"""The variance of the walk, in points² a day; the default of both."""

PRIOR = 1.0
"""Virtual games, half of them won: the package's default, half a win and half a loss."""

PRECISION = 1e-3


class Judge:
    """The log-posterior of a record as a function of every strength on every day played."""

    def __init__(self, games: Games) -> None:
        assert games.time is not None
        day = games.time.astype("datetime64[D]").astype(np.int64)
        self.first_day = int(day.min())
        span = int(day.max()) - self.first_day + 1
        seats = np.stack((games.first, games.second), axis=1).astype(np.int64)
        keys, of = np.unique(seats * span + (day - self.first_day)[:, None], return_inverse=True)
        self.of = of.reshape(-1, 2)
        self.player, self.day = keys // span, keys % span
        self.entry = np.ones(len(keys), dtype=bool)
        self.entry[1:] = self.player[1:] != self.player[:-1]
        self.score = games.score

    def judged(self, r: NDArray[np.float64]) -> tuple[float, float]:
        """Return the log-posterior, but for a constant, and its largest derivative; natural units."""
        x = r[self.of[:, 0]] - r[self.of[:, 1]]
        E = 1.0 / (1.0 + np.exp(-x))
        value = float((self.score * x - np.logaddexp(0.0, x)).sum())
        pull = self.score - E
        up, down = (np.bincount(self.of[:, side], pull, len(r)) for side in (0, 1))
        gradient: NDArray[np.float64] = np.asarray(up - down, dtype=np.float64)
        first = r[self.entry]
        value += float((0.5 * PRIOR * first - PRIOR * np.logaddexp(0.0, first)).sum())
        gradient[self.entry] += PRIOR * (0.5 - 1.0 / (1.0 + np.exp(-first)))
        later = np.flatnonzero(~self.entry)
        step = r[later] - r[later - 1]
        variance = W2 * Q * Q * (self.day[later] - self.day[later - 1])
        value -= float((step * step / (2.0 * variance)).sum())
        np.subtract.at(gradient, later, step / variance)
        np.add.at(gradient, later - 1, step / variance)
        return value, float(np.abs(gradient).max())


def decisive(games: Games) -> Games:
    """Return the record with every draw a win of the first: the package sees draws by another model."""
    return replace(games, score=np.where(games.score == 0.5, 1.0, games.score))


def ours(games: Games, judge: Judge, precision: float = PRECISION) -> dict[str, Any]:
    """Fit with arpad; return the seconds and the judgement."""
    system = WholeHistoryRating(w2=W2, prior=PRIOR, precision=precision)
    timeline = Timeline.of(games, "period", parse_period("1d"))
    _ = timeline.bounds
    system.rate(timeline)
    start = time.process_time()
    system.rate(timeline)
    seconds = time.process_time() - start
    _, trace = system.rate(timeline, trace=True)
    assert trace is not None
    r = np.empty(len(judge.player))
    r[judge.of] = trace.after[:, :, 0] * Q
    value, gradient = judge.judged(r)
    return {"seconds": seconds, "log_posterior": value, "gradient": gradient}


def theirs(games: Games, judge: Judge) -> dict[str, Any]:
    """Fit with the package, by its own auto_iterate; return the seconds and the judgement.

    Raises:
        ImportError: it is not installed.
    """
    package = importlib.import_module("whr.whole_history_rating")
    assert games.time is not None
    days = (games.time.astype("datetime64[D]").astype(np.int64) - judge.first_day).tolist()
    rows = zip(games.first.tolist(), games.second.tolist(), games.score.tolist(), days, strict=True)
    start = time.process_time()
    base = package.WHR({"w2": W2, "initial_prior_wins": 0.5 * PRIOR})
    for a, b, s, day in rows:
        base.create_game(str(a), str(b), "B" if s == 1.0 else "W", day, 0)
    base.auto_iterate(precision=PRECISION)
    seconds = time.process_time() - start
    found = {(int(name), day.day): day.r for name, player in base.players.items() for day in player.days}
    r = np.array(
        [found[who, day] for who, day in zip(judge.player.tolist(), judge.day.tolist(), strict=True)]
    )
    value, gradient = judge.judged(r)
    return {"seconds": seconds, "log_posterior": value, "gradient": gradient}
