"""When a rating loop runs interpreted, and when compiled: a matter of the work it is to do.

What a kernel is, how its parts are plugged in, where its machine code is kept: :mod:`arpad.compiled.kernels`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from threading import Lock
from typing import Any, cast

import numpy as np

from arpad.compiled.kernels import (
    check_parts,
    interpreted,
    is_users,
    kernel,
    names_in,
    prefetch,
    prefetch_shared,
    user_kernel,
)
from arpad.compiled.numba_start import can_compile
from arpad.core import BadInput
from arpad.core.waiting import interruptible

__all__ = [
    "AHEAD",
    "COMPILE_FROM",
    "always_compiled",
    "interpreted",
    "interpreted_with",
    "is_compiled",
    "kernel",
    "names_in",
    "prefetch",
    "prefetch_shared",
    "specialise",
    "user_kernel",
]

COMPILE_FROM = 200_000
"""Work, in game updates of Elo's cost, from which a compiled loop wins though numba must be loaded."""

ANSWER_FROM = 5_000_000
"""Work, in game updates of Elo's cost, from which a loop can last so long (half a second on a slow machine)
that an interrupt is to be answered while it runs."""

AHEAD = 24
"""How many games ahead a loop asks for the players' ratings: memory latency is the floor of a large run."""

_always: ContextVar[bool] = ContextVar("compile whatever the work", default=False)

_notice_lock = Lock()


@contextmanager
def always_compiled() -> Iterator[None]:
    """Compile in this thread whatever the work: to load machine code before the record is there."""
    before = _always.set(True)
    try:
        yield
    finally:
        _always.reset(before)


def specialise(loop: Callable[..., Any], parts: Mapping[str, object], work: float) -> Callable[..., Any]:
    """Return ``loop`` with its parts plugged in, compiled if ``work`` is worth it.

    Args:
        loop: a kernel.
        parts: by the name that the loop calls it, the kernel to call.
        work: how many game updates it is to do, weighted by their cost against Elo's.

    Raises:
        TypeError: a part has a name that the loop knows no kernel by, or not that kernel's arguments.
    """
    kernels = cast(Mapping[str, Callable[..., Any]], parts)  # a TypedDict of a family is only one of objects
    plugged = tuple(sorted(kernels.items()))
    _checked(loop, plugged)
    users = [part for part in kernels.values() if is_users(part)]
    if is_compiled(work):
        from arpad.compiled.compiling import compiled

        fast = compiled(loop, plugged)
        if work >= ANSWER_FROM:
            fast = _answering(fast)
        return _compiled_if_it_can_be(fast, _plainly(loop, plugged, users), users) if users else fast
    if work >= COMPILE_FROM and not _always.get():
        _tell_what_numba_gains()
    return _plainly(loop, plugged, users)


def is_compiled(work: float) -> bool:
    """Tell whether a loop is compiled that is to do so much work: game updates weighted by their cost."""
    return can_compile() and (work >= COMPILE_FROM or _always.get())


@cache
def _checked(loop: Callable[..., Any], plugged: tuple[tuple[str, Callable[..., Any]], ...]) -> None:
    """Check once that parts fit a loop; a record may be rated many times with them."""
    check_parts(loop, dict(plugged))  # type: ignore[arg-type]


def interpreted_with(loop: Callable[..., Any], parts: Mapping[str, object]) -> Callable[..., Any]:
    """Return ``loop`` with its parts plugged in as plain Python, to explain one game.

    Args:
        loop: a kernel.
        parts: by the name that the loop calls it, the kernel to call.
    """
    return interpreted(loop, tuple(sorted(parts.items())))


def _tell_what_numba_gains() -> None:
    """Say once what numba would gain: loops of one record are specialised in several threads."""
    if _notice_lock.acquire(blocking=False):
        warnings.warn(
            "numba is not installed, so this long record is rated by plain Python, which takes about a "
            "hundred times as long. If numba supports this version of Python: pip install numba",
            RuntimeWarning,
            stacklevel=3,
        )


def _plainly(
    loop: Callable[..., Any],
    plugged: tuple[tuple[str, Callable[..., Any]], ...],
    users: list[Callable[..., Any]],
) -> Callable[..., Any]:
    """Return a loop as plain Python, where a user's function that fails is named."""
    plain = interpreted(loop, plugged)

    def run(*arguments: Any) -> Any:
        try:
            return plain(*map(_viewed, arguments))
        except (ArithmeticError, AttributeError, LookupError, NameError, TypeError, ValueError) as problem:
            if not users:
                raise
            raise BadInput(
                f"{_names(users)} cannot be calculated: {type(problem).__name__}: {problem}",
                remedy="Let the function return a number for every game.",
            ) from problem

    return run


def _compiled_if_it_can_be(
    fast: Callable[..., Any], plain: Callable[..., Any], users: list[Callable[..., Any]]
) -> Callable[..., Any]:
    """Return a loop that runs as plain Python where numba refuses a user's function, and says so."""
    from numba.core.errors import NumbaError

    def run(*arguments: Any) -> Any:
        try:
            return fast(*arguments)
        except NumbaError as problem:  # refused before anything has run
            reason = next(
                (line for line in str(problem).splitlines() if line.strip()), type(problem).__name__
            )
            warnings.warn(
                f"{_names(users)} cannot be compiled, and runs as plain Python, which takes about a hundred "
                f"times as long: {reason}",
                RuntimeWarning,
                stacklevel=2,
            )
        return plain(*arguments)

    return run


def _answering(fast: Callable[..., Any]) -> Callable[..., Any]:
    """Return a compiled loop during which an interrupt (Ctrl-C) is answered."""
    return lambda *arguments: interruptible(lambda: fast(*arguments))


def _names(users: list[Callable[..., Any]]) -> str:
    return ", ".join(user.__name__ for user in users)


def _viewed(argument: Any) -> Any:
    """Return arrays, also those inside a named tuple, as views whose elements are Python's own numbers.

    Plain Python calculates with those several times as fast as with NumPy's scalars.
    """
    if isinstance(argument, np.ndarray):
        return memoryview(argument)  # type: ignore[arg-type]
    if isinstance(argument, tuple):
        return type(argument)(*map(_viewed, argument))
    return argument
