"""How many games are drawn, where a rating system has an expected score but says nothing of draws.

References:
    Davidson, R. R. (1970), On extending the Bradley–Terry model to accommodate ties. *JASA* 65, 317–328.

The record says how often games were drawn; a model says how that share falls as the sides grow unequal. It is
Davidson's, P(draw) = ν · √(P(win) · P(loss)), with the strengths that give the system's own expected score E
(:mod:`arpad.ratings.draws`), so that P(win) + ½ · P(draw) is E exactly. Of the models there it is the one
that reaches every share from no draw to nothing else, has one parameter, and at ν = 2 is the binomial model,
in which a game is two independent halves. ν solves its likelihood equation, given the ratings as they stand
at the end of the record: as many draws are expected in the record as it has.

With q = E · (1 − E) and c = 2E − 1, Davidson's share needs no strengths:

    P(draw) = 4νq / (ν + √(ν²c² + 16q))

A long record is thinned: of the won, the drawn and the lost games, :data:`EACH` of each are taken at even
steps through them in the order of the difference of ratings, and weigh as many as they stand for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import Step, counted
from arpad.ratings.model import Prediction, Rating
from arpad.ratings.system import RatingSystem
from arpad.record import Contests, Games, Record

Floats = NDArray[np.float64]

EACH = 2000
"""How many won, drawn and lost games are looked at, of each at most."""

PAIRS = 200_000
"""How many pairs of sides of contests are looked at, at most; from there on a sample."""

LOW, HIGH = 1e-9, 1e9
"""Between these ν is looked for; the ends are records without draws, and with nothing else."""


@dataclass(frozen=True)
class DrawShare:
    """The share of draws that a record tells.

    Args:
        nu: Davidson's ν; 0 where there are no draws.
        games: the games that the record has.
        drawn: how many of them were drawn.
        possible: whether the system's games can be drawn at all.
    """

    nu: float
    games: int
    drawn: int
    possible: bool = True

    def of(self, expected: float) -> float:
        """Return the probability of a draw at this expected score."""
        return davidson_share(expected, self.nu)

    def with_draws(self, prediction: Prediction) -> Prediction:
        """Return a prediction with the draws, and how they come about."""
        E, draw = prediction.expected, self.of(prediction.expected)
        steps = [*prediction.steps]
        if self.nu > 0.0:
            fitted = f"fitted to {counted(self.drawn, 'draw')} in {counted(self.games, 'game')}"
            source = "Davidson 1970"
            formula = "4νq / (ν + √(ν²(2E − 1)² + 16q)), q = E · (1 − E)"
            steps.append(Step("ν", self.nu, "as many draws expected as there were", fitted, source))
            steps.append(Step("P(draw)", draw, formula, f"E = {E:.6f}", source, digits=6))
        else:
            why = "the record has none" if self.possible else "games cannot be drawn"
            steps.append(Step("P(draw)", draw, working=why, digits=6))
        steps.append(Step("P(win)", E - 0.5 * draw, "E − ½ · P(draw)", digits=6))
        return replace(prediction, steps=tuple(steps), draw=draw)


class DrawSample(NamedTuple):
    """Games to fit to.

    Args:
        expected: expected scores of the first side.
        drawn: whether the game was drawn.
        weight: how many games each stands for.
    """

    expected: Floats
    drawn: NDArray[np.bool_]
    weight: Floats


class SidePairs(NamedTuple):
    """Pairs of sides that met: the sides' numbers, who had the advantage, the result, the difference."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    advantage: NDArray[np.int64]
    result: NDArray[np.int8]
    lead: Floats


def davidson_share(expected: float, nu: float) -> float:
    """Return Davidson's probability of a draw where the expected score is this."""
    q = expected * (1.0 - expected)
    if nu <= 0.0 or q <= 0.0:
        return 0.0
    c = 2.0 * expected - 1.0
    return min(4.0 * nu * q / (nu + math.sqrt(nu * nu * c * c + 16.0 * q)), 1.0 - abs(c))


def between_equals(share: float) -> float:
    """Return the ν with which this share of games between equals is drawn: 2d / (1 − d), for d below 1."""
    return 2.0 * share / (1.0 - share)


def likeliest_nu(seen: DrawSample) -> float:
    """Return the ν at which as many draws are expected as there were; 0 if none, :data:`HIGH` if too many.

    That is the likelihood equation of ν in Davidson's model, Σ P(draw) = draws. The left side rises with ν,
    so there is one solution.
    """
    draws = float(seen.weight[seen.drawn].sum())
    if not draws:
        return 0.0
    E = np.clip(seen.expected, 0.0, 1.0)
    q, c = E * (1.0 - E), 2.0 * E - 1.0
    low, high = math.log(LOW), math.log(HIGH)
    while high - low > 1e-12:
        middle = 0.5 * (low + high)
        nu = math.exp(middle)
        if float(seen.weight @ (4.0 * nu * q / (nu + np.sqrt(nu * nu * c * c + 16.0 * q)))) < draws:
            low = middle
        else:
            high = middle
    return math.exp(0.5 * (low + high))


