"""How sure fitted strengths are: by the model, whatever the model, by clusters of games, by resampling.

A is the information of what was fitted (the strengths, and whatever else is: advantage, coefficients, tie
parameter), g the score of a game (the slope of its log-likelihood), G = Σ g gᵀ.

* **model**: A⁻¹. It believes the model: a tie that counts as half a win is believed to vary like a coin.
* **sandwich**: A⁻¹ G A⁻¹ (Huber 1967; White 1982, *Econometrica* 50, 1-25; for leaderboards of models: Chiang
  et al. 2024, *Chatbot Arena*, arXiv:2403.04132). It believes that games are independent, no more. A weight
  counts as importance: a game of weight 2 is one game, and not two.
* **cluster**: the same with the scores of a cluster (a voter, an event) added up before they are squared,
  times C / (C − 1) for C clusters (Liang and Zeger 1986, *Biometrika* 73, 13-22). It believes that clusters
  are independent.
* **bootstrap**: the spread of refits in which every game, or every cluster, has a random weight of mean 1, an
  exponential one (Rubin 1981, *Ann. Stat.* 9, 130-134; Chatterjee and Bose 2005, *Ann. Stat.* 33, 414-436).
  No game has the weight 0, so that whoever can be rated by the games can be rated in every refit.

A normal prior is as one more observation of every strength: it adds its precision to A and to G, so that all
agree where the model holds. All is with respect to the mean of the strengths where no prior and no anchor
holds them.

Beyond ``DENSE`` players A is not inverted. By the model, a variance is then one over the player's own
information, and the way once over the opponents. The others are estimated from :data:`PROBES` draws of a sum
of scores with random signs, for each of which A is solved: the standard error of a deviation is then
1 / √(2 · PROBES) of it, 6 %.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import NotProvided, progress
from arpad.ratings.whole_history.bradley_terry_fit import (
    BradleyTerryFit,
    Floats,
    Information,
    PairResults,
    fit,
)
from arpad.ratings.whole_history.tie_models import scores

VARIANCES = ("model", "sandwich", "cluster", "bootstrap")

PROBES = 128
"""Draws from which the variances of many players are estimated."""

ENOUGH = 1e-4
"""The last step of a refit: what is left, about its square, is far below what refits differ by."""

SEED = 20260101
"""Of these draws."""


@dataclass(frozen=True, eq=False)
class Spread:
    """How far off what was fitted may be, in natural units.

    Args:
        variance: float64 over players; 0 where a strength is held.
        covariance: players × players; None beyond ``DENSE`` players.
        beside: the variances of the advantage and of the coefficients, as far as they were fitted.
    """

    variance: Floats
    covariance: Floats | None
    beside: Floats


@dataclass(frozen=True)
class Model:
    """What was fitted: see :func:`arpad.ratings.whole_history.bradley_terry_fit.fit`.

    Args:
        ties: the name of the model.
        fit_h: whether the advantage was looked for.
        fit_tie: whether the parameter of ties was.
        precision: of the prior.
    """

    ties: str
    fit_h: bool
    fit_tie: bool
    precision: float


def spread(
    kind: str,
    pairs: PairResults,
    solution: BradleyTerryFit,
    model: Model,
    clusters: NDArray[Any] | None = None,
    *,
    resamples: int = 200,
    seed: int = 1,
) -> Spread:
    """Return how sure a fit is.

    Args:
        kind: one of :data:`VARIANCES`.
        pairs: the games.
        solution: what was fitted to them.
        model: how.
        clusters: int over games, the cluster of each; a game of a negative number is one by itself. The
            bootstrap draws clusters where they are given.
        resamples: how many refits the bootstrap makes.
        seed: of its draws.
    """
    system = solution.information
    if kind == "bootstrap":
        return _refit_spread(pairs, solution, model, clusters, resamples, seed)
    dense = system.dense is not None
    if kind == "model":
        return _exact_spread(system, None) if dense else _approximate_spread(system)
    forces = _Forces.of(pairs, solution, model)
    if kind == "sandwich":
        return _exact_spread(system, forces.squared(system)) if dense else _probe_spread(system, forces, None)
    assert clusters is not None
    number = separate(clusters)
    return (
        _exact_spread(system, forces.clustered(system, number))
        if dense
        else _probe_spread(system, forces, number)
    )


def separate(clusters: NDArray[Any]) -> NDArray[np.int64]:
    """Return the clusters numbered from 0; a game of a negative number is a cluster by itself.

    Raises:
        NotProvided: there is one cluster only.
    """
    number = clusters.astype(np.int64)
    alone = np.flatnonzero(number < 0)
    number[alone] = number.max(initial=-1) + 1 + np.arange(len(alone))
    if len(number) and not (number != number[0]).any():
        raise NotProvided(
            "every game is of the same cluster: how clusters differ cannot be told",
            remedy="Name a column of several clusters, such as voters or events.",
        )
    return number


@dataclass(frozen=True, eq=False)
class _Forces:
    """The scores of the games: f on x, and e on the tie parameter (None where it is not fitted)."""

    pairs: PairResults
    f: Floats
    e: Floats | None

    @classmethod
    def of(cls, pairs: PairResults, solution: BradleyTerryFit, model: Model) -> _Forces:
        derivatives, game = scores(model.ties, solution.x(pairs), solution.tie), pairs.game
        row, s, tie = game.row, game.score, game.score == 0.5
        w = 1.0 if game.weight is None else game.weight
        f = w * np.where(
            tie, derivatives.tie[row], derivatives.loss[row] + s * (derivatives.win - derivatives.loss)[row]
        )
        if not model.fit_tie:
            return cls(pairs, f, None)
        e = w * np.where(
            tie,
            derivatives.e_tie[row],
            derivatives.e_loss[row] + s * (derivatives.e_win - derivatives.e_loss)[row],
        )
        return cls(pairs, f, e)

    def squared(self, system: Information) -> Floats:
        """Return G over independent games."""
        rows, row, n, Z = len(self.pairs.i), self.pairs.game.row, system.n, system.Z
        ff: Any = np.bincount(row, self.f * self.f, rows)
        m = Z.shape[1]
        G = np.zeros((n + m + (self.e is not None),) * 2)
        G[:n, :n] = system.laplacian(ff)
        for k in range(m):
            G[:n, n + k] = G[n + k, :n] = system.spread(ff * Z[:, k])
        G[n : n + m, n : n + m] = Z.T @ (Z * ff[:, None])
        if self.e is not None:
            fe: Any = np.bincount(row, self.f * self.e, rows)
            G[:n, -1] = G[-1, :n] = system.spread(fe)
            G[n : n + m, -1] = G[-1, n : n + m] = Z.T @ fe
            G[-1, -1] = float(self.e @ self.e)
        return _with_prior(G, system)

    def clustered(self, system: Information, number: NDArray[np.int64]) -> Floats:
        """Return G over independent clusters."""
        count = int(number.max()) + 1
        U = self.sums(system, number, count)
        G = np.asarray((U.T @ U).todense(), dtype=np.float64)
        return _with_prior(G * (count / (count - 1)), system)

    def sums(self, system: Information, number: NDArray[np.int64], count: int) -> Any:
        """Return clusters × what is fitted, sparse: the scores of each cluster's games."""
        from scipy.sparse import csr_array

        row, n = self.pairs.game.row, system.n
        at: list[Any] = []
        for place, sign in ((system.i[row], 1.0), (system.j[row], -1.0)):
            free = place >= 0
            at.append((number[free], place[free], sign * self.f[free]))
        for k in range(system.Z.shape[1]):
            at.append((number, np.full(len(row), n + k), self.f * system.Z[row, k]))
        if self.e is not None:
            at.append((number, np.full(len(row), n + system.Z.shape[1]), self.e))
        rows, columns, values = (np.concatenate(part) for part in zip(*at, strict=True))
        width = n + system.Z.shape[1] + (self.e is not None)
        return csr_array((values, (rows, columns)), shape=(count, width))


