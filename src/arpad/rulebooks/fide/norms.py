"""Title norms and titles by rating (FIDE Handbook, B.01, in force since 2024-01-01).

What is judged here: the number of games, the score, the opponents' average and the performance; the titles
and federations of the opponents in :mod:`arpad.rulebooks.fide.norm_opponents`. What an event's results do
not tell is not judged: the rounds a day, the time control, the arbiters.

Articles are numbered as the chapter B012024 of the handbook, by a norm calculator that follows it.

Decisions: the floor is for the one lowest rated opponent, and only if that opponent is below it; an unrated
opponent counts 1400 and may be that one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from arpad.core import BadInput, Step, counted
from arpad.rulebooks.fide.performance import SOURCE, Performance, average_rating, performance

UNRATED = 1400.0
"""What an opponent without a rating counts."""

LEAST_GAMES = 9
LEAST_SCORE = 0.35
GAMES_FOR_A_TITLE_BY_RATING = 30


@dataclass(frozen=True)
class Title:
    """What a title asks for.

    Args:
        name: its letters.
        performance: the least performance of a norm.
        average: the least average of the opponents.
        floor: what the lowest rated opponent counts at least.
        rating: the rating for the title.
        direct: the least rating for a title won directly at a championship.
    """

    name: str
    performance: int
    average: int
    floor: int
    rating: int
    direct: int


NORMS: dict[str, Title] = {
    title.name: title
    for title in (
        Title("GM", 2600, 2380, 2200, 2500, 2300),
        Title("IM", 2450, 2230, 2050, 2400, 2200),
        Title("WGM", 2400, 2180, 2000, 2300, 2100),
        Title("WIM", 2250, 2030, 1850, 2200, 2000),
    )
}
"""The titles that norms lead to."""

BY_RATING: dict[str, int] = {"FM": 2300, "CM": 2200, "WFM": 2100, "WCM": 2000}
"""The titles that a rating alone gives, once 30 games are rated."""


@dataclass(frozen=True)
class Condition:
    """One condition of a norm.

    Args:
        name: what it is about.
        holds: whether it holds.
        steps: its calculation.
        article: of B.01.
        summary: what was reached, and what is needed if that is more.
    """

    name: str
    holds: bool
    steps: tuple[Step, ...]
    article: str = ""
    summary: str = ""


@dataclass(frozen=True)
class Norm:
    """What games are worth towards a title.

    Args:
        title: the title.
        performance: the performance over the adjusted opponents.
        conditions: each condition that the games themselves decide.
    """

    title: Title
    performance: Performance
    conditions: tuple[Condition, ...]

    @property
    def is_norm(self) -> bool:
        """Whether every condition holds."""
        return all(condition.holds for condition in self.conditions)

    @property
    def failing(self) -> tuple[str, ...]:
        """The names of the conditions that do not hold."""
        return tuple(condition.name for condition in self.conditions if not condition.holds)


def adjusted(opponents: Sequence[float], title: Title) -> list[float]:
    """Return what the opponents count: the unrated (NaN) 1400, then the lowest one at least the floor."""
    counting = [UNRATED if math.isnan(rating) else float(rating) for rating in opponents]
    lowest = min(range(len(counting)), key=counting.__getitem__)
    counting[lowest] = max(counting[lowest], float(title.floor))
    return counting


def norm(opponents: Sequence[float], scores: Sequence[float], title: str) -> Norm:
    """Judge games as a norm.

    Args:
        opponents: their ratings, NaN for an unrated one.
        scores: the player's score against each.
        title: GM, IM, WGM or WIM.

    Raises:
        BadInput: there is no such norm, or no game.
    """
    letters = title.strip().upper()
    wanted = NORMS.get(letters)
    if letters in BY_RATING:
        raise BadInput(
            f"the title {letters} asks for no norm but for a rating of {BY_RATING[letters]}, "
            f"once {GAMES_FOR_A_TITLE_BY_RATING} games are rated",
            remedy=f"A rating list with titles tells who has it. Choose from {', '.join(NORMS)}.",
        )
    if wanted is None:
        raise BadInput(f"there is no {title} norm", remedy=f"Choose from {', '.join(NORMS)}.")
    if not opponents:
        raise BadInput("no game was given", remedy="Give some, such as 2380:1 2433:0.5.")
    counting = adjusted(opponents, wanted)
    achieved = performance(counting, scores)
    n, points = len(opponents), math.fsum(scores)
    steps = [
        _adjustment_step(rating, use)
        for rating, use in zip(opponents, counting, strict=True)
        if rating != use
    ]
    average = average_rating(counting)
    ra, *others = achieved.steps
    limits = (
        Step("least games", LEAST_GAMES, source=SOURCE, digits=0),
        Step("least score", LEAST_SCORE, source=SOURCE, digits=2),
        Step("least average", wanted.average, source=SOURCE, unit="points", digits=0),
        Step("least performance", wanted.performance, source=SOURCE, unit="points", digits=0),
    )
    share = Step("score", points / n, working=f"{points:g} / {n}", source=SOURCE)
    enough = Step("games", n, source=SOURCE, digits=0)
    scored = f"score {points:g} of {n}, 35 % needed"
    mean = f"average {average}, {wanted.average} needed"
    performed = f"performance {achieved.rating}, {wanted.performance} needed"
    return Norm(
        wanted,
        achieved,
        (
            Condition(
                "games", n >= LEAST_GAMES, (enough, limits[0]), "1.4.1", f"{counted(n, 'game')}, 9 needed"
            ),
            Condition("score", points >= LEAST_SCORE * n, (share, limits[1]), "1.4.8", scored),
            Condition("average", average >= wanted.average, (*steps, ra, limits[2]), "1.4.9", mean),
            Condition(
                "performance", achieved.rating >= wanted.performance, (*others, limits[3]), "1.4.9", performed
            ),
        ),
    )


def _adjustment_step(rating: float, use: float) -> Step:
    """Return why an opponent does not count with the opponent's rating."""
    if math.isnan(rating) and use == UNRATED:
        return Step("unrated opponent", use, "counts 1400", source=SOURCE, unit="points", digits=0)
    label = "unrated" if math.isnan(rating) else f"{rating:.10g}"
    return Step(
        "lowest opponent", use, f"{label} raised to the floor", source=SOURCE, unit="points", digits=0
    )


def titles_by_rating(highest: float, games: int) -> tuple[str, ...]:
    """Return the titles that a rating alone gives.

    Args:
        highest: the highest rating reached, also between lists.
        games: rated games so far.
    """
    if games < GAMES_FOR_A_TITLE_BY_RATING:
        return ()
    return tuple(title for title, least in BY_RATING.items() if highest >= least)
