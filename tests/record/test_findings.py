"""Files that were once misread, refused for a false reason, or ended in a traceback."""

from __future__ import annotations

import csv
import json
from datetime import date
from pathlib import Path

import polars as pl
import pytest

from arpad.core import BadInput
from arpad.record import Games, read_games


def read(tmp_path: Path, name: str, text: str | bytes, **options: object) -> Games:
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_games(file, **options)  # type: ignore[arg-type]


def refused(tmp_path: Path, name: str, text: str | bytes) -> BadInput:
    with pytest.raises(BadInput) as caught:
        read(tmp_path, name, text)
    return caught.value


def set_aside(tmp_path: Path, name: str, text: str) -> tuple[Games, list[dict[str, str]]]:
    rejects = tmp_path / "rejects.csv"
    games = read(tmp_path, name, text, rejects=rejects)
    with rejects.open(encoding="utf-8", newline="") as stream:
        return games, list(csv.DictReader(stream))


@pytest.mark.parametrize(
    ("column", "values"),
    [("white", [["a"], ["b"]]), ("score", [[1], [0]]), ("white", [b"a", b"b"]), ("date", [True, False])],
)
def test_columns_of_other_types_are_refused_by_name(
    column: str, values: list[object], tmp_path: Path
) -> None:
    plain = {"white": ["a", "b"], "black": ["c", "d"], "score": [1, 0], "date": ["2024-01-01"] * 2}
    frame = pl.DataFrame({**plain, column: values})
    frame.write_parquet(tmp_path / "g.parquet")
    for source in (frame, tmp_path / "g.parquet"):
        with pytest.raises(BadInput, match="the column holds") as caught:
            read_games(source)
        assert caught.value.column == column
        assert caught.value.file


GOOD = json.dumps({"white": "a", "black": "b", "score": 1})


@pytest.mark.parametrize(
    "bad",
    [
        '{"white": "\\ud800", "black": "b", "score": 1}',
        '{"\\uDC00": "x", "white": "a", "black": "b", "score": 1}',
        "[" * 100_000,
        '{"white": ' + "[" * 100_000,
    ],
)
def test_lines_that_json_or_unicode_cannot_be(bad: str, tmp_path: Path) -> None:
    text = f"{GOOD}\n{bad}\n{GOOD}\n"
    assert refused(tmp_path, "g.jsonl", text).row == 2
    games, rows = set_aside(tmp_path, "g.jsonl", text)
    assert len(games) == 2
    assert [row["line"] for row in rows] == ["2"]


def test_a_whole_character_written_as_a_pair_is_text(tmp_path: Path) -> None:
    games = read(tmp_path, "g.jsonl", '{"white": "\\ud83d\\ude00", "black": "b", "score": 1}\n')
    assert games.players.names == ["😀", "b"]


def test_a_time_of_day_beside_the_date(tmp_path: Path) -> None:
    head = "date,time,white,black,result\n"
    games = read(tmp_path, "g.csv", head + "2024-01-01,19:30,A,B,1-0\n2024-01-01,9:30:15,B,C,1-0\n")
    assert games.time is not None
    assert games.time.astype(str).tolist() == ["2024-01-01T19:30:00", "2024-01-01T09:30:15"]
    plain = read(tmp_path, "g.csv", head + "2024-01-01,x,A,B,1-0\n", columns={"clock": ""})
    assert plain.time is not None
    assert plain.time.astype(str).tolist() == ["2024-01-01"]
    error = refused(tmp_path, "g.csv", head + "2024-01-01,19:30,A,B,1-0\n2024-01-01,25:00,B,C,1-0\n")
    assert (error.row, error.column) == (3, "time")
    assert "'25:00' is not a time of day" in str(error)
    error = refused(tmp_path, "g.csv", head + "2024-01-01 12:00,19:30,A,B,1-0\n")
    assert (error.row, error.column) == (2, "time")
    assert "stands beside a column that has no dates" in str(error)


