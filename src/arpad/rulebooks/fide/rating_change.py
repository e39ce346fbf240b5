"""Article 8.3 of B.02: the change of a rated player's rating, one function for each clause.

Each is a kernel. ``p`` are the numbers of :class:`arpad.rulebooks.fide.system.Fide`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.ratings.elo.k_factor import row_that_holds
from arpad.ratings.elo.loop import to_whole
from arpad.ratings.game_context import GameContext
from arpad.rulebooks.fide.editions import (
    APART,
    APART_ABOVE,
    CAP,
    MOST_K_TIMES_GAMES,
    ONCE,
    UNCAPPED_FROM,
)


class FideNumbers(NamedTuple):
    """What the kernels take as ``p``.

    Args:
        editions: editions × numbers, as :attr:`arpad.rulebooks.fide.editions.RatingEdition.numbers` has them.
        k_rows: the K rules of all editions one after another, as
            :meth:`arpad.ratings.elo.k_factor.KRule.table` gives each.
        k_start: per edition its first row.
        k_end: per edition the row after its last.
        advantage: what White is worth: nothing.
        probability: table 8.1.2 by whole difference, columns H and L.
        dp: table 8.1.1 by per cent.
    """

    editions: NDArray[np.float64]
    k_rows: NDArray[np.float64]
    k_start: NDArray[np.int64]
    k_end: NDArray[np.int64]
    advantage: float
    probability: NDArray[np.float64]
    dp: NDArray[np.float64]


@kernel
def rating_difference(p: FideNumbers, edition: int, own: float, opponent: float) -> float:
    """8.3.1: return D, own less opponent, cut to 400 either way unless the player's rating lifts the cut.

    The test is on the player whose change is computed: the two sides of a game may count different
    differences. On a list ratings are whole numbers; live ones leave a difference that is rounded here,
    halves away from zero.
    """
    difference = to_whole(own - opponent)
    if own >= p.editions[edition, UNCAPPED_FROM]:
        return difference
    cap = float(p.editions[edition, CAP])
    return min(max(difference, -cap), cap)


@kernel
def is_helped_once(p: FideNumbers, edition: int, own: float, opponent: float) -> bool:
    """8.3.1 from 2022 to 2024: tell whether the cut helps the player, and may do so once a tournament only.

    It helps a player who is rated so much higher that the opponent counts as if stronger.
    """
    once = p.editions[edition, ONCE] > 0.0
    return bool(once and to_whole(own - opponent) > p.editions[edition, CAP])


@kernel
def counted_difference(p: FideNumbers, edition: int, own: float, opponent: float, helped: bool) -> float:
    """8.3.1: return D, in full where the cut could help but does not, having helped in another game."""
    if helped or not is_helped_once(p, edition, own, opponent):
        return float(rating_difference(p, edition, own, opponent))
    return float(to_whole(own - opponent))


@kernel
def scoring_probability(p: FideNumbers, difference: float) -> float:
    """8.3.2 (a): return PD from table 8.1.2, column H for the higher rated player or equals, else L."""
    last = p.probability.shape[0] - 1
    row = int(min(abs(difference), float(last)))
    return float(p.probability[row, 0 if difference >= 0.0 else 1])


@kernel
def is_rated(p: FideNumbers, edition: int, own: float, opponent: float) -> bool:
    """Rapid and blitz: tell whether a game is rated, which one far apart above 2600 is not."""
    far = abs(own - opponent) >= p.editions[edition, APART]
    return not (far and max(own, opponent) > p.editions[edition, APART_ABOVE])


@kernel
def expectations(
    p: FideNumbers, edition: int, own: float, opponent: float, advantage: float
) -> tuple[float, float]:
    """Return PD of both sides, each from its own difference."""
    return (
        scoring_probability(p, rating_difference(p, edition, own, opponent)),
        scoring_probability(p, rating_difference(p, edition, opponent, own)),
    )


@kernel
def limited(most: float, k: float, n: float) -> float:
    """8.3.3, last clause: return the largest whole K with K · n at most 700; K itself if it keeps to that."""
    return float(math.floor(most / n)) if k * n > most else k


@kernel
def k_row(p: FideNumbers, edition: int, rating: float, peak: float, games: float, age: float) -> int:
    """8.3.3: return the row of an edition's K rule that holds, among the rows of all."""
    return row_that_holds(p.k_rows, p.k_start[edition], p.k_end[edition], rating, peak, games, age)


@kernel
def development_coefficient(p: FideNumbers, game: GameContext, n: float) -> float:
    """8.3.3: return K for a rating period of ``n`` games."""
    return coefficient(p, game.edition, game.rating, game.peak, game.games, game.age, n)


@kernel
def coefficient(
    p: FideNumbers, edition: int, rating: float, peak: float, games: float, age: float, n: float
) -> float:
    """8.3.3: return K for ``n`` games, by what it depends on."""
    k = float(p.k_rows[k_row(p, edition, rating, peak, games, age), 0])
    return limited(float(p.editions[edition, MOST_K_TIMES_GAMES]), k, n)


@kernel
def publish(p: FideNumbers, rating: float, change: float, n: float) -> float:
    """8.3.4: return the next list's rating: the period's change is rounded once, halves away from zero."""
    return rating + to_whole(change)
