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
from arpad.office.matchmaking.queues import GameQueue, locked, settings_of
from arpad.office.matchmaking.tickets import EXPIRED, MATCHED, QueueTicket, TicketPlayer, read
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

_END_TICKETS_POSTGRESQL = (
    "UPDATE match_tickets AS ticket SET state = 'found', ended = %s, match = row.match "
    "FROM json_to_recordset(%s::json) AS row (id text, match bigint) WHERE ticket.id = row.id"
)
_END_TICKETS_SQLITE = "UPDATE match_tickets SET state = 'found', ended = ?, match = ? WHERE id = ?"
"""One text for all rows is quicker in PostgreSQL, a statement for each in SQLite."""


@dataclass(frozen=True)
class QueueMatch:
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
        first, second = (tuple(ticket.as_rules() for ticket in side) for side in self.sides)
        names = {ticket.id: " + ".join(player.player for player in ticket.players) for ticket in self.tickets}
        return explained(Match(first, second), self.at, rule_of(self.rule), names)


class QueueRound(NamedTuple):
    """What became of a round.

    Args:
        at: when it was, in seconds since 1970 UTC.
        matches: that were made.
        waiting: how many tickets go on waiting.
        expired: how many no longer wait.
    """

    at: float
    matches: list[QueueMatch]
    waiting: int
    expired: int


@dataclass(frozen=True)
class QueueRounds:
    """The rounds of a queue.

    Args:
        queue: the queue.
    """

    queue: GameQueue

    def make(self, *, now: float | None = None, dry_run: bool = False) -> QueueRound:
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
            round_ = self._make(connection, moment)
            if not dry_run:
                connection.commit()
            return round_

    def make_if_due(self, *, now: float | None = None) -> QueueRound | None:
        """Make a round if the last one is long enough ago, by whatever process; None if it is not."""
        moment = time.time() if now is None else now
        with self.queue.database.writing() as connection:
            settings, _, looked = locked(connection, self.queue.name)
            # A clock that was set back must not stop the rounds.
            if not settings.every or 0.0 <= moment - looked < settings.every:
                return None
            round_ = self._make(connection, moment)
            connection.commit()
            return round_

    def matches(self, *, after: int = 0, limit: int = 100) -> list[QueueMatch]:
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
            return [read_match(row) for row in connection.execute(wanted)]

    def match(self, number: int) -> QueueMatch:
        """Return a match.

        Raises:
            BadInput: there is no such queue or match.
        """
        following = self.matches(after=number - 1, limit=1)
        if not following or following[0].number != number:
            raise BadInput(f"the queue {self.queue.name} has no match {number}", code="queue.no-match")
        return following[0]

    def _make(self, connection: Connection, now: float) -> QueueRound:
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
        pairs = matches(
            [ticket.as_rules() for ticket in tickets.values()],
            now,
            settings.rules,
            settings.size,
            settings.alike_until,
        )
        queue_matches = []
        for at, pair in enumerate(pairs, number + 1):
            first, second = (
                tuple(tickets[each.key].with_match(at, now) for each in side)
                for side in (pair.first, pair.second)
            )
            queue_matches.append(QueueMatch(name, at, now, settings.rule, (first, second), quality(pair)))
        _write_matches(connection, queue_matches, now)
        if queue_matches or expired:
            _remove_waiting_players(
                connection, [*expired, *(ticket.id for match in queue_matches for ticket in match.tickets)]
            )
            notify(connection, f"{TOPIC} {name}")
        connection.execute(delete(MATCH_TICKETS).where(table.queue == name, table.ended < now - KEPT))
        connection.execute(
            update(MATCH_QUEUES)
            .where(MATCH_QUEUES.c.name == name)
            .values(found=number + len(queue_matches), looked=now)
        )
        left = connection.execute(select(func.count()).select_from(MATCH_TICKETS).where(waits)).scalar_one()
        return QueueRound(now, queue_matches, left, len(expired))


def _remove_waiting_players(connection: Connection, tickets: Sequence[str]) -> None:
    """Note that the players of tickets no longer wait; by the ids, which the database has an index of."""
    for start in range(0, len(tickets), TOGETHER):
        some = tickets[start : start + TOGETHER]
        connection.execute(delete(MATCH_PLAYERS).where(MATCH_PLAYERS.c.ticket.in_(some)))


def _write_matches(connection: Connection, queue_matches: Sequence[QueueMatch], now: float) -> None:
    """Write matches, and let their tickets end."""
    if not queue_matches:
        return
    rows = [
        {
            "queue": match.queue,
            "number": match.number,
            "at": now,
            "waited": now - min(ticket.since for ticket in match.tickets),
            "expected": match.quality.expected,
            "information": match.quality.information,
            "content": json.dumps(
                {
                    "rule": match.rule,
                    "sides": [[_ticket_members(ticket) for ticket in side] for side in match.sides],
                },
                ensure_ascii=False,
            ),
        }
        for match in queue_matches
    ]
    connection.execute(insert(MATCHES), rows)
    ended = [(ticket.id, match.number) for match in queue_matches for ticket in match.tickets]
    if connection.dialect.name == "postgresql":
        named = [{"id": key, "match": number} for key, number in ended]
        connection.exec_driver_sql(_END_TICKETS_POSTGRESQL, (now, json.dumps(named)))
    else:
        connection.exec_driver_sql(_END_TICKETS_SQLITE, [(now, number, key) for key, number in ended])


def _ticket_members(ticket: QueueTicket) -> dict[str, Any]:
    return {
        "id": ticket.id,
        "players": ticket.players,
        "attributes": ticket.attributes,
        "since": ticket.since,
        "until": ticket.until,
    }


def read_match(row: Any) -> QueueMatch:
    """Return a match from its row of the table."""
    content = json.loads(row.content)

    def ticket(entry: dict[str, Any]) -> QueueTicket:
        players = tuple(TicketPlayer(*each) for each in entry["players"])
        times = entry["since"], entry["until"]
        return QueueTicket(
            entry["id"], row.queue, players, entry["attributes"], *times, MATCHED, row.at, row.number
        )

    first, second = (tuple(map(ticket, side)) for side in content["sides"])
    worth = Quality(row.expected, row.information)
    return QueueMatch(row.queue, row.number, row.at, content["rule"], (first, second), worth)
