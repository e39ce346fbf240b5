"""Who reaches a title by rating on a list (FIDE Handbook, B.01, in force since 2024-01-01).

FM, CM, WFM and WCM ask for a rating, once reached and be it between two lists, and for 30 rated games. They
follow the standard rating, so there are none on the rapid and blitz lists.

Decisions: a player's highest rating is the highest of what the players file says (``peak``, ``rating``) and
of the ratings after every month of the record. Women's titles are for players whose ``sex`` is given as
female. A title that the players file gives is not reached again, nor is a lower one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from arpad.core import BadInput
from arpad.rulebooks.fide.monthly import RatingList
from arpad.rulebooks.fide.norms import titles_by_rating

FEMALE = frozenset({"f", "w", "female", "woman", "girl"})
"""How players files say it."""

ABOVE: dict[str, tuple[str, ...]] = {
    "FM": ("FM", "IM", "GM"),
    "CM": ("CM", "FM", "IM", "GM"),
    "WFM": ("WFM", "WIM", "WGM", "FM", "IM", "GM"),
    "WCM": ("WCM", "WFM", "WIM", "WGM", "CM", "FM", "IM", "GM"),
}
"""Title by rating -> those whose holder has no use for it."""


@dataclass(frozen=True)
class Reached:
    """What a player's rating has reached.

    Args:
        titles: the titles, at most one of the open and one of the women's.
        highest: the highest rating known.
        games: rated games so far.
    """

    titles: tuple[str, ...]
    highest: int
    games: int


def reached(rating_list: RatingList) -> dict[str, Reached]:
    """Return which players of a list reach a title by rating, by name.

    Args:
        rating_list: the list.

    Raises:
        BadInput: it is the list of rapid or blitz.
    """
    ratings = rating_list.ratings
    if ratings.system.name != "fide":
        raise BadInput(f"titles follow the standard rating, and this is the list of {ratings.system.name}")
    players = ratings.players
    highest = np.fmax(players.number("peak"), players.number("rating"))
    seats = ratings.timeline.games
    after = ratings.traced().after[:, :, 0]
    for side, seat in enumerate((seats.first, seats.second)):
        np.fmax.at(highest, seat, after[:, side])
    before = players.number("games", 0.0)
    sexes, held = _words(rating_list, "sex"), _words(rating_list, "title")
    by_player: dict[str, Reached] = {}
    for row in rating_list.players:
        player = players.index(row.player)
        top = max(float(np.nan_to_num(highest[player], nan=-math.inf)), row.rating or -math.inf)
        if math.isinf(top):
            continue
        best, games = math.floor(top + 0.5), int(before[player]) + row.games
        titles = [
            title
            for title in titles_by_rating(best, games)
            if (not title.startswith("W") or sexes[player].lower() in FEMALE)
            and held[player].upper() not in ABOVE[title]
        ]
        kept = tuple(title for title in titles if not _below(title, titles))
        if kept:
            by_player[row.player] = Reached(kept, best, games)
    return by_player


def _below(title: str, titles: list[str]) -> bool:
    """Tell whether a higher title of the same kind, open or women's, is reached too."""
    return any(
        other != title and other in ABOVE[title] and other.startswith("W") == title.startswith("W")
        for other in titles
    )


def _words(rating_list: RatingList, attribute: str) -> list[str]:
    """Return a column of words over the players, empty where nothing is known."""
    column: Any = rating_list.ratings.players.attributes.get(attribute)
    if column is None:
        return [""] * len(rating_list.ratings.players)
    return [word.strip() if isinstance(word, str) else "" for word in column.tolist()]
