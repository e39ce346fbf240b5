"""One source of the maths: the same functions run interpreted on a small job and compiled on a large one.

A *kernel* is a plain Python function on numbers and arrays, marked with :func:`kernel`. A loop calls others
by name; :func:`interpreted` and :func:`compiled` make a copy of the loop in which some of those names (its
*parts*: the curve, the K-factor…) mean other functions. Each such specialisation calls its parts directly, so
that numba can inline them and keep the machine code on disk: a function handed over as an argument would be
compiled anew at every start.

A *user's kernel* (:func:`user_kernel`) is a plain function from outside the package, unmarked. What it calls
is its own: no part takes the place of a function that it happens to call by the same name.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

from arpad.compiled.cache import KeptCode, cache_folder

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = __name__.partition(".")[0]


def kernel(function: F) -> F:
    """Mark a function as one that may be compiled. It stays a plain function, and makes no arrays."""
    function.__arpad_kernel__ = True  # type: ignore[attr-defined]
    return function


@cache
def user_kernel(function: Callable[..., Any]) -> FunctionType:
    """Return a kernel that runs a function of the user's, which itself stays as it is.

    Raises:
        TypeError: it is not a plain Python function, nor one that numba has compiled.
    """
    plain = getattr(function, "py_func", function)
    if not isinstance(plain, FunctionType):
        raise TypeError(f"{function!r} is not a plain Python function")
    copy = _copy(plain, plain.__globals__, plain.__closure__)
    copy.__arpad_kernel__ = True  # type: ignore[attr-defined]
    copy.__arpad_user__ = True  # type: ignore[attr-defined]
    return copy


def is_users(function: object) -> bool:
    """Tell whether a kernel runs a function of the user's."""
    return getattr(function, "__arpad_user__", False)


def names_in(function: Callable[..., Any]) -> set[str]:
    """Return the names, of attributes too, in a user's function and in the functions that it calls."""
    reached: dict[FunctionType, Any] = {}
    _rebind(user_kernel(function), {}, lambda copy: copy, reached)
    return {name for each in reached for name in each.__code__.co_names}


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
    closure = function.__closure__
    if is_users(function):
        done[function] = function  # one that calls itself is for numba to refuse
        for name in function.__code__.co_names:
            if isinstance(scope.get(name), FunctionType):
                scope[name] = _rebind(_users(scope[name]), {}, wrap, done)
        closure = closure and tuple(
            CellType(_rebind(_users(cell.cell_contents), {}, wrap, done))
            if isinstance(cell.cell_contents, FunctionType)
            else cell
            for cell in closure
        )
    else:
        for name in function.__code__.co_names:
            called = parts.get(name, scope.get(name))
            if getattr(called, "__arpad_kernel__", False):
                scope[name] = _rebind(called, parts, wrap, done)  # type: ignore[arg-type]
    done[function] = wrap(_copy(function, scope, closure))
    return done[function]


def _users(called: FunctionType) -> FunctionType:
    """Return what a user's function calls as a kernel, which a function of the package may be already."""
    return called if getattr(called, "__arpad_kernel__", False) else user_kernel(called)


def _copy(
    function: FunctionType, scope: dict[str, Any], closure: tuple[CellType, ...] | None
) -> FunctionType:
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, closure)
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


def check_parts(loop: FunctionType, parts: Mapping[str, Callable[..., Any]]) -> None:
    """Check that each part takes the place of a kernel, and takes its arguments.

    A loop need not call every part: those of a family are handed to each of its loops. But a name that none
    of its kernels' modules knows would be ignored, and the system would calculate without that rule.

    Raises:
        TypeError: a name is no kernel that the loop or those it calls could call, or the arguments differ.
    """
    reached: dict[FunctionType, Any] = {}
    _rebind(loop, parts, lambda function: function, reached)
    modules = {id(function.__globals__): function.__globals__ for function in (loop, *reached)}
    known: dict[str, Callable[..., Any]] = {}
    for scope in modules.values():
        for name, value in scope.items():
            if getattr(value, "__arpad_kernel__", False):
                known.setdefault(name, value)
    for name, part in parts.items():
        if name not in known:
            raise TypeError(f"{name!r} is not a kernel that {loop.__qualname__} could call")
        if not getattr(part, "__arpad_kernel__", False):
            raise TypeError(f"{part.__qualname__}, given for {name!r}, is not marked as a kernel")
        wanted, given = (len(inspect.signature(function).parameters) for function in (known[name], part))
        if wanted != given:
            raise TypeError(
                f"{part.__qualname__} takes {given} arguments, and {name!r} is called with {wanted}"
            )


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
    from arpad.compiled.numba_start import prepare_numba

    prepare_numba()
    import numba

    from arpad.compiled import prefetching

    # Without numba's counting of references to arrays: the caller holds on to all of them, and a locked
    # instruction for each one handed to a function makes it wait for all memory before it.
    wrap = numba.njit(error_model="numpy", nogil=True, _nrt=False)
    fast = _rebind(loop, dict(parts), wrap, {prefetch: prefetching.prefetch})  # type: ignore[dict-item]
    folder = cache_folder()
    if folder is not None:
        sources: dict[FunctionType, Any] = {}
        _rebind(loop, dict(parts), lambda function: function, sources)
        # numba's own cache knows a loop only by its file: it would take up a stale compilation after a
        # change to a part in another file, or mistake one specialisation for another. What the loop calls
        # is part of its machine code.
        fingerprint = _fingerprint([loop, *sources], parts)
        if fingerprint is not None:
            fast._cache = KeptCode(folder / fingerprint, fast.py_func)
    called: Callable[..., Any] = fast
    return called


def _fingerprint(functions: list[FunctionType], parts: tuple[tuple[str, Any], ...]) -> str | None:
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
            known = _known_to(function)
            if known is None:
                return None
            state.update(
                "\x1f".join([function.__qualname__, *_instructions(function.__code__), *known]).encode()
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


def _known_to(function: FunctionType) -> list[str] | None:
    """Return the values that a user's function takes from outside, as text; None where one has none."""
    held = {
        name: function.__globals__[name]
        for name in function.__code__.co_names
        if name in function.__globals__
    }
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    held |= {name: cell.cell_contents for name, cell in cells}
    held["defaults"] = (function.__defaults__, tuple((function.__kwdefaults__ or {}).items()))
    found = []
    for name, value in held.items():
        if isinstance(value, ModuleType):
            found.append(f"{name}={value.__name__}")
        elif isinstance(value, FunctionType | BuiltinFunctionType):
            found.append(f"{name}={value.__module__}.{value.__qualname__}")  # what it calls counts by itself
        elif _is_plain(value):
            found.append(f"{name}={value!r}")
        else:
            return None
    return found


def _is_plain(value: object) -> bool:
    """Tell whether a value's text says all of it."""
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, int | float | str)
