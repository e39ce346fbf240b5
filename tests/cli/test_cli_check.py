"""``arpad check`` and ``arpad pair`` on files and options that are not as they should be."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arpad.cli import main
from arpad.rulebooks.fide.pairing import Dutch
from arpad.rulebooks.standings import edition_for, standings
from arpad.tournament.generator import QUIET, generate
from arpad.tournament.trf import write_trf


def arpad(*words: object, code: int = 0) -> Result:
    done = CliRunner().invoke(main, [*map(str, words)])
    assert done.exit_code == code, done.output + repr(done.exception)
    return done


@pytest.fixture
def keizer(tmp_path: Path) -> Path:
    file = tmp_path / "keizer.trf"
    arpad("generate", "--players", 9, "--rounds", 4, "--system", "keizer", "--seed", 1, "--out", file)
    return file


def test_a_file_that_cannot_be_read_does_not_stop_the_others(keizer: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.trf"
    done = arpad("check", nowhere, keizer, code=2)
    assert "nowhere.trf: the file cannot be read" in done.output
    assert "4 rounds checked" in done.output
    rows = [
        json.loads(line) for line in arpad("check", nowhere, keizer, "--json", code=2).output.splitlines()
    ]
    assert [sorted(row) for row in rows] == [["error", "file"], ["file", "findings", "rounds"]]
    assert "cannot be read" in arpad("check", nowhere, code=2).output


def test_it_is_said_when_the_system_was_a_guess(keizer: Path) -> None:
    assert "judged by fide-dutch" in arpad("check", keizer, code=1).output
    named = CliRunner().invoke(main, ["check", str(keizer), "--system", "fide-dubov"])
    assert "was judged by" not in named.output


def test_a_bad_edition_is_a_bad_request(keizer: Path) -> None:
    arpad("pair", keizer, "--edition", "soon", code=3)
    arpad("pair", keizer, "--edition", "soon", "--json", code=3)


def test_a_club_that_meets_again_breaks_no_rule_of_swiss_systems(tmp_path: Path) -> None:
    file = tmp_path / "club.trf"
    arpad("generate", "--players", 7, "--rounds", 6, "--system", "keizer", "--seed", 1, "--out", file)
    assert "have met" in arpad("check", file, "--system", "fide-dutch", "--legal", code=1).output
    arpad("check", file, "--system", "keizer", "--legal")


def test_ranks_are_those_of_the_tie_breaks_that_the_report_names(tmp_path: Path) -> None:
    made = replace(generate(Dutch(), players=10, rounds=4, seed=3, happens=QUIET), tiebreaks=("BH", "SB"))
    ranks = {place.entrant.number: place.rank for place in standings(made, None, edition_for(made))}
    file = tmp_path / "t.trf"
    file.write_text(write_trf(made, ranks=ranks), encoding="utf-8")
    arguments = ["check", str(file)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    wrong = ranks | {1: 11 - ranks[1] if ranks[1] != 5 else 9}
    file.write_text(write_trf(made, ranks=wrong), encoding="utf-8")
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 1
    assert f"1 has the rank {wrong[1]}; by BH, SB it is {ranks[1]}" in done.output
