"""What all pages of a running office share."""

from __future__ import annotations

from dataclasses import dataclass, field

from arpad.office.club.people import People
from arpad.office.store.database import Database
from arpad.web.live import Watch
from arpad.web.security.attempts import Attempts


@dataclass(frozen=True)
class Site:
    """A running office.

    Args:
        database: where everything is kept.
        watch: who waits for which tournament to change.
        secure: whether browsers reach the office by https, so that cookies must not travel otherwise.
        attempts: to sign in that failed.
    """

    database: Database
    watch: Watch = field(repr=False)
    secure: bool = False
    attempts: Attempts = field(default_factory=Attempts, repr=False)

    @property
    def people(self) -> People:
        """Who may do what."""
        return People(self.database)
