"""What is counted while the office serves, in the text format of Prometheus.

Where several processes serve, each writes its counts into a file of its own, and the one that is asked adds
up those of all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from arpad._version import __version__

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where prometheus-client looks for the folder of several processes; it must be set before it is imported."""

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Up to which requests are counted by how long they took."""


WORKERS = ("live", "matchmaking", "notices", "webhooks")
"""The workers whose failures are counted."""


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
"""The limits (:class:`.limits.Limits`) by which connections are counted that were refused or closed."""


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
        for worker in WORKERS:  # from the start, so that an alarm can be set on its growth
            self._failures.labels(worker)
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

    def connected(self, more: int) -> None:
        """Count connections that begin (1), or end (−1)."""
        self._connections.inc(more)

    def refused(self, limit: str, count: int = 1) -> None:
        """Count connections that were refused or closed by one of :data:`LIMITS`."""
        self._refused.labels(limit).inc(count)

    def watching(self, more: int) -> None:
        """Count browsers that begin to wait (1), or no longer do (−1)."""
        self._watching.inc(more)

    def text(self) -> bytes:
        """Return all counts, of all processes."""
        registry = self._own
        if os.environ.get(FOLDER):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


def forget_process(number: int, folder: Path) -> None:
    """Let a process that died no longer count for what is so now; what it has counted stays."""
    mark_process_dead(number, str(folder))  # type: ignore[no-untyped-call]
