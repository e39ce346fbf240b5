"""Games in the order in which a rating system meets them, cut into rating periods."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, NotProvided
from arpad.core.interface import option
from arpad.ratings.model import Schedule
from arpad.record import Games, Players, Record
from arpad.record.events import Parted, in_words, part_events
from arpad.record.kinds.ranking_list import moments_of
from arpad.record.ordering import chronological
from arpad.record.periods import Moment, PeriodRule, Periods, assign, fractional_number

NONE_F8 = np.empty(0)
NONE_I1 = np.empty(0, dtype=np.int8)
NONE_I8 = np.empty(0, dtype=np.int64)


class RecordColumns(NamedTuple):
    """The columns of a record as kernels take them; one that the record lacks has no rows.

    Players are numbered without a sign: compiled code asks of every other index whether it counts from the
    end, which is a tenth of Elo's loop.

    Args:
        first: uint32, the first player.
        second: uint32, the second.
        score: float64, the first's score.
        weight: float64, how much the game counts.
        advantage: int8, +1 first, −1 second.
        margin: float64, points of the first less those of the second.
        edition: int8, which edition of the rules holds.
        season: int32, the number of the season (the record's event).
        year: int64, the calendar year.
        given: float64, games × 2, a rating that a side is given before the game; NaN for none.
        kind: int8, what kind of game the system sees in it (a knock-out match…), by its own numbers.
        day: float64, the day of the game, where ratings decay.
    """

    first: NDArray[np.uint32]
    second: NDArray[np.uint32]
    score: NDArray[np.float64]
    weight: NDArray[np.float64]
    advantage: NDArray[np.int8]
    margin: NDArray[np.float64]
    edition: NDArray[np.int8]
    season: NDArray[np.int32]
    year: NDArray[np.int64]
    given: NDArray[np.float64]
    kind: NDArray[np.int8] = NONE_I1
    day: NDArray[np.float64] = NONE_F8


@dataclass(frozen=True, eq=False)
class Timeline:
    """A record as a rating system runs over it.

    Args:
        record: the games, in order of time.
        schedule: game by game or period by period.
        rule: how rating periods are cut; None where the schedule is live and the system needs none.
        given: ratings that players are given at the start of an event: (player, event) → rating.
        parted: the names of events that are more than one event.
        unrated: how many games have weight 0, which are not in the record here.
        events: whether the events count.
        cut: the note that the record goes on within the last event of the games before it; empty if not.
        moved: int64 per game, its row in the order of time, where the games of an event were put together
            though another one was played in between; None where all games are in the order of time.
        variance: float64 over players, in points², the squares of the deviations with which they enter, to
            the last bit; NaN where only the deviation is known, None where that holds for all.
    """

    record: Record
    schedule: Schedule
    rule: PeriodRule | None = None
    given: tuple[tuple[str, str, float], ...] = ()
    parted: tuple[Parted, ...] = ()
    unrated: int = 0
    events: bool = False
    cut: str = ""
    moved: NDArray[np.int64] | None = None
    variance: NDArray[np.float64] | None = None

    @classmethod
    def of(
        cls,
        record: Record,
        schedule: Schedule,
        rule: PeriodRule | None = None,
        given: tuple[tuple[str, str, float], ...] = (),
        *,
        events: bool = False,
        named: bool = False,
    ) -> Timeline:
        """Put the games that count in order; games of one moment keep the order of their source.

        A game of weight 0 is not rated, and not in the timeline. Where every event is a rating period, an
        event's games stay together, at the place of its end, though another one may be played in between.

        Args:
            record: the games.
            schedule: game by game or period by period.
            rule: how rating periods are cut.
            given: ratings that players are given at the start of an event.
            events: whether the events count, so that a name which comes back later has to be another event
                (:mod:`arpad.record.events`); they do where each is a rating period.
            named: whether all games of one name are one event all the same.
        """
        unrated = 0
        if record.weight is not None:
            counts = record.weight > 0.0
            unrated = len(record) - int(np.count_nonzero(counts))
            record = record.take(np.flatnonzero(counts)) if unrated else record
        order = chronological(record)
        record = record if order is None else record.take(order)
        parted: tuple[Parted, ...] = ()
        moved: NDArray[np.int64] | None = None
        events = events or (rule is not None and rule.unit == "event")
        if events and not named:
            record, parted = part_events(record)
        if schedule == "period" and rule is not None and rule.unit == "event":
            number = assign(record, rule).number
            if (np.diff(number) < 0).any():
                moved = np.argsort(number, kind="stable")
                record = record.take(moved)
        return cls(record, schedule, rule, given, parted, unrated, events, moved=moved)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was made of the record that a reader of the ratings should know, a sentence each."""
        notes = [in_words(self.parted)] if self.parted else []
        if self.cut:
            notes.append(self.cut)
        if self.unrated:
            notes.append(f"{self.unrated} {'game' if self.unrated == 1 else 'games'} of weight 0 not rated")
        return tuple(notes)

    @property
    def games(self) -> Games:
        """The record as games of one player against one.

        Raises:
            NotProvided: it has sides of several players, or contests of many sides.
        """
        if not isinstance(self.record, Games):
            raise NotProvided(
                "this system rates games of one player against one, and sides of the record have several",
                remedy="Choose one that rates sides of several players: trueskill, weng-lin.",
            )
        return self.record

    @cached_property
    def periods(self) -> Periods:
        """The rating period of every game.

        Raises:
            NotProvided: no rule says how to cut them.
        """
        if self.rule is None:
            raise NotProvided(
                "no rating period was given", remedy=f"Say how long one is: {option('period', '1mo')}."
            )
        return assign(self.record, self.rule)

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """The number of the period of every game; it never falls."""
        number: NDArray[np.int64] = self.periods.number
        if len(number) > 1 and bool((np.diff(number) < 0).any()):
            raise NotProvided(
                "the rating periods are not in the order of the games",
                remedy="An event that overlaps another one needs dates, or a period of "
                f"the calendar such as {option('period', '1mo')}.",
            )
        return number

    @cached_property
    def bounds(self) -> NDArray[np.int64]:
        """The first game of every period that has games, and after the last one the number of games."""
        number = self.order
        if not len(number):
            return np.zeros(1, dtype=np.int64)
        starts = np.flatnonzero(np.diff(number)) + 1
        return np.concatenate(([0], starts, [len(number)])).astype(np.int64)

    @cached_property
    def position(self) -> NDArray[np.float64]:
        """Where every game lies on the time axis, in rating periods and fractions of them."""
        if self.rule is None:
            raise NotProvided(
                "no rating period was given", remedy=f"Say how long one is: {option('period', '1mo')}."
            )
        position: NDArray[np.float64] = fractional_number(self.record, self.rule)
        return position

    def position_of(self, moment: Moment) -> float:
        """Return where a day, or a numbered period, lies on the time axis."""
        if self.rule is None or not (self.rule.calendar or self.rule.unit == "number"):
            return float(self.periods.number_of(moment))
        kind = "datetime64[D]" if isinstance(moment, date) else "int64"
        nobody = self.record.take(np.zeros(1, dtype=np.int64))
        there = replace(nobody, time=np.array([moment]).astype(kind))
        return float(fractional_number(there, self.rule)[0])

    @cached_property
    def listed_moments(self) -> NDArray[Any] | None:
        """When every player last played by the list from which rating goes on; None without such a list.

        ``datetime64[s]`` with NaT, or float64 with NaN for numbered periods.

        Raises:
            BadInput: the list has days and the record numbers, or the reverse.
        """
        since = moments_of(self.record.players)
        if since is None:
            return None
        time = self.record.time
        if time is not None and len(time) and (time.dtype.kind == "M") != (since.dtype.kind == "M"):
            has, other = ("dates", "numbers") if time.dtype.kind == "M" else ("numbers", "dates")
            raise BadInput(f"the record has {has} for its times, and the list before it {other}")
        return since

    @cached_property
    def listed_position(self) -> NDArray[np.float64]:
        """Where every player's last game before the record lies, NaN where that is not known.

        On the axis of :attr:`position` where the schedule is live, else as the number of a rating period.
        """
        players = self.record.players
        nowhere = np.full(len(players), np.nan)
        rule = self.rule
        if rule is None or not players.continued:
            return nowhere
        if rule.unit in ("event", "all"):
            return (
                nowhere if self.schedule == "live" and rule.unit == "all" else -1.0 - players.number("rested")
            )
        since = self.listed_moments
        if since is None:
            return nowhere
        there = np.flatnonzero(~(np.isnat(since) if since.dtype.kind == "M" else np.isnan(since)))
        kind = since.dtype if since.dtype.kind == "M" else np.dtype(np.int64)
        nobody, other = np.zeros(len(there), dtype=np.int32), np.ones(len(there), dtype=np.int32)
        moments = Games(
            Players(["", " "]), nobody, other, np.zeros(len(there)), time=since[there].astype(kind)
        )
        live = self.schedule == "live"
        nowhere[there] = fractional_number(moments, rule) if live else assign(moments, rule).number
        return nowhere

    @cached_property
    def entered(self) -> NDArray[np.float64]:
        """The same for the loops: a last game in the record's own first period is as if it were not known.

        The two parts of such a period are rated one after the other, with no time between them.
        """
        since = self.listed_position
        if self.schedule == "live" or not len(self.record):
            return since
        return np.where(since < float(self.order[0]), since, np.nan)

    def exactly(self, variance: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return variances with which players enter as the games before left them, where that is known.

        A root and a square round: the square of a deviation can differ from the variance in the last bit. A
        variance that has another root is that of another deviation, and is left as it is.

        Args:
            variance: float64 over players, the squares of the deviations.
        """
        if self.variance is None:
            return variance
        return np.where(np.sqrt(self.variance) == np.sqrt(variance), self.variance, variance)

    @property
    def listed_days(self) -> NDArray[np.float64]:
        """The day of every player's last game before the record (or its number), NaN where not known."""
        since = self.listed_moments
        if since is None:
            return np.full(len(self.record.players), np.nan)
        if since.dtype.kind != "M":
            return np.asarray(since, dtype=np.float64)
        days = since.astype("datetime64[D]").astype(np.int64).astype(np.float64)
        return np.where(np.isnat(since), np.nan, days)

    @property
    def days(self) -> NDArray[Any] | None:
        """The day of every game, where the record has dates."""
        time = self.record.time
        if time is None or time.dtype.kind != "M":
            return None
        return time.astype("datetime64[D]", copy=False)

    @property
    def numbered_days(self) -> NDArray[np.float64]:
        """The day of every game since 1970-01-01, or its number; empty where the record has no time."""
        if self.record.time is None:
            return NONE_F8
        days = self.record.time if self.days is None else self.days
        return days.astype(np.int64).astype(np.float64)

    def check_none_given(self, system: str) -> None:
        """Refuse ratings given at the start of an event, for a system that has no place for them.

        Args:
            system: the name of the rating system.

        Raises:
            NotProvided: a rating is given.
        """
        if self.given:
            raise NotProvided(
                f"{system} cannot give players a rating at the start of an event",
                remedy="Leave these ratings out.",
            )

    def given_per_game(self) -> NDArray[np.float64]:
        """Return the given ratings at the first game of the player in the event.

        Raises:
            BadInput: nobody has that name, or the rating is not finite.
            NotProvided: the record has no such event, or the player no game in it.
        """
        games = self.games
        if not self.given:
            return np.empty((0, 2))
        table = np.full((len(games), 2), np.nan)
        for player, event, rating in self.given:
            if not math.isfinite(rating):
                raise BadInput(f"the rating given to {player} at {event} is {rating}")
            index = games.players.index(player)
            parts = next((group.events for group in self.parted if group.name == event), None)
            if parts is not None:
                raise BadInput(
                    f"{event} is {len(parts)} events, and {player} is given a rating at one of them",
                    remedy=f"Name it: {', '.join(parts)}.",
                )
            held = games.event is not None and event in games.event.names
            if not held:
                raise NotProvided(f"the record has no event {event!r}, at which {player} is given a rating")
            assert games.event is not None
            inside = games.event.codes == list(games.event.names).index(event)
            rows = np.flatnonzero(inside & ((games.first == index) | (games.second == index)))
            if not len(rows):
                raise NotProvided(f"{player} has no game in {event}, where a rating is given")
            table[rows[0], 0 if games.first[rows[0]] == index else 1] = rating
        return table
