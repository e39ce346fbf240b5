"""Places in a knockout: where the seeds stand, and who is free in the first round."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from arpad.core import BadInput, worded

T = TypeVar("T")


def bracket_size(players: int) -> int:
    """Return the least power of two that takes so many.

    Raises:
        BadInput: fewer than two.
    """
    if players < 2:
        raise BadInput(
            worded("{players} cannot play a knockout", players=players),
            remedy="A knockout has at least two participants.",
        )
    return 1 << (players - 1).bit_length()


def seeded_places(size: int) -> list[int]:
    """Return the seeds by place, top to bottom: if the better seed always wins, 1 meets 2 in the final.

    Each step doubles the bracket: beside seed s of a bracket of m stands m + 1 − s.

    Args:
        size: a power of two.
    """
    places = [1]
    while len(places) < size:
        m = 2 * len(places)
        places = [seed for s in places for seed in (s, m + 1 - s)]
    return places


def first_round(players: int) -> list[tuple[int, int]]:
    """Return the seeds that meet in the first round, by place; 0 is nobody, and seeds 1, 2, … are free."""
    places = [seed if seed <= players else 0 for seed in seeded_places(bracket_size(players))]
    return list(zip(places[::2], places[1::2], strict=True))


def drawn_seeds(players: Sequence[T], seeds: int, seed: int) -> list[T]:
    """Draw a knockout: the first few keep their seeds, the others get theirs by lots.

    Args:
        players: in the order of their strength.
        seeds: how many keep their seeds; 0 draws all.
        seed: what is drawn from.
    """
    rest = list(players[seeds:])
    random.Random(seed).shuffle(rest)
    return [*players[:seeds], *rest]


def drawn_by_tiers(players: Sequence[T], seed: int) -> list[T]:
    """Draw within tiers 1, 2, 3–4, 5–8, 9–16, …, as tennis does: who meets whom is open, how early is not."""
    lots = random.Random(seed)
    out: list[T] = []
    start, size = 0, 1
    while start < len(players):
        tier = list(players[start : start + size])
        lots.shuffle(tier)
        out += tier
        start += size
        size = start if start > 1 else 1
    return out


def bracket_order(pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Return seeds for a knockout whose first round, place by place, is just these pairs.

    Raises:
        BadInput: the pairs are not a power of two in number.
    """
    numbers = [number for pair in pairs for number in pair]
    if bracket_size(len(numbers)) != len(numbers):
        raise BadInput(worded("{count} pairs do not fill a bracket", count=len(pairs)))
    seeds = [0] * len(numbers)
    for place, seed in enumerate(seeded_places(len(numbers))):
        seeds[seed - 1] = numbers[place]
    return seeds
