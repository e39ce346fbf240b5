"""One is one: no command prints ``1 games``."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

ONE_OF_MANY = re.compile(
    r"(?<![\d.,½])1 (games|rounds|players|participants|boards|results|findings|matches|brackets|groups|byes|stones)\b"
)


@pytest.mark.parametrize(
    "system",
    [
        *("round-robin", "scheveningen", "groups", "knockout", "double-elimination", "othello", "monrad"),
        *("fide-team", "double-swiss", "mcmahon", "fide-dutch", "fide-lim", "fide-dubov", "fide-burstein"),
    ],
)
def test_two_players_and_one_round(run: Run, tmp_path: Path, system: str) -> None:
    file, report = str(tmp_path / "two.arpad"), str(tmp_path / "two.trf")
    said = [run("tournament", "new", file, "--system", system, "--rounds", "1").output]
    for name in ("Ann", "Bo"):
        run("tournament", "add", file, name, "--rating", "1500", "--grade", "1d")
    said.append(run("tournament", "pair", file).output)
    said.append(run("tournament", "explain", file).output)
    said.append(run("tournament", "result", file, "1-0", "1-0", code=2).stderr)
    said.append(run("tournament", "result", file, "--board", "2", "1-0", code=2).stderr)
    run("tournament", "result", file, "+-")
    said.append(run("tournament", "pair", file, code=2).stderr)
    said.append(run("tournament", "away", file, "Bo", "--round", "2", code=2).stderr)
    said.append(run("check", file, "--legal").output)
    # A report has no room for matches of two games.
    run("tournament", "export", file, report, code=2 if system == "double-swiss" else 0)
    run("tournament", "page", file, str(tmp_path / "two.html"))
    said.append((tmp_path / "two.html").read_text(encoding="utf-8"))
    assert not [found[0] for text in said for found in ONE_OF_MANY.finditer(text)]


def test_a_report_of_one_round(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "one.trf")
    said = run("generate", "--players", "2", "--rounds", "1", "--out", file).output
    assert "2 players, 1 of 1 round\n" in said
    assert "1 round checked" in run("check", file).output
