"""Results as arbiters type them: short, punished, unrated, by forfeit; and as they are printed."""

from __future__ import annotations

import pytest

from arpad.core import BadInput
from arpad.rulebooks.pairing_catalogue import read_result
from arpad.tournament.entry import game_result, result_text, typed_result
from arpad.tournament.model import Pairing
from arpad.tournament.results import possible

GAMES = {
    "1-0": "10",
    "½-½": "==",
    "0-1": "01",
    "1": "10",
    "=": "==",
    "0": "01",
    "½": "==",
    "1/2": "==",
    "=-=": "==",
    "1:0": "10",
    "0.5-0.5": "==",
    "0-0": "00",
    "½-0": "=0",
    "0-½": "0=",
    "1/2-0": "=0",
    "1-0 unrated": "WL",
    "½-½ unrated": "DD",
    "0-1 u": "LW",
    "0-1U": "LW",
    "1 unrated": "WL",
    "0-0 unrated": "LL",
    "½-0 unrated": "DL",
    "W": "WL",
    "d": "DD",
    "L": "LW",
    "+-": "+-",
    "-+": "-+",
    "--": "--",
    "+": "+-",
    "-": "-+",
    "+ -": "+-",
}
"""What is typed → the letters of both sides in FIDE's report (C.04.A, TRF)."""


@pytest.mark.parametrize("text", GAMES)
def test_what_is_typed(text: str) -> None:
    found = game_result(text)
    assert found is not None
    assert "".join(one.value for one in found) == GAMES[text]
    assert possible(*found)


@pytest.mark.parametrize(
    "text",
    ["", "2", "1-1", "1-½", "½-1", "1-0-0", "+-+", "++", "won", "*", "1-0 rated", "u", "WL", "W-L", "H"],
)
def test_what_is_no_result_of_a_game(text: str) -> None:
    assert game_result(text) is None
    with pytest.raises(BadInput) as refused:
        read_result("fide-dutch", text)
    assert refused.value.code == "result.not-valid"
    for word in ("1-0, ½-½, 0-1", "1, =, 0", "0-0, ½-0, 0-½", "unrated", "W, D, L", "+-, -+, --"):
        assert word in str(refused.value)


@pytest.mark.parametrize(
    "text", ["1-0", "½-½", "0-1", "0-0", "½-0", "1-0 unrated", "½-½ unrated", "+-", "--"]
)
@pytest.mark.parametrize("black_first", [False, True])
def test_what_is_printed_can_be_typed(text: str, black_first: bool) -> None:
    found = game_result(text)
    assert found is not None
    white, black = reversed(found) if black_first else found
    assert result_text(Pairing(1, 2, white, black), black_first) == text


@pytest.mark.parametrize(("text", "white"), [("1", "0"), ("0", "1"), ("=", "="), ("+", "-"), ("W", "L")])
def test_the_first_named_is_black_in_go(text: str, white: str) -> None:
    assert read_result("go-swiss", text)[0].value == white


@pytest.mark.parametrize("text", ["0-0", "2-1", "1-0", "0-3"])
def test_goals_keep_their_meaning(text: str) -> None:
    points = read_result("fide-dutch", text, goals=True)[2]
    assert points is not None
    assert "-".join(map(str, points)) == text
    assert (typed_result(text)[2] is None) == (text == "1-0")


@pytest.mark.parametrize(
    ("text", "letters"), [("=", "=="), ("1", "10"), ("½-½", "=="), ("0", "01"), ("+", "+-")]
)
def test_a_game_without_goals_where_goals_count(text: str, letters: str) -> None:
    white, black, points = read_result("fide-dutch", text, goals=True)
    assert (white.value + black.value, points) == (letters, None)


@pytest.mark.parametrize("system", ["othello", "fide-team", "swiss-teams", "double-swiss"])
def test_short_results_are_none_of_scores_and_matches(system: str) -> None:
    for text in ("1", "=", "W", "1-0 unrated"):
        with pytest.raises(BadInput) as refused:
            read_result(system, text)
        assert refused.value.code == "result.not-valid"
    white, black, _ = read_result(system, "+")
    assert {white.value, black.value} == {"+", "-"}
