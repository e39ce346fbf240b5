"""Teams (C.04.6): the article's examples, cases on which programs differ, and everything written out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.rulebooks.fide.legality import rules_of
from arpad.rulebooks.fide.pairing.teams.brackets import brackets, bye_of, upfloaters
from arpad.rulebooks.fide.pairing.teams.colours import colour_of
from arpad.rulebooks.fide.pairing.teams.system import TEAM_POINTS, TeamSwiss
from arpad.rulebooks.fide.pairing.teams.teams import (
    MILD,
    NONE,
    STRONG,
    PairingTeam,
    TeamPairingState,
    preference_of,
)
from arpad.rulebooks.pairing_catalogue import pairing_system, read_result
from arpad.tournament import Acceleration, Bye, Entrant, NoLegalRound, Pairing, Result, Round, Tournament
from arpad.tournament.checking import differences, illegal
from arpad.tournament.generator import Chances, generate
from rulebooks.fide.pairing import enumeration

RESULTS = {"1": Result.WIN, "=": Result.DRAW, "0": Result.LOSS, "+": Result.FORFEIT_WIN}


def team(number: int, score: int, **more: object) -> PairingTeam:
    made = PairingTeam(number, Fraction(score), Fraction(0), "", "", NONE, False, True, frozenset())
    return replace(made, **more)  # type: ignore[arg-type]


def matches(text: str) -> Round:
    """``1-5 1, 2-6 =, 3-4 --``; ``7 U`` and ``8 Z`` are byes."""
    pairings, byes = [], []
    for part in text.split(", "):
        who, what = part.split()
        if "-" not in who:
            byes.append(Bye(int(who), Result(what)))
            continue
        white, black = map(int, who.split("-"))
        if what == "--":
            pairings.append(Pairing(white, black, Result.FORFEIT_LOSS, Result.FORFEIT_LOSS))
        else:
            pairings.append(Pairing(white, black).with_result(RESULTS[what]))
    return Round(tuple(pairings), tuple(byes))


@pytest.mark.parametrize(
    ("colours", "preference"),
    [("bwb", ("w", MILD)), ("wbw", ("b", MILD)), ("wb", ("w", MILD)), ("bw", ("b", MILD)), ("", ("", NONE))],
)
def test_the_mild_preferences_of_type_b(colours: str, preference: tuple[str, int]) -> None:
    """1.7: the colour had less often, else the other than in the last match; nobody's before the first."""
    assert preference_of(colours, "b", last_round=False) == preference


def event(teams: int, planned: int, *rounds: str) -> Tournament:
    return Tournament(
        tuple(Entrant(number, f"Team {number}") for number in range(1, teams + 1)),
        tuple(matches(one) for one in rounds),
        system="fide-team",
        planned=planned,
        points=TEAM_POINTS,
        initial_colour="w",
    )


def pairs(tournament: Tournament, **parameters: str) -> list[str]:
    round_ = TeamSwiss(**parameters).pair(tournament).round  # type: ignore[arg-type]
    return [f"{game.white}-{game.black}" for game in round_.pairings]


def test_round_1_has_the_upper_half_against_the_lower() -> None:
    # The identifier 1 2 3 4 5 6 … is the first of all.
    assert pairs(event(8, 5)) == ["1-5", "6-2", "3-7", "8-4"]


def test_the_example_of_3_5_4() -> None:
    residents = [team(10, 8), team(11, 8), team(12, 8)]
    met = frozenset({10, 11, 12})
    residents = [replace(one, opponents=met - {one.number}) for one in residents]
    residents[2] = replace(residents[2], opponents=residents[2].opponents | {2, 6, 8})
    # Teams 2, 6 and 8 have 3 points; 1, 3 and 5 have 2½; of each set two of the first and one of the second.
    threes = [team(n, 6) for n in (2, 6, 8)]
    lower = [team(n, 5) for n in (1, 3, 5)] + [team(20, 4)]
    # 12 has met all of 3 points.
    threes = [replace(one, opponents=frozenset({2, 6, 8} - {one.number}) | {12}) for one in threes]
    state = TeamPairingState(5, (*residents, *threes, *lower), "w", {}, frozenset())
    procedure = TeamSwiss().procedure(state, 9)
    ups, _ = upfloaters(residents, [*threes, *lower], Fraction(6), procedure)
    assert [one.number for one in ups] == [2, 6, 1]


