"""``arpad tournament log`` and ``undo --to``: what was done, and back to any moment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arpad.office.log.event_file import EventFile
from arpad.office.log.event_log import EventLog, LogEntry, Stamp
from arpad.office.log.history import history, moment
from desk_command import arpad, entered, now


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    file = tmp_path / "cup.arpad"
    EventFile(file).create(entered())
    arpad("pair", file)
    arpad("board", file, 1, "--white", "Bo", "--black", "Ada")
    arpad("result", file, "1", "=", "0")
    arpad("away", file, "Gus", "--bye", "half", "--round", 3)
    arpad("penalty", file, "Ada", "½", "--reason", "late")
    return file


def acts(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(arpad("log", file, "--json").stdout)["acts"]
    return found


def test_the_log_tells_every_act_in_words(cup: Path) -> None:
    told = [word for act in acts(cup)[1:] for word in act["done"]]
    assert told == [
        "pair round 1",
        "round 1 by hand: board 1: Bo – Ada; board 2: Eve – Dan",
        "result of round 1: board 1: Bo – Ada: 1-0",
        "result of round 1: board 2: Eve – Dan: ½-½",
        "result of round 1: board 3: Cid – Fay: 0-1",
        "away Gus in round 3: half-point bye",
        "Ada −½ point in round 1: late",
    ]
    printed = arpad("log", cup).output
    for word in told:
        assert word in printed


def test_undoing_goes_back_to_any_act_and_the_log_marks_it(cup: Path) -> None:
    before = acts(cup)
    paired = next(act["seq"] for act in before if act["done"] == ["pair round 1"])
    said = arpad("undo", cup, "--to", paired).output.splitlines()
    assert said[0] == "undone: Ada −½ point in round 1: late"
    assert said[-1] == "undone: round 1 by hand: board 1: Bo – Ada; board 2: Eve – Dan"
    tournament = now(cup)
    assert tournament.played == 1
    assert len(tournament.rounds[0].pending) == 3
    assert not tournament.adjustments
    after = acts(cup)
    assert [act["stands"] for act in after] == [True, True, False, False, False, False, True]
    assert after[-1]["done"] == [f"undo back to event {paired}"]
    assert [act["seq"] for act in after[:-1]] == [act["seq"] for act in before]
    assert arpad("log", cup).output.count("undone") == 4
    arpad("undo", cup)
    assert now(cup).played == 0


@pytest.mark.parametrize(
    ("to", "code"),
    [
        ("1000", "undo.unknown-moment"),
        ("0", "undo.unknown-moment"),
        ("yesterday", "undo.not-a-moment"),
        ("1999-01-01", "undo.before-beginning"),
    ],
)
def test_moments_that_are_none(cup: Path, to: str, code: str) -> None:
    before = cup.read_bytes()
    assert json.loads(arpad("undo", cup, "--to", to, "--json", code=2).stdout)["error"]["code"] == code
    assert cup.read_bytes() == before


def test_a_moment_is_a_time_too() -> None:
    log = entered()
    first = len(log.events)
    log = log.add(*_away(log), stamp=Stamp("2026-02-01T09:30:00Z", "Ida"))
    log = log.add(*_away(log), stamp=Stamp("2026-02-01T11:00:00Z", "Ida"))
    log = EventLog((LogEntry(log.acts[0].events, Stamp("2026-01-31T18:00:00Z")), *log.acts[1:]))
    assert moment(log, "2026-02-01T10:00") == log.seq - 1
    assert moment(log, "2026-02-01T11:00+01:00") == log.seq - 1
    assert moment(log, "2026-02-01T11:00:00") == log.seq
    assert moment(log, "2026-02-01") < first
    assert [act.stamp.author for act in history(log)][-2:] == ["Ida", "Ida"]


def _away(log: EventLog) -> tuple[Any, ...]:
    from arpad.office import desk

    return desk.away(log, 1, [2]).acts[-1].events
