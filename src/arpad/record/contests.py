"""Contests: the general form of the record. Any number of sides, each of any number of players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from arpad.core import ArpadError, BadInput, counted
from arpad.record.games import Games
from arpad.record.players import Attribute, Players, unknown
from arpad.record.record import LABELS, Appearances, Column, Index, Record, rows_of


@dataclass(frozen=True, eq=False, repr=False)
class Contests(Record):
    """Contests of many sides with places: teams, pairs, free-for-alls.

    A contest's sides lie one after the other, and so do a side's players: contest c has the sides
    ``starts[c]`` up to ``starts[c + 1]``, side s the seats ``seats[s]`` up to ``seats[s + 1]``.

    Args:
        starts: int64, contests + 1.
        place: int32 per side, 1 for the best; sides that tie share a place.
        seats: int64, sides + 1.
        member: int32 per seat, the player.
        share: float64 per seat in [0, 1], how much of the contest the player took part in; all of
            it where the column is absent.
        result: float64 per side, a continuous result (points, discs, IMPs; of a time, its negative).

    Raises:
        ArpadError: the columns do not fit, a contest has fewer than two sides, a side nobody, or a player
            stands on two sides.
    """

    starts: NDArray[np.int64]
    place: Index
    seats: NDArray[np.int64]
    member: Index
    share: Column | None = field(default=None, kw_only=True)
    result: Column | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if (
            len(self.starts) == 0
            or len(self.seats) != len(self.place) + 1
            or self.starts[-1] != len(self.place)
        ):
            raise ArpadError("the sides of the contests do not fit their places")
        if self.seats[-1] != len(self.member) or (np.diff(self.seats) < 1).any():
            raise ArpadError("a side of a contest has no player")
        if (np.diff(self.starts) < 2).any():
            raise ArpadError("a contest has fewer than two sides")
        if len(self.member) and not 0 <= int(self.member.min()) <= int(self.member.max()) < len(self.players):
            raise ArpadError("a contest names a player whom the record does not know")
        who = self.appearances()
        order = np.lexsort((who.player, who.row))
        twice = (np.diff(who.row[order]) == 0) & (np.diff(who.player[order]) == 0)
        if twice.any():
            again = order[np.flatnonzero(twice)[0]]
            name = self.players.names[who.player[again]]
            raise ArpadError(f"{name} takes part twice in contest {int(who.row[again]) + 1}")

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def contest_of_side(self) -> NDArray[np.int64]:
        """The contest of every side."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def appearances(self) -> Appearances:
        """Return who took part in what, seat by seat."""
        sizes = np.diff(self.seats)
        side = np.arange(len(self.place)) - self.starts[self.contest_of_side]
        return Appearances(
            self.member,
            np.repeat(self.contest_of_side, sizes),
            np.repeat(side, sizes).astype(np.int32),
        )

    def take(self, rows: NDArray[Any]) -> Self:
        """Return the contests of these rows (indices or a mask), among the same players."""
        rows = np.flatnonzero(rows) if rows.dtype == np.bool_ else rows
        sides = _spans(self.starts, rows)
        seats = _spans(self.seats, sides)
        cut: dict[str, Any] = {
            "starts": _bounds(self.starts, rows),
            "place": self.place[sides],
            "seats": _bounds(self.seats, sides),
            "member": self.member[seats],
            "share": None if self.share is None else self.share[seats],
            "result": None if self.result is None else self.result[sides],
        }
        for name in ("time", "weight", *LABELS):
            column = getattr(self, name)
            if column is not None:
                cut[name] = rows_of(column, rows)
        return replace(self, **cut)

    @classmethod
    def of(cls, games: Games, separator: str | None = "+") -> Contests:
        r"""Return a record of two sides in the general form.

        Args:
            games: the record.
            separator: what stands between the names of partners, as in ``Ann+Bob``; None if nothing does. It
                joins names only: a name with nothing on one side of it, ``C++``, is one name, and so is one
                in which a backslash stands before it (``a\+b`` is the player ``a+b``).

        Raises:
            BadInput: a side names the same partner twice.
        """
        names: dict[str, int] = {}
        sides: list[list[int]] = []
        joined = []
        for name in games.players.names:
            parts = partners(name, separator) if separator else [name]
            if len(set(parts)) < len(parts):
                raise BadInput(f"{name!r} does not name partners", remedy=f"Expected Ann{separator}Bob.")
            if len(parts) > 1:
                joined.append(name)
            sides.append([names.setdefault(part, len(names)) for part in parts])
        size = np.array([len(side) for side in sides], dtype=np.int64)
        pairs = np.stack([games.first, games.second], axis=1).ravel()
        place = np.ones((len(games), 2), dtype=np.int32)
        place[:, 0] += games.score < 0.5
        place[:, 1] += games.score > 0.5
        ends = np.concatenate(([0], np.cumsum(size)))
        flat = np.array([player for side in sides for player in side], dtype=np.int32)
        result = None
        if games.points_first is not None and games.points_second is not None:
            result = np.stack([games.points_first, games.points_second], axis=1).ravel()
        return cls(
            Players(list(names), _of_single(games.players, names), games.players.continued),
            np.arange(0, 2 * len(games) + 1, 2, dtype=np.int64),
            place.ravel(),
            np.concatenate(([0], np.cumsum(size[pairs]))).astype(np.int64),
            flat[_spans(ends, pairs)],
            result=result,
            time=games.time,
            weight=games.weight,
            event=games.event,
            round=games.round,
            stage=games.stage,
            pool=games.pool,
            source=games.source.noting(of_partners(joined, separator or "")),
        )

    @classmethod
    def from_sides(cls, contests: Iterable[Sequence[tuple[Sequence[str], int]]], **columns: Any) -> Contests:
        """Make a record from lists: each contest its sides, each side its players' names and its place."""
        names: dict[str, int] = {}
        starts, place, seats, member = [0], [], [0], []
        for sides in contests:
            for players, rank in sides:
                member += [names.setdefault(name, len(names)) for name in players]
                seats.append(len(member))
                place.append(rank)
            starts.append(len(place))
        return cls(
            Players(list(names)),
            np.array(starts, dtype=np.int64),
            np.array(place, dtype=np.int32),
            np.array(seats, dtype=np.int64),
            np.array(member, dtype=np.int32),
            **columns,
        )


