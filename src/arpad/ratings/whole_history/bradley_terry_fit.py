"""Fitting strengths to all results at once: Newton's method on merged pairs, with sparse linear algebra.

Natural units throughout: a player's strength is θ, and a game is decided by x = θi − θj + h · advantage +
z · β, where z are the covariates of the game. Games of the same two players under the same advantage are one
row of counts, unless there are covariates. Each Newton step solves (A + Λ) d = gradient, where A is the
weighted graph Laplacian of who met whom; up to ``DENSE`` players by Cholesky's method, beyond by conjugate
gradients with the diagonal for a preconditioner. The advantage, the covariates and the parameter of ties hang
on as a border of a few rows (Schur's complement).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import NotProvided, progress
from arpad.core.interface import setting
from arpad.ratings.whole_history.tie_models import likelihood, slopes

Floats = NDArray[np.float64]

DENSE = 500
"""Up to how many players the information is inverted as it stands; beyond, its inverse is approximated."""

STEPS = 100
SUPPOSED = 8
"""How many steps a bar supposes before their sizes tell."""

SMALL = 1e-9
"""A Newton step after which the next one would be lost in rounding: convergence is quadratic."""

NEAR = 0.1
"""A Newton step of the strengths that is taken as it is: so near the top a logistic likelihood only rises."""

FAR = 12.0
"""An advantage, in natural units, that only a search without an end comes to."""

TABLE = 1 << 22
"""Up to how many possible pairs they are numbered by a table of all, which is quicker than sorting."""


@dataclass(frozen=True, eq=False)
class PairResults:
    """Merged games: one row per pair of players and advantage, with the weights of its results.

    Args:
        i: the player of the lower index.
        j: the other player.
        side: +1 where i has the advantage, −1 where j has it, else 0.
        W: the weight of the games that i won.
        D: that of the ties.
        L: that of the games that i lost.
        covariates: rows × covariates, as i sees them; none if they are not asked for.
        game: the merged rows, game by game.
    """

    i: NDArray[Any]
    j: NDArray[Any]
    side: Floats
    W: Floats
    D: Floats
    L: Floats
    covariates: Floats
    game: PairGames

    @classmethod
    def of(
        cls,
        first: Any,
        second: Any,
        score: Floats,
        weight: Floats | None,
        side: Any,
        n: int,
        covariates: Floats | None = None,
    ) -> PairResults:
        """Merge games; a score between 0 and 1 that is not ½ counts as that share of a win.

        Games with covariates are not merged: each is a row.
        """
        swap = first > second
        i = np.where(swap, second, first).astype(np.int64)
        j = np.where(swap, first, second).astype(np.int64)
        s = np.where(swap, 1.0 - score, score)
        a = np.zeros(len(i), dtype=np.int64) if side is None else np.where(swap, -side, side).astype(np.int64)
        if covariates is None:
            key, row = _numbered((i * n + j) * 3 + a + 1, 3 * n * n)
            pair, sides = key // 3, (key % 3 - 1).astype(np.float64)
            i, j, z = pair // n, pair % n, np.empty((len(key), 0))
        else:
            row, sides = np.arange(len(i)), a.astype(np.float64)
            z = np.where(swap[:, None], -covariates, covariates)
        game = PairGames(row, s, weight)
        W, D, L = game.counts(len(i))
        return cls(i, j, sides, W, D, L, z, game)

    def edges(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return who took points from whom."""
        up, down = self.W + self.D > 0.0, self.L + self.D > 0.0
        return np.concatenate((self.i[up], self.j[down])), np.concatenate((self.j[up], self.i[down]))


@dataclass(frozen=True, eq=False)
class PairGames:
    """The games behind merged rows.

    Args:
        row: the row of each game.
        score: float64, the score of the row's player i.
        weight: float64, how much each game counts; None where all count alike.
    """

    row: NDArray[Any]
    score: Floats
    weight: Floats | None

    def counts(self, rows: int, factor: Floats | None = None) -> tuple[Floats, Floats, Floats]:
        """Return the weights of the wins, ties and losses of every row.

        Args:
            rows: how many rows there are.
            factor: what the weight of each game is multiplied by.
        """
        w = self.weight if factor is None or self.weight is None else self.weight * factor
        w = factor if w is None else w
        tie = self.score == 0.5
        won, lost = np.where(tie, 0.0, self.score), np.where(tie, 0.0, 1.0 - self.score)
        parts = (won, tie.astype(np.float64), lost) if w is None else (w * won, w * tie, w * lost)
        counted: list[Any] = [np.bincount(self.row, part, rows) for part in parts]
        W, D, L = counted
        return W, D, L


