"""Counts with their nouns."""

from __future__ import annotations


def counted(count: int, one: str, many: str = "") -> str:
    """Write a count with its noun: ``1 game``, ``964 games``, ``1 loss``, ``2 losses``.

    Args:
        count: how many; thousands are set apart.
        one: the noun.
        many: its plural, if that is not the noun with an s.
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"
