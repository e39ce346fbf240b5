"""Ingo: the oldest rating of chess players, in which the best have the lowest number.

References:
    Hoesslinger, A. (1948), the Ingo system of the Deutscher Schachbund, in force until 1993; the formulas as
    the Rust crate skillratings and histories of rating give them.

Performance: ``Rc − (100 · W / n − 50)``; new rating ``(old · d + performance · n) / (d + n)``, where the
weight d of the old one is 10 up to 20 years, 15 up to 25, 20 beyond and where the age is unknown. That is
R − 100 / (d + n) · Σ (W − E) with the linear expectancy E = ½ + (opponent − own) / 100, here without limit.

Departures and decisions:
    * The expectancy that is predicted lies between 0 and 1; the one that a change is told with does not.
    * A newcomer enters at 200; the source gives none.

Units: Ingo points, of which a hundred are the difference between nothing and everything.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, NamedTuple

from arpad.compiled.specialising import kernel
from arpad.core import Step
from arpad.ratings.events.family import Case, EventFamily, GameShare
from arpad.ratings.events.loop import AS_OPPONENT, GAMES, RATING, SCORE, THEIRS, EventParts
from arpad.ratings.model import Prediction, Rating
from arpad.ratings.parameters import parameter

SOURCE = "Ingo"


class IngoNumbers(NamedTuple):
    """The parameters as the kernels take them."""

    initial: float


@kernel
def weight_of_old(age: float) -> float:
    """Return d, how many games the rating before weighs: 10 up to 20 years, 15 up to 25, else 20."""
    if age <= 20.0:
        return 10.0
    return 15.0 if age <= 25.0 else 20.0


@kernel
def performance(average: float, points: float, n: float) -> float:
    """Return Rc − (100 · W / n − 50)."""
    return average - (100.0 * points / n - 50.0)


@kernel
def expectancy(own: float, opponent: float) -> float:
    """Return ½ + (opponent − own) / 100, without limit."""
    return 0.5 + (opponent - own) / 100.0


@kernel
def enter(p: IngoNumbers, age: float, rows: Any, a: int) -> None:
    """Let a player without a rating enter at the newcomers'."""
    if math.isnan(rows[a, RATING]):
        rows[a, RATING] = p.initial
        rows[a, AS_OPPONENT] = p.initial


@kernel
def judge(
    p: IngoNumbers, edition: int, age: float, rows: Any, a: int, faced: Any, start: int, end: int
) -> None:
    """Rate an event of one player."""
    n = float(end - start)
    total = 0.0
    points = 0.0
    for i in range(start, end):
        total += faced[i, THEIRS]
        points += faced[i, SCORE]
    d = weight_of_old(age)
    rows[a, RATING] = (rows[a, RATING] * d + performance(total / n, points, n) * n) / (d + n)
    rows[a, AS_OPPONENT] = rows[a, RATING]
    rows[a, GAMES] += n


@dataclass(frozen=True)
class Ingo(EventFamily):
    """German chess ratings before the DWZ; of the players it takes ``birth_year`` or ``age``."""

    name: ClassVar[str] = "ingo"
    title: ClassVar[str] = "Ingo"
    source: ClassVar[str] = "Hoesslinger 1948; formulas from secondary sources"
    status: ClassVar[str] = "approximate"
    attributes: ClassVar[tuple[str, ...]] = ("age",)
    lower_is_better: ClassVar[bool] = True
    notes: ClassVar[tuple[str, ...]] = (
        "The lowest rating is the best.",
        "Formulas from secondary sources. The rating of a newcomer (200) is arpad's choice.",
    )

    initial: float = parameter(200.0, "the rating of a newcomer", unit="points")

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial)

    def numbers(self) -> IngoNumbers:
        """Return the parameters as the kernels take them."""
        return IngoNumbers(float(self.initial))

    def parts(self) -> EventParts:
        """Return the rules as the loop calls them."""
        return {"enter": enter, "judge": judge}

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the expected score of ``first``, from 0 to 1."""
        free = expectancy(first.value, second.value)
        working = f"½ + ({second.value:.10g} − {first.value:.10g}) / 100"
        expected = min(1.0, max(0.0, free))
        step = Step("expected score", expected, "½ + (Ri − R) / 100", working, SOURCE)
        return Prediction(expected, (step,))

    def shares_and_steps(self, case: Case) -> tuple[list[GameShare], tuple[Step, ...]]:
        """Return each game's share −100 / (d + n) · (W − E), and the performance."""
        own, n, d = float(case.before[RATING]), len(case.faced), weight_of_old(case.age)
        average = math.fsum(case.faced[:, THEIRS]) / n
        points = math.fsum(case.faced[:, SCORE])
        age_text = "age unknown" if math.isnan(case.age) else f"age {case.age:g}"
        working = f"{average:.4f} − (100 · {points:g} / {n} − 50)"
        result = performance(average, points, float(n))
        steps = (
            Step("performance", result, "Rc − (100 · W / n − 50)", working, SOURCE, "points"),
            Step("weight of the old rating", d, working=age_text, source=SOURCE, unit="games", digits=0),
        )
        shares = []
        for game in case.faced:
            theirs, score = float(game[THEIRS]), float(game[SCORE])
            e = expectancy(own, theirs)
            value = -100.0 / (d + n) * (score - e)
            letters, numbers = "½ + (Ri − R) / 100", f"½ + ({theirs:.10g} − {own:.10g}) / 100"
            change = Step(
                "change",
                value,
                "−100 / (d + n) · (W − E)",
                f"−100 / ({d:g} + {n}) · ({score:g} − {e:.6g})",
                SOURCE,
                "points",
            )
            shares.append(GameShare(value, e, (Step("expected score", e, letters, numbers, SOURCE), change)))
        return shares, steps
