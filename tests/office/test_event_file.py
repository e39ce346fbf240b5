"""The event file of a tournament: what it keeps, and what becomes of one that is damaged."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from arpad.office.desk import all_entered, entered, gone, paired, returned, with_all_results, with_result
from arpad.office.entries import Entry
from arpad.office.event_file import EventFile
from arpad.office.event_format import written
from arpad.office.event_log import EventLog
from arpad.office.events import KINDS

NAMES = ("Ann", "Zoë \u2028 Li", "김민지", "Bo", "Cy")


def begun(*names: str, **options: Any) -> EventLog:
    log = EventLog.new(name="cup", system="fide-dutch", rounds=3, seed=1, **options)
    return all_entered(log, [Entry(name) for name in names]) if names else log


def full() -> EventLog:
    """A log with every kind of event."""
    log = gone(begun(*NAMES), 5, [2], "H")
    log = entered(log, "Dee", {"rating": 2000, "club": "Rook", "title": "IM"})
    log = with_all_results(paired(log), 1, ["1-0", "½-½", "0-1"])
    log = entered(log, "Late", {"rating": 1900}, by_rating=True)
    log = gone(log, 1, [], "Z")
    log = returned(log, 1, [2])
    log = with_result(log, 1, 2, "+-").undo()[0]
    return paired(log)


@pytest.fixture
def cup(tmp_path: Path) -> EventFile:
    file = EventFile(tmp_path / "cup.arpad")
    file.path.write_bytes(written(full().named("1f")))
    return file


def test_what_is_written_is_read(tmp_path: Path) -> None:
    file = EventFile(tmp_path / "cup.arpad")
    made = full()
    assert {event.KIND for event in made.events} == set(KINDS)
    file.create(made, author="Ida")
    read = file.read()
    assert read.events == made.events
    assert read.tournament() == made.tournament()
    assert read.standing == made.standing
    assert read.acts[0].stamp.author == "Ida"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", read.acts[0].stamp.time)
    assert re.fullmatch("[0-9a-f]{32}", read.identity)


def test_every_line_can_be_checked_by_what_the_format_says(cup: EventFile) -> None:
    lines = cup.path.read_bytes().split(b"\n")
    assert lines.pop() == b""
    before = ""
    for at, line in enumerate(lines):
        body, _, tail = line.rpartition(b', "hash": "')
        row = json.loads(line)
        assert tail == row["hash"].encode() + b'"}'
        assert sha256(body).hexdigest() == row["hash"]
        assert row.get("prev", "") == before
        assert row.get("seq") == (at if 0 < at < len(lines) - 1 else None)
        before = row["hash"]
    assert json.loads(lines[-1])["end"] == len(lines) - 2
    assert json.loads(lines[0])["arpad tournament"] == 2
