"""Knockouts and double elimination: a match lost, or two, and the player is out.

A match has an odd number of games at most, and ends as soon as it is decided. A match that is level after
them is decided by a game that cannot be drawn, at the same expected score: a tie-break.
"""

from __future__ import annotations

from typing import Any

from arpad.compiled.specialising import kernel
from arpad.lab.formats.games import SimulatedGames, TournamentRecord, expected, play


@kernel
def win_match(games: SimulatedGames, record: TournamentRecord, t: int, i: int, j: int, best_of: int) -> bool:
    """Let two players play a match and tell whether the first one has won; nobody (−1) loses."""
    if j < 0:
        return True
    if i < 0:
        return False
    mine = 0.0
    for played in range(best_of):
        mine += play(games, record.meetings, record.score, t, i, j)
        theirs = played + 1 - mine
        left = best_of - played - 1
        if mine > theirs + left:
            return True
        if theirs > mine + left:
            return False
    first, second = min(i, j), max(i, j)
    E = expected(games.strength[t, first] - games.strength[t, second], games.scale)[0]
    luck = games.luck[t, record.meetings[t, i, j] % games.luck.shape[1], first, second]
    record.meetings[t, i, j] += 1
    record.meetings[t, j, i] += 1
    won = luck < E
    record.score[t, first, second] += 1.0 if won else 0.0
    record.score[t, second, first] += 0.0 if won else 1.0
    return bool(won == (i == first))


@kernel
def fill_bracket(work: Any, places: Any, seeded: bool, t: int) -> None:
    """Put players into the bracket, by their seeds or by lots.

    Args:
        work: ``row`` is filled with the player of each place, −1 for nobody.
        places: the seed of each place, from 0; −1 for nobody.
        seeded: whether the ratings' order gives the seeds; else lots do.
        t: the tournament.
    """
    players = work.mate.shape[0]
    for i in range(players):
        work.mate[i] = i
    if not seeded:
        for i in range(players - 1, 0, -1):
            j = min(int(work.lots[t, 0, i] * (i + 1)), i)
            work.mate[i], work.mate[j] = work.mate[j], work.mate[i]
    for place in range(len(places)):
        work.row[place] = work.mate[places[place]] if places[place] >= 0 else -1


@kernel
def knock_out(
    games: SimulatedGames, record: TournamentRecord, work: Any, t: int, size: int, best_of: int, above: int
) -> None:
    """Play the knockout of one tournament whose bracket is in ``work.row``.

    Args:
        games: of the tournaments.
        record: the first key of whoever wins in the round r is ``above + r``.
        work: with the bracket.
        t: the tournament.
        size: of the bracket, a power of two.
        best_of: games of a match.
        above: the first key of players who lose at once.
    """
    level = above
    for place in range(size):
        if work.row[place] >= 0:
            record.keys[t, work.row[place], 0] = level
    while size > 1:
        level += 1
        size //= 2
        for place in range(size):
            i, j = work.row[2 * place], work.row[2 * place + 1]
            winner = i if win_match(games, record, t, i, j, best_of) else j
            if winner >= 0:
                record.keys[t, winner, 0] = level
            work.row[place] = winner


@kernel
def knockout(
    games: SimulatedGames, record: TournamentRecord, work: Any, places: Any, seeded: bool, best_of: int
) -> None:
    """Play knockouts; players who lose in the same round share a place.

    Args:
        games: of the tournaments.
        record: filled.
        work: room.
        places: the seed of each place of the bracket, from 0; −1 for nobody.
        seeded: whether the ratings' order gives the seeds; else lots do.
        best_of: games of a match.
    """
    for t in range(games.strength.shape[0]):
        fill_bracket(work, places, seeded, t)
        knock_out(games, record, work, t, len(places), best_of, 0)


@kernel
def double_elimination(
    games: SimulatedGames, record: TournamentRecord, work: Any, places: Any, seeded: bool, best_of: int
) -> None:
    """Play double eliminations: two matches lost, and a player is out.

    The losers of each round of the winners' bracket enter the losers' bracket in reversed order. In the grand
    final whoever comes from the losers' bracket has to win twice.

    Args:
        games: of the tournaments.
        record: the first key counts the rounds that a player has survived.
        work: ``other`` holds the losers' bracket.
        places: the seed of each place of the bracket, from 0; −1 for nobody.
        seeded: whether the ratings' order gives the seeds; else lots do.
        best_of: games of a match.
    """
    for t in range(games.strength.shape[0]):
        fill_bracket(work, places, seeded, t)
        size = len(places)
        losers = 0
        stage = 1
        while size > 1:
            size //= 2
            if losers > 0:  # the losers' bracket is halved before the next losers enter it
                losers = _halved(games, record, work, t, losers, best_of, stage)
                stage += 1
            for place in range(size):
                i, j = work.row[2 * place], work.row[2 * place + 1]
                first = win_match(games, record, t, i, j, best_of)
                work.row[place] = i if first else j
                out = j if first else i
                if losers == 0:
                    work.mate[place] = out
                else:
                    work.mate[size - 1 - place] = out
            if losers == 0:
                for place in range(size):
                    work.other[place] = work.mate[place]
                losers = size
            else:
                for place in range(size):
                    i, j = work.other[place], work.mate[place]
                    first = win_match(games, record, t, i, j, best_of)
                    out = j if first else i
                    if out >= 0:
                        record.keys[t, out, 0] = stage
                    work.other[place] = i if first else j
                stage += 1
        best, second = work.row[0], work.other[0]
        lost = 0  # by the one without a loss before the final, who loses it only by losing twice
        while second >= 0 and lost < 2 and not win_match(games, record, t, best, second, best_of):
            lost += 1
        if lost == 2:
            best, second = second, best
        if second >= 0:
            record.keys[t, second, 0] = stage
        record.keys[t, best, 0] = stage + 1


@kernel
def _halved(
    games: SimulatedGames, record: TournamentRecord, work: Any, t: int, losers: int, best_of: int, stage: int
) -> int:
    """Let neighbours of the losers' bracket play, and return how many are left."""
    if losers == 1:
        return 1
    for place in range(losers // 2):
        i, j = work.other[2 * place], work.other[2 * place + 1]
        first = win_match(games, record, t, i, j, best_of)
        out = j if first else i
        if out >= 0:
            record.keys[t, out, 0] = stage
        work.other[place] = i if first else j
    return losers // 2
