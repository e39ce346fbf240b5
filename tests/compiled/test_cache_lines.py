"""Rows for kernels begin with a cache line: no prefetch brings half a row."""

from __future__ import annotations

import pytest

from arpad.compiled.cache_lines import rows_of_zeros


@pytest.mark.parametrize("width", [1, 2, 4, 8])
@pytest.mark.parametrize("count", [1, 5, 1_000, 300_000])  # the last is an array that has pages of its own
def test_no_row_lies_across_two_cache_lines(count: int, width: int) -> None:
    rows = rows_of_zeros(count, width)
    assert rows.shape == (count, width)
    assert rows.flags.c_contiguous
    assert not rows.any()
    first = [rows.ctypes.data + 8 * width * row for row in range(min(count, 16))]
    assert first[0] % 64 == 0
    assert all(start // 64 == (start + 8 * width - 1) // 64 for start in first)


def test_there_may_be_nobody() -> None:
    assert rows_of_zeros(0, 4).shape == (0, 4)
