"""The events of a pool as they are read: games that were posted one by one, by the compiled loop and as JSON."""

from __future__ import annotations

import json
import random
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert

from arpad.core import BadInput
from arpad.office.log.event_format import TAIL_LENGTH, sealed
from arpad.office.pools import reading
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import ScoreCorrected, event_of
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import Posting
from arpad.office.pools.replaying import PoolRecord, record_of
from arpad.office.store import streams
from arpad.office.store.tables import EVENTS, STREAMS
from databases import new_sqlite
from office.stores import close, opened

NAMES = ["Ann", "Bo", "Zoë", "김", 'the "Rock"', "back\\slash", "a" * 200, "Ann 2"]
DAY = datetime(1969, 12, 31, tzinfo=UTC)


def game(lots: random.Random, at: datetime) -> Game:
    first, second = lots.sample(NAMES, 2)
    score = lots.choice((0.0, 0.25, 0.5, 1.0, 1e-7, 1 / 3))
    return Game(first, second, score, at, lots.choice((0, 0, 1, -1)), lots.choice((1.0, 1.0, 0.5, 2.0)))


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[Pool]:
    """A pool with games that were posted one by one and together, and corrections between them."""
    url = new_sqlite(tmp_path / "club.db")
    yield filled(url)
    close(url)


@pytest.fixture(params=("sqlite", "postgresql"))
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Pool]:
    """The same pool in each kind of database."""
    if request.param == "postgresql":
        yield filled(request.getfixturevalue("postgresql"))
        return
    url = new_sqlite(tmp_path / "club.db")
    yield filled(url)
    close(url)


def filled(url: str) -> Pool:
    found = Pool(opened(url), f"blitz-{secrets.token_hex(8)}")
    found.create("elo")
    lots = random.Random(1)
    for at in range(30):
        postings = [
            Posting(
                [game(lots, DAY + timedelta(hours=at)) for _ in range(lots.choice((1, 1, 1, 2)))],
                lots.choice(("", f"key {at} {one}")),
            )
            for one in range(5)
        ]
        found.post_all(postings, author=lots.choice(("", "a program", 'a "program"')))
        if at % 10 == 9:
            Corrections(found).accept(ScoreCorrected(at, 0.5))
        if at == 14:  # a line that is longer than those that are joined
            found.post(*(game(lots, DAY) for _ in range(700)))
    return found


def read(pool: Pool) -> PoolRecord:
    with pool.reading() as (connection, place):
        return record_of(connection, place.stream)


