"""Webhooks in the database: who is told of what, how far, and when it is tried again.

A webhook follows one pool or one queue. What it tells stands in the log of the pool, or among the matches of
the queue; of the webhook itself only the last number is kept that its server has acknowledged. So nothing is
lost with a process, and nothing is told out of order: what is not acknowledged is told again, and what
follows it waits. Of several processes one at a time tells.
"""

from __future__ import annotations

import base64
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import ColumnElement, Connection, Select, delete, insert, select, update

from arpad.core import BadInput
from arpad.office.club.rights import OFFICERS
from arpad.office.matchmaking.queues import GameQueue
from arpad.office.pools.place import KIND
from arpad.office.pools.pool import Pool, details
from arpad.office.store.database import Database
from arpad.office.store.tables import MATCH_QUEUES, STREAMS, USERS, WEBHOOKS
from arpad.office.webhooks.sending import address_of_host, check_inside

POOL, QUEUE = "pool", "queue"

MOST = 100
"""Webhooks of an office."""

LONGEST_URL = 2000

PAUSES = (5.0, 30.0, 120.0, 600.0, 3600.0)
"""Seconds after which a delivery is tried again that failed once, twice, …; then every hour."""

LEASE = 40.0
"""Seconds for which a process tells alone: longer than a delivery may take, and so short that what a process
was telling when it was killed is told by another within a minute."""

SKEW = 60.0
"""Seconds by which the clocks of processes may differ, and which one may wait for the database."""

LONGEST_PROBLEM = 300


class Webhook(NamedTuple):
    """A webhook.

    Args:
        id: by which programs ask for it.
        kind: ``pool`` or ``queue``.
        name: of the pool or the queue.
        url: to which it posts.
        secret: that signs what it posts.
        author: who made it.
        seq: the last event of the pool, or match of the queue, that was acknowledged.
        tried: the last one of a delivery that failed, which is tried again as it was; 0 for none.
        failures: how often in a row.
        next: before which moment it is not tried again, in seconds since 1970 UTC.
        problem: what was wrong the last time; empty for nothing.
    """

    id: str
    kind: str
    name: str
    url: str
    secret: str
    author: str
    seq: int
    tried: int
    failures: int
    next: float
    problem: str


_COLUMNS = [WEBHOOKS.c[name] for name in Webhook._fields if name != "author"]


