"""Matchings of as many vertices as possible, and who stands in the way of more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.compiling import compiled
from arpad.compiled.kernels import interpreted
from arpad.tournament.matching.arrays import by_vertex
from arpad.tournament.matching.forest import (
    GROUPS,
    LABEL,
    LAST,
    MARKED,
    MATE,
    OTHER,
    SHUT_EVEN,
    SHUT_ODD,
    UP,
    Forest,
    match_edges,
)
from arpad.tournament.matching.size import is_small


@dataclass(frozen=True)
class Barrier:
    """Why not all can be matched: Tutte (1947), Berge (1958), in the decomposition of Gallai and Edmonds.

    Without the vertices of the barrier, these groups of vertices have nobody to meet but each other, and each
    is odd: in each one is left over. The barrier's vertices save one group each, so
    ``len(groups) − len(vertices)`` stay alone in any matching.

    Args:
        vertices: the barrier, ascending; it may be empty.
        groups: the odd groups, each ascending, by their first vertex.
    """

    vertices: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]

    @property
    def deficiency(self) -> int:
        """How many vertices stay alone in any matching."""
        return len(self.groups) - len(self.vertices)


def forest(n: int) -> Forest:
    """Return the columns of a search before it begins."""
    cell = np.full((n, 14), -1, np.int64)
    cell[:, [UP, LAST]] = np.arange(n)[:, None]
    cell[:, [LABEL, MARKED, OTHER]] = 0
    count = np.zeros(5, np.int64)
    count[GROUPS] = -1
    return Forest(cell, count)


def viewed(F: Forest) -> Forest:
    """Return the columns as views of Python's own numbers, to be interpreted."""
    return Forest(memoryview(F.cell), memoryview(F.count))


def search_cardinality(n: int, edges: NDArray[np.int64]) -> Forest:
    """Return the columns of the search at its end."""
    if n == 0:
        return forest(0)
    lists = is_small(n)
    F = forest(n)
    start, order = by_vertex(n, edges[:, 0], edges[:, 1])
    near = np.concatenate((edges[:, 1], edges[:, 0]))[order]
    if lists:
        interpreted(match_edges)(viewed(F), start.tolist(), near.tolist())
    else:
        compiled(match_edges)(F, start, near)
    return F


def matched(n: int, edges: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return each vertex' mate in a matching of as many as possible, −1 for none."""
    mates: NDArray[np.int64] = search_cardinality(n, edges).cell[:, MATE].copy()
    return mates


def barrier_of(F: Forest) -> Barrier:
    """Return what the trees that failed say."""
    up, label = F.cell[:, UP].tolist(), F.cell[:, LABEL].tolist()
    groups: dict[int, list[int]] = {}
    for v, kind in enumerate(label):
        if kind == SHUT_EVEN:
            root = v
            while up[root] != root:
                root = up[root]
            groups.setdefault(root, []).append(v)
    odd = tuple(v for v, kind in enumerate(label) if kind == SHUT_ODD)
    return Barrier(odd, tuple(sorted(map(tuple, groups.values()))))
