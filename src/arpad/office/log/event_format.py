"""The event file of a tournament: one event a line, every line chained to the one before.

Format 2. Every line is a JSON object that ends with ``, "hash": "…"}``: the SHA-256, in hexadecimal, of the
bytes of the line before these. Every line but the first has ``prev``, the hash of the line before it.

* The first line is ``{"arpad tournament": 2, "id": "…"}``, with an id that no other tournament has.
* A line for each event: ``seq`` (from 1), ``do`` (its kind), ``v`` (the version of its fields), its fields,
  and where known ``time`` (UTC), ``author``, ``op`` (the operation's name), ``request``, ``arpad`` (the
  version that wrote it) and ``more``: how many events of the same act follow.
* The last line is ``{"end": N}`` with the number of events, so that a file that was cut off is known.

The file is never appended to: every act writes it whole beside its place and renames it, so that after a
loss of power it is the old one or the new one, never a torn one. Whatever is damaged was therefore damaged
after it was written, and is refused, with the line. A lock on a file beside it makes acts follow each other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from arpad.core import BadInput, counted
from arpad.core.interface import option
from arpad.office.events.event import Event
from arpad.office.events.kinds import read_event
from arpad.office.log.event_log import LONGEST_STAMP, EventLog, LogEntry, Stamp
from arpad.office.log.replay import Contradiction

FORMAT = 2
HEADER = "arpad tournament"

ENVELOPE = frozenset(("seq", "do", "v", "time", "author", "op", "request", "arpad", "more", "prev", "hash"))
"""What every event's line may have beside the event's own fields."""

STAMPED = {"time": "time", "author": "author", "op": "op", "request": "request", "arpad": "program"}
"""Field of a line → of a :class:`Stamp`, in the order of its fields."""

TAIL = re.compile(r', "hash": "([0-9a-f]{64})"\}')
TAIL_LENGTH = len(', "hash": ""}') + 64


class DamagedEventFile(BadInput):
    """An event file that is not as it was written.

    Args:
        problem: what is wrong.
        file: its name.
        row: the line.
        kept: how many events before it can be read.
        remedy: what to do, where it is not to recover what was before.
    """

    def __init__(
        self, problem: str, *, file: str, row: int | None, kept: int, remedy: str | None = None
    ) -> None:
        self.kept = kept
        usual = (
            f"Restore a copy of the file; {counted(kept, 'event')} before it can be recovered "
            "(arpad tournament recover)."
            if kept
            else "Restore a copy of the file."
        )
        super().__init__(problem, file=file, row=row, remedy=remedy or usual, code="event-file.damaged")


@dataclass(frozen=True)
class RecoveredLog:
    """What could be read of an event file.

    Args:
        log: the acts before the damage; None if there are none.
        problem: what is damaged; None if nothing is.
        identity: of the tournament, if it could be read.
    """

    log: EventLog | None
    problem: BadInput | None


def written(log: EventLog) -> bytes:
    """Return the content of the event file of a log, which is replayed first.

    Raises:
        BadInput: it cannot be replayed, or a text in it is not UTF-8.
    """
    first = sealed({HEADER: FORMAT, "id": log.identity})
    return _bytes([first, *_lines(log, 0, first[-66:-2])])


def continued(content: bytes, before: EventLog, after: EventLog) -> bytes:
    """Return the content of an event file with the acts that were added to its log.

    Lines that are there stay as they are, byte for byte; only what has blank lines, or line breaks of another
    system, is written whole.

    Args:
        content: of the file.
        before: the log that it is.
        after: the log with more acts, which is replayed first.

    Raises:
        BadInput: it cannot be replayed, or a text in it is not UTF-8.
    """
    events = _events(content, before)
    if not events or after.identity != before.identity:
        return written(after)
    return events + _bytes(_lines(after, len(before.acts), _last_hash(events)))


def last_line(seq: int, prev: str) -> str:
    """Return the last line of an event file.

    Args:
        seq: how many events it has.
        prev: the hash of the line before.
    """
    return sealed({"end": seq, "prev": prev})


def lines_of(content: bytes, log: EventLog) -> list[str]:
    """Return the first line of an event file and the lines of its events.

    They are byte for byte those of the file; only what has blank lines, or line breaks of another system, is
    written anew.

    Args:
        content: of a file that could be read.
        log: the log that it is.
    """
    events = _events(content, log) if log.identity else b""
    return (events or _events(written(log), log)).decode().split("\n")[:-1]


def _events(content: bytes, log: EventLog) -> bytes:
    """Return the lines of a file before its last one; none if they are not as this program writes them.

    Args:
        content: of a file that could be read.
        log: the log that it is.
    """
    events = content[: content.rstrip(b"\n").rfind(b"\n") + 1]
    if content.count(b"\n") != log.seq + 2 or b"\r" in content or not content.startswith(b"{"):
        return b""
    last = _bytes([last_line(log.seq, _last_hash(events))])
    return events if content == events + last else b""


def _last_hash(lines: bytes) -> str:
    return lines[-67:-3].decode()


def added(content: bytes, before: bytes, log: EventLog) -> EventLog | None:
    """Return the log of a file that was added to; None if anything else was done to it.

    Args:
        content: of the file.
        before: what it was.
        log: the log that it was.
    """
    events = _events(before, log)
    if not events or not content.startswith(events):
        return None
    reading = _FileReading("", [], [])
    try:
        _follow(
            reading, _numbered_lines(content[len(events) :].decode()), prev=_last_hash(events), start=log.seq
        )
        return None if reading.problem else log.followed_by(reading.acts)
    except (UnicodeDecodeError, Contradiction):
        return None


def _lines(log: EventLog, count: int, prev: str) -> Iterator[str]:
    """Yield the lines of the acts after the first so many, and the last line.

    Args:
        log: is replayed first.
        count: how many acts have lines already.
        prev: the hash of the last of those lines.
    """
    seq = sum(len(act.events) for act in log.acts[:count])
    rows: list[dict[str, Any]] = []
    for act in log.acts[count:]:
        stamp = {key: getattr(act.stamp, name) for key, name in STAMPED.items()}
        stamp = {key: value for key, value in stamp.items() if value}
        for left, event in zip(range(len(act.events) - 1, -1, -1), act.events, strict=True):
            seq += 1
            row = {"seq": seq, "do": event.KIND, "v": event.VERSION, **event.row(), **stamp}
            rows.append(row | ({"more": left} if left else {}))
    if seq != log.seq:  # which replays a log that was not
        raise BadInput("the log does not agree with its events", code="log.contradiction")
    for row in [*rows, {"end": seq}]:
        line = sealed({**row, "prev": prev})
        prev = line[-66:-2]
        yield line


def _bytes(lines: Iterable[str]) -> bytes:
    """Return lines as a file has them.

    Raises:
        BadInput: one has a text that is not UTF-8.
    """
    try:
        return "".join(f"{line}\n" for line in lines).encode()
    except UnicodeEncodeError as error:
        # A command line hands on bytes that are no letters as halves of surrogate pairs.
        word = error.object[max(error.start - 10, 0) : error.end]
        raise BadInput(
            f"what is to be noted is not written in UTF-8: …{word!r}",
            remedy="Write it in UTF-8.",
            code="field.not-utf-8",
        ) from error


def sealed(row: Mapping[str, Any]) -> str:
    """Return a line with its hash at the end."""
    body = json.dumps(row, ensure_ascii=False, allow_nan=False)[:-1]
    return f'{body}, "hash": "{sha256(body.encode(errors="surrogatepass")).hexdigest()}"}}'


def parsed(text: str, file: str) -> EventLog:
    """Return the log that the text of an event file is.

    Args:
        text: the content of a file.
        file: its name, for errors.

    Raises:
        BadInput: it is another file, or one that a newer arpad wrote, or one of before 0.1.0.
        DamagedEventFile: it is not as it was written.
    """
    content = recovered(text, file)
    if content.problem is not None:
        raise content.problem
    assert content.log is not None
    return content.log


LINE_OF_REPORT = re.compile(r"\d{3} ")
"""How the lines of a tournament report (TRF) begin."""

REPORT = (
    "It looks like a tournament report: arpad pair, check and standings read it, and arpad tournament new "
    "takes it over: {take}."
)


def recovered(text: str, file: str) -> RecoveredLog:
    """Return as many whole acts as there are before the first damage.

    Args:
        text: the content of a file.
        file: its name, for errors.

    Raises:
        BadInput: it is another file, or was written by a newer arpad.
    """
    rows = _numbered_lines(text.removeprefix("\ufeff"))
    if not rows or not re.match(r'\s*\{\s*"' + HEADER, rows[0][1]):
        raise BadInput(
            f"{file} is not the event file of a tournament",
            remedy=REPORT.format(take=option("report", file, typed="from"))
            if rows and LINE_OF_REPORT.match(rows[0][1])
            else "arpad tournament new makes one.",
            code="event-file.not-event",
        )
    head = _object(rows[0][1])
    version = None if head is None else head.get(HEADER)
    sealed = TAIL.fullmatch(rows[0][1][-TAIL_LENGTH:]) is not None
    if type(version) is int and version > FORMAT and (not sealed or sealed_properly(rows[0][1])):
        raise BadInput(
            f"{file} is an event file of format {version}: it is newer than this program, which reads up to "
            f"format {FORMAT}",
            remedy="Use a newer arpad.",
            code="event-file.newer",
        )
    if type(version) is int and version < FORMAT and not sealed:
        raise BadInput(
            f"{file} is an event file of format {version}: it is older than this program, which reads format "
            f"{FORMAT} only",
            remedy="Write a report (TRF) of the tournament with the version of arpad that wrote it, and "
            "begin a new event file from the report.",
            code="event-file.older",
        )
    return _read_chain(rows, head, file).replayed()


def _numbered_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines that are not blank, with their numbers."""
    # Not splitlines: a name may hold a character at which that would break a line.
    rows = ((number, line.removesuffix("\r")) for number, line in enumerate(text.split("\n"), 1))
    return [(number, line) for number, line in rows if line.strip()]


