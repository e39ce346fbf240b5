"""Other people's libraries, each run on a record as its own documentation says."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from arpad.ratings.whole_history.family import Q
from arpad.record import Games

Run = Callable[[], object]

PRIOR = 350.0
"""The prior's deviation for Bradley and Terry: rare players of the record won all or lost all."""


def newton(games: Games) -> Run:
    """Return Bradley and Terry's fit as one writes it with SciPy: Newton's method, conjugate gradients."""
    from scipy.sparse import coo_array, diags_array
    from scipy.sparse.linalg import cg

    n, rows = len(games.players), np.arange(len(games))
    ones = np.ones(len(games))
    seats = np.concatenate((games.first, games.second))
    design = coo_array((np.concatenate((ones, -ones)), (np.tile(rows, 2), seats)), shape=(len(games), n))
    precision = 1.0 / (PRIOR * Q) ** 2

    def fit() -> object:
        X = design.tocsr()
        theta = np.zeros(n)
        for _ in range(50):
            E = 1.0 / (1.0 + np.exp(-(X @ theta)))
            A = X.T @ diags_array(E * (1.0 - E)) @ X + diags_array(np.full(n, precision))
            step, _ = cg(A, X.T @ (games.score - E) - precision * theta, rtol=1e-8)
            theta += step
            if np.abs(step).max() < 1e-9:
                break
        return theta

    return fit


def trueskill_peer(games: Games) -> Run:
    """Return the package trueskill's live update of every game."""
    peer = importlib.import_module("trueskill")

    def run() -> object:
        known: dict[int, Any] = {}
        for a, b, s in _rows(games):
            one, two = known.get(a) or peer.Rating(), known.get(b) or peer.Rating()
            if s >= 0.5:
                known[a], known[b] = peer.rate_1vs1(one, two, drawn=s == 0.5)
            else:
                known[b], known[a] = peer.rate_1vs1(two, one)
        return known

    return run


def openskill_peer(games: Games) -> Run:
    """Return the package openskill's live update of every game."""
    model = importlib.import_module("openskill.models").PlackettLuce()

    def run() -> object:
        known: dict[int, Any] = {}
        for a, b, s in _rows(games):
            sides = [[known.get(a) or model.rating()], [known.get(b) or model.rating()]]
            (known[a],), (known[b],) = model.rate(sides, ranks=[1.0 - s, s])
        return known

    return run


def choix_peer(games: Games) -> Run:
    """Return the package choix's fit; it knows no draws, so a draw is a win of the first here."""
    peer = importlib.import_module("choix")
    pairs = [(a, b) if s >= 0.5 else (b, a) for a, b, s in _rows(games)]
    return lambda: peer.ilsr_pairwise(len(games.players), pairs, alpha=0.01)


def evalica_peer(games: Games) -> Run:
    """Return the package evalica's fit."""
    peer = importlib.import_module("evalica")
    names = {0.0: peer.Winner.Y, 0.5: peer.Winner.Draw, 1.0: peer.Winner.X}
    rows = _rows(games)
    first, second, won = (
        [str(a) for a, _, _ in rows],
        [str(b) for _, b, _ in rows],
        [names[s] for *_, s in rows],
    )
    return lambda: peer.bradley_terry(first, second, won)


def ttt_peer(games: Games) -> Run:
    """Return the package trueskillthroughtime's run to its own default precision."""
    peer = importlib.import_module("trueskillthroughtime")
    rows = _rows(games)
    sides = [[[str(a)], [str(b)]] for a, b, _ in rows]
    results = [[s, 1.0 - s] for *_, s in rows]
    assert games.time is not None
    days = games.time.astype("datetime64[D]").astype(int).tolist()

    def run() -> object:
        history = peer.History(
            composition=sides,
            results=results,
            times=days,
            sigma=25 / 3,
            beta=25 / 6,
            gamma=25 / 300,
            p_draw=0.1,
        )
        return history.convergence(verbose=False)

    return run


PEERS: tuple[tuple[str, str, int, Callable[[Games], Run]], ...] = (
    ("trueskill, live", "trueskill", 20_000, trueskill_peer),
    ("weng-lin, live", "openskill", 20_000, openskill_peer),
    ("bradley-terry", "choix", 20_000, choix_peer),
    ("bradley-terry", "evalica", 20_000, evalica_peer),
    ("ttt", "trueskillthroughtime", 2_000, ttt_peer),
)
"""Our case, the package, how many games it is given (among a tenth as many players), and how to run it."""


def _rows(games: Games) -> list[tuple[int, int, float]]:
    columns = games.first.tolist(), games.second.tolist(), games.score.tolist()
    return list(zip(*columns, strict=True))
