"""US Chess: an event in five steps, by the standard or the special formula.

References:
    Glickman, M. E. and Doan, T., *The US Chess Rating System* (1 June 2015, revised 2 September 2020), with
    the thresholds of the bonus as announced by US Chess in 2015, 2017, 2023 and 2025
    (:mod:`arpad.rulebooks.uschess.editions`).

The five steps of an event:
    1. Unrated players get an initial rating (:func:`enter`).
    2. Every player gets an effective number of games.
    3. An unrated player gets a first estimate by the special formula, with one effective game
       (:func:`prepare`).
    4. Every player gets an intermediate rating, against the opponents' ratings before the event or their
       first estimates (:func:`intermediate`).
    5. Every player is rated again from the rating before the event, now against the opponents' intermediate
       ratings (:func:`judge`).

Departures and decisions:
    * Ratings are kept unrounded, as the document says; only lists round them.
    * The edition and the age are those of the player's last game in the event.
    * A player of whom ``games`` are known but not ``wins``, ``draws`` and ``losses`` counts as one whose
      results were mixed, drawn in the absolute floor.
    * A player with neither rating nor games is unrated and enters by age (1300 of unknown age). Conversions
      of FIDE and other ratings were revised in 2024 and are not here: give the converted rating and games.
    * The steps raise what is below 100 to 100. All higher floors, and the 50 points that a match may change a
      rating, hold at the last step only; opponents meet intermediate ratings without them.
    * The absolute floor counts the event itself. Floors by a prize or a title are given (``floor``).
    * Whether a game of a match is rated, is told from the ratings before the event.
    * The bonus, which belongs to the event, is told in equal shares of its games.

Units: ratings in points.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.core import Edition, Step
from arpad.ratings.events.family import Case, EventFamily, GameShare
from arpad.ratings.events.loop import (
    AGE,
    AS_OPPONENT,
    BIRTH,
    EARLIER,
    FACED,
    GAMES,
    OWN,
    RATING,
    SCORE,
    SETTLED,
    STANDING,
    THEIRS,
    EventParts,
)
from arpad.ratings.model import Prediction, Rating
from arpad.ratings.parameters import parameter
from arpad.rulebooks.uschess.editions import EDITIONS, codes
from arpad.rulebooks.uschess.explanation import expectancy_step, shares_and_steps
from arpad.rulebooks.uschess.formulas import (
    ESTABLISHED,
    LOWEST,
    MATCH_LIMIT,
    absolute_floor,
    age_based,
    bonus,
    counts,
    effective_games,
    first_estimate,
    k_standard,
    meetings,
    peak_floor,
    special,
    winning_expectancy,
)
from arpad.rulebooks.uschess.player_row import (
    DRAWS,
    ESTIMATE,
    EVENTS,
    FLOOR,
    LOSSES,
    PEAK,
    WINS,
    UsChessNumbers,
    by_special,
    previous_kind,
)


@kernel
def enter(p: UsChessNumbers, age: float, rows: Any, a: int) -> None:
    """Fill in what is not known of a player; who has no rating enters by age."""
    if math.isnan(rows[a, RATING]):
        rows[a, RATING] = age_based(age) if math.isnan(p.initial) else p.initial
        rows[a, AS_OPPONENT] = rows[a, RATING]
    if math.isnan(rows[a, WINS]) and math.isnan(rows[a, DRAWS]) and math.isnan(rows[a, LOSSES]):
        rows[a, DRAWS] = rows[a, GAMES]
    for column in (WINS, DRAWS, LOSSES, EVENTS):
        if math.isnan(rows[a, column]):
            rows[a, column] = 0.0
    rows[a, STANDING] = rows[a, GAMES]
    if math.isnan(rows[a, PEAK]) and rows[a, GAMES] > ESTABLISHED:
        rows[a, PEAK] = rows[a, RATING]


@kernel
def prepare(p: UsChessNumbers, age: float, rows: Any, a: int, faced: Any, start: int, end: int) -> None:
    """Make step 3: the first estimate of an unrated player; others are met with their rating."""
    if rows[a, GAMES] == 0.0:
        rows[a, AS_OPPONENT] = first_estimate(rows[a, RATING], faced, start, end)
    rows[a, ESTIMATE] = rows[a, AS_OPPONENT]


@kernel
def performed(
    p: UsChessNumbers, edition: int, R0: float, N: float, kind: int, faced: Any, start: int, end: int
) -> float:
    """Return the rating that an event of games that all count makes of R0; step 4 or 5, by what was met.

    What is below 100 is raised to 100, as in both steps; no other floor holds here.
    """
    m = float(end - start)
    N0 = effective_games(R0, N)
    if by_special(N, kind):
        return max(LOWEST, special(R0, N0, kind, faced, start, end))
    surprise = 0.0
    for i in range(start, end):
        surprise += faced[i, SCORE] - winning_expectancy(R0, faced[i, THEIRS])
    gain = k_standard(p.dual, R0, N0, m) * surprise
    if p.match:
        return max(LOWEST, R0 + gain)
    extra = bonus(p.thresholds[edition], gain, m, meetings(faced, start, end))
    return max(LOWEST, R0 + gain + extra)


@kernel
def sort_rated(match: bool, R0: float, N: float, faced: Any, start: int, end: int) -> int:
    """Move a player's games that are not rated behind those that are; return after the last that is.

    A match is rated as a whole or, where an opponent does not qualify, without that opponent's games. What
    qualifies is the rating before the event, so both passes leave out the same games.
    """
    if not match:
        return end
    last = start
    for i in range(start, end):
        if counts(match, R0, N, faced[i, EARLIER], faced[i, SETTLED]):
            for c in range(FACED):
                moved = faced[last, c]
                faced[last, c] = faced[i, c]
                faced[i, c] = moved
            last += 1
    return last


@kernel
def intermediate(
    p: UsChessNumbers, edition: int, age: float, rows: Any, a: int, faced: Any, start: int, end: int
) -> None:
    """Make step 4: the intermediate rating, against ratings before the event and first estimates."""
    R0 = rows[a, RATING]
    N = rows[a, GAMES]
    end = sort_rated(p.match, R0, N, faced, start, end)
    if end > start:
        kind = previous_kind(rows[a, WINS], rows[a, DRAWS], rows[a, LOSSES], N)
        rows[a, AS_OPPONENT] = performed(p, edition, R0, N, kind, faced, start, end)


@kernel
def judge(
    p: UsChessNumbers, edition: int, age: float, rows: Any, a: int, faced: Any, start: int, end: int
) -> None:
    """Make step 5: rate an event of one player against the opponents' intermediate ratings."""
    R0 = rows[a, RATING]
    N = rows[a, GAMES]
    end = sort_rated(p.match, R0, N, faced, start, end)
    if end == start:
        rows[a, AS_OPPONENT] = R0
        rows[a, ESTIMATE] = R0
        return
    kind = previous_kind(rows[a, WINS], rows[a, DRAWS], rows[a, LOSSES], N)
    rating = performed(p, edition, R0, N, kind, faced, start, end)
    for i in range(start, end):
        score = faced[i, SCORE]
        if score == 1.0:
            rows[a, WINS] += 1.0
        elif score == 0.0:
            rows[a, LOSSES] += 1.0
        else:
            rows[a, DRAWS] += 1.0
    m = float(end - start)
    rows[a, GAMES] = N + m
    rows[a, STANDING] = N + m
    if m >= 3.0:
        rows[a, EVENTS] += 1.0
    if p.match:
        rating = R0 + min(MATCH_LIMIT, max(-MATCH_LIMIT, rating - R0))
    elif p.floors:
        rating = max(rating, absolute_floor(rows[a, WINS], rows[a, DRAWS], rows[a, EVENTS]))
        rating = max(rating, peak_floor(rows[a, PEAK]))
        if not math.isnan(rows[a, FLOOR]):
            rating = max(rating, rows[a, FLOOR])
    rows[a, RATING] = rating
    rows[a, AS_OPPONENT] = rating
    rows[a, ESTIMATE] = rating
    if N + m > ESTABLISHED and not rows[a, PEAK] > rating:
        rows[a, PEAK] = rating


