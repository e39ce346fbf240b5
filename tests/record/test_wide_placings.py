"""Tables with a row for each contest and a column for each place."""

from __future__ import annotations

from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.record import Contests, read_contests
from arpad.record.contests_file import is_long
from arpad.record.wide_placings import place_of, places_in


def read(tmp_path: Path, text: str, **options: object) -> Contests:
    file = tmp_path / "g.csv"
    file.write_text(text, encoding="utf-8")
    assert is_long(file, options.get("columns"))  # type: ignore[arg-type]
    return read_contests(file, **options)  # type: ignore[arg-type]


def sides(contests: Contests, number: int) -> list[tuple[int, list[str]]]:
    """Return place and players of every side of a contest."""
    names = contests.players.names
    found = []
    for side in range(contests.starts[number], contests.starts[number + 1]):
        members = contests.member[contests.seats[side] : contests.seats[side + 1]]
        found.append((int(contests.place[side]), [names[at] for at in members]))
    return found


@pytest.mark.parametrize(
    "header",
    ["1st,2nd,3rd", "first,second,third", "1.,2.,3.", "place1,place2,place3", "Place 1,Place 2,Place 3", "winner,second,third",
     "Gold,Silver,Bronze", "1er,2e,3e", "Platz 1,Platz 2,Platz 3", "1º,2º,3º", "2nd,1st,3rd"],
)  # fmt: skip
def test_each_form_of_header(header: str, tmp_path: Path) -> None:
    rows = "Ann,Bob,Cho\n" if not header.startswith("2nd") else "Bob,Ann,Cho\n"
    contests = read(tmp_path, f"{header}\n{rows}")
    assert sides(contests, 0) == [(1, ["Ann"]), (2, ["Bob"]), (3, ["Cho"])]


def test_the_same_contests_in_long_and_in_wide_form(tmp_path: Path) -> None:
    wide = "date,event,1st,2nd,3rd,4th\n2024-01-01,Cup,Ann,Bob,Cho,Dee\n2024-01-02,Cup,Bob,Ann,,\n"
    long = "date,event,race,player,place\n" + "".join(
        f"2024-01-01,Cup,1,{name},{place}\n" for place, name in enumerate(("Ann", "Bob", "Cho", "Dee"), 1)
    )
    long += "2024-01-02,Cup,2,Bob,1\n2024-01-02,Cup,2,Ann,2\n"
    contests = read(tmp_path, wide)
    (tmp_path / "l.csv").write_text(long, encoding="utf-8")
    assert contests.digest == read_contests(tmp_path / "l.csv").digest
    assert (contests.source.rows, contests.source.games) == (2, 2)


def test_partners_and_shared_places(tmp_path: Path) -> None:
    contests = read(tmp_path, "1st,2nd,3rd,4th\nAnn+Bob,Cho+Dee = Eve+Fay,,Gus+Hal\n")
    assert sides(contests, 0) == [
        (1, ["Ann", "Bob"]), (2, ["Cho", "Dee"]), (2, ["Eve", "Fay"]), (4, ["Gus", "Hal"])
    ]  # fmt: skip


def test_every_row_is_counted(tmp_path: Path) -> None:
    text = "race,1st,2nd,3rd\n1,Ann,Bob,\n2,,,\n3,Ann,bye,\n4,Bob,Ann,spielfrei\n5,-,-,-\n"
    source = read(tmp_path, text).source
    assert (source.rows, source.games, source.byes, source.fixtures, source.rejected) == (5, 2, 1, 2, 0)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("Ann,,\n", "line 2: contest 7 has only one side"),
        ("Ann,,Cho\n", "line 2, column 2nd: the place is blank between others"),
        ("Ann,Bob,Ann\n", "line 2, column 3rd: 'Ann' takes part twice"),
        ("Ann,#N/A,Cho\n", "line 2, column 2nd: '#N/A' is an error of the spreadsheet"),
    ],
)
def test_bad_rows_name_line_and_column(rows: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=said):
        read(tmp_path, f"race,1st,2nd,3rd\n7,{rows}")


@pytest.mark.parametrize(
    "header",
    ["first,second,result", "first,second", "home,away,1st,2nd,3rd", "team,1st,2nd,3rd", "player,gold,silver,bronze", "1st,3rd",
     "white,black,result,1st,2nd", "first,second,third,result", "1,2,3"],
)  # fmt: skip
def test_what_has_other_columns_is_something_else(header: str) -> None:
    assert places_in(header.split(",")) == []


def test_columns_can_be_chosen(tmp_path: Path) -> None:
    text = "who won,next,2nd,3rd,when\nAnn,Bob,Cho,Dee,2024-01-01\n"
    contests = read(
        tmp_path, text, columns={"1st": "who won", "2nd": "next", "date": "when", "3rd": "2nd", "4th": "3rd"}
    )
    assert [side[1] for side in sides(contests, 0)] == [["Ann"], ["Bob"], ["Cho"], ["Dee"]]
    assert contests.time is not None
    with pytest.raises(BadInput, match="both '1st' and 'winner' could be place 1"):
        places_in(["1st", "winner", "2nd"])


def test_the_place_of_a_column() -> None:
    assert [place_of(name) for name in ("1st", "22nd", "place 3", "Silver", "runner-up", "result", "1", "stage1")] == [
        1, 22, 3, 2, 2, None, None, None
    ]  # fmt: skip
