"""Glicko: a rating r with a rating deviation RD, by rating period or live.

References:
    Glickman, M. E. (1999), Parameter estimation in large dynamic paired comparison experiments. *Applied
    Statistics* 48, 377–394. And his description of it for users, *The Glicko system* (glicko.pdf; 1995, last
    revised 2016), whose steps the functions name: step 1, the deviation at the start of a period; step 2, q,
    g, E, d², r' and RD'.

Departures and additions:
    * A player's first period starts with the deviation of a newcomer, or the one given; each later
      one adds c² for every period since the last with a game, so c² also between consecutive periods.
      Opponents count with their deviations so grown.
    * The paper advises not to let RD fall below about 30; ``min_deviation`` is 0 unless set, so that the
      equations hold as they stand.
    * 1/d² is computed, not d², which is infinite when no game tells anything; so 1 / (1/RD² + 1/d²) is
      RD² / (1 + RD²/d²).
    * What the functions take and return is RD², which all equations want.
    * ``advantage`` is added to r − r_j for the side that has White or plays at home, and taken from it for
      the other.
    * A game of weight w counts as w games; one of weight 0 as none.
    * Live, each game is a period of its own, and between two games c² is added for the time that went by,
      in periods and fractions of them. Without a length of the period no time goes by.

Units: ratings and deviations in points; c in points per square root of a rating period.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from arpad.compiled.specialising import kernel
from arpad.core import Step
from arpad.ratings.elo.curves import logistic
from arpad.ratings.glicko.loop import GlickoParts, PeriodEvidence
from arpad.ratings.model import Rating, Schedule
from arpad.ratings.parameters import parameter

if TYPE_CHECKING:
    pass


from arpad.ratings.glicko.family import GlickoFamily, difference, limited

SCALE = 400.0
"""The difference, in points, at odds of 10 to 1."""

Q = math.log(10.0) / SCALE
"""q = ln 10 / 400 = 0.0057565 (step 2)."""

WEAKENING = 3.0 * Q * Q / (math.pi * math.pi)


class GlickoNumbers(NamedTuple):
    """Glicko's parameters as the kernels take them; deviations squared."""

    c: float
    min_variance: float
    max_variance: float
    advantage: float
    inside: float


@kernel
def g(RD2: float) -> float:
    """Return g = 1 / √(1 + 3q² · RD² / π²) (step 2)."""
    return 1.0 / math.sqrt(1.0 + WEAKENING * RD2)


@kernel
def E(r: float, r_j: float, g_j: float, h: float) -> tuple[float, float]:  # noqa: N802 - the paper's letter
    """Return E = 1 / (1 + 10^(−g(RD_j) · (r − r_j + h) / 400)) and 1 − E (step 2)."""
    return logistic(g_j * (r - r_j + h), SCALE)


@kernel
def grown(p: GlickoNumbers, RD2: float, volatility: float, t: float) -> float:
    """Return RD² + c² · t, within its bounds (step 1)."""
    return max(p.min_variance, min(p.max_variance, RD2 + p.c * p.c * t))


@kernel
def variance_after(RD2: float, information: float) -> float:
    """Return 1 / (1/RD² + 1/d²), where 1/d² = q² · Σ g² · E · (1 − E) (step 2)."""
    return RD2 / (1.0 + RD2 * (Q * Q * information))


@kernel
def settle(
    p: GlickoNumbers, r: float, RD2: float, volatility: float, information: float, surprise: float
) -> tuple[float, float, float]:
    """Return r' = r + q / (1/RD² + 1/d²) · Σ g · (s − E) and RD'² = 1 / (1/RD² + 1/d²) (step 2)."""
    RD2_after = variance_after(RD2, information)
    bounded = max(p.min_variance, min(p.max_variance, RD2_after))
    return r + Q * RD2_after * surprise, bounded, volatility


