"""What a repaired matching is worth: the dense engine's next question against a matching found anew.

``python -m bench.dense`` prints, for random graphs with costs as brackets have them, how long the dense
engine takes to give one vertex the match of the lowest rank and fix it, how long one call of
``maximum_weight_matching`` takes on the same graph, and how many times as long that is: the median of some
graphs, in turns.
"""

from __future__ import annotations

import random
import statistics
import time

import click
import numpy as np

from arpad.compiled.compiling import compiled
from arpad.tournament.matching import maximum_weight_matching
from arpad.tournament.matching.dense.first_optimal import settle
from arpad.tournament.matching.dense.graph import DenseGraph, make_graph
from arpad.tournament.matching.dense.search import solve


def drawn(n: int, seed: int) -> DenseGraph:
    """Return a graph in which nine of ten pairs may be, with costs of two words: few values, many ties."""
    rng = np.random.default_rng(seed)
    there = np.triu(rng.random((n, n)) < 0.9, 1)
    costs = np.triu(rng.integers(0, 3, (2, n, n)), 1)
    graph = make_graph(n, 2, (there | there.T).astype(np.uint8).ravel(), True)
    graph.cost[:] = np.moveaxis(costs + costs.transpose(0, 2, 1), 0, -1).ravel()
    return graph


def repaired(graph: DenseGraph, players: np.ndarray, rank: np.ndarray) -> float:
    """Return the seconds of one question, of as many as there are players; the graph is solved."""
    start = time.perf_counter()
    compiled(settle)(graph, players, len(players), rank)
    return (time.perf_counter() - start) / len(players)


def anew(graph: DenseGraph) -> float:
    """Return the seconds of one matching."""
    n = graph.n
    i, j = np.nonzero(np.triu(graph.allowed.reshape(n, n)))
    levels = -graph.cost.reshape(n, n, graph.words)[i, j]
    start = time.perf_counter()
    maximum_weight_matching(n, np.column_stack((i, j)), levels, perfect=True)
    return time.perf_counter() - start


@click.command()
@click.option("--runs", default=5, show_default=True, help="Graphs of each size.")
def main(runs: int) -> None:
    """Measure both ways."""
    click.echo("vertices   repaired        anew    times as long")
    for n in (80, 200, 400, 1000):
        rows = []
        for seed in range(runs + 1):
            graph = drawn(n, seed)
            found = anew(graph)
            compiled(solve)(graph)
            players = np.array(random.Random(seed).sample(range(n), n // 4))
            rows.append((repaired(graph, players, np.arange(n)), found))
        repairs, searches = zip(*rows[1:], strict=True)  # the first loads machine code
        ratio = statistics.median(there / here for here, there in rows[1:])
        here, there = statistics.median(repairs), statistics.median(searches)
        click.echo(f"{n:8d}  {here * 1e3:7.3f} ms  {there * 1e3:7.3f} ms  {ratio:8.1f}")


if __name__ == "__main__":
    main()
