"""Glicko-2: Glicko with a volatility σ, how much a player's strength itself moves; by rating period or live.

References:
    Glickman, M. E. (2001), Dynamic paired comparison models with stochastic variances. *Journal of Applied
    Statistics* 28, 673–689. And his *Example of the Glicko-2 system* (glicko2.pdf; revised 2013 and 2022),
    whose steps the functions name: step 2, the scale; 3, g, E and v; 4, Δ; 5, the volatility by the Illinois
    iteration; 6, φ*; 7, φ' and μ'; 8, back to points.

Departures and additions:
    * 1/v and Σ g · (s − E) = Δ/v are summed, not v and Δ, which are infinite when no game tells anything. f
      is the paper's with numerator and denominator multiplied by 1/v²; φ' is √(φ*² / (1 + φ*²/v)).
    * Only differences of μ count, so that 1500 is not taken away first: μ − μ_j = (r − r_j) / 173.7178.
    * A player's first period starts with the deviation of a newcomer, or the one given. A later one
      first adds σ² for every period without a game (opponents count with their deviations so grown), then
      σ'² in step 6.
    * σ' is looked for by Chebyshev's method first, which needs f' and f'' and as a rule one step; where that
      does not stay within τ of a, by the paper's iteration, which ends where the line through its last two
      points meets 0, not at one of them: ten digits more for nothing. With τ of 2 and more f may have several
      roots: this is the one next to a.
    * The deviation in points is kept between ``min_deviation`` and ``max_deviation``; the paper has neither.
    * The iteration starts between a and the nearest a ± kτ at which f has the other sign; the paper does so
      downwards only and upwards takes ln(Δ² − φ² − v), which overflows when somebody wins at E = 10^−200 and
      encloses further roots at a volatility of 5 and more. σ' is at most 10, or ``max_volatility``.
    * ``advantage`` is added to r − r_j for the side that has White or plays at home, and taken from it for
      the other: the whole difference that it makes. (Lichess adds half of its 11.78 to one side and takes
      half from the other, which is the same as advantage = 11.782457.)
    * A game of weight w counts as w games; one of weight 0 as none.
    * Live, as Lichess does it: φ grows to √(φ² + t · σ²) over the t periods since the last game, a fraction;
      the game itself adds nothing (φ* = φ). Without a length of the period no time goes by.

Units: ratings and deviations in points; μ, φ, σ and Δ in units of 173.7178 points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from arpad.compiled.specialising import kernel
from arpad.core import Step
from arpad.ratings.glicko.family import GlickoFamily, difference, limited
from arpad.ratings.glicko.loop import GlickoParts, PeriodEvidence
from arpad.ratings.model import Rating, Schedule
from arpad.ratings.parameters import parameter

SCALE = 173.7178
"""Points per unit of μ and φ (step 2): 400 / ln 10, as the paper rounds it."""

UNIT = 1.0 / SCALE
"""One point in units of μ and φ."""

EPSILON = 1e-6
"""How near to its root ln σ² is found by the paper's iteration (step 5.1), before the last line."""

LEFT = 1e-12
"""What Chebyshev's method may leave of ln σ²: ratio · (1 + ratio) · |step|³, ratio = most |f''| / |f'|."""

CHEBYSHEV = 4
"""How many of its steps are tried; one or two are the rule."""

ITERATIONS = 100
"""When the search for the volatility gives up; it takes three to ten."""

HIGHEST = 10.0
"""The highest volatility that is sought: 1737 points per rating period."""


class Glicko2Numbers(NamedTuple):
    """Glicko-2's parameters as the kernels take them; deviations squared, in points."""

    tau: float
    e_tau: float
    min_variance: float
    max_variance: float
    max_volatility: float
    advantage: float
    inside: float


@kernel
def g(phi2: float) -> float:
    """Return g = 1 / √(1 + 3φ² / π²) (step 3)."""
    return 1.0 / math.sqrt(1.0 + (3.0 / (math.pi * math.pi)) * phi2)


@kernel
def g_of_points(RD2: float) -> float:
    """Return g of a deviation in points."""
    return g(RD2 * (UNIT * UNIT))


