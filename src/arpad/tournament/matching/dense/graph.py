"""A graph with its matching: lists for a small one, arrays for a large one, and the loops that go with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from arpad.compiled.compiling import compiled
from arpad.compiled.numba_start import can_compile
from arpad.core import BadInput

COMPILE_FROM = 200
"""How many players a round must have before it pays to load machine code for it."""

WORD = 52
"""Bits of an int64 that costs may fill; the rest is for potentials, which add up costs."""

LIMIT = 1 << 60
"""The largest potential, in any word, with which the next step cannot overflow an int64; see the package."""

_loaded: list[bool] = []


class DenseGraph(NamedTuple):
    """A graph with its matching and potentials.

    All that changes during a search lies in one array ``s``, because machine code with a dozen arrays takes
    numba minutes to make; the fields below ``s`` say where what begins. Sizes in brackets.

    Args:
        n: how many vertices.
        room: how many blossoms can be.
        words: of a cost.
        cost: [n · n · words] at least nil, symmetric.
        allowed: [n · n] which edges there are, symmetric.
        s: everything else.
        lab: [(n + room) · words] the potentials.
        mate: [n + room] the vertex at the other end of the matched edge.
        top: [n + room] the outermost blossom around it; −1 for a blossom that is not in use.
        label: [n + room] of the search.
        parent: [n + room] the vertex that it was reached from.
        close: [n + room] the outer vertex with the least slack to it.
        seen: [n + room] marks.
        near: [room · (n + room)] of the best edge between a blossom and another, the end in the blossom.
        far: [room · (n + room)] the other end.
        child: [room · n] the cycle of a blossom, its base first.
        children: [room] how many these are.
        inside: [room · n] which child has the vertex.
        queue: [n + 1] vertices to look at.
        stack: [2 · (n + room)] scratch.
        spare: [4 · (n + room)] scratch.
        delta: [words] the step of the potentials.
        at: [8] where the queue begins and ends; the last mark; how many blossoms are in use; at which vertex
            a search looks first; how many searches there were, and how many vertices they looked from;
            how large a potential may be, 0 if there is no limit, −1 once one has been larger.
    """

    n: int
    room: int
    words: int
    cost: Any
    allowed: Any
    s: Any
    lab: int
    mate: int
    top: int
    label: int
    parent: int
    close: int
    seen: int
    near: int
    far: int
    child: int
    children: int
    inside: int
    queue: int
    stack: int
    spare: int
    delta: int
    at: int


def is_compiled(players: int) -> bool:
    """Return whether a round of so many players is paired by compiled loops: once loaded, always.

    Where numba is not installed, never.
    """
    return can_compile() and (players >= COMPILE_FROM or bool(_loaded))


def loop(function: Callable[..., Any], fast: bool) -> Callable[..., Any]:
    """Return a kernel as it is, or compiled."""
    if not fast:
        return function
    if not _loaded:
        _loaded.append(True)
    return compiled(function)


def make_graph(n: int, words: int, allowed: Any, fast: bool) -> DenseGraph:
    """Return a graph without costs, matched edges or blossoms.

    Args:
        n: vertices.
        words: of a cost.
        allowed: [n · n] the edges.
        fast: whether it is for compiled loops.
    """
    room = n // 2 + 1
    nx = n + room
    sizes = {
        "lab": nx * words,
        "mate": nx,
        "top": nx,
        "label": nx,
        "parent": nx,
        "close": nx,
        "seen": nx,
        "near": room * nx,
        "far": room * nx,
        "child": room * n,
        "children": room,
        "inside": room * n,
        "queue": n + 1,
        "stack": 2 * nx,
        "spare": 4 * nx,
        "delta": words,
        "at": 8,
    }
    offsets = {}
    end = 0
    for name, size in sizes.items():
        offsets[name] = end
        end += size
    cost: Any
    s: Any
    if fast:
        import numpy as np

        cost = np.zeros(n * n * words, np.int64)
        s = np.zeros(end, np.int64)
        nobody: Any = -1
    else:
        cost = [0] * (n * n * words)
        s = [0] * end
    for name in ("mate", "top", "label", "parent", "close", "inside"):
        at = offsets[name]
        s[at : at + sizes[name]] = nobody if fast else [-1] * sizes[name]
    s[offsets["at"] + 7] = LIMIT if fast else 0
    at = offsets["top"]
    s[at : at + n] = np.arange(n) if fast else range(n)
    return DenseGraph(n, room, words, cost, allowed, s, **offsets)


def mates_of(graph: DenseGraph) -> list[int]:
    """Return the match of every vertex, −1 for none."""
    mates = graph.s[graph.mate : graph.mate + graph.n]
    return mates if isinstance(mates, list) else mates.tolist()


def check_potentials(graph: DenseGraph) -> None:
    """Check that no number has had to be too large for its word; interpreted, a word has no end.

    Raises:
        BadInput: one has: nothing that the graph says can be relied on.
    """
    if graph.s[graph.at + 7] < 0:
        raise BadInput(
            f"the criteria of {graph.n} players do not fit into machine words of 64 bits",
            remedy="Pair this round with another program, and report the tournament.",
        )


def array(values: list[int], fast: bool) -> Any:
    """Return numbers as loops take them."""
    if not fast:
        return values
    import numpy as np

    return np.array(values, np.int64)


def restricted(allowed: Any, n: int, left: Sequence[int], fast: bool, more: int = 0) -> Any:
    """Return the edges among some of ``n`` vertices, with ``more`` vertices after them that have none yet."""
    if not fast:
        pad = [0] * more
        rows = [x for u in left for x in [*(allowed[u * n + v] for v in left), *pad]]
        return rows + [0] * (more * (len(left) + more))
    import numpy as np

    size = len(left)
    table = np.zeros((size + more, size + more), np.uint8)
    table[:size, :size] = allowed.reshape(n, n)[np.ix_(left, left)]
    return table.ravel()
