"""The columns of a search for a matching of maximum weight, and the heap of its events."""

from __future__ import annotations

from typing import Any, NamedTuple

from arpad.compiled.kernels import kernel
from arpad.tournament.matching.word_arithmetic import copy, less

FREE, OUTER, INNER = 0, 1, 2
"""Labels of nodes that are in no blossom."""

DELTA, WORK, BEST = 0, 1, 2
"""Rows of ``register``: how far the duals have moved in this search, and two to calculate in."""

SPARE, QUEUED, HEAPED, TOUCHED, STAMP = range(5)
"""Rows of ``count``: unused blossoms, outer vertices to scan, events to come, vertices met, marks used."""


class Graph(NamedTuple):
    """The edges, and which meet at a vertex.

    Args:
        tail: one end of each edge.
        head: the other.
        start: where a vertex' edges start in ``around``; n + 1 rows.
        around: numbers of edges, vertex by vertex.
        weight: twice the weight of each edge, a column of values.
    """

    tail: Any
    head: Any
    start: Any
    around: Any
    weight: Any


MATE, TOP, FOLLOW, QUEUE, TOUCH, VISITED, NEAREST = range(7)
"""What is known of a vertex: its mate, −1 for none; the node that it is in and that is in no blossom; the
next vertex of the same node. QUEUE and TOUCH hold lists: outer vertices whose edges have not been looked
at, and vertices met in this search; VISITED says whether a vertex is among these. NEAREST is the edge by
which the tree would reach a free vertex, −1 where none is known."""

(
    BASE,
    PARENT,
    LABEL,
    ENTRY,
    ORIGIN,
    AFTER,
    BEFORE,
    LINK_HERE,
    LINK_THERE,
    FIRST,
    LAST,
    SEEN,
) = range(12)
"""What is known of a node: the vertex by which it is matched; the blossom that it is in, −1 where none; its
label; of an inner one, the vertex by which the tree enters it, and the outer vertex that it comes from;
the next and the last node in the ring of its blossom, and both ends, here and there, of the edge to the
next one; its first and its last vertex; a mark for finding where two paths meet."""


class Tree(NamedTuple):
    """All that a search knows. Columns of values first, then tables of int64.

    During a search the duals of the vertices and nodes in the tree are kept as they would be had it not
    moved since they joined: outer vertices' are ``u − Δ``, inner ones' ``u + Δ``; outer blossoms' ``z + 2Δ``,
    inner ones' ``z − 2Δ``. So moving the duals is one addition.

    Args:
        u: the dual of each vertex.
        z: the dual of each blossom, twice Galil's, by node.
        key: the Δ at which an event falls due, by event.
        register: see ``DELTA``.
        vertex: vertices × what is known of each: ``MATE`` …
        node: nodes × what is known of each: ``BASE`` …
        spare: blossoms that are not in use.
        heap: events, the next one first: n vertices to reach, n outer duals that come to zero, n inner
            blossoms that come to zero, and the edges between outer nodes.
        place: where an event is in the heap, −1 if it is not.
        stack: to work in.
        count: see ``SPARE``.
    """

    u: Any
    z: Any
    key: Any
    register: Any
    vertex: Any
    node: Any
    spare: Any
    heap: Any
    place: Any
    stack: Any
    count: Any


@kernel
def put(T: Tree, event: int) -> None:
    """Set when an event falls due: at ``register[WORK]``, whatever was said before."""
    copy(T.key, event, T.register, WORK)
    at = T.place[event]
    if at < 0:
        at = T.count[HEAPED]
        T.count[HEAPED] += 1
    rise(T, event, at)
    settle(T, event, T.place[event])


@kernel
def rise(T: Tree, event: int, at: int) -> None:
    """Move an event up the heap."""
    while at > 0:
        above = (at - 1) >> 1
        other = T.heap[above]
        if not less(T.key, event, T.key, other):
            break
        T.heap[at] = other
        T.place[other] = at
        at = above
    T.heap[at] = event
    T.place[event] = at


@kernel
def settle(T: Tree, event: int, at: int) -> None:
    """Move an event down the heap."""
    size = T.count[HEAPED]
    while True:
        below = 2 * at + 1
        if below >= size:
            break
        if below + 1 < size and less(T.key, T.heap[below + 1], T.key, T.heap[below]):
            below += 1
        other = T.heap[below]
        if not less(T.key, other, T.key, event):
            break
        T.heap[at] = other
        T.place[other] = at
        at = below
    T.heap[at] = event
    T.place[event] = at


@kernel
def take(T: Tree) -> Any:
    """Take the next event out of the heap."""
    event = T.heap[0]
    T.place[event] = -1
    T.count[HEAPED] -= 1
    size = T.count[HEAPED]
    if size > 0:
        settle(T, T.heap[size], 0)
    return event
