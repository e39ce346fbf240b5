"""Tournaments are hidden, archived or deleted by who runs them; the log of the office says by whom."""

from __future__ import annotations

from sqlalchemy import Connection, delete, exists, select, update

from arpad.core import BadInput, worded
from arpad.office.club.people import KIND as PEOPLE
from arpad.office.club.people_events import FORMAT, HEADER, TournamentVisibilityChanged
from arpad.office.club.rights import Actor, Task, require
from arpad.office.events.rounds import Published
from arpad.office.log.store import stamp_now
from arpad.office.pools.careers import pools_that_rated
from arpad.office.store import streams
from arpad.office.store.acts import StampedEvent, only_stream, write
from arpad.office.store.database import Database
from arpad.office.store.notices import notify
from arpad.office.store.streams import Stream
from arpad.office.store.tables import FINAL_FILES, GRANTS, STREAMS, TOURNAMENTS
from arpad.office.store.tournaments import KIND, TournamentLog, Visibility


def show(database: Database, name: str, visibility: Visibility, *, by: Actor) -> None:
    """List, hide or archive a tournament; where it is so already, nothing is done.

    Args:
        database: of the organisation.
        name: of the tournament.
        visibility: where it is shown from now on.
        by: who does so, and runs the tournament.

    Raises:
        NotAllowed: somebody else runs it.
        BadInput: there is no such tournament, or it is to be deleted, for which there is :func:`remove`.
    """
    if visibility is Visibility.DELETED:
        raise BadInput("a tournament is deleted by its own act", code="tournament.delete")
    with database.writing() as connection:
        stream = _stream(connection, name, by)
        if _set(connection, stream, name, visibility, by):
            connection.commit()


def remove(database: Database, name: str, *, by: Actor) -> None:
    """Delete a tournament of which nothing was ever published; its name is free then.

    Its events stay in the database, which never loses one; no page, list or address has it any longer.

    Args:
        database: of the organisation.
        name: of the tournament.
        by: who does so, and runs the tournament.

    Raises:
        NotAllowed: somebody else runs it.
        BadInput: there is no such tournament, or a round, its standings or ratings from it were published.
    """
    with database.writing() as connection:
        # Asked while the tournament is locked: nobody publishes a round between the question and its end.
        stream = _stream(connection, name, by)
        log = TournamentLog(database, name).read_in(connection)
        final = connection.execute(select(exists().where(FINAL_FILES.c.stream == stream.id))).scalar()
        rated = pools_that_rated(database, name)
        if final or rated or any(isinstance(event, Published) for event in log.events):
            raise BadInput(
                worded("of the tournament {name} something was published: it cannot be deleted", name=name),
                code="tournament.published",
                remedy="Archive it, or hide it.",
            )
        _set(connection, stream, name, Visibility.DELETED, by)
        connection.execute(delete(GRANTS).where(GRANTS.c.tournament == stream.id))
        free = f"deleted-{stream.id}"
        connection.execute(update(STREAMS).where(STREAMS.c.id == stream.id).values(name=free))
        connection.commit()


def _stream(connection: Connection, name: str, by: Actor) -> Stream:
    """Return where a tournament is, locked.

    Raises:
        NotAllowed: somebody else runs it.
        BadInput: it is not there.
    """
    stream = streams.find(connection, KIND, name, lock=True)
    if stream is None:
        raise BadInput(worded("there is no tournament {name!r}", name=name[:100]), code="tournament.unknown")
    require(by, Task.RUN_TOURNAMENT, tournament=stream.id)
    return stream


def _set(connection: Connection, stream: Stream, name: str, visibility: Visibility, by: Actor) -> bool:
    """Write where a tournament is shown, with the event; return whether that changes anything."""
    table = TOURNAMENTS.c
    now = connection.execute(select(table.visibility).where(table.stream == stream.id)).scalar()
    if now == visibility.value:
        return False
    connection.execute(
        update(TOURNAMENTS).where(table.stream == stream.id).values(visibility=visibility.value)
    )
    people = only_stream(connection, PEOPLE, {HEADER: FORMAT})
    write(
        connection,
        people,
        [StampedEvent(TournamentVisibilityChanged(name, visibility.value), stamp_now(author=by.name))],
    )
    notify(connection, f"{KIND} {name}")
    return True
