"""A result that is corrected after the next round was paired: what the export, check and explain say of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arpad.cli import main


def arpad(*words: object) -> Result:
    done = CliRunner().invoke(main, [*map(str, words)])
    assert done.exit_code == 0, done.output + repr(done.exception)
    return done


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """Eight players, two rounds paired, the first with results."""
    file = tmp_path / "cup.arpad"
    arpad("tournament", "new", file, "--system", "fide-dutch", "--rounds", 4, "--seed", 1)
    for at, name in enumerate(["Ann", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]):
        arpad("tournament", "add", file, name, "--rating", 2400 - 50 * at)
    arpad("tournament", "pair", file)
    arpad("tournament", "result", file, "1-0", "0-1", "1-0", "0-1")
    arpad("tournament", "pair", file)
    return file


def test_nothing_was_corrected(cup: Path, tmp_path: Path) -> None:
    arpad("tournament", "export", cup, tmp_path / "cup.trf")
    assert "corrected" not in (tmp_path / "cup.trf").read_text("utf-8")
    assert "corrected" not in arpad("tournament", "explain", cup).output


def test_a_correction_before_the_next_pairing_is_none(cup: Path, tmp_path: Path) -> None:
    arpad("tournament", "result", cup, "--round", 2, "--board", 1, "1-0")
    arpad("tournament", "result", cup, "--round", 2, "--board", 1, "0-1")
    arpad("tournament", "export", cup, tmp_path / "cup.trf")
    assert "corrected" not in (tmp_path / "cup.trf").read_text("utf-8")


def test_the_export_the_explanation_and_why_not_tell_the_correction(cup: Path, tmp_path: Path) -> None:
    arpad("tournament", "result", cup, "--round", 1, "--board", 1, "0-1")
    out = tmp_path / "cup.trf"
    arpad("tournament", "export", cup, out)
    said = "### round 1: the result of 1 (White) and 5 was corrected from 1-0 to 0-1 after round 2 was paired"
    assert said in out.read_text("utf-8").splitlines()
    assert "nothing found" in arpad("check", cup).output
    for words in ((), ("--why-not", "1", "8")):
        told = arpad("tournament", "explain", cup, "--round", 2, *words).output
        assert "board 1, Ann (1) and Eve (5), was corrected from 1-0 to 0-1 after round 2 was paired" in told
    assert "corrected" not in arpad("tournament", "explain", cup, "--round", 1).output


def test_late_entries_shift_the_numbers(cup: Path, tmp_path: Path) -> None:
    arpad("tournament", "result", cup, "--round", 1, "--board", 1, "0-1")
    arpad("tournament", "add", cup, "Zoe", "--rating", 2600, "--by-rating")
    arpad("tournament", "export", cup, tmp_path / "cup.trf")
    said = "round 1: the result of 2 (White) and 6 was corrected from 1-0 to 0-1 after round 2 was paired"
    assert f"### {said}" in (tmp_path / "cup.trf").read_text("utf-8")
