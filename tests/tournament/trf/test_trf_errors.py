"""A bad file is refused with the line, the columns, and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.tournament import Result
from arpad.tournament.trf import parse, read_trf

GOOD = """\
012 Two games
001    1      Alpha                             2000                             1.0    1     2 w 1
001    2      Beta                              1900                             0.0    3     1 b 0
001    3      Gamma                             1800                             0.5    2     4 w =
001    4      Delta                             1700                             0.5    2     3 b =
"""


def changed(row: int, column: int, text: str) -> str:
    lines = GOOD.splitlines()
    line = lines[row - 1]
    lines[row - 1] = line[: column - 1] + text + line[column - 1 + len(text) :]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("text", "row", "columns", "problem"),
    [
        (changed(2, 5, "   x"), 2, "5-8", "'x' is not a starting rank"),
        (changed(2, 5, "    "), 2, "5-8", "no starting rank"),
        (changed(3, 8, "1"), 3, "5-8", "stands in line 2 too"),
        (changed(2, 49, "20x0"), 2, "49-52", "is not a rating"),
        (changed(2, 81, "1.x "), 2, "81-84", "is not a number of points"),
        (changed(2, 95, "x"), 2, "92-95", "opponent of round 1"),
        (changed(2, 95, "9"), 2, "92-95", "has no line"),
        (changed(2, 95, "1"), 2, "92-95", "with itself"),
        (changed(2, 95, "3"), 2, "92-95", "whose line 4 names 4"),
        (changed(2, 96, "w"), 2, "96", "between two columns"),
        (changed(2, 97, "x"), 2, "97", "is not a colour"),
        (changed(3, 97, "w"), 2, "97", "both have White"),
        (changed(3, 97, " "), 2, "97", "only one of 1 and 2"),
        (changed(2, 99, "H"), 2, "99", "is not the result of a game"),
        (changed(3, 99, "="), 2, "99", "is '1' for 1, and '=' for 2 in line 3"),
        (changed(3, 99, " "), 2, "99", "is '1' for 1, and '*' for 2 in line 3"),
        (changed(2, 92, "0000"), 2, "92-99", "and no opponent"),
        (changed(2, 81, " 1.5"), 2, "81-84", "1 has 1.5 points, and results worth 1"),
        ("142 x\n" + GOOD, 1, "5", "is not a number of rounds"),
        ("152 R\n" + GOOD, 1, "5", "is not a colour"),
        ("162  Q 1.0\n" + GOOD, 1, "6", "is not a valid result"),
        ("162  Z 0.5\n" + GOOD, 1, "6", "is not a valid result"),
        ("162  W\n" + GOOD, 1, "7-10", "points are missing"),
        ("XXS Q=1\n" + GOOD, 1, "5-7", "does not give points for a result"),
        ("240 H\n" + GOOD, 1, "7-9", "round is missing"),
        ("240 Q 001    1\n" + GOOD, 1, "5", "is not a bye"),
        ("240 H 002    7\n" + GOOD, 1, None, "no participant has that number"),
        ("240 H 001    1\n" + GOOD, 1, None, "something else in line 3"),
        ("250      01.0 001\n" + GOOD, 1, "15-31", "are missing"),
        ("260 001 002    1    x\n" + GOOD, 1, "21", "is not a pairing number"),
    ],
)
def test_where_and_what(text: str, row: int, columns: str | None, problem: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(text, "cup.trf").tournament()
    error = caught.value
    assert problem in error.problem
    assert (error.file, error.row, error.column) == ("cup.trf", row, columns)


def test_a_lenient_reading_says_what_it_passed_over() -> None:
    document = parse(changed(3, 99, "="), "cup.trf")
    game = document.tournament(lenient=True).rounds[0].pairings[0]
    # White's line counts.
    assert (game.white_result, game.black_result) == (Result.WIN, Result.LOSS)
    assert [error.row for error in document.warnings] == [2]
    assert parse(GOOD).warnings == ()


def test_points_may_have_the_byes_of_the_round_to_be_paired_or_not() -> None:
    for points in (" 1.0", " 1.5"):
        text = changed(2, 81, points).replace("2 w 1", "2 w 1  0000 - H")
        assert read_trf(text).scores()[1] == 1


def test_both_players_may_lose() -> None:
    for letter in "0-L":
        text = GOOD.replace("w =", f"w {letter}").replace("b =", f"b {letter}").replace(" 0.5 ", " 0.0 ")
        game = read_trf(text).rounds[0].pairings[1]
        assert game.white_result is game.black_result is Result(letter)


def test_points_set_by_hand_are_not_compared() -> None:
    # TRF26, 299: points in 14-17, the round in 20-22, numbers from 24.
    by_hand = "299".ljust(13) + "-0.5" + "001".rjust(5) + "1".rjust(5)
    assert by_hand[23:27] == "   1"
    text = changed(2, 81, " 0.5")
    assert read_trf(text + by_hand + "\n").played == 1
    with pytest.raises(BadInput, match=r"has 0\.5 points"):
        read_trf(text)


@pytest.mark.parametrize("content", ["white,black\nAnn,Bob\n", "### nothing but a comment\n"])
def test_a_file_that_is_something_else(content: str, tmp_path: Path) -> None:
    path = tmp_path / "cup.trf"
    path.write_text(content)
    with pytest.raises(BadInput, match="not a tournament report"):
        read_trf(path)
    path.write_text(" \n")
    with pytest.raises(BadInput, match="empty"):
        read_trf(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no such file"):
        read_trf(tmp_path / "nothing.trf")


def test_a_file_that_is_not_in_the_encoding_that_was_named_is_named_itself() -> None:
    with pytest.raises(BadInput) as error:
        parse("012 Müller\n".encode("cp1252"), "cup.trf", "utf-8")
    assert error.value.file == "cup.trf"
