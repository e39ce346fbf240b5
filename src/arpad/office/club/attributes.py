"""What the register knows of the players of a list, as columns: by these a list is filtered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arpad.office.cache import MEGABYTE, Cache
from arpad.office.club.register import Register, Registered
from arpad.office.pools.listing import Listing

NOBODY = Registered(0, "")
"""What is known of a player who is not registered."""


@dataclass(frozen=True, eq=False)
class Attributes:
    """What is known of the players of a list, in its order.

    Args:
        seq: the last event of the register that counts.
        registered: the players; :data:`NOBODY` for who is not registered.
        federation: as text.
        sex: as text.
        title: as text.
        club: as text.
        birth_year: NaN where it is not known.
    """

    seq: int
    registered: Sequence[Registered]
    federation: NDArray[np.str_]
    sex: NDArray[np.str_]
    title: NDArray[np.str_]
    club: NDArray[np.str_]
    birth_year: NDArray[np.float64]

    @cached_property
    def federations(self) -> list[str]:
        """The federations that players of the list have, each once."""
        return _values(self.federation)

    @cached_property
    def titles(self) -> list[str]:
        """The titles that players of the list have, each once."""
        return _values(self.title)

    @cached_property
    def clubs(self) -> list[str]:
        """The clubs that players of the list have, each once."""
        return _values(self.club)

    @classmethod
    def of(cls, names: Sequence[str], registered: Mapping[str, Registered], seq: int) -> Attributes:
        """Return what a register knows of players."""
        players = [registered.get(name, NOBODY) for name in names]
        return cls(
            seq,
            players,
            np.array([player.federation for player in players], dtype=np.str_),
            np.array([player.sex for player in players], dtype=np.str_),
            np.array([player.title for player in players], dtype=np.str_),
            np.array([player.club for player in players], dtype=np.str_),
            np.array([player.birth_year or np.nan for player in players], dtype=np.float64),
        )


def _values(column: NDArray[np.str_]) -> list[str]:
    return [value for value in sorted(set(column.tolist())) if value]


def _weight(kept: Attributes) -> int:
    columns = (kept.federation, kept.sex, kept.title, kept.club, kept.birth_year)
    return sum(column.nbytes for column in columns) + 8 * len(kept.registered)


# Of a list that stays the same, the players stay the same: what the register knows of them is looked up once.
_KEPT: Cache[int, Attributes] = Cache("attributes of listed players", 64, 16 * MEGABYTE, _weight)


def attributes(listing: Listing, register: Register) -> Attributes:
    """Return what the register knows of the players of a list.

    Raises:
        BadInput: the database does not answer.
    """
    seq = register.seq
    cached = _KEPT.get(listing.serial)
    if cached is None or cached.seq != seq:
        cached = Attributes.of(listing.names, register.by_name() if seq else {}, seq)
        _KEPT.put(listing.serial, cached)
    return cached
