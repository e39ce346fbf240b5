"""Messages name arguments as the reader gives them: in Python, or typed on the command line."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import arpad
from arpad.cli import main
from arpad.core import BadInput
from arpad.core.interface import command_line, named_columns, option, setting, switch
from arpad.record import Games, Players

COMMANDS = (
    "final_standings",
    "former_parameters",
    "interface",
    "list_columns",
    "manifest",
    "provenance",
    "studies",
)
"""Modules that write commands down: how options are spelt, the command that makes a list again."""

LIBRARY = [
    path
    for path in sorted(Path(arpad.__file__).parent.rglob("*.py"))
    if path.parent.name != "cli" and path.stem not in COMMANDS
]
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]+")


def test_an_argument_in_python() -> None:
    assert option("as_of", "2026-01-01") == 'as_of="2026-01-01"'
    assert setting("importance=25") == "importance=25"
    assert switch("webhooks_inside") == "webhooks_inside=True"
    assert named_columns("time=period") == 'columns={"time": "period"}'
    assert named_columns("points_first", "time") == 'columns={"points_first": "…", "time": "…"}'


def test_an_option_as_it_is_typed() -> None:
    with command_line():
        assert option("as_of", "2026-01-01") == "--as-of 2026-01-01"
        assert setting("importance=25") == "--set importance=25"
        assert switch("webhooks_inside") == "--webhooks-inside"
        assert named_columns("points_first", "time") == "--columns points_first=…,time=…"
    assert setting("importance=25") == "importance=25"


def test_the_same_message_for_both(tmp_path: Path) -> None:
    zero = np.zeros(1, np.int32)
    games = Games(Players(["Ada", "Bo"]), zero, zero + 1, np.ones(1))
    with pytest.raises(BadInput, match=r"the record has no points.*or margin=none\."):
        arpad.rate(games, arpad.rating_system("elo", margin="goals"))
    file = tmp_path / "games.csv"
    file.write_text("winner,loser\nAda,Bo\n")
    said = CliRunner().invoke(main, ["rate", str(file), "--set", "margin=goals"]).output
    assert "or --set margin=none." in said


def options_in(path: Path) -> list[str]:
    """Return the texts of a module that name an option of the command line, but for its documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
    ]
    return [text for text in texts if FLAG.search(text)]


def test_the_library_speaks_of_no_options() -> None:
    assert len(LIBRARY) > 500
    found = {path.as_posix(): options_in(path) for path in LIBRARY}
    assert {name: texts for name, texts in found.items() if texts} == {}
