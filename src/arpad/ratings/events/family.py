"""What all systems share that judge the games of an event at once: running the loop, explaining."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from arpad.compiled.specialising import specialise
from arpad.core import BadInput, Explanation, Step
from arpad.ratings.events import loop as eventloop
from arpad.ratings.events.loop import (
    ADVANTAGE,
    AGE,
    AS_OPPONENT,
    BIRTH,
    EARLIER,
    FACED,
    GAMES,
    HANDICAP,
    OPPONENT,
    OWN,
    RATING,
    SCORE,
    SETTLED,
    THEIRS,
    WEIGHT,
    EventParts,
)
from arpad.ratings.model import Encounter, Rating, Schedule, Update
from arpad.ratings.state import Floats, RatingState, StateColumn, Trace
from arpad.ratings.system import RatingSystem

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline


FIELDS = {
    "games": StateColumn("rated_games", "games that count, those before the record among them", "games"),
    "birth_year": StateColumn("birth_year", "the year of birth, where the rules ask for the age"),
    "age": StateColumn("age", "the age, where the year of birth is not known", "years"),
    "peak": StateColumn("peak", "the highest rating so far that counts for a floor", "points"),
    "wins": StateColumn("rated_wins", "games won of rated_games", "games"),
    "draws": StateColumn("rated_draws", "games drawn of rated_games", "games"),
    "losses": StateColumn("rated_losses", "games lost of rated_games", "games"),
    "events": StateColumn("events", "events of three games and more", "events"),
    "floor": StateColumn("floor", "the floor that was given", "points"),
    "index": StateColumn("index", "the events that the rating rests on; 0 for none"),
    "opponents_sum": StateColumn("opponents_sum", "towards a first rating, the opponents' sum", "points"),
    "points_sum": StateColumn("points_sum", "towards a first rating, what was scored", "points"),
    "counted": StateColumn("counted", "towards a first rating, the games", "games"),
}
"""Field of a player's row -> the column of a list that holds it."""


class GameShare(NamedTuple):
    """One game's share of a change: the points, the expected score, and the steps that led to them."""

    value: float
    expected: float | None
    steps: tuple[Step, ...]


class Case(NamedTuple):
    """An event of one player, before and after it was judged.

    Args:
        before: float64, the player's row at the event's start (see :mod:`arpad.ratings.events.loop`).
        after: the same after the event.
        faced: games × columns, the games as the player saw them.
        edition: the code of the rules' edition.
        age: the player's age; NaN where unknown.
    """

    before: Floats
    after: Floats
    faced: Floats
    edition: int
    age: float


