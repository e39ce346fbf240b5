"""Patterns of a whole record that mislead ratings: winners first, farming, one-sided results, pools apart.

References:
    Shi, J. and Malik, J. (2000), Normalized cuts and image segmentation. *IEEE Trans. PAMI* 22, 888–905: the
    cut between two groups by the second eigenvector, swept for the least share of games across.
    Ford, L. R. (1957), Solution of a ranking problem from binary comparisons. *Amer. Math. Monthly* 64,
    28–33: who wins all games, or loses all, has no finite maximum-likelihood rating.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from arpad.core import counted
from arpad.record.games import Games
from arpad.record.survey.blocks import blocks
from arpad.record.survey.repeats import LONG, rows_of_frequent_pairs
from arpad.record.survey.suspicious import LISTED, Finding, Place
from arpad.record.winner_first import winner_first

Ints = NDArray[np.int64]

ONE_SIDED = 10
"""Games from which on it is strange that a player won all of them, or lost all."""

MEETINGS, BEATEN, FARMED, SHARE = 10, 0.9, 20, 0.5
"""Farming: so many games against one opponent, of whom the player takes so much; so many such games, and so
large a share of all games of the player."""

MOST_PLAYERS, MOST_GAMES = 20_000, 2_000_000
"""Players of the largest group, and games, up to which pools are looked for."""

LEAST_POOL, ACROSS, FEW_ACROSS = 5, 0.05, 50
"""A pool has so many players, hardly meets the others in at most this share of its games, and in fewer than
so many games: then the difference between the two is uncertain by about a hundred points."""

UNCERTAIN = 1.96 * 2.0 * 400.0 / math.log(10.0)
"""Half of the 95 % interval of a difference of ratings from one even game, in points: that of n games is its
√n-th part."""


def patterns_of(games: Games) -> list[Finding]:
    """Return the patterns of a record that mislead ratings or forecasts."""
    if not len(games):
        return []
    totals = _totals(games)
    found = [_winners_first(games), _one_sided(games, totals), _farming(games, totals[1]), _pools(games)]
    return [one for one in found if one is not None]


def _winners_first(games: Games) -> Finding | None:
    """Return the finding that the winner stands first."""
    first = winner_first(games)
    if first is None:
        return None
    decisive = counted(first.decisive, "decisive game")
    return Finding(
        "winner-first",
        f"the first side won {first.won:,} of {decisive}: results seem to be listed with the winner first",
        first.decisive,
        (),
        "Do not take the first side for White or the home side, nor predict from it: the order tells the "
        "result.",
    )


def _totals(games: Games) -> tuple[NDArray[np.float64], Ints]:
    """Return the points and the games of every player."""
    n = len(games.players)
    points, played = np.zeros(n), np.zeros(n, dtype=np.int64)
    for part in blocks(len(games)):
        score = games.score[part]
        for side, taken in ((games.first, score), (games.second, 1.0 - score)):
            points += np.bincount(side[part], taken, n)
            played += np.bincount(side[part], minlength=n)
    return points, played


def _one_sided(games: Games, totals: tuple[NDArray[np.float64], Ints]) -> Finding | None:
    """Return the finding that players won all of many games, or lost all."""
    points, played = totals
    many = played >= ONE_SIDED
    won, lost = many & (points >= played), many & (points <= 0.0)
    who = np.flatnonzero(won | lost)
    if not len(who):
        return None
    who = who[np.argsort(-played[who], kind="stable")]
    places = tuple(
        Place(
            None, None, f"{games.players.names[at]}: {played[at]:,} games, all {'won' if won[at] else 'lost'}"
        )
        for at in who[:LISTED].tolist()
    )
    count = int(won.sum()), int(lost.sum())
    parts = [
        f"{counted(players, 'player')} {what} all of {ONE_SIDED} games and more"
        for players, what in zip(count, ("won", "lost"), strict=True)
        if players
    ]
    return Finding(
        "one-sided",
        ", ".join(parts),
        len(who),
        places,
        "Nothing bounds how strong or weak they are but a system's prior: take their ratings with care.",
    )


def _farming(games: Games, played: Ints) -> Finding | None:
    """Return the finding that players mostly play opponents whom they nearly always beat."""
    n = len(games.players)
    rows = slice(None) if len(games) < LONG else rows_of_frequent_pairs(games, MEETINGS)
    first, second, score = games.first[rows], games.second[rows], games.score[rows]
    low, high = np.minimum(first, second), np.maximum(first, second)
    pairs, index = np.unique(low.astype(np.int64) * n + high, return_inverse=True)
    meetings = np.bincount(index)
    taken = np.bincount(index, np.where(first == low, score, 1.0 - score))
    often = meetings >= MEETINGS
    farmed = np.zeros(n, dtype=np.int64)
    for player, share in ((pairs // n, taken), (pairs % n, meetings - taken)):
        beaten = often & (share >= BEATEN * meetings)
        farmed += np.bincount(player[beaten], meetings[beaten], n).astype(np.int64)
    who = np.flatnonzero((farmed >= FARMED) & (farmed >= SHARE * played))
    if not len(who):
        return None
    who = who[np.argsort(-farmed[who], kind="stable")]
    places = tuple(
        Place(None, None, f"{games.players.names[at]}: {farmed[at]:,} of {played[at]:,} games")
        for at in who[:LISTED].tolist()
    )
    has = "has" if len(who) == 1 else "have"
    return Finding(
        "farming",
        f"{counted(len(who), 'player')} {has} half of the games and more against opponents met {MEETINGS} "
        f"times and more and beaten in {BEATEN:.0%} of the games",
        len(who),
        places,
        "Look whether these games were played in earnest: small gains from weak opponents add up.",
    )


def _pools(games: Games) -> Finding | None:
    """Return the finding that two large groups of connected players hardly meet."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    if len(games) > MOST_GAMES:
        return None
    n = len(games.players)
    one, two = games.first.astype(np.int64), games.second.astype(np.int64)
    both = np.concatenate([one, two]), np.concatenate([two, one])
    graph = csr_array((np.ones(2 * len(one)), both), shape=(n, n))
    _, label = connected_components(graph, directed=False)
    largest = int(np.bincount(label[one]).argmax())
    who = np.flatnonzero(label == largest)
    if not 2 * LEAST_POOL <= len(who) <= MOST_PLAYERS:
        return None
    here = graph[who][:, who]
    inside, across, volumes = _cut(here)
    sizes = int(inside.sum()), int((~inside).sum())
    if min(sizes) < LEAST_POOL or across >= FEW_ACROSS or across > ACROSS * min(volumes):
        return None
    uncertain = UNCERTAIN / math.sqrt(across)
    degree = np.asarray(here.sum(axis=1)).ravel()
    places = []
    for group in (inside, ~inside):
        members = np.flatnonzero(group)
        members = members[np.argsort(-degree[members], kind="stable")]
        names = " · ".join(games.players.names[at] for at in who[members[:3]].tolist())
        places.append(
            Place(None, None, f"{counted(len(members), 'player')}: {names}{' …' * (len(members) > 3)}")
        )
    lie = "lies" if across == 1 else "lie"
    return Finding(
        "pools-hardly-meet",
        f"two groups of {sizes[0]:,} and {sizes[1]:,} players hardly meet: {counted(across, 'game')} {lie} "
        f"between them, so that the difference of their ratings is uncertain by about {uncertain:.0f} points",
        across,
        tuple(places),
        "Compare ratings of the two groups with care, or let more of their players meet.",
    )


