"""Webhooks of a running office: what happens in pools and queues is posted to the servers of games.

One thread of a process looks again and again which webhooks have something to tell, and each of these is told
by a thread of its own, so that a server that does not answer keeps no other waiting. Several processes share
them: who tells which, the database says.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Thread
from typing import Any

from sqlalchemy import select

from arpad.core import ArpadError, BadInput
from arpad.office.matchmaking.queues import GameQueue
from arpad.office.matchmaking.rounds import QueueRounds
from arpad.office.pools.events import GamesPosted, read_line
from arpad.office.pools.place import PoolPlace
from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import Posted
from arpad.office.store.database import Database
from arpad.office.store.tables import EVENTS, OPERATIONS
from arpad.office.webhooks.hooks import POOL, Webhook, Webhooks
from arpad.office.webhooks.sending import send
from arpad.office.worker import Worker
from arpad.web.api.answers import games_shown
from arpad.web.api.matches import match_shown

_LOG = logging.getLogger("arpad.webhooks")

PULSE = 0.5
"""Seconds between two looks at the database."""

AT_ONCE = 8
"""Servers that a process tells at the same time."""

MOST_EVENTS = 100
MOST_GAMES = 1_000
"""Events, and games of them, in one delivery; an event with more games is told alone."""


@dataclass(frozen=True)
class Delivery:
    """What is told to a server at once.

    Args:
        first: the number of the first event or match.
        last: that of the last.
        body: JSON.
    """

    first: int
    last: int
    body: bytes


@dataclass
class Deliverer:
    """The webhooks of a database in this process.

    Args:
        database: of the office.
        inside: whether they may go to this machine and its network.
        count: is told of a delivery whether it was acknowledged.
        failed: is told the name of the worker when it fails.
    """

    database: Database
    inside: bool = False
    count: Callable[[bool], None] = field(default=lambda acknowledged: None)
    failed: Callable[[str], None] = field(default=lambda name: None)
    worker: Worker = field(init=False)
    _under_way: set[str] = field(default_factory=set, init=False)

    def __post_init__(self) -> None:
        self.worker = Worker("webhooks", self._run, self.failed)

    @property
    def webhooks(self) -> Webhooks:
        """The webhooks."""
        return Webhooks(self.database, self.inside)

    def begin(self) -> None:
        """Tell from now on, for as long as there are webhooks."""
        self.worker.hurry()
        self.worker.begin()

    def close(self) -> None:
        """Begin no further delivery; what a server has not acknowledged is told by the next process."""
        self.worker.close()

    def _run(self) -> float | None:
        """Begin the deliveries that are due; return the seconds until the next look, None for no webhook."""
        if not self.webhooks.any():
            return None
        for webhook in self.webhooks.due():
            item = _item(webhook)
            if webhook in self._under_way or len(self._under_way) >= AT_ONCE or not self.worker.is_due(item):
                continue
            thread = Thread(target=self._tell, args=(webhook,), name=f"arpad {item}", daemon=True)
            self._under_way.add(webhook)
            try:
                thread.start()
            except RuntimeError:  # the process may have no more threads: the next look tries again
                self._under_way.discard(webhook)
                raise
        return PULSE

    def _tell(self, webhook: str) -> None:
        """Tell a server all that there is, for as long as it answers."""

        def deliver() -> None:
            try:
                while not self.worker.closed and self.tell(webhook):
                    pass
            except BadInput as error:
                if error.code != "webhook.unknown":  # deleted meanwhile: there is nothing to do any longer
                    raise

        try:
            self.worker.attempt(_item(webhook), deliver)
        finally:
            self._under_way.discard(webhook)

    def tell(self, webhook: str) -> bool:
        """Tell a server what comes next, if nobody else does.

        Returns:
            Whether it has acknowledged something.

        Raises:
            BadInput: the database does not answer.
        """
        claim = self.webhooks.claim(webhook)
        if claim is None:
            return False
        try:
            return self._tell_next(claim)
        except BaseException:
            # The webhook is not taken any longer: else the next attempt would wait for the end of that. Where
            # the database is gone, it ends by itself.
            with suppress(ArpadError):
                self.webhooks.released(claim)
            raise

    def _tell_next(self, webhook: Webhook) -> bool:
        """Tell a server what comes next; return whether it has acknowledged something."""
        delivery = next_delivery(self.database, webhook)
        if delivery is None:
            self.webhooks.acknowledge(webhook, webhook.seq)
            return False
        self.webhooks.trying(webhook, delivery.last)
        problem = send(
            webhook.url,
            webhook.secret,
            f"{webhook.id}-{delivery.first}-{delivery.last}",
            int(time.time()),
            delivery.body,
            inside=self.inside,
        )
        self.count(problem is None)
        if problem is None:
            self.webhooks.acknowledge(webhook, delivery.last)
        else:
            _LOG.warning("the webhook %s of the %s %s: %s", webhook.id, webhook.kind, webhook.name, problem)
            self.webhooks.failed(webhook, problem)
        return problem is None


def _item(webhook: str) -> str:
    return f"webhook {webhook}"


def next_delivery(database: Database, webhook: Webhook) -> Delivery | None:
    """Return what a server is told next; None if there is nothing.

    A delivery that failed comes again with the same events, and so with the same id.

    Raises:
        BadInput: there is no such pool or queue any more, or the database does not answer.
    """
    most = webhook.tried - webhook.seq if webhook.tried > webhook.seq else MOST_EVENTS
    if webhook.kind == POOL:
        return _of_pool(database, webhook, most, whole=webhook.tried > webhook.seq)
    new_matches = QueueRounds(GameQueue(database, webhook.name)).matches(after=webhook.seq, limit=most)
    if not new_matches:
        return None
    matches = [match_shown(match).model_dump(mode="json") for match in new_matches]
    data = {"queue": webhook.name, "matches": matches}
    return Delivery(new_matches[0].number, new_matches[-1].number, _body("queue.matches", data))


def _of_pool(database: Database, webhook: Webhook, most: int, *, whole: bool) -> Delivery | None:
    with Pool(database, webhook.name).reading() as (connection, place):
        wanted = (
            select(EVENTS.c.seq, EVENTS.c.payload, OPERATIONS.c.answer)
            .outerjoin(
                OPERATIONS, (OPERATIONS.c.stream == EVENTS.c.stream) & (OPERATIONS.c.first == EVENTS.c.seq)
            )
            .where(
                EVENTS.c.stream == place.stream.id,
                EVENTS.c.seq > webhook.seq,
                EVENTS.c.seq <= webhook.seq + most,
            )
            .order_by(EVENTS.c.seq)
        )
        events: list[dict[str, Any]] = []
        games = 0
        for _, line, answer in connection.execute(wanted):
            event, count = _event(place, line, answer or "")
            games += count
            if events and games > MOST_GAMES and not whole:
                break
            events.append(event)
    if not events:
        return None
    body = _body("pool.events", {"pool": webhook.name, "events": events})
    return Delivery(events[0]["seq"], events[-1]["seq"], body)


def _event(place: PoolPlace, line: str, answer: str) -> tuple[dict[str, Any], int]:
    """Return an event as it is told, and how many games it has; games with the ratings of both sides."""
    seq, event, row = read_line(line)
    data = {"seq": seq, "kind": event.KIND, "at": row.get("time", ""), "author": row.get("author", "")}
    if not isinstance(event, GamesPosted):
        return data | event.row(), 0
    data |= {"number": event.number, "key": row.get("op", "") if row.get("request") else ""}
    data["games"] = games_shown(event.games, Posted.read(answer, place.rules)) if answer else None
    return data, len(event.games.first)


def _body(kind: str, data: dict[str, Any]) -> bytes:
    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return json.dumps({"type": kind, "timestamp": now, "data": data}, ensure_ascii=False).encode()
