"""What a backtest and a tuning cost beside the plain rating of the same games.

By processor time, which the machine's other work disturbs less than the clock, and by the clock, which tells
what several cores gain. The rating and the work beside it take turns, and medians are told.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median

import click
import numpy as np

import arpad
from arpad.lab.forecasts.cutting import cut
from arpad.lab.forecasts.walking import OWN_PACE, in_order, timeline_for
from arpad.lab.tuning import elo_lanes
from arpad.lab.tuning.study import tune
from arpad.record import Games
from bench.records import synthetic

TURNS = 9
"""Of so many turns the median is told."""

SETTINGS = 64
"""Values of K that are rated beside each other."""


def costs(works: Sequence[Callable[[], object]], turns: int = TURNS) -> list[tuple[float, float]]:
    """Return the median processor time and the median time by the clock of each work, in seconds."""
    found: list[list[tuple[float, float]]] = [[] for _ in works]
    for turn in range(turns + 1):
        for work, times in zip(works, found, strict=True):
            processor, clock = time.process_time(), time.perf_counter()
            work()
            if turn:  # the first one loads what it needs
                times.append((time.process_time() - processor, time.perf_counter() - clock))
    return [(median(each[0] for each in times), median(each[1] for each in times)) for times in found]


def against(words: str, plain: tuple[float, float], dear: tuple[float, float]) -> None:
    """Print how many times as much one work costs as another."""
    click.echo(
        f"{words}: {dear[0] / plain[0]:.2f} × as much by processor time ({plain[0]:.3f} s), "
        f"{dear[1] / plain[1]:.2f} × by the clock; load {os.getloadavg()[0]:.1f}"
    )


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
    segments = ("games", "favourite", "year")
    for name, period in (("elo", None), ("glicko2", "1mo")):
        for words, record in (("without draws", decided(drawn)), ("with draws", drawn)):
            plain, bare, segmented = costs(
                [
                    lambda: arpad.rate(record, name, period=period),  # noqa: B023
                    lambda: arpad.backtest(record, name, period=period),  # noqa: B023
                    lambda: arpad.backtest(record, name, period=period, segments=segments).segmented,  # noqa: B023
                ]
            )
            against(f"backtest {name}, {words}, no segments", plain, bare)
            against(f"backtest {name}, {words}, with segments", plain, segmented)
    elo = arpad.Elo()
    timeline = timeline_for(drawn, elo, OWN_PACE)
    parts = cut(drawn, np.ones(len(drawn), dtype=np.bool_))[0]
    settings = [arpad.Elo(k=k) for k in np.linspace(5.0, 80.0, SETTINGS)]
    single, judged, lanes, bare, profiled = costs(
        [
            lambda: arpad.rate(drawn, elo),
            lambda: arpad.backtest(drawn, elo),
            lambda: elo_lanes.log_losses(timeline, settings, parts),
            lambda: tune(drawn, elo, {"k": (5, 80)}, profiled=False),
            lambda: tune(drawn, elo, {"k": (5, 80)}),
        ],
        turns=5,
    )
    against(f"{SETTINGS} values of K", single, lanes)
    against(f"{SETTINGS} values of K, beside a backtest of one", judged, lanes)
    against("tune k=5:80 without a profile", single, bare)
    against("tune k=5:80 with the profile", single, profiled)


if __name__ == "__main__":
    main()