def _cut(graph: object) -> tuple[NDArray[np.bool_], int, tuple[int, int]]:
    """Return the sparsest cut along the second eigenvector of the normalised graph.

    Args:
        graph: the games between each two players of a connected group, players × players.

    Returns:
        Who is on the one side, the games across, and the games of each side (those across count in both).
    """
    from scipy.sparse import csr_array, diags_array
    from scipy.sparse.linalg import eigsh

    weights: csr_array = csr_array(graph)
    degree = np.asarray(weights.sum(axis=1)).ravel()
    root = diags_array(1.0 / np.sqrt(degree))
    normal = root @ weights @ root
    start = np.random.default_rng(1).normal(size=len(degree))  # the same cut on every machine
    if len(degree) <= 200:
        second = np.linalg.eigh(normal.toarray())[1][:, -2]
    else:
        second = eigsh(normal, k=2, which="LA", v0=start, tol=1e-4)[1][:, 0]
    order = np.argsort(second / np.sqrt(degree), kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    edges = weights.tocoo()
    earlier = np.minimum(place[edges.coords[0]], place[edges.coords[1]])
    later = np.maximum(place[edges.coords[0]], place[edges.coords[1]])
    change = np.zeros(len(order) + 1)
    np.add.at(change, earlier, edges.data / 2.0)
    np.add.at(change, later, -edges.data / 2.0)
    across = np.cumsum(change)[: len(order) - 1]
    volume = np.cumsum(degree[order])[:-1]
    total = float(degree.sum())
    sizes = np.arange(1, len(order))
    large = np.minimum(sizes, len(order) - sizes) >= LEAST_POOL
    share = np.where(large, across / np.minimum(volume, total - volume), math.inf)
    at = int(np.argmin(share))
    inside = place <= at
    games = round(float(across[at]))
    return (
        inside,
        games,
        ((round(float(volume[at])) + games) // 2, (round(total - float(volume[at])) + games) // 2),
    )
