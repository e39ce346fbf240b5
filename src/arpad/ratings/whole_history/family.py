"""What systems share that rate the whole history at once, where every game weighs on every rating.

Such a system has no updates: it asks which ratings make all results together most likely, so a game of today
also changes what it says of last year. Two things follow, and all of them hold to both:

* **History.** A rating of a past period is what the system says of it *now*, with later games in mind.
* **Explanation.** At the optimum the games and the prior pull on a rating with forces that cancel out, so a
  rating is a sum over games, and that sum is what is told: ``Trace.pull`` holds each game's force or share,
  and ``told`` makes the parts of it.

``update``, which asks what more games would make of a rating (``arpad odds``, ``arpad whatif``), holds the
opponents where they are and takes the rating with its deviation for a normal prior: the most likely rating
after the games, of which each game's part is *variance × (its force)*.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from arpad.core import Explanation, NotProvided, Step
from arpad.ratings.model import Encounter, Rating, Schedule, Update
from arpad.ratings.run import Run
from arpad.ratings.state import Trace
from arpad.ratings.system import RatingSystem

Q = math.log(10.0) / 400.0
"""Natural units (of the logistic curve) per rating point."""

FINE = 1e-4
"""How much of a change a search may leave unfinished without a line of its own."""

UNKNOWN = 350.0
"""The deviation, in points, of a rating of which nothing is said, where a system has no prior of its own."""


@dataclass(frozen=True)
class WholeHistory(RatingSystem):
    """A system that rates the whole record at once; see the module."""

    schedules: ClassVar[tuple[Schedule, ...]] = ("period",)
    columns: ClassVar[tuple[str, ...]] = ("rating", "deviation")

    def check_continued(self) -> None:
        """Refuse to go on from a list: every game weighs on every rating, also those before the list.

        Raises:
            NotProvided: always.
        """
        raise needs_all_games(self.name)

    def retell(self, run: Run, player: int) -> Iterator[tuple[Update, dict[str, Any]]]:
        """Yield what the rating periods of a player bring, against opponents as they are rated now."""
        trace, timeline = run.trace, run.timeline
        if trace.as_opponents is None:  # no game has been played
            return
        seats = timeline.record.appearances()
        mine = np.flatnonzero(seats.player == player)
        rows, sides = seats.row[mine], seats.side[mine]
        games = [
            replace(
                run.encounter(int(row), player), opponent=run.rating_of(trace.as_opponents[row, 1 - side])
            )
            for row, side in zip(rows, sides, strict=True)
        ]
        for update, row in self.period_updates(trace, rows, sides, timeline.order[rows], games):
            yield update, run.place(row, int(timeline.order[row]))

    @abstractmethod
    def period_updates(
        self, trace: Trace, rows: Any, sides: Any, periods: Any, games: Sequence[Encounter]
    ) -> Iterator[tuple[Update, int]]:
        """Yield per rating period of a player what it brings, with the row of its first game.

        Args:
            trace: what the run left.
            rows: the player's games, in order of time.
            sides: on which side of each the player stands.
            periods: the number of the period of each.
            games: the games as the player sees them.
        """


def needs_all_games(system: str) -> NotProvided:
    """Return the error that a system cannot go on from a list."""
    return NotProvided(
        f"{system} rates the whole history at once, so it cannot go on from a list",
        remedy="Give all the games: those before the list, and those after it.",
    )


def most_likely(mean: float, variance: float, force: Callable[[float], tuple[float, float]]) -> float:
    """Return where a normal prior and a log-concave likelihood are most likely together.

    Newton's method, kept inside the bracket in which the derivative changes its sign.

    Args:
        mean: of the prior.
        variance: of the prior, positive.
        force: value → the likelihood's first derivative, and the negative of its second.
    """
    if variance <= 0.0:
        return mean
    low, high = -math.inf, math.inf
    at = mean
    for _ in range(200):
        first, curvature = force(at)
        slope = first - (at - mean) / variance
        if slope > 0.0:
            low = at
        else:
            high = at
        step = slope / (curvature + 1.0 / variance)
        after = at + step
        if abs(step) <= 1e-13 * max(1.0, abs(at), abs(mean)):
            return after
        if not low < after < high:
            after = 0.5 * (low + high)
        at = after
    return at


def answer(
    own: Rating,
    encounters: Sequence[Encounter],
    force: Callable[[float, Encounter], tuple[float, float]],
    working: Callable[[float, Encounter], tuple[Step, ...]],
) -> Update:
    """Return what games against fixed opponents make of a rating with a deviation.

    Args:
        own: the rating, with its deviation.
        encounters: the games.
        force: rating, game → the first derivative of its log-likelihood and the negative of the second, per
            point and per point².
        working: rating, game → how a person finds the force.
    """
    assert own.deviation is not None
    variance = own.deviation**2

    def pull(at: float) -> tuple[float, float]:
        forces = [force(at, game) for game in encounters]
        return math.fsum(f for f, _ in forces), math.fsum(c for _, c in forces)

    at = most_likely(own.value, variance, pull)
    parts = []
    for game in encounters:
        value = variance * force(at, game)[0]
        change = Step("change", value, "RD² · force", unit="points")
        parts.append(part(value, (*working(at, game), change), game))
    value = own.value + math.fsum(p.value for p in parts)
    curvature = pull(at)[1]
    after = replace(
        own,
        value=value,
        deviation=own.deviation / math.sqrt(1.0 + variance * curvature),
        games=own.games + len(encounters),
        peak=max(value, own.value if own.peak is None else own.peak),
        elapsed=None,
    )
    steps = (
        Step(
            "rating",
            value,
            "the most likely one, given N(R, RD²) and the games",
            f"{own.value:.4f} + {value - own.value:.4f}",
            unit="points",
        ),
    )
    explanation = Explanation("change", value - own.value, steps, tuple(parts), terms=True, unit="points")
    return Update(own, after, explanation)


def part(value: float, steps: tuple[Step, ...], game: Encounter) -> Explanation:
    """Return a game's part of a rating, with what a table shows of the game."""
    expected = next((step.value for step in steps if step.label == "expected score"), None)
    facts = {
        **game.facts,
        "opponent_rating": game.opponent.value,
        "opponent_deviation": game.opponent.deviation,
        "expected": expected,
        "score": game.score,
    }
    return Explanation("game", value, steps, unit="points", facts=facts)


