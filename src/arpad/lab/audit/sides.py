"""Whether standing first is worth something, and whether a player draws more than its opponents explain."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.core import NotProvided, joined, worded
from arpad.core.interface import setting
from arpad.core.wording import Worded
from arpad.lab.audit.board import FittedGroup
from arpad.lab.audit.verdict import AuditVerdict, bennett, beyond
from arpad.ratings.whole_history.family import Q
from arpad.ratings.whole_history.tie_models import davidson_chances
from arpad.record.winner_first import winner_first

SMALL = 0.05
"""An advantage, in natural units, that matters to nobody: 8.7 points."""

FEW_DRAWS = 0.01
"""Of which share of draws on, falling, nobody can be asked for draws."""

SMALL_SHARE = 0.05
"""A share of a player's games drawn beyond what is expected that matters to nobody."""

LEAST_GAMES = 20
"""Of how few games of a player nobody can say that it draws often."""


def check_first_side(board: FittedGroup, level: float) -> AuditVerdict:
    """Tell whether the first side is favoured: an advantage that is larger than what matters to nobody."""
    games, title = board.games, worded("an advantage of the first side")
    if winner_first(games) is not None:
        problem = worded("The winner stands first: the order of the sides tells the result.")
        return AuditVerdict("first-side", title, fault=None, problem=problem)
    side = _sides(board)
    if side is None:
        return AuditVerdict(
            "first-side",
            title,
            fault=None,
            problem=worded(
                "No pair of players stands in the table both ways round, so that the first side may be the "
                "winner's, or the one of the earlier name."
            ),
        )
    try:
        fitted, error = board.with_side(side)
    except NotProvided:
        problem = worded("The games do not tell what standing first is worth.")
        return AuditVerdict("first-side", title, fault=None, problem=problem)
    p = beyond(fitted.h, SMALL, error)
    before, after = (np.argsort(-theta, kind="stable") for theta in (board.strengths.theta, fitted.theta))
    moved = int(np.count_nonzero(before != after))
    numbers = {
        "points": fitted.h / Q,
        "deviation": error / Q,
        "immaterial": SMALL / Q,
        "p": p,
        "level": level,
        "places_changed": moved,
    }
    if p > level:
        return AuditVerdict("first-side", title, fault=False, numbers=numbers)
    order = worded("The order stays the same where that is taken into account.")
    if moved:
        order = worded(
            "{moved} of {players} places change where that is taken into account.",
            moved=moved,
            players=board.players,
        )
    return AuditVerdict(
        "first-side",
        title,
        fault=True,
        problem=joined([_side_sentence(games.advantage is not None, fitted.h / Q, error / Q), order], " "),
        remedy=_side_remedy(games.advantage is not None),
        numbers=numbers,
    )


def _side_sentence(recorded: bool, points: float, error: float) -> Worded:
    """Say by how much the first side is favoured."""
    values = {"points": f"{abs(points):.0f}", "error": f"{1.96 * error:.0f}"}
    if recorded and points > 0:
        return worded("White, or the home side, is favoured by {points} ± {error} points.", **values)
    if recorded:
        return worded("White, or the home side, is at a disadvantage by {points} ± {error} points.", **values)
    if points > 0:
        return worded("The first side is favoured by {points} ± {error} points.", **values)
    return worded("The first side is at a disadvantage by {points} ± {error} points.", **values)


def _side_remedy(recorded: bool) -> Worded:
    rate = setting("advantage=fit")
    if recorded:
        return worded("Rate with {setting}.", setting=rate)
    return worded(
        "Draw at random who stands first. For these games: add a column advantage that holds 1, and rate "
        "with {setting}.",
        setting=rate,
    )


def _sides(board: FittedGroup) -> NDArray[Any] | None:
    """Return who has the advantage in each game; None where the table orders the sides by itself."""
    games, n = board.games, board.players
    if games.advantage is not None and games.advantage.any():
        return games.advantage
    key = games.first.astype(np.int64) * n + games.second
    back = games.second.astype(np.int64) * n + games.first
    if not np.isin(key, back).any():
        return None
    return np.ones(len(games), dtype=np.int8)


def check_draws(board: FittedGroup, level: float) -> AuditVerdict:
    """Tell whether a player draws more often than Davidson's model expects of its opponents."""
    games, title = board.games, worded("a player who draws often")
    drawn = games.score == 0.5
    if drawn.mean() < FEW_DRAWS:
        problem = worded("Fewer than {least} % of the games are drawn.", least=f"{100 * FEW_DRAWS:.0f}")
        return AuditVerdict("draws", title, fault=None, problem=problem)
    try:
        fitted = board.with_ties()
    except NotProvided:
        return AuditVerdict("draws", title, fault=None, problem=worded("Every game is drawn."))
    gap = fitted.theta[games.first] - fitted.theta[games.second]
    _, chance, _ = davidson_chances(gap, fitted.tie)
    excess = drawn - chance
    ones = np.ones(len(games))
    count = board.per_player(ones, ones)
    total = board.per_player(excess, excess) - SMALL_SHARE * count
    spread = board.per_player(chance * (1.0 - chance), chance * (1.0 - chance))
    players = np.flatnonzero(count >= LEAST_GAMES)
    candidates: list[tuple[float, int]] = []
    for k in players.tolist():
        mine = (games.first == k) | (games.second == k)
        robust = board.sum_variance(np.where(mine, excess, 0.0)) if total[k] > 0.0 else 0.0
        p = max(beyond(total[k], 0.0, robust**0.5) / 2.0, bennett(total[k], spread[k]))
        candidates.append((p * len(players), k))
    p, player = min(candidates, default=(1.0, 0))
    numbers: dict[str, Any] = {"p": min(1.0, p), "level": level, "players_asked": len(players)}
    if p > level:
        return AuditVerdict("draws", title, fault=False, numbers=numbers)
    name, share = (
        board.names.names[player],
        board.per_player(drawn * ones, drawn * ones)[player] / count[player],
    )
    usual = board.per_player(chance, chance)[player] / count[player]
    numbers |= {
        "player": name,
        "drawn": share,
        "expected": usual,
        "players": [board.names.names[k] for probability, k in sorted(candidates) if probability <= level],
    }
    sentence = worded(
        "{name} draws {share} % of its games, where its opponents explain {usual} %.",
        name=name,
        share=f"{100 * share:.0f}",
        usual=f"{100 * usual:.0f}",
    )
    more = len(numbers["players"]) - 1
    others = [worded("So do {count} more.", count=more)] if more else []
    return AuditVerdict(
        "draws",
        title,
        fault=True,
        problem=joined([sentence, *_without(board, player), *others], " "),
        remedy=worded(
            "Look at why these games are drawn, and compare the list with one of won and lost games only."
        ),
        numbers=numbers,
    )


def _without(board: FittedGroup, player: int) -> list[Worded]:
    """Say what half a win each makes of a player's rating; nothing where that cannot be told."""
    try:
        alone = board.without_draws()
    except NotProvided:
        return []
    shift = (board.strengths.theta[player] - alone.theta[player]) / Q
    places = [
        int(np.count_nonzero(theta > theta[player])) + 1 for theta in (board.strengths.theta, alone.theta)
    ]
    values = {"points": f"{abs(shift):.0f}", "place": places[0], "other": places[1]}
    if shift > 0:
        return [
            worded(
                "A draw as half a win makes its rating {points} points higher than won and lost games alone "
                "do: place {place} instead of {other}.",
                **values,
            )
        ]
    return [
        worded(
            "A draw as half a win makes its rating {points} points lower than won and lost games alone do: "
            "place {place} instead of {other}.",
            **values,
        )
    ]
