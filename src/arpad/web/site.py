"""What all pages of a running office share."""

from __future__ import annotations

from dataclasses import dataclass, field

from arpad.office.club.attempts import Attempts
from arpad.office.club.people import People
from arpad.office.pools.queue import PostingQueue
from arpad.office.store.database import Database
from arpad.office.worker import Worker
from arpad.web.live import Watch
from arpad.web.matchmaker import Matchmaker
from arpad.web.metrics import Metrics
from arpad.web.security.rate_limits import RateLimiter
from arpad.web.security.tokens import Tokens
from arpad.web.webhook_delivery import Deliverer


@dataclass(frozen=True)
class Site:
    """A running office.

    Args:
        database: where everything is kept.
        watch: who waits for which tournament to change.
        url: the address by which browsers reach the office, such as ``https://chess.example.org``; empty if
            it is not set, and the address of the socket is taken.
        attempts: to sign in that failed.
        codes: of players that were not valid: a hall may come from one address.
        tokens: of programs, which were shown lately.
        postings: of programs to pools, which are written together.
        metrics: what this process counts.
        matchmaker: the rounds of queues, and who waits for a match.
        deliverer: tells the servers of games what happens, by webhooks.
        inside: whether webhooks may go to this machine and its network.
        rate_limiter: decides which requests of programs are answered; without limits if nothing else is said.
    """

    database: Database
    watch: Watch = field(repr=False)
    url: str = ""
    inside: bool = False
    rate_limiter: RateLimiter = field(default_factory=RateLimiter, repr=False)
    attempts: Attempts = field(init=False, repr=False)
    codes: Attempts = field(init=False, repr=False)
    tokens: Tokens = field(init=False, repr=False)
    postings: PostingQueue = field(init=False, repr=False)
    metrics: Metrics = field(default_factory=Metrics, repr=False)
    matchmaker: Matchmaker = field(init=False, repr=False)
    deliverer: Deliverer = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "attempts", Attempts(self.database))
        object.__setattr__(self, "codes", Attempts(self.database, "code", 20))
        object.__setattr__(self, "tokens", Tokens(self.people))
        object.__setattr__(self, "postings", PostingQueue(self.database, self.metrics.posted))
        failed = self.metrics.failed
        object.__setattr__(self, "matchmaker", Matchmaker(self.database, failed))
        deliverer = Deliverer(self.database, self.inside, self.metrics.delivered, failed)
        object.__setattr__(self, "deliverer", deliverer)
        self.watch.count = self.metrics.watching
        self.watch.failed = failed

    def close(self) -> None:
        """Let nobody wait for news any longer."""
        self.watch.close()
        self.matchmaker.close()
        self.deliverer.close()

    @property
    def secure(self) -> bool:
        """Whether browsers reach the office by https, so that cookies must not travel otherwise."""
        return self.url.startswith("https:")

    @property
    def workers(self) -> tuple[Worker, ...]:
        """What goes on beside the requests."""
        return (
            self.watch.worker,
            self.watch.listener.worker,
            self.matchmaker.worker,
            self.matchmaker.listener.worker,
            self.deliverer.worker,
        )

    @property
    def people(self) -> People:
        """Who may do what."""
        return People(self.database)
