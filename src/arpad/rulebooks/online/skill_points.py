"""Skill points: the sum of a player's best item scores, as rhythm games show it.

A player has one score per item (a song, at one level of difficulty): the best of the player's plays. The
skill points are the sum of the ``best`` highest of them. They can only rise, unless items are withdrawn. It
is not a rating: nobody plays against anybody, and no expected score follows from it.

How many items count (``best``, 30 is ours) and what an item is worth differ from game to game; give the
scores as the game does.

Units: the game's own points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from arpad.core import BadInput, Explanation, Step
from arpad.ratings.parameters import check, parameter
from arpad.record.players import Players


class Play(NamedTuple):
    """One play of an item: who, what, and the points that the game gave."""

    player: str
    item: str
    points: float


@dataclass(frozen=True)
class SkillPoints:
    """The list of skill points: no rating system, as no game has an expected score, but named as one is."""

    name: ClassVar[str] = "skill-points"
    title: ClassVar[str] = "Skill points (best items)"
    source: ClassVar[str] = "practice of rhythm games"
    status: ClassVar[str] = "unverified"
    notes: ClassVar[tuple[str, ...]] = (
        "The number of items that count, 30, is arpad's choice: games differ, also in what a score is worth.",
        "Nobody plays against anybody: rate and explain take it, odds and whatif do not.",
    )
    columns: ClassVar[tuple[str, ...]] = ("points",)

    best: float = parameter(30.0, "how many of a player's best item scores are summed", unit="items", low=1.0)

    def __post_init__(self) -> None:
        check(self)
        if self.best != int(self.best):
            raise BadInput(
                f"best = {self.best:g} is not a number of items", remedy="Expected a whole number."
            )

    def explain(self, player: str, plays: Sequence[Play]) -> Explanation:
        """Return a player's skill points with the items that make them, and in its facts those that do not.

        Raises:
            BadInput: the player has no play; the nearest names are suggested.
        """
        best = best_of_items(plays)
        Players(list(best)).index(player)
        items = best[player]
        explanation = skill_points(player, items, int(self.best))
        counted = {part.facts["item"] for part in explanation.parts}
        others = sorted(items.items(), key=lambda pair: (-pair[1], pair[0]))
        left = [{"item": item, "points": points} for item, points in others if item not in counted]
        facts = {"items": len(items), "counted": len(counted), "not_counted": left}
        return Explanation(
            explanation.label,
            explanation.value,
            explanation.steps,
            explanation.parts,
            True,
            explanation.unit,
            facts,
        )


def best_of_items(plays: Iterable[Play]) -> dict[str, dict[str, float]]:
    """Return per player and item the best points.

    Raises:
        BadInput: points are not a finite number that is 0 or more.
    """
    best: dict[str, dict[str, float]] = {}
    for play in plays:
        if not (math.isfinite(play.points) and play.points >= 0.0):
            raise BadInput(f"{play.points} is not a valid number of points ({play.player}, {play.item})")
        items = best.setdefault(play.player, {})
        items[play.item] = max(items.get(play.item, 0.0), play.points)
    return best


def skill_points(player: str, items: Mapping[str, float], best: int = 30) -> Explanation:
    """Return a player's skill points, with the items that make them, the best first.

    Args:
        player: the name.
        items: item → the player's best points for it.
        best: how many items count; a player with fewer has the sum of all.

    Raises:
        BadInput: ``best`` is below 1.
    """
    if best < 1:
        raise BadInput(f"the best {best} items cannot be summed", remedy="Give at least 1.")
    counted = sorted(items.items(), key=lambda pair: (-pair[1], pair[0]))[:best]
    parts = tuple(
        Explanation("item", points, (Step(item, points, unit="points"),), unit="points", facts={"item": item})
        for item, points in counted
    )
    total = math.fsum(points for _, points in counted)
    step = Step("skill points", total, f"sum of the best {best} of {len(items)} items", unit="points")
    return Explanation(player, total, (step,), parts, terms=True, unit="points")


def skill_list(plays: Iterable[Play], best: int = 30) -> list[tuple[int, str, float]]:
    """Return rank, player and skill points, the best first; equal points share the better rank."""
    totals = {p: skill_points(p, items, best).value for p, items in best_of_items(plays).items()}
    order = sorted(totals.items(), key=lambda pair: (-pair[1], pair[0]))
    ranked: list[tuple[int, str, float]] = []
    for at, (player, total) in enumerate(order, start=1):
        rank = ranked[-1][0] if ranked and ranked[-1][2] == total else at
        ranked.append((rank, player, total))
    return ranked
