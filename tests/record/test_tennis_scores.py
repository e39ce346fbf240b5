"""Scores of tennis as result services write them: tie-breaks, match tie-breaks, and matches that ended early."""

from __future__ import annotations

from pathlib import Path

import pytest

from arpad.record import read_games
from arpad.record.cells.results import sets_of


@pytest.mark.parametrize(
    ("score", "sets"),
    [
        ("7-6(4) 7-6(6)", (2, 0)),
        ("6-7(3) 7-6(10) [10-8]", (2, 1)),
        ("6-4 3-6 [10-8]", (2, 1)),
        ("4-6 6-3 [7-10]", (1, 2)),
        ("6-4 [10-8]", (2, 0)),
        ("7-6[5] 6-3", (2, 0)),
        ("7-6 [7-5] 6-3", (2, 0)),
        ("7-6 (7-5) 6-3", (2, 0)),
        ("6-3 6-7(7) 1-6 7-6(5) 6-3", (3, 2)),
        ("3:1 (11:9 8:11 11:5 11:7)", (3, 1)),
        ("2:0 (7-6(4) 6-3)", (2, 0)),
        ("3:1 (11:9 8:11 11:5 7:11)", None),  # the list contradicts the match
        ("1-1 [4-3]", None),  # a shoot-out
        ("1-1 (4-3)", None),
        ("6-4", None),
    ],
)
def test_sets_of(score: str, sets: tuple[int, int] | None) -> None:
    assert sets_of(score) == sets


ROWS = """\
winner_name,loser_name,score
A,B,7-6(4) 7-6(6)
C,D,6-7(3) 7-6(10) [10-8]
A,D,6-2 0-0 RET
B,D,6-4 DEF
B,C,W/O
A,C,Walkover
C,B,4-6 6-3 2-1 ABN
A,B,Played and abandoned
A,C,7-6(4) 2-1 Played and abandoned
A,C,In Progress
A,C,6-3 7-6[1]
"""


def test_every_row_is_accounted_for_by_its_kind(tmp_path: Path) -> None:
    path = tmp_path / "matches.csv"
    path.write_text(ROWS)
    games = read_games(path)
    source = games.source
    assert (source.rows, source.games, source.forfeits, source.fixtures, source.rejected) == (11, 5, 2, 4, 0)
    assert (games.score == 1.0).all(), "with the columns winner and loser, the first side won"
    assert games.points_first is not None
    assert games.points_first.tolist()[:2] == [2.0, 2.0]
