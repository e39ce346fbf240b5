"""The search for the point of the unit cube with the least loss: an even design, then steps downhill.

References:
    Sobol', I. M. (1967), On the distribution of points in a cube. *USSR Comp. Math. Math. Phys.* 7, 86–112.
    Nelder, J. A. and Mead, R. (1965), A simplex method for function minimization. *Computer J.* 7, 308–313.

With one free parameter the range is cut evenly, and the neighbourhood of the best point again, until it is
narrow. With several, a Sobol' sequence of points and the point of the given system are tried, and Nelder and
Mead's simplex starts from the best :data:`STARTS` of them. The points of a batch are independent, so that
they are tried on all cores; the result does not depend on how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from arpad.core.waiting import shared

Floats = NDArray[np.float64]
Point = tuple[float, ...]
Try = Callable[[list[Point]], list[float]]
"""Return the loss at each of some points; infinity where there is none."""

GRID = 64
"""Points in one go, with one free parameter."""

NARROW = 1e-4
"""A neighbourhood of this share of the range is narrow."""

STARTS = 2
"""How many simplexes start, and run beside each other."""

EACH = 8
"""Points of the even design for each free parameter."""

STEPS = 40
"""Points of a simplex for each free parameter, at most."""

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
        return _by_grids(tried, start)
    from scipy.stats.qmc import Sobol

    dimensions = len(start)
    size = 1 << max(3, (EACH * dimensions - 1).bit_length())
    drawn = Sobol(dimensions, seed=seed).random(size)
    points: list[Point] = [tuple(start), *(tuple(row) for row in drawn.tolist())]
    losses = tried(points)
    order = sorted(range(len(points)), key=lambda at: (losses[at], at))
    begins = [points[at] for at in order[:STARTS]]
    found = shared(lambda begin: _simplex(tried, begin), begins)
    return min(found, key=lambda each: (each[1], each[0]))[0]


def _by_grids(tried: Try, start: Sequence[float]) -> Point:
    """Return the best point of a range, cut evenly again and again."""
    low, high = 0.0, 1.0
    known: dict[float, float] = {}
    more = [float(start[0])]
    while True:
        points = [x for x in [*np.linspace(low, high, GRID).tolist(), *more] if x not in known]
        known |= zip(points, tried([(x,) for x in points]), strict=True)
        more = []
        order = sorted(known)
        at = min(range(len(order)), key=lambda each: (known[order[each]], each))
        low, high = order[max(0, at - 1)], order[min(len(order) - 1, at + 1)]
        if high - low < NARROW:
            return (order[at],)


def _simplex(tried: Try, begin: Point) -> tuple[Point, float]:
    """Return where a simplex ends, and the loss there."""
    from scipy.optimize import minimize

    def loss(point: Floats) -> float:
        return tried([tuple(np.clip(point, 0.0, 1.0).tolist())])[0]

    corners = [np.array(begin)]
    for axis in range(len(begin)):
        corner = np.array(begin)
        corner[axis] += 0.1 if corner[axis] <= 0.5 else -0.1
        corners.append(corner)
    found = minimize(
        loss,
        corners[0],
        method="Nelder-Mead",
        bounds=[(0.0, 1.0)] * len(begin),
        options={
            "initial_simplex": np.stack(corners),
            "maxfev": STEPS * len(begin),
            "xatol": 1e-3,
            "fatol": FLAT,
        },
    )
    return tuple(np.clip(found.x, 0.0, 1.0).tolist()), float(found.fun)