def _with_prior(G: Floats, system: Information) -> Floats:
    at = np.arange(system.n)
    G[at, at] += system.precision
    return G


def _exact_spread(system: Information, G: Floats | None) -> Spread:
    """Return A⁻¹, or A⁻¹ G A⁻¹."""
    n, m = system.n, system.border.shape[1]
    assert system.dense is not None
    A = np.empty((n + m, n + m))
    A[:n, :n], A[n:, n:] = system.dense, system.corner
    A[:n, n:], A[n:, :n] = system.border, system.border.T
    try:
        inverse = np.linalg.inv(A)
    except np.linalg.LinAlgError:
        raise NotProvided(
            "the games do not tell the advantage, or the effect of a covariate, from the ratings",
            remedy="Leave it out, or give its value.",
        ) from None
    if system.loose:
        inverse[:n, :n] -= 1.0 / (system.level * n**2)
    cov: Any = inverse if G is None else inverse @ G @ inverse
    whole = np.zeros((len(system.place),) * 2)
    free = np.flatnonzero(system.place >= 0)
    whole[np.ix_(free, free)] = cov[:n, :n]
    fitted = system.Z.shape[1]
    return Spread(np.maximum(np.diag(whole), 0.0), whole, np.maximum(np.diag(cov)[n : n + fitted], 0.0))


def _variance_of_all(system: Information, variance: Floats) -> Floats:
    """Return variances of the free players as those of all."""
    whole = np.zeros(len(system.place))
    whole[system.place >= 0] = np.maximum(variance, 0.0)
    return whole


