"""The K-factor, constant or by a rule over rating, peak, games and age."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.core import BadInput

QUANTITIES = ("rating", "peak", "games", "age")
"""What a condition may speak of: the rating before the game (in a period: the list's), the highest rating so
far, the rated games before, and the year of the game less the year of birth."""

_CONDITION = r"(rating|peak|games|age)\s*(<=|>=|<|>)\s*(-?\d+(?:\.\d+)?)"


@dataclass(frozen=True)
class KRule:
    """K by the first row whose conditions all hold.

    Args:
        text: the rule as written, such as ``40 if games<30; 20 if peak<2400; 10``.
        rows: per row K, then for rating, peak, games and age the bounds [at least, below).
    """

    text: str
    rows: tuple[tuple[float, ...], ...]

    @classmethod
    def parse(cls, text: str) -> KRule:
        """Read a rule: rows apart by ``;``, each a K, then ``if`` and conditions joined by ``and``.

        A quantity that is unknown (no year of birth) fulfils no condition on it. The last row has none.

        Raises:
            BadInput: the text is not such a rule.
        """
        rows = tuple(_row(part.strip(), text) for part in text.split(";") if part.strip())
        if not rows or any(math.isfinite(bound) for bound in rows[-1][1:]):
            raise BadInput(
                f"the K rule {text!r} does not say what K is for everyone else",
                remedy="End it with a K without a condition: 40 if games<30; 20 if rating<2400; 10.",
            )
        for before, row in enumerate(rows[:-1], 1):
            if not any(math.isfinite(bound) for bound in row[1:]):
                raise BadInput(
                    f"row {before} of the K rule {text!r} holds for everyone, and those after it for nobody",
                    remedy="Give every row but the last a condition.",
                )
        return cls(text, rows)

    def table(self) -> NDArray[np.float64]:
        """Return the rows as float64, rows × 9."""
        return np.array(self.rows)

    @property
    def constant(self) -> float | None:
        """K where it is the same for all; None where it is not."""
        return self.rows[0][0] if len(self.rows) == 1 else None

    def needs(self, quantity: str) -> bool:
        """Tell whether a condition speaks of a quantity."""
        at = 1 + 2 * QUANTITIES.index(quantity)
        return any(math.isfinite(row[at]) or math.isfinite(row[at + 1]) for row in self.rows)

    def __str__(self) -> str:
        return self.text


def _row(part: str, whole: str) -> tuple[float, ...]:
    number, _, conditions = part.partition(" if ")
    bounds = [-math.inf, math.inf] * len(QUANTITIES)
    try:
        k = float(number)
    except ValueError:
        k = math.nan
    if not (math.isfinite(k) and k >= 0.0):
        raise BadInput(f"{number!r} is not a K-factor in {whole!r}", remedy="Expected a number such as 20.")
    for condition in filter(None, (c.strip() for c in conditions.split(" and "))):
        match = re.fullmatch(_CONDITION, condition)
        if match is None:
            raise BadInput(
                f"{condition!r} is not a condition of a K rule",
                remedy=f"Expected one of {', '.join(QUANTITIES)} with <, <=, > or >= and a number.",
            )
        quantity, relation, limit = match[1], match[2], float(match[3])
        at = 2 * QUANTITIES.index(quantity)
        if relation in ("<=", ">"):
            limit = math.nextafter(limit, math.inf)
        side = 1 if relation.startswith("<") else 0
        bounds[at + side] = min(bounds[at + 1], limit) if side else max(bounds[at], limit)
    return (k, *bounds)


@kernel
def k_by_rule(rows: Any, rating: float, peak: float, games: float, age: float) -> float:
    """Return the K of the first row that holds; ``age`` is NaN where unknown."""
    return float(rows[row_that_holds(rows, 0, rows.shape[0], rating, peak, games, age), 0])


@kernel
def row_that_holds(
    rows: Any, start: int, end: int, rating: float, peak: float, games: float, age: float
) -> int:
    """Return which of the rows from ``start`` holds first; the last, before ``end``, holds for everyone."""
    last = end - 1
    for i in range(start, last):
        holds = True
        for j in range(4):
            value = rating if j == 0 else (peak if j == 1 else (games if j == 2 else age))
            low = rows[i, 1 + 2 * j]
            high = rows[i, 2 + 2 * j]
            if not (value >= low and value < high) and (low > -math.inf or high < math.inf):
                holds = False
        if holds:
            return i
    return last
