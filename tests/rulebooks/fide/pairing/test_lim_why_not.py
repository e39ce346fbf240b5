"""Why two do not meet in the Lim system: held to the log of a procedure that tries everything out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.rulebooks.fide.pairing.lim import procedure
from arpad.rulebooks.fide.pairing.lim.explanation import before_in_order, floats, passed_over
from arpad.rulebooks.fide.pairing.lim.groups import Preference, Scoregroup
from arpad.rulebooks.fide.pairing.lim.players import DOWN, CompletionReach, Direction, LimRules, Member
from arpad.rulebooks.fide.pairing.lim.system import Lim
from arpad.tournament import Entrant, NoLegalRound, Result, Tournament
from arpad.tournament.checking import before
from arpad.tournament.generator import Chances, generate
from arpad.tournament.model import Prohibition
from rulebooks.fide.pairing.crosstables import answer, crosstable
from rulebooks.fide.pairing.lim_reference import LimReference, Stage, Together, Turn
from rulebooks.fide.pairing.test_lim import BELOW, PLAIN, group, member

LIM = Lim()
LIVELY = Chances(0.1, 0.1, 0.05, 0.02, late=0.05, prohibition=0.3)


def states(most: int) -> st.SearchStrategy[Tournament]:
    def drawn(players: int, rounds: int, seed: int, at: int) -> Tournament:
        made = generate(LIM, players=players, rounds=rounds, play=at % rounds, seed=seed, happens=LIVELY)
        return before(made, made.played) if made.played else made

    numbers = st.integers(0, 10**6)
    return st.builds(drawn, st.integers(3, most), st.integers(1, 9), numbers, st.integers(0, 8))


def shown(score: Fraction) -> str:
    whole, half = divmod(score, 1)
    return f"{whole}½" if half and whole else "½" if half else str(whole)


@given(states(9))
@settings(max_examples=60)
def test_rounds_are_those_of_the_reference(state: Tournament) -> None:
    """The engine against a procedure that shares no code with it."""
    expected = LimReference(state).round()
    if expected is None:
        with pytest.raises(NoLegalRound):
            LIM.pair(state)
        return
    games, bye = answer(LIM, state)
    assert (sorted(sorted(game) for game in games), bye) == expected


@given(states(8))
@settings(max_examples=30)
def test_every_answer_is_held_to_the_log(state: Tournament) -> None:
    reference = LimReference(state)
    made = reference.round()
    if made is None:
        return
    pairs, bye = made
    byes = [(a, 0) for a in reference.here] if bye else []
    for a, b in [*byes, *combinations(reference.here, 2)]:
        told = LIM.why_not(state, a, b)
        worse = told.facts["worse"]
        paired = bye == a if not b else [a, b] in pairs
        assert (told.outcome == "that is how it was paired") == paired == (worse == "")
        if paired:
            continue
        if told.outcome.startswith("not allowed"):
            if not b:
                assert not reference.may_bye(a)
            elif worse == "prohibited":
                assert reference.apart(a, b)
            else:
                assert worse == "2.1"
                assert reference.met(a, b) == told.outcome.startswith("not allowed: they played")
            assert not b or not reference.compatible(a, b)
            continue
        assert reference.compatible(a, b) if b else reference.may_bye(a)
        other = Together(state, a, b).round()
        if "pairs" not in told.facts:
            assert told.outcome.startswith("then not all the others")
            assert other is None
            continue
        assert other == (told.facts["pairs"], told.facts["bye"])
        if not b or bye in (a, b):
            assert worse == ("1.1" if state.played else "7.1")
            assert told.outcome.startswith(f"{bye} has the bye")
        else:
            log_says(reference, a, b, worse, told.facts["scoregroup"], told.facts["paired"])


def log_says(reference: LimReference, a: int, b: int, worse: str, score: str, pair: list[int]) -> None:
    """The scoregroup and the pair named are where they came apart, and the article is why."""
    undone = {n for stage in reference.stages for one in stage.undone for n in one}
    last = reference.stages[-1]
    stage = next(
        stage
        for stage in reference.stages
        if any(
            n in stage.members and n not in stage.floaters and (stage is last or n not in undone)
            for n in (a, b)
        )
    )
    assert shown(stage.score) == score
    turn = next(turn for turn in stage.turns if {turn.one, turn.opponent} == set(pair))
    assert {a, b} & set(pair)
    there = [n for n in (a, b) if n in stage.members]
    if len(there) == 1:
        assert worse == "2.2"
    elif set(stage.floaters) & {a, b}:
        floated = next(n for n in (a, b) if n in stage.floaters)
        _floated(reference, stage, floated, worse)
    else:
        _taken(stage, turn, a, b, worse)


def _taken(stage: Stage, turn: Turn, a: int, b: int, worse: str) -> None:
    first = next(turn for turn in stage.turns if {turn.one, turn.opponent} & {a, b})
    assert first == turn
    if turn.one not in (a, b):
        assert worse == ("3.8" if turn.floater else "4")
        return
    other = a + b - turn.one
    opponent = turn.opponent
    comes_first = turn.candidates.index(opponent) < turn.candidates.index(other)
    assert other in turn.compatible
    if other not in turn.available:
        assert worse == ("3.8" if turn.floater else "4.4")
    elif opponent in turn.suited and other not in turn.suited:
        assert worse == ("3.8" if turn.floater else "5.2")
    else:
        assert comes_first
        assert worse == ("3.8" if turn.floater else "4.2")


def _floated(reference: LimReference, stage: Stage, floater: int, worse: str) -> None:
    gone = stage.floaters[: stage.floaters.index(floater)]
    stay = [n for n in stage.members if n not in gone]
    others = [n for n in stay if n != floater]
    if worse in ("2.3.1", "2.3.2", "2.3.3"):
        assert not any(reference.compatible(floater, n) for n in others)
        unmet = [n for n in others if not reference.met(floater, n) and not reference.apart(floater, n)]
        assert bool(unmet) == (worse != "2.3.1")
        return
    pairs = len(stage.turns)
    can = [n for n in stay if reference.most([x for x in stay if x != n]) == pairs]
    if worse == "2.3":
        assert can == [floater]
        return
    rivals = [n for n in can if n != floater]
    assert rivals
    if worse == "3.10":
        assert not reference.floated(floater)
        assert any(reference.floated(n) for n in rivals)
    elif worse == "3.2.2":
        lead = sum({"w": 1, "b": -1, "": 0}[reference.due(n)] for n in stay)
        assert reference.due(floater) == ("w" if lead > 0 else "b")
        assert any(reference.due(n) != reference.due(floater) for n in rivals)
    else:
        assert worse in ("3.9", "3.2.4")


WINNERS = """
    2300: 5w1
    2200: 6b1
    2100: 7w1
    2000: 8b1
    1900: 1b0
    1800: 2w0
    1700: 3b0
    1600: 4w0
    """


def field(players: int, *apart: tuple[int, int]) -> Tournament:
    return Tournament(
        tuple(Entrant(n, str(n), 2600 - n) for n in range(1, players + 1)),
        system="fide-lim",
        planned=9,
        initial_colour="w",
        prohibitions=tuple(Prohibition(frozenset(pair)) for pair in apart),
    )


def line(state: Tournament, a: int, b: int) -> tuple[str, str]:
    told = LIM.why_not(state, a, b)
    return told.facts["worse"], told.outcome


def test_the_table_of_4_2_is_the_order_told() -> None:
    """Of six, 1 tries 4, 5, 6, 3, 2; 4 and 5 may not meet it."""
    state = field(6, (1, 4), (1, 5))
    assert line(state, 1, 6) == ("", "that is how it was paired")
    assert line(state, 1, 4) == ("prohibited", "not allowed: the organiser has forbidden it")
    assert line(state, 1, 3) == (
        "4.2",
        "in the scoregroup of 0, 1 was paired with 6: 6 comes before 3 in the order of exchanges",
    )
    assert line(state, 3, 6) == (
        "4",
        "in the scoregroup of 0, 1, who comes before 6 and 3, was paired with 6",
    )
    orders = [step for step in LIM.why_not(state, 1, 3).steps if step.label.startswith("opponents")]
    assert [step.value for step in orders] == ["4, 5, 6, 3, 2"]


def test_who_cannot_leave_the_others_unpaired() -> None:
    """2.1 for the whole field, 4.4 for a scoregroup."""
    state = field(4, (2, 3), (1, 2))
    assert line(state, 1, 3)[0] == ""
    assert line(state, 1, 4) == ("2.1", "then not all the others could be paired within the limits")
    assert LIM.why_not(state, 1, 4).steps[-1].value in ("2", "3", "2, 3")
    # Of 1 to 4, who have a point, 1 and 4 are due different colours, but 2 and 3 are kept apart.
    eight = crosstable(WINNERS, planned=5, apart=[(2, 3)])
    assert line(eight, 1, 2)[0] == ""
    assert line(eight, 1, 4) == (
        "4.4",
        "in the scoregroup of 1, 1 was paired with 2: then not all of the scoregroup could be paired",
    )


def test_colours_come_before_the_order() -> None:
    """5.2: 1 and 3 are both due Black, 1 and 4 are not."""
    state = crosstable(WINNERS, planned=5)
    assert line(state, 1, 4) == ("", "that is how it was paired")
    assert line(state, 1, 3) == (
        "5.2",
        "in the scoregroup of 1, 1 was paired with 4: 1 and 3 are both due Black; 1 and 4 are not",
    )
    assert line(state, 1, 5) == ("2.1", "not allowed: they played each other in round 1")
    # The other scoregroups are paired apart: 1 stays in its own.
    assert line(state, 1, 6) == (
        "2.2",
        "1 was paired with 4 in the scoregroup of 1, in which 6 (0) was not",
    )


def test_limits_of_colour_are_told() -> None:
    state = crosstable(
        """
        2300: 5w1 6w1
        2200: 6w1 5w1
        2100: 7b1 8b=
        2000: 8b1 7b=
        1900: 1b0 2b0
        1800: 2b0 1b0
        1700: 3w0 4w=
        1600: 4w0 3w=
        """,
        planned=5,
    )
    assert line(state, 1, 2) == ("2.1", "not allowed: 1 may have Black only and 2 may have Black only")


def test_the_bye_is_given_first() -> None:
    """7.1: the lowest rated; 1.1: the lowest number of the lowest score, who has not had it."""
    first = field(5)
    assert line(first, 5, 0) == ("", "that is how it was paired")
    told = LIM.why_not(first, 4, 0)
    assert told.facts["worse"] == "7.1"
    assert told.outcome == "5 has the bye, which is given first, to the lowest rated who may have it"
    assert "rating of 5: 2595, and 4 has 2596   [C.04.4.3, 7.1]" in [step.line() for step in told.steps]
    assert line(first, 1, 5)[0] == "7.1"
    later = crosstable("2300: 3w1\n2200: 4w1\n2100: 1b0\n2000: 2b0\n1900: -U", planned=5)
    assert line(later, 5, 0) == ("C.04.1, 4", "not allowed: 5 had the bye in round 1")
    assert line(later, 3, 0)[1] == (
        "4 has the bye, which is given first, to the lowest ranked of the lowest scoregroup who may have it"
    )
    assert "the larger number: 4   [C.04.4.3, 1.1]" in [
        step.line() for step in LIM.why_not(later, 3, 0).steps
    ]


def test_who_floated_is_told() -> None:
    """Three of 1 point: the lowest numbered of those due the colour that more are due (3.2.2, 3.2.4)."""
    state = crosstable(
        """
        2300: 4w1
        2200: 5b1
        2100: 6w1
        2000: 1b0
        1900: 2w0
        1800: 3b0
        """,
        planned=5,
    )
    # Of 1, 2 and 3 two are due Black, 1 and 3.
    worse, text = line(state, 2, 3)
    assert worse == "3.2.4"
    assert text == (
        "3 floated out of the scoregroup of 1 (the number of players is odd; lowest numbered first, going down), "
        "and 2 was paired in it"
    )
    explained = "\n".join(LIM.pair(state).explain().lines())
    # The next is the median's, half a point, and empty.
    assert "floater: 3, type c: no compatible opponent in the next scoregroup   [C.04.4.3, 3.9]" in explained
    assert "why 3 floats: the number of players is odd   [C.04.4.3, 2.3.4]" in explained


def test_refuses_what_makes_no_question() -> None:
    away = {6: Result.HALF_BYE, 5: Result.HALF_BYE}
    state = crosstable("2300: 2w1\n2200: 1b0\n2100: 4w1\n2000: 3b0\n1900: -H\n1800: -H", planned=5, away=away)
    for a, b, words in (
        (1, 6, "6 is not to be paired in round 2"),
        (1, 1, "two different participants"),
        (0, 1, "two different participants"),
        (1, 0, "number of participants is even"),
    ):
        with pytest.raises(BadInput, match=words):
            LIM.why_not(state, a, b)


@given(states(24), st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=30)
def test_larger_fields_and_maxi_tournaments_are_answered(
    state: Tournament, random: object, maxi: bool
) -> None:
    system = Lim(maxi=maxi)
    try:
        games, _ = answer(system, state)
    except NoLegalRound:
        return
    made = {frozenset(game) for game in games}
    asked = list(combinations(LimReference(state).here, 2))
    for a, b in random.sample(asked, min(12, len(asked))):  # type: ignore[attr-defined]
        told = system.why_not(state, a, b)
        assert bool(told.facts["worse"]) != (frozenset((a, b)) in made)
        if "pairs" in told.facts:
            assert [a, b] in told.facts["pairs"]
        if "paired" in told.facts:
            assert {a, b} & set(told.facts["paired"])
            assert {a, b} != set(told.facts["paired"])


@given(states(20))
@settings(max_examples=30)
def test_everybody_who_floats_is_told_why(state: Tournament) -> None:
    try:
        told = LIM.pair(state).explain()
    except NoLegalRound:
        return
    for part in told.parts[:-1]:
        steps = [(step.label, str(step.value)) for step in part.steps]
        floaters = [value.split(",")[0] for label, value in steps if label == "floater"]
        for number in floaters:
            assert (f"why {number} floats") in [label for label, _ in steps]
        exchanged = [step for step in part.steps if step.source.endswith("exchange")]
        assert len(exchanged) == sum(label.startswith("not ") for label, _ in steps)


def stage(
    members: Sequence[Member],
    adjacent: Sequence[Member] = (),
    rules: LimRules = PLAIN,
    direction: Direction = DOWN,
) -> procedure.LimStage:
    scoregroup = Scoregroup(
        rules, CompletionReach(members, rules), tuple(members), (), tuple(adjacent), direction
    )
    return procedure.LimStage(8, "", scoregroup.paired(), scoregroup)


def why(one: procedure.LimStage, number: int) -> tuple[str, str]:
    """The articles of why anybody floats, and why this one."""
    floater = next(member for member in one.group.floaters if member.number == number)
    told = floats(one, floater)
    return told.need.article, told.why.article


def test_why_somebody_has_to_leave() -> None:
    """2.3.1 to 2.3.4."""
    met = [f"{a}-{b}" for a in (1, 2) for b in (3, 4, 5)] + ["1-2", "2-6", "2-7"]
    assert why(stage(group(7, *met), BELOW), 2) == ("2.3.1", "2.3")
    # Nobody can have White: of a difference of two, of twice running.
    wide = [member(n, colours="wbww") for n in (1, 2, 3)]
    assert why(stage([replace(one, colours="wwbw") for one in wide], BELOW), 3)[0] == "2.3.2"
    assert why(stage([replace(one, colours="bww") for one in wide], BELOW), 3)[0] == "2.3.3"
    assert why(stage(group(5), BELOW), 5) == ("2.3.4", "3.2.4")
    # 1 and 2 may meet 6 only: one of them floats, and with 5 for the number nobody else is left over.
    six = stage(group(6, *met[:7]), [member(7, 2), member(8, 2)])
    assert {one.number for one in six.group.floaters} == {2, 5}
    assert why(six, 2)[0] == "4.4" or why(six, 5)[0] == "4.4"


def test_why_one_floats_before_another() -> None:
    """3.9, 3.10, 3.2.2, 3.2.3 and 3.2.4."""
    three = [member(1), member(2), member(3, opponents=frozenset({6, 7}))]
    assert why(stage(three, BELOW), 2) == ("2.3.4", "3.2.4")
    two_types = [member(1, opponents=frozenset({6, 7})), member(2), member(3, opponents=frozenset({6, 7}))]
    assert why(stage(two_types, BELOW), 2) == ("2.3.4", "3.9")
    again = [member(n, floated=n in (1, 3)) for n in (1, 2, 3)]
    assert why(stage(again, BELOW), 2) == ("2.3.4", "3.10")
    coloured = [member(1, colours="w"), member(2, colours="b"), member(3, colours="w")]
    assert why(stage(coloured, BELOW), 3) == ("2.3.4", "3.2.4")
    # 3 has no colour due, and two of three are due White.
    coloured = [member(1, colours="b"), member(2, colours="b"), member(3)]
    assert why(stage(coloured, BELOW), 2) == ("2.3.4", "3.2.4")
    coloured = [member(1, colours="w"), member(2, colours="bb"), member(3, colours="w", floated=True)]
    assert why(stage(coloured, BELOW), 1) == ("2.3.4", "3.2.2")
    five = [member(n, 4, line) for n, line in enumerate("bwbbw", 1)]
    assert why(stage(five, BELOW), 4) == ("2.3.4", "3.2.4")
    far = [replace(one, rating=(2500, 2400, 2300, 2200, 2050)[at]) for at, one in enumerate(five)]
    assert why(stage(far, BELOW, LimRules(maxi=True)), 5) == ("2.3.4", "3.2.3")


def test_a_maxi_tournament_passes_over_who_is_far_off() -> None:
    """5.7: 3 is proposed to 1; 4, whom the colours suit, is more than 100 points from 3."""
    lines, ratings = "bbbw", (2300, 2250, 2200, 2050)
    four = [replace(member(n, colours=lines[n - 1]), rating=ratings[n - 1]) for n in (1, 2, 3, 4)]
    one = stage(four, rules=LimRules(maxi=True))
    turn = one.scoregroup.turn(four)
    assert [(a.number, b.number) for a, b in one.group.pairs] == [(1, 3), (2, 4)]
    reason = passed_over(one.scoregroup, turn, four, four[2], four[3])
    assert reason == ("5.7", "4 is more than 100 rating points from 3, the first available")
    plain = stage(four)
    assert plain.group.pairs[0][1].number == 4
    assert passed_over(plain.scoregroup, turn, four, four[3], four[2]).article == "5.2"


def test_a_rival_who_is_far_away_in_a_maxi_tournament_is_named_as_such() -> None:
    """3.2.3: 1 is due Black as most are, and would float before 4, were 1 not 300 points above 4."""
    rules = LimRules(maxi=True)
    of = {1: (2700, "w"), 2: (2450, "w"), 3: (2420, "w"), 4: (2400, "b")}
    members = [
        Member(number, number, rating, 2, colours, frozenset()) for number, (rating, colours) in of.items()
    ]
    order = {number: Preference(0, False, number in (1, 4), -number) for number in of}
    scoregroup = Scoregroup(rules, CompletionReach(members, rules), tuple(members))
    found = before_in_order(scoregroup, members, members[3], members[0], order)
    assert found == ("3.2.3", "1 is more than 100 rating points from 4")
