"""AGA: the American Go Association's rating, one joint maximum per tournament.

References:
    Waldron, P. (2010), BayRate; the constants as the AGA's own program has them
    (:mod:`arpad.rulebooks.go.bayrate`).

Departures and decisions:
    * White is who gives stones; in even games who has the advantage in the record. Where nobody is known to
      have White, an even game favours nobody.
    * Komi is the record's, else 7.5 in even games and ½ in others.
    * The deviation after a tournament is summed with opponents at their maximum, on the program's own grid.
    * A newcomer's deviation follows from the rating of entry by the program's table, unless it is given.
      The program takes the rank of entry for that rating; here it is the rating given, or ``initial``, which
      is ours.
    * The rank at which a player enters a tournament is not a column of the record:
      :func:`arpad.rulebooks.go.bayrate.seeded` tells what it would do.
    * A deviation grows by the days between the last games of two tournaments, and not to the day of a list.

Units: ratings in stones, 1 and more for dan, −1 and less for kyu.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from arpad.core import BadInput, Explanation, Step
from arpad.ratings.model import Encounter, Prediction, Rating, Schedule, Update
from arpad.ratings.parameters import parameter
from arpad.ratings.state import Floats, RatingState, Trace
from arpad.ratings.system import RatingSystem
from arpad.rulebooks.go.bayrate import (
    TournamentGames,
    closed,
    edge,
    entry_deviation,
    grown,
    joint_maximum,
    opened,
    second_moments,
    spread,
)

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline

SOURCE = "BayRate"
NO_ENTRY = "a rating given must be finite, and its deviation more than 0"


@dataclass(frozen=True)
class Aga(RatingSystem):
    """The rating of American Go players. Of the players it takes ``rating`` and ``deviation``."""

    name: ClassVar[str] = "aga"
    title: ClassVar[str] = "AGA rating (BayRate)"
    source: ClassVar[str] = "Waldron 2010, BayRate; American Go Association"
    status: ClassVar[str] = "approximate"
    columns: ClassVar[tuple[str, ...]] = ("rating", "deviation", "joint")
    schedules: ClassVar[tuple[Schedule, ...]] = ("period",)
    default_period: ClassVar[str] = "event"
    decimals: ClassVar[int] = 2
    notes: ClassVar[tuple[str, ...]] = (
        "As the program has it: the likelihood with handicap and komi, the joint maximum, new deviations, "
        "their growth, and a newcomer's deviation by the rating of entry.",
        "Ours: a newcomer's rating where none is given. Not done: the rank entered at each tournament.",
        "joint is the rating that the tournament's maximum gives a player, without the gap from −1 to 1.",
    )

    initial: float = parameter(-10.5, "the rating of a newcomer", unit="stones")
    deviation: float | None = parameter(
        None, "the deviation of every newcomer instead of the table by rating", unit="stones", low=1e-3
    )
    komi: float = parameter(7.5, "komi of an even game where the record has none", unit="points")
    handicap_komi: float = parameter(
        0.5, "komi of a game with stones where the record has none", unit="points"
    )

    def newcomer(self) -> Rating:
        """Return the rating of a newcomer."""
        return Rating(self.initial, deviation=self.entry(self.initial))

    def entry(self, rating: float) -> float:
        """Return the deviation with which a newcomer of that printed rating enters."""
        return entry_deviation(rating) if self.deviation is None else self.deviation

    def terms(self, handicap: float, komi: float | None, advantage: float) -> tuple[float, float]:
        """Return what a side must be ahead for an even game, and the spread.

        Args:
            handicap: the stones that it gives; negative for received.
            komi: what White is given; None for the usual.
            advantage: +1 if it has White, −1 if the opponent has.
        """
        stones = abs(handicap)
        paid = (self.komi if stones < 1.0 else self.handicap_komi) if komi is None else komi
        white = handicap if handicap else advantage
        sign = math.copysign(1.0, white) if white else 0.0
        return sign * edge(stones, paid), spread(stones, paid)

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the probability that ``first`` wins an even game; +1 gives ``first`` White."""
        ahead, sp = self.terms(0.0, None, advantage)
        z = (closed(first.value) - closed(second.value) - ahead) / sp
        p = 0.5 * math.erfc(-z / math.sqrt(2.0))
        working = f"Φ(({closed(first.value):.4f} − {closed(second.value):.4f} − {ahead:.5f}) / {sp:.7f})"
        return Prediction(
            p, (Step("expected score", p, "Φ((rW − rB − eq) / sp)", working, SOURCE, digits=6),)
        )

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Rate tournament by tournament; see :meth:`RatingSystem.rate`."""
        games = timeline.games
        players = games.players
        given = players.number("rating", self.initial).tolist()
        rating = np.array([closed(r) for r in given])
        deviation = players.number("deviation").copy()
        for new in np.flatnonzero(np.isnan(deviation) & np.isfinite(rating)).tolist():
            deviation[new] = self.entry(given[new])
        if not (np.isfinite(rating) & np.isfinite(deviation) & (deviation > 0.0)).all():
            raise BadInput(NO_ENTRY)
        timeline.check_none_given(self.name)
        printed = np.array([opened(r) for r in rating.tolist()])
        joint, last = rating.copy(), timeline.listed_days.copy()
        days = None if timeline.days is None else timeline.days.astype(np.int64)
        kept = Trace.empty(len(games) if trace else 0, len(self.columns))
        bounds = timeline.bounds if len(games) else np.zeros(1, dtype=np.int64)
        terms = self._all_terms(timeline)
        for start, end in pairwise(bounds.tolist()):
            rows = slice(int(start), int(end))
            sides = np.stack([games.first[rows], games.second[rows]])
            present, seats = np.unique(sides, return_inverse=True)
            first, second = seats.reshape(sides.shape).astype(np.int64)
            if days is not None:
                now = np.full(len(present), -np.inf)  # days before 1970 are negative
                np.maximum.at(now, first, days[rows].astype(np.float64))
                np.maximum.at(now, second, days[rows].astype(np.float64))
                # a tournament that ended before one rated already lets no time pass
                gone = np.maximum(0.0, np.nan_to_num(now - last[present]))
                deviation[present] = np.hypot(deviation[present], [grown(0.0, d) for d in gone.tolist()])
                last[present] = np.fmax(last[present], now)
            weight = np.ones(end - start) if games.weight is None else games.weight[rows]
            held = TournamentGames(first, second, games.score[rows], terms[rows, 0], terms[rows, 1], weight)
            prior, sigma = rating[present], deviation[present]
            maximum = joint_maximum(held, prior, sigma)
            joint[present] = maximum
            if trace:
                _keep(kept.before, rows, sides, printed, deviation, joint)
            rating[present] = maximum
            deviation[present] = second_moments(held, maximum, prior, sigma)
            printed[present] = [opened(r) for r in maximum.tolist()]
            if trace:
                _keep(kept.after, rows, sides, printed, deviation, joint)
        state = RatingState({"rating": printed, "deviation": deviation, "joint": joint})
        return state, kept if trace else None

    def _check(self, ratings: Sequence[Rating]) -> None:
        """Refuse what no player can enter with, as :meth:`rate` does.

        Raises:
            BadInput: a deviation is 0, or no number.
        """
        deviations = [rating.deviation for rating in ratings if rating.deviation is not None]
        if not all(math.isfinite(deviation) and deviation > 0.0 for deviation in deviations):
            raise BadInput(NO_ENTRY)

    def _all_terms(self, timeline: Timeline) -> Floats:
        """Return per game what the first must be ahead, and the spread."""
        games = timeline.games
        n = len(games)
        handicap = np.zeros(n) if games.handicap is None else games.handicap
        komi = np.full(n, np.nan) if games.komi is None else games.komi
        advantage = np.zeros(n) if games.advantage is None else games.advantage.astype(np.float64)
        table = np.stack([handicap, np.nan_to_num(komi, nan=np.inf), advantage], axis=1)
        kinds, which = np.unique(table, axis=0, return_inverse=True)
        terms = [self.terms(h, None if k == np.inf else k, a) for h, k, a in kinds.tolist()]
        return np.array(terms).reshape(-1, 2)[which.reshape(-1)]

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what a tournament makes of a rating; see :meth:`RatingSystem.calculate`.

        Opponents stand where the tournament's maximum puts them; where that is not known, where a tournament
        of these games alone would put them.
        """
        own = closed(before.value)
        self._check([before, *(game.opponent for game in encounters)])
        days = [float(game.on.toordinal()) for game in encounters if game.on is not None]
        last = before.attributes.get("last_day", math.nan)
        gone = max(days, default=math.nan) - last
        sigma = grown(
            before.deviation or self.entry(before.value), 0.0 if math.isnan(gone) else max(0.0, gone)
        )
        n = len(encounters)
        prior = np.array([own, *(closed(game.opponent.value) for game in encounters)])
        sigmas = np.array(
            [sigma, *(g.opponent.deviation or self.entry(g.opponent.value) for g in encounters)]
        )
        joint_known = all("joint" in game.opponent.attributes for game in encounters)
        if joint_known:
            prior[1:] = [game.opponent.attributes["joint"] for game in encounters]
            sigmas[1:] = 1e-9
        terms = np.array([self.terms(g.handicap, g.komi, g.advantage) for g in encounters]).reshape(-1, 2)
        played = TournamentGames(
            np.zeros(n, dtype=np.int64),
            np.arange(1, n + 1),
            np.array([game.score for game in encounters]),
            terms[:, 0],
            terms[:, 1],
            np.array([game.weight for game in encounters]),
        )
        maximum = joint_maximum(played, prior, sigmas)
        slopes, _ = played.slopes(maximum)
        z = (own - np.array([closed(game.opponent.value) for game in encounters]) - terms[:, 0]) / terms[:, 1]
        parts = []
        for game, slope, value in zip(encounters, slopes.tolist(), z.tolist(), strict=True):
            share = sigma * sigma * slope
            expected = 0.5 * math.erfc(-value / math.sqrt(2.0))
            facts = {
                **game.facts,
                "opponent_rating": game.opponent.value,
                "opponent_deviation": game.opponent.deviation,
                "expected": expected,
                "score": game.score,
            }
            working = f"{sigma:.4f}² · {slope:.6f}"
            steps = (
                Step("expected score", expected, "Φ((rW − rB − eq) / sp)", source=SOURCE, digits=6),
                Step("change", share, "σ² · slope of ln Φ at the joint maximum", working, SOURCE, "stones"),
            )
            parts.append(Explanation("game", share, steps, facts=facts, unit="stones"))
        deviation = float(second_moments(played, maximum, prior, sigmas)[0])
        value = opened(float(maximum[0]))
        exact = math.fsum(part.value for part in parts)
        change = value - before.value
        across: tuple[Step, ...] = ()
        if abs(change - exact) > 1e-9:
            across = (Step("across the gap from −1 to 1", change, source=SOURCE, unit="stones"),)
        concerning = (
            Step("deviation before", sigma, unit="stones"),
            Step("sum of the changes", exact, unit="stones"),
            *across,
            Step("new deviation", deviation, source=SOURCE, unit="stones"),
            Step("new rating", value, "R + change", f"{before.value:.4f} {change:+.4f}", unit="stones"),
        )
        explanation = Explanation(
            "change", change, concerning, tuple(parts), terms=abs(change - exact) < 1e-9, unit="stones"
        )
        known_days = [day for day in (last, *days) if not math.isnan(day)]
        attributes = {**before.attributes, **({"last_day": max(known_days)} if known_days else {})}
        after = replace(
            before, value=value, deviation=deviation, games=before.games + n, attributes=attributes
        )
        return Update(before, after, explanation)


def _keep(
    into: Floats, rows: slice, sides: object, printed: Floats, deviation: Floats, joint: Floats
) -> None:
    """Write what every side of these games has into a trace."""
    for side in (0, 1):
        seats = sides[side]  # type: ignore[index]
        into[rows, side, 0] = printed[seats]
        into[rows, side, 1] = deviation[seats]
        into[rows, side, 2] = joint[seats]
