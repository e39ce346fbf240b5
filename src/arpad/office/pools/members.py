"""The players of a pool in memory, as an event has left them: what rating goes on from, and their order.

The columns have spare room at their ends, so that a newcomer does not copy those of a million players.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.office.pools.rules import PoolRules
from arpad.office.pools.standing import PoolRating, PoolStanding
from arpad.ratings.state import Floats

ROOM = 1024
"""Players for whom there is room at first."""

MANY = 8
"""The order is made anew where more than one in so many has another rating."""

FEW = 8
"""So many are moved within the order, which copies less than to put all players anew beside each other."""


class _Columns(NamedTuple):
    """Players × what is known of them; the rows beyond the last player are room."""

    rows: Floats
    games: NDArray[np.int64]
    last: NDArray[np.int64]
    touched: NDArray[np.int64]
    rating: Floats


class Members:
    """The players of a pool.

    Args:
        rules: what the pool rates by.
        standing: the players.
        seq: the event after which they are so.
    """

    def __init__(self, rules: PoolRules, standing: PoolStanding, seq: int) -> None:
        self.rules = rules
        self.names: list[str] = []
        self._index: dict[str, int] = {}
        self._columns = _room(ROOM, standing.rows.shape[1])
        self._order = np.empty(0, dtype=np.int64)
        self._sorted = np.empty(0)
        self._places = np.empty(0, dtype=np.int64)
        self._moved: list[tuple[NDArray[np.int64], Floats]] = []
        self.take(standing, seq)

    def __len__(self) -> int:
        """How many have played."""
        return len(self.names)

    def part(self, names: Iterable[str]) -> PoolStanding:
        """Return a copy of those of some players who are there, each once."""
        present = [name for name in dict.fromkeys(names) if name in self._index]
        return self._standing(np.array([self._index[name] for name in present], dtype=np.int64), present)

    def all(self) -> PoolStanding:
        """Return a copy of all players."""
        return self._standing(np.arange(len(self.names)), self.names)

    def since(self, seq: int) -> PoolStanding:
        """Return a copy of the players whom games of later events concern."""
        rows = np.flatnonzero(self._columns.touched[: len(self.names)] > seq)
        return self._standing(rows, [self.names[at] for at in rows.tolist()])

    def take(self, part: PoolStanding, seq: int) -> None:
        """Put players in their place as an event has left them; who is new enters.

        Args:
            part: the players.
            seq: the number of the event.
        """
        new = [name for name in part.index if name not in self._index]
        self._make_room(len(self.names) + len(new))
        for name in new:
            self._index[name] = len(self.names)
            self.names.append(name)
        at = np.array([self._index[name] for name in part.index], dtype=np.int64)
        columns = self._columns
        columns.rows[at], columns.games[at], columns.last[at] = part.rows, part.games, part.last
        columns.touched[at] = seq
        if len(at):
            self._moved.append((at, columns.rating[at]))
            columns.rating[at] = part.shown(self.rules)[:, 0]

    def rating(self, player: str) -> PoolRating | None:
        """Return the rating of a player; None if nobody of that name has played."""
        at = self._index.get(player)
        return None if at is None else self._ratings([at])[0]

    def rank(self, player: str) -> int | None:
        """Return one more than the players with a higher rating; None if nobody of that name has played."""
        at = self._index.get(player)
        if at is None:
            return None
        rating = self._columns.rating[: len(self.names)]
        return 1 + int(np.count_nonzero(rating > rating[at]))

    def between(self, start: int, end: int) -> list[PoolRating]:
        """Return the players at some places, the best first; of equal ratings by name.

        Args:
            start: the first place, counted from 0.
            end: the place after the last.
        """
        self._put_in_order()
        return self._ratings(self._order[start:end].tolist()) if start < len(self._order) else []

    def place(self, rating: float, player: str) -> int:
        """Return how many players come before a rating and a name in the order of :meth:`between`."""
        self._put_in_order()
        return self._before(self._order, self._sorted, -rating, player)

    def _before(self, order: NDArray[np.int64], values: Floats, value: float, player: str) -> int:
        """Return before which place of an order somebody belongs: by the value, of equal ones by name."""
        low = int(np.searchsorted(values, value, side="left"))
        high = int(np.searchsorted(values, value, side="right"))
        if low == high:
            return low
        return bisect_left(range(high), player, low, key=lambda at: self.names[order[at]])

    def _ratings(self, places: Sequence[int]) -> list[PoolRating]:
        shown = self.rules.how().shown(self._columns.rows[places])
        games = self._columns.games
        return [
            PoolRating(
                self.names[at],
                float(row[0]),
                float(row[1]) if len(row) > 1 else None,
                int(games[at]),
            )
            for at, row in zip(places, shown, strict=True)
        ]

    def _standing(self, at: NDArray[np.int64], names: Sequence[str]) -> PoolStanding:
        columns = self._columns
        index = {name: row for row, name in enumerate(names)}
        return PoolStanding(index, columns.rows[at], columns.games[at], columns.last[at])

    def _make_room(self, wanted: int) -> None:
        room, used = len(self._columns.games), len(self.names)
        if wanted <= room:
            return
        more = _room(max(wanted, 2 * room), self._columns.rows.shape[1])
        for old, new in zip(self._columns, more, strict=True):
            new[:used] = old[:used]
        self._columns = more

    def _put_in_order(self) -> None:
        """Take the players out of the order who have another rating, and put them where they belong."""
        if not self._moved:
            return
        several, before = (np.concatenate(column) for column in zip(*self._moved, strict=True))
        moved, first = np.unique(several, return_index=True)
        self._moved = []
        rating = self._columns.rating[: len(self.names)]
        if len(moved) <= FEW and moved[-1] < len(self._order):
            for at, was in zip(moved.tolist(), before[first].tolist(), strict=True):
                self._move(at, was)
            return
        if len(moved) * MANY > len(rating):
            self._order = np.lexsort((self._alphabet(), -rating))
            self._sorted = -rating[self._order]
            return
        stays = np.ones(len(rating), dtype=bool)
        stays[moved] = False
        stays = stays[self._order]
        order, values = self._order[stays], self._sorted[stays]
        coming = sorted(moved.tolist(), key=lambda at: (-rating[at], self.names[at]))
        into = [self._before(order, values, -rating[at], self.names[at]) for at in coming]
        self._order, self._sorted = np.insert(order, into, coming), np.insert(values, into, -rating[coming])

    def _move(self, at: int, was: float) -> None:
        """Put a player who had a rating in the order where the player belongs now."""
        name, value = self.names[at], -self._columns.rating[at]
        start = self._before(self._order, self._sorted, -was, name)
        end = self._before(self._order, self._sorted, value, name)
        for column, its in ((self._order, at), (self._sorted, value)):
            if end > start:
                column[start : end - 1] = column[start + 1 : end]
                column[end - 1] = its
            else:
                column[end + 1 : start + 1] = column[end:start]
                column[end] = its

    def _alphabet(self) -> NDArray[np.int64]:
        """Return the place of each player in the order of the names."""
        count = len(self._places)
        if count < len(self.names):
            # Those who were in order before stay so, which a sort makes use of.
            before = np.argsort(self._places).tolist()
            rows = sorted([*before, *range(count, len(self.names))], key=self.names.__getitem__)
            self._places = np.empty(len(rows), dtype=np.int64)
            self._places[rows] = np.arange(len(rows))
        return self._places


def _room(size: int, width: int) -> _Columns:
    return _Columns(
        np.empty((size, width)),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64),
        np.empty(size),
    )