@dataclass(frozen=True)
class EventFamily(RatingSystem):
    """A system that judges all games of an event at once.

    A subclass names its parts, its parameters for them, the columns of its rows, and how a person finds the
    change. ``fields`` says which attribute of a player fills which column of the row; one that is unknown is
    NaN, for the part ``enter`` to fill in. ``kept`` are the columns of the row that are the system's
    ``columns``.
    """

    schedules: ClassVar[tuple[Schedule, ...]] = ("period",)
    default_period: ClassVar[str] = "event"
    fields: ClassVar[Mapping[str, int]] = {"games": GAMES, "birth_year": BIRTH, "age": AGE}
    kept: ClassVar[tuple[int, ...]] = (RATING,)
    width: ClassVar[int] = OWN
    weighted: ClassVar[bool] = False
    """Whether the record's weights count; a system that knows none refuses them."""
    settling: ClassVar[str] = "after limits"
    """What is said of a change that is not the sum of the games' shares."""
    cost: ClassVar[float] = 6.0
    """What a game costs, in updates of Elo."""

    @property
    def state_columns(self) -> tuple[StateColumn, ...]:
        """What fills a player's row: the columns of :attr:`fields`, by the names that a list has for them."""
        return tuple(FIELDS[name] for name in self.fields)

    @abstractmethod
    def numbers(self) -> Any:
        """Return the parameters that the parts take as ``p``."""

    @abstractmethod
    def parts(self) -> EventParts:
        """Return the kernels that make this system."""

    @abstractmethod
    def shares_and_steps(self, case: Case) -> tuple[list[GameShare], tuple[Step, ...]]:
        """Return each game's share of the change, and the steps that concern them all."""

    def entry(self, timeline: Timeline) -> Floats:
        """Return the players' rows as they are before the first event."""
        players = timeline.games.players
        rows = np.full((len(players), self.width), np.nan)
        rows[:, RATING] = players.number("rating")
        for name, column in self.fields.items():
            rows[:, column] = players.number(name)
        rows[:, GAMES] = players.number("games", 0.0)
        if np.isinf(rows[:, RATING]).any():
            player = players.names[int(np.flatnonzero(np.isinf(rows[:, RATING]))[0])]
            raise BadInput(f"the rating given for {player} is not finite")
        return rows

    def settled(self, timeline: Timeline, rows: Floats) -> Floats:
        """Return the rows after the last event; players without a game and a rating get a newcomer's."""
        missing = np.isnan(rows[:, RATING])
        if missing.any():
            rows[missing, RATING] = self.newcomer().value
        return rows

    def rate(self, timeline: Timeline, *, trace: bool = False) -> tuple[RatingState, Trace | None]:
        """Run the loop with this system's parts; see :meth:`RatingSystem.rate`."""
        games = timeline.games
        timeline.check_none_given(self.name)
        columns = self.game_columns(timeline, years=True)
        if not self.weighted and len(columns.weight) and (columns.weight != 1.0).any():
            raise BadInput(
                f"{self.name} counts every game alike, and the record has weights",
                remedy="Leave the column of weights out.",
            )
        uses = eventloop.EventRunOptions(
            weights=len(columns.weight) > 0,
            advantages=len(columns.advantage) > 0,
            handicaps=games.handicap is not None,
            editions=len(columns.edition) > 0,
            years=len(columns.year) > 0,
            trace=trace,
            twice="intermediate" in self.parts(),
        )
        seen = EventColumns(
            columns.first,
            columns.second,
            columns.score,
            columns.weight,
            columns.advantage,
            np.empty(0) if games.handicap is None else games.handicap,
            columns.edition,
            columns.year,
        )
        rows = self.entry(timeline)
        bounds = timeline.bounds if len(games) else np.zeros(1, dtype=np.int64)
        largest = int(np.diff(bounds).max(initial=0))
        nobody = np.zeros(len(rows), dtype=np.int64)
        room = eventloop.EventWorkspace(
            np.empty((2 * largest, FACED)),
            nobody,
            nobody.copy(),
            nobody.copy(),
            np.empty(min(2 * largest, len(rows)), dtype=np.int64),
            np.array(self.kept, dtype=np.int64),
        )
        kept = Trace.empty(len(games) if trace else 0, len(self.columns))
        loop = specialise(eventloop.event_loop, self.parts(), self.cost * len(games))
        loop(self.numbers(), seen, uses, bounds, rows, room, kept.before, kept.after)
        rows = self.settled(timeline, rows)
        state = {name: rows[:, column].copy() for name, column in zip(self.columns, self.kept, strict=True)}
        memory = {FIELDS[name].name: rows[:, column].copy() for name, column in self.fields.items()}
        return RatingState(state, memory=memory), kept if trace else None

    def row(self, rating: Rating) -> Floats:
        """Return a rating as a row of one player."""
        rows = np.full((1, self.width), np.nan)
        for name, column in self.fields.items():
            if name in ("games", "peak", "birth_year"):
                value = getattr(rating, name)
                rows[0, column] = np.nan if value is None else value
            else:
                rows[0, column] = rating.attributes.get(name, np.nan)
        rows[0, [RATING, AS_OPPONENT]] = rating.value
        return rows

    def standing(self, opponent: Rating) -> float:
        """Return what a player needs to know of an opponent beside the rating; NaN where nothing is known."""
        return math.nan

    def opponent_rating(self, opponent: Rating) -> float:
        """Return the rating of an opponent that counts."""
        return opponent.attributes.get("met", opponent.value)

    def earlier(self, opponent: Rating) -> float:
        """Return the rating of an opponent that counts in the first pass of an event rated in two."""
        return self.opponent_rating(opponent)

    def edition_on(self, on: date | None) -> int:
        """Return the code of the edition in force on a day; of the newest if there is no day."""
        if on is None:
            return -1
        codes = self.edition_codes(np.array([on], dtype="datetime64[D]"))
        return -1 if codes is None else int(codes[0])

    def case(self, before: Rating, encounters: Sequence[Encounter]) -> Case:
        """Judge an event of one player by the parts that the loop calls."""
        p, parts = self.numbers(), self.parts()
        faced = np.zeros((len(encounters), FACED))
        names: dict[Any, int] = {}
        for at, game in enumerate(encounters):
            opponent = names.setdefault(game.facts.get("opponent", at), len(names))
            faced[at, THEIRS] = self.opponent_rating(game.opponent)
            faced[at, EARLIER] = self.earlier(game.opponent)
            faced[at, SETTLED] = self.standing(game.opponent)
            faced[at, [SCORE, WEIGHT, ADVANTAGE]] = game.score, game.weight, game.advantage
            faced[at, [HANDICAP, OPPONENT]] = game.handicap, opponent
        on = encounters[-1].on if encounters else None
        rows = self.row(before)
        year = math.nan if on is None else float(on.year)
        age = eventloop.age_in(float(rows[0, BIRTH]), float(rows[0, AGE]), year)
        opening: Callable[..., Any] = parts.get("enter", eventloop.enter)
        opening(p, age, rows, 0)
        edition = self.edition_on(on)
        if "intermediate" in parts:
            # What the opponents met of this player, pass by pass.
            entry, first = faced.copy(), faced.copy()
            entry[:, THEIRS] = [game.opponent.value for game in encounters]
            parts["prepare"](p, age, rows, 0, entry, 0, len(faced))
            first[:, THEIRS] = faced[:, EARLIER]
            parts["intermediate"](p, edition, age, rows, 0, first, 0, len(faced))
        entered = rows[0].copy()
        # A judge may reorder the games that it works on.
        parts["judge"](p, edition, age, rows, 0, faced.copy(), 0, len(faced))
        return Case(entered, rows[0], faced, edition, age)

    def calculate(self, before: Rating, encounters: Sequence[Encounter], schedule: Schedule) -> Update:
        """Return what an event makes of a rating; see :meth:`RatingSystem.calculate`."""
        case = self.case(before, encounters)
        shares, steps = self.shares_and_steps(case)
        parts = tuple(_explained(game, share) for game, share in zip(encounters, shares, strict=True))
        own, new = float(case.before[RATING]), float(case.after[RATING])
        exact = math.fsum(part.value for part in parts)
        change = new - own
        last = [Step("sum of the changes", exact, unit="points")]
        if abs(change - exact) > 1e-9:
            last.append(Step(self.settling, change, working=f"{own:.4f} {exact:+.4f} → {new:.4f}"))
        last.append(Step("new rating", new, "R + change", f"{own:.4f} {change:+.4f}", unit="points"))
        explanation = Explanation(
            "change", change, (*steps, *last), parts, terms=abs(change - exact) < 1e-9, unit="points"
        )
        return Update(before, self.after(before, case.after), explanation)

    def after(self, before: Rating, row: Floats) -> Rating:
        """Return a row as a rating, with all that the next event must know of the player."""
        attributes = {
            name: float(row[column]) for name, column in self.fields.items() if not np.isnan(row[column])
        }
        games, peak = int(attributes.pop("games", 0.0)), attributes.pop("peak", before.peak)
        attributes.pop("birth_year", None)
        return replace(before, value=float(row[RATING]), games=games, peak=peak, attributes=attributes)


class EventColumns(NamedTuple):
    """The columns of a record as the loop takes them; one that the record lacks has no rows."""

    first: Any
    second: Any
    score: Any
    weight: Any
    advantage: Any
    handicap: Any
    edition: Any
    year: Any


def _explained(game: Encounter, share: GameShare) -> Explanation:
    """Return one game's share of a change."""
    facts = {
        **game.facts,
        "opponent_rating": game.opponent.attributes.get("met", game.opponent.value),
        "expected": share.expected,
        "score": game.score,
    }
    return Explanation("game", share.value, share.steps, facts=facts, unit="points")
