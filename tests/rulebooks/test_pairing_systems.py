"""What every pairing system on a ladder keeps: legality, determinism, explanations that add up."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput, Step
from arpad.rulebooks.pairing_catalogue import SYSTEMS, pairing_system, system_of, usual_points
from arpad.rulebooks.pairing_settings import TEAMS
from arpad.tournament import NoLegalRound, Prohibition, Result, Round, Tournament
from arpad.tournament.points import FIDE_POINTS
from arpad.tournament.weighted import WeightedSystem
from rulebooks.pairing_events import check_round, event, meetings, no_second_meeting_or_bye, played

LADDERS = ["othello", "othello-woc", "mcmahon", "go-swiss", "monrad", "keizer", "elo-gap", "information"]
LIMITS = {"othello": 2}


def test_all_ladders_are_here() -> None:
    assert set(LADDERS) <= set(SYSTEMS)


@pytest.mark.parametrize("name", LADDERS)
def test_the_catalogue_and_the_classes_agree(name: str) -> None:
    system = pairing_system(name)
    assert system.name == name
    assert isinstance(system, WeightedSystem)
    assert system.title
    assert system.source
    assert system.status in {"exact", "unverified"}


def test_an_unknown_system_is_refused() -> None:
    with pytest.raises(BadInput, match="no pairing system"):
        pairing_system("dutch-treat")


@pytest.mark.parametrize("name", LADDERS)
def test_an_unknown_setting_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="no parameter 'tint'"):
        pairing_system(name, tint="red")


@pytest.mark.parametrize("name", LADDERS)
@given(players=st.integers(2, 13), seed=st.integers(0, 10**6), wanted=st.integers(1, 6))
@settings(max_examples=12)
def test_rounds_are_legal(name: str, players: int, seed: int, wanted: int) -> None:
    rng = random.Random(seed)
    tournament = event(players, seed, name, rounds=wanted)
    if players > 6:
        tournament = replace(
            tournament,
            absences={2: {rng.randrange(1, players + 1): rng.choice([Result.HALF_BYE, Result.ZERO_BYE])}},
            prohibitions=(Prohibition(frozenset({1, 2}), 1, 3),),
        )
    system = pairing_system(name)
    for _ in range(wanted):
        try:
            one = system.pair(tournament).round
        except NoLegalRound:
            assert players < 2 * wanted + 4  # a large field has a round
            return
        check_round(tournament, one, LIMITS.get(name))
        if name != "keizer":
            no_second_meeting_or_bye(tournament, one)
        tournament = played(tournament, one, rng)


@pytest.mark.parametrize("name", LADDERS)
@given(players=st.integers(2, 12), seed=st.integers(0, 10**6))
@settings(max_examples=6)
def test_the_order_of_a_file_does_not_matter(name: str, players: int, seed: int) -> None:
    rng = random.Random(seed)
    system = pairing_system(name)
    tournament = event(players, seed, name)
    for _ in range(min(2, players - 1)):
        one = system.pair(tournament).round
        assert system.pair(tournament).round == one
        entrants = list(tournament.entrants)
        rng.shuffle(entrants)
        assert system.pair(replace(tournament, entrants=tuple(entrants))).round == one
        tournament = played(tournament, one, rng)


def relabelled(tournament: Tournament, new: dict[int, int]) -> Tournament:
    rounds = [
        Round(
            tuple(replace(game, white=new[game.white], black=new[game.black]) for game in one.pairings),
            tuple(replace(bye, number=new[bye.number]) for bye in one.byes),
        )
        for one in tournament.rounds
    ]
    entrants = [replace(entrant, number=new[entrant.number]) for entrant in tournament.entrants]
    return replace(tournament, entrants=tuple(entrants), rounds=tuple(rounds))


@pytest.mark.parametrize(("name", "by_number"), [("othello", 1), ("othello-woc", 1), ("elo-gap", 1)])
@given(players=st.integers(3, 12), seed=st.integers(0, 10**6))
@settings(max_examples=10)
def test_numbers_matter_for_the_lot_alone(name: str, by_number: int, players: int, seed: int) -> None:
    rng = random.Random(seed)
    system = pairing_system(name)
    assert isinstance(system, WeightedSystem)
    tournament = event(players, seed, name)
    for _ in range(2):
        new = list(range(1, players + 1))
        rng.shuffle(new)
        other = relabelled(tournament, dict(enumerate(new, 1)))
        here, there = system.best(tournament), system.best(other)
        assert here is not None
        assert there is not None
        if name != "elo-gap":  # equal estimates: who gets the bye goes by number
            assert here.cost[:-by_number] == there.cost[:-by_number]
        tournament = played(tournament, system.pair(tournament).round, rng)


def weight(step: Step) -> int:
    """What a step counts, in full: its value may be in millions."""
    assert step.unit in ("", "million")
    return round(float(step.value) * (1e6 if step.unit else 1))


@pytest.mark.parametrize("name", LADDERS)
@given(players=st.integers(3, 10), seed=st.integers(0, 10**6))
@settings(max_examples=6)
def test_an_explanation_adds_up(name: str, players: int, seed: int) -> None:
    rng = random.Random(seed)
    system = pairing_system(name)
    assert isinstance(system, WeightedSystem)
    tournament = event(players, seed, name)
    tournament = played(tournament, system.pair(tournament).round, rng)
    found, chosen = system.pair(tournament), system.best(tournament)
    assert chosen is not None
    told = found.explain()
    ladder = system.ladder(system.field(tournament))
    for at, rung in enumerate(ladder.rungs):
        total = next(step for step in told.steps if step.label == rung.name and step.formula)
        shares = [step for part in told.parts for step in part.steps if step.label == rung.name]
        assert weight(total) == sum(map(weight, shares)) == chosen.cost[at]
        assert all(step.value for step in shares)
        assert total.source
    boards = len(found.round.pairings) + (chosen.bye is not None)
    assert len(told.parts) == boards
    assert list(told.lines())


@pytest.mark.parametrize("name", LADDERS)
def test_why_not(name: str) -> None:
    rng = random.Random(7)
    system = pairing_system(name)
    assert isinstance(system, WeightedSystem)
    tournament = event(9, 7, name)
    tournament = played(tournament, system.pair(tournament).round, rng)
    one = system.pair(tournament).round
    together = meetings(one)
    chosen = system.best(tournament)
    assert chosen is not None
    for a in range(1, 10):
        for b in range(a + 1, 10):
            told = system.why_not(tournament, a, b)
            assert told.outcome
            if frozenset((a, b)) in together:
                assert told.facts["worse"] == ""
                assert told.outcome == "that is how it was paired"
            elif "pairs" in told.facts:
                assert {a, b} in [set(pair) for pair in told.facts["pairs"]]
                if told.facts["worse"]:  # never better
                    here, there = (float(told.facts[name].split()[0]) for name in ("here", "there"))
                    assert there > here
            else:
                assert told.facts["worse"]
    with pytest.raises(BadInput, match="is not to be paired"):
        system.why_not(tournament, 1, 77)


@pytest.mark.parametrize("name", LADDERS)
def test_a_pending_result_stops_the_next_round(name: str) -> None:
    tournament = event(6, 1, name)
    waiting = tournament.with_round(pairing_system(name).pair(tournament).round)
    with pytest.raises(BadInput, match="round 1 is not complete: board 1, 2, 3"):
        pairing_system(name).pair(waiting)


@pytest.mark.parametrize("name", [name for name in LADDERS if name != "keizer"])
def test_no_legal_round_names_the_article_and_the_players(name: str) -> None:
    tournament = event(2, 3, name)
    tournament = played(tournament, pairing_system(name).pair(tournament).round, random.Random(0))
    if not any(entry.result.played for entry in tournament.history[1]):
        pytest.skip("a forfeit is no meeting")
    with pytest.raises(NoLegalRound, match="already played") as found:
        pairing_system(name).pair(tournament)
    assert found.value.article
    assert found.value.players
    assert set(found.value.players) <= {1, 2}


@pytest.mark.parametrize("name", LADDERS)
def test_who_may_meet_nobody_is_named(name: str) -> None:
    tournament = replace(
        event(8, 3, name),
        prohibitions=tuple(Prohibition(frozenset({5, other})) for other in (1, 2, 3, 4, 6, 7, 8)),
    )
    with pytest.raises(NoLegalRound, match="forbidden") as found:
        pairing_system(name).pair(tournament)
    assert found.value.players == (5,)


@pytest.mark.parametrize("name", LADDERS)
@pytest.mark.parametrize("players", [0, 1, 2])
def test_tiny_fields(name: str, players: int) -> None:
    one = pairing_system(name).pair(event(players, 1, name)).round
    assert len(one.pairings) == players // 2
    assert len(one.byes) == players % 2


def test_settings_of_a_tournament_reach_the_system() -> None:
    tournament = event(6, 1, "monrad", variant="norwegian", withdrawn=[1], balance="no")
    system = system_of(tournament)
    assert system.variant == "norwegian"  # type: ignore[attr-defined]
    assert system.balance is False  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("monrad", {"variant": "swedish"}), ("keizer", {"bye": 101}), ("othello", {"colour_limit": "two"})],
)
def test_a_setting_that_cannot_be_is_refused(name: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="cannot be"):
        pairing_system(name, **wrong)


def test_the_points_that_a_systems_rules_have() -> None:
    """C.04.5, 1.4 and C.04.6, 1.4."""
    double, team = usual_points("double-swiss"), usual_points("fide-team")
    assert (double.of(Result.PAIRING_BYE), double.per_point) == (Fraction(3, 2), Fraction(1))
    assert [team.of(one) for one in (Result.WIN, Result.DRAW, Result.PAIRING_BYE)] == [2, 1, 1]
    assert usual_points("fide-dutch") == usual_points("unheard-of") == FIDE_POINTS


def test_which_systems_take_teams_that_meet_on_several_boards() -> None:
    """C.04.6 and systems of matches do; single players, discs and victory points have no boards to add up."""
    assert {"fide-team", "round-robin", "knockout", "groups"} <= TEAMS
    assert not TEAMS & {
        "fide-dutch",
        "fide-lim",
        "mcmahon",
        "othello",
        "swiss-teams",
        "double-swiss",
        "scheveningen",
    }


@pytest.mark.parametrize(
    "name", ["fide-dutch", "fide-dubov", "fide-burstein", "fide-lim", "double-swiss", "fide-team"]
)
def test_the_swiss_systems_of_fide_are_those_of_february_2026(name: str) -> None:
    """Each text of C.04.3 to C.04.6 says of itself that it is applied from 1 February 2026."""
    assert pairing_system(name).edition.since == date(2026, 2, 1)
