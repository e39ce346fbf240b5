"""What one game costs: added to live ratings after a million others, and between two ratings by themselves.

The latter also as a ratio to trueskill and openskill, where they are installed (bench/peers.txt).
Times are of this thread's processor, the median of many games: what else runs on the machine counts little.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

import click
import numpy as np

import arpad
from arpad.record import Games
from bench.records import synthetic

ONE_GAME = ("elo", "glicko", "glicko2", "trueskill", "weng-lin", "elo-mmr", "fide")
CONTESTS = ("trueskill", "weng-lin")


def microseconds(work: Callable[[], object], times: int) -> float:
    """Return the median of some calls, after as many more that warm up."""
    found = []
    for _ in range(2 * times):
        start = time.thread_time()
        work()
        found.append(time.thread_time() - start)
    return float(np.median(found[times:])) * 1e6


def live(games: Games, name: str, times: int) -> tuple[float, float]:
    """Return the microseconds of a game added to live ratings, and of one by ``update``."""
    ratings = arpad.rate(games, name, schedule="live")
    held, names = ratings.live(), games.players.names
    seats = iter(np.random.default_rng(1).integers(0, len(names), (4 * times, 2)).tolist())
    when: Any = None if games.time is None else games.time.max().item()

    def add() -> None:
        first, second = next(seats)
        held.add(names[first], names[second if second != first else first - 1], 1.0, time=when)

    one = Games.from_arrays(
        [names[0]], [names[1]], [1.0], time=None if games.time is None else [str(games.time.max())]
    )
    return microseconds(add, times), microseconds(lambda: ratings.update(one), 5)


def peers() -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """Return a game and a contest of three by each other package, as its documentation has them."""
    found: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {}
    if find_spec("trueskill") is not None:
        trueskill = importlib.import_module("trueskill")
        sides = [(trueskill.Rating(),) for _ in range(3)]
        found["trueskill"] = (
            lambda: trueskill.rate_1vs1(sides[0][0], sides[1][0]),
            lambda: trueskill.rate(sides, ranks=[0, 1, 1]),
        )
    if find_spec("openskill") is not None:
        model = importlib.import_module("openskill.models").PlackettLuce()
        teams = [[model.rating()] for _ in range(3)]
        found["openskill"] = (
            lambda: model.rate(teams[:2], ranks=[1, 2]),
            lambda: model.rate(teams, ranks=[1, 2, 2]),
        )
    return found


@click.command()
@click.option("--games", default=1_000_000, show_default=True)
@click.option("--players", default=50_000, show_default=True)
@click.option("--times", default=500, show_default=True)
def main(games: int, players: int, times: int) -> None:
    """Print the microseconds of one game."""
    record = synthetic(games, players)
    click.echo(f"after {games:,} games of {players:,} players")
    for name in ("elo", "glicko2"):
        added, updated = live(record, name, times)
        click.echo(
            f"  {name:<10} live {added:8.0f} µs, update {updated:10.0f} µs, {updated / added:8.0f} times"
        )
    others = peers()
    click.echo("one game between two ratings")
    for name in ONE_GAME:
        system = arpad.rating_system(name)
        before = [arpad.Rating(1500.0) if name == "fide" else None for _ in range(2)]
        ratings: tuple[Any, Any] = arpad.rate_game(system, before[0], before[1], 1)

        def game(system: Any = system, ratings: Any = ratings) -> object:
            return arpad.rate_game(system, ratings[0], ratings[1], 1)

        taken = microseconds(game, times)
        beside = [f"{taken / microseconds(other[0], times):.2f} of {peer}" for peer, other in others.items()]
        click.echo(f"  {name:<10} {taken:8.0f} µs  {', '.join(beside)}")
    click.echo("a contest of three")
    for name in CONTESTS:
        sides = arpad.rate_contest(name, [[None], [None], [None]], [1, 2, 2])

        def contest(name: str = name, sides: Any = sides) -> object:
            return arpad.rate_contest(name, sides, [1, 2, 2])

        taken = microseconds(contest, times)
        beside = [f"{taken / microseconds(other[1], times):.2f} of {peer}" for peer, other in others.items()]
        click.echo(f"  {name:<10} {taken:8.0f} µs  {', '.join(beside)}")


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        main()
