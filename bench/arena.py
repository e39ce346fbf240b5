"""1.5 million votes of 200 models beside arena-rank: ratings, sandwich variances, seconds.

arena-rank lives in an environment of its own, whose Python is named:

    python -m venv /tmp/peers && /tmp/peers/bin/pip install arena-rank==0.1.1
    python -m bench.arena --peer /tmp/peers/bin/python

Both start from a table in memory and end with ratings and intervals. arena-rank runs twice: as it comes, and
exactly. As it comes it adds 1e-5 of the votes to the information and stops early; that is its own error.
Then both fit a smaller board with two covariates of every vote, arena-rank by its contextual model.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import click
import numpy as np

import arpad
from arpad.ratings.whole_history.bradley_terry import BradleyTerry
from arpad.ratings.whole_history.family import Q
from arpad.ratings.whole_history.tie_models import davidson_chances

PEER = Path(__file__).with_name("arena_peer.py")
SCORES = {"model_a": 1.0, "model_b": 0.0, "tie": 0.5, "both_bad": 0.5}


def votes(count: int, models: int, seed: int = 7) -> Any:
    """Return a polars frame of votes, three of ten of them ties, over models of uneven popularity."""
    import polars as pl

    draw = np.random.Generator(np.random.PCG64(seed))
    theta = draw.normal(0.0, 0.8, models)
    share = draw.gamma(5.0, 1.0, models)
    first = draw.choice(models, count, p=share / share.sum())
    second = draw.choice(models, count, p=share / share.sum())
    second = np.where(first == second, (second + 1) % models, second)
    win, tie, _ = davidson_chances(theta[first] - theta[second], 0.95)
    u = draw.random(count)
    how = np.where(u < win, 0, np.where(u < win + 0.6 * tie, 2, np.where(u < win + tie, 3, 1)))
    names, words = np.array([f"model-{k:03d}" for k in range(models)]), np.array(list(SCORES))
    return pl.DataFrame({"model_a": names[first], "model_b": names[second], "winner": words[how]})


def ours(frame: Any, runs: int) -> tuple[Any, float, float]:
    """Return the ratings, and the least seconds of several runs: by the clock, of the processor."""
    import polars as pl

    spent = []
    for _ in range(runs):
        start, work = time.perf_counter(), time.process_time()
        scored = frame.with_columns(score=pl.col("winner").replace_strict(SCORES)).drop("winner")
        games = arpad.read_games(scored, columns={"first": "model_a", "second": "model_b"})
        ratings = arpad.rate(games, BradleyTerry(variance="sandwich", initial=1000.0))
        assert ratings.deviation is not None
        spent.append((time.perf_counter() - start, time.process_time() - work))
    return ratings, min(clock for clock, _ in spent), min(work for _, work in spent)


def swayed(count: int, models: int, seed: int = 5) -> Any:
    """Return votes as a frame of indices, scores and two covariates that sway them."""
    import polars as pl

    draw = np.random.Generator(np.random.PCG64(seed))
    theta = draw.normal(0.0, 0.8, models)
    first = draw.integers(0, models, count)
    second = (first + 1 + draw.integers(0, models - 1, count)) % models
    x, y = draw.normal(0.0, 1.0, count), draw.normal(0.1, 0.5, count)
    chance = 1.0 / (1.0 + np.exp(-(theta[first] - theta[second] + 0.3 * x - 0.2 * y)))
    score = np.where(draw.random(count) < 0.3, 0.5, (draw.random(count) < chance).astype(np.float64))
    return pl.DataFrame({"first": first, "second": second, "score": score, "x": x, "y": y})


def compare_covariates(peer: str, folder: Path, count: int = 60_000, models: int = 30) -> str:
    """Return how far the ratings with covariates are from those of arena-rank's contextual model."""
    frame = swayed(count, models)
    file, out = folder / "swayed.parquet", folder / "swayed.npz"
    frame.write_parquet(file)
    subprocess.run(
        [peer, str(PEER), str(file), str(out), "--contextual"], check=True, stderr=subprocess.DEVNULL
    )
    found = np.load(out)
    games = arpad.Games.from_arrays(
        *(frame[name].to_numpy() for name in ("first", "second", "score")),
        players=[str(k) for k in range(models)],
        covariates={name: frame[name].to_numpy() for name in "xy"},
    )
    ratings = arpad.rate(games, BradleyTerry(variance="sandwich", initial=1000.0))
    assert ratings.deviation is not None
    own = [one.points * Q for one in ratings.state.covariates]
    return (
        f"covariates: ratings differ by {np.abs(ratings.rating - found['ratings']).max():.1g} points, "
        f"coefficients by {np.abs(own - found['coefficients']).max():.1g}, variances by "
        f"{np.abs(ratings.deviation**2 / found['variances'] - 1.0).max():.1g} of themselves"
    )


@click.command(help=__doc__)
@click.option("--peer", required=True, help="The Python of an environment with arena-rank.")
@click.option("--votes", "count", default=1_500_000, show_default=True)
@click.option("--models", default=200, show_default=True)
@click.option("--runs", default=3, show_default=True)
def main(peer: str, count: int, models: int, runs: int) -> None:
    """Compare, and print."""
    frame = votes(count, models)
    ties = float(frame["winner"].is_in(["tie", "both_bad"]).mean())
    click.echo(f"{count:,} votes of {models} models, {ties:.1%} ties")
    ratings, clock, work = ours(frame, runs)
    click.echo(f"arpad: {clock:.2f} s by the clock, {work:.2f} s of the processor")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "votes.parquet"
        frame.write_parquet(file)
        for label, words in (("as it comes", []), ("exactly", ["--exact"])):
            out = Path(folder) / "found.npz"
            subprocess.run(
                [peer, str(PEER), str(file), str(out), *words], check=True, stderr=subprocess.DEVNULL
            )
            found = np.load(out)
            at = [ratings.players.index(str(name)) for name in found["names"]]
            off = np.abs(ratings.rating[at] - found["ratings"]).max()
            apart = np.abs(ratings.deviation[at] ** 2 / found["variances"] - 1.0).max()
            theirs, spent = float(found["seconds"]), float(found["processor"])
            click.echo(
                f"arena-rank {label}: {theirs:.1f} s by the clock ({theirs / clock:.0f} times), "
                f"{spent:.1f} s of the processor ({spent / work:.0f} times); "
                f"ratings differ by {off:.1g} points at most, variances by {apart:.1g} of themselves"
            )
        click.echo(compare_covariates(peer, Path(folder)))


if __name__ == "__main__":
    main()
