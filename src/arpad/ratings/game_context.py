"""What a rule may ask about a game: one tuple of numbers for every function that a user gives."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from arpad.compiled.specialising import kernel, names_in
from arpad.ratings.model import Encounter, Rating

EPOCH = date(1970, 1, 1)
"""The day from which days are counted."""


class GameContext(NamedTuple):
    """One game as one of its players meets it. What is not known, or does not exist, is NaN.

    Args:
        rating: the player's rating before the game; in a rating period, before the period.
        deviation: the own deviation.
        volatility: the own volatility.
        opponent: the opponent's rating.
        opponent_deviation: the opponent's deviation.
        opponent_volatility: the opponent's volatility.
        expected: the own expected score.
        score: the own share of the result, in [0, 1].
        advantage: +1 with White or at home, −1 against it, 0 otherwise.
        weight: how much the game counts.
        margin: own points less the opponent's.
        games: the rated games before; in a rating period, before the period.
        peak: the highest rating so far.
        age: the year of the game less the year of birth.
        rest: the days since the own last game; of a record with numbered time, the numbers.
        day: the days from 1970-01-01 to the game; of a record with numbered time, its number.
        event: the number of the game's event in the record, −1 for none.
        kind: the kind of the game by the system's own numbers (``game_kinds``), 0 if it has none.
        edition: the code of the edition of the rules in force (``edition_codes``), −1 if there is but one.
    """

    rating: float
    deviation: float = math.nan
    volatility: float = math.nan
    opponent: float = math.nan
    opponent_deviation: float = math.nan
    opponent_volatility: float = math.nan
    expected: float = math.nan
    score: float = math.nan
    advantage: float = 0.0
    weight: float = 1.0
    margin: float = math.nan
    games: float = math.nan
    peak: float = math.nan
    age: float = math.nan
    rest: float = math.nan
    day: float = math.nan
    event: int = -1
    kind: int = 0
    edition: int = -1


REMEMBERED = frozenset({"games", "peak", "age"})
"""What a rating system has to remember of a player for a rule that asks for it."""

DAYS = frozenset({"rest", "day"})
"""What a rule asks of the days of the games."""


def requested_fields(*functions: Callable[..., Any]) -> frozenset[str]:
    """Return the fields of a game's context that functions ask for by name; all of them if none is named."""
    names: set[str] = set()
    for function in functions:
        fields = names_in(function) & set(GameContext._fields)
        names |= fields or set(GameContext._fields)
    return frozenset(names)


@kernel
def seen_by(
    row: int,
    side: int,
    player: int,
    rating: float,
    deviation: float,
    volatility: float,
    opponent: float,
    opponent_deviation: float,
    opponent_volatility: float,
    expected: float,
    columns: Any,
    memory: Any,
) -> GameContext:
    """Return the context of a game of the record as one of its sides meets it.

    Args:
        row: the game.
        side: 0 the first, 1 the second.
        player: the side's player.
        rating: the side's rating, deviation and volatility.
        deviation: see ``rating``.
        volatility: see ``rating``.
        opponent: the other side's rating, deviation and volatility.
        opponent_deviation: see ``opponent``.
        opponent_volatility: see ``opponent``.
        expected: the side's expected score.
        columns: the record's columns (:class:`arpad.ratings.timeline.RecordColumns`).
        memory: what is remembered of the players (:class:`arpad.ratings.elo.loop.Memory`).
    """
    sign = 1.0 if side == 0 else -1.0
    score = columns.score[row]
    games = math.nan
    peak = math.nan
    age = math.nan
    rest = math.nan
    day = math.nan
    if len(memory.games) > 0:
        games = memory.games[player]
        peak = max(memory.peak[player], rating)
        if len(columns.year) > 0:
            age = columns.year[row] - memory.birth_year[player]
    if len(columns.day) > 0:
        day = columns.day[row]
        rest = day - memory.last[player]
    return GameContext(
        rating,
        deviation,
        volatility,
        opponent,
        opponent_deviation,
        opponent_volatility,
        expected,
        score if side == 0 else 1.0 - score,
        sign * columns.advantage[row] if len(columns.advantage) > 0 else 0.0,
        columns.weight[row] if len(columns.weight) > 0 else 1.0,
        sign * columns.margin[row] if len(columns.margin) > 0 else math.nan,
        games,
        peak,
        age,
        rest,
        day,
        columns.season[row] if len(columns.season) > 0 else -1,
        columns.kind[row] if len(columns.kind) > 0 else 0,
        columns.edition[row] if len(columns.edition) > 0 else -1,
    )


@kernel
def outside_games(rating: float, peak: float, games: float, age: float, edition: int) -> GameContext:
    """Return what is known of a player for a whole rating period, and of none of its games.

    Args:
        rating: the rating before the period.
        peak: the highest rating so far.
        games: the rated games before the period.
        age: the year of the first game less the year of birth.
        edition: the edition in force at the first game.
    """
    none = math.nan
    return GameContext(
        rating,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        0.0,
        1.0,
        none,
        games,
        peak,
        age,
        none,
        none,
        -1,
        0,
        edition,
    )


def context_of(own: Rating, game: Encounter, edition: int, expected: float = math.nan) -> GameContext:
    """Return the context of a game that is explained, from what is known of it and of its player."""
    opponent = game.opponent
    age = math.nan
    day = math.nan
    if game.on is not None:
        day = float((game.on - EPOCH).days)
        if own.birth_year is not None:
            age = float(game.on.year - own.birth_year)
    return GameContext(
        rating=own.value,
        deviation=_or_nan(own.deviation),
        volatility=_or_nan(own.volatility),
        opponent=opponent.value,
        opponent_deviation=_or_nan(opponent.deviation),
        opponent_volatility=_or_nan(opponent.volatility),
        expected=expected,
        score=game.score,
        advantage=float(game.advantage),
        weight=game.weight,
        margin=_or_nan(game.margin),
        games=float(own.games),
        peak=own.value if own.peak is None else max(own.peak, own.value),
        age=age,
        rest=game.rest,
        day=day if game.number is None else float(game.number),
        event=game.event,
        kind=game.kind,
        edition=edition,
    )


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value
