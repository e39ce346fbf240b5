"""The state of an event at a glance."""

from __future__ import annotations

from dataclasses import replace

from arpad.office import desk
from arpad.office.log.event_log import EventLog
from arpad.office.reports.status import LATE, NextStep, Outstanding, RoundAbsence, Status, status
from arpad.tournament.model import Entrant, Tournament
from office.reports.hand_event import EVENT


def of(log: EventLog) -> Status:
    return status(log.tournament(), published=log.published, finished=log.finished)


def codes(event_status: Status) -> list[str]:
    return [step.code for step in event_status.steps]


def test_an_event_in_its_third_round() -> None:
    event_status = status(EVENT)
    assert event_status.outstanding == (Outstanding(3, 1, 1, 3), Outstanding(3, 3, 4, 5))
    assert event_status.absences == (
        RoundAbsence(4, 4, "away"),
        RoundAbsence(6, 4, "half-point bye"),
        RoundAbsence(4, 5, "away"),
    )
    assert (event_status.coming, event_status.here) == (4, 4)
    assert [(finding.code, finding.round) for finding in event_status.set_by_hand] == [("board.by-hand", 3)]
    assert event_status.steps == (NextStep("result", "Enter 2 results of round 3: boards 1, 3", 3),)
    assert event_status.system.startswith("FIDE's Dutch system (C.04.3), C.04.3")


def test_the_state_as_json() -> None:
    content = status(EVENT).as_dict()
    assert content["rounds"] == {"paired": 3, "planned": 5, "next": 4, "published": None}
    assert content["participants"] == {"entered": 6, "next_round": 4}
    assert content["outstanding"][0] == {
        "round": 3,
        "board": 1,
        "white": "Ann Ågård",
        "black": "Cid",
        "white_number": 1,
        "black_number": 3,
    }
    assert content["absences"][1] == {"round": 4, "name": "Фёдор", "number": 6, "bye": "half-point bye"}
    assert content["next"] == [
        {"code": "result", "text": "Enter 2 results of round 3: boards 1, 3", "round": 3}
    ]


def test_late_entries_are_not_here_yet() -> None:
    late = replace(EVENT, entrants=(*EVENT.entrants, Entrant(7, "Gil", arrives=5)))
    assert RoundAbsence(7, 4, LATE) in status(late).absences


def test_what_can_be_done_from_the_first_entry_to_the_end() -> None:
    log = EventLog.new(name="cup", system="fide-dutch", rounds=1, seed=1)
    assert codes(of(log)) == ["enter"]
    for name in ("Ann", "Bea", "Cid"):
        log = desk.enter(log, name, {})
    assert codes(of(log)) == ["enter", "pair"]
    log = desk.pair(log)
    assert codes(of(log)) == ["publish", "result"]
    log = desk.publish(log)
    event_status = of(log)
    assert (codes(event_status), event_status.published, event_status.coming) == (["result"], (1,), 0)
    log = desk.enter_results(log, 1, ["1-0"])
    assert codes(of(log)) == ["finish", "print"]
    log = desk.finish(log)
    event_status = of(log)
    assert (codes(event_status), event_status.finished) == (["print"], True)


def test_an_event_without_a_plan_goes_on_or_ends() -> None:
    log = EventLog.new(name="cup", system="monrad", rounds=0, seed=1)
    for name in ("Ann", "Bea", "Cid", "Dan"):
        log = desk.enter(log, name, {})
    log = desk.enter_results(desk.pair(log), 1, ["1-0", "1-0"])
    event_status = status(log.tournament())
    assert event_status.published is None
    assert codes(event_status) == ["pair", "finish", "print"]


def test_a_knockout_ends_by_itself() -> None:
    log = EventLog.new(name="cup", system="knockout", rounds=0, seed=1)
    for name in ("Ann", "Bea", "Cid", "Dan"):
        log = desk.enter(log, name, {})
    log = desk.enter_results(desk.pair(log), 1, ["1-0", "1-0"])
    assert "pair" in codes(of(log))
    assert of(log).here is None
    log = desk.pair(log)
    assert "pair" not in codes(of(log))
    log = desk.enter_results(log, 2, ["1-0"])
    event_status = of(log)
    assert (event_status.coming, codes(event_status)) == (0, ["finish", "print"])


def test_a_system_that_is_not_known_has_no_edition() -> None:
    assert status(Tournament(system="abacus")).edition == ""
