"""The arbiter's desk: entries, late ones among them, absences and returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from datetime import date
from pathlib import Path

import pytest

import workbooks
from arpad.core import BadInput
from arpad.office import desk
from arpad.office.desk import away, back, enter, enter_from, enter_results, number_by_rating
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.events.entries import Away
from arpad.office.log.event_log import EventLog
from arpad.rulebooks.fide.tiebreaks import EDITIONS
from arpad.rulebooks.pairing_catalogue import PARAMETERS_OF_ALL, SYSTEMS, system_of, usual_points
from arpad.rulebooks.standings import edition_for
from arpad.tournament.results import Result


def begun(*ratings: int, rounds: int = 6, system: str = "fide-dutch") -> EventLog:
    book = EventLog.new(name="cup", system=system, rounds=rounds, seed=1)
    for at, rating in enumerate(ratings):
        book = enter(book, "ABCDEFGHIJ"[at], {"rating": rating})
    return number_by_rating(book)


def paired(book: EventLog, *, play: bool = True) -> EventLog:
    later = desk.pair(book)
    tournament = later.tournament()
    boards = len(tournament.rounds[-1].pairings)
    return enter_results(later, tournament.played, ["1-0"] * boards) if play else later


def lines(book: EventLog) -> dict[str, list[tuple[str, str, str]]]:
    """Everybody's rounds by name: opponent, colour, result."""
    tournament = book.tournament()
    names = {0: "", **{number: entrant.name for number, entrant in tournament.by_number.items()}}
    return {
        names[number]: [(names[entry.opponent], entry.colour, entry.result.value) for entry in history]
        for number, history in tournament.history.items()
    }


def names(book: EventLog) -> str:
    return "".join(entrant.name for entrant in book.tournament().by_number.values())


def test_a_late_entry_takes_the_next_number() -> None:
    book = enter(paired(begun(2000, 1900, 1800, 1700)), "X", {"rating": 1950})
    assert names(book) == "ABCDX"
    assert book.tournament().by_number[5].arrives == 2


def test_a_late_entry_is_placed_by_rating_and_nothing_that_was_played_changes() -> None:
    """C.04.2, 2.5: numbers are provisional as long as entries come."""
    book = away(paired(begun(2000, 1900, 1800, 1700)), 4, [3], "half")
    later = enter(book, "X", {"rating": 1950}, by_rating=True)
    assert names(later) == "AXBCD"
    before, after = lines(book), lines(later)
    assert {name: after[name] for name in before} == before
    assert after["X"] == [("", "", "Z")]
    tournament = later.tournament()
    assert tournament.by_number[2].arrives == 2
    assert tournament.absent(3) == {5: Result.HALF_BYE}
    assert names(later.undo()[0]) == "ABCD"
    assert later.as_paired(1) == book.as_paired(1)


@pytest.mark.parametrize(
    ("rating", "title", "order"),
    [(2100, "", "XABCD"), (1900, "", "ABXCD"), (1900, "GM", "AXBCD"), (1700, "", "ABCDX"), (0, "", "ABCDX")],
)
def test_equals_come_after_who_was_there_unless_the_title_is_higher(
    rating: int, title: str, order: str
) -> None:
    book = paired(begun(2000, 1900, 1800, 1700))
    assert names(enter(book, "X", {"rating": rating, "title": title}, by_rating=True)) == order


def test_numbers_stay_once_round_4_is_paired() -> None:
    """C.04.2, 2.3."""
    book = begun(2000, 1900, 1800, 1700, 1600, 1500, 1400, 1300)
    for _ in range(3):
        book = paired(book)
    assert names(enter(book, "X", {"rating": 2100}, by_rating=True)) == "XABCDEFGH"
    book = paired(book, play=False)
    with pytest.raises(BadInput, match=r"C\.04\.2, 2\.3"):
        enter(book, "X", {"rating": 2100}, by_rating=True)
    assert names(enter(book, "X", {"rating": 2100})) == "ABCDEFGHX"


def test_systems_that_do_not_rank_by_rating_say_so() -> None:
    with pytest.raises(BadInput, match="othello does not number by rating"):
        enter(begun(1500, 1600, system="othello"), "X", {}, by_rating=True)


def test_who_was_away_comes_back_and_what_was_missed_stays() -> None:
    book = away(paired(begun(2000, 1900, 1800, 1700)), 4, [], "zero")
    assert [at for at, absentees in book.tournament().absences.items() if 4 in absentees] == [2, 3, 4, 5, 6]
    book = paired(book)
    assert lines(book)["D"][1] == ("", "", "Z")
    book = back(book, 4, [])
    assert lines(paired(book))["D"][1:][0] == ("", "", "Z")
    assert lines(paired(book))["D"][2][0]
    with pytest.raises(BadInput, match="D is not away in round 3"):
        back(book, 4, [])