def test_the_example_of_3_6_2() -> None:
    # 11-24, 16-6, 10-9 and 8-4 are 4 6 9 11 8 16 10 24.
    numbers = [(11, 24), (16, 6), (10, 9), (8, 4)]
    only = {frozenset(pair) for pair in numbers}
    teams = [team(n, 0) for pair in numbers for n in pair]
    everybody = frozenset(one.number for one in teams)
    teams = [
        replace(one, opponents=frozenset(n for n in everybody if frozenset({n, one.number}) not in only))
        for one in teams
    ]
    state = TeamPairingState(2, tuple(teams), "w", {}, frozenset())
    (bracket,) = brackets(teams, TeamSwiss().procedure(state, 0))
    tops, bottoms = zip(*((a.number, b.number) for a, b in bracket.pairs), strict=True)
    assert (*tops, *bottoms) == (4, 6, 9, 11, 8, 16, 10, 24)


def test_the_top_member_has_the_smaller_number_even_if_it_floats_up() -> None:
    """3.6.1 speaks of numbers only. Gacrux 1.10.62 ordered by score first; 1.11.65 does not."""
    found = pairs(event(8, 5, "1-5 1, 2-6 1, 7-3 =, 4-8 1"))
    assert sorted(sorted(map(int, one.split("-"))) for one in found[:2]) == [[1, 3], [2, 4]]


def test_fewest_upfloaters_in_the_following_scoregroup() -> None:
    """C6 under 2.3, "comply as much as possible": Gacrux asks only for none or one, and takes 2 here."""
    # 3, 4, 5 and 6 have all met each other; 2 has met 8, 9 and 10.
    teams = [team(1, 6)]
    clique = {3, 4, 5, 6}
    teams += [team(2, 3, opponents=frozenset({8, 9, 10}))]
    teams += [team(n, 3, opponents=frozenset(clique - {n})) for n in sorted(clique)]
    teams += [team(n, 1, opponents=frozenset({2})) for n in (8, 9, 10)] + [team(7, 0)]
    state = TeamPairingState(4, tuple(teams), "w", {}, frozenset())
    found = {}
    for reading in ("fewest", "parity"):
        procedure = TeamSwiss(following=reading).procedure(state, 5)
        first, second, *_ = brackets(teams, procedure)
        found[reading] = (
            [up.number for up in first.upfloaters],
            [up.number for up in second.upfloaters],
            first.counts["C6"],
        )
        articles = enumeration.of_teams("a", 4, 5, reading)
        assert enumeration.rounds_pairs(teams, articles)[0] == [(1, found[reading][0][0])]
    assert found["fewest"][0] == [3]
    assert len(found["fewest"][1]) == 2 == found["fewest"][2]
    assert found["parity"] == ([2], [8, 9, 10, 7], 4)


def test_as_few_as_can_be_float_again_if_some_must() -> None:
    """C7 counts (2.3: "as much as possible"): 3 and 4 floated, so 3 and 5 come before them."""
    teams = [team(1, 3, opponents=frozenset({2})), team(2, 3, opponents=frozenset({1}))]
    teams += [team(3, 2, floated=True), team(4, 2, floated=True), team(5, 2)]
    teams += [team(n, 1) for n in (6, 7, 8)]
    state = TeamPairingState(3, tuple(teams), "w", {}, frozenset())
    first, *_ = brackets(teams, TeamSwiss().procedure(state, 6))
    assert [up.number for up in first.upfloaters] == [3, 5]
    first, *_ = brackets(teams, TeamSwiss().procedure(state, 4))
    # In the last two rounds it does not count.
    assert [up.number for up in first.upfloaters] == [3, 4]


