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
from arpad.ratings.system import RatingSystem

YEAR = 365 * 24 * 3600
"""Of how many seconds before a moment games count for a performance."""

LEAST, MOST = 5, 100
"""Games without which there is no performance, and the latest games that count for one."""

REACH = 2000.0
"""Points above and below the opponents between which a performance is looked for."""

STEPS = 24
"""Halvings of that span: the rest is less than a thousandth of a point."""


def peaks(rated: RatedGames, until: float) -> NDArray[np.float64]:
    """Return the highest rating that each player had after a game, of the established ones if there are any.

    Args:
        rated: the games of a pool.
        until: a moment in seconds since 1970 UTC: games from it on do not count.

    Returns:
        In the order of ``rated.names``; NaN for who had not played.
    """
    highest, established = (np.full(len(rated.names), -np.inf) for _ in range(2))
    if len(rated.number):
        early = np.array(rated.games.seconds) < until
        players = np.stack((rated.first[early], rated.second[early]), axis=1).ravel()
        after = rated.game_ratings.after[early].reshape(len(players), rated.game_ratings.after.shape[-1])
        np.maximum.at(highest, players, after[:, 0])
        sure = ~_provisional(rated.rules.how(-1).system, players, after)
        np.maximum.at(established, players[sure], after[sure, 0])
    best = np.where(np.isfinite(established), established, highest)
    return np.where(np.isfinite(best), best, np.nan)


def _provisional(
    system: RatingSystem, players: NDArray[np.int64], after: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Tell which ratings are provisional: after too few games of the player, or with too large a deviation.

    Args:
        system: the rating system.
        players: who was rated, one rating after the other.
        after: the columns of the system after each.
    """
    order = np.argsort(players, kind="stable")
    grouped = players[order]
    played = np.empty(len(players), dtype=np.int64)
    played[order] = np.arange(1, len(players) + 1) - np.searchsorted(grouped, grouped, side="left")
    few: NDArray[np.bool_] = played < system.provisional_games
    if system.provisional_deviation is None or after.shape[1] < 2:
        return few
    return np.asarray(few | (after[:, 1] > system.provisional_deviation), dtype=np.bool_)


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
    index = rated.index[player]
    opponents: list[tuple[Rating, int]] = []
    scored = 0.0
    for row in rows:
        side = 0 if rated.first[row] == index else 1
        system = rated.system_at(seconds[row])
        columns = dict(zip(system.columns, rated.game_ratings.before[row, 1 - side].tolist(), strict=False))
        opponents.append((Rating.of(columns), (1 if side == 0 else -1) * rated.games.advantage[row]))
        scored += rated.games.score[row] if side == 0 else 1.0 - rated.games.score[row]
    if not 0.0 < scored < len(rows):
        return None
    system = rated.system_at(seconds[rows[-1]])
    own = rated.game_ratings.before[rows[-1], 0 if rated.first[rows[-1]] == index else 1].tolist()
    names = system.columns
    values = [opponent.value for opponent, _ in opponents]
    low, high = min(values) - REACH, max(values) + REACH
    for _ in range(STEPS):
        middle = (low + high) / 2
        rating = Rating.of(dict(zip(names, [middle, *own[1:]], strict=False)))
        expected = sum(system.predict(rating, other, side).expected for other, side in opponents)
        low, high = (middle, high) if expected < scored else (low, middle)
    return (low + high) / 2
