"""Who has which colour: for systems whose rules only ask for a fair share of each."""

from __future__ import annotations

import numpy as np

from arpad.core import worded
from arpad.tournament.weighted.field import Bools, Ints, PairingField

BY_LOT = "drawn by lot"
"""What a reason says where the lot has decided a colour."""


def balances_after(field: PairingField, i: Ints, j: Ints) -> tuple[Ints, Ints]:
    """Return both balances (Black's games less White's) after the game, if the one with less gets Black."""
    a, b = field.balance[i], field.balance[j]
    return np.minimum(a, b) + 1, np.maximum(a, b) - 1


def uneven(field: PairingField, i: Ints, j: Ints, difference: int = 2) -> Ints:
    """Return how many of the two will have had one colour ``difference`` times more often, or worse."""
    low, high = balances_after(field, i, j)
    return (np.abs(low) >= difference).astype(np.int64) + (np.abs(high) >= difference)


def beyond(field: PairingField, i: Ints, j: Ints, limit: int) -> Bools:
    """Return whether one of the two would have had one colour more than ``limit`` times more often."""
    low, high = balances_after(field, i, j)
    return np.asarray((np.abs(low) > limit) | (np.abs(high) > limit))


def has_black(field: PairingField, row: int, why: str) -> str:
    """Say that somebody has Black, and why."""
    return worded("{name} has Black: {why}", name=field.named(row), why=why)


def who_has_black(field: PairingField, i: int, j: int) -> tuple[int, str]:
    """Return the row that gets Black, and why.

    Who had Black less often (counting White's games against); else who did not have it in the last round
    in which the two had different colours; else the earlier in the order drawn by lot.
    """
    a, b = int(field.balance[i]), int(field.balance[j])
    if a != b:
        return (i, j)[a > b], worded(
            "Black less White so far: {less} against {more}", less=f"{min(a, b):+d}", more=f"{max(a, b):+d}"
        )
    # The last colours of each, so that a round without a game does not hide the alternation (C.04.2).
    mine, theirs = ([int(c) for c in field.colours[row][::-1] if c] for row in (i, j))
    for back, (x, y) in enumerate(zip(mine, theirs, strict=False), 1):
        if x != y:
            if back == 1:
                return (i, j)[x > y], worded("had White in the last game, the other Black")
            return (i, j)[x > y], worded("had White in the game, {back} back, the other Black", back=back)
    return (i, j)[bool(field.drawn[i] > field.drawn[j])], worded("earlier in the order drawn by lot")
