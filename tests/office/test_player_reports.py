"""Reports of players: national ratings, byes given ahead, rounds in which everybody has an entry."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from arpad.cli import main
from arpad.office import desk
from arpad.rulebooks.reporting import report_of
from arpad.tournament.results import Result
from arpad.tournament.trf import parse, read_trf, write_trf
from arpad.tournament.trf.national import ranking_ratings

FOLDER = Path(__file__).parent.parent / "fixtures" / "player_reports"
NRS = (FOLDER / "nrs.trf").read_text()
AHEAD = (FOLDER / "preU.trf").read_text()


def pairs(text: str) -> list[tuple[str, str]]:
    log = desk.pair(desk.take_over(parse(text)))
    cup = log.tournament()
    names = {number: entrant.name for number, entrant in cup.by_number.items()}
    return [(names[game.white], names[game.black]) for game in cup.rounds[-1].pairings]


def test_an_event_is_paired_as_its_report_with_national_ratings(tmp_path: Path) -> None:
    """By 172 number 2 is number 2 by the national 1900: A–C, D–B."""
    path = tmp_path / "cup.trf"
    path.write_text(NRS)
    done = CliRunner().invoke(main, ["pair", str(path), "-p"])
    assert done.stdout.split("\n")[:3] == ["2", "1 3", "4 2"]
    assert pairs(NRS) == [("A", "C"), ("D", "B")]


@pytest.mark.parametrize(
    ("method", "ratings"),
    [
        ("FRA FIDON", {1: 2200, 2: 1900, 3: 1500, 4: 1400}),
        ("FRA NIDOF", {1: 2200, 2: 1900, 3: 1600, 4: 1400}),
        ("FRA HBFN", {1: 2200, 2: 1900, 3: 1600, 4: 1400}),
        ("FRA NRO", {1: 0, 2: 1900, 3: 1600, 4: 0}),
        ("FIDE", {1: 2200, 2: 0, 3: 1500, 4: 1400}),
    ],
)
def test_by_what_players_are_numbered(method: str, ratings: dict[int, int]) -> None:
    third = "FRA    3                                        1600 FRA      X3"
    tournament = read_trf(NRS.replace("172 FRA FIDON", f"172 {method}") + third + "\n")
    assert ranking_ratings(tournament) == ratings


def test_national_records_come_through_an_event_with_their_players() -> None:
    record = next(line for line in NRS.splitlines() if line.startswith("FRA"))
    assert record in report_of(desk.take_over(parse(NRS)).tournament()).splitlines()
    assert record in write_trf(read_trf(NRS)).splitlines()
    later = desk.enter(desk.take_over(parse(NRS)), "Zoe", {"rating": 2500})
    report_lines = report_of(desk.pair(later).tournament()).splitlines()
    number = next(line[4:8] for line in report_lines if line.startswith("001") and line[14:15] == "B")
    assert [line[4:8] for line in report_lines if line.startswith("FRA")] == [number]


def test_a_bye_ahead_of_its_round_is_paired_with() -> None:
    """bbpPairings, issue 3: the round is not over; the others play."""
    tournament = read_trf(AHEAD)
    assert tournament.played == 1
    assert tournament.absences == {2: {4: Result.PAIRING_BYE}}
    log = desk.take_over(parse(AHEAD))
    assert any(finding.code == "report.bye-ahead" for finding in log.findings)
    round_ = desk.pair(log).tournament().rounds[1]
    assert {frozenset((game.white, game.black)) for game in round_.pairings} == {
        frozenset((3, 5)),
        frozenset((1, 2)),
    }
    assert [bye.number for bye in round_.byes] == [4]


def test_a_round_in_which_everybody_has_an_entry_is_over(tmp_path: Path) -> None:
    rows = [
        "001    1      A                                 2400                             1.5    1     2 w 1  0000 - H",
        "001    2      B                                 2300                             0.5    2     1 b 0  0000 - H",
        "001    3      C                                 2200                             0.5    3  0000 - H  0000 - Z",
    ]
    text = "\n".join(["012 Cup", "142 4", "152 W", *rows]) + "\n"
    assert read_trf(text).played == 2
    path = tmp_path / "cup.trf"
    path.write_text(text)
    done = CliRunner().invoke(main, ["pair", str(path), "-p"])
    assert done.stdout.splitlines()[0] == "2", "a game and the bye of round 3"


def test_teams_of_players_that_are_left_out_are_told() -> None:
    text = NRS + "013 Club                                1    2\n"
    log = desk.take_over(parse(text))
    (finding,) = (candidate for candidate in log.findings if candidate.code == "report.teams-left-out")
    assert "1 team of players (013) left out" in str(finding.text)
