"""When no round is legal, the players named are a conflict that cannot be made smaller, in every system."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.rulebooks.fide.pairing.teams.brackets import blocked
from arpad.rulebooks.fide.pairing.teams.teams import PairingTeam, TeamPairingState
from arpad.rulebooks.pairing_catalogue import pairing_system
from arpad.tournament import Entrant, NoLegalRound, Prohibition, Tournament
from rulebooks.fide.pairing.test_fide_team import fields
from tournament.test_conflict import Edges, all_paired

SYSTEMS = ("fide-team", "double-swiss", "fide-dubov", "fide-lim", "monrad", "othello", "elo-gap", "mcmahon")


def held_to_all(n: int, edges: Edges, named: set[int]) -> None:
    """Hold a conflict, by vertices, to every set with one player fewer."""
    assert named
    assert not all_paired(n, edges, named)
    for one in named:
        assert all_paired(n, edges, named - {one})


@pytest.mark.parametrize("name", SYSTEMS)
@settings(max_examples=25)
@given(st.data())
def test_prohibitions(name: str, data: st.DataObject) -> None:
    """Round 1: everybody may have the bye, and two meet unless it is forbidden."""
    n = data.draw(st.integers(3, 8))
    pairs = [(a, b) for a in range(n) for b in range(a + 1, n)]
    apart = {pair for pair in pairs if data.draw(st.integers(0, 9)) < 7}
    tournament = Tournament(
        tuple(Entrant(number, f"P{number}", 2000 - number) for number in range(1, n + 1)),
        system=name,
        planned=5,
        initial_colour="w",
        prohibitions=tuple(Prohibition(frozenset({a + 1, b + 1})) for a, b in apart),
    )
    edges = frozenset(set(pairs) - apart) | frozenset((a, n) for a in range(n) if n % 2)
    everybody = set(range(n))
    if all_paired(n + n % 2, edges, everybody):
        assert pairing_system(name).pair(tournament).round.pairings
        return
    with pytest.raises(NoLegalRound) as caught:
        pairing_system(name).pair(tournament)
    held_to_all(n + n % 2, edges, {number - 1 for number in caught.value.players})
    for number in caught.value.players:
        assert f"{number}: " in str(caught.value)


@settings(max_examples=75)
@given(fields())
def test_meetings_and_byes_of_teams(teams: list[PairingTeam]) -> None:
    state = TeamPairingState(2, tuple(teams), "w", {}, frozenset())
    n = len(teams)
    edges = frozenset(
        (a, b) for a in range(n) for b in range(a + 1, n) if state.legal(teams[a], teams[b])
    ) | frozenset((a, n) for a in range(n) if n % 2 and teams[a].may_bye)
    if all_paired(n + n % 2, edges, set(range(n))):
        return
    numbers, text = blocked(teams, state.legal)
    at = {one.number: i for i, one in enumerate(teams)}
    held_to_all(n + n % 2, edges, {at[number] for number in numbers})
    for number in numbers:
        apart = sorted(teams[at[number]].opponents)
        assert not apart or f"{number}: has met " in text


def test_in_words() -> None:
    four = Tournament(
        tuple(Entrant(number, f"P{number}", 2000 - number) for number in range(1, 6)),
        system="fide-dubov",
        planned=5,
        initial_colour="w",
        prohibitions=tuple(Prohibition(frozenset({2, other})) for other in (1, 3, 4, 5))
        + tuple(Prohibition(frozenset({3, other})) for other in (1, 4, 5)),
    )
    with pytest.raises(NoLegalRound) as caught:
        pairing_system("fide-dubov").pair(four)
    assert caught.value.players == (2, 3)
    assert caught.value.problem == (
        "round 1 cannot be paired: 2 and 3 have only the bye to meet "
        "(2: is kept from 1, 3, 4 and 5; 3: is kept from 1, 2, 4 and 5)"
    )
