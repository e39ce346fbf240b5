"""Rating periods on Apache Spark beside one machine: time, memory, and the cost of a game as records grow.

``python -m bench.cluster 1e6 1e7`` writes games as Parquet, rates them with Glicko-2 in 12 periods on
``local[2]`` and in this process, and prints the times, their ratio, and how far the ratings are apart.
``--systems`` rates 60 periods by every system in several ways, and prints how far the ratings are apart.
``--settings 256`` backtests so many values of K instead, on one core and on two.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl

import arpad
from arpad import cluster
from arpad.cluster import stepping

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
    """Write so many games as Parquet, in files of :data:`ROWS`, unless they are there."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for part in range(max(1, count // ROWS)):
        path = folder / f"part-{part:04d}.parquet"
        if not path.exists():
            games_of(count, part).write_parquet(path)
        paths.append(path)
    return paths


def processes() -> Iterator[tuple[int, list[str]]]:
    """Yield this process and all below it, with the fields of /proc/PID/stat from the parent's number on."""
    told: dict[int, list[str]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                told[int(entry.name)] = (entry / "stat").read_text().rsplit(")", 1)[1].split()[1:]
            except (OSError, IndexError):
                continue
    below, found = {os.getpid()}, True
    while found:
        more = {process for process, fields in told.items() if int(fields[0]) in below} - below
        below |= more
        found = bool(more)
    for process in below & told.keys():
        yield process, told[process]


def resident() -> tuple[float, float]:
    """Return the memory of this process and all below it, in GB, what several share once; and their work.

    The work is in seconds of processor time, that of their children that have ended with it.
    """
    memory = ticks = 0
    for process, fields in processes():
        memory += _share(process)
        ticks += sum(int(each) for each in fields[10:14])
    return memory / 1e6, ticks / os.sysconf("SC_CLK_TCK")


def _share(process: int) -> int:
    """Return the memory of a process in kB, its share of what is shared."""
    try:
        told = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:  # it has ended
        return 0
    return next((int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:")), 0)


@contextmanager
def watched() -> Iterator[dict[str, float]]:
    """Measure the time of a block, its processor time and its largest memory."""
    memory, work = resident()
    told: dict[str, float] = {"memory": memory}
    stop = threading.Event()

    def look() -> None:
        while not stop.wait(5.0):  # to look is dear itself
            told["memory"] = max(told["memory"], resident()[0])

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    began = time.perf_counter()
    yield told
    told["seconds"] = time.perf_counter() - began
    told["work"] = resident()[1] - work
    stop.set()
    thread.join()


def rated(count: int, memory: str, games: Path, folder: Path) -> None:
    """Rate a record on Spark and in a process of its own, and print both.

    Args:
        count: how many games it has.
        memory: of Spark's driver.
        games: where they are.
        folder: for what Spark writes.
    """
    paths = written(games, count)
    stages: list[tuple[float, float, str]] = []

    def say(what: str) -> None:
        stages.append((time.perf_counter(), resident()[1], " ".join(what.split(" ")[:2])))
        print(f"  {time.strftime('%X')} {what}", flush=True)

    with watched() as session, cluster.spark_session("local[2]", memory=memory) as spark:
        with watched() as first:
            found = cluster.rate([games], "glicko2", spark=spark, work=folder / "work", period="1mo", say=say)
            lists = found.table().select("player", "rating")
        say("the end")
        size = sum(path.stat().st_size for path in (folder / "work" / "games").rglob("*.parquet"))
        found.forget()
    with watched() as one:
        here = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
        wanted = here.submit(rated_here, paths).result()
    here.shutdown()
    apart = lists.join(wanted, on="player", suffix="_here")
    most = float((apart["rating"] - apart["rating_here"]).abs().max() or 0.0)
    print(f"{count:.0e} games, {wanted.height} players, 12 periods")
    for name, told in (("Spark local[2]", first), ("one machine", one)):
        cost, work = 1e6 * told["seconds"] / count, 1e6 * told["work"] / count
        print(
            f"  {name:<16}{told['seconds']:8.1f} s {cost:7.2f} µs a game; {told['work']:8.1f} s of processor "
            f"time, {work:7.2f} µs a game; {told['memory']:6.1f} GB"
        )
    print(
        f"  Spark with its start and stop {session['seconds']:.1f} s, {session['memory']:.1f} GB\n"
        f"  ratio {first['seconds'] / one['seconds']:.1f}, "
        f"of processor time {first['work'] / one['work']:.1f}; ratings apart by {most:.1e} at most, "
        f"{lists.height - apart.height} players missing; games in _work {size / count:.1f} bytes each"
    )
    parts: dict[str, list[float]] = {}
    for (when, work, what), (end, after, _) in pairwise(stages):
        part = parts.setdefault(what, [0.0, 0.0])
        part[0] += end - when
        part[1] += after - work
    for what, (seconds, work) in parts.items():
        print(f"    {what:<20}{seconds:8.1f} s, {work:8.1f} s of processor time")


def rated_here(paths: list[Path]) -> pl.DataFrame:
    """Rate a record on one machine."""
    return arpad.rate(arpad.read_games(paths), "glicko2", period="1mo").table().select("player", "rating")


SYSTEMS = (
    *("elo", "glicko", "glicko2", "stephenson", "kbaduk", "egf", "fide", "fide-rapid", "fide-blitz", "ecf"),
    *("clubelo", "online", "placement", "tiers", "decay", "nfl", "nba", "bradley-terry"),
)
"""Whatever Spark rates by periods, and what it rates at once."""

WAYS = ((1, 10**7), (3, 12_000), (7, 9_000))
"""In how many files the games are, and how many games of a period one place takes."""


def held_equal(count: int, names: Sequence[str]) -> None:
    """Rate 60 periods by several systems on Spark in several ways, and print how far from one machine's."""
    random = np.random.default_rng(60)
    table = games_of(count, 60).with_columns(
        date=pl.Series(
            np.datetime64("2018-01-01") + random.integers(0, 1826, count).astype("timedelta64[D]")
        ),
        points_first=pl.Series(random.integers(0, 5, count)),
    )
    table = table.with_columns(points_second=(pl.col("points_first") - 3 * (pl.col("score") - 0.5)).floor())
    sides = pl.concat([table["white"], table["black"]]).unique().sort()
    rated = pl.DataFrame({"player": sides}).with_columns(rating=pl.int_range(len(sides)) % 1000 + 1000.0)[::2]
    with tempfile.TemporaryDirectory() as there:
        known = Path(there) / "players.csv"
        rated.with_columns(birth_year=1980, games=50).write_csv(known)
        folders = []
        for files, _ in WAYS:
            folders.append(Path(there) / str(files))
            folders[-1].mkdir()
            mixed = table.drop("score").sample(fraction=1.0, shuffle=True, seed=files)
            for part in range(files):
                mixed[part::files].write_parquet(folders[-1] / f"part-{part}.parquet")
        games = arpad.read_games(table.drop("score"))
        games = replace(games, players=arpad.read_players(known, games.players))
        with cluster.spark_session("local[2]", memory="2g") as spark:
            for name in names:
                # What carries ratings from season to season would need seasons.
                system = arpad.rating_system(name, **({"carry": 1.0} if name in ("nfl", "nba") else {}))
                period = None if name == "bradley-terry" else "1mo"
                wanted = arpad.rate(games, system, schedule="period", period=period).state_table()
                for folder, (files, stepping.FOR_ONE) in zip(folders, WAYS, strict=True):
                    begun = time.perf_counter()
                    found = cluster.rate(
                        [folder],
                        system,
                        spark=spark,
                        work=Path(there) / "work",
                        schedule="period",
                        period=period,
                        players=[known],
                    )
                    far = apart(found.table(), wanted)
                    found.forget()
                    print(
                        f"{name:<14}{files} files, places of {stepping.FOR_ONE:,} games: "
                        f"{wanted.height} players, {len(found.account.periods)} periods, "
                        f"apart by {far:.1e} at most, {time.perf_counter() - begun:.0f} s",
                        flush=True,
                    )


def apart(found: pl.DataFrame, wanted: pl.DataFrame) -> float:
    """Return how far two lists are apart in any number of any player; the order of ranks aside."""
    both = found.join(wanted, on="player", how="full", suffix="_here")
    if not both.height == found.height == wanted.height:
        return np.inf
    most = 0.0
    for name, kind in wanted.schema.items():
        if name in ("player", "rank"):
            continue
        one, other = both[name], both[f"{name}_here"]
        if (one.is_null() != other.is_null()).any():
            return np.inf
        if kind.is_numeric():
            most = max(most, float(np.nanmax(np.abs(one.to_numpy() - other.to_numpy()), initial=0.0)))
        elif (one != other).any():
            return np.inf
    return most


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
    parser.add_argument("--folder", type=Path, help="where games are written, and taken if they are there")
    parser.add_argument("--write", action="store_true", help="only write games")
    parser.add_argument(
        "--systems", nargs="*", help="hold systems equal to one machine; all if none is named"
    )
    parser.add_argument("--settings", type=int, help="how many values of K to backtest")
    options = parser.parse_args()
    for count in options.games:
        if options.systems is not None:
            held_equal(int(count), options.systems or SYSTEMS)
        elif options.settings:
            swept(int(count), options.settings)
        elif options.write:
            written(options.folder / f"{count:.0e}", int(count))
        else:
            with tempfile.TemporaryDirectory() as folder:
                there = options.folder or Path(folder)
                rated(int(count), options.memory, there / f"{count:.0e}", Path(folder))


if __name__ == "__main__":
    main()
