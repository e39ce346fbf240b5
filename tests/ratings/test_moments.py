"""Games with a time of day: they are in the list and in the history as moments."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

import arpad

RECORD = """date,white,black,result
2026-03-01 18:30:00,Ann,Bob,1-0
2026-03-01 19:15:30,Bob,Cid,1-0
"""


@pytest.fixture
def ratings(tmp_path: Path) -> arpad.Ratings:
    path = tmp_path / "evening.csv"
    path.write_text(RECORD, encoding="utf-8")
    return arpad.rate(arpad.read_games(path), arpad.Elo(), history=True)


def test_the_list_says_when_someone_last_played(ratings: arpad.Ratings) -> None:
    last = dict(ratings.table().select("player", "last_played").rows())
    assert last["Ann"] == datetime(2026, 3, 1, 18, 30)
    assert last["Cid"] == datetime(2026, 3, 1, 19, 15, 30)


def test_the_history_says_when_a_rating_changed(ratings: arpad.Ratings) -> None:
    assert ratings.history("Bob")["time"].to_list() == [
        datetime(2026, 3, 1, 18, 30),
        datetime(2026, 3, 1, 19, 15, 30),
    ]
