"""Tickets: players come into a queue, alone or as a party, and leave it.

A ticket keeps the ratings with which its players came. A player waits in a queue once: the database refuses a
second ticket. A ticket ends when a match is found, when it is cancelled, or when its time is over.
"""

from __future__ import annotations

import json
import math
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from arpad.core import BadInput
from arpad.office.matchmaking.queues import GameQueue, settings_of
from arpad.office.matchmaking.settings import MOST_ATTRIBUTES, QueueSettings
from arpad.office.pools.games import check_name
from arpad.office.pools.members import Members
from arpad.office.pools.pool import Pool
from arpad.office.store.tables import MATCH_PLAYERS, MATCH_TICKETS
from arpad.rulebooks.online.matchmaking import Ticket

WAITING, MATCHED, CANCELLED, EXPIRED = "waiting", "found", "cancelled", "expired"
"""The states of a ticket."""

MOST_TOGETHER = 10_000
"""Tickets that are entered in one transaction."""


class PartyPlayer(NamedTuple):
    """A player who comes into a queue.

    Args:
        player: the name, as the pool knows it.
        rating: in points; None for that of the pool.
        deviation: in points; None for that of the pool.
    """

    player: str
    rating: float | None = None
    deviation: float | None = None


@dataclass(frozen=True)
class Party:
    """A party that comes into a queue, or one player.

    Args:
        players: who stay on one side.
        attributes: what else is known of them, such as ``region``.
        patience: seconds after which they no longer wait; None for those of the queue.
        op: a name of the ticket's own, under which it is made once; empty for one by chance.
    """

    players: Sequence[PartyPlayer]
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)
    patience: float | None = None
    op: str = ""

    def request(self) -> str:
        """Return a digest of what is asked for."""
        request = [[list(player) for player in self.players], sorted(self.attributes.items()), self.patience]
        return sha256(json.dumps(request, ensure_ascii=False).encode()).hexdigest()


class TicketPlayer(NamedTuple):
    """A player of a ticket.

    Args:
        player: the name.
        rating: with which the player is matched, in points.
        deviation: the same, in points.
        placement: how many placement games are still to be played.
    """

    player: str
    rating: float
    deviation: float
    placement: int


@dataclass(frozen=True)
class QueueTicket:
    """A ticket as it is.

    Args:
        id: by which programs ask for it.
        queue: the queue's name.
        players: who wait together.
        attributes: what else is known of them.
        since: when they came, in seconds since 1970 UTC.
        until: when they no longer wait.
        state: ``waiting``, ``found``, ``cancelled`` or ``expired``.
        ended: when it ended; None while it waits.
        match: the number of the match that was found; None for none.
        repeated: whether the ticket was made before under the same name.
    """

    id: str
    queue: str
    players: tuple[TicketPlayer, ...]
    attributes: Mapping[str, str] = field(hash=False)
    since: float
    until: float
    state: str = WAITING
    ended: float | None = None
    match: int | None = None
    repeated: bool = False

    def with_match(self, match: int, at: float) -> QueueTicket:
        """Return the ticket as a match ends it."""
        return QueueTicket(
            self.id, self.queue, self.players, self.attributes, self.since, self.until, MATCHED, at, match
        )

    def as_rules(self) -> Ticket:
        """Return the ticket as the rules of matching know it."""
        return Ticket(
            self.id,
            tuple(player.rating for player in self.players),
            tuple(player.deviation for player in self.players),
            self.since,
            self.attributes,
        )


