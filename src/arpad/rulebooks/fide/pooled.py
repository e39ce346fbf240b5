"""The pooled games of unrated players as a list holds them, so that going on from it loses none (8.2, 7.1.4).

A game is written as ``month:opponent:score``, such as ``2026-03:1850:0.5``: the month in which it was rated
(a number where the record has no dates), the opponent's rating, the player's score. Blanks set games apart,
the oldest is first. ``-`` says that a first tournament was disregarded, or the games are too old, and no game
is left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.ratings.state import Floats, StateColumn
from arpad.ratings.timeline import Timeline
from arpad.record import Players
from arpad.rulebooks.fide.list_loop import NOBODY, UNKNOWN, PooledGames

INITIAL_GAMES = StateColumn(
    "initial_games", "games towards a first rating, month:opponent:score each", "text"
)

NONE_LEFT = "-"
OPENED = -2
"""Stands for the first tournament of a player who has played it before the record."""


class Pooled(NamedTuple):
    """One pooled game of a player.

    Args:
        month: the month in which it was rated, since 1970-01, or a number.
        opponent: the opponent's rating.
        score: the player's score.
    """

    month: int
    opponent: float
    score: float


def pooled_before(players: Players, dated: bool) -> list[list[Pooled] | None]:
    """Return every player's pooled games by the list before the record; None where none was ever pooled.

    Raises:
        BadInput: one cannot be read.
    """
    words = players.attributes.get(INITIAL_GAMES.name) if players.continued else None
    if words is None:
        return [None] * len(players)
    return [
        None if word is None else _read(name, str(word), dated)
        for name, word in zip(players.names, words, strict=True)
    ]


def _read(name: str, word: str, dated: bool) -> list[Pooled]:
    if word == NONE_LEFT:
        return []
    games = []
    for game in word.split():
        try:
            month, opponent, score = game.split(":")
            number = int(np.datetime64(month, "M").astype(np.int64)) if dated else int(month)
            games.append(Pooled(number, float(opponent), float(score)))
        except ValueError:
            raise BadInput(
                f"{game!r} is not a game of {name} towards a first rating",
                remedy=f"Expected the column {INITIAL_GAMES.name} as arpad wrote it.",
            ) from None
    return games


def chained(pool: PooledGames, pooled: list[list[Pooled] | None], games: int) -> None:
    """Put the pooled games of the list before into the pool, in place: their rows follow those of the record.

    Args:
        pool: the chains of the loop.
        pooled: every player's games.
        games: how many games the record has.
    """
    row = games
    for player, mine in enumerate(pooled):
        if mine is None:
            continue
        pool.first_event[player] = OPENED
        links = 2 * np.arange(row, row + len(mine))
        row += len(mine)
        if len(links):
            pool.head[player], pool.tail[player] = links[0], links[-1]
            pool.follows[links] = [*links[1:], NOBODY]


def written(
    timeline: Timeline,
    pool: PooledGames,
    rating: Floats,
    in_force: Floats,
    score: Floats,
    month: NDArray[np.int64],
) -> NDArray[np.object_]:
    """Return object over players, the pooled games of everyone who is unrated; None where there are none.

    Args:
        timeline: the record.
        pool: the chains as the loop left them.
        rating: float64 over players, NaN for unrated.
        in_force: games × 2, the ratings in force when the tournament began, those of the list before behind
            those of the record.
        score: the first side's scores, so too.
        month: when each was rated, so too.
    """
    dated = timeline.days is not None
    rule = timeline.rule
    assert rule is not None
    shift = 0
    if not dated and rule.unit in ("event", "all") and len(timeline.record):
        shift = int(timeline.order.max()) + 1  # these numbers begin anew with every record
    words = np.full(len(rating), None, dtype=object)
    for player in np.flatnonzero(np.isnan(rating) & (pool.first_event != UNKNOWN)).tolist():
        parts = []
        link = int(pool.head[player])
        while link >= 0:
            game, side = divmod(link, 2)
            own = float(score[game]) if side == 0 else 1.0 - float(score[game])
            when = str(np.datetime64(int(month[game]), "M")) if dated else str(int(month[game]) - shift)
            parts.append(f"{when}:{float(in_force[game, 1 - side])!r}:{own!r}")
            link = int(pool.follows[link])
        words[player] = " ".join(parts) or NONE_LEFT
    return words