@dataclass(frozen=True)
class UsChess(EventFamily):
    """The regular rating of US Chess over the board.

    Of the players it takes ``rating``, ``games``, ``peak`` (the highest established rating), ``birth_year``
    (or ``age``), ``wins``, ``draws``, ``losses``, ``events`` (with three games and more) and ``floor``.
    """

    name: ClassVar[str] = "uschess"
    title: ClassVar[str] = "US Chess rating"
    status: ClassVar[str] = "approximate"
    source: ClassVar[str] = (
        "Glickman & Doan 2015 and 2020, The US Chess Rating System; bonus as amended to 2025"
    )
    columns: ClassVar[tuple[str, ...]] = ("rating", "estimate", "met", "played")
    kept: ClassVar[tuple[int, ...]] = (RATING, ESTIMATE, AS_OPPONENT, STANDING)
    attributes: ClassVar[tuple[str, ...]] = ("age", "wins", "draws", "losses", "events", "floor")
    editions: ClassVar[tuple[Edition, ...]] = EDITIONS
    width: ClassVar[int] = OWN + 7
    fields: ClassVar[Mapping[str, int]] = {
        "games": GAMES,
        "birth_year": BIRTH,
        "age": AGE,
        "peak": PEAK,
        "wins": WINS,
        "draws": DRAWS,
        "losses": LOSSES,
        "events": EVENTS,
        "floor": FLOOR,
    }
    provisional_games: ClassVar[int] = 26
    notes: ClassVar[tuple[str, ...]] = (
        "Bonus threshold: 12 from 2015, 14 from 2017-05-01, 12 from 2023-02-01, 10 from 2025-01-01.",
        "An event has five steps: everybody gets an intermediate rating, and then everybody is rated "
        "again from the rating before, against the opponents' intermediate ratings.",
        "Read of the document: steps 3 to 5 and the special formula; of the revision of 2020 the opening. "
        "The rest as two independent implementations of it agree. A published event of 64 players follows.",
        "Unverified: that the absolute floor counts the event itself. Converted FIDE ratings are not here.",
    )

    dual: bool = parameter(False, "dual-rated events (30 to 65 minutes): a smaller K from 2200 up")
    match: bool = parameter(False, "events are individual matches: no bonus, at most 50 points, no floor")
    floors: bool = parameter(True, "ratings do not fall below the floors")
    initial: float | None = parameter(
        None, "the rating with which unrated players enter; by age if not given", unit="points"
    )

    def newcomer(self) -> Rating:
        """Return the rating with which an unrated player of unknown age enters."""
        return Rating(age_based(math.nan) if self.initial is None else self.initial)

    def edition_codes(self, days: NDArray[Any]) -> NDArray[np.int8]:
        """Return the code of the edition in force on each day."""
        return codes(days)

    def numbers(self) -> UsChessNumbers:
        """Return the parameters as the kernels take them."""
        return UsChessNumbers(
            dual=bool(self.dual),
            match=bool(self.match),
            floors=bool(self.floors),
            initial=math.nan if self.initial is None else float(self.initial),
            thresholds=np.array([edition.threshold for edition in EDITIONS]),
        )

    def parts(self) -> EventParts:
        """Return the rules as the loop calls them."""
        return {"enter": enter, "prepare": prepare, "intermediate": intermediate, "judge": judge}

    def earlier(self, opponent: Rating) -> float:
        """Return the rating or first estimate with which an opponent is met in step 4."""
        return opponent.attributes.get("estimate", opponent.value)

    def standing(self, opponent: Rating) -> float:
        """Return the games of an opponent, NaN where they are not known."""
        return opponent.attributes.get("played", math.nan)

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the winning expectancy of the standard formula."""
        expected = winning_expectancy(first.value, second.value)
        return Prediction(expected, (expectancy_step(first.value, second.value, expected),))

    def shares_and_steps(self, case: Case) -> tuple[list[GameShare], tuple[Step, ...]]:
        """Return each game's share, the effective games, K, and the bonus."""
        return shares_and_steps(self.numbers(), case)
