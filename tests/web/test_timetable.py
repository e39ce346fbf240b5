"""The timetable of the rounds: typed at the beginning, set later, seen by everybody."""

from __future__ import annotations

import re

import pytest

from arpad.core import BadInput
from arpad.office.desk.timetable import Slot, details_of, read, timetable
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from arpad.rulebooks.reporting import report_of
from arpad.tournament.model import Tournament
from web.visiting import Visit

TIMES = "/tournaments/spring-open/timetable"
HALL = "/tournaments/spring-open/hall"


def test_a_timetable_is_kept_as_details_and_read_again() -> None:
    slots = [Slot(1, "2026-05-02", "09:30"), Slot(2, "2026-05-02", "14:00"), Slot(3, "2026-05-03", "")]
    details = details_of(slots)
    assert details == {"round_dates": "2026-05-02 2026-05-02 2026-05-03", "round_times": "09:30 14:00 -"}
    assert timetable(Tournament((), details=details), 4) == [*slots, Slot(4)]
    assert timetable(Tournament((), details={"round_dates": "26/05/02 - 2026/05/03"}), 3) == [
        Slot(1, "2026-05-02"),
        Slot(2),
        Slot(3, "2026-05-03"),
    ]
    assert details_of([Slot(1), Slot(2)]) == {"round_dates": "", "round_times": ""}


def test_what_is_typed() -> None:
    assert read("2026-05-02 09:30\n\n 2026-05-03\n") == [
        Slot(1, "2026-05-02", "09:30"),
        Slot(2, "2026-05-03"),
    ]
    assert read("") == []
    for text in ("09:30", "2026-02-30 09:30", "soon"):
        with pytest.raises(BadInput, match="for round 1"):
            read(text)
    with pytest.raises(BadInput, match="not a time"):
        details_of(read("2026-05-02 25:00"))
    with pytest.raises(BadInput, match="round 2 begins before"):
        details_of(read("2026-05-02 14:00\n2026-05-02 09:30"))


def test_the_arbiter_sets_it_and_everybody_sees_it(owner: Visit, database: Database) -> None:
    visitor = Visit(database)
    assert "Nobody has said yet" in visitor.get(TIMES).text
    assert TIMES not in visitor.get("/tournaments/spring-open").text
    owner.get(TIMES)
    assert "May 3, 2026" in owner.send(TIMES, day_1="2026-05-02", time_1="10:00", day_2="2026-05-03").text
    page = visitor.get(TIMES).text
    assert "10:00" in page
    assert '<form method="post" action="' + TIMES not in page
    assert TIMES in visitor.get("/tournaments/spring-open").text
    tournament = TournamentLog(database, "spring-open").read().tournament()
    assert "\n132 " in report_of(tournament, "trf26", [])
    owner.get(TIMES)
    assert owner.send(TIMES, day_1="2026-05-02", day_2="2026-05-01").status_code == 422


def test_it_is_typed_when_a_tournament_begins(owner: Visit, database: Database) -> None:
    owner.get("/tournaments/new")
    answer = owner.send(
        "/tournaments/new",
        title="Night Cup",
        system="knockout",
        timetable="2026-06-01 20:00\n2026-06-02 20:00",
    )
    assert answer.status_code == 200
    details = TournamentLog(database, "night-cup").read().tournament().details
    assert details["round_times"] == "20:00 20:00"


def test_the_hall_says_when_the_next_round_begins(owner: Visit, visitor: Visit) -> None:
    assert visitor.json(HALL)["begins"] is None
    owner.get(TIMES)
    owner.send(TIMES, day_4="2026-05-03", time_4="10:00", day_5="2026-05-03", time_5="14:30")
    assert visitor.json(HALL)["begins"] == {"round": 5, "day": "2026-05-03", "time": "14:30"}
    page = visitor.get(f"{HALL}?lang=ru").text
    assert re.search(r"Начало 5-го тура: <strong>3 мая 2026\sг\., 14:30</strong>", page)
