"""The editions of C.07, and before it the rules of the virtual opponent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from arpad.core import Edition, in_force


@dataclass(frozen=True, order=True)
class TieBreakEdition(Edition):
    """An edition of the tie-break regulations.

    Args:
        dummy: whom an unplayed round is taken to be played against (16.4): a dummy with the participant's
            ``own`` score; the same, ``capped`` (2026); or the ``virtual`` opponent of before 2023, who had as
            many points before the round and draws from then on.
        exception: whether cuts take voluntary unplayed rounds first (16.5).
        cap_rounds: which rounds the cap of 16.4.2 counts where standings are made half-way: those
            ``played``, or all that are ``announced``. The text says "in the tournament"; at its end both
            are the same.
    """

    dummy: Literal["own", "capped", "virtual"] = "own"
    exception: bool = True
    cap_rounds: Literal["played", "announced"] = "played"


VIRTUAL = TieBreakEdition(date(2012, 7, 1), "C.02, 13 (virtual opponent)", dummy="virtual", exception=False)
"""Unplayed games of opponents count as draws; the day from which it was in force is from memory."""

EDITIONS = (
    VIRTUAL,
    TieBreakEdition(date(2023, 9, 1), "C.07 of 2023-09-01"),
    TieBreakEdition(date(2024, 8, 1), "C.07 of 2024-08-01"),
    TieBreakEdition(date(2026, 3, 1), "C.07 of 2026-03-01", dummy="capped"),
)
"""From the oldest to the newest. Between the second and the third no value has changed; REP was called GE."""


def edition_of(on: date | None) -> TieBreakEdition:
    """Return the edition in force on a day, or the newest.

    Raises:
        BadInput: none is that old.
    """
    return EDITIONS[-1] if on is None else in_force(EDITIONS, on)
