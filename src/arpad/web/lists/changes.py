"""What follows from a correction or a tournament, as pages show it: who changes by how much."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from arpad.office.club.register import Registered
from arpad.office.pools.corrections import RatingChange
from arpad.rulebooks.fide.title_ratings import titles_between


class Changed(NamedTuple):
    """A player whose rating changes.

    Args:
        player: the name.
        before: None where the player has no rating yet.
        after: None where the player has none any more.
        titles: of FIDE whose rating is reached or lost.
    """

    player: str
    before: float | None
    after: float | None
    titles: Sequence[str]


def changed(changes: Iterable[RatingChange], registered: Mapping[str, Registered]) -> list[Changed]:
    """Return who changes, with the titles whose ratings lie between.

    Args:
        changes: the changes.
        registered: the players of the register, by name.
    """
    rows = []
    for change in changes:
        titles: Sequence[str] = ()
        if change.before is not None and change.after is not None:
            women = change.player in registered and registered[change.player].sex == "w"
            titles = titles_between(change.before, change.after, women=women)
        rows.append(Changed(change.player, change.before, change.after, titles))
    return rows
