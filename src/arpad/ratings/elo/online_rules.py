"""Tiers of online games: factors by band, bonuses for runs of wins, floors that rise, names of divisions.

None of it follows from a model of results; games publish it as their rules, or show it. Gains and losses that
differ create or destroy points, and a run's bonus creates them.

Units: ratings in points.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from arpad.compiled.specialising import kernel
from arpad.core import BadInput
from arpad.ratings.elo.kfactor import KRule, k_by_rule


def factors(text: str, what: str) -> KRule:
    """Read factors by band, such as ``1.2 if rating<1200; 0.8 if rating>=2000; 1``.

    Raises:
        BadInput: it is no such rule, or asks for more than the rating.
    """
    rule = KRule.parse(text)
    if any(rule.needs(quantity) for quantity in ("peak", "games", "age")):
        raise BadInput(f"{what} {text!r} may ask for the rating only", remedy="Write 1.2 if rating<1200; 1.")
    return rule


@kernel
def by_tier(p: Any, kind: int, rating: float, surprise: float) -> float:
    """Return a surprise times the factor of gains, or of losses, in the band of the own rating."""
    if surprise > 0.0:
        return surprise * k_by_rule(p.gains, rating, rating, 0.0, math.nan)
    return surprise * k_by_rule(p.losses, rating, rating, 0.0, math.nan)


@kernel
def streak_after(streak: float, score: float) -> float:
    """Return the wins in a row (below 0: the losses) after a game; a draw ends either."""
    if score == 1.0:
        return max(streak, 0.0) + 1.0
    if score == 0.0:
        return min(streak, 0.0) - 1.0
    return 0.0


@kernel
def run_bonus(p: Any, streak: float, score: float) -> float:
    """Return what a win pays that is at least the ``streak_from``-th in a row, after ``streak`` of them."""
    paid: float = p.streak if score == 1.0 and max(streak, 0.0) + 1.0 >= p.streak_from else 0.0
    return paid


@kernel
def run(p: Any, player: int, score: float, memory: Any) -> float:
    """Return what a game pays for a run of wins, and count it."""
    streak = memory.streak[player]
    memory.streak[player] = streak_after(streak, score)
    return run_bonus(p, streak, score)


@kernel
def not_far_below_peak(p: Any, peak: float, before: float, rating: float) -> float:
    """Return a rating after a game, held at ``peak_floor`` points below the peak.

    A rating that already was below the floor (a season's return to the mean) is not lifted, and cannot fall.
    """
    floor: float = min(before, peak - p.peak_floor)
    return max(rating, floor)


@dataclass(frozen=True)
class Divisions:
    """Names over bands of ratings.

    Args:
        names: from the lowest to the highest.
        bounds: the least rating of each but the lowest, rising.
        buffer: how far below the bound a rating may fall before the player is moved down.
    """

    names: tuple[str, ...]
    bounds: tuple[float, ...]
    buffer: float = 0.0

    @classmethod
    def parse(cls, text: str, buffer: float = 0.0) -> Divisions:
        """Read ``Bronze; Silver 1200; Gold 1500``: names with the rating from which they hold.

        Raises:
            BadInput: the text is no such list, or the bounds do not rise.
        """
        names, bounds = [], []
        for i, part in enumerate(part.strip() for part in text.split(";") if part.strip()):
            name, _, bound = part.rpartition(" ") if i else (part, "", "")
            try:
                bounds += [float(bound)] if i else []
            except ValueError:
                name = ""
            if not name.strip():
                raise BadInput(
                    f"{part!r} is not a valid division", remedy="Write Bronze; Silver 1200; Gold 1500."
                )
            names.append(name.strip())
        if not names or not all(map(math.isfinite, bounds)) or sorted(set(bounds)) != bounds:
            raise BadInput(f"the bounds of {text!r} do not rise", remedy="Begin with the lowest division.")
        if not (math.isfinite(buffer) and buffer >= 0.0):
            raise BadInput(f"a buffer of {buffer} is not valid", remedy="Give points that are 0 or more.")
        return cls(tuple(names), tuple(bounds), buffer)

    def __str__(self) -> str:
        """Return what :meth:`parse` reads; the buffer is not part of it."""
        bounds = [f" {bound:g}" if float(f"{bound:g}") == bound else f" {bound!r}" for bound in self.bounds]
        return "; ".join(name + bound for name, bound in zip(self.names, ["", *bounds], strict=True))

    def number(self, rating: float, before: int | None = None) -> int:
        """Return the number of a rating's division, 0 the lowest.

        Args:
            rating: in points.
            before: the division so far, which the buffer protects; None for a newcomer.
        """
        plain = bisect_right(self.bounds, rating)
        if before is None or plain >= before:
            return plain
        return max(plain, min(before, bisect_right(self.bounds, rating + self.buffer)))

    def of(self, rating: float, before: str | None = None) -> str:
        """Return the name of a rating's division; ``before`` names the one so far."""
        return self.names[self.number(rating, None if before is None else self.names.index(before))]

    def along(self, ratings: Iterable[float]) -> list[str]:
        """Return the division after each of a player's ratings, in order of time."""
        found: list[int] = []
        for rating in ratings:
            found.append(self.number(rating, found[-1] if found else None))
        return [self.names[number] for number in found]