def test_one_round_is_taken_back() -> None:
    book = away(paired(begun(2000, 1900, 1800, 1700)), 4, [2, 4, 4], "half")
    assert book.events[-1] == Away(4, Result.HALF_BYE, (2, 4))
    with pytest.raises(BadInput, match="is not away in round 3"):
        back(book, 4, [3])
    with pytest.raises(BadInput, match="round 1 is paired already"):
        back(book, 4, [1])
    book = back(book, 4, [4])
    assert [at for at, absentees in book.tournament().absences.items() if absentees] == [2]


def test_who_withdraws_where_no_number_of_rounds_is_planned_stays_away() -> None:
    book = away(paired(begun(2000, 1900, 1800, 1700, 1600, rounds=0)), 5, [], "zero")
    for _ in range(2):
        book = paired(book)
    assert [line[2] for line in lines(book)["E"][1:]] == ["Z", "Z"]
    assert 5 in book.tournament().absent(4)
    book = back(book, 5, [])
    assert 5 not in book.tournament().absent(4)
    assert [line[2] for line in lines(book)["E"][1:]] == ["Z", "Z"]


@pytest.mark.parametrize("rounds", [[], [7]])
def test_nobody_is_away_after_the_last_round(rounds: list[int]) -> None:
    book = begun(2000, 1900, rounds=1)
    with pytest.raises(BadInput, match="1 round planned"):
        away(paired(book), 1, rounds, "zero")


@pytest.mark.parametrize(
    ("given", "kept"), [("  Kim   Minji ", "Kim Minji"), ("Jose\u0301", "José"), ("O\u00a0Neill", "O Neill")]
)
def test_names_are_kept_as_they_are_read(given: str, kept: str) -> None:
    book = enter(begun(), given, {})
    assert names(book) == kept
    with pytest.raises(BadInput, match="entered already"):
        enter(book, kept, {})
    with pytest.raises(BadInput, match="entered already"):
        enter(book, given, {})


@pytest.mark.parametrize(
    "name", ["", "  ", "\u200b", "\u2060 \u200d", "A\x1b[1m", "A\u202eB", "A\u2069", "\u00ad"]
)
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(BadInput):
        enter(begun(), name, {})


def test_what_else_is_said_is_checked() -> None:
    wrong: list[dict[str, str | int]] = [
        {"rating": 10000},
        {"rating": -1},
        {"club": "A\nB"},
        {"title": "\x1b"},
    ]
    for entry_fields in wrong:
        with pytest.raises(BadInput):
            enter(begun(), "Ann", entry_fields)


@pytest.mark.parametrize("apart", [",", ";", "\t"])
def test_lists_from_spreadsheets(tmp_path: Path, apart: str) -> None:
    file = tmp_path / "list.csv"
    rows = [("Name", "Rating"), ('"Lee, Ann"', "1500"), ("Müller", "")]
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(apart.join(row) for row in rows).encode())
    entrants = enter_from(begun(), file).tournament().entrants
    assert [(entrant.name, entrant.rating) for entrant in entrants] == [("Lee, Ann", 1500), ("Müller", 0)]


WORKBOOK = workbooks.xlsx(
    {"Spieler": [["Vereinsopen"], ["Name", "Wertung", "Verein", "Rang"], ["Jörg Müller", 1800, "X", "2 Kyu"]]}
)


@pytest.mark.parametrize(
    ("content", "entries"),
    [
        (b"player,rank,club\nKim Minji,2d,Seoul\n", [("Kim Minji", 0, "2d", "Seoul")]),
        (b"name,rank,rtg\nAda,1,2000\n", [("Ada", 2000, "", "")]),  # a place on some list
        (
            "No.;Vorname;Nachname;DWZ;Rang\n1;Jörg;Müller;1800;3k\n\n2;Änne;;;\n".encode("cp1252"),
            [("Müller, Jörg", 1800, "3k", ""), ("Änne", 0, "", "")],
        ),
        ("이름,기력,클럽\n김민지,2d,서울\n".encode("utf-8-sig"), [("김민지", 0, "2d", "서울")]),
        (WORKBOOK, [("Jörg Müller", 1800, "2 Kyu", "X")]),
    ],
    ids=["go", "rank", "parts", "korean", "workbook"],
)
def test_entries_as_organisers_have_them(
    tmp_path: Path, content: bytes, entries: list[tuple[str, int, str, str]]
) -> None:
    file = tmp_path / "players.csv"
    file.write_bytes(content)
    entrants = enter_from(begun(), file).tournament().entrants
    assert [(entrant.name, entrant.rating, entrant.grade, entrant.club) for entrant in entrants] == entries