def test_a_time_of_day_in_parquet(tmp_path: Path) -> None:
    frame = pl.DataFrame({"date": ["2024-01-01"], "time": ["19:30:00"], "a": ["x"], "b": ["y"], "score": [1]})
    frame = frame.with_columns(pl.col("date").str.to_date(), pl.col("time").str.to_time())
    time = read_games(frame).time
    assert time is not None
    assert time.astype(str).tolist() == ["2024-01-01T19:30:00"]


def test_numbered_periods_beside_dates_can_be_chosen(tmp_path: Path) -> None:
    text = "date,time,period,a,b,score\n2024-01-01,19:30,7,x,y,1\n"
    games = read(tmp_path, "g.csv", text, columns={"time": "period"})
    assert games.time is not None
    assert games.time.tolist() == [7]


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("winner,loser,score\nA,B,0\n", "score", "'0' is not a valid result for the winner"),
        ("winner,loser,result\nA,B,0-1\n", "result", "'0-1' is not a valid result for the winner"),
        (
            "winner,loser,winner_score,loser_score\nA,B,1,3\n",
            "winner_score",
            "the loser has more points than the winner's 1",
        ),
        ("home,away,home_score,away_score,result\nA,B,1,0,0-1\n", "result", "contradicts the points"),
        ("home,away,home_score,away_score,result\nA,B,1,0,½-½\n", "result", "contradicts the points"),
        ("home,away,home_score,away_score,result\nA,B,0,2,1-0\n", "result", "contradicts the points"),
    ],
)
def test_results_that_contradict_themselves(text: str, column: str, words: str, tmp_path: Path) -> None:
    error = refused(tmp_path, "g.csv", text)
    assert (error.row, error.column) == (2, column)
    assert words in str(error)
    _, rows = set_aside(tmp_path, "g.csv", text)
    assert [row["line"] for row in rows] == ["2"]


@pytest.mark.parametrize(
    ("text", "score"),
    [
        # A shoot-out decides where the goals are equal; points may be unknown.
        ("home,away,home_score,away_score,result\nA,B,1,1,0-1\n", 0.0),
        ("home,away,home_score,away_score,result\nA,B,,,0-1\n", 0.0),
        ("home,away,home_score,away_score,result\nA,B,0,1,0-1\n", 0.0),
        ("winner,loser,winner_score,loser_score\nA,B,1,1\n", 1.0),
        ("winner,loser,score\nA,B,0.5\n", 0.5),
    ],
)
def test_results_that_agree(text: str, score: float, tmp_path: Path) -> None:
    assert read(tmp_path, "g.csv", text).score.tolist() == [score]


def test_offsets_that_differ_are_all_read_as_utc(tmp_path: Path) -> None:
    head = "date,white,black,result\n"
    rows = ("2024-03-01T10:00:00Z", "2024-03-01T10:00:00+09:00", "2024-03-01T10:00:00-0230")
    for order in (rows, rows[::-1]):
        games = read(tmp_path, "g.csv", head + "".join(f"{row},A,B,1-0\n" for row in order))
        assert games.time is not None
        found = dict(zip(order, games.time.astype(str).tolist(), strict=True))
        assert [found[row] for row in rows] == [
            "2024-03-01T10:00:00",
            "2024-03-01T01:00:00",
            "2024-03-01T12:30:00",
        ]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("03/02/2024", "'03/02/2024' may have the day first or the month"),
        ("0001-01-01", "'0001-01-01' is before the year 1000"),
        ("99999999999999999999", "is too large for the number of a period"),
    ],
)
def test_the_reason_given_for_a_date_is_the_true_one(value: str, words: str, tmp_path: Path) -> None:
    text = str(refused(tmp_path, "g.csv", f"date,white,black,result\n{value},A,B,1-0\n"))
    assert words in text
    assert f"Expected the form of the first, {value}" not in text


def test_a_number_among_dates_is_not_called_too_large(tmp_path: Path) -> None:
    rows = "date,white,black,result\n2024-03-01,A,B,1-0\n7,A,B,1-0\n"
    text = str(refused(tmp_path, "g.csv", rows))
    assert "'7' is not a date" in text
    assert "too large" not in text


