"""Decisions of the arbiter go into a report as comments, and are read from it again."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from arpad.cli import main


def run(*arguments: str | Path) -> str:
    found = CliRunner().invoke(main, [str(one) for one in arguments])
    assert found.exit_code == 0, found.output
    return found.stdout


def test_decisions_are_exported_and_read_from_the_report(tmp_path: Path) -> None:
    cup, report = tmp_path / "cup.arpad", tmp_path / "cup.trf"
    run("tournament", "new", cup, "--system", "fide-dutch", "--rounds", "3", "--seed", "1")
    for name in ("Ann", "Bo", "Cy", "Di"):
        run("tournament", "add", cup, name)
    run("tournament", "pair", cup)
    run("tournament", "rounds", cup, "2")
    acts = json.loads(run("tournament", "log", cup, "--json"))["acts"]
    assert [(one["severity"], one["rounds"]) for one in acts[-2:]] == [(None, [1]), ("note", [1])]
    run("tournament", "export", cup, report)
    assert "### decision" not in report.read_text()
    run("tournament", "export", cup, report, "--decisions", "--force")
    (line,) = (one for one in report.read_text().splitlines() if one.startswith("### decision"))
    assert line.endswith("plan 2 rounds")
    (told,) = json.loads(run("tournament", "log", report, "--json"))["decisions"]
    assert told["seq"] == acts[-1]["seq"]
    assert (told["round"], told["severity"], told["article"], told["text"]) == (
        1,
        "note",
        "",
        "plan 2 rounds",
    )
    assert "plan 2 rounds" in run("tournament", "log", report)


def test_a_file_that_is_no_report_has_no_decisions(tmp_path: Path) -> None:
    nothing = tmp_path / "x.trf"
    assert CliRunner().invoke(main, ["tournament", "log", str(nothing)]).exit_code != 0
    nothing.write_text("hello\n")
    assert CliRunner().invoke(main, ["tournament", "log", str(nothing)]).exit_code != 0
