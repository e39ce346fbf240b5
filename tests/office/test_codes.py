"""Every refusal of the office has a code, and every code is told in the documentation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "arpad"
DOCS = Path(__file__).parents[2] / "docs" / "codes.md"
OFFICE = [path for room in ("desk", "events", "log") for path in (SOURCE / "office" / room).glob("*.py")]
SPEAKING = [*OFFICE, SOURCE / "office" / "hand_decisions.py"]
"""The modules of which every text that looks like a code is one."""

CODE = re.compile(r"[a-z]+(-[a-z0-9]+)*\.[a-z]+(-[a-z0-9]+)*")
OF_CLASSES = {
    "error",
    "bad-input",
    "not-provided",
    "pair.no-legal-round",
    "right.missing",
    "web.refused",
    "web.unknown",
}


def calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node


@pytest.mark.parametrize("path", OFFICE, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_refusal_has_a_code_of_its_own(path: Path) -> None:
    for call in calls(path):
        if isinstance(call.func, ast.Name) and call.func.id == "BadInput":
            code = next((keyword.value for keyword in call.keywords if keyword.arg == "code"), None)
            passed_on = isinstance(code, ast.Attribute) and code.attr == "code"
            literal = isinstance(code, ast.Constant) and CODE.fullmatch(str(code.value))
            assert literal or passed_on, f"{path.name}, line {call.lineno}: BadInput without a code"


def used() -> set[str]:
    codes = set(OF_CLASSES)
    for path in SOURCE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        nodes: Iterator[ast.AST] = iter(())
        if path in SPEAKING:
            nodes = ast.walk(ast.parse(source))
        elif "code=" in source:  # to parse all modules takes long
            nodes = (
                part
                for call in calls(path)
                for keyword in call.keywords
                if keyword.arg == "code"
                for part in ast.walk(keyword.value)
            )
        for part in nodes:
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and CODE.fullmatch(part.value):
                codes.add(part.value)
    return codes


def test_the_documentation_lists_the_codes_that_there_are() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", DOCS.read_text(encoding="utf-8"), flags=re.MULTILINE)
    listed = [code for code, _ in rows]
    assert len(listed) == len(set(listed))
    there = used()
    assert sorted(there - set(listed)) == [], "codes that docs/codes.md does not list"
    assert sorted(set(listed) - there) == [], "codes that docs/codes.md lists, and nobody uses"
