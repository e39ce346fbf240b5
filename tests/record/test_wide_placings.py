"""Tables with a row for each contest and a column for each place."""

from __future__ import annotations

from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.record import Contests, read_contests
from arpad.record.kinds.contests import is_long
from arpad.record.kinds.wide_placings import place_of, place_of_ids, places_in


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


def test_ids_beside_names_say_who_is_who(tmp_path: Path) -> None:
    """Two players are called Ann; one place is shared, one is taken by partners, one id is not known."""
    rows = "Ann,1,Bob,2,Cy,3\nBob,2,Ann,4,Cy,\nBob = Ann,2 = 1,,,Cy,3\nBob+Ann,2+4,Cy,3,,\n"
    contests = read(tmp_path, f"1st,1st id,2nd,2nd id,3rd,3rd id\n{rows}")
    assert sides(contests, 0) == [(1, ["Ann (1)"]), (2, ["Bob"]), (3, ["Cy"])]
    assert sides(contests, 1) == [(1, ["Bob"]), (2, ["Ann (4)"]), (3, ["Cy"])]
    assert sides(contests, 2) == [(1, ["Bob"]), (1, ["Ann (1)"]), (3, ["Cy"])]
    assert sides(contests, 3) == [(1, ["Bob", "Ann (4)"]), (2, ["Cy"])]
    assert list(contests.players.attributes["id"]) == ["1", "2", "3", "4"]
    assert "'Ann' is 2 players (ids 1, 4); leave id empty to go by names" in contests.source.notes[0]


def test_wide_and_long_form_with_ids_are_one_record(tmp_path: Path) -> None:
    wide = "date,winner,winner_id,second,second_id,third,third_id\n2024-01-01,Ann,1,Bob,2,Ann,3\n"
    long = "date,race,player,player_id,place\n" + "".join(
        f"2024-01-01,1,{name},{number},{place}\n"
        for place, (name, number) in enumerate((("Ann", 1), ("Bob", 2), ("Ann", 3)), 1)
    )
    (tmp_path / "l.csv").write_text(long, encoding="utf-8")
    assert read(tmp_path, wide).digest == read_contests(tmp_path / "l.csv").digest


def test_ids_may_be_left_out_or_chosen(tmp_path: Path) -> None:
    text = "1st,1st id,2nd,2nd id\nAnn,1,Bob,2\nBob,2,Ann,4\n"
    assert read(tmp_path, text, columns={"id": ""}).players.names == ["Ann", "Bob"]
    assert read(tmp_path, text.replace("1st id", "pass"), columns={"1st id": "pass"}).players.names == [
        "Ann (1)", "Bob", "Ann (4)"
    ]  # fmt: skip


def test_ids_that_vary_with_the_row_are_not_players(tmp_path: Path) -> None:
    """Every name has several: they are the ids of something else, unless they are chosen."""
    text = "1st,1st id,2nd,2nd id\n" + "".join(f"{a},{n},{b},{n + 50}\n" for n, (a, b) in enumerate(
        [("Aa", "Bb"), ("Bb", "Cc"), ("Cc", "Aa"), ("Aa", "Cc")]))  # fmt: skip
    contests = read(tmp_path, text)
    assert sorted(contests.players.names) == ["Aa", "Bb", "Cc"]
    assert "not taken for ids of players: '1st id, 2nd id'" in contests.source.notes[0]
    assert len(read(tmp_path, text, columns={"id": "1st id"}).players) == 8


@pytest.mark.parametrize(
    ("header", "row", "said"),
    [
        ("1st,1st id,2nd,2nd id,3rd", "Ann = Bob,1,,,Cy", "line 2, column 1st id: '1' is not one id for each of 'Ann = Bob'"),
        ("1st,1st id,2nd,2nd id,3rd", "Ann,1,Bob,1,Cy", "line 2, column 2nd: 'Bob' takes part twice"),
        ("1st,1st id,id 1,2nd,3rd", "Ann,1,1,Bob,Cy", "both '1st id' and 'id 1' could be the ids of place 1"),
    ],
)  # fmt: skip
def test_ids_that_do_not_fit(header: str, row: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=said):
        read(tmp_path, f"{header}\n{row}\n")


def test_what_a_column_of_ids_is_called() -> None:
    names = ("1st id", "winner_id", "fide_id_2nd", "id3", "Place 4 ID", "gold pid", "id", "contest id", "1st")
    assert [place_of_ids(name) for name in names] == [1, 1, 2, 3, 4, 1, None, None, None]


def test_who_did_not_finish_is_no_player(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text("race,1st,2nd,3rd\n1,Ann,Bob,DNF\n2,Bob,Ann,D.N.S.\n", encoding="utf-8")
    assert list(read_contests(file).players.names) == ["Ann", "Bob"]
