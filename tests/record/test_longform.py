"""Long tables of contests: what the columns mean, and what is said of bad rows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import arpad
from arpad.core import BadInput
from arpad.record.kinds.contests import is_long, read_contests

RACES = """race,date,driver,team,place,share
1,2026-01-04,Ann,Red,1,
2,2026-01-11,Cho,,1,
1,2026-01-04,Bob,Red,1,0.5
1,2026-01-04,Cho,,2,
1,2026-01-04,Dan,Blue,3,
2,2026-01-11,Ann,,2,
2,2026-01-11,Dan+Bob,,2,
"""


def written(folder: Path, text: str, name: str = "races.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_sides_places_shares_and_dates(tmp_path: Path) -> None:
    found = arpad.read_contests(written(tmp_path, RACES))
    assert list(found.players.names) == ["Ann", "Bob", "Cho", "Dan"]
    assert found.starts.tolist() == [0, 3, 6]
    assert found.place.tolist() == [1, 2, 3, 1, 2, 2]
    assert found.seats.tolist() == [0, 2, 3, 4, 5, 6, 8]
    assert found.member.tolist() == [0, 1, 2, 3, 2, 0, 3, 1]
    assert found.share is not None
    assert found.share.tolist() == [1, 0.5, 1, 1, 1, 1, 1, 1]
    assert found.time is not None
    assert found.time.astype(str).tolist() == ["2026-01-04", "2026-01-11"]
    assert found.result is None
    assert found.source.rows == 7


def test_results_give_places(tmp_path: Path) -> None:
    """More is better; equals share the better place."""
    text = "event,round,player,points\nCup,1,Ann,7\nCup,1,Bob,9.5\nCup,1,Cho,7\nCup,2,Ann,1\nCup,2,Bob,0\n"
    found = read_contests(written(tmp_path, text))
    assert found.place.tolist() == [2, 1, 2, 1, 2]
    assert found.result is not None
    assert found.result.tolist() == [7, 9.5, 7, 1, 0]
    assert found.event is not None
    assert found.round is not None
    assert (found.event.word(1), found.round.word(1)) == ("Cup", "2")


def test_a_column_can_be_chosen(tmp_path: Path) -> None:
    text = "heat;who;came\n1;Ann;1\n1;Bob;2\n"
    path = written(tmp_path, text)
    assert not is_long(path)
    chosen = {"contest": "heat", "player": "who", "place": "came"}
    assert is_long(path, chosen)
    assert read_contests(path, chosen).place.tolist() == [1, 2]


def test_games_of_two_are_no_long_table(tmp_path: Path) -> None:
    assert is_long(written(tmp_path, RACES))
    assert not is_long(written(tmp_path, "match,white,black,result\n1,Ann,Bob,1-0\n", "games.csv"))
    assert not is_long(written(tmp_path, "match,player,opponent,score\n1,Ann,Bob,1\n", "played.csv"))


@pytest.mark.parametrize(
    ("rows", "line", "column", "problem"),
    [
        ("1,Ann,1,\n1,Bob,x,\n", 3, "place", "'x' is not a valid place"),
        ("1,Ann,1,\n1,Bob,0,\n", 3, "place", "'0' is not a valid place"),
        ("1,Ann,1,\n1,Bob,1.5,\n", 3, "place", "1.5 is not a valid place"),
        ("1,Ann,2147483647,\n1,Bob,2147483648,\n", 3, "place", "'2147483648' is not a valid place"),
        ("1,Ann,1,\n1,Bob,,\n", 3, "place", "the place is missing"),
        ("1,Ann,1,\n1,Bob,2,\n1,Ann,3,\n", 4, "player", "'Ann' takes part twice, first on line 2"),
        ("1,Ann+Ann,1,\n1,Bob,2,\n", 2, "player", "'Ann' takes part twice"),
        (",Ann,1,\n", 2, "match", "the contest is missing"),
        ("1,Ann,1,\n1,Bob,2,\n2,Cho,1,\n", 4, None, "contest 2 has only one side"),
        ("1,Ann,1,2\n1,Bob,2,1\n", 3, "weight", "'1' where line 2 has '2' for the same contest"),
        ("1,Ann,1,-2\n1,Bob,2,-2\n", 2, "weight", "'-2' is not a valid weight"),
    ],
)
def test_bad_rows_have_their_line(
    tmp_path: Path, rows: str, line: int, column: str | None, problem: str
) -> None:
    with pytest.raises(BadInput) as caught:
        read_contests(written(tmp_path, f"match,player,place,weight\n{rows}"))
    assert (caught.value.row, caught.value.column) == (line, column)
    assert problem in caught.value.problem


def test_rows_of_a_side_agree(tmp_path: Path) -> None:
    text = "match,team,player,place\n1,Red,Ann,1\n1,Red,Bob,2\n1,Blue,Cho,2\n"
    with pytest.raises(BadInput, match=r"line 3.*another place than on line 2"):
        read_contests(written(tmp_path, text))


def test_a_bad_date(tmp_path: Path) -> None:
    text = "match,date,player,place\n1,soon,Ann,1\n1,soon,Bob,2\n"
    with pytest.raises(BadInput, match=r"line 2, column date: 'soon' is not a date"):
        read_contests(written(tmp_path, text))


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="place or the result"):
        read_contests(written(tmp_path, "match,player\n1,Ann\n"))


def test_a_long_table_is_rated(tmp_path: Path) -> None:
    ratings = arpad.rate(read_contests(written(tmp_path, RACES)), arpad.rating_system("trueskill"))
    assert np.isfinite(ratings.rating).all()
    assert ratings.table()["games"].to_list() == [2, 2, 2, 2]


def races() -> dict[str, list[object]]:
    """Return the races as columns, numbers as numbers."""
    header, *rows = [line.split(",") for line in RACES.splitlines()]
    columns: dict[str, list[object]] = {name: [] for name in header}
    for row in rows:
        for name, word in zip(header, row, strict=True):
            number = word and name in ("race", "place", "share")
            columns[name].append(float(word) if number else word or None)
    return columns


def test_a_table_in_memory_is_the_file_of_it(tmp_path: Path) -> None:
    of_file = arpad.read_contests(written(tmp_path, RACES))
    frame = pl.DataFrame(races())
    for table in (frame, frame.lazy(), frame.to_pandas(), frame.to_arrow(), races(), frame.to_dicts()):
        found = arpad.read_contests(table)
        assert found.digest == of_file.digest
        assert found.source.rows == of_file.source.rows
        assert is_long(table)
    assert not is_long({"white": ["Ann"], "black": ["Bob"], "result": ["1-0"]})


def test_a_bad_row_of_a_table_in_memory_has_its_number() -> None:
    table = races()
    table["place"][3] = "last"
    with pytest.raises(BadInput, match=r"^DataFrame, row 4"):
        arpad.read_contests(table)


def test_contests_are_rated_from_a_table_and_a_file(tmp_path: Path) -> None:
    path = written(tmp_path, RACES)
    expected = arpad.rate(arpad.read_contests(path), "trueskill").table()
    for source in (path, str(path), races()):
        assert arpad.rate(source, "trueskill").table().equals(expected)
    renamed = pl.DataFrame(races()).rename({"race": "Lauf", "place": "Rang"})
    chosen = {"contest": "Lauf", "place": "Rang"}
    assert arpad.rate(renamed, "trueskill", columns=chosen).table().equals(expected)
    with pytest.raises(BadInput, match="elo rates games of two sides, and this is a table of contests"):
        arpad.rate(races(), "elo")
