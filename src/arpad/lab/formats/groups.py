"""Groups and a knockout, as at the World Cup of 1998 to 2022: 32 teams, 8 groups, the first two go on."""

from __future__ import annotations

from typing import Any

from arpad.compiled.specialising import kernel
from arpad.lab.formats.elimination import knock_out
from arpad.lab.formats.games import SimulatedGames, TournamentRecord, play


@kernel
def groups_and_knockout(
    games: SimulatedGames,
    record: TournamentRecord,
    work: Any,
    groups: int,
    going_on: int,
    bracket: Any,
    best_of: int,
) -> None:
    """Play group stages whose best go on to a knockout.

    The players are drawn into the groups from pots: of each pot, players of neighbouring ratings, one goes
    into each group. A group is ranked by football's points (3, 1, 0), then by points against those who are
    level with a player, then by lot.

    Args:
        games: of the tournaments.
        record: the first key is 0 in the groups, then counts the rounds of the knockout; the second is the
            place in the group, negative.
        work: room.
        groups: how many; the players are a multiple of them.
        going_on: how many of each group.
        bracket: the place in the bracket of the winner of group 0, of group 1 …, of the second of group 0 ….
        best_of: games of a match of the knockout.
    """
    players = games.strength.shape[1]
    size = players // groups
    for t in range(games.strength.shape[0]):
        for pot in range(size):  # work.order: the player of each place of each group
            for at in range(groups):
                work.order[at * size + pot] = pot * groups + at
            for at in range(groups - 1, 0, -1):
                other = min(int(work.lots[t, 0, pot * groups + at] * (at + 1)), at)
                here, there = at * size + pot, other * size + pot
                work.order[here], work.order[there] = work.order[there], work.order[here]
        for group in range(groups):
            begin = group * size
            for a in range(size):
                work.values[work.order[begin + a]] = 0.0
            for a in range(size):
                for b in range(a + 1, size):
                    i, j = work.order[begin + a], work.order[begin + b]
                    points = play(games, record.meetings, record.score, t, i, j)
                    work.values[i] += 3.0 if points == 1.0 else 1.0 if points == 0.5 else 0.0
                    work.values[j] += 3.0 if points == 0.0 else 1.0 if points == 0.5 else 0.0
            for a in range(size):
                i = work.order[begin + a]
                place = 0
                for b in range(size):
                    j = work.order[begin + b]
                    if j != i and _ahead(record, work, t, begin, size, j, i):
                        place += 1
                record.keys[t, i, 0] = 0.0
                record.keys[t, i, 1] = -place
                if place < going_on:
                    work.row[bracket[place * groups + group]] = i
        knock_out(games, record, work, t, groups * going_on, best_of, 1)


@kernel
def _ahead(record: TournamentRecord, work: Any, t: int, begin: int, size: int, j: int, i: int) -> bool:
    """Tell whether a player of a group is ahead of another."""
    if work.values[j] != work.values[i]:
        return bool(work.values[j] > work.values[i])
    ours, theirs = 0.0, 0.0
    for at in range(size):
        opponent = work.order[begin + at]
        if work.values[opponent] == work.values[i]:
            ours += record.score[t, i, opponent]
            theirs += record.score[t, j, opponent]
    if theirs != ours:
        return bool(theirs > ours)
    return bool(work.lots[t, 1, j] > work.lots[t, 1, i])
