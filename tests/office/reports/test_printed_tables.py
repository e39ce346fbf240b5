"""What is printed of an event, against an event of six players that is reckoned by hand."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.log.event_log import EventLog
from arpad.office.publishing.file_kinds import PRINTED
from arpad.office.reports.catalogue import REPORTS, report
from arpad.office.reports.entries import ranges
from arpad.office.reports.page import as_page
from arpad.office.reports.slips import slips_of
from arpad.office.reports.table import Cell, Report, ReportColumn, ReportTable, as_csv, as_dict, as_json
from arpad.tournament.model import Bye, Entrant, Pairing, Round, Tournament
from arpad.tournament.results import Result
from office.conftest import NAMES
from office.reports.hand_event import DRAW, EVENT, LOSS, WIN, game
from office.test_desk_teams import played


def printed(printed_report: Report, at: int = 0) -> list[str]:
    """Return a table of a report as it is printed, a line for each row, cells apart by a bar."""
    table = printed_report.tables[at].printed()
    return [" | ".join(map(str, row)) for row in ([column.heading for column in table.columns], *table.rows)]


def test_the_starting_list_has_the_columns_that_something_is_known_for() -> None:
    assert printed(report(EVENT, "start")) == [
        "No. | Title | Name | Rating | Fed. | ID | Born | Sex",
        "1 | GM | Ann Ågård | 2400 | NOR | 1500001 | 1990-05-17 | w",
        "2 |  | Bea | 2300 | SWE | 1700002 | 1985 | w",
        "3 | FM | Cid | 2200 | NOR | 1500003 | 1970 | m",
        "4 |  | Dan | 2100 | DEN |  | 1999 | m",
        "5 |  | Eve |  | NOR |  |  | w",
        "6 |  | Фёдор | 2000 |  |  | 2001 | m",
    ]


def test_a_starting_list_says_when_late_entries_come() -> None:
    late = replace(EVENT, entrants=(*EVENT.entrants, Entrant(7, "Gil", club="Vålerenga", arrives=4)))
    assert printed(report(late, "start"))[-1] == "7 |  | Gil |  |  |  |  |  | Vålerenga | 4"


def test_the_pairings_have_ratings_points_and_the_arbiters_boards() -> None:
    pairings = report(EVENT, "pairings")
    assert pairings.title == "Round 3: pairings"
    assert pairings.facts == ["Oslo, NOR, 2026-01-03 to 2026-01-05", "Chief arbiter: IA Gro Holm"]
    assert printed(pairings) == [
        "Bd | By | No. |  | White | Rating | Pts | Result | Pts | Rating |  | Black | No.",
        "1 | hand | 1 | GM | Ann Ågård | 2400 | 1.5 |  | 1.5 | 2200 | FM | Cid | 3",
        "2 |  | 2 |  | Bea | 2300 | 1.5 | 1-0 | 1.0 | 2000 |  | Фёдор | 6",
        "3 |  | 4 |  | Dan | 2100 | 0.0 |  | 1.0 |  |  | Eve | 5",
    ]
    assert pairings.notes == ["“hand” marks what the arbiter has set by hand."]


def test_byes_stand_below_the_pairings() -> None:
    pairings = report(EVENT, "pairings", 2)
    assert printed(pairings)[1:] == [
        "1 | 2 | Bea | 2300 | 1.0 | ½-½ | 1.0 | 2400 | GM | Ann Ågård | 1",
        "2 | 4 | Dan | 2100 | 0.0 | -+ | 0.5 | 2200 | FM | Cid | 3",
    ]
    assert printed(pairings, 1) == [
        "No. | Without a game | Pts | Bye | Points",
        "5 | Eve | 0.0 | bye | 1.0",
        "6 | Фёдор | 0.5 | half-point bye | 0.5",
    ]


def test_who_plays_where_goes_by_the_alphabet_without_accents_and_case() -> None:
    named = [
        Entrant(at, name) for at, name in enumerate(("özil", "Zhou", "Oz", "김민지", "Ángel", "anna"), 1)
    ]
    event = Tournament(tuple(named), (Round((game(1, 2), game(3, 4)), (Bye(5), Bye(6, Result.ZERO_BYE))),))
    assert printed(report(event, "alphabet")) == [
        "Name | No. | Bd | Colour | Opponent | No. | ",
        "Ángel | 5 |  |  |  |  | bye",
        "anna | 6 |  |  |  |  | away",
        "Oz | 3 | 2 | White | 김민지 | 4 | ",
        "özil | 1 | 1 | White | Zhou | 2 | ",
        "Zhou | 2 | 1 | Black | özil | 1 | ",
        "김민지 | 4 | 2 | Black | Oz | 3 | ",
    ]


def test_the_results_say_what_is_to_come() -> None:
    results = report(EVENT, "results")
    assert printed(results) == [
        "Bd | By | No. | White | Result | Black | No.",
        "1 | hand | 1 | Ann Ågård |  | Cid | 3",
        "2 |  | 2 | Bea | 1-0 | Фёдор | 6",
        "3 |  | 4 | Dan |  | Eve | 5",
    ]
    assert results.notes == ["Results to come: boards 1, 3."]


def test_standings_and_those_of_an_earlier_round() -> None:
    assert printed(report(EVENT, "standings")) == [
        "Rank | No. |  | Name | Fed. | Rating | Points | WIN",
        "1 | 2 |  | Bea | SWE | 2300 | 2.5 | 2",
        "2 | 1 | GM | Ann Ågård | NOR | 2400 | 1.5 | 1",
        "2 | 3 | FM | Cid | NOR | 2200 | 1.5 | 1",
        "4 | 5 |  | Eve | NOR |  | 1.0 | 1",
        "5 | 6 |  | Фёдор |  | 2000 | 1.0 | 0",
        "6 | 4 |  | Dan | DEN | 2100 | 0.0 | 0",
    ]
    earlier = report(EVENT, "standings", 1)
    assert earlier.title == "Standings after round 1 of 5"
    assert [row[1] for row in earlier.tables[0].rows] == [1, 2, 3, 6, 4, 5]


def test_the_crosstable_of_a_swiss_event() -> None:
    crosstable = report(EVENT, "crosstable")
    assert printed(crosstable) == [
        "Rank | No. |  | Name | Fed. | Rating | R1 | R2 | R3 | Points",
        "1 | 2 |  | Bea | SWE | 2300 | 5b1 | 1w½ | 6w1 | 2.5",
        "2 | 1 | GM | Ann Ågård | NOR | 2400 | 4w1 | 2b½ | 3w | 1.5",
        "2 | 3 | FM | Cid | NOR | 2200 | 6w½ | 4b+ | 1b | 1.5",
        "4 | 5 |  | Eve | NOR |  | 2w0 | bye | 4b | 1.0",
        "5 | 6 |  | Фёдор |  | 2000 | 3b½ | ½ bye | 2b0 | 1.0",
        "6 | 4 |  | Dan | DEN | 2100 | 1b0 | 3w− | 5w | 0.0",
    ]
    assert crosstable.notes == [
        "Each cell is the opponent’s number, the colour (w or b) and the result.",
        "+ and − are a win and a loss by forfeit.",
        "Round 3 lacks the results of boards 1, 3.",
    ]


def test_the_crosstable_of_a_round_robin_is_a_square() -> None:
    rounds = (
        Round((game(1, 4, WIN), game(2, 3, DRAW))),
        Round((game(4, 3, LOSS), game(1, 2, DRAW))),
        Round((game(2, 4, WIN), game(3, 1, LOSS))),
    )
    names = [Entrant(at, name) for at, name in enumerate("ABCD", 1)]
    event = Tournament(tuple(names), rounds, system="round-robin", tiebreaks=("WIN",))
    # A 1 + ½ + 1, B ½ + ½ + 1, C ½ + 1 + 0, D nothing.
    assert printed(report(event, "crosstable")) == [
        "Rank | No. | Name | 1 | 2 | 3 | 4 | Points",
        "1 | 1 | A | × | ½ | 1 | 1 | 2.5",
        "2 | 2 | B | ½ | × | ½ | 1 | 2.0",
        "3 | 3 | C | 0 | ½ | × | 1 | 1.5",
        "4 | 4 | D | 0 | 0 | 0 | × | 0.0",
    ]


def test_go_has_grades_and_the_scores_of_mcmahon() -> None:
    players = (Entrant(1, "Kim", grade="5d"), Entrant(2, "Sato", grade="4d"))
    # Black, number 2, is named first and won: a point from 4 dan level with 5 dan.
    event = Tournament(players, (Round((game(1, 2, LOSS),)),), system="mcmahon", planned=3)
    assert printed(report(event, "pairings")) == [
        "Bd | No. | Black | Grade | Result | Grade | White | No.",
        "1 | 2 | Sato | 4d | B+ | 5d | Kim | 1",
    ]
    crosstable = report(event, "crosstable")
    assert printed(crosstable)[0] == "Rank | No. | Name | Grade | R1 | MMS"
    assert [row[-2] for row in crosstable.tables[0].rows] == ["1b1", "2w0"]


def test_groups_have_a_table_each() -> None:
    names = tuple(Entrant(at, name) for at, name in enumerate("ABCDEF", 1))
    event = Tournament(names, system="groups", settings={"groups": 2})
    groups = report(event, "standings")
    assert [(table.key, table.heading, len(table.rows)) for table in groups.tables] == [
        ("A", "Group A", 3),
        ("B", "Group B", 3),
    ]
    assert as_csv(groups).splitlines()[0].startswith("table,rank,number,")


def test_byes_to_come_and_given() -> None:
    byes = report(EVENT, "byes")
    assert [table.heading for table in byes.tables] == ["To come", "Given"]
    assert printed(byes, 0)[1:] == ["4 | Dan | away | 4–5 | 0.0", "6 | Фёдор | half-point bye | 4 | 0.5"]
    assert printed(byes, 1)[1:] == ["5 | Eve | bye | 2 | 1.0", "6 | Фёдор | half-point bye | 2 | 0.5"]


def test_an_event_without_byes_says_so() -> None:
    byes = report(replace(EVENT, rounds=EVENT.rounds[:1], absences={}), "byes")
    assert byes.notes == ["No byes and no absences."]


def test_the_day_of_a_round_stands_in_the_heading() -> None:
    for dates in ("26/01/03 26/01/03 26/01/04", "2026-01-03,2026-01-03,2026-01-04,2026-01-05"):
        event = replace(EVENT, details={"start": "2026/01/01", "round_dates": dates})
        assert report(event, "results").title == "Round 3: results (2026-01-04)"


@pytest.mark.parametrize(
    ("rounds", "text"), [([1], "1"), ([1, 2], "1–2"), ([1, 3, 4, 5, 7], "1, 3–5, 7"), ([], "")]
)
def test_rounds_in_a_row_are_printed_as_a_range(rounds: Sequence[int], text: str) -> None:
    assert ranges(rounds) == text


def test_slips_have_players_results_and_room_to_sign() -> None:
    slips = report(EVENT, "slips")
    first, second, _ = slips_of(slips)
    assert [(side.heading, side.name, side.details) for side in first.players] == [
        ("White", "Ann Ågård", "GM 2400"),
        ("Black", "Cid", "FM 2200"),
    ]
    assert (first.board, first.result, second.result) == ("1", "", "1-0")
    assert slips.choices == ("1-0", "½-½", "0-1")
    page = as_page(slips)
    assert page.count('<div class="slip">') == 3
    assert page.count("<li>½-½</li>") == 2
    assert "Result: 1-0" in page


def test_black_who_moves_first_stands_first_and_discs_are_written() -> None:
    discs = Pairing(1, 2, Result.LOSS, Result.WIN, (Fraction(20), Fraction(44)))
    event = Tournament((Entrant(1, "W"), Entrant(2, "B")), (Round((discs,)),), system="othello")
    assert printed(report(event, "results")) == [
        "Bd | No. | Black | Result | White | No.",
        "1 | 2 | B | 44-20 | W | 1",
    ]
    slips = report(event, "slips")
    assert slips.choices == ()
    assert [side.heading for side in slips_of(slips)[0].players] == ["Black", "White"]
    assert 'class="score"' in as_page(
        replace(slips, tables=[replace(slips.tables[0], rows=[_without(slips)])])
    )


def _without(slips: Report) -> list[Cell]:
    """Return the row of a slip before the game."""
    (table,) = slips.tables
    return [
        None if column.key == "result" else cell
        for column, cell in zip(table.columns, table.rows[0], strict=True)
    ]


def teams() -> Tournament:
    players = Tournament(
        tuple(Entrant(at, name, 2000 + at) for at, name in enumerate("abcd", 1)),
        (Round((game(3, 1, WIN), game(2, 4, DRAW))),),
    )
    half = Fraction(1, 2)
    return Tournament(
        (Entrant(1, "Nord", members=(1, 2)), Entrant(2, "Süd", members=(3, 4))),
        (Round((Pairing(1, 2, LOSS, WIN, (half, half + 1)),)),),
        name="League",
        system="fide-team",
        players=players,
    )


def test_teams_have_their_matches_and_the_boards_of_each() -> None:
    pairings = report(teams(), "pairings")
    assert printed(pairings, 0)[1:] == ["1 | 1 | Nord | ½-1½ | Süd | 2"]
    assert printed(pairings, 2) == [
        "Bd | Team | White | Rating | Result | Black | Rating | Team",
        "1.1 | Süd | c | 2003 | 1-0 | a | 2001 | Nord",
        "1.2 | Nord | b | 2002 | ½-½ | d | 2004 | Süd",
    ]
    first, second = slips_of(report(teams(), "slips"))
    assert (first.board, [side.name for side in first.players], first.result) == ("1.1", ["c", "a"], "1-0")
    assert (second.board, second.players[0].details) == ("1.2", "2002 Nord")
    # A2 and A1 have changed places, A has nobody on board 4, and C3 and F3 stay away.
    boards = printed(report(played().tournament(), "results", 1), 2)
    assert boards[1:5] == [
        "1.1 | A | A2 | 2380 | 1-0 | D1 | 2390 | D",
        "1.2 | D | D2 | 2380 | 1-0 | A1 | 2390 | A",
        "1.3 | A | A5 | 2350 | ½-½ | D3 | 2370 | D",
        "1.4 | D | D4 | 2360 | +- |  |  | A",
    ]
    assert boards[-2] == "3.3 | C | C3 | 2370 | -- | F3 | 2370 | F"
    # A board without a game needs no slip.
    assert "1.4" not in [slip.board for slip in slips_of(report(played().tournament(), "slips", 1))]
    start = report(teams(), "start")
    assert [table.heading for table in start.tables] == ["", "1  Nord", "2  Süd"]
    assert printed(start, 2) == ["Bd | No. | Name | Rating", "1 | 3 | c | 2003", "2 | 4 | d | 2004"]


@pytest.mark.parametrize("what", REPORTS)
def test_every_report_is_known_again_in_every_form(what: str, tmp_path: Path) -> None:
    for event in (EVENT, replace(EVENT, details={}, rounds=EVENT.rounds[:1]), teams()):
        event_report = report(event, what)
        for suffix, text in (
            ("csv", as_csv(event_report)),
            ("html", as_page(event_report)),
            ("json", as_json(event_report)),
        ):
            path = tmp_path / f"out.{suffix}"
            path.write_text(text, encoding="utf-8")
            assert PRINTED.recognises(path), (what, suffix)
    path.write_text("number,name,rating\n1,Ann,2000\n", encoding="utf-8")
    assert not PRINTED.recognises(path)


@pytest.mark.parametrize("what", REPORTS)
def test_the_columns_of_csv_are_those_of_json_whatever_is_known(what: str) -> None:
    event_report = report(EVENT, what)
    header, *rows = csv.reader(io.StringIO(as_csv(event_report)))
    tables = as_dict(event_report)["tables"]
    keys = list(dict.fromkeys(column["key"] for table in tables for column in table["columns"]))
    assert [key for key in header if key != "table"] == keys
    assert len(rows) == sum(len(table["rows"]) for table in tables)
    bare = replace(EVENT, entrants=tuple(Entrant(entrant.number, entrant.name) for entrant in EVENT.entrants))
    assert next(csv.reader(io.StringIO(as_csv(report(bare, what))))) == header


def test_json_has_numbers_as_numbers() -> None:
    rows = as_dict(report(EVENT, "pairings"))["tables"][0]["rows"]
    assert rows[0] == {
        "board": 1,
        "by": "hand",
        "white_number": 1,
        "white_title": "GM",
        "white": "Ann Ågård",
        "white_rating": 2400,
        "white_grade": None,
        "white_points": 1.5,
        "result": None,
        "handicap": None,
        "black_points": 1.5,
        "black_grade": None,
        "black_rating": 2200,
        "black": "Cid",
        "black_title": "FM",
        "black_number": 3,
    }


def test_csv_holds_no_formulas() -> None:
    event = replace(EVENT, entrants=(Entrant(1, "=1+1"), *EVENT.entrants[1:]))
    assert ",'=1+1," in as_csv(report(event, "start"))


@pytest.mark.parametrize("what", REPORTS)
def test_pages_keep_names_apart_from_the_page(what: str) -> None:
    names = [replace(entrant, name=name) for entrant, name in zip(EVENT.entrants, NAMES, strict=False)]
    page = as_page(report(replace(EVENT, entrants=tuple(names), name=NAMES[0]), what))
    assert "<script" not in page
    assert "\u202e" not in page


def test_a_wide_table_is_printed_across() -> None:
    narrow = Report("x", "x", "", [ReportTable([ReportColumn("name", "Name", name=True)], [["A" * 500]])])
    columns = [ReportColumn(str(at), f"R{at}") for at in range(20)]
    wide = Report("x", "x", "", [ReportTable(columns, [["12w½"] * 20])])
    assert "landscape" not in as_page(narrow)
    assert "landscape" in as_page(wide)


@pytest.mark.parametrize("what", [what for what, kind in REPORTS.items() if kind.of_round])
def test_a_round_that_is_not_paired_is_refused(what: str) -> None:
    with pytest.raises(BadInput, match="round 4 is not paired yet") as caught:
        report(EVENT, what, 4)
    assert caught.value.code == "round.not-paired"


def test_before_the_first_round_there_are_standings_and_no_pairings() -> None:
    begun = replace(EVENT, rounds=())
    assert report(begun, "standings").title == "Standings"
    with pytest.raises(BadInput) as caught:
        report(begun, "pairings")
    assert caught.value.code == "round.none"


def test_reports_that_are_not_are_refused() -> None:
    for what, at, code in (("prices", None, "print.unknown"), ("start", 1, "print.no-round")):
        with pytest.raises(BadInput) as caught:
            report(EVENT, what, at)
        assert caught.value.code == code


@pytest.mark.parametrize(
    ("system", "choices"),
    [("mcmahon", ("Black wins", "jigo", "White wins")), ("fide-dutch", ("1-0", "½-½", "0-1"))],
)
def test_the_results_to_mark_on_a_slip(system: str, choices: tuple[str, ...]) -> None:
    """In Go Black stands first, so that 1-0 would be read as either player's win."""
    log = EventLog.new(name="cup", system=system, rounds=3, seed=1)
    for name in ("Ann", "Bea", "Cid", "Dan"):
        log = desk.enter(log, name, {"grade": "1d"})
    assert report(desk.pair(log).tournament(), "slips").choices == choices
