"""Newton's method on all curves of Whole-History Rating at once, where player by player it is too slow.

Reference:
    Nocedal, J. and Wright, S. J. (2006), *Numerical Optimization*. Algorithm 5.3: preconditioned conjugate
    gradients; algorithm 7.1: Newton's method with them; 3.7b: how far the slope along a step may turn round.

The log-posterior is concave, so that a step along Newton's direction climbs; it is halved until the slope at
its end is no steeper than at its beginning. The preconditioner is the step of each curve as if the others
stood still. Sums are NumPy's, of one thread: those of a linear algebra library would depend on how many cores
there are, and with them the last digits of the ratings.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from arpad.compiled.specialising import ANSWER_FROM, specialise
from arpad.ratings.whole_history.whr_loop import (
    FAR,
    Whr,
    bends_loop,
    curves_loop,
    gradient_left,
    hessian_loop,
)

if TYPE_CHECKING:
    from arpad.ratings.state import Floats
    from arpad.ratings.whole_history.player_periods import Points

SHORTEST = 2.0**-20
"""A step shorter than this share of Newton's gains nothing any more."""


def climb(
    p: Whr,
    points: Points,
    ties: Floats,
    r: Floats,
    most: int,
    work: float,
    told: Callable[[int], None],
) -> tuple[int, float]:
    """Move all curves ``r``, in place, until the largest gradient is below the precision.

    Args:
        p: the parameters.
        points: the games as curves.
        ties: of the points with those before them.
        r: the curves.
        most: how often to go over all games at most.
        work: what a round costs, in updates of Elo.
        told: is told how often the games were gone over.

    Returns:
        How often the games were gone over, and the largest gradient that is left.
    """
    # Between two passes an interrupt is answered: none needs a thread of its own.
    work = min(work, ANSWER_FROM - 1.0)
    left, bends, hessian, curves = (
        specialise(loop, {}, work) for loop in (gradient_left, bends_loop, hessian_loop, curves_loop)
    )
    g, m = np.zeros(len(r)), np.zeros(len(r))
    diagonal, bend = np.empty(len(r)), np.empty(len(points.opponent))

    passes = 0

    def times(v: Floats) -> Floats:
        nonlocal passes
        found = np.empty(len(r))
        hessian(points, ties, diagonal, bend, v, found)
        passes += 1
        told(rounds + passes)
        return found

    def alone(v: Floats) -> Floats:
        found = v.copy()
        curves(points, ties, diagonal.copy(), found)
        return found

    rounds, gradient, length = 1, float(left(p, points, ties, r, g, m)), 1.0
    while gradient >= p.precision and rounds < most and length >= SHORTEST:
        bends(p, points, r, bend)
        diagonal[:] = m
        step, turns = solved(times, alone, g, min(0.1, math.sqrt(gradient)), most - rounds)
        step *= min(1.0, FAR / max(float(np.abs(step).max()), FAR))
        before, slope, length = r.copy(), float((g * step).sum()), 1.0
        while True:
            r[:] = before + length * step
            gradient = float(left(p, points, ties, r, g, m))
            rounds += 1
            if abs(float((g * step).sum())) <= slope or length < SHORTEST:
                break
            length *= 0.5
        rounds += turns + 1
        passes = 0
        told(rounds)
    return rounds, gradient


def solved(
    times: Callable[[Floats], Floats],
    alone: Callable[[Floats], Floats],
    b: Floats,
    share: float,
    most: int,
) -> tuple[Floats, int]:
    """Solve A x = b by preconditioned conjugate gradients.

    Args:
        times: A v, of a positive definite A.
        alone: the preconditioner.
        b: the right side.
        share: of the length of b, which the rest b − A x may keep.
        most: how many products with A at most.

    Returns:
        x, and how many products it took.
    """
    x, rest = np.zeros(len(b)), b.copy()
    enough = share * share * float((b * b).sum())
    y = alone(rest)
    along, product = y.copy(), float((rest * y).sum())
    for turn in range(most):
        if float((rest * rest).sum()) <= enough:
            return x, turn
        bent = times(along)
        length = product / float((along * bent).sum())
        x += length * along
        rest -= length * bent
        y = alone(rest)
        before, product = product, float((rest * y).sum())
        along = y + (product / before) * along
    return x, most
