"""The checker finds what is wrong with a round, and nothing where nothing is; the generator repeats itself."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.rulebooks.fide.legality import topscorers
from arpad.rulebooks.fide.pairing import Dutch
from arpad.tournament import Acceleration, Bye, Entrant, Pairing, Prohibition, Result, Round, Tournament
from arpad.tournament.acceleration import baku
from arpad.tournament.checking import before, differences, illegal, unplayed
from arpad.tournament.formats.round_robin import RoundRobin
from arpad.tournament.generator import QUIET, Chances, chances, generate
from arpad.tournament.legality import colour_limits, once_each

WON, LOST = Result.WIN, Result.LOSS


def played(white: int, black: int, result: Result = WON) -> Pairing:
    return Pairing(white, black).with_result(result)


def of(players: int, *rounds: Round, **more: object) -> Tournament:
    entrants = tuple(Entrant(n, f"P{n}") for n in range(1, players + 1))
    return replace(Tournament(entrants, rounds), **more)  # type: ignore[arg-type]


def texts(tournament: Tournament) -> list[str]:
    return [finding.line() for finding in illegal(tournament)]


def test_nothing_is_wrong_with_a_good_tournament() -> None:
    good = of(4, Round((played(1, 3), played(4, 2))), Round((played(2, 1), played(3, 4))))
    assert texts(good) == []


def test_a_rematch() -> None:
    twice = of(4, Round((played(1, 3), played(4, 2))), Round((played(3, 1), played(2, 4))))
    assert texts(twice) == [
        "round 2, article C.04.1, 2: 3 and 1 have met in round 1",
        "round 2, article C.04.1, 2: 2 and 4 have met in round 1",
    ]


def test_a_forfeited_game_is_no_meeting() -> None:
    lost = Pairing(1, 2, Result.FORFEIT_WIN, Result.FORFEIT_LOSS)
    assert texts(of(2, Round((lost,)), Round((played(2, 1),)))) == []


def test_byes() -> None:
    again = of(3, Round((played(1, 2),), (Bye(3),)), Round((played(2, 1),), (Bye(3),)))
    assert texts(again)[1:] == ["round 2, article C.04.1, 4: 3 had the bye in round 1 already"]
    full = of(3, Round((played(1, 2),), (Bye(3, Result.FULL_BYE),)), Round((played(2, 1),), (Bye(3),)))
    assert any("has the points of a win without playing from round 1" in line for line in texts(full))
    half = of(3, Round((played(1, 2),), (Bye(3, Result.HALF_BYE),)), Round((played(1, 3),), (Bye(2),)))
    assert texts(half) == []
    none = of(4, Round((played(1, 2),), (Bye(3), Bye(4))))
    assert texts(none) == ["round 1, article C.04.1, 3: 4 players are here, and 2 byes are given"]


def test_who_must_not_meet() -> None:
    siblings = of(2, Round((played(1, 2),)), prohibitions=(Prohibition(frozenset({1, 2}), 1, 1),))
    assert texts(siblings) == ["round 1, the tournament's prohibitions: 1 and 2 must not meet"]
    assert texts(replace(siblings, prohibitions=(Prohibition(frozenset({1, 2}), 2, 5),))) == []


def test_colours() -> None:
    start = of(
        6,
        Round((played(1, 2), played(3, 4), played(5, 6))),
        Round((played(1, 4), played(3, 6), played(5, 2))),
    )
    third = Round((Pairing(1, 6), Pairing(2, 3), Pairing(4, 5)))
    found = [finding.text for finding in colour_limits(start, 3, third)]
    assert found == [
        "1 has one colour 3 times oftener: www",
        "1 has one colour three times in a row: www",
        "6 has one colour 3 times oftener: bbb",
        "6 has one colour three times in a row: bbb",
    ]
    assert not list(colour_limits(start, 3, third, frozenset({1, 6})))


def test_a_round_is_taken_back() -> None:
    done = of(3, Round((played(1, 2),), (Bye(3, Result.HALF_BYE),)))
    assert before(done, 1) == of(3, absences={1: {3: Result.HALF_BYE}})
    assert unplayed(done.rounds[0]).pending == (1,)


def test_another_pairing_than_the_rules_give() -> None:
    odd = of(4, Round((played(1, 2), played(4, 3))))
    lines = [finding.line() for finding in differences(odd, RoundRobin())]
    assert lines == [
        "round 1, article C.05, Annex 1: 1–2 was paired; by the rules 1–4, 2–3",
        "round 1, article C.05, Annex 1: 4–3 was paired; by the rules 1–4, 2–3",
    ]
    assert [f.line() for f in differences(of(4, Round((played(4, 1), played(2, 3)))), RoundRobin())] == [
        "round 1, article C.05, Annex 1: 4–1 was paired; by the rules with the other colours"
    ]


@given(st.integers(3, 20), st.integers(0, 10**6))
def test_what_is_generated_is_legal_and_the_same_again(players: int, seed: int) -> None:
    rounds = players - 1 + players % 2
    one = generate(RoundRobin(), players=players, rounds=rounds, seed=seed, happens=QUIET)
    assert one == generate(RoundRobin(), players=players, rounds=rounds, seed=seed, happens=QUIET)
    assert one.played == rounds
    assert not list(differences(one, RoundRobin()))
    assert all(one.rounds[r].pending == () for r in range(rounds))


def test_what_happens_happens() -> None:
    lively = generate(
        RoundRobin(), players=24, rounds=23, seed=5, happens=Chances(0.2, 0.0, 0.0, 0.0, unrated=0.2)
    )
    seen = {entry.result for line in lively.history.values() for entry in line}
    assert {Result.FORFEIT_WIN, Result.FORFEIT_LOSS, Result.UNRATED_WIN, Result.WIN, Result.DRAW} <= seen


def test_fides_example_of_bakus_group() -> None:
    """C.04.7: of 161 players the first 82 are accelerated; in nine rounds three full, two half points."""
    first, second = baku(161, 9)
    assert first == Acceleration(Fraction(1), 1, 3, (1, 82))
    assert second == Acceleration(Fraction(1, 2), 4, 5, (1, 82))


def test_the_chances_of_a_game() -> None:
    white, black, draw = chances(2400, 2400)
    assert white > black
    assert white + black + draw == pytest.approx(1.0)
    assert sum(chances(1000, 1000)) == pytest.approx(1.0)
    # m − 2000 = 405.5, w = 135.98, b = −213.66: 12.98 and 336.66 points below even for each side.
    assert chances(2467, 2344)[:2] == pytest.approx((0.47981, 0.10957), abs=1e-5)


def test_what_cannot_be_generated() -> None:
    with pytest.raises(BadInput):
        generate(RoundRobin(), players=1, rounds=3)
    with pytest.raises(BadInput):
        generate(RoundRobin(), players=8, rounds=3, play=4)


def test_a_difference_says_by_which_criterion_it_is_worse() -> None:
    """Four players, nothing played: 1–3 and 4–2 are the book's (3.2); any other pair comes later in the order."""
    odd = of(4, Round((played(1, 2), played(4, 3))), planned=3, initial_colour="w")
    first, second = differences(odd, Dutch())
    assert first.article == second.article == "C.04.3 of 2026"
    assert (
        "as good by all criteria in the bracket of scoregroup 0, but its pairing comes later in the order of 3.8.1"
        in first.text
    )
    assert first.pair == (1, 2)


def test_a_topscorer_has_more_than_half_of_the_points() -> None:
    """C.04.3, 1.8: after two rounds one point of two is half, and not over half."""
    one = Round((played(1, 2), played(3, 4, Result.DRAW)))
    two = Round((played(3, 1), played(4, 2, Result.DRAW)))
    # Points: 1 has 1, 2 has ½, 3 has 1½, 4 has 1.
    assert topscorers(of(4, one, two)) == {3}


def test_everybody_who_is_here_has_one_game_or_one_bye() -> None:
    one = Round((Pairing(1, 2),))
    assert [finding.text for finding in once_each(of(4), 1, one)] == [
        "3 is here and has no game and no bye",
        "4 is here and has no game and no bye",
    ]
    away = of(4, absences={1: {1: Result.ZERO_BYE, 3: Result.ZERO_BYE, 4: Result.ZERO_BYE}})
    assert [finding.text for finding in once_each(away, 1, one)] == ["1 is away and was paired"]
