"""Types of games of American leagues: the ratings know no other than the regular season and the playoffs.

Reference:
    FiveThirtyEight's published games of the NFL and the NBA: those of the regular season and the playoffs, of
    which each counts K 20. Games of the preseason, of all-star teams and exhibitions are not among them.
"""

from __future__ import annotations

import re

import numpy as np

from arpad.core import counted
from arpad.core.interface import named_columns
from arpad.record import Games

UNRATED = re.compile(
    r"(?i)^\W*pre\W*$|\bpre[\s_-]?season\b|\bexhibition\b|\ball[\s_-]?star\b|\bpro[\s_-]?bowl\b"
)
"""The names of what is not rated, as a stage, a round or an event has them."""


def unrated_games(games: Games, name: str) -> tuple[str, ...]:
    """Return what is to be said of games that the published ratings leave out.

    Such games are rated here nevertheless: the record has them, and only their weight says that they do not
    count.

    Args:
        games: the record.
        name: of the rating system.
    """
    unrated = np.zeros(len(games), dtype=np.bool_)
    words: dict[str, None] = {}
    for labels in (games.stage, games.round, games.event):
        if labels is not None:
            out = [UNRATED.search(word) is not None for word in labels.names]
            unrated |= np.array([*out, False])[labels.codes]
            words |= dict.fromkeys(word for word, is_out in zip(labels.names, out, strict=True) if is_out)
    if games.weight is not None:
        unrated &= games.weight > 0.0
    count = int(np.count_nonzero(unrated))
    if not count:
        return ()
    which = f"{counted(count, 'game')} of {', '.join(map(repr, words))}"
    return (
        f"{which} rated as any other; FiveThirtyEight's {name} ratings leave them out: give them the weight "
        f"0 ({named_columns('weight')})",
    )
