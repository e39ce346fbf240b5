"""How long players wait, and how even their matches are: of a queue's last matches, and for whom."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from sqlalchemy import func, select

from arpad.office.matchmaking.queues import GameQueue, settings_of
from arpad.office.matchmaking.rounds import QueueMatch, read_match
from arpad.office.matchmaking.tickets import CANCELLED, EXPIRED
from arpad.office.store.tables import MATCH_TICKETS, MATCHES

UNEVEN = 0.75
"""The expected score of the favourite from which on a match is uneven."""

BANDS = 5
"""Groups of equal size into which the tickets are divided by their ratings."""


@dataclass(frozen=True)
class Wait:
    """How long some tickets waited until they were matched, in seconds.

    Args:
        mean: of all.
        median: half of them waited less.
        late: one in twenty waited longer.
        longest: of all.
    """

    mean: float
    median: float
    late: float
    longest: float


class Band(NamedTuple):
    """Tickets with ratings near each other.

    Args:
        lowest: rating of them, in points.
        highest: rating of them.
        wait: the mean, in seconds.
        favourite: the mean expected score of the favourite of their matches.
    """

    lowest: float
    highest: float
    wait: float
    favourite: float


@dataclass(frozen=True)
class Figures:
    """What is known of a queue.

    Args:
        waiting: tickets that wait now.
        longest: how long the first of them has waited, in seconds; 0 if nobody waits.
        matches: how many matches the other figures are of.
        wait: of their tickets; None without matches.
        favourite: the mean expected score of the favourite; ½ is even; None without matches.
        uneven: the share of matches whose favourite expects three quarters and more; None without matches.
        information: the mean information of a match, in points squared; None without matches.
        bands: the same for weak and strong players: whom the queue lets wait.
        cancelled: tickets of the last day that were cancelled.
        expired: tickets of the last day that expired.
    """

    waiting: int
    longest: float
    matches: int
    wait: Wait | None
    favourite: float | None
    uneven: float | None
    information: float | None
    bands: tuple[Band, ...]
    cancelled: int
    expired: int


def figures(queue: GameQueue, *, last: int = 1000, now: float | None = None) -> Figures:
    """Return what is known of a queue.

    Args:
        queue: the queue.
        last: matches that are looked at.
        now: the time in seconds since 1970 UTC; None for the moment of the call.

    Raises:
        BadInput: there is no such queue, or the database does not answer.
    """
    moment = time.time() if now is None else now
    table = MATCH_TICKETS.c
    with queue.database.reading() as connection:
        settings_of(connection, queue.name)
        waits = select(func.count(), func.min(table.since)).where(
            table.queue == queue.name, table.ended.is_(None)
        )
        waiting, first = connection.execute(waits).one()
        ended = (
            select(table.state, func.count())
            .where(table.queue == queue.name, table.ended > moment - 86_400.0)
            .group_by(table.state)
        )
        states: dict[str, int] = {row[0]: row[1] for row in connection.execute(ended)}
        wanted = (
            select(MATCHES).where(MATCHES.c.queue == queue.name).order_by(MATCHES.c.number.desc()).limit(last)
        )
        matches = [read_match(row) for row in connection.execute(wanted)]
    favourites = np.array([_favourite(match) for match in matches])
    waited = np.array([match.at - ticket.since for match in matches for ticket in match.tickets])
    return Figures(
        waiting=waiting,
        longest=0.0 if first is None else max(0.0, moment - first),
        matches=len(matches),
        wait=None if not matches else _wait(waited),
        favourite=None if not matches else float(favourites.mean()),
        uneven=None if not matches else float((favourites >= UNEVEN).mean()),
        information=None if not matches else float(np.mean([match.quality.information for match in matches])),
        bands=_bands(matches, waited),
        cancelled=states.get(CANCELLED, 0),
        expired=states.get(EXPIRED, 0),
    )


def _favourite(match: QueueMatch) -> float:
    return max(match.quality.expected, 1.0 - match.quality.expected)


def _wait(waited: np.ndarray) -> Wait:
    return Wait(
        float(waited.mean()),
        float(np.median(waited)),
        float(np.quantile(waited, 0.95)),
        float(waited.max()),
    )


def _bands(matches: list[QueueMatch], waited: np.ndarray) -> tuple[Band, ...]:
    """Return the figures of weak and strong tickets; none where there are too few to tell."""
    rating = np.array([ticket.as_rules().rating for match in matches for ticket in match.tickets])
    favourite = np.array([_favourite(match) for match in matches for _ in match.tickets])
    if len(rating) < 2 * BANDS:
        return ()
    parts = np.array_split(np.argsort(rating, kind="stable"), BANDS)
    return tuple(
        Band(
            float(rating[part[0]]),
            float(rating[part[-1]]),
            float(waited[part].mean()),
            float(favourite[part].mean()),
        )
        for part in parts
    )
