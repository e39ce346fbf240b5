"""What all rating systems of Elo's family share: running the loops, predicting, explaining."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.cache_lines import rows_of_zeros
from arpad.compiled.specialising import interpreted_with, specialise
from arpad.core import BadInput, Explanation, Step
from arpad.core.interface import named_columns, option, setting
from arpad.ratings.elo import loop as eloloop
from arpad.ratings.elo.loop import EloParts
from arpad.ratings.game_context import DAYS, outside_games
from arpad.ratings.model import Encounter, Prediction, Rating, Schedule, Update
from arpad.ratings.ranges import check_finite
from arpad.ratings.seasons import check_seasons, seasons_before, seasons_left
from arpad.ratings.state import Floats, RatingState, StateColumn, Trace
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import RecordColumns, Timeline
from arpad.ratings.win_counts import first_rows

MEMORY = (
    StateColumn("rated_games", "games that count for K, those before the record among them", "games"),
    StateColumn("peak", "the highest rating so far", "points"),
    StateColumn("birth_year", "the year of birth, where K asks for the age"),
)
"""What a K-factor remembers."""

SEASON = (
    StateColumn("season", "the season last played in", "text"),
    StateColumn("season_began", "the day on which it began", "text"),
)
"""What ratings that are carried from season to season remember."""

NO_PEAKS = np.empty((0, 2))

NO_FORECASTS = np.empty(0)


class Surprise(NamedTuple):
    """One game's part of a change: w · m · (S − E) as far as it counts, own score, bonus, and the steps."""

    value: float
    score: float
    bonus: float
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class EloFamily(RatingSystem):
    """A rating that moves by K times the surprise.

    A subclass names its parts (see :mod:`arpad.ratings.elo.loop`), its parameters for them, and how a person
    writes the expected score and the K-factor down.
    """

    independent: ClassVar[bool] = True
    season_days: ClassVar[int] = 0
    """The fewest days between the beginnings of two seasons, where events that are none are refused."""

    @abstractmethod
    def parts(self) -> EloParts:
        """Return the kernels that make this system of the family; the others stay neutral."""

    @abstractmethod
    def numbers(self) -> Any:
        """Return the parameters that the parts take as ``p``; it has ``advantage`` in points."""

    @abstractmethod
    def expectation_steps(
        self, own: float, opponent: float, advantage: int, edition: int, expected: float
    ) -> tuple[Step, ...]:
        """Return how a person gets from two ratings to the expected score."""

    @abstractmethod
    def k_step(self, k: float, before: Rating, age: float, n: int, edition: int) -> Step:
        """Return how a person finds the K-factor."""

    @property
    def remembers(self) -> bool:
        """Whether K asks for games, peak or age."""
        return False

    @property
    def asks(self) -> frozenset[str]:
        """What a K-factor of the game asks: fields of :class:`arpad.ratings.game_context.GameContext`."""
        return frozenset()

    @property
    def asks_functions(self) -> bool:
        """Whether functions of the user's take part, which may return what is not finite."""
        return False

    def k_of_game(
        self, own: Rating, game: Encounter, expected: float
    ) -> tuple[float, tuple[Step, ...]] | None:
        """Return the K-factor of a game with its calculation; None where K is one of the player."""
        return None

    @property
    def margin_counts(self) -> bool:
        """Whether the margin of victory counts."""
        return False

    @property
    def streaks_count(self) -> bool:
        """Whether runs of wins count."""
        return False

    def run_of_wins(self, streak: float, score: float) -> tuple[float, float]:
        """Return what a game pays for a run of wins, and the run after it; where runs count."""
        return 0.0, 0.0

    def days(self, timeline: Timeline) -> Floats:
        """Return float64 over games: the day of each, where a rule asks for it."""
        return timeline.numbered_days

    @property
    def is_carried(self) -> bool:
        """Whether ratings change between seasons."""
        return False

    @property
    def state_columns(self) -> tuple[StateColumn, ...]:
        """What K, a floor, runs of wins and seasons ask for; see :attr:`RatingSystem.state_columns`."""
        columns: tuple[StateColumn, ...] = ()
        if self.remembers:
            columns = MEMORY
        if self.streaks_count:
            columns = (*columns, StateColumn("streak", "wins in a row; below 0 the losses", "games"))
        if self.is_carried:
            columns = (*columns, *SEASON)
        return columns

    @property
    def uses_events(self) -> bool:
        """Whether events count: as seasons."""
        return self.is_carried

    def entry_ratings(self, timeline: Timeline) -> Any:
        """Return float64 over players: the rating each enters with, as given or as a newcomer."""
        return timeline.games.players.number("rating", self.newcomer().value).copy()

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the family's loop with this system's parts; see :meth:`RatingSystem.rate`."""
        return self._rated(timeline, trace, NO_FORECASTS)

    def forecasts(self, timeline: Timeline) -> Floats | None:
        """Return the expected score of every game before it; see :meth:`RatingSystem.forecasts`."""
        expected = np.empty(len(timeline.games))
        self._rated(timeline, False, expected)
        return expected

    def _rated(self, timeline: Timeline, trace: bool, forecast: Floats) -> tuple[RatingState, Trace | None]:
        """Run the loop; where ``forecast`` has room, keep what was expected of every game."""
        games = timeline.games
        columns = self._checked_columns(timeline)
        seasons = self.is_carried or self.decays or len(columns.given) > 0
        parts, uses = self._used(columns, seasons, trace=trace, forecasts=len(forecast) > 0)
        rating = self.entry_ratings(timeline)
        memory = self._memory(timeline)
        kept = Trace.empty(len(games) if trace else 0, 1)
        p = self.numbers()
        if timeline.schedule == "live":
            loop = specialise(eloloop.live_loop, parts, len(games))
            loop(p, columns, uses, rating, memory, kept.before, kept.after, forecast)
        else:
            loop = specialise(eloloop.period_loop, parts, 2.0 * len(games))
            rows = rows_of_zeros(len(rating), eloloop.WIDTH)
            rows[:, eloloop.RATING] = rating
            present = eloloop.PeriodPlayers.room(len(rating))
            peaks = np.empty((len(games), 2)) if trace and seasons and self.remembers else NO_PEAKS
            traced = kept.before, kept.after, peaks
            loop(p, columns, uses, timeline.bounds, rows, present, memory, *traced, forecast)
            kept = replace(kept, peak=peaks if len(peaks) else None)
            rating = rows[:, eloloop.RATING].copy()
        if self.asks_functions:
            check_finite(self.name, games.players.names, rating)
        return RatingState(
            {"rating": rating}, memory=self._remembered(timeline, memory)
        ), kept if trace else None

    def _checked_columns(self, timeline: Timeline) -> RecordColumns:
        """Return the columns of the record as the loops take them, if it has what the rules ask for.

        Raises:
            BadInput: it has not.
        """
        games = timeline.games
        columns = self.game_columns(timeline, years=self.remembers)
        if self.margin_counts and not len(columns.margin) and len(games):
            raise BadInput(
                f"{self.name} counts the margin of victory, and the record has no points",
                remedy=f"Name their columns: {named_columns('points_first', 'points_second')}, "
                f"or {setting('margin=none')}.",
            )
        if self.margin_counts and np.isnan(columns.margin).any():
            game = int(np.flatnonzero(np.isnan(columns.margin))[0])
            names = " – ".join(games.players.names[side[game]] for side in (games.first, games.second))
            raise BadInput(
                f"{self.name} counts the margin of victory, and there are no points of {names}",
                remedy=f"Add them, or {setting('margin=none')}.",
            )
        if self.is_carried and games.event is None and len(games):
            raise BadInput(
                f"{self.name} carries ratings from season to season, and the record has no seasons",
                remedy=f"Name their column: {named_columns('event')}.",
            )
        if self.is_carried:
            check_seasons(games, self.name, self.season_days, seasons_before(timeline))
        if self.streaks_count and timeline.schedule != "live":
            raise BadInput(
                f"{self.name} counts runs of wins, which rating periods do not know",
                remedy=f"Rate live: {option('schedule', 'live')}, or {setting('streak=0')}.",
            )
        if self.asks & DAYS or self.decays:
            columns = columns._replace(day=self.days(timeline))
        return columns

    def _used(
        self, columns: RecordColumns, seasons: bool, *, trace: bool, forecasts: bool, sums: bool = False
    ) -> tuple[EloParts, eloloop.EloRunOptions]:
        """Return the parts that the loops take, and which columns of the record they need."""
        parts = self.parts()
        if len(columns.kind):
            parts["kind_of"] = eloloop.listed_kind
        if seasons:
            parts.setdefault("enter", eloloop.enter_season)
        uses = eloloop.EloRunOptions(
            weights=len(columns.weight) > 0,
            advantages=len(columns.advantage) > 0,
            margins=self.margin_counts,
            memory=self.remembers,
            seasons=seasons,
            editions=len(columns.edition) > 0,
            years=len(columns.year) > 0,
            own_k="k_of_game" in parts,
            trace=trace,
            forecasts=forecasts,
            sums=sums,
        )
        return parts, uses

    @property
    def sum_names(self) -> tuple[str, ...]:
        """What a rating period follows from; see :class:`arpad.ratings.summing.Summing`.

        Nothing can be summed up where the order of the games within a period counts.
        """
        if self.asks & DAYS or self.is_carried or self.decays or self.streaks_count:
            return ()
        return ("surprise", "bonus", "games")

    def period_sums(self, timeline: Timeline) -> tuple[Floats, NDArray[np.int64]]:
        """Return Σ counted(w · m · (S − E)), Σ bonus and the number of some games of one rating period."""
        games = timeline.games
        columns = self._checked_columns(timeline)
        parts, uses = self._used(columns, False, trace=False, forecasts=False, sums=True)
        rows = rows_of_zeros(len(games.players), eloloop.WIDTH)
        rows[:, eloloop.RATING] = self.entry_ratings(timeline)
        present = eloloop.PeriodPlayers.room(len(rows))
        memory, nothing = self._memory(timeline), Trace.empty(0, 1)
        loop = specialise(eloloop.period_loop, parts, 2.0 * len(games))
        traced = nothing.before, nothing.after, NO_PEAKS
        loop(self.numbers(), columns, uses, timeline.bounds, rows, present, memory, *traced, NO_FORECASTS)
        return rows[:, [eloloop.SURPRISE, eloloop.BONUS, eloloop.GAMES]], first_rows(games)

    def settled(
        self, timeline: Timeline, period: int, sums: Floats, opened: NDArray[Any] | None
    ) -> RatingState:
        """Return what the sums of a rating period make of its players."""
        players = len(sums)
        columns = self.game_columns(timeline)
        if opened is not None:
            editions = self.edition_codes(opened)
            if editions is not None:
                columns = columns._replace(edition=editions)
            if self.remembers:
                columns = columns._replace(year=opened.astype("datetime64[Y]").astype(np.int64) + 1970)
        parts, uses = self._used(columns, False, trace=False, forecasts=False)
        rows = rows_of_zeros(players, eloloop.WIDTH)
        rows[:, eloloop.RATING] = self.entry_ratings(timeline)
        rows[:, [eloloop.SURPRISE, eloloop.BONUS, eloloop.GAMES]] = sums
        present = eloloop.PeriodPlayers(
            np.arange(players, dtype=np.uint32), np.arange(players, dtype=np.int64)
        )
        memory = self._memory(timeline)
        publish = specialise(eloloop.publish_period, parts, 2.0 * players)
        publish(self.numbers(), columns, uses, rows, present, players, memory)
        rating = rows[:, eloloop.RATING].copy()
        if self.asks_functions:
            check_finite(self.name, timeline.games.players.names, rating)
        return RatingState({"rating": rating}, memory=self._remembered(timeline, memory))

    def _remembered(self, timeline: Timeline, memory: eloloop.Memory) -> dict[str, NDArray[Any]]:
        """Return what going on from the list needs, by the names of the columns."""
        columns: dict[str, NDArray[Any]] = {}
        if self.remembers:
            columns = remembered(memory.games, memory.peak, memory.birth_year)
        if self.streaks_count:
            columns["streak"] = memory.streak
        if self.is_carried:
            columns |= seasons_left(timeline, memory.season)
        return columns

    def _memory(self, timeline: Timeline) -> eloloop.Memory:
        players = timeline.games.players
        changing = self.is_carried or self.decays or timeline.given or self.asks & DAYS
        if not (self.remembers or self.streaks_count or changing):
            none = np.empty(0)
            return eloloop.Memory(none, none, none, np.empty(0, dtype=np.int32))
        return eloloop.Memory(
            players.number("games", 0.0).copy(),
            players.number("peak", -math.inf).copy(),
            players.number("birth_year"),
            seasons_before(timeline),
            players.number("streak", 0.0).copy(),
            timeline.listed_days.copy(),
        )

    def part(self, name: str) -> Callable[..., Any]:
        """Return one of the parts as the loops call it, interpreted, with those that it calls itself."""
        parts = self.parts()
        called: Any = parts.get(name, getattr(eloloop, name))
        return interpreted_with(called, parts)

    def predict(
        self, first: Rating, second: Rating, advantage: int = 0, on: date | None = None
    ) -> Prediction:
        """Return the expected score of ``first``, with its calculation."""
        edition = self.edition_on(on)
        expected, _ = self.part("expectations")(self.numbers(), edition, first.value, second.value, advantage)
        steps = self.expectation_steps(first.value, second.value, advantage, edition, expected)
        return Prediction(expected, steps)

    def expected_scores(
        self, first: Floats, second: Floats, advantage: NDArray[Any], days: NDArray[Any] | None
    ) -> Floats | None:
        """Return the expected scores of many games; see :meth:`RatingSystem.expected_scores`."""
        editions = None if days is None else self.edition_codes(days)
        if editions is None:
            editions = np.full(len(first), -1 if days is None else 0, dtype=np.int8)
        expected = np.empty(len(first))
        loop = specialise(eloloop.expect_loop, self.parts(), len(first))
        first_ratings, second_ratings = (np.ascontiguousarray(side[:, 0]) for side in (first, second))
        loop(self.numbers(), editions, first_ratings, second_ratings, advantage.astype(np.int8), expected)
        return expected

    def surprise(self, own: float, game: Encounter) -> Surprise:
        """Return one game's w · m · (S − E) and bonus, with the calculation."""
        p = self.numbers()
        edition = self.edition_on(game.on)
        opponent = game.opponent.value
        expected, _ = self.part("expectations")(p, edition, own, opponent, game.advantage)
        steps = list(self.expectation_steps(own, opponent, game.advantage, edition, expected))
        factor = game.weight
        if game.weight != 1.0:
            steps.append(self.weight_step(game))
        if self.margin_counts:
            difference = own - opponent + p.advantage * game.advantage
            lead = game.lead
            m = self.part("multiplier")(p, lead, difference)
            factor *= m
            steps.append(self.margin_step(m, lead, difference))
        score = self.part("scored")(p, game.kind, game.score)
        whole = factor * (score - expected)
        value = self.part("counted")(p, game.kind, own, whole)
        if value != whole:
            steps.append(self.counted_step(value, whole, game))
        return Surprise(value, score, self.part("bonus")(p, game.score), tuple(steps))

    def weight_step(self, game: Encounter) -> Step:
        """Return how much a game counts."""
        return Step("weight", game.weight, digits=2)

    def counted_step(self, value: float, whole: float, game: Encounter) -> Step:
        """Return how much of a game's surprise counts, where that is not all."""
        return Step("share that counts", value / whole, digits=4)

    def margin_step(self, m: float, margin: float, difference: float) -> Step:
        """Return how a person finds the margin-of-victory multiplier."""
        return Step("margin of victory", m, working=f"lead {abs(margin):g}, difference {difference:+.2f}")

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what a game or a period makes of a rating; see :meth:`RatingSystem.calculate`."""
        p = self.numbers()
        n = len(encounters) if schedule == "period" else 1
        peak = before.value if before.peak is None else max(before.peak, before.value)
        age = math.nan
        if before.birth_year is not None and encounters and encounters[0].on is not None:
            age = self.year_of(encounters[0]) - before.birth_year
        edition = self.edition_on(encounters[0].on) if encounters else -1
        context = outside_games(before.value, peak, float(before.games), age, edition)
        k = self.part("k_factor")(p, context, float(n))
        k_steps: tuple[Step, ...] = (self.k_step(k, before, age, n, edition),)
        parts = []
        total = 0.0
        extra = 0.0
        attributes = dict(before.attributes)
        for game in encounters:
            s = self.surprise(before.value, game)
            if self.streaks_count:
                paid, attributes["streak"] = self.run_of_wins(attributes.get("streak", 0.0), game.score)
                s = s._replace(bonus=s.bonus + paid)
            game_k = k
            if (own := self.k_of_game(before, game, expected_score(s))) is not None:
                game_k, k_steps = own
                total += game_k * s.value
            else:
                total += s.value
            extra += s.bonus
            *working, k_step = k_steps
            s = s._replace(steps=(*s.steps, *working))
            parts.append(self._explain_game(game_k, k_step, s, game))
        if schedule == "period":
            after = self.part("publish")(p, before.value, k * total + extra, float(n))
        else:
            after = self.part("settle")(p, before.value, k * total + extra)
        if self.remembers:
            after = self.part("kept")(p, peak, before.value, after)
        change = after - before.value
        exact = math.fsum(part.value for part in parts)
        explanation = Explanation(
            "change",
            change,
            self.settling_steps(before.value, after, exact),
            tuple(parts),
            terms=abs(change - exact) < 1e-9,
            unit="points",
        )
        played = before.games + len(encounters)
        rating = replace(before, value=after, games=played, peak=max(peak, after), attributes=attributes)
        return Update(before, rating, explanation)

    def year_of(self, game: Encounter) -> int:
        """Return the calendar year by which a dated game takes the player's age."""
        assert game.on is not None
        return game.on.year

    def _explain_game(self, k: float, k_step: Step, s: Surprise, game: Encounter) -> Explanation:
        value = k * s.value + s.bonus
        expected = expected_score(s)
        steps = (*s.steps, *self.change_steps(k, k_step, s, game))
        facts = {
            **game.facts,
            "opponent_rating": game.opponent.value,
            "expected": expected,
            "score": s.score,
        }
        return Explanation("game", value, steps, facts=facts, unit="points")

    def change_steps(self, k: float, k_step: Step, s: Surprise, game: Encounter) -> tuple[Step, ...]:
        """Return how a person gets from the expected score to the change of one game."""
        formula = "K · (S − E)"
        working = f"{k:g} · ({s.score:g} − {expected_score(s):.4f})"
        if game.weight != 1.0:
            formula, working = f"{formula} · w", f"{working} · {game.weight:g}"
        if self.margin_counts:
            m = next(float(step.value) for step in s.steps if step.label == "margin of victory")
            formula, working = f"{formula} · m", f"{working} · {m:.6f}"
        share = next((step for step in s.steps if step.label == "share that counts"), None)
        if share is not None:
            formula, working = f"{formula} · c", f"{working} · {share.value:g}"
        if s.bonus:
            formula, working = f"{formula} + {s.bonus:g}", f"{working} + {s.bonus:g}"
        return k_step, Step("change", k * s.value + s.bonus, formula, working, unit="points")

    def settling_steps(self, before: float, after: float, exact: float) -> tuple[Step, ...]:
        """Return how a person gets from the games' changes to the new rating."""
        change = after - before
        steps = [Step("sum of the changes", exact, unit="points")]
        if abs(change - exact) > 1e-9:
            steps.append(self.rounding_step(before, after, exact))
        steps.append(Step("new rating", after, "R + change", f"{before:.4f} {change:+.4f}", unit="points"))
        return tuple(steps)

    def rounding_step(self, before: float, after: float, exact: float) -> Step:
        """Return how a person rounds a change."""
        working = f"{before:.4f} {exact:+.4f} → {after:.4f}"
        return Step("after rounding and floor", after - before, working=working)


def remembered(games: Floats, peak: Floats, birth_year: Floats) -> dict[str, NDArray[Any]]:
    """Return a loop's memory by the names of :data:`MEMORY`."""
    return {
        "rated_games": games,
        "peak": np.where(np.isfinite(peak), peak, np.nan),
        "birth_year": birth_year,
    }


def expected_score(s: Surprise) -> float:
    """Return the expected score among the steps of a game."""
    return float(next((step.value for step in s.steps if step.label == "expected score"), math.nan))
