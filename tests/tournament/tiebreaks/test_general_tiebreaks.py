"""The tie-breaks of other games, on tables whose values are worked out beside them or published."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arpad.core import BadInput
from arpad.rulebooks.standings import TIEBREAKS, standings
from arpad.tournament import FOOTBALL_POINTS, Bye, Entrant, Pairing, Points, Result, Round, Tournament

HALF = Fraction(1, 2)


def event(*rounds: str, players: int = 4, **more: object) -> Tournament:
    """Make a tournament of games with points (``1-2 2:1``), or of White's results (``1-2 1``), and byes."""
    made = []
    for text in rounds:
        games, byes = [], []
        for who, what in (part.split() for part in text.split(",")):
            if "-" not in who:
                byes.append(Bye(int(who), Result(what)))
                continue
            white, black = map(int, who.split("-"))
            if ":" in what:
                own, other = map(Fraction, what.split(":"))
                result = Result.WIN if own > other else Result.DRAW if own == other else Result.LOSS
                games.append(Pairing(white, black).with_result(result, (own, other)))
            else:
                games.append(Pairing(white, black).with_result(Result(what)))
        made.append(Round(tuple(games), tuple(byes)))
    entrants = tuple(Entrant(number, f"P{number}") for number in range(1, players + 1))
    return Tournament(entrants, tuple(made), **more)  # type: ignore[arg-type]


def values(tournament: Tournament, code: str) -> list[float]:
    made = standings(tournament, [code])
    return [float(made.value(number, code).value) for number in tournament.by_number]


GO = event("1-2 1, 3-4 1", "1-3 1, 2-4 1", "1-4 0, 2-3 1")
"""Points: 1 2, 2 2, 3 1, 4 1."""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("NBW", [2, 2, 1, 1]),
        # 1 met 2, 3, 4: 2 + 1 + 1; 2 met 1, 4, 3: 2 + 1 + 1; 3 met 4, 1, 2: 1 + 2 + 2; 4 the same.
        ("SOS", [4, 4, 5, 5]),
        ("SOS-1", [2, 2, 3, 3]),
        ("SOS-2", [1, 1, 1, 1]),
        # 1 beat 2, 3; 2 beat 4, 3; 3 beat 4; 4 beat 1.
        ("SODOS", [3, 2, 1, 2]),
        ("SOSOS", [14, 14, 13, 13]),
        ("CUSS", [5, 3, 3, 1]),
        ("MMS", [2, 2, 1, 1]),
        # 1 beat 2, 3 beat 4.
        ("DC", [1, 2, 1, 2]),
        ("KASH", [9, 9, 6, 6]),
    ],
)
def test_sums_of_opponents_scores(code: str, expected: list[float]) -> None:
    assert values(GO, code) == expected


def test_mcmahon_scores_are_what_sos_adds() -> None:
    one = event("1-2 1, 3 U", players=3, settings={"mcmahon": {1: 5, 2: 4, 3: 3}}, system="mcmahon")
    assert values(one, "MMS") == [6, 4, 4]
    # 3 played nobody: the round adds the own starting score.
    assert values(one, "SOS") == values(one, "SOSM") == [4, 6, 3]
    assert values(one, "SOSW") == [0, 1, 0]
    assert values(one, "SOSOS") == [6, 4, 3]
    assert values(one, "SOSOSW") == [1, 0, 0]
    # By default the McMahon score comes before anything else.
    assert [place.entrant.number for place in standings(one)] == [1, 2, 3]


def test_us_chess() -> None:
    """Scores 3, 2, 1½, 1, ½ and a bye each: an opponent's unplayed game counts ½, an own one 0."""
    one = event("1-2 1, 3-4 =, 5 U", "1-3 1, 2-5 1, 4 H", "1-4 1, 2-3 1, 5 Z", players=5)
    assert [float(place.points.value) for place in standings(one, ["TPN"])] == [3, 2, 1, 1, 0.5]
    # Adjusted: 1 3, 2 2, 3 ½, 4 ½ + ½ + 0 = 1, 5 ½ + 0 + ½ = 1.
    assert values(one, "SOLK") == [2 + 0.5 + 1, 3 + 1 + 0.5, 1 + 3 + 2, 0.5 + 3, 2]
    # Above half of 3 points the lowest goes, below it the highest.
    assert values(one, "MMED") == [2 + 1, 3 + 1, 1 + 2, 0.5, 0]
    assert values(one, "MED") == [1, 1, 2, 0.5, 0]
    assert values(one, "CUM") == [1 + 2 + 3, 0 + 1 + 2, 0.5 * 3, 0.5 + 1 + 1, 1 + 1 + 1 - 1]


def test_us_chess_adjusts_upwards_too() -> None:
    """2 and 3 were absent for one of two rounds: that is half a point for their opponent's Solkoff."""
    one = event("1-2 1, 3 Z", "1-3 1, 2 Z", players=3)
    assert [float(place.points.value) for place in standings(one, ["TPN"])] == [2, 0, 0]
    assert values(one, "SOLK") == [0.5 + 0.5, 2, 2]


