"""What dies in the middle of a rating period: a worker, whose work another does; the driver, who is started again."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import arpad
import local_spark
from arpad import cluster
from arpad.cluster import stepping

pytestmark = pytest.mark.slow

GAMES, PLAYERS = 100_000, 2_000


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    drawn = np.random.default_rng(4)
    first = drawn.integers(0, PLAYERS, GAMES)
    second = (first + drawn.integers(1, PLAYERS, GAMES)) % PLAYERS
    table = pl.DataFrame(
        {
            "white": pl.Series([f"p{i}" for i in range(PLAYERS)]).gather(first),
            "black": pl.Series([f"p{i}" for i in range(PLAYERS)]).gather(second),
            "score": drawn.choice([0.0, 0.5, 1.0], GAMES),
            "date": np.datetime64("2026-01-01") + drawn.integers(0, 90, GAMES).astype("timedelta64[D]"),
        }
    )
    folder = tmp_path_factory.mktemp("games")
    for part in range(4):
        table[part::4].write_parquet(folder / f"part-{part}.parquet")
    return folder


def same(found: pl.DataFrame, games: Path) -> bool:
    wanted = arpad.rate(sorted(games.iterdir()), "glicko2", period="1mo").table()
    both = found.join(wanted, on="player", suffix="_one", how="full")
    return both.height == found.height and bool(
        ((both["rating"] - both["rating_one"]).abs() < 1e-9).all()
        and ((both["deviation"] - both["deviation_one"]).abs() < 1e-9).all()
        and (both["games"] == both["games_one"]).all()
    )


def test_a_worker_is_killed_in_the_middle_of_a_period(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepping, "FOR_ONE", 6_000)
    killed = threading.Event()
    settings = {
        "spark.executor.memory": "512m",
        "spark.sql.files.maxPartitionBytes": "200k",
        "spark.executorEnv.PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    with (
        local_spark.standalone(tmp_path) as (master, workers),
        cluster.spark_session(master, memory="1g", settings=settings) as spark,
    ):

        def murder() -> None:
            tracker = spark.sparkContext.statusTracker()
            while not killed.is_set():
                time.sleep(random.uniform(0.0, 0.3))
                stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
                # Each of the two workers does one task at a time: both are at work.
                if any(stage is not None and stage.numActiveTasks > 1 for stage in stages):
                    local_spark.kill(workers[0])
                    killed.set()

        def say(told: str) -> None:
            if "rating period 2 of 3" in told:
                threading.Thread(target=murder, daemon=True).start()

        found = cluster.rate(
            [games], "glicko2", spark=spark, work=tmp_path / "work", period="1mo", say=say
        ).table()
        assert killed.is_set()
        assert workers[0].poll() is not None
    assert same(found, games)


def test_the_driver_is_killed_again_and_again_and_a_rerun_goes_on(games: Path, tmp_path: Path) -> None:
    local_spark.required()
    small = "from arpad.cluster import stepping; stepping.FOR_ONE = 6_000; from arpad.cli import main; main()"
    words = [sys.executable, "-c", small, "cluster", "rate", str(games), "--system", "glicko2"]
    words += ["--period", "1mo", "--master", "local[2]", "--memory", "1g", "--output", str(tmp_path / "out")]
    for moment in ("reading names", "rating period 2 of 3"):
        one = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True)
        assert one.stderr is not None
        assert any(moment in line for line in one.stderr), "it ended before"
        time.sleep(random.uniform(0.0, 1.0))
        local_spark.kill(one)  # type: ignore[arg-type]  # its text is of no concern
        one.stderr.close()
        assert [path.name for path in (tmp_path / "out").iterdir()] == ["_work"], "nothing half-written"
    again = subprocess.run(words, capture_output=True, text=True, check=True)
    assert re.search(r"[123] of 3 rating periods were done before", again.stderr)
    assert "rating period 1 of 3" not in again.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["list.parquet", "manifest.json"]
    assert same(pl.read_parquet(tmp_path / "out" / "list.parquet"), games)
