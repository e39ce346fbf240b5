"""Stephenson's system: Glicko with a bonus for playing, a pull towards the opponents, and growth per game.

Reference:
    Stephenson, A. G. and Sonas, J., *PlayerRatings* (R package), function ``steph``, and the appendix of its
    ChessRatings.pdf; from A. Stephenson's entry to the FIDE chess rating challenge of 2011. With R's
    c = cval², h = hval², b = bval / 100, λ = lambda / 100:

        v  = min(RD² + c · t, 350²)
        k  = 1 / √(1 + 3q² v_j / π²);   e = 1 / (1 + 10^(−k · (r − r_j + γ) / 400))
        v* = 1 / (1 / (v + h · m) + d);   d = q² Σ k² e (1 − e)
        r* = r + q · v* · Σ k · (s − e + b) + λ · (r̄ − r)

    m are the games, r̄ the mean of the opponents' ratings; γ is added for White and taken for Black.

Decisions:
    * R's convention of time: every rating period that a player plays in adds c for itself, a newcomer's first
      one too, and c for each one without a game. R counts only
      periods that have games.
    * A game of weight w counts as w games, also in m and r̄.
    * Live, each game is a period of its own, and c is added for the time that went by, none without dates.
    * ``gamma`` is R's in ``steph`` (0), which is used for predictions too; R's ``predict`` has a default of
      its own (30).
    * h = b = λ = 0 is Glicko. The bonus inflates by design.

Units: points; cval in points per √period, hval per √game, bval in hundredths of a game, lambda in per cent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.cache_lines import rows_of_zeros
from arpad.compiled.specialising import AHEAD, kernel, prefetch, specialise
from arpad.core import Explanation, Step
from arpad.ratings.glicko.family import GlickoFamily, difference
from arpad.ratings.glicko.glicko import E, Q, g
from arpad.ratings.glicko.loop import BLOCK, GlickoParts, PeriodEvidence
from arpad.ratings.model import Encounter, Rating, Schedule, Update
from arpad.ratings.parameters import parameter
from arpad.ratings.state import Floats, RatingState, Trace
from arpad.ratings.win_counts import first_rows

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline
    from arpad.record import Players

RATING, VARIANCE, DAMPING, INFORMATION, SURPRISE, COUNT, OPPONENTS, OPEN = range(8)
"""What a player's row, a cache line, holds; OPEN is the number of the period whose games are not settled,
else −1."""

WIDTH = 8


class StephensonNumbers(NamedTuple):
    """The parameters as the kernels take them: R's, squared or as fractions.

    Args:
        c: growth of the variance per period.
        h: growth per game.
        b: bonus per game.
        pull: λ.
        advantage: γ.
        max_variance: the ceiling of the variance before a period.
        own: how many periods a period counts for itself: 1; live 0.
    """

    c: float
    h: float
    b: float
    pull: float
    advantage: float
    max_variance: float
    own: float


@kernel
def grown(p: StephensonNumbers, variance: float, volatility: float, t: float) -> float:
    """Return v = min(RD² + c · t, 350²)."""
    return min(p.max_variance, variance + p.c * t)


@kernel
def waiting(p: StephensonNumbers, now: float, last: float) -> float:
    """Return t, the periods to grow for: those since the last, and for a newcomer the first one itself."""
    return now - last if now > last else (0.0 if now == last else p.own)


@kernel
def game(
    p: StephensonNumbers, r: float, r_j: float, k: float, h: float, score: float
) -> tuple[float, float, float]:
    """Return e, k² e (1 − e) and k · (s − e + b)."""
    e, rest = E(r, r_j, k, h)
    return e, k * k * e * rest, k * (score - e + p.b)


@kernel
def variance_after(p: StephensonNumbers, variance: float, information: float, games: float) -> float:
    """Return v* = 1 / (1 / (v + h · m) + d)."""
    v = variance + p.h * games
    return v / (1.0 + v * (Q * Q * information))


@kernel
def settled(
    p: StephensonNumbers,
    r: float,
    variance: float,
    information: float,
    surprise: float,
    games: float,
    opponents: float,
) -> tuple[float, float]:
    """Return r* and v*; ``opponents`` is the sum of their ratings."""
    v = variance_after(p, variance, information, games)
    pull = p.pull * (opponents / games - r) if games > 0.0 else 0.0
    return r + Q * v * surprise + pull, v


@kernel
def close(p: StephensonNumbers, rows: Any, i: int) -> None:
    """Settle a player's games, if that is still to be done."""
    if rows[i, OPEN] >= 0.0:
        rows[i, RATING], rows[i, VARIANCE] = settled(
            p,
            rows[i, RATING],
            rows[i, VARIANCE],
            rows[i, INFORMATION],
            rows[i, SURPRISE],
            rows[i, COUNT],
            rows[i, OPPONENTS],
        )
        rows[i, OPEN] = -1.0


