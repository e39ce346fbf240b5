"""What TrueSkill and Weng and Lin's models share: running the loops, and explaining a contest to a player."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import interpreted_with, specialise
from arpad.core import BadInput, Explanation, Step
from arpad.ratings.contests import loop as contestloop
from arpad.ratings.contests.loop import (
    MEAN,
    VARIANCE,
    ContestColumns,
    ContestParts,
    ContestRunOptions,
    ContestWorkspace,
)
from arpad.ratings.contests.place_probabilities import normal_places
from arpad.ratings.contests.system import ContestSystem
from arpad.ratings.model import Encounter, Meeting, Rating, Schedule, Update
from arpad.ratings.state import Floats, RatingState, Trace
from arpad.record import Contests, Games

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline
    from arpad.record import Players

NONE = np.empty(0)


class Comparison(NamedTuple):
    """A share of what a contest tells a side.

    Args:
        other: the side that it comes from, in the order of the places.
        push: what it adds to the side's push.
        expected: the score that was expected against that side.
        steps: the calculation.
        label: whom it is against, where that is not ``other`` alone.
    """

    other: int
    push: float
    expected: float
    steps: tuple[Step, ...]
    label: str = ""


@dataclass(frozen=True)
class TeamSystem(ContestSystem):
    """A system whose contests push and pull the players of a side; see :mod:`arpad.ratings.contests.loop`."""

    schedules: ClassVar[tuple[Schedule, ...]] = ("live",)
    decimals: ClassVar[int] = 2
    cost: ClassVar[float]
    """What a game costs, in updates of Elo."""

    if TYPE_CHECKING:
        initial: float
        deviation: float
        beta: float
        tau: float

    @abstractmethod
    def numbers(self) -> Any:
        """Return the parameters that the parts take as ``p``."""

    @abstractmethod
    def parts(self) -> ContestParts:
        """Return the kernels that make this system."""

    @abstractmethod
    def comparisons(self, p: Any, n: int, k: int, room: ContestWorkspace) -> list[Comparison]:
        """Return where the push of side ``k`` comes from; the room has been judged."""

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial, deviation=self.deviation)

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the loop over games or contests; see :meth:`RatingSystem.rate`."""
        timeline.check_none_given(self.name)
        record = timeline.record
        rows = self.entry(record.players)
        rows[:, VARIANCE] = timeline.exactly(rows[:, VARIANCE])
        if isinstance(record, Games):
            kept = Trace.empty(len(record) if trace else 0, 2)
            columns = self.game_columns(timeline)
            uses = ContestRunOptions(len(columns.weight) > 0, len(columns.margin) > 0, False, trace)
            loop = specialise(contestloop.games_loop, self.parts(), self.cost * len(record))
            loop(self.numbers(), columns, uses, rows, kept.before, kept.after)
        elif isinstance(record, Contests):
            seats = len(record.member) if trace else 0
            kept = Trace(np.empty((seats, 2)), np.empty((seats, 2)))
            self._rate_contests(record, rows, kept, trace)
        for states in (kept.before, kept.after):
            np.sqrt(states[..., VARIANCE], out=states[..., VARIANCE])
        state = {"rating": rows[:, MEAN].copy(), "deviation": np.sqrt(rows[:, VARIANCE])}
        return RatingState(state, exact={"variance": rows[:, VARIANCE].copy()}), kept if trace else None

    def work(self, sides: NDArray[np.int64]) -> float:
        """Return what contests of so many sides cost, in updates of Elo."""
        return float(4.0 * self.cost * sides.sum())

    def _rate_contests(self, record: Contests, rows: Floats, kept: Trace, trace: bool) -> None:
        absent = [NONE if c is None else c for c in (record.share, record.result, record.weight)]
        columns = ContestColumns(
            record.starts,
            np.lexsort((record.place, record.contest_of_side)),
            record.place,
            record.seats,
            record.member,
            *absent,
        )
        uses = ContestRunOptions(
            record.weight is not None, record.result is not None, record.share is not None, trace
        )
        sides = np.diff(record.starts)
        room = ContestWorkspace.of(int(sides.max()) if len(sides) else 0)
        loop = specialise(contestloop.contests_loop, self.parts(), self.work(sides))
        loop(self.numbers(), columns, uses, room, rows, kept.before, kept.after)

    def entry(self, players: Players) -> Floats:
        """Return the players' rows for the loops, with what is given of them, or else as newcomers.

        Raises:
            BadInput: a given rating is not finite, or a deviation is negative.
        """
        rating = players.number("rating", self.initial)
        deviation = players.number("deviation", self.deviation)
        good = np.isfinite(rating) & np.isfinite(deviation) & (deviation >= 0.0)
        if not good.all():
            player = players.names[int(np.flatnonzero(~good)[0])]
            raise BadInput(
                f"{player} cannot enter with the rating or deviation given",
                remedy="A rating must be finite, a deviation at least 0.",
            )
        return np.stack([rating, deviation * deviation], axis=1)

    def with_defaults(self, rating: Rating) -> Rating:
        """Return a rating with a newcomer's deviation where it has none."""
        return rating if rating.deviation is not None else replace(rating, deviation=self.deviation)

    def variance(self, rating: Rating) -> float:
        """Return the variance with which a rating enters a contest: σ² + τ²."""
        deviation = self.deviation if rating.deviation is None else rating.deviation
        return deviation * deviation + self.tau * self.tau

    def places(self, sides: Sequence[Sequence[Rating]]) -> NDArray[np.float64]:
        """Return sides × places, the probability of every place, ties apart.

        Performances are normal around Σ μ with variance Σ (σ² + τ² + β²); exact by quadrature.
        """
        mean = np.array([math.fsum(player.value for player in side) for side in sides])
        beta2 = self.beta * self.beta
        variance = np.array([math.fsum(self.variance(player) + beta2 for player in side) for side in sides])
        return normal_places(mean, np.sqrt(variance))

    def calculate(self, before: Rating, encounters: Sequence[Any], schedule: Schedule) -> Update:
        """Return what a contest makes of a rating; see :meth:`RatingSystem.calculate`."""
        own = self.with_defaults(before)
        explanations = []
        for game in encounters:
            own, explanation = self._rate_contest(own, game)
            explanations.append(explanation)
        if len(explanations) == 1:
            return Update(before, own, explanations[0])
        parts = tuple(part for explanation in explanations for part in explanation.parts)
        steps = tuple(step for explanation in explanations for step in explanation.steps)
        change = own.value - before.value
        return Update(before, own, Explanation("change", change, steps, parts, terms=True, unit="points"))

    def _rate_contest(self, own: Rating, game: Encounter | Meeting) -> tuple[Rating, Explanation]:
        """Return the rating after one contest, and why."""
        meeting = self.as_meeting(own, game)
        p, parts = self.numbers(), self.parts()
        order = sorted(range(len(meeting.sides)), key=lambda side: meeting.places[side])
        room = self._seated(meeting, own, order)
        judge = interpreted_with(parts["judge"], parts)
        n, k = len(order), order.index(meeting.side)
        judge(p, n, room)
        share = 1.0 if meeting.shares is None else meeting.shares[meeting.side][meeting.seat]
        variance = self.variance(own)
        push, pull = share * room.push[k], share * share * room.pull[k]
        value, variance_after = parts["moved"](p, own.value, variance, push, pull, meeting.weight)
        comparisons = self.comparisons(p, n, k, room)
        total_push = math.fsum(comparison.push for comparison in comparisons)
        # the change is linear in the push: what a push of 1 on the side makes of a rating of 0
        factor, _ = parts["moved"](p, 0.0, variance, share, pull, meeting.weight)
        terms = tuple(
            self._term(meeting, order[comparison.other], comparison, factor) for comparison in comparisons
        )
        deviation = math.sqrt(variance_after)
        after = replace(
            own,
            value=value,
            deviation=deviation,
            games=own.games + 1,
            peak=max(value, own.value if own.peak is None else own.peak),
            elapsed=0.0,
        )
        steps = (
            Step(
                "variance before",
                variance,
                "σ² + τ²",
                f"{own.deviation or 0.0:.4f}² + {self.tau:.4f}²",
                self.source,
            ),
            Step("factor", factor, "a · σ², and what a weight makes of it"),
            Step("push", total_push, "sum over the comparisons", digits=6),
            Step("pull", room.pull[k], "share of the variance that goes, over σ²", digits=6),
            Step("new deviation", deviation, "√(σ² · (1 − σ² · pull))", unit="points"),
            Step("new rating", value, "μ + factor · push", f"{own.value:.4f} {value - own.value:+.4f}"),
        )
        change = value - own.value
        return after, Explanation("change", change, steps, terms, terms=True, unit="points")

    def _seated(self, meeting: Meeting, own: Rating, order: Sequence[int]) -> ContestWorkspace:
        """Return the room of a meeting, with the player's rating in the player's seat."""
        room = ContestWorkspace(*([0.0] * max(2, len(order)) for _ in ContestWorkspace._fields))  # type: ignore[arg-type]
        for k, side in enumerate(order):
            players = list(meeting.sides[side])
            if side == meeting.side:
                players[meeting.seat] = own
            shares = (1.0,) * len(players) if meeting.shares is None else meeting.shares[side]
            for player, share in zip(players, shares, strict=True):
                room.mean[k] += share * player.value
                room.variance[k] += share * share * self.variance(player)
                room.noise[k] += share * share
            room.size[k] = float(len(players))
            room.place[k] = float(meeting.places[side])
            room.result[k] = 0.0 if meeting.results is None else meeting.results[side]
        return room

    def _term(self, meeting: Meeting, side: int, comparison: Comparison, factor: float) -> Explanation:
        """Return one comparison's part of the change."""
        players = meeting.sides[side]
        names = meeting.facts.get("names")
        value = factor * comparison.push
        better, other = meeting.places[meeting.side], meeting.places[side]
        facts = {
            **{name: fact for name, fact in meeting.facts.items() if name not in ("names", "side")},
            "opponent_rating": math.fsum(player.value for player in players),
            "opponent_deviation": math.sqrt(
                math.fsum((self.with_defaults(player).deviation or 0.0) ** 2 for player in players)
            ),
            "expected": comparison.expected,
            "score": 0.5 if better == other else float(better < other),
        }
        if comparison.label:
            facts["opponent"] = comparison.label
        elif names is not None:
            facts["opponent"] = names[side]
        change = Step(
            "change", value, "factor · push", f"{factor:.6f} · {comparison.push:.6f}", unit="points"
        )
        return Explanation("game", value, (*comparison.steps, change), facts=facts, unit="points")
