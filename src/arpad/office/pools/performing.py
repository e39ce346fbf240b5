"""What players of a pool reached and what they did lately: their peaks, and their performances.

A performance is the rating at which a player would have been expected to score just what the player scored
in the games of a year, by the pool's own system and against the ratings that the opponents had before each
game. Of all games won, or all lost, there is none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arpad.office.pools.careers import RatedGames
from arpad.ratings.model import Rating

YEAR = 365 * 24 * 3600
"""Of how many seconds before a moment games count for a performance."""

LEAST, MOST = 5, 100
"""Games without which there is no performance, and the latest games that count for one."""

REACH = 2000.0
"""Points above and below the opponents between which a performance is looked for."""

STEPS = 24
"""Halvings of that span: the rest is less than a thousandth of a point."""


def peaks(rated: RatedGames, until: float) -> NDArray[np.float64]:
    """Return the highest rating that each player had after a game, in the order of ``rated.names``.

    Args:
        rated: the games of a pool.
        until: a moment in seconds since 1970 UTC: games from it on do not count.
    """
    found = np.full(len(rated.names), -np.inf)
    if len(rated.number):
        early = np.array(rated.games.seconds) < until
        for side, players in enumerate((rated.first, rated.second)):
            np.maximum.at(found, players[early], rated.met.after[early, side, 0])
    return np.where(np.isfinite(found), found, np.nan)


def performances(rated: RatedGames, players: Sequence[str], until: float) -> list[float | None]:
    """Return the performances of players in the year before a moment; None where there is none.

    Args:
        rated: the games of a pool.
        players: their names.
        until: the moment, in seconds since 1970 UTC.
    """
    return [_performance(rated, player, until) for player in players]


def _performance(rated: RatedGames, player: str, until: float) -> float | None:
    seconds = rated.games.seconds
    rows = [row for row in rated.of(player).tolist() if until - YEAR <= seconds[row] < until][-MOST:]
    if len(rows) < LEAST:
        return None
    who = rated.index[player]
    met: list[tuple[Rating, int]] = []
    scored = 0.0
    for row in rows:
        side = 0 if rated.first[row] == who else 1
        system = rated.system_at(seconds[row])
        columns = dict(zip(system.columns, rated.met.before[row, 1 - side].tolist(), strict=False))
        met.append((Rating.of(columns), (1 if side == 0 else -1) * rated.games.advantage[row]))
        scored += rated.games.score[row] if side == 0 else 1.0 - rated.games.score[row]
    if not 0.0 < scored < len(rows):
        return None
    system = rated.system_at(seconds[rows[-1]])
    own = rated.met.before[rows[-1], 0 if rated.first[rows[-1]] == who else 1].tolist()
    names = system.columns
    values = [one.value for one, _ in met]
    low, high = min(values) - REACH, max(values) + REACH
    for _ in range(STEPS):
        middle = (low + high) / 2
        rating = Rating.of(dict(zip(names, [middle, *own[1:]], strict=False)))
        expected = sum(system.predict(rating, other, side).expected for other, side in met)
        low, high = (middle, high) if expected < scored else (low, middle)
    return (low + high) / 2
