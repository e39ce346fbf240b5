"""How fast matchings are found: dense and sparse graphs of up to 3,000 vertices, one level and eight.

``python -m bench.matching`` prints seconds, the best of some runs after the loops are loaded.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from arpad.tournament.matching import (
    Completion,
    maximum_cardinality_matching,
    maximum_weight_matching,
)

SEED = 1
SPARSE_DEGREE = 10

Edges = NDArray[np.int64]


def dense(n: int) -> Edges:
    """Return all pairs."""
    return np.stack(np.triu_indices(n, 1), axis=1)


def sparse(n: int) -> Edges:
    """Return random pairs, about ``SPARSE_DEGREE`` per vertex, and a ring, so that all can be matched."""
    rng = np.random.default_rng(SEED)
    pairs = np.sort(rng.integers(0, n, (SPARSE_DEGREE * n // 2, 2)), axis=1)
    ring = np.stack((np.arange(n - 1), np.arange(1, n)), axis=1)
    pairs = np.unique(np.concatenate((pairs, ring)), axis=0)
    kept: Edges = pairs[pairs[:, 0] != pairs[:, 1]]
    return kept


def uniform(edges: Edges, levels: int) -> NDArray[np.int64]:
    """Return independent random weights: each level below 1000."""
    rng = np.random.default_rng(SEED)
    return rng.integers(0, 1000, (len(edges), levels))


def pairing(edges: Edges, levels: int) -> NDArray[np.int64]:
    """Return weights as pairings have them: few values and many ties, then distances.

    Score groups, colours and floats of random players; with one level, the square of the difference in rank.
    """
    rng = np.random.default_rng(SEED)
    n = int(edges.max()) + 1
    score = np.sort(rng.binomial(10, 0.5, n))[::-1]
    colour, float_ = rng.integers(0, 3, n), rng.integers(0, 4, n)
    i, j = edges.T
    apart = np.abs(score[i] - score[j])
    ladder = [
        -apart,
        -(apart**2),
        (colour[i] != colour[j]).astype(np.int64),
        -((colour[i] == 2) & (colour[j] == 2)).astype(np.int64),
        -(float_[i] == 0).astype(np.int64) * (apart > 0),
        -(float_[j] == 1).astype(np.int64) * (apart > 0),
        -np.abs(np.abs(i - j) - n // 20),
        -((np.abs(i - j) - n // 20) ** 2),
    ]
    return np.stack(ladder[:levels] if levels > 1 else [-((i - j) ** 2) + 100 * colour[i]], axis=1)


def seconds(job: Callable[[], Any], runs: int) -> float:
    """Return the time of the fastest run."""
    found = []
    for _ in range(runs):
        start = time.perf_counter()
        job()
        found.append(time.perf_counter() - start)
    return min(found)


def weighted(n: int, edges: Edges, runs: int) -> None:
    """Print the times of matchings of maximum weight."""
    for levels in (1, 8):
        for kind in (uniform, pairing):
            weights = kind(edges, levels)
            perfect, any_size = (
                seconds(partial(maximum_weight_matching, n, edges, weights, perfect=perfect), runs)
                for perfect in (True, False)
            )
            what = f"{n:>8}  {len(edges):>9}  {levels:>6}  {kind.__name__:8}"
            click.echo(f"{what}  {perfect:8.3f}  {any_size:8.3f}")


def ask(field: Completion, questions: list[list[int]]) -> None:
    """Ask of each pair whether the others can be matched."""
    for pair in questions:
        field.complete_without(pair)


@click.command()
@click.option("--largest", default=3000, show_default=True, help="Leave out larger graphs.")
@click.option("--runs", default=3, show_default=True, help="Runs, of which the fastest counts.")
def main(largest: int, runs: int) -> None:
    """Measure matchings."""
    for levels in (1, 8):
        maximum_weight_matching(80, dense(80), uniform(dense(80), levels), perfect=True)
    click.echo("vertices      edges  levels  weights   perfect, any size: seconds")
    for n in (60, 100, 300, 1000, 3000):
        if n > largest:
            continue
        for edges in (sparse(n), dense(n)):
            weighted(n, edges, runs)
            time_taken = seconds(partial(maximum_cardinality_matching, n, edges), runs)
            click.echo(f"{n:>8}  {len(edges):>9}  as many as possible: {time_taken:.4f}")
        rng = np.random.default_rng(SEED)
        forbidden, questions = rng.integers(0, n, (10 * n, 2)), rng.integers(0, n, (1000, 2))
        field = Completion(n, forbidden[forbidden[:, 0] != forbidden[:, 1]])
        asked = questions[questions[:, 0] != questions[:, 1]].tolist()
        time_taken = seconds(partial(ask, field, asked), runs)
        click.echo(f"{n:>8}  a question of completion: {time_taken / len(asked) * 1e6:.1f} µs")


if __name__ == "__main__":
    main()
