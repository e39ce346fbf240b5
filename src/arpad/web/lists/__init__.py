"""The pages of ranking lists: the list of a pool, what was published, corrections, odds."""

from arpad.web.lists import pools, ranking

__all__ = ["pools", "ranking"]
