"""A tournament that is over is rated into a pool, once, after a look at what becomes of its players.

The games that were played count, in the order of the rounds and boards; forfeits and byes do not. Who has
White has the advantage. A game's time is the day of its round, or else the tournament's first day, or else
the moment at which the tournament was finished.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time

import numpy as np

from arpad.core import BadInput, worded
from arpad.office.log.event_log import EventLog
from arpad.office.pools.corrections import RatingChange
from arpad.office.pools.games import MOST_GAMES, Game, PoolGames
from arpad.office.pools.looking_ahead import looked_ahead
from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import Posted
from arpad.tournament.games import games_of


def games_of_log(log: EventLog) -> list[Game]:
    """Return the games of a finished tournament, as a pool takes them.

    Raises:
        BadInput: the tournament is not finished, has no game or too many, or games with a handicap.
    """
    if not log.finished:
        raise BadInput(
            "the tournament is not finished",
            code="tournament.not-finished",
            remedy="Finish the tournament first; then its results no longer change.",
        )
    return games_so_far(log)


def games_so_far(log: EventLog) -> list[Game]:
    """Return the games of a tournament that may still be under way, as a pool takes them.

    Raises:
        BadInput: the tournament has no game or too many, or games with a handicap.
    """
    record = games_of(log.tournament())
    if record.handicap is not None and np.nan_to_num(record.handicap).any():
        raise BadInput(
            "the tournament has games with a handicap, which a pool does not rate", code="pool.handicap"
        )
    if not 0 < len(record) <= MOST_GAMES:
        raise BadInput(
            worded(
                "the tournament has {count} games, and a posting from 1 to {most}",
                count=len(record),
                most=MOST_GAMES,
            ),
            code="pool.games",
        )
    names = record.players.names
    advantage = np.zeros(len(record), dtype=np.int8) if record.advantage is None else record.advantage
    return [
        Game(names[first], names[second], score, at, side)
        for first, second, score, at, side in zip(
            record.first.tolist(),
            record.second.tolist(),
            record.score.tolist(),
            _moments(log, record.time),
            advantage.tolist(),
            strict=True,
        )
    ]


def preview(pool: Pool, log: EventLog, *, so_far: bool = False) -> tuple[RatingChange, ...]:
    """Return what rating a finished tournament would make of its players; nothing is written.

    Args:
        pool: the pool.
        log: of the tournament.
        so_far: whether the tournament may still be under way; its games so far are rated then.

    Returns:
        Its players in the order of their first games; ``before`` is None for one who is new to the pool.

    Raises:
        BadInput: as :func:`games_of_log`.
    """
    games = games_so_far(log) if so_far else games_of_log(log)
    return tuple(looked_ahead(pool, PoolGames.of(games, _finished(log))))


def rate_tournament(pool: Pool, log: EventLog, *, author: str | None = None) -> Posted:
    """Rate a finished tournament into a pool; a second time, the answer is that of the first time.

    Args:
        pool: the pool.
        log: of the tournament, which has an identity: that is the name under which it is rated once.
        author: who does it; None for :func:`arpad.office.log.store.author_here`.

    Raises:
        BadInput: as :func:`games_of_log`; or the tournament was rated with other results before, which are to
            be corrected in the pool (``operation.another-act``).
    """
    return pool.post(*games_of_log(log), op=f"tournament {log.identity}", author=author)


def _moments(log: EventLog, times: np.ndarray | None) -> Sequence[datetime]:
    """Return when each game was played."""
    if times is not None and times.dtype.kind == "M":
        days: list[date] = times.astype("datetime64[D]").tolist()
        return [datetime.combine(day, time(), UTC) for day in days]
    moment = datetime.fromtimestamp(_finished(log), UTC)
    return [moment] * (0 if times is None else len(times))


def _finished(log: EventLog) -> int:
    """Return when a tournament was finished, in seconds since 1970 UTC."""
    finishing = [act for act in log.acts if any(event.KIND == "finish" for event in act.events)]
    stamps = [act.stamp.time for act in finishing if act.stamp.time]
    return int(datetime.fromisoformat(stamps[-1]).timestamp()) if stamps else 0
