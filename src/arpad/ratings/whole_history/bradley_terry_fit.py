"""Fitting strengths to all results at once: Newton's method on merged pairs, with sparse linear algebra.

Natural units throughout: a player's strength is θ, and a game is decided by x = θi − θj + h · advantage.
Games of the same two players under the same advantage are one row of counts. Each Newton step solves
(A + Λ) d = gradient, where A is the weighted graph Laplacian of who met whom; up to ``DENSE`` players by
Cholesky's method, beyond by conjugate gradients with the diagonal for a preconditioner. The advantage and the
parameter of ties hang on as a border of one or two rows (Schur's complement).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import NotProvided
from arpad.core.interface import setting
from arpad.ratings.whole_history.tie_models import likelihood, slopes

Floats = NDArray[np.float64]

DENSE = 500
"""Up to how many players the information is inverted as it stands; beyond, its inverse is approximated."""

STEPS = 100
SMALL = 1e-9
"""A Newton step after which the next one would be lost in rounding: convergence is quadratic."""

FAR = 12.0
"""An advantage, in natural units, that only a search without an end comes to."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """Merged games: one row per pair of players and advantage, with the weights of its results."""

    i: NDArray[Any]
    j: NDArray[Any]
    side: Floats
    W: Floats
    D: Floats
    L: Floats

    @classmethod
    def of(cls, first: Any, second: Any, score: Floats, weight: Floats | None, side: Any, n: int) -> Pairs:
        """Merge games; a score between 0 and 1 that is not ½ counts as that share of a win."""
        swap = first > second
        i = np.where(swap, second, first).astype(np.int64)
        j = np.where(swap, first, second).astype(np.int64)
        s = np.where(swap, 1.0 - score, score)
        a = np.zeros(len(i), dtype=np.int64) if side is None else np.where(swap, -side, side).astype(np.int64)
        key, row = np.unique((i * n + j) * 3 + a + 1, return_inverse=True)
        w = np.ones(len(i)) if weight is None else weight
        tie = s == 0.5
        rows = len(key)
        W: Any = np.bincount(row, w * np.where(tie, 0.0, s), rows)
        D: Any = np.bincount(row, w * tie, rows)
        L: Any = np.bincount(row, w * np.where(tie, 0.0, 1.0 - s), rows)
        some = W + D + L > 0.0
        pair, sides = key // 3, (key % 3 - 1).astype(np.float64)
        return cls((pair // n)[some], (pair % n)[some], sides[some], W[some], D[some], L[some])

    def edges(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return who took points from whom."""
        up, down = self.W + self.D > 0.0, self.L + self.D > 0.0
        return np.concatenate((self.i[up], self.j[down])), np.concatenate((self.j[up], self.i[down]))


@dataclass(frozen=True, eq=False)
class Fit:
    """What was found: strengths with their variances, advantage, tie parameter, and how it went."""

    theta: Floats
    variance: Floats
    h: float
    tie: float
    rounds: int
    residual: float


def fit(
    pairs: Pairs,
    start: Floats,
    free: NDArray[np.bool_],
    model: str,
    *,
    h: float,
    fit_h: bool,
    tie: float,
    fit_tie: bool,
    precision: float,
) -> Fit:
    """Find the most likely strengths.

    Args:
        pairs: the games.
        start: strengths to start from; players not free keep theirs.
        free: whose strength is looked for.
        model: of :mod:`arpad.ratings.whole_history.tie_models`.
        h: the advantage, or where to start from.
        fit_h: whether it is looked for.
        tie: ν of Davidson, θ of Rao and Kupper, or where to start from.
        fit_tie: whether it is looked for.
        precision: of the normal prior around 0, one over its variance; 0 for none.

    Raises:
        NotProvided: it does not converge, since the results do not hold every number in place.
    """
    theta, least = start.copy(), 1.0 if model == "rao-kupper" else 0.0
    place = np.full(len(start), -1)
    place[free] = np.arange(np.count_nonzero(free))
    system = _System(pairs, place, precision)
    loose = precision == 0.0 and bool(free.all())

    def height(theta: Floats, h: float, tie: float) -> float:
        x = theta[pairs.i] - theta[pairs.j] + h * pairs.side
        return likelihood(model, x, tie, pairs.W, pairs.D, pairs.L) - 0.5 * precision * float(theta @ theta)

    now = height(theta, h, tie)
    for rounds in range(1, STEPS + 1):
        x = theta[pairs.i] - theta[pairs.j] + h * pairs.side
        s = slopes(model, x, tie, pairs.W, pairs.D, pairs.L)
        rows = [(s.xx * pairs.side, s.x * pairs.side, s.xx * pairs.side**2)] if fit_h else []
        border = [system.spread(s.xx * pairs.side)] if fit_h else []
        if fit_tie:
            border.append(system.spread(s.xe))
        corner = np.zeros((len(border), len(border)))
        extra = np.zeros(len(border))
        if fit_h:
            corner[0, 0], extra[0] = float(rows[0][2].sum()), float(rows[0][1].sum())
        if fit_tie:
            corner[-1, -1], extra[-1] = float(np.sum(s.ee)), float(np.sum(s.e))
            if fit_h:
                corner[0, 1] = corner[1, 0] = float((s.xe * pairs.side).sum())
        gradient = system.spread(s.x) - precision * theta[free]
        solve = system.solver(s.xx, loose)
        try:
            step, globals_ = _bordered(solve, gradient, border, corner, extra)
        except np.linalg.LinAlgError:
            break
        size = max([float(np.abs(step).max(initial=0.0)), *map(abs, globals_)])
        if not math.isfinite(size):
            break
        shrink = 1.0
        while True:
            trial = theta.copy()
            trial[free] += shrink * step
            new_h = h + shrink * float(globals_[0]) if fit_h else h
            new_tie = _moved(tie, shrink * float(globals_[-1]), least) if fit_tie else tie
            then = height(trial, new_h, new_tie)
            if then >= now - 1e-9 * max(1.0, abs(now)) or shrink < 1e-6:
                break
            shrink *= 0.5
        theta, h, tie, now = trial, new_h, new_tie, then
        if fit_h and abs(h) > FAR:
            break
        if loose:
            theta = np.asarray(theta - theta.mean(), dtype=np.float64)
        if shrink == 1.0 and size < SMALL:
            variance = np.zeros(len(theta))
            variance[free] = system.variance(solve, border, corner, loose)
            return Fit(theta, variance, h, tie, rounds, size)
    raise NotProvided(
        "the most likely strengths are out of reach: the results do not hold them in place",
        remedy=f"Give a prior, such as {setting('prior=350')}" + (", or the advantage." if fit_h else "."),
    )


