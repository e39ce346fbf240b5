"""The house itself: small modules, and a catalogue whose every entry keeps the promises."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import arpad
from arpad.ratings.parameters import parameters_of
from arpad.ratings.system import RatingSystem
from arpad.rulebooks.catalogue import SYSTEMS, system_class

SOURCE = Path(arpad.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))


def test_there_are_modules_to_look_at() -> None:
    assert len(MODULES) > 40


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_module_is_longer_than_400_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_describes_itself(name: str) -> None:
    system = system_class(name)
    assert issubclass(system, RatingSystem)
    assert system.name == name
    assert system.title
    assert system.source
    assert system.status in {"exact", "approximate", "unverified"}
    assert all(known.meaning for known in parameters_of(system))


@pytest.mark.parametrize("name", arpad.__all__)
def test_the_public_face_has_what_it_names(name: str) -> None:
    found = getattr(arpad, name)
    assert name == "__version__" or found.__doc__


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import arpad", ("numpy", "numba", "polars", "click", "rich")),
        ("import arpad.core", ("numpy", "numba", "polars")),
        ("import arpad.ratings.elo.system, arpad.rulebooks.fide", ("numba", "polars", "scipy")),
        ("import arpad; arpad.rate, arpad.Glicko2, arpad.explain, arpad.read_games", ("numba", "polars")),
    ],
)
def test_imports_cost_only_what_they_need(code: str, absent: tuple[str, ...]) -> None:
    program = f"{code}\nimport sys\nprint([name for name in {absent!r} if name in sys.modules])"
    out = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert out.stdout.strip() == "[]"
