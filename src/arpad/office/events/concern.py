"""What an event changes and relies on: by this, acts that several people do at once are told apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

Subject = tuple[str | int, ...]
"""A thing, as a path: ``("round", 3)`` has in it ``("round", 3, "result", 5)``, the result of its board 5."""

EVERYTHING: Subject = ()
NUMBERS: Subject = ("numbers",)
"""Which pairing number belongs to which participant."""


class Concern(NamedTuple):
    """What an event concerns.

    Args:
        words: what happened, in the past tense.
        changes: the subjects that are different after it.
        relies: the subjects that it takes to be as its author saw them.
    """

    words: str
    changes: Collection[Subject] = ()
    relies: Collection[Subject] = ()


def entries_of(entrants: Iterable[int]) -> list[Subject]:
    """Return the subjects of an event that relies on participants being who they were.

    Args:
        entrants: their ``entrant`` numbers.
    """
    return [("entrant", entrant, "entry") for entrant in entrants]
