"""What a rating would become: hypothetical games against given opponents."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from arpad.core import BadInput, Explanation, round_half_away
from arpad.ratings.model import Encounter, Rating, Schedule
from arpad.ratings.ranges import check_number
from arpad.ratings.system import RatingSystem


@dataclass(frozen=True)
class Outcome:
    """What hypothetical games make of a rating.

    Args:
        after: the rating after them.
        total: the change before any rounding, in points.
        rounded: the change that the rating makes, in whole points, halves away from zero; where a system
            rounds every game, their sum.
        games: the calculation of each, in order.
        updates: the calculation of every update, of each game (live) or of the period, with its games.
    """

    after: Rating
    total: float
    rounded: float
    games: tuple[Explanation, ...]
    updates: tuple[Explanation, ...]


@dataclass(frozen=True)
class WhatIf:
    """The games as asked, and the same games all won and all lost."""

    asked: Outcome
    if_all_won: Outcome
    if_all_lost: Outcome


def what_if(
    system: RatingSystem, rating: Rating, encounters: Sequence[Encounter], schedule: Schedule | None = None
) -> WhatIf:
    """Return what these games would make of a rating, and what if all were won, or all lost.

    Args:
        system: the rating system.
        rating: the rating before these games.
        encounters: the games; opponents keep the ratings given, also when the schedule is live. Where results
            are a continuous quantity, the margin is the result.
        schedule: the system's own default if not given.

    Raises:
        BadInput: no game, a schedule that the system does not have, or a number that is none or outside its
            range.
    """
    chosen = schedule or system.schedules[0]
    if chosen not in system.schedules:
        raise BadInput(
            f"{system.name} has no schedule {chosen!r}", remedy=f"It has {', '.join(system.schedules)}."
        )
    if not encounters:
        raise BadInput("no game was given", remedy="Give some, such as 1613:1 1609:0.5.")

    _check(rating, encounters)
    system.check_supposed(encounters)

    def scored(score: float) -> list[Encounter]:
        if system.continuous:  # won by how much is not asked
            return [replace(game, score=score, margin=None) for game in encounters]
        sign = 1.0 if score > 0.5 else -1.0
        margins = [None if game.margin is None else sign * max(abs(game.margin), 1.0) for game in encounters]
        return [replace(game, score=score, margin=m) for game, m in zip(encounters, margins, strict=True)]

    return WhatIf(
        _play(system, rating, encounters, chosen),
        _play(system, rating, scored(1.0), chosen),
        _play(system, rating, scored(0.0), chosen),
    )


def _check(rating: Rating, encounters: Sequence[Encounter]) -> None:
    """Refuse what no rating and no game can have.

    Raises:
        BadInput: a number is not finite, or outside its range.
    """
    for subject, checked_rating in (
        ("the rating", rating),
        *(("an opponent's rating", game.opponent) for game in encounters),
    ):
        for name, value in (
            ("rating", checked_rating.value),
            ("deviation", checked_rating.deviation),
            ("volatility", checked_rating.volatility),
            ("peak", checked_rating.peak),
            ("games", checked_rating.games),
            ("elapsed", checked_rating.elapsed),
            ("birth_year", checked_rating.birth_year),
        ):
            if value is not None:
                check_number(value, name, subject)
    for number, game in enumerate(encounters, start=1):
        if not 0.0 <= game.score <= 1.0:
            raise BadInput(
                f"game {number}: the score {game.score} is out of range",
                remedy="Expected a score from 0 to 1.",
            )
        check_number(game.weight, "weight", f"game {number}")
        if game.margin is not None:
            check_number(game.margin, "result", f"game {number}")


def _play(system: RatingSystem, rating: Rating, games: Sequence[Encounter], schedule: Schedule) -> Outcome:
    rounds = [games] if schedule == "period" else [[game] for game in games]
    state = rating
    updates: list[Explanation] = []
    for unit in rounds:
        update = system.update(state, unit, schedule)
        updates.append(update.explanation)
        state = replace(update.after, elapsed=0.0)
    parts = tuple(part for update in updates for part in update.parts)
    total = math.fsum(part.value for part in parts)
    return Outcome(state, total, round_half_away(state.value - rating.value), parts, tuple(updates))
