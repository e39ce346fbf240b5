"""Pools side by side: each list is the one that one machine makes of the games of the pool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import arpad
from arpad import cluster
from arpad.core import BadInput, NotProvided
from same_lists import assert_same

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pooled(table: pl.DataFrame) -> pl.DataFrame:
    """Three speeds, one blank, and two tournaments."""
    speeds = pl.Series(["blitz", "rapid", None, "blitz", "classical"] * (table.height // 5))
    events = pl.Series(["Open", "Club", None] * (table.height // 3))
    return table.with_columns(speeds.alias("speed"), events.alias("event"))


@pytest.mark.parametrize(
    ("name", "how", "settings"),
    [
        ("elo", {}, {"k": 24}),
        ("glicko2", {"schedule": "live"}, {}),
        ("trueskill", {}, {}),
        ("uschess", {"period": "1mo"}, {}),
        ("elo", {"schedule": "live"}, {"k": "40 if games<30; 20"}),
    ],
)
def test_each_pool_is_rated_as_on_one_machine(
    spark: Any, pooled: pl.DataFrame, tmp_path: Path, name: str, how: dict[str, Any], settings: dict[str, Any]
) -> None:
    if name == "uschess":
        pooled = pooled.drop("weight")  # it counts all games alike, and says so
    one, other = tmp_path / "a.parquet", tmp_path / "b.parquet"
    pooled[:700].write_parquet(one)
    pooled[700:].write_parquet(other)
    found = cluster.rate_by_pool(
        [one, other], name, spark=spark, work=tmp_path / "work", by="speed", **how, **settings
    )
    lists = found.table()
    wanted = arpad.rate_by_pool(arpad.read_games(pooled, columns={"pool": "speed"}), name, **how, **settings)
    assert lists["pool"].unique().sort().to_list() == sorted(wanted)
    for pool, ratings in wanted.items():
        mine = lists.filter(pl.col("pool") == pool).drop("pool")
        theirs = ratings.state_table()
        times = [each for each in theirs.columns if theirs.schema[each].is_temporal()]
        assert_same(
            mine.with_columns(pl.col(each).cast(theirs.schema[each]) for each in times),
            theirs,
        )
    found.forget()
    assert not (tmp_path / "work").exists()


def test_what_is_wrong_in_a_pool_is_told_with_its_name(
    spark: Any, pooled: pl.DataFrame, tmp_path: Path
) -> None:
    frame = spark.createDataFrame(pooled.to_arrow())
    with pytest.raises(BadInput, match=r"in the pool .*margin"):
        cluster.rate_by_pool(
            frame, "elo", spark=spark, work=tmp_path / "work", by="speed", margin="log", schedule="live"
        )
    with pytest.raises(NotProvided, match="no pools"):
        cluster.rate_by_pool(frame.drop("speed"), "elo", spark=spark, work=tmp_path / "other")