def _numbered(key: NDArray[np.int64], kinds: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct keys in their order, and for each key the place of its like among them."""
    if kinds > TABLE:
        return np.unique(key, return_inverse=True)
    there = np.bincount(key, minlength=kinds) > 0
    return np.flatnonzero(there), (np.cumsum(there) - 1)[key]


@dataclass(frozen=True, eq=False)
class BradleyTerryFit:
    """What was found: strengths, advantage, coefficients and tie parameter, and how it went.

    Args:
        theta: the strengths, float64 over players.
        h: the advantage.
        coefficients: those of the covariates.
        tie: ν of Davidson, θ of Rao and Kupper.
        rounds: Newton steps.
        residual: the size of the last.
        information: of the last step, with what hangs on as its border.
    """

    theta: Floats
    h: float
    coefficients: Floats
    tie: float
    rounds: int
    residual: float
    information: Information

    def x(self, pairs: PairResults) -> Floats:
        """Return by what every row is decided, in natural units."""
        x = self.theta[pairs.i] - self.theta[pairs.j] + self.h * pairs.side
        return np.asarray(x + pairs.covariates @ self.coefficients if len(self.coefficients) else x)


def fit(
    pairs: PairResults,
    start: Floats,
    free: NDArray[np.bool_],
    model: str,
    *,
    h: float,
    fit_h: bool,
    tie: float,
    fit_tie: bool,
    precision: float,
    coefficients: Floats | None = None,
    center: Floats | None = None,
    small: float = SMALL,
) -> BradleyTerryFit:
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
        precision: of the normal prior, one over its variance; 0 for none.
        coefficients: those of the covariates to start from; 0 if not given.
        center: the mean of the prior, over players; 0 if not given.
        small: how small the last step is at most; what is left is about its square.

    Raises:
        NotProvided: it does not converge, since the results do not hold every number in place.
    """
    place = np.full(len(start), -1)
    place[free] = np.arange(np.count_nonzero(free))
    loose = precision == 0.0 and bool(free.all())
    Z = np.column_stack((pairs.side, pairs.covariates)) if fit_h else pairs.covariates
    given = 0.0 if fit_h else h * pairs.side
    beta = np.zeros(pairs.covariates.shape[1]) if coefficients is None else coefficients
    b = np.concatenate(([h], beta)) if fit_h else beta
    system = Information(pairs.i, pairs.j, Z, place, precision, loose)
    middle = np.zeros(len(start)) if center is None else center
    posterior = _Posterior(pairs, model, Z, given, middle, precision)
    now = _Point(start.copy(), b, tie, posterior.height(start, b, tie))
    search_progress = progress.Rounds(small, STEPS, supposed=SUPPOSED, newton=True)
    for rounds in range(1, STEPS + 1):
        s = slopes(model, posterior.decided(now.theta, now.b), now.tie, pairs.W, pairs.D, pairs.L)
        system.fill(s.xx, s.xe if fit_tie else None, float(np.sum(s.ee)))
        extra = np.append(Z.T @ s.x, [float(np.sum(s.e))] if fit_tie else [])
        gradient = system.spread(s.x) - precision * (now.theta - middle)[free]
        try:
            step, moved = system.solve(gradient, extra)
        except np.linalg.LinAlgError:
            break
        size = max([float(np.abs(step).max(initial=0.0)), *map(abs, moved)])
        if not math.isfinite(size):
            break
        certain = size < NEAR and not (fit_tie or len(b))
        now, shrink = _line_search(posterior, now, free, step, moved, certain=certain, fit_tie=fit_tie)
        if fit_h and abs(now.b[0]) > FAR:
            break
        if loose:
            now = now._replace(theta=np.asarray(now.theta - now.theta.mean(), dtype=np.float64))
        if shrink == 1.0 and size < small:
            fitted_h = float(now.b[0]) if fit_h else h
            fitted = now.b[1:] if fit_h else now.b
            return BradleyTerryFit(now.theta, fitted_h, fitted, now.tie, rounds, size, system)
        search_progress.tell(rounds, size)
    raise NotProvided(
        "the most likely strengths are out of reach: the results do not hold them in place",
        remedy=f"Give a prior, such as {setting('prior=350')}"
        + (", or the advantage" if fit_h else "")
        + (", or leave a covariate out: it may decide every game." if len(beta) else "."),
    )


class _Point(NamedTuple):
    """Where the search stands.

    Args:
        theta: the strengths.
        b: the advantage where it is fitted, and the coefficients.
        tie: the tie parameter.
        height: the log-posterior of all these, but for a constant.
    """

    theta: Floats
    b: Floats
    tie: float
    height: float


@dataclass(frozen=True, eq=False)
class _Posterior:
    """The log-posterior that the search climbs.

    Args:
        pairs: the games.
        model: of :mod:`arpad.ratings.whole_history.tie_models`.
        Z: rows × numbers that are fitted beside the strengths.
        given: the advantage of every row where it is not fitted; 0.0 where it is.
        middle: the mean of the prior, over players.
        precision: of the prior.
    """

    pairs: PairResults
    model: str
    Z: Floats
    given: Floats | float
    middle: Floats
    precision: float

    def decided(self, theta: Floats, b: Floats) -> Floats:
        """Return by what every row is decided, in natural units."""
        x = theta[self.pairs.i] - theta[self.pairs.j] + self.given
        return np.asarray(x + self.Z @ b if len(b) else x)

    def height(self, theta: Floats, b: Floats, tie: float) -> float:
        """Return the log-posterior, but for a constant."""
        off = theta - self.middle
        pairs = self.pairs
        chance = likelihood(self.model, self.decided(theta, b), tie, pairs.W, pairs.D, pairs.L)
        return chance - 0.5 * self.precision * float(off @ off)


def _line_search(
    posterior: _Posterior,
    now: _Point,
    free: NDArray[np.bool_],
    step: Floats,
    moved: Floats,
    *,
    certain: bool,
    fit_tie: bool,
) -> tuple[_Point, float]:
    """Return the point after Newton's step, halved until it does not go down, and the share of it.

    Args:
        posterior: what is climbed.
        now: where the step begins.
        free: whose strength moves.
        step: of their strengths.
        moved: the step of what is fitted beside them; of the logarithm of the tie parameter last.
        certain: whether the whole step is taken without a look at the likelihood.
        fit_tie: whether the tie parameter moves.
    """
    least = 1.0 if posterior.model == "rao-kupper" else 0.0
    shrink = 1.0
    while True:
        theta = now.theta.copy()
        theta[free] += shrink * step
        b = now.b + shrink * moved[: len(now.b)]
        tie = _moved(now.tie, shrink * float(moved[-1]), least) if fit_tie else now.tie
        # A likelihood not asked for is lower than any: the next step that asks is taken.
        then = -math.inf if certain else posterior.height(theta, b, tie)
        if certain or then >= now.height - 1e-9 * max(1.0, abs(now.height)) or shrink < 1e-6:
            return _Point(theta, b, tie, then), shrink
        shrink *= 0.5


def _moved(tie: float, step: float, least: float) -> float:
    """Return the tie parameter after a step of its logarithm, kept above the least it may be."""
    moved = tie * math.exp(max(-5.0, min(5.0, step)))
    return moved if moved > least else least + 0.5 * (tie - least)


Solve = Callable[[Floats], Floats]


@dataclass(eq=False)
class Information:
    """The information of the free players, in the shape that every step fills anew, and its border.

    Args:
        first: the one player of every row.
        second: the other.
        Z: rows × numbers that are fitted beside the strengths (advantage, coefficients).
        place: where a player stands in the matrix; −1 for one whose strength is held.
        precision: of the prior.
        loose: whether the data leave the mean of the strengths open; it is 0 then.
    """

    first: NDArray[Any]
    second: NDArray[Any]
    Z: Floats
    place: NDArray[Any]
    precision: float
    loose: bool
    i: NDArray[Any] = field(init=False)
    j: NDArray[Any] = field(init=False)
    border: Floats = field(init=False)
    corner: Floats = field(init=False)
    answered: Floats = field(init=False)
    """What solves the system for each column of the border."""
    schur: Floats = field(init=False)
    """The information of what is fitted beside the strengths, once these are fitted too."""
    weight: Floats = field(init=False)
    level: float = field(init=False, default=0.0)
    dense: Floats | None = field(init=False, default=None)
    _solve: Solve = field(init=False)

    def __post_init__(self) -> None:
        self.i, self.j = self.place[self.first], self.place[self.second]
        self.n: int = int(self.place.max(initial=-1)) + 1
        self.both: NDArray[np.bool_] = (self.i >= 0) & (self.j >= 0)

    def spread(self, force: Floats) -> Floats:
        """Return a force on x as forces on the strengths: + on the one, − on the other."""
        up = np.bincount(self.i + 1, force, self.n + 1) - np.bincount(self.j + 1, force, self.n + 1)
        return np.asarray(up[1:], dtype=np.float64)

    def diagonal(self, weight: Floats) -> Floats:
        """Return what the rows with these weights add up to, player by player."""
        sums = np.bincount(self.i + 1, weight, self.n + 1) + np.bincount(self.j + 1, weight, self.n + 1)
        return np.asarray(sums[1:])

    def laplacian(self, weight: Floats) -> Floats:
        """Return n × n, Σ weight · (e_i − e_j)(e_i − e_j)ᵀ over the rows."""
        n = self.n
        across: Any = np.bincount(self.i[self.both] * n + self.j[self.both], weight[self.both], n * n)
        A = -across.reshape(n, n).astype(np.float64)  # of no rows the counts are whole numbers
        A += A.T
        A[np.diag_indices(n)] += self.diagonal(weight)
        return np.asarray(A)

    def fill(self, weight: Floats, tied: Floats | None, corner: float) -> None:
        """Take the information of the rows.

        Args:
            weight: by x twice.
            tied: by x and the tie parameter; None where that is not fitted.
            corner: by the tie parameter twice.
        """
        self.weight = weight
        columns = [self.spread(weight * z) for z in self.Z.T]
        fitted = self.Z.shape[1]
        size = fitted + (tied is not None)
        self.corner = np.zeros((size, size))
        self.corner[:fitted, :fitted] = self.Z.T @ (self.Z * weight[:, None])
        if tied is not None:
            columns.append(self.spread(tied))
            self.corner[-1, -1] = corner
            self.corner[-1, :fitted] = self.corner[:fitted, -1] = self.Z.T @ tied
        self.border = np.stack(columns, axis=1) if columns else np.zeros((self.n, 0))
        self._solve = self._solver()
        answers = [self._solve(column) for column in columns]
        self.answered = np.stack(answers, axis=1) if answers else self.border
        self.schur = self.corner - self.border.T @ self.answered

    def solve(self, gradient: Floats, extra: Floats) -> tuple[Floats, Floats]:
        """Solve a system with a border: [A B; Bᵀ C] [d; g] = [gradient; extra]."""
        step = self._solve(gradient)
        if not self.border.shape[1]:
            return step, extra
        extra_step: Any = np.linalg.solve(self.schur, extra - self.border.T @ step)
        return np.asarray(step - self.answered @ extra_step), extra_step

    def _solver(self) -> Solve:
        if self.n <= DENSE:
            A = self.laplacian(self.weight)
            A[np.diag_indices(self.n)] += self.precision
            self.level = float(np.trace(A)) / max(1, self.n) ** 2 if self.loose else 0.0
            A += self.level  # a mean of 0, which the data leave open, held in place
            self.dense = A
            from scipy.linalg import cho_factor, cho_solve

            try:
                factor = cho_factor(A)
            except np.linalg.LinAlgError:
                return lambda b: np.full(len(b), np.nan)
            return lambda b: np.asarray(cho_solve(factor, b))
        from scipy.sparse.linalg import LinearOperator, cg

        A, diagonal = self.sparse()
        scaled = LinearOperator((self.n, self.n), matvec=lambda b: b / diagonal, dtype=np.float64)

        def solve(b: Floats) -> Floats:
            if self.loose:
                b = b - b.mean()  # the rest is of rounding, and no solution comes nearer to it
            if not b.any():
                return np.zeros_like(b)
            solution, _ = cg(A, b, rtol=1e-5, maxiter=20 * self.n, M=scaled)
            return np.asarray(solution - solution.mean() if self.loose else solution)

        return solve

    def sparse(self) -> tuple[Any, Floats]:
        """Return the information of the strengths as a sparse matrix, and its diagonal."""
        from scipy.sparse import csr_array

        diagonal = self.diagonal(self.weight) + self.precision
        i, j, w = self.i[self.both], self.j[self.both], self.weight[self.both]
        at = np.arange(self.n)
        A = csr_array(
            (
                np.concatenate((diagonal, -w, -w)),
                (np.concatenate((at, i, j)), np.concatenate((at, j, i))),
            ),
            shape=(self.n, self.n),
        )
        return A, diagonal
