"""Plackett and Luce: the strengths that make the orders of all contests together most likely.

References:
    Luce, R. D. (1959), *Individual Choice Behavior*. Plackett, R. L. (1975), The analysis of permutations.
    *Applied Statistics* 24, 193-202. The fit: :mod:`arpad.ratings.whole_history.plackett_luce_fit`.

The first is drawn from all sides with chances in proportion to their strengths, the second from those that
are left, and so on: P(order) = Π θ_i / (sum of θ over i and all behind i).

Choices:
    * Ratings are 400 / ln 10 · ln θ + const, so contests of two are rated as by ``bradley-terry``.
    * ``prior`` is the deviation of a normal prior around ``initial`` for every rating, in points; with 0
      there is none, and the mean of the ratings is ``initial``.
    * Ties as Breslow's: all d who share a place are drawn from the sides that remained before any of them,
      P = Π θ / (sum)^d. Behind the last place nobody is left, and its last draw is no choice: those who
      share it have d − 1 draws between them, (d − 1)/d each. A draw between two is so half a win for each.
    * A game's score that is neither 1, ½ nor 0 counts as that share of a win. The advantage, continuous
      results and given ratings are not looked at.
    * The deviation is the standard error from the inverse of the observed information (with the prior);
      beyond 500 players from the player's own information alone, which is too small.

The explanation. Where the likelihood is highest, Σ (taken − expected draws) = (R − initial)/prior². With I
for the information of a contest, R − initial = Σ share, share = (taken − expected + I · (R − initial)) /
(Σ I + 1/prior²), as for ``bradley-terry``. *Their rating* is that of the others' strengths together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.core import Explanation, NotProvided, Step
from arpad.core.interface import setting
from arpad.ratings.contests.place_probabilities import gumbel_places
from arpad.ratings.contests.system import ContestSystem
from arpad.ratings.model import Encounter, Meeting, Prediction, Rating, Schedule, Update
from arpad.ratings.parameters import parameter
from arpad.ratings.run import Run
from arpad.ratings.state import Convergence, Floats, RatingState, Trace
from arpad.ratings.whole_history.family import UNKNOWN, Q, most_likely, needs_all_games
from arpad.ratings.whole_history.plackett_luce_fit import Block, blocks, fit, slopes
from arpad.record import Contests, Games

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline


def remedy() -> str:
    """Return what makes ratings of groups that are not connected determined."""
    return f"Give a prior, such as {setting('prior=350')}."


@dataclass(frozen=True)
class PlackettLuce(ContestSystem):
    """Plackett and Luce's most likely strengths; see the module for choices and units."""

    name: ClassVar[str] = "plackett-luce"
    title: ClassVar[str] = "Plackett-Luce"
    source: ClassVar[str] = (
        "Luce (1959); Plackett (1975), Applied Statistics 24; Hunter (2004), Ann. Stat. 32"
    )
    notes: ClassVar[tuple[str, ...]] = (
        "Rates all contests at once: a new one changes what it says of everybody.",
        "Rates sides of one player each; who shares a place is drawn from the same sides (Breslow's).",
        "Deviations are exact up to 500 players; beyond, from the own information alone, too small.",
    )
    schedules: ClassVar[tuple[Schedule, ...]] = ("period",)
    default_period: ClassVar[str] = "all"

    prior: float = parameter(
        350.0, "deviation of a normal prior around initial; 0 for none", unit="points", low=0.0
    )
    initial: float = parameter(1500.0, "the mean of the prior; without one, of the ratings", unit="points")

    @property
    def precision(self) -> float:
        """One over the prior's variance, in natural units; 0 without one."""
        return 0.0 if self.prior == 0.0 else 1.0 / (self.prior * Q) ** 2

    def check_continued(self) -> None:
        """Refuse to go on from a list: every contest weighs on every rating.

        Raises:
            NotProvided: always.
        """
        raise needs_all_games(self.name)

    def newcomer(self) -> Rating:
        """Return the prior's rating, or the mean with a deviation that says nothing."""
        return Rating(self.initial, deviation=self.prior or UNKNOWN)

    def contests(self, timeline: Timeline) -> tuple[list[Block], NDArray[Any]]:
        """Return the record's contests in order of their places, and the player of every seat.

        Raises:
            NotProvided: a side has several players, or one who took part in a share of the contest only.
        """
        record = timeline.record
        weight = np.ones(len(record)) if record.weight is None else record.weight
        if isinstance(record, Contests):
            if len(record.member) != len(record.place):
                raise NotProvided(
                    f"{self.name} rates sides of one player each, and the record has sides of several",
                    remedy="Choose one that rates sides of several players: trueskill, weng-lin.",
                )
            if record.share is not None and (record.share != 1.0).any():
                raise NotProvided(f"{self.name} cannot rate a player's share of a contest")
            return blocks(record.starts, record.place, record.member, weight), record.member
        games = timeline.games
        some = np.flatnonzero(weight > 0.0)
        s, w = games.score[some], weight[some]
        players = np.stack((games.first, games.second), axis=1)
        seat = np.stack((2 * some, 2 * some + 1), axis=1)
        took = np.stack((w * s, w * (1.0 - s)), axis=1)
        block = Block(seat, players[some], took, np.stack((w, np.zeros(len(w))), axis=1))
        return [block] if len(some) else [], players.ravel()

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Fit the strengths; see :meth:`arpad.ratings.system.RatingSystem.rate`."""
        timeline.check_none_given(self.name)
        names = timeline.record.players.names
        n = len(names)
        contest_blocks, seats = self.contests(timeline)
        played = np.zeros(n, dtype=bool)
        for block in contest_blocks:
            played[block.player] = True
        if self.prior == 0.0 and contest_blocks:
            from arpad.ratings.whole_history.identifiability import diagnose

            diagnose(*_edges(contest_blocks), np.zeros(n, dtype=bool), names, remedy())
        at = np.cumsum(played) - 1
        players = np.flatnonzero(played)
        fitted = fit(
            [block._replace(player=at[block.player]) for block in contest_blocks],
            len(players),
            self.precision,
        )
        rating, deviation = np.full(n, self.initial), np.full(n, self.prior or UNKNOWN)
        rating[players] = self.initial + fitted.theta / Q
        deviation[players] = np.sqrt(fitted.variance) / Q
        state = RatingState(
            {"rating": rating, "deviation": deviation},
            convergence=Convergence(fitted.rounds, fitted.residual, True),
        )
        return state, self._trace(timeline, state, contest_blocks, seats) if trace else None

    def _trace(
        self, timeline: Timeline, state: RatingState, contest_blocks: list[Block], seats: NDArray[Any]
    ) -> Trace:
        """Return every contest's share of its players' ratings, added up over the rating periods."""
        rating, deviation = state.columns["rating"], state.columns["deviation"]
        force, curvature = np.zeros(len(seats)), np.zeros(len(seats))
        for block in contest_blocks:
            s = slopes(block, (rating[block.player] - self.initial) * Q)
            force[block.seat] = block.took - s.expected
            curvature[block.seat] = np.maximum(s.expected - s.squares, 0.0)
        total = np.bincount(seats, curvature, len(rating)) + self.precision
        numerator = force / Q + curvature * (rating[seats] - self.initial)
        pull = np.where(total[seats] > 0.0, numerator / np.where(total > 0.0, total, 1.0)[seats], 0.0)
        row = timeline.record.appearances().row
        before, after = self._built_up(seats, timeline.order[row], pull, rating)
        as_opponents = np.stack((rating[seats], deviation[seats]), axis=1)
        columns = [np.stack((level, deviation[seats]), axis=1) for level in (before, after)]
        shape = (-1, 2, 2) if isinstance(timeline.record, Games) else (-1, 2)
        return Trace(
            columns[0].reshape(shape),
            columns[1].reshape(shape),
            pull.reshape(shape[:-1]),
            as_opponents.reshape(shape),
        )

    def _built_up(
        self, seats: NDArray[Any], period: NDArray[Any], pull: Floats, rating: Floats
    ) -> tuple[Floats, Floats]:
        """Return per seat the rating by all periods before its own, and with it; the last is the rating."""
        before, after = np.empty(len(seats)), np.empty(len(seats))
        order = np.lexsort((period, seats))
        cuts = np.flatnonzero(np.diff(seats[order])) + 1
        for mine in np.split(order, cuts) if len(order) else []:
            level = float(rating[seats[mine[0]]]) - math.fsum(pull[mine])
            for period_seats in np.split(mine, np.flatnonzero(np.diff(period[mine])) + 1):
                before[period_seats] = level
                level += math.fsum(pull[period_seats])
                after[period_seats] = level
        return before, after

    def retell(self, run: Run, player: int) -> Iterator[tuple[Update, dict[str, Any]]]:
        """Yield per rating period of a player the shares of its contests; see the module."""
        trace, timeline = run.trace, run.timeline
        assert trace.pull is not None
        assert trace.as_opponents is not None
        pull, opponents_run = (
            trace.pull.ravel(),
            replace(run, trace=Trace(trace.as_opponents, trace.as_opponents)),
        )
        before, after = trace.before.reshape(-1, 2), trace.after.reshape(-1, 2)
        seen = timeline.record.appearances()
        mine = np.flatnonzero(seen.player == player)
        period = timeline.order[seen.row[mine]]
        for members in np.split(mine, np.flatnonzero(np.diff(period)) + 1) if len(mine) else []:
            seat = int(members[0])
            rating_before, rating_after = (
                Rating(float(t[seat, 0]), deviation=float(t[seat, 1])) for t in (before, after)
            )
            parts = []
            for at in members:
                row, share = int(seen.row[at]), float(pull[at])
                game = opponents_run.meeting(row, player)
                score = None
                if isinstance(timeline.record, Games):
                    score = float(timeline.record.score[row])
                    score = 1.0 - score if seen.side[at] else score
                own = game.sides[game.side][game.seat].value
                letters = "(taken − expected + I · (R − mean)) / (Σ I + 1/prior²)"
                parts.append(_part(game, score, own, share, letters))
            value = rating_after.value - rating_before.value
            step = Step(
                "rating",
                rating_after.value,
                "before + shares",
                f"{rating_before.value:.4f} {value:+.4f}",
                unit="points",
            )
            explanation = Explanation("change", value, (step,), tuple(parts), terms=True, unit="points")
            number = int(timeline.order[seen.row[seat]])
            yield Update(rating_before, rating_after, explanation), {"period": timeline.periods.label(number)}

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the expected score, of the ratings as they stand; there are no draws and no advantage."""
        gap = (first.value - second.value) * Q
        E = 1.0 / (1.0 + math.exp(-gap)) if gap > 0.0 else math.exp(max(gap, -700.0))
        E = E if gap > 0.0 else E / (1.0 + E)
        working = f"D = {first.value:.4f} − {second.value:.4f}"
        return Prediction(E, (Step("expected score", E, "1 / (1 + 10^(−D / 400))", working),))

    def places(self, sides: Sequence[Sequence[Rating]]) -> NDArray[np.float64]:
        """Return sides × places, the probability of every place, of the ratings as they stand.

        Raises:
            NotProvided: a side has several players.
        """
        if any(len(side) != 1 for side in sides):
            raise NotProvided(f"{self.name} rates sides of one player each")
        return gumbel_places(np.array([(side[0].value - self.initial) * Q for side in sides]))

    def calculate(self, before: Rating, encounters: Sequence[Any], schedule: Schedule) -> Update:
        """Return what contests against fixed opponents make of a rating with a deviation."""
        own = before
        if own.deviation is None:
            own = replace(own, deviation=self.newcomer().deviation)
        assert own.deviation is not None
        variance = own.deviation**2
        games = [(self.as_meeting(own, g), g.score if isinstance(g, Encounter) else None) for g in encounters]
        rows = [_row(game, score) for game, score in games]

        def pull(at: float) -> tuple[float, float]:
            forces = [_force(row, at) for row in rows]
            return math.fsum(f for f, _, _ in forces) * Q, math.fsum(c for _, c, _ in forces) * Q * Q

        at = most_likely(own.value, variance, pull)
        shares = [variance * _force(row, at)[0] * Q for row in rows]
        parts = tuple(
            _part(game, score, at, share, "RD² · force")
            for (game, score), share in zip(games, shares, strict=True)
        )
        value = own.value + math.fsum(shares)
        after = replace(
            own,
            value=value,
            deviation=own.deviation / math.sqrt(1.0 + variance * pull(at)[1]),
            games=own.games + len(games),
            peak=max(value, own.value if own.peak is None else own.peak),
            elapsed=None,
        )
        change = value - own.value
        working = f"{own.value:.4f} {change:+.4f}"
        step = Step(
            "rating", value, "the most likely one, given N(R, RD²) and the games", working, unit="points"
        )
        return Update(before, after, Explanation("change", change, (step,), parts, terms=True, unit="points"))


