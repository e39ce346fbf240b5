"""Words become numbers: the short way and the long way give the same ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from arpad.record.cells import interning


def intern(columns: Sequence[pl.Series]) -> tuple[list[NDArray[np.int32]], list[str]]:
    interner = interning.Interner()
    interner.add(columns)
    return interner.codes(), interner.words()


def both(columns: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> tuple[list[list[int]], list[str]]:
    series = [pl.Series(column, dtype=pl.String) for column in columns]
    results = []
    for long in (10**9, 0):
        monkeypatch.setattr(interning, "LONG", long)
        codes, words = intern(series)
        assert all(code.dtype == np.int32 for code in codes)
        results.append(([code.tolist() for code in codes], list(words)))
    assert results[0] == results[1]
    return results[0]


def test_the_order_is_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    codes, words = both([["c", "a", "c"], ["b", "c", "a"]], monkeypatch)
    assert codes == [[0, 2, 0], [1, 0, 2]]
    assert words == ["c", "b", "a"]


def test_one_column(monkeypatch: pytest.MonkeyPatch) -> None:
    assert both([["x", "", "x", "é", "a name longer than twelve bytes"]], monkeypatch) == (
        [[0, 1, 0, 2, 3]],
        ["x", "", "é", "a name longer than twelve bytes"],
    )


def test_many_words_make_the_table_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [f"player {i}" for i in range(150_000)]
    codes, found = both([words, words[::-1]], monkeypatch)
    assert found[:4] == ["player 0", "player 149999", "player 1", "player 149998"]
    assert codes[0][:3] == [0, 2, 4]
    assert codes[1][-1] == 0
    assert len(found) == 150_000


def test_words_that_share_one_of_both_hashes_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def colliding(column: pl.Series, seed: int) -> NDArray[np.uint64]:
        asked.append(seed)
        low = len(asked) % 2 == 1  # the first of the two seeds is asked first, column by column
        return (column.str.len_bytes().cast(pl.UInt64) if low else column.hash(seed)).to_numpy()

    monkeypatch.setattr(interning, "_hashes", colliding)
    codes, words = both([["ab", "cd", "ab", "xyz"], ["cd", "ef", "xyz", "ab"]], monkeypatch)
    assert words == ["ab", "cd", "ef", "xyz"]
    assert codes == [[0, 1, 0, 3], [1, 2, 3, 0]]
    assert len(set(asked)) == 2


def test_missing_words_are_empty() -> None:
    codes, words = intern([pl.Series(["a", None, "a"])])
    assert codes[0].tolist() == [0, 1, 0]
    assert words == ["a", ""]


@given(st.lists(st.tuples(st.text(max_size=14), st.text(max_size=14)), min_size=1, max_size=40))
@settings(deadline=None)
def test_both_ways_agree(rows: list[tuple[str, str]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        both([[row[0] for row in rows], [row[1] for row in rows]], patch)


def test_tidying_merges_what_blanks_set_apart() -> None:
    new, words = interning.tidied(["a ", "b", "a", "  ", "\tb"])
    assert new.tolist() == [0, 1, 0, -1, 1]
    assert words == ["a", "b"]


def test_renumbering_drops_the_absent() -> None:
    first, second = np.array([4, 2], dtype=np.int32), np.array([2, 1], dtype=np.int32)
    (one, two), words = interning.renumbered([first, second], ["a", "b", "c", "d", "e"])
    assert words == ["e", "c", "b"]
    assert one.tolist() == [0, 1]
    assert two.tolist() == [1, 2]
