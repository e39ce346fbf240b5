"""Ioffe's Bayesian Elo for bridge: two pairs, four players, a result in IMPs or per cent.

Reference:
    Ioffe's article on Elo's ratings for bridge: the model of a session (his (9) and (12)), and Elo's plain
    form of it (his (10)). The printed (9) has R4 twice for R3; the other formulas are lost in the copies that
    can be had, and are derived here: the posterior is in closed form, and he need not have simulated it.

Decisions and departures:
    * The exact posterior correlates the players of a session, partners negatively, opponents positively. The
      covariances are dropped after every session, so that from a player's second session on the ratings are
      an approximation. :meth:`Bridge.covariances` tells what is dropped.
    * He says that Bayes' rule splits a pair's gain between its partners by itself. With equal variances, as
      he assumes, all four players move alike; with unequal ones, partners gain in the ratio of theirs.
    * Sides may have any number of players, with shares: a substitute for half of a session has ½. Those who
      sit out are just not named.
    * A session of weight w has the noise s1² / w: w sessions' worth of deals.
    * Where only the winner is known, the posterior is that of S > S0 (or S < S0), by its exact moments; an
      even result is S = S0.
    * Strengths do not drift: deviations only shrink.

Units: ratings and deviations in points, S, S0 and s1 in IMPs or per cent, k in the latter per point.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import interpreted, specialise
from arpad.core import BadInput, Explanation, NotProvided, Step
from arpad.core.interface import setting
from arpad.ratings.contests.system import ContestSystem
from arpad.ratings.model import Meeting, Prediction, Rating, Schedule, Update
from arpad.ratings.parameters import LARGEST, parameter
from arpad.ratings.state import RatingState, Trace
from arpad.record import Contests, Record
from arpad.rulebooks.bridge.explanation import change_explanation
from arpad.rulebooks.bridge.fitting import FIT, likeliest, spreads
from arpad.rulebooks.bridge.loop import SessionBuffers, Sessions, sessions_loop
from arpad.rulebooks.bridge.numeric import SEED, monte_carlo, quadrature
from arpad.rulebooks.bridge.posterior import BridgeNumbers, closed, covariances, forecast, gain, plain

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline
    from arpad.record import Players

METHODS: dict[str, Callable[..., Any]] = {
    "closed": closed,
    "elo": plain,
    "quadrature": quadrature,
    "monte-carlo": monte_carlo,
}

COST = 3.0
"""What a session costs, in updates of Elo."""

PAIRS = 4
"""Players of a session of two pairs."""


@dataclass(frozen=True)
class Bridge(ContestSystem):
    """Ratings of players from sessions of two pairs with a continuous result."""

    name: ClassVar[str] = "bridge"
    title: ClassVar[str] = "Bayesian Elo for bridge"
    source: ClassVar[str] = "Ioffe, Elo's ratings for bridge: (9), (10), (12)"
    notes: ClassVar[tuple[str, ...]] = (
        "the result column holds what the first pair made, in IMPs or per cent; a pair is written Ann+Bob",
        "the covariances between the players of a session are dropped after it",
        "(12) is integrated in closed form, derived by us: the article's own formula is lost in our copy",
        "no defaults are published: these are per cent (S0 50) on a scale like Elo's",
    )
    schedules: ClassVar[tuple[Schedule, ...]] = ("live",)
    continuous: ClassVar[bool] = True

    s0: float = parameter(50.0, "the result of equal pairs, S0", unit="result")
    k: float = parameter(4.0 / 1500.0, "the result that a point of rating is worth", unit="result per point")
    sigma1: float | str = parameter(
        8.0, "the noise of a session, s1; fit to find it", unit="result", low=1e-9, high=1e9, words=True
    )
    initial: float = parameter(1500.0, "the rating of a newcomer", unit="points")
    deviation: float | str = parameter(
        100.0,
        "the deviation of a newcomer, s2; fit to find it",
        unit="points",
        low=0.0,
        high=1e9,
        words=True,
    )
    method: str = parameter(
        "closed",
        "how the posterior is found; elo is the plain form (10), with one K and without uncertainty",
        choices=tuple(METHODS),
    )
    gain: float | None = parameter(
        None, "K of method=elo; k·s2²/V of four newcomers if not given", unit="points per result", low=0.0
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("sigma1", "deviation"):
            value = getattr(self, name)
            if isinstance(value, str) and value != FIT:
                raise BadInput(f"{name} cannot be {value!r}", remedy="Expected a number, or fit.")

    def _setting_value(self, name: str) -> float:
        """Return sigma1 or deviation as a number.

        Raises:
            NotProvided: a record is to tell it.
        """
        value = getattr(self, name)
        if value == FIT:
            raise NotProvided(
                f"{name} is to be fitted, and no record tells it",
                remedy=f"Give a number: {setting(f'{name}=…')}.",
            )
        return float(value)

    @property
    def par(self) -> float:
        """S0, the result of equal pairs."""
        return self.s0

    @property
    def seed(self) -> int | None:
        """What the sessions of ``method=monte-carlo`` are drawn from."""
        return SEED if self.method == "monte-carlo" else None

    def numbers(self) -> BridgeNumbers:
        """Return the parameters as the kernels take them."""
        s2 = self._setting_value("deviation") ** 2
        p = BridgeNumbers(float(self.s0), float(self.k), self._setting_value("sigma1") ** 2, 0.0)
        _, V = forecast(p, [0.0] * PAIRS, [s2] * PAIRS, [1.0, 1.0, -1.0, -1.0], PAIRS, 1.0)
        return p._replace(K=gain(p, 1.0, s2, V) if self.gain is None else float(self.gain))

    def check_continued(self) -> None:
        """Refuse to go on from a list with what the record itself is to tell.

        Raises:
            NotProvided: sigma1 or deviation is to be fitted.
        """
        for name in ("sigma1", "deviation"):
            if getattr(self, name) == FIT:
                raise NotProvided(
                    f"{name}={FIT} finds {name} in the whole record, and a list does not have it",
                    remedy="Give the number that the first part found.",
                )

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial, deviation=self._setting_value("deviation"))

    def with_deviation(self, rating: Rating) -> Rating:
        """Return a rating with a newcomer's deviation where it has none."""
        if rating.deviation is not None:
            return rating
        return replace(rating, deviation=self._setting_value("deviation"))

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the loop over a record of contests of two sides; see :meth:`RatingSystem.rate`.

        Raises:
            BadInput: a contest has more than two sides, or a given rating or deviation is none.
            NotProvided: ratings are given at the start of an event.
        """
        timeline.check_none_given(self.name)
        record = timeline.record
        contests = record if isinstance(record, Contests) else Contests.of(timeline.games, None)
        sides = np.diff(contests.starts)
        if (sides != 2).any():
            raise BadInput(f"contest {int(np.argmax(sides != 2)) + 1} has more than two sides")
        self._check_scale(contests)
        if FIT in (self.sigma1, self.deviation):
            estimates = spreads(contests, self) if len(contests) else {}
            numbers: dict[str, Any] = {
                "sigma1": 8.0,
                "deviation": 100.0,
            } | estimates  # of no sessions, anything
            system = replace(self, **{n: numbers[n] for n in numbers if getattr(self, n) == FIT})
            state, kept = system.rate(timeline, trace=trace)
            return replace(state, fitted=estimates), kept
        nothing = np.empty(0)
        sessions = Sessions(
            contests.seats,
            contests.member,
            contests.place,
            nothing if contests.share is None else contests.share,
            nothing if contests.result is None else contests.result,
            nothing if contests.weight is None else contests.weight,
        )
        rating, deviation = self.entry(record.players)
        variance = timeline.exactly(deviation * deviation)
        kept = Trace(*(np.empty((len(contests.member) if trace else 0, 2)) for _ in range(2)))
        room = SessionBuffers.of(int(np.diff(contests.seats[::2]).max(initial=0)))
        arguments = (self.numbers(), sessions, trace, room, rating, variance, kept.before, kept.after)
        part = METHODS[self.method]
        if self.method in ("quadrature", "monte-carlo"):  # these need SciPy and whole arrays
            interpreted(sessions_loop, (("posterior", part),))(*arguments)
        else:
            specialise(sessions_loop, {"posterior": part}, COST * len(contests))(*arguments)
        for ratings in (kept.before, kept.after):
            np.sqrt(ratings[:, 1], out=ratings[:, 1])
        state = RatingState({"rating": rating, "deviation": np.sqrt(variance)}, exact={"variance": variance})
        return state, kept if trace else None

    def _check_scale(self, contests: Contests) -> None:
        """Refuse won and lost, written as 1 and 0, for results around S0: all would lie below it.

        Raises:
            BadInput: all results lie from 0 to 1, and S0 does not.
        """
        if contests.result is None or not len(contests) or 0.0 <= self.s0 <= 1.0:
            return
        results = contests.result[np.isfinite(contests.result)]
        if len(results) and results.min() >= 0.0 and results.max() <= 1.0:
            raise BadInput(
                f"all results lie from 0 to 1, and s0 = {self.s0:g} is the result of equal pairs: "
                "they are not results in IMPs or per cent",
                remedy="Give what the first pair made, or set s0 (0.5), k and sigma1 to the results' scale.",
            )

    def entry(self, players: Players) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the players' ratings and deviations before the first session.

        Raises:
            BadInput: a given rating is not finite, or a deviation is negative.
        """
        rating = players.number("rating", self.initial).copy()
        deviation = players.number("deviation", self._setting_value("deviation"))
        good = np.isfinite(rating) & np.isfinite(deviation) & (deviation >= 0.0)
        if not good.all():
            name = players.names[int(np.argmax(~good))]
            raise BadInput(
                f"{name} cannot enter with the rating and deviation given",
                remedy="A rating must be finite, a deviation at least 0.",
            )
        return rating, deviation

    def forecast(self, sides: Sequence[Sequence[Rating]]) -> tuple[float, float]:
        """Return the expected result of the first of two sides, and its standard deviation."""
        session = Meeting(tuple(map(tuple, sides)), (1, 1))
        R, s2, a = self._laid_out(session)
        ES, V = forecast(self.numbers(), R, s2, a, len(R), 1.0)
        return ES, math.sqrt(V)

    def covariances(self, session: Meeting) -> NDArray[np.float64]:
        """Return the covariance matrix of the players after a session, in the order of the sides."""
        _, s2, a = self._laid_out(session)
        return covariances(self.numbers(), s2, a, session.weight)

    def places(self, sides: Sequence[Sequence[Rating]]) -> NDArray[np.float64]:
        """Return the probabilities that either side makes more than S0 gives it."""
        ES, sd = self.forecast(sides)
        first = 0.5 * math.erfc((self.s0 - ES) / sd / math.sqrt(2.0))
        return np.array([[first, 1.0 - first], [1.0 - first, first]])

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the probability that ``first`` makes more than S0, one player against one."""
        ES, sd = self.forecast([[first], [second]])
        share = 0.5 * math.erfc((self.s0 - ES) / sd / math.sqrt(2.0))
        steps = (
            Step("expected result", ES, "S0 + k · (R1 − R2)", source="Ioffe (9)"),
            Step("its deviation", sd, "√(s1² + k² · Σ s²)"),
            Step("expected score", share, "Φ((ES − S0) / deviation)", digits=6),
        )
        return Prediction(share, steps)

    def calculate(self, before: Rating, encounters: Sequence[Any], schedule: Schedule) -> Update:
        """Return what sessions, one after the other, make of a player; see :meth:`RatingSystem.calculate`."""
        state = self.with_deviation(before)
        parts: list[Explanation] = []
        for game in encounters:
            state, part = self._played(state, self.as_meeting(state, game))
            parts.append(part)
        total = math.fsum(part.value for part in parts)
        steps = (
            Step("new rating", state.value, "R + change", f"{before.value:.4f} {total:+.4f}", unit="points"),
            Step("new deviation", state.deviation or 0.0, unit="points"),
        )
        change = state.value - before.value
        explanation = Explanation("change", change, steps, tuple(parts), terms=True, unit="points")
        return Update(before, state, explanation)

    def _laid_out(self, session: Meeting) -> tuple[list[float], list[float], list[float]]:
        """Return ratings, variances and signed shares of all players, side by side."""
        if len(session.sides) != 2:
            raise BadInput(f"bridge knows two sides, not {len(session.sides)}")
        R, s2, a = [], [], []
        for at, side in enumerate(session.sides):
            for seat, player in enumerate(map(self.with_deviation, side)):
                share = 1.0 if session.shares is None else session.shares[at][seat]
                R.append(player.value)
                s2.append(min(player.deviation or 0.0, LARGEST) ** 2)
                a.append(share if at == 0 else -share)
        return R, s2, a

    def _played(self, own: Rating, session: Meeting) -> tuple[Rating, Explanation]:
        """Return a player after one session, and its calculation."""
        sides = [list(side) for side in session.sides]
        sides[session.side][session.seat] = own
        session = replace(session, sides=tuple(map(tuple, sides)))
        R, s2, a = self._laid_out(session)
        n, at = len(R), session.seat + (len(sides[0]) if session.side else 0)
        S = math.nan if session.results is None else session.results[0]
        won = float(np.sign(session.places[1] - session.places[0]))
        R_new, s2_new = list(R), list(s2)
        p = self.numbers()
        METHODS[self.method](p, R, s2, a, n, S, won, session.weight, R_new, s2_new)
        after = replace(
            own,
            value=R_new[at],
            deviation=math.sqrt(s2_new[at]),
            games=own.games + 1,
            peak=max(R_new[at], own.value if own.peak is None else own.peak),
            elapsed=0.0,
        )
        return after, change_explanation(p, self.method, session, (R, s2, a), at, (S, won), after)


def fitted(record: Record, *, k: float = 4.0 / 1500.0, initial: float = 1500.0) -> Bridge:
    """Return the system whose S0, s1 and s2 make a record's results most likely.

    Args:
        record: contests of two sides with results, or games whose sides are written ``Ann+Bob``.
        k: the result that a point is worth: the scale.
        initial: the rating of a newcomer.

    Raises:
        NotProvided: the record has no results, too many sessions, or too few in changing company.
    """
    spread = likeliest(record, k)
    return Bridge(s0=spread.s0, k=k, sigma1=spread.sigma1, initial=initial, deviation=spread.deviation)
