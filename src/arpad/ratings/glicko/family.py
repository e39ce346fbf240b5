"""What Glicko, Glicko-2 and their relatives share: running the loops, predicting, explaining."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import interpreted_with, specialise
from arpad.core import BadInput, Explanation, Step
from arpad.ratings.glicko import loop as glickoloop
from arpad.ratings.glicko.loop import (
    INFORMATION,
    LAST,
    RATING,
    SURPRISE,
    VARIANCE,
    VOLATILITY,
    GlickoParts,
    GlickoRunOptions,
    PeriodEvidence,
    newcomers,
)
from arpad.ratings.glicko.sharing import cores_for, rate_shared
from arpad.ratings.model import Encounter, Prediction, Rating, Schedule, Update
from arpad.ratings.state import Floats, RatingState, Trace
from arpad.ratings.system import RatingSystem
from arpad.ratings.win_counts import first_rows

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline
    from arpad.record import Players

NO_FORECASTS = np.empty(0)


@dataclass(frozen=True)
class GlickoFamily(RatingSystem):
    """What Glicko and Glicko-2 share: running the loops, predicting, explaining.

    A subclass has its parameters, its parts (see :mod:`arpad.ratings.glicko.loop`), and how a person writes
    its steps down.
    """

    schedules: ClassVar[tuple[Schedule, ...]] = ("period", "live")
    provisional_deviation: ClassVar[float | None] = 110.0
    independent: ClassVar[bool] = True
    result_by_result: ClassVar[bool] = True
    """Whether the family's loop rates each result as it comes in, as :mod:`arpad.ratings.advancing` does."""
    cost: ClassVar[float]
    """What a game costs, in updates of Elo."""

    if TYPE_CHECKING:

        @property
        def advantage(self) -> float: ...  # noqa: D102

        @property
        def deviation(self) -> float: ...  # noqa: D102

        @property
        def min_deviation(self) -> float: ...  # noqa: D102

        @property
        def max_deviation(self) -> float: ...  # noqa: D102

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.min_deviation > self.max_deviation:
            raise BadInput(
                f"min_deviation = {self.min_deviation:g} is above max_deviation = {self.max_deviation:g}"
            )
        if self.deviation > self.max_deviation:
            raise BadInput(
                f"deviation = {self.deviation:g} is above max_deviation = {self.max_deviation:g}, "
                "the ceiling of all deviations",
                remedy="Raise max_deviation with it, or lower deviation.",
            )
        if self.deviation < self.min_deviation:
            raise BadInput(
                f"deviation = {self.deviation:g} is below min_deviation = {self.min_deviation:g}, "
                "the floor of all deviations",
                remedy="Lower min_deviation with it, or raise deviation.",
            )

    @abstractmethod
    def numbers(self, schedule: Schedule) -> Any:
        """Return the parameters that the parts take as ``p``."""

    @abstractmethod
    def parts(self) -> GlickoParts:
        """Return the kernels that make this system."""

    @abstractmethod
    def gain(self, p: Any, evidence: PeriodEvidence) -> tuple[float, str, str]:
        """Return what Σ w · g · (s − E) is multiplied by: the number, its letters, its working."""

    @abstractmethod
    def growth_steps(self, before: Rating, evidence: PeriodEvidence, t: float) -> tuple[Step, ...]:
        """Return how a person lets the deviation grow over ``t`` periods."""

    @abstractmethod
    def game_steps(self, own: float, opponent: float, RD_j: float, h: float) -> tuple[Step, Step]:
        """Return how a person finds g and the expected score."""

    @abstractmethod
    def settling_steps(self, p: Any, evidence: PeriodEvidence, after: Rating) -> tuple[Step, ...]:
        """Return how a person finds the new deviation, and what else the system has."""

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the family's loop with this system's parts; see :meth:`RatingSystem.rate`."""
        return self._rated(timeline, trace, NO_FORECASTS)

    def forecasts(self, timeline: Timeline) -> Floats | None:
        """Return the expected score of every game before it; see :meth:`RatingSystem.forecasts`."""
        expected = np.empty(len(timeline.games))
        self._rated(timeline, False, expected)
        return expected

    def _rated(self, timeline: Timeline, trace: bool, forecast: Floats) -> tuple[RatingState, Trace | None]:
        """Run the loop; where ``forecast`` has room, keep what was expected of every game."""
        games = timeline.games
        timeline.check_none_given(self.name)
        columns = self.game_columns(timeline)
        uses = GlickoRunOptions(len(columns.weight) > 0, len(columns.advantage) > 0, trace, len(forecast) > 0)
        rows = self.entry(games.players)
        rows[:, VARIANCE] = timeline.exactly(rows[:, VARIANCE])
        rows[:, LAST] = timeline.entered
        kept = Trace.empty(len(games) if trace else 0, len(self.columns))
        p = self.numbers(timeline.schedule)
        work = self.cost * len(games)
        if timeline.schedule == "live":
            position = np.empty(0) if timeline.rule is None else timeline.position
            loop = specialise(glickoloop.live_loop, self.parts(), work)
            loop(p, columns, uses, position, rows, kept.before, kept.after, forecast)
        else:
            order, bounds = timeline.order, timeline.bounds
            cores = 1 if trace or uses.forecasts else cores_for(bounds, len(rows), work)
            if cores > 1:
                rate_shared(self.parts(), work, cores, p, columns, uses, order, bounds, rows)
            else:
                loop = specialise(glickoloop.period_loop, self.parts(), work)
                room = glickoloop.room_to_enter()
                loop(p, columns, uses, order, bounds, room, rows, kept.before, kept.after, forecast)
        for states in (kept.before, kept.after):
            np.sqrt(states[:, :, VARIANCE], out=states[:, :, VARIANCE])
        return self._state(rows), kept if trace else None

    def _state(self, rows: Floats) -> RatingState:
        """Return rows of the loops as what the system knows of the players."""
        state = {"rating": rows[:, RATING].copy(), "deviation": np.sqrt(rows[:, VARIANCE])}
        if "volatility" in self.columns:
            state["volatility"] = rows[:, VOLATILITY].copy()
        return RatingState(state, exact={"variance": rows[:, VARIANCE].copy()})

    @property
    def sum_names(self) -> tuple[str, ...]:
        """What a rating period follows from; see :class:`arpad.ratings.summing.Summing`."""
        return ("information", "surprise")

    def period_sums(self, timeline: Timeline) -> tuple[Floats, NDArray[np.int64]]:
        """Return Σ w · g² · E · (1 − E) and Σ w · g · (s − E) of some games of one rating period."""
        games = timeline.games
        columns = self.game_columns(timeline)
        uses = GlickoRunOptions(len(columns.weight) > 0, len(columns.advantage) > 0, False, False, sums=True)
        rows = self.entry(games.players)
        rows[:, LAST] = timeline.entered
        nothing = Trace.empty(0, len(self.columns))
        loop = specialise(glickoloop.period_loop, self.parts(), self.cost * len(games))
        p = self.numbers("period")
        order, bounds = timeline.order, timeline.bounds
        room, traced = glickoloop.room_to_enter(), (nothing.before, nothing.after)
        loop(p, columns, uses, order, bounds, room, rows, *traced, NO_FORECASTS)
        return rows[:, [INFORMATION, SURPRISE]], first_rows(games)

    def settled(
        self, timeline: Timeline, period: int, sums: Floats, opened: NDArray[Any] | None
    ) -> RatingState:
        """Return what the sums of a rating period make of its players."""
        rows = self.entry(timeline.games.players)
        since = timeline.listed_position
        rows[:, LAST] = np.where(since < period, since, np.nan)
        loop = specialise(glickoloop.settle_loop, self.parts(), self.cost * len(rows))
        loop(self.numbers("period"), float(period), sums, rows)
        return self._state(rows)

    def entry(self, players: Players) -> Floats:
        """Return the players' rows for the loops, with what is given of them, or else as newcomers.

        Raises:
            BadInput: a given rating is not finite, a deviation is negative, or a volatility not positive.
        """
        new = self.newcomer()
        rating = players.number("rating", new.value)
        deviation = players.number("deviation", new.deviation or 0.0)
        good = np.isfinite(rating) & np.isfinite(deviation) & (deviation >= 0.0)
        volatility = np.zeros(len(players))
        if new.volatility is not None:
            volatility = players.number("volatility", new.volatility)
            good &= np.isfinite(volatility) & (volatility > 0.0)
        if not good.all():
            player = int(np.flatnonzero(~good)[0])
            raise BadInput(
                f"{players.names[player]} cannot enter with the {', '.join(self.columns)} given",
                remedy="A rating must be finite, a deviation at least 0, a volatility more than 0.",
            )
        return newcomers(rating, np.clip(deviation, self.min_deviation, self.entry_ceiling), volatility)

    @property
    def entry_ceiling(self) -> float:
        """The highest deviation that a player may enter with."""
        return self.max_deviation

    def with_defaults(self, rating: Rating) -> Rating:
        """Return a rating with a newcomer's deviation and volatility where it has none."""
        new = self.newcomer()
        if rating.volatility is not None and not rating.volatility > 0.0:
            raise BadInput(f"a volatility must be more than 0, not {rating.volatility:g}")
        if rating.deviation is not None and not rating.deviation >= 0.0:
            raise BadInput(f"a deviation must be at least 0, not {rating.deviation:g}")
        return replace(
            rating,
            deviation=new.deviation if rating.deviation is None else rating.deviation,
            volatility=new.volatility if rating.volatility is None else rating.volatility,
        )

    def aged(self, rating: Rating, elapsed: float) -> Rating:
        """Return a rating as it stands ``elapsed`` rating periods after its last update."""
        old = self.with_defaults(rating)
        RD = old.deviation or 0.0
        grown = self.parts()["grown"]
        RD2 = grown(self.numbers("live"), RD * RD, old.volatility or 0.0, max(0.0, elapsed))
        return replace(old, deviation=math.sqrt(RD2), elapsed=None)

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the expected score of ``first``, with both deviations taken into account."""
        RD_i, RD_j = self.with_defaults(first).deviation or 0.0, self.with_defaults(second).deviation or 0.0
        RD, h = math.hypot(RD_i, RD_j), self.advantage * advantage
        both = Step(
            "deviation of the difference",
            RD,
            "√(RDi² + RDj²)",
            f"√({RD_i:.4f}² + {RD_j:.4f}²)",
            "Glicko, expected outcome of a game",
            "points",
        )
        g_step, E_step = self.game_steps(first.value, second.value, RD, h)
        return Prediction(float(E_step.value), (both, g_step, E_step))

    def expected_scores(
        self, first: Floats, second: Floats, advantage: NDArray[Any], days: NDArray[Any] | None
    ) -> Floats | None:
        """Return the expected scores of many games; see :meth:`RatingSystem.expected_scores`."""
        expected = np.empty(len(first))
        loop = specialise(glickoloop.expect_loop, self.parts(), len(first))
        first_states, second_states = (np.ascontiguousarray(side[:, :2]) for side in (first, second))
        loop(first_states, second_states, self.advantage * advantage, expected)
        return expected

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what a game or a period makes of a rating; see :meth:`RatingSystem.calculate`."""
        p, parts = self.numbers(schedule), self.parts()
        weigh = interpreted_with(glickoloop.evidence, parts)
        own = self.with_defaults(before)
        t = max(0.0, (own.elapsed or 0.0) - p.inside)
        RD = own.deviation or 0.0
        RD2 = parts["grown"](p, RD * RD, own.volatility or 0.0, t)
        information = surprise = 0.0
        shares = []
        for game in encounters:
            RD_j = self.with_defaults(game.opponent).deviation or 0.0
            h = p.advantage * game.advantage
            g_j = parts["damping"](RD_j * RD_j)
            _, game_information, unexpected = weigh(
                own.value, game.opponent.value, g_j, h, game.score, game.weight
            )
            information += game_information
            surprise += unexpected
            shares.append((game, unexpected, self.game_steps(own.value, game.opponent.value, RD_j, h)))
        evidence = PeriodEvidence(RD2, own.volatility or 0.0, information, surprise)
        value, RD2, volatility = parts["settle"](p, own.value, *evidence)
        after = replace(
            own,
            value=value,
            deviation=math.sqrt(RD2),
            volatility=None if own.volatility is None else volatility,
            games=own.games + len(encounters),
            peak=max(value, own.value if own.peak is None else own.peak),
            elapsed=0.0,
        )
        gain = self.gain(p, evidence)
        terms = tuple(_explained(game, share, steps, gain) for game, share, steps in shares)
        total = math.fsum(term.value for term in terms)
        steps = (
            Step("deviation before", RD, unit="points"),
            *(self.growth_steps(own, evidence, t) if evidence.variance != RD * RD else ()),
            *self.settling_steps(p, evidence, after),
            Step("sum of the changes", total, f"{gain[1]} · Σ g · (s − E)", f"{gain[2]} · {surprise:.6f}"),
            Step("new rating", value, "r + change", f"{own.value:.4f} {total:+.4f}", unit="points"),
        )
        explanation = Explanation("change", value - own.value, steps, terms, terms=True, unit="points")
        return Update(before, after, explanation)