def test_a_match_that_was_forfeited_was_not_played() -> None:
    """C.04.2, 3.5: such a pair may meet again; and 3.4.3 counts matches played."""
    found = pairs(event(6, 5, "1-2 --, 3-4 =, 5-6 ="))
    assert "1-2" in found
    paired = TeamSwiss().pair(event(5, 5, "1-2 1, 3-4 +, 5 U")).round
    assert paired.byes == (Bye(2),)


def test_the_first_colours_go_by_the_numbers_of_all() -> None:
    """4.3.1 says TPN, so 1's absence does not make 2 odd; Gacrux (1.11.65) agrees."""
    away = replace(event(5, 5), absences={1: {1: Result.ZERO_BYE}})
    assert pairs(away) == ["4-2", "3-5"]


def test_two_of_one_colour_are_a_strong_preference_in_the_last_round_too() -> None:
    assert preference_of("bbww", "b", True) == ("b", STRONG)
    assert preference_of("wbwb", "b", True) == ("", NONE)
    assert preference_of("wbwb", "b", False) == ("w", MILD)
    assert preference_of("bbww", "a", True) == ("b", STRONG)


@pytest.mark.parametrize(
    ("colours", "a", "b"),
    [
        ("", ("", NONE), ("", NONE)),
        ("w", ("", NONE), ("b", MILD)),
        ("ww", ("b", STRONG), ("b", STRONG)),
        ("wb", ("", NONE), ("w", MILD)),
        ("wbb", ("w", STRONG), ("w", STRONG)),
        ("wwwbb", ("", NONE), ("b", MILD)),
        ("wwbb", ("w", STRONG), ("w", STRONG)),
    ],
)
def test_preferences(colours: str, a: tuple[str, int], b: tuple[str, int]) -> None:
    assert preference_of(colours, "a", False) == a
    assert preference_of(colours, "b", False) == b
    assert preference_of(colours, "none", False) == ("", NONE)


def test_colours_alternate_to_the_latest_difference_among_matches_played() -> None:
    """4.3.6 with C.04.2, 3.4: -bwb and bwb- are alike, so 4.3.8 decides; round by round 4.3.6 would."""
    one, two = team(1, 6, colours="bwb"), team(2, 6, colours="bwb")
    assert colour_of(one, two, "w", "a") == ("w", "4.3.8")


@pytest.mark.parametrize(
    ("mine", "his", "kind", "expected"),
    [
        ("", "", "a", ("w", "4.3.1")),
        ("ww", "wb", "a", ("b", "4.3.2")),
        ("bw", "ww", "a", ("w", "4.3.2")),
        ("ww", "bb", "a", ("b", "4.3.3")),
        ("w", "ww", "b", ("w", "4.3.4")),
        ("wwb", "wbb", "none", ("b", "4.3.5")),
        ("wb", "bw", "a", ("w", "4.3.6")),
        ("bbww", "bbww", "a", ("b", "4.3.7")),
        ("wb", "wb", "a", ("w", "4.3.8")),
        ("bw", "w", "none", ("w", "4.3.5")),
        ("", "wb", "a", ("b", "4.3.9")),
    ],
)
def test_every_article_of_the_colours(mine: str, his: str, kind: str, expected: tuple[str, str]) -> None:
    def made(number: int, colours: str) -> PairingTeam:
        preference, strength = preference_of(colours, kind, False)  # type: ignore[arg-type]
        return team(number, 2, colours=colours, preference=preference, strength=strength)

    assert colour_of(made(1, mine), made(2, his), "w", kind) == expected  # type: ignore[arg-type]