def fitted(system: RatingSystem, record: Record, rating: Floats, at: Callable[[int], Rating]) -> DrawShare:
    """Return the share of draws that a record tells, given the ratings.

    Args:
        system: the rating system.
        record: the games.
        rating: float64 over players.
        at: player -> the rating with what else the system knows.
    """
    if system.continuous or not system.drawable:
        return DrawShare(0.0, len(record), 0, possible=False)
    pairs = _pairs(record, rating)
    drawn = int((pairs.result == 0).sum())
    if not drawn:
        return DrawShare(0.0, len(pairs.result), 0)
    return DrawShare(likeliest_nu(_draw_sample(system, record, at, pairs)), len(pairs.result), drawn)


def _pairs(record: Record, rating: Floats) -> SidePairs:
    """Return the games of a record, or the pairs of sides in its contests, whose sides are rated."""
    if isinstance(record, Games):
        first, second = record.first.astype(np.int64), record.second.astype(np.int64)
        none = np.zeros(len(record), dtype=np.int64)
        advantage = none if record.advantage is None else record.advantage.astype(np.int64)
        result = np.sign(record.score - 0.5).astype(np.int8)
        value = rating
    else:
        assert isinstance(record, Contests)
        first, second = _sides(record)
        advantage = np.zeros(len(first), dtype=np.int64)
        result = np.sign(record.place[second] - record.place[first]).astype(np.int8)
        value = np.add.reduceat(rating[record.member], record.seats[:-1]) if len(first) else NONE
    lead = value[first] - value[second]
    rated = np.isfinite(lead)
    return SidePairs(first[rated], second[rated], advantage[rated], result[rated], lead[rated])


NONE = np.empty(0)


def _sides(record: Contests) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return pairs of sides that met, all of them or a sample that is the same in every run."""
    size = np.diff(record.starts)
    count = size * (size - 1) // 2
    if count.sum() <= PAIRS:
        pairs = [
            np.stack(np.triu_indices(n, 1)) + start for n, start in zip(size, record.starts, strict=False)
        ]
        joined = np.concatenate(pairs, axis=1) if pairs else np.empty((2, 0))
        return joined[0].astype(np.int64), joined[1].astype(np.int64)
    random = np.random.default_rng(0)
    contest = random.choice(len(size), PAIRS, p=count / count.sum())
    first = random.integers(0, size[contest])
    second = (first + random.integers(1, size[contest])) % size[contest]
    return record.starts[contest] + first, record.starts[contest] + second


def thinned(rows: NDArray[np.int64], pairs: SidePairs) -> NDArray[np.int64]:
    """Return :data:`EACH` of more rows, at even distances in the order of advantage and lead."""
    if len(rows) <= EACH:
        return rows
    keys = (pairs.lead[rows], pairs.advantage[rows])
    rows = rows[np.lexsort(keys) if keys[1].any() else np.argsort(keys[0])]
    return rows[((np.arange(EACH) + 0.5) * (len(rows) / EACH)).astype(np.int64)]


def _draw_sample(
    system: RatingSystem, record: Record, at: Callable[[int], Rating], pairs: SidePairs
) -> DrawSample:
    """Return games with their expected scores, thinned where there are many."""
    chosen, weights = [], []
    for result in (1, 0, -1):
        rows = np.flatnonzero(pairs.result == result)
        chosen.append(thinned(rows, pairs))
        weights.append(np.full(len(chosen[-1]), len(rows) / max(1, len(chosen[-1]))))
    rows = np.concatenate(chosen)
    expected = np.fromiter(_expected(system, record, at, pairs, rows), dtype=np.float64, count=len(rows))
    return DrawSample(expected, pairs.result[rows] == 0, np.concatenate(weights))


def _expected(
    system: RatingSystem,
    record: Record,
    at: Callable[[int], Rating],
    pairs: SidePairs,
    rows: NDArray[np.int64],
) -> Iterator[float]:
    ratings: dict[int, Rating] = {}
    for row in rows.tolist():
        sides = []
        for side in (int(pairs.first[row]), int(pairs.second[row])):
            if side not in ratings:
                ratings[side] = _side(record, at, side)
            sides.append(ratings[side])
        yield system.predict(sides[0], sides[1], int(pairs.advantage[row])).expected


def _side(record: Record, at: Callable[[int], Rating], side: int) -> Rating:
    """Return a side's rating: its player's, or that of several together."""
    if not isinstance(record, Contests):
        return at(side)
    players = [at(int(record.member[seat])) for seat in range(*record.seats[side : side + 2].tolist())]
    if len(players) == 1:
        return players[0]
    variance = math.fsum((player.deviation or 0.0) ** 2 for player in players)
    return Rating(math.fsum(player.value for player in players), deviation=math.sqrt(variance))
