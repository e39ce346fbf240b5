"""How the time of rating grows with the record: ten times the games should take little more than ten times.

The shorter and the longer record are rated in turns in one process, so that both meet the same machine; the
processor's time counts. Per system the growth is the median over the turns of longer over shorter.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from pathlib import Path

import click
import numpy as np

from arpad.ratings.contests.elo_mmr import EloMmr
from arpad.ratings.model import Schedule
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.ratings.whole_history.ttt import TrueSkillThroughTime
from arpad.ratings.whole_history.whr import WholeHistoryRating
from arpad.record import Games, Players
from arpad.record.periods import parse_period
from bench.records import synthetic

AT_MOST = {"whr": 12.0}
"""How many times its time on the shorter record a system may take on one ten times as long."""


def one_pair(games: int, seed: int = 1) -> Games:
    """Return a record in which two players meet again and again, and so remember the most."""
    score = (np.random.default_rng(seed).random(games) < 0.6).astype(np.float64)
    return Games(Players(["a", "b"]), np.zeros(games, np.int32), np.ones(games, np.int32), score)


def spent(system: RatingSystem, timeline: Timeline) -> float:
    """Return the processor's time of rating, in seconds."""
    start = time.process_time()
    system.rate(timeline)
    return time.process_time() - start


def growth(
    label: str, system: RatingSystem, schedule: Schedule, shorter: Games, longer: Games, turns: int
) -> dict[str, object]:
    """Rate both records in turns, print what it took, and return it."""
    period = parse_period("1d") if schedule == "period" else None
    timelines = [Timeline.of(games, schedule, period) for games in (shorter, longer)]
    if schedule == "period":
        for timeline in timelines:
            _ = timeline.bounds
    system.rate(timelines[0])  # loads machine code
    times = [[spent(system, timeline) for timeline in timelines] for _ in range(turns)]
    times_as_long = [long / short for short, long in times]
    middle = statistics.median(times_as_long)
    short, long = (statistics.median(column) for column in zip(*times, strict=True))
    row: dict[str, object] = {
        "case": label,
        "games": [len(shorter), len(longer)],
        "seconds": times,
        "growth": times_as_long,
        "median": middle,
    }
    most = AT_MOST.get(label)
    if most is not None:
        row |= {"at_most": most, "met": middle <= most}
    verdict = "" if most is None else f"  to be at most {most:g}: {'yes' if middle <= most else 'NO'}"
    click.echo(
        f"{label:20s}  {len(shorter):>9,} games {short:7.3f} s  {len(longer):>10,} games {long:8.3f} s"
        f"  × {middle:5.2f} ({min(times_as_long):.2f} to {max(times_as_long):.2f}){verdict}"
    )
    return row


@click.command()
@click.option("--games", default=100_000, show_default=True, help="Of the shorter record.")
@click.option("--times", default=10, show_default=True, help="How many times as long the longer one is.")
@click.option("--turns", default=5, show_default=True)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("bench/results/growth.json"), show_default=True
)
def main(games: int, times: int, turns: int, out: Path) -> None:
    """Measure how time grows with the record, on one core, and write the figures as JSON."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    shorter, longer = (synthetic(size, max(2, size // 10)) for size in (games, games * times))
    rows = [
        growth("whr", WholeHistoryRating(), "period", shorter, longer, turns),
        growth("ttt", TrueSkillThroughTime(), "period", shorter, longer, turns),
        growth("elo-mmr, one pair", EloMmr(), "live", one_pair(games), one_pair(games * times), turns),
    ]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=1))
    click.echo(f"figures written to {out}")


if __name__ == "__main__":
    main()
