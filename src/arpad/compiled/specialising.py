"""When a rating loop runs interpreted, and when compiled: a matter of the work it is to do.

What a kernel is, how its parts are plugged in, where its machine code is kept: :mod:`arpad.compiled.kernels`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from arpad.compiled.kernels import _fingerprint, _rebind, check_parts, compiled, interpreted, kernel, prefetch

__all__ = [
    "AHEAD",
    "COMPILE_FROM",
    "_fingerprint",
    "_rebind",
    "always_compiled",
    "compiled",
    "interpreted",
    "kernel",
    "prefetch",
    "specialise",
]

COMPILE_FROM = 200_000
"""Work, in game updates of Elo's cost, from which a compiled loop wins though numba must be loaded."""

AHEAD = 24
"""How many games ahead a loop asks for the players' ratings: memory latency is the floor of a large run."""

_always: ContextVar[bool] = ContextVar("compile whatever the work", default=False)


@contextmanager
def always_compiled() -> Iterator[None]:
    """Compile in this thread whatever the work: to load machine code before the record is there."""
    before = _always.set(True)
    try:
        yield
    finally:
        _always.reset(before)


def specialise(
    loop: Callable[..., Any], parts: Mapping[str, Callable[..., Any]], work: float
) -> Callable[..., Any]:
    """Return ``loop`` with its parts plugged in, compiled if ``work`` is worth it.

    Args:
        loop: a kernel.
        parts: by the name that the loop calls it, the kernel to call.
        work: how many game updates it is to do, weighted by their cost against Elo's.

    Raises:
        TypeError: a part has a name that the loop knows no kernel by, or not that kernel's arguments.
    """
    check_parts(loop, parts)  # type: ignore[arg-type]
    plugged = tuple(sorted(parts.items()))
    if work >= COMPILE_FROM or _always.get():
        return compiled(loop, plugged)
    plain = interpreted(loop, plugged)
    return lambda *arguments: plain(*map(_viewed, arguments))


def _viewed(argument: Any) -> Any:
    """Return arrays, also those inside a named tuple, as views whose elements are Python's own numbers.

    Plain Python calculates with those several times as fast as with NumPy's scalars.
    """
    if isinstance(argument, np.ndarray):
        return memoryview(argument)  # type: ignore[arg-type]
    if isinstance(argument, tuple):
        return type(argument)(*map(_viewed, argument))
    return argument
