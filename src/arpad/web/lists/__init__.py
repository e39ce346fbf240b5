"""The pages of ranking lists: the list, results and players from files, what was published, corrections."""

from arpad.web.lists import (
    adding,
    corrections,
    laboratory,
    odds,
    pools,
    publications,
    ranking,
    seasons,
    starting_ratings,
)

__all__ = [
    "adding",
    "corrections",
    "laboratory",
    "odds",
    "pools",
    "publications",
    "ranking",
    "seasons",
    "starting_ratings",
]
