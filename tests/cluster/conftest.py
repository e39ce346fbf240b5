"""What the tests of the cluster share: one session of Spark, and a record that uses every column."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl
import pytest

import local_spark


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    local_spark.required()
    from arpad.cluster import spark_session

    with spark_session("local[2]", memory="1g", settings={"spark.sql.shuffle.partitions": "3"}) as session:
        yield session


@pytest.fixture(scope="session")
def table() -> pl.DataFrame:
    """Three months and one without a game; a bot who plays every fourth; weights, colours, blanks, draws."""
    random = np.random.default_rng(20)
    games, players = 1200, 90
    first = (players * random.random(games) ** 2).astype(int)
    first[::4] = 0
    second = (first + random.integers(1, players, games)) % players
    months = np.array(["2025-11", "2026-01", "2026-02"], dtype="datetime64[M]")
    days = months[np.sort(random.integers(0, 3, games))].astype("datetime64[D]")
    days = np.sort(days + random.integers(0, 28, games).astype("timedelta64[D]"))
    return pl.DataFrame(
        {
            "white": [f"Player {i}" for i in first],
            "black": [f"Player {i}" for i in second],
            "score": random.choice([0.0, 0.5, 1.0], games),
            "date": days,
            "weight": random.choice([0.0, 0.5, 1.0, 2.0], games),
        }
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let one process of pytest-xdist have all tests of Spark, so that a session is begun once."""
    for item in items:
        if "cluster" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("spark"))
