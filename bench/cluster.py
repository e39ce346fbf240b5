"""Rating periods on Apache Spark beside one machine: time, memory, and the cost of a game as records grow.

``python -m bench.cluster 1e6 1e7`` writes games as Parquet, rates them with Glicko-2 in 12 periods on
``local[2]`` and in this process, and prints the times, their ratio, and how far the ratings are apart.
``--settings 256`` backtests so many values of K instead, on one core and on two.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import polars as pl

import arpad
from arpad import cluster

ROWS = 5_000_000
"""Games in a file."""


def games_of(count: int, seed: int) -> pl.DataFrame:
    """Return games of a year among a twentieth as many players, a million at most; some play much more."""
    random = np.random.default_rng(seed)
    players = min(max(100, count // 20), 1_000_000)
    first = (players * random.random(min(count, ROWS)) ** 3).astype(np.int64)
    second = (first + random.integers(1, players, len(first))) % players
    names = pl.Series([f"player-{number:09d}" for number in range(players)])
    days = np.datetime64("2025-01-01") + random.integers(0, 365, len(first)).astype("timedelta64[D]")
    return pl.DataFrame(
        {
            "white": names.gather(first),
            "black": names.gather(second),
            "score": random.choice([0.0, 0.5, 1.0], len(first)),
            "date": days,
        }
    )


def written(folder: Path, count: int) -> list[Path]:
    """Write so many games as Parquet, in files of :data:`ROWS`."""
    folder.mkdir(parents=True)
    paths = []
    for part in range(max(1, count // ROWS)):
        path = folder / f"part-{part:04d}.parquet"
        games_of(count, part).write_parquet(path)
        paths.append(path)
    return paths


def resident() -> float:
    """Return the memory of this process and all below it, in GB; what several share counts once."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                parents[int(entry.name)] = int(fields[1])
            except (OSError, IndexError):
                continue
    below, found = {os.getpid()}, True
    while found:
        more = {child for child, parent in parents.items() if parent in below} - below
        below |= more
        found = bool(more)
    return sum(map(_share, below)) / 1e6


def _share(process: int) -> int:
    """Return the memory of a process in kB, its share of what is shared."""
    try:
        told = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:  # it has ended
        return 0
    return next((int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:")), 0)


@contextmanager
def watched() -> Iterator[dict[str, float]]:
    """Measure the time and the largest memory of a block."""
    told: dict[str, float] = {"memory": resident()}
    stop = threading.Event()

    def look() -> None:
        while not stop.wait(2.0):
            told["memory"] = max(told["memory"], resident())

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    began = time.perf_counter()
    yield told
    told["seconds"] = time.perf_counter() - began
    stop.set()
    thread.join()


def rated(count: int, memory: str) -> None:
    """Rate a record on Spark and in this process, and print both."""
    with tempfile.TemporaryDirectory() as there:
        folder = Path(there)
        paths = written(folder / "games", count)
        stages: list[tuple[float, str]] = []
        with watched() as session, cluster.spark_session("local[2]", memory=memory) as spark:
            with watched() as first:
                found = cluster.rate(
                    [folder / "games"],
                    "glicko2",
                    spark=spark,
                    work=folder / "work",
                    period="1mo",
                    say=lambda what: stages.append((time.perf_counter(), what)),
                )
                lists = found.table().select("player", "rating")
            size = sum(path.stat().st_size for path in (folder / "work" / "games").rglob("*.parquet"))
            session["memory"] = first["memory"]
        ends = [*(when for when, _ in stages[1:]), stages[-1][0]]
        parts = {what.split(" ")[0] + " " + what.split(" ")[1]: 0.0 for _, what in stages}
        for (when, what), end in zip(stages, ends, strict=True):
            parts[" ".join(what.split(" ")[:2])] += end - when
        with watched() as one:
            wanted = arpad.rate(arpad.read_games(paths), "glicko2", period="1mo").table()
        apart = lists.join(wanted.select("player", "rating"), on="player", suffix="_here")
        most = float((apart["rating"] - apart["rating_here"]).abs().max() or 0.0)
        print(f"{count:.0e} games, {wanted.height} players, 12 periods")
        for name, told in (("Spark local[2]", first), ("one machine", one)):
            cost = 1e6 * told["seconds"] / count
            print(f"  {name:<16}{told['seconds']:8.1f} s {cost:7.2f} µs a game {told['memory']:6.1f} GB")
        print(
            f"  Spark with its start and stop {session['seconds']:.1f} s\n"
            f"  ratio {first['seconds'] / one['seconds']:.1f}; ratings apart by {most:.1e} at most, "
            f"{lists.height - apart.height} players missing; games in _work {size / count:.1f} bytes each"
        )
        for what, seconds in parts.items():
            print(f"    {what:<20}{seconds:8.1f} s")


def swept(count: int, settings: int) -> None:
    """Backtest values of K on one executor core and on two, and print the times and the speed-up."""
    record = arpad.read_games(games_of(count, 1))
    systems = cluster.grid(arpad.rating_system("elo"), {"k": np.linspace(5.0, 60.0, settings).tolist()})
    seconds = []
    for cores in (1, 2):
        with cluster.spark_session(f"local[{cores}]", memory="2g") as spark:
            cluster.backtest(record, systems[:4], spark=spark)  # the workers load arpad
            with watched() as told:
                best = cluster.backtest(record, systems, spark=spark).entries[0]
        seconds.append(told["seconds"])
        print(
            f"{settings} settings, {count:.0e} games, local[{cores}]: {told['seconds']:.1f} s, {best.label}"
        )
    print(f"  speed-up {seconds[0] / seconds[1]:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=float, nargs="*", default=[1e6])
    parser.add_argument("--memory", default="4g", help="of Spark's driver")
    parser.add_argument("--settings", type=int, help="how many values of K to backtest")
    options = parser.parse_args()
    for count in options.games:
        if options.settings:
            swept(int(count), options.settings)
        else:
            rated(int(count), options.memory)


if __name__ == "__main__":
    main()