@dataclass
class _FileReading:
    """An event file as far as it could be read.

    Args:
        file: its name.
        acts: the whole acts.
        rows: the line of every event of them.
        problem: what is wrong after them.
        row: in which line.
        identity: of the tournament.
    """

    file: str
    acts: list[LogEntry]
    rows: list[int]
    problem: str | None = None
    row: int | None = None
    remedy: str | None = None
    identity: str = ""

    def replayed(self) -> RecoveredLog:
        """Replay the acts, and drop those from the first one on that contradicts those before it."""
        acts, problem, row, remedy = self.acts, self.problem, self.row, self.remedy
        log = None
        while acts and log is None:
            try:
                log = EventLog.of(acts, self.identity)
            except Contradiction as error:
                problem, row, remedy = error.problem, self.rows[error.seq - 1], error.remedy
                acts = _acts_before(acts, error.seq)
        if problem is None and log is None:
            problem, row = "there is no event", None
        if problem is None:
            return RecoveredLog(log, None)
        kept = 0 if log is None else log.seq
        return RecoveredLog(log, DamagedEventFile(problem, file=self.file, row=row, kept=kept, remedy=remedy))


def _acts_before(acts: Sequence[LogEntry], seq: int) -> list[LogEntry]:
    """Return the acts before the one that has an event."""
    earlier: list[LogEntry] = []
    last = 0
    for act in acts:
        last += len(act.events)
        if last >= seq:
            break
        earlier.append(act)
    return earlier


