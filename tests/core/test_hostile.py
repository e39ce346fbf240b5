"""Text that a spreadsheet would run, that commands a terminal, or that is too long to be read."""

from __future__ import annotations

import json
import re

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core.hostile import FORMULA, guarded, json_text, raw_csv, unguarded
from arpad.core.wording import shortened

HOSTILE = ["=cmd|' /C calc'!A0", "@SUM(1)", "+1", "-2", "\t=1", "\r=1", "\n=1", "'=1", "''+1", "＝1"]
TAME = ["Ann", "", "O'Neill", "'s-Gravenhage", "'", "1", "1-0", "a=b", "…"]

texts = st.one_of(st.text(), st.text("'=+-@\t\r\na＝", max_size=6))


@pytest.mark.parametrize("text", HOSTILE)
def test_a_formula_stands_behind_an_apostrophe(text: str) -> None:
    assert guarded(text) == f"'{text}"
    with raw_csv():
        assert guarded(text) == text
    assert guarded(text) == f"'{text}"


@pytest.mark.parametrize("text", TAME)
def test_other_texts_stay(text: str) -> None:
    assert guarded(text) == unguarded(text) == text


@given(texts)
def test_what_is_guarded_comes_back(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert guarded(text)[:1] not in tuple("=+-@\t\r\n＝＋－＠")


@given(
    st.lists(texts.filter(lambda text: max(text, default="a") < "\ud800" or max(text) > "\udfff"), max_size=9)
)
def test_polars_guards_the_same(words: list[str]) -> None:
    column = pl.Series(words, dtype=pl.String)
    assert column.str.contains(FORMULA).to_list() == [guarded(word) != word for word in words]


@given(
    st.recursive(st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
)
def test_json_means_the_same_and_shows_every_character(document: object) -> None:
    written = json_text(document)
    assert json.loads(written) == document
    assert not re.search(
        "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]", written
    )


def test_json_keeps_what_people_read() -> None:
    assert json_text({"name": "Zoë 김민지 ½"}) == '{"name": "Zoë 김민지 ½"}'
    assert json_text("a\u202eb\x9b1mc\ud800") == '"a\\u202eb\\u009b1mc\\ud800"'
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_text(float("nan"))


def test_a_long_message_lacks_its_middle() -> None:
    assert shortened("x" * 2000) == "x" * 2000
    found = shortened("a" * 5000 + "b" * 5000)
    assert len(found) <= 2000
    assert found.startswith("aaa")
    assert found.endswith("bbb")
    assert "(8040 characters left out)" in found
