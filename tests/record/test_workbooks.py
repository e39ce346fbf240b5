"""Workbooks: one sheet is read as the CSV that a spreadsheet program would save of it."""

from __future__ import annotations

import csv
import io
import sys
import zipfile
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arpad.cli import main
from arpad.core import BadInput
from arpad.record import Games, read_contests, read_games, read_players
from arpad.record.files.limits import LIMITS
from arpad.record.files.source_file import stored
from arpad.record.files.workbook_parts import Parts
from workbooks import Cell, Error, Formula, Sheets, ods, xlsx

HEAD: list[Cell] = ["date", "white", "black", "result"]
ROWS: list[list[Cell]] = [
    HEAD,
    [date(2025, 11, 3), "Müller", "Ann", "1-0"],
    [date(2025, 11, 4), "Ann", "Bob", 0.5],
    [],
    [date(2025, 11, 4), "Bob", None, 1],
    [date(2025, 11, 5), "Bob", "Müller", None],
    [date(2025, 11, 6), "Bob", "Müller", 0],
]
BOTH = pytest.mark.parametrize(("name", "written"), [("g.xlsx", xlsx), ("g.ods", ods)])
Written = Callable[[Sheets], bytes]


def read(tmp_path: Path, name: str, data: bytes, **options: Any) -> Games:
    file = tmp_path / name
    file.write_bytes(data)
    return read_games(file, **options)


def lines(tmp_path: Path, name: str, data: bytes) -> list[list[str]]:
    (tmp_path / name).write_bytes(data)
    with stored(tmp_path / name).open() as stream:
        return list(csv.reader(io.StringIO(stream.read().decode(), newline="")))


@BOTH
def test_a_sheet_is_read_as_its_csv(name: str, written: Written, tmp_path: Path) -> None:
    games = read(tmp_path, name, written({"Results": ROWS}))
    text = "date,white,black,result\n2025-11-03,Müller,Ann,1-0\n2025-11-04,Ann,Bob,0.5\n2025-11-06,Bob,Müller,0\n"
    (tmp_path / "g.csv").write_text(text, encoding="utf-8")
    assert games.digest == read_games(tmp_path / "g.csv").digest
    source = games.source
    assert (source.rows, source.games, source.byes, source.fixtures, source.rejected) == (5, 3, 1, 1, 0)
    assert source.notes == ()


@BOTH
def test_a_header_with_other_separators_is_one_row_of_names(
    name: str, written: Written, tmp_path: Path
) -> None:
    sheet: list[list[Cell]] = [["white;w;x;y", "black;b;x;y", "result;r;x;y"], ["Ann", "Bob", "1-0"]]
    columns = {"first": "white;w;x;y", "second": "black;b;x;y", "score": "result;r;x;y"}
    games = read(tmp_path, name, written({"Results": sheet}), columns=columns)
    assert (list(games.players.names), games.score.tolist()) == (["Ann", "Bob"], [1.0])


@BOTH
def test_every_kind_of_cell(name: str, written: Written, tmp_path: Path) -> None:
    rows: list[list[Cell]] = [
        ["day", "moment", "clock", "text", "number", "truth"],
        [date(2025, 11, 3), datetime(2025, 11, 3, 14, 5), time(14, 5), "a\nb, c", 1.0, True],
        [date(1999, 1, 1), datetime(2025, 11, 4), time(14, 5, 9), '"x" & <y>', 0.1 + 0.2, False],
        ["3.11.2025", None, time(3, 1), " 007 ", -1500, None],
        [None, None, None, "½", 12345678, None],
    ]
    assert lines(tmp_path, name, written({"A": rows})) == [
        ["day", "moment", "clock", "text", "number", "truth"],
        ["2025-11-03", "2025-11-03 14:05:00", "14:05", "a b, c", "1", "true"],
        ["1999-01-01", "2025-11-04 00:00:00", "14:05:09", '"x" & <y>', "0.3", "false"],
        ["3.11.2025", "", "03:01", " 007 ", "-1500", ""],
        ["", "", "", "½", "12345678", ""],
    ]


@BOTH
def test_the_sheet_is_chosen_and_said(name: str, written: Written, tmp_path: Path) -> None:
    book = written({"Empty": [], "Autumn": ROWS, "Spring": ROWS[:3]})
    games = read(tmp_path, name, book)
    assert len(games) == 3
    file = tmp_path / name
    assert games.source.notes == (
        f"{file}: the sheet 'Autumn' is read, not 'Empty', 'Spring'; name the sheet if it is another (sheet=\"…\")",
    )
    games = read_games(file, sheet=" spring")
    assert len(games) == 2
    assert games.source.notes == ()
    with pytest.raises(
        BadInput, match=r"there is no sheet 'Winter'\. The sheets are 'Empty', 'Autumn', 'Spring'"
    ):
        read_games(file, sheet="Winter")
    with pytest.raises(BadInput, match="the sheet 'Empty' is empty"):
        read_games(file, sheet="Empty")
    (tmp_path / "g.csv").write_text("white,black,result\na,b,1\n", encoding="utf-8")
    with pytest.raises(BadInput, match="only a workbook has sheets"):
        read_games(tmp_path / "g.csv", sheet="Autumn")


