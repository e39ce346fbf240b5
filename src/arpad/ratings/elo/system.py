"""Elo: R' = R + K · w · m · (S − E), live or by rating period.

References:
    Elo, A. E. (1978), *The Rating of Chessplayers, Past and Present*. Arco. Equation 2 (1.6): the current
    rating formula; 1.3 to 1.5 and 8.7: the normal, linear and logistic expectancy.

Departures and additions:
    * K may follow a rule over games, rating, peak and age (Elo 1.7 asks for it, federations do it).
    * The curve, K and the margin of victory may be plain functions of the user's. Such a K is one of the
      game: in a rating period, each game of a player has its own.
    * Home or White advantage is added to the player's rating before the difference is taken.
    * Wins may count by their margin (see :mod:`arpad.ratings.elo.margins`).
    * Between seasons a rating may return part of the way to a mean (``carry``, ``mean``).
    * ``rounding`` rounds every change (live: of a game; period: of the period) to its multiple, halves away
      from zero, before it is added.

Units: ratings in points, ``scale`` points for odds of 10 to 1 in the logistic curve.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.core import Step, round_half_away, worded
from arpad.core.rounding import TOLERANCE
from arpad.ratings.elo.curves import CURVE_ARGUMENTS, CURVES, Curve, curve_by
from arpad.ratings.elo.family import EloFamily
from arpad.ratings.elo.k_factor import KRule, k_by_rule
from arpad.ratings.elo.loop import EloParts
from arpad.ratings.elo.margins import MARGINS, Margin, margin_by
from arpad.ratings.function_steps import run_with_steps, source_of, users_function
from arpad.ratings.game_context import REMEMBERED, GameContext, context_of, requested_fields
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.parameters import parameter

KFunction = Callable[[GameContext], float]
CurveFunction = Callable[[float, float], float]
MarginFunction = Callable[[float, float], float]


class EloNumbers(NamedTuple):
    """Elo's parameters as the kernels take them."""

    k: float
    k_rows: NDArray[np.float64]
    scale: float
    advantage: float
    floor: float
    rounding: float
    carry: float
    mean: float


@kernel
def curve(difference: float, scale: float) -> tuple[float, float]:
    """Stand for the curve that is plugged in."""
    return 0.5, 0.5


@kernel
def by_margin(margin: float, difference: float) -> float:
    """Stand for the margin of victory that is plugged in."""
    return 1.0


@kernel
def expectations(
    p: EloNumbers,
    edition: int,
    own: float,
    opponent: float,
    advantage: float,
) -> tuple[float, float]:
    """Return both expected scores at the difference that home or White advantage leaves."""
    return curve(own - opponent + p.advantage * advantage, p.scale)


@kernel
def multiplier(p: EloNumbers, margin: float, difference: float) -> float:
    """Return the margin-of-victory factor."""
    return by_margin(margin, difference)


@kernel
def constant_k(p: EloNumbers, game: GameContext, n: float) -> float:
    """Return K, the same for all."""
    return p.k


@kernel
def ruled_k(p: EloNumbers, game: GameContext, n: float) -> float:
    """Return K by its rule."""
    return k_by_rule(p.k_rows, game.rating, game.peak, game.games, game.age)


@kernel
def own_curve(difference: float, scale: float) -> float:
    """Stand for a curve of the user's."""
    return 0.5


@kernel
def both_by_own_curve(difference: float, scale: float) -> tuple[float, float]:
    """Return the expected scores of both sides by a curve of the user's."""
    expected = float(own_curve(difference, scale))
    return expected, 1.0 - expected


@kernel
def own_k(game: GameContext) -> float:
    """Stand for a K rule of the user's."""
    return 1.0


@kernel
def unit_k(p: EloNumbers, game: GameContext, n: float) -> float:
    """Return 1 where K is one of the game."""
    return 1.0


@kernel
def k_by_own_rule(p: EloNumbers, game: GameContext) -> float:
    """Return K of a game by a rule of the user's."""
    return float(own_k(game))


@kernel
def add(p: EloNumbers, rating: float, change: float) -> float:
    """Return the new rating, unrounded."""
    return rating + change


@kernel
def add_rounded(p: EloNumbers, rating: float, change: float) -> float:
    """Return the new rating after rounding the change, not below the floor."""
    if p.rounding > 0.0:
        steps = math.floor(abs(change) / p.rounding + 0.5 + TOLERANCE)
        change = math.copysign(steps * p.rounding, change)
    return max(rating + change, p.floor)


