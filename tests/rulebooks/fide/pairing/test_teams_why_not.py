"""Why not another pair, for teams and Double-Swiss: held to the valuation of every legal round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput, Explanation
from arpad.rulebooks.fide.pairing.double_swiss.system import WORDS as DOUBLE_WORDS
from arpad.rulebooks.fide.pairing.double_swiss.system import DoubleSwiss
from arpad.rulebooks.fide.pairing.teams.system import WORDS, TeamSwiss
from arpad.rulebooks.fide.pairing.teams.teams import PairingTeam, TeamPairingState
from arpad.rulebooks.fide.pairing.teams.why_not import TeamsWhyNot
from arpad.tournament import NoLegalRound, Prohibition, Result, Tournament
from arpad.tournament import system as systems
from arpad.tournament.why_not import PairQuestion
from rulebooks.fide.pairing import enumeration
from rulebooks.fide.pairing.test_double_swiss import FIRST, swiss
from rulebooks.fide.pairing.test_fide_team import event, fields, team

Key = list[tuple[str, Any]]
Valued = tuple[Key, int, list[list[int]]]


def bracket_key(
    residents: list[PairingTeam],
    below: list[PairingTeam],
    ups: list[PairingTeam],
    pairing: list[Any],
    following: Any,
    articles: enumeration.Articles,
) -> Key:
    """What C.04.6 compares of a bracket, in its order, counted from the pairs."""
    legal = articles.legal
    rest = enumeration.without(below, ups)
    group = [one for one in rest if one.score == following]
    needed = enumeration.fewest(group, enumeration.without(rest, group), legal)[0] if group and ups else 0
    order = sorted(ups, key=lambda one: (-one.score, one.number))
    opponents = [
        other for a, b in pairing for one, other in ((a, b), (b, a)) if one in ups and other not in ups
    ]
    return [
        ("C4", len(ups)),
        # The scores, in ascending order, as large as possible.
        ("C5", [-score for score in sorted(one.score for one in ups)]),
        ("C6", needed if articles.fewest else int(needed > 1)),
        ("C7", sum(one.floated for one in ups) if articles.spares else 0),
        ("3.5.4", [one.number for one in order]),
        *((name, sum(cost(a, b) for a, b in pairing)) for name, cost in articles.costs),
        (articles.opponents, sum(o.floated for o in opponents) if articles.spares else 0),
        ("3.6.3", enumeration.identifier(pairing)),
    ]


def valued(teams: Sequence[PairingTeam], articles: enumeration.Articles) -> Iterator[Valued]:
    """Yield every legal round with what is compared of it: the bye's first, then bracket by bracket."""
    byes = [one for one in teams if one.may_bye] if len(teams) % 2 else [None]
    for bye in byes:
        here = [one for one in teams if one is not bye]
        scores = sorted({one.score for one in here}, reverse=True)
        for pairs in enumeration.pairings(here, articles.legal):
            key: Key = []
            if bye is not None:
                key += [("3.4.2", bye.score), ("3.4.3", -bye.played), ("3.4.4", -bye.number)]
            mate = {one.number: other for a, b in pairs for one, other in ((a, b), (b, a))}
            rest = sorted(here, key=lambda one: (-one.score, one.number))
            while rest:
                top = rest[0].score
                residents = [one for one in rest if one.score == top]
                below = enumeration.without(rest, residents)
                ups = [mate[one.number] for one in residents if mate[one.number] not in residents]
                members = [*residents, *ups]
                inside = [pair for pair in pairs if pair[0] in members]
                lower = [score for score in scores if score < top]
                key += bracket_key(residents, below, ups, inside, lower[0] if lower else None, articles)
                rest = enumeration.without(rest, members)
            found = sorted(sorted((a.number, b.number)) for a, b in pairs)
            yield key, bye.number if bye else 0, found


def values(one: Valued) -> list[Any]:
    return [value for _, value in one[0]]


def why_not(
    tournament: Tournament, state: TeamPairingState, procedure: Any, words: dict[str, str], a: int, b: int
) -> Explanation:
    question = PairQuestion(state.at, a, b, {one.number for one in state.teams})
    return TeamsWhyNot(question, tournament, state, procedure, words).explanation()


def held_to_all(
    state: TeamPairingState, procedure: Any, articles: enumeration.Articles, words: dict[str, str]
) -> set[str]:
    """Ask for every pair, compare the answer with all legal rounds, and return what it named."""
    numbers = sorted(one.number for one in state.teams)
    known = {one.number: one for one in state.teams}
    tournament = Tournament()
    every = list(valued(state.teams, articles))
    questions = [*combinations(numbers, 2), *([(a, 0) for a in numbers] if len(numbers) % 2 else [])]
    named = set()
    for a, b in questions:
        if (b and b in known[a].opponents) or (not b and not known[a].may_bye):
            # It is in the tournament's record which round it was.
            continue
        if not every:
            with pytest.raises(NoLegalRound):
                why_not(tournament, state, procedure, words, a, b)
            continue
        chosen = min(every, key=values)
        told = why_not(tournament, state, procedure, words, a, b)
        named.add(told.facts["worse"])
        having = [one for one in every if (one[1] == a if not b else sorted((a, b)) in one[2])]
        if not having:
            assert told.facts["worse"] == "C3"
            continue
        best = min(having, key=values)
        assert (told.facts["bye"], told.facts["pairs"]) == (best[1], best[2])
        worse = next((x[0] for x, y in zip(chosen[0], best[0], strict=False) if x != y), "")
        assert told.facts["worse"] == worse
    return named