def test_a_hidden_sheet_is_not_the_first(tmp_path: Path) -> None:
    games = read(tmp_path, "g.xlsx", xlsx({"Lists": ROWS[:2], "Results": ROWS}, hidden=["Lists"]))
    assert (len(games), games.source.notes) == (3, ())
    assert len(read_games(tmp_path / "g.xlsx", sheet="Lists")) == 1


@BOTH
def test_errors_name_the_row_of_the_sheet(name: str, written: Written, tmp_path: Path) -> None:
    rows: list[list[Cell]] = [["Club championship"], [], *ROWS, [date(2025, 11, 7), "Bob", "Bob", 1]]
    book = written({"Results": rows})
    with pytest.raises(BadInput, match=rf"{name}, row 10, column black: 'Bob' plays against itself"):
        read(tmp_path, name, book)
    games = read(tmp_path, name, book, rejects=tmp_path / "r.csv")
    assert (games.source.rows, games.source.games, games.source.rejected) == (6, 3, 1)
    assert games.source.notes == (f"{tmp_path / name}: the header is row 3; the rows above it are not read",)
    assert f"{name},10,black,Bob" in (tmp_path / "r.csv").read_text(encoding="utf-8")


@BOTH
def test_a_table_need_not_begin_in_the_corner(name: str, written: Written, tmp_path: Path) -> None:
    rows = [[], [], *([None, None, *row] for row in ROWS)]
    assert len(read(tmp_path, name, written({"A": rows}))) == 3


@BOTH
def test_a_cell_with_an_error_is_no_empty_cell(name: str, written: Written, tmp_path: Path) -> None:
    rows: list[list[Cell]] = [*ROWS, [date(2025, 11, 7), "Ann", "Bob", Error("#N/A")]]
    with pytest.raises(BadInput, match="row 8, column result: '#N/A' is not a valid result"):
        read(tmp_path, name, written({"Results": rows}))
    far: list[list[Cell]] = [[None, *row] for row in ROWS]
    far += [[], [Error("#REF!")], [*[None] * 7, Error("#DIV/0!")]]
    table = lines(tmp_path, name, written({"Results": far}))
    assert table[8] == ["#REF!"] + [""] * (len(table[8]) - 1)
    assert table[9][7] == "#DIV/0!"


def test_no_player_is_called_as_an_error_of_a_cell(tmp_path: Path) -> None:
    rows: list[list[Cell]] = [HEAD, [date(2025, 11, 7), "Ann", Error("#N/A"), 1]]
    with pytest.raises(
        BadInput, match="row 2, column black: '#N/A' is an error of the spreadsheet, not a name"
    ):
        read(tmp_path, "g.xlsx", xlsx({"Results": rows}))
    text = b"white,black,result\nAnn,Bob,1\n#REF!,Bob,1\nBob,bye,1\n"
    games = read(tmp_path, "g.csv", text, rejects=tmp_path / "r.csv")
    assert games.players.names == ["Ann", "Bob"]
    assert (games.source.games, games.source.byes, games.source.rejected) == (1, 1, 1)


def test_results_that_were_taken_for_times_of_day(tmp_path: Path) -> None:
    """Excel and LibreOffice make 01:00 of a typed 1:0, and store a twenty-fourth of a day."""
    rows: list[list[Cell]] = [
        ["white", "black", "result"],
        ["Ann", "Bob", time(1, 0)],
        ["Bob", "Ann", time(0, 1)],
    ]
    games = read(tmp_path, "g.xlsx", xlsx({"A": rows}))
    assert games.score.tolist() == [1.0, 0.0]
    rows = [["home", "away", "result"], ["Ann", "Bob", time(3, 1)], ["Bob", "Ann", time(2, 2)]]
    games = read(tmp_path, "g.xlsx", xlsx({"A": rows}))
    assert games.score.tolist() == [1.0, 0.5]
    assert games.points_first is not None
    assert games.points_first.tolist() == [3.0, 2.0]


