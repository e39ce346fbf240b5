"""What is counted while the office serves, in the text format of Prometheus.

Where several processes serve, each writes its counts into a file of its own, and the one that is asked adds
up those of all.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterable
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from arpad._version import __version__
from arpad.office.cache import caches

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where prometheus-client looks for the folder of several processes; it must be set before it is imported."""

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Up to which requests are counted by how long they took."""


NOTE_CACHES_EVERY = 5.0
"""Seconds between two looks at how full the caches are."""

CACHE_GAUGES = {
    "entries": "Values that a cache holds.",
    "bytes": "What the values of a cache take in memory, as it estimates them.",
    "most_entries": "The bound of a cache by number, added up over the processes.",
    "most_bytes": "The bound of a cache by bytes, added up over the processes.",
    "hits": "How often a cache had a value since its process began.",
    "misses": "How often a cache had no value since its process began.",
}
"""The fields of :class:`arpad.office.cache.CacheState` that are shown, and what they are."""

WORKERS = ("live", "matchmaking", "notices", "webhooks")
"""The workers whose failures are counted."""

RATE_LIMITS = ("address", "token")
"""The limits whose refusals are counted."""


LIMITS = (
    "head_bytes",
    "headers",
    "queued",
    "head_seconds",
    "body_seconds",
    "answer_seconds",
    "by_address",
    "connections",
    "descriptors",
)
"""The limits (:class:`.limits.ConnectionLimits`) by which refused and closed connections are counted."""


class Metrics:
    """What one process counts."""

    def __init__(self) -> None:
        own = self._own = CollectorRegistry()
        self._requests = Counter(
            "arpad_requests", "Requests that were answered.", ("method", "route", "status"), registry=own
        )
        self._seconds = Histogram(
            "arpad_request_seconds",
            "How long answers took, from the first byte to the last.",
            ("route",),
            registry=own,
            buckets=SECONDS,
        )
        self._postings = Counter(
            "arpad_postings", "Postings to pools that were acknowledged.", ("pool",), registry=own
        )
        self._games = Counter(
            "arpad_games", "Games that were posted to pools and rated.", ("pool",), registry=own
        )
        self._watching = Gauge(
            "arpad_watching",
            "Browsers that wait for news of a tournament.",
            registry=own,
            multiprocess_mode="livesum",
        )
        self._deliveries = Counter(
            "arpad_webhook_deliveries",
            "Deliveries of webhooks, and whether they were acknowledged.",
            ("acknowledged",),
            registry=own,
        )
        self._failures = Counter(
            "arpad_worker_failures",
            "What workers beside the requests could not do.",
            ("worker",),
            registry=own,
        )
        self._rate_limited = Counter(
            "arpad_rate_limited",
            "Requests of programs that were refused since there were too many.",
            ("limit",),
            registry=own,
        )
        for limit in RATE_LIMITS:
            self._rate_limited.labels(limit)
        for worker in WORKERS:  # from the start, so that an alarm can be set on its growth
            self._failures.labels(worker)
        self._cache_gauges = {
            field: Gauge(f"arpad_cache_{field}", text, ("cache",), registry=own, multiprocess_mode="livesum")
            for field, text in CACHE_GAUGES.items()
        }
        self._caches_noted = -math.inf
        self._connections = Gauge(
            "arpad_connections",
            "Connections of clients.",
            registry=own,
            multiprocess_mode="livesum",
        )
        self._refused = Counter(
            "arpad_connections_refused",
            "Connections that were refused or closed by a limit.",
            ("limit",),
            registry=own,
        )
        for limit in LIMITS:
            self._refused.labels(limit)
        about = Gauge(
            "arpad_info",
            "The version of arpad that serves.",
            ("version",),
            registry=own,
            multiprocess_mode="max",
        )
        about.labels(__version__).set(1)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request.

        Args:
            method: of the request.
            route: the pattern of its address.
            status: of the answer.
            seconds: that it took.
        """
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)
        if time.monotonic() - self._caches_noted >= NOTE_CACHES_EVERY:
            self._note_caches()

    def posted(self, pool: str, games: Iterable[int]) -> None:
        """Count postings to a pool by their numbers of games."""
        counts = list(games)
        self._postings.labels(pool).inc(len(counts))
        self._games.labels(pool).inc(sum(counts))

    def delivered(self, acknowledged: bool) -> None:
        """Count a delivery of a webhook."""
        self._deliveries.labels("yes" if acknowledged else "no").inc()

    def failed(self, worker: str) -> None:
        """Count a failure of a worker or of one of its items."""
        self._failures.labels(worker).inc()

    def rate_limited(self, limit: str) -> None:
        """Count a request that a limit has refused."""
        self._rate_limited.labels(limit).inc()

    def connected(self, more: int) -> None:
        """Count connections that begin (1), or end (−1)."""
        self._connections.inc(more)

    def refused(self, limit: str, count: int = 1) -> None:
        """Count connections that were refused or closed by one of :data:`LIMITS`."""
        self._refused.labels(limit).inc(count)

    def watching(self, more: int) -> None:
        """Count browsers that begin to wait (1), or no longer do (−1)."""
        self._watching.inc(more)

    def _note_caches(self) -> None:
        """Note how full the caches of this process are; other processes note theirs as they answer."""
        self._caches_noted = time.monotonic()
        for state in caches():
            for field, gauge in self._cache_gauges.items():
                gauge.labels(state.name).set(getattr(state, field))

    def text(self) -> bytes:
        """Return all counts, of all processes."""
        self._note_caches()
        registry = self._own
        if os.environ.get(FOLDER):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


def forget_process(number: int, folder: Path) -> None:
    """Let a process that died no longer count for what is so now; what it has counted stays."""
    mark_process_dead(number, str(folder))  # type: ignore[no-untyped-call]
