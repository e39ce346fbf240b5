"""A drawn game of a knockout: who goes on is the next act, at every door, before the tournament can end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from arpad.cli import main
from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_log import EventLog
from arpad.office.pages.bracket import drawings
from arpad.office.reports.status import status
from arpad.rulebooks.standings import standings


def drawn(system: str = "knockout") -> EventLog:
    """Return a knockout of four whose first game of round 1 is drawn."""
    log = desk.create("Cup", system, seed=1)
    log = desk.enter_all(log, [ParticipantEntry(name, {}) for name in ("Ann", "Bob", "Cid", "Dee")])
    log = desk.enter_result(desk.pair(log), 1, 2, "1-0")
    return desk.enter_result(log, 1, 1, "½-½")


@pytest.mark.parametrize("system", ["knockout", "double-elimination"])
def test_who_goes_on_is_the_next_act(system: str) -> None:
    log = drawn(system)
    (finding,) = (candidate for candidate in log.findings if candidate.code == "result.undecided")
    assert "who goes on?" in str(finding.text)
    steps = status(log.tournament()).steps
    assert (steps[0].code, steps[0].round, steps[0].board) == ("result", 1, 1)
    assert {step.code for step in steps} & {"finish", "pair"} == set()
    assert "Ann or Dee" in steps[0].text
    after = desk.enter_result(log, 1, 1, "0-1")
    assert status(after.tournament()).steps[0].code == "pair"


def test_in_the_final_too() -> None:
    log = desk.pair(desk.enter_result(drawn(), 1, 1, "1-0"))
    log = desk.enter_result(log, 2, 1, "½-½")
    codes = [step.code for step in status(log.tournament()).steps]
    assert codes[0] == "result"
    assert "finish" not in codes
    log = desk.enter_result(log, 2, 1, "0-1")
    assert "finish" in [step.code for step in status(log.tournament()).steps]


def test_an_end_without_a_winner_is_said() -> None:
    log = desk.pair(desk.enter_result(drawn(), 1, 1, "1-0"))
    over = desk.finish(desk.enter_result(log, 2, 1, "½-½"))
    (finding,) = over.findings
    assert (finding.code, finding.round) == ("result.undecided", 2)
    assert "who goes on? Undo the end, and enter" in finding.line()
    assert not desk.finish(desk.enter_result(log, 2, 1, "1-0")).findings


def test_the_bracket_is_drawn_with_the_pair_undecided() -> None:
    (drawing,) = drawings(drawn().tournament())
    names = [line.name for box in drawing.boxes for line in box.lines]
    assert {"Ann", "Bob", "Cid", "Dee"} <= {name.split(" ")[0] for name in names if name}
    table = standings(drawn().tournament())
    assert not table.dropped, "the places of the bracket are known as far as they are decided"


def test_the_command_names_it_first(tmp_path: Path) -> None:
    path = tmp_path / "cup.arpad"
    EventFile(path).create(drawn())
    answer = json.loads(CliRunner().invoke(main, ["tournament", "status", str(path), "--json"]).stdout)
    assert (answer["next"][0]["code"], answer["next"][0]["board"]) == ("result", 1)
    assert not [step for step in answer["next"] if step["code"] == "finish"]
    printed = CliRunner().invoke(main, ["tournament", "status", str(path)]).stdout
    assert "Board 1: who goes on, Ann or Dee?" in printed
    assert "--round 1 --board 1 RESULT" in printed
