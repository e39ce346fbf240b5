"""Counting who played, won, drew and lost, and when last."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import AHEAD, kernel, prefetch, specialise
from arpad.record import Contests, Games, Players, Record

WON, DRAWN, LOST, LAST = range(4)


@kernel
def tally_loop(first: Any, second: Any, score: Any, counts: Any) -> None:
    """Count wins, draws and losses of every player, and note the row of the last game."""
    games = first.shape[0]
    for i in range(games):
        j = min(i + AHEAD, games - 1)
        prefetch(counts, first[j])
        prefetch(counts, second[j])
        s = score[i]
        result = 0 if s > 0.5 else (1 if s == 0.5 else 2)
        a = first[i]
        b = second[i]
        counts[a, result] += 1
        counts[b, 2 - result] += 1
        counts[a, 3] = i
        counts[b, 3] = i


def tally(record: Record) -> NDArray[np.int32]:
    """Return int32, players × 4: games won, drawn, lost, and the row of the last game (−1 for none).

    A score above ½ counts as won, below as lost, whatever the record means by it. In a contest of many sides
    the first place is won, if it is shared drawn, and any other lost.
    """
    counts = np.zeros((len(record.players), 4), dtype=np.int32)
    counts[:, LAST] = -1
    if isinstance(record, Contests):
        _tally_contests(record, counts)
    elif isinstance(record, Games):
        _tally_games(record, counts)
    return counts


def with_listed(counts: NDArray[np.int32], players: Players) -> NDArray[np.int32]:
    """Return the counts with the games of the list from which rating went on; the last row stays."""
    if not players.continued or "listed_games" not in players.attributes:
        return counts
    whole = counts.copy()
    for kind, name in ((WON, "listed_wins"), (DRAWN, "listed_draws"), (LOST, "listed_losses")):
        whole[:, kind] += players.number(name, 0.0).astype(np.int32)
    return whole


def played(counts: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return how many games the players of such rows played."""
    won, drawn, lost = (counts[:, kind].astype(np.int64) for kind in (WON, DRAWN, LOST))
    return won + drawn + lost


def _tally_contests(contests: Contests, counts: NDArray[np.int32]) -> None:
    if not len(contests):
        return
    seats = contests.appearances()
    contest = contests.contest_of_side
    best = np.minimum.reduceat(contests.place, contests.starts[:-1])
    first = contests.place == best[contest]
    firsts = np.add.reduceat(first.astype(np.int64), contests.starts[:-1])
    kind = np.where(~first, LOST, np.where(firsts[contest] == 1, WON, DRAWN))
    side = contests.starts[seats.row] + seats.side
    np.add.at(counts, (seats.player, kind[side]), 1)
    np.maximum.at(counts[:, LAST], seats.player, seats.row.astype(np.int32))


def _tally_games(games: Games, counts: NDArray[np.int32]) -> None:
    specialise(tally_loop, {}, 0.5 * len(games))(games.first, games.second, games.score, counts)


def first_rows(games: Games) -> NDArray[np.int64]:
    """Return int64 over players: the row of each one's first game, −1 for none."""
    as_second = np.full(len(games.players), -1, dtype=np.int64)
    backwards = np.arange(len(games) - 1, -1, -1)
    as_second[games.second[::-1]] = backwards
    as_first = np.full(len(games.players), len(games), dtype=np.int64)
    as_first[games.first[::-1]] = backwards
    return np.where(
        as_second < 0, np.where(as_first < len(games), as_first, -1), np.minimum(as_second, as_first)
    )