def _object(line: str) -> dict[str, Any] | None:
    """Return the JSON object of a line; None if it is something else."""
    try:
        value = _JSON.decode(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _no_number(word: str) -> None:
    raise ValueError(word)


_JSON = json.JSONDecoder(parse_constant=_no_number)
"""One for all lines: to make one takes as long as to read a line."""


def sealed_properly(line: str) -> bool:
    """Whether a line ends with the hash of what is before."""
    tail = TAIL.fullmatch(line[-TAIL_LENGTH:])
    return tail is not None and sha256(line[:-TAIL_LENGTH].encode()).hexdigest() == tail[1]


def chained_properly(line: str, before: str) -> bool:
    """Whether a line of an event has its hash, and follows the line that has another one.

    Args:
        line: the line.
        before: the hash of the line before.
    """
    row = _object(line) if sealed_properly(line) else None
    return row is not None and row.get("prev") == before


def _read_chain(rows: Sequence[tuple[int, str]], head: Mapping[str, Any] | None, file: str) -> _FileReading:
    """Read a file of format 2 up to its first damage."""
    reading = _FileReading(file, [], [])
    (first, line), *rest = rows
    prev = ""
    if sealed_properly(line) and head is not None and head.get(HEADER) == FORMAT:
        reading.identity, prev = _identity(head), line[-66:-2]
    else:
        reading.problem, reading.row = "the line is damaged: its hash is not that of its text", first
    _follow(reading, rest, prev, first)
    return reading


def _follow(
    reading: _FileReading, rows: Sequence[tuple[int, str]], prev: str, above: int = 0, start: int = 0
) -> None:
    """Read the lines of events, and the last line, up to the first damage.

    Args:
        reading: takes what is read.
        rows: the lines, with their numbers.
        prev: the hash of the line before; none if nobody knows.
        above: the number of the line before.
        start: how many events there are before.
    """
    number, row = above, None
    act: list[Event] = []
    lines: list[int] = []
    stamp = Stamp()
    left = 0
    for number, line in rows:
        problem: str | None = None
        row = _object(line) if sealed_properly(line) else None
        remedy = None
        if row is None:
            problem = "the line is damaged: its hash is not that of its text"
        elif prev and row.get("prev") != prev:
            problem = "the line does not follow the previous line: a line was removed, added or exchanged"
        elif "end" in row:
            break
        else:
            try:
                event, its, more = _event(row, start + len(reading.rows) + len(act) + 1)
                if act and (more != left - 1 or its != stamp):
                    raise BadInput(
                        "the event belongs to another act than the previous event, whose act is incomplete",
                        code="act.incomplete",
                    )
            except BadInput as error:
                problem, remedy = error.problem, error.remedy
        if problem is not None:
            if reading.problem is None:
                reading.problem, reading.row, reading.remedy = problem, number, remedy
            return
        act.append(event)
        lines.append(number)
        stamp, left, prev = its, more, line[-66:-2]
        if not left:
            reading.rows += lines
            reading.acts.append(LogEntry(tuple(act), stamp))
            act, lines = [], []
    else:
        reading.problem = reading.problem or "the file is cut off: its last line is missing"
        reading.row = reading.row or number + 1
        return
    if reading.problem is None:
        if act:
            reading.problem, reading.row = "the act before this line is not whole", number
        elif row is None or set(row) != {"end", "prev", "hash"} or row["end"] != start + len(reading.rows):
            reading.problem, reading.row = "the line does not have the number of events", number
        elif number != rows[-1][0]:
            reading.problem, reading.row = "there are lines after the last one", number + 1


def _identity(head: Mapping[str, Any]) -> str:
    identity = head.get("id")
    return identity if isinstance(identity, str) and re.fullmatch("[0-9a-f]{1,64}", identity) else ""


def _event(row: dict[str, Any], seq: int) -> tuple[Event, Stamp, int]:
    """Return the event of a line, who did it, and how many events of the same act follow.

    Raises:
        BadInput: a field is missing, not known, or out of its range.
    """
    own = {key: value for key, value in row.items() if key not in ENVELOPE}
    if row.get("seq") != seq or type(row["seq"]) is not int:
        raise BadInput(f"the event should have the sequence number {seq}", code="event.sequence")
    more = row.get("more", 0)
    if type(more) is not int or not 0 <= more <= 10**6:
        raise BadInput("the field 'more' is not a number of events", code="event.more")
    stamped = [row.get(key, "") for key in STAMPED]
    for value in stamped:
        if not isinstance(value, str) or len(value) > LONGEST_STAMP or not value.isprintable():
            key = list(STAMPED)[stamped.index(value)]
            raise BadInput(
                f"the field {key!r} is not text of up to {LONGEST_STAMP} letters", code="stamp.text"
            )
    stamp = Stamp(*stamped)
    return read_event(row.get("do"), row.get("v"), own, program=stamp.program), stamp, more