def test_games_posted_one_by_one_are_read_as_json_is(anywhere: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = read(anywhere)
    monkeypatch.setattr(reading, "MANY", 1)
    for page in (1_000, 7):
        monkeypatch.setattr(reading, "AT_ONCE", page)
        assert read(anywhere) == plain
    assert len(plain.games.first) > 850
    longest = max(map(len, lines_of(anywhere)))
    assert longest > streams.LONGEST_JOINED


def test_a_correction_is_the_same_to_the_last_bit(anywhere: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = ScoreCorrected(1, 0.125)
    plain = Corrections(anywhere).preview(wrong)
    monkeypatch.setattr(reading, "MANY", 1)
    monkeypatch.setattr(reading, "AT_ONCE", 11)
    assert Corrections(anywhere).preview(wrong) == plain
    assert plain.players
    assert Corrections(anywhere).accept(wrong, expected=plain.seq) == plain
    Corrections(anywhere).accept(
        ScoreCorrected(2, 0.75)
    )  # rated within its transaction: nobody has looked at it
    assert anywhere.ratings() == anywhere.known()


def test_lines_are_joined_in_their_order_in_whichever_they_lie(anywhere: Pool) -> None:
    """Rows that a database has elsewhere, as it may after a restored copy."""
    lines = lines_of(anywhere)
    with anywhere.database.writing() as connection, anywhere.reading() as (_, place):
        stream = place.stream._replace(id=place.stream.id + 1_000_000)
        row = {"id": stream.id, "kind": "pool", "name": f"other-{stream.id}", "identity": f"{stream.id}"}
        row |= {"header": stream.header, "seq": stream.seq, "head": stream.head}
        connection.execute(insert(STREAMS).values(row))
        rows = [
            streams.event_row(stream.id, json.loads(line) | {"seq": seq}, line)
            for seq, line in enumerate(lines, 1)
            if len(line) < 1_000
        ]
        random.Random(2).shuffle(rows)
        connection.execute(insert(EVENTS), rows)
        assert streams.joined_lines(connection, stream, 0, 40) == "\n".join(lines[:40])
        assert streams.joined_lines(connection, stream, 0, len(lines)) is None, "one is missing"
        assert streams.lines_after(connection, stream, 30, 40) == lines[30:40]


@pytest.mark.parametrize("missing", ["seq = 5", "seq = 14", "seq BETWEEN 71 AND 77", "seq > 140", "seq > 3"])
def test_lines_that_are_missing_are_found_as_in_json(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    other = sqlite3.connect(pool.database.address.removeprefix("sqlite:///"))
    other.execute("DROP TRIGGER events_remain")
    assert other.execute(f"DELETE FROM events WHERE {missing}").rowcount
    other.commit()
    other.close()
    monkeypatch.setattr(reading, "AT_ONCE", 7)
    told = []
    for many in (10**9, 1):
        monkeypatch.setattr(reading, "MANY", many)
        with pytest.raises(BadInput) as caught:
            read(pool)
        told.append((caught.value.code, str(caught.value)))
    assert told[0] == told[1]
    assert told[0][0] == "pool.damaged"


def lines_of(pool: Pool) -> list[str]:
    with pool.reading() as (connection, place):
        return streams.lines_after(connection, place.stream, 0)


def resealed(lines: Sequence[str], at: int, change: Callable[[dict[str, Any]], Any]) -> list[str]:
    """Return lines of which one is changed by somebody who knows how hashes are made."""
    found = list(lines)
    prev = json.loads(lines[at])["prev"]
    for place in range(at, len(lines)):
        row = json.loads(found[place])
        if place == at:
            change(row)
        del row["hash"]
        found[place] = sealed(row | {"prev": prev})
        prev = found[place][-66:-2]
    return found


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("not as it was written", lambda lines, at: [*lines[:at], lines[at].replace('": [', '": [ ', 1), *lines[at + 1 :]]),
        ("not as it was written", lambda lines, at: [*lines[:at], lines[at].replace('"Z', '"X'), *lines[at + 1 :]]),
        ("not as it was written", lambda lines, at: [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]),
        ("not as it was written", lambda lines, at: [*lines[:at], lines[at][:-1] + "\n}", *lines[at + 1 :]]),
        ("not as it was written", lambda lines, at: resealed(lines, at, lambda row: row.update(seq=row["seq"] + 1))),
        ("have a gap", lambda lines, at: resealed(lines, at, lambda row: row.update(number=row["number"] + 1))),
        ("the score 1.5 is not", lambda lines, at: resealed(lines, at, lambda row: row["games"].update(score=[1.5]))),
        ("the advantage 2 is not", lambda lines, at: resealed(lines, at, lambda row: row["games"].update(advantage=[2]))),
        ("against the same", lambda lines, at: resealed(lines, at, lambda row: row["games"].update(first=row["games"]["second"]))),
        ("is not known", lambda lines, at: resealed(lines, at, lambda row: row.update(v=2))),
        ("the field 'place' is not known", lambda lines, at: resealed(lines, at, lambda row: row.update(place="here"))),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found_as_in_json(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, what: str, change: Callable[[list[str], int], list[str]]
) -> None:
    for at in range(40):
        pool.post(Game("Zoë", "Bo", 1.0), op=f"last {at}")
    lines = lines_of(pool)
    changed = change(lines, len(lines) - 20)
    assert len(changed) == len(lines)
    assert changed != lines
    other = sqlite3.connect(pool.database.address.removeprefix("sqlite:///"))
    other.execute("DROP TRIGGER events_stay")
    rows = [(line, seq) for seq, line in enumerate(changed, 1) if line != lines[seq - 1]]
    other.executemany("UPDATE events SET payload = ? WHERE seq = ?", rows)
    other.commit()
    other.close()
    told = []
    for many in (10**9, 1):
        monkeypatch.setattr(reading, "MANY", many)
        with pytest.raises(BadInput) as caught:
            read(pool)
        told.append((caught.value.code, str(caught.value)))
    assert told[0] == told[1]
    assert what in told[0][1]


ROW: dict[str, Any] = {
    "seq": 12,
    "do": "games",
    "v": 1,
    "number": 30,
    "games": {"first": ["Ann"], "second": ["Zoë"], "score": [0.25], "time": [-86400], "advantage": [-1]},
    "time": "2026-03-01T00:00:00Z",
    "author": "Bo",
    "op": "7",
    "arpad": "1.0",
    "prev": "0" * 64,
}


@given(
    st.lists(
        st.tuples(
            st.integers(0, 400), st.integers(0, 3), st.text('019.-+eE"\\\n\t ,:[]{}aZé\x7f\u2028', max_size=2)
        ),
        max_size=2,
    )
)
def test_whatever_is_taken_apart_is_json_of_the_same_values(edits: list[tuple[int, int, str]]) -> None:
    """A line of which a few letters are others, with its hash: either it is left to JSON, or it says the same."""
    body = sealed(ROW)[:-TAIL_LENGTH]
    for at, length, by in edits:
        body = body[:at] + by + body[at + length :]
    line = f'{body}, "hash": "{sha256(body.encode()).hexdigest()}"}}'
    apart = reading._LineParser()
    if "\n" in line:
        return  # it is no JSON, and joined with no other line
    for run, alone in apart.runs(f"{line}\n".encode()):
        assert alone or edits
        if not alone:
            assert apart.lines(run) == [line]
        else:
            row = json.loads(line)
            posted = apart.posted(run, row["seq"] - 1, row["prev"])
            if posted is None:
                with pytest.raises(BadInput):
                    event_of(row)
            else:
                assert posted == event_of(row)
