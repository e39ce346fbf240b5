"""Reports of the laboratory on the games of a pool: which system predicts best, what the games support.

A report takes the games that count, with all corrections that are known now, and the system by which the pool
rates its next game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from arpad.core import BadInput, Figure, worded
from arpad.lab.forecasts.walking import Pace
from arpad.office.pools.careers import RatedGames, rated_games
from arpad.office.pools.pool import Pool
from arpad.ratings.elo.system import Elo
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Players

MOST_GAMES = 500_000
"""Games of a pool that a report takes: more are the command line's."""

RIVALS = ("elo", "glicko", "glicko2", "trueskill")
"""The systems that a pool's own is compared with."""

LIVE = Pace(schedule="live")
"""Pools rate game by game."""

LEAST_GAMES = 30
"""Games without which no report says anything."""


class Asked(NamedTuple):
    """What a report is about.

    Args:
        games: of the pool that count.
        system: by which the pool rates its next game.
        title: of the pool.
        against: another system, for the question what it would have changed.
        start: the day since which.
    """

    games: Games
    system: RatingSystem
    title: str
    against: str = ""
    start: str = ""


def _backtest(asked: Asked) -> str:
    from arpad.lab.backtest.face import backtest
    from arpad.office.pages.backtest_page import backtest_page

    rivals = [name for name in RIVALS if name != asked.system.name]
    found = backtest(asked.games, [asked.system, *rivals], schedule=LIVE.schedule)
    return backtest_page(found, worded("{pool}: which system predicts best?", pool=asked.title))


def _audit(asked: Asked) -> str:
    from arpad.lab.audit.auditing import audit
    from arpad.office.pages.audit_page import audit_page

    return audit_page(audit(asked.games), worded("{pool}: what do the games support?", pool=asked.title))


def _inflation(asked: Asked) -> str:
    from arpad.lab.inflation.study import inflation
    from arpad.office.pages.inflation_page import inflation_page

    measures = None if type(asked.system) is Elo else ()
    found = inflation(asked.games, asked.system, measures=measures, pace=LIVE)
    return inflation_page(found, worded("{pool}: do the ratings inflate?", pool=asked.title))


def _scenario(asked: Asked) -> str:
    from arpad.lab.scenario.study import scenario
    from arpad.office.pages.scenario_page import scenario_page

    found = scenario(asked.games, asked.system, asked.against, asked.start, pace=LIVE)
    return scenario_page(found, worded("{pool}: what if we had used another system?", pool=asked.title))


STUDIES: Mapping[str, Callable[[Asked], str]] = {
    "backtest": _backtest,
    "audit": _audit,
    "inflation": _inflation,
    "scenario": _scenario,
}
"""Name → what makes the page of a report."""


def study(pool: Pool, what: str, *, against: str = "", start: str = "") -> str:
    """Return a report on the games of a pool as a page of its own.

    Args:
        pool: the pool.
        what: of :data:`STUDIES`.
        against: of a scenario: the other rating system.
        start: of a scenario: the first day with it, as ``2026-03-01``.

    Raises:
        BadInput: the pool has too few games or too many, or a name or a day is not known.
        NotProvided: the report needs what these games do not have.
    """
    rated = rated_games(pool)
    if not LEAST_GAMES <= len(rated.number) <= MOST_GAMES:
        raise BadInput(
            worded(
                "the pool has {count} games: a report takes from {least} to {most}",
                count=Figure(f"{len(rated.number):,}"),
                least=LEAST_GAMES,
                most=Figure(f"{MOST_GAMES:,}"),
            ),
            code="study.games",
            remedy="With more, run arpad backtest on the games.csv of a published list.",
        )
    with pool.reading() as (_, place):
        title = place.title
    system = rated.rules.how(len(rated.rules.versions) - 1).system
    return STUDIES[what](Asked(_games(rated), system, title, against, start))


def _games(rated: RatedGames) -> Games:
    """Return the games of a pool as a record, in the order in which they were rated."""
    games = rated.games
    return Games(
        Players(rated.names),
        rated.first.astype(np.int32),
        rated.second.astype(np.int32),
        np.array(games.score),
        advantage=np.array(games.advantage, dtype=np.int8),
        weight=np.array(games.weight),
        time=np.maximum.accumulate(np.array(games.seconds)).astype("datetime64[s]"),
    )
