"""Making a net: lists for a small one, arrays for a large one, and the loops that go with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arpad.compiled.specialising import compiled
from arpad.rulebooks.fide.pairing.dutch.blossom import Net

COMPILE_FROM = 200
"""How many players a round must have before it pays to load machine code for it."""

WORD = 52
"""Bits of an int64 that criteria may fill; the rest is for potentials, which add up costs."""

_loaded: list[bool] = []


def is_compiled(players: int) -> bool:
    """Return whether a round of so many players is paired by compiled loops: once loaded, always."""
    return players >= COMPILE_FROM or bool(_loaded)


def loop(function: Callable[..., Any], fast: bool) -> Callable[..., Any]:
    """Return a kernel as it is, or compiled."""
    if not fast:
        return function
    if not _loaded:
        _loaded.append(True)
    return compiled(function)


def make_net(n: int, words: int, allowed: Any, fast: bool) -> Net:
    """Return a net without costs, matched edges or blossoms.

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
    at = offsets["top"]
    s[at : at + n] = np.arange(n) if fast else range(n)
    return Net(n, room, words, cost, allowed, s, **offsets)


def mates_of(net: Net) -> list[int]:
    """Return the match of every vertex, −1 for none."""
    return [int(v) for v in net.s[net.mate : net.mate + net.n]]


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