def test_numbers_of_periods_end_where_not_every_whole_number_is_a_float(tmp_path: Path) -> None:
    """IEEE 754: 2⁵³ = 9007199254740992 is the first that has no neighbour of its own."""
    head = "period,white,black,result\n"
    games = read(tmp_path, "g.csv", f"{head}9007199254740991,A,B,1-0\n")
    assert games.time is not None
    assert games.time.tolist() == [2**53 - 1]
    text = str(refused(tmp_path, "g.csv", f"{head}9007199254740992,A,B,1-0\n"))
    assert "'9007199254740992' is too large for the number of a period" in text


def test_a_zip_archive_is_called_one(tmp_path: Path) -> None:
    packed = b"PK\x03\x04\x14\0\0\0\x08\0" + bytes(200)
    assert "the file is a zip archive, not CSV" in str(refused(tmp_path, "g.csv", packed))
    assert "the workbook is damaged" in str(refused(tmp_path, "g.xlsx", packed))
    assert "in UTF-16" in str(refused(tmp_path, "g.csv", "a,b,score\nx,y,1\n".encode("utf-16-le")))


@pytest.mark.parametrize(("zeros", "called"), [(4, "binary"), (9, "in UTF-16")])
def test_a_file_of_zero_bytes_is_utf_16_where_half_of_them_are_zero(
    zeros: int, called: str, tmp_path: Path
) -> None:
    """Latin letters in UTF-16 are zeros at every other byte; four of eighteen bytes are no text."""
    content = (b"\0a" * zeros + b"ab" * (9 - zeros)) * 40
    assert f"the file is {called}, not" in str(refused(tmp_path, "g.csv", content))


def test_zero_bytes_that_are_not_every_other_one_are_not_utf_16(tmp_path: Path) -> None:
    assert "the file is binary, not" in str(refused(tmp_path, "g.csv", b"\0\0ab" * 90))


def test_a_missing_date_in_the_first_row_of_a_frame() -> None:
    frame = pl.DataFrame({"a": ["x", "x"], "b": ["y", "y"], "score": [1, 1]})
    frame = frame.with_columns(pl.Series("date", [None, date(2024, 1, 1)]))
    with pytest.raises(BadInput, match="the date is missing"):
        read_games(frame)


def chess(white: str, black: str, result: str, *tags: str) -> str:
    named = [f'[White "{white}"]', f'[Black "{black}"]', f'[Result "{result}"]', *tags]
    return "\n".join([*named, "", result, "", ""])


@pytest.mark.parametrize("value", ["2024.02.30", "foo", "2024.13.??", "2024", "0000.01.01", "????.02.30"])
def test_what_no_calendar_has_is_a_bad_row_in_every_file(value: str, tmp_path: Path) -> None:
    text = chess("a", "b", "1-0") + chess("c", "d", "1-0", f'[Date "{value}"]')
    error = refused(tmp_path, "g.pgn", text)
    assert (error.row, error.column) == (10, "Date")
    assert f"{value!r} is not a date" in str(error)
    games, rows = set_aside(tmp_path, "g.pgn", text)
    assert games.players.names == ["a", "b"]
    assert [(row["line"], row["value"]) for row in rows] == [("10", value)]


def test_known_years_keep_their_order_where_no_date_is_whole(tmp_path: Path) -> None:
    text = (
        chess("a", "b", "1-0", '[Date "2024.??.??"]')
        + chess("c", "d", "1-0", '[Date "2023.05.??"]')
        + chess("e", "f", "1-0", '[Date "2023.??.07"]')
    )
    time = read(tmp_path, "g.pgn", text).time
    assert time is not None
    assert time.astype(str).tolist() == ["2024-01-01", "2023-05-01", "2023-01-01"]
    error = refused(tmp_path, "g.pgn", text + chess("g", "h", "1-0", '[Date "????.??.??"]'))
    assert error.row == 25
    assert "'????.??.??' is not a date with its year" in str(error)


