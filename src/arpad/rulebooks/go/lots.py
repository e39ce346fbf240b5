"""Lots between two players: from the tournament's seed, or from their names as OpenGotha draws them.

OpenGotha's are no lots: a sum over the letters of both names, so that pairing again gives the same round.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from arpad.rulebooks.go.scores import GoField
from arpad.tournament.weighted import Bools, Ints
from arpad.tournament.weighted.field import mix

FACTOR = 1_234_567


def lots(field: GoField, i: Ints, j: Ints, most: int) -> Ints:
    """Return a whole number from 0 to ``most`` for each pair, the same whichever comes first."""
    if field.settings.lots == "names":
        return _by_names(field, i, j)[0] % (most + 1)
    own = field.lot
    with np.errstate(over="ignore"):
        share = (mix(own[i] + own[j]) >> np.uint64(11)).astype(np.float64) / 2.0**53
    return np.asarray(share * (most + 1)).astype(np.int64)


def first_has_white(field: GoField, i: int, j: int) -> bool:
    """Return whether the lot gives White to the former of two.

    By names, 0 gives White to whose name comes first in the alphabet.
    """
    first, second = np.array([i], dtype=np.int64), np.array([j], dtype=np.int64)
    zero = int(lots(field, first, second, 1)[0]) == 0
    if field.settings.lots == "names":
        return zero != bool(_by_names(field, first, second)[1][0])
    return zero == (i < j)


def _by_names(field: GoField, i: Ints, j: Ints) -> tuple[Ints, Bools]:
    """Return the sums over the letters of both names, times the factor, and whether j comes first."""
    order, length, plain, placed = _letters(tuple(str(entrant.name) for entrant in field.entrants))
    swap = np.asarray(order[i] > order[j])
    a, b = np.where(swap, j, i), np.where(swap, i, j)
    return np.asarray((placed[a] + placed[b] + length[a] * plain[b]) * FACTOR), swap


@lru_cache(maxsize=8)
def _letters(names: tuple[str, ...]) -> tuple[Ints, Ints, Ints, Ints]:
    """Return the alphabetical order, lengths, sums of letters, and sums of letters times their places from 1.

    A name is surname and first name without anything between: "Shusaku, Honinbo" is read "ShusakuHoninbo".
    """
    joined = [name.replace(", ", "", 1) for name in names]
    ranks = {name: rank for rank, name in enumerate(sorted(set(joined)))}
    codes = [[ord(letter) for letter in name] for name in joined]
    columns = (
        [ranks[name] for name in joined],
        [len(name_codes) for name_codes in codes],
        [sum(name_codes) for name_codes in codes],
        [sum(code * at for at, code in enumerate(name_codes, 1)) for name_codes in codes],
    )
    order, length, plain, placed = (np.array(column, dtype=np.int64) for column in columns)
    return order, length, plain, placed