def test_a_formula_without_a_value_is_an_error(tmp_path: Path) -> None:
    rows: list[list[Cell]] = [*ROWS, [date(2025, 11, 7), "Ann", "Bob", Formula("1-B2", None)]]
    with pytest.raises(BadInput, match="row 8, column result: '#VALUE!' is not a valid result"):
        read(tmp_path, "g.xlsx", xlsx({"Results": rows}))
    rows[-1] = [date(2025, 11, 7), "Ann", "Bob", Formula("1-B2", 0)]
    assert len(read(tmp_path, "g.xlsx", xlsx({"Results": rows}))) == 4
    rows[-1] = [date(2025, 11, 7), "Ann", "Bob", Formula('IF(B2="";"";1)', "")]
    assert read(tmp_path, "g.xlsx", xlsx({"Results": rows})).source.fixtures == 2


def test_cells_are_found_across_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from arpad.record.files import workbook_parts

    rows: list[list[Cell]] = [[Error("#N/A"), "x", Formula("A1", None), 7, Error("#REF!")] for _ in range(40)]
    (tmp_path / "g.xlsx").write_bytes(xlsx({"A": rows}))
    whole = Parts(tmp_path / "g.xlsx", "g").unread_cells("A")
    assert len(whole) == 120
    for size in (64, 129, 1000):
        monkeypatch.setattr(workbook_parts, "MIB", size)
        assert Parts(tmp_path / "g.xlsx", "g").unread_cells("A") == whole


def test_players_and_contests_in_workbooks(tmp_path: Path) -> None:
    (tmp_path / "p.ods").write_bytes(ods({"Members": [["name", "rating"], ["Ann", 1800], ["Ann", 1700]]}))
    with pytest.raises(BadInput, match=r"p\.ods, row 3, column name: 'Ann' is given twice, first on row 2"):
        read_players(tmp_path / "p.ods")
    races: list[list[Cell]] = [["race", "player", "place"], [1, "a", 1], [1, "b", 2], [1, "c", 3]]
    (tmp_path / "r.xlsx").write_bytes(xlsx({"Races": races, "Other": [["a", "b"]]}))
    contests = read_contests(tmp_path / "r.xlsx", sheet="Races")
    assert contests.players.names == ["a", "b", "c"]
    assert contests.source.notes == ()


def test_a_workbook_by_another_name(tmp_path: Path) -> None:
    book = xlsx({"Results": ROWS})
    assert len(read(tmp_path, "games", book)) == 3
    assert len(read(tmp_path, "games.old", book, format="xlsx")) == 3
    assert len(read(tmp_path, "games.xls", book)) == 3  # the first bytes decide
    for name in ("games.csv", "games.tsv", "games.json"):
        games = read(tmp_path, name, book)
        assert len(games) == 3
        assert f"the file is a workbook, though its name ends in .{name[6:]}" in games.source.notes[0]
    with pytest.raises(BadInput, match=r"the file is a workbook, not PGN"):
        read(tmp_path, "games.pgn", book)
    with pytest.raises(BadInput, match="this is not a workbook"):
        read(tmp_path, "games.xlsx", b"white,black,result\na,b,1\n")


