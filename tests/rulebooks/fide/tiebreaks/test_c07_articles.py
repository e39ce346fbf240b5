"""Articles of C.07 that the exercises do not reach, each on a small tournament made for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from arpad.core import BadInput
from arpad.rulebooks.fide.tiebreaks import EDITIONS, FIDE, VIRTUAL, edition_of
from arpad.rulebooks.fide.tiebreaks.cuts import cut
from arpad.rulebooks.fide.tiebreaks.ratings import lowest_rating, probability
from arpad.rulebooks.fide.tiebreaks.unplayed import adjusted
from arpad.rulebooks.standings import default_tiebreaks, standings
from arpad.tournament import Bye, Entrant, Pairing, Result, Round, Tournament
from arpad.tournament.tiebreaks import ScoreTable, TieBreakCode, TieBreakTerm

HALF = Fraction(1, 2)
RESULTS = {
    "1": Result.WIN,
    "=": Result.DRAW,
    "0": Result.LOSS,
    "+": Result.FORFEIT_WIN,
    "-": Result.FORFEIT_LOSS,
}


def played(*rounds: str, players: int = 4, system: str = "fide-dutch", **more: object) -> Tournament:
    """Make a tournament: ``1-2 1`` is a game and White's result, ``3 H`` a bye, apart by commas."""
    made = []
    for text in rounds:
        games, byes = [], []
        for one in filter(None, (part.strip() for part in text.split(","))):
            who, what = one.split()
            if "-" in who:
                white, black = map(int, who.split("-"))
                if what == "--":
                    games.append(Pairing(white, black, Result.FORFEIT_LOSS, Result.FORFEIT_LOSS))
                else:
                    games.append(Pairing(white, black).with_result(RESULTS[what]))
            else:
                byes.append(Bye(int(who), Result(what)))
        made.append(Round(tuple(games), tuple(byes)))
    entrants = tuple(Entrant(number, f"P{number}", 2000 - number) for number in range(1, players + 1))
    return Tournament(entrants, tuple(made), system=system, **more)  # type: ignore[arg-type]


def value(tournament: Tournament, code: str, number: int, edition: date | None = None) -> float:
    return float(standings(tournament, [code], edition).value(number, code).value)


def test_a_cut_of_sonneborn_berger_takes_the_higher_of_two_candidates() -> None:
    """16.5.2: of the lowest contribution of a voluntary round and the least significant value."""
    terms = [
        TieBreakTerm(Fraction(9, 4), "half-point bye", weight=Fraction(9, 2), voluntary=True),
        TieBreakTerm(Fraction(0), "forfeit loss", weight=Fraction(5), voluntary=True),
        TieBreakTerm(Fraction(3, 2), "draw", weight=Fraction(3)),
        TieBreakTerm(Fraction(6), "win", weight=Fraction(6)),
    ]
    table = ScoreTable(played("1-2 1"), rules=EDITIONS[-1])
    gone = [term.label for term in cut(table, TieBreakCode("SB", low=1), terms) if term.cut]
    assert gone == ["draw"]
    gone = [term.label for term in cut(table, TieBreakCode("SB", low=2), terms) if term.cut]
    # What is left is judged anew: the lowest voluntary contribution is 0, the least significant is 2.25.
    assert gone == ["half-point bye", "draw"]


def test_a_cut_of_buchholz_takes_a_voluntary_round_first() -> None:
    """16.5.1: even though a real opponent has less."""
    one = played("1-2 1, 3-4 1", "1 H, 2-3 0, 4 Z")
    terms = standings(one, ["BH/C1"]).value(1, "BH/C1").terms
    assert [(term.label, term.cut) for term in terms] == [
        ("round 1: 2 P2", ""),
        ("round 2: half-point bye", "C.07, 16.5"),
    ]
    # The rules of before 2023 know no exception: the opponent with nothing goes.
    before = standings(one, ["BH/C1"], VIRTUAL).value(1, "BH/C1").terms
    assert [bool(term.cut) for term in before] == [True, False]


