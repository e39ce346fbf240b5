"""What the ranking of a simulated tournament is worth, against the true strengths."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.lab.formats.games import SimulatedGames, TournamentRecord, expected


class TournamentFigures(NamedTuple):
    """Figures of each tournament, tournaments each.

    Args:
        best_wins: the share of the first place that the strongest player has: 1, or 1/k if k share it.
        tau: Kendall's, of the ranking against the order of strength; a pair that shares a place counts 0.
        top: the share of the strongest k players among the first k; places that are shared count in part.
        misjudged: over the pairs that never met, the mean expected score of the player who is ranked lower
            against the other; ½ where they share a place. This is the misjudgement of the ranking.
        bound: the same if every pair were judged by who is likelier to win: no ranking can do better.
        unmet: the share of pairs that never met.
        games: how many were played.
        least: the fewest games of a player.
        most: the most games of a player.
        repeated: games for which a fast pairing rule found nobody whom the player had not met.
    """

    best_wins: NDArray[np.float64]
    tau: NDArray[np.float64]
    top: NDArray[np.float64]
    misjudged: NDArray[np.float64]
    bound: NDArray[np.float64]
    unmet: NDArray[np.float64]
    games: NDArray[np.float64]
    least: NDArray[np.float64]
    most: NDArray[np.float64]
    repeated: NDArray[np.float64]

    @classmethod
    def empty(cls, tournaments: int) -> TournamentFigures:
        """Return room for the figures of so many tournaments."""
        return cls(*(np.zeros(tournaments) for _ in cls._fields))


def places(keys: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the places of each tournament, from 1; players who are equal in all keys share a place.

    Args:
        keys: tournaments × players × keys, the highest best.
    """
    tournaments, players, _ = keys.shape
    order = np.lexsort(tuple(-keys[:, :, key] for key in reversed(range(keys.shape[2]))), axis=-1)
    sorted_keys = np.take_along_axis(keys, order[:, :, None], axis=1)
    differs = np.ones((tournaments, players), dtype=bool)
    differs[:, 1:] = (sorted_keys[:, 1:] != sorted_keys[:, :-1]).any(axis=2)
    first = np.maximum.accumulate(np.where(differs, np.arange(1, players + 1), 0), axis=1)
    out = np.empty((tournaments, players), dtype=np.int64)
    np.put_along_axis(out, order, first, axis=1)
    return out


@kernel
def judge(
    games: SimulatedGames, record: TournamentRecord, place: Any, top: int, judged: TournamentFigures
) -> None:
    """Fill in the figures of each tournament."""
    players = games.strength.shape[1]
    for t in range(games.strength.shape[0]):
        best, shared = 0, 0
        for i in range(players):
            if games.strength[t, i] > games.strength[t, best]:
                best = i
            if place[t, i] == 1:
                shared += 1
        judged.best_wins[t] = 1.0 / shared if place[t, best] == 1 else 0.0
        agree, wrong, bound, unmet, total = 0, 0.0, 0.0, 0, 0
        least, most = 1 << 30, 0
        among = 0.0
        for i in range(players):
            mine, stronger, level = 0, 0, 0
            for j in range(players):
                mine += record.meetings[t, i, j]
                if games.strength[t, j] > games.strength[t, i] or (
                    games.strength[t, j] == games.strength[t, i] and j < i
                ):
                    stronger += 1
                if place[t, j] == place[t, i]:
                    level += 1
                if j <= i:
                    continue
                if place[t, i] != place[t, j]:
                    surplus = games.strength[t, i] - games.strength[t, j]
                    if surplus != 0.0:
                        agree += 1 if (surplus > 0.0) == (place[t, i] < place[t, j]) else -1
                if record.meetings[t, i, j] == 0:
                    E, other = expected(games.strength[t, i] - games.strength[t, j], games.scale)
                    bound += min(E, other)
                    unmet += 1
                    if place[t, i] == place[t, j]:
                        wrong += 0.5
                    else:
                        wrong += other if place[t, i] < place[t, j] else E
            total += mine
            least = min(least, mine)
            most = max(most, mine)
            if stronger < top and place[t, i] <= top:
                among += min(1.0, (top + 1 - place[t, i]) / level)
        pairs = players * (players - 1) // 2
        judged.tau[t] = agree / pairs
        judged.top[t] = among / min(top, players)
        judged.misjudged[t] = wrong / unmet if unmet > 0 else 0.0
        judged.bound[t] = bound / unmet if unmet > 0 else 0.0
        judged.unmet[t] = unmet / pairs
        judged.games[t] = total / 2
        judged.least[t] = least
        judged.most[t] = most
        judged.repeated[t] = record.repeated[t]
