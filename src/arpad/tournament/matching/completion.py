"""Whether the rest can still be paired: a largest matching, repaired as pairs are fixed and forbidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.compiling import compiled
from arpad.compiled.kernels import interpreted
from arpad.core import BadInput
from arpad.tournament.matching.cardinality import Barrier, barrier_of, forest
from arpad.tournament.matching.dense_cardinality import match_nearly, reopen, try_each, try_pairs
from arpad.tournament.matching.forest import MATE, Forest
from arpad.tournament.matching.size import is_small


class Completion:
    """A field in which nearly everybody may meet everybody, and whether all can be paired.

    It keeps a largest matching of those present. A question costs the repair of that matching: mostly a
    greedy step, else a search that goes by the forbidden pairs, so at most the number of vertices and
    forbidden pairs in steps (see :mod:`arpad.tournament.matching.dense_cardinality`). Memory is by forbidden
    pairs, not by pairs. A bye is a vertex of its own, forbidden to those who may not have it; or count those
    alone with ``alone``.

    Args:
        n: how many vertices there are, numbered from 0.
        forbidden: pairs that may not meet, array-like of pairs × 2; duplicates do no harm.
        present: which vertices take part, all if it is not said.

    Raises:
        BadInput: if a pair is not one of different vertices below n.
    """

    def __init__(self, n: int, forbidden: Any = (), present: Iterable[int] | None = None) -> None:
        self.n = n
        pairs = np.asarray(forbidden, np.int64).reshape(-1, 2)
        if len(pairs) and (pairs.min() < 0 or pairs.max() >= n or (pairs[:, 0] == pairs[:, 1]).any()):
            raise BadInput(f"A forbidden pair is not one of different vertices among 0 … {n - 1}")
        ends = np.concatenate((pairs, pairs[:, ::-1]))
        keys = np.unique(ends[:, 0] * max(n, 1) + ends[:, 1])
        here, there = np.divmod(keys, max(n, 1))
        self._degree = np.bincount(here, minlength=n).astype(np.int64)
        self._room = int(self._degree.max(initial=0)) + 4
        self._forbidden = np.full((n, self._room), -1, np.int64)
        starts = np.cumsum(self._degree) - self._degree
        self._forbidden[here, np.arange(len(here)) - starts[here]] = there
        self._present = np.ones(n, np.int64)
        if present is not None:
            self._present[:] = 0
            self._present[list(present)] = 1
        self._columns = forest(n)
        self._small = is_small(n)
        self._wrap()

    def _wrap(self) -> None:
        """Show the columns to the loops: as they are, or, interpreted, as views of Python's own numbers."""
        columns: list[Any] = [*self._columns, self._forbidden, self._degree, self._present]
        if self._small and self.n:
            columns = [memoryview(column) for column in columns]
        self._F = Forest(*columns[:-3])
        self._arguments = (self._F, *columns[-3:])

    def _loop(self, loop: Any) -> Callable[..., Any]:
        return interpreted(loop) if self._small else compiled(loop)

    def _array_of(self, vertices: Iterable[int]) -> Any:
        given = np.fromiter(vertices, np.int64)
        return given.tolist() if self._small else given

    def may_meet(self, a: int, b: int) -> bool:
        """Return whether two vertices may be matched with each other."""
        return a != b and b not in self._forbidden[a, : self._degree[a]]

    def forbid(self, a: int, b: int) -> None:
        """Forbid a pair; nothing changes if it is forbidden already."""
        if a == b or not (0 <= a < self.n and 0 <= b < self.n):
            raise BadInput(f"A forbidden pair is not one of different vertices among 0 … {self.n - 1}")
        if not self.may_meet(a, b):
            return
        if max(self._degree[a], self._degree[b]) == self._room:
            wider = np.full((self.n, 2 * self._room), -1, np.int64)
            wider[:, : self._room] = self._forbidden
            self._forbidden, self._room = wider, 2 * self._room
            self._wrap()
        for v, other in ((a, b), (b, a)):
            self._forbidden[v, self._degree[v]] = other
            self._degree[v] += 1
        if self._columns.cell[a, MATE] == b:
            self._columns.cell[[a, b], MATE] = -1

    def allow(self, a: int, b: int) -> None:
        """Allow a pair again; nothing changes if it is allowed."""
        if a == b or self.may_meet(a, b):
            return
        for v, other in ((a, b), (b, a)):
            row = self._forbidden[v, : self._degree[v]]
            row[np.flatnonzero(row == other)[0]] = row[-1]
            self._degree[v] -= 1

    def remove(self, *vertices: int) -> None:
        """Take vertices out, as their pairing is settled or they do not play; absent ones stay out."""
        for v in vertices:
            mate = self._columns.cell[v, MATE]
            if mate >= 0:
                self._columns.cell[[v, mate], MATE] = -1
            self._present[v] = 0

    def restore(self, *vertices: int) -> None:
        """Bring vertices back."""
        self._present[list(vertices)] = 1

    def alone(self, *, at_most: int | None = None) -> int:
        """Return how many of those present stay alone in a largest matching.

        Args:
            at_most: stop counting beyond this number.
        """
        stop = self.n + 1 if at_most is None else at_most + 1
        alone = int(self._loop(match_nearly)(*self._arguments, stop))
        if alone:
            self._loop(reopen)(self._F)
        return alone

    def complete(self, *, alone: int = 0) -> bool:
        """Return whether all present can be matched, up to ``alone`` of them."""
        return self.alone(at_most=alone) <= alone

    def complete_without(self, vertices: Sequence[int], *, alone: int = 0) -> bool:
        """Return whether all present but these can be matched, up to ``alone`` of them; nothing changes.

        To ask whether pairs can be fixed, name their players here and ask :meth:`may_meet` of each pair.

        Args:
            vertices: different vertices that are present.
            alone: how many may stay alone.
        """
        given = self._array_of(vertices)
        return bool(self._loop(try_pairs)(*self._arguments, given, 0, alone + 1) <= alone)

    def partners(self, v: int, others: Iterable[int], *, alone: int = 0) -> NDArray[np.bool_]:
        """Return for each of the others whether v may meet it and the rest can then be matched.

        Args:
            v: a vertex that is present.
            others: vertices that are present.
            alone: how many of the rest may stay alone.
        """
        given = self._array_of(others)
        answers = [0] * len(given) if self._small else np.zeros(len(given), np.int64)
        self._loop(try_each)(*self._arguments, v, given, alone + 1, answers, 0)
        return np.array(answers, bool)

    def first_partner(self, v: int, others: Iterable[int], *, alone: int = 0) -> int | None:
        """Return the first of the others that v may meet so that the rest can be matched; None if none."""
        given = self._array_of(others)
        answers = [0] * len(given) if self._small else np.zeros(len(given), np.int64)
        position = int(self._loop(try_each)(*self._arguments, v, given, alone + 1, answers, 1))
        return int(given[position]) if position >= 0 else None

    def mates(self) -> NDArray[np.int64]:
        """Return a largest matching of those present: for each vertex its mate, −1 for none."""
        self.alone()
        mates: NDArray[np.int64] = self._columns.cell[:, MATE].copy()
        return mates

    def barrier(self) -> Barrier | None:
        """Return why not all present can be matched; None if they can."""
        if not self._loop(match_nearly)(*self._arguments, self.n + 1):
            return None
        witness = barrier_of(self._columns)
        self._loop(reopen)(self._F)
        return witness