@pytest.mark.parametrize(
    ("rounds", "working"),
    [
        (("1-2 1, 3 U", "1-3 1, 2 U", "2-3 1, 1 U"), "1 − 0.5"),
        (("1-2 1, 3 Z", "1-3 1, 2 U", "2-3 1, 1 U"), "0 + 0.5"),
        (("1-2 1, 3 U", "1-2 1, 3 Z", "2-3 1, 1 U"), "1 + 0"),
    ],
)
def test_the_virtual_score_is_written_with_its_sign(rounds: tuple[str, ...], working: str) -> None:
    """C.02, 13 (2012): every unplayed game of an opponent counts as a draw; a bye of 1 and one of 0 cancel out."""
    table = ScoreTable(played(*rounds, players=3), rules=VIRTUAL)
    score, steps = adjusted(table, 3)
    assert [step.working for step in steps] == [working]
    assert float(score) == float(steps[0].value)


def test_requested_byes_at_the_end_count_as_draws_for_opponents_only() -> None:
    """16.3.2 and 16.2.3: a bye that is followed by a game counts as it was awarded."""
    left = played("1-2 1, 3-4 1", "1-3 1, 2 Z, 4 Z", "1-4 1, 2 Z, 3 Z")
    # 2 lost and left: two draws; 4 came back: 0 as awarded.
    assert value(left, "BH", 1) == (0 + 1) + (1 + HALF) + 0
    assert [float(place.points.value) for place in standings(left)] == [3, 1, 0, 0]


def test_who_is_paired_again_has_not_left() -> None:
    away = played("1-2 1, 3-4 1", "1-3 1, 2 Z, 4 U")
    back = away.with_round(Round((Pairing(1, 4), Pairing(2, 3))))
    # As long as nothing follows, the bye counts as a draw for 2's opponent; paired again, as awarded.
    assert [value(one, "BH", 1) for one in (away, back)] == [(0 + HALF) + 1, 0 + 1]


def test_the_dummy_is_capped() -> None:
    """16.4: own score; not more than the scheduled opponent's (forfeit), than draws throughout (bye) since 2026."""
    one = played("1 U, 2-3 1", "1-2 +, 3 U", "1-3 1, 2 U")
    own, two = 3, 2
    assert value(one, "BH", 1, date(2024, 8, 1)) == own + own + 1
    assert value(one, "BH", 1, date(2026, 3, 1)) == 1.5 + two + 1


def test_the_cap_may_count_announced_rounds() -> None:
    one = played("1 U, 2-3 1", "1-2 1, 3 U", planned=9)
    newest = EDITIONS[-1]
    made = [
        float(standings(one, ["BH"], replace(newest, cap_rounds=which)).value(1, "BH").value)
        for which in ("played", "announced")
    ]
    assert made == [1 + 1, 2 + 1]


def test_the_virtual_opponent() -> None:
    """Before 2023: score before the round, the rest of the point, draws from then on."""
    one = played("1-2 1, 3-4 1", "1 H, 2-3 1", "1-3 1, 2-4 1")
    # 1 had 1 point; ½ in the round itself; one round to go. Of the opponents 2 has 2, 3 has 1.
    assert value(one, "BH", 1, date(2013, 1, 1)) == 2 + (1 + HALF + HALF) + 1
    # 4's unplayed round counts as a draw for 2: 0 + ½.
    assert value(one, "BH", 2, date(2013, 1, 1)) == 2.5 + 1 + HALF


def test_editions_by_their_day() -> None:
    assert [edition_of(date(*day)).dummy for day in ((2023, 8, 31), (2023, 9, 1), (2026, 2, 28), (2026, 3, 1))] == [
        "virtual", "own", "own", "capped",
    ]  # fmt: skip
    with pytest.raises(BadInput, match="no edition is in force"):
        edition_of(date(1990, 1, 1))


