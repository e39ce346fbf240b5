"""What a backtest and a tuning cost beside the plain rating of the same games, by processor time.

The machine's other work disturbs processor time less than it disturbs the clock. A tuning runs on all cores:
the clock tells its share of them on a machine that is idle.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import click
import numpy as np

import arpad
from arpad.lab.forecasts.walking import in_order
from arpad.lab.tuning.study import tune
from arpad.record import Games
from bench.records import synthetic

RUNS = 5
"""The least of so many runs is told."""


def cost(work: Callable[[], object]) -> tuple[float, float]:
    """Return the least processor time and the least time by the clock of a piece of work, in seconds."""
    found = []
    for _ in range(RUNS):
        processor, clock = time.process_time(), time.perf_counter()
        work()
        found.append((time.process_time() - processor, time.perf_counter() - clock))
    return min(each[0] for each in found), min(each[1] for each in found)


def decided(games: Games) -> Games:
    """Return the same games with winners instead of draws: then no draws are to be forecast."""
    flips = np.random.default_rng(2).random(len(games)) < 0.5
    return replace(games, score=np.where(games.score == 0.5, flips.astype(np.float64), games.score))


@click.command()
@click.option("--games", default=1_000_000, show_default=True)
@click.option("--players", default=50_000, show_default=True)
def main(games: int, players: int) -> None:
    """Print the costs."""
    drawn = in_order(synthetic(games, players))
    for name, period in (("elo", None), ("glicko2", "1mo")):
        for words, record in (("without draws", decided(drawn)), ("with draws", drawn)):
            plain, _ = cost(lambda: arpad.rate(record, name, period=period))  # noqa: B023
            for segments in ((), ("games", "favourite", "year")):
                judged, _ = cost(
                    lambda: arpad.backtest(record, name, period=period, segments=segments)  # noqa: B023
                )
                parts = "with segments" if segments else "no segments"
                click.echo(
                    f"backtest {name}, {words}, {parts}: {judged / plain:.2f} × the rating ({plain:.3f} s)"
                )
    elo = arpad.Elo()
    single, clock = cost(lambda: arpad.rate(drawn, elo))
    for profiled in (False, True):
        processor, wall = cost(lambda: tune(drawn, elo, {"k": (5, 80)}, profiled=profiled))  # noqa: B023
        words = "with the profile" if profiled else "without a profile"
        click.echo(
            f"tune k=5:80 {words}: {processor / single:.1f} × one rating by processor time, "
            f"{wall / clock:.1f} × by the clock"
        )


if __name__ == "__main__":
    main()
