"""Monrad's neighbours, and Keizer's ranking that agrees with its own values."""

from __future__ import annotations

import random
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.rulebooks.clubs.keizer import Keizer, KeizerSettings, ranking
from arpad.rulebooks.clubs.monrad import Monrad
from arpad.tournament import Bye, Entrant, Pairing, Result, Round, Tournament
from rulebooks.pairing_events import event, played


def rated(*ratings: int) -> Tournament:
    return Tournament(tuple(Entrant(n, f"p{n}", rating=r) for n, r in enumerate(ratings, 1)))


def pairs(one: Round) -> list[set[int]]:
    return [{game.white, game.black} for game in one.pairings]


def test_norwegian_monrad_pairs_neighbours_by_rating() -> None:
    tournament = rated(1500, 2000, 1800, 1700, 1600, 1900)
    found = pairs(Monrad(variant="norwegian").pair(tournament).round)
    assert sorted(map(sorted, found)) == [[1, 5], [2, 6], [3, 4]]


def test_danish_monrad_draws_once() -> None:
    tournament = event(8, 5, "monrad")
    place = Monrad().places(Monrad().field(tournament))
    after = played(tournament, Monrad().pair(tournament).round, random.Random(1))
    field = Monrad().field(after)
    again = Monrad().places(field)
    for group in set(field.score.tolist()):
        rows = [row for row in range(8) if field.score[row] == group]
        assert sorted(rows, key=lambda r: place[r]) == sorted(rows, key=lambda r: again[r])


@given(seed=st.integers(0, 10**6))
@settings(max_examples=15)
def test_norwegian_monrad_gives_nobody_a_colour_three_times_running(seed: int) -> None:
    rng, system = random.Random(seed), Monrad(variant="norwegian")
    tournament = event(10, seed, "monrad")
    for _ in range(5):
        tournament = played(tournament, system.pair(tournament).round, rng)
    for line in tournament.history.values():
        colours = "".join(entry.colour for entry in line if entry.result.played)
        assert "www" not in colours
        assert "bbb" not in colours


def test_keizer_by_hand() -> None:
    """Four players, T = 8, values 8, 7, 6, 5 by rating. Round 1: 4 beats 1, 2 and 3 draw.

    By those values: 1 has 8; 2 has 7 + 3 = 10; 3 has 6 + 3½ = 9½; 4 has 5 + 8 = 13. Order 4, 2, 3, 1; values
    8, 7, 6, 5. Anew: 4 has 8 + 5 = 13, 2 has 7 + 3 = 10, 3 has 6 + 3½ = 9½, 1 has 5. The same order: it stays.
    """
    one = Round((Pairing(4, 1, Result.WIN, Result.LOSS), Pairing(2, 3, Result.DRAW, Result.DRAW)))
    found = ranking(rated(2000, 1900, 1800, 1700).with_round(one), KeizerSettings())
    assert found.order == (4, 2, 3, 1)
    assert found.values == {4: 8, 2: 7, 3: 6, 1: 5}
    assert found.scores == {4: 13, 2: 10, 3: Fraction(19, 2), 1: 5}
    assert found.swings == 1


def test_keizer_tells_a_ranking_that_swings() -> None:
    """The ranking agrees with its own values, or says that it swings: both occur."""
    rng = random.Random(3)
    swinging = 0
    for seed in range(150):
        tournament = event(4, seed, "keizer")
        for _ in range(4):
            tournament = played(tournament, Keizer(apart=1).pair(tournament).round, rng)
        for own in (True, False):
            its = KeizerSettings(own=own)
            found = ranking(tournament, its)
            swinging += found.swings > 1
            if found.swings == 1:
                top = 2 * len(tournament.entrants)
                assert found.values == {number: top - at for at, number in enumerate(found.order)}
                assert list(found.order) == sorted(
                    found.order, key=lambda n: (-found.scores[n], -tournament.by_number[n].rating)
                )
    assert swinging > 0


def test_keizer_pairs_neighbours_and_lets_them_meet_again_later() -> None:
    system = Keizer(apart=1)
    tournament = rated(2000, 1900, 1800, 1700)
    assert sorted(map(sorted, pairs(system.pair(tournament).round))) == [[1, 2], [3, 4]]
    for _ in range(3):
        one = system.pair(tournament).round
        games = tuple(game.with_result(Result.DRAW) for game in one.pairings)
        tournament = tournament.with_round(Round(games))
    met = [sorted(map(sorted, pairs(one))) for one in tournament.rounds]
    assert met[0] != met[1]
    assert met[2] != met[1]


def test_keizer_gives_the_bye_to_the_last_who_had_fewest() -> None:
    tournament = rated(2000, 1900, 1800)
    one = Keizer(apart=0).pair(tournament).round
    assert one.byes == (Bye(3),)
    tournament = tournament.with_round(
        Round(tuple(g.with_result(Result.DRAW) for g in one.pairings), one.byes)
    )
    assert Keizer(apart=0).pair(tournament).round.byes[0].number != 3
