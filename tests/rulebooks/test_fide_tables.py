"""FIDE's tables 8.1.1 and 8.1.2 against a second transcription, and how the two hang together."""

from __future__ import annotations

import csv
import math
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist

import pytest

from arpad.rulebooks.fide.tables import TABLE_8_1_1, TABLE_8_1_2, by_difference, row_of

FIXTURES = Path(__file__).parents[1] / "fixtures"
EXCEPTIONS = {54: 0.58, 343: 0.88, 344: 0.88, 358: 0.90, 392: 0.92, 620: 0.99}
"""Where the printed table differs from the normal curve with sigma 2000 / 7 (0 to 800 points)."""


def rows_of(name: str) -> list[dict[str, str]]:
    with (FIXTURES / name).open() as file:
        return list(csv.DictReader(file))


def test_table_8_1_1_entry_by_entry() -> None:
    typed = [(float(row["p"]), int(row["dp"])) for row in rows_of("fide_8_1_1.csv")]
    assert len(typed) == 101
    assert sorted(TABLE_8_1_1) == sorted(typed)


def test_table_8_1_2_entry_by_entry() -> None:
    typed = [
        (
            int(row["D_min"]),
            int(row["D_max"]) if row["D_max"] else math.inf,
            float(row["PD_higher"]),
            float(row["PD_lower"]),
        )
        for row in rows_of("fide_8_1_2.csv")
    ]
    assert len(typed) == 51
    assert [tuple(row) for row in TABLE_8_1_2] == typed


def test_rows_of_8_1_2_leave_no_gap() -> None:
    assert TABLE_8_1_2[0].least == 0
    for row, following in pairwise(TABLE_8_1_2):
        assert following.least == row.most + 1
    assert TABLE_8_1_2[-1].most == math.inf


def test_h_and_l_of_every_row_add_up_to_one() -> None:
    assert all(round(row.higher + row.lower, 12) == 1.0 for row in TABLE_8_1_2)


def test_8_1_2_is_the_normal_curve_of_sigma_2000_sevenths_but_for_six_differences() -> None:
    curve = NormalDist(sigma=2000 / 7)
    differing = {d: row_of(d).higher for d in range(801) if round(curve.cdf(d), 2) != row_of(d).higher}
    assert differing == EXCEPTIONS


def test_elos_own_sigma_would_not_give_the_table() -> None:
    curve = NormalDist(sigma=200 * math.sqrt(2))
    assert sum(round(curve.cdf(d), 2) != row_of(d).higher for d in range(801)) == 110


def test_dp_is_the_middle_of_the_row_with_that_probability() -> None:
    dp = dict(TABLE_8_1_1)
    middles = {row.higher: (row.least + row.most) // 2 for row in TABLE_8_1_2 if 0.5 < row.higher < 1.0}
    assert len(middles) == 49
    assert {p: dp[p] for p in middles} == middles
    assert (dp[1.0], dp[0.5]) == (800, 0)


def test_dp_of_the_rest_is_the_negative() -> None:
    dp = {round(100 * p): difference for p, difference in TABLE_8_1_1}
    assert all(dp[100 - percent] == -dp[percent] for percent in range(101))


@pytest.mark.parametrize(("difference", "expected"), [(100, 0.36), (300, 0.15), (400, 0.08), (800, 0.0)])
def test_probability_of_the_lower_rated(difference: int, expected: float) -> None:
    assert row_of(difference).lower == expected


def test_the_kernels_columns_are_the_rows() -> None:
    columns = by_difference()
    assert len(columns) == 737
    assert [tuple(pair) for pair in columns] == [(row_of(d).higher, row_of(d).lower) for d in range(737)]
