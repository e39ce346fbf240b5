"""Results as people write them."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import DRAW, LOSS, WIN, BadInput, parse_score


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("1-0", WIN),
        ("0-1", LOSS),
        ("1/2-1/2", DRAW),
        ("½-½", DRAW),
        ("0.5-0.5", DRAW),
        (" 1 - 0 ", WIN),
        ("1–0", WIN),
        ("½–½", DRAW),
        ("0—1", LOSS),
        ("1:0", WIN),
        ("½:½", DRAW),
        ("½", DRAW),
        ("1/2", DRAW),
        ("=", DRAW),
        ("W", WIN),
        ("Won", WIN),
        ("d", DRAW),
        ("Draw", DRAW),
        ("tie", DRAW),
        ("LOSS", LOSS),
        ("lost", LOSS),
        ("1", 1.0),
        ("0", 0.0),
        ("0.5", 0.5),
        (".75", 0.75),
        ("1.0", 1.0),
    ],
)
def test_results(text: str, score: float) -> None:
    assert parse_score(text) == score


@pytest.mark.parametrize(
    "text", ["", "*", "2-0", "3-1", "7", "-1", "-0.1", "1.0001", "nan", "inf", "-inf", "won?", "0-0", "1-1"]
)
def test_no_results(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_score(text)
    assert str(caught.value) == (
        f"{text!r} is not a valid result. Expected 1-0, ½-½, 0-1, win, draw, loss or a score from 0 to 1."
    )


@given(st.floats(0.0, 1.0))
def test_every_number_from_0_to_1(score: float) -> None:
    assert parse_score(repr(score)) == score


@given(st.text(max_size=12))
def test_whatever_is_written_is_a_score_or_refused(text: str) -> None:
    with suppress(BadInput):
        assert 0.0 <= parse_score(text) <= 1.0
