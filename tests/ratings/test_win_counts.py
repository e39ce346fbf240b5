"""In which row each player is seen first."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arpad.ratings.win_counts import first_rows
from arpad.record import Games, Players


@given(st.lists(st.permutations(range(5)), max_size=12))
def test_first_rows(rows: list[list[int]]) -> None:
    first, second = np.array([row[:2] for row in rows], dtype=np.int32).reshape(-1, 2).T
    games = Games(Players(list("abcde")), first.copy(), second.copy(), np.full(len(rows), 0.5))
    expected = [next((at for at, row in enumerate(rows) if one in row[:2]), -1) for one in range(5)]
    assert first_rows(games).tolist() == expected
