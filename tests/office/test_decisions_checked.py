"""Points that no rulebook allows, prohibitions decided after a round, and pairs set by hand against the rules."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from arpad.cli import main
from arpad.core import BadInput
from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_log import EventLog
from arpad.rulebooks.reporting import report_of
from arpad.tournament.points import FOOTBALL_POINTS, Points, check_scoring
from arpad.tournament.trf import parse


def arpad(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, list(words))
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("points", "problem"),
    [
        ("1-1-0", "two draws are worth more than a win and a loss"),
        ("1-0.75-0", "two draws are worth more than a win and a loss"),
        ("0-0-1", "a loss is worth as much as a win, or more"),
        ("1-0-0.5", "a draw is worth less than a loss"),
    ],
)
def test_points_that_no_rulebook_allows(points: str, problem: str, tmp_path: Path) -> None:
    """FIDE's verification checklist of 2026, questions 70 to 88."""
    path = tmp_path / "cup.arpad"
    code, text = arpad("tournament", "new", str(path), "--points", points)
    assert code
    assert problem in text
    assert not path.exists()
    worth = [Fraction(part) for part in points.split("-")]
    with pytest.raises(BadInput, match=problem):
        desk.create("Cup", "fide-dutch", points=Points(*worth))


@pytest.mark.parametrize(
    "points",
    [
        Points(),
        FOOTBALL_POINTS,
        Points(Fraction(2), Fraction(1)),
        Points(Fraction(3), Fraction(2), Fraction(1)),
    ],
)
def test_points_in_use_are_taken(points: Points) -> None:
    check_scoring(points)


def report(points: str) -> str:
    return f"""\
012 Cup
142 3
162 {points}
001    1      A                                 2400                             0.0    1
001    2      B                                 2300                             0.0    2
"""


def test_a_report_with_a_bye_worth_more_than_a_win(tmp_path: Path) -> None:
    text = report(" W 1.0    D 0.5    L 0.0    P 2.0")
    path = tmp_path / "cup.trf"
    path.write_text(text)
    code, output = arpad("check", str(path))
    assert code == 1
    assert "a bye is worth more than a win" in output
    with pytest.raises(BadInput, match="a bye is worth more than a win"):
        desk.take_over(parse(text))
    path.write_text(report(" W 1.0    D 0.5    L 0.0    P 1.0"))
    assert arpad("check", str(path))[0] == 0


def begun() -> EventLog:
    """Return a tournament of six whose first round is played."""
    log = desk.create("Cup", "fide-dutch", rounds=3, seed=1, colour="white")
    log = desk.enter_all(log, [ParticipantEntry(f"S{at}", {"rating": 2000 - at}) for at in range(1, 7)])
    return desk.enter_results(desk.pair(log), 1, ["1-0"] * 3)


def test_a_prohibition_holds_from_the_round_in_which_it_was_decided() -> None:
    """TRF26, 260, has a first round: a report must not call the rounds before illegal."""
    log = desk.forbid(begun(), 1, 4)
    (finding,) = (candidate for candidate in log.findings if candidate.code == "prohibition.from")
    assert "from round 2 on" in str(finding.text)
    assert log.tournament().prohibitions[0].first == 2
    line = next(line for line in report_of(log.tournament()).splitlines() if line.startswith("260"))
    assert line.split() == ["260", "002", "003", "1", "4"]
    before = desk.enter_all(
        desk.create("Cup", "fide-dutch", rounds=3), [ParticipantEntry("A", {}), ParticipantEntry("B", {})]
    )
    assert desk.forbid(before, 1, 2).tournament().prohibitions[0].first == 1
    waits = desk.pair(begun())
    assert desk.forbid(waits, 1, 5).tournament().prohibitions[0].first == 2, "no result of round 2 yet"
    assert desk.forbid(begun(), 1, 4, first=3).tournament().prohibitions[0].first == 3


def test_check_of_an_event_finds_what_check_of_its_report_finds(tmp_path: Path) -> None:
    """The arbiter lets two meet again: that is noted as a decision, and found as what it is."""
    log = begun()
    white, black = next((game.white, game.black) for game in log.tournament().rounds[0].pairings)
    log = desk.set_board(desk.pair(log), 1, white, black)
    event, trf = tmp_path / "cup.arpad", tmp_path / "cup.trf"
    EventFile(event).create(log)
    trf.write_text(report_of(log.tournament()))
    for words in ((str(event),), (str(event), "--legal"), (str(trf), "--legal")):
        code, output = arpad("check", *words)
        assert code == 1, words
        assert "have met in round 1" in output
