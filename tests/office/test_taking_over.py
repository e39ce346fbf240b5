"""Tournaments that others began are taken over from their reports, gone on with, corrected and reported again."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import ArpadError, BadInput
from arpad.office import desk
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_format import parsed, written
from arpad.office.log.event_log import EventLog
from arpad.rulebooks.pairing_catalogue import system_of
from arpad.rulebooks.reporting import report_of
from arpad.rulebooks.tournament_report.pairing import pairs_of
from arpad.tournament import Tournament
from arpad.tournament.trf import Document, parse, read_trf
from office.random_events import ready_to_pair
from tournament.trf.test_writing import FILES, files_of_the_larger_collection, known

PLAYERS = [path for path in FILES if path.name != "team.trf"]
NOT_TOLD = ("edition", "settings", "seed", "tiebreak_edition")
"""What a report does not say, or says by silence."""


def taken(content: bytes, name: str = "report.trf") -> tuple[Document, EventLog]:
    """Take over a report; one of a Swiss system that it does not name, as one of the Dutch system."""
    document = parse(content, name)
    custom = document.tournament().system == "custom-swiss"
    return document, desk.take_over(document, system="fide-dutch" if custom else "")


def check_same(document: Document, log: EventLog) -> None:
    expected, actual = document.tournament(), log.tournament()
    both = {name: getattr(expected, name) for name in (*NOT_TOLD, "system")}
    assert replace(actual, **both) == expected
    assert actual.system == ("fide-dutch" if expected.system == "custom-swiss" else expected.system)
    assert dict(expected.settings).items() <= dict(actual.settings).items()


def by_desk(log: EventLog) -> object:
    """Return the pairs of the next round, or why there is none."""
    try:
        return sorted(pairs_of(desk.pair(log).tournament().rounds[-1]))
    except ArpadError as error:
        return type(error)


def by_system(tournament: Tournament) -> object:
    """Return the same as ``arpad pair`` pairs a report."""
    try:
        return sorted(pairs_of(system_of(tournament).pair(tournament).round))
    except ArpadError as error:
        return type(error)


def check_next_round(document: Document, log: EventLog) -> None:
    """``arpad pair REPORT`` pairs the same; before round 1 the desk numbers by rating first."""
    expected = replace(document.tournament(), system=log.tournament().system)
    if expected.played and (not expected.planned or expected.played < expected.planned):
        assert by_desk(log) == by_system(expected)


@pytest.mark.parametrize("path", PLAYERS, ids=lambda path: path.name)
def test_a_report_is_taken_over_gone_on_with_and_reported_again(path: Path) -> None:
    document, log = taken(path.read_bytes())
    check_same(document, log)
    assert parsed(written(log.named("1f")).decode(), "x") == log
    check_next_round(document, log)
    again = read_trf(report_of(log.tournament()))
    assert (again.history, again.scores()) == (log.tournament().history, log.tournament().scores())
    assert desk.take_over(parse(report_of(log.tournament()))).tournament().history == again.history


@pytest.mark.parametrize("step", [15, pytest.param(1, marks=pytest.mark.slow)])
def test_the_larger_collection_is_taken_over(step: int) -> None:
    count = 0
    for name, content in islice(files_of_the_larger_collection(), 0, None, step):
        document, log = taken(content, name)
        check_same(document, log)
        if step == 1 and len(log.tournament().entrants) < 60:
            check_next_round(document, log)
        count += 1
    assert count > 900 / step


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10**9))
def test_the_report_of_a_random_event_is_taken_over_and_paired_as_the_event(seed: int) -> None:
    for story in islice(ready_to_pair(seed, penalties=True), 1, None, 3):
        report = report_of(story.log.tournament())
        log = desk.take_over(parse(report))
        expected = read_trf(report)
        assert known(log.tournament())[:5] == known(expected)[:5]
        assert log.tournament().adjustments == expected.adjustments
        assert by_desk(log) == by_desk(story.log), seed


def row(number: int, name: str, points: str, *cells: str) -> str:
    """Return a player's line: FIDE's columns, a round in each ten of them."""
    head = f"001 {number:4}      {name}".ljust(48) + str(2200 - 100 * number)
    return (head.ljust(80) + f"{points:>4} {number:4}  " + "  ".join(f"{cell:8}" for cell in cells)).rstrip()


REPORT = "\n".join(
    (
        "012 Spring Open",
        "032 HUN",
        "042 2026/03/07",
        "142 5",
        "152 B",
        "192 FIDE_DUTCH",
        "202 BH/C1,SB",
        row(1, "Ann", "2.0", "   3 b 1", "   2 w 1"),
        row(2, "Bo", "1.0", "   4 w 1", "   1 b 0"),
        row(3, "Cy", "1.0", "   1 w 0", "   4 - +", "0000 - H"),
        row(4, "Di", "-0.5", "   2 b 0", "   3 - -"),
        row(5, "Late", "1.0", "", "0000 - U"),
        "240 H 003    3",
        "260 001 999    1    4",
        "299          -0.5  000    4",
        "",
    )
)
PLAIN = REPORT.replace("-0.5    4", " 0.0    4").replace("299          -0.5  000    4\n", "")


def lines(text: str = PLAIN, *, without: str = "") -> Document:
    return parse("".join(line for line in text.splitlines(True) if not without or line[:3] not in without))


def test_what_the_report_says_becomes_events() -> None:
    log = desk.take_over(lines(REPORT))
    cup = log.tournament()
    assert (cup.name, cup.planned, cup.initial_colour, cup.tiebreaks) == (
        "Spring Open",
        5,
        "b",
        ("BH/C1", "SB"),
    )
    assert cup.details["federation"] == "HUN"
    assert cup.by_number[5].arrives == 2
    assert [event.KIND for event in log.events] == [
        *("new", "details", "colour", *("add",) * 4, "forbid", "points"),
        *("pair", "result", "result", "add", "pair", "result", "result", "away"),
    ]
    # A game that nobody played has no colours in a report.
    assert [game.coloured for game in cup.rounds[1].pairings] == [True, False]
    assert cup.scores()[4] == Fraction(-1, 2)
    # As it stood when round 1 was paired: nobody had come late.
    assert sorted(log.as_paired(1).before.by_number) == [1, 2, 3, 4]
    assert [finding.code for finding in log.findings] == [
        "report.edition-supposed",
        "report.no-seed",
        "report.boards",
        # The places stand there in the order of the numbers, and the points without the bye to come.
        "report.counted-anew",
        "report.counted-anew",
    ]


def test_a_taken_over_event_is_corrected_and_its_rounds_are_taken_back() -> None:
    document = lines()
    log = desk.take_over(document)
    board = next(
        at
        for at, game in enumerate(log.tournament().rounds[0].pairings, 1)
        if game.white == 4 or game.black == 4
    )
    corrected = desk.enter_result(log, 1, board, "½-½")
    assert read_trf(report_of(corrected.tournament())).scores()[4] == Fraction(1, 2)
    back = log
    for _ in range(3):  # the bye to come, the results of round 2, its pairing
        back = desk.undo(back)
    assert back.tournament().played == 1


@pytest.mark.parametrize(
    ("without", "code"),
    [
        ("192", "report.system-supposed"),
        ("152", "report.colour-supposed"),
        ("142", "report.rounds-unknown"),
    ],
)
def test_what_a_report_does_not_say_is_said(without: str, code: str) -> None:
    codes = [finding.code for finding in desk.take_over(lines(without=without)).findings]
    assert code in codes
    assert code not in [finding.code for finding in desk.take_over(lines()).findings]


def test_what_the_arbiter_says_instead() -> None:
    log = desk.take_over(
        lines(without="012 142 192"),
        name="Cup",
        system="fide-dubov",
        rounds=7,
        edition=date(2026, 2, 1),
        seed=3,
    )
    cup = log.tournament()
    assert (cup.name, cup.system, cup.planned, cup.seed) == ("Cup", "fide-dubov", 7, 3)


def test_points_that_do_not_fit_the_results() -> None:
    wrong = lines(PLAIN.replace("2.0    1", "3.5    1"))
    with pytest.raises(BadInput, match=r"3\.5 points") as refused:
        desk.take_over(wrong)
    assert refused.value.code == "report.not-readable"
    log = desk.take_over(wrong, lenient=True)
    assert [finding.code for finding in log.findings].count("report.passed-over") == 1
    assert log.tournament().scores()[1] == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (PLAIN.replace("FIDE_DUTCH", "CUSTOM_SWISS"), "report.unknown-system"),
        # The player of the first board of the one team meets that of the second board of the other.
        (
            (FILES[0].parent / "team.trf")
            .read_text()
            .replace("5 w =     8 w", "4 w =     8 w")
            .replace("1.5          4 w 1     7 b =", "1.5          5 w 1     7 b ="),
            "report.not-readable",
        ),
        ("no report", "report.not-readable"),
    ],
)
def test_reports_that_cannot_be_taken_over(text: str, code: str) -> None:
    with pytest.raises(BadInput) as refused:
        desk.take_over(parse(text))
    assert refused.value.code == code


def test_unusual_players_and_decisions_are_said() -> None:
    text = (
        REPORT.replace("Bo ", "   ").replace("260 001 999    1    4", "260 001 999    1").replace("SB", "QQQ")
    )
    log = desk.take_over(lines(text))
    assert log.tournament().by_number[2].name == "No. 2"
    assert {"report.no-name", "report.prohibition-of-one", "report.tiebreaks"} <= {
        finding.code for finding in log.findings
    }


def test_each_act_of_the_file_can_be_undone(tmp_path: Path) -> None:
    file = EventFile(tmp_path / "cup.arpad")
    log = desk.take_over(lines())
    file.create(log, op="begin", in_acts=True)
    assert file.read().act_of("begin") == 0
    assert file.act(desk.undo).after.tournament().absences == {}
    assert file.read().tournament().played == 2


def test_accelerations_without_participants_are_taken_over() -> None:
    text = "012 Open\n142 7\n152 W\n250      01.0 001 002 0001 0012\n250      00.5 003 004 0001 0012\n"
    log = desk.take_over(parse(text.encode(), "open.trf"), lenient=True)
    assert log.tournament().by_number == {}
