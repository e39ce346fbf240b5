"""How a function of the user's comes to its value: the numbers that it names, with the source of each.

The function itself is run, by Python, and what its names hold when it returns becomes the steps. Nothing is
calculated a second time.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Sequence
from functools import cache
from types import FrameType, FunctionType
from typing import Any, NamedTuple

from arpad.compiled.specialising import user_kernel
from arpad.core import BadInput, Step


class FunctionSource(NamedTuple):
    """The source of a function, as far as it can be read.

    Args:
        returned: what it returns, where that is one expression.
        named: name → the expression whose value it holds, where it is given one only once.
    """

    returned: str
    named: dict[str, str]


def users_function(function: Callable[..., Any], what: str, arguments: Sequence[str]) -> FunctionType:
    """Return a function of the user's as a kernel.

    Args:
        function: the function.
        what: what it is, in the words of an error.
        arguments: what it is called with, in their order.

    Raises:
        BadInput: it is not a plain Python function, or does not take so many arguments.
    """
    try:
        own = user_kernel(function)
    except TypeError:
        raise BadInput(
            f"{what} must be a plain Python function, not {function!r}",
            remedy="Write it with def, or as a lambda.",
        ) from None
    wanted = [
        parameter
        for parameter in inspect.signature(own).parameters.values()
        if parameter.default is parameter.empty
    ]
    if len(wanted) != len(arguments):
        given = ", ".join(parameter.name for parameter in wanted)
        raise BadInput(
            f"{what} {own.__name__}({given}) is called with {', '.join(arguments)}",
            remedy=f"Write it as def {own.__name__}({', '.join(arguments)}).",
        )
    return own


def run_with_steps(function: Callable[..., Any], *arguments: Any) -> tuple[Any, tuple[Step, ...]]:
    """Run a function, and return its value with a step for every number that it names.

    Args:
        function: a plain Python function.
        arguments: of its call.
    """
    code = function.__code__
    held: dict[str, Any] = {}

    def keep(frame: FrameType, event: str, _: Any) -> None:
        if event == "return" and frame.f_code is code:
            held.clear()
            held.update(frame.f_locals)

    before = sys.getprofile()
    sys.setprofile(keep)
    try:
        value = function(*arguments)
    finally:
        sys.setprofile(before)
    source = source_of(function)
    names = code.co_varnames[code.co_argcount + code.co_kwonlyargcount :]
    steps = tuple(
        Step(_label(name), float(held[name]), source.named.get(name, ""))
        for name in names
        if isinstance(held.get(name), int | float)
    )
    return value, steps


TAKEN = frozenset({"change", "difference", "expected score", "K-factor", "margin of victory", "new rating"})
"""Labels of steps that an explanation has beside those of a function."""


def _label(name: str) -> str:
    """Return a name in a function as the label of a step."""
    label = name.replace("_", " ")
    return f"own {label}" if label in TAKEN else label


@cache
def source_of(function: Callable[..., Any]) -> FunctionSource:
    """Return the expressions in the source of a function; nothing where there is no source to read."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError, TypeError):
        return FunctionSource("", {})
    if function.__name__ == "<lambda>":
        lambdas = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
        return FunctionSource(ast.unparse(lambdas[0].body) if len(lambdas) == 1 else "", {})
    named: dict[str, list[str]] = {}
    returned = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Return) and node.value is not None:
            returned.append(ast.unparse(node.value))
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            named.setdefault(node.target.id, []).append("")
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                for name in (inner.id for inner in ast.walk(target) if isinstance(inner, ast.Name)):
                    named.setdefault(name, []).append(ast.unparse(node.value))
    once = {name: written[0] for name, written in named.items() if len(written) == 1}
    return FunctionSource(returned[0] if len(returned) == 1 else "", once)
