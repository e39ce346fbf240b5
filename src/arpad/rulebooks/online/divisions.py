"""Divisions: names over bands of ratings, as online games show them.

Units: ratings in points.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from arpad.core import BadInput


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
            BadInput: the text is not such a list, or the bounds do not rise.
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
            raise BadInput(
                f"the bounds of {text!r} are not in ascending order", remedy="Begin with the lowest division."
            )
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
        numbers: list[int] = []
        for rating in ratings:
            numbers.append(self.number(rating, numbers[-1] if numbers else None))
        return [self.names[number] for number in numbers]