def test_floats_are_those_of_the_scores_that_round_was_paired_by() -> None:
    rounds = ("1-3 1, 2-4 0, 5-6 1, 7-8 =", "1-4 1, 5-2 0, 3-6 1, 7 Z, 8 Z")
    plain = event(8, 7, *rounds)
    virtual = replace(plain, accelerations=(Acceleration(Fraction(2), 1, 2, (1, 4)),))
    system = TeamSwiss()
    assert {one.number: one.floated for one in system.state(plain).teams}[2]
    # With two virtual points 2 had as many as 5.
    assert not {one.number: one.floated for one in system.state(virtual).teams}[2]


def test_game_points_as_the_score() -> None:
    won = event(4, 3, "1-3 1, 4-2 1")
    half = Fraction(1, 2)
    points = ((4 * half, 4 * half), (7 * half, half))
    first = won.rounds[0]
    games = tuple(replace(game, points=both) for game, both in zip(first.pairings, points, strict=True))
    scored = replace(won, rounds=(replace(first, pairings=games),))
    assert [one.score for one in TeamSwiss(primary="gp").state(scored).teams] == [2, half, 2, 7 * half]
    assert [one.secondary for one in TeamSwiss().state(scored).teams] == [2, half, 2, 7 * half]
    with pytest.raises(BadInput, match="the match of 1 in round 1 has no game points"):
        TeamSwiss(primary="gp").pair(won)
    # Three virtual game points of teams 1 and 2, in the round that is paired and in an earlier one alone.
    for last, more in ((2, 3), (1, 0)):
        virtual = replace(scored, accelerations=(Acceleration(Fraction(1), 1, last, (1, 2), Fraction(3)),))
        found = [one.score for one in TeamSwiss(primary="gp").state(virtual).teams]
        assert found == [2 + more, half + more, 2, 7 * half]


def test_game_points_without_a_match() -> None:
    """Of four boards: all by forfeit and a full bye, half of them by the pairing's and a half bye (1.4)."""
    unplayed = event(6, 4, "1-2 +, 3 U, 4 H, 5 F, 6 Z")
    unplayed = replace(unplayed, settings={"boards": 4})
    assert [one.score for one in TeamSwiss(primary="gp").state(unplayed).teams] == [4, 0, 2, 2, 4, 0]


def test_results_are_typed_in_game_points() -> None:
    half = Fraction(1, 2)
    assert read_result("fide-team", "2½-1½") == (Result.WIN, Result.LOSS, (5 * half, 3 * half))
    assert read_result("fide-team", "½-½") == (Result.DRAW, Result.DRAW, (half, half))
    assert read_result("fide-team", "0-1") == (Result.LOSS, Result.WIN, (Fraction(0), Fraction(1)))
    assert read_result("fide-team", "+-") == (Result.FORFEIT_WIN, Result.FORFEIT_LOSS, None)


def test_what_cannot_be_paired() -> None:
    four = event(4, 5, "1-2 1, 3-4 1", "1-3 1, 2-4 1", "1-4 1, 2-3 1")
    with pytest.raises(NoLegalRound, match="not all can be paired") as caught:
        TeamSwiss().pair(four)
    assert (caught.value.article, len(caught.value.players)) == ("C.04.6, 3.3.3", 1)
    with pytest.raises(BadInput, match="colours cannot be 'c'"):
        TeamSwiss(colours="c")  # type: ignore[arg-type]


def test_it_is_in_the_catalogue() -> None:
    assert pairing_system("fide-team", colours="b") == TeamSwiss(colours="b")


def test_it_says_why() -> None:
    paired = TeamSwiss(colours="b").pair(event(7, 5, "1-4 1, 5-2 0, 3-6 =, 7 U"))
    text = "\n".join(paired.explain().lines())
    assert "bye: score 0, 1 match played = 5   [C.04.6, 3.4]" in text
    assert "upfloaters:" in text
    assert "[C.04.6, 4.3.5]" in text or "[C.04.6, 4.3.3]" in text


