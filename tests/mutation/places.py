"""The mutations that arpad's code is tried with: one operator, number or condition changed at one place.

The operators are those of cosmic-ray (https://cosmic-ray.readthedocs.io), less the pairs that hardly anybody
confuses (``+`` with ``<<``) and those that Python cannot tell apart (``==`` with ``is`` between small numbers).
"""

from __future__ import annotations

import ast
import difflib
import io
import random
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

AREAS = ("rulebooks", "ratings", "record", "tournament")
"""The rooms whose code is mutated."""

ARITHMETIC = {
    "Add": "Sub Mul",
    "Sub": "Add Mul",
    "Mul": "Add Sub Div",
    "Div": "Mul Sub",
    "FloorDiv": "Mul Add Mod",
    "Mod": "FloorDiv Add",
    "Pow": "Mul Div",
    "BitOr": "BitAnd BitXor",
    "BitAnd": "BitOr BitXor",
    "BitXor": "BitAnd BitOr",
    "LShift": "RShift",
    "RShift": "LShift",
}
ORDER = ("Eq", "NotEq", "Lt", "LtE", "Gt", "GtE")
OPERATORS = (
    *(
        f"ReplaceBinaryOperator_{one}_{other}"
        for one, others in ARITHMETIC.items()
        for other in others.split()
    ),
    *(f"ReplaceComparisonOperator_{one}_{other}" for one in ORDER for other in ORDER if one != other),
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceUnaryOperator_Delete_USub",
    "ReplaceUnaryOperator_Delete_Invert",
    "ReplaceUnaryOperator_Delete_Not",
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ExceptionReplacer",
    "NumberReplacer",
    "RemoveDecorator",
    "ZeroIterationForLoop",
)

WITHOUT_EFFECT = {"kernel", "cache", "overload", "abstractmethod"}
"""Decorators without which values stay as they are: machine code, calculated once, for the type checker."""

Position = tuple[int, int]


@dataclass(frozen=True)
class Mutation:
    """One change: the file (relative to the project), where, and which of cosmic-ray's operators."""

    file: str
    line: int
    column: int
    operator: str
    occurrence: int

    @property
    def name(self) -> str:
        """Return what tells the mutation from all others of the same code."""
        return f"{self.file}:{self.line}:{self.column} {self.operator} {self.occurrence}"

    @property
    def area(self) -> str:
        """Return the room of the house in which the file lies."""
        return Path(self.file).parts[2]

    def applied(self, source: str) -> str:
        """Return the mutated source."""
        # parso before cosmic-ray: the latter alone imports the former in a circle.
        import parso  # noqa: F401
        from cosmic_ray.mutating import mutate_code

        changed = mutate_code(source, _operators()[self.operator], self.occurrence)
        if changed is None or changed == source:
            raise ValueError(f"nothing to mutate at {self.name}: the code has changed since it was sampled")
        return str(changed)

    def diff(self, source: str) -> str:
        """Return the change as a unified diff without context."""
        lines = difflib.unified_diff(
            source.splitlines(), self.applied(source).splitlines(), self.file, self.file, n=0, lineterm=""
        )
        return "\n".join(lines)


@cache
def _operators() -> dict[str, Any]:
    import parso  # noqa: F401
    from cosmic_ray.operators.provider import OperatorProvider

    provider = OperatorProvider()
    return {name: provider[name]() for name in OPERATORS}


def mutations_of(file: str, source: str) -> list[Mutation]:
    """Return all mutations of a file whose effect a test could notice."""
    from cosmic_ray.ast import get_ast

    tree = ast.parse(source)
    out_of_reach = [*_unnoticeable(tree), *_stars_of_no_product(source), *_dotted_exceptions(tree)]
    found = []
    seen: dict[str, int] = defaultdict(int)
    waiting = [get_ast(source)]
    while waiting:
        node = waiting.pop()
        for name, operator in _operators().items():
            for start, _ in operator.mutation_positions(node):
                # The occurrence counts all places of the operator in cosmic-ray's own order, this one's.
                if not any(first <= start < last for first, last in out_of_reach):
                    found.append(Mutation(file, start[0], start[1], name, seen[name]))
                seen[name] += 1
        waiting.extend(reversed(getattr(node, "children", [])))
    return found


def _unnoticeable(tree: ast.Module) -> Iterator[tuple[Position, Position]]:
    """Yield where a change alters no value: types, decorators without effect, prefetching."""
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        match node:
            case ast.FunctionDef():
                parts = [node.returns, *(one for one in node.decorator_list if _name(one) in WITHOUT_EFFECT)]
            case ast.arg() | ast.AnnAssign():
                parts = [node.annotation]
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                parts = [node]
            case ast.Expr(value=ast.Call(func=ast.Name(id="prefetch"))):
                parts = [node]
        for part in parts:
            if part is not None:
                # A decorator begins at its @, one column before its name.
                yield (part.lineno, max(0, part.col_offset - 1)), (part.end_lineno, part.end_col_offset)  # type: ignore[attr-defined]


def _stars_of_no_product(source: str) -> Iterator[tuple[Position, Position]]:
    """Yield what cosmic-ray takes for an operator: stars that unpack, a star or slash alone among parameters."""
    words = [
        token
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in {tokenize.NL, tokenize.COMMENT}
    ]
    for before, token, after in zip(words, words[1:], words[2:], strict=False):
        alone = token.string in {"*", "/"} and after.string in {",", ")"}
        unpacks = token.string in {"*", "**"} and before.string in {"(", "[", "{", ",", "=", ":", "lambda"}
        if alone or unpacks:
            yield token.start, token.end


def _dotted_exceptions(tree: ast.Module) -> Iterator[tuple[Position, Position]]:
    """Yield the exceptions of handlers that are named with their module: cosmic-ray can replace plain names only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            for part in ast.walk(node.type):
                if isinstance(part, ast.Attribute) and part.end_lineno and part.end_col_offset:
                    yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


def _name(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def sample(project: Path, count: int, seed: int, areas: tuple[str, ...] = AREAS) -> list[Mutation]:
    """Draw mutations: first places, all alike, then one of the changes of each place.

    Args:
        project: the folder with ``src``.
        count: how many places.
        seed: the same seed draws the same mutations of the same code.
        areas: the rooms of the house to draw from.
    """
    places: dict[tuple[str, int, int], list[Mutation]] = defaultdict(list)
    for area in areas:
        for path in sorted((project / "src" / "arpad" / area).rglob("*.py")):
            file = path.relative_to(project).as_posix()
            for one in mutations_of(file, path.read_text(encoding="utf-8")):
                places[one.file, one.line, one.column].append(one)
    draw = random.Random(seed)
    chosen = draw.sample(sorted(places), min(count, len(places)))
    return [draw.choice(places[place]) for place in chosen]
