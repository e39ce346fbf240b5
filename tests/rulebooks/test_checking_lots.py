"""A check accuses no round that another lot would have given, and still every other one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arpad.rulebooks.pairing_catalogue import pairing_system, system_of
from arpad.tournament import Tournament
from arpad.tournament.checking import differences
from arpad.tournament.generator import generate

DRAWING = ("othello", "othello-woc", "elo-gap", "information", "keizer", "go-swiss")


def played(name: str, seed: int) -> Tournament:
    return replace(generate(pairing_system(name), players=11, rounds=4, seed=seed), system=name)


@pytest.mark.parametrize("name", DRAWING)
def test_another_lot_is_no_difference(name: str) -> None:
    one = played(name, 3)
    other = replace(one, seed=77)
    fresh = [
        {frozenset((g.white, g.black)) for g in system_of(t).pair(t.until(0)).round.pairings}
        for t in (one, other)
    ]
    if name in ("othello", "othello-woc"):
        assert fresh[0] != fresh[1]  # the lot did speak
    assert not list(differences(other, system_of(other)))


def test_a_worse_pair_is_one_whatever_the_lot() -> None:
    one = played("othello", 3)
    second = one.rounds[1]
    first, last = second.pairings[0], second.pairings[-1]
    swapped = (
        replace(first, white=last.white),
        *second.pairings[1:-1],
        replace(last, white=first.white),
    )
    worse = replace(one, rounds=(one.rounds[0], replace(second, pairings=swapped)), seed=77)
    found = list(differences(worse, system_of(worse)))
    assert {finding.round for finding in found} == {2}
    assert any(finding.pair for finding in found)
    assert "points apart" in found[0].text


def test_a_colour_that_the_rules_allot_is_judged() -> None:
    one = played("othello", 3)
    second = one.rounds[1]
    turned = replace(
        second,
        pairings=tuple(replace(game, white=game.black, black=game.white) for game in second.pairings),
    )
    other = replace(one, rounds=(one.rounds[0], turned), seed=77)
    found = list(differences(other, system_of(other)))
    assert found
    assert all("the other colours" in finding.text for finding in found)
