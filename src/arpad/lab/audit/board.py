"""The board that an audit looks at: the fitted strengths of the largest group, and what every game pulls.

Natural units throughout: x = θ_first − θ_second, and a game pulls on its first player by w · (s − E). A is
the information of the strengths, w · E · (1 − E) summed over the games as a graph Laplacian, with the level
of the mean held; A⁻¹ turns what games pull into how far strengths move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import NotProvided
from arpad.ratings.comparisons import Comparisons
from arpad.ratings.whole_history.bradley_terry_fit import BradleyTerryFit, PairResults, fit
from arpad.ratings.whole_history.bradley_terry_variance import Model, separate, spread
from arpad.ratings.whole_history.family import Q
from arpad.ratings.whole_history.identifiability import diagnose
from arpad.ratings.whole_history.tie_models import sigmoid
from arpad.record import Games, Players

Floats = NDArray[np.float64]

MOST = 2000
"""How many players an audit compares at most."""

PRIOR = 350.0
"""Deviation of the prior, in points, where the games alone leave a rating open."""


@dataclass(frozen=True, eq=False)
class FittedGroup:
    """The games of one group and the strengths that make them most likely.

    Args:
        games: those of the group, among its players only.
        strengths: the strengths, ties as half wins.
        prior: whether a prior was needed to find them: somebody won, or lost, every game.
    """

    games: Games
    strengths: BradleyTerryFit
    prior: bool

    @classmethod
    def of(cls, games: Games) -> FittedGroup:
        """Fit the strengths to games whose players are connected.

        Raises:
            NotProvided: there are more than :data:`MOST` players.
        """
        n = len(games.players)
        if n > MOST:
            raise NotProvided(
                f"an audit compares every player with every other, up to {MOST:,} players; here are {n:,}",
                remedy="Leave out the players with few games, or audit one pool at a time.",
            )
        pairs = PairResults.of(games.first, games.second, games.score, games.weight, None, n)
        try:
            diagnose(*pairs.edges(), np.zeros(n, dtype=bool), games.players.names, "")
            return cls(games, _fitted(pairs, n, 0.0), prior=False)
        except NotProvided:
            return cls(games, _fitted(pairs, n, 1.0 / (PRIOR * Q) ** 2), prior=True)

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.games.players)

    @property
    def names(self) -> Players:
        """Who they are."""
        return self.games.players

    @property
    def precision(self) -> float:
        """That of the prior, in natural units; 0 without one."""
        return 1.0 / (PRIOR * Q) ** 2 if self.prior else 0.0

    @cached_property
    def weight(self) -> Floats:
        """How much each game counts."""
        return np.ones(len(self.games)) if self.games.weight is None else self.games.weight

    @cached_property
    def expected(self) -> Floats:
        """The expected score of every game's first player."""
        theta = self.strengths.theta
        return np.asarray(sigmoid(theta[self.games.first] - theta[self.games.second]))

    @cached_property
    def pull(self) -> Floats:
        """What every game pulls on its first player: w · (s − E)."""
        return np.asarray(self.weight * (self.games.score - self.expected))

    @cached_property
    def information(self) -> Floats:
        """That of every game: w · E · (1 − E)."""
        return np.asarray(self.weight * self.expected * (1.0 - self.expected))

    @cached_property
    def inverse(self) -> Floats:
        """A⁻¹, with respect to the mean where no prior holds it; players × players."""
        A = self.laplacian(self.information)
        A[np.diag_indices(self.players)] += self.precision
        return _pseudo_inverse(A) if not self.prior else np.asarray(np.linalg.inv(A))

    def laplacian(self, weight: Floats) -> Floats:
        """Return players × players, Σ weight · (e_first − e_second)(e_first − e_second)ᵀ over the games."""
        n = self.players
        across: Any = np.bincount(self.games.first.astype(np.int64) * n + self.games.second, weight, n * n)
        A = across.reshape(n, n).astype(np.float64)
        A = -(A + A.T)
        A[np.diag_indices(n)] -= A.sum(axis=1)
        return np.asarray(A)

    def per_player(self, first: Floats, second: Floats) -> Floats:
        """Return sums over the games of every player: one number as the first, another as the second."""
        n = self.players
        return np.asarray(np.bincount(self.games.first, first, n) + np.bincount(self.games.second, second, n))

    @cached_property
    def clusters(self) -> NDArray[np.int64] | None:
        """The cluster of every game, numbered from 0; None where none are known, or there is one only."""
        if self.games.cluster is None:
            return None
        try:
            return separate(self.games.cluster.codes)
        except NotProvided:
            return None

    def cluster_name(self, number: int) -> str:
        """Return the name of a cluster by its number."""
        assert self.games.cluster is not None
        assert self.clusters is not None
        code = int(self.games.cluster.codes[int(np.argmax(self.clusters == number))])
        return self.games.cluster.names[code] if code >= 0 else "(without a name)"

    def covariance(self, kind: str) -> Floats:
        """Return the covariance of the strengths, ``sandwich`` or ``cluster``."""
        pull = self.pull
        if kind == "cluster":
            sums = self.cluster_sums()
            count = sums.shape[0]
            G = np.asarray((sums.T @ sums).todense()) * (count / (count - 1))
        else:
            G = self.laplacian(pull * pull)
        G[np.diag_indices(self.players)] += self.precision
        return np.asarray(self.inverse @ G @ self.inverse)

    def cluster_sums(self) -> Any:
        """Return clusters × players, sparse: what the games of each cluster pull together."""
        from scipy.sparse import csr_array

        assert self.clusters is not None
        first, second = self.games.first, self.games.second
        rows = np.concatenate((self.clusters, self.clusters))
        values = np.concatenate((self.pull, -self.pull))
        shape = (int(self.clusters.max()) + 1, self.players)
        return csr_array((values, (rows, np.concatenate((first, second)))), shape=shape)

    @cached_property
    def believed(self) -> str:
        """Which variance the audit believes: by clusters where they are known."""
        return "sandwich" if self.clusters is None else "cluster"

    @cached_property
    def comparisons(self) -> Comparisons:
        """What the games settle between the players, in points."""
        covariance = self.covariance(self.believed) / Q**2
        deviation = np.sqrt(np.maximum(np.diag(covariance), 0.0))
        return Comparisons(self.strengths.theta / Q, deviation, covariance)

    def sum_variance(self, terms: Floats) -> float:
        """Return the variance of the sum of terms of mean 0, one for each game; by clusters if known."""
        if self.clusters is not None:
            terms = np.bincount(self.clusters, terms)  # type: ignore[assignment]
        return float(terms @ terms)

    def with_side(self, side: NDArray[Any]) -> tuple[BradleyTerryFit, float]:
        """Fit what standing on a side is worth too; return the fit and the standard error of that.

        Args:
            side: per game +1 where the first side has it, −1 where the second has, else 0.

        Raises:
            NotProvided: it cannot be found: that side always won, say.
        """
        games, n = self.games, self.players
        pairs = PairResults.of(games.first, games.second, games.score, games.weight, side, n)
        side_fit = _fitted(pairs, n, self.precision, start=self.strengths.theta, fit_h=True)
        model = Model("none-as-half", True, False, self.precision)
        sure = spread(self.believed, pairs, side_fit, model, self.clusters)
        return side_fit, float(np.sqrt(sure.beside[0]))

    def with_ties(self) -> BradleyTerryFit:
        """Fit Davidson's model, which knows how likely ties are.

        Raises:
            NotProvided: it cannot be found.
        """
        games, n = self.games, self.players
        pairs = PairResults.of(games.first, games.second, games.score, games.weight, None, n)
        return _fitted(pairs, n, self.precision, start=self.strengths.theta, ties="davidson")

    def without_draws(self) -> BradleyTerryFit:
        """Fit the games that were won.

        Raises:
            NotProvided: they alone do not hold every strength in place.
        """
        games, n = self.games, self.players
        pairs = PairResults.of(games.first, games.second, games.score, games.weight, None, n)
        won = replace(pairs, D=np.zeros_like(pairs.D))
        if not self.prior:
            diagnose(*won.edges(), np.zeros(n, dtype=bool), games.players.names, "")
        return _fitted(won, n, self.precision, start=self.strengths.theta)


