"""From IMPs to victory points: the World Bridge Federation's continuous scale of 2013.

A match won by I IMPs over N boards is worth

    V = 10 + 10 · (1 − R^(I/X)) / (1 − R),   R = τ³, τ = (√5 − 1)/2, X = 15·√N,

rounded to two decimals, and 20 from X IMPs on; the loser has 20 − V.

Source: WBF Scoring Panel (M. Bavin, H. Bethe, B. Bramley, P. Buchen), The New WBF IMP to VP Scales. The
printed tables move a few values by a cent, so that no IMP brings more than the one before; which, is not
published, and here the formula stands.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from math import floor, sqrt

from arpad.core import BadInput

EVEN = Fraction(10)
MOST = Fraction(20)
R = ((sqrt(5.0) - 1.0) / 2.0) ** 3
CENT = Decimal("0.01")


@cache
def scale(boards: int) -> tuple[Fraction, ...]:
    """Return the winner's victory points by the margin in IMPs; the last entry holds for all above.

    Raises:
        BadInput: no board was played.
    """
    if boards < 1:
        raise BadInput("a match has at least one board")
    blitz = 15.0 * sqrt(boards)
    exact = [10.0 + 10.0 * (1.0 - R ** (margin / blitz)) / (1.0 - R) for margin in range(floor(blitz) + 1)]
    cents = [int(Decimal(value).quantize(CENT, ROUND_HALF_UP) * 100) for value in exact] + [2000]
    return tuple(Fraction(value, 100) for value in cents)


def victory_points(imps: int, boards: int) -> tuple[Fraction, Fraction]:
    """Return the victory points of both teams.

    Args:
        imps: by how many IMPs the first team won; below 0 if it lost.
        boards: how many were played.

    Raises:
        BadInput: no board was played.
    """
    table = scale(boards)
    won = table[min(abs(imps), len(table) - 1)]
    return (won, MOST - won) if imps >= 0 else (MOST - won, won)
