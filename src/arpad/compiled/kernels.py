"""One source of the maths: the same functions run interpreted on a small job and compiled on a large one.

A *kernel* is a plain Python function on numbers and arrays, marked with :func:`kernel`. A loop calls others
by name; :func:`interpreted` and :func:`arpad.compiled.compiling.compiled` make a copy of the loop in which
some of those names (its *parts*: the curve, the K-factor…) mean other functions. Each such specialisation
calls its parts directly, so that numba can inline them and keep the machine code on disk: a function handed
over as an argument would be compiled anew at every start.

A *user's kernel* (:func:`user_kernel`) is a plain function from outside the package, unmarked. What it calls
is its own: no part takes the place of a function that it happens to call by the same name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from types import CellType, FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


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
    rebind(user_kernel(function), {}, lambda copy: copy, reached)
    return {name for each in reached for name in each.__code__.co_names}


@kernel
def prefetch(column: Any, row: int) -> None:
    """Ask the processor for ``column[row]`` ahead of its use. Interpreted, it does nothing."""


@kernel
def prefetch_shared(column: Any, row: int) -> None:
    """Ask the processor for ``column[row]``, which is only read, and by other cores as well.

    :func:`prefetch` asks for it to be written: that takes it away from the other cores.
    """


def rebind(
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
                scope[name] = rebind(_users(scope[name]), {}, wrap, done)
        closure = closure and tuple(
            CellType(rebind(_users(cell.cell_contents), {}, wrap, done))
            if isinstance(cell.cell_contents, FunctionType)
            else cell
            for cell in closure
        )
    else:
        for name in function.__code__.co_names:
            called = parts.get(name, scope.get(name))
            if getattr(called, "__arpad_kernel__", False):
                scope[name] = rebind(called, parts, wrap, done)  # type: ignore[arg-type]
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
        TypeError: a name is not a kernel that the loop or those it calls could call, or the arguments differ.
    """
    reached: dict[FunctionType, Any] = {}
    rebind(loop, parts, lambda function: function, reached)
    modules = {id(function.__globals__): function.__globals__ for function in (loop, *reached)}
    kernels: dict[str, Callable[..., Any]] = {}
    for scope in modules.values():
        for name, value in scope.items():
            if getattr(value, "__arpad_kernel__", False):
                kernels.setdefault(name, value)
    for name, part in parts.items():
        if name not in kernels:
            raise TypeError(f"{name!r} is not a kernel that {loop.__qualname__} could call")
        if not getattr(part, "__arpad_kernel__", False):
            raise TypeError(f"{part.__qualname__}, given for {name!r}, is not marked as a kernel")
        wanted, given = (len(inspect.signature(function).parameters) for function in (kernels[name], part))
        if wanted != given:
            raise TypeError(
                f"{part.__qualname__} takes {given} arguments, and {name!r} is called with {wanted}"
            )


@cache
def interpreted(
    loop: FunctionType, parts: tuple[tuple[str, Callable[..., Any]], ...] = ()
) -> Callable[..., Any]:
    """Return the loop with its parts plugged in, as plain Python."""
    plain: Callable[..., Any] = rebind(loop, dict(parts), lambda function: function, {})
    return plain