def partners(name: str, separator: str) -> list[str]:
    """Return the players whom the name of a side names: one where nothing stands beside a separator.

    A separator after a backslash belongs to a name.
    """
    kept = "\x00"
    parts = [part.strip() for part in name.replace(f"\\{separator}", kept).split(separator)]
    parts = [part.replace(kept, separator) for part in parts]
    return [name] if "" in parts else parts


def of_partners(names: Sequence[str], separator: str) -> tuple[str, ...]:
    """Return the note about names of sides that were taken apart, if any were."""
    if not names:
        return ()
    others = len(set(names)) - 1
    those = f" and {counted(others, 'other name')} are" if others else " is"
    return (f"{names[0]!r}{those} read as partners; write \\{separator} where {separator} is part of a name",)


def _of_single(players: Players, names: dict[str, int]) -> dict[str, Attribute]:
    """Return what is known of those who are named alone; what is said of a pair is said of nobody."""
    alone = [(names[name], at) for at, name in enumerate(players.names) if name in names]
    to, at = np.array(alone, dtype=np.int64).reshape(-1, 2).T
    attributes = {}
    for name, known in players.attributes.items():
        column = unknown(known, len(names))
        column[to] = known[at]
        attributes[name] = column
    return attributes


def _spans(bounds: NDArray[np.int64], rows: NDArray[Any]) -> NDArray[np.int64]:
    """Return the positions that lie within the spans of these rows, one span after the other."""
    sizes = bounds[rows + 1] - bounds[rows]
    ends = np.cumsum(sizes)
    offsets = np.repeat(bounds[rows] - (ends - sizes), sizes)
    within: NDArray[np.int64] = np.arange(int(ends[-1]) if len(ends) else 0, dtype=np.int64) + offsets
    return within


def _bounds(bounds: NDArray[np.int64], rows: NDArray[Any]) -> NDArray[np.int64]:
    """Return the bounds of these rows' spans when they lie one after the other."""
    sizes = bounds[rows + 1] - bounds[rows]
    new = np.zeros(len(rows) + 1, dtype=np.int64)
    new[1:] = np.cumsum(sizes)
    return new