@kernel
def E(r: float, r_j: float, g_j: float, h: float) -> tuple[float, float]:  # noqa: N802 - the paper's letter
    """Return E = 1 / (1 + exp(−g(φ_j) · (μ − μ_j + h))) and 1 − E (step 3), all but g in points.

    Each keeps its digits, nothing overflows, and no branch asks who is the stronger: it would be foreseen
    wrongly every other time.
    """
    odds = math.exp(min(g_j * ((r_j - r - h) * UNIT), 700.0))
    expected = 1.0 / (1.0 + odds)
    return expected, odds * expected


@kernel
def grown(p: Glicko2Numbers, RD2: float, sigma: float, t: float) -> float:
    """Return φ² + t · σ² in points, within its bounds (step 6 for periods without games)."""
    return max(p.min_variance, min(p.max_variance, RD2 + SCALE * SCALE * (t * (sigma * sigma))))


@kernel
def f(
    x: float, e_x: float, phi2: float, information: float, surprise: float, tau: float
) -> tuple[float, float, float, float]:
    """Return f = e^x (Δ² − φ² − v − e^x) / (2 (φ² + v + e^x)²) − (x − a) / τ² (step 5.1), f' and f''.

    They are computed from 1/v and Δ/v; ``x`` is counted from a, ``e_x`` is the paper's e^x. The fourth number
    is one that neither the second nor the third derivative exceeds.
    """
    share = 1.0 / (1.0 + information * (phi2 + e_x))  # v / (φ² + v + e^x)
    q = information * e_x * share
    up = 0.5 * e_x * (surprise * share) * (surprise * share)
    down = 0.5 * q
    rigid = 1.0 / (tau * tau)
    return (
        up - down - x * rigid,
        up * (1.0 - 2.0 * q) - down * (1.0 - q) - rigid,
        up * (1.0 - 6.0 * q * (1.0 - q)) - down * (1.0 - q) * (1.0 - 2.0 * q),
        up + down,
    )


@kernel
def volatility_after(
    p: Glicko2Numbers, phi2: float, sigma: float, information: float, surprise: float
) -> tuple[float, int]:
    """Return σ' (step 5), and how many iterations it took: Chebyshev's from a, else the paper's.

    f is all but straight where results are near what was expected, so that one step of Chebyshev's method
    (Newton's, with f'' for the curvature) is there. Where it leaves a ± τ or meets a slope that rises, the
    paper's bracket holds.
    """
    x = 0.0
    root = 1.0  # e^(x / 2)
    for steps in range(1, CHEBYSHEV + 1):
        height, slope, bend, most = f(x, sigma * sigma * (root * root), phi2, information, surprise, p.tau)
        if height == 0.0 and steps == 1:
            return sigma, 0
        if not slope < 0.0:
            break
        inverse = 1.0 / slope
        step = -height * inverse
        step -= 0.5 * bend * inverse * (step * step)
        x += step
        if not abs(x) < p.tau:
            break
        root = math.exp(0.5 * x)
        ratio = -most * inverse
        if ratio * (1.0 + ratio) * abs(step * step * step) <= LEFT:
            return min(p.max_volatility, sigma * root), steps
    return bracketed(p, phi2, sigma, information, surprise)


@kernel
def bracketed(
    p: Glicko2Numbers, phi2: float, sigma: float, information: float, surprise: float
) -> tuple[float, int]:
    """Return σ' by the Illinois iteration within a bracket (steps 5.2 to 5.5), and its iterations."""
    e_a = sigma * sigma
    A = 0.0
    f_A, _, _, _ = f(A, e_a, phi2, information, surprise, p.tau)
    if f_A == 0.0:
        return sigma, 0
    up = f_A > 0.0
    B = A
    e_B = e_a
    f_B = f_A
    while f_A * f_B > 0.0:
        if up and e_B > p.max_volatility * p.max_volatility:
            return p.max_volatility, 0
        B = B + p.tau if up else B - p.tau
        e_B = e_B * p.e_tau if up else e_B / p.e_tau
        f_B, _, _, _ = f(B, e_B, phi2, information, surprise, p.tau)
    iterations = 0
    while abs(B - A) > EPSILON and iterations < ITERATIONS:
        C = A + (A - B) * f_A / (f_B - f_A)
        if C == B:
            break
        f_C, _, _, _ = f(C, e_a * math.exp(C), phi2, information, surprise, p.tau)
        if f_C * f_B <= 0.0:
            A = B
            f_A = f_B
        else:
            f_A *= 0.5
        B = C
        f_B = f_C
        iterations += 1
    x = A + (A - B) * f_A / (f_B - f_A) if f_A != f_B else B
    return min(p.max_volatility, sigma * math.exp(0.5 * x)), iterations


