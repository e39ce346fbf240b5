"""Points that were set by hand count in scores, standings, pairings and reports (TRF26, 299)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput, NotProvided
from arpad.rulebooks.fide.pairing import Dutch
from arpad.rulebooks.fide.pairing.common.players import DOWN, LEVEL, state_of
from arpad.rulebooks.fide.pairing.teams.system import TEAM_POINTS, TeamSwiss
from arpad.rulebooks.standings import standings
from arpad.tournament import Adjustment, Bye, Entrant, Pairing, Result, Round, Tournament
from arpad.tournament.as_json import from_json, to_json
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.trf import parse, read_trf, write_trf

HALF = Fraction(1, 2)
ONE = Fraction(1)


def game(white: int, black: int, letter: str) -> Pairing:
    return Pairing(white, black).with_result(Result(letter))


CUP = Tournament(
    tuple(Entrant(number, f"P{number}") for number in range(1, 6)),
    (
        Round((game(1, 3, "1"), game(4, 2, "=")), (Bye(5),)),
        Round((game(5, 1, "="), game(3, 4, "+")), (Bye(2, Result.HALF_BYE),)),
    ),
    planned=5,
    initial_colour="w",
)
"""After it: 1½, 1, 1, ½, 1½."""


@pytest.mark.parametrize(
    ("adjustment", "after"),
    [
        # A bonus of a round counts from the end of that round, one of no round from the beginning.
        (Adjustment(-HALF, (1,), 2), [{}, {}, {1: -HALF}]),
        (Adjustment(ONE, (1, 2)), [{1: ONE, 2: ONE}] * 3),
        (Adjustment(-ONE), [dict.fromkeys(range(1, 6), -ONE)] * 3),
        # Not yet.
        (Adjustment(ONE, (1,), 3), [{}, {}, {}]),
        # Instead of what a result is worth: a win 2, a forfeit won ½, nothing for the requested bye.
        (Adjustment(Fraction(2), (), 0, Result.WIN), [{}, {1: ONE}, {1: ONE}]),
        (Adjustment(HALF, (3,), 2, Result.FORFEIT_WIN), [{}, {}, {3: -HALF}]),
        (Adjustment(HALF, (3,), 1, Result.FORFEIT_WIN), [{}, {}, {}]),
        (Adjustment(Fraction(0), (), 0, Result.HALF_BYE), [{}, {}, {2: -HALF}]),
        (Adjustment(Fraction(1, 4), (4,), 0, Result.FORFEIT_LOSS), [{}, {}, {4: Fraction(1, 4)}]),
    ],
)
def test_scores(adjustment: Adjustment, after: list[dict[int, Fraction]]) -> None:
    cup = replace(CUP, adjustments=(adjustment,))
    for rounds, changes in enumerate(after):
        expected = {n: score + changes.get(n, 0) for n, score in CUP.scores(rounds).items()}
        assert cup.scores(rounds) == expected
        assert cup.until(rounds).scores() == expected
        assert ScoreTable(cup.until(rounds)).scores == expected
        assert {n: cup.unit * one for n, one in expected.items()} == cup.whole_scores(rounds)
    assert from_json(to_json(cup)) == cup
    assert read_trf(write_trf(cup)).adjustments == cup.adjustments


def test_the_last_of_several_holds() -> None:
    cup = replace(
        CUP,
        adjustments=(
            Adjustment(Fraction(3), (), 0, Result.WIN),
            Adjustment(Fraction(2), (1,), 1, Result.WIN),
        ),
    )
    assert cup.scores()[1] == Fraction(5, 2)


def test_a_score_group_changes() -> None:
    """1 has as much as 5 without it: with it the float of round 2 goes, and so does the bracket."""
    cup = replace(CUP, adjustments=(Adjustment(-ONE, (1,), 1, reason="late with the score sheets"),))
    before = {one.number: one for one in state_of(CUP).players}
    after = {one.number: one for one in state_of(cup).players}
    assert (before[1].score, after[1].score) == (3, 1)
    assert (before[5].floats[0], after[5].floats[0]) == (LEVEL, DOWN)
    assert [after[n].score for n in (2, 3, 4, 5)] == [before[n].score for n in (2, 3, 4, 5)]
    assert Dutch().pair(CUP).round != Dutch().pair(cup).round
    # And of no player who has got a win's points without playing (C.04.1, 4).
    assert before[2].may_bye
    paid = replace(CUP, adjustments=(Adjustment(ONE, (2,), 2, Result.HALF_BYE),))
    assert not {one.number: one for one in state_of(paid).players}[2].may_bye


def test_standings_say_so() -> None:
    found = standings(replace(CUP, adjustments=(Adjustment(-ONE, (1,), 1),)), ())
    assert [place.entrant.number for place in found] == [5, 2, 3, 1, 4]
    text = "\n".join(found.explain(1).lines())
    assert "set by hand" in text


def test_match_points_and_game_points_of_teams() -> None:
    four = Tournament(
        tuple(Entrant(number, f"T{number}") for number in range(1, 5)),
        (
            Round(
                (
                    Pairing(1, 3).with_result(Result.WIN, (Fraction(3), ONE)),
                    Pairing(4, 2).with_result(Result.DRAW, (Fraction(2), Fraction(2))),
                )
            ),
        ),
        system="fide-team",
        points=TEAM_POINTS,
        initial_colour="w",
        settings={"boards": 4},
        adjustments=(
            Adjustment(None, (1,), 1, None, -HALF),
            Adjustment(-ONE, (2,), 1),
            Adjustment(ONE, (3,), 1, Result.LOSS, Fraction(3, 2)),
        ),
    )
    teams = TeamSwiss().state(four).teams
    state = [(one.number, str(one.score), str(one.secondary)) for one in teams]
    assert state == [(1, "2", "5/2"), (2, "0", "2"), (3, "1", "3/2"), (4, "1", "2")]
    assert ScoreTable(four, "mp").scores == {1: 2, 2: 0, 3: 1, 4: 1}
    assert ScoreTable(four, "gp").scores == {1: Fraction(5, 2), 2: 2, 3: Fraction(3, 2), 4: 2}


def test_the_columns_of_the_record() -> None:
    cup = replace(
        CUP,
        adjustments=(
            Adjustment(-HALF, (1, 5), 2),
            Adjustment(Fraction(2), (), 0, Result.FORFEIT_WIN),
            Adjustment(Fraction(99), (), 1, Result.ZERO_BYE),
        ),
    )
    assert [line for line in write_trf(cup).splitlines() if line[:3] == "299"] == [
        "299          -0.5  002    1    5",
        "299 +         2.0",
        "299 Z        99.0  001",
    ]
    for points in (Fraction(-10), Fraction(100), Fraction(1, 3)):
        with pytest.raises(NotProvided, match="no room for"):
            write_trf(replace(CUP, adjustments=(Adjustment(points, (1,)),)))
    with pytest.raises(NotProvided, match="TRF16"):
        write_trf(cup, dialect="trf16")
    with pytest.raises(BadInput, match="no points can be set for the result 'U'"):
        Adjustment(ONE, (1,), 0, Result.PAIRING_BYE)


@pytest.mark.parametrize(
    ("line", "problem", "column"),
    [
        ("299 X         1.0  001    1", "'X' is not a valid kind of assignment", "5"),
        ("299                001    1", "the points are missing", "8-17"),
        ("299   1.0          001    1", "the points are missing", "14"),
        ("299           1.0  001    9", "points are given to number 9, which no participant has", "24-27"),
        ("299           1.0  0x1    1", "'0x1' is not a round", "20-22"),
    ],
)
def test_a_record_that_is_wrong(line: str, problem: str, column: str) -> None:
    text = write_trf(CUP)
    with pytest.raises(BadInput, match=problem) as caught:
        read_trf(text + line + "\n")
    assert caught.value.row == len(text.splitlines()) + 1
    assert str(caught.value.column).startswith(column)


def test_the_players_points_are_with_it_or_without() -> None:
    text = write_trf(CUP)
    line = "299          -1.0  002    1\n"
    read = read_trf(text + line)
    assert (CUP.scores()[1], read.scores()[1]) == (Fraction(3, 2), HALF)
    assert read_trf(write_trf(read)).scores() == read.scores()
    with pytest.raises(BadInput, match=r"1 has 1 points, and results worth 0\.5"):
        read_trf(text.replace(" 1.5    1", " 1.0    1") + line)
    assert bytes(parse(text + line)).decode() == text + line


KINDS = [None, *(Result(letter) for letter in "1=0FHZ+-")]
adjustments = st.builds(
    Adjustment,
    # The scores have room for -9.5 to 99.5.
    st.integers(-4, 20).map(lambda halves: Fraction(halves, 2)),
    st.lists(st.integers(1, 5), unique=True, max_size=3).map(tuple),
    st.integers(0, 4),
    st.sampled_from(KINDS),
)


@settings(max_examples=30)
@given(st.lists(adjustments, max_size=4).map(tuple))
def test_what_is_written_is_what_is_read(found: tuple[Adjustment, ...]) -> None:
    cup = replace(CUP, adjustments=found)
    back = read_trf(write_trf(cup))
    assert (back.adjustments, back.scores()) == (found, cup.scores())
    assert Dutch().pair(back).round == Dutch().pair(cup).round


def test_every_sum_of_points_has_what_was_set_by_hand() -> None:
    """A half point for 2 in round 1: in the progressive sums it counts from that round on."""
    games = [((1, 2), (3, 4)), ((1, 3), (2, 4))]
    rounds = tuple(
        Round(tuple(Pairing(white, black).with_result(Result.WIN) for white, black in one)) for one in games
    )
    entrants = tuple(Entrant(n, f"p{n}", grade="1d") for n in range(1, 5))
    event = Tournament(entrants, rounds, adjustments=(Adjustment(Fraction(1, 2), (2,), 1),))
    made = {code: standings(event, [code]) for code in ("PS", "CUM", "CUSS", "SOLK")}
    assert [float(made[code].value(2, code).value) for code in ("PS", "CUM", "CUSS")] == [2, 2, 2]
    assert float(made["SOLK"].value(1, "SOLK").value) == 2.5  # 1.5 of 2 and 1 of 3
    start = replace(event, system="mcmahon", settings={"round_down": False})
    assert float(standings(start, ["MMS"]).value(2, "MMS").value) == 1.5
    whole = standings(replace(event, system="mcmahon"), ["MMS"]).value(2, "MMS")
    assert whole.value == 1
    assert whole.steps[-1].line() == "half-points are dropped: ⌊1.5⌋ = 1"


def test_teams_secondary_score_has_it_too() -> None:
    """C.07, 13.1."""
    game = Pairing(1, 2).with_result(Result.WIN, (Fraction(3), Fraction(1)))
    event = Tournament(
        (Entrant(1, "A"), Entrant(2, "B")),
        (Round((game,)),),
        points=TEAM_POINTS,
        settings={"boards": 4},
        adjustments=(Adjustment(None, (1,), 1, None, Fraction(-1)),),
    )
    assert float(standings(event, ["MPvGP"]).value(1, "MPvGP").value) == 2


@pytest.mark.parametrize(("letter", "result"), [("W", Result.WIN), ("D", Result.DRAW), ("L", Result.LOSS)])
def test_letters_of_the_text(letter: str, result: Result) -> None:
    event = read_trf("001    1 m    Ann\n001    2 m    Bo\n" + f"299 {letter}       2.0  000\n")
    assert event.adjustments == (Adjustment(Fraction(2), (), 0, result),)
    assert f"299 {letter}" in write_trf(event, dialect="trf26")
