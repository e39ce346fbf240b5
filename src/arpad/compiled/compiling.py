"""Machine code of a kernel: compiled by numba, and kept on disk under a name for all that it depends on.

Nothing of this is imported where a record is so short that its loop runs as plain Python.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from arpad.compiled.cache import KeptCode, cache_folder
from arpad.compiled.kernels import is_users, prefetch, prefetch_shared, rebind
from arpad.compiled.numba_start import prepare_compiling

PACKAGE = __name__.partition(".")[0]


@cache
def compiled(
    loop: FunctionType, parts: tuple[tuple[str, Callable[..., Any]], ...] = ()
) -> Callable[..., Any]:
    """Return the loop with its parts plugged in, compiled by numba and kept on disk between runs.

    A kernel makes no arrays: what room it needs is handed to it.
    """
    import numba

    from arpad.compiled import prefetching
    from arpad.compiled.linking import LinkedCompiler

    # Without numba's counting of references to arrays: the caller holds on to all of them, and a locked
    # instruction for each one handed to a function makes it wait for all memory before it.
    options = {"error_model": "numpy", "nogil": True, "_nrt": False}
    part = numba.njit(
        pipeline_class=LinkedCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options
    )
    linked = rebind(
        loop,
        dict(parts),
        part,
        {prefetch: prefetching.prefetch, prefetch_shared: prefetching.prefetch_shared},  # type: ignore[dict-item]
    )
    fast = numba.njit(no_cfunc_wrapper=True, **options)(linked.py_func)
    folder = cache_folder()
    if folder is None:
        prepare_compiling()
    else:
        sources: dict[FunctionType, Any] = {}
        rebind(loop, dict(parts), lambda function: function, sources)
        # numba's own cache knows a loop only by its file: it would take up a stale compilation after a
        # change to a part in another file, or mistake one specialisation for another. What the loop calls
        # is part of its machine code.
        name = fingerprint([loop, *sources], parts)
        if name is None:
            prepare_compiling()
        else:
            fast._cache = KeptCode(folder / name, fast.py_func)
    called: Callable[..., Any] = fast
    return called


def fingerprint(functions: list[FunctionType], parts: tuple[tuple[str, Any], ...]) -> str | None:
    """Return a name for all that machine code depends on: the kernels, their wiring, their sources.

    Named tuples reach a kernel as bare columns, so their definitions count as well: all sources beside this
    one, beside the kernels, and beside whatever of arpad's the kernels' modules know by name; and the numbers
    that kernels know from other modules. Of a user's function its instructions count and the values that it
    knows, not the folder in which it lies; None where one of those values cannot be compared.
    """
    state = hashlib.blake2b(digest_size=10)
    for name, part in parts:
        state.update(f"{name}={part.__module__}.{part.__qualname__}\x1f".encode())
    ours = [function for function in functions if not is_users(function)]
    for function in functions:
        if is_users(function):
            outside_values = _outside_values(function)
            if outside_values is None:
                return None
            state.update(
                "\x1f".join(
                    [function.__qualname__, *_instructions(function.__code__), *outside_values]
                ).encode()
            )
    for function in ours:
        line = function.__code__.co_firstlineno
        state.update(f"{function.__module__}.{function.__qualname__}:{line}\x1f".encode())
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, int | float | str | tuple):
                state.update(f"{name}={value!r}\x1f".encode())
    modules = {
        value.__module__
        for function in ours
        for value in function.__globals__.values()
        if str(getattr(value, "__module__", "")).startswith(f"{PACKAGE}.")
    }
    files = {Path(function.__code__.co_filename) for function in ours}
    files |= {Path(sys.modules[name].__file__ or "") for name in modules if name in sys.modules}
    folders = {Path(__file__).parent, *(file.parent for file in files)}
    for file in sorted({source for folder in folders for source in folder.glob("*.py")} | files):
        state.update(file.read_bytes())
    return state.hexdigest()


def _instructions(code: CodeType) -> Iterator[str]:
    """Yield what a function does, without the names of files and the numbers of lines."""
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_freevars))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _instructions(constant)
        else:
            yield repr(constant)


def _outside_values(function: FunctionType) -> list[str] | None:
    """Return the values that a user's function takes from outside, as text; None where one has none."""
    held = {
        name: function.__globals__[name]
        for name in function.__code__.co_names
        if name in function.__globals__
    }
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    held |= {name: cell.cell_contents for name, cell in cells}
    held["defaults"] = (function.__defaults__, tuple((function.__kwdefaults__ or {}).items()))
    texts = []
    for name, value in held.items():
        if isinstance(value, ModuleType):
            texts.append(f"{name}={value.__name__}")
        elif isinstance(value, FunctionType | BuiltinFunctionType):
            texts.append(f"{name}={value.__module__}.{value.__qualname__}")  # what it calls counts by itself
        elif _is_plain(value):
            texts.append(f"{name}={value!r}")
        else:
            return None
    return texts


def _is_plain(value: object) -> bool:
    """Tell whether a value's text says all of it."""
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, int | float | str)
