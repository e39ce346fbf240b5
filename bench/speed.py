"""How fast arpad rates: games per second, and ratios to a C loop and a plain read of the same file."""

from __future__ import annotations

import json
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np

from arpad.ratings.elo.system import Elo
from arpad.ratings.glicko.glicko import Glicko
from arpad.ratings.glicko.glicko2 import Glicko2
from arpad.ratings.model import Schedule
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.record import Games
from arpad.record.periods import parse_period
from bench.records import synthetic, write_csv, write_numbered_csv

RUNS = 3
CASES: tuple[tuple[str, RatingSystem, Schedule, str | None], ...] = (
    ("elo, live", Elo(), "live", None),
    ("elo, monthly", Elo(), "period", "1mo"),
    ("glicko, monthly", Glicko(), "period", "1mo"),
    ("glicko2, monthly", Glicko2(), "period", "1mo"),
    ("glicko2, live", Glicko2(), "live", "1mo"),
)


def best(action: Callable[[], object], runs: int = RUNS) -> float:
    """Return the shortest of several runs, in seconds; a run before them warms up."""
    action()
    spent = []
    for _ in range(runs):
        start = time.perf_counter()
        action()
        spent.append(time.perf_counter() - start)
    return min(spent)


def c_loop(games: Games, folder: Path) -> float | None:
    """Return the seconds that the C loop takes for the same games; None without gcc."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    program = folder / "sequential_elo"
    source = Path(__file__).with_name("sequential_elo.c")
    subprocess.run([gcc, "-O3", "-march=native", "-o", program, source, "-lm"], check=True)
    columns: dict[str, Any] = {"first": games.first, "second": games.second, "score": games.score}
    for name, column in columns.items():
        column.tofile(folder / name)
    sizes = [str(len(games)), str(len(games.players))]
    files = [str(folder / name) for name in columns]
    out = subprocess.run([program, *sizes, *files], check=True, capture_output=True, text=True)
    return float(out.stdout.split()[0])


def systems(games: Games, yardstick: float | None) -> list[dict[str, Any]]:
    """Measure every system on a record that is in memory and in order."""
    rows = []
    for label, system, schedule, period in CASES:
        timeline = Timeline.of(games, schedule, None if period is None else parse_period(period))
        if schedule == "period":
            _ = timeline.bounds
        elif "deviation" in system.columns:
            _ = timeline.position
        seconds = best(lambda system=system, timeline=timeline: system.rate(timeline))  # type: ignore[misc]
        row = {
            "case": label,
            "games": len(games),
            "seconds": seconds,
            "games_per_second": len(games) / seconds,
        }
        if yardstick is not None:
            row["speed_of_the_c_loop"] = yardstick / seconds
        rows.append(row)
        show(row)
    return rows


def end_to_end(games: Games, folder: Path) -> list[dict[str, Any]]:
    """Measure ``arpad rate`` on two kinds of CSV, as a process, beside one that only reads it with polars."""
    dated, numbered = folder / "games.csv", folder / "numbered.csv"
    write_csv(games, dated)
    write_numbered_csv(games, numbered)
    return [*_beside_the_read(games, dated, "CSV"), *_beside_the_read(games, numbered, "numbered CSV")]


def _beside_the_read(games: Games, path: Path, kind: str) -> list[dict[str, Any]]:
    folder = path.parent
    read = [sys.executable, "-c", f"import polars; polars.read_csv({str(path)!r})"]
    out = str(folder / "list.csv")
    rate = [sys.executable, "-m", "arpad", "rate", str(path), "--out", out]
    rows: list[dict[str, Any]] = []
    for label, command in ((f"polars reads the {kind}", read), (f"arpad rate, {kind}", rate)):
        start_cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = best(lambda command=command: subprocess.run(command, check=True, capture_output=True), 2)  # type: ignore[misc]
        end_cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
        row: dict[str, Any] = {
            "case": label,
            "games": len(games),
            "seconds": seconds,
            "cpu_seconds": (end_cpu.ru_utime - start_cpu.ru_utime + end_cpu.ru_stime - start_cpu.ru_stime)
            / 3,
            "peak_MB": end_cpu.ru_maxrss / 1024,
        }
        if rows:
            row["times_the_read"] = seconds / rows[0]["seconds"]
        rows.append(row)
        show(row)
    return rows


def show(row: dict[str, Any]) -> None:
    """Print a measurement as a line."""
    text = [f"{row['case']:30s}", f"{row['games']:>10,d} games", f"{row['seconds']:8.3f} s"]
    if "games_per_second" in row:
        text.append(f"{row['games_per_second'] / 1e6:7.2f} M games/s")
    if "speed_of_the_c_loop" in row:
        text.append(f"{row['speed_of_the_c_loop']:5.2f} × the C loop")
    if "times_the_read" in row:
        text.append(f"{row['times_the_read']:5.2f} × the read")
    if "peak_MB" in row:
        text.append(f"peak {row['peak_MB']:,.0f} MB")
    click.echo("  ".join(text))


@click.command()
@click.option("--games", "sizes", multiple=True, type=int, default=(100_000, 1_000_000, 10_000_000))
@click.option("--players", default=500_000, show_default=True)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("bench/results/speed.json"), show_default=True
)
def main(sizes: tuple[int, ...], players: int, out: Path) -> None:
    """Measure arpad on synthetic records of several sizes, and write the figures as JSON."""
    rows: list[dict[str, Any]] = []
    for size in sizes:
        games = synthetic(size, players)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            seconds = c_loop(games, folder)
            if seconds is not None:
                row = {
                    "case": "C loop, elo",
                    "games": size,
                    "seconds": seconds,
                    "games_per_second": size / seconds,
                }
                show(row)
                rows.append(row)
            rows += systems(games, seconds)
            rows += end_to_end(games, folder)
        click.echo()
    out.parent.mkdir(parents=True, exist_ok=True)
    machine = {"processor": platform.processor() or platform.machine(), "python": platform.python_version()}
    out.write_text(json.dumps({"machine": machine, "numpy": np.__version__, "measurements": rows}, indent=1))
    click.echo(f"figures written to {out}")


if __name__ == "__main__":
    main()
