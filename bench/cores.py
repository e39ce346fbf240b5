"""What a machine's cores gain for rating periods, beside the most that they could gain at that moment.

Three works take turns: a record rated on one core; the same record shared among the cores; and as many
records as there are cores, of as many games and players in all, each rated on a core of its own, at once. The
last one exchanges nothing: what it gains is what the machine allows, whose memory the cores share, among
themselves and often with other machines.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from unittest.mock import patch

import click

from arpad.ratings.glicko.family import GlickoFamily
from arpad.ratings.glicko.glicko import Glicko
from arpad.ratings.glicko.glicko2 import Glicko2
from arpad.ratings.timeline import Timeline
from arpad.record.periods import parse_period
from bench.records import synthetic


@contextmanager
def on_one_core() -> Iterator[None]:
    """Share no rating periods."""
    with patch("arpad.ratings.glicko.family.cores_for", lambda bounds, players, work: 1):
        yield


def timeline(games: int, players: int, seed: int = 1) -> Timeline:
    """Return a record by monthly rating periods."""
    made = Timeline.of(synthetic(games, players, seed=seed), "period", parse_period("1mo"))
    _ = made.bounds
    return made


def seconds(work: Callable[[], object]) -> float:
    """Return how long a work takes by the clock."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


@click.command()
@click.option("--games", default=2_000_000, show_default=True)
@click.option("--turns", default=40, show_default=True)
def main(games: int, turns: int) -> None:
    """Print both gains for Glicko and Glicko-2."""
    cores = os.cpu_count() or 1
    whole = timeline(games, games // 20)
    parts = [timeline(games // cores, games // 20 // cores, seed) for seed in range(cores)]
    systems: list[GlickoFamily] = [Glicko(), Glicko2()]
    for system in systems:

        def alone() -> None:
            with on_one_core():
                system.rate(whole)  # noqa: B023

        def shared() -> None:
            system.rate(whole)  # noqa: B023

        def at_once() -> None:
            with ThreadPoolExecutor(cores) as threads:
                list(threads.map(system.rate, parts))  # noqa: B023

        works = (alone, shared, at_once)
        for work in works:
            work()  # the machine code
        one, both, most = zip(*[[seconds(work) for work in works] for _ in range(turns)], strict=True)
        gains = [
            f"{words} × {statistics.median(a / b for a, b in zip(one, taken, strict=True)):.2f} "
            f"(best × {min(one) / min(taken):.2f})"
            for words, taken in (("shared", both), ("at once", most))
        ]
        click.echo(
            f"{system.name:8s} one core {statistics.median(one):.3f} s, {cores} cores: {', '.join(gains)}"
        )


if __name__ == "__main__":
    main()
