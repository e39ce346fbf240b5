"""Files that newcomers give first: the error says what is wrong in their words, and what it tells to do works."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import arpad
from arpad.core.interface import command_line
from arpad.record import read_players

HTML = "<!DOCTYPE html>\n<html><body><table><tr><td>Ann</td></tr></table></body></html>\n"


def refused(tmp_path: Path, name: str, text: str, **choice: Any) -> arpad.BadInput:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(arpad.BadInput) as caught:
        arpad.read_games(path, **choice)
    return caught.value


@pytest.mark.parametrize("name", ["page.csv", "page.xls", "page.txt", "page", "page.json"])
@pytest.mark.parametrize("text", [HTML, "  <table>\n<tr>", "\ufeff<html>"])
def test_a_web_page(tmp_path: Path, name: str, text: str) -> None:
    error = refused(tmp_path, name, text)
    assert error.problem == "the file is a web page, not a table"
    assert "save the table as .xlsx or CSV" in (error.remedy or "")


@pytest.mark.parametrize("word", ["01-Feb", "2-Jan", "Jan-00", "2026-02-01", "2/1/2026", "46054", "2. Feb"])
def test_a_result_that_a_spreadsheet_made_a_date(tmp_path: Path, word: str) -> None:
    error = refused(tmp_path, "g.csv", f"white,black,result\nAnn,Bob,{word}\nBob,Cid,1-0\n")
    assert error.row == 2
    assert "which a spreadsheet program made of a result" in error.problem
    assert "format Text" in (error.remedy or "")


def test_columns_that_are_separated_by_blanks(tmp_path: Path) -> None:
    error = refused(tmp_path, "g.csv", "White Black Result\nAnn Bob 1-0\n")
    assert error.problem == "the header is one column, 'White Black Result'"
    assert "a comma, a semicolon, a tab or |" in (error.remedy or "")
    error = refused(tmp_path, "g.xyz", "White Black Result\nAnn Bob 1-0\n")
    assert "a comma, a semicolon, a tab or |" in (error.remedy or "")


def test_a_decimal_comma_in_a_file_of_commas(tmp_path: Path) -> None:
    error = refused(tmp_path, "g.csv", "white,black,result\nAnn,Bob,0,5\n")
    assert error.row == 2
    assert 'A cell that holds a comma needs quotes: "0,5".' in (error.remedy or "")
    path = tmp_path / "g.csv"
    path.write_text('white,black,result\nAnn,Bob,"0,5"\n', encoding="utf-8")
    assert arpad.read_games(path).score.tolist() == [0.5]


def test_dates_that_contradict_each_other(tmp_path: Path) -> None:
    text = "date,white,black,result\n25/04/2026,Ann,Bob,1-0\n04/28/2026,Bob,Ann,1-0\n"
    error = refused(tmp_path, "g.csv", text)
    assert "Correct one of them, or write all dates as 2026-04-25." in (error.remedy or "")


def test_a_list_of_players(tmp_path: Path) -> None:
    error = refused(tmp_path, "p.csv", "name,rating\nAnn,1500\nBob,1600\n")
    assert error.problem.startswith("this seems to be a list of players")
    assert "Ratings need the games" in (error.remedy or "")


def test_the_advice_for_a_table_without_a_header_works(tmp_path: Path) -> None:
    text = "2024-01-05,Ann,Lima,2,1\n2024-01-06,Bob,Oslo,0,0\n"  # nobody plays twice
    with command_line():
        error = refused(tmp_path, "g.csv", text)
    advice = re.search(r"--columns (\S+)\.$", error.remedy or "")
    assert advice is not None
    columns = dict(pair.split("=") for pair in advice[1].split(","))
    games = arpad.read_games(tmp_path / "g.csv", columns=columns)
    assert (len(games), games.score.tolist()) == (2, [1.0, 0.5])


@pytest.mark.parametrize(
    "name", ["BYE (half point)", "half-point bye", "Half bye", "bye (1)", "Full-point bye"]
)
def test_a_bye_that_is_said_more_exactly(tmp_path: Path, name: str) -> None:
    path = tmp_path / "g.csv"
    path.write_text(f"white,black,result\nAnn,Bob,1-0\nCid,{name},1-0\n", encoding="utf-8")
    games = arpad.read_games(path)
    assert (len(games), games.source.byes) == (1, 1)


@pytest.mark.parametrize("name", ["Byers", "Bye Bye Birdie", "Good bye", "Babylon (bye)"])
def test_a_name_with_bye_in_it_is_somebody(tmp_path: Path, name: str) -> None:
    path = tmp_path / "g.csv"
    path.write_text(f"white,black,result\nAnn,Bob,1-0\nCid,{name},1-0\n", encoding="utf-8")
    assert len(arpad.read_games(path)) == 2


def test_columns_the_wrong_way_round() -> None:
    table = {"user": ["Ann"], "enemy": ["Bob"], "won": ["1-0"]}
    with pytest.raises(arpad.BadInput, match="'user' is a column of the table") as caught:
        arpad.read_games(table, columns={"user": "first", "enemy": "second", "won": "score"})
    assert caught.value.remedy == 'Name the role first, then the column: columns={"first": "user"}.'
    for wrong in (["user", "enemy"], "user", {"first": 1}, {1: "user"}):
        with pytest.raises(arpad.BadInput) as refusal:
            arpad.read_games(table, columns=wrong)  # type: ignore[arg-type]
        assert refusal.value.code == "columns.not-a-mapping"


@pytest.mark.parametrize(
    ("ratings", "decimal", "expected"),
    [
        (("1.650", "1.480"), "point", [1.65, 1.48]),
        (("1.650", "1.480,5"), None, [1650.0, 1480.5]),
        (("1650,5", "1480"), None, [1650.5, 1480.0]),
        (("1650.5", "1480"), None, [1650.5, 1480.0]),
        (("1.650", "987"), "comma", [1650.0, 987.0]),
        (("1.650", "987"), "point", [1.65, 987.0]),
        (("1.234.567", "2"), None, [1234567.0, 2.0]),
    ],
)
def test_the_marks_of_ratings(
    ratings: tuple[str, ...], decimal: str | None, expected: list[float], tmp_path: Path
) -> None:
    path = tmp_path / "p.csv"
    path.write_text(f"name;rating\nAnn;{ratings[0]}\nBob;{ratings[1]}\n", encoding="utf-8")
    assert read_players(path, decimal=decimal).number("rating").tolist() == expected


@pytest.mark.parametrize("other", ["987", "1.480", ""])
def test_a_rating_that_may_be_a_thousand_times_as_much_is_asked_about(other: str, tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text(f"name;rating\nAnn;1.650\nBob;{other}\n", encoding="utf-8")
    with pytest.raises(arpad.BadInput, match=r"'1\.650' may be 1650 or 1\.65") as caught:
        read_players(path)
    assert caught.value.code == "numbers.ambiguous"


def test_columns_of_a_table_in_memory_that_have_not_one_length() -> None:
    with pytest.raises(arpad.BadInput, match="the column 'white' has 2 values, and 'black' has 1"):
        arpad.read_games({"white": ["Ann", "Bob"], "black": ["Cid"], "result": ["1-0", "0-1"]})


@pytest.mark.parametrize(
    ("results", "scores"),
    [
        (("3/1", "1/2", "0/3"), [1.0, 0.0, 0.0]),
        (("1/0", "1/2", "0/1"), [1.0, 0.5, 0.0]),
        (("1/2", "1/2", "1/2"), [0.5, 0.5, 0.5]),
        (("2/2", "1/2", "2/1"), [0.5, 0.0, 1.0]),
        (("25/20", "18/25", "0/25"), [1.0, 0.0, 0.0]),
    ],
)
@pytest.mark.parametrize("header", ["date,white,black,result", "date,home_side,guest_side,score"])
def test_scores_with_a_slash(
    results: tuple[str, ...], scores: list[float], header: str, tmp_path: Path
) -> None:
    sides = [("Ann", "Bob"), ("Cid", "Ann"), ("Bob", "Cid")]
    rows = [
        f"2024-01-0{at},{a},{b},{r}" for at, ((a, b), r) in enumerate(zip(sides, results, strict=True), 1)
    ]
    path = tmp_path / "g.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    assert arpad.read_games(path).score.tolist() == scores


def test_a_slash_beside_other_results_is_no_score(tmp_path: Path) -> None:
    error = refused(tmp_path, "g.csv", "white,black,result\nAnn,Bob,1-0\nBob,Cid,3/1\nCid,Ann,0-1\n")
    assert error.row == 3
