"""EGF: the European Go Federation's rating (GoR) since the revision of 2021.

References:
    European Go Federation, *EGF Official Ratings* (European Go Database), system of 2021: r' = r + con ·
    (Sa − Se) + bonus with con = ((3300 − r) / 200)^1.6, bonus = ln(1 + e^((2300 − r) / 80)) / 5 and
    Se = 1 / (1 + e^(β(r2) − β(r1))), β(r) = −7 · ln(3300 − r). All games of a tournament count against the
    ratings before it; the lowest rating is −900. A rank is 100 points, 2100 is 1 dan.

Departures and decisions:
    * A handicap of h stones adds 100 · (h − ½) points to the rating of the player who receives it, for Se
      only. The record's column ``handicap`` says how many stones the first side gives.
    * A game's weight multiplies con, as the class of a tournament does (A 1, B ¾, C ½: remembered, not
      verified); not the bonus, which is paid for every game; a game of weight 0 is not rated and pays none.
    * Above 3299 points, where con and β end, ratings count as 3299.
    * A newcomer enters at the rating of the declared grade, where the record or the players file has one:
      2100 for 1 dan, 100 points a grade; a professional at 2700 for 1 dan, 30 points a grade, as the European
      Go Database has it. Without a grade a newcomer enters at ``initial``, 100 (20 kyu).

Units: ratings in points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from arpad.compiled.specialising import kernel
from arpad.core import BadInput, Step
from arpad.ratings.events.family import Case, EventFamily, GameShare
from arpad.ratings.events.loop import AS_OPPONENT, GAMES, HANDICAP, RATING, SCORE, THEIRS, WEIGHT, EventParts
from arpad.ratings.model import Prediction, Rating
from arpad.ratings.parameters import parameter
from arpad.rulebooks.go.grades import parts_of, rank_of

if TYPE_CHECKING:
    from arpad.ratings.state import Floats
    from arpad.ratings.timeline import Timeline

SOURCE = "EGF 2021"

TOP = 3300.0
"""The rating that con and β approach and nobody reaches."""


PROFESSIONAL, PROFESSIONAL_GRADE = 2700.0, 30.0
"""The rating of a professional 1 dan, and the points between the grades of professionals."""


def rating_of_grade(grade: str) -> float:
    """Return the rating at which a player of a grade enters: 2100 for ``1d``, 2880 for ``7p``.

    Raises:
        BadInput: it is not a grade.
    """
    steps, kind = parts_of(grade)
    if kind == "p":
        return PROFESSIONAL + PROFESSIONAL_GRADE * (steps - 1)
    return 2100.0 + 100.0 * rank_of(grade)


class EgfNumbers(NamedTuple):
    """The parameters as the kernels take them."""

    initial: float
    minimum: float


@kernel
def below_top(r: float) -> float:
    """Return 3300 − r, at least 1."""
    return max(1.0, TOP - r)


@kernel
def con(r: float) -> float:
    """Return con = ((3300 − r) / 200)^1.6."""
    return float((below_top(r) / 200.0) ** 1.6)


@kernel
def bonus(r: float) -> float:
    """Return ln(1 + e^((2300 − r) / 80)) / 5, against deflation."""
    x = (2300.0 - r) / 80.0
    return (max(x, 0.0) + math.log1p(math.exp(-abs(x)))) / 5.0


@kernel
def shift(stones: float) -> float:
    """Return what receiving these stones adds to a rating: 100 · (h − ½), nothing for none."""
    return 100.0 * (stones - 0.5) if stones > 0.0 else 0.0


@kernel
def expected(r1: float, r2: float, given: float) -> float:
    """Return Se = 1 / (1 + e^(β(r2) − β(r1))), that is 1 / (1 + ((3300 − r1) / (3300 − r2))^7).

    Args:
        r1: the player's rating.
        r2: the opponent's.
        given: the stones given to the opponent; negative for stones received.
    """
    own = below_top(r1 + shift(-given))
    theirs = below_top(r2 + shift(given))
    x = 7.0 * (math.log(own) - math.log(theirs))
    small = math.exp(-abs(x))
    return small / (1.0 + small) if x > 0.0 else 1.0 / (1.0 + small)


@kernel
def enter(p: EgfNumbers, age: float, rows: Any, a: int) -> None:
    """Let a player without a rating enter at the newcomers'."""
    if math.isnan(rows[a, RATING]):
        rows[a, RATING] = p.initial
        rows[a, AS_OPPONENT] = p.initial