def test_a_utc_date_that_is_not_whole_gives_way_to_the_date(tmp_path: Path) -> None:
    tags = ('[UTCDate "????.??.??"]', '[Date "2024.01.02"]', '[UTCTime "10:00:00"]')
    time = read(tmp_path, "g.pgn", chess("a", "b", "1-0", *tags)).time
    assert time is not None
    assert time.astype(str).tolist() == ["2024-01-02"]


FAKE = '[Event "fake"]\n[White "No"]\n[Black "One"]\n[Result "1-0"]\n'
REAL = '[Event "x"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n'


@pytest.mark.parametrize(
    "text",
    [
        REAL + "{ comment starts\n\n" + FAKE + "\n} 1-0\n",
        REAL + "1. e4 { comment\n\n" + FAKE + "\n1. d4\n\n" + FAKE + "} e5 { more } 1-0\n",
        REAL + "1. e4 ; not { open\n1-0\n",
        REAL + "1. e4 { ; } e5 { open ; {\n\n" + FAKE + "} 1-0\n",
        # Tags indented, several on a line, and moves behind them.
        '  [Event "x"] [White "Ann"][Black "Bob"]\n\t[Result "1-0"] 1. e4 { a\n[White "No"]\n} 1-0\n',
    ],
)
def test_one_game_whatever_its_comments_hold(text: str, tmp_path: Path) -> None:
    for more in ("", chess("c", "d", "0-1")):
        games = read(tmp_path, "g.pgn", text + "\n" + more)
        assert games.players.names == ["Ann", "Bob", *(["c", "d"] if more else [])]


def test_comments_never_closed_lose_no_game(tmp_path: Path) -> None:
    open_game = REAL.replace("Ann", "{}") + "1. e4 {{ open\n1-0\n\n"
    text = "".join(open_game.format(name) for name in "abc") + REAL + "1. e4 { closed } 1-0\n"
    assert read(tmp_path, "g.pgn", text).players.names == ["a", "Bob", "b", "c", "Ann"]


@pytest.mark.parametrize("tag", ['[White "Ann]', "[White Ann]", '[White "Ann"', '[White "An"n"]'])
def test_a_tag_that_is_not_whole_is_named_by_its_line(tag: str, tmp_path: Path) -> None:
    text = (
        chess("a", "b", "1-0") + tag + '\n[Black "Bob"]\n[Result "1-0"]\n\n1-0\n\n' + chess("c", "d", "1-0")
    )
    error = refused(tmp_path, "g.pgn", text)
    assert error.row == 7
    assert "the line is not a complete tag" in str(error)
    games, rows = set_aside(tmp_path, "g.pgn", text)
    assert games.players.names == ["a", "b", "c", "d"]
    assert [(row["line"], row["value"]) for row in rows] == [("7", tag)]


@pytest.mark.parametrize(
    "names", [("result1", "result2"), ("a_result", "b_result"), ("Result A", "Result B")]
)
def test_results_of_both_sides_leave_each_other_the_rest(tmp_path: Path, names: tuple[str, str]) -> None:
    """1 and 1 are points of a draw; the first column alone made it a win."""
    head = f"player_a,player_b,{names[0]},{names[1]}\n"
    drawn = head + "Ann,Bob,1,0\nAnn,Cid,1,1\n"
    error = refused(tmp_path, "a.csv", drawn)
    assert (error.row, error.column) == (3, names[0])
    assert f"points_first={names[0]},points_second={names[1]}" in (error.remedy or "")
    meant = {"points_first": names[0], "points_second": names[1]}
    assert read(tmp_path, "b.csv", drawn, columns=meant).score.tolist() == [1, 0.5]
    assert read(tmp_path, "c.csv", drawn, columns={"score": names[0]}).score.tolist() == [1, 1]
    words = head + "Ann,Bob,win,loss\nAnn,Cid,draw,draw\nBob,Cid,0,1\nBob,Ann,½,0.5\nCid,Ann,1,\n"
    assert read(tmp_path, "d.csv", words).score.tolist() == [1, 0.5, 0, 0.5, 1]
    games, rejected = set_aside(tmp_path, "e.csv", drawn)
    assert len(games) == len(rejected) == 1
