"""Berger's tables: everybody meets everybody (FIDE C.05, Annex 1).

The highest number (with an odd field nobody, so that who meets it is free) stays in its place. In round r,
counted from 0, it meets k = (r · n/2) mod (n − 1) + 1; the others meet in pairs at equal distance above and
below k, the one above with White. The fixed number alternates colours.
"""

from __future__ import annotations

from arpad.core import BadInput, worded

Game = tuple[int, int]
"""White's and Black's number."""


def berger_rounds(players: int) -> list[list[Game]]:
    """Return the rounds of a single cycle, board by board.

    Args:
        players: how many take part; of an odd number one is free in every round.

    Returns:
        For each round its games; the board of the fixed number first.

    Raises:
        BadInput: fewer than two.
    """
    if players < 2:
        raise BadInput(
            worded("{players} cannot play a round robin", players=players),
            remedy="A round robin has at least two participants.",
        )
    n = players + players % 2
    rounds = []
    for r in range(n - 1):
        k = (r * (n // 2)) % (n - 1)
        games = [(k + 1, n) if r % 2 == 0 else (n, k + 1)]
        for i in range(1, n // 2):
            games.append(((k + i) % (n - 1) + 1, (k - i) % (n - 1) + 1))
        rounds.append([game for game in games if max(game) <= players])
    return rounds


def berger_cycles(players: int, cycles: int) -> list[list[Game]]:
    """Return the rounds of several cycles, colours reversed from one to the next.

    The last two rounds of every cycle but the last are exchanged, so that nobody has one colour three times
    in a row where one cycle ends and the next begins (Annex 1, note on double round robins).

    Raises:
        BadInput: no cycle, or fewer than two players.
    """
    if cycles < 1:
        raise BadInput(
            worded("{cycles} is not a valid number of cycles", cycles=cycles), remedy="Give 1 or more."
        )
    single = berger_rounds(players)
    rounds: list[list[Game]] = []
    for cycle in range(cycles):
        this = [[(black, white) for white, black in games] for games in single] if cycle % 2 else list(single)
        if cycle < cycles - 1 and len(this) > 1:
            this[-2], this[-1] = this[-1], this[-2]
        rounds += this
    return rounds