def test_direct_encounter_counts_forfeits_only_if_told() -> None:
    """6.1.1."""
    one = played("1-2 +, 3-4 1", "1-3 0, 2-4 1")
    assert [value(one, "DE", number) for number in (1, 2)] == [0, 0]
    assert [value(one, "DE/P", number) for number in (1, 2)] == [1, 2]


def test_repeated_meetings_count_by_their_average() -> None:
    """6.1.2: the wins in three games of two are worth a third of a game each."""
    one = played("1-2 1, 3-4 0", "2-1 1, 4-3 0", "1-3 0, 2-4 1", "1-2 1, 3-4 =", "1-4 1, 2-3 1")
    # 1, 2 have 3 points; 1 beat 2 twice in three games.
    made = standings(one, ["DE"])
    assert made.value(1, "DE").total == Fraction(2, 3)
    assert [made.value(number, "DE").value for number in (1, 2)] == [1, 2]


def test_who_is_first_whatever_the_missing_games() -> None:
    """6.3: 1 beat 2 and 3, who have not met; 1 is first, and the others stay level."""
    one = played("1-2 1, 3-4 1, 5-6 1", "1-3 1, 2-4 1, 5-6 0", "1-4 0, 2-5 1, 3-6 1", players=6)
    made = standings(one, ["DE"])
    assert [made.value(number, "DE").value for number in (1, 2, 3)] == [1, 2, 2]
    robin = replace(one, system="round-robin")
    assert [standings(robin, ["DE"]).value(number, "DE").value for number in (1, 2, 3)] == [0, 0, 0]


def test_a_leader_who_may_be_caught_is_not_first() -> None:
    """6.3: 1 beat 2; 3 has met neither, and might beat both."""
    one = played("1-2 1, 3-4 1, 5-6 =", "1-5 0, 2-6 1, 3-4 0", players=6)
    assert [standings(one, ["DE"]).value(number, "DE").value for number in (1, 2, 3)] == [0, 0, 0]


def test_standard_points_compare_with_the_opponent() -> None:
    """7.7: who lose both by forfeit have as much as each other."""
    one = played("1-2 --, 3 H, 4 U")
    assert [value(one, "STD", number) for number in (1, 2, 3, 4)] == [0.5, 0.5, 0.5, 1]


def test_fore_buchholz_draws_the_last_round_only_when_it_is_paired() -> None:
    """8.3; a forfeit of the last round was paired, a bye was not."""
    one = played("1-2 1, 3-4 1", "1-3 1, 2-4 +", planned=2)
    # Drawn: 1 and 3 have 1.5, 2 and 4 have 0.5.
    assert value(one, "FB", 1) == 0.5 + 1.5
    assert value(one, "FB", 2) == 1.5 + 0.5
    before = replace(one, planned=5)
    assert value(before, "FB", 1) == value(before, "BH", 1)


def test_fore_buchholz_is_known_when_the_last_round_is_paired() -> None:
    paired = played("1-2 1, 3-4 1", planned=2).with_round(Round((Pairing(1, 3), Pairing(2, 4))))
    done = paired.with_result(2, 1, Result.WIN).with_result(2, 2, Result.LOSS)
    assert [value(paired, "FB", number) for number in (1, 2, 3, 4)] == [
        value(done, "FB", number) for number in (1, 2, 3, 4)
    ]


def test_a_round_robins_free_round_is_no_round() -> None:
    """15.2; Koya's limit is half of what can be had: two games of three rounds."""
    one = played("1-2 1, 3 Z", "1-3 =, 2 Z", "2-3 0, 1 Z", players=3, system="round-robin")
    made = standings(one, ["SB/C1", "KS", "REP"])
    assert [float(made.value(1, code).value) for code in ("SB/C1", "KS", "REP")] == [0.75, 0.5, 2]
    assert len(made.value(1, "SB/C1").terms) == 2


