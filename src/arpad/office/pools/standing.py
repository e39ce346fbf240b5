"""Players of a pool with what rating goes on from, and what games make of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.office.pools.games import PoolGames
from arpad.office.pools.rules import PoolRules, Season
from arpad.ratings.advancing import GameColumns
from arpad.ratings.state import Floats

STATE = np.dtype("<f8")
"""How a state is kept: every bit of it, on every machine."""


class PoolRating(NamedTuple):
    """A player of a pool.

    Args:
        player: the name.
        rating: in points.
        deviation: in points; None where the system has none.
        games: how many count.
    """

    player: str
    rating: float
    deviation: float | None
    games: int


class GameRatings(NamedTuple):
    """What games met and left, game by game.

    Args:
        before: games × 2 × the system's columns.
        after: the same after them.
    """

    before: Floats
    after: Floats


@dataclass
class PoolStanding:
    """Some or all players of a pool.

    Args:
        index: name → row.
        rows: players × what rating goes on from.
        games: how many of each count.
        last: the last of each, in seconds since 1970.
    """

    index: dict[str, int]
    rows: Floats
    games: NDArray[np.int64]
    last: NDArray[np.int64]

    @classmethod
    def of(cls, rules: PoolRules, players: Iterable[tuple[str, int, int, bytes]] = ()) -> PoolStanding:
        """Return players as the database has them: name, games, last and state."""
        stored = list(players)
        width = len(rules.how().newcomer())
        rows = np.frombuffer(b"".join(player[3] for player in stored), dtype=STATE).reshape(-1, width)
        return cls(
            {player[0]: at for at, player in enumerate(stored)},
            rows.astype(np.float64),
            np.array([player[1] for player in stored], dtype=np.int64),
            np.array([player[2] for player in stored], dtype=np.int64),
        )

    def enter(self, names: Iterable[str], rules: PoolRules, version: int = 0) -> None:
        """Enter the players who are not there yet: with their starting ratings, or else as newcomers."""
        new = [name for name in dict.fromkeys(names) if name not in self.index]
        if not new:
            return
        for name in new:
            self.index[name] = len(self.index)
        self.rows = np.concatenate((self.rows, _entering(new, rules, version)))
        self.games = np.concatenate((self.games, np.zeros(len(new), dtype=np.int64)))
        self.last = np.concatenate((self.last, np.zeros(len(new), dtype=np.int64)))

    def rate(self, rules: PoolRules, batch: PoolGames) -> GameRatings:
        """Rate games, in place; players who are not there enter with their first game.

        A change of the parameters counts for the games from its moment on; who enters then does so by them.
        """
        seconds = np.array(batch.seconds, dtype=np.int64)
        version = rules.version(seconds)
        cuts = [0, *(np.flatnonzero(np.diff(version)) + 1).tolist(), len(seconds)]
        first = [rules.named(name) for name in batch.first] if rules.merged else batch.first
        second = [rules.named(name) for name in batch.second] if rules.merged else batch.second
        parts = []
        for start, end in pairwise(cuts):
            if start == end:
                continue
            number = int(version[start])
            sides = first[start:end], second[start:end]
            self.enter(chain.from_iterable(zip(*sides, strict=True)), rules, number)
            rows = [np.fromiter(map(self.index.__getitem__, side), np.int32, end - start) for side in sides]
            played = GameColumns(
                rows[0],
                rows[1],
                np.array(batch.score[start:end], dtype=np.float64),
                seconds[start:end],
                np.array(batch.advantage[start:end], dtype=np.int8),
                np.array(batch.weight[start:end], dtype=np.float64),
            )
            parts.append(GameRatings(*rules.how(number).advance(self.rows, played)))
            for side in (played.first, played.second):
                np.add.at(self.games, side, 1)
                np.maximum.at(self.last, side, played.seconds)
        return joined(parts) if parts else _nothing()

    def begin_season(self, rules: PoolRules, season: Season) -> None:
        """Let a season begin, in place."""
        rules.how().soft_reset(self.rows, season.mean, season.carry, season.deviation)

    def shown(self, rules: PoolRules) -> Floats:
        """Return players × the columns of the system."""
        return rules.how().shown(self.rows)

    def ratings(self, rules: PoolRules) -> list[PoolRating]:
        """Return the players who have played, the best first; of equal ratings by name."""
        shown = self.shown(rules)
        ratings = [
            PoolRating(
                name,
                float(shown[at, 0]),
                float(shown[at, 1]) if shown.shape[1] > 1 else None,
                int(self.games[at]),
            )
            for name, at in self.index.items()
            if self.games[at]
        ]
        return sorted(ratings, key=lambda rating: (-rating.rating, rating.player))

    def state(self, at: int) -> bytes:
        """Return what rating of a player goes on from, as it is kept."""
        kept: bytes = self.rows[at].astype(STATE).tobytes()
        return kept

    def packed(self) -> bytes:
        """Return all players, as a checkpoint keeps them."""
        head = json.dumps([list(self.index), self.games.tolist(), self.last.tolist()]).encode()
        return len(head).to_bytes(8, "little") + head + self.rows.astype(STATE).tobytes()

    @classmethod
    def unpacked(cls, rules: PoolRules, content: bytes) -> PoolStanding:
        """Return the players of :meth:`packed`."""
        size = int.from_bytes(content[:8], "little")
        names, games, last = json.loads(content[8 : 8 + size])
        width = len(rules.how().newcomer())
        rows = np.frombuffer(content[8 + size :], dtype=STATE).reshape(-1, width).astype(np.float64)
        return cls(
            {name: at for at, name in enumerate(names)},
            rows,
            np.array(games, dtype=np.int64),
            np.array(last, dtype=np.int64),
        )


def _entering(names: Sequence[str], rules: PoolRules, version: int) -> Floats:
    """Return the rows of players before their first game."""
    how = rules.how(version)
    rows: Floats = np.tile(how.newcomer(), (len(names), 1))
    if rules.starts:
        there = [at for at, name in enumerate(names) if rules.start_of(name) is not None]
        if there:
            rows[there] = how.entering(rules.players([names[at] for at in there]))
    return rows


def joined(some: Sequence[GameRatings]) -> GameRatings:
    """Return what games met and left that are rated in several parts, one after the other."""
    if len(some) == 1:
        return some[0]
    return GameRatings(*(np.concatenate(columns) for columns in zip(*some, strict=True)))


def _nothing() -> GameRatings:
    return GameRatings(np.empty((0, 2, 1)), np.empty((0, 2, 1)))
