"""The house itself: no circles of imports, and a catalogue whose every entry keeps the promises."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import arpad
from arpad.ratings.parameters import parameters_of
from arpad.ratings.system import RatingSystem
from arpad.rulebooks.rating_catalogue import LISTS, SYSTEMS, list_class, system_class

SOURCE = Path(arpad.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))


def test_there_are_modules_to_look_at() -> None:
    assert len(MODULES) > 40


def imported(path: Path, names: frozenset[str]) -> set[str]:
    """Return the modules of arpad that a module imports, inside functions and for type checking too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            # "from arpad.ratings import curves" imports the module, "from arpad.ratings.curves import e" too.
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= whole & names or {node.module}
    return found & names


def circles(arrows: dict[str, set[str]]) -> set[frozenset[str]]:
    """Return the groups of modules of which each reaches each other (the method is Kosaraju's)."""
    order: list[str] = []
    seen: set[str] = set()

    def visit(name: str, to: dict[str, set[str]], done: list[str]) -> None:
        seen.add(name)
        waiting = [(name, iter(sorted(to[name])))]
        while waiting:
            here, rest = waiting[-1]
            for further in rest:
                if further not in seen:
                    seen.add(further)
                    waiting.append((further, iter(sorted(to[further]))))
                    break
            else:
                waiting.pop()
                done.append(here)

    for name in arrows:
        if name not in seen:
            visit(name, arrows, order)
    back = {name: {other for other, to in arrows.items() if name in to} for name in arrows}
    seen.clear()
    found = set()
    for name in reversed(order):
        if name not in seen:
            group: list[str] = []
            visit(name, back, group)
            if len(group) > 1:
                found.add(frozenset(group))
    return found


def test_no_imports_run_in_a_circle() -> None:
    dotted = {path: ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts) for path in MODULES}
    modules = {name.removesuffix(".__init__"): path for path, name in dotted.items()}
    names = frozenset(modules)
    found = circles({name: imported(path, names) - {name} for name, path in modules.items()})
    assert not found


def test_every_module_says_what_it_is() -> None:
    said = {path: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) for path in MODULES}
    assert len(said) > 500
    assert [str(path.relative_to(SOURCE)) for path, text in said.items() if not text] == []


GROWING = {
    "ratings.whole_history.bradley_terry_fit.Information",
    "record.assembly.build_games.Assembled",
    "record.kinds.contests._Contest",
    "record.kinds.contests._Side",
    "record.kinds.observer.Observer",
    "record.kinds.pgn._Record",
    "record.kinds.pgn._Words",
    "record.tables.table.Table",
    "rulebooks.fide.pairing.dutch.brackets.DutchBracket",
    "rulebooks.fide.pairing.dutch.edition_2017.OldBracket",
    "rulebooks.fide.pairing.lim.procedure.LimPairedRound",
    "tournament.formats.groups._Draw",
    "tournament.trf.records.Records",
    "tournament.trf.teams.TeamRecords",
    "tournament.trf.teams._Side",
}
"""What is filled in while something is read or worked out. All other dataclasses are values."""


def test_a_value_cannot_be_changed_after_it_was_made() -> None:
    found = set()
    for room in ("record", "ratings", "tournament", "rulebooks"):
        for path in (SOURCE / room).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            if not re.search(r"@dataclass(?!\(frozen=True)", source):
                continue  # to parse all modules takes long
            module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.ClassDef):
                    marks = [ast.unparse(mark) for mark in node.decorator_list]
                    if any(mark.startswith("dataclass") and "frozen=True" not in mark for mark in marks):
                        found.add(f"{module}.{node.name}")
    assert found == GROWING


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_describes_itself(name: str) -> None:
    system = system_class(name)
    assert issubclass(system, RatingSystem)
    assert system.name == name
    assert system.title
    assert system.source
    assert system.status in {"exact", "approximate", "unverified"}
    assert all(known.meaning for known in parameters_of(system))


@pytest.mark.parametrize("name", SYSTEMS | LISTS)
def test_the_list_of_systems_says_what_the_system_says(name: str) -> None:
    system = list_class(name) if name in LISTS else system_class(name)
    schedules = ", ".join(getattr(system, "schedules", ()))
    assert SYSTEMS.get(name, LISTS.get(name))[:3] == (system.title, schedules, system.status)  # type: ignore[index]


@pytest.mark.parametrize("name", arpad.__all__)
def test_the_public_face_has_what_it_names(name: str) -> None:
    found = getattr(arpad, name)
    assert name == "__version__" or found.__doc__


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import arpad", ("numpy", "numba", "polars", "click", "rich", "jinja2")),
        ("import arpad.cli.app, arpad.office.log.event_file", ("sqlalchemy", "alembic", "starlette")),
        ("import arpad.core", ("numpy", "numba", "polars")),
        ("import arpad.ratings.elo.system, arpad.rulebooks.fide", ("numba", "polars", "scipy")),
        ("import arpad; arpad.rate, arpad.Glicko2, arpad.explain, arpad.read_games", ("numba", "polars")),
    ],
)
def test_imports_cost_only_what_they_need(code: str, absent: tuple[str, ...]) -> None:
    program = f"{code}\nimport sys\nprint([name for name in {absent!r} if name in sys.modules])"
    out = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert out.stdout.strip() == "[]"
