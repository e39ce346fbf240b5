"""DWZ, the Deutsche Wertungszahl: every event against the ratings before it, by a coefficient of development.

References:
    Deutscher Schachbund, Wertungsordnung, articles 2.2.1 (whole numbers), 3.3 to 3.6 and Anhang 1.2, as
    published on schachbund.de; its table of probabilities (Anhang 2.1), made of the normal curve with a
    standard deviation of 200 · √2 (the last entry is 728 where the curve gives 729). How a first DWZ is found
    step by step, and 700 + R / 8 below 800: the edition of 30 May 2014, 4.7.2.1, as the Chess League Manager
    quotes it.

Departures and decisions:
    * P(D) has three decimals, the differences in the search for a first DWZ are whole points and We is summed
      up at the unrounded rating in between: read off twenty published evaluations, whose expected points,
      performances and new ratings all follow (and no other reading that was tried gives all of them).
    * E and the DWZ are whole numbers unless a parameter says otherwise.
    * A rating without an index counts as settled (index 6 and more).
    * Not done of 3.4: games against players without a DWZ do not count, where the order counts those against
      players who earn their first DWZ in the same event, and solves We = W for all such players at once; nor
      are games dropped that are older than two years (4.1.1).
    * Not done of 3.6: a player whose performance lies more than 300 above the DWZ before counts with that
      performance for the opponents.
    * A first DWZ rests on the games of as many events as it takes to make five, with a score that is neither
      0 nor 100 per cent (3.4.1). Until then the list shows what it would be so far, with index 0: the
      opponents' average and the table's difference for the score; 0 where nothing is known. Games of earlier
      events count with their opponents' average.

Units: ratings in points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.core import BadInput, Step
from arpad.core.interface import option, setting
from arpad.ratings.events.family import Case, EventFamily, Share
from arpad.ratings.events.loop import (
    AGE,
    BIRTH,
    GAMES,
    MET,
    OWN,
    RATING,
    SCORE,
    SETTLED,
    STANDING,
    THEIRS,
)
from arpad.ratings.model import Prediction, Rating
from arpad.ratings.parameters import parameter
from arpad.ratings.state import Floats
from arpad.rulebooks.germany.formulas import (
    BOUNDS,
    CURVES,
    E0,
    ESTABLISHED_INDEX,
    GAMES_OF_A_FIRST,
    ROUNDS,
    J,
    SBr,
    by_normal,
    development,
    difference_for,
    drawn_up,
    expected,
    fB,
    so_far,
    to_whole,
)

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline

OPPONENTS, POINTS, COUNTED = range(OWN, OWN + 3)
"""The system's own columns of a row: towards a first DWZ, the opponents' sum, the points, the games."""

SOURCE = "Wertungsordnung 3.5, Anh. 1.2"


def remedy() -> str:
    """Return what to do where nobody has a rating."""
    file, one = option("players", "FILE"), setting("initial=1500")
    return f"Give ratings ({file}), or let everyone enter at one: {one}."


class DwzNumbers(NamedTuple):
    """The parameters as the kernels take them."""

    curve: int
    rounded: bool
    initial: float
    bounds: NDArray[np.float64]


@kernel
def enter(p: DwzNumbers, age: float, rows: Any, a: int) -> None:
    """Fill in what is not known of a player; who has no DWZ has index 0."""
    if math.isnan(rows[a, RATING]):
        if math.isnan(p.initial):
            rows[a, RATING] = 0.0
            rows[a, STANDING] = 0.0
        else:
            rows[a, RATING] = p.initial
            rows[a, STANDING] = 1.0
        rows[a, MET] = rows[a, RATING]
    elif math.isnan(rows[a, STANDING]):
        rows[a, STANDING] = ESTABLISHED_INDEX
    for column in (OPPONENTS, POINTS, COUNTED):
        if math.isnan(rows[a, column]):
            rows[a, column] = 0.0


@kernel
def prepare(p: DwzNumbers, age: float, rows: Any, a: int, faced: Any, start: int, end: int) -> None:
    """Let a player without a DWZ set out from the average of the first opponents."""
    if rows[a, STANDING] == 0.0 and rows[a, COUNTED] == 0.0:
        n = 0.0
        total = 0.0
        for i in range(start, end):
            if faced[i, SETTLED] > 0.0:
                n += 1.0
                total += faced[i, THEIRS]
        if n > 0.0:
            rows[a, RATING] = total / n
            rows[a, MET] = total / n


@kernel
def performance(
    rows: Any, a: int, faced: Any, start: int, end: int, total: float, games: float, points: float
) -> float:
    """3.4.4: return the rating that expects just the points scored, in steps of whole points.

    It sets out from the opponents' average and the difference for the score, and goes on by the difference
    for what is left, (W − We) / n + ½, until that is 0 or takes the step before back, as three decimals of P
    may make it. Games of earlier events count with their average.

    Args:
        rows: the players' rows.
        a: the player.
        faced: the games of the event as the players saw them.
        start: the player's first.
        end: the one after the player's last.
        total: the sum of the opponents' ratings in the event.
        games: all games, those of earlier events among them.
        points: all points, so too.
    """
    earlier = rows[a, COUNTED]
    before = rows[a, OPPONENTS] / max(earlier, 1.0)
    R = float((total + rows[a, OPPONENTS]) / games + difference_for(points / games))
    last = 0.0
    for _ in range(ROUNDS):
        We = earlier * by_normal(R - before)
        for i in range(start, end):
            if faced[i, SETTLED] > 0.0:
                We += by_normal(R - faced[i, THEIRS])
        step = float(difference_for((points - We) / games + 0.5))
        if step in (0.0, -last):
            return R
        R += step
        last = step
    return R


@kernel
def judge(
    p: DwzNumbers, edition: int, age: float, rows: Any, a: int, faced: Any, start: int, end: int
) -> None:
    """Rate an event of one player."""
    Z = rows[a, RATING]
    n = 0.0
    total = 0.0
    W = 0.0
    We = 0.0
    for i in range(start, end):
        if faced[i, SETTLED] > 0.0:
            n += 1.0
            total += faced[i, THEIRS]
            W += faced[i, SCORE]
            We += expected(p.curve, p.bounds, Z, faced[i, THEIRS])
    if n == 0.0:
        return
    rows[a, GAMES] += n
    if rows[a, STANDING] == 0.0:
        games = rows[a, COUNTED] + n
        points = rows[a, POINTS] + W
        if games >= GAMES_OF_A_FIRST and 0.0 < points < games:
            rows[a, RATING] = drawn_up(performance(rows, a, faced, start, end, total, games, points))
            rows[a, STANDING] = 1.0
        else:
            rows[a, RATING] = so_far(p.bounds, (rows[a, OPPONENTS] + total) / games, points / games)
        rows[a, OPPONENTS] += total
        rows[a, POINTS] = points
        rows[a, COUNTED] = games
    else:
        E = development(p.rounded, Z, age, rows[a, STANDING], W, We)
        rows[a, RATING] = Z + 800.0 / (E + n) * (W - We)
        rows[a, STANDING] += 1.0
    if p.rounded:
        rows[a, RATING] = to_whole(rows[a, RATING])
    rows[a, MET] = rows[a, RATING]


@dataclass(frozen=True)
class Dwz(EventFamily):
    """The rating of German chess players.

    Of the players it takes ``rating``, ``index``, and ``birth_year`` or ``age``.
    """

    name: ClassVar[str] = "dwz"
    title: ClassVar[str] = "DWZ"
    source: ClassVar[str] = "Deutscher Schachbund, Wertungsordnung 3.3 to 3.6, Anhang 1.2 and 2.1"
    status: ClassVar[str] = "approximate"
    columns: ClassVar[tuple[str, ...]] = ("rating", "index")
    kept: ClassVar[tuple[int, ...]] = (RATING, STANDING)
    attributes: ClassVar[tuple[str, ...]] = ("age", "index")
    settling: ClassVar[str] = "rounded"
    width: ClassVar[int] = OWN + 3
    fields: ClassVar[Mapping[str, int]] = {
        "games": GAMES,
        "birth_year": BIRTH,
        "age": AGE,
        "index": STANDING,
        "opponents_sum": OPPONENTS,
        "points_sum": POINTS,
        "counted": COUNTED,
    }
    notes: ClassVar[tuple[str, ...]] = (
        "Held to twenty published evaluations of a player's event: expected points, performance, new DWZ.",
        "Not done: games against players who earn their first DWZ in the same event, and all first ratings "
        "at once (3.4); that a performance 300 points above the DWZ counts for the opponents (3.6).",
    )

    curve: str = parameter("normal", "the expected score", choices=CURVES)
    rounded: bool = parameter(True, "the development coefficient E and the DWZ are rounded to whole numbers")
    initial: float | None = parameter(
        None, "the rating of every player who has none, with index 1; else a first DWZ", unit="points"
    )

    def newcomer(self) -> Rating:
        """Return the rating at which players without one enter; 0, with index 0, stands for none."""
        if self.initial is None:
            return Rating(0.0, attributes={"index": 0.0})
        return Rating(self.initial, attributes={"index": 1.0})

    def settled(self, timeline: Timeline, rows: Floats) -> Floats:
        """Return the rows after the last event.

        Raises:
            BadInput: nobody had a DWZ, so nobody could earn one.
        """
        played = len(timeline.games) > 0
        rows[np.isnan(rows[:, STANDING]), STANDING] = 0.0
        if played and not (rows[:, STANDING] > 0.0).any():
            raise BadInput("dwz needs players who have a rating, and there is none", remedy=remedy())
        return super().settled(timeline, rows)

    def numbers(self) -> DwzNumbers:
        """Return the parameters as the kernels take them."""
        initial = math.nan if self.initial is None else float(self.initial)
        return DwzNumbers(CURVES.index(self.curve), bool(self.rounded), initial, np.array(BOUNDS))

    def parts(self) -> dict[str, Callable[..., Any]]:
        """Return the rules as the loop calls them."""
        return {"enter": enter, "prepare": prepare, "judge": judge}

    def standing(self, opponent: Rating) -> float:
        """Return an opponent's index; one of whom it is not known has a DWZ."""
        return opponent.attributes.get("index", ESTABLISHED_INDEX)

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the expected score of ``first``."""
        p = self.numbers()
        score = expected(p.curve, p.bounds, first.value, second.value)
        return Prediction(score, (self.expected_step(first.value, second.value, score),))

    def expected_step(self, own: float, opponent: float, score: float) -> Step:
        """Return how a person finds the expected score."""
        if self.curve == "table":
            d = f"D = {own:.10g} − {opponent:.10g} = {own - opponent:.10g}"
            source = "Wertungsordnung, Anh. 2.1"
            return Step("expected score", score, "table of probabilities", d, source, digits=2)
        if self.curve == "normal":
            working = f"Φ({to_whole(own - opponent):g} / 282.8427)"
            return Step(
                "expected score", score, "Φ(D / (200 · √2))", working, "Wertungsordnung 3.3.1", digits=3
            )
        working = f"1 / (1 + 10^(({opponent:.10g} − {own:.10g}) / 400))"
        return Step("expected score", score, "1 / (1 + 10^(−D / 400))", working, digits=6)

    def told(self, case: Case) -> tuple[list[Share], tuple[Step, ...]]:
        """Return each game's share, and the coefficient of development or the first DWZ."""
        p = self.numbers()
        Z, index = float(case.before[RATING]), float(case.before[STANDING])
        games = [(float(g[THEIRS]), float(g[SCORE]), bool(g[SETTLED] > 0.0)) for g in case.faced]
        chances = [expected(p.curve, p.bounds, Z, theirs) for theirs, _, _ in games]
        n = sum(counted for *_, counted in games)
        W = math.fsum(score for _, score, counted in games if counted)
        We = math.fsum(e for e, (*_, counted) in zip(chances, games, strict=True) if counted)
        if n == 0:
            steps: tuple[Step, ...] = ()
        elif index == 0.0:
            steps = _first_steps(case)
        else:
            E = development(p.rounded, Z, case.age, index, W, We)
            steps = _development_steps(Z, case.age, index, W, We, E, n, rounded=p.rounded)
        shares = []
        for (theirs, score, counted), e in zip(games, chances, strict=True):
            first = self.expected_step(Z, theirs, e)
            if not counted:
                reason = Step("not rated", "the opponent has no DWZ")
                shares.append(Share(0.0, e, (reason, Step("change", 0.0, unit="points"))))
            elif index == 0.0:
                value = float(case.after[RATING] - Z) / n
                working = f"{case.after[RATING] - Z:.4f} / {n}"
                shares.append(Share(value, None, (Step("change", value, "in equal shares", working),)))
            else:
                K = 800.0 / (E + n)
                value = K * (score - e)
                working = f"800 / ({E:.4f} + {n}) · ({score:g} − {e:.6g})"
                change = Step("change", value, "800 / (E + n) · (W − We)", working, SOURCE, "points")
                shares.append(Share(value, e, (first, change)))
        return shares, steps


