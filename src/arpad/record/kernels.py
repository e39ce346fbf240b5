"""One source of the maths: the same functions run interpreted on a small job and compiled on a large one.

A *kernel* is a plain Python function on numbers and arrays, marked with :func:`kernel`. A loop calls others
by name; :func:`interpreted` and :func:`compiled` make a copy of the loop in which some of those names (its
*parts*: the curve, the K-factor…) mean other functions. Each such specialisation calls its parts directly, so
that numba can inline them and keep the machine code on disk: a function handed over as an argument would be
compiled anew at every start.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_ONE_AT_A_TIME = Lock()
"""Where numba keeps machine code is one setting for the whole process."""


def kernel(function: F) -> F:
    """Mark a function as one that may be compiled. It stays a plain function, and makes no arrays."""
    function.__arpad_kernel__ = True  # type: ignore[attr-defined]
    return function


@kernel
def prefetch(column: Any, row: int) -> None:
    """Ask the processor for ``column[row]`` ahead of its use. Interpreted, it does nothing."""


def _rebind(
    function: FunctionType,
    parts: Mapping[str, Callable[..., Any]],
    wrap: Callable[[FunctionType], Any],
    done: dict[FunctionType, Any],
) -> Any:
    """Return a wrapped copy of a kernel in which every kernel that it calls is a wrapped copy too."""
    if function in done:
        return done[function]
    scope = dict(function.__globals__)
    for name in function.__code__.co_names:
        called = parts.get(name, scope.get(name))
        if getattr(called, "__arpad_kernel__", False):
            scope[name] = _rebind(called, parts, wrap, done)  # type: ignore[arg-type]
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    done[function] = wrap(copy)
    return done[function]


@cache
def interpreted(
    loop: FunctionType, parts: tuple[tuple[str, Callable[..., Any]], ...] = ()
) -> Callable[..., Any]:
    """Return the loop with its parts plugged in, as plain Python."""
    plain: Callable[..., Any] = _rebind(loop, dict(parts), lambda function: function, {})
    return plain


@cache
def compiled(
    loop: FunctionType, parts: tuple[tuple[str, Callable[..., Any]], ...] = ()
) -> Callable[..., Any]:
    """Return the loop with its parts plugged in, compiled by numba and kept on disk between runs.

    A kernel makes no arrays: what room it needs is handed to it.
    """
    from arpad._numba import prepare_numba

    prepare_numba()
    import numba

    from arpad.record import prefetching

    sources: dict[FunctionType, Any] = {}
    _rebind(loop, dict(parts), lambda function: function, sources)
    with _cache_folder([loop, *sources], parts) as keep:
        # Without numba's counting of references to arrays: the caller holds on to all of them, and a locked
        # instruction for each one handed to a function makes it wait for all memory before it.
        wrap = numba.njit(cache=keep, error_model="numpy", nogil=True, _nrt=False)
        fast: Callable[..., Any] = _rebind(loop, dict(parts), wrap, {prefetch: prefetching.prefetch})  # type: ignore[dict-item]
    return fast


@contextmanager
def _cache_folder(functions: list[FunctionType], parts: tuple[tuple[str, Any], ...]) -> Iterator[bool]:
    """Point numba at a folder that belongs to just these sources and parts.

    numba's own index knows a loop only by its file, and would take up a stale compilation after a change
    to a part in another file, or mistake one specialisation for another.
    """
    import numba

    with _ONE_AT_A_TIME:
        before = numba.config.CACHE_DIR
        try:
            folder = Path(before or _user_cache()) / _fingerprint(functions, parts)
            folder.mkdir(parents=True, exist_ok=True)
            writable = os.access(folder, os.W_OK)
        except (OSError, RuntimeError):  # no room, no right, no home
            writable = False
        if writable:
            numba.config.CACHE_DIR = str(folder)
        try:
            yield writable
        finally:
            numba.config.CACHE_DIR = before


def _fingerprint(functions: list[FunctionType], parts: tuple[tuple[str, Any], ...]) -> str:
    """Return a name for all that machine code depends on: the kernels, their wiring, their sources.

    Named tuples reach a kernel as bare columns, so their definitions count as well: all sources beside this
    one, beside the kernels, and in the room of the ratings, whose columns kernels elsewhere use; and the
    numbers that kernels know from other modules.
    """
    state = hashlib.blake2b(digest_size=10)
    for name, part in parts:
        state.update(f"{name}={part.__module__}.{part.__qualname__}\x1f".encode())
    for function in functions:
        line = function.__code__.co_firstlineno
        state.update(f"{function.__module__}.{function.__qualname__}:{line}\x1f".encode())
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, int | float | str | tuple):
                state.update(f"{name}={value!r}\x1f".encode())
    files = {Path(function.__code__.co_filename) for function in functions}
    here = Path(__file__).parent
    folders = {here, here.parent / "ratings", *(file.parent for file in files)}
    for file in sorted({source for folder in folders for source in folder.glob("*.py")} | files):
        state.update(file.read_bytes())
    return state.hexdigest()


def _user_cache() -> Path:
    """Return the folder in which this system keeps what may be deleted."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "arpad" / "kernels"
