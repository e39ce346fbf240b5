"""What every pairing system promises: legal rounds, the same again, and a plain word where there is none."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import ArpadError, BadInput, Edition
from arpad.rulebooks.fide.legality import rules_of
from arpad.rulebooks.pairing_catalogue import SYSTEMS, pairing_system, system_of
from arpad.tournament import Entrant, NoLegalRound, Result, Tournament
from arpad.tournament.checking import before, differences, illegal
from arpad.tournament.generator import Chances, generate
from printed_steps import cut_short, miscounted

LIVELY = Chances(0.05, 0.05, 0.05, 0.01, late=0.1, prohibition=0.05)
SWISS = [
    name
    for name in SYSTEMS
    if not name.startswith(("round-robin", "knockout", "double-elimination", "groups", "scheveningen"))
]
OWN_POINTS = ("double-swiss", "fide-team", "swiss-teams")
"""Systems of matches, whose results are points: their own tests play them."""
PLAYED = [name for name in SWISS if name not in OWN_POINTS]


@pytest.mark.parametrize("name", PLAYED)
def test_every_system_has_an_edition(name: str) -> None:
    assert isinstance(pairing_system(name).edition, Edition)


def test_which_systems_number_by_ratings() -> None:
    """C.04.2, 2, holds for FIDE's Swiss systems of single participants; nobody else ranks before round 1."""
    ranked = {"fide-dutch", "fide-dubov", "fide-burstein", "fide-lim", "double-swiss"}
    assert {name for name, entry in SYSTEMS.items() if entry.ranked} == ranked


def played(name: str, players: int, rounds: int, seed: int, happens: Chances = LIVELY) -> Tournament:
    made = generate(pairing_system(name), players=players, rounds=rounds, seed=seed, happens=happens)
    return replace(made, system=name)


@pytest.mark.parametrize("name", PLAYED)
@settings(max_examples=15)
@given(players=st.integers(4, 24), rounds=st.integers(1, 7), seed=st.integers(0, 10**6))
def test_rounds_are_legal_and_the_same_again(name: str, players: int, rounds: int, seed: int) -> None:
    one = played(name, players, min(rounds, players - 1), seed)
    found = [finding.line() for finding in illegal(one, rules_of(name))]
    if name != "keizer":  # Keizer lets two meet again after some rounds
        assert not found
    assert not list(differences(one, system_of(one)))


@pytest.mark.parametrize("name", PLAYED)
def test_the_order_of_the_file_is_nothing(name: str) -> None:
    one = played(name, 15, 4, 7)
    order = list(one.entrants)
    random.Random(1).shuffle(order)
    mixed = replace(one, entrants=tuple(order))
    system = system_of(one)
    try:
        expected = system.pair(one).round
    except NoLegalRound:
        pytest.skip("no fifth round")
    assert system.pair(mixed).round == expected


@pytest.mark.parametrize("name", PLAYED)
def test_where_no_round_is_legal_it_says_why(name: str) -> None:
    """Four players have met all three others after three rounds: there is no fourth, nor with Keizer so soon."""
    system = pairing_system(name)
    entrants = tuple(Entrant(n, f"P{n}", 2000 - n) for n in range(1, 5))
    one = Tournament(entrants, system=name, planned=4, initial_colour="w")
    for _ in range(3):
        try:
            one = one.with_round(system.pair(one).round)
        except NoLegalRound:
            break
        for board, _ in enumerate(one.rounds[-1].pairings, 1):
            one = one.with_result(one.played, board, Result.DRAW)
    with pytest.raises(NoLegalRound) as caught:
        system.pair(one)
    assert caught.value.article
    assert caught.value.players == (1,)
    assert re.search(r"nobody for 1 to meet \(1: [a-z0-9 ]+ 2, 3 and 4\)\. \w+", str(caught.value))


@pytest.mark.parametrize("name", PLAYED)
def test_every_round_explains_itself(name: str) -> None:
    one = played(name, 9, 3, 3)
    system = system_of(one)
    for at in range(1, one.played + 1):
        told = system.pair(before(one, at)).explain()
        assert [*cut_short(told), *miscounted(told)] == []
        lines = list(told.lines())
        assert len(lines) > 3
        assert not any("nan" in line.lower().split() for line in lines)


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_field_that_is_too_small(name: str) -> None:
    system = pairing_system(name, boards=16) if name == "swiss-teams" else pairing_system(name)
    for entrants in ((), (Entrant(1, "Ann"),)):
        one = Tournament(tuple(entrants), system=name, planned=3)
        try:
            paired = system.pair(one).round
        except ArpadError:
            continue
        assert not paired.pairings


def test_names_that_are_none() -> None:
    with pytest.raises(BadInput, match="no pairing system"):
        pairing_system("chess")
    with pytest.raises(BadInput, match="no parameter"):
        pairing_system("knockout", colour=3)
