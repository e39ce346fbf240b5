"""The pages of ranking lists: the list, results from a file, what was published, corrections, seasons."""

from arpad.web.lists import adding, corrections, laboratory, odds, pools, publications, ranking, seasons

__all__ = ["adding", "corrections", "laboratory", "odds", "pools", "publications", "ranking", "seasons"]