@kernel
def judge(
    p: EgfNumbers, edition: int, age: float, rows: Any, a: int, faced: Any, start: int, end: int
) -> None:
    """Rate a tournament of one player."""
    r = rows[a, RATING]
    surprise = 0.0
    games = 0.0
    for i in range(start, end):
        if faced[i, WEIGHT] > 0.0:
            e = expected(r, faced[i, THEIRS], faced[i, HANDICAP])
            surprise += faced[i, WEIGHT] * (faced[i, SCORE] - e)
            games += 1.0
    rows[a, RATING] = max(p.minimum, r + con(r) * surprise + games * bonus(r))
    rows[a, AS_OPPONENT] = rows[a, RATING]
    rows[a, GAMES] += games


@dataclass(frozen=True)
class Egf(EventFamily):
    """The rating of European Go players."""

    name: ClassVar[str] = "egf"
    title: ClassVar[str] = "EGF rating (GoR)"
    source: ClassVar[str] = "European Go Federation, system of 2021"
    weighted: ClassVar[bool] = True
    independent: ClassVar[bool] = True
    notes: ClassVar[tuple[str, ...]] = (
        "The classes of tournaments weigh A 1, B 0.75, C 0.5: give the weight in the column of that name.",
        "Handicap: the record's column of that name, the stones that the first side gives.",
        "A newcomer enters at the rating of the declared grade (1d: 2100, 100 points a grade); else at 100.",
    )

    initial: float = parameter(100.0, "the rating of a newcomer without a grade", unit="points")
    minimum: float = parameter(-900.0, "the lowest rating", unit="points")

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial)

    def entry(self, timeline: Timeline) -> Floats:
        """Return the players' rows before the first event; a grade stands for a rating that is not known.

        Raises:
            BadInput: a grade cannot be read.
        """
        rows = super().entry(timeline)
        players = timeline.games.players
        grades = players.attributes.get("grade")
        if grades is None or grades.dtype != object:
            return rows
        for at in np.flatnonzero(np.isnan(rows[:, RATING])).tolist():
            grade = grades[at]
            if grade:
                try:
                    rows[at, RATING] = rating_of_grade(grade)
                except BadInput as error:
                    raise BadInput(
                        f"{grade!r}, the grade of {players.names[at]}, is not a valid grade",
                        column="grade",
                        remedy="Expected 12k, 3d or 1p; or give the player's rating.",
                        code="entry.grade",
                    ) from error
        return rows

    def numbers(self) -> EgfNumbers:
        """Return the parameters as the kernels take them."""
        return EgfNumbers(float(self.initial), float(self.minimum))

    def parts(self) -> EventParts:
        """Return the rules as the loop calls them."""
        return {"enter": enter, "judge": judge}

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the expected score of ``first`` without handicap."""
        score = expected(first.value, second.value, 0.0)
        return Prediction(score, (self._expected_step(first.value, second.value, 0.0, score),))

    def _expected_step(self, own: float, opponent: float, given: float, score: float) -> Step:
        mine, theirs = (
            f"{rating:.10g} + {shift(stones):g}" if stones > 0.0 else f"{rating:.10g}"
            for rating, stones in ((own, -given), (opponent, given))
        )
        working = f"r1 {mine}, r2 {theirs}"
        return Step(
            "expected score", score, "1 / (1 + ((3300 − r1) / (3300 − r2))^7)", working, SOURCE, digits=6
        )

    def shares_and_steps(self, case: Case) -> tuple[list[GameShare], tuple[Step, ...]]:
        """Return each game's share con · (Sa − Se) + bonus."""
        r = float(case.before[RATING])
        factor, paid = con(r), bonus(r)
        shared = (
            Step("con", factor, "((3300 − r) / 200)^1.6", f"((3300 − {r:.10g}) / 200)^1.6", SOURCE),
            Step("bonus", paid, "ln(1 + e^((2300 − r) / 80)) / 5", source=SOURCE, unit="points", digits=6),
        )
        shares = []
        for game in case.faced:
            theirs, score, weight = float(game[THEIRS]), float(game[SCORE]), float(game[WEIGHT])
            handicap = float(game[HANDICAP])
            e = expected(r, theirs, handicap)
            value = factor * weight * (score - e) + paid
            letters, working = "con · (Sa − Se) + bonus", f"{factor:.4f} · ({score:g} − {e:.6f}) + {paid:.6f}"
            if weight != 1.0:
                letters, working = f"w · {letters}", f"{weight:g} · {working}"
            step = Step("change", value, letters, working, SOURCE, "points")
            shares.append(GameShare(value, e, (self._expected_step(r, theirs, handicap, e), *shared, step)))
        return shares, ()
