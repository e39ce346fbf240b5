"""Korean Baduk: a win pays (1 − E) · 14, a loss costs E · 14 less 0.8, a list rounds their sum.

References:
    Bae Taeil, appendix on the calculation of rating changes; official for the professionals of the Korea
    Baduk Association since January 2009.

Decided here, where the appendix says nothing:
    * Beyond the table's last entry (a difference of 997.5 and more) the formula holds.
    * A draw pays no alpha: only a game that was lost outright does.
    * The sum of a list is rounded with halves away from zero. Live, nothing is rounded.
    * A newcomer enters at 9000, unless the players' ratings are given.
    * The weights of events are not known to us: the record's own weights count, 1 where it has none.

Misprints of its worked example: a difference of 468 between 8900 and 8532 that is 368; −5.30 for a loss that
costs 7.096 (1 − .564 was taken for .564); hence the totals +2.88 and −24, which are +1.796 and −24.604.

Units: ratings in points; 800 points are odds of 10 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.core import BadInput, Step
from arpad.core.interface import setting
from arpad.ratings.elo.family import EloFamily
from arpad.ratings.elo.loop import EloParts, to_whole
from arpad.ratings.game_context import GameContext
from arpad.ratings.model import Rating, Schedule
from arpad.ratings.parameters import parameter
from arpad.rulebooks.kbaduk.expectation import REACH, SCALE, STEP, TABLE, by_formula, by_table, nearest_entry

SOURCE = "Bae Taeil, appendix"


class BadukNumbers(NamedTuple):
    """The parameters as the kernels take them."""

    k: float
    alpha: float
    scale: float
    advantage: float
    table: NDArray[np.float64]


@kernel
def expectations_by_formula(
    p: BadukNumbers, edition: int, own: float, opponent: float, advantage: float
) -> tuple[float, float]:
    """Return both winning expectancies by the formula."""
    return by_formula(own - opponent, p.scale)


@kernel
def expectations_by_table(
    p: BadukNumbers, edition: int, own: float, opponent: float, advantage: float
) -> tuple[float, float]:
    """Return both winning expectancies by the table."""
    return by_table(p.table, own - opponent, p.scale)


@kernel
def k_factor(p: BadukNumbers, game: GameContext, n: float) -> float:
    """Return k, the same for all."""
    return p.k


@kernel
def alpha_for_loss(p: BadukNumbers, score: float) -> float:
    """Return alpha for a game lost, whatever its weight above 0; nothing for any other."""
    return p.alpha if score == 0.0 else 0.0


@kernel
def publish(p: BadukNumbers, rating: float, change: float, n: float) -> float:
    """Return the rating on the next list: the sum of the changes is rounded to a whole number."""
    return rating + to_whole(change)


@dataclass(frozen=True)
class KoreanBaduk(EloFamily):
    """The rating of Korea's Go professionals."""

    name: ClassVar[str] = "kbaduk"
    title: ClassVar[str] = "Korean Baduk"
    source: ClassVar[str] = "Bae Taeil; Korea Baduk Association, official since January 2009"
    schedules: ClassVar[tuple[Schedule, ...]] = ("period", "live")
    notes: ClassVar[tuple[str, ...]] = (
        "The published weights of events are not available: give them in the record's weight column.",
        "The rating of a newcomer (9000) is arpad's choice; the source gives none.",
        "Beyond a difference of 997 points the table ends, and the formula holds.",
    )

    expectation: str = parameter(
        "formula", "the winning expectancy: exact, or the table's nearest entry", choices=("formula", "table")
    )
    k: float = parameter(14.0, "how far one game moves a rating", unit="points", low=0.0)
    alpha: float = parameter(0.8, "what a lost game pays, against deflation", unit="points")
    scale: float = parameter(SCALE, "the difference at odds of 10 to 1", unit="points", low=1e-9)
    initial: float = parameter(9000.0, "the rating of a newcomer", unit="points")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.expectation == "table" and self.scale != SCALE:
            raise BadInput(
                f"the table of kbaduk holds for a scale of {SCALE:g}, not {self.scale:g}",
                remedy=f"Leave the scale alone, or take {setting('expectation=formula')}.",
            )

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial)

    def parts(self) -> EloParts:
        """Return the expectancy, k, alpha and the rounding of a list."""
        by_entry = self.expectation == "table"
        return {
            "expectations": expectations_by_table if by_entry else expectations_by_formula,
            "k_factor": k_factor,
            "bonus": alpha_for_loss,
            "publish": publish,
        }

    def numbers(self) -> BadukNumbers:
        """Return the parameters as the kernels take them."""
        return BadukNumbers(float(self.k), float(self.alpha), float(self.scale), 0.0, np.array(TABLE))

    def expectation_steps(
        self, own: float, opponent: float, advantage: int, edition: int, expected: float
    ) -> tuple[Step, ...]:
        """Return the difference, the table's entry if it is used, and the winning expectancy."""
        d = own - opponent
        first = Step("difference", d, "D = Ra − Rb", f"{own:.10g} − {opponent:.10g}", unit="points")
        if self.expectation == "formula" or abs(d) >= REACH:
            letters = f"1 / (1 + 10^(−D / {self.scale:g}))"
            working = f"1 / (1 + 10^({-d:.10g} / {self.scale:g}))"
            return first, Step("expected score", expected, letters, working, SOURCE, digits=6)
        entry = nearest_entry(d)
        nearest = Step("nearest entry", float(entry * STEP), source=SOURCE, unit="points", digits=0)
        letters, working = f"E({entry * STEP})", ""
        if d < 0.0:
            letters, working = f"1 − {letters}", f"1 − {TABLE[entry]:.3f}"
        return first, nearest, Step("expected score", expected, letters, working, SOURCE, digits=3)

    def k_step(self, k: float, before: Rating, age: float, n: int, edition: int) -> Step:
        """Return k."""
        return Step("K-factor", k, source=SOURCE, digits=2)

    def rounding_step(self, before: float, after: float, exact: float) -> Step:
        """Return the rounding of a list's sum."""
        return Step(
            "rounded", after - before, "to the nearest whole number", f"{exact:+.4f}", SOURCE, "points", 0
        )
