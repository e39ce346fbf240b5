"""Swiss teams: victory points, neighbours, byes, standings."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.rulebooks.bridge.swiss_teams import SwissTeams
from arpad.rulebooks.bridge.team_scores import imps
from arpad.rulebooks.pairing_catalogue import pairing_system, read_result, system_of
from arpad.rulebooks.standings import explain_tiebreak, standings
from arpad.tournament import Bye, Entrant, NoLegalRound, Pairing, Prohibition, Result, Round, Tournament
from rulebooks.pairing_events import check_round, matchings, no_second_meeting_or_bye


def teams(count: int, **settings: object) -> Tournament:
    entrants = tuple(Entrant(number, f"team {number}") for number in range(1, count + 1))
    return Tournament(entrants, system="swiss-teams", settings={"boards": 16, "start": "number", **settings})


def match(a: int, b: int, first: int, second: int) -> Pairing:
    result, points = imps(f"{first}-{second}")
    return Pairing(a, b, result, result.opposite(), points, coloured=False)


def pairs(tournament: Tournament) -> list[tuple[int, int]]:
    return [(game.white, game.black) for game in system_of(tournament).pair(tournament).round.pairings]


def test_a_score_in_imps() -> None:
    assert imps("24-17") == (Result.WIN, (Fraction(24), Fraction(17)))
    assert imps("0 : 1") == (Result.LOSS, (Fraction(0), Fraction(1)))
    assert imps("9-9")[0] is Result.DRAW
    assert read_result("swiss-teams", "24-17") == (Result.WIN, Result.LOSS, (Fraction(24), Fraction(17)))
    assert read_result("swiss-teams", "1-0") == (Result.WIN, Result.LOSS, (Fraction(1), Fraction(0)))
    assert read_result("swiss-teams", "+-") == (Result.FORFEIT_WIN, Result.FORFEIT_LOSS, None)
    for text in ("24", "24.5-17", "½-½", "won"):
        with pytest.raises(BadInput):
            imps(text)


def test_the_first_round_is_drawn_or_goes_by_number() -> None:
    assert pairs(teams(6)) == [(1, 2), (3, 4), (5, 6)]
    drawn = [tuple(pairs(replace(teams(6, start="lot"), seed=seed))) for seed in range(6)]
    assert len(set(drawn)) > 1
    assert drawn == [tuple(pairs(replace(teams(6, start="lot"), seed=seed))) for seed in range(6)]


def test_neighbours_by_victory_points_and_not_by_wins() -> None:
    # Two narrow wins, and a rout: 3 has one win and more victory points than 2 with none lost.
    one = Round((match(1, 2, 20, 19), match(3, 4, 80, 0), match(5, 6, 30, 28)))
    after = teams(6).with_round(one)
    # In order: 3, then 5 (+2), 1 (+1), 2 (−1), 6 (−2), 4. 1–2 and so on have met.
    assert pairs(after) == [(3, 5), (1, 6), (2, 4)]
    assert [place.entrant.number for place in standings(after)] == [3, 5, 1, 2, 6, 4]


def test_equal_victory_points_go_by_net_imps() -> None:
    # Beyond the blitz of 60 IMPs a margin brings no more points, and still counts between equals.
    after = teams(4).with_round(Round((match(1, 2, 70, 0), match(3, 4, 90, 0))))
    made = standings(after)
    assert [place.entrant.number for place in made] == [3, 1, 2, 4]
    assert made.codes == ("VP", "IMP")
    assert [place.decided for place in made] == ["", "IMP", "VP", "IMP"]
    assert {made.value(number, "VP").value for number in (1, 3)} == {20}
    assert pairs(after) == [(3, 1), (2, 4)]


def test_rounds_without_a_match() -> None:
    one = Round((Pairing(1, 2, Result.FORFEIT_WIN, Result.FORFEIT_LOSS, coloured=False),), (Bye(3),))
    byes = (Bye(4, Result.HALF_BYE), Bye(5, Result.FULL_BYE), Bye(6, Result.ZERO_BYE))
    after = teams(6).with_round(replace(one, byes=one.byes + byes))
    made = standings(after)
    got = {number: made.value(number, "VP").value for number in range(1, 7)}
    assert got == {1: 12, 2: 0, 3: 12, 4: 10, 5: 12, 6: 0}
    made = standings(replace(after, settings={"boards": 16, "bye": "11.5", "forfeit": 15}))
    assert made.value(3, "VP").value == Fraction(23, 2)
    assert made.value(1, "VP").value == 15


def test_the_last_without_one_gets_the_bye() -> None:
    tournament = teams(5)
    first = system_of(tournament).pair(tournament).round
    assert [bye.number for bye in first.byes] == [5]
    played = Round((match(1, 2, 30, 0), match(3, 4, 10, 0)), first.byes)
    # 5 had 12 points from the bye and is between; of the others 2 lost by more than 4.
    second = system_of(tournament).pair(tournament.with_round(played)).round
    assert [bye.number for bye in second.byes] == [2]
    assert not any(game.coloured for game in second.pairings)


@given(data=st.data(), count=st.integers(4, 8))
def test_the_round_is_the_nearest_of_all(data: st.DataObject, count: int) -> None:
    tournament = replace(teams(count), prohibitions=(Prohibition(frozenset({1, 2})),))
    for _ in range(2):
        one = system_of(tournament).pair(tournament).round
        check_round(tournament, one)
        no_second_meeting_or_bye(tournament, one)
        order = [place.entrant.number for place in standings(tournament)]
        assert _cost(order, one) == min(
            _cost(order, other)
            for other in map(_round, matchings(order + [0] * (count % 2)))
            if _legal(tournament, other)
        )
        games = [
            match(game.white, game.black, data.draw(st.integers(0, 70)), data.draw(st.integers(0, 70)))
            for game in one.pairings
        ]
        tournament = tournament.with_round(replace(one, pairings=tuple(games)))


def _round(found: list[tuple[int, int]]) -> Round:
    free = tuple(Bye(max(pair)) for pair in found if 0 in pair)
    return Round(tuple(Pairing(a, b, coloured=False) for a, b in found if a and b), free)


def _legal(tournament: Tournament, one: Round) -> bool:
    try:
        check_round(tournament, one)
        no_second_meeting_or_bye(tournament, one)
    except AssertionError:
        return False
    return True


def _cost(order: list[int], one: Round) -> tuple[int, int]:
    bye = sum(len(order) - 1 - order.index(bye.number) for bye in one.byes)
    apart = sum((order.index(game.white) - order.index(game.black)) ** 2 for game in one.pairings)
    return bye, apart


def test_everybody_has_met_everybody() -> None:
    tournament = teams(4)
    for _ in range(3):
        one = system_of(tournament).pair(tournament).round
        games = tuple(match(game.white, game.black, 12, 10) for game in one.pairings)
        tournament = tournament.with_round(Round(games))
    met = {frozenset((game.white, game.black)) for one in tournament.rounds for game in one.pairings}
    assert met == {frozenset(pair) for pair in combinations(range(1, 5), 2)}
    with pytest.raises(NoLegalRound, match="already played"):
        system_of(tournament).pair(tournament)


def test_the_terms_say_the_margin_and_the_scale() -> None:
    after = teams(4).with_round(Round((match(1, 2, 24, 17), match(3, 4, 9, 9))))
    told = explain_tiebreak(after, "VP", 1)
    (term,) = told.parts
    assert term.label == "round 1: 2 team 2 24-17"
    assert term.steps[0].working == "7 IMPs over 16 boards"
    assert told.value == term.value == term.steps[0].value == 12.03  # the WBF's table of 16 boards
    assert explain_tiebreak(after, "VP", 4).value == 10
    field = SwissTeams(boards=16).field(after)
    assert field.unit == 100
    assert field.score.tolist() == [1203, 797, 1000, 1000]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(BadInput, match="how many boards"):
        pairing_system("swiss-teams")
    with pytest.raises(BadInput, match="bye"):
        SwissTeams(boards=8, bye=25)
    won = Pairing(1, 2, Result.WIN, Result.LOSS, coloured=False)
    with pytest.raises(BadInput, match="round 1: a match has no IMPs"):
        system_of(teams(2)).pair(teams(2).with_round(Round((won,))))
    with pytest.raises(BadInput, match="nobody has said how many boards"):
        explain_tiebreak(replace(teams(2), settings={}), "VP", 1)