@kernel
def enter(p: StephensonNumbers, rows: Any, last: Any, i: int, period: int, now: float) -> None:
    """Prepare a player's row for a period's first game."""
    close(p, rows, i)
    rows[i, VARIANCE] = grown(p, rows[i, VARIANCE], 0.0, waiting(p, now, last[i]))
    rows[i, DAMPING] = g(rows[i, VARIANCE])
    for column in range(INFORMATION, OPEN):
        rows[i, column] = 0.0
    last[i] = now
    rows[i, OPEN] = float(period)


@kernel
def count(p: StephensonNumbers, rows: Any, a: int, b: int, h: float, score: float, weight: float) -> None:
    """Add one game of ``a`` against ``b`` to what a's games say."""
    _, information, surprise = game(p, rows[a, RATING], rows[b, RATING], rows[b, DAMPING], h, score)
    rows[a, INFORMATION] += weight * information
    rows[a, SURPRISE] += weight * surprise
    rows[a, COUNT] += weight
    rows[a, OPPONENTS] += weight * rows[b, RATING]


@kernel
def stephenson_loop(
    p: StephensonNumbers,
    x: Any,
    trace: bool,
    sums: bool,
    clock: Any,
    bounds: Any,
    rows: Any,
    last: Any,
    before: Any,
    after: Any,
) -> None:
    """Rate period by period, in place.

    Args:
        p: the parameters.
        x: the record's columns.
        trace: whether to keep what every game met and left.
        sums: whether the games of one period are summed up and left so.
        clock: when each game was, in periods.
        bounds: the first game of every period, and the number of games.
        rows: the players.
        last: float64 over players, when each last played, in periods; NaN for a newcomer.
        before: games × 2 × 2, rating and variance.
        after: the same after the period.
    """
    games = x.first.shape[0]
    for period in range(bounds.shape[0] - 1):
        start = bounds[period]
        end = bounds[period + 1]
        now = float(clock[start])
        for block in range(start, end, BLOCK):
            stop = min(block + BLOCK, end)
            for i in range(block, stop):
                ahead = min(i + AHEAD, games - 1)
                prefetch(rows, x.first[ahead])
                prefetch(rows, x.second[ahead])
                for index in (x.first[i], x.second[i]):
                    if rows[index, OPEN] != period:
                        enter(p, rows, last, index, period, now)
            for i in range(block, stop):
                a = x.first[i]
                b = x.second[i]
                h = p.advantage * x.advantage[i] if x.advantage.shape[0] > 0 else 0.0
                weight = x.weight[i] if x.weight.shape[0] > 0 else 1.0
                count(p, rows, a, b, h, x.score[i], weight)
                count(p, rows, b, a, -h, 1.0 - x.score[i], weight)
                if trace:
                    for column in range(2):
                        before[i, 0, column] = rows[a, column]
                        before[i, 1, column] = rows[b, column]
        if trace:
            for i in range(start, end):
                close(p, rows, x.first[i])
                close(p, rows, x.second[i])
                for column in range(2):
                    after[i, 0, column] = rows[x.first[i], column]
                    after[i, 1, column] = rows[x.second[i], column]
    if not sums:
        for player in range(rows.shape[0]):
            close(p, rows, player)