def _approximate_spread(system: Information) -> Spread:
    """Return the variances by the model of many players, with the way once over the opponents."""
    d = system.diagonal(system.weight) + system.precision
    i, j, w = system.i[system.both], system.j[system.both], system.weight[system.both]
    near = np.bincount(i, w * w / d[j], system.n) + np.bincount(j, w * w / d[i], system.n)
    variance = (1.0 + near / d) / d
    beside = np.linalg.inv(system.schur) if len(system.schur) else system.schur
    variance = variance + np.einsum("ij,jk,ik->i", system.answered, beside, system.answered)
    return Spread(_variance_of_all(system, variance), None, np.diag(beside)[: system.Z.shape[1]].copy())


def _probe_spread(system: Information, forces: _Forces, number: NDArray[np.int64] | None) -> Spread:
    """Return the variances of many players from random signs of the games, or of the clusters."""
    games = len(forces.f)
    count = games if number is None else int(number.max()) + 1
    draw = np.random.Generator(np.random.PCG64(SEED))
    U = forces.sums(system, np.arange(games) if number is None else number, count).T.tocsr()
    scale = 1.0 if number is None else np.sqrt(count / (count - 1))
    n, total = system.n, np.zeros(U.shape[0])
    for probe in range(PROBES):
        progress.tell(probe / PROBES, (probe + 1) / PROBES)
        pull = scale * (U @ (draw.integers(0, 2, count) * 2.0 - 1.0))
        if system.precision:
            pull[:n] += np.sqrt(system.precision) * (draw.integers(0, 2, n) * 2.0 - 1.0)
        step, beside = system.solve(pull[:n], pull[n:])
        total += np.concatenate((step, beside)) ** 2
    variance = total / PROBES
    return Spread(_variance_of_all(system, variance[:n]), None, variance[n : n + system.Z.shape[1]])


def _refit_spread(
    pairs: PairResults,
    solution: BradleyTerryFit,
    model: Model,
    clusters: NDArray[Any] | None,
    resamples: int,
    seed: int,
) -> Spread:
    """Return the spread of refits with random weights."""
    draw = np.random.Generator(np.random.PCG64(seed))
    weights = _Weights.of(pairs, clusters)
    free = solution.information.place >= 0
    samples = []
    for sample in range(resamples):
        W, D, L = weights.counts(draw)
        center = None
        if model.precision:
            center = draw.standard_normal(len(free)) / np.sqrt(model.precision)
        with progress.part(sample / resamples, (sample + 1) / resamples):
            again = fit(
                replace(pairs, W=W, D=D, L=L),
                solution.theta,
                free,
                model.ties,
                h=solution.h,
                fit_h=model.fit_h,
                tie=solution.tie,
                fit_tie=model.fit_tie,
                precision=model.precision,
                coefficients=solution.coefficients,
                center=center,
                small=ENOUGH,
            )
        beside = ([again.h] if model.fit_h else []) + again.coefficients.tolist()
        samples.append(np.concatenate((again.theta, beside)))
    table = np.stack(samples)
    off = table - table.mean(axis=0)
    variance = (off * off).sum(axis=0) / (resamples - 1)
    n = len(free)
    covariance = (
        off[:, :n].T @ off[:, :n] / (resamples - 1) if solution.information.dense is not None else None
    )
    return Spread(variance[:n], covariance, variance[n:])


@dataclass(frozen=True, eq=False)
class _Weights:
    """Where the bootstrap's random weights go.

    Args:
        pairs: the games.
        number: the cluster of each game; None where each is drawn by itself.
        counts_of: rows × 3, how many games were won, tied and lost, where that is all there is to know: the
            sum of so many exponential weights is drawn at once then.
    """

    pairs: PairResults
    number: NDArray[np.int64] | None
    counts_of: tuple[Floats, Floats, Floats] | None

    @classmethod
    def of(cls, pairs: PairResults, clusters: NDArray[Any] | None) -> _Weights:
        score = pairs.game.score
        plain = pairs.game.weight is None and bool(((score == 0.0) | (score == 0.5) | (score == 1.0)).all())
        counts = (pairs.W, pairs.D, pairs.L) if plain and clusters is None else None
        return cls(pairs, None if clusters is None else separate(clusters), counts)

    def counts(self, draw: np.random.Generator) -> tuple[Floats, Floats, Floats]:
        """Draw the weights once and return those of the wins, ties and losses of every row."""
        if self.counts_of is not None:
            W, D, L = (draw.standard_gamma(count) for count in self.counts_of)
            return W, D, L
        games = len(self.pairs.game.row)
        if self.number is None:
            factor = draw.standard_exponential(games)
        else:
            factor = draw.standard_exponential(int(self.number.max()) + 1)[self.number]
        return self.pairs.game.counts(len(self.pairs.i), factor)
