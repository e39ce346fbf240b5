"""Every kind of event that was ever written is read again, byte for byte, and comes to the same.

The files in ``fixtures/golden_events`` are the bytes of arpad 0.1.0, and what it made of them. They never change:
whoever rebuilds the office reads these, not what the new code writes. A new kind of event needs a new file
(``python -m office.golden`` in the folder ``tests``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from arpad.office.club import people_events, register_events
from arpad.office.events.event import Event
from arpad.office.events.kinds import KINDS
from arpad.office.log.event_format import lines_of, parsed, sealed, written
from arpad.office.pools import events as pool_events
from arpad.office.pools.pool import Pool
from arpad.office.store import streams
from arpad.office.store.opening import open_database
from arpad.office.store.tables import POOLS
from databases import new_sqlite
from office.golden import FOLDER, ratings_of, state_of

TOURNAMENTS = sorted((FOLDER / "tournament").glob("*.arpad"))
STREAMS = sorted(FOLDER.glob("*.jsonl"))

FORMAT_1 = FOLDER / "tournament-format-1.txt"
"""An event file of the first format, written by hand from its description: no chain, numbers of the moment."""


def kinds_of(module: Any) -> set[str]:
    """The kinds of events that a module declares."""
    events = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, Event)]
    return {each.KIND for each in events if each.__module__ == module.__name__}


def check_chain(lines: Iterable[str]) -> None:
    """Each line ends with the SHA-256 of what stands before, and has that of the line before it."""
    before = ""
    for line in lines:
        body, _, tail = line.rpartition(', "hash": "')
        assert tail == f'{sha256(body.encode()).hexdigest()}"}}'
        assert json.loads(line).get("prev", "") == before
        before = tail[:64]


def test_every_kind_and_version_has_a_file() -> None:
    expected = {
        f"{kind}-v{version}" for kind, event in KINDS.items() for version in range(1, event.VERSION + 1)
    }
    assert {path.stem for path in TOURNAMENTS} == expected
    for path, module in zip(STREAMS, (people_events, pool_events, register_events), strict=True):
        frozen = {json.loads(line)["do"] for line in path.read_text(encoding="utf-8").splitlines()[1:]}
        assert frozen == kinds_of(module), path.name


@pytest.mark.parametrize("path", TOURNAMENTS, ids=lambda path: path.stem)
def test_a_tournament_is_read_and_written_again_byte_for_byte(path: Path) -> None:
    content = path.read_bytes()
    log = parsed(content.decode(), path.name)
    kind = path.stem.partition("-v")[0]
    assert kind in {event.KIND for event in log.acts[-1].events} | {event.KIND for event in log.events}
    lines = content.decode().splitlines()
    check_chain(lines)
    assert json.loads(lines[-1])["end"] == log.seq
    assert lines_of(content, log) == lines[:-1]
    assert written(log) == content
    assert state_of(log) == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


def test_an_event_file_of_the_first_format_is_read() -> None:
    log = parsed(FORMAT_1.read_text(encoding="utf-8"), FORMAT_1.name)
    assert state_of(log) == json.loads(FORMAT_1.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.stem)
def test_a_stream_of_the_database_is_chained_and_its_events_are_written_alike(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    check_chain(lines)
    for line in lines[1:]:
        row = json.loads(line)
        assert sealed({key: value for key, value in row.items() if key != "hash"}) == line
        if path.stem == "pool":
            seq, event, _ = pool_events.read_line(line)
            fields = event.row()
            assert (seq, event.KIND) == (row["seq"], row["do"])
            assert {key: row[key] for key in fields} == fields


def test_a_pool_is_replayed_to_the_last_bit(tmp_path: Path) -> None:
    database = open_database(new_sqlite(tmp_path / "club.db"))
    frozen = json.loads((FOLDER / "pool.json").read_text(encoding="utf-8"))
    header, *lines = (FOLDER / "pool.jsonl").read_text(encoding="utf-8").splitlines()
    with database.writing() as connection:
        stream = streams.begin(connection, "pool", "blitz", json.loads(header)["id"], header)
        streams.add(connection, stream, lines)
        row = {"stream": stream.id, "title": "Blitz", "system": "glicko2", "rules": frozen["rules"]}
        games = sum(json.loads(line)["do"] == "games" for line in lines)
        connection.execute(insert(POOLS).values(row | {"games": games, "kept": 0, "kept_games": 0}))
        connection.commit()
    assert ratings_of(Pool(database, "blitz")) == frozen["ratings"]
    database.close()
