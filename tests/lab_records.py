"""Records for tests of the laboratory: games of players whose strengths are known."""

from __future__ import annotations

import numpy as np

from arpad.lab.forecasts.judging import GameBlocks
from arpad.record import Games, Players


def synthetic(
    games: int, players: int = 20, seed: int = 1, *, draws: bool = False, home: float = 0.0
) -> Games:
    """Return games of players whose strengths differ by 200 points, the first side ahead by ``home``."""
    random = np.random.default_rng(seed)
    strength = random.normal(0.0, 200.0, players)
    first = random.integers(0, players, games)
    second = (first + random.integers(1, players, games)) % players
    chance = 1.0 / (1.0 + 10.0 ** (-(strength[first] - strength[second] + home) / 400.0))
    if draws:
        score = 0.5 * (random.random(games) < chance) + 0.5 * (random.random(games) < chance)
    else:
        score = (random.random(games) < chance).astype(float)
    day = np.datetime64("2020-01-01", "D") + np.sort(random.integers(0, 1500, games)).astype("timedelta64[D]")
    return Games(
        Players([f"p{n}" for n in range(players)]),
        first.astype(np.int32),
        second.astype(np.int32),
        score,
        time=day,
        advantage=np.ones(games, dtype=np.int8),
    )


def one_cut(games: int) -> GameBlocks:
    """Return a cut in which every game counts, each in a block of its own."""
    return GameBlocks(np.ones(games, dtype=np.int8), np.arange(games + 1))