@kernel
def carried(p: EloNumbers, rating: float) -> float:
    """Return the rating of a new season: part of the way back to the mean."""
    return p.mean + p.carry * (rating - p.mean)


@dataclass(frozen=True)
class Elo(EloFamily):
    """Elo's rating system, with the parameters that its users turn.

    ``k`` is a number, or a rule such as ``40 if games<30; 20 if peak<2400; 10`` over ``rating``, ``peak``,
    ``games`` and ``age`` (:class:`arpad.ratings.elo.k_factor.KRule`), or a function of a
    :class:`arpad.ratings.game_context.GameContext`. ``curve`` may be a function of the difference and the
    scale that returns the expected score, ``margin`` one of the margin and the difference that returns a
    factor.
    """

    name: ClassVar[str] = "elo"
    title: ClassVar[str] = "Elo"
    source: ClassVar[str] = "Elo 1978, The Rating of Chessplayers, Past and Present"

    k: float | str | KFunction = parameter(
        20.0, "how far one game moves a rating; a number or a rule", unit="points", words=True, functions=True
    )
    scale: float = parameter(400.0, "the difference at odds of 10 to 1", unit="points", low=1e-9)
    initial: float = parameter(1500.0, "the rating of a newcomer", unit="points")
    advantage: float = parameter(0.0, "what White or the home side is worth", unit="points")
    curve: str | CurveFunction = parameter(
        "logistic", "the curve of expected scores", choices=tuple(CURVES), functions=True
    )
    margin: str | MarginFunction = parameter(
        "none", "how a win's margin counts", choices=tuple(MARGINS), functions=True
    )
    floor: float | None = parameter(None, "the lowest rating; none if not given", unit="points")
    rounding: float = parameter(
        0.0, "what every change is rounded to; 0 for not at all", unit="points", low=0.0
    )
    carry: float = parameter(
        1.0, "the share of the distance to the mean kept between seasons", low=0.0, high=1.0
    )
    mean: float | None = parameter(
        None, "what ratings return to between seasons; initial if not given", unit="points"
    )

    @cached_property
    def k_rule(self) -> KRule:
        """The K-factor as a rule; 1 where each game has its own (:attr:`own_k`)."""
        return KRule.parse("1" if callable(self.k) else str(self.k))

    @cached_property
    def own_k(self) -> FunctionType | None:
        """The K rule of the user's; None where there is none."""
        return users_function(self.k, "the K rule", ("game",)) if callable(self.k) else None

    @cached_property
    def by_curve(self) -> Curve:
        """The curve of expected scores."""
        return curve_by(self.curve) if callable(self.curve) else CURVES[self.curve]

    @cached_property
    def by_margin(self) -> Margin:
        """The margin-of-victory multiplier."""
        return margin_by(self.margin) if callable(self.margin) else MARGINS[self.margin]

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.k_rule, self.own_k, self.by_curve, self.by_margin

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial)

    @cached_property
    def remembers(self) -> bool:
        """Whether K asks for games, peak or age."""
        return bool(self.asks & REMEMBERED) or any(
            self.k_rule.needs(quantity) for quantity in ("peak", "games", "age")
        )

    @property
    def asks_functions(self) -> bool:
        """Whether the curve, K or the margin is a function of the user's."""
        return any(map(callable, (self.curve, self.k, self.margin)))

    @cached_property
    def asks(self) -> frozenset[str]:
        """What the K rule of the user's asks of a game."""
        return frozenset() if self.own_k is None else requested_fields(self.own_k)

    def k_of_game(
        self, own: Rating, game: Encounter, expected: float
    ) -> tuple[float, tuple[Step, ...]] | None:
        """Return K of a game by the rule of the user's, with what it asks and what it names."""
        if self.own_k is None:
            return None
        context = context_of(own, game, self.edition_on(game.on), expected)
        k, steps = run_with_steps(self.own_k, context)
        working = ", ".join(
            f"{name} {getattr(context, name):g}" for name in context._fields if name in self.asks
        )
        formula = source_of(self.k).returned or f"{self.own_k.__name__}(game)"
        return float(k), (*steps, Step("K-factor", float(k), formula, working, digits=2))

    @property
    def margin_counts(self) -> bool:
        """Whether the margin of victory counts."""
        return self.margin != "none"

    @property
    def is_carried(self) -> bool:
        """Whether ratings change between seasons."""
        return self.carry != 1.0

    def rounding_step(self, before: float, after: float, exact: float) -> Step:
        """Return whether the change was rounded or met a bound, and to what."""
        rounded = round_half_away(exact, self.rounding) if self.rounding else exact
        if self.rounding and math.isclose(after - before, rounded, abs_tol=1e-9):
            letters = f"to the nearest multiple of {self.rounding:g}, halves away from zero"
            return Step("rounded", after - before, letters, f"{exact:+.4f}", unit="points")
        letters = "no lower than the floor"
        working = f"{before:.4f} {rounded:+.4f} → {after:.4f}"
        return Step("held at the floor", after - before, letters, working, unit="points")

    @property
    def between_formula(self) -> str:
        """How a rating enters a new season, where only that changes it between two games."""
        if not self.is_carried:
            return ""
        mean = self.initial if self.mean is None else self.mean
        return f"{mean:g} + {self.carry:g} · (R − {mean:g})"

    def parts(self) -> EloParts:
        """Return Elo's parts: its curve, its K, its margin, its rounding."""
        parts: EloParts = {
            "expectations": expectations,
            "curve": self.by_curve.expectations,
            "k_factor": ruled_k if self.k_rule.constant is None else constant_k,
            "settle": add_rounded if self.rounding or self.floor is not None else add,
        }
        if callable(self.curve):
            own_curve = users_function(self.curve, "the curve", CURVE_ARGUMENTS)
            parts |= {"curve": both_by_own_curve, "own_curve": own_curve}
        if self.own_k is not None:
            parts |= {"k_factor": unit_k, "k_of_game": k_by_own_rule, "own_k": self.own_k}
        if self.margin_counts:
            parts |= {"multiplier": multiplier, "by_margin": self.by_margin.multiplier}
        if self.is_carried:
            parts["carried"] = carried
        return parts

    def numbers(self) -> EloNumbers:
        """Return the parameters as the kernels take them."""
        constant = self.k_rule.constant
        return EloNumbers(
            k=math.nan if constant is None else constant,
            k_rows=self.k_rule.table() if constant is None else np.empty((0, 9)),
            scale=float(self.scale),
            advantage=float(self.advantage),
            floor=-math.inf if self.floor is None else float(self.floor),
            rounding=float(self.rounding),
            carry=float(self.carry),
            mean=float(self.initial if self.mean is None else self.mean),
        )

    def expectation_steps(
        self,
        own: float,
        opponent: float,
        advantage: int,
        edition: int,
        expected: float,
    ) -> tuple[Step, ...]:
        """Return the difference and the expected score as a person writes them."""
        difference = own - opponent + self.advantage * advantage
        shown = self.by_curve
        letters, working = "Ra − Rb", f"{own:.4f} − {opponent:.4f}"
        if self.advantage and advantage:
            letters += " + H" if advantage > 0 else " − H"
            working += f" {self.advantage * advantage:+g}"
        numbers = {"scale": self.scale, "difference": difference, "sigma": self.scale / math.sqrt(2.0)}
        return (
            Step("difference", difference, f"D = {letters}", working, unit="points"),
            Step(
                "expected score",
                expected,
                shown.formula.format(**numbers),
                shown.working.format(**numbers),
                shown.source,
                digits=6,
            ),
        )

    def margin_step(self, m: float, margin: float, difference: float) -> Step:
        """Return the margin-of-victory multiplier as a person writes it."""
        shown = self.by_margin
        stronger = "draw" if margin == 0 else f"dR {math.copysign(1.0, margin) * difference:+.2f}"
        return Step(
            "margin of victory", m, shown.formula, f"lead {abs(margin):g}, {stronger}", shown.source, digits=6
        )

    def k_step(self, k: float, before: Rating, age: float, n: int, edition: int) -> Step:
        """Return which row of the K rule holds."""
        if self.k_rule.constant is not None:
            return Step("K-factor", k, digits=2)
        peak = before.value if before.peak is None else max(before.peak, before.value)
        working = worded(
            "rating {rating}, peak {peak}, games {games}",
            rating=f"{before.value:.0f}",
            peak=f"{peak:.0f}",
            games=before.games,
        )
        if age == age:  # noqa: PLR0124 - a NaN is not equal to itself
            working = worded("{known}, age {age}", known=working, age=f"{age:.0f}")
        return Step("K-factor", k, str(self.k_rule), working, digits=2)