@dataclass(frozen=True)
class Tickets:
    """The tickets of a queue.

    Args:
        queue: the queue.
    """

    queue: GameQueue

    def enter(self, party: Party, *, now: float | None = None) -> QueueTicket:
        """Let a party come into the queue.

        Args:
            party: who comes.
            now: when, in seconds since 1970 UTC; None for the moment of the call.

        Raises:
            BadInput: there is no such queue, it takes no tickets, the party is too large, a player waits
                already or has no rating, or the name was used for another ticket. Nothing is written then.
        """
        return self.enter_all([party], now=now)[0]

    def enter_all(self, parties: Sequence[Party], *, now: float | None = None) -> list[QueueTicket]:
        """Let several parties come, all or none; see :meth:`enter`."""
        if len(parties) > MOST_TOGETHER:
            raise BadInput(f"more than {MOST_TOGETHER} tickets at once", code="queue.ticket")
        moment = time.time() if now is None else now
        tickets: list[QueueTicket] = []
        with self.queue.database.writing() as connection:
            settings = settings_of(connection, self.queue.name)
            with ExitStack() as stack:
                pool = Pool(self.queue.database, settings.pool) if settings.pool else None
                members = None if pool is None else stack.enter_context(pool.members())
                for party in parties:
                    repeated_ticket = self._repeated_ticket(connection, party)
                    tickets.append(repeated_ticket or self._ticket(party, settings, members, moment))
            fresh = {ticket.id: ticket for ticket in tickets if not ticket.repeated}
            requests = {self._id(party): party.request() for party in parties if party.op}
            if fresh:
                connection.execute(
                    insert(MATCH_TICKETS),
                    [_row(ticket, requests.get(ticket.id, "")) for ticket in fresh.values()],
                )
                self._seat(connection, list(fresh.values()))
            connection.commit()
        return tickets

    def ticket(self, key: str) -> QueueTicket:
        """Return a ticket.

        Raises:
            BadInput: there is no such ticket, or it ended more than a day ago.
        """
        with self.queue.database.reading() as connection:
            row = connection.execute(self._select_ticket(key)).one_or_none()
        if row is None:
            raise self._unknown_ticket(key)
        return read(row)

    def cancel(self, key: str, *, now: float | None = None) -> QueueTicket:
        """Let a party leave the queue; a ticket that is cancelled again stays so.

        Raises:
            BadInput: there is no such ticket, or it has ended otherwise.
        """
        moment = time.time() if now is None else now
        with self.queue.database.writing() as connection:
            wanted = update(MATCH_TICKETS).where(
                MATCH_TICKETS.c.queue == self.queue.name,
                MATCH_TICKETS.c.id == key,
                MATCH_TICKETS.c.ended.is_(None),
            )
            connection.execute(wanted.values(ended=moment, state=CANCELLED))
            connection.execute(delete(MATCH_PLAYERS).where(MATCH_PLAYERS.c.ticket == key))
            row = connection.execute(self._select_ticket(key)).one_or_none()
            if row is None:
                raise self._unknown_ticket(key)
            ticket = read(row)
            if ticket.state != CANCELLED:
                raise BadInput(
                    f"the ticket {key!r} no longer waits: {ticket.state}",
                    code="queue.ended",
                    remedy="Ask for the ticket: where a match was found, it says which.",
                )
            connection.commit()
        return ticket

    def _select_ticket(self, key: str) -> Any:
        return select(MATCH_TICKETS).where(
            MATCH_TICKETS.c.queue == self.queue.name, MATCH_TICKETS.c.id == key
        )

    def _unknown_ticket(self, key: str) -> BadInput:
        return BadInput(
            f"the queue {self.queue.name} has no ticket {key[:100]!r}",
            code="queue.no-ticket",
            remedy="A ticket is kept for a day after it has ended.",
        )

    def _id(self, party: Party) -> str:
        """Return the id of a ticket, which follows from its name where it has one."""
        if not party.op:
            return secrets.token_hex(16)
        return sha256(f"{self.queue.name}\n{party.op}".encode()).hexdigest()[:32]

    def _repeated_ticket(self, connection: Connection, party: Party) -> QueueTicket | None:
        """Return the ticket that was made under a name; None if none was.

        Raises:
            BadInput: the name was used for another ticket.
        """
        row = connection.execute(self._select_ticket(self._id(party))).one_or_none() if party.op else None
        if row is None:
            return None
        if row.request != party.request():
            raise BadInput(
                f"the operation {party.op!r} was another ticket",
                code="operation.another-act",
                remedy="Give every ticket a name of its own.",
            )
        return read(row, repeated=True)

    def _ticket(
        self, party: Party, settings: QueueSettings, members: Members | None, now: float
    ) -> QueueTicket:
        """Return a new ticket.

        Raises:
            BadInput: it cannot be.
        """
        if not settings.open:
            raise BadInput(f"the queue {self.queue.name} takes no tickets now", code="queue.closed")
        if not 0 < len(party.players) <= settings.party:
            raise BadInput(
                f"a party of {len(party.players)}; the queue takes from 1 to {settings.party} players",
                code="queue.party",
            )
        for player in party.players:
            problem = check_name(player.player)
            if problem:
                raise BadInput(problem, code="queue.ticket")
        if len({player.player for player in party.players}) < len(party.players):
            raise BadInput("a player is twice in the party", code="queue.party")
        texts = (*party.attributes, *party.attributes.values())
        if len(party.attributes) > MOST_ATTRIBUTES or max(map(len, texts), default=0) > 100:
            raise BadInput(f"a ticket has up to {MOST_ATTRIBUTES} short attributes", code="queue.ticket")
        patience = settings.patience if party.patience is None else party.patience
        if not 1.0 <= patience <= 86_400.0:
            raise BadInput("a ticket waits from 1 to 86400 seconds", code="queue.ticket")
        players = tuple(_ticket_player(player, settings, members) for player in party.players)
        return QueueTicket(
            self._id(party), self.queue.name, players, dict(party.attributes), now, now + patience
        )

    def _seat(self, connection: Connection, tickets: Sequence[QueueTicket]) -> None:
        """Note who waits.

        Raises:
            BadInput: one of them waits already.
        """
        rows = [
            {"queue": self.queue.name, "player": player.player, "ticket": ticket.id}
            for ticket in tickets
            for player in ticket.players
        ]
        try:
            connection.execute(insert(MATCH_PLAYERS), rows)
        except IntegrityError:
            names = ", ".join(repr(row["player"][:40]) for row in rows[:3])
            raise BadInput(
                f"a player of the party ({names}) waits in the queue already",
                code="queue.waits-already",
                remedy="Cancel the other ticket first.",
            ) from None


