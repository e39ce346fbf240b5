"""What all pages of a running office share."""

from __future__ import annotations

from dataclasses import dataclass, field

from arpad.office.club.people import People
from arpad.office.club.queue import PostingQueue
from arpad.office.store.database import Database
from arpad.web.live import Watch
from arpad.web.security.attempts import Attempts
from arpad.web.security.tokens import Tokens


@dataclass(frozen=True)
class Site:
    """A running office.

    Args:
        database: where everything is kept.
        watch: who waits for which tournament to change.
        secure: whether browsers reach the office by https, so that cookies must not travel otherwise.
        attempts: to sign in that failed.
        tokens: of programs, which were shown lately.
        postings: of programs to pools, which are written together.
    """

    database: Database
    watch: Watch = field(repr=False)
    secure: bool = False
    attempts: Attempts = field(default_factory=Attempts, repr=False)
    tokens: Tokens = field(init=False, repr=False)
    postings: PostingQueue = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tokens", Tokens(self.people))
        object.__setattr__(self, "postings", PostingQueue(self.database))

    @property
    def people(self) -> People:
        """Who may do what."""
        return People(self.database)
