"""The event log of a tournament in a database: the same lines as an event file, chained in the same way.

An event file that is brought in and written out again is the same file, byte for byte, if it is of the
format that this arpad writes. A file of an older format, or with the line breaks of another system, comes out
as the next act upon it would have written it: the same events, with new hashes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from arpad.core import BadInput, worded
from arpad.core.writing import EVENT_FILE, exclusive
from arpad.office.log.event_format import continued, last_line, lines_of, parsed, written
from arpad.office.log.event_log import EventLog
from arpad.office.log.recent import RecentLogs
from arpad.office.log.store import Store, StoredAct, Turn, answered, begun, new_identity, stamp_now
from arpad.office.store import streams
from arpad.office.store.database import Database
from arpad.office.store.notices import notify
from arpad.office.store.streams import Stream
from arpad.office.store.tables import STREAMS, TOURNAMENTS

KIND = "tournament"
"""What the streams of tournaments are called."""

NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,98}[a-z0-9])?")
"""What a tournament may be called in a database: it stands in addresses of pages."""

_RECENT = RecentLogs("logs of tournaments", 32)


Within = Callable[[Connection, Stream, str], None]
"""What is done in the transaction that begins a tournament, given its stream and its name."""


class Visibility(StrEnum):
    """Where a tournament is shown."""

    LISTED = "listed"
    """In the list of tournaments."""

    HIDDEN = "hidden"
    """Nowhere, but to who runs it."""

    ARCHIVED = "archived"
    """In the archive below the list; its pages stay."""

    DELETED = "deleted"
    """Nowhere at all; its events stay in the database, as all events do."""


class TournamentPlace(NamedTuple):
    """Where a tournament is, and who may see it.

    Args:
        stream: the number of its stream, by which rights name it.
        visibility: where it is shown.
    """

    stream: int
    visibility: str


@dataclass(frozen=True)
class TournamentLog(Store):
    """The event log of a tournament in a database.

    Args:
        database: where it is.
        name: by which people ask for it: small letters, digits and hyphens.
    """

    database: Database
    name: str

    def read(self) -> EventLog:
        """Read the log.

        Raises:
            BadInput: it is not there, or the database does not answer.
            DamagedEventFile: it is not as it was written.
        """
        with self.database.reading() as connection:
            return self.read_in(connection)

    def read_in(self, connection: Connection) -> EventLog:
        """Read the log as it is in a transaction; see :meth:`read`."""
        return self._read(connection, self._find_stream(connection))[1]

    @contextmanager
    def turn(self) -> Iterator[Turn]:
        """Let nobody else add to the log.

        Raises:
            BadInput: as :meth:`read`, or somebody else does not end.
        """
        with self.database.writing() as connection:
            stream = self._find_stream(connection, lock=True)
            content, before = self._read(connection, stream)

            def write(after: EventLog) -> None:
                new_content = continued(content, before, after)
                lines = lines_of(new_content, after)
                streams.add(connection, stream, lines[1 + before.seq :])
                connection.execute(
                    update(TOURNAMENTS).where(TOURNAMENTS.c.stream == stream.id), _summary_columns(after)
                )
                notify(connection, f"{KIND} {self.name}")
                connection.commit()
                _RECENT.keep(self._key, new_content, after)

            yield Turn(before, write)

    def create(
        self,
        log: EventLog,
        *,
        op: str = "",
        request: str = "",
        author: str | None = None,
        in_acts: bool = False,
        within: Within | None = None,
    ) -> StoredAct:
        """Begin a tournament; of several who do so under one name, one succeeds.

        Args:
            log: what it holds.
            op: the operation's name; a tournament that was begun under this name is the answer.
            request: a digest of what is asked for.
            author: who does it; None for :func:`arpad.office.log.store.author_here`.
            in_acts: whether the log's acts stay as they are, so that each can be undone; else they are one.
            within: what else belongs to the beginning, such as who runs it: all of it happens, or nothing.

        Raises:
            BadInput: there is a tournament of that name, the name is not valid, or the database does not
                answer.
        """
        stamp = stamp_now(op=op, request=request, author=author)
        begun_log = begun(log, stamp, in_acts=in_acts)
        with self.database.writing() as connection:
            try:
                self._begin(connection, begun_log, written(begun_log), within)
            except BadInput as error:
                connection.rollback()
                if not op or error.code != "tournament.name-taken":
                    raise
                before = self._read(connection, self._find_stream(connection))[1]
                if before.act_of(op) != 0:
                    raise
                return answered(before, op, request)
        return StoredAct(begun_log, begun_log, begun_log.events)

    def bring(self, content: bytes, file: str, within: Within | None = None) -> EventLog:
        """Take over the content of an event file under this name, and return its log.

        Args:
            content: of the file.
            file: its name, for errors.
            within: as of :meth:`create`.

        Raises:
            BadInput: it is not an event file, the tournament is in the database already, or there is another
                of that name.
            DamagedEventFile: the file is not as it was written.
        """
        log = log_of(content, file)
        log = log if log.identity else log.named(new_identity())
        with self.database.writing() as connection:
            self._begin(connection, log, content, within)
        return log

    def content(self) -> bytes:
        """Return the content of the event file that the tournament is.

        Raises:
            BadInput: as :meth:`read`.
        """
        with self.database.reading() as connection:
            return self._read(connection, self._find_stream(connection))[0]

    def save(self, path: Path) -> None:
        """Write the tournament as a new event file.

        Raises:
            BadInput: as :meth:`read`, or there is a file of that name, or it cannot be written.
        """
        content = self.content()
        with exclusive(path, EVENT_FILE) as stream:
            stream.write(content)

    def place(self) -> TournamentPlace:
        """Return where the tournament is, and who may see it.

        Raises:
            BadInput: it is not there, or the database does not answer.
        """
        wanted = (
            select(STREAMS.c.id, TOURNAMENTS.c.visibility)
            .join_from(STREAMS, TOURNAMENTS)
            .where(STREAMS.c.kind == KIND, STREAMS.c.name == self.name)
        )
        with self.database.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise self._unknown()
        return TournamentPlace(*row)

    def stream(self) -> int:
        """Return the number of the tournament's stream, by which rights name it.

        Raises:
            BadInput: it is not there, or the database does not answer.
        """
        with self.database.reading() as connection:
            return self._find_stream(connection).id

    @property
    def _key(self) -> tuple[str, str]:
        return self.database.address, self.name

    def _find_stream(self, connection: Connection, *, lock: bool = False) -> Stream:
        """Return where the log stands.

        Raises:
            BadInput: it is not there.
        """
        stream = streams.find(connection, KIND, self.name, lock=lock)
        if stream is None:
            raise self._unknown()
        return stream

    def _unknown(self) -> BadInput:
        return BadInput(
            worded(
                "there is no tournament {name!r} in {address}",
                name=self.name[:100],
                address=self.database.address,
            ),
            code="tournament.unknown",
            remedy="Begin it, or bring in its event file.",
        )

    def _read(self, connection: Connection, stream: Stream) -> tuple[bytes, EventLog]:
        """Return the content of the event file that the log is, and the log."""
        recent = _RECENT.last(self._key)
        kept = [] if recent is None or recent[1].seq > stream.seq else lines_of(*recent)
        log = None
        if kept and kept[0] == stream.header:
            content = _content(connection, stream, kept)
            log = _RECENT.find(self._key, content)
        if log is None:  # nothing is known of it, or it was restored from a copy and went on otherwise
            content = _content(connection, stream, [stream.header])
            log = parsed(content.decode(), f"{self.database.address}, tournament {self.name}")
        _RECENT.keep(self._key, content, log)
        return content, log

    def _begin(
        self, connection: Connection, log: EventLog, content: bytes, within: Within | None = None
    ) -> None:
        """Write a log that is not in the database yet, and commit.

        Raises:
            BadInput: it is there, or another of that name is, or the name is not valid.
        """
        if NAME.fullmatch(self.name) is None:
            raise BadInput(
                worded("a tournament in a database cannot be called {name!r}", name=self.name[:100]),
                code="tournament.name-not-valid",
                remedy="Write up to 100 small letters (a to z), digits and hyphens: spring-open-2026.",
            )
        header, *lines = lines_of(content, log)
        try:
            stream = streams.begin(connection, KIND, self.name, log.identity, header)
        except IntegrityError:
            connection.rollback()
            raise self._name_taken(connection, log) from None
        streams.add(connection, stream, lines)
        connection.execute(insert(TOURNAMENTS).values(stream=stream.id, **_summary_columns(log)))
        if within is not None:
            within(connection, stream, self.name)
        notify(connection, f"{KIND} {self.name}")
        connection.commit()

    def _name_taken(self, connection: Connection, log: EventLog) -> BadInput:
        """Return why a tournament cannot be begun."""
        name = _name_of(connection, log.identity)
        if name:
            return BadInput(
                worded(
                    "this tournament is in {address} already, under the name {name!r}",
                    address=self.database.address,
                    name=name,
                ),
                code="tournament.there-already",
            )
        return BadInput(
            worded(
                "there is a tournament {name!r} in {address} already",
                name=self.name,
                address=self.database.address,
            ),
            code="tournament.name-taken",
            remedy="Choose another name.",
        )


def log_of(content: bytes, file: str) -> EventLog:
    """Return the log that the content of an event file is.

    Args:
        content: of the file.
        file: its name, for errors.

    Raises:
        BadInput: it is not an event file.
        DamagedEventFile: the file is not as it was written.
    """
    try:
        return parsed(content.decode(), file)
    except UnicodeDecodeError as error:
        raise BadInput(
            worded("{file} is not text in UTF-8, so it is not an arpad event", file=file),
            code="event-file.not-event",
        ) from error


def name_of_identity(database: Database, identity: str) -> str:
    """Return under which name a tournament is in the database; empty if it is not there.

    Raises:
        BadInput: the database does not answer.
    """
    with database.reading() as connection:
        return _name_of(connection, identity) if identity else ""


def _name_of(connection: Connection, identity: str) -> str:
    return connection.execute(select(STREAMS.c.name).where(STREAMS.c.identity == identity)).scalar() or ""


def _content(connection: Connection, stream: Stream, lines: list[str]) -> bytes:
    """Return the content of the event file that a stream is.

    Args:
        connection: to the database.
        stream: where it stands.
        lines: its first lines, which are not fetched.
    """
    rest = streams.lines_after(connection, stream, len(lines) - 1)
    end = last_line(stream.seq, stream.head)
    return "".join(f"{line}\n" for line in [*lines, *rest, end]).encode()


class TournamentSummary(NamedTuple):
    """A tournament of a database, as a list of them shows it.

    Args:
        name: by which people ask for it.
        title: its title.
        system: the pairing system.
        participants: how many.
        planned: rounds; 0 if nobody has said.
        paired: rounds.
        finished: whether it is over.
        visibility: where it is shown.
        stream: the number of its stream, by which rights name it.
        seq: the number of its last event: it grows whenever anything changes.
    """

    name: str
    title: str
    system: str
    participants: int
    planned: int
    paired: int
    finished: bool
    visibility: str
    stream: int
    seq: int


def heads(database: Database, names: Sequence[str]) -> dict[str, str]:
    """Return the hash of the last event of each of some tournaments, by name, in one statement.

    A log of another content has another hash. Names of no tournament are left out.

    Raises:
        BadInput: the database does not answer.
    """
    wanted = select(STREAMS.c.name, STREAMS.c.head).where(STREAMS.c.kind == KIND, STREAMS.c.name.in_(names))
    with database.reading() as connection:
        return {row.name: row.head for row in connection.execute(wanted)}


def tournaments(database: Database) -> list[TournamentSummary]:
    """Return the tournaments of a database, the newest first, without those that were deleted.

    Raises:
        BadInput: the database does not answer.
    """
    table = TOURNAMENTS.c
    wanted = (
        select(
            STREAMS.c.name,
            *(table[name] for name in TournamentSummary._fields[1:-1]),
            STREAMS.c.seq,
        )
        .join_from(STREAMS, TOURNAMENTS)
        .where(table.visibility != Visibility.DELETED.value)
        .order_by(STREAMS.c.id.desc())
    )
    with database.reading() as connection:
        return [TournamentSummary._make(row) for row in connection.execute(wanted)]


def _summary_columns(log: EventLog) -> dict[str, Any]:
    """Return what a list of tournaments shows of one."""
    state = log.progress.state
    return {
        "title": state.plan.name,
        "system": state.plan.system,
        "participants": len(state.entrants),
        "planned": state.plan.rounds,
        "paired": len(state.rounds),
        "finished": state.finished,
    }
