"""The search for the point of the unit cube with the least loss: an even design, then steps downhill.

References:
    Sobol', I. M. (1967), On the distribution of points in a cube. *USSR Comp. Math. Math. Phys.* 7, 86–112.
    Nelder, J. A. and Mead, R. (1965), A simplex method for function minimization. *Computer J.* 7, 308–313.

With one free parameter the range is cut evenly; then points are tried around the vertex of the parabola
through the best point and its neighbours, until the neighbours are near. With several, a Sobol' sequence of
points and the point of the given system are tried, and Nelder and Mead's simplex starts from the best
:data:`STARTS` of them. The points of a batch are independent, so that they are tried on all cores; the result
does not depend on how many there are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

from arpad.core import progress
from arpad.core.waiting import shared

Floats = NDArray[np.float64]
Point = tuple[float, ...]
Try = Callable[[list[Point]], list[float]]
"""Return the loss at each of some points; infinity where there is none."""

GRID = 33
"""Points of the first cut, with one free parameter; every other one is a point of the profile."""

CLOSER = (1 / 4, 1 / 16, 1 / 64)
"""At these shares of a neighbourhood, to both sides of the vertex, points are tried."""

NARROW = 1e-4
"""A neighbourhood of this share of the range is narrow."""

STARTS = 2
"""How many simplexes start, and run beside each other."""

EACH = 8
"""Points of the even design for each free parameter."""

STEPS = 40
"""Points of a simplex for each free parameter, at most."""

USUAL = 0.6
"""Which share of these a simplex usually takes, as a bar supposes."""

NOWHERE = 1e9
"""The loss that the simplex is told where there is none."""

FLAT = 1e-7
"""A simplex stops where its losses differ by less."""


def search(tried: Try, start: Sequence[float], seed: int) -> Point:
    """Return the point with the least loss.

    Args:
        tried: of a batch of points.
        start: a point to begin with.
        seed: of the Sobol' sequence's scrambling.
    """
    if len(start) == 1:
        return _by_parabolas(tried, float(start[0]))
    from scipy.stats.qmc import Sobol

    dimensions = len(start)
    size = 1 << max(3, (EACH * dimensions - 1).bit_length())
    drawn = Sobol(dimensions, seed=seed).random(size)
    points: list[Point] = [tuple(start), *(tuple(row) for row in drawn.tolist())]
    runs = len(points) + USUAL * STARTS * STEPS * dimensions
    with progress.part(0.0, len(points) / runs):
        losses = tried(points)
    order = sorted(range(len(points)), key=lambda at: (losses[at], at))
    begins = [points[at] for at in order[:STARTS]]
    with progress.part(len(points) / runs, 1.0):
        minima = shared(lambda begin: _simplex(tried, begin), begins)
    return min(minima, key=lambda each: (each[1], each[0]))[0]


def _by_parabolas(tried: Try, start: float) -> Point:
    """Return the best point of a range: of an even cut first, then of points around the best one."""
    points = sorted({*np.linspace(0.0, 1.0, GRID).tolist(), start})
    losses: dict[float, float] = {}
    done = 0.0
    while True:
        # The even cut is half of the work, and of the rest every turn does a half.
        begin, done = done, 0.5 + 0.5 * done
        with progress.part(begin, done):
            losses |= zip(points, tried([(x,) for x in points]), strict=True)
        order = sorted(losses)
        at = min(range(len(order)), key=lambda each: (losses[order[each]], each))
        low, high = order[max(0, at - 1)], order[min(len(order) - 1, at + 1)]
        if high - low < NARROW:
            return (order[at],)
        best, width = order[at], high - low
        vertex = _vertex([(x, losses[x]) for x in (low, best, high)])
        near = {vertex, 0.5 * (low + best), 0.5 * (best + high)}
        near |= {vertex + side * share * width for share in CLOSER for side in (-1.0, 1.0)}
        points = sorted(x for x in near - losses.keys() if low < x < high)


def _vertex(points: Sequence[tuple[float, float]]) -> float:
    """Return where a parabola through three points is least; the second point where it has no least value."""
    (a, fa), (b, fb), (c, fc) = points
    below = (b - a) * (fb - fc) - (b - c) * (fb - fa)
    if not a < b < c or not math.isfinite(below) or below == 0.0:
        return b
    return min(max(b - 0.5 * ((b - a) ** 2 * (fb - fc) - (b - c) ** 2 * (fb - fa)) / below, a), c)


def _simplex(tried: Try, begin: Point) -> tuple[Point, float]:
    """Return where a simplex ends, and the loss there."""
    from scipy.optimize import minimize

    most = STEPS * len(begin)
    turn = count()

    def loss(point: Floats) -> float:
        done = next(turn)
        with progress.part(min(1.0, done / most), min(1.0, (done + 1) / most)):
            value = tried([tuple(np.clip(point, 0.0, 1.0).tolist())])[0]
            return min(value, NOWHERE)  # of infinities the simplex could not tell which lies lower

    corners = [np.array(begin)]
    for axis in range(len(begin)):
        corner = np.array(begin)
        corner[axis] += 0.1 if corner[axis] <= 0.5 else -0.1
        corners.append(corner)
    minimum = minimize(
        loss,
        corners[0],
        method="Nelder-Mead",
        bounds=[(0.0, 1.0)] * len(begin),
        options={
            "initial_simplex": np.stack(corners),
            "maxfev": most,
            "xatol": 1e-3,
            "fatol": FLAT,
        },
    )
    return tuple(np.clip(minimum.x, 0.0, 1.0).tolist()), float(minimum.fun)
