"""Places of knock-outs: shared by those put out in one round, whatever their points and byes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.rulebooks.standings import standings
from arpad.tournament import Entrant, Pairing, Result, Round, Tournament
from arpad.tournament.formats.double_elimination import DoubleElimination
from arpad.tournament.formats.knockout import Knockout


def field(players: int, system: str) -> Tournament:
    return Tournament(tuple(Entrant(n, f"p{n}") for n in range(1, players + 1)), system=system)


def decided(one: Round, lots: random.Random) -> Round:
    games = tuple(game.with_result(lots.choice((Result.WIN, Result.LOSS))) for game in one.pairings)
    return Round(games, one.byes)


def loser(game: Pairing) -> int:
    return game.black if game.white_result is Result.WIN else game.white


@given(st.integers(2, 24), st.integers(0, 10**6))
def test_who_goes_out_in_one_round_of_the_losers_bracket_shares_a_place(players: int, seed: int) -> None:
    system, lots = DoubleElimination(), random.Random(seed)
    event, out = field(players, system.name), dict[int, str]()
    lost: set[int] = set()
    while system.winner(event) is None:
        paired = system.pair(event)
        labels = [step.label.split(", game")[0] for step in paired.explain().steps]
        one = decided(paired.round, lots)
        for label, game in zip(labels, one.pairings, strict=True):
            if loser(game) in lost:
                out[loser(game)] = label
            lost.add(loser(game))
        event = event.with_round(one)
    made = standings(event)
    assert made.codes == ("BRACKET",)
    rank = {place.entrant.number: place.rank for place in made}
    assert rank[system.winner(event) or 0] == 1
    for a in out:
        for b in out:
            assert (rank[a] == rank[b]) == (out[a] == out[b]) or "final" in out[a] + out[b]
    rounds = sorted(
        {label for label in out.values() if "losers" in label}, key=lambda one: int(one.split()[-1])
    )
    left = players
    for label in rounds:
        group = [number for number in out if out[number] == label]
        left -= len(group)
        assert {rank[number] for number in group} == {left + 1}


@pytest.mark.parametrize(
    ("players", "places"),
    [(6, [1, 2, 3, 3, 5, 5]), (8, [1, 2, 3, 3, 5, 5, 5, 5]), (11, [1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9])],
)
def test_a_bye_costs_no_place(players: int, places: list[int]) -> None:
    system, lots = Knockout(), random.Random(players)
    event = field(players, system.name)
    for _ in range(system.rounds(players)):
        event = event.with_round(decided(system.pair(event).round, lots))
    assert [place.rank for place in standings(event)] == places


def test_a_round_half_played_has_its_places_already() -> None:
    one = Knockout().pair(field(8, "knockout")).round
    games = (one.pairings[0].with_result(Result.WIN), *one.pairings[1:])
    event = field(8, "knockout").with_round(Round(games, one.byes))
    places = {place.entrant.number: place.rank for place in standings(event)}
    assert places[one.pairings[0].black] == 8  # seven are still in
    assert standings(event).value(one.pairings[0].black, "BRACKET").value == 5
