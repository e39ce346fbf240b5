"""Starting ratings of a pool: what is known of players before their first game, and where it comes from.

A starting rating holds from the beginning of the pool: a player who has one enters with it at the first game,
as :func:`arpad.ratings.rate.rate` takes it from the players of a record. It is kept with its source; a later
one of the same player replaces it as a whole, and the act that set it can be taken out again.

The rules of a pool name the acts that hold, each by its event and the digest of its players. The players are
read from these events and kept by the process: a request reads a line of a few bytes, however many there are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import Connection, select, tuple_

from arpad.core import BadInput, worded
from arpad.office.cache import MEGABYTE, Cache
from arpad.office.events.fields import Row, refuse
from arpad.office.log.event_format import sealed_properly
from arpad.office.pools.games import MOST_GAMES, check_name
from arpad.office.store.tables import EVENTS
from arpad.ratings.ranges import check_number
from arpad.record import Players

MOST_STARTS = MOST_GAMES
"""Players in one act."""

BYTES_OF_START = 400
"""What a player with a starting rating takes in memory, about."""

Key = tuple[tuple[int, str], ...]
"""The acts that hold: the number of the event, and the digest of its players."""


class Start(NamedTuple):
    """What is known of a player before the first game; None for what is not.

    Args:
        rating: in points.
        deviation: in points.
        volatility: as the system has it.
        games: rated before.
        peak: the highest rating, in points.
        birth_year: the year of birth.
    """

    rating: float | None = None
    deviation: float | None = None
    volatility: float | None = None
    games: float | None = None
    peak: float | None = None
    birth_year: float | None = None


ATTRIBUTES = Start._fields
"""What a starting rating can consist of, by the names that rating systems use."""


def starts_written(players: Mapping[str, Start]) -> Row:
    """Return starting ratings as JSON has them, as columns; those of which nothing is known are left out."""
    columns: Row = {"player": list(players)}
    for at, name in enumerate(ATTRIBUTES):
        column = [start[at] for start in players.values()]
        if any(value is not None for value in column):
            columns[name] = column
    return columns


def starts_read(row: Any) -> Mapping[str, Start]:
    """Return the starting ratings of :func:`starts_written`, checked.

    Raises:
        BadInput: there is none or too many, the columns differ in length, a player is there twice or has no
            name, nothing is known of one, or a number is none or out of its range.
    """
    if not isinstance(row, dict) or not {"player"} <= set(row) <= {"player", *ATTRIBUTES}:
        refuse("players", row, f"columns: player, and any of {', '.join(ATTRIBUTES)}")
    if not all(isinstance(column, list) for column in row.values()):
        refuse("players", row, "columns, each a list")
    names = row["player"]
    if not 0 < len(names) <= MOST_STARTS or {len(column) for column in row.values()} != {len(names)}:
        raise BadInput(
            worded(
                "starting ratings are set for 1 to {most} players at once, in columns of one length",
                most=MOST_STARTS,
            ),
            code="pool.starts",
        )
    starts: dict[str, Start] = {}
    columns = [row.get(name, [None] * len(names)) for name in ATTRIBUTES]
    for name, *values in zip(names, *columns, strict=True):
        problem = check_name(name)
        if problem:
            raise BadInput(problem, code="pool.starts")
        if name in starts:
            raise BadInput(worded("{name!r} is given twice", name=name), code="pool.starts")
        starts[name] = start_of(name, dict(zip(ATTRIBUTES, values, strict=True)))
    return MappingProxyType(starts)


def start_of(player: str, values: Mapping[str, Any]) -> Start:
    """Return a player's starting rating, checked.

    Args:
        player: the name, for messages.
        values: by the names of :data:`ATTRIBUTES`; None for what is not known.

    Raises:
        BadInput: nothing is known, or a number is none or out of its range.
    """
    for name, value in values.items():
        if value is None:
            continue
        if type(value) not in (int, float):
            refuse(name, value, "a number")
        check_number(value, name, player)
    start = Start(**{name: None if value is None else float(value) for name, value in values.items()})
    if all(value is None for value in start):
        raise BadInput(
            worded("no starting rating of {name!r} is given", name=player),
            code="pool.starts",
            remedy="Give a rating, or leave the player out.",
        )
    return start


class StartsAct(NamedTuple):
    """An act that set starting ratings.

    Args:
        seq: the event of the pool.
        source: what they come from, such as the name of a file; empty where nobody said it.
        players: the starting ratings, by name.
        digest: SHA-256 of them.
    """

    seq: int
    source: str
    players: Mapping[str, Start]
    digest: str

    @classmethod
    def of(cls, seq: int, source: str, players: Mapping[str, Start]) -> StartsAct:
        """Return an act with its digest."""
        text = json.dumps([source, starts_written(players)], ensure_ascii=False)
        return cls(seq, source, players, sha256(text.encode()).hexdigest())


class PlayerStart(NamedTuple):
    """A player's starting rating with the act that set it.

    Args:
        start: the starting rating.
        act: that set it.
    """

    start: Start
    act: StartsAct


@dataclass(frozen=True)
class Starts:
    """The starting ratings that hold in a pool.

    Args:
        key: the acts by which two are told apart: event and digest of each.
        acts: those acts, in their order.
    """

    key: Key = ()
    acts: tuple[StartsAct, ...] = field(default=(), compare=False, repr=False)

    def __bool__(self) -> bool:
        return bool(self.key)

    @classmethod
    def of(cls, acts: Iterable[StartsAct]) -> Starts:
        """Return the starting ratings of acts in their order."""
        in_order = tuple(acts)
        return cls(tuple((act.seq, act.digest) for act in in_order), in_order)

    def after(self, act: StartsAct) -> Starts:
        """Return the starting ratings with those of one more act."""
        return Starts.of((*self.acts, act))

    def without(self, seq: int) -> tuple[Starts, StartsAct]:
        """Return the starting ratings without those of an act, and that act.

        Raises:
            BadInput: no act that holds has that event.
        """
        out = next((act for act in self.acts if act.seq == seq), None)
        if out is None:
            raise BadInput(
                worded("event {seq} has set no starting ratings, or they were taken out", seq=seq),
                code="pool.no-starts",
            )
        return Starts.of(act for act in self.acts if act is not out), out

    @cached_property
    def by_player(self) -> Mapping[str, PlayerStart]:
        """Name → the starting rating that holds: the last that was set."""
        return {name: PlayerStart(start, act) for act in self.acts for name, start in act.players.items()}


NO_STARTS = Starts()


def players_with(names: Sequence[str], starts: Iterable[Start | None]) -> Players:
    """Return players as a rating system takes them, with what is known of each before the first game.

    Args:
        names: the players.
        starts: for each the starting rating; None for a newcomer.
    """
    rows = [start or Start() for start in starts]
    attributes = {}
    for at, name in enumerate(ATTRIBUTES):
        column = np.array([np.nan if row[at] is None else row[at] for row in rows], dtype=np.float64)
        if not np.isnan(column).all():
            attributes[name] = column
    return Players(names, MappingProxyType(attributes))


_KEPT: Cache[Key, Starts] = Cache(
    "starting ratings", 64, 64 * MEGABYTE, lambda kept: BYTES_OF_START * len(kept.by_player)
)


def kept_starts(connection: Connection, wanted: Mapping[int, Key]) -> dict[int, Starts]:
    """Return the starting ratings of pools; those that the process does not have are read in one statement.

    Args:
        connection: to the database.
        wanted: the stream of each pool → its acts that hold.

    Raises:
        BadInput: an event is not as it was written.
    """
    by_stream = {stream: kept for stream, key in wanted.items() if (kept := _KEPT.get(key)) is not None}
    missing = [(stream, seq) for stream, key in wanted.items() if stream not in by_stream for seq, _ in key]
    if missing:
        table = EVENTS.c
        lines = select(table.stream, table.seq, table.payload).where(
            tuple_(table.stream, table.seq).in_(missing)
        )
        acts = {(row[0], row[1]): _act(row[1], row[2]) for row in connection.execute(lines)}
        for stream, key in wanted.items():
            if stream not in by_stream:
                starts = Starts.of(acts[stream, seq] for seq, _ in key if (stream, seq) in acts)
                if starts.key != key:
                    raise BadInput(
                        "the starting ratings of a pool are not as they were written",
                        code="pool.damaged",
                        remedy="Restore the database from a copy.",
                    )
                _KEPT.put(key, starts)
                by_stream[stream] = starts
    return by_stream


def _act(seq: int, line: str) -> StartsAct:
    """Return the act of an event's line.

    Raises:
        BadInput: the line is not as it was written.
    """
    if not sealed_properly(line):
        raise BadInput(
            worded("event {seq} of the pool is not as it was written", seq=seq),
            code="pool.damaged",
            remedy="Restore the database from a copy.",
        )
    row: dict[str, Any] = json.loads(line)
    return StartsAct.of(seq, str(row.get("source", "")), starts_read(row["players"]))
