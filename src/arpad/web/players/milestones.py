"""What happened while a player's rating went up and down: tournaments, published lists, seasons."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.office.charts.axes import EPOCH
from arpad.office.charts.marks import Mark, What
from arpad.office.pools.careers import CareerGame, RatedGames, RatedTournament
from arpad.office.pools.pool import Pool
from arpad.office.pools.publications import publications
from arpad.web.languages import current

DRAWN = 24
"""Tournaments whose dots are drawn: the latest."""

DAY = 86_400.0


class Milestone(NamedTuple):
    """An event along the history of a player.

    Args:
        what: ``tournament`` of the player, ``list`` (published), or ``season`` (begun).
        name: by which addresses name it.
        title: what people call it.
        at: when, in days since 1970.
        game: after how many games of the player.
    """

    what: What
    name: str
    title: str
    at: float
    game: int

    @property
    def day(self) -> date:
        """The day of it."""
        return EPOCH + timedelta(days=int(self.at))


def days_of(played: Sequence[CareerGame]) -> NDArray[np.float64]:
    """Return when games were rated, in days since 1970; it never falls, though games may be posted late."""
    return np.maximum.accumulate(np.array([game.at.timestamp() / DAY for game in played]))


def attended_by(played: Sequence[CareerGame], events: Sequence[RatedTournament]) -> list[RatedTournament]:
    """Return the tournaments of which a player has games, in their order."""
    numbers = np.array([game.number for game in played])
    return [event for event in events if ((numbers >= event.first) & (numbers <= event.last)).any()]


def milestones(
    pool: Pool, rated: RatedGames, played: Sequence[CareerGame], attended: Sequence[RatedTournament]
) -> list[Milestone]:
    """Return the events from the first game of a player on, in order.

    Where the games of a pool were posted later than they were played, a list and a season stand where they do
    in the order of the games: not before the last game that counts for them, and not after the next one.

    Args:
        pool: the pool.
        rated: its games.
        played: those of the player; at least one.
        attended: the tournaments of the player.
    """
    days, numbers = days_of(played), [game.number for game in played]
    events = []

    def between(moment: float, number: int) -> tuple[float, int]:
        """Return when something was that happened after a game of the pool, and after which own game."""
        own = int(np.searchsorted(numbers, number, side="right"))
        following = int(np.searchsorted(rated.number, number, side="right"))
        if following < len(rated.number):
            moment = min(moment, rated.games.seconds[following] / DAY)
        return (max(moment, float(days[own - 1])) if own else moment), own

    for publication in publications(pool):
        at, own = between(datetime.fromisoformat(publication.at).timestamp() / DAY, publication.number)
        events.append(Milestone("list", publication.name, publication.name, at, own))
    for season in rated.rules.seasons:
        if not season.out:
            at, own = between(season.at / DAY, season.number)
            events.append(Milestone("season", season.name, season.name, at, own))
    for event in attended:
        own = int(np.searchsorted(numbers, event.last, side="right"))
        events.append(Milestone("tournament", event.name, event.title, float(days[own - 1]), own))
    return sorted(
        (event for event in events if event.game), key=lambda event: (event.at, event.game, event.what)
    )


def marks_of(events: Sequence[Milestone], *, by_game: bool) -> list[Mark]:
    """Return the events as a chart draws them."""
    tournaments = [event for event in events if event.what == "tournament"][-DRAWN:]
    others = [event for event in events if event.what != "tournament"]
    return [
        Mark(float(event.game) if by_game else event.at, event.what, event.title, current().day(event.day))
        for event in (*others, *tournaments)
    ]
