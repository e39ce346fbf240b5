"""How fast a rating system of the user's is, as a ratio to Elo: plain functions, and the built-in ones."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from typing import Any

import click

import arpad
from arpad.ratings.game_context import GameContext
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from bench.records import synthetic


def by_power(difference: float, scale: float) -> float:
    expected: float = 1.0 / (1.0 + 10.0 ** (-difference / scale))
    return expected


def my_curve(difference: float, scale: float) -> float:
    return 1.0 / (1.0 + math.exp(-difference * math.log(10.0) / scale))


def my_k(game: GameContext) -> float:
    return 30.0 if game.rating < 1500.0 else 20.0


def expected_score(game: GameContext, p: Any) -> float:
    return 1.0 / (1.0 + math.exp((game.opponent - game.rating) / p.scale))


def my_update(game: GameContext, p: Any) -> float:
    new: float = game.rating + p.k * (game.score - game.expected)
    return new


MySystem = arpad.custom_system(
    "mine", update=my_update, expected=expected_score, parameters={"k": 20.0, "scale": 400.0 / math.log(10.0)}
)


def seconds(system: RatingSystem, timeline: Timeline) -> float:
    start = time.perf_counter()
    system.rate(timeline)
    return time.perf_counter() - start


@click.command()
@click.option("--games", default=10_000_000, show_default=True)
@click.option("--turns", default=9, show_default=True)
def main(games: int, turns: int) -> None:
    """Rate the same record by each system in turns; print the ratios of the shortest times."""
    timeline = Timeline.of(synthetic(games), "live")
    cases: dict[str, Callable[[], RatingSystem]] = {
        "elo": arpad.Elo,
        "elo, k a rule": lambda: arpad.Elo(k="30 if rating<1500; 20"),
        "elo, own curve": lambda: arpad.Elo(curve=my_curve),
        "elo, own curve with 10 **": lambda: arpad.Elo(curve=by_power),
        "elo, own k": lambda: arpad.Elo(k=my_k),
        "elo, own curve and k": lambda: arpad.Elo(curve=my_curve, k=my_k),
        "a whole system": MySystem,
    }
    spent: dict[str, list[float]] = {name: [] for name in cases}
    for turn in range(turns + 1):
        for name, make in cases.items():
            taken = seconds(make(), timeline)
            if turn:  # the first turn compiles
                spent[name].append(taken)
    best = {name: min(times) for name, times in spent.items()}
    rows = {name: {"seconds": taken, "speed_to_elo": best["elo"] / taken} for name, taken in best.items()}
    print(json.dumps({"games": games, "systems": rows}, indent=2))


if __name__ == "__main__":
    main()
