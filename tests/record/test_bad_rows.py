"""Every bad row is an error with its line, or is set aside: none vanishes."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from arpad.core import BadInput
from arpad.core.hostile import unguarded
from arpad.record import read_games


def set_aside(rejects: Path) -> list[dict[str, str]]:
    with rejects.open(encoding="utf-8", newline="") as stream:
        return [{name: unguarded(cell) for name, cell in row.items()} for row in csv.DictReader(stream)]


HEAD = "white,black,result\n"
DATED = "date,white,black,result\n"

# What is in the file, the line, the column and the value of its one bad row, and words of the reason.
BAD = {
    "himself": (HEAD + "a,b,1-0\nc, c,0-1\nd,e,1-0\n", 3, "black", " c", "plays against itself"),
    "unknown result": (HEAD + "a,b,1-0\na,b,won?\n", 3, "result", "won?", "is not a valid result"),
    "score of 7": ("a,b,score\nx,y,7\n", 2, "score", "7", "is not a valid result"),
    "score below 0": ("a,b,score\nx,y,1\nx,y,-0.1\n", 3, "score", "-0.1", "is not a valid result"),
    "score NaN": ("a,b,score\nx,y,NaN\n", 2, "score", "NaN", "is not a valid result"),
    "goals of one side": (
        "home,away,home_score,away_score\nx,y,2,1\nx,y,,1\n", 3, "home_score", "", "points is missing"
    ),
    "itself without a result": ("a,b,score\nx,y,1\nx,x,\n", 3, "b", "x", "plays against itself"),
    "no such day": (DATED + "2024-02-29,a,b,1-0\n2023-02-29,a,b,1-0\n", 3, "date", "2023-02-29", "not a date"),
    "not a date": (DATED + "2024-02-29,a,b,1-0\nyesterday,a,b,1-0\n", 3, "date", "yesterday", "not a date"),
    "mixed dates": (DATED + "2024-02-29,a,b,1-0\n01.03.2024,a,b,1-0\n", 3, "date", "01.03.2024", "not a date"),
    "date and moment": (
        DATED + "2024-02-29,a,b,1-0\n2024-03-01 12:00,a,b,1-0\n",
        3,
        "date",
        "2024-03-01 12:00",
        "not a date",
    ),
    "short year": (DATED + "2024-02-29,a,b,1-0\n24-03-01,a,b,1-0\n", 3, "date", "24-03-01", "not a date"),
    "slashes": (DATED + "13/05/2024,a,b,1-0\n2024-03-05,a,b,1-0\n", 3, "date", "2024-03-05", "not a date"),
    "no date": (DATED + "2024-02-29,a,b,1-0\n,a,b,1-0\n", 3, "date", "", "the date is missing"),
    "half a week": ("week,a,b,score\n1.0,x,y,1\n1.5,x,y,1\n", 3, "week", "1.5", "not a date"),
    "weight below 0": ("a,b,score,weight\nx,y,1,2\nx,y,1,-1\n", 3, "weight", "-1", "not a weight"),
    "weight inf": ("a,b,score,weight\nx,y,1,inf\n", 2, "weight", "inf", "not a weight"),
    "goals inf": ("home,away,home_score,away_score\nx,y,2,1\nx,y,inf,1\n", 3, "home_score", "inf", "points"),
    "goals nan": ("home,away,home_score,away_score\nx,y,2,nan\n", 2, "away_score", "nan", "points"),
    "neutral": ("home,away,score,neutral\nx,y,1,no\nx,y,1,maybe\n", 3, "neutral", "maybe", "not a yes or no"),
    "advantage": ("a,b,score,advantage\nx,y,1,-1\nx,y,1,2\n", 3, "advantage", "2", "not an advantage"),
    "too short": (HEAD + "a,b,1-0\na,b\nb,a,0-1\n", 3, "", "a,b", "the row has 2 fields"),
    "too short at an unused end": (
        "white,black,result,note\na,b,1-0,\nb,a,0-1\n",
        3,
        "",
        "b,a,0-1",
        "the row has 3 fields",
    ),
    "too long": (HEAD + "a,b,1-0\nb,a,0-1,9\n", 3, "", "b,a,0-1,9", "the row has 4 fields"),
    "unclosed quote": (HEAD + 'a,b,1-0\n"x,y,0-1\nc,d,1-0\n', 3, "", '"x,y,0-1', "the row is not valid CSV"),
    "a line break within quotes": (HEAD + '"a\nb, c",d,1-0\ne,f,?\n', 4, "result", "?", "is not a valid result"),
    "lines that are empty": (HEAD + "\na,b,1-0\n\nc,d,?\n\n", 5, "result", "?", "is not a valid result"),
    "windows": ((HEAD + "a,b,1-0\nc,d,?\n").replace("\n", "\r\n"), 3, "result", "?", "is not a valid result"),
    "mark": ("\ufeff" + HEAD + "a,b,?\n", 2, "result", "?", "is not a valid result"),
    "no last line end": (HEAD + "a,b,1-0\nc,d,?", 3, "result", "?", "is not a valid result"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_the_first_bad_row_is_an_error(case: str, tmp_path: Path) -> None:
    text, line, column, value, reason = BAD[case]
    file = tmp_path / "games.csv"
    file.write_bytes(text.encode())
    with pytest.raises(BadInput) as caught:
        read_games(file)
    error = caught.value
    assert (error.file, error.row, error.column) == (str(file), line, column or None)
    assert reason in error.problem
    if column and value.strip():
        assert value.strip() in error.problem
    assert error.remedy


@pytest.mark.parametrize("case", BAD)
def test_bad_rows_are_set_aside(case: str, tmp_path: Path) -> None:
    text, line, column, value, reason = BAD[case]
    file, rejects = tmp_path / "games.csv", tmp_path / "rejects.csv"
    file.write_bytes(text.encode())
    games = read_games(file, rejects=rejects)
    (row,) = set_aside(rejects)
    assert (row["file"], row["line"], row["column"], row["value"]) == (str(file), str(line), column, value)
    assert reason in row["reason"]
    assert games.source.rejected == 1
    assert games.source.rows == len(games) + 1
    assert len(list(tmp_path.iterdir())) == 2, "a temporary file is left"


def test_the_first_in_the_file_counts_whatever_is_wrong_with_it(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    for rows, line in (("a,b,?\nx,y\n", 2), ("x,y\na,b,?\n", 2), ("a,b,1\nc,c,1\na,b,?\n", 3)):
        file.write_text(HEAD + rows)
        with pytest.raises(BadInput) as caught:
            read_games(file)
        assert caught.value.row == line


def test_rejects_stand_in_the_order_of_the_lines_with_their_rows(tmp_path: Path) -> None:
    file, rejects = tmp_path / "g.csv", tmp_path / "r.csv"
    file.write_text(HEAD + 'a,b,?\nx,y\n"c, d",e,1-0\n"f, g",f,7\nh,h,1\nz,e,0-1\n')
    games = read_games(file, rejects=rejects)
    rows = set_aside(rejects)
    assert [row["line"] for row in rows] == ["2", "3", "5", "6"]
    assert [row["row"] for row in rows] == ["a,b,?", "x,y", '"f, g",f,7', "h,h,1"]
    assert games.players.names == ["c, d", "e", "z"], "players of bad rows only are no players"
    assert games.first.tolist() == [0, 2]
    assert games.second.tolist() == [1, 1]
    assert (games.source.rows, games.source.rejected) == (6, 4)


def test_rejects_of_a_file_without_bad_rows(tmp_path: Path) -> None:
    file, rejects = tmp_path / "g.csv", tmp_path / "r.csv"
    file.write_text(HEAD + "a,b,1-0\n")
    rejects.write_text("file,line,column,value,reason,row\r\nold")
    assert read_games(file, rejects=rejects).source.rejected == 0
    assert rejects.read_bytes() == b"file,line,column,value,reason,row\r\n"


def test_a_reading_that_fails_leaves_the_old_rejects(tmp_path: Path) -> None:
    good, bad, rejects = tmp_path / "g.csv", tmp_path / "b.csv", tmp_path / "r.csv"
    good.write_text(HEAD + "a,b,?\n")
    bad.write_text("nothing,here\n1,2\n")
    old = "file,line,column,value,reason,row\nold"
    rejects.write_text(old)
    with pytest.raises(BadInput):
        read_games([good, bad], rejects=rejects)
    assert rejects.read_text() == old
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.csv", "g.csv", "r.csv"]


def test_rejects_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text(HEAD + "a,b,1-0\n")
    with pytest.raises(BadInput, match="there is no folder"):
        read_games(file, rejects=tmp_path / "nowhere" / "r.csv")


def test_rejects_take_the_place_of_rejects_only(tmp_path: Path) -> None:
    file, entries, event = tmp_path / "g.csv", tmp_path / "players.csv", tmp_path / "cup.arpad"
    file.write_text(HEAD + "a,b,?\nb,a,1-0\n")
    entries.write_text("name,rating\na,1500\n")
    event.write_text('{"arpad tournament": 1}\n{"do": "new"}\n')
    before = {path: path.read_bytes() for path in (entries, event)}
    for path, said in ((entries, "not a file of rejects"), (event, "event file"), ("/dev/null", "a device")):
        with pytest.raises(BadInput, match=said):
            read_games(file, rejects=path)
    assert {path: path.read_bytes() for path in (entries, event)} == before


# Files in which nothing is right.
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
GAMES = (HEAD + "a,b,1-0\n").encode()
WRONG = {
    "nothing.csv": (b"", "the file is empty"),
    "blanks.csv": (b"\n  \n", "the file is empty"),
    "mark_only.csv": (b"\xef\xbb\xbf", "the file is empty"),
    "header.csv": (HEAD.encode(), "the file has no rows"),
    "picture.csv": (PNG, "a PNG picture, not CSV"),
    "picture.pgn": (PNG, "a PNG picture, not PGN"),
    "picture.jsonl": (PNG, "a PNG picture, not JSON"),
    "sheet.csv": (b"PK\x03\x04\x14\x00", "a zip archive, not CSV"),
    "text.parquet": (GAMES, "this is not a Parquet file"),
    "broken.parquet": (b"PAR1 and no more PAR1", "the file cannot be read"),
    "parquet.csv": (b"PAR1\x15\x04\x15", "a Parquet file, not CSV"),
    "text.csv.gz": (GAMES, "not compressed with gzip, as its name says"),
    "text.pgn.zst": (GAMES, "not compressed with zstd, as its name says"),
    "packed.csv": (gzip.compress(GAMES), "compressed with gzip, which its name does not say"),
    "cut.csv.gz": (gzip.compress(GAMES * 5000)[:-20], "damaged"),
    "wide_without_mark.csv": (GAMES.decode().encode("utf-16-le"), "in UTF-16, not CSV"),
    "damaged.csv": (
        HEAD.encode() + "Ñuñez,b,1-0\n".encode() + b"Jos\xe9,b,1-0\n",
        r"'Jos\\xe9' is not UTF-8",
    ),
    "array.json": (b'[{"white": "a"}', "the file is not valid JSON after object 1"),
    "odd.jsonl": (
        b'{"white": "a", "black": "b", "result": "1-0"}\n{"white":\n',
        "the line is not valid JSON",
    ),
    "what.xyz": (b"hello\n", "says what kind of file"),
    "moves.pgn": (b"1. e4 e5 1-0\n", "the file holds no games"),
}


@pytest.mark.parametrize("name", WRONG)
def test_files_that_are_not_what_they_should_be(name: str, tmp_path: Path) -> None:
    content, words = WRONG[name]
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(BadInput, match=words) as caught:
        read_games(file)
    assert caught.value.file == str(file)


def test_no_file_and_a_directory(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no such file"):
        read_games(tmp_path / "none.csv")
    with pytest.raises(BadInput, match="this is a directory"):
        read_games(tmp_path)
    with pytest.raises(BadInput, match="there is no file to read"):
        read_games([])
    with pytest.raises(BadInput, match="'doc' is not a format"):
        read_games(tmp_path / "none.csv", format="doc")


def test_bytes_that_are_no_utf8_are_one_bad_row(tmp_path: Path) -> None:
    file, rejects = tmp_path / "g.csv", tmp_path / "r.csv"
    file.write_bytes(HEAD.encode() + "á,é,1-0\n".encode() + b"Jos\xe9,b,1-0\nc,d,0-1\n")
    games = read_games(file, rejects=rejects)
    assert games.players.names == ["á", "é", "c", "d"]
    (row,) = set_aside(rejects)
    assert row["line"] == "3"
    assert row["row"] == r"Jos\xe9,b,1-0"


def test_the_lines_of_json_lines(tmp_path: Path) -> None:
    file, rejects = tmp_path / "g.jsonl", tmp_path / "r.csv"
    file.write_text(
        '{"white": "a", "black": "b", "result": 1}\n'
        "\n"
        '{"white": "a", "black": "b", "result": 7}\n'
        "[1]\n"
        '{"white": "a", "black": "b", "result": 0.5, "weight": 2}\n'
    )
    read = read_games(file, rejects=rejects)
    rows = set_aside(rejects)
    # The first game lacks the weight that a later one has.
    assert [(row["line"], row["column"]) for row in rows] == [("1", "weight"), ("3", "result"), ("4", "")]
    assert rows[1]["row"] == '{"white": "a", "black": "b", "result": 7}'
    assert read.score.tolist() == [0.5]


def test_rows_of_a_frame_count_from_one() -> None:
    frame = pl.DataFrame({"white": ["a", "b", None], "black": ["b", "b", "a"], "score": [1.0, 0.5, np.nan]})
    with pytest.raises(BadInput) as caught:
        read_games(frame)
    assert (caught.value.row, caught.value.column) == (2, "black")


def test_rows_of_parquet_count_from_one(tmp_path: Path) -> None:
    file = tmp_path / "g.parquet"
    pl.DataFrame(
        {"white": ["a", "b"], "black": ["b", "a"], "note": ["", "x"], "score": [1.0, 7.0]}
    ).write_parquet(file)
    with pytest.raises(BadInput) as caught:
        read_games(file)
    assert (caught.value.row, caught.value.column) == (2, "score")
    games = read_games(file, rejects=tmp_path / "r.csv")
    (row,) = set_aside(tmp_path / "r.csv")
    assert row["row"] == "b,a,x,7.0"
    assert len(games) == 1
