"""Rounds of matching: who waits is matched, and the matches are kept.

A round is one transaction that has locked the queue: what it has found is there as a whole, or not at all,
and of several processes one at a time makes a round. Who has cancelled before is not matched; who cancels
later is told of the match.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from arpad.core import BadInput, Explanation
from arpad.office.matchmaking.queues import Queue, locked, settings_of
from arpad.office.matchmaking.tickets import EXPIRED, FOUND, QueueTicket, Seated, read
from arpad.office.store.notices import notify
from arpad.office.store.tables import MATCH_PLAYERS, MATCH_QUEUES, MATCH_TICKETS, MATCHES
from arpad.rulebooks.online.matchmaking import Match, matches, rule_of
from arpad.rulebooks.online.matchmaking.explaining import Quality, explained, quality

KEPT = 86_400.0
"""Seconds for which a ticket is kept after it has ended; matches are kept for good."""

TOPIC = "queue"
"""The first word of what processes tell each other when tickets of a queue have ended."""

TOGETHER = 5_000
"""Ids in one statement."""

_QUICK = (
    "UPDATE match_tickets AS ticket SET state = 'found', ended = %s, match = row.match "
    "FROM json_to_recordset(%s::json) AS row (id text, match bigint) WHERE ticket.id = row.id"
)
_SQLITE = "UPDATE match_tickets SET state = 'found', ended = ?, match = ? WHERE id = ?"
"""One text for all rows is quicker in PostgreSQL, a statement for each in SQLite."""


@dataclass(frozen=True)
class FoundMatch:
    """A match that was found.

    Args:
        queue: the queue's name.
        number: of the match in the queue, from 1.
        at: when it was found, in seconds since 1970 UTC.
        rule: by which it was found, with its settings.
        sides: the tickets of both sides, that which has waited longest first.
        quality: what the match is worth.
    """

    queue: str
    number: int
    at: float
    rule: str
    sides: tuple[tuple[QueueTicket, ...], tuple[QueueTicket, ...]]
    quality: Quality

    @property
    def tickets(self) -> tuple[QueueTicket, ...]:
        """The tickets of both sides."""
        return (*self.sides[0], *self.sides[1])

    def explained(self) -> Explanation:
        """Return why these meet."""
        first, second = (tuple(one.as_rules() for one in side) for side in self.sides)
        names = {one.id: " + ".join(who.player for who in one.players) for one in self.tickets}
        return explained(Match(first, second), self.at, rule_of(self.rule), names)


class Round(NamedTuple):
    """What became of a round.

    Args:
        at: when it was, in seconds since 1970 UTC.
        found: the matches.
        waiting: how many tickets go on waiting.
        expired: how many no longer wait.
    """

    at: float
    found: list[FoundMatch]
    waiting: int
    expired: int


@dataclass(frozen=True)
class Rounds:
    """The rounds of a queue.

    Args:
        queue: the queue.
    """

    queue: Queue

    def make(self, *, now: float | None = None, dry_run: bool = False) -> Round:
        """Match those who wait.

        Args:
            now: when, in seconds since 1970 UTC; None for the moment of the call. The same tickets at the
                same time give the same matches.
            dry_run: whether nothing is written.

        Raises:
            BadInput: there is no such queue, or the database does not answer. Nothing is written then.
        """
        moment = time.time() if now is None else now
        with self.queue.database.writing() as connection:
            made = self._make(connection, moment)
            if not dry_run:
                connection.commit()
            return made

    def make_if_due(self, *, now: float | None = None) -> Round | None:
        """Make a round if the last one is long enough ago, by whatever process; None if it is not."""
        moment = time.time() if now is None else now
        with self.queue.database.writing() as connection:
            settings, _, looked = locked(connection, self.queue.name)
            # A clock that was set back must not stop the rounds.
            if not settings.every or 0.0 <= moment - looked < settings.every:
                return None
            made = self._make(connection, moment)
            connection.commit()
            return made

    def found(self, *, after: int = 0, limit: int = 100) -> list[FoundMatch]:
        """Return the matches after one of them, in the order in which they were found.

        Args:
            after: the number of a match; 0 for all.
            limit: how many at most.

        Raises:
            BadInput: there is no such queue, or the database does not answer.
        """
        with self.queue.database.reading() as connection:
            settings_of(connection, self.queue.name)
            wanted = (
                select(MATCHES)
                .where(MATCHES.c.queue == self.queue.name, MATCHES.c.number > after)
                .order_by(MATCHES.c.number)
                .limit(limit)
            )
            return [found_match(row) for row in connection.execute(wanted)]

    def match(self, number: int) -> FoundMatch:
        """Return a match.

        Raises:
            BadInput: there is no such queue or match.
        """
        found = self.found(after=number - 1, limit=1)
        if not found or found[0].number != number:
            raise BadInput(f"the queue {self.queue.name} has no match {number}", code="queue.no-match")
        return found[0]

    def _make(self, connection: Connection, now: float) -> Round:
        name = self.queue.name
        settings, number, _ = locked(connection, name)
        table = MATCH_TICKETS.c
        waits = (table.queue == name) & table.ended.is_(None)
        late = update(MATCH_TICKETS).where(waits, table.until <= now).values(ended=now, state=EXPIRED)
        expired = list(connection.execute(late.returning(table.id)).scalars())
        rows = connection.execute(
            select(MATCH_TICKETS).where(waits, table.since <= now).order_by(table.id).with_for_update()
        )
        tickets = {row.id: read(row) for row in rows}
        made = matches(
            [one.as_rules() for one in tickets.values()],
            now,
            settings.rules,
            settings.size,
            settings.alike_until,
        )
        found = []
        for at, one in enumerate(made, number + 1):
            first, second = (
                tuple(tickets[each.key].found(at, now) for each in side) for side in (one.first, one.second)
            )
            found.append(FoundMatch(name, at, now, settings.rule, (first, second), quality(one)))
        _keep(connection, found, now)
        if found or expired:
            _leave(connection, [*expired, *(ticket.id for one in found for ticket in one.tickets)])
            notify(connection, f"{TOPIC} {name}")
        connection.execute(delete(MATCH_TICKETS).where(table.queue == name, table.ended < now - KEPT))
        connection.execute(
            update(MATCH_QUEUES)
            .where(MATCH_QUEUES.c.name == name)
            .values(found=number + len(found), looked=now)
        )
        left = connection.execute(select(func.count()).select_from(MATCH_TICKETS).where(waits)).scalar_one()
        return Round(now, found, left, len(expired))


def _leave(connection: Connection, tickets: Sequence[str]) -> None:
    """Note that the players of tickets no longer wait; by the ids, which the database has an index of."""
    for start in range(0, len(tickets), TOGETHER):
        some = tickets[start : start + TOGETHER]
        connection.execute(delete(MATCH_PLAYERS).where(MATCH_PLAYERS.c.ticket.in_(some)))


def _keep(connection: Connection, found: Sequence[FoundMatch], now: float) -> None:
    """Write matches, and let their tickets end."""
    if not found:
        return
    rows = [
        {
            "queue": one.queue,
            "number": one.number,
            "at": now,
            "waited": now - min(ticket.since for ticket in one.tickets),
            "expected": one.quality.expected,
            "information": one.quality.information,
            "content": json.dumps(
                {"rule": one.rule, "sides": [[_kept(ticket) for ticket in side] for side in one.sides]},
                ensure_ascii=False,
            ),
        }
        for one in found
    ]
    connection.execute(insert(MATCHES), rows)
    of = [(ticket.id, one.number) for one in found for ticket in one.tickets]
    if connection.dialect.name == "postgresql":
        named = [{"id": key, "match": number} for key, number in of]
        connection.exec_driver_sql(_QUICK, (now, json.dumps(named)))
    else:
        connection.exec_driver_sql(_SQLITE, [(now, number, key) for key, number in of])


def _kept(ticket: QueueTicket) -> dict[str, Any]:
    return {
        "id": ticket.id,
        "players": ticket.players,
        "attributes": ticket.attributes,
        "since": ticket.since,
        "until": ticket.until,
    }


def found_match(row: Any) -> FoundMatch:
    """Return a match from its row of the table."""
    content = json.loads(row.content)

    def ticket(one: dict[str, Any]) -> QueueTicket:
        players = tuple(Seated(*each) for each in one["players"])
        times = one["since"], one["until"]
        return QueueTicket(
            one["id"], row.queue, players, one["attributes"], *times, FOUND, row.at, row.number
        )

    first, second = (tuple(map(ticket, side)) for side in content["sides"])
    worth = Quality(row.expected, row.information)
    return FoundMatch(row.queue, row.number, row.at, content["rule"], (first, second), worth)
