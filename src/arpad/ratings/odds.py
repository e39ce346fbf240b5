"""The odds of a game before it: what a system expects of each side, and what each result would change.

Nothing here knows a record; :mod:`arpad.ratings.fixture_odds` asks for players and fixtures by name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any, TypeAlias

from arpad.core import ArpadError, BadInput, Step
from arpad.ratings.model import Encounter, Prediction, Rating, Schedule
from arpad.ratings.system import RatingSystem

RESULTS = (("win", 1.0), ("draw", 0.5), ("loss", 0.0))
"""The results of a game as one side sees them, with its score."""

CLOSE = 1e-9
"""Two expected scores that miss 1 by no more are 1 together; a change that misses another, the same."""

Drawn: TypeAlias = Callable[[Prediction], Prediction]
"""Adds the probability of a draw to a prediction."""

GameOfSide: TypeAlias = Callable[[int, float], Encounter]
"""Side (0 or 1) and score of that side -> the game as that side sees it."""


@dataclass(frozen=True)
class SideOdds:
    """What is expected of one side, and what it can win and lose.

    Args:
        rating: the rating before the game.
        expected: the expected score, in [0, 1].
        chances: the probability of ``win``, ``draw`` and ``loss``; None where nobody knows how many games
            are drawn.
        changes: the change of the rating for each of them, in points, before it is rounded; None where the
            system gives none.
        rounded: the same as the system rounds it; None where it does not round.
    """

    rating: Rating
    expected: float
    chances: Mapping[str, float] | None = None
    changes: Mapping[str, float] | None = None
    rounded: Mapping[str, float] | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON; the changes by their results, beside the others."""
        values: dict[str, Any] = {"rating": self.rating.value, "expected": self.expected}
        values |= self.changes or {}
        if self.rounded is not None:
            values["rounded"] = dict(self.rounded)
        if self.chances is not None:
            values["chances"] = dict(self.chances)
        return values


@dataclass(frozen=True)
class Odds:
    """What a system expects of a game.

    Args:
        first: the first side.
        second: the second side.
        steps: the calculation; of both sides where they calculate with different differences.
        mirrored: whether the two expected scores sum to 1. FIDE's limit of 400 points has an exception for
            one of the two sides only (B.02, 8.3.1).
        better: the probability that the first side's strength is above the second's; None where the system
            has no deviations.
        lacking: why there are no changes, where the rules ask for something of the game that nobody gave.
    """

    first: SideOdds
    second: SideOdds
    steps: tuple[Step, ...] = ()
    mirrored: bool = True
    better: float | None = None
    lacking: ArpadError | None = None

    @property
    def sides(self) -> tuple[SideOdds, SideOdds]:
        """Both sides."""
        return self.first, self.second


def odds(
    system: RatingSystem,
    first: Rating,
    second: Rating,
    *,
    advantage: int = 0,
    on: date | None = None,
    draws: Drawn | None = None,
    schedule: Schedule | None = None,
    game_of_side: GameOfSide | None = None,
    changes: bool = True,
) -> Odds:
    """Return what a system expects of a game of two players, and what each result would change.

    Args:
        system: the rating system.
        first: the first player's rating on the day of the game.
        second: the second's.
        advantage: +1 if the first has White or plays at home, −1 if the second has.
        on: the day, which chooses the edition of the rules.
        draws: adds the draws to a prediction, where the system is silent about them.
        schedule: by which of its rules the system updates; its default if not given.
        game_of_side: the game as a side sees it, where more is known of it than advantage and day.
        changes: whether the changes are asked for.
    """
    predictions = system.predict(first, second, advantage, on), system.predict(second, first, -advantage, on)
    if draws is not None:
        predictions = draws(predictions[0]), draws(predictions[1])
    mirrored = abs(predictions[0].expected + predictions[1].expected - 1.0) < CLOSE
    ratings = (first, second)

    def plain(side: int, score: float) -> Encounter:
        return Encounter(ratings[1 - side], score, advantage if side == 0 else -advantage, on=on)

    game = game_of_side or plain
    lacking = lacks(system, game(0, 0.5)) if changes else None
    shares = (predictions[0].expected, 1.0 - predictions[0].expected if mirrored else predictions[1].expected)
    sides = []
    for side in (0, 1):
        side_odds = SideOdds(ratings[side], shares[side], _chances(predictions, side, mirrored=mirrored))
        if changes and lacking is None:
            exact, rounded = stakes(system, ratings[side], partial(game, side), schedule)
            side_odds = replace(side_odds, changes=exact, rounded=rounded)
        sides.append(side_odds)
    steps = predictions[0].steps if mirrored else (*predictions[0].steps, *predictions[1].steps)
    return Odds(sides[0], sides[1], tuple(steps), mirrored, _better(system, first, second), lacking)


def odds_of_prediction(
    prediction: Prediction, first: Rating, second: Rating, draws: Drawn | None, better: float | None
) -> Odds:
    """Return odds from what is expected of the first side; the second expects the rest."""
    with_draws = prediction if draws is None else draws(prediction)
    shares = (with_draws.expected, 1.0 - with_draws.expected)
    sides = [
        SideOdds(rating, share, _chances((with_draws, with_draws), side, mirrored=True))
        for side, (rating, share) in enumerate(zip((first, second), shares, strict=True))
    ]
    return Odds(sides[0], sides[1], with_draws.steps, better=better)


def _chances(
    predictions: tuple[Prediction, Prediction], side: int, *, mirrored: bool
) -> dict[str, float] | None:
    """Return what each result of a side is likely to be; None where the draws are not known."""
    own = predictions[0] if mirrored else predictions[side]
    if own.draw is None:
        return None
    values = (own.win, own.draw, own.loss)
    if side and mirrored:
        values = values[::-1]
    return dict(zip((result for result, _ in RESULTS), values, strict=True))


def lacks(system: RatingSystem, game: Encounter) -> BadInput | None:
    """Return what the system would have to know of a game before it can tell points; None if nothing."""
    try:
        system.check_supposed([game])
    except BadInput as problem:
        return problem
    return None


def stakes(
    system: RatingSystem, own: Rating, game: Callable[[float], Encounter], schedule: Schedule | None = None
) -> tuple[dict[str, float], dict[str, float] | None]:
    """Return the change for every result, and the same as the system rounds it, if it does.

    Args:
        system: the rating system.
        own: the rating after the player's last game.
        game: score -> the game as the player sees it.
        schedule: by which of its rules the system updates; its default if not given.
    """
    exact: dict[str, float] = {}
    settled: dict[str, float] = {}
    for result, score in RESULTS:
        explanation = system.update(own, [game(score)], schedule or system.schedules[0]).explanation
        exact[result] = math.fsum(part.value for part in explanation.parts)
        settled[result] = explanation.value
    rounds = any(abs(exact[result] - settled[result]) > CLOSE for result in exact)
    return exact, settled if rounds else None


def _better(system: RatingSystem, first: Rating, second: Rating) -> float | None:
    """Return the probability that the first strength is above the second; None without both deviations."""
    if "deviation" not in system.columns or first.deviation is None or second.deviation is None:
        return None
    from arpad.ratings.comparisons import better

    return better(first.value, first.deviation, second.value, second.deviation)
