"""Monrad's neighbours, and Keizer's ranking that agrees with its own values."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.rulebooks.clubs.keizer import Keizer, KeizerSettings, ranking, worth
from arpad.rulebooks.clubs.monrad import Monrad
from arpad.tournament import Bye, Entrant, Entry, Pairing, Result, Round, Tournament
from rulebooks.pairing_events import event, played


def rated(*ratings: int) -> Tournament:
    return Tournament(tuple(Entrant(n, f"p{n}", rating=r) for n, r in enumerate(ratings, 1)))


def pairs(one: Round) -> list[set[int]]:
    return [{game.white, game.black} for game in one.pairings]


def test_monrad_pairs_neighbours_by_rating_if_so_set() -> None:
    tournament = rated(1500, 2000, 1800, 1700, 1600, 1900)
    found = pairs(Monrad(variant="norwegian", start="rating").pair(tournament).round)
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


def test_monrad_draws_starting_numbers_from_quarters() -> None:
    """Norges Sjakkforbund: ACDBCABD, again and again; who is left over gets the last numbers."""
    tournament = rated(*range(3000, 3000 - 190, -10))  # 19: quarters of four, and three left over
    drawn = set()
    for seed in range(20):
        order = Monrad(start="seeded").starting_order(replace(tournament, seed=seed))
        assert sorted(order) == list(range(1, 20))
        assert set(order[16:]) == {17, 18, 19}
        assert "".join("ABCD"[(number - 1) // 4] for number in order[:16]) == "ACDBCABD" * 2
        drawn.add(order)
    assert len(drawn) == 20
    one = Monrad(start="seeded").pair(replace(tournament, seed=3)).round
    order = Monrad(start="seeded").starting_order(replace(tournament, seed=3))
    assert one.byes == (Bye(order[-1]),)  # the last of the lowest group
    assert sorted(pairs(one), key=min) == sorted((set(order[at : at + 2]) for at in range(0, 18, 2)), key=min)


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
    after = rated(2000, 1900, 1800, 1700).with_round(one)
    found = ranking(after, KeizerSettings())
    assert found.order == (4, 2, 3, 1)
    assert found.values == {4: 8, 2: 7, 3: 6, 1: 5}
    assert found.scores == {4: 13, 2: 10, 3: Fraction(19, 2), 1: 5}
    assert found.swings == 1
    [told] = Keizer().notes_on(Keizer().field(after))
    assert told.value == "4 (13), 2 (10), 3 (9.5), 1 (5)"


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


def test_keizer_in_haren() -> None:
    """Schaakclub Haren, internal competition 2016/17: the ranking after round 1, the first worth 80.

    Numbers are places before the round; 8 stood above 7.
    """
    games = "1-2 1, 3-4 0, 5-6 1, 7-8 =, 9-10 0, 11-12 1, 13-14 1, 15-16 0"
    pairings = []
    for word in games.split(", "):
        (white, black), result = (int(n) for n in word[:-2].split("-")), Result(word[-1])
        pairings.append(Pairing(white, black, result, result.opposite()))
    before = [*range(1, 7), 8, 7, *range(9, 17)]
    entrants = tuple(Entrant(n, f"p{n}", rating=2000 - before.index(n)) for n in range(1, 17))
    one = Tournament(entrants, (Round(tuple(pairings)),))
    found = ranking(one, KeizerSettings(top=80))
    half = Fraction(1, 2)
    published = {1: 151, 4: 149, 5: 147, 10: 145, 11: 143, 13: 141, 16: 139, 8: 109, 7: 108 + half}
    published |= {2: 71, 3: 70, 6: 69, 9: 68, 12: 67, 14: 66, 15: 65}
    assert found.scores == published
    assert found.order == tuple(published)
    assert [found.values[number] for number in published] == list(range(80, 64, -1))
    assert found.swings == 1


def test_keizer_in_amsterdam() -> None:
    """Caïssa Amsterdam's example: ten players worth 50 to 41, and what round 1 brings before it is counted anew."""
    values = {number: 51 - number for number in range(1, 11)}
    games = {(1, 2): "1", (3, 4): "=", (5, 6): "0", (7, 8): "=", (9, 10): "0"}
    brought = {}
    for (white, black), result in games.items():
        for own, other, one in ((white, black, Result(result)), (black, white, Result(result).opposite())):
            brought[own] = worth(Entry(other, "w", one), own, values, KeizerSettings())
    totals = [values[number] + brought[number] for number in range(1, 11)]
    assert totals == [99, 49, Fraction(143, 2), 71, 46, 91, Fraction(131, 2), 65, 42, 83]


def test_keizer_for_who_is_away() -> None:
    """Kijk Uit: the twelfth of 100 is worth 89, and an absence brings him 29.67; Borne: the bye two thirds."""
    values, settings = {12: 89}, KeizerSettings()
    assert worth(Entry(0, "", Result.ZERO_BYE), 12, values, settings) == Fraction(89, 3)
    assert worth(Entry(0, "", Result.PAIRING_BYE), 12, values, settings) == Fraction(178, 3)
    assert worth(Entry(0, "", Result.ZERO_BYE), 12, values, KeizerSettings(absent=50)) == Fraction(89, 2)