@st.composite
def fields(draw: st.DrawFn, most: int = 8) -> list[PairingTeam]:
    n = draw(st.integers(2, most))
    scores = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    order = draw(st.permutations(range(n)))
    met: dict[int, set[int]] = {number: set() for number in range(1, n + 1)}
    for a in range(1, n + 1):
        for b in range(a + 1, n + 1):
            if draw(st.integers(0, 9)) < 4:
                met[a].add(b)
                met[b].add(a)
    colours = st.sampled_from(["", "w", "b", "ww", "bb", "wb", "bw", "wbb", "bww"])
    made = []
    for at in order:
        line = draw(colours)
        preference, strength = preference_of(line, "b", False)
        made.append(
            team(
                at + 1,
                scores[at],
                colours=line,
                preference=preference,
                strength=strength,
                floated=draw(st.booleans()),
                may_bye=draw(st.integers(0, 3)) > 0,
                opponents=frozenset(met[at + 1]),
            )
        )
    return made


@settings(max_examples=150)
@given(fields(), st.sampled_from(["a", "b", "none"]), st.booleans(), st.sampled_from(["fewest", "parity"]))
def test_everything_written_out_gives_the_same(
    teams: list[PairingTeam], kind: str, early: bool, reading: str
) -> None:
    state = TeamPairingState(2, tuple(teams), "w", {}, frozenset())
    system = TeamSwiss(colours=kind, following=reading)  # type: ignore[arg-type]
    planned = 9 if early else 3
    procedure, articles = system.procedure(state, planned), enumeration.of_teams(kind, 2, planned, reading)
    if len(teams) % 2:
        expected = enumeration.bye(teams, articles)
        if expected is None:
            with pytest.raises(NoLegalRound):
                bye_of(teams, procedure)
            return
        assert bye_of(teams, procedure) is expected
        teams = [one for one in teams if one is not expected]
    if not enumeration.possible(teams, articles.legal):
        with pytest.raises(NoLegalRound):
            brackets(teams, procedure)
        return
    found = [[(a.number, b.number) for a, b in one.pairs] for one in brackets(teams, procedure)]
    assert found == enumeration.rounds_pairs(teams, articles)


@settings(max_examples=25)
@given(st.integers(3, 26), st.integers(2, 8), st.integers(0, 10**6), st.sampled_from(["a", "b", "none"]))
def test_tournaments_are_legal_and_repeatable(teams: int, rounds: int, seed: int, kind: str) -> None:
    system = TeamSwiss(colours=kind)  # type: ignore[arg-type]
    happens = Chances(0.05, 0.03, 0.03, 0.01, late=0.05, prohibition=0.05)
    played = generate(system, players=teams, rounds=rounds, seed=seed, happens=happens, points=TEAM_POINTS)
    assert not list(illegal(played, rules_of("fide-team")))
    assert not list(differences(replace(played, absences={}), system))


def test_bakus_acceleration_pairs_the_first_half_within_itself() -> None:
    """C.04.7: of 8 the upper group is the first 4, with a virtual point; so 1-3 and 2-4, 5-7 and 6-8."""
    plain = event(8, 9)
    asked = replace(plain, settings={"acceleration": "baku"})
    assert {frozenset(map(int, pair.split("-"))) for pair in pairs(asked)} == {
        frozenset(pair) for pair in ((1, 3), (2, 4), (5, 7), (6, 8))
    }
    # What the tournament says itself comes first: here that 1 and 2 are alone at the top.
    own = replace(asked, accelerations=(Acceleration(Fraction(1), 1, 2, (1, 2), Fraction(1)),))
    assert {frozenset(map(int, pair.split("-"))) for pair in pairs(own)} == {
        frozenset(pair) for pair in ((1, 2), (3, 6), (4, 7), (5, 8))
    }