def _development_steps(
    Z: float, age: float, index: float, W: float, We: float, E: float, n: int, *, rounded: bool
) -> tuple[Step, ...]:
    basic, quick, brake = E0(Z, age), fB(Z, age, W, We), SBr(Z, W, We)
    known = "age unknown" if math.isnan(age) else f"age {age:g}"
    most = 150.0 if brake else min(30.0, 5.0 * index)
    whole = ", a whole number" if rounded else ","
    formula = f"E0 · fB + SBr{whole} from 5 to {max(5.0, most):g}"
    working = f"{basic:.4f} · {quick:.4g} + {brake:.4g}"
    return (
        Step("E0", basic, "(Z / 1000)^4 + J", f"({Z:.10g} / 1000)^4 + {J(age):g} ({known})", SOURCE),
        Step("development coefficient", E, formula, working, SOURCE),
        Step("points", W, working=f"expected {We:.6g} of {n}", digits=1),
    )


def _first_steps(case: Case) -> tuple[Step, ...]:
    counted, points = float(case.after[COUNTED]), float(case.after[POINTS])
    average = float(case.after[OPPONENTS]) / counted
    rating = float(case.after[RATING])
    working = f"opponents {average:.4f}, {points:g} of {counted:g}"
    if case.after[STANDING] > 0.0:
        formula = "the R whose We is W" if rating >= 800.0 else "700 + R / 8, with the R whose We is W"
        return (Step("first DWZ", rating, formula, working, "Wertungsordnung 3.4.4", "points"),)
    few = counted < GAMES_OF_A_FIRST
    kind = "so far, of fewer than 5 games" if few else "so far, of a score of 0 or 100 %"
    return (Step(kind, rating, "Rc + D(p)", working, "Wertungsordnung 3.4.1", "points"),)
