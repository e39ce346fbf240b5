"""What an earlier arpad wrote is read for ever: a file of frozen bytes for every kind of event and version."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from arpad.core import BadInput
from arpad.office.backups.verifying import verify
from arpad.office.log.event_file import EventFile
from arpad.office.log.event_format import parsed, written
from arpad.office.store.opening import open_database
from arpad.office.store.tournaments import TournamentLog
from databases import new_sqlite
from office.golden_events import (
    FOLDER,
    appended,
    lines_of_file,
    of_lines,
    of_pool,
    of_tournament,
    read_and_written,
    taken_in,
    wanted,
    written_again,
)

BESIDE = {"seq", "do", "v", "time", "author", "op", "request", "arpad", "more", "prev", "hash"}
"""What a line has beside the fields of its event, by docs/event-file.md."""

FILES = sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.glob("*/*.jsonl"))
TOURNAMENTS = [name for name in FILES if name.startswith("tournament/")]
STREAMS = [name for name in FILES if name.startswith(("pool/", "people/", "register/"))]


def content_of(name: str) -> bytes:
    return (FOLDER / f"{name}.jsonl").read_bytes()


def summary_of(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def same(found: object) -> Any:
    return json.loads(json.dumps(found))


def test_every_kind_and_version_has_a_file() -> None:
    assert sorted(wanted()) == FILES


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_a_chain_that_ends_with_its_kind(name: str) -> None:
    rows = [json.loads(line) for line in lines_of_file(content_of(name))]
    kind, _, version = name.partition("/")[2].rpartition(".v")
    last = [row for row in rows[1:-1] if (row["do"], row["v"]) == (kind, int(version))]
    assert last
    after = rows[rows.index(last[0]) : -1]  # of the same act
    assert [row.get("more", 0) for row in after] == list(range(len(after) - 1, -1, -1))


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_events_of_a_tournament_are_read_replayed_and_written_the_same(name: str, tmp_path: Path) -> None:
    content = content_of(name)
    path = tmp_path / "cup.arpad"
    path.write_bytes(content)
    log = EventFile(path).read()
    assert same(of_tournament(log)) == summary_of(name)
    assert written(log) == content


def test_events_of_tournaments_come_out_of_a_database_the_same(tmp_path: Path) -> None:
    for at, name in enumerate(TOURNAMENTS):
        database = open_database(new_sqlite(tmp_path / f"{at}.db"))
        log = TournamentLog(database, "cup")
        log.bring(content_of(name), name)
        assert log.content() == content_of(name)
        assert same(of_tournament(log.read())) == summary_of(name)
        database.close()


@pytest.mark.parametrize("name", STREAMS)
def test_events_of_a_stream_are_read_and_written_the_same(name: str, tmp_path: Path) -> None:
    kind = name.partition("/")[0]
    content = content_of(name)
    database = open_database(new_sqlite(tmp_path / "club.db"))
    stream = taken_in(database, kind, content)
    again = written_again(database, kind)
    found: Any = of_pool(database, stream) if kind == "pool" else of_lines(again)
    database.close()
    assert again == content
    expected = summary_of(name)
    if kind == "pool":
        ratings = [tuple(row) for row in expected.pop("ratings")]
        rated = found.pop("ratings")
        assert [(row[0], row[2]) for row in rated] == [(row[0], row[2]) for row in ratings]
        assert [row[1] for row in rated] == pytest.approx([row[1] for row in ratings], abs=1e-5)
    assert same(found) == expected


@pytest.mark.parametrize("name", FILES)
def test_the_fields_of_every_event_are_written_as_they_were_read(name: str) -> None:
    for line in lines_of_file(content_of(name))[1:-1]:
        row = json.loads(line)
        again = read_and_written(name.partition("/")[0], row)
        assert json.dumps(again, ensure_ascii=False) == json.dumps(
            {key: row[key] for key in row if key in again}, ensure_ascii=False
        )
        assert set(row) - set(again) <= BESIDE


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_a_changed_byte_is_found(name: str) -> None:
    content = content_of(name)
    at = content.rindex(b'"do"') + 20
    changed = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
    with pytest.raises(ValueError, match="hash"):
        lines_of_file(changed)
    with pytest.raises(BadInput):
        parsed(changed.decode(errors="replace"), name)


@pytest.mark.parametrize("name", STREAMS)
def test_a_changed_line_of_a_stream_is_found(name: str, tmp_path: Path) -> None:
    kind = name.partition("/")[0]
    database = open_database(new_sqlite(tmp_path / "club.db"))
    header, *lines, _ = lines_of_file(content_of(name))
    changed = [*lines[:-1], lines[-1].replace('"time": "2', '"time": "3')]
    assert changed != lines
    appended(database, kind, header, changed)
    with database.reading() as connection, pytest.raises(BadInput, match="not as it was written"):
        verify(database, connection)
    database.close()
