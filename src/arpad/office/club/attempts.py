"""Whoever guesses passwords or codes has to wait, whichever process is asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import Connection, delete, func, insert, select, text

from arpad.office.store.database import Database
from arpad.office.store.tables import ATTEMPTS

MOST = 5
"""Failures within :data:`PERIOD` after which a name, or an address, has to wait, if nothing else is said."""

PERIOD = 300.0
"""Seconds."""

SKEW = 60.0
"""Seconds by which clocks may differ; what lies further ahead was left by a clock that was set back since."""

COUNTING = 0x61727063
"""The number of PostgreSQL's lock under which one process at a time counts."""


@dataclass(frozen=True)
class Attempts:
    """Attempts that failed, such as to sign in, by name and by address, in all processes of an office.

    Args:
        database: where they are counted.
        kind: of the attempts; those of one kind do not count for another.
        most: failures within :data:`PERIOD` after which somebody has to wait.
        clock: seconds since 1970 UTC.
    """

    database: Database
    kind: str = "sign-in"
    most: int = MOST
    clock: Callable[[], float] = time.time

    def wait(self, identities: Iterable[str]) -> int:
        """Return how many seconds somebody has to wait before the next attempt; 0 for none."""
        now = self.clock()
        with self.database.reading() as connection:
            return self._wait(connection, self._digests(identities), now)

    def failed(self, identities: Iterable[str]) -> None:
        """Note an attempt that failed."""
        now = self.clock()
        with self.database.writing() as connection:
            self._note(connection, self._digests(identities), now)
            connection.commit()

    def begun(self, identities: Iterable[str]) -> int:
        """Note an attempt, as one that failed until it is told otherwise: those made at once count as well.

        Args:
            identities: names and addresses.

        Returns:
            How many seconds somebody has to wait before the attempt, which is not noted then; 0 for none.
        """
        now, both = self.clock(), self._digests(identities)
        with self.database.writing() as connection:
            if not self.database.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": COUNTING})
            wait = self._wait(connection, both, now)
            if not wait:
                self._note(connection, both, now)
                connection.commit()
        return wait

    def succeeded(self, name: str, *others: str) -> None:
        """Forget the failures of a name, and this attempt of others: an address that guesses still waits."""
        first, *rest = self._digests([name, *others])
        with self.database.writing() as connection:
            connection.execute(delete(ATTEMPTS).where(ATTEMPTS.c.whose == first))
            for digest in rest:
                last = select(func.max(ATTEMPTS.c.id)).where(ATTEMPTS.c.whose == digest).scalar_subquery()
                connection.execute(delete(ATTEMPTS).where(ATTEMPTS.c.id == last))
            connection.commit()

    def _digests(self, identities: Iterable[str]) -> list[str]:
        return [
            sha256(f"{self.kind} {identity}".encode(errors="replace")).hexdigest() for identity in identities
        ]

    def _wait(self, connection: Connection, digests: Iterable[str], now: float) -> int:
        waits = [0.0]
        for digest in digests:
            recent = ATTEMPTS.c.at.between(now - PERIOD, now + SKEW)
            wanted = select(ATTEMPTS.c.at).where(ATTEMPTS.c.whose == digest, recent)
            times = list(connection.execute(wanted.order_by(ATTEMPTS.c.at.desc()).limit(self.most)).scalars())
            if len(times) == self.most:
                waits.append(PERIOD - max(now - times[-1], 0.0))
        return int(max(waits) + 0.999)

    def _note(self, connection: Connection, digests: Iterable[str], now: float) -> None:
        old = (ATTEMPTS.c.at < now - PERIOD) | (ATTEMPTS.c.at > now + SKEW)
        connection.execute(delete(ATTEMPTS).where(old))
        connection.execute(insert(ATTEMPTS), [{"whose": digest, "at": now} for digest in digests])
