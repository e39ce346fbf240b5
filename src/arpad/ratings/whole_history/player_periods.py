"""A record as curves over time: a point for every player and rating period with a game.

Points lie player by player in order of time, and the games seen from each point (its *entries*) one after the
other, so that a loop over the curves of a few thousand players runs straight through memory.

Who played most comes first, so that the opponents of most games lie close together in memory; then the names
decide. Games of one rating period are ordered by their players. What a search leaves unfinished hangs on the
way that it went, which is therefore the same for every order of the rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import progress

if TYPE_CHECKING:
    from arpad.ratings.timeline import Timeline
    from arpad.record import Games


class PointArrays(NamedTuple):
    """Arrays as kernels take them.

    Args:
        start: int64, players + 1: the first point of every player.
        gap: float64 per point: rating periods since the player's point before; 0 at the first.
        entry: int64, points + 1: the first entry of every point.
        opponent: int32 per entry: the opponent's point.
        partner: int32 per entry: the same game as the opponent's entry.
        score: float64 per entry, the player's score.
        side: float64 per entry, +1 with the advantage, −1 against it.
        weight: float64 per entry.
    """

    start: NDArray[np.int64]
    gap: NDArray[np.float64]
    entry: NDArray[np.int64]
    opponent: NDArray[np.int32]
    partner: NDArray[np.int32]
    score: NDArray[np.float64]
    side: NDArray[np.float64]
    weight: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Curves:
    """Points, and which of them the games belong to.

    Args:
        points: the arrays, the players in an order of their own.
        of: int64, games × 2: the point of either side.
        at: int64, games × 2: the entry of either side.
        sequence: int64 over games: the games in the order in which their points have them.
        place: int64 over players: where each is among the players of ``points``.
    """

    points: PointArrays
    of: NDArray[np.int64]
    at: NDArray[np.int64]
    sequence: NDArray[np.int64]
    place: NDArray[np.int64]

    @classmethod
    def from_timeline(
        cls, timeline: Timeline, weight: NDArray[np.float64] | None, *, share: float = 1.0
    ) -> Curves:
        """Return the curves of a record cut into rating periods.

        Args:
            timeline: the record.
            weight: of every game; None where all weigh the same.
            share: the part of the work at hand that making the curves is, as a bar supposes.
        """
        with progress.part(0.0, share):
            return cls._build(timeline, weight)

    @classmethod
    def _build(cls, timeline: Timeline, weight: NDArray[np.float64] | None) -> Curves:
        games = timeline.games
        n, rows = len(games.players), len(games)
        period = np.asarray(timeline.order, dtype=np.int64)
        low = int(period.min()) if rows else 0
        side: Any = np.zeros(rows) if games.advantage is None else games.advantage.astype(np.float64)
        w = np.ones(rows) if weight is None else weight
        place = _places(games)
        sequence = _sequence(games, place, period - low, side, w)
        progress.tell(0.2, 0.5)
        player = np.stack((place[games.first], place[games.second]), axis=1)[sequence].ravel()
        when = np.repeat(period[sequence] - low, 2)
        order = _order(player)  # by player, then by time
        progress.tell(0.5, 0.7)
        owner, when = player[order], when[order]
        new = np.ones(2 * rows, dtype=np.bool_)
        new[1:] = (owner[1:] != owner[:-1]) | (when[1:] != when[:-1])
        opens = np.flatnonzero(new)
        owner, when = owner[opens], when[opens]
        start = np.searchsorted(owner, np.arange(n + 1)).astype(np.int64)
        gap = np.zeros(len(opens))
        gap[1:] = np.diff(when)
        gap[start[:-1][start[:-1] < len(opens)]] = 0.0
        entry = np.append(opens, 2 * rows).astype(np.int64)
        of, at = np.empty(2 * rows, dtype=np.int64), np.empty(2 * rows, dtype=np.int64)
        of[order] = np.cumsum(new) - 1
        at[order] = np.arange(2 * rows)
        other = order ^ 1  # seats 2g and 2g + 1 belong to game g
        progress.tell(0.7, 1.0)
        game, second = sequence[order >> 1], (order & 1).astype(np.bool_)
        score, sides = games.score[game], side[game]
        points = PointArrays(
            start,
            gap,
            entry,
            of[other].astype(np.int32),
            at[other].astype(np.int32),
            np.where(second, 1.0 - score, score),
            np.where(second, -sides, sides),
            w[game],
        )
        in_record = np.empty(rows, dtype=np.int64)
        in_record[sequence] = np.arange(rows)
        return cls(points, of.reshape(rows, 2)[in_record], at.reshape(rows, 2)[in_record], sequence, place)

    def last(self, players: int) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Return who played, and the last point of those who did."""
        played = np.diff(self.points.start)[self.place] > 0
        return played, self.points.start[1:][self.place][played] - 1


def _sequence(
    games: Games,
    place: NDArray[np.int64],
    period: NDArray[np.int64],
    side: NDArray[Any],
    weight: NDArray[np.float64],
) -> NDArray[np.int64]:
    """Return the games by period, then by the players' places, then by all that tells two games apart."""
    n = len(place)
    pair = place[games.first] * n + place[games.second]
    if len(games) and int(period.max()) < np.iinfo(np.int64).max // (n * n) - 1:
        key = period * (n * n) + pair
        sequence = np.argsort(key)
        again = key[sequence[1:]] == key[sequence[:-1]]
        alike = np.flatnonzero(np.append(again, False) | np.append(False, again))
        repeats = sequence[alike]
        keys = (weight[repeats], side[repeats], games.score[repeats], key[repeats])
        sequence[alike] = repeats[np.lexsort(keys)]
        return sequence.astype(np.int64)
    return np.lexsort((weight, side, games.score, pair, period)).astype(np.int64)


def _order(players: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the seats by player, those of a player as they come.

    One sort of numbers that hold both, player and seat, takes a fraction of the time of a stable sort. Seats
    and players are numbered by int32, so that both go into an int64.
    """
    bits = max(len(players) - 1, 0).bit_length()
    seat = np.arange(len(players), dtype=np.int64)
    return np.sort((players << bits) | seat) & ((1 << bits) - 1)


def _places(games: Games) -> NDArray[np.int64]:
    """Return each player's place in the order of the curves: who played most first, then by name."""
    n, names = len(games.players), games.players.names
    played = np.bincount(games.first, minlength=n) + np.bincount(games.second, minlength=n)
    by_name = np.array(sorted(range(n), key=names.__getitem__), dtype=np.int64)
    order = by_name[np.argsort(-played[by_name], kind="stable")]
    place = np.empty(n, dtype=np.int64)
    place[order] = np.arange(n)
    return place
