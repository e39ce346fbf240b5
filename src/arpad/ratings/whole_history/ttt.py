"""TrueSkill Through Time: every player's skill as a curve, with what later games tell of earlier ones.

References:
    Dangauthier, P., Herbrich, R., Minka, T. and Graepel, T. (2007), TrueSkill Through Time: revisiting the
    history of chess. *NIPS* 20. A game is TrueSkill's (:mod:`arpad.ratings.contests.trueskill`); between
    rating periods a skill walks with variance γ² per period; expectation propagation goes forwards and
    backwards in time until nothing moves.

Choices:
    * One player against one. Games of one period share a point of the curve.
    * γ is per rating period: a day if not said otherwise, or the record's own numbers.
    * The draw margin is √2 · β · Φ⁻¹((p + 1) / 2), TrueSkill's. A score above ½ is a win, below a loss.
    * ``advantage`` is added to the lead of the side that has it. A game of weight w counts as w equal games.
    * All ratings, also those of the past, change with every new game: a history is the curve as it is seen
      now.

The explanation. The messages of the games are a Gaussian observation each, so each pulls on its player with
a force (m − r) / s² (mean m and variance s² of the message); at the end that is v / c.

Units: points; a newcomer is 25 ± 25/3.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import specialise
from arpad.core import Explanation, Step, progress
from arpad.ratings.draw_margins import outcomes_by_margin
from arpad.ratings.model import Encounter, Prediction, Rating, Schedule, Update
from arpad.ratings.parameters import parameter
from arpad.ratings.state import Convergence, Floats, RatingState, Trace
from arpad.ratings.whole_history.family import CurveSystem, curves_traced, part
from arpad.ratings.whole_history.ttt_loop import MessageArrays, Ttt, pass_last_messages, ttt_round

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline
    from arpad.ratings.whole_history.player_periods import Curves

COST = 150.0
"""What a game costs, in updates of Elo: some ten rounds, to and fro, each with an error function."""

ROUNDS = 10
"""How many rounds that cost supposes."""

SUPPOSED = 5
"""How many rounds a bar supposes before the moves tell: most searches of a drift that fits take so many."""

BEFORE, AFTER = 0.5, 0.1
"""What making the curves takes, and telling all points at the end, in rounds of the search."""


@dataclass(frozen=True)
class TrueSkillThroughTime(CurveSystem):
    """TrueSkill Through Time for games of one against one; see the module."""

    name: ClassVar[str] = "ttt"
    title: ClassVar[str] = "TrueSkill Through Time"
    source: ClassVar[str] = "Dangauthier, Herbrich, Minka and Graepel (2007), NIPS 20"
    notes: ClassVar[tuple[str, ...]] = (
        "A history is the curve as it is seen now: every game changes also the ratings before it.",
        "One player against one; for teams there is trueskill.",
    )
    decimals: ClassVar[int] = 2

    initial: float = parameter(25.0, "the mean skill μ of a newcomer", unit="points")
    deviation: float = parameter(25.0 / 3.0, "the deviation σ of a newcomer", unit="points", low=1e-9)
    beta: float = parameter(25.0 / 6.0, "the deviation β of a performance", unit="points", low=1e-9)
    gamma: float = parameter(
        25.0 / 300.0, "the deviation γ of a skill's walk in one rating period", unit="points", low=0.0
    )
    draw_probability: float = parameter(
        0.1, "how often equal players draw, which sets the draw margin", low=0.0, high=1.0 - 1e-12
    )
    advantage: float = parameter(0.0, "what White or the home side is worth", unit="points")
    precision: float = parameter(1e-4, "the longest move left in the last round", unit="points", low=1e-13)
    rounds: float = parameter(1000, "how often to go forwards and backwards at most", low=1)

    def numbers(self) -> Ttt:
        """Return the parameters as the kernels take them."""
        variances = (self.deviation**2.0, self.beta**2.0, self.gamma**2.0)
        return Ttt(*variances, self.margin, self.advantage, self.precision, int(self.rounds))

    @property
    def margin(self) -> float:
        """The draw margin between two players, in points."""
        half = 0.5 * (self.draw_probability + 1.0)
        return NormalDist().inv_cdf(half) * math.sqrt(2.0) * self.beta if half > 0.5 else 0.0

    def newcomer(self) -> Rating:
        """Return the prior."""
        return Rating(self.initial, deviation=self.deviation)

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Find the curves; see :meth:`arpad.ratings.system.RatingSystem.rate`."""
        from arpad.ratings.whole_history.player_periods import Curves

        games = timeline.games
        timeline.check_none_given(self.name)
        curves = Curves.from_timeline(
            timeline, self.game_weights(games), share=BEFORE / (BEFORE + SUPPOSED + AFTER)
        )
        points = curves.points
        size, entries = len(points.gap), len(points.opponent)
        room = MessageArrays(*(np.zeros((rows, 2)) for rows in (size, size, size, entries)))
        convergence = self.search(curves, room, COST * len(games))
        P, T = (room.past + room.future + room.games).T
        mean, rating, deviation = T / P, self.initial + T / P, 1.0 / np.sqrt(P)
        played, last = curves.last(len(games.players))
        columns = {
            "rating": np.full(len(played), float(self.initial)),
            "deviation": np.full(len(played), float(self.deviation)),
        }
        columns["rating"][played], columns["deviation"][played] = rating[last], deviation[last]
        state = RatingState(columns, convergence=convergence)
        if not trace:
            return state, None
        owner = np.repeat(np.arange(size), np.diff(points.entry))
        force = points.weight * (room.message[:, 1] - room.message[:, 0] * mean[owner])
        return state, curves_traced(curves, self.initial, rating, deviation, self.deviation, force)

    def search(self, curves: Curves, room: MessageArrays, work: float) -> Convergence:
        """Fill the room with messages, to and fro in time, until nothing moves.

        One round is one call, so that an interrupt (Ctrl-C) need not wait for the end of the search.
        """
        p, points = self.numbers(), curves.points
        of, at = curves.of[curves.sequence], curves.at[curves.sequence]
        once = specialise(ttt_round, {}, work)
        search_progress = progress.Rounds(
            p.precision, p.rounds, supposed=SUPPOSED, before=BEFORE, after=AFTER
        )
        moved, rounds = math.inf, 0
        while rounds < p.rounds and not moved < p.precision:
            if rounds and rounds % ROUNDS == 0:
                # A search that takes longer than was supposed is worth machine code after all.
                once = specialise(ttt_round, {}, work / ROUNDS * rounds)
            moved = once(p, points, of, at, room)
            rounds += 1
            search_progress.tell(rounds, moved)
        specialise(pass_last_messages, {}, work)(p, points, room)
        return Convergence(rounds, float(moved), bool(moved < p.precision))

    def drift(self, gap: float) -> float:
        """Return γ² times the number of rating periods."""
        return self.gamma**2 * gap

    def reach(self, away: float, total: float) -> float:
        """Return the variance of a newcomer."""
        return self.deviation**2

    def working(self, own: Rating, game: Encounter, force: float) -> tuple[Step, ...]:
        """Return the expected score between the curves, and the force."""
        expected = self.predict(own, game.opponent, game.advantage).steps[-1]
        return expected, Step("force", force, "(m − r) / s² of the game's message = v / c", digits=6)

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the probabilities of win, draw and loss; the draw margin lies between them."""
        spread = [
            self.deviation if rating.deviation is None else rating.deviation for rating in (first, second)
        ]
        c = math.hypot(*spread, math.sqrt(2.0) * self.beta)
        lead = first.value - second.value + self.advantage * advantage
        win = 0.5 * math.erfc((self.margin - lead) / (math.sqrt(2.0) * c))
        loss = 0.5 * math.erfc((self.margin + lead) / (math.sqrt(2.0) * c))
        draw = max(0.0, 1.0 - win - loss)
        steps = (
            Step("c", c, "√(σ² + σ'² + 2β²)", unit="points"),
            Step("draw margin", self.margin, "Φ⁻¹((p + 1) / 2) · √2 · β", unit="points"),
            Step("win", win, "Φ((lead − ε) / c)", f"Φ(({lead:.4f} − {self.margin:.4f}) / {c:.4f})"),
            Step("loss", loss, "Φ((−lead − ε) / c)", f"Φ(({-lead:.4f} − {self.margin:.4f}) / {c:.4f})"),
            Step("expected score", win + 0.5 * draw, "win + ½ · draw"),
        )
        return Prediction(win + 0.5 * draw, steps, draw)

    def outcomes(
        self, first: Floats, second: Floats, advantage: NDArray[Any], days: NDArray[Any] | None
    ) -> tuple[Floats, Floats | None] | None:
        """Return the expected scores and draws of many games; see :meth:`RatingSystem.outcomes`."""
        spread = np.sqrt(first[:, 1] ** 2 + second[:, 1] ** 2 + 2.0 * self.beta * self.beta)
        lead = first[:, 0] - second[:, 0] + self.advantage * advantage
        return outcomes_by_margin(lead, spread, self.margin)

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what games against fixed opponents make of a rating: a curve of one point.

        The messages are the loop's. Opponents keep their ratings with their deviations; each game is told by
        the others, to and fro.
        """
        from arpad.ratings.whole_history.ttt_loop import play

        own = before if before.deviation is not None else replace(before, deviation=self.deviation)
        if own.elapsed:
            own = self.aged(own, own.elapsed)
        n = len(encounters)
        points, room = _duel_room(
            own, [self._with_deviation(game.opponent) for game in encounters], encounters
        )
        p = self.numbers()
        for _ in range(int(self.rounds)):
            moved = 0.0
            for k in range(n):
                room.games[k + 1] = 0.0
                room.message[n + k] = 0.0
                moved = max(moved, self._play_once(p, points, room, k, n, play))
            if moved < min(1e-12, self.precision):
                break
        P = float(room.past[0, 0] + room.games[0, 0])
        shift = float(room.games[0, 1]) / P
        assert own.deviation is not None
        parts = []
        for k, game in enumerate(encounters):
            force = game.weight * float(room.message[k, 1] - room.message[k, 0] * shift)
            change = Step("change", own.deviation**2 * force, "RD² · force", unit="points")
            parts.append(part(own.deviation**2 * force, (*self.working(own, game, force), change), game))
        value = own.value + math.fsum(share.value for share in parts)
        after = replace(
            own,
            value=value,
            deviation=1.0 / math.sqrt(P),
            games=own.games + n,
            peak=max(value, own.value if own.peak is None else own.peak),
            elapsed=None,
        )
        step = Step("rating", value, working=f"{own.value:.4f} {value - own.value:+.4f}", unit="points")
        explanation = Explanation(
            "change", value - own.value, (step,), tuple(parts), terms=True, unit="points"
        )
        return Update(own, after, explanation)

    def _play_once(self, p: Ttt, points: object, room: MessageArrays, k: int, n: int, play: object) -> float:
        before = room.message[k].copy()
        play(p, points, room, 0, k + 1, k, n + k)  # type: ignore[operator]
        return float(np.abs(room.message[k] - before).max())

    def _with_deviation(self, rating: Rating) -> Rating:
        return rating if rating.deviation is not None else replace(rating, deviation=self.deviation)


def _duel_room(
    own: Rating, opponents: Sequence[Rating], games: Sequence[Encounter]
) -> tuple[object, MessageArrays]:
    """Return points and room for one player against fixed opponents, near the player's rating."""
    from arpad.ratings.whole_history.player_periods import PointArrays

    n = len(games)
    ints = np.zeros(0, dtype=np.int64)
    small = np.zeros(0, dtype=np.int32)
    twice = [np.array([f(game) for game in games] * 2, dtype=np.float64) for f in (_score, _side, _weight)]
    points = PointArrays(ints, np.zeros(0), ints, small, small, *twice)
    room = MessageArrays(
        np.zeros((n + 1, 2)), np.zeros((n + 1, 2)), np.zeros((n + 1, 2)), np.zeros((2 * n, 2))
    )
    for at, rating in enumerate((own, *opponents)):
        precision = 1.0 / max(rating.deviation or 0.0, 1e-6) ** 2
        room.past[at] = precision, precision * (rating.value - own.value)
    return points, room


def _score(game: Encounter) -> float:
    return game.score


def _side(game: Encounter) -> float:
    return float(game.advantage)


def _weight(game: Encounter) -> float:
    return game.weight