def _explained(
    game: Encounter, share: float, game_steps: tuple[Step, Step], gain: tuple[float, str, str]
) -> Explanation:
    """Return one game's part of the change, from its share of the surprise."""
    g_step, E_step = game_steps
    factor, formula, working = gain
    formula += " · g · (s − E)"
    working += f" · {g_step.value:.6f} · ({game.score:g} − {E_step.value:.6f})"
    steps: tuple[Step, ...] = game_steps
    if game.weight != 1.0:
        steps = (*steps, Step("weight", game.weight, digits=2))
        formula, working = f"{formula} · w", f"{working} · {game.weight:g}"
    value = factor * share
    facts = {
        **game.facts,
        "opponent_rating": game.opponent.value,
        "opponent_deviation": game.opponent.deviation,
        "expected": E_step.value,
        "score": game.score,
    }
    steps = (*steps, Step("change", value, formula, working, unit="points"))
    return Explanation("game", value, steps, facts=facts, unit="points")


def limited(formula: str, RD: float, bounded: float) -> str:
    """Return a deviation's formula with the floor or the ceiling that it meets."""
    if math.isclose(RD, bounded, rel_tol=1e-12):
        return formula
    return f"{'max' if bounded > RD else 'min'}({formula}, {bounded:g})"


def difference(own: float, opponent: float, h: float) -> tuple[str, str]:
    """Return r − r_j with the advantage in letters and in numbers."""
    letters, working = "r − rj", f"{own:.4f} − {opponent:.4f}"
    return (f"{letters} + h", f"{working} {h:+g}") if h else (letters, working)
