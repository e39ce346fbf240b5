"""Whether a record can tell the strengths of its players apart: who must be named before anything is fitted.

Reference:
    Ford, L. R. (1957), Solution of a ranking problem from binary comparisons. *American Mathematical Monthly*
    64 (8, part 2), 28-33: strengths that make the results most likely exist, and are unique up to a constant,
    if and only if for every partition of the players in two, somebody of either part has beaten, or drawn
    with, somebody of the other. As a graph with an edge from every loser to the winner: it is strongly
    connected.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import NotProvided

if TYPE_CHECKING:
    from arpad.ratings.whole_history.bradley_terry_fit import PairResults

ALIKE = 1e-6
"""A covariate of which less than this share is its own cannot be told from the players."""

NAMED = 5
"""How many players an error names; the others it counts."""


def diagnose(
    winner: NDArray[Any], loser: NDArray[Any], anchored: NDArray[np.bool_], names: Sequence[str], remedy: str
) -> None:
    """Check that strengths can be found without a prior.

    Args:
        winner: players, one row per pair of whom the one took points from the other.
        loser: the other; a draw stands there both ways.
        anchored: per player, whether the rating is given; such players hold each other in place.
        names: of the players.
        remedy: what to do if they cannot.

    Raises:
        NotProvided: the players fall into groups that never met, or some took no point from the others, or
            lost none to them.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    fixed = np.flatnonzero(anchored)
    ring = np.roll(fixed, 1) if len(fixed) > 1 else fixed
    heads = np.concatenate((winner, fixed))
    tails = np.concatenate((loser, ring))
    graph = coo_array((np.ones(len(heads), dtype=np.int8), (tails, heads)), shape=(len(names), len(names)))
    played = np.zeros(len(names), dtype=bool)
    played[heads] = played[tails] = True
    _, group = connected_components(graph, directed=False)
    groups = np.unique(group[played])
    if len(groups) > 1:
        smallest = sorted(groups, key=lambda g: (np.count_nonzero(group == g), g))[:2]
        lists = "; ".join(_list_of_names(np.flatnonzero((group == g) & played), names) for g in smallest)
        raise NotProvided(
            f"the players fall into {len(groups)} groups that never met, such as {lists}", remedy=remedy
        )
    _, strong = connected_components(graph, directed=True, connection="strong")
    parts = np.unique(strong[played])
    if len(parts) == 1:
        return
    across = strong[heads] != strong[tails]
    never_lost = np.setdiff1d(parts, strong[tails[across]])
    never_won = np.setdiff1d(parts, strong[heads[across]])
    clauses = []
    for components, verb in ((never_lost, "lost no point"), (never_won, "took no point")):
        players = np.flatnonzero(np.isin(strong, components) & played & ~anchored)
        if len(players) and np.count_nonzero(played) > len(players):
            clauses.append(
                f"{_list_of_names(players, names)} {verb}{' outside their group' if len(players) > 1 else ''}"
            )
    raise NotProvided(
        f"not every rating can be determined: {', and '.join(clauses) or 'it runs one way'}",
        remedy=remedy,
    )


def check_covariates(pairs: PairResults, players: int, names: Sequence[str], advantage: bool) -> None:
    """Check that covariates can be told from the strengths and from each other.

    Args:
        pairs: the games.
        players: how many there are.
        names: of the covariates.
        advantage: whether an advantage is fitted too.

    Raises:
        NotProvided: one is, in every game, a sum of what is known of the two players and of other covariates.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import lsqr

    rows = len(pairs.i)
    at, ones = np.arange(rows), np.ones(rows)
    design = csr_array(
        (
            np.concatenate((ones, -ones)),
            (np.concatenate((at, at)), np.concatenate((pairs.i, pairs.j))),
        ),
        shape=(rows, players),
    )
    kept: list[NDArray[np.float64]] = []

    def own(column: NDArray[np.float64]) -> NDArray[np.float64]:
        rest = column - design @ lsqr(design, column, atol=1e-10, btol=1e-10, iter_lim=200)[0]
        for other in kept:
            rest = rest - other * float(other @ rest)
        return np.asarray(rest)

    if advantage:
        rest = own(pairs.side)
        size = float(np.linalg.norm(rest))
        kept += [rest / size] if size > ALIKE * float(np.linalg.norm(pairs.side)) else []
    for name, column in zip(names, pairs.covariates.T, strict=True):
        rest = own(column)
        size = float(np.linalg.norm(rest))
        if size < ALIKE * float(np.linalg.norm(column)):
            raise NotProvided(
                f"the covariate {name} cannot be told from the players"
                + (" and what else is fitted" if kept else ""),
                remedy="Leave it out: it needs games of the same players in which it differs.",
            )
        kept.append(rest / size)


def _list_of_names(players: NDArray[Any], names: Sequence[str]) -> str:
    """Return the first few names, and how many more there are."""
    first = ", ".join(names[int(i)] for i in players[:NAMED])
    return first if len(players) <= NAMED else f"{first} and {len(players) - NAMED} more"