@dataclass(frozen=True)
class Webhooks:
    """The webhooks of an office.

    Args:
        database: of the office.
        inside: whether they may go to addresses of this machine and of its network.
        clock: seconds since 1970 UTC.
    """

    database: Database
    inside: bool = False
    clock: Callable[[], float] = field(default=time.time, repr=False)

    def make(self, url: str, kind: str, name: str, *, user: int, after: int | None = None) -> Webhook:
        """Make a webhook.

        Args:
            url: to which it posts.
            kind: ``pool`` or ``queue``.
            name: of the pool or queue.
            user: who makes it, by number: when the user may no longer manage pools, it tells nothing.
            after: the last event or match that is known there; None for the last one that there is.

        Raises:
            BadInput: the address cannot be posted to, or there is no such pool or queue.
        """
        check_url(url, inside=self.inside)
        last = self._last(kind, name)
        row: dict[str, Any] = {
            "id": secrets.token_hex(16),
            "kind": kind,
            "name": name,
            "url": url,
            "secret": f"whsec_{base64.b64encode(secrets.token_bytes(24)).decode()}",
            "user": user,
            "seq": last if after is None else min(after, last),
            "tried": 0,
            "failures": 0,
            "next": 0.0,
            "until": 0.0,
            "problem": "",
        }
        with self.database.writing() as connection:
            if len(connection.execute(select(WEBHOOKS.c.id)).all()) >= MOST:
                raise BadInput(
                    f"there are {MOST} webhooks",
                    code="webhook.too-many",
                    remedy="Delete those that are no longer wanted.",
                )
            connection.execute(insert(WEBHOOKS).values(row))
            connection.commit()
        return self.get(row["id"])

    def all(self) -> list[Webhook]:
        """Return all webhooks."""
        with self.database.reading() as connection:
            return _read(connection, _select_webhooks().order_by(WEBHOOKS.c.id))

    def get(self, webhook: str) -> Webhook:
        """Return a webhook.

        Raises:
            BadInput: there is no such one.
        """
        with self.database.reading() as connection:
            return _read_webhook(connection, webhook)

    def delete(self, webhook: str) -> Webhook:
        """Delete a webhook, and return what it was.

        Raises:
            BadInput: there is no such one.
        """
        with self.database.writing() as connection:
            hook = _read_webhook(connection, webhook)
            connection.execute(delete(WEBHOOKS).where(WEBHOOKS.c.id == webhook))
            connection.commit()
            return hook

    def retry(self, webhook: str) -> Webhook:
        """Let a webhook be tried again now.

        Raises:
            BadInput: there is no such one.
        """
        with self.database.writing() as connection:
            hook = _read_webhook(connection, webhook)
            connection.execute(update(WEBHOOKS).where(WEBHOOKS.c.id == webhook).values(next=0.0))
            connection.commit()
            return hook._replace(next=0.0)

    def any(self) -> bool:
        """Tell whether there are webhooks."""
        with self.database.reading() as connection:
            return connection.execute(select(WEBHOOKS.c.id).limit(1)).first() is not None

    def due(self) -> list[str]:
        """Return the webhooks that have something to tell now, and nobody who tells it."""
        now = self.clock()
        there = {
            POOL: select(STREAMS.c.seq).where(STREAMS.c.kind == KIND, STREAMS.c.name == WEBHOOKS.c.name),
            QUEUE: select(MATCH_QUEUES.c.found).where(MATCH_QUEUES.c.name == WEBHOOKS.c.name),
        }
        with self.database.reading() as connection:
            return [
                webhook_id
                for kind, last in there.items()
                for webhook_id in connection.execute(
                    select(WEBHOOKS.c.id)
                    .join(USERS, WEBHOOKS.c.user == USERS.c.id)
                    .where(
                        WEBHOOKS.c.kind == kind,
                        last.scalar_subquery() > WEBHOOKS.c.seq,
                        USERS.c.closed.is_(False),
                        USERS.c.role.in_(sorted(OFFICERS)),
                        *_not_claimed(now),
                    )
                ).scalars()
            ]

    def claim(self, webhook: str) -> Webhook | None:
        """Take a webhook for this process, for :data:`LEASE` seconds; None where another has taken it."""
        now = self.clock()
        with self.database.writing() as connection:
            wanted = (
                update(WEBHOOKS).where(WEBHOOKS.c.id == webhook, *_not_claimed(now)).values(until=now + LEASE)
            )
            taken = connection.execute(wanted).rowcount
            hook = _read_webhook(connection, webhook) if taken else None
            connection.commit()
            return hook

    def trying(self, webhook: Webhook, last: int) -> None:
        """Note what is told next, so that it is told again as it was if there is no answer."""
        self._note(webhook, tried=last)

    def acknowledge(self, webhook: Webhook, last: int) -> None:
        """Note that everything up to an event or a match was acknowledged."""
        self._note(webhook, seq=last, tried=0, failures=0, next=0.0, until=0.0, problem="")

    def released(self, webhook: Webhook) -> None:
        """Note that nobody tells now: what was to be told could not be put together, or be noted."""
        self._note(webhook, until=0.0)

    def failed(self, webhook: Webhook, problem: str) -> None:
        """Note that a delivery failed, which is tried again after a while."""
        pause = PAUSES[min(webhook.failures, len(PAUSES) - 1)]
        self._note(
            webhook,
            failures=webhook.failures + 1,
            next=self.clock() + pause,
            until=0.0,
            problem=problem[:LONGEST_PROBLEM],
        )

    def _note(self, webhook: Webhook, **what: Any) -> None:
        with self.database.writing() as connection:
            connection.execute(update(WEBHOOKS).where(WEBHOOKS.c.id == webhook.id).values(**what))
            connection.commit()

    def _last(self, kind: str, name: str) -> int:
        if kind == POOL:
            return details(Pool(self.database, name)).stream.seq
        return GameQueue(self.database, name).state().match_count


def check_url(url: str, *, inside: bool = False) -> None:
    """Refuse an address to which no webhook goes.

    Args:
        url: the address.
        inside: whether it may be of this machine or of its network.

    Raises:
        BadInput: it is not of http or https, has a password, or is inside; names are looked up at delivery.
    """
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        parts, host = urlsplit(""), ""
    plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if not plain or parts.scheme not in ("http", "https") or not host or len(url) > LONGEST_URL:
        raise _no_address(url)
    if "@" in parts.netloc or parts.fragment:
        raise _no_address(url)
    host_address = address_of_host(host)
    if host_address is not None and not inside:
        check_inside(host_address)


def _no_address(url: str) -> BadInput:
    return BadInput(
        f"a webhook cannot post to {url[:100]!r}",
        code="webhook.address",
        remedy="Write https://game.example.org/arpad, without a password and without #.",
    )


def _not_claimed(now: float) -> tuple[ColumnElement[bool], ...]:
    """Nobody tells, and no pause lasts; a moment far ahead was written by a clock that was set back since."""
    table = WEBHOOKS.c
    return (
        ~table.until.between(now, now + LEASE + SKEW),
        ~table.next.between(now, now + PAUSES[-1] + SKEW),
    )


def _select_webhooks() -> Select[Any]:
    return select(*_COLUMNS, USERS.c.name.label("author")).join(USERS, WEBHOOKS.c.user == USERS.c.id)


def _read(connection: Connection, wanted: Select[Any]) -> list[Webhook]:
    return [Webhook(**row) for row in connection.execute(wanted).mappings()]


def _read_webhook(connection: Connection, webhook: str) -> Webhook:
    hooks = _read(connection, _select_webhooks().where(WEBHOOKS.c.id == webhook))
    if not hooks:
        raise BadInput("there is no such webhook", code="webhook.unknown")
    return hooks[0]
