"""Ioffe's Bayesian Elo: the posterior of two ratings after a win, a draw or a loss, for every draw model.

Reference:
    Ioffe's article on Elo's ratings by Bayes' rule; his likelihoods (4) to (6) are lost in our copy. What
    follows is derived: strengths are independent and normal, x ~ N(R, s²), and a result's likelihood L
    depends on D = x_A − x_B + h alone, through the expected score E(D) and a draw model with
    E = P(win) + ½ · P(draw) (:mod:`arpad.ratings.draws`). With D0 = R_A − R_B + h and S² = s_A² + s_B²:

        R_A' = R_A + s_A² / S² · (E[D | result] − D0);     R_B' likewise, with the other sign
        s_A'² = s_A² − s_A⁴ / S² · (1 − Var[D | result] / S²)

    so that one integral in one dimension is left, over D ~ N(D0, S²).

Decisions and departures:
    * The integrals are Gauss–Legendre's with 16 nodes on panels that cover the posterior about its summit,
      not the density before the game: short panels about D = 0, where the curves bend, longer ones farther
      off. D = 0 is always an end of a panel, for the model with the most draws has a corner there.
    * Likelihoods are logarithms. Below an E of 1e-150 each is ln E times the power of E with which the
      model's probability goes to 0, so that no upset is too great. With the most draws the weaker side never
      wins: a win then says that D is above 0.
    * The exact posterior correlates the two ratings; the covariance is dropped, as every sequential system
      does.
    * A score between a draw and a win has the likelihood in between (of its logarithm), also below. Without
      draws, a draw counts as half a win and half a loss: E^½ · (1 − E)^½. A game of weight w counts as w.
    * For small deviations the change tends to K · (S − E), K = 2 · ln 10 / 400 · s² in the binomial model and
      half of that without draws.
    * Strengths do not drift: deviations only shrink.

Units: points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import interpreted_with, specialise
from arpad.core import BadInput, Explanation, Step
from arpad.ratings.bayes.bayes_elo_loop import (
    NODES,
    BayesColumns,
    BayesNumbers,
    BayesParts,
    Floats,
    averages,
    averages_loop,
    by_panels,
    legendre,
    live_loop,
    log_logistic,
    log_normal,
    posterior,
)
from arpad.ratings.draws import DRAW_MODELS, draw_model
from arpad.ratings.elo.curves import curve as curve_of
from arpad.ratings.model import Encounter, Prediction, Rating, Schedule, Update
from arpad.ratings.parameters import LARGEST, parameter
from arpad.ratings.state import RatingState, Trace
from arpad.ratings.system import RatingSystem

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline
    from arpad.record import Players

COST = 150.0
"""What a game costs, in updates of Elo."""


@dataclass(frozen=True)
class BayesElo(RatingSystem):
    """Elo's model with deviations, by Bayes' rule itself."""

    name: ClassVar[str] = "bayes-elo"
    title: ClassVar[str] = "Bayesian Elo"
    source: ClassVar[str] = "Ioffe, Elo's ratings by Bayes' rule; likelihoods derived"
    notes: ClassVar[tuple[str, ...]] = (
        "Ioffe's own likelihood (5) is lost in our copy; the binomial model is the simplest candidate",
        "the covariance of the two ratings is dropped after every game",
        "not BayesElo, the program by R. Coulom, which rates a whole record at once",
    )
    columns: ClassVar[tuple[str, ...]] = ("rating", "deviation")
    schedules: ClassVar[tuple[Schedule, ...]] = ("live",)

    initial: float = parameter(1500.0, "the rating of a newcomer", unit="points")
    deviation: float = parameter(200.0, "the deviation of a newcomer", unit="points", low=0.0, high=1e6)
    draws: str = parameter("binomial", "the draw model", choices=tuple(DRAW_MODELS))
    d: float = parameter(0.25, "the share of draws of draws=fraction", low=0.0, high=0.5)
    nu: float = parameter(1.0, "the weight of draws of draws=davidson", low=0.0, high=1e6)
    theta: float = parameter(2.0, "the threshold of draws=rao-kupper", low=1.0, high=1e6)
    curve: str = parameter("logistic", "the curve of expected scores", choices=("logistic", "normal"))
    advantage: float = parameter(0.0, "what White or the home side is worth", unit="points")

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial, deviation=self.deviation)

    def parts(self) -> BayesParts:
        """Return the kernels that make this system: curve and draw model."""
        return BayesParts(
            expectations=curve_of(self.curve).expectations,
            log_weaker=log_normal if self.curve == "normal" else log_logistic,
            outcomes=draw_model(self.draws).outcomes,
        )

    def numbers(self) -> BayesNumbers:
        """Return the parameters as the kernels take them."""
        named = draw_model(self.draws).parameter
        draw = float(getattr(self, named)) if named else 0.0
        return BayesNumbers(draw, float(self.advantage), *legendre(NODES))

    def _plugged(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return interpreted_with(function, self.parts())

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the loop; see :meth:`RatingSystem.rate`."""
        games = timeline.games
        timeline.check_none_given(self.name)
        columns = self.game_columns(timeline)
        rating, variance = self.entry(games.players)
        variance = timeline.exactly(variance)
        kept = Trace.empty(len(games) if trace else 0, 2)
        x = BayesColumns(columns.first, columns.second, columns.score, columns.weight, columns.advantage)
        loop = specialise(live_loop, self.parts(), COST * len(games))
        loop(self.numbers(), x, trace, rating, variance, kept.before, kept.after)
        for states in (kept.before, kept.after):
            np.sqrt(states[:, :, 1], out=states[:, :, 1])
        state = RatingState({"rating": rating, "deviation": np.sqrt(variance)}, exact={"variance": variance})
        return state, kept if trace else None

    def entry(self, players: Players) -> tuple[Floats, Floats]:
        """Return the ratings and variances with which the players enter.

        Raises:
            BadInput: a given rating is not finite, or a deviation is negative.
        """
        rating = players.number("rating", self.initial).copy()
        deviation = players.number("deviation", self.deviation)
        good = np.isfinite(rating) & np.isfinite(deviation) & (deviation >= 0.0)
        if not good.all():
            name = players.names[int(np.argmax(~good))]
            raise BadInput(
                f"{name} cannot enter with the rating and deviation given",
                remedy="A rating must be finite, a deviation at least 0.",
            )
        return rating, deviation * deviation

    def spread(self, rating: Rating) -> float:
        """Return a rating's variance, a newcomer's where it has none."""
        deviation = self.deviation if rating.deviation is None else rating.deviation
        return float(min(deviation, LARGEST)) ** 2

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the probabilities of the results, integrated over both strengths."""
        D0 = first.value - second.value + self.advantage * advantage
        S2 = self.spread(first) + self.spread(second)
        win, draw, _ = self.probabilities(D0, S2)
        steps = (
            Step("deviation of the difference", math.sqrt(S2), "√(sA² + sB²)", unit="points"),
            Step("P(win)", win, "E[P(win | D)], D ~ N(D0, S²)", f"D0 = {D0:.4f}", digits=6),
            Step("P(draw)", draw, digits=6),
            Step("expected score", win + 0.5 * draw, "P(win) + ½ · P(draw)", digits=6),
        )
        return Prediction(win + 0.5 * draw, steps, draw)

    def outcomes(
        self, first: Floats, second: Floats, advantage: NDArray[Any], days: NDArray[Any] | None
    ) -> tuple[Floats, Floats | None] | None:
        """Return the expected scores and draws of many games; see :meth:`RatingSystem.outcomes`."""
        lead = first[:, 0] - second[:, 0] + self.advantage * advantage
        spread = np.minimum(first[:, 1], LARGEST) ** 2 + np.minimum(second[:, 1], LARGEST) ** 2
        out = np.empty((2, len(lead)))
        specialise(averages_loop, self.parts(), 0.5 * COST * len(lead))(self.numbers(), lead, spread, out)
        return out[0], out[1]

    def probabilities(self, D0: float, S2: float) -> tuple[float, float, float]:
        """Return P(win), P(draw) and P(loss) of a difference D ~ N(D0, S2)."""
        win, draw, loss = map(float, self._plugged(averages)(self.numbers(), D0, S2))
        return win, draw, loss

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what games, one after the other, make of a rating; see :meth:`RatingSystem.calculate`."""
        p, settle, integrate = self.numbers(), self._plugged(posterior), self._plugged(by_panels)
        R, variance = before.value, self.spread(before)
        parts = []
        for game in encounters:
            D0 = R - game.opponent.value + p.advantage * game.advantage
            other = self.spread(game.opponent)
            change, _, after, _ = map(float, settle(p, D0, variance, other, game.score, game.weight))
            uncertain = variance + other > 0.0
            shift, left = (
                integrate(p, D0, variance + other, game.score, game.weight)
                if uncertain
                else (0.0, variance + other)
            )
            parts.append(self._explain_game(game, D0, (variance, other), (shift, left), (change, after)))
            R += change
            variance = after
        total = math.fsum(part.value for part in parts)
        after_all = replace(
            before,
            value=R,
            deviation=math.sqrt(variance),
            games=before.games + len(encounters),
            peak=max(R, before.value if before.peak is None else before.peak),
            elapsed=0.0,
        )
        steps = (Step("new rating", R, "R + change", f"{before.value:.4f} {total:+.4f}", unit="points"),)
        change = R - before.value
        return Update(
            before, after_all, Explanation("change", change, steps, tuple(parts), terms=True, unit="points")
        )

    def _explain_game(
        self,
        game: Encounter,
        D0: float,
        variances: tuple[float, float],
        difference_after: tuple[float, float],
        became: tuple[float, float],
    ) -> Explanation:
        """Return the calculation of one game."""
        own, other = variances
        shift, left = difference_after
        change, after = became
        S2 = own + other
        share = own / S2 if S2 > 0.0 else 0.0
        win, draw, _ = self.probabilities(D0, S2)
        model = draw_model(self.draws)
        steps = (
            Step("expected score", win + 0.5 * draw, "E[E(D)], D ~ N(D0, S²)", f"D0 = {D0:.4f}", digits=6),
            Step(
                "D after the result, less D0",
                shift,
                "E[D | result] − D0",
                source=f"likelihood {model.name}: {model.formula}",
                unit="points",
            ),
            Step("deviation of D after it", math.sqrt(left), "√Var[D | result]", unit="points"),
            Step("own share", share, "s² / (s² + sj²)", f"{math.sqrt(own):.4f}² / {S2:.4f}", digits=6),
            Step(
                "new deviation",
                math.sqrt(after),
                "√(s² − s⁴ / S² · (1 − Var[D | result] / S²))",
                unit="points",
            ),
            Step(
                "change", change, "share · (E[D | result] − D0)", f"{share:.6f} · {shift:+.4f}", unit="points"
            ),
        )
        facts = {
            **game.facts,
            "opponent_rating": game.opponent.value,
            "opponent_deviation": math.sqrt(other),
            "expected": win + 0.5 * draw,
            "score": game.score,
        }
        return Explanation("game", change, steps, facts=facts, unit="points")
