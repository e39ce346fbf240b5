"""How fast the systems beyond Elo rate, beside the C loop and those other libraries that are installed."""

from __future__ import annotations

import importlib.metadata
import json
import math
import os
import platform
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np

from arpad.ratings.contests.trueskill import TrueSkill
from arpad.ratings.contests.weng_lin import WengLin
from arpad.ratings.glicko.glicko2 import Glicko2
from arpad.ratings.model import Schedule
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.ratings.whole_history.bradley_terry import BradleyTerry
from arpad.ratings.whole_history.ttt import TrueSkillThroughTime
from arpad.ratings.whole_history.whr import WholeHistoryRating
from arpad.record import Games
from arpad.record.periods import parse_period
from bench import posterior
from bench.crate import CASES, apart, crate
from bench.peers import PEERS, PRIOR, newton
from bench.records import synthetic
from bench.speed import c_loop, show

Row = dict[str, Any]
Case = tuple[str, RatingSystem, Schedule, str | None]

LONG: tuple[Case, ...] = (
    ("trueskill, live", TrueSkill(), "live", None),
    ("weng-lin, live", WengLin(), "live", None),
    ("glicko2, monthly", Glicko2(), "period", "1mo"),
)
WHOLE: tuple[Case, ...] = (
    ("bradley-terry", BradleyTerry(prior=PRIOR), "period", "all"),
    ("whr, gradient < 1e-3", WholeHistoryRating(precision=1e-3), "period", "1d"),
    ("whr", WholeHistoryRating(), "period", "1d"),
    ("ttt", TrueSkillThroughTime(), "period", "1d"),
)
WHOLE_GAMES, WHOLE_PLAYERS = 100_000, 10_000
WHR_PART = 10_000
"""Games of the record that the package whole-history-rating is given: it takes long."""

AT_LEAST = {"trueskill, live": 1.0, "weng-lin, live": 1.0, "glicko2, monthly": 3.0}
"""How many times as fast as the crate skillratings these are to be."""

AT_MOST = {"bradley-terry": 0.3, "whr, gradient < 1e-3": 1.0, "ttt": 3.0}
"""In how many seconds these are to rate the record of 100,000 games."""


def best(action: Callable[[], object], runs: int) -> float:
    """Return the shortest of several runs after one that warms up, in seconds of the processor's time.

    That, on one core, is what others' work on the machine disturbs least.
    """
    action()
    spent = []
    for _ in range(runs):
        start = time.process_time()
        action()
        spent.append(time.process_time() - start)
    return min(spent)


def measured(label: str, games: int, seconds: float, yardstick: float | None) -> Row:
    """Return a measurement as :func:`bench.speed.show` prints it; the yardstick in games per second."""
    row: Row = {"case": label, "games": games, "seconds": seconds, "games_per_second": games / seconds}
    if yardstick is not None:
        row["speed_of_the_c_loop"] = games / seconds / yardstick
    show(row)
    return row


def ours(cases: tuple[Case, ...], games: Games, runs: int) -> list[Row]:
    """Measure the C loop, then our systems, on a record in memory.

    Elo's loop says little of systems that go over the record many times; it tells what the machine does.
    """
    with tempfile.TemporaryDirectory() as name:
        seconds = c_loop(games, Path(name))
    rate = None if seconds is None else len(games) / seconds
    rows = [] if seconds is None else [measured("C loop, elo", len(games), seconds, rate)]
    for label, system, schedule, period in cases:
        timeline = Timeline.of(games, schedule, None if period is None else parse_period(period))
        if schedule == "period":
            _ = timeline.bounds
        spent = best(lambda system=system, timeline=timeline: system.rate(timeline), runs)  # type: ignore[misc]
        rows.append(measured(label, len(games), spent, rate))
    return rows


def beside(row: Row, mine: list[Row], case: str) -> Row:
    """Say how many times as fast as this row ours is per game, the fastest of its rows."""
    rate = max((one["games_per_second"] for one in mine if one["case"] == case), default=math.nan)
    row |= {"beside": case, "ours_is_times_as_fast": rate / row["games_per_second"]}
    click.echo(f"{'':28s}{case} here: {row['ours_is_times_as_fast']:,.2f} × as fast per game")
    return row


def crates(mine: list[Row], games: Games, small: Games, runs: int) -> list[Row]:
    """Measure the crate skillratings on the same record, and its ratings beside ours on a small one."""
    rows = []
    for case, name, system, schedule in CASES:
        found, told = crate(games, name, runs), crate(small, name, 1)
        if found is None or told is None:
            click.echo(f"  skillratings, {name}: not built, left out (script/bench systems --peers)")
            continue
        row = beside(measured(f"  skillratings {name}", len(games), found[0], None), mine, case)
        row["ratings_apart"] = apart(small, system, schedule, told[1])
        click.echo(f"{'':28s}ratings differ by {row['ratings_apart']:.1e} points at most")
        rows.append(row)
    return rows


