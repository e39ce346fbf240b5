"""Whether three players beat each other in a circle, which no single strength explains.

Of three players who all met, e_ij is what the games of a pair add to the fitted log-odds of the first:
Σ (s − E) / Σ E (1 − E), one step of the fit. Round the triangle the fitted strengths cancel out, so that
c = e_ij + e_jk + e_ki is 0 but for chance where one strength per player explains all (the curl of Jiang, Lim,
Yao and Ye 2011, *Math. Program.* 127, 203-244). Asked are the triangles in which each has the better of the
next, and the largest c beyond what matters to nobody is tested with Bonferroni's bound over all triangles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from arpad.core import joined, worded
from arpad.lab.audit.board import FittedGroup, Floats
from arpad.lab.audit.sides import SMALL
from arpad.lab.audit.verdict import AuditVerdict, bennett, beyond

LEAST = 5.0
"""The information that a pair must have to be asked: that of 20 games of equals."""

MOST = 500
"""How many players are compared at most: those with the most games."""

TRIED = 20
"""How many triangles are tested exactly: those that look most like a circle."""


def check_cycles(board: FittedGroup, level: float) -> AuditVerdict:
    """Tell whether three players beat each other in a circle."""
    title = worded("a circle of three who beat each other")
    e, information, ahead = _pairs(board)
    compared = information >= LEAST
    players = np.flatnonzero(compared.sum(axis=1) >= 2)
    if len(players) > MOST:
        players = np.sort(players[np.argsort(-information[players].sum(axis=1), kind="stable")[:MOST]])
    best, triangles = _likely(e, information, compared, ahead, players)
    if not triangles:
        problem = worded("No three players all met each other often enough.")
        return AuditVerdict("cycles", title, fault=None, problem=problem)
    candidates = sorted((_p(board, e, information, circle) * triangles, circle) for circle in best)
    p, circle = candidates[0] if candidates else (1.0, (0, 0, 0))
    numbers: dict[str, Any] = {"p": min(1.0, p), "level": level, "triangles": triangles}
    if p > level:
        return AuditVerdict("cycles", title, fault=False, numbers=numbers)
    names = board.names.names
    shares = [_share(board, a, b) for a, b in zip(circle, (*circle[1:], circle[0]), strict=True)]
    numbers |= {
        "players": [names[k] for k in circle],
        "shares": shares,
        "circles": sum(probability <= level for probability, _ in candidates),
    }
    steps = [
        worded(
            "{player} has {share} % against {other}",
            player=names[a],
            share=f"{100 * share:.0f}",
            other=names[b],
        )
        for a, b, share in zip(circle, (*circle[1:], circle[0]), shares, strict=True)
    ]
    return AuditVerdict(
        "cycles",
        title,
        fault=True,
        problem=worded("{circle}. No single strength of each explains that.", circle=joined(steps)),
        remedy=worded(
            "Say that the order of these three depends on who meets whom. A list for each category of games "
            "may explain it."
        ),
        numbers=numbers,
    )


def _pairs(board: FittedGroup) -> tuple[Floats, Floats, Any]:
    """Return players × players: e, the information, and who has the better of whom."""
    n, games = board.players, board.games
    key = games.first.astype(np.int64) * n + games.second
    pull: Any = np.bincount(key, board.pull, n * n).reshape(n, n)
    held: Any = np.bincount(key, board.information, n * n).reshape(n, n)
    won: Any = np.bincount(key, board.weight * (games.score - 0.5), n * n).reshape(n, n)
    pull, held, won = pull - pull.T, held + held.T, won - won.T
    return np.divide(pull, held, out=np.zeros((n, n)), where=held > 0.0), held, won > 0.0


def _likely(
    e: Floats, information: Floats, compared: Any, ahead: Any, players: Any
) -> tuple[list[tuple[int, int, int]], int]:
    """Return the triangles that look most like a circle, each in its direction; and how many were asked."""
    spread = np.divide(1.0, information, out=np.zeros_like(information), where=compared)
    e, spread, compared, ahead = (part[np.ix_(players, players)] for part in (e, spread, compared, ahead))
    triangles, best = 0, list[tuple[float, tuple[int, int, int]]]()
    for i in range(len(players) - 2):
        later = slice(i + 1, None)
        triangle = compared[i, later, None] & compared[later, later] & compared[None, i, later]
        triangles += int(np.count_nonzero(triangle)) // 2
        # i beats j, j beats k, k beats i: each circle is met once, with its lowest index as i
        round_ = triangle & ahead[i, later, None] & ahead[later, later] & ahead[None, later, i]
        if not round_.any():
            continue
        curl = e[i, later, None] + e[later, later] + e[None, later, i]
        variance = spread[i, later, None] + spread[later, later] + spread[None, later, i]
        z = np.where(round_, (curl - 3.0 * SMALL) / np.sqrt(np.where(triangle, variance, 1.0)), -np.inf)
        for at in np.argsort(-z, axis=None, kind="stable")[:TRIED].tolist():
            j, k = divmod(at, z.shape[1])
            if z[j, k] > 0.0:
                circle = (int(players[i]), int(players[i + 1 + j]), int(players[i + 1 + k]))
                best.append((float(z[j, k]), circle))
    best.sort(key=lambda candidate: (-candidate[0], candidate[1]))
    return [circle for _, circle in best[:TRIED]], triangles


def _p(board: FittedGroup, e: Floats, information: Floats, circle: tuple[int, int, int]) -> float:
    """Return the probability of so large a curl, or a larger one, by chance."""
    games = board.games
    terms, curl, variance, largest = np.zeros(len(games)), 0.0, 0.0, 0.0
    for a, b in zip(circle, (*circle[1:], circle[0]), strict=True):
        held = information[a, b]
        forth = (games.first == a) & (games.second == b)
        back = (games.first == b) & (games.second == a)
        terms += np.where(forth, board.pull, np.where(back, -board.pull, 0.0)) / held
        curl += e[a, b]
        variance += 1.0 / held
        largest = max(largest, float(board.weight[forth | back].max()) / held)
    robust = board.sum_variance(terms)
    least = 3.0 * SMALL
    return max(beyond(curl, least, robust**0.5) / 2.0, bennett(curl - least, variance, largest))


def _share(board: FittedGroup, a: int, b: int) -> float:
    """Return what share of the points of their games a player has against another."""
    games = board.games
    forth = (games.first == a) & (games.second == b)
    back = (games.first == b) & (games.second == a)
    won = float((board.weight * games.score)[forth].sum() + (board.weight * (1.0 - games.score))[back].sum())
    return won / float(board.weight[forth | back].sum())
