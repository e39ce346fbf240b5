"""The Dutch system: what the articles say, conflicts, explanations, and one way of solving against another."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from arpad.rulebooks.fide.pairing.dutch import brackets, completion, costs, edition_2017, steps
from arpad.rulebooks.fide.pairing.dutch.criteria import By, Component, Criterion, Table
from arpad.rulebooks.fide.pairing.dutch.system import DUTCH_2017, DUTCH_2026, Dutch
from arpad.rulebooks.fide.pairing.dutch.units import units
from arpad.tournament.generator import Chances, generate
from arpad.tournament.matching.dense import graph
from arpad.tournament.matching.dense.graph import WORD
from arpad.tournament.model import Bye, Entrant, Pairing, Prohibition, Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import NoLegalRound

MUCH = Chances(forfeit=0.08, half_bye=0.08, zero_bye=0.05, late=0.1, prohibition=0.1, accelerated=0.2)


def field(n: int, **more: object) -> Tournament:
    """Return a tournament that has not begun."""
    entrants = tuple(Entrant(number, f"P{number}", 2500 - number) for number in range(1, n + 1))
    return Tournament(entrants, initial_colour="w", **more)  # type: ignore[arg-type]


def boards(one: Round) -> list[tuple[int, int]]:
    return [(game.white, game.black) for game in one.pairings]


def test_first_round() -> None:
    """The upper half meets the lower half, colours alternate from the initial one (3.2.2, 5.2.5)."""
    one = Dutch().pair(field(7)).round
    assert boards(one) == [(1, 4), (5, 2), (3, 6)]
    assert one.byes == (Bye(7),)


def test_who_has_never_been_paired_has_no_number_yet() -> None:
    """5.2.5 counts numbers among those who have been paired: with 1 away, 2 is the first."""
    away = replace(field(5), absences={1: {1: Result.ZERO_BYE}})
    one = Dutch().pair(away).round
    assert boards(one) == [(2, 4), (5, 3)]
    assert one.byes == (Bye(1, Result.ZERO_BYE),)


def test_rematch_leaves_no_round() -> None:
    played = field(2).with_round(Round((Pairing(1, 2).with_result(Result.WIN),)))
    with pytest.raises(NoLegalRound) as error:
        Dutch().pair(played)
    assert error.value.players
    assert set(error.value.players) <= {1, 2}
    assert error.value.article == "C.04.3, 1.9.3"


def test_too_few_opponents() -> None:
    """3, 4, 5 and 6 may not meet each other: already for three of them 1 and 2 are too few."""
    banned = field(6, prohibitions=(Prohibition(frozenset({3, 4, 5, 6})),))
    with pytest.raises(NoLegalRound) as error:
        Dutch().pair(banned)
    assert len(error.value.players) == 3
    assert set(error.value.players) <= {3, 4, 5, 6}
    assert "3, 4 and 5 have only 1 and 2 to meet (3: is kept from 4, 5 and 6;" in str(error.value)


def test_forfeited_game_may_be_paired_again() -> None:
    """C.04.2, 3.5: it was no meeting."""
    forfeited = field(2).with_round(Round((Pairing(1, 2).with_result(Result.FORFEIT_WIN),)))
    assert boards(Dutch().pair(forfeited).round) == [(1, 2)]


def events(count: int, edition: Dutch) -> Iterator[Tournament]:
    """Yield random tournaments, paired by the engine."""
    lots = random.Random(count)
    for seed in range(count):
        players, rounds = lots.randint(4, 22), lots.randint(3, 9)
        happens = lots.choice((Chances(), MUCH))
        yield generate(edition, players=players, rounds=rounds, seed=seed, happens=happens)


def test_bracket_alone_or_in_the_whole_field(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round comes out the same when no bracket is paired by itself."""
    engine = Dutch(DUTCH_2026)
    again = []
    for one in events(12, engine):
        for at in range(one.played):
            away = {bye.number: bye.result for bye in one.rounds[at].byes}
            away = {number: result for number, result in away.items() if result is not Result.PAIRING_BYE}
            state = replace(one.until(at), absences={at + 1: away})
            again.append((state, engine.pair(state).round))
    monkeypatch.setattr(brackets.DutchBracket, "_complete_round", lambda *_: None)
    for state, expected in again:
        assert engine.pair(state).round == expected
    assert len(again) > 40


@pytest.mark.slow
def test_compiled_as_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of whole numbers and arrays of 64 bits give the same rounds, in both editions."""
    for engine in (Dutch(DUTCH_2026), Dutch(DUTCH_2017)):
        for one in events(6, engine):
            played = one.until(one.played - 1)
            with monkeypatch.context() as patch:
                patch.setattr(graph, "_loaded", [])
                plain = engine.pair(played).round
                patch.setattr(graph, "COMPILE_FROM", 0)
                assert engine.pair(played).round == plain


def test_a_pair_costs_the_same_from_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the matching asks of its costs, in every word of them, also of pairs that leave the bracket."""
    words: list[int] = []

    def fill_costs(net: graph.DenseGraph, facts: costs.Facts) -> None:
        costs.fill_costs(net, facts)
        n, cost = net.n, net.cost
        for u, v in combinations(range(n), 2):
            one, other = (slice(at * net.words, (at + 1) * net.words) for at in (u * n + v, v * n + u))
            assert list(cost[one]) == list(cost[other])
        words.append(net.words if len(facts.next_unit) else 0)

    engine = Dutch(
        DUTCH_2017
    )  # in the edition of 2026 pairs that leave the bracket cost nothing of their own
    field = generate(engine, players=30, rounds=6, seed=1)
    monkeypatch.setattr(steps, "fill_costs", fill_costs)
    # Only costs of 64 bits, as compiled loops take them, have several words.
    monkeypatch.setattr(graph, "COMPILE_FROM", 0)
    monkeypatch.setattr(graph, "can_compile", lambda: True)
    for module in (brackets, completion):
        monkeypatch.setattr(module, "loop", lambda function, _: function)
    for played in (2, 5):
        engine.pair(field.until(played))
    assert max(words) > 1


