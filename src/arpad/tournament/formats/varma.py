"""Varma's tables: lots for a round robin that keep a federation's players apart at the end (C.05, Annex 2).

Numbers fall into four groups; who draws within one group meets before the last three rounds. So the players
of one federation draw from one group, the largest federation first.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from arpad.core import BadInput, worded

FEWEST, MOST = 9, 24

GROUPS: dict[int, tuple[tuple[int, ...], ...]] = {
    10: ((3, 4, 8), (5, 7, 9), (1, 6), (2, 10)),
    12: ((4, 5, 9, 10), (1, 2, 7), (6, 8, 12), (3, 11)),
    14: ((4, 5, 6, 11, 12), (1, 2, 8, 9), (7, 10, 13), (3, 14)),
    16: ((5, 6, 7, 12, 13, 14), (1, 2, 3, 9, 10), (8, 11, 15), (4, 16)),
    18: ((5, 6, 7, 8, 14, 15, 16), (1, 2, 3, 10, 11, 12), (9, 13, 17), (4, 18)),
    20: ((6, 7, 8, 9, 15, 16, 17, 18), (1, 2, 3, 11, 12, 13, 14), (5, 10, 19), (4, 20)),
    22: ((6, 7, 8, 9, 10, 17, 18, 19, 20), (1, 2, 3, 4, 12, 13, 14, 15), (11, 16, 21), (5, 22)),
    24: ((6, 7, 8, 9, 10, 11, 19, 20, 21, 22), (1, 2, 3, 4, 13, 14, 15, 16, 17), (12, 18, 23), (5, 24)),
}
"""The groups A, B, C and D by the even number of places; a field of one less leaves out the last number."""


@cache
def varma_groups(players: int) -> tuple[tuple[int, ...], ...]:
    """Return the four groups of numbers.

    Raises:
        BadInput: fewer than nine players or more than 24, for whom there is no table.
    """
    if not FEWEST <= players <= MOST:
        raise BadInput(
            worded("there is no Varma table for {players} players", players=players),
            remedy=worded("It holds from {fewest} to {most}.", fewest=FEWEST, most=MOST),
        )
    return tuple(
        tuple(number for number in group if number <= players) for group in GROUPS[players + players % 2]
    )


def varma_draw(federations: Sequence[str], seed: int) -> list[int]:
    """Draw the numbers of a round robin.

    The largest federation draws first, each player from the group with the most numbers left; when a group
    has fewer numbers left than the federation has players to come, they go on with the next largest.

    Args:
        federations: of each player; an empty one is a federation of one.
        seed: what is drawn from.

    Returns:
        For each player the number.

    Raises:
        BadInput: there is no table for so many.
    """
    lots = random.Random(seed)
    left = [list(group) for group in varma_groups(len(federations))]
    teams: dict[str, list[int]] = {}
    for player, federation in enumerate(federations):
        teams.setdefault(federation or f"\x00{player}", []).append(player)
    order = sorted(teams, key=lambda name: (-len(teams[name]), name))
    numbers = [0] * len(federations)
    for name in order:
        waiting = list(teams[name])
        lots.shuffle(waiting)
        while waiting:
            # The smallest group that takes all of them, so that the large ones stay for large federations.
            fits = [group for group in left if len(group) >= len(waiting)]
            group = min(fits, key=len) if fits else max(left, key=len)
            for player in waiting[: len(group)]:
                numbers[player] = group.pop(lots.randrange(len(group)))
            waiting = waiting[len(waiting) - sum(numbers[p] == 0 for p in waiting) :]
    return numbers