def test_columns_of_entries_that_are_not_used_are_named(tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    file.write_bytes("name,ratng,e-mail\nZoë,1800,a@b\n".encode("cp1252"))
    guessed, unused = enter_from(begun(), file).findings[:2]
    assert (guessed.code, unused.code) == ("entries.supposed", "entries.unused")
    assert "cp1252" in guessed.text
    assert unused.text.endswith("not used: ratng (did you mean rating?), e-mail")
    assert unused.severity == "warning"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"name\nLee, Ann\n", "line 2: 2 cells under 1 heading"),
        (b"name,rating\nAnn,-5\n", "line 2: -5 is not a valid rating"),
        (b"club\nEger\n", "line 1: there is no column 'name'"),
        (b'name\n"Ann\n', "not a valid CSV file"),
    ],
)
def test_lists_that_are_wrong(tmp_path: Path, content: bytes, problem: str) -> None:
    file = tmp_path / "list.csv"
    file.write_bytes(content)
    with pytest.raises(BadInput, match=problem):
        enter_from(begun(), file)


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        (lambda book: desk.enter_result(book, 0, 1, "1-0"), "there is no round 0"),
        (lambda book: desk.enter_result(book, 9, 1, "1-0"), "round 9 is not paired yet"),
        (lambda book: desk.enter_result(book, 1, 0, "1-0"), "no board 0"),
        (lambda book: enter_results(book, 2, []), "round 2 is not paired yet"),
        (lambda book: away(book, 1, [3], "Q"), "'Q' is not a kind of bye"),
        (lambda book: away(book, 99, [3], "zero"), "no participant has the number 99"),
        (lambda book: back(book, 99, [3]), "no participant has the number 99"),
        (lambda book: enter(book, "New", {"nick": "x"}), "an entry has no field 'nick'"),
        (lambda book: enter(book, "New", {"club": 5}), "the club 5 is not text"),
        (lambda book: begun(system="nonsense"), "no pairing system is called 'nonsense'"),
        (lambda book: begun(rounds=-3), "'rounds' cannot be -3"),
        (lambda book: book.as_paired(2), "round 2 is not paired yet"),
        (lambda book: book.add(), "at least one event"),
        (lambda book: book.add(Away(99, Result.HALF_BYE)), "there is no entrant 99"),
        (lambda book: book.add(Away(1, Result.WIN)), "'result' cannot be '1'"),
    ],
)
def test_what_could_not_be_replayed_is_refused(act: Callable[[EventLog], object], problem: str) -> None:
    book = paired(begun(2000, 1900, 1800, 1700), play=False)
    with pytest.raises(BadInput, match=problem):
        act(book)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_tournament_stores_its_editions_points_and_all_settings(system: str) -> None:
    settings = {"boards": 4} if system in ("swiss-teams", "fide-team") else {}
    event = EventLog.new(name="c", system=system, rounds=3, seed=1, settings=settings).tournament()
    pairing_system = system_of(event)
    assert event.edition == pairing_system.edition.since
    assert event.tiebreak_edition == EDITIONS[-1].since
    assert event.points == usual_points(system)
    default = system_of(replace(event, settings=settings))
    assert pairing_system == default
    own = {setting.name for setting in fields(pairing_system) if setting.name not in PARAMETERS_OF_ALL}  # type: ignore[arg-type]
    assert {name for name in own if getattr(pairing_system, name) != ""} <= {*event.settings, "categories"}


def test_a_round_whose_edition_was_stored_keeps_its_tie_breaks() -> None:
    book = EventLog.new(name="c", system="fide-dutch", rounds=3, seed=1, edition=date(2025, 1, 1))
    assert edition_for(book.tournament()).name == "C.07 of 2024-08-01"
    assert edition_for(replace(book.tournament(), tiebreak_edition=None)) == EDITIONS[-1]


def test_undo_takes_back_a_whole_act() -> None:
    book = paired(begun(2000, 1900, 1800, 1700), play=False)
    later = enter_results(book, 1, ["1-0", "0-1"])
    undone, events = later.undo()
    assert len(events) == 2
    assert undone.tournament() == book.tournament()
    assert undone.undo()[0].tournament().played == 0
    assert undone.events[: len(later.events)] == later.events


def test_many_are_entered_in_one_act_or_none() -> None:
    book = EventLog.new(name="c", system="monrad", rounds=9, seed=1)
    book = desk.enter_all(book, [ParticipantEntry(f"P{at}") for at in range(3000)])
    assert len(book.acts) == 2
    with pytest.raises(BadInput, match="'P7' is entered already"):
        desk.enter_all(book, [ParticipantEntry("New"), ParticipantEntry("P7")])
    assert book.tournament().by_number[3000].name == "P2999"
