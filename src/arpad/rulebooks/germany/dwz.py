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
    * The players who earn a first DWZ in an event take their steps at once, each from where the others stand;
      it is not read whether the order lets them. A rating found is that of a last search of the player alone,
      against the others as they are found: it may differ by a point from what these meet.
    * 3.6: a performance of 0 or 100 per cent is none here; the order has one that was not read.
    * Not done: games kept from earlier events are not dropped after two years (4.1.1).
    * A first DWZ rests on the games of as many events as it takes to make five, with a score that is neither
      0 nor 100 per cent (3.4.1). Until then the list shows what it would be so far, with index 0: the
      opponents' average and the table's difference for the score; 0 where nothing is known. Games of earlier
      events count with their opponents' average.

Units: ratings in points.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.core import BadInput, Step
from arpad.core.interface import option, setting
from arpad.ratings.events.family import Case, EventFamily, GameShare
from arpad.ratings.events.loop import (
    AGE,
    AS_OPPONENT,
    BIRTH,
    EARLIER,
    GAMES,
    OPPONENT,
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

OPPONENTS, POINTS, COUNTED, LAST = range(OWN, OWN + 4)
"""The system's own columns of a row: towards a first DWZ, the opponents' sum, the points, the games; the last
step of the search for it."""

FIRST_STAGE, SECOND_STAGE = -1.0, -2.0
"""What stands for the index of a player who earns a DWZ in the event, by the stage (3.4.1)."""

GAMES_OF_A_PERFORMANCE = 5.0
"""So many games against players who have or earn a DWZ make a performance (3.6)."""

CLEARLY_LESS = 280.0
"""Who scores no more than is expected so far above the DWZ has no such performance: no search is needed."""

EXCEPTIONAL = 300.0
"""A performance by more than this above the DWZ before counts for the opponents instead of it (3.6)."""

SOURCE = "Wertungsordnung 3.5, Anh. 1.2"


def remedy() -> str:
    """Return what to do where nobody has a rating."""
    file, initial = option("players", "FILE"), setting("initial=1500")
    return f"Give ratings ({file}), or let everyone enter at one: {initial}."


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
        rows[a, AS_OPPONENT] = rows[a, RATING]
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
            rows[a, AS_OPPONENT] = total / n


@kernel
def is_before(stage: float, theirs: float) -> bool:
    """3.4.1: tell whether an opponent's rating stands before those of a stage are found.

    Args:
        stage: the player's, or the index of one who has a DWZ, for whom all are found.
        theirs: the opponent's.
    """
    if stage > 0.0:
        return theirs != 0.0
    return theirs > 0.0 or (stage == SECOND_STAGE and theirs == FIRST_STAGE)


@kernel
def is_counted(stage: float, theirs: float) -> bool:
    """3.4.1, 3.4.2: tell whether a game counts: against whom has or earns a DWZ; 0 stands for neither.

    For a player who does neither, games against those of the second stage do not.
    """
    return theirs != 0.0 if stage != 0.0 else theirs > 0.0 or theirs == FIRST_STAGE


@kernel
def rating_met(p: DwzNumbers, stage: float, rating: float, theirs: float) -> float:
    """Return an opponent's rating: a new one as the search has it for those who are in it, else as listed."""
    if stage < 0.0 or theirs > 0.0:
        return rating
    return float(to_whole(drawn_up(rating))) if p.rounded else float(drawn_up(rating))


@kernel
def stage_of(rows: Any, a: int, faced: Any, start: int, end: int) -> float:
    """3.4.1: return by which stage a player without a DWZ earns one in the event; 0 for none.

    Five games and more, those kept from earlier events among them, and neither all nor nothing scored in
    them: in the first stage against players with a DWZ, in the second against those of the first stage too.
    """
    for stage in (FIRST_STAGE, SECOND_STAGE):
        n = rows[a, COUNTED]
        points = rows[a, POINTS]
        for i in range(start, end):
            if is_before(stage, faced[i, SETTLED]):
                n += 1.0
                points += faced[i, SCORE]
        if n >= GAMES_OF_A_FIRST and 0.0 < points < n:
            return stage
    return 0.0


@kernel
def opening(
    p: DwzNumbers, stage: float, earlier: float, rows: Any, a: int, faced: Any, start: int, end: int
) -> float:
    """3.4.4: return the rating from which a search sets out: the average and the difference for the score.

    Args:
        p: the parameters.
        stage: the player's.
        earlier: how many games of earlier events count, with their opponents' average.
        rows: the players' rows.
        a: the player.
        faced: the games of the event as the players saw them.
        start: the player's first.
        end: the one after the player's last.
    """
    n = earlier
    total = rows[a, OPPONENTS] if earlier > 0.0 else 0.0
    points = rows[a, POINTS] if earlier > 0.0 else 0.0
    for i in range(start, end):
        if is_before(stage, faced[i, SETTLED]):
            n += 1.0
            total += rating_met(p, stage, faced[i, THEIRS], faced[i, SETTLED])
            points += faced[i, SCORE]
    return float(total / n + difference_for(points / n))


@kernel
def next_step(
    p: DwzNumbers,
    R: float,
    stage: float,
    earlier: float,
    rows: Any,
    a: int,
    faced: Any,
    start: int,
    end: int,
) -> float:
    """3.4.4: return the difference for (W − We) / n + ½, by which a search goes on from R."""
    n = earlier
    left = 0.0
    if earlier > 0.0:
        left = rows[a, POINTS] - earlier * by_normal(R - rows[a, OPPONENTS] / earlier)
    for i in range(start, end):
        if is_counted(stage, faced[i, SETTLED]):
            n += 1.0
            theirs = rating_met(p, stage, faced[i, THEIRS], faced[i, SETTLED])
            left += faced[i, SCORE] - by_normal(R - theirs)
    return float(difference_for(left / n + 0.5))


@kernel
def performance(
    p: DwzNumbers, stage: float, earlier: float, rows: Any, a: int, faced: Any, start: int, end: int
) -> float:
    """3.4.4, 3.6: return the rating that expects just the points scored, by steps of whole points.

    The search ends where nothing is left, or where a step takes the one before back, as three decimals of P
    may make it.
    """
    R = opening(p, stage, earlier, rows, a, faced, start, end)
    last = 0.0
    for _ in range(ROUNDS):
        step = next_step(p, R, stage, earlier, rows, a, faced, start, end)
        if step in (0.0, -last):
            return R
        R += step
        last = step
    return R


@kernel
def search_together(
    p: DwzNumbers, rows: Any, faced: Any, touched: Any, players: int, place: Any, tally: Any, games: int
) -> None:
    """3.4.4: find the ratings of all who earn one, in ``AS_OPPONENT``: a step of each, until none is left.

    Args:
        p: the parameters.
        rows: the players' rows.
        faced: the games of the event as the players saw them.
        touched: the players of the event.
        players: how many.
        place: the game after each player's last.
        tally: each player's games.
        games: how many games the players saw.
    """
    for stage in (FIRST_STAGE, SECOND_STAGE):
        for j in range(games):
            faced[j, THEIRS] = rows[int(faced[j, OPPONENT]), AS_OPPONENT]
        for t in range(players):
            a = touched[t]
            if rows[a, STANDING] == stage:
                start = place[a] - tally[a]
                rows[a, AS_OPPONENT] = opening(p, stage, rows[a, COUNTED], rows, a, faced, start, place[a])
                rows[a, LAST] = 0.0
    for _ in range(ROUNDS):
        left = False
        for j in range(games):
            faced[j, THEIRS] = rows[int(faced[j, OPPONENT]), AS_OPPONENT]
        for t in range(players):
            a = touched[t]
            stage = rows[a, STANDING]
            if stage < 0.0:
                start = place[a] - tally[a]
                R = rows[a, AS_OPPONENT]
                step = next_step(p, R, stage, rows[a, COUNTED], rows, a, faced, start, place[a])
                if abs(step) == 1.0 and step == -rows[a, LAST]:
                    step = 0.0
                rows[a, AS_OPPONENT] += step
                rows[a, LAST] = step
                left = left or step != 0.0
        if not left:
            return


@kernel
def together(
    p: DwzNumbers, rows: Any, faced: Any, touched: Any, players: int, place: Any, tally: Any
) -> None:
    """3.4, 3.6: find who earns a DWZ, and what opponents are to meet of them and of exceptional players."""
    games = 0
    for t in range(players):
        games += tally[touched[t]]
    earners = 0
    for stage in (FIRST_STAGE, SECOND_STAGE):
        for t in range(players):
            a = touched[t]
            start = place[a] - tally[a]
            if rows[a, STANDING] == 0.0 and stage_of(rows, a, faced, start, place[a]) == stage:
                rows[a, STANDING] = stage
                earners += 1
        for j in range(games):
            faced[j, SETTLED] = rows[int(faced[j, OPPONENT]), STANDING]
    if earners > 0:
        search_together(p, rows, faced, touched, players, place, tally, games)
    exceptional = False
    for t in range(players):
        a = touched[t]
        stage = rows[a, STANDING]
        if stage <= 0.0 or tally[a] < GAMES_OF_A_PERFORMANCE:
            continue
        n = 0.0
        points = 0.0
        We = 0.0
        for i in range(place[a] - tally[a], place[a]):
            if is_counted(stage, faced[i, SETTLED]):
                n += 1.0
                points += faced[i, SCORE]
                theirs = rating_met(p, stage, faced[i, THEIRS], faced[i, SETTLED])
                We += by_normal(rows[a, RATING] + CLEARLY_LESS - theirs)
        if n >= GAMES_OF_A_PERFORMANCE and We < points < n:
            Rh = performance(p, stage, 0.0, rows, a, faced, place[a] - tally[a], place[a])
            if Rh - rows[a, RATING] > EXCEPTIONAL:
                rows[a, AS_OPPONENT] = to_whole(Rh)
                exceptional = True
    if exceptional and earners > 0:
        search_together(p, rows, faced, touched, players, place, tally, games)


@kernel
def judge(
    p: DwzNumbers, edition: int, age: float, rows: Any, a: int, faced: Any, start: int, end: int
) -> None:
    """Rate an event of one player."""
    Z = rows[a, RATING]
    stage = rows[a, STANDING] if rows[a, STANDING] > 0.0 else stage_of(rows, a, faced, start, end)
    n = 0.0
    total = 0.0
    W = 0.0
    We = 0.0
    for i in range(start, end):
        if is_counted(stage, faced[i, SETTLED]):
            theirs = rating_met(p, stage, faced[i, THEIRS], faced[i, SETTLED])
            n += 1.0
            total += theirs
            W += faced[i, SCORE]
            We += expected(p.curve, p.bounds, Z, theirs)
    if n == 0.0 and stage >= 0.0:
        return
    rows[a, GAMES] += n
    if stage > 0.0:
        E = development(p.rounded, Z, age, stage, W, We)
        rows[a, RATING] = Z + 800.0 / (E + n) * (W - We)
        rows[a, STANDING] += 1.0
    else:
        earlier = rows[a, COUNTED]
        if stage < 0.0:
            rows[a, RATING] = drawn_up(performance(p, stage, earlier, rows, a, faced, start, end))
            rows[a, STANDING] = 1.0
        rows[a, OPPONENTS] += total
        rows[a, POINTS] += W
        rows[a, COUNTED] += n
        if stage == 0.0:
            games = rows[a, COUNTED]
            rows[a, RATING] = so_far(p.bounds, rows[a, OPPONENTS] / games, rows[a, POINTS] / games)
    if p.rounded:
        rows[a, RATING] = to_whole(rows[a, RATING])
    rows[a, AS_OPPONENT] = rows[a, RATING]


@dataclass(frozen=True)
class Dwz(EventFamily):
    """The rating of German chess players.

    Of the players it takes ``rating``, ``index``, and ``birth_year`` or ``age``.
    """

    name: ClassVar[str] = "dwz"
    title: ClassVar[str] = "DWZ"
    source: ClassVar[str] = "Deutscher Schachbund, Wertungsordnung 3.3 to 3.6, Anhang 1.2 and 2.1"
    status: ClassVar[str] = "approximate"
    columns: ClassVar[tuple[str, ...]] = ("rating", "index", "met")
    kept: ClassVar[tuple[int, ...]] = (RATING, STANDING, AS_OPPONENT)
    attributes: ClassVar[tuple[str, ...]] = ("age", "index")
    settling: ClassVar[str] = "rounded"
    width: ClassVar[int] = OWN + 4
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
        "By the order, without a published event to hold it to: first ratings found together (3.4), and that "
        "a performance more than 300 points above the DWZ counts for the opponents (3.6).",
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
            raise BadInput("dwz needs rated players, and no player has a rating", remedy=remedy())
        return super().settled(timeline, rows)

    def numbers(self) -> DwzNumbers:
        """Return the parameters as the kernels take them."""
        initial = math.nan if self.initial is None else float(self.initial)
        return DwzNumbers(CURVES.index(self.curve), bool(self.rounded), initial, np.array(BOUNDS))

    def parts(self) -> EventParts:
        """Return the rules as the loop calls them."""
        return {"enter": enter, "prepare": prepare, "together": together, "judge": judge}

    def standing(self, opponent: Rating) -> float:
        """Return an opponent's index; one of whom it is not known has a DWZ."""
        return opponent.attributes.get("index", ESTABLISHED_INDEX)

    def earlier(self, opponent: Rating) -> float:
        """Return an opponent's DWZ before the event, which may not be what counts (3.6)."""
        return opponent.value

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

    def shares_and_steps(self, case: Case) -> tuple[list[GameShare], tuple[Step, ...]]:
        """Return each game's share, and the coefficient of development or the first DWZ."""
        p = self.numbers()
        Z, index = float(case.before[RATING]), float(case.before[STANDING])
        row = case.before.reshape(1, -1)
        stage = index if index > 0.0 else stage_of(row, 0, case.faced, 0, len(case.faced))
        games = [
            (
                rating_met(p, stage, float(g[THEIRS]), float(g[SETTLED])),
                float(g[SCORE]),
                is_counted(stage, float(g[SETTLED])),
            )
            for g in case.faced
        ]
        chances = [expected(p.curve, p.bounds, Z, theirs) for theirs, _, _ in games]
        n = sum(counted for *_, counted in games)
        W = math.fsum(score for _, score, counted in games if counted)
        We = math.fsum(e for e, (*_, counted) in zip(chances, games, strict=True) if counted)
        if n == 0:
            steps: tuple[Step, ...] = ()
        elif index <= 0.0:
            steps = _first_steps(case)
        else:
            E = development(p.rounded, Z, case.age, index, W, We)
            steps = _development_steps(Z, case.age, index, W, We, E, n, rounded=p.rounded)
        shares = []
        for (theirs, score, counted), e, seen in zip(games, chances, case.faced, strict=True):
            first = self.expected_step(Z, theirs, e)
            why = _why_met(theirs, float(seen[EARLIER]), float(seen[SETTLED]))
            if not counted:
                reason = Step("not rated", "the opponent has no DWZ")
                shares.append(GameShare(0.0, e, (reason, Step("change", 0.0, unit="points"))))
            elif index <= 0.0:
                value = float(case.after[RATING] - Z) / n
                working = f"{case.after[RATING] - Z:.4f} / {n}"
                equal = Step("change", value, "in equal shares", working)
                shares.append(GameShare(value, None, (*why, equal)))
            else:
                K = 800.0 / (E + n)
                value = K * (score - e)
                working = f"800 / ({E:.4f} + {n}) · ({score:g} − {e:.6g})"
                change = Step("change", value, "800 / (E + n) · (W − We)", working, SOURCE, "points")
                shares.append(GameShare(value, e, (*why, first, change)))
        return shares, steps


def _why_met(theirs: float, before: float, settled: float) -> tuple[Step, ...]:
    """Return why an opponent counts with another rating than the DWZ before the event, if so."""
    if settled < 0.0:
        words = "the first DWZ, which the event makes"
        return (Step("opponent's rating", theirs, words, source="Wertungsordnung 3.4", digits=0),)
    if settled > 0.0 and theirs != before:
        words = f"the performance, more than {EXCEPTIONAL:g} points above the DWZ before, {before:.10g}"
        return (Step("opponent's rating", theirs, words, source="Wertungsordnung 3.6", digits=0),)
    return ()


def _development_steps(
    Z: float, age: float, index: float, W: float, We: float, E: float, n: int, *, rounded: bool
) -> tuple[Step, ...]:
    basic, quick, brake = E0(Z, age), fB(Z, age, W, We), SBr(Z, W, We)
    age_text = "age unknown" if math.isnan(age) else f"age {age:g}"
    most = 150.0 if brake else min(30.0, 5.0 * index)
    whole = ", a whole number" if rounded else ","
    formula = f"E0 · fB + SBr{whole} from 5 to {max(5.0, most):g}"
    working = f"{basic:.4f} · {quick:.4g} + {brake:.4g}"
    return (
        Step("E0", basic, "(Z / 1000)^4 + J", f"({Z:.10g} / 1000)^4 + {J(age):g} ({age_text})", SOURCE),
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