def _fitted(
    pairs: PairResults,
    n: int,
    precision: float,
    *,
    start: Floats | None = None,
    ties: str = "none-as-half",
    fit_h: bool = False,
) -> BradleyTerryFit:
    return fit(
        pairs,
        np.zeros(n) if start is None else start,
        np.ones(n, dtype=bool),
        ties,
        h=0.0,
        fit_h=fit_h,
        tie=1.0 if ties == "davidson" else 0.0,
        fit_tie=ties == "davidson",
        precision=precision,
    )


def _pseudo_inverse(A: Floats) -> Floats:
    """Return the inverse of a Laplacian of one group, 0 along the mean."""
    n = len(A)
    level = float(np.trace(A)) / max(1, n) ** 2
    return np.asarray(np.linalg.inv(A + level) - 1.0 / (level * n**2))


def groups(games: Games) -> list[NDArray[np.int64]]:
    """Return who is connected by games, player by index: the largest group first, nobody without a game."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = len(games.players)
    graph = coo_array((np.ones(len(games), dtype=np.int8), (games.first, games.second)), shape=(n, n))
    _, label = connected_components(graph, directed=False)
    played = np.zeros(n, dtype=bool)
    played[games.first] = played[games.second] = True
    components = [np.flatnonzero(played & (label == component)) for component in np.unique(label[played])]
    return sorted(components, key=lambda group: (-len(group), int(group[0])))


def among(games: Games, players: NDArray[np.int64]) -> Games:
    """Return the games among these players only, who are numbered anew."""
    place = np.full(len(games.players), -1, dtype=np.int32)
    place[players] = np.arange(len(players), dtype=np.int32)
    rows = np.flatnonzero((place[games.first] >= 0) & (place[games.second] >= 0))
    kept = games.take(rows)
    names = [games.players.names[k] for k in players.tolist()]
    return replace(kept, players=Players(names), first=place[kept.first], second=place[kept.second])


def blocks(count: int, each: int) -> Iterator[slice]:
    """Yield slices of so many rows each."""
    for start in range(0, count, each):
        yield slice(start, min(start + each, count))