def edited(book: bytes, part: str, change: Callable[[str], str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            text = old.read(info.filename).decode()
            new.writestr(info, change(text) if info.filename == part else text)
    return out.getvalue()


HUGE: Mapping[str, tuple[bytes, str]] = {
    "corner.xlsx": (
        edited(
            xlsx({"A": ROWS}),
            "xl/worksheets/sheet1.xml",
            lambda text: text.replace('r="D7"', 'r="DAB1048576"'),
        ),
        "more than 20,000,000 cells",
    ),
    "wide.xlsx": (
        edited(
            xlsx({"A": ROWS}), "xl/worksheets/sheet1.xml", lambda text: text.replace('r="D7"', 'r="XFD7"')
        ),
        "more than 10,000 columns",
    ),
    "rows.ods": (
        edited(
            ods({"A": ROWS}),
            "content.xml",
            lambda text: text.replace(
                "<table:table-row>", '<table:table-row table:number-rows-repeated="999999999">', 1
            ),
        ),
        "more than 20,000,000 cells",
    ),
    "cells.ods": (
        edited(
            ods({"A": ROWS}),
            "content.xml",
            lambda text: text.replace(
                "<table:table-cell office",
                '<table:table-cell table:number-columns-repeated="999999" office',
                1,
            ),
        ),
        "more than 10,000 columns",
    ),
}


@pytest.mark.parametrize("name", HUGE)
def test_a_sheet_beyond_all_bounds_is_refused_before_it_is_laid_out(name: str, tmp_path: Path) -> None:
    data, said = HUGE[name]
    with pytest.raises(BadInput, match=said):
        read(tmp_path, name, data)


def test_empty_rows_that_are_repeated_to_the_end_of_the_sheet_are_none(tmp_path: Path) -> None:
    end = '<table:table-row table:number-rows-repeated="1048569"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>'
    book = edited(ods({"A": ROWS}), "content.xml", lambda text: text.replace("</table:table>", end))
    assert read(tmp_path, "g.ods", book).source.rows == 5


def test_an_archive_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    out = io.BytesIO(xlsx({"A": ROWS}))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/media/bomb.bin", bytes(LIMITS.ratio_from + 1))
    with pytest.raises(BadInput, match="the workbook unpacks to more than 128 MiB"):
        read(tmp_path, "g.xlsx", out.getvalue())


@BOTH
def test_a_damaged_workbook_is_an_error_and_never_a_crash(
    name: str, written: Written, tmp_path: Path
) -> None:
    book = written({"Results": ROWS})
    for at in range(0, len(book), 23):
        for broken in (book[:at], book[:at] + b"\xff\0\xff" + book[at + 3 :]):
            try:
                source = read(tmp_path, name, broken).source
            except BadInput:
                continue
            assert source.games + source.byes + source.fixtures + source.rejected == source.rows


def test_old_office_documents(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"the workbook cannot be read|protected"):
        read(tmp_path, "g.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))


def test_without_the_package_what_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(
        BadInput, match=r'is not installed\. Install it \(pip install "arpad\[xlsx\]"\), or save'
    ):
        read(tmp_path, "g.xlsx", xlsx({"A": ROWS}))


def test_the_sheet_of_a_players_file(tmp_path: Path) -> None:
    file = tmp_path / "club.xlsx"
    members: list[list[Cell]] = [["name", "born"], ["Ann", 1990], ["Bob", 1985]]
    file.write_bytes(
        xlsx({"Results": [["white", "black", "result"], ["Ann", "Bob", "1-0"]], "Members": members})
    )
    games = read_games(file)
    with pytest.raises(BadInput, match="no column holds the player's name"):
        read_players(file, games.players, sheet="Results")
    for sheet in ("Members", None):
        players = read_players(file, games.players, sheet=sheet)
        assert players.number("birth_year").tolist() == [1990.0, 1985.0]
    done = CliRunner().invoke(main, ["rate", str(file), "--players", str(file), "--players-sheet", "Members"])
    assert done.exit_code == 0, done.output


STANDINGS: list[list[Cell]] = [["Team", "W", "D", "L", "GF", "GA", "Pts"], ["Ann", 3, 0, 0, 9, 1, 9]]
MEMBERS: list[list[Cell]] = [["id", "name", "rating"], [1, "Ann", 1600], [2, "Bob", 1500], [3, "Cid", 1400]]
BY_ID: list[list[Cell]] = [["white_id", "black_id", "result"], [1, 2, "1-0"], [2, 3, "0-1"], [3, 1, "½-½"]]


@BOTH
@pytest.mark.parametrize("first", [STANDINGS, MEMBERS, [["Season 2025"], ["board", "treasurer"]]])
def test_the_sheet_with_games_is_read_where_the_first_has_none(
    name: str, written: Written, first: list[list[Cell]], tmp_path: Path
) -> None:
    games = read(tmp_path, name, written({"Table": first, "Games": ROWS, "Notes": [["a"], ["b"]]}))
    assert len(games) == 3
    assert games.digest == read(tmp_path, name, written({"Games": ROWS})).digest
    note = read(tmp_path, name, written({"T": first, "G": ROWS})).source.notes[0]
    assert note.endswith("the sheet 'G' is read, not 'T'; name the sheet if it is another (sheet=\"…\")")


@BOTH
def test_several_sheets_with_games_behind_another_are_asked_about(
    name: str, written: Written, tmp_path: Path
) -> None:
    book = written({"Table": STANDINGS, "Autumn": ROWS, "Spring": ROWS})
    with pytest.raises(BadInput, match="the sheets 'Autumn' and 'Spring' hold games") as caught:
        read(tmp_path, name, book)
    assert caught.value.code == "sheets.several"
    assert len(read(tmp_path, name, book, sheet="Spring")) == 3


@BOTH
def test_a_bad_row_of_the_first_sheet_is_no_reason_for_another(
    name: str, written: Written, tmp_path: Path
) -> None:
    bad: list[list[Cell]] = [HEAD, *ROWS[1:3] * 20, [date(2025, 11, 6), "Bob", "Müller", "none"]]
    with pytest.raises(BadInput, match="row 42"):
        read(tmp_path, name, written({"Games": bad, "Others": ROWS}))


@BOTH
def test_players_are_found_on_the_sheet_beside_the_games(name: str, written: Written, tmp_path: Path) -> None:
    games = read(tmp_path, name, written({"Games": BY_ID, "Members": MEMBERS}))
    players = read_players(tmp_path / name, games.players)
    assert list(players.names) == ["Ann", "Bob", "Cid"]
    assert players.number("rating").tolist() == [1600.0, 1500.0, 1400.0]