def peers(mine: list[Row]) -> list[Row]:
    """Measure the other libraries that can be imported, each once on a record of its length."""
    rows = []
    for case, package, size, prepare in PEERS:
        games = synthetic(size, max(2, size // 10))
        try:
            run = prepare(games)
        except ImportError:
            click.echo(f"  {package:24s}  not installed: left out")
            continue
        start = time.process_time()
        run()
        row = measured(f"  {package}", size, time.process_time() - start, None)
        row["version"] = importlib.metadata.version(package)
        rows.append(beside(row, mine, case))
    return rows


def histories(size: int) -> list[Row]:
    """Fit Whole-History Rating twice to the same games, and judge both fits alike."""
    games = posterior.decisive(synthetic(size, max(2, size // 10)))
    judge = posterior.Judge(games)
    try:
        fits = {"whole-history-rating": posterior.theirs(games, judge)}
    except ImportError:
        click.echo("  whole-history-rating      not installed: left out")
        return []
    fits = {"whr, the same games": posterior.ours(games, judge)} | fits
    highest = posterior.ours(games, judge, 1e-9)["log_posterior"]
    rows = []
    for label, fit in fits.items():
        row = measured(f"  {label}", size, fit["seconds"], None) | fit
        row["below_the_highest"] = highest - fit["log_posterior"]
        click.echo(
            f"{'':28s}log-posterior {fit['log_posterior']:.4f}, {row['below_the_highest']:.1e} below the"
            f" highest; gradient {fit['gradient']:.1e}"
        )
        rows.append(row)
    rows[1]["version"] = importlib.metadata.version("whole-history-rating")
    rows[1]["beside"] = "whr, the same games"
    rows[1]["ours_is_times_as_fast"] = rows[1]["seconds"] / rows[0]["seconds"]
    click.echo(f"{'':28s}whr here: {rows[1]['ours_is_times_as_fast']:,.0f} × as fast")
    return rows


def judged(rows: list[Row], longest: int, whole: int) -> list[Row]:
    """Print what was to be reached, and whether it was."""
    told = []
    for row in rows:
        case = row.get("beside", "")
        if "skillratings" in row["case"] and row["games"] == longest and case in AT_LEAST:
            ratio, least = row["ours_is_times_as_fast"], AT_LEAST[case]
            words = f"{ratio:.2f} × skillratings, to be at least {least:g}"
            told.append({"case": case, "is": ratio, "at_least": least, "met": ratio >= least, "words": words})
        elif row["case"] in AT_MOST and row["games"] == whole == WHOLE_GAMES:
            most = AT_MOST[row["case"]]
            words = f"{row['seconds']:.3f} s, to be at most {most:g}"
            met = row["seconds"] <= most
            told.append(
                {"case": row["case"], "is": row["seconds"], "at_most": most, "met": met, "words": words}
            )
    click.echo()
    for one in told:
        click.echo(f"{one['case']:26s}  {'yes' if one['met'] else 'NO ':3s}  {one['words']}")
    return told


@click.command()
@click.option("--games", "sizes", multiple=True, type=int, default=(1_000_000, 10_000_000))
@click.option("--players", default=500_000, show_default=True)
@click.option("--whole", default=WHOLE_GAMES, show_default=True, help="Games of the whole-history systems.")
@click.option("--whr-part", default=WHR_PART, show_default=True, help="Games of the other library of WHR.")
@click.option("--runs", default=3, show_default=True, help="Of how many runs the fastest counts.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("bench/results/systems.json"), show_default=True
)
def main(sizes: tuple[int, ...], players: int, whole: int, whr_part: int, runs: int, out: Path) -> None:
    """Measure the other systems, and libraries installed beside arpad, and write the figures as JSON.

    Everything runs on one core; seconds are the processor's time, those of the C loop the clock's.
    """
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    rows: list[Row] = []
    small = synthetic(min(1_000_000, *sizes, 1_000_000), players)
    for size in sizes:
        games = synthetic(size, players)
        mine = ours(LONG, games, runs)
        rows += [*mine, *crates(mine, games, small, runs)]
        click.echo()
    games = synthetic(whole, min(WHOLE_PLAYERS, max(2, whole // 10)))
    mine = ours(WHOLE, games, runs)
    scipy = measured("  SciPy's Newton and CG", whole, best(newton(games), runs), None)
    rows += [*mine, beside(scipy, mine, "bradley-terry"), *histories(whr_part)]
    rows += peers(rows)
    told = judged(rows, max(sizes), whole)
    out.parent.mkdir(parents=True, exist_ok=True)
    machine = {"processor": platform.processor() or platform.machine(), "python": platform.python_version()}
    versions = {"machine": machine, "numpy": np.__version__, "numba": importlib.metadata.version("numba")}
    out.write_text(json.dumps({**versions, "measurements": rows, "targets": told}, indent=1))
    click.echo(f"figures written to {out}")


if __name__ == "__main__":
    main()
