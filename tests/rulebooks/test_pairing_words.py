"""What a ladder's explanations say, word by word."""

from __future__ import annotations

import re

import pytest

from arpad.core import BadInput
from arpad.rulebooks.fide.pairing.common.in_words import at_most
from arpad.rulebooks.othello.pairing import Othello
from arpad.rulebooks.pairing_catalogue import pairing_system
from arpad.tournament import Entrant, Pairing, Result, Round, Tournament
from arpad.tournament.weighted import WeightedSystem
from rulebooks.pairing_events import event
from rulebooks.test_pairing_systems import LADDERS

NAMES = ("Ann", "Bea", "Cid", "Dan")


def four() -> Tournament:
    """Ann beat Bea and Cid beat Dan in round 1: Ann meets Cid in round 2, and Bea Dan."""
    entrants = tuple(Entrant(n, name) for n, name in enumerate(NAMES, 1))
    games = (Pairing(1, 2, Result.WIN, Result.LOSS), Pairing(3, 4, Result.WIN, Result.LOSS))
    return Tournament(entrants, (Round(games),), system="othello", seed=1)


def test_a_round_is_told_in_words() -> None:
    told = Othello().pair(four()).explain()
    lines = list(told.lines())
    assert lines[0] == "round 2: 2 games"
    assert [line for line in lines if line.startswith("  not allowed")] == [
        "  not allowed: already played [Othello article, meetings]; forbidden [the tournament's own]; "
        "second bye [Othello article, bye]; one colour more than 2 times more often [Othello article, colours]"
    ]
    boards = [line for line in lines if line.startswith("  board")]
    # Black first, as in Othello's rounds.
    assert boards[0].startswith("  board 1: Cid (3) – Ann (1): ")
    assert boards[1].startswith("  board 2: Bea (2) – Dan (4): ")
    reasons = [line for line in lines if " has Black: " in line]
    assert ["Cid (3)" in reasons[0], "Bea (2)" in reasons[1]] == [True, True]
    # Both of each pair had the same colour: one of each gets it again, twice more often than the other.
    assert all("uneven colours 1" in line and "points apart" not in line for line in boards)
    assert sum(bool(re.search(r": (Ann|Bea|Cid|Dan) \(\d\) has Black: ", line)) for line in lines) == 2


def test_another_pair_is_told_in_words() -> None:
    told = Othello().why_not(four(), 1, 4)
    # Ann with Dan leaves Cid with Bea: twice a point apart, in half-points squared 2² + 2² = 8.
    assert told.outcome == ("the best round with this pair is worse by points apart: 8 instead of 0")
    assert (told.facts["here"], told.facts["there"]) == ("0", "8")
    assert told.label == "Round 2: why not Ann (1) – Dan (4)?"
    again = Othello().why_not(four(), 1, 2)
    assert next(iter(again.lines())).endswith("? Not allowed: already played")
    assert Othello().why_not(four(), 1, 3).outcome == "that is how it was paired"
    with pytest.raises(BadInput, match="number of participants is even"):
        Othello().why_not(four(), 1, 0)


@pytest.mark.parametrize("name", LADDERS)
@pytest.mark.parametrize("players", [7, 8])
def test_no_number_stands_for_a_round_or_a_board(name: str, players: int) -> None:
    system = pairing_system(name)
    assert isinstance(system, WeightedSystem)
    tournament = event(players, 5, name)
    told = system.pair(tournament).explain()
    assert told.outcome == ("3 games and a bye" if players == 7 else "4 games")
    text = "\n".join((*told.lines(), *system.why_not(tournament, 1, 2).lines()))
    assert not re.search(r": [+-]0\.0000$", text, re.MULTILINE)
    assert text.count("not allowed: ") <= 2
    assert not re.search(r"colours: \d+ (has|gives)", text)  # names first


@pytest.mark.slow
def test_a_large_round_prints_no_sum_of_hundreds_of_terms() -> None:
    told = Othello().pair(Tournament(tuple(Entrant(n, f"p{n}") for n in range(1, 102)), seed=2)).explain()
    assert told.outcome == "50 games and a bye"
    lot = next(step for step in told.steps if step.label == "lot")
    assert lot.working == "sum over 50 of 51 boards"  # the last drawn gets the bye, which costs nothing
    assert lot.value == 50  # neighbours in the order drawn meet


def test_pairs_are_counted_in_words() -> None:
    assert [at_most(pairs) for pairs in range(3)] == [
        "no pair",
        "no more than 1 pair",
        "no more than 2 pairs",
    ]
