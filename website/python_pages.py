"""The pages about the library: one for each public name of arpad, from its docstring, and a list of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache

import arpad
from arpad.ratings.parameters import Parameter, parameters_of
from arpad.ratings.system import RatingSystem

FOLDER = "reference/python"

PARAMETER_HEADS = "| parameter | default | range | unit | meaning |\n|---|---|---|---|---|"

KINDS: dict[str, Callable[[object], bool]] = {
    "Functions": inspect.isfunction,
    "Errors": lambda value: inspect.isclass(value) and issubclass(value, Exception),
    "Classes": inspect.isclass,
}
"""How the names are listed. Each belongs to the first kind that knows it."""


def pages() -> dict[str, str]:
    """Return the paths and the texts of the pages."""
    named = {name: getattr(arpad, name) for name in arpad.__all__ if not name.startswith("__")}
    found = {f"{FOLDER}/README.md": _contents(named)}
    return found | {f"{FOLDER}/{name}.md": f"::: arpad.{name}\n" for name in named}


def _contents(named: dict[str, object]) -> str:
    kinds: dict[str, list[str]] = {kind: [] for kind in (*KINDS, "Others")}
    for name, value in named.items():
        kind = next((kind for kind, belongs in KINDS.items() if belongs(value)), "Others")
        first = (inspect.getdoc(value) or "").partition("\n")[0]
        kinds[kind].append(f"| [`{name}`]({name}.md) | {first} |")
    tables = [f"## {kind}\n\n| | |\n|---|---|\n" + "\n".join(rows) for kind, rows in kinds.items() if rows]
    opening = "# Python reference\n\nWhat `import arpad` offers. Everything else may change between versions."
    return "\n\n".join([opening, *tables]) + "\n"


@cache
def systems() -> dict[str, type[RatingSystem]]:
    """Return the public rating systems, by the path of the module and the name of the class."""
    named = (getattr(arpad, name) for name in arpad.__all__)
    return {
        f"{one.__module__}.{one.__qualname__}": one
        for one in named
        if inspect.isclass(one) and issubclass(one, RatingSystem) and is_dataclass(one)
    }


def parameter_table(system: type[RatingSystem]) -> str:
    """Return the parameters of a system as a table, with defaults and bounds, which it checks."""
    return "\n".join([PARAMETER_HEADS, *(_row(known) for known in parameters_of(system))])


def _row(known: Parameter) -> str:
    choices = ", ".join(f"`{choice}`" for choice in known.choices)
    default = "" if known.default is None else f"`{known.default}`"
    span = "" if choices else known.range.removeprefix("from ")
    meaning = f"{known.meaning}: {choices}" if choices else known.meaning
    return f"| `{known.name}` | {default} | {span} | {known.unit} | {meaning} |"