def test_which_criteria_say_how_many_float(monkeypatch: pytest.MonkeyPatch) -> None:
    """C.04.3 (2026): C6 counts every downfloater once, C7 the moved-down ones by their scores; C8 looks ahead."""
    seen: list[brackets.DutchBracket] = []
    solved = brackets.DutchBracket.solved

    def kept(bracket: brackets.DutchBracket) -> brackets.DutchSolution:
        seen.append(bracket)
        return solved(bracket)

    monkeypatch.setattr(brackets.DutchBracket, "solved", kept)
    engine = Dutch(DUTCH_2026)
    for one in events(4, engine):
        engine.pair(one.until(one.played - 1))
    assert {bracket.size - bracket.moved for bracket in seen} > {1}

    def fixed(bracket: brackets.DutchBracket, table: Table, by: By) -> bool:
        return replace(bracket, table=table)._fixed(by)

    some = Criterion("C6", "moved-down players who float", floats=lambda _, moved: int(moved))
    twice = Criterion("C6", "downfloaters, twice", floats=lambda *_: 2)
    for bracket in seen:
        own, rest = bracket.table, tuple(row for row in bracket.table if row.article != "C6")
        assert fixed(bracket, own, By.TOTAL)
        assert fixed(bracket, own, By.SCORE)
        assert not fixed(bracket, rest, By.TOTAL)
        assert fixed(bracket, rest, By.SCORE)
        assert not fixed(bracket, (twice, *rest), By.TOTAL)
        assert fixed(bracket, (some, *rest), By.TOTAL) == (bracket.moved == bracket.size)


def test_rounds_of_2017_are_legal() -> None:
    """Nobody meets twice, nobody has two byes."""
    for one in events(6, Dutch(DUTCH_2017)):
        met = [frozenset(pair) for round_ in one.rounds for pair in _meetings(round_)]
        assert len(met) == len(set(met))
        byes = [
            bye.number for round_ in one.rounds for bye in round_.byes if bye.result is Result.PAIRING_BYE
        ]
        assert len(byes) == len(set(byes))
    assert edition_2017.OldBracket is not brackets.DutchBracket


@pytest.mark.parametrize("fast", [False, True])
def test_one_unit_is_worth_more_than_all_below_it(fast: bool) -> None:
    """The order of the articles: one of a component is worse than all that those below it can cost together.

    At their bounds, and with the most that the order of generation can cost; and no word gets more bits than
    it may have.
    """
    lots = random.Random(5)
    for _ in range(200):
        some = [Component(row, lots.randint(0, 3)) for row in range(lots.randint(1, 30))]
        bounds = [lots.choice((0, 1, 2, 7, 50, 1000)) for _ in some]
        tie = lots.choice((1, 10, 10**6, 10**9))
        scale = units(some, bounds, tie, fast)
        below = [0] * (scale.words - 1) + [tie]
        for one, bound in reversed(list(zip(some, bounds, strict=True))):
            assert tuple(below) < scale.of[one]
            below = [total + bound * worth for total, worth in zip(below, scale.of[one], strict=True)]
        if fast:
            assert max(below) < 2**WORD
        else:
            assert scale.words == 1


def _meetings(one: Round) -> Iterator[tuple[int, int]]:
    for game in one.pairings:
        if game.white_result.played:
            yield game.white, game.black


def test_why_not() -> None:
    """Every other pair is forbidden, worse by a criterion, or generated later; the pairs made are made."""
    engine = Dutch()
    one = generate(engine, players=9, rounds=6, play=3, seed=4)
    paired = engine.pair(one).round
    made = {frozenset(pair) for pair in boards(paired)}
    bye = next(bye.number for bye in paired.byes if bye.result is Result.PAIRING_BYE)
    told = {}
    numbers = sorted(one.by_number)
    for a in numbers:
        for b in [0, *(b for b in numbers if b > a)]:
            told[a, b] = engine.why_not(one, a, b)
    for (a, b), why in told.items():
        as_paired = a == bye if b == 0 else frozenset((a, b)) in made
        assert (why.outcome == "that is how it was paired") == as_paired
        assert bool(why.facts["worse"]) != as_paired
    met = [(entry.opponent, number) for number, line in one.history.items() for entry in line]
    for a, b in met:
        if 0 < a < b and one.history[a][0].result.played:
            assert told[a, b].facts["worse"] == "C1"


def test_explanation_names_everybody_once() -> None:
    engine = Dutch()
    one = generate(engine, players=11, rounds=7, play=4, seed=2)
    paired = engine.pair(one)
    parts = paired.explain().parts
    games = [part for part in parts if part.label.count("–") == 1 and part.outcome.endswith("has White")]
    assert sorted(part.label for part in games) == sorted(f"{w}–{b}" for w, b in boards(paired.round))
    lines = list(paired.explain().lines())
    assert any("[C12]" in line for line in lines)
    assert lines[0].startswith("Round 5 by C.04.3 of 2026: 5 games, the bye to ")
