"""What stands above the header: a club's title, the separator that a spreadsheet names, a band of groups."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.record import read_contests, read_games
from arpad.record.kinds.fixtures import read_fixtures
from workbooks import Cell, Sheets, ods, xlsx

ROWS = "Datum;Weiß;Schwarz;Ergebnis\n03.11.2025;Anna;Bernd;1:0\n04.11.2025;Bernd;Carla;½:½\n"


def read(text: str, tmp_path: Path, name: str = "games.csv", **how: str) -> tuple[int, tuple[str, ...]]:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    games = read_games(file, **how)  # type: ignore[arg-type]
    assert games.players.names[0] == "Anna"
    return len(games), tuple(note.removeprefix(f"{file}: ") for note in games.source.notes)


@pytest.mark.parametrize(
    ("above", "line"),
    [
        ("Vereinsmeisterschaft 2025\n", 2),
        ("Vereinsmeisterschaft 2025;;;\n", 2),
        ("\ufeffVereinsmeisterschaft 2025;;;\n;;;\n", 3),
        ("SC Musterstadt, Saison 2025/26\n\nStand: 5.11.2025\n", 4),
        ("SC Musterstadt;Saison 2025/26;;\n", 2),
        ("Partie;;;Stand\n", 2),
        ('"SC Musterstadt\nAbteilung Schach";;;\n', 3),
    ],
)
def test_what_stands_above_is_left_out_and_said(above: str, line: int, tmp_path: Path) -> None:
    said = f"the header is line {line}; the lines above it are not read"
    assert read(above + ROWS, tmp_path) == (2, (said,))
    assert read(above.replace("\n", "\r\n") + ROWS.replace("\n", "\r\n"), tmp_path) == (2, (said,))


def test_the_separator_that_a_spreadsheet_names_is_no_title(tmp_path: Path) -> None:
    assert read("sep=;\n" + ROWS, tmp_path) == (2, ())
    assert read("\ufeffsep=;\r\n" + ROWS, tmp_path) == (2, ())


def test_separators_alone_above_the_header_are_no_title(tmp_path: Path) -> None:
    count, notes = read(";;;\n" + ROWS, tmp_path)
    assert (count, len(notes)) == (2, 1)


def test_columns_of_other_names_below_a_title(tmp_path: Path) -> None:
    count, notes = read(
        "Ligaspiele\nRoss;Iter;Ausgang\nAnna;Bernd;1-0\n",
        tmp_path,
        columns={"first": "Ross", "second": "Iter", "score": "Ausgang"},  # type: ignore[arg-type]
    )
    assert (count, notes) == (1, ("the header is line 2; the lines above it are not read",))


def test_a_bad_row_below_a_title_keeps_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"line 5, column Ergebnis: 'vielleicht'"):
        read("Vereinsmeisterschaft\n" + ROWS + "05.11.2025;Carla;Anna;vielleicht\n", tmp_path)


def test_a_late_letter_of_another_encoding_does_not_lose_the_note(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    rows = "Ann,Bob,1-0\n" * 9000
    file.write_bytes(("League 2025\nwhite,black,result\n" + rows + "Jörg Müller,Bob,1-0\n").encode("cp1252"))
    notes = read_games(file).source.notes
    assert notes[0] == f"{file}: the header is line 2; the lines above it are not read"
    assert "is read as cp1252" in notes[1]


@pytest.mark.parametrize(
    "text",
    [
        "first,second,result\nAnna,Bernd,1-0\nwhite,black,0-1\n",
        "Ross,Iter,Ausgang\nAnna,Bernd,1-0\na,b,0-1\n",
    ],
)
def test_a_header_on_the_first_line_stays_it(text: str, tmp_path: Path) -> None:
    columns = {"first": "Ross", "second": "Iter", "score": "Ausgang"} if "Ross" in text else None
    assert read(text, tmp_path, columns=columns)[0] == 2  # type: ignore[arg-type]


def test_fixtures_and_contests_below_a_title(tmp_path: Path) -> None:
    file = tmp_path / "next.csv"
    file.write_text("Nächste Runde;;\nDatum;Heim;Gast\n05.11.2025;Anna;Bernd\n", encoding="utf-8")
    assert len(read_fixtures(file).games) == 1
    file = tmp_path / "race.csv"
    file.write_text("Sunday's races\nrace,driver,place\n1,Ann,1\n1,Bob,2\n", encoding="utf-8")
    assert len(read_contests(file)) == 1


@pytest.mark.parametrize(("name", "written"), [("g.xlsx", xlsx), ("g.ods", ods)])
def test_a_workbook_whose_title_has_two_cells(
    name: str, written: Callable[[Sheets], bytes], tmp_path: Path
) -> None:
    rows: list[list[Cell]] = [
        ["SC Musterstadt", "Saison 2025"],
        ["Weiß", "Schwarz", "Ergebnis"],
        ["Ann", "Bob", "1-0"],
    ]
    file = tmp_path / name
    file.write_bytes(written({"Results": rows}))
    games = read_games(file)
    assert len(games) == 1
    assert games.source.notes == (f"{file}: the header is row 2; the rows above it are not read",)


def test_a_header_above_cells_with_another_separator_is_no_title(tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_text(
        "date,home_side,guest_side,score,lineups\n"
        "2024-01-01,Ann,Bob,2-1,A|B|C|D|E|F|G\n2024-01-02,Bob,Cid,0-0,A|B|C|D|E|F|G\n"
        "2024-01-03,Cid,Ann,1-3,A|B|C|D|E|F|G\n",
        encoding="utf-8",
    )
    games = read_games(path)
    assert len(games) == 3
    assert not any("above it" in note for note in games.source.notes)


@pytest.mark.parametrize("above", [",,,\n", '"",,,\n\n', ";;;\n,,,\n"])
def test_rows_of_separators_above_the_header_are_passed_over(above: str, tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_text(f"{above}home_side,guest_side,score,\nAnn,Bob,2-1,x\nBob,Cid,0-0,\n", encoding="utf-8")
    assert len(read_games(path)) == 2


def test_the_blank_name_of_an_index_is_no_title(tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_text(";white;black;result;rate\n0;Ann;Bob;1-0;1,5\n1;Bob;Ann;0-1;2,5\n", encoding="utf-8")
    games = read_games(path)
    assert (len(games), games.source.notes) == (2, ())
