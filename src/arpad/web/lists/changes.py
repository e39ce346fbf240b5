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


def changed(found: Iterable[RatingChange], known: Mapping[str, Registered]) -> list[Changed]:
    """Return who changes, with the titles whose ratings lie between.

    Args:
        found: the changes.
        known: the players of the register, by name.
    """
    rows = []
    for one in found:
        titles: Sequence[str] = ()
        if one.before is not None and one.after is not None:
            women = one.player in known and known[one.player].sex == "w"
            titles = titles_between(one.before, one.after, women=women)
        rows.append(Changed(one.player, one.before, one.after, titles))
    return rows
