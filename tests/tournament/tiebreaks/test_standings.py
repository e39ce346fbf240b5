"""The standings: who shares a place, where a place was decided, and what is told of it."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import pytest

from arpad.core import BadInput
from arpad.rulebooks.standings import default_tiebreaks, explain_place, explain_tiebreak, standings
from arpad.tournament import Bye, Entrant, Pairing, Points, Result, Round, Tournament
from arpad.tournament.standings import standings as general


def four() -> Tournament:
    """Two rounds of four: 1 has 2 points, 2 and 3 have 1 each, 4 none."""
    games = [((1, 2), (3, 4)), ((1, 3), (2, 4))]
    return Tournament(
        tuple(Entrant(number, name, 2000) for number, name in enumerate(("Ada", "Bo", "Cy", "Di"), 1)),
        tuple(
            Round(tuple(Pairing(white, black).with_result(Result.WIN) for white, black in one))
            for one in games
        ),
    )


def test_places_are_shared_by_who_is_equal_in_everything() -> None:
    made = standings(four(), ["BH", "SB"])
    assert [(place.rank, place.entrant.name, place.decided) for place in made] == [
        (1, "Ada", ""),
        (2, "Bo", "PTS"),
        (2, "Cy", ""),
        (4, "Di", "PTS"),
    ]


def test_the_standings_do_not_change() -> None:
    made = standings(four(), ["BH"])
    with pytest.raises(FrozenInstanceError):
        made.places = ()  # type: ignore[misc]


def test_points_stand_where_the_list_has_them() -> None:
    made = standings(four(), ["TPN/R", "PTS"])
    assert [place.entrant.number for place in made] == [4, 3, 2, 1]
    assert [str(one) for one in made.order] == ["TPN/R", "PTS"]


def test_lots_are_drawn_from_the_seed_and_drawn_alike_again() -> None:
    from dataclasses import replace

    orders = {}
    for seed in range(8):
        drawn = [standings(replace(four(), seed=seed), ["LOT"]) for _ in range(2)]
        assert drawn[0].places == drawn[1].places
        orders[seed] = [place.entrant.name for place in drawn[0]]
        assert orders[seed][0] == "Ada"
        assert [place.rank for place in drawn[0]] == [1, 2, 3, 4]
    assert {tuple(order) for order in orders.values()} == {
        ("Ada", "Bo", "Cy", "Di"),
        ("Ada", "Cy", "Bo", "Di"),
    }


def test_a_tie_break_is_told_with_its_terms() -> None:
    told = explain_tiebreak(four(), "BH", 2)
    assert told.label == "BH [C.07, 8.1] of 2 Bo"
    assert [(part.label, part.value) for part in told.parts] == [
        ("round 1: 1 Ada", 2.0),
        ("round 2: 4 Di", 0.0),
    ]
    assert told.terms
    assert told.value == 2.0


def test_a_tie_break_among_the_tied_is_told_where_it_stands() -> None:
    told = explain_tiebreak(four(), "DE", 2)
    # 2 and 3 have not met: nothing is decided.
    assert told.steps[-1].value == "undecided"
    with pytest.raises(BadInput, match=r"KS cannot be used: for round robins \(C.07, 9.2\)"):
        explain_tiebreak(four(), "KS", 2)


def test_a_place_is_told_by_what_decided_it() -> None:
    told = explain_place(four(), 4, 3, ["BH"])
    assert (told.label, told.outcome) == ("3 Cy is ahead of 4 Di", "by PTS, 1 to 0")
    told = explain_place(four(), 3, 2, ["BH", "TPN"])
    assert (told.label, told.outcome) == ("2 Bo is ahead of 3 Cy", "by TPN, 2 to 3")
    assert [step.line() for step in told.steps] == ["PTS: both 1", "BH: both 2   [C.07, 8.1]"]
    with pytest.raises(BadInput, match="no participant has the number 9"):
        explain_place(four(), 1, 9)


def test_games_to_come_count_for_nothing() -> None:
    paired = four().with_round(Round((Pairing(1, 4), Pairing(2, 3))))
    before, after = standings(four(), ["BH", "REP", "BPG"]), standings(paired, ["BH", "REP", "BPG"])
    assert [place.values for place in before] == [place.values for place in after]


def test_nobody_and_nothing() -> None:
    assert len(standings(Tournament(), ["BH", "DE"])) == 0
    new = Tournament((Entrant(1, "Ada"), Entrant(2, "Bo")))
    made = standings(new, ["BH", "DE", "SB", "PS"])
    assert [place.rank for place in made] == [1, 1]


def test_the_general_ones_need_no_rulebook() -> None:
    made = general(four(), ["SOS", "SODOS"])
    assert [float(value.value) for value in made.place(1).values] == [2, 2]
    with pytest.raises(BadInput, match="no tie-break has the code 'BH'"):
        general(four(), ["BH"])


def test_a_knockout_is_placed_by_rounds_survived() -> None:
    rounds = (
        Round(tuple(Pairing(a, b).with_result(Result.WIN) for a, b in ((1, 4), (2, 3)))),
        Round((Pairing(1, 2).with_result(Result.LOSS),), (Bye(4, Result.ZERO_BYE), Bye(3, Result.ZERO_BYE))),
    )
    event = Tournament(four().entrants, rounds, system="knockout")
    # The champion 2, the finalist 1, and both semi-finalists third.
    assert [(place.entrant.number, place.rank) for place in standings(event)] == [
        (2, 1),
        (1, 2),
        (3, 3),
        (4, 3),
    ]


def test_double_elimination_puts_out_at_the_second_loss() -> None:
    pairs = [[(1, 4, Result.WIN), (2, 3, Result.WIN)], [(1, 2, Result.LOSS), (3, 4, Result.WIN)]]
    pairs += [[(1, 3, Result.WIN)], [(2, 1, Result.WIN)]]
    rounds = tuple(Round(tuple(Pairing(a, b).with_result(won) for a, b, won in one)) for one in pairs)
    event = Tournament(four().entrants, rounds, system="double-elimination")
    made = standings(event)
    # 4 is out in round 2, 3 in round 3, 1 in the final; 2 never lost.
    assert [(place.entrant.number, place.rank) for place in made] == [(2, 1), (1, 2), (3, 3), (4, 4)]
    survived = standings(event, ["KO/K2"])
    assert [float(survived.value(number, "KO/K2").value) for number in (1, 2, 3, 4)] == [3, 4, 2, 1]


def test_discs_that_nobody_knows_break_no_ties() -> None:
    known = Pairing(1, 2).with_result(Result.WIN, (Fraction(40), Fraction(24)))
    event = Tournament(four().entrants, (Round((known, Pairing(3, 4).with_result(Result.WIN))),))
    for code in ("BQ", "DISC", "DD", "GD", "GF", "GW%", "OGW%", "IMP"):
        made = standings(event, [code])
        assert made.codes == ()
        assert made.dropped == (
            (code, "nobody has said by how much a game was won: round 1, 3 Cy against 4 Di"),
        )
    whole = replace(event, rounds=(Round((known,), (Bye(3), Bye(4))),))
    assert standings(whole, ["BQ"]).codes == ("BQ",)


def test_groups_are_round_robins() -> None:
    event = replace(four(), system="groups")
    assert default_tiebreaks(event) == default_tiebreaks(replace(event, system="round-robin"))


def test_a_bye_worth_a_draw_has_half_the_game_points() -> None:
    """C.04.6, 1.4: two match points for a win, one for a draw and for the bye."""
    points = Points(Fraction(2), Fraction(1), pairing_bye=Fraction(1))
    game = Pairing(1, 2).with_result(Result.WIN, (Fraction(3), Fraction(1)))
    event = Tournament(
        tuple(Entrant(n, f"team {n}") for n in (1, 2, 3)),
        (Round((game,), (Bye(3),)),),
        points=points,
        settings={"boards": 4},
        system="fide-team",
    )
    made = standings(event, ["MPTS", "GPTS"])
    assert [[float(value.value) for value in made.place(n).values] for n in (1, 3, 2)] == [
        [2, 3],
        [1, 2],
        [0, 1],
    ]
