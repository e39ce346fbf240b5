"""How far the bar of a long run is from the truth: what it shows at each quarter of the time.

No bar is drawn in the first second: what it would show then stands in brackets, and the error is that of the
quarters at which there is a bar. What is told is recorded with its times, and shown again afterwards as the
bar would have shown it. Each case runs once before it is measured, so that no machine code is compiled. The
records are synthetic, or files that are given: of a league that plays for many years searches take much
longer.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

import arpad
from arpad.cli.progress import PATIENCE, Estimate
from arpad.core import progress
from arpad.record import Games
from bench.records import synthetic, write_numbered_csv

QUARTERS = (0.25, 0.5, 0.75)

SYSTEMS: tuple[tuple[str, dict[str, float]], ...] = (
    ("whr", {}),
    ("whr", {"w2": 10.0}),
    ("ttt", {}),
    ("ttt", {"gamma": 0.0}),
    ("bradley-terry", {"prior": 350.0}),
)
"""Systems, with drift and nearly or entirely without it."""


def zipf(games: int, players: int) -> Games:
    """Return a record of players of whom a few play very often."""
    return skilled(synthetic(games, players))


def even(games: int, players: int) -> Games:
    """Return a record in which everybody plays as often, against anybody."""
    random = np.random.default_rng(5)
    first = random.integers(0, players, games)
    return skilled(_between(games, players, first, (first + random.integers(1, players, games)) % players))


def careers(games: int, players: int) -> Games:
    """Return a record of players who come and go: an eighth of all at a time."""
    random = np.random.default_rng(5)
    at_once = players // 8
    came = np.arange(games) * (players - at_once) // games
    first = random.integers(0, at_once, games)
    second = (first + random.integers(1, at_once, games)) % at_once
    return skilled(_between(games, players, came + first, came + second))


def clubs(games: int, players: int) -> Games:
    """Return a record of clubs of 40 whose players meet others' in one game of fifty."""
    random = np.random.default_rng(5)
    first = random.integers(0, players, games)
    home = first // 40 * 40
    mate = home + (first - home + random.integers(1, 40, games)) % 40
    guest = (first + random.integers(1, players, games)) % players
    second = np.where((random.random(games) < 0.02) | (mate >= players), guest, mate)
    return skilled(_between(games, players, first, second))


def _between(games: int, players: int, first: NDArray[Any], second: NDArray[Any]) -> Games:
    """Return the times of a synthetic record with other sides."""
    record = synthetic(games, players)
    return replace(record, first=first.astype(np.int32), second=second.astype(np.int32))


def skilled(record: Games) -> Games:
    """Return a record with results that follow strengths."""
    random = np.random.default_rng(3)
    strength = random.normal(0.0, 1.2, len(record.players))
    chance = 1.0 / (1.0 + np.exp(strength[record.second] - strength[record.first]))
    return replace(record, score=(random.random(len(record)) < chance).astype(np.float64))


SHAPES: tuple[Callable[[int, int], Games], ...] = (even, zipf, careers, clubs)
"""Who meets whom, which decides how long a search takes."""


def shown(
    action: Callable[[], object], clock: Callable[[], float] = time.perf_counter
) -> tuple[float, list[float | None]]:
    """Run an action; return its seconds, and what a bar shows of it at each quarter of them."""
    heard: list[tuple[float, float, float]] = []
    start = clock()
    with progress.listening(lambda share, ahead: heard.append((clock() - start, share, ahead))):
        action()
    seconds = clock() - start
    found: list[float | None] = []
    for quarter in QUARTERS:
        now = [0.0]
        estimate = Estimate(lambda now=now: now[0])  # type: ignore[misc]
        for at, share, ahead in heard:
            if at > quarter * seconds:
                break
            now[0] = at
            estimate.tell(share, ahead)
        now[0] = quarter * seconds
        found.append(estimate.shown().share)
    return seconds, found


def as_text(share: float | None, drawn: bool) -> str:
    """Return what a bar shows, in brackets where none is drawn yet."""
    text = "?" if share is None else f"{100.0 * share:.0f} %"
    return f"{text if drawn else f'({text})':>6s}"


def cases(
    reading: int, sizes: tuple[int, ...], files: tuple[Path, ...]
) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield what is measured."""
    if reading:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.csv"
            write_numbered_csv(synthetic(reading), path)
            yield f"reading {reading:,} rows", lambda: arpad.read_games(path)
    records = [
        (f"{size:,} games, {shape.__name__}", shape(size, size // 30)) for size in sizes for shape in SHAPES
    ]
    records += [(file.name, arpad.read_games(file)) for file in files]
    for name, record in records:
        for system, settings in SYSTEMS:
            made = arpad.rating_system(system, **settings)
            label = " ".join([system, *(f"{key}={value:g}" for key, value in settings.items())])
            yield f"{label}, {name}", lambda record=record, made=made: arpad.rate(record, made)  # type: ignore[misc]


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--reading", default=10_000_000, show_default=True, help="Rows of the file that is read; 0: none."
)
@click.option("--games", "sizes", multiple=True, type=int, default=(600_000, 3_000_000))
@click.option(
    "--processor", is_flag=True, help="Go by the time of the processor: where others use the machine."
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("bench/results/progress.json"))
def main(files: tuple[Path, ...], reading: int, sizes: tuple[int, ...], processor: bool, out: Path) -> None:
    """Measure the bar on synthetic records, and on FILES of games, and write the figures as JSON."""
    rows: list[dict[str, Any]] = []
    for label, action in cases(reading, sizes, files):
        action()
        seconds, found = shown(action, time.process_time if processor else time.perf_counter)
        drawn = [quarter * seconds >= PATIENCE for quarter in QUARTERS]
        texts = [as_text(*each) for each in zip(found, drawn, strict=True)]
        errors = [
            abs((one or 0.0) - quarter)
            for one, quarter, seen in zip(found, QUARTERS, drawn, strict=True)
            if seen
        ]
        verdict = f"off by {100.0 * max(errors):.0f} points" if errors else "no bar"
        click.echo(f"{label:50s} {seconds:7.2f} s   {'  '.join(texts)}   {verdict}")
        rows.append({"case": label, "seconds": seconds, "shown": found, "drawn": drawn})
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=1))
    click.echo(f"figures written to {out}")


if __name__ == "__main__":
    main()