def _ticket_player(player: PartyPlayer, settings: QueueSettings, members: Members | None) -> TicketPlayer:
    """Return a player with the rating and deviation with which matches are looked for.

    Raises:
        BadInput: there is no rating, or a number cannot be.
    """
    rating, deviation, games = player.rating, player.deviation, 0
    if members is not None:
        member = members.rating(members.rules.named(player.player))
        if member is not None:
            games = member.games
            rating = member.rating if rating is None else rating
            deviation = (member.deviation or 0.0) if deviation is None else deviation
        else:
            rules, name = members.rules, members.rules.named(player.player)
            how = rules.how()
            newcomer = how.shown(how.entering(rules.players([name])))[0].tolist()
            rating = newcomer[0] if rating is None else rating
            if deviation is None:
                deviation = newcomer[1] if len(newcomer) > 1 else settings.deviation
    rating = settings.rating if rating is None else rating
    deviation = settings.deviation if deviation is None else deviation
    if not (math.isfinite(rating) and abs(rating) <= 1e6 and 0.0 <= deviation <= 1e4):
        raise BadInput(f"the rating or deviation of {player.player[:40]!r} cannot be", code="queue.ticket")
    left = max(0, settings.placement - games)
    if left:
        deviation = max(deviation, settings.placement_deviation)
    return TicketPlayer(player.player, rating, deviation, left)


def _row(ticket: QueueTicket, request: str) -> dict[str, Any]:
    return {
        "id": ticket.id,
        "queue": ticket.queue,
        "request": request,
        "size": len(ticket.players),
        "players": json.dumps(ticket.players, ensure_ascii=False),
        "attributes": json.dumps(ticket.attributes, ensure_ascii=False),
        "since": ticket.since,
        "until": ticket.until,
        "ended": None,
        "state": WAITING,
        "match": None,
    }


def read(row: Row[Any], *, repeated: bool = False) -> QueueTicket:
    """Return a ticket from its row of the table."""
    return QueueTicket(
        row.id,
        row.queue,
        tuple(TicketPlayer(*player) for player in json.loads(row.players)),
        json.loads(row.attributes),
        row.since,
        row.until,
        row.state,
        row.ended,
        row.match,
        repeated,
    )
