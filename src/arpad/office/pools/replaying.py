"""A pool rated anew from its events: as it is known now, as it was known then, or as it would be."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import Connection

from arpad.core import BadInput, worded, worded_count
from arpad.office.events.stored_event import StoredEvent
from arpad.office.pools.events import (
    GamesPosted,
    GameTakenOut,
    ListPublished,
    PlayersMerged,
    PoolBegun,
    RulesChanged,
    ScoreCorrected,
    SeasonBegun,
    SeasonTakenOut,
    StartsSet,
    StartsTakenOut,
)
from arpad.office.pools.games import PoolGames
from arpad.office.pools.reading import events_of
from arpad.office.pools.rules import PoolRules, Season
from arpad.office.pools.standing import GameRatings, PoolStanding, joined
from arpad.office.pools.starts import StartsAct
from arpad.office.store.streams import Stream


class Position(NamedTuple):
    """A place in the order of what a pool rates.

    Args:
        number: the last game before it; 0 for none.
        seasons: how many seasons began before it, those among them that were taken out.
    """

    number: int
    seasons: int


BEGINNING = Position(0, 0)


@dataclass
class PoolRecord:
    """The games of a pool as they count, and what it rates by.

    Args:
        rules: of the pool.
        first: the number of the first game.
        games: those from there on; what was taken out is among them.
        out: the numbers of games that do not count.
        lists: name → where it stands, of the lists that were published.
        seq: the last event.
    """

    rules: PoolRules
    first: int = 1
    games: PoolGames = field(default_factory=PoolGames.none)
    out: set[int] = field(default_factory=set)
    lists: dict[str, Position] = field(default_factory=dict)
    seq: int = 1

    @property
    def end(self) -> Position:
        """After the last game and the beginning of the last season."""
        return Position(self.last, len(self.rules.seasons))

    @property
    def last(self) -> int:
        """The number of the last game."""
        return self.first + len(self.games.first) - 1

    def take(self, event: StoredEvent, events: int = 1) -> int:
        """Let an event have happened.

        Args:
            event: the event; games that were posted by several may stand in one.
            events: how many it stands for.

        Returns:
            The first game whose rating it may change; 0 for none that is there.

        Raises:
            BadInput: it cannot happen.
        """
        self.seq += events
        if isinstance(event, GamesPosted):
            if event.number != self.last + 1 and self.games.first:
                raise BadInput("the games of a pool have a gap", code="pool.damaged")
            self.first = self.first if self.games.first else event.number
            self.games.extend(event.games)
        elif isinstance(event, ScoreCorrected):
            at = self._place(event.number)
            if at is not None:
                self.games.score[at] = event.score
            return event.number
        elif isinstance(event, GameTakenOut):
            self._place(event.number)
            self.out.add(event.number)
            return event.number
        elif isinstance(event, PlayersMerged):
            self.rules = self.rules.with_merged(event.player, self.rules.named(event.into))
            return 1
        elif isinstance(event, RulesChanged):
            self.rules = self.rules.changed(event.since, event.settings)
            later = (at for at, second in enumerate(self.games.seconds) if second >= event.since)
            return 0 if (at := next(later, None)) is None else self.first + at
        elif isinstance(event, SeasonBegun):
            season = Season(
                event.name, event.number, event.at, event.mean, event.carry, event.deviation, self.seq
            )
            self.rules = self.rules.with_season(season)
        elif isinstance(event, SeasonTakenOut):
            self.rules, season = self.rules.without_season(event.name)
            return max(season.number, 1)
        elif isinstance(event, StartsSet):
            self.rules = self.rules.with_starts(StartsAct.of(self.seq, event.source, event.players))
            return self._first_of(event.players)
        elif isinstance(event, StartsTakenOut):
            self.rules, act = self.rules.without_starts(event.event)
            return self._first_of(act.players)
        elif isinstance(event, ListPublished):
            self.lists[event.name] = Position(event.number, len(self.rules.seasons))
        return 0

    def _first_of(self, players: Iterable[str]) -> int:
        """Return the first game that counts of any of some players; 0 where none has played."""
        named = self.rules.named
        wanted = set(map(named, players))
        for at, (first, second) in enumerate(zip(self.games.first, self.games.second, strict=True)):
            if (named(first) in wanted or named(second) in wanted) and self.first + at not in self.out:
                return self.first + at
        return 0

    def _place(self, number: int) -> int | None:
        """Return where a game is; None if it is before those that are here.

        Raises:
            BadInput: there is no such game, or it was taken out.
        """
        if number > self.last:
            raise BadInput(
                worded_count(
                    "there is no game {number}: the pool has {count} game",
                    "there is no game {number}: the pool has {count} games",
                    self.last,
                    number=number,
                ),
                code="pool.no-game",
            )
        if number in self.out:
            raise BadInput(worded("game {number} was taken out", number=number), code="pool.game-out")
        return None if number < self.first else number - self.first

    def between(self, after: int, until: int) -> PoolGames:
        """Return the games that count, after one of them and up to another."""
        start, end = max(after + 1 - self.first, 0), max(until + 1 - self.first, 0)
        if not self.out:
            return PoolGames(*(column[start:end] for column in self.games))  # type: ignore[arg-type]
        kept = [at for at in range(start, min(end, len(self.games.first))) if self.first + at not in self.out]
        return PoolGames(*([column[at] for at in kept] for column in self.games))  # type: ignore[arg-type]

    def steps(
        self, start: Position = BEGINNING, end: Position | None = None, *, before: float = math.inf
    ) -> Iterator[tuple[PoolGames, Season | None]]:
        """Yield the games that count, with the season that begins after them, if one does.

        Args:
            start: after which they are wanted.
            end: until where; None for all.
            before: only what was before a moment, in seconds since 1970 UTC.
        """
        end = self.end if end is None else end
        after = start.number
        for season in self.rules.seasons[start.seasons : end.seasons]:
            if not season.out:
                yield (
                    _earlier(self.between(after, season.number), before),
                    season if season.at < before else None,
                )
                after = max(after, season.number)
        yield _earlier(self.between(after, end.number), before), None


def _earlier(games: PoolGames, before: float) -> PoolGames:
    """Return the games that were played before a moment."""
    if before == math.inf:
        return games
    kept = [at for at, second in enumerate(games.seconds) if second < before]
    if len(kept) == len(games.seconds):
        return games
    return PoolGames(*([column[at] for at in kept] for column in games))  # type: ignore[arg-type]


def rate_steps(
    standing: PoolStanding,
    record: PoolRecord,
    start: Position = BEGINNING,
    end: Position | None = None,
    *,
    before: float = math.inf,
) -> GameRatings:
    """Rate the games of a pool in their order, in place, through its seasons; see :meth:`Record.steps`.

    Returns:
        What the games met and left.
    """
    parts: list[GameRatings] = []
    for games, season in record.steps(start, end, before=before):
        if games.first or not parts:
            parts.append(standing.rate(record.rules, games))
        if season is not None:
            standing.begin_season(record.rules, season)
    return joined([part for part in parts if len(part.before)] or parts[:1])


def record_of(connection: Connection, stream: Stream, until: int | None = None) -> PoolRecord:
    """Return the games and rules of a pool.

    Args:
        connection: to the database.
        stream: of the pool.
        until: the last event that is known; None for all.

    Raises:
        BadInput: an event is not as it was written.
    """
    record: PoolRecord | None = None
    for event, count in events_of(connection, stream, until):
        if isinstance(event, PoolBegun):
            record = PoolRecord(PoolRules.new(event.system, event.settings))
        elif record is not None:
            record.take(event, count)
    if record is None:
        raise BadInput("the pool has no event", code="pool.damaged")
    return record


def replayed(
    record: PoolRecord,
    *,
    start: PoolStanding | None = None,
    after: Position = BEGINNING,
    stops: Sequence[Position] = (),
) -> tuple[PoolStanding, dict[Position, list[tuple[str, float]]]]:
    """Rate the games of a pool, in their order.

    Args:
        record: the games.
        start: the players at a place; None for none.
        after: that place.
        stops: places at which the ratings are noted.

    Returns:
        The players, and for every stop what :meth:`Standing.ratings` shows by name.
    """
    standing = PoolStanding.of(record.rules) if start is None else start
    noted = {}
    for stop in sorted({*(stop for stop in stops if stop >= after), record.end}):
        rate_steps(standing, record, after, stop)
        after = stop
        if stop in stops:
            noted[stop] = [(rating.player, rating.rating) for rating in standing.ratings(record.rules)]
    return standing, noted
