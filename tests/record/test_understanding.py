"""What is understood of a file of results in memory, before anything is done with it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import arpad
from arpad.core import BadInput
from arpad.record.files.source_file import uploaded
from arpad.record.survey.understanding import understood, whole_choice
from workbooks import xlsx

CLUB = """Datum;Spieler A;Spieler B;Ergebnis
3.11.2025;Ann;Bo;1-0
3.11.2025;Cem;Ann;½-½
10.11.2025;Bo;Cem;7-x
10.11.2025;Cem;;1-0
17.11.2025;Ann;Bo;
""".encode()


def test_the_columns_the_first_rows_and_what_the_rows_became() -> None:
    seen = understood(CLUB, "evening.csv")
    assert list(zip(seen.header, seen.roles, strict=True)) == [
        ("Datum", "time"),
        ("Spieler A", "first"),
        ("Spieler B", "second"),
        ("Ergebnis", "score"),
    ]
    assert [row.line for row in seen.rows] == [2, 3, 4, 5, 6]
    assert seen.rows[2].cells == ["10.11.2025", "Bo", "Cem", "7-x"]
    assert seen.lines == [2, 3]
    assert seen.games is not None
    source = seen.games.source
    assert (source.rows, source.games, source.byes, source.fixtures, source.rejected) == (5, 2, 1, 1, 1)
    assert [(one.line, one.column) for one in seen.rejects] == [(4, "Ergebnis")]
    assert seen.problem is None


@pytest.mark.parametrize(
    ("header", "roles"),
    [
        ("White,Black,Result", ["white", "black", "score"]),
        ("heim,gast,ergebnis", ["home", "away", "score"]),
        ("winner,loser,date", ["winner", "loser", "time"]),
        ("player1,player2,result", ["first", "second", "score"]),
    ],
)
def test_a_side_is_called_by_what_its_column_says(header: str, roles: list[str]) -> None:
    last = "2025-11-03" if "date" in header else "1-0"
    assert understood(f"{header}\nAnn,Bo,{last}\n".encode(), "games.csv").roles == roles


def test_a_whole_choice_of_what_was_understood_reads_the_same() -> None:
    content = b"visitor,visitorScore,home,homeScore,gameDate\nAnn,1,Bo,3,2025-11-03\nBo,2,Ann,2,2025-11-04\n"
    seen = understood(content, "games.csv")
    again = understood(content, "games.csv", columns=whole_choice(seen.header, seen.roles))
    assert seen.games is not None
    assert again.games is not None
    assert again.roles == seen.roles == ["away", "points_second", "home", "points_first", "time"]
    assert again.games.digest == seen.games.digest


def test_two_columns_are_not_chosen_for_the_same() -> None:
    with pytest.raises(BadInput, match="'a' and 'b' are chosen for the same"):
        whole_choice(["a", "b"], ["white", "white"])


def test_what_cannot_be_read_is_told_with_the_readings_to_choose_from() -> None:
    rows = "".join(
        f"Ann{at % 5},Bo{at % 7},{at % 20},{20 - at % 20},{at * 7 % 90},{at * 11 % 80}\n" for at in range(40)
    )
    seen = understood(f"p1,p2,dp1,dp2,mp1,mp2\n{rows}".encode(), "points.csv")
    assert seen.games is None
    assert seen.problem is not None
    assert [one["points_first"] for one in seen.choices] == ["dp1", "mp1"]
    chosen = understood(f"p1,p2,dp1,dp2,mp1,mp2\n{rows}".encode(), "points.csv", columns=seen.choices[1])
    assert chosen.games is not None
    assert chosen.roles == ["first", "second", "", "", "points_first", "points_second"]


def test_columns_that_say_nothing_can_be_chosen() -> None:
    content = b"a1;b1;c1\nAnn;Bo;1\nBo;Cem;0\n"
    seen = understood(content, "games.csv")
    assert (seen.games, seen.header, seen.roles) == (None, ["a1", "b1", "c1"], ["", "", ""])
    chosen = understood(content, "games.csv", columns=whole_choice(seen.header, ["first", "second", "score"]))
    assert chosen.games is not None
    assert len(chosen.games) == 2


def test_the_order_of_dates_can_be_said() -> None:
    content = b"date,white,black,result\n3/11/2025,Ann,Bo,1-0\n4/11/2025,Bo,Ann,1-0\n"
    seen = understood(content, "games.csv")
    assert seen.problem is not None
    assert seen.problem.code == "dates.ambiguous"
    assert seen.roles == ["time", "white", "black", "score"]
    told = understood(content, "games.csv", dates="mdy")
    assert told.games is not None
    assert told.games.time is not None
    assert str(told.games.time[0]) == "2025-03-11"


def test_a_crosstable_a_workbook_and_pgn() -> None:
    table = b"No,Name,1,2,3\n1,Ann,x,1,0.5\n2,Bo,0,x,1\n3,Cem,0.5,0,x\n"
    assert understood(table, "cross.csv").shape == "matrix"
    rows = [["White", "Black", "Result"], ["Ann", "Bo", "1-0"]]
    sheet = understood(xlsx({"Games": rows}), "games.xlsx")
    assert (sheet.unit, sheet.roles, sheet.rows[0].cells) == (
        "row",
        ["white", "black", "score"],
        ["Ann", "Bo", "1-0"],
    )
    game = b'[White "Ann"]\n[Black "Bo"]\n[Result "1-0"]\n\n1-0\n'
    pgn = understood(game, "games.pgn")
    assert pgn.games is not None
    assert (len(pgn.games), pgn.header, pgn.rows) == (1, [], [])


def test_pasted_rows_are_parted_by_tabs() -> None:
    seen = understood(b"White\tBlack\tResult\nBerg, Ann\tBo\t1-0\n", "pasted rows")
    assert seen.games is not None
    assert seen.games.players.names[0] == "Berg, Ann"


@pytest.mark.parametrize(
    ("content", "name", "problem"),
    [
        (b"", "games.csv", "empty"),
        (gzip.compress(b"white,black,result\n"), "games.csv", "compressed"),
        (b"\x89PNG\r\n\x1a\n", "games.csv", "a PNG picture"),
    ],
    ids=["empty", "compressed", "picture"],
)
def test_what_is_no_table_is_refused_by_the_name_of_the_file(content: bytes, name: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem) as refused:
        uploaded(content, f"C:\\folder\\{name}")
    assert refused.value.file == name


@pytest.mark.parametrize("name", ["games.jsonl", "games.csv"])
def test_what_is_nested_without_end_is_no_game(name: str) -> None:
    deep = '{"a":' * 5000 + "1" + "}" * 5000
    cell = deep.replace('"', '""')
    content = deep if name.endswith("jsonl") else f'w,b,r\nAnn,Bo,"{cell}"\n'
    seen = understood(content.encode(), name)
    assert seen.games is None
    assert seen.problem is not None


def test_the_file_is_read_as_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "evening.csv"
    path.write_bytes(CLUB.replace(b"7-x", b"0-1"))
    seen = understood(path.read_bytes(), "evening.csv")
    assert seen.games is not None
    assert seen.games.digest == arpad.read_games(path).digest