@dataclass(frozen=True)
class Glicko(GlickoFamily):
    """Glickman's first system: how sure a rating is decides how far a game moves it."""

    name: ClassVar[str] = "glicko"
    title: ClassVar[str] = "Glicko"
    source: ClassVar[str] = "Glickman 1999, Applied Statistics 48; The Glicko system (2016)"
    columns: ClassVar[tuple[str, ...]] = ("rating", "deviation")
    cost: ClassVar[float] = 3.0

    initial: float = parameter(1500.0, "the rating of a newcomer", unit="points")
    deviation: float = parameter(350.0, "the deviation of a newcomer", unit="points", low=0.0)
    c: float = parameter(63.2, "how fast a deviation grows", unit="points per √period", low=0.0)
    min_deviation: float = parameter(0.0, "the floor of the deviation", unit="points", low=0.0)
    max_deviation: float = parameter(350.0, "the ceiling of the deviation", unit="points", low=0.0)
    advantage: float = parameter(0.0, "what White or the home side is worth", unit="points")

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial, deviation=self.deviation)

    def numbers(self, schedule: Schedule) -> GlickoNumbers:
        """Return the parameters as the kernels take them."""
        low, high = self.min_deviation**2.0, self.max_deviation**2.0
        return GlickoNumbers(float(self.c), low, high, float(self.advantage), 0.0)

    def parts(self) -> GlickoParts:
        """Return Glicko's parts."""
        return {"grown": grown, "damping": g, "expectation": E, "settle": settle}

    def gain(self, p: GlickoNumbers, evidence: PeriodEvidence) -> tuple[float, str, str]:
        """Return q / (1/RD² + 1/d²)."""
        variance = variance_after(evidence.variance, evidence.information)
        return Q * variance, "q / (1/RD² + 1/d²)", f"{Q:.7f} · {variance:.4f}"

    def growth_steps(self, before: Rating, evidence: PeriodEvidence, t: float) -> tuple[Step, ...]:
        """Return step 1."""
        formula = f"min(√(RD² + c² · t), {self.max_deviation:g})"
        working = f"min(√({before.deviation:.4f}² + {self.c:g}² · {t:g}), {self.max_deviation:g})"
        RD = math.sqrt(evidence.variance)
        return (Step("grown deviation", RD, formula, working, "Glicko, step 1", "points"),)

    def game_steps(self, own: float, opponent: float, RD_j: float, h: float) -> tuple[Step, Step]:
        """Return g and E."""
        g_j = g(RD_j * RD_j)
        expected, _ = E(own, opponent, g_j, h)
        letters, working = difference(own, opponent, h)
        return (
            Step(
                "g",
                g_j,
                "1 / √(1 + 3q² · RD² / π²)",
                f"1 / √(1 + 3 · {Q:.7f}² · {RD_j:.4f}² / π²)",
                "Glicko, step 2",
                digits=6,
            ),
            Step(
                "expected score",
                expected,
                f"1 / (1 + 10^(−g · ({letters}) / 400))",
                f"1 / (1 + 10^(−{g_j:.6f} · ({working}) / 400))",
                "Glicko, step 2",
                digits=6,
            ),
        )

    def settling_steps(self, p: GlickoNumbers, evidence: PeriodEvidence, after: Rating) -> tuple[Step, ...]:
        """Return d² and the new deviation."""
        information = Q * Q * evidence.information
        formula, working = "1 / (q² · Σ g² · E · (1 − E))", f"1 / ({Q:.7f}² · {evidence.information:.6f})"
        d2 = 1.0 / information if information > 0.0 else "infinite: the games tell nothing"
        RD_after = after.deviation or 0.0
        unbounded = math.sqrt(variance_after(evidence.variance, evidence.information))
        formula_RD = limited("√(1 / (1/RD² + 1/d²))", unbounded, RD_after)
        new = limited(f"√(1 / (1/{math.sqrt(evidence.variance):.4f}² + 1/d²))", unbounded, RD_after)
        return (
            Step("d²", d2, formula, working, "Glicko, step 2"),
            Step("new deviation", RD_after, formula_RD, new, "Glicko, step 2", "points"),
        )
