"""Movements of duplicate bridge, and the WBF's victory points."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.rulebooks.bridge.movements import MovementSeat, howell, mitchell
from arpad.rulebooks.bridge.victory_points import R, scale, victory_points


def boards_of(rounds: list[list[MovementSeat]], pair: int, line: str) -> list[int]:
    return [seat.boards for seats in rounds for seat in seats if getattr(seat, line) == pair]


@given(st.integers(2, 40), st.booleans())
def test_a_mitchell(tables: int, relay: bool) -> None:
    rounds = mitchell(tables, relay)
    skipping = tables % 2 == 0 and not relay
    assert len(rounds) == tables - skipping
    met = [(seat.north_south, seat.east_west) for seats in rounds for seat in seats]
    assert len(set(met)) == len(met) == tables * len(rounds)
    for pair in range(1, tables + 1):
        for line in ("north_south", "east_west"):
            boards = boards_of(rounds, pair, line)
            assert len(set(boards)) == len(boards) == len(rounds)
    for seats in rounds:
        sharing = len(seats) - len({seat.boards for seat in seats})
        assert sharing == (1 if tables % 2 == 0 and relay else 0)


@pytest.mark.parametrize("pairs", range(3, 27))
def test_a_howell(pairs: int) -> None:
    rounds = howell(pairs)
    n = pairs + pairs % 2
    assert len(rounds) == n - 1
    met = [frozenset(seat[1:3]) for seats in rounds for seat in seats]
    assert len(set(met)) == len(met) == pairs * (pairs - 1) // 2
    for pair in range(1, pairs + 1):
        boards = [seat.boards for seats in rounds for seat in seats if pair in seat[1:3]]
        assert len(set(boards)) == len(boards) == pairs - 1
    sharing = [len(seats) - len({seat.boards for seat in seats}) for seats in rounds]
    assert max(sharing) == (0 if n > 6 else {4: 1, 6: 2}[n] if pairs == n else max(sharing))
    if pairs == n:
        assert all(seats[0].north_south == n for seats in rounds)


def directed(tables: int, *, relay: bool) -> list[list[tuple[int, int, int]]]:
    """Walk a Mitchell as a director leads it: (North-South, East-West, boards) of each table, round by round.

    North-South stay, East-West go up one table, the boards down one. With an even number of tables either
    East-West skip a table half-way (bridgewebs.com, *Movements*; allexperts.com, 2012: in round 4 of 6 tables),
    or half of the sets lie on the first tables, the next one on a relay table and the rest on the tables after
    it, so that the last table, which has none, shares those of the first (I. McKinnon, *Bridge Directing
    Complete*, bridgecentral.com/Relay.htm).
    """
    pairs = list(range(1, tables + 1))
    stations = list(range(1, tables + 1))  # sets of boards, from the first station to the last
    rounds = []
    even = tables % 2 == 0
    for number in range(1, tables if even and not relay else tables + 1):
        shared = [*stations[: tables // 2], *stations[tables // 2 + 1 :], stations[0]]
        lying = shared if even and relay else stations
        rounds.append(list(zip(range(1, tables + 1), pairs, lying, strict=True)))
        skip = int(even and not relay and number == tables // 2)
        pairs = pairs[-1 - skip :] + pairs[: -1 - skip]
        stations = stations[1:] + stations[:1]
    return rounds


@pytest.mark.parametrize("relay", [False, True])
@pytest.mark.parametrize("tables", [4, 5, 6, 7, 8, 14])
def test_a_mitchell_as_it_is_directed(tables: int, relay: bool) -> None:
    assert [[seat[1:] for seat in seats] for seats in mitchell(tables, relay)] == directed(
        tables, relay=relay
    )
    assert all(
        [seat.table for seat in seats] == list(range(1, tables + 1)) for seats in mitchell(tables, relay)
    )


def test_the_howell_of_two_tables_that_is_printed() -> None:
    """ACBL's alternate guide cards (bridgescoreplus.com, recommended movements): pair 4 stays North-South at table
    1; in round 1 pair 2 sits North-South and pair 3 East-West at table 2; both tables share their boards.
    """
    rounds = howell(4)
    assert [tuple(seat) for seat in rounds[0]] == [(1, 4, 1, 1), (2, 2, 3, 1)]
    assert [{seat.boards for seat in seats} for seats in rounds] == [{1}, {2}, {3}]
    assert [seats[0].east_west for seats in rounds] == [1, 2, 3]


@pytest.mark.parametrize("pairs", [4, 6, 8, 10, 14])
def test_in_a_howell_each_pair_follows_the_one_below_and_each_table_plays_the_next_boards(pairs: int) -> None:
    """The rule on guide cards; the pair of the highest number stays (bridgewebs.com/hitchin, *Movements*)."""
    rounds = howell(pairs)

    def table_of(number: int, pair: int) -> int:
        return next(seat.table for seat in rounds[number] if pair in seat[1:3])

    for number in range(1, pairs - 1):
        for pair in range(1, pairs):
            below = pair - 1 or pairs - 1
            assert table_of(number, pair) == table_of(number - 1, below)
        for seat, before in zip(rounds[number], rounds[number - 1], strict=True):
            assert seat.boards == before.boards % (pairs - 1) + 1
        assert (rounds[number][0].table, rounds[number][0].north_south) == (1, pairs)


@pytest.mark.parametrize("pairs", [8, 10, 12, 14, 16])
def test_in_a_howell_moving_pairs_sit_in_both_directions(pairs: int) -> None:
    rounds = howell(pairs)
    for pair in range(1, pairs):
        north_south = sum(seat.north_south == pair for seats in rounds for seat in seats)
        assert pairs // 4 <= north_south <= pairs - 1 - pairs // 4


def test_what_has_no_movement() -> None:
    for wrong in (0, 2, 33):
        with pytest.raises(BadInput):
            howell(wrong)
    with pytest.raises(BadInput):
        mitchell(1)


def test_the_wbfs_scale_for_sixteen_boards() -> None:
    """The first values of the printed continuous table."""
    printed = "10.00 10.31 10.61 10.91 11.20 11.48 11.76 12.03 12.29 12.55 12.80"
    assert [f"{float(value):.2f}" for value in scale(16)[:11]] == printed.split()
    assert victory_points(60, 16) == (Fraction(20), Fraction(0))
    assert victory_points(-10, 16) == (Fraction(72, 10), Fraction(128, 10))
    assert victory_points(999, 16) == (Fraction(20), Fraction(0))


@given(st.integers(1, 128))
def test_every_imp_brings_no_more_than_the_one_before_but_for_rounding(boards: int) -> None:
    table = scale(boards)
    steps = [b - a for a, b in pairwise(table)]
    assert all(a + Fraction(1, 100) >= b >= 0 for a, b in pairwise(steps[:-1]))
    assert table[0] == 10
    assert table[-1] == 20
    for margin, value in enumerate(table[:-1]):
        exact = 10 + 10 * (1 - R ** (margin / (15 * sqrt(boards)))) / (1 - R)
        assert abs(float(value) - exact) <= 0.005 + 1e-9
    with pytest.raises(BadInput):
        scale(0)
