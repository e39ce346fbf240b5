"""The loops over games and contests of systems in which a side's result moves all of its players.

TrueSkill and Weng and Lin's models share one form. A contest tells each side s a *push* and a *pull*; its
player j, with variance σ² (that of the record plus τ²) and share a of the contest, then has

    μ' = μ + a · σ² · push,    σ'² = σ² · (1 − a² · σ² · pull)

A system is a set of parts (:class:`ContestParts`), kernels that the loops call by their names; ``p`` are its
parameters as a NamedTuple of numbers, among them ``tau2``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import AHEAD, kernel, prefetch
from arpad.ratings.state import Floats

MEAN, VARIANCE = 0, 1
"""The columns of a player's row."""


class ContestParts(TypedDict):
    """The kernels that make a system, by the names of the loops.

    Keys:
        duel: ``(p, mean, variance, mean, variance, score, lead)``: push and pull of both, one against one.
        judge: ``(p, n, room)``: push and pull of ``n`` sides, which stand in ``room`` by their places.
        moved: ``(p, mean, variance, push, pull, weight)``: a player's mean and variance after the contest.
        pair: ``(p, mean, variance, mean, variance, score, n)``: push and pull of both, and what is expected
            of the first; ``duel`` and ``judge`` call it in models that compare sides by pairs.
    """

    duel: Callable[[Any, float, float, float, float, float, float], tuple[float, float, float, float]]
    judge: Callable[[Any, int, Any], None]
    moved: Callable[[Any, float, float, float, float, float], tuple[float, float]]
    pair: NotRequired[
        Callable[[Any, float, float, float, float, float, int], tuple[float, float, float, float, float]]
    ]


class ContestRunOptions(NamedTuple):
    """Which columns a run needs."""

    weights: bool
    results: bool
    shares: bool
    trace: bool


class ContestColumns(NamedTuple):
    """The columns of contests as kernels take them.

    Args:
        starts: int64, contests + 1.
        order: int64 per side, the sides of each contest in the order of their places.
        place: int32 per side.
        seats: int64, sides + 1.
        member: int32 per seat.
        share: float64 per seat, or empty.
        result: float64 per side, or empty.
        weight: float64 per contest, or empty.
    """

    starts: NDArray[np.int64]
    order: NDArray[np.int64]
    place: NDArray[np.int32]
    seats: NDArray[np.int64]
    member: NDArray[np.int32]
    share: Floats
    result: Floats
    weight: Floats


class ContestWorkspace(NamedTuple):
    """Room for the sides of one contest, in the order of their places; all float64, one entry a side.

    Args:
        mean: Σ a · μ.
        variance: Σ a² · σ², with τ² in it.
        noise: Σ a², what a player's β² is taken by.
        size: how many players.
        place: the place.
        result: the continuous result; 0 where there is none.
        push, pull: what the contest tells.
        above_precision, above_mean, below_precision, below_mean, v, w: for what a system computes between.
        node, start, sides, reference, node_mean, node_variance, node_size: the places of a chain that sides
            share, and of every place its first side and how many it has.
        level_precision, level_mean, level_v, level_w, side_precision, side_mean: between a side and its
            place.
    """

    mean: Floats
    variance: Floats
    noise: Floats
    size: Floats
    place: Floats
    result: Floats
    push: Floats
    pull: Floats
    above_precision: Floats
    above_mean: Floats
    below_precision: Floats
    below_mean: Floats
    v: Floats
    w: Floats
    node: Floats
    start: Floats
    sides: Floats
    reference: Floats
    node_mean: Floats
    node_variance: Floats
    node_size: Floats
    level_precision: Floats
    level_mean: Floats
    level_v: Floats
    level_w: Floats
    side_precision: Floats
    side_mean: Floats

    @classmethod
    def of(cls, sides: int) -> ContestWorkspace:
        """Return room for so many sides."""
        return cls(*(np.zeros(max(sides, 2)) for _ in cls._fields))


# What follows only stands for the parts that a rating system plugs in.


