"""The events of a pool as they are read from the database: each must be as it was written.

A pool may have a million games that were posted one by one. The line of such a game, written exactly as
this program writes it, is taken apart by a compiled loop (:mod:`arpad.office.pools.reading_loop`): a parser
of JSON takes several times as long. Every other line is parsed. The hash of every line is calculated. Of so
many events the database joins the next lines while these are looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby, pairwise
from secrets import randbits
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from sqlalchemy import Connection

from arpad.compiled.numba_start import can_compile
from arpad.core import BadInput, worded
from arpad.office.events.stored_event import StoredEvent
from arpad.office.log.event_format import ENVELOPE, STAMPED, TAIL_LENGTH, sealed_properly
from arpad.office.pools.events import GamesPosted, event_of
from arpad.office.pools.games import PoolGames, surely_names, surely_right_numbers
from arpad.office.pools.reading_loop import (
    DECIMAL,
    HASH,
    HASH_LENGTH,
    LF,
    NAME,
    NOTHING,
    TEXT,
    WHOLE,
    NameTable,
    ParsedLines,
    Pattern,
    fill_slots,
    take_apart,
)
from arpad.office.store.ahead import ahead
from arpad.office.store.streams import Stream, joined_lines, lines_after

AT_ONCE = 1_000
"""Events that are fetched at a time: few enough for the cache of a processor."""

LONG_AT_ONCE = 32
"""Events that are fetched at a time where one is long: thousands of games may lie in each, and pages wait."""

MANY = 50_000
"""Events from which the compiled loop is worth its start (about 0.6 s)."""

TIMED, *STAMPS = STAMPED
PIECES = (
    ('{"seq": ', WHOLE),
    (f', "do": "{GamesPosted.KIND}", "v": {GamesPosted.VERSION}, "number": ', WHOLE),
    (', "games": {"first": ["', NAME),
    ('"], "second": ["', NAME),
    ('"], "score": [', DECIMAL),
    ('], "time": [', WHOLE),
    ('], "advantage": [', WHOLE),
    ('], "weight": [', DECIMAL),
    (f']}}, "{TIMED}": "', TEXT),
    *((f'", "{name}": "', TEXT) for name in STAMPS),
    ('", "prev": "', HASH),
    ('", "hash": "', HASH),
    ('"}', NOTHING),
)
"""The line of a game that was posted alone."""

SEQ, NUMBER, FIRST, SECOND, SCORE, TIME, ADVANTAGE, WEIGHT, STAMP = range(9)
BEFORE, HASHED = len(PIECES) - 3, len(PIECES) - 2
OPTIONAL = (ADVANTAGE, WEIGHT, *range(STAMP + 1, STAMP + 1 + len(STAMPS)))


def events_of(
    connection: Connection, stream: Stream, until: int | None = None, *, after: int = 0, head: str = ""
) -> Iterator[tuple[StoredEvent, int]]:
    """Yield the events of a pool in their order; each line must have its hash and follow the one before.

    Postings that follow each other come as one, with their number: games may have been posted one by one.

    Args:
        connection: to the database.
        stream: of the pool.
        until: the last event; None for all.
        after: the event after which they are wanted; 0 for all.
        head: the hash of that event.

    Raises:
        BadInput: an event is not as it was written.
    """
    last = stream.seq if until is None else min(until, stream.seq)
    before, seq = head if after else stream.header[-66:-2], after
    if last - after < MANY or not can_compile():
        while seq < last:
            lines = _lines(connection, stream, seq, min(seq + AT_ONCE, last))
            yield from _parsed(lines, seq, before)
            seq, before = seq + len(lines), lines[-1][-66:-2]
        return
    with ahead(_pages(connection, stream, after, last)) as pages:
        apart = _LineParser()
        for page in pages:
            if isinstance(page, list):
                yield from _parsed(page, seq, before)
                seq, before = seq + len(page), page[-1][-66:-2]
                continue
            for run, alone in apart.runs(page):
                posted = apart.posted(run, seq, before) if alone else None
                if posted is None:
                    yield from _parsed(apart.lines(run), seq, before)
                else:
                    yield posted, len(run)
                seq, before = seq + len(run), apart.hash_of(run[-1])


def _pages(connection: Connection, stream: Stream, after: int, last: int) -> Iterator[bytes | list[str]]:
    """Yield pages of lines, an LF behind each; as a list where one is long, is missing or has an LF in it."""
    seq = after
    while seq < last:
        end = min(seq + AT_ONCE, last)
        joined = joined_lines(connection, stream, seq, end)
        page = b"" if joined is None else f"{joined}\n".encode()
        if np.count_nonzero(np.frombuffer(page, dtype=np.uint8) == LF) == end - seq:
            yield page
            seq = end
            continue
        for begin in range(seq, end, LONG_AT_ONCE):
            if begin > seq:  # one is missing, which the lines behind it tell
                break
            lines = _lines(connection, stream, seq, min(seq + LONG_AT_ONCE, end))
            yield lines
            seq += len(lines)


def _lines(connection: Connection, stream: Stream, seq: int, end: int) -> list[str]:
    """Return the lines of the events after one and up to another.

    Raises:
        BadInput: there is none of them.
    """
    lines = lines_after(connection, stream, seq, end)
    if not lines:
        raise BadInput(worded("event {next} of the pool is missing", next=seq + 1), code="pool.damaged")
    return lines


class _LineParser:
    """Takes lines of games apart that were posted alone, a page after the other."""

    def __init__(self) -> None:
        from arpad.compiled.compiling import compiled

        self._loop, self._fill = compiled(take_apart), compiled(fill_slots)
        texts = [text.encode() for text, _ in PIECES]
        self._pattern = Pattern(
            np.frombuffer(b"".join(texts), dtype=np.uint8),
            np.cumsum([0, *map(len, texts)]),
            np.array([kind for _, kind in PIECES], dtype=np.int8),
            np.isin(np.arange(len(PIECES)), OPTIONAL),
        )
        shape = len(PIECES), AT_ONCE
        whole, begins = np.zeros((2, *shape), dtype=np.int64)
        lines = np.zeros(AT_ONCE, dtype=np.bool_), np.zeros(AT_ONCE, dtype=np.int64)
        self._parsed = ParsedLines(*lines, whole, np.zeros(shape), begins)
        self._text, self._count = b"", 0
        self._table = _room_for_names(0, 0)
        self._names: list[str] = []
        self._right = True

    def runs(self, page: bytes) -> Iterator[tuple[range, bool]]:
        """Take a page apart; yield which lines are games posted alone, those together, and which are not."""
        self._text, text = page, np.frombuffer(page, dtype=np.uint8)
        self._make_room(2 * AT_ONCE, len(text))
        table, parsed = self._table, self._parsed
        self._count = self._loop(text, len(text), tuple(self._pattern), tuple(table), tuple(parsed))
        new = table.bounds[len(self._names) : int(table.total[0]) + 1].tolist()
        names = [table.text[begin:end].tobytes().decode() for begin, end in pairwise(new)]
        self._names += names
        self._right = self._right and (not names or surely_names(names))
        at = 0
        for alone, some in groupby(parsed.fits[: self._count].tolist()):
            run = range(at, at + len(list(some)))
            yield run, alone
            at = run.stop

    def lines(self, run: range) -> list[str]:
        """Return lines of the page."""
        return [self._line(at).decode() for at in run]

    def hash_of(self, at: int) -> str:
        """Return the hash of a line of the page that is as it was written."""
        return self._line(at)[-66:-2].decode()

    def _line(self, at: int) -> bytes:
        begin = self._parsed.begin
        end = begin[at + 1] if at + 1 < self._count else len(self._text)
        return self._text[begin[at] : end - 1]

    def posted(self, run: range, seq: int, before: str) -> GamesPosted | None:
        """Return the games of some lines; None if one may not be as it was written.

        Args:
            run: the lines, as :meth:`runs` has yielded them.
            seq: the number of the event before.
            before: its hash.
        """
        some, text = slice(run.start, run.stop), self._text
        start, whole, decimal, begins = (column[..., some] for column in self._parsed[1:])
        sealed = zip(start.tolist(), (begins[HASHED] + 66 - TAIL_LENGTH).tolist(), strict=True)
        digests = "".join([sha256(text[begin:end]).hexdigest() for begin, end in sealed])
        hashes = np.frombuffer(digests.encode(), dtype=np.uint8).reshape(-1, HASH_LENGTH)
        written = sliding_window_view(np.frombuffer(text, dtype=np.uint8), HASH_LENGTH)
        counted = np.arange(len(run))
        number = int(whole[NUMBER, 0])
        if (
            written[begins[BEFORE][0]].tobytes() != before.encode()
            or (written[begins[BEFORE][1:]] != hashes[:-1]).any()
            or (written[begins[HASHED]] != hashes).any()
            or (whole[SEQ] != seq + 1 + counted).any()
            or (whole[NUMBER] != number + counted).any()
        ):
            return None
        first, second = whole[FIRST], whole[SECOND]
        score, time = decimal[SCORE], whole[TIME]
        advantage = np.where(begins[ADVANTAGE] < 0, 0, whole[ADVANTAGE])
        weight = np.where(begins[WEIGHT] < 0, 1.0, decimal[WEIGHT])
        if not self._right or (first == second).any():
            return None
        if not surely_right_numbers(score, time, advantage, weight):
            return None
        name = self._names.__getitem__
        games = PoolGames(
            list(map(name, first.tolist())),
            list(map(name, second.tolist())),
            score.tolist(),
            time.tolist(),
            advantage.tolist(),
            weight.tolist(),
        )
        return GamesPosted(number, games)

    def _make_room(self, names: int, size: int) -> None:
        """Make room for so many more names, and for so many bytes of them."""
        table, count = self._table, int(self._table.total[0])
        used = int(table.bounds[count])
        if 2 * (count + names) <= len(table.slots) and used + size <= len(table.text):
            return
        more = _room_for_names(2 * (count + names), 2 * (used + size))
        more.text[:used] = table.text[:used]
        more.bounds[: count + 1] = table.bounds[: count + 1]
        more.total[0] = count
        self._fill(tuple(more))
        self._table = more


def _room_for_names(names: int, size: int) -> NameTable:
    """Return room for names: for so many, of so many bytes."""
    slots = 1 << (2 * names).bit_length()
    return NameTable(
        np.zeros(slots, dtype=np.int32),
        np.zeros(size, dtype=np.uint8),
        np.zeros(slots + 1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.array([randbits(64), randbits(64) | 1], dtype=np.uint64),
    )


def _parsed(lines: Sequence[str], seq: int, before: str) -> Iterator[tuple[StoredEvent, int]]:
    """Yield the events of lines that follow each other.

    Args:
        lines: the lines.
        seq: the number of the event before.
        before: its hash.

    Raises:
        BadInput: an event is not as it was written.
    """
    postings: list[dict[str, Any]] = []
    for line, row in zip(lines, _rows(lines), strict=True):
        seq += 1
        if row.get("seq") != seq or row.get("prev") != before or not sealed_properly(line):
            raise BadInput(
                worded("event {seq} of the pool is not as it was written", seq=seq),
                code="pool.damaged",
                remedy="Restore the database from a copy.",
            )
        before = row["hash"]
        if row.get("do") == GamesPosted.KIND:
            postings.append(row)
            continue
        yield from _posted(postings)
        postings = []
        yield event_of(row), 1
    yield from _posted(postings)


def _rows(lines: Sequence[str]) -> list[dict[str, Any]]:
    """Return the objects of lines, which are quicker to read together."""
    try:
        rows = json.loads(f"[{','.join(lines)}]")
    except ValueError:
        rows = []
    if len(rows) == len(lines) and all(type(row) is dict for row in rows):
        return rows  # type: ignore[no-any-return]
    return [row if isinstance(row := _object(line), dict) else {} for line in lines]


def _object(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _posted(rows: Sequence[dict[str, Any]]) -> Iterator[tuple[StoredEvent, int]]:
    """Yield postings that follow each other as one, if their games can surely be; else each by itself."""
    games = PoolGames.together([row.get("games") for row in rows]) if len(rows) > 1 else None
    number = rows[0].get("number") if rows else None
    if (
        games is None
        or type(number) is not int
        or any(row.keys() - _KEYS or row.get("v") != GamesPosted.VERSION for row in rows)
    ):
        yield from ((event_of(row), 1) for row in rows)
        return
    after = number
    for row in rows:
        if row.get("number") != after:
            raise BadInput("the games of a pool have a gap", code="pool.damaged")
        after += len(row["games"]["first"])
    yield GamesPosted(number, games), len(rows)


_KEYS = ENVELOPE | {"number", "games"}
"""What stands in the line of a posting."""
