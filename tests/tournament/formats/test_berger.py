"""Berger's tables against FIDE's printed ones (C.05, Annex 1), and what every table has to be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.tournament.formats.berger import berger_cycles, berger_rounds

PRINTED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}


@pytest.mark.parametrize("players", PRINTED)
def test_the_printed_tables(players: int) -> None:
    rows = [" ".join(f"{white}-{black}" for white, black in row) for row in berger_rounds(players)]
    assert rows == PRINTED[players]


@given(st.integers(2, 40))
def test_everybody_meets_everybody_once(players: int) -> None:
    rounds = berger_rounds(players)
    met = [frozenset(game) for row in rounds for game in row]
    assert len(met) == len(set(met)) == players * (players - 1) // 2
    for row in rounds:
        numbers = [number for game in row for number in game]
        assert len(numbers) == len(set(numbers)) == players - players % 2


@given(st.integers(3, 40))
def test_colours_balance_within_one(players: int) -> None:
    balance = dict.fromkeys(range(1, players + 1), 0)
    for row in berger_rounds(players):
        for white, black in row:
            balance[white] += 1
            balance[black] -= 1
    assert max(map(abs, balance.values())) <= 1


@given(st.integers(3, 24))
def test_two_cycles_reverse_colours_and_never_give_one_three_times(players: int) -> None:
    rounds = berger_cycles(players, 2)
    games = [game for row in rounds for game in row]
    assert len(games) == len(set(games)) == players * (players - 1)
    for number in range(1, players + 1):
        line = "".join(
            "w" if number == white else "b"
            for row in rounds
            for white, black in row
            if number in (white, black)
        )
        assert "www" not in line
        assert "bbb" not in line


def test_what_is_refused() -> None:
    with pytest.raises(BadInput):
        berger_rounds(1)
    with pytest.raises(BadInput):
        berger_cycles(4, 0)
