"""Queues: made, changed, listed; each is a row of the database, which a round of matching locks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from arpad.core import BadInput
from arpad.office.matchmaking.settings import QueueSettings
from arpad.office.pools.pool import Pool, details
from arpad.office.store.database import Database
from arpad.office.store.tables import MATCH_QUEUES, MATCH_TICKETS
from arpad.office.store.tournaments import NAME


class QueueState(NamedTuple):
    """A queue as it is.

    Args:
        name: of the queue.
        settings: what it is told to do.
        match_count: how many matches it has found.
        looked: when its last round was, in seconds since 1970 UTC; 0 for never.
        waiting: how many tickets wait.
    """

    name: str
    settings: QueueSettings
    match_count: int
    looked: float
    waiting: int


@dataclass(frozen=True)
class GameQueue:
    """A queue of a game in a database.

    Args:
        database: where it is.
        name: by which programs ask for it: small letters, digits and hyphens.
    """

    database: Database
    name: str

    def create(self, settings: QueueSettings) -> None:
        """Make the queue.

        Raises:
            BadInput: there is one of that name, or no such pool.
        """
        if NAME.fullmatch(self.name) is None:
            raise BadInput(
                f"a queue cannot be called {self.name[:100]!r}",
                code="queue.name-not-valid",
                remedy="Write up to 100 small letters (a to z), digits and hyphens: duel-eu.",
            )
        self._check_pool(settings)
        row = {"name": self.name, "settings": settings.text(), "found": 0, "looked": 0.0}
        with self.database.writing() as connection:
            try:
                connection.execute(insert(MATCH_QUEUES).values(row))
            except IntegrityError:
                raise BadInput(
                    f"there is a queue {self.name!r} already",
                    code="queue.name-taken",
                    remedy="Choose another name, or change the settings of that queue.",
                ) from None
            connection.commit()

    def change(self, settings: QueueSettings) -> None:
        """Give the queue other settings; whoever waits is matched by them from the next round on.

        Raises:
            BadInput: there is no such queue or pool, or a party that waits is larger than the new sides.
        """
        self._check_pool(settings)
        with self.database.writing() as connection:
            locked(connection, self.name)
            largest = connection.execute(
                select(func.max(MATCH_TICKETS.c.size)).where(
                    MATCH_TICKETS.c.queue == self.name, MATCH_TICKETS.c.ended.is_(None)
                )
            ).scalar()
            if largest is not None and largest > settings.size:
                raise BadInput(
                    f"a party of {largest} waits, and a side is to have {settings.size}",
                    code="queue.settings",
                    remedy="Cancel its ticket first, or make a new queue.",
                )
            wanted = update(MATCH_QUEUES).where(MATCH_QUEUES.c.name == self.name)
            connection.execute(wanted.values(settings=settings.text()))
            connection.commit()

    def state(self) -> QueueState:
        """Return the queue as it is.

        Raises:
            BadInput: there is no such queue, or the database does not answer.
        """
        with self.database.reading() as connection:
            states = _states(connection, self.name)
        if not states:
            raise unknown(self.name)
        return states[0]

    def _check_pool(self, settings: QueueSettings) -> None:
        if settings.pool:
            details(Pool(self.database, settings.pool))


def queues(database: Database) -> list[QueueState]:
    """Return all queues by their names."""
    with database.reading() as connection:
        return _states(connection)


def locked(connection: Connection, name: str) -> tuple[QueueSettings, int, float]:
    """Return the settings of a queue, its matches so far, and its last round; nobody else changes it now.

    Raises:
        BadInput: there is no such queue.
    """
    table = MATCH_QUEUES.c
    wanted = select(table.settings, table.found, table.looked).where(table.name == name).with_for_update()
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise unknown(name)
    return QueueSettings.read(row[0]), row[1], row[2]


def settings_of(connection: Connection, name: str) -> QueueSettings:
    """Return the settings of a queue.

    Raises:
        BadInput: there is no such queue.
    """
    text = connection.execute(
        select(MATCH_QUEUES.c.settings).where(MATCH_QUEUES.c.name == name)
    ).scalar_one_or_none()
    if text is None:
        raise unknown(name)
    return QueueSettings.read(text)


def unknown(name: str) -> BadInput:
    """Return the error that there is no such queue."""
    return BadInput(f"there is no queue {name[:100]!r}", code="queue.unknown")


def _states(connection: Connection, name: str | None = None) -> list[QueueState]:
    table, tickets = MATCH_QUEUES.c, MATCH_TICKETS.c
    waiting = (
        select(func.count())
        .where(tickets.queue == table.name, tickets.ended.is_(None))
        .correlate(MATCH_QUEUES)
        .scalar_subquery()
    )
    wanted = select(table.name, table.settings, table.found, table.looked, waiting).order_by(table.name)
    if name is not None:
        wanted = wanted.where(table.name == name)
    return [
        QueueState(row[0], QueueSettings.read(row[1]), row[2], row[3], row[4])
        for row in connection.execute(wanted)
    ]
