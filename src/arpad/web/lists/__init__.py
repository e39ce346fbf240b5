"""The pages of ranking lists: the list of a pool, what was published, corrections, seasons, odds."""

from arpad.web.lists import corrections, laboratory, odds, pools, publications, ranking, seasons

__all__ = ["corrections", "laboratory", "odds", "pools", "publications", "ranking", "seasons"]
