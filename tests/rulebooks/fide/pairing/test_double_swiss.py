"""Double-Swiss (C.04.5): matches of two games as one pairing, colours, and everything written out."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.rulebooks.fide.legality import rules_of
from arpad.rulebooks.fide.pairing.double_swiss.system import DOUBLE_SWISS_POINTS, DoubleSwiss, colour_of
from arpad.rulebooks.fide.pairing.teams.brackets import brackets, bye_of
from arpad.rulebooks.fide.pairing.teams.teams import PairingTeam, TeamPairingState, teams_of
from arpad.rulebooks.pairing_catalogue import pairing_system, read_result
from arpad.tournament import Bye, Entrant, NoLegalRound, Pairing, Result, Round, Tournament
from arpad.tournament.as_json import from_json, to_json
from arpad.tournament.checking import differences, illegal
from arpad.tournament.generator import QUIET, generate
from rulebooks.fide.pairing import enumeration
from rulebooks.fide.pairing.test_fide_team import event, fields, team

HALF = Fraction(1, 2)


def played(white: int, black: int, text: str) -> Pairing:
    mine, his, points = read_result("double-swiss", text)
    return Pairing(white, black, mine, his, points)


def swiss(players: int, planned: int, *rounds: Round) -> Tournament:
    return Tournament(
        tuple(Entrant(number, str(number)) for number in range(1, players + 1)),
        rounds,
        system="double-swiss",
        planned=planned,
        points=DOUBLE_SWISS_POINTS,
        initial_colour="w",
    )


FIRST = Round(
    (played(1, 4, "1½-½"), played(5, 2, "1-1"), played(3, 6, "0-2")),
    (Bye(7),),
)


def test_a_score_adds_up_the_points_of_the_games() -> None:
    event = swiss(7, 5, FIRST)
    expected = {1: 3 * HALF, 2: 1, 3: 0, 4: HALF, 5: 1, 6: 2, 7: 3 * HALF}
    assert event.scores() == expected
    assert {
        one.number: one.score for one in teams_of(event, primary="mp", secondary="", kind="none").teams
    } == expected
    # 1½ of a match lost, drawn or won by a bye are the same.
    assert event.whole_scores() == {1: 3, 2: 2, 3: 0, 4: 1, 5: 2, 6: 4, 7: 3}
    assert from_json(to_json(event)) == event
    # Nothing else changes for who counts results.
    plain = replace(event, points=replace(DOUBLE_SWISS_POINTS, per_point=None))
    assert plain.scores()[1] == 2


def test_the_second_round() -> None:
    # The bye goes to 3, the lowest. 6, alone with 2, calls up 1, the first of those with 1½; then 7 calls up
    # the first of those with 1, and 5 the only one left.
    paired = DoubleSwiss().pair(swiss(7, 5, FIRST)).round
    assert paired.byes == (Bye(3),)
    assert [(game.white, game.black) for game in paired.pairings] == [(6, 1), (2, 7), (4, 5)]


@pytest.mark.parametrize(
    ("mine", "his", "number", "expected"),
    [
        ("", "", 1, ("w", "4.3.1")),
        ("", "", 2, ("b", "4.3.1")),
        ("wb", "ww", 1, ("w", "4.3.2")),
        # Fewer Whites, not the smaller difference: the latecomer has none.
        ("wbb", "", 1, ("b", "4.3.2")),
        ("wb", "bw", 1, ("w", "4.3.3")),
        ("bwb", "wb", 1, ("w", "4.3.4")),
        # From the end there is no difference (C.04.2, 3.4); @echecs/swiss compares from the start, and finds one.
        ("bw", "w", 1, ("b", "4.3.4")),
        ("", "b", 1, ("b", "4.3.5")),
    ],
)
def test_colours(mine: str, his: str, number: int, expected: tuple[str, str]) -> None:
    assert colour_of(team(number, 2, colours=mine), team(9, 2, colours=his), "w") == expected


def test_only_a_match_forfeited_as_a_whole_may_be_played_again() -> None:
    one = Round((played(1, 3, "+-"), played(4, 2, "1-0")))
    state = teams_of(swiss(4, 3, one), primary="mp", secondary="", kind="none")
    assert {player.number: (player.colours, set(player.opponents)) for player in state.teams} == {
        1: ("", set()),
        2: ("b", {4}),
        3: ("", set()),
        4: ("w", {2}),
    }
    # Who won a match by forfeit is not given the bye (C2).
    assert [player.may_bye for player in state.teams] == [False, True, True, True]


def test_floats_count_but_for_the_last_round() -> None:
    state = teams_of(swiss(7, 3, FIRST), primary="mp", secondary="", kind="none")
    assert DoubleSwiss().procedure(state, 3).spare_floaters
    assert not DoubleSwiss().procedure(state, 2).spare_floaters


def test_results_of_two_games() -> None:
    assert read_result("double-swiss", "1½-½") == (Result.WIN, Result.LOSS, (3 * HALF, HALF))
    assert read_result("double-swiss", "½-1") == (Result.LOSS, Result.WIN, (HALF, Fraction(1)))
    assert read_result("double-swiss", "0-0")[2] == (Fraction(0), Fraction(0))
    with pytest.raises(BadInput, match="is not a valid result of two games"):
        read_result("double-swiss", "2-1")


def test_it_says_why() -> None:
    paired = DoubleSwiss().pair(swiss(7, 5, FIRST))
    text = "\n".join(paired.explain().lines())
    assert "bye: score 0, 1 match played = 3   [C.04.5, 3.4]" in text
    assert "upfloaters: 1 (1½)   [C.04.5, 3.5]" in text
    assert "match: 6–1   [C.04.5, 4.3.2]" in text
    assert pairing_system("double-swiss") == DoubleSwiss()


def test_what_cannot_be_paired() -> None:
    rounds = event(4, 5, "1-2 1, 3-4 1", "1-3 1, 2-4 1", "1-4 1, 2-3 1").rounds
    with pytest.raises(NoLegalRound) as caught:
        DoubleSwiss().pair(swiss(4, 5, *rounds))
    assert caught.value.article == "C.04.5, 3.3.3"


@settings(max_examples=100)
@given(fields(), st.booleans())
def test_everything_written_out_gives_the_same(players: list[PairingTeam], early: bool) -> None:
    state = TeamPairingState(2, tuple(players), "w", {}, frozenset())
    planned = 9 if early else 2
    procedure, articles = DoubleSwiss().procedure(state, planned), enumeration.of_double_swiss(2, planned)
    if len(players) % 2:
        expected = enumeration.bye(players, articles)
        if expected is None:
            return
        assert bye_of(players, procedure) is expected
        players = [one for one in players if one is not expected]
    if enumeration.possible(players, articles.legal):
        found = [[(a.number, b.number) for a, b in one.pairs] for one in brackets(players, procedure)]
        assert found == enumeration.rounds_pairs(players, articles)


@settings(max_examples=40)
@given(st.integers(3, 26), st.integers(2, 8), st.integers(0, 10**6))
def test_tournaments_are_legal_and_repeatable(players: int, rounds: int, seed: int) -> None:
    lots = random.Random(seed)
    texts = ["2-0", "1½-½", "1-1", "½-1½", "0-2", "1-0", "0-0", "+-", "--"]
    made = swiss(players, rounds)
    for at in range(1, rounds + 1):
        away = {number: Result.HALF_BYE for number in range(1, players + 1) if lots.random() < 0.05}
        try:
            one = DoubleSwiss().pair(replace(made, absences={at: away})).round
        except NoLegalRound:
            break
        games = tuple(played(game.white, game.black, lots.choice(texts)) for game in one.pairings)
        made = made.with_round(Round(games, one.byes))
    assert not list(illegal(made, rules_of("double-swiss")))
    assert not list(differences(made, DoubleSwiss()))


def test_results_without_points_count_as_results() -> None:
    made = generate(DoubleSwiss(), players=12, rounds=5, happens=QUIET, points=DOUBLE_SWISS_POINTS)
    assert not list(differences(made, DoubleSwiss()))
    assert sum(made.scores().values()) == 12 * 5
