"""Newton's method on all curves of Whole-History Rating at once, where player by player it is too slow.

Reference:
    Nocedal, J. and Wright, S. J. (2006), *Numerical Optimization*. Algorithm 5.3: preconditioned conjugate
    gradients; algorithm 7.1: Newton's method with them; 3.7b: how far the slope along a step may turn round.

The log-posterior is concave, so that a step along Newton's direction climbs; it is halved until the slope at
its end is no steeper than at its beginning. The linear equations of a step are solved the closer, the smaller
the gradient is (section 7.1), so that it is about squared by every step near the end, and no closer than is
asked for. The preconditioner is the step of each curve as if the others stood still. Sums are taken by one
thread in one order, so that the last digits of the ratings do not depend on how many cores there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arpad.compiled.specialising import ANSWER_FROM, specialise
from arpad.ratings.whole_history.whr_loop import (
    FAR,
    Whr,
    bends_loop,
    gradient_left,
    hessian_loop,
    pivots_loop,
    rest_loop,
)

if TYPE_CHECKING:
    from arpad.core.progress import Fall
    from arpad.ratings.state import Floats
    from arpad.ratings.whole_history.player_periods import PointArrays

SHORTEST = 2.0**-20
"""A step shorter than this share of Newton's gains nothing any more."""

LOOSEST = 0.1
"""The share of the gradient that a step may leave at most, if it were not for the curvature."""

CLOSE = 0.7
"""How many times the precision the last step may leave, if it were not for the curvature."""

ROUNDING = 8.0 * float(np.finfo(np.float64).eps)
"""Where curves hardly wander, the force that ties two points is known to this share of the strengths times
the tie: a step that gains nothing on a gradient below that is undone, and is the last."""

PASS = 4.0
"""What going over a game from both sides costs, in updates of Elo."""


def climb(
    p: Whr,
    points: PointArrays,
    ties: Floats,
    r: Floats,
    g: Floats,
    m: Floats,
    most: int,
    work: float,
    search_progress: Fall,
) -> tuple[int, float]:
    """Move all curves ``r``, in place, until the largest gradient is below the precision.

    Args:
        p: the parameters.
        points: the games as curves.
        ties: of the points with those before them.
        r: the curves.
        g: room, per point.
        m: room, per point.
        most: how often to go over all games at most.
        work: what the search costs, in updates of Elo, if it is not longer than was supposed.
        search_progress: takes the largest gradient that is left whenever the games were gone over.

    Returns:
        How often the games were gone over, and the largest gradient that is left.
    """
    once = PASS * (len(points.opponent) // 2)
    left = specialise(gradient_left, {}, work)
    newton = NewtonStep(points, ties)
    rounds, gradient, length = 0, float(left(p, points, ties, r, g, m)), 1.0
    search_progress.tell(rounds, gradient)
    while gradient >= p.precision and rounds < most and length >= SHORTEST:
        # A search that takes longer than was supposed is worth machine code after all; an interrupt is
        # answered between two passes, so that none needs a thread of its own unless it is long.
        worth = max(once, min(max(work, rounds * once), ANSWER_FROM - 1.0))
        left = specialise(gradient_left, {}, worth)
        enough = max(min(LOOSEST, gradient) * gradient, CLOSE * p.precision)
        step, turns = newton.solved(p, r, g, m, enough, most - rounds, worth, rounds, search_progress)
        step *= min(1.0, FAR / float(np.abs(step).max(initial=FAR)))
        before, last, slope, length = r.copy(), gradient, float((g * step).sum()), 1.0
        while True:
            r[:] = before + length * step
            gradient = float(left(p, points, ties, r, g, m))
            rounds += 1
            if abs(float((g * step).sum())) <= slope or length < SHORTEST:
                break
            length *= 0.5
        rounds += turns + 1
        search_progress.tell(rounds, gradient)
        if gradient >= last and last < ROUNDING * float(ties.max()) * float(np.abs(before).max()):
            r[:] = before
            return rounds, last
    return rounds, gradient


class NewtonStep:
    """Newton's step of all curves, by preconditioned conjugate gradients.

    Args:
        points: the games as curves.
        ties: of the points with those before them.
    """

    def __init__(self, points: PointArrays, ties: Floats) -> None:
        self._points = points
        self._ties = ties
        self._bend = np.empty(len(points.opponent))
        # Room that every step takes again: making it anew costs as much as a pass.
        self._step, self._rest, self._along, self._bent, self._alone, self._pivot = np.zeros((6, len(ties)))

    def solved(
        self,
        p: Whr,
        r: Floats,
        gradient: Floats,
        diagonal: Floats,
        enough: float,
        most: int,
        work: float,
        before: int,
        search_progress: Fall,
    ) -> tuple[Floats, int]:
        """Solve minus the Hessian times the step = the gradient.

        Args:
            p: the parameters.
            r: the curves.
            gradient: of the log-posterior at the curves.
            diagonal: of minus the Hessian there.
            enough: the largest entry that the rest, the gradient − minus the Hessian · the step, may keep.
            most: how many products with the Hessian at most, one or more.
            work: what the search costs, in updates of Elo.
            before: how often the games were gone over before.
            search_progress: takes the largest entry of the rest.

        Returns:
            The step, until the next one is solved, and how many products it took.
        """
        bends, pivots, hessian, residual = (
            specialise(loop, {}, work) for loop in (bends_loop, pivots_loop, hessian_loop, rest_loop)
        )
        points, ties = self._points, self._ties
        step, rest, along, bent = self._step, self._rest, self._along, self._bent
        sums = np.zeros(2)
        bends(p, points, r, self._bend)
        pivots(points, ties, diagonal, self._pivot)
        step[:], bent[:], rest[:] = 0.0, 0.0, gradient
        residual(points, ties, self._pivot, 0.0, bent, rest, self._alone, sums)
        along[:] = self._alone
        most = min(most, 2 * len(rest) + 10)  # but for rounding, as many as there are points would do
        for turn in range(1, most + 1):
            product = float(sums[1])
            length = product / hessian(points, ties, diagonal, self._bend, along, bent)
            residual(points, ties, self._pivot, length, bent, rest, self._alone, sums)
            # The product is in its place already, and so the room of it is free for the step.
            step += np.multiply(along, length, out=bent)
            search_progress.tell(before + turn, float(sums[0]))
            if sums[0] <= enough:
                return step, turn
            along *= sums[1] / product
            along += self._alone
        return step, most