@kernel
def duel(
    p: Any, mean: float, variance: float, other: float, other_variance: float, score: float, lead: float
) -> tuple[float, float, float, float]:
    """Stand for what a game of one against one tells both."""
    return 0.0, 0.0, 0.0, 0.0


@kernel
def judge(p: Any, n: int, room: Any) -> None:
    """Stand for what a contest tells every side."""


@kernel
def moved(
    p: Any, mean: float, variance: float, push: float, pull: float, weight: float
) -> tuple[float, float]:
    """Stand for what a player makes of it."""
    return mean, variance


@kernel
def games_loop(p: Any, columns: Any, uses: Any, rows: Any, before: Any, after: Any) -> None:
    """Rate games of one against one, in place. ``rows`` is players × 2: mean and variance."""
    first = columns.first
    second = columns.second
    games = first.shape[0]
    for i in range(games):
        ahead = min(i + AHEAD, games - 1)
        prefetch(rows, first[ahead])
        prefetch(rows, second[ahead])
        a = first[i]
        b = second[i]
        mean_a = rows[a, MEAN]
        mean_b = rows[b, MEAN]
        if uses.trace:
            before[i, 0, 0] = mean_a
            before[i, 0, 1] = rows[a, VARIANCE]
            before[i, 1, 0] = mean_b
            before[i, 1, 1] = rows[b, VARIANCE]
        variance_a = rows[a, VARIANCE] + p.tau2
        variance_b = rows[b, VARIANCE] + p.tau2
        weight = columns.weight[i] if uses.weights else 1.0
        lead = columns.margin[i] if uses.results else 0.0
        push_a, pull_a, push_b, pull_b = duel(
            p, mean_a, variance_a, mean_b, variance_b, columns.score[i], lead
        )
        rows[a, MEAN], rows[a, VARIANCE] = moved(p, mean_a, variance_a, push_a, pull_a, weight)
        rows[b, MEAN], rows[b, VARIANCE] = moved(p, mean_b, variance_b, push_b, pull_b, weight)
        if uses.trace:
            after[i, 0, 0] = rows[a, MEAN]
            after[i, 0, 1] = rows[a, VARIANCE]
            after[i, 1, 0] = rows[b, MEAN]
            after[i, 1, 1] = rows[b, VARIANCE]


@kernel
def contests_loop(p: Any, columns: Any, uses: Any, room: Any, rows: Any, before: Any, after: Any) -> None:
    """Rate contests, in place; the trace is by seat."""
    for contest in range(columns.starts.shape[0] - 1):
        start = columns.starts[contest]
        n = columns.starts[contest + 1] - start
        weight = columns.weight[contest] if uses.weights else 1.0
        for k in range(n):
            side = columns.order[start + k]
            mean = 0.0
            variance = 0.0
            noise = 0.0
            for seat in range(columns.seats[side], columns.seats[side + 1]):
                player = columns.member[seat]
                share = columns.share[seat] if uses.shares else 1.0
                mean += share * rows[player, MEAN]
                variance += share * share * (rows[player, VARIANCE] + p.tau2)
                noise += share * share
                if uses.trace:
                    before[seat, 0] = rows[player, MEAN]
                    before[seat, 1] = rows[player, VARIANCE]
            room.mean[k] = mean
            room.variance[k] = variance
            room.noise[k] = noise
            room.size[k] = columns.seats[side + 1] - columns.seats[side]
            room.place[k] = columns.place[side]
            room.result[k] = columns.result[side] if uses.results else 0.0
        judge(p, n, room)
        for k in range(n):
            side = columns.order[start + k]
            for seat in range(columns.seats[side], columns.seats[side + 1]):
                player = columns.member[seat]
                share = columns.share[seat] if uses.shares else 1.0
                rows[player, MEAN], rows[player, VARIANCE] = moved(
                    p,
                    rows[player, MEAN],
                    rows[player, VARIANCE] + p.tau2,
                    share * room.push[k],
                    share * share * room.pull[k],
                    weight,
                )
                if uses.trace:
                    after[seat, 0] = rows[player, MEAN]
                    after[seat, 1] = rows[player, VARIANCE]
