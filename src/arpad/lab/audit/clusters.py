"""Whether the games of a cluster (a voter, an event) hang together, and whether one cluster moves a rating.

**Together.** T = Σ over clusters |A⁻¹ Σ g|², the sum over the games of a cluster taken before the square, has
the mean Σ |A⁻¹ g|² if games are independent. Its spread then is found by turning the sign of every game's
score g at random, which keeps who met whom in each cluster (Mammen 1993, *Ann. Stat.* 21, 255-285, for such
draws); by mean and spread T is compared with a multiple of χ² (Satterthwaite 1946, *Biometrics* 2, 110-114).
To be quick, A⁻¹ is looked at along :data:`DIRECTIONS` random directions.

**One cluster.** Σ (s − E) over the games of a cluster with a player has the mean 0 where the cluster sees
what all see. Bennett's bound holds for few games too; Bonferroni's for all clusters and players.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import Figure, joined, worded, worded_count
from arpad.core.interface import setting
from arpad.core.wording import Worded
from arpad.lab.audit.board import FittedGroup, Floats, blocks
from arpad.lab.audit.verdict import AuditVerdict, bennett
from arpad.ratings.whole_history.family import Q

FEWEST = 10
"""Of how few clusters nobody can say how they differ."""

WIDER = 1.1
"""From how many times wider intervals on clusters matter."""

DIRECTIONS, TURNS = 8, 40
"""Random directions, and draws of signs."""

SEED = 20260103
"""Of these draws."""

ROWS = 10_000
"""Clusters looked at together, so that memory stays bounded."""

SHIFT = 1.0
"""From how many standard errors on, by which a rating moves without a cluster, the cluster matters."""

UNKNOWN = worded(
    "The record does not say which games belong together: name the column of the voters or events."
)


def check_clusters(board: FittedGroup, level: float) -> AuditVerdict:
    """Tell whether the games of a cluster hang together."""
    title = worded("clusters whose games hang together")
    count = 0 if board.clusters is None else int(board.clusters.max()) + 1
    if board.clusters is None or count < FEWEST:
        fewer = worded("There are fewer than {least} clusters.", least=FEWEST)
        problem = UNKNOWN if board.clusters is None else fewer
        return AuditVerdict("clusters", title, fault=None, problem=problem)
    single, joint = (np.diag(board.covariance(kind)).mean() for kind in ("sandwich", "cluster"))
    if single <= 0.0:
        problem = worded("No result differs from what is expected.")
        return AuditVerdict("clusters", title, fault=None, problem=problem)
    ratio = float(np.sqrt(joint / single))
    sizes = np.sort(np.bincount(board.clusters))[::-1]
    top = max(1, round(0.01 * count))
    numbers = {
        "wider": ratio,
        "limit": WIDER,
        "p": _p_together(board),
        "level": level,
        "clusters": count,
        "largest_percent_share": float(sizes[:top].sum() / sizes.sum()),
    }
    if numbers["p"] > level or ratio < WIDER:
        return AuditVerdict("clusters", title, fault=False, numbers=numbers)
    return AuditVerdict(
        "clusters",
        title,
        fault=True,
        problem=worded_count(
            "The games of a cluster are more alike than chance makes them: intervals that count clusters are "
            "{ratio} times as wide as those that count games. Of {all} clusters the largest has {share} % of "
            "the games.",
            "The games of a cluster are more alike than chance makes them: intervals that count clusters are "
            "{ratio} times as wide as those that count games. Of {all} clusters the {count} largest have "
            "{share} % of the games.",
            top,
            ratio=Figure(f"{ratio:.2f}"),
            all=Figure(f"{count:,}"),
            share=f"{100 * numbers['largest_percent_share']:.0f}",
        ),
        remedy=worded(
            "Rate with {setting} and the same column of clusters.", setting=setting("variance=cluster")
        ),
        numbers=numbers,
    )


def _p_together(board: FittedGroup) -> float:
    """Return the probability of clusters so alike, or more, by chance."""
    from scipy.stats import chi2

    assert board.clusters is not None
    clusters = board.clusters
    draw = np.random.Generator(np.random.PCG64(SEED))
    count, games = int(clusters.max()) + 1, board.games
    ways = draw.integers(0, 2, (DIRECTIONS, board.players)) * 2.0 - 1.0
    ways = ways @ board.inverse
    moves: list[Floats] = [board.pull * (way[games.first] - way[games.second]) for way in ways]

    def total(sign: NDArray[Any] | None) -> float:
        squares = 0.0
        for move in moves:
            sums: Any = np.bincount(clusters, move if sign is None else move * sign, count)
            squares += float(sums @ sums)
        return squares

    seen = total(None)
    mean = sum(float(move @ move) for move in moves)
    turned = [total(draw.integers(0, 2, len(games)) * 2.0 - 1.0) for _ in range(TURNS)]
    variance = float(np.mean((np.array(turned) - mean) ** 2))
    if variance <= 0.0:
        return 1.0
    freedom = 2.0 * mean**2 / variance
    return float(chi2.sf(freedom * seen / mean, freedom))


def check_one_cluster(board: FittedGroup, level: float) -> AuditVerdict:
    """Tell whether the games of one cluster alone move a rating by more than its standard error."""
    title = worded("one cluster that moves a rating")
    if board.clusters is None:
        return AuditVerdict("one-cluster", title, fault=None, problem=UNKNOWN)
    n = board.players
    errors = np.sqrt(np.diag(board.covariance("sandwich")))
    sums = board.cluster_sums().tocsr()
    believed, largest = _believed(board, sums.shape)
    tests = int(np.count_nonzero(believed.data > 0.0))
    candidates: list[tuple[float, int, int, float]] = []
    for some in blocks(sums.shape[0], ROWS):
        moved = sums[some] @ board.inverse
        shifts = np.divide(np.abs(moved), errors, out=np.zeros_like(moved), where=errors > 0.0)
        for cluster in np.flatnonzero((shifts >= SHIFT).any(axis=1)).tolist():
            at = some.start + cluster
            row, held = sums[[at]].toarray()[0], believed[[at]].toarray()[0]
            p = min(bennett(abs(row[k]), held[k], largest) for k in range(n) if held[k] > 0.0)
            player = int(np.argmax(shifts[cluster]))
            candidates.append((2.0 * p * tests, at, player, float(moved[cluster, player])))
    p, cluster, player, shift = min(candidates, default=(1.0, 0, 0, 0.0))
    numbers: dict[str, Any] = {"p": min(1.0, p), "level": level, "clusters": sums.shape[0], "limit": SHIFT}
    if p > level:
        return AuditVerdict("one-cluster", title, fault=False, numbers=numbers)
    name = board.cluster_name(cluster)
    share = float(np.mean(board.clusters == cluster))
    numbers |= {
        "cluster": name,
        "share": share,
        "player": board.names.names[player],
        "points": shift / Q,
        "standard_errors": abs(shift) / float(errors[player]),
        "clusters_found": [
            board.cluster_name(number) for each, number, *_ in sorted(candidates) if each <= level
        ],
    }
    more = len(numbers["clusters_found"]) - 1
    return AuditVerdict(
        "one-cluster",
        title,
        fault=True,
        problem=joined(
            [_moved(board, name, share, player, shift / Q, abs(shift) / float(errors[player])), *_more(more)],
            " ",
        ),
        remedy=worded(
            "Look at these games. Compare the list with one without them, and limit how many games one "
            "cluster may have."
        ),
        numbers=numbers,
    )


def _moved(board: FittedGroup, name: str, share: float, player: int, points: float, errors: float) -> Worded:
    """Say what the games of a cluster do to a player's rating."""
    values = {
        "cluster": repr(name),
        "share": f"{100 * share:.0f}",
        "player": board.names.names[player],
        "points": f"{abs(points):.0f}",
        "errors": Figure(f"{errors:.1f}"),
    }
    if points > 0:
        return worded(
            "The cluster {cluster} has {share} % of the games and sees {player} otherwise than the others "
            "do: without these games its rating would be about {points} points lower, {errors} standard "
            "errors.",
            **values,
        )
    return worded(
        "The cluster {cluster} has {share} % of the games and sees {player} otherwise than the others do: "
        "without these games its rating would be about {points} points higher, {errors} standard errors.",
        **values,
    )


def _more(clusters: int) -> list[Worded]:
    """Say how many other clusters move a rating; nothing of none."""
    if clusters <= 0:
        return []
    return [
        worded_count(
            "{count} more cluster moves a rating so.", "{count} more clusters move a rating so.", clusters
        )
    ]


def _believed(board: FittedGroup, shape: tuple[int, int]) -> tuple[Any, float]:
    """Return clusters × players, the variance of the sums if the model holds; and the largest single term."""
    from scipy.sparse import csr_array

    assert board.clusters is not None
    games = board.games
    rows = np.concatenate((board.clusters, board.clusters))
    held = board.weight * board.information  # a term w · (s − E) has the variance w² · E · (1 − E)
    at = (rows, np.concatenate((games.first, games.second)))
    return csr_array((np.concatenate((held, held)), at), shape=shape), float(board.weight.max(initial=1.0))
