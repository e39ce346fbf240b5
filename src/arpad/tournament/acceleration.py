"""Accelerations, points for the pairing alone: Baku's, for the upper half in the first rounds (C.04.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from arpad.tournament.model import Acceleration, Tournament
from arpad.tournament.points import FIDE_POINTS, Points


def baku(players: int, rounds: int, points: Points = FIDE_POINTS) -> tuple[Acceleration, ...]:
    """Return Baku's acceleration (C.04.7) for the numbers 1 to N.

    The first 2·⌈N/4⌉ of them get a virtual win in the first half of the accelerated rounds (⌈R/2⌉ in all, the
    larger half first), and a virtual draw in the rest of them.
    """
    return _baku(2 * -(-players // 4), rounds, points)


def baku_of(tournament: Tournament) -> tuple[Acceleration, ...]:
    """Return Baku's acceleration (C.04.7) of a tournament, by its numbers and who was there at the start.

    Late entries do not move the border of the first group: its last player stays the last.
    """
    first = sorted(entrant.number for entrant in tournament.entrants if entrant.arrives <= 1)
    if not first:
        return ()
    last = first[min(2 * -(-len(first) // 4), len(first)) - 1]
    return _baku(last, tournament.planned, tournament.points)


def _baku(group: int, rounds: int, points: Points) -> tuple[Acceleration, ...]:
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    first = Acceleration(points.win, 1, full, (1, group))
    if accelerated == full:
        return (first,)
    return first, Acceleration(points.draw, full + 1, accelerated, (1, group))


def side_by_side(tournament: Tournament) -> tuple[Acceleration, ...]:
    """Return accelerations that say the same, no two of them for one number in one round.

    Points of several that meet add up here, and of several lines of a report other engines take the last.
    What lies beyond the last planned round or the last number is left out. Those of teams stay as they are.
    """
    given = tournament.accelerations
    if not given or not tournament.by_number or any(acceleration.game_points for acceleration in given):
        return given
    last = tournament.planned or max(acceleration.last for acceleration in given)
    numbers = sorted(tournament.by_number)
    beyond = any(acceleration.last > last or acceleration.numbers[1] > numbers[-1] for acceleration in given)
    if not beyond and not any(_meet(a, b) for at, a in enumerate(given) for b in given[at + 1 :]):
        return given
    rows = {number: [tournament.acceleration(number, at) for at in range(1, last + 1)] for number in numbers}
    accelerations = []
    for alike in _runs(numbers, [rows[number] for number in numbers]):
        for points, rounds in groupby(range(1, last + 1), key=lambda at: rows[alike[0]][at - 1]):
            counted = list(rounds)
            if points:
                accelerations.append(Acceleration(points, counted[0], counted[-1], (alike[0], alike[-1])))
    return tuple(accelerations)


def _meet(a: Acceleration, b: Acceleration) -> bool:
    rounds = a.first <= b.last and b.first <= a.last
    return rounds and a.numbers[0] <= b.numbers[1] and b.numbers[0] <= a.numbers[1]


def _runs(numbers: Sequence[int], rows: Sequence[object]) -> Iterator[list[int]]:
    """Yield the runs of numbers without a gap whose rows are alike."""
    run = [numbers[0]]
    for (before, row), (number, other) in pairwise(zip(numbers, rows, strict=True)):
        if row != other or number != before + 1:
            yield run
            run = []
        run.append(number)
    yield run