@kernel
def star(phi2: float, sigma: float, inside: float) -> float:
    """Return φ*² = φ² + σ'² (step 6); live it is φ²."""
    return phi2 + inside * (sigma * sigma)


@kernel
def variance_after(star2: float, information: float) -> float:
    """Return φ'² = 1 / (1/φ*² + 1/v) (step 7)."""
    return star2 / (1.0 + star2 * information)


@kernel
def settle(
    p: Glicko2Numbers, r: float, RD2: float, sigma: float, information: float, surprise: float
) -> tuple[float, float, float]:
    """Return r', RD'² and σ' (steps 5 to 8); μ' = μ + φ'² · Σ g · (s − E)."""
    phi2 = RD2 * (UNIT * UNIT)
    sigma_after, _ = volatility_after(p, phi2, sigma, information, surprise)
    phi2_after = variance_after(star(phi2, sigma_after, p.inside), information)
    RD2_after = max(p.min_variance, min(p.max_variance, SCALE * SCALE * phi2_after))
    return r + SCALE * phi2_after * surprise, RD2_after, sigma_after


@dataclass(frozen=True)
class Glicko2(GlickoFamily):
    """Glickman's second system: a player whose results surprise gets a higher volatility."""

    name: ClassVar[str] = "glicko2"
    title: ClassVar[str] = "Glicko-2"
    source: ClassVar[str] = "Glickman 2001, J. Applied Statistics 28; Example of the Glicko-2 system (2022)"
    columns: ClassVar[tuple[str, ...]] = ("rating", "deviation", "volatility")
    cost: ClassVar[float] = 5.0

    initial: float = parameter(1500.0, "the rating of a newcomer", unit="points")
    deviation: float = parameter(350.0, "the deviation of a newcomer", unit="points", low=0.0)
    volatility: float = parameter(0.06, "the volatility of a newcomer", low=1e-9, high=HIGHEST)
    tau: float = parameter(0.5, "how fast a volatility changes", low=1e-3, high=10.0)
    min_deviation: float = parameter(0.0, "the floor of the deviation", unit="points", low=0.0)
    max_deviation: float = parameter(350.0, "the ceiling of the deviation", unit="points", low=0.0)
    max_volatility: float | None = parameter(
        None, "the ceiling of the volatility; 10 if not given", low=1e-9, high=HIGHEST
    )
    advantage: float = parameter(0.0, "what White or the home side is worth", unit="points")

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial, deviation=self.deviation, volatility=self.volatility)

    def numbers(self, schedule: Schedule) -> Glicko2Numbers:
        """Return the parameters as the kernels take them."""
        return Glicko2Numbers(
            tau=float(self.tau),
            e_tau=math.exp(self.tau),
            min_variance=self.min_deviation**2.0,
            max_variance=self.max_deviation**2.0,
            max_volatility=HIGHEST if self.max_volatility is None else float(self.max_volatility),
            advantage=float(self.advantage),
            inside=1.0 if schedule == "period" else 0.0,
        )

    def parts(self) -> GlickoParts:
        """Return Glicko-2's parts."""
        return {"grown": grown, "damping": g_of_points, "expectation": E, "settle": settle}

    def gain(self, p: Glicko2Numbers, evidence: PeriodEvidence) -> tuple[float, str, str]:
        """Return 173.7178 · φ'²."""
        sigma, _ = self._volatility(p, evidence)
        variance = variance_after(star(evidence.variance / SCALE**2, sigma, p.inside), evidence.information)
        return SCALE * variance, f"{SCALE} · φ'²", f"{SCALE} · {variance:.6f}"

    def growth_steps(self, before: Rating, evidence: PeriodEvidence, t: float) -> tuple[Step, ...]:
        """Return how φ grew in periods without games."""
        formula = f"min(√(RD² + t · ({SCALE} · σ)²), {self.max_deviation:g})"
        grows = f"√({before.deviation:.4f}² + {t:g} · ({SCALE} · {evidence.volatility:.6f})²)"
        working = f"min({grows}, {self.max_deviation:g})"
        RD = math.sqrt(evidence.variance)
        return (Step("grown deviation", RD, formula, working, "Glicko-2, step 6", "points"),)

    def game_steps(self, own: float, opponent: float, RD_j: float, h: float) -> tuple[Step, Step]:
        """Return g and E."""
        g_j = g_of_points(RD_j * RD_j)
        expected, _ = E(own, opponent, g_j, h)
        letters, working = difference(own, opponent, h)
        return (
            Step(
                "g",
                g_j,
                "1 / √(1 + 3φ² / π²), φ = RD / 173.7178",
                f"1 / √(1 + 3 · {RD_j / SCALE:.6f}² / π²)",
                "Glicko-2, step 3",
                digits=6,
            ),
            Step(
                "expected score",
                expected,
                f"1 / (1 + exp(−g · ({letters}) / {SCALE}))",
                f"1 / (1 + exp(−{g_j:.6f} · ({working}) / {SCALE}))",
                "Glicko-2, step 3",
                digits=6,
            ),
        )

    def settling_steps(self, p: Glicko2Numbers, evidence: PeriodEvidence, after: Rating) -> tuple[Step, ...]:
        """Return steps 2 to 8 for the deviation and the volatility."""
        RD, sigma = math.sqrt(evidence.variance), evidence.volatility
        phi = RD / SCALE
        information, surprise = evidence.information, evidence.surprise
        sigma_after, iterations = self._volatility(p, evidence)
        star2 = star(evidence.variance / SCALE**2, sigma_after, p.inside)
        grown_phi, phi_after = math.sqrt(star2), math.sqrt(variance_after(star2, information))
        infinite = "infinite: the games tell nothing"
        steps = [
            Step("φ", phi, f"RD / {SCALE}", f"{RD:.4f} / {SCALE}", "Glicko-2, step 2", digits=6),
            Step(
                "v",
                1.0 / information if information > 0.0 else infinite,
                "1 / Σ g² · E · (1 − E)",
                f"1 / {information:.6f}",
                "Glicko-2, step 3",
            ),
            Step(
                "Δ",
                surprise / information if information > 0.0 else infinite,
                "v · Σ g · (s − E)",
                f"v · {surprise:.6f}",
                "Glicko-2, step 4",
            ),
            Step("a", 2.0 * math.log(sigma), "ln σ²", f"ln {sigma:.6f}²", "Glicko-2, step 5.1", digits=6),
            Step(
                "new volatility σ'",
                sigma_after,
                "exp(x / 2) where e^x (Δ² − φ² − v − e^x) / (2 (φ² + v + e^x)²) = (x − a) / τ²",
                f"exp({2.0 * math.log(sigma_after):.6f} / 2), τ {p.tau:g}, {iterations} iterations",
                "Glicko-2, step 5",
                digits=9,
            ),
        ]
        if p.inside:
            working = f"√({phi:.6f}² + {sigma_after:.9f}²)"
            steps.append(Step("φ*", grown_phi, "√(φ² + σ'²)", working, "Glicko-2, step 6", digits=6))
        formula = f"1 / √(1 / {'φ*' if p.inside else 'φ'}² + 1 / v)"
        working = f"1 / √(1 / {grown_phi:.6f}² + {information:.6f})"
        steps.append(Step("φ'", phi_after, formula, working, "Glicko-2, step 7", digits=6))
        RD = after.deviation or 0.0
        formula = limited(f"{SCALE} · φ'", SCALE * phi_after, RD)
        working = limited(f"{SCALE} · {phi_after:.6f}", SCALE * phi_after, RD)
        steps.append(Step("new deviation", RD, formula, working, "Glicko-2, step 8", "points"))
        return tuple(steps)

    def _volatility(self, p: Glicko2Numbers, evidence: PeriodEvidence) -> tuple[float, int]:
        """Return σ', and how many iterations it took."""
        phi2 = evidence.variance / SCALE**2
        return volatility_after(p, phi2, evidence.volatility, evidence.information, evidence.surprise)