@settings(max_examples=25)
@given(fields(), st.sampled_from(["a", "b", "none"]), st.booleans(), st.sampled_from(["fewest", "parity"]))
def test_teams_are_held_to_every_round(
    teams: list[PairingTeam], kind: str, early: bool, reading: str
) -> None:
    state = TeamPairingState(2, tuple(teams), "w", {}, frozenset())
    system = TeamSwiss(colours=kind, following=reading)  # type: ignore[arg-type]
    planned = 9 if early else 3
    articles = enumeration.of_teams(kind, 2, planned, reading)
    held_to_all(state, system.procedure(state, planned), articles, WORDS)


@settings(max_examples=25)
@given(fields(), st.booleans())
def test_double_swiss_is_held_to_every_round(players: list[PairingTeam], early: bool) -> None:
    state = TeamPairingState(2, tuple(players), "w", {}, frozenset())
    planned = 9 if early else 2
    articles = enumeration.of_double_swiss(2, planned)
    held_to_all(state, DoubleSwiss().procedure(state, planned), articles, DOUBLE_WORDS)


def test_every_criterion_is_named_once() -> None:
    """C6 by a field in which only it differs, the others by what the examples above are made of."""
    clique = {3, 4, 5, 6}
    teams = [team(1, 6, opponents=frozenset({8, 9, 10, 7})), team(2, 3, opponents=frozenset({8, 9, 10}))]
    teams += [team(n, 3, opponents=frozenset(clique - {n})) for n in sorted(clique)]
    teams += [team(n, 1, opponents=frozenset({1, 2})) for n in (8, 9, 10)] + [
        team(7, 0, opponents=frozenset({1}))
    ]
    state = TeamPairingState(4, tuple(teams), "w", {}, frozenset())
    procedure = TeamSwiss().procedure(state, 5)
    told = why_not(Tournament(), state, procedure, WORDS, 1, 2)
    assert (told.facts["worse"], told.facts["article"], told.facts["bracket"]) == ("C6", "C.04.6, 2.3.3", "6")
    assert (told.facts["here"], told.facts["there"]) == ("2", "4")
    assert "4 instead of 2" in told.outcome
    assert why_not(Tournament(), state, procedure, WORDS, 1, 3).facts["worse"] == ""
    assert why_not(Tournament(), state, procedure, WORDS, 1, 4).facts["worse"] == "3.5.4"


def test_a_tournament_of_teams() -> None:
    cup = event(7, 5, "1-4 1, 5-2 0, 3-6 =, 7 U")
    asked = {
        pair: systems.why_not(TeamSwiss(), cup, *pair) for pair in ((1, 4), (7, 0), (5, 0), (1, 2), (2, 3))
    }
    outcomes = {pair: told.outcome for pair, told in asked.items()}
    assert outcomes[1, 4] == "not allowed: they played each other in round 1"
    assert (asked[1, 4].facts["worse"], asked[1, 4].facts["article"]) == ("C1", "C.04.6, 2.1.1")
    assert outcomes[7, 0] == "not allowed: 7 had the bye in round 1"
    assert {outcomes[5, 0], outcomes[1, 2]} == {"that is how it was paired"}
    assert asked[2, 3].facts["worse"] == "C4"
    kept_apart = replace(cup, prohibitions=(Prohibition(frozenset({1, 2})),))
    assert systems.why_not(TeamSwiss(), kept_apart, 2, 1).facts["worse"] == "prohibited"
    text = "\n".join(asked[2, 3].lines())
    assert "C.04.6, 2.3.1" in text


def test_a_double_swiss() -> None:
    cup = swiss(7, 5, FIRST)
    system = DoubleSwiss()
    assert isinstance(system, systems.Comparing)
    assert system.why_not(cup, 4, 1).facts["worse"] == "C1"
    assert system.why_not(cup, 7, 0).facts["worse"] == "C2"
    round_ = system.pair(cup).round
    game = round_.pairings[0]
    assert system.why_not(cup, game.white, game.black).facts["worse"] == ""
    bye = next(one.number for one in round_.byes)
    told = system.why_not(cup, 6, 0)
    assert told.facts["worse"] == "3.4.2"
    assert (
        told.outcome
        == f"the bye would go to 6 instead of {bye}, which is worse by 3.4.2: score: 2 instead of 0"
    )


def test_questions_that_have_no_answer() -> None:
    cup = replace(event(6, 5), absences={1: {5: Result.ZERO_BYE, 6: Result.ZERO_BYE}})
    for a, b, problem in (
        (1, 5, "5 is not to be paired"),
        (2, 2, "two different"),
        (1, 0, "number of participants is even"),
    ):
        with pytest.raises(BadInput, match=problem):
            TeamSwiss().why_not(cup, a, b)
    assert Fraction(0) == TeamSwiss().state(cup).teams[0].score
