"""The games of simulated tournaments: chances from strengths, results from luck drawn beforehand.

Each pair of players has its luck in each of its games, drawn before any tournament is played. Formats that
are compared see the same field and the same luck: where two of them let two players meet for the first
time, the game ends alike, so that differences show with fewer tournaments (common random numbers).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.ratings.draws import fraction
from arpad.ratings.elo.curves import logistic


class SimulatedGames(NamedTuple):
    """What decides the games of some tournaments.

    Args:
        strength: true, tournaments × players, in rating points.
        luck: tournaments × games of a pair × players × players, in [0, 1); above the diagonal is read.
        scale: of the curve, in rating points: 400 for Elo's logistic curve.
        draws: the share of draws between equals, from 0 to ½ of what the draw model allows.
    """

    strength: Any
    luck: Any
    scale: float
    draws: float


class TournamentRecord(NamedTuple):
    """What happened in some tournaments; kernels fill it in.

    Args:
        meetings: tournaments × players × players: how often two players met.
        score: tournaments × players × players: the points of the row's player against the column's.
        keys: tournaments × players × 3: what ranks the players, the first key first, the highest best.
            Players who are equal in all keys share a place.
        repeated: tournaments: games for which a pairing rule found nobody whom the player had not met.
    """

    meetings: NDArray[np.int16]
    score: NDArray[np.float64]
    keys: NDArray[np.float64]
    repeated: NDArray[np.int64]

    @classmethod
    def empty(cls, tournaments: int, players: int) -> TournamentRecord:
        """Return the record of tournaments in which nothing was played yet."""
        pairs = tournaments, players, players
        return cls(
            np.zeros(pairs, dtype=np.int16),
            np.zeros(pairs),
            np.zeros((tournaments, players, 3)),
            np.zeros(tournaments, dtype=np.int64),
        )


class Work(NamedTuple):
    """Room for a format's work, and what it draws beside the luck of the games.

    Args:
        start: tournaments × players: points that no game brings (byes, McMahon).
        lots: tournaments × rounds × players, in [0, 1): for draws and lots.
        rating: tournaments × players, known before the tournament, falling along each row.
        order: players: an order of them.
        mate: players.
        row: twice the players.
        other: twice the players.
        byes: players: byes had so far.
        values: players.
    """

    start: NDArray[np.float64]
    lots: NDArray[np.float64]
    rating: NDArray[np.float64]
    order: NDArray[np.int64]
    mate: NDArray[np.int64]
    row: NDArray[np.int64]
    other: NDArray[np.int64]
    byes: NDArray[np.int64]
    values: NDArray[np.float64]

    @classmethod
    def room(cls, start: NDArray[np.float64], lots: NDArray[np.float64], rating: NDArray[np.float64]) -> Work:
        """Return room for tournaments, and for a bracket of twice the players."""
        players = rating.shape[1]
        order, mate, byes = (np.zeros(players, dtype=np.int64) for _ in range(3))
        row, other = (np.zeros(2 * players, dtype=np.int64) for _ in range(2))
        return cls(start, lots, rating, order, mate, row, other, byes, np.zeros(players))


@kernel
def expected(difference: float, scale: float) -> tuple[float, float]:
    """Return the expected scores of both sides; a part: one of the curves takes its place."""
    return logistic(difference, scale)


@kernel
def outcomes(E: float, draws: float) -> tuple[float, float, float]:
    """Return the chances of a win, a draw and a loss; a part: one of the draw models takes its place."""
    return fraction(E, draws)


@kernel
def play(games: SimulatedGames, meetings: Any, score: Any, t: int, i: int, j: int) -> float:
    """Let two players of a tournament meet, write down what happened, and return the first one's points."""
    first, second = min(i, j), max(i, j)
    E = expected(games.strength[t, first] - games.strength[t, second], games.scale)[0]
    win, draw, _ = outcomes(E, games.draws)
    luck = games.luck[t, meetings[t, i, j] % games.luck.shape[1], first, second]
    points = 1.0 if luck < win else 0.5 if luck < win + draw else 0.0
    meetings[t, i, j] += 1
    meetings[t, j, i] += 1
    score[t, first, second] += points
    score[t, second, first] += 1.0 - points
    return points if i == first else 1.0 - points
