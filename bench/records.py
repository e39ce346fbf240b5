"""Synthetic records: many games among players of whom a few play very often (Zipf)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl

from arpad.record import Games, Players

EXPONENT = 0.8
"""The r-th most active player plays in proportion to r^−0.8."""


def synthetic(games: int, players: int = 500_000, seed: int = 1) -> Games:
    """Return a record of so many games over 24 months; who is active is spread over the indices at random."""
    random = np.random.default_rng(seed)
    share = np.arange(1, players + 1, dtype=np.float64) ** -EXPONENT
    bounds = np.cumsum(share / share.sum())
    shuffled = random.permutation(players).astype(np.int32)
    picked = shuffled[np.minimum(np.searchsorted(bounds, random.random(2 * games)), players - 1)]
    first, second = picked[:games].copy(), picked[games:].copy()
    same = first == second
    second[same] = (second[same] + 1) % players
    score = random.choice(np.array([0.0, 0.5, 1.0]), size=games, p=[0.4, 0.2, 0.4])
    start = np.datetime64("2024-01-01", "D")
    time = start + np.sort(random.integers(0, 730, size=games)).astype("timedelta64[D]")
    return Games(Players([f"player {i:06d}" for i in range(players)]), first, second, score, time=time)


def write_numbered_csv(games: Games, path: Path) -> None:
    """Write a record as programs write it: a rating period by number (a week), short names, scores.

    Its rows are a third shorter than those of :func:`write_csv`, so that plain reading costs less beside what
    is done for each game.
    """
    assert games.time is not None
    names = pl.Series([f"p{i}" for i in range(len(games.players))])
    pl.DataFrame(
        {
            "period": (games.time - games.time[0]).astype("timedelta64[D]").astype(np.int64) // 7,
            "white": names.gather(games.first),
            "black": names.gather(games.second),
            "score": pl.Series(["0", "0.5", "1"]).gather((games.score * 2).astype(np.uint32)),
        }
    ).write_csv(path)


def write_csv(games: Games, path: Path) -> None:
    """Write a record as people have it: date, white, black, result."""
    names = pl.Series(list(games.players.names))
    results = pl.Series(["0-1", "1/2-1/2", "1-0"])
    assert games.time is not None
    pl.DataFrame(
        {
            "date": games.time,
            "white": names.gather(games.first),
            "black": names.gather(games.second),
            "result": results.gather((games.score * 2).astype(np.uint32)),
        }
    ).write_csv(path)