@dataclass(frozen=True)
class CurveSystem(WholeHistory):
    """A system whose ratings wander between rating periods: a curve per player, all found at once.

    With a normal random walk, and c² for the variance of a step, the optimum ties neighbouring points by
    r(t) − r(t − 1) = c² · Σ force of all games from t on, and the first point to the prior by
    r(1) − mean = v · Σ force of all games. So a rating period's change is told as its own games' part, and
    what its later games bring.
    """

    default_period: ClassVar[str] = "1d"

    @abstractmethod
    def drift(self, gap: float) -> float:
        """Return the variance of the walk over so many rating periods, in points²."""

    @abstractmethod
    def reach(self, away: float, total: float) -> float:
        """Return the variance of the first point under the prior, in points².

        Args:
            away: the first rating less the prior's mean.
            total: the force of all games together, per point.
        """

    @abstractmethod
    def working(self, own: Rating, game: Encounter, force: float) -> tuple[Step, ...]:
        """Return how a person finds a game's force."""

    def aged(self, rating: Rating, elapsed: float) -> Rating:
        """Return a rating whose deviation has grown over rating periods without games."""
        old = rating.deviation if rating.deviation is not None else self.newcomer().deviation or 0.0
        return replace(rating, deviation=math.sqrt(old * old + self.drift(max(0.0, elapsed))), elapsed=None)

    def period_updates(
        self, trace: Trace, rows: Any, sides: Any, periods: Any, games: Sequence[Encounter]
    ) -> Iterator[tuple[Update, int]]:
        """Yield per rating period the step of the curve; see the class."""
        assert trace.pull is not None
        forces = [float(trace.pull[row, side]) for row, side in zip(rows, sides, strict=True)]
        at = 0
        while at < len(rows):
            end = at
            while end < len(rows) and periods[end] == periods[at]:
                end += 1
            states = [
                dict(zip(self.columns, map(float, t[rows[at], sides[at]]), strict=True))
                for t in (trace.before, trace.after)
            ]
            before, after = (Rating(m["rating"], deviation=m["deviation"]) for m in states)
            value = after.value - before.value
            if at == 0:
                spread = self.reach(value, math.fsum(forces))
                letters = "variance of the prior"
            else:
                spread = self.drift(float(periods[at] - periods[at - 1]))
                letters = "variance of the walk"
            own = math.fsum(forces[at:end])
            if end == len(rows) and abs(value - spread * own) < FINE * max(1.0, abs(value)):
                spread = value / own if own else spread  # what the search left, spread over the games
            parts = []
            for k in range(at, end):
                change = Step(
                    "change",
                    spread * forces[k],
                    f"{letters} · force",
                    f"{spread:.4f} · {forces[k]:.8f}",
                    unit="points",
                )
                steps = (*self.working(after, games[k], forces[k]), change)
                parts.append(part(spread * forces[k], steps, games[k]))
            rest = value - math.fsum(p.value for p in parts)
            if end < len(rows) or abs(rest) > 1e-10:
                name = "later games" if end < len(rows) else "left by the search"
                letters = f"{letters} · Σ force of the later games" if end < len(rows) else ""
                parts.append(
                    Explanation(name, rest, (Step("change", rest, letters, unit="points"),), unit="points")
                )
            step = Step("rating", after.value, working=f"{before.value:.4f} {value:+.4f}", unit="points")
            yield (
                Update(
                    before,
                    after,
                    Explanation("change", value, (step,), tuple(parts), terms=True, unit="points"),
                ),
                int(rows[at]),
            )
            at = end


def curves_traced(curves: Any, mean: float, rating: Any, deviation: Any, entered: float, force: Any) -> Trace:
    """Return the trace of curves.

    Args:
        curves: :class:`arpad.ratings.whole_history.player_periods.Curves`.
        mean: with what a player enters.
        rating: per point, in points.
        deviation: per point.
        entered: the deviation with which a player enters.
        force: per entry, per point of rating.
    """
    import numpy as np

    now = np.stack((rating, deviation), axis=1)
    then = np.empty_like(now)
    then[1:] = now[:-1]
    first = curves.points.start[:-1]
    then[first[first < len(now)]] = mean, entered
    after = now[curves.of]
    return Trace(then[curves.of], after, force[curves.at], after)
