"""Results of Go as they are written in game records (SGF FF[4], property RE)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arpad.core import BadInput
from arpad.rulebooks.go.results import printed, read
from arpad.rulebooks.pairing_catalogue import read_result, written_result
from arpad.tournament.model import Pairing
from arpad.tournament.results import Result

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "white", "points"),
    [
        ("B+3.5", Result.LOSS, (0, 7 * HALF)),
        ("w + 0,5", Result.WIN, (HALF, 0)),
        ("W+R", Result.WIN, None),
        ("b+resign", Result.LOSS, None),
        ("B+T", Result.LOSS, None),
        ("W+Time", Result.WIN, None),
        ("B+", Result.LOSS, None),
        ("B+F", Result.FORFEIT_LOSS, None),
        ("W+Forfeit", Result.FORFEIT_WIN, None),
        ("Jigo", Result.DRAW, None),
        ("1-0", Result.LOSS, None),
        ("0-1", Result.WIN, None),
        ("½-½", Result.DRAW, None),
    ],
)
def test_results_are_read(text: str, white: Result, points: tuple[Fraction, Fraction] | None) -> None:
    assert read_result("go-swiss", text) == (white, white.opposite(), points)


@pytest.mark.parametrize("text", ["B+0", "W+999", "B+0.3", "B3.5", "3-1", "B+X", "", "+3.5"])
def test_what_is_not_a_result_of_go_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is not a valid result"):
        read_result("mcmahon", text)


def test_results_are_written_as_they_are_read() -> None:
    for text in ("B+3.5", "W+0.5", "B+12"):
        found = read(text)
        assert found is not None
        assert found[2] is not None
        assert printed(*found[2]) == text


def test_a_result_that_is_not_gos_own_is_left_to_the_usual_ways() -> None:
    assert read("1-0") is None
    assert read_result("go-swiss", "0-0") == (Result.LOSS, Result.LOSS, None)


@pytest.mark.parametrize(
    ("typed", "shown"), [("B+R", "B+"), ("W+T", "W+"), ("B+", "B+"), ("1-0", "B+"), ("0-1", "W+")]
)
def test_a_win_without_a_margin_is_printed_with_its_colour(typed: str, shown: str) -> None:
    """Black stands first: 1-0 is a win of Black, and B+ says so to who thinks of chess."""
    white, black, points = read_result("mcmahon", typed)
    game = Pairing(1, 2, white, black, points)
    assert written_result("mcmahon", game) == shown
    assert read_result("mcmahon", shown) == (white, black, points)