def test_buchholz_and_ratings_are_left_out_where_they_must_be() -> None:
    robin = played("1-2 1, 3-4 1", system="round-robin")
    assert standings(robin, ["BH", "SB"]).codes == ("SB",)
    assert standings(robin, ["BH", "SB"]).dropped == (("BH", "must not be used in round robins (C.07, 8)"),)
    swiss = played("1-2 1, 3-4 1")
    unrated = replace(swiss, entrants=(*swiss.entrants[:3], replace(swiss.entrants[3], rating=0)))
    assert [code for code, _ in standings(unrated, ["ARO", "BH", "TPR/U1400"]).dropped] == ["ARO"]
    assert value(unrated, "ARO/U1400", 3) == 1400


def test_probabilities_and_perfect_performances() -> None:
    """10.3 by table 8.1.2: 50 % up to 3 points apart, 100 % from 736."""
    assert [probability(one) for one in (0, 3, 4, -4, 735, 736, -736)] == [50, 50, 51, 49, 99, 100, 0]
    assert lowest_rating([2000], HALF) == 1997
    assert lowest_rating([2000, 1900], Fraction(2)) == 2736
    lost = played("1-2 0, 3-4 1", "1-3 0, 2-4 1")
    assert value(lost, "PTP", 1) == 1997 - 800
    assert value(lost, "TPR", 1) == 1998 - 800
    lines = [step.line() for step in standings(lost, ["TPR"]).value(1, "TPR").steps]
    assert "RD: p 0.00 = -800 points   [B.02, 8.1.1]" in lines


def test_pairing_number_and_rating_may_be_turned_round() -> None:
    one = played("1-2 =, 3-4 =")
    orders = {
        code: [place.entrant.number for place in standings(one, [code])]
        for code in ("TPN", "TPN/R", "RTNG", "RTNG/R")
    }
    assert orders["TPN"] == orders["RTNG"] == [1, 2, 3, 4]
    assert orders["TPN/R"] == orders["RTNG/R"] == [4, 3, 2, 1]


def test_progressive_scores_lose_the_first_rounds() -> None:
    one = played("1-2 1, 3-4 1", "1-3 =, 2-4 1", "1-4 0, 2-3 1")
    assert [value(one, code, 1) for code in ("PS", "PS/C1", "PS/C2", "PS/M1")] == [4, 3, 1.5, 1.5]


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("XYZ", "no tie-break has the code 'XYZ'"),
        ("BH/Q1", "'BH/Q1' has an unknown modifier: Q1"),
        ("WIN/C1", "'WIN/C1': WIN has no modifier C"),
        ("BH/C0", "'BH/C0' has an unknown modifier: C0"),
        ("B H", "'B H' is not a valid tie-break code"),
    ],
)
def test_codes_that_are_none(code: str, problem: str) -> None:
    with pytest.raises(BadInput, match="^" + problem):
        standings(played("1-2 1"), [code])


def test_codes_as_other_programs_write_them() -> None:
    spelled = {text: str(FIDE.find(text)) for text in ("BHC1", "bh-c2", "sb/c1", "mpvgp", "GE", "BH:GP/M2/P")}
    assert spelled == {
        "BHC1": "BH/C1", "bh-c2": "BH/C2", "sb/c1": "SB/C1", "mpvgp": "MPvGP", "GE": "GE", "BH:GP/M2/P": "BH:GP/M2/P",
    }  # fmt: skip


def test_team_codes_are_for_teams() -> None:
    assert [code for code, _ in standings(played("1-2 1"), ["EDE", "BH:MP"]).dropped] == ["EDE", "BH:MP"]


def test_defaults_by_system() -> None:
    assert default_tiebreaks(played("1-2 1"))[0] == "BH/C1"
    assert "BH" not in default_tiebreaks(played("1-2 1", system="round-robin"))
    assert default_tiebreaks(played("1-2 1", system="othello")) == ("BQ", "DISC")
    assert default_tiebreaks(played("1-2 1", tiebreaks=("SB",))) == ("SB",)
    # Of teams, the other score comes first (13.1).
    for system in ("fide-team", "round-robin"):
        assert default_tiebreaks(played("1-2 1", system=system, settings={"boards": 4}))[0] == "MPvGP"
