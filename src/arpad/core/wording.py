"""Counts with their nouns, and messages that are not too long to be read."""

from __future__ import annotations

from collections.abc import Sequence

MESSAGE = 2000
"""How many characters a printed message has at most."""


def counted(count: int, one: str, many: str = "") -> str:
    """Write a count with its noun: ``1 game``, ``964 games``, ``1 loss``, ``2 losses``.

    Args:
        count: how many; thousands are set apart.
        one: the noun.
        many: its plural, if that is not the noun with an s.
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def numbered_as(noun: str, numbers: Sequence[int]) -> str:
    """Return things by their numbers: ``board 3``, ``boards 3, 4``."""
    return f"{noun}{'s' * (len(numbers) != 1)} {', '.join(map(str, numbers))}"


def shortened(message: str, most: int = MESSAGE) -> str:
    """Return a message without the middle, if it is too long to be read."""
    if len(message) <= most:
        return message
    half = (most - 40) // 2
    left = len(message) - 2 * half
    return f"{message[:half]} … ({left} characters left out) … {message[-half:]}"
