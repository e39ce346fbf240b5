"""Contests of many sides on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arpad.cli import main

RACES = "race,driver,place\n1,Ann,1\n1,Bob,2\n1,Cho,3\n2,Cho,1\n2,Ann,2\n"


@pytest.mark.parametrize("system", ["trueskill", "weng-lin"])
def test_a_long_table_is_rated_and_explained(tmp_path: Path, system: str) -> None:
    path = tmp_path / "races.csv"
    path.write_text(RACES, encoding="utf-8")
    rated = CliRunner().invoke(main, ["rate", str(path), "--system", system])
    assert rated.exit_code == 0, rated.output
    assert "2 games" in rated.output
    told = CliRunner().invoke(main, ["explain", str(path), "--system", system, "--player", "Bob"])
    assert told.exit_code == 0, told.output
    assert "together" in told.output
