"""What the Dutch system counts of two players who are due the same colour, for all that colours can be."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pytest

from arpad.rulebooks.fide.pairing.common.colours import ColourHistory, allocate
from arpad.rulebooks.fide.pairing.dutch.costs import bare_facts, colour_features
from arpad.rulebooks.fide.pairing.dutch.criteria import Feature

WHITE, BLACK = 1, 2
SIDES = [
    side
    for side in product((0, WHITE, BLACK), range(4), range(4), (0, WHITE, BLACK))
    if not side[0] or side[3] != side[0]
]
"""Colour due, strength of the preference, size of the colour difference, colour of the two latest games.

Nobody who had a colour twice running is due the same colour.
"""


def counted(one: tuple[int, int, int, int], two: tuple[int, int, int, int]) -> set[Feature]:
    """Say it in the words of FIDE's handbook, C.04.3: criteria C.8 and on, and who of two is given the colour."""
    if not one[0] or one[0] != two[0]:
        return set()
    due = one[0]
    found = {Feature.PREFERENCE}
    if one[1] == two[1] == 3:
        if min(one[2], two[2]) >= 2:
            found.add(Feature.COLOUR_DIFFERENCE)
        twice = [side[3] == 3 - due for side in (one, two)]
        # The smaller difference gives way; of two equal ones whoever does, if both had the other colour twice.
        third = all(twice) if one[2] == two[2] else twice[one[2] > two[2]]
        if third:
            found.add(Feature.THIRD_TIME)
    elif min(one[1], two[1]) >= 2:
        found.add(Feature.STRONG_PREFERENCE)
    return found


@pytest.mark.parametrize("one", [side for side in SIDES if side[0] != BLACK])
def test_features_of_colour(one: tuple[int, int, int, int]) -> None:
    for two in SIDES:
        due, strength, difference, repeated = zip(one, two, strict=True)
        facts = bare_facts([])._replace(
            preference=due, strength=strength, difference=difference, repeated=repeated
        )
        bits = colour_features(facts, 0, 1)
        assert {feature for feature in Feature if bits >> feature & 1} == counted(one, two), (one, two)


class Had(NamedTuple):
    """A player by the colours so far and the pairing number."""

    colours: ColourHistory
    place: int = 1


@pytest.mark.parametrize(
    ("higher", "lower", "colour", "article"),
    [
        # 5.2.1: both preferences are granted, also where only one of the two has one.
        ("b", "w", "w", "5.2.1"),
        ("", "w", "w", "5.2.1"),
        ("", "b", "b", "5.2.1"),
        ("w", "", "b", "5.2.1"),
        # 5.2.2: the stronger preference; of two absolute ones the wider difference.
        ("wb", "b", "b", "5.2.2"),
        ("bww", "w", "b", "5.2.2"),
        ("wwbww", "ww", "b", "5.2.2"),
        ("wbb", "bwbwbb", "b", "5.2.2"),
        # 5.2.3: the latest round in which the two had different colours is turned round.
        ("wbwb", "bwwb", "w", "5.2.3"),
        # 5.2.4: the higher ranked.
        ("wb", "wb", "w", "5.2.4"),
        # 5.2.5: the initial-colour by the pairing number.
        ("", "", "w", "5.2.5"),
    ],
)
def test_who_gets_which_colour(higher: str, lower: str, colour: str, article: str) -> None:
    found = allocate(Had(ColourHistory(higher)), Had(ColourHistory(lower)), "w")
    assert found == (colour, article)