def _moved(tie: float, step: float, least: float) -> float:
    """Return the tie parameter after a step of its logarithm, kept above the least it may be."""
    moved = tie * math.exp(max(-5.0, min(5.0, step)))
    return moved if moved > least else least + 0.5 * (tie - least)


Solve = Callable[[Floats], Floats]


def _bordered(
    solve: Solve, gradient: Floats, border: list[Floats], corner: Floats, extra: Floats
) -> tuple[Floats, Floats]:
    """Solve a system with a border: [A B; Bᵀ C] [d; g] = [gradient; extra]."""
    step = solve(gradient)
    if not border:
        return step, extra
    B = np.stack(border, axis=1)
    Y = np.stack([solve(column) for column in border], axis=1)
    found: Any = np.linalg.solve(corner - B.T @ Y, extra - B.T @ step)
    return np.asarray(step - Y @ found), found


class _System:
    """The information matrix of the free players, in the shape that every step fills anew."""

    def __init__(self, pairs: Pairs, place: NDArray[Any], precision: float) -> None:
        self.i, self.j = place[pairs.i], place[pairs.j]
        self.n = int(place.max(initial=-1)) + 1
        self.precision = precision
        self.both = (self.i >= 0) & (self.j >= 0)

    def spread(self, force: Floats) -> Floats:
        """Return a force on x as forces on the strengths: + on the one, − on the other."""
        up = np.bincount(self.i + 1, force, self.n + 1) - np.bincount(self.j + 1, force, self.n + 1)
        return np.asarray(up[1:], dtype=np.float64)

    def diagonal(self, weight: Floats) -> Floats:
        met = np.bincount(self.i + 1, weight, self.n + 1) + np.bincount(self.j + 1, weight, self.n + 1)
        return np.asarray(met[1:] + self.precision)

    def solver(self, weight: Floats, loose: bool) -> Solve:
        """Return what solves the system with these weights of the pairs."""
        self.weight = weight
        diagonal = self.diagonal(weight)
        i, j, w = self.i[self.both], self.j[self.both], weight[self.both]
        if self.n <= DENSE:
            A: Any = np.diag(diagonal)
            np.add.at(A, (i, j), -w)
            np.add.at(A, (j, i), -w)
            self.level = float(diagonal.mean()) / max(1, self.n) if loose else 0.0
            A += self.level  # a mean of 0, which the data leave open, held in place
            self.dense = A
            from scipy.linalg import cho_factor, cho_solve

            try:
                factor = cho_factor(A)
            except np.linalg.LinAlgError:
                return lambda b: np.full(len(b), np.nan)
            return lambda b: np.asarray(cho_solve(factor, b))
        from scipy.sparse import csr_array
        from scipy.sparse.linalg import LinearOperator, cg

        at = np.arange(self.n)
        A = csr_array(
            (
                np.concatenate((diagonal, -w, -w)),
                (np.concatenate((at, i, j)), np.concatenate((at, j, i))),
            ),
            shape=(self.n, self.n),
        )
        scaled = LinearOperator((self.n, self.n), matvec=lambda b: b / diagonal, dtype=np.float64)

        def solve(b: Floats) -> Floats:
            if not b.any():
                return np.zeros_like(b)
            found, _ = cg(A, b, rtol=1e-5, maxiter=20 * self.n, M=scaled)
            return np.asarray(found - found.mean() if loose else found)

        return solve

    def variance(self, solve: Solve, border: list[Floats], corner: Floats, loose: bool) -> Floats:
        """Return the variances of the strengths: the diagonal of the inverse of the information.

        Beyond ``DENSE`` players: one over a player's own information, and the way once over the opponents.
        """
        if self.n <= DENSE:
            inverse = np.linalg.inv(self.dense)
            if loose:
                inverse -= 1.0 / (self.level * self.n**2)
            found: Any = np.diag(inverse).copy()
        else:
            d = self.diagonal(self.weight)
            i, j, w = self.i[self.both], self.j[self.both], self.weight[self.both]
            near = np.bincount(i, w * w / d[j], self.n) + np.bincount(j, w * w / d[i], self.n)
            found = (1.0 + near / d) / d
        if border:
            B = np.stack(border, axis=1)
            Y = np.stack([solve(column) for column in border], axis=1)
            found += np.einsum("ij,jk,ik->i", Y, np.linalg.inv(corner - B.T @ Y), Y)
        return np.asarray(np.maximum(found, 0.0))
