"""Reports of teams by other programs: what one command reads every command reads, and means the same by it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.rulebooks.fide.pairing.teams.system import TeamSwiss
from arpad.tournament.checking import before
from arpad.tournament.model import Bye
from arpad.tournament.results import Result
from arpad.tournament.trf import parse, read_trf

FOLDER = Path(__file__).parent.parent / "fixtures" / "team_reports"


def report(name: str) -> bytes:
    return (FOLDER / f"{name}.trf").read_bytes()


@pytest.mark.parametrize(("name", "rounds"), [("team-2000", 11), ("team-2031", 6)])
def test_a_tournament_of_another_engine_is_paired_again_round_for_round(name: str, rounds: int) -> None:
    """The byes and forfeited matches stand in the players' lines only."""
    tournament = parse(report(name)).teams(lenient=True)
    assert tournament.played == rounds
    system = TeamSwiss(following="parity")
    for at in range(1, rounds + 1):
        round_ = system.pair(before(tournament, at)).round
        assert {(game.white, game.black) for game in round_.pairings} == {
            (game.white, game.black) for game in tournament.rounds[at - 1].pairings
        }
        assert round_.byes == tournament.rounds[at - 1].byes


def test_a_match_that_both_teams_forfeit_brings_nobody_points() -> None:
    """C.04.2, 3.5: the two may meet again; a team that does not play does not draw."""
    tournament = read_trf(report("t4a").decode())
    game = next(game for game in tournament.rounds[0].pairings if {game.white, game.black} == {1, 2})
    assert (game.white_result, game.black_result) == (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)
    assert not any(tournament.scores()[team] for team in (1, 2))


def test_byes_of_teams_are_read_from_their_players() -> None:
    """C.04.6 of 2026, 1.4: the bye is worth a match drawn; the match points are those of the file."""
    tournament = read_trf(report("nocolor").decode())
    assert [round_.byes for round_ in tournament.rounds] == [
        (Bye(number, Result.PAIRING_BYE),) for number in (9, 8, 7, 5, 3, 6, 2)
    ]
    points = [14, 9, 7, 11, 7, 6, 3, 5, 1]
    assert tournament.scores() == dict(enumerate(points, 1))
    with_bye = read_trf(report("t4b").decode())
    assert with_bye.scores()[5] == 1
    assert with_bye.settings["unplayed_game_points"] == {Result.PAIRING_BYE: 1}


def test_a_wrong_total_names_the_records_that_may_be_missing() -> None:
    text = report("t4a").decode().replace(" 2380    0.0 ", " 2380    1.0 ")
    with pytest.raises(BadInput) as caught:
        parse(text).teams()
    assert "320" in str(caught.value.remedy)
    assert "330" in str(caught.value.remedy)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ff2", "ff5", "t4a", "t4b", "nocolor", "team-2031"])
def test_what_one_command_reads_every_command_reads(name: str, tmp_path: Path) -> None:
    tournament = read_trf(report(name).decode())
    event = tmp_path / "cup.arpad"
    path = FOLDER / f"{name}.trf"

    def arpad(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "arpad", *words], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    arpad("tournament", "new", str(event), "--from", str(path))
    assert "nothing found" in arpad("check", str(path), "--legal")
    assert arpad("tournament", "standings", str(event), "--json").count('"points"') == len(
        tournament.entrants
    )
    taken = desk.take_over(parse(report(name))).tournament()
    assert taken.scores() == tournament.scores()
    assert [round_.byes for round_ in taken.rounds] == [round_.byes for round_ in tournament.rounds]


@pytest.mark.parametrize(
    ("record", "columns", "problem"),
    [
        ("300   1   2   1    3    5", "25", "300 names the player 5, who is not in the list of team 2 (310)"),
        ("300   1   7   1    3    4", "9-11", "300 names the team 7, which no record 310 has"),
        ("320  1.0  1.0   7", "15-17", "320 names the team 7, which no record 310 has"),
        ("260 001 003    1    9", "21", "260 names the number 9, which no participant has"),
        ("250  1.0  1.0 001 002 0001 0040", "28-31", "250 names the number 40, which no participant has"),
    ],
)
def test_a_number_that_a_record_names_is_in_the_list(record: str, columns: str, problem: str) -> None:
    lines = [line for line in report("lineup300").decode().splitlines() if not line.startswith("300")]
    with pytest.raises(BadInput) as caught:
        parse("\n".join([*lines, record]), "cup.trf").teams()
    error = caught.value
    assert (error.problem, error.row, error.column) == (problem, len(lines) + 1, columns)


def test_a_line_up_of_strangers_is_told_by_every_command(tmp_path: Path) -> None:
    path = FOLDER / "lineup300.trf"
    for words in (
        ("check", str(path)),
        ("tournament", "new", str(tmp_path / "x.arpad"), "--from", str(path)),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "arpad", *words], capture_output=True, text=True, check=False
        )
        assert done.returncode
        assert "300 names the player 5" in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
    assert not (tmp_path / "x.arpad").exists()