def _edges(contest_blocks: list[Block]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return who was ahead of whom, enough pairs that all others follow; a shared place is so both ways."""
    winners, losers = [], []
    for block in contest_blocks:
        ahead, behind = block.player[:, :-1], block.player[:, 1:]
        down = block.took[:, :-1] > 0.0
        winners.append(ahead[down])
        losers.append(behind[down])
        # sides tie with the one before; a game's score may give something to both
        tied = block.drawn[:, 1:] == 0.0
        up = tied & (block.took[:, 1:] > 0.0)
        winners.append(behind[up])
        losers.append(ahead[up])
    return np.concatenate(winners), np.concatenate(losers)


def _row(game: Meeting, score: float | None) -> tuple[Block, Floats, int]:
    """Return a meeting as a block of one contest, its ratings, and where the own side stands in it.

    Raises:
        NotProvided: a side has several players.
    """
    if any(len(side) != 1 for side in game.sides):
        raise NotProvided("plackett-luce rates sides of one player each")
    n = len(game.sides)
    rating = np.array([side[0].value for side in game.sides])
    if score is not None and n == 2:
        took = game.weight * np.array([[score, 1.0 - score]])
        block = Block(np.arange(2)[None], np.arange(2)[None], took, np.array([[game.weight, 0.0]]))
        return block, rating, game.side
    # the weight comes after the order, so that a contest that counts nothing still has one
    (block,) = blocks(np.array([0, n]), np.array(game.places), np.arange(n), np.ones(1))
    block = block._replace(took=game.weight * block.took, drawn=game.weight * block.drawn)
    order = block.player[0]
    return block, rating[order], int(np.flatnonzero(order == game.side)[0])


def _force(row: tuple[Block, Floats, int], at: float) -> tuple[float, float, float]:
    """Return taken less expected draws, the information, and the expected draws, at a rating of one's own."""
    block, rating, own = row
    x = (rating - at) * Q
    x[own] = 0.0
    s = slopes(block, x[None])
    expected = float(s.expected[0, own])
    return float(block.took[0, own]) - expected, max(0.0, expected - float(s.squares[0, own])), expected


def _part(game: Meeting, score: float | None, own: float, share: float, letters: str) -> Explanation:
    """Return a contest's part of a rating, with what a table shows of it."""
    row = _row(replace(game, weight=1.0), score)
    block, rating, at = row
    expected, taken = _force(row, own)[2], float(block.took[0, at])
    others = np.delete(rating, at)
    top = float(others.max())
    together = top + math.log(math.fsum(math.exp(v) for v in (others - top) * Q)) / Q
    label = "expected score" if len(rating) == 2 else "expected draws"
    steps = (
        Step(label, expected, "Σ draws · θ / (θ of all who remain)", f"R = {own:.4f}"),
        Step("taken", taken),
        Step("change", share, letters, unit="points"),
    )
    facts = {k: v for k, v in game.facts.items() if k not in ("names", "side")}
    facts |= {"opponent_rating": together, "expected": expected, "score": taken}
    if len(rating) == 2:
        facts["opponent_deviation"] = game.sides[1 - game.side][0].deviation
    return Explanation("game", share, steps, unit="points", facts=facts)