def test_card_games_have_floors() -> None:
    """A player who wins one of three matches, 1 of 3 being 33.3 %; who wins none counts 33 %."""
    three = Points(Fraction(3), Fraction(1))
    one = event("1-2 2:0, 3-4 2:1", "1-3 2:1, 2-4 2:0", "1-4 2:0, 2-3 0:2", points=three)
    assert values(one, "MW%") == pytest.approx([100, 100 / 3, 200 / 3, 33])
    assert values(one, "OMW%") == pytest.approx(
        [
            (100 / 3 + 200 / 3 + 33) / 3,
            (100 + 33 + 200 / 3) / 3,
            (33 + 100 + 100 / 3) / 3,
            (200 / 3 + 100 / 3 + 100) / 3,
        ]
    )
    # Games: 1 won 6 of 7, 2 won 2 of 6, 3 won 5 of 8, 4 won 1 of 7.
    assert values(one, "GW%") == pytest.approx([600 / 7, 200 / 6, 500 / 8, 33])
    assert values(one, "OGW%")[0] == pytest.approx((200 / 6 + 500 / 8 + 33) / 3)
    assert values(one, "MW%/K25")[3] == 25


def test_a_bye_is_a_match_won_and_no_opponent() -> None:
    one = event("1-2 2:1, 3 U", players=3, points=Points(Fraction(3), Fraction(1)))
    assert values(one, "MW%") == [100, 33, 100]
    assert values(one, "OMW%") == [33, 100, 0]


TURIN = event(
    "1-2 1:0, 3-4 2:2", "3-1 3:0, 4-2 0:1", "2-3 1:0, 1-4 2:0", points=FOOTBALL_POINTS, system="round-robin"
)
"""1, 2 have 6 points; 3 has 4, 4 has 1. 1 beat 2; goals: 1 3:3, 2 2:1, 3 5:3."""


def test_head_to_head_stands_before_or_after_goal_difference() -> None:
    first = {
        codes: standings(TURIN, codes.split()).places[0].entrant.number
        for codes in ("H2H GD", "GD H2H", "GF GD")
    }
    assert first == {"H2H GD": 1, "GD H2H": 2, "GF GD": 1}
    assert values(TURIN, "GD") == [0, 1, 2, -3]
    assert values(TURIN, "GF") == [3, 2, 5, 2]


def test_head_to_head_starts_anew_for_those_still_tied() -> None:
    """1, 2, 3 beat each other in turn; 3 lost by most, and among 1 and 2 their own game decides."""
    one = event(
        "1-2 1:0, 3-4 1:0",
        "2-3 2:0, 1-4 1:0",
        "3-1 1:0, 2-4 1:0",
        points=FOOTBALL_POINTS,
        system="round-robin",
    )
    # Among the three: 2 +1, 1 0, 3 −1.
    assert values(one, "H2H")[:3] == [2, 1, 3]
    assert values(one, "H2HP")[:3] == [3, 3, 3]
    assert values(one, "H2HGD")[:3] == [0, 1, -1]
    equal = event(
        "1-2 1:0, 3-4 1:0",
        "2-3 2:1, 1-4 1:0",
        "3-1 2:1, 2-4 1:0",
        points=FOOTBALL_POINTS,
        system="round-robin",
    )
    # Points and difference are level; 3 scored 3, 1 and 2 scored 2: between those two their game.
    assert values(equal, "H2H")[:3] == [2, 3, 1]


def test_brightwells_quotient() -> None:
    """Discs and six times the opponents' points; a bye 32 and six times the own."""
    one = event("1-2 40:24, 3 U", "1-3 30:34, 2 U", players=3)
    # Points: 1 1, 2 1, 3 2.
    assert values(one, "BQ") == [40 + 6 + 30 + 12, 24 + 6 + 32 + 6, 32 + 12 + 34 + 6]
    assert values(one, "BQ/K7") == [40 + 7 + 30 + 14, 24 + 7 + 32 + 7, 32 + 14 + 34 + 7]
    assert values(one, "DISC") == [70, 24, 34]
    left = replace(one, settings={"withdrawn": (3,)})
    assert values(left, "BQ")[:2] == [40 + 6 + 32 + 6, 24 + 6 + 32 + 6]
    assert values(one, "DD") == [12, -16, 4]


@pytest.mark.parametrize("code", ["MED", "MMED", "SOLK", "CUM", "SOS", "CUSS", "PTS"])
def test_half_points_are_printed(code: str) -> None:
    """Draws, and games that were not played, make halves of a point."""
    assert TIEBREAKS.find(code).kind.digits == 1


def test_a_modifier_that_a_code_does_not_have_is_answered_with_those_that_it_has() -> None:
    with pytest.raises(BadInput, match=r"'KASH/C1': KASH has no modifier C.*It knows none\."):
        TIEBREAKS.find("KASH/C1")
    with pytest.raises(BadInput, match=r"BH has no modifier R.*It knows [A-Z](, [A-Z])+\."):
        TIEBREAKS.find("BH/R")


def test_every_code_says_what_it_is() -> None:
    for name, kind in TIEBREAKS.kinds.items():
        assert name == kind.name.upper()
        assert kind.title[0].isupper() or kind.title[0].isdigit()
        assert not kind.title.endswith(".")
        assert str(TIEBREAKS.find(name)) == kind.name
    c07 = (
        "DE WIN WON BPG BWG PS REP STD TPN RTNG BH FB AOB SB KS ARO TPR PTP APRO APPO BC TBR BBE MPVGP "
        "EMMSB EMGSB EGMSB EGGSB EDE EDEBT EDEBB EDET EDEB SSSC"
    )
    assert TIEBREAKS.kinds.keys() >= set(c07.split(" "))
