"""The English grades before July 2020: the opponent's grade and 50 points for a win; and their conversion.

English Chess Federation, grading rules. The library elote limits differences at 50 and does not cut the
opponent's grade; the federation's own text says 40.
"""

from __future__ import annotations

from collections.abc import Sequence

LIMIT = 40.0
"""An opponent's grade counts as no further away than this from the player's."""

WIN = 50.0
"""What a win adds to the opponent's grade, and a loss takes from it."""


def game_points(own: float, opponent: float, score: float, limit: float = LIMIT) -> float:
    """Return what a game scores: the opponent's grade, cut to ``limit``, and 50 for a win, −50 for a loss."""
    near = min(own + limit, max(own - limit, opponent))
    return near + WIN * (2.0 * score - 1.0)


def grade(own: float, games: Sequence[tuple[float, float]], limit: float = LIMIT) -> float:
    """Return the grade of a season: the average of what the games scored.

    Args:
        own: the grade before.
        games: opponent's grade and own score, per game.
        limit: the greatest difference that counts.
    """
    if not games:
        return own
    return sum(game_points(own, opponent, score, limit) for opponent, score in games) / len(games)


def from_grade(old: float) -> float:
    """Return the monthly rating that a grade became in July 2020: 7.5 · grade + 700."""
    return 7.5 * old + 700.0
