"""Rules have editions: the one in force is a value, chosen by the date of the event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from arpad.core.errors import BadInput


@dataclass(frozen=True, order=True)
class Edition:
    """One edition of a rule: the day from which it holds, and its name.

    Args:
        since: the first day on which it is in force.
        name: what its makers call it, such as ``B.02, amendment of 2025-10-01``.
    """

    since: date
    name: str

    def __str__(self) -> str:
        return f"{self.name} (in force since {self.since.isoformat()})"


E = TypeVar("E", bound=Edition)


def in_force(editions: Sequence[E], on: date) -> E:
    """Return the last of ``editions`` that is in force on a day.

    Raises:
        BadInput: no edition is that old.
    """
    valid = [edition for edition in editions if edition.since <= on]
    if not valid:
        first = min(editions)
        raise BadInput(
            f"no edition is in force on {on.isoformat()}",
            remedy=f"The earliest known one is {first}.",
            code="edition.too-old",
        )
    return max(valid, key=lambda edition: edition.since)
