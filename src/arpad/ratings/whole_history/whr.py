"""Whole-History Rating: the most likely curve of every player's strength over time.

Reference:
    Coulom, R. (2008), Whole-History Rating: a Bayesian rating system for players of time-varying strength.
    *Computers and Games 2008*, LNCS 5131, 113-124. Section 3: the dynamic Bradley-Terry model, its prior (a
    Wiener process of variance w² per day) and Newton's method; appendix B: derivatives, LU, variances.

The prior. Coulom gives every player one virtual draw or more against a player of strength 0 in the first
period of the player's curve, and leaves their number open. Here it is ``prior`` virtual games, half of them
won; 2, a win and a loss, is what the Ruby library goshrine/whole_history_rating does. Version 3.7.1 of the
Python package whole-history-rating has another prior and other numbers.

Choices:
    * The time step is the rating period, a day if not said otherwise; ``w2`` is per rating period. Games of
      one period share a point.
    * A draw counts as half a win and half a loss; so may any score.
    * Deviations hold the opponents where they are (section 3.3), so they are a little too small.
    * All ratings, also those of the past, change with every new game: a history is the curve as it is seen
      now.
    * Players are visited to and fro, one after the other, only for the first rounds: levels of eras, or of
      players who seldom meet, are found too slowly in that way. Then Newton's method moves all curves at
      once until the largest derivative of the log-posterior by a strength, in natural units
      (``RatingState.convergence.residual``), is below ``precision``. Its linear equations are solved by
      conjugate gradients, with the steps of single curves as preconditioner (Nocedal and Wright 2006,
      *Numerical Optimization*, section 7.1).

Units: points, 400 for odds of ten to one; w2 in points² per period.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import specialise
from arpad.core import Step, progress
from arpad.ratings.model import Encounter, Prediction, Rating, Schedule, Update
from arpad.ratings.parameters import parameter
from arpad.ratings.state import Convergence, Floats, RatingState, Trace
from arpad.ratings.whole_history.family import CurveSystem, Q, answer, curves_traced
from arpad.ratings.whole_history.whr_loop import Whr, variances_loop, whr_round, win
from arpad.ratings.whole_history.whr_newton import climb

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline
    from arpad.ratings.whole_history.player_periods import PointArrays

COST = 200.0
"""What a game costs, in updates of Elo: some tens of passes, from both sides."""

START = 4
"""So many rounds over single players come before all curves are moved at once."""

ROUND = 3.0
"""What a round over single players costs, in passes of conjugate gradients over all curves."""

BEFORE, AFTER = 17.0, 2.0
"""What making the curves takes, and their variances, in passes."""

SUPPOSED = (24.0, 0.2)
"""How many passes a bar supposes before the gradients tell: where curves do not wander, and for each point by
which they wander from one point to the next. Measured on synthetic records of 10,000 to 1,000,000 games in
which everybody met everybody, or eras or clubs met little, it lies in the middle."""


@dataclass(frozen=True)
class WholeHistoryRating(CurveSystem):
    """Coulom's Whole-History Rating; see the module for its prior and its choices."""

    name: ClassVar[str] = "whr"
    title: ClassVar[str] = "Whole-History Rating"
    source: ClassVar[str] = "Coulom (2008), Whole-History Rating, Computers and Games, LNCS 5131"
    notes: ClassVar[tuple[str, ...]] = (
        "A history is the curve as it is seen now: every game changes also the ratings before it.",
        "Coulom leaves the prior open; here: virtual games against a player of rating initial.",
    )

    w2: float = parameter(300.0, "variance of the walk per rating period", unit="points²", low=1e-6)
    prior: float = parameter(2.0, "virtual games in the first period, half won", unit="games", low=1e-3)
    advantage: float = parameter(0.0, "what White or the home side is worth", unit="points")
    initial: float = parameter(0.0, "rating of the virtual opponent", unit="points")
    precision: float = parameter(1e-6, "largest gradient left, in natural units", low=1e-12)
    rounds: float = parameter(2000, "how often to go over all players at most", low=1)

    def numbers(self) -> Whr:
        """Return the parameters in natural units."""
        return Whr(self.w2 * Q * Q, self.prior, self.advantage * Q, self.precision, int(self.rounds))

    def newcomer(self) -> Rating:
        """Return the virtual opponent's rating, with the deviation that the virtual games leave."""
        return Rating(self.initial, deviation=2.0 / np.sqrt(self.prior) / Q)

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Find the curves; see :meth:`arpad.ratings.system.RatingSystem.rate`."""
        from arpad.ratings.whole_history.player_periods import Curves

        games = timeline.games
        timeline.check_none_given(self.name)
        weight = self.game_weights(games)
        supposed = supposed_passes(self.w2 * supposed_gap(timeline))
        curves = Curves.from_timeline(timeline, weight, share=share_after(0, supposed))
        p, points = self.numbers(), curves.points
        size = len(points.gap)
        r, g, m, v = (np.zeros(size) for _ in range(4))
        work = COST * len(games)
        ties = np.zeros(size)
        ties[points.gap > 0.0] = 1.0 / (p.w2 * points.gap[points.gap > 0.0])
        convergence = self._search(p, points, ties, r, g, m, work)
        specialise(variances_loop, {}, work)(p, points, ties, r, g, m, v)
        new = self.newcomer()
        rating, deviation = self.initial + r / Q, np.sqrt(v) / Q
        played, last = curves.last(len(games.players))
        columns = {
            "rating": np.full(len(played), float(new.value)),
            "deviation": np.full(len(played), float(new.deviation or 0.0)),
        }
        columns["rating"][played], columns["deviation"][played] = rating[last], deviation[last]
        state = RatingState(columns, convergence=convergence)
        if not trace:
            return state, None
        owner = np.repeat(np.arange(size), np.diff(points.entry))
        x = r[owner] - r[points.opponent] + p.h * points.side
        force = Q * points.weight * (points.score - (0.5 + 0.5 * np.tanh(0.5 * x)))
        return state, curves_traced(curves, new.value, rating, deviation, float(new.deviation or 0.0), force)

    def _search(
        self,
        p: Whr,
        points: PointArrays,
        ties: Floats,
        r: Floats,
        g: Floats,
        m: Floats,
        work: float,
    ) -> Convergence:
        """Find the curves ``r``, in place: by single players first, then all at once.

        One round is one call, so that an interrupt (Ctrl-C) need not wait for the end of the search.
        """
        once = specialise(whr_round, {}, work)
        start = min(START, p.rounds)
        gaps = max(1, int(np.count_nonzero(points.gap)))
        supposed = supposed_passes(self.w2 * float(points.gap.sum()) / gaps)
        for rounds in range(1, start + 1):
            once(p, points, ties, r, g, m, rounds % 2 == 0)
            progress.tell(share_after(rounds, supposed), share_after(rounds + 1, supposed))
        search_progress = progress.Fall(
            p.precision, supposed=supposed, before=BEFORE + ROUND * start, after=AFTER
        )
        more, gradient = climb(p, points, ties, r, g, m, p.rounds - start, work, search_progress)
        return Convergence(start + more, gradient, gradient < p.precision)

    def drift(self, gap: float) -> float:
        """Return w² times the number of rating periods."""
        return self.w2 * gap

    def reach(self, away: float, total: float) -> float:
        """Return the variance of a normal prior that pulls as the virtual games do at this rating."""
        pull = self.prior * (win(away * Q) - 0.5) * Q
        return away / pull if abs(away) > 1e-9 else 4.0 / (self.prior * Q * Q)

    def working(self, own: Rating, game: Encounter, force: float) -> tuple[Step, ...]:
        """Return the expected score and the force, w · (s − E) · ln 10 / 400."""
        E = self.predict(own, game.opponent, game.advantage).steps
        letters = "w · (s − E) · ln 10 / 400"
        return (
            *E,
            Step(
                "force",
                force,
                letters,
                f"{game.weight:g} · ({game.score:g} − {E[-1].value:.6f}) · {Q:.8f}",
                digits=8,
            ),
        )

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the expected score between two points of curves as they stand; deviations do not count."""
        h = self.advantage * advantage
        E = win((first.value - second.value + h) * Q)
        gap = f"{first.value:.4f} − {second.value:.4f}" + (f" {h:+g}" if h else "")
        return Prediction(E, (Step("expected score", E, "1 / (1 + 10^(−D / 400))", f"D = {gap}"),))

    def expected_scores(
        self, first: Floats, second: Floats, advantage: NDArray[Any], days: NDArray[Any] | None
    ) -> Floats | None:
        """Return the expected scores of many games; see :meth:`RatingSystem.expected_scores`."""
        lead = first[:, 0] - second[:, 0] + self.advantage * advantage
        expected: Floats = 0.5 + 0.5 * np.tanh(0.5 * Q * lead)
        return expected

    def _force(self, own: float, game: Encounter) -> tuple[float, float]:
        E = win((own - game.opponent.value + self.advantage * game.advantage) * Q)
        return game.weight * (game.score - E) * Q, game.weight * E * (1.0 - E) * Q * Q

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what games against fixed opponents make of a rating with a deviation."""
        own = before
        if own.deviation is None:
            own = replace(own, deviation=self.newcomer().deviation)
        if own.elapsed:
            own = self.aged(own, own.elapsed)
        return answer(
            own,
            encounters,
            self._force,
            lambda at, game: self.working(Rating(at), game, self._force(at, game)[0]),
        )


def supposed_gap(timeline: Timeline) -> float:
    """Return about how many rating periods lie between two of a player's points, before there are points."""
    if not len(timeline.games):
        return 1.0
    span = float(timeline.order[-1] - timeline.order[0])
    return max(1.0, span * len(timeline.games.players) / (2.0 * len(timeline.games)))


def supposed_passes(wander: float) -> float:
    """Return how many passes all curves may take that wander by so many points² between two points."""
    least, more = SUPPOSED
    return least + more * math.sqrt(wander)


def share_after(rounds: int, supposed: float) -> float:
    """Return which share of the work is done after so many rounds over single players, as a bar supposes.

    Args:
        rounds: that are done.
        supposed: how many passes over all curves come after them.
    """
    return (BEFORE + ROUND * rounds) / (BEFORE + ROUND * START + supposed + AFTER)
