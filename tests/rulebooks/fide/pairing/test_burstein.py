"""Burstein's system (C.04.4.2): the text's examples, cases on which programs differ, and everything tried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import given, settings

from arpad.core import BadInput, Edition
from arpad.rulebooks.fide.legality import rules_of
from arpad.rulebooks.fide.pairing.burstein import brackets as burstein_brackets
from arpad.rulebooks.fide.pairing.burstein.players import BursteinField, field_of, indices_of
from arpad.rulebooks.fide.pairing.burstein.system import BURSTEIN_2026, Burstein, seeding_rounds
from arpad.rulebooks.fide.pairing.dubov.system import Dubov
from arpad.rulebooks.pairing_catalogue import pairing_system
from arpad.tournament import Entrant, NoLegalRound, Result, Tournament
from arpad.tournament.acceleration import baku
from arpad.tournament.checking import before, differences, illegal
from arpad.tournament.generator import generate
from arpad.tournament.matching import Completion
from arpad.tournament.system import Paired
from rulebooks.fide.pairing.burstein_reference import BursteinReference
from rulebooks.fide.pairing.crosstables import LIVELY, answer, crosstable, tournaments

BURSTEIN = Burstein()


@dataclass(frozen=True)
class OtherwiseSeeded:
    """Burstein's system whose seeding rounds are Dubov's: another opening, and no need of the Dutch engine."""

    name: str = "fide-burstein"
    edition: Edition = BURSTEIN_2026

    def pair(self, tournament: Tournament) -> Paired:
        seeding = tournament.played < seeding_rounds(tournament)
        return (Dubov() if seeding else BURSTEIN).pair(tournament)


SEEDED = OtherwiseSeeded()


def later_rounds(tournament: Tournament) -> range:
    return range(seeding_rounds(tournament) + 1, tournament.played + 1)


@pytest.mark.parametrize(("rounds", "seeding"), [(1, 0), (3, 1), (4, 2), (7, 3), (8, 4), (9, 4), (13, 4)])
def test_seeding_rounds(rounds: int, seeding: int) -> None:
    """1.6.2: half of all, rounded down, but at most four."""
    assert seeding_rounds(Tournament((Entrant(1, "A"),), planned=rounds)) == seeding


def test_seeding_rounds_are_dutch() -> None:
    """1.6.1."""
    dutch = generate(pairing_system("fide-dutch"), players=9, rounds=5, play=2, seed=5)
    for at in (1, 2):
        state = before(dutch, at)
        assert BURSTEIN.pair(state).round == pairing_system("fide-dutch").pair(state).round
    explained = BURSTEIN.pair(before(dutch, 2)).explain()
    assert explained.outcome == "a seeding round, paired by the Dutch system"
    assert explained.parts


SIX = """
    2300: 2w1 3b=
    2200: 1b0 5w1
    2100: 6w1 1w=
    2000: 5b= 6b1
    1900: 4w= 2b0
    1800: 3b0 4w0
    """


def test_index_by_hand() -> None:
    """1.7.1: 1 has beaten 2 (1 point) and drawn with 3 (1½): Buchholz 2½, Sonneborn–Berger 1 + ¾."""
    found = indices_of(crosstable(SIX, planned=4))
    assert found[1] == (Fraction(5, 2), Fraction(7, 4))
    assert found[2] == (Fraction(2), Fraction(1, 2))
    assert found[6] == (Fraction(3), Fraction(0))


def test_round_without_game_is_one_against_oneself() -> None:
    """1.7.2: 3, with 1½ points from the bye and a half-point bye, adds 2 · 1½, and 1½ · 1½ in the second."""
    tournament = crosstable("2300: 2w1 2b1\n2200: 1b0 1w0\n2100: -U -H", planned=4)
    assert indices_of(tournament)[3] == (Fraction(3), Fraction(9, 4))
    forfeited = crosstable("2300: 2w+\n2200: 1b-", planned=4)
    assert indices_of(forfeited)[1] == (Fraction(1), Fraction(1))


def test_who_has_left_counts_as_drawing_for_his_opponents() -> None:
    """1.7.2, exception: 2, beaten by 1, stays away three rounds with the one to come: 0 + 2 · ½ for 1."""
    text = "2300: 2w1 3b1 3w1\n2200: 1b0 -Z -Z\n2100: -U 1w0 1b0"
    gone = crosstable(text, planned=5, away={2: Result.ZERO_BYE})
    back = crosstable(text, planned=5)
    half = crosstable(text, planned=5, away={2: Result.HALF_BYE})
    assert indices_of(gone)[1].buchholz == indices_of(back)[1].buchholz + 1
    assert indices_of(half) == indices_of(back)
    assert indices_of(gone)[2] == indices_of(back)[2]


def test_virtual_points_are_left_out_of_the_index() -> None:
    """1.7.2: they make brackets, but no Buchholz."""
    tournament = crosstable(SIX, planned=4)
    quick = replace(tournament, accelerations=baku(6, 12))
    assert indices_of(quick) == indices_of(tournament)
    assert field_of(quick).players[0].score > field_of(tournament).players[0].score


def test_highest_index_meets_lowest() -> None:
    """4.3 by hand: with equal scores 1 to 4 have met 5 to 8; who met the strongest is BSN 1."""
    tournament = crosstable(
        """
        2300: 5w1 6b=
        2250: 6w1 5b=
        2200: 7w1 8b=
        2150: 8w1 7b=
        2100: 1b0 2w=
        2050: 2b0 1w=
        2000: 3b0 4w=
        1950: 4b0 3w=
        """,
        planned=4,
        initial="w",
    )
    games, bye = answer(BURSTEIN, tournament)
    assert {frozenset(game) for game in games} == {frozenset(p) for p in ((1, 4), (2, 3), (5, 8), (6, 7))}
    assert bye == 0


def test_floater_of_the_lowest_score_is_chosen() -> None:
    """C6: 4 (1 point) meets 6, and not 1 (1½); py4swiss 0.3.1 has 1–6 and 4–5."""
    tournament = crosstable(
        """
        2300: 4b1 2w=
        2200: 5w1 1b=
        2100: 6b1 4w0
        2000: 1w0 3b1
        1900: 2b0 6w1
        1800: 3w0 5b0
        """,
        planned=4,
    )
    games, _ = answer(BURSTEIN, tournament)
    assert {frozenset(game) for game in games} == {frozenset(p) for p in ((1, 5), (2, 3), (4, 6))}


def test_explanation_names_articles_and_choices() -> None:
    tournament = generate(SEEDED, players=13, rounds=6, play=4, seed=3)
    text = "\n".join(BURSTEIN.pair(tournament).explain().lines())
    for article in ("3.1.4", "C5", "C6", "C7", "C8", "1.8, 4.1", "4.3", "5.2.2"):
        assert article in text
    assert "Pairing-allocated bye: 9" in text
    assert "1-4, 2-3" in text


def test_rounds_must_be_declared() -> None:
    """1.6.2 needs their number."""
    with pytest.raises(BadInput, match="number of rounds"):
        BURSTEIN.pair(Tournament((Entrant(1, "A"), Entrant(2, "B"))))


def test_refuses_what_cannot_be_paired() -> None:
    """1.9.3."""
    with pytest.raises(NoLegalRound) as refused:
        BURSTEIN.pair(crosstable("2300: 2w1\n2200: 1b0", planned=2))
    assert refused.value.article == "C.04.4.2, 1.9.3"
    assert refused.value.players


@given(tournaments(SEEDED, 9))
@settings(max_examples=30)
def test_every_round_is_as_enumerated(tournament: Tournament) -> None:
    for at in later_rounds(tournament):
        state = before(tournament, at)
        assert answer(BURSTEIN, state) == BursteinReference(state).round()


@pytest.mark.parametrize(("seed", "players", "rounds", "at"), [(14, 9, 7, 5), (83, 13, 8, 5)])
def test_a_bracket_that_cannot_be_paired_alone_though_those_below_could(
    seed: int, players: int, rounds: int, at: int
) -> None:
    state = generate(BURSTEIN, players=players, rounds=rounds, seed=seed).until(at)
    assert answer(BURSTEIN, state) == BursteinReference(state).round()


@given(tournaments(SEEDED, 20))
@settings(max_examples=30)
def test_rounds_are_legal_and_the_same_again(tournament: Tournament) -> None:
    assert not list(illegal(tournament, rules_of("fide-burstein")))
    assert not list(differences(tournament, SEEDED))


@given(tournaments(SEEDED, 8))
@settings(max_examples=40)
def test_stops_only_where_no_round_is_legal(tournament: Tournament) -> None:
    if not seeding_rounds(tournament) <= tournament.played < tournament.planned:
        return
    try:
        BURSTEIN.pair(tournament)
    except NoLegalRound:
        assert BursteinReference(tournament).round() is None


@pytest.mark.parametrize("seed", range(6))
def test_brackets_are_the_same_without_the_short_ways(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving the others below out of the matching changes nothing."""

    def with_everybody(
        field: BursteinField, completion: Completion, bracket: Sequence[int], below: Sequence[int]
    ) -> burstein_brackets.BursteinBracket:
        scores = [field.players[v].score for v in below]
        count = scores.count(scores[0]) if scores else 0
        ranked = sorted(bracket, key=field.rank)
        search = burstein_brackets._Search(field, ranked, below[:count], below[count:], whole=True)
        return search.solved()

    tournament = generate(SEEDED, players=16 + 4 * seed, rounds=8, play=7, seed=seed, happens=LIVELY)
    states = [before(tournament, at) for at in later_rounds(tournament)]
    answers = [answer(BURSTEIN, state) for state in states]
    monkeypatch.setattr("arpad.rulebooks.fide.pairing.burstein.procedure.paired", with_everybody)
    assert [answer(BURSTEIN, state) for state in states] == answers


def test_order_is_settled_in_parts_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of 4.3 for one player at a time is that for all at once."""
    tournament = generate(SEEDED, players=24, rounds=6, play=4, seed=8)
    whole = answer(BURSTEIN, tournament)
    for size in (1, 3):
        monkeypatch.setattr("arpad.rulebooks.fide.pairing.burstein.brackets.AT_A_TIME", size)
        assert answer(BURSTEIN, tournament) == whole
