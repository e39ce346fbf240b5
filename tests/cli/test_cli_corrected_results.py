"""A result that is corrected after the next round was paired: what the export, check and explain say of it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arpad.cli import main
from arpad.office.log.event_file import EventFile


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
    arpad("tournament", "result", cup, "--round", 1, "--board", 1, "--correct", "0-1")
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
    arpad("tournament", "result", cup, "--round", 1, "--board", 1, "--correct", "0-1")
    arpad("tournament", "add", cup, "Zoe", "--rating", 2600, "--by-rating")
    arpad("tournament", "export", cup, tmp_path / "cup.trf")
    said = "round 1: the result of 2 (White) and 6 was corrected from 1-0 to 0-1 after round 2 was paired"
    assert f"### {said}" in (tmp_path / "cup.trf").read_text("utf-8")


def refused(*words: object) -> str:
    """Run a command that is refused, and return what it says."""
    done = CliRunner().invoke(main, [*map(str, words)])
    assert done.exit_code == 2, done.output + repr(done.exception)
    return done.stderr


def command_in(said: str, before: str) -> list[str]:
    """Return the words of the command that a line tells to copy, without the name of the program."""
    (line,) = (line for line in said.splitlines() if before in line)
    program, *words = shlex.split(line.partition(before)[2])
    assert program == "arpad"
    return words


def test_a_result_that_was_followed_by_a_round_is_not_typed_over(cup: Path) -> None:
    before = cup.read_bytes()
    said = refused("tournament", "result", cup, "--round", 1, "--board", 1, "½-½")
    assert "round 2 was paired after these results of round 1: board 1, Ann (1) and Eve (5): 1-0." in said
    assert "round 2 keeps its pairing, and the standings change" in said
    assert cup.read_bytes() == before
    # The command to copy does it, and says by which command it is undone.
    done = arpad(*command_in(said, "To correct: "))
    assert "½-½" in done.stdout
    assert "the result of board 1, Ann (1) and Eve (5), is corrected" in done.stderr
    assert "round 2 was paired before; its pairing stays as it is" in done.stderr
    arpad(*command_in(done.stderr, "to undo: "))
    game = EventFile(cup).read().tournament().rounds[0].pairings[0]
    assert (game.white_result.value, game.black_result.value) == ("1", "0")
    assert EventFile(cup).read().tournament().played == 2, "the pairing was not undone"


def test_all_results_of_a_round_that_was_followed(cup: Path) -> None:
    said = refused("tournament", "result", cup, "--round", 1, "--op", "all", "1-0", "--", "=", "0-1")
    assert "board 2, Fay (6) and Bea (2): 0-1; board 3, Cid (3) and Gus (7): 1-0." in said
    assert "board 1," not in said, "it stays the same"
    words = command_in(said, "To correct: ")
    assert words[-4:] == ["1-0", "--", "=", "0-1"]
    assert words[words.index("--op") + 1] == "all"
    arpad(*words)
    again = arpad(*words)
    assert "the operation all was done before: nothing was changed" in again.stderr
    assert "to undo" not in again.stderr


def test_the_same_result_again_is_no_act(cup: Path) -> None:
    before = cup.read_bytes()
    assert "1-0" in arpad("tournament", "result", cup, "--round", 1, "--board", 1, "1").stdout
    arpad("tournament", "result", cup, "--round", 1, "1-0", "0-1", "1-0", "0-1")
    assert cup.read_bytes() == before


def test_the_current_round_is_entered_and_corrected_as_ever(cup: Path) -> None:
    arpad("tournament", "result", cup, "1-0", "0-1", "1-0", "0-1")
    done = arpad("tournament", "result", cup, "--board", 1, "0-1")
    assert "is corrected" in done.stderr
    assert "to undo" not in done.stderr


def test_a_result_that_was_still_to_come_is_entered_without_a_correction(cup: Path) -> None:
    # The boards had the wrong colours: what is set anew has no result.
    arpad("tournament", "board", cup, 1, "--white", "Eve", "--black", "Ann", "--round", 1)
    assert "1-0" in arpad("tournament", "result", cup, "--round", 1, "--board", 1, "1-0").stdout
    refused("tournament", "result", cup, "--round", 1, "--board", 1, "0-1")


def test_json_has_the_command_that_undoes_a_correction(cup: Path) -> None:
    words = ("tournament", "result", cup, "--round", 1, "--board", 1, "0-1", "--json")
    refused(*words)
    told = json.loads(arpad(*words, "--correct").stdout)
    assert [one["code"] for one in told["findings"]] == ["result.corrected", "round.later-paired"]
    assert shlex.split(told["undo"]) == ["arpad", "tournament", "undo", str(cup)]
    assert "undo" not in json.loads(arpad("tournament", "result", cup, "--board", 1, "1-0", "--json").stdout)


def test_a_board_of_a_match_of_teams(tmp_path: Path) -> None:
    file = tmp_path / "teams.arpad"
    arpad("tournament", "new", file, "--system", "fide-team", "--rounds", 3, "--set", "boards=2", "--seed", 1)
    for name in "ABCD":
        arpad("tournament", "add", file, name, "--member", f"{name}1", "--member", f"{name}2")
    arpad("tournament", "pair", file)
    arpad("tournament", "result", file, "--board", 1, "1-0", "½-½")
    arpad("tournament", "result", file, "--board", 2, "2-0")
    arpad("tournament", "pair", file)
    one = ("tournament", "result", file, "--round", 1, "--board", 1)
    before = file.read_bytes()
    arpad(*one, "--game", 1, "1-0")
    arpad(*one, "1-0", "½-½")
    assert file.read_bytes() == before
    said = refused(*one, "1-0", "0-1")
    assert "board 2 of match 1, A (1) and C (3): ½-½." in said
    assert "½-½" in refused(*one, "--game", 2, "0-1")
    # A match of which the result alone is known: its boards would replace it.
    assert "board 2, " in refused("tournament", "result", file, "--round", 1, "--board", 2, "0-1", "1-0")
    assert file.read_bytes() == before
    done = arpad(*command_in(said, "To correct: "))
    assert "to undo: " in done.stderr
    assert "1½-½" not in done.stdout
    forfeited = refused(*one, "+-")
    assert "board 1, A (1) and C (3): 1-1." in forfeited
