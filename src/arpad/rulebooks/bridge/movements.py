"""Movements of duplicate bridge: who sits where in which round, with which boards.

In a Mitchell the pairs that sit North–South stay, those East–West go to the next table, and the boards to the
one before: so everybody meets every pair of the other line, with new boards. With an even number of tables
they would meet their old boards half-way; then East–West skip a table (and one round is lost), or two tables
share their boards and a bye-stand rests one set.

In a Howell everybody meets everybody. One pair stays, all others move round a circle; it is given by a
*starter*, couples of places of which all distances differ, and an *adder*, which says which boards lie
between each couple (a Room square in a ring; R. C. Mullin and W. D. Wallis, The existence of Room squares,
Aequationes Mathematicae 13, 1975).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from arpad.core import BadInput

MOST_OF_A_HOWELL = 32
"""Pairs; beyond that nobody plays one, and the search for an adder takes longer than the coffee."""


class MovementSeat(NamedTuple):
    """A table in a round.

    Args:
        table: from 1.
        north_south: the pair's number.
        east_west: the pair's number; of a Mitchell in the line of its own.
        boards: which set of boards, from 1.
    """

    table: int
    north_south: int
    east_west: int
    boards: int


def mitchell(tables: int, relay: bool = False) -> list[list[MovementSeat]]:
    """Return the rounds of a Mitchell movement.

    Args:
        tables: how many; each line has as many pairs.
        relay: with an even number, share boards between the first and the last table and rest a set on a
            bye-stand in the middle, so that all rounds are played; else East–West skip a table after half
            of the rounds, and one round less is played.

    Raises:
        BadInput: fewer than two tables, or a skip at two tables, after which there is nobody new.
    """
    if tables < 2:
        raise BadInput(f"a Mitchell movement needs at least two tables, not {tables}")
    even = tables % 2 == 0
    half = tables // 2
    rounds = []
    for r in range(tables if relay or not even else tables - 1):
        skipped = int(even and not relay and r >= half)
        seats = []
        for t in range(tables):
            rested = int(even and relay and t >= half)
            pair, boards = (t - r - skipped) % tables, (t + r + rested) % tables
            seats.append(MovementSeat(t + 1, t + 1, pair + 1, boards + 1))
        rounds.append(seats)
    return rounds


def howell(pairs: int) -> list[list[MovementSeat]]:
    """Return the rounds of a Howell movement; the last pair stays at the first table.

    With an odd number the last pair is nobody: who meets it sits out, and that table is left out. Nobody
    plays a set of boards twice. Of four pairs both tables, and of six pairs some tables, share boards.

    Raises:
        BadInput: fewer than three pairs or more than 32.
    """
    n = pairs + pairs % 2
    if not 4 <= n <= MOST_OF_A_HOWELL:
        raise BadInput(
            f"there is no Howell movement for {pairs} pairs", remedy=f"Enter 3 to {MOST_OF_A_HOWELL} pairs."
        )
    m = n - 1
    couples, adder = _starter_and_adder(m)
    rounds = []
    for r in range(m):
        seats = [MovementSeat(1, n, r % m + 1, r % m + 1)]
        for t, ((x, y), a) in enumerate(zip(couples, adder, strict=True), 2):
            first, second = (x + r) % m + 1, (y + r) % m + 1
            boards = (a + r) % m + 1
            # By turns, so that pairs sit in both directions.
            sides = (first, second) if (t + (r if t % 2 else 0)) % 2 == 0 else (second, first)
            seats.append(MovementSeat(t, *sides, boards))
        rounds.append([seat for seat in seats if max(seat.north_south, seat.east_west) <= pairs])
    return rounds


@cache
def _starter_and_adder(m: int) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Return couples of the places 1 … m − 1 and the boards between each, both in round 0.

    In round r places and boards all move on by r, so place p meets the boards of couple i in the round in
    which it sits there: in all rounds together boards a_i − x_i and a_i − y_i, counted from itself. All of
    these have to differ, and differ from 0, which are the boards that it plays against the pair that stays.
    """
    for couples in _starters(m):
        for distinct in (True, False):
            adder = _adder(couples, m, distinct=distinct)
            if adder is not None and (distinct or m <= 5):
                return couples, adder
    raise BadInput(f"no Howell for {m + 1} pairs was found")


def _starters(m: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield partitions of 1 … m − 1 into couples whose distances, either way, are all of 1 … m − 1."""

    def extend(left: frozenset[int], used: frozenset[int]) -> Iterator[tuple[tuple[int, int], ...]]:
        if not left:
            yield ()
            return
        x = min(left)
        for y in sorted(left - {x}):
            distance = min(y - x, m - (y - x))
            if distance not in used:
                for rest in extend(left - {x, y}, used | {distance}):
                    yield ((x, y), *rest)

    yield from extend(frozenset(range(1, m)), frozenset())


def _adder(couples: tuple[tuple[int, int], ...], m: int, *, distinct: bool) -> tuple[int, ...] | None:
    """Return the boards of each couple; None if there are none, or too long were searched."""
    steps = [20_000]

    def extend(at: int, seen: frozenset[int], taken: frozenset[int]) -> tuple[int, ...] | None:
        if at == len(couples):
            return ()
        steps[0] -= 1
        if steps[0] < 0:
            return None
        x, y = couples[at]
        for a in range(m):
            if distinct and a in taken:
                continue
            new = {(a - x) % m, (a - y) % m}
            if 0 in new or len(new) < 2 or new & seen:
                continue
            rest = extend(at + 1, seen | new, taken | {a})
            if rest is not None:
                return (a, *rest)
        return None

    return extend(0, frozenset(), frozenset({0}) if distinct else frozenset())