@kernel
def settle_loop(p: StephensonNumbers, period: int, sums: Any, rows: Any, last: Any) -> None:
    """Settle a rating period from the sums of its games, in place; ``sums`` is players × 4."""
    for i in range(rows.shape[0]):
        enter(p, rows, last, i, period, float(period))
        for column in range(4):
            rows[i, INFORMATION + column] = sums[i, column]
        close(p, rows, i)


@dataclass(frozen=True)
class Stephenson(GlickoFamily):
    """Glicko with a bonus, a pull towards the opponents, and a deviation that games keep open."""

    name: ClassVar[str] = "stephenson"
    title: ClassVar[str] = "Stephenson"
    source: ClassVar[str] = "Stephenson and Sonas, PlayerRatings (R), steph; ChessRatings.pdf, appendix"
    notes: ClassVar[tuple[str, ...]] = (
        "parameters in R's units: c = cval², h = hval², b = bval / 100, λ = lambda / 100",
        "every period played adds c for itself, a newcomer's first one too, as in R",
    )
    columns: ClassVar[tuple[str, ...]] = ("rating", "deviation")
    result_by_result: ClassVar[bool] = False  # it has a loop of its own
    cost: ClassVar[float] = 4.0

    initial: float = parameter(2200.0, "the rating of a newcomer", unit="points")
    deviation: float = parameter(300.0, "the deviation of a newcomer", unit="points", low=0.0)
    cval: float = parameter(10.0, "how fast a deviation grows", unit="points per √period", low=0.0)
    hval: float = parameter(10.0, "how much a game keeps a deviation open", unit="points per √game", low=0.0)
    bval: float = parameter(0.0, "the bonus for playing", unit="hundredths of a game")
    lambda_: float = parameter(2.0, "the pull towards the opponents' mean rating", unit="per cent")
    gamma: float = parameter(0.0, "what White or the home side is worth", unit="points")
    max_deviation: float = parameter(350.0, "the ceiling of the deviation", unit="points", low=0.0)

    def __getattr__(self, name: str) -> Any:
        """Return λ by the name of the parameter, a word that Python reserves."""
        if name == "lambda":
            return self.lambda_
        raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")

    @property
    def advantage(self) -> float:
        """γ by the family's name."""
        return self.gamma

    @property
    def min_deviation(self) -> float:
        """No floor."""
        return 0.0

    @property
    def entry_ceiling(self) -> float:
        """No ceiling: the growth per game can leave a deviation above that which holds before a period."""
        return math.inf

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial, deviation=self.deviation)

    def numbers(self, schedule: Schedule) -> StephensonNumbers:
        """Return the parameters as the kernels take them."""
        return StephensonNumbers(
            c=float(self.cval) ** 2,
            h=float(self.hval) ** 2,
            b=self.bval / 100.0,
            pull=self.lambda_ / 100.0,
            advantage=float(self.gamma),
            max_variance=float(self.max_deviation) ** 2,
            own=1.0 if schedule == "period" else 0.0,
        )

    def parts(self) -> GlickoParts:
        """Return what the family's methods ask for: the growth, and what predictions need."""
        return {"grown": grown, "damping": g, "expectation": E}

    def forecasts(self, timeline: Timeline) -> Floats | None:
        """Return None: the loop tells the expected scores by its trace."""
        return None

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the loop; see :meth:`RatingSystem.rate`."""
        games = timeline.games
        timeline.check_none_given(self.name)
        rows = self._rows(games.players)
        rows[:, VARIANCE] = timeline.exactly(rows[:, VARIANCE])
        last = timeline.entered.copy()
        if timeline.schedule == "live":
            clock = np.zeros(len(games)) if timeline.rule is None else timeline.position
            bounds = np.arange(len(games) + 1, dtype=np.int64)
        else:
            clock, bounds = timeline.order.astype(np.float64), timeline.bounds
        kept = Trace.empty(len(games) if trace else 0, 2)
        loop = specialise(stephenson_loop, {}, self.cost * len(games))
        p = self.numbers(timeline.schedule)
        loop(p, self.game_columns(timeline), trace, False, clock, bounds, rows, last, kept.before, kept.after)
        for states in (kept.before, kept.after):
            np.sqrt(states[:, :, VARIANCE], out=states[:, :, VARIANCE])
        return self._state(rows), kept if trace else None

    def _rows(self, players: Players) -> Floats:
        """Return the players' rows for the loop."""
        entered = self.entry(players)  # a row of the family: rating, variance
        rows = rows_of_zeros(len(players), WIDTH)
        rows[:, :2] = entered[:, :2]
        rows[:, OPEN] = -1.0
        return rows

    @property
    def sum_names(self) -> tuple[str, ...]:
        """What a rating period follows from; see :class:`arpad.ratings.summing.Summing`."""
        return ("information", "surprise", "count", "opponents")

    def period_sums(self, timeline: Timeline) -> tuple[Floats, NDArray[np.int64]]:
        """Return Σ k² e (1 − e), Σ k (s − e + b), Σ w and Σ w · rj of some games of one rating period."""
        games = timeline.games
        rows, last = self._rows(games.players), timeline.entered.copy()
        clock, nothing = timeline.order.astype(np.float64), Trace.empty(0, 2)
        loop = specialise(stephenson_loop, {}, self.cost * len(games))
        p, columns = self.numbers("period"), self.game_columns(timeline)
        loop(p, columns, False, True, clock, timeline.bounds, rows, last, nothing.before, nothing.after)
        return rows[:, INFORMATION:OPEN].copy(), first_rows(games)

    def settled(
        self, timeline: Timeline, period: int, sums: Floats, opened: NDArray[Any] | None
    ) -> RatingState:
        """Return what the sums of a rating period make of its players."""
        rows = self._rows(timeline.games.players)
        since = timeline.listed_position
        last = np.where(since < period, since, np.nan)
        loop = specialise(settle_loop, {}, self.cost * len(rows))
        loop(self.numbers("period"), period, sums, rows, last)
        return self._state(rows)

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what a game or a period makes of a rating; see :meth:`RatingSystem.calculate`."""
        p, own = self.numbers(schedule), self.with_defaults(before)
        t = max(0.0, own.elapsed or 0.0)  # a newcomer has grown when the trace shows the player
        RD = own.deviation or 0.0
        variance = grown(p, RD * RD, 0.0, t)
        information = surprise = games = opponents = 0.0
        shares = []
        for encounter in encounters:
            RD_j = self.with_defaults(encounter.opponent).deviation or 0.0
            h = p.advantage * encounter.advantage
            _, game_information, unexpected = game(
                p, own.value, encounter.opponent.value, g(RD_j * RD_j), h, encounter.score
            )
            information += encounter.weight * game_information
            surprise += encounter.weight * unexpected
            games += encounter.weight
            opponents += encounter.weight * encounter.opponent.value
            shares.append(
                (encounter, unexpected, self.game_steps(own.value, encounter.opponent.value, RD_j, h))
            )
        value, v = settled(p, own.value, variance, information, surprise, games, opponents)
        parts = []
        for encounter, unexpected, shown in shares:
            away = (
                encounter.weight * p.pull * (encounter.opponent.value - own.value) / games
                if games > 0.0
                else 0.0
            )
            parts.append(self._explain_game(encounter, Q * v, encounter.weight * unexpected, away, shown))
        total = math.fsum(part.value for part in parts)
        evidence = PeriodEvidence(variance, 0.0, information, surprise)
        after = replace(
            own,
            value=value,
            deviation=math.sqrt(v),
            games=own.games + len(encounters),
            peak=max(value, own.value if own.peak is None else own.peak),
            elapsed=0.0,
        )
        steps = (
            Step("deviation before", RD, unit="points"),
            *(self.growth_steps(own, evidence, t) if variance != RD * RD else ()),
            *self._deviation_steps(evidence, games, v),
            Step("new rating", value, "r + change", f"{own.value:.4f} {total:+.4f}", unit="points"),
        )
        explanation = Explanation("change", value - own.value, steps, tuple(parts), terms=True, unit="points")
        return Update(before, after, explanation)

    def gain(self, p: StephensonNumbers, evidence: PeriodEvidence) -> tuple[float, str, str]:
        """Return q · v*, of one game."""
        v = variance_after(p, evidence.variance, evidence.information, 1.0)
        return Q * v, "q · v*", f"{Q:.7f} · {v:.4f}"

    def growth_steps(self, before: Rating, evidence: PeriodEvidence, t: float) -> tuple[Step, ...]:
        """Return how the deviation grew."""
        formula = f"min(√(RD² + cval² · t), {self.max_deviation:g})"
        working = f"min(√({before.deviation:.4f}² + {self.cval:g}² · {t:g}), {self.max_deviation:g})"
        return (Step("grown deviation", math.sqrt(evidence.variance), formula, working, "steph", "points"),)

    def game_steps(self, own: float, opponent: float, RD_j: float, h: float) -> tuple[Step, Step]:
        """Return k and e."""
        k = g(RD_j * RD_j)
        e, _ = E(own, opponent, k, h)
        letters, working = difference(own, opponent, h)
        return (
            Step("k", k, "1 / √(1 + 3q² · RD² / π²)", f"RD = {RD_j:.4f}", "steph", digits=6),
            Step(
                "expected score",
                e,
                f"1 / (1 + 10^(−k · ({letters}) / 400))",
                f"1 / (1 + 10^(−{k:.6f} · ({working}) / 400))",
                "steph",
                digits=6,
            ),
        )

    def settling_steps(
        self, p: StephensonNumbers, evidence: PeriodEvidence, after: Rating
    ) -> tuple[Step, ...]:
        """Return the new deviation after one game."""
        return self._deviation_steps(evidence, 1.0, (after.deviation or 0.0) ** 2)

    def _deviation_steps(self, evidence: PeriodEvidence, games: float, v: float) -> tuple[Step, ...]:
        d = Q * Q * evidence.information
        formula = "√(1 / (1 / (v + hval² · m) + d))"
        working = f"√(1 / (1 / ({evidence.variance:.4f} + {self.hval:g}² · {games:g}) + {d:.9f}))"
        return (
            Step(
                "d", d, "q² · Σ k² · e · (1 − e)", f"{Q:.7f}² · {evidence.information:.6f}", "steph", digits=9
            ),
            Step("new deviation", math.sqrt(v), formula, working, "steph", "points"),
        )

    def _explain_game(
        self, encounter: Encounter, factor: float, surprise: float, pull: float, steps: tuple[Step, Step]
    ) -> Explanation:
        """Return one game's part of the change: its surprise and bonus, and its part of the pull."""
        formula = "q · v* · k · (s − e + b) + λ · (rj − r) / m"
        working = f"{factor:.6f} · {surprise:.6f} {pull:+.4f}"
        value = factor * surprise + pull
        facts = {
            **encounter.facts,
            "opponent_rating": encounter.opponent.value,
            "opponent_deviation": encounter.opponent.deviation,
            "expected": steps[1].value,
            "score": encounter.score,
        }
        all_steps = (*steps, Step("change", value, formula, working, "steph", "points"))
        return Explanation("game", value, all_steps, facts=facts, unit="points")
