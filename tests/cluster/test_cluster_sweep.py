"""Many settings side by side: the scores of a backtest on one machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import arpad
from arpad import cluster
from arpad.cluster.sweep import values_between
from arpad.core import BadInput
from arpad.ratings.system import RatingSystem
from arpad.rulebooks.rating_catalogue import rating_system


@pytest.mark.slow
def test_the_scores_are_those_of_one_machine(spark: Any, table: pl.DataFrame, tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    table.write_parquet(file)
    systems: list[RatingSystem | str] = [
        *cluster.grid(rating_system("elo"), {"k": values_between("10:40:5")}),
        "glicko2",
    ]
    found = cluster.backtest([file], systems, spark=spark, start="2026-01")
    wanted = arpad.backtest(file, [*systems], start="2026-01")
    assert found.table().equals(wanted.table())
    assert found.comparisons == wanted.comparisons
    assert len(found.entries) == 6


def test_a_grid_has_every_combination() -> None:
    made = cluster.grid(
        rating_system("elo", {"scale": 500}), {"k": [10.0, 20.0], "advantage": [0.0, 30.0, 60.0]}
    )
    assert [(one.k, one.advantage, one.scale) for one in made] == [  # type: ignore[attr-defined]
        (k, advantage, 500.0) for k in (10.0, 20.0) for advantage in (0.0, 30.0, 60.0)
    ]


@pytest.mark.parametrize("text", ["10", "10:20", "10:20:0", "20:10:3", "10:20:2.5", "a:b:c"])
def test_a_range_that_is_none(text: str) -> None:
    with pytest.raises(BadInput, match="FROM:TO:COUNT"):
        values_between(text)
