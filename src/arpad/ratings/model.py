"""What rating systems speak of: a rating, a game as a player sees it, an update, a prediction."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from arpad.core import Explanation, Step

Schedule = Literal["live", "period"]
"""*live*: each game changes the ratings that the next one meets; *period*: all games of a rating period count
against the ratings before it."""


@dataclass(frozen=True)
class Rating:
    """A player's rating at one moment, as one game or rating period meets it.

    Args:
        value: the rating, in points.
        deviation: the rating deviation, in points, at the last update; None where the system has none.
        volatility: Glicko-2's volatility; None where the system has none.
        games: rated games before.
        peak: the highest rating so far; the value itself if it is None.
        elapsed: rating periods since the last one played (a fraction when rated live); None for a newcomer.
        birth_year: the year of birth, where rules ask for the age.
        attributes: what else a system asks of the player, by the names of :attr:`RatingSystem.attributes`.
        memory: what the system goes on from beside all this, as :func:`arpad.rate_game` leaves it: the
            columns of :attr:`RatingSystem.state_columns`, ``variance`` (points²) where the loops go on from
            the square of the deviation, ``last_played`` (ISO 8601, or a number). No part of a comparison.
    """

    value: float
    deviation: float | None = None
    volatility: float | None = None
    games: int = 0
    peak: float | None = None
    elapsed: float | None = None
    birth_year: int | None = None
    attributes: Mapping[str, float] = field(default_factory=dict, hash=False)
    memory: Mapping[str, float | str] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, columns: Mapping[str, float], **fields: Any) -> Rating:
        """Return a player's state as a rating: columns that it has no field for become attributes.

        Args:
            columns: the state's columns, ``rating`` among them.
            fields: fields that the columns do not tell.
        """
        own = {"rating", "deviation", "volatility", "games"}
        from_columns = {name: value for name, value in columns.items() if name in own - {"rating"}}
        if "games" in from_columns:
            from_columns["games"] = int(from_columns["games"])
        extra = {name: value for name, value in columns.items() if name not in own}
        attributes = {**fields.pop("attributes", {}), **extra}
        return cls(columns["rating"], **{**fields, **from_columns}, attributes=attributes)


@dataclass(frozen=True)
class Encounter:
    """One game as one of its players sees it.

    Args:
        opponent: the opponent's rating before it.
        score: own score in [0, 1].
        advantage: +1 with White or at home, −1 against it, 0 otherwise.
        weight: how much the game counts.
        handicap: the stones given to the opponent; negative for stones received.
        komi: points that White is given; None for the usual.
        margin: own points less the opponent's; None where the record has none.
        on: the day, which chooses the edition of the rules.
        kind: what kind of game the system sees in it (:meth:`RatingSystem.game_kinds`); 0 for none.
        event: the number of its event in the record; −1 for none.
        rest: the days since the player's last game; of a record with numbered time, the numbers.
        number: the number of its time, where the record has numbers for its times.
        swayed: by how many points the covariates of the game sway it to the player.
        facts: what a table prints of it (date, opponent's name, event…).
    """

    opponent: Rating
    score: float
    advantage: int = 0
    weight: float = 1.0
    margin: float | None = None
    on: date | None = None
    handicap: float = 0.0
    komi: float | None = None
    kind: int = 0
    event: int = -1
    rest: float = math.nan
    number: int | None = None
    swayed: float = 0.0
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def lead(self) -> float:
        """The margin; where there is none, the least with that result: 1, 0 or −1."""
        if self.margin is not None:
            return self.margin
        return float((self.score > 0.5) - (self.score < 0.5))


@dataclass(frozen=True)
class Meeting:
    """One contest of any number of sides, each of any number of players, as one of them sees it.

    Args:
        sides: per side the ratings of its players before it.
        places: per side its place, 1 for the best; sides that tie share a place.
        side: the own side.
        seat: the own seat in it.
        shares: per side and player how much of the contest the player took part in, in [0, 1].
        results: per side a continuous result, where the record has one.
        weight: how much the contest counts.
        on: the day.
        facts: what a table prints of it (date, names of the others, event…).
    """

    sides: tuple[tuple[Rating, ...], ...]
    places: tuple[int, ...]
    side: int = 0
    seat: int = 0
    shares: tuple[tuple[float, ...], ...] | None = None
    results: tuple[float, ...] | None = None
    weight: float = 1.0
    on: date | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, own: Rating, game: Encounter) -> Meeting:
        """Return a game of one against one as a meeting."""
        places = (1, 1) if game.score == 0.5 else ((1, 2) if game.score > 0.5 else (2, 1))
        results = None if game.margin is None else (game.margin, 0.0)
        facts = {**game.facts, "opponent_rating": game.opponent.value, "score": game.score}
        return cls(((own,), (game.opponent,)), places, 0, 0, None, results, game.weight, game.on, facts)


@dataclass(frozen=True)
class Update:
    """What one game, or one rating period, makes of a player's rating, with the calculation.

    Args:
        before: the rating at the last update before.
        after: the rating after it.
        explanation: its value is ``after.value − before.value``; its parts are the games.
    """

    before: Rating
    after: Rating
    explanation: Explanation


@dataclass(frozen=True)
class Prediction:
    """What a system expects of a game, before it.

    Args:
        expected: the expected score of the first side, in [0, 1].
        steps: the calculation.
        draw: the probability of a draw, at most 2 · min(expected, 1 − expected); None where the system is
            silent about draws (:attr:`arpad.ratings.result.Ratings.draws` then tells the record's).
    """

    expected: float
    steps: tuple[Step, ...] = field(default=(), repr=False)
    draw: float | None = None

    @property
    def win(self) -> float:
        """The probability that the first side wins; if the system is silent about draws, as if none were."""
        return max(0.0, self.expected - 0.5 * (self.draw or 0.0))

    @property
    def loss(self) -> float:
        """The probability that the second side wins; see :attr:`win`."""
        return max(0.0, 1.0 - self.expected - 0.5 * (self.draw or 0.0))
