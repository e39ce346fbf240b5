"""Dubov's system (C.04.4.1): the text's examples, cases on which programs differ, and everything tried out."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.rulebooks.fide.legality import rules_of
from arpad.rulebooks.fide.pairing.dubov.brackets import from_the_middle
from arpad.rulebooks.fide.pairing.dubov.players import average, field_of
from arpad.rulebooks.fide.pairing.dubov.system import Dubov
from arpad.rulebooks.fide.pairing.dubov.upfloaters import _Digits, costs
from arpad.rulebooks.pairing_catalogue import pairing_system
from arpad.tournament import Entrant, NoLegalRound, Prohibition, Result, Tournament
from arpad.tournament.checking import before, differences, illegal
from arpad.tournament.generator import generate
from rulebooks.fide.pairing.crosstables import LIVELY, answer, crosstable, tournaments
from rulebooks.fide.pairing.dubov_reference import Reference

DUBOV = Dubov()


def field(players: int, **more: object) -> Tournament:
    """Return players rated 2000, 1990 …, before the first round."""
    entrants = tuple(Entrant(n, f"Player {n}", 2010 - 10 * n) for n in range(1, players + 1))
    return Tournament(entrants, planned=5, initial_colour="w", **more)  # type: ignore[arg-type]


def test_shifters_are_counted_from_the_middle() -> None:
    """The example of 4.3.3: of A to G, first D, then C, E, B, F, A, G."""
    assert "".join("ABCDEFG"[i] for i in from_the_middle(7)) == "DCEBFAG"
    assert from_the_middle(2) == [0, 1]
    assert from_the_middle(6) == [2, 3, 1, 4, 0, 5]


@pytest.mark.parametrize(
    ("ratings", "aro"), [([], 0), ([2000], 2000), ([2000, 2001], 2001), ([2000, 2000, 2001], 2000)]
)
def test_average_of_opponents_is_rounded_half_up(ratings: list[int], aro: int) -> None:
    """1.7.1, 1.7.3."""
    assert average(ratings) == aro


@pytest.mark.parametrize(("rounds", "most"), [(4, 2), (5, 3), (9, 3), (10, 4), (11, 4)])
def test_maximum_upfloats(rounds: int, most: int) -> None:
    """1.8.2: 2 + [Rnds/5]."""
    tournament = Tournament(field(4).entrants, planned=rounds, initial_colour="w")
    assert field_of(tournament, 0).most_upfloats == most


def test_first_round_pairs_the_halves() -> None:
    """3.2.3: nobody has played, so that G1 is the upper half; 5.2.1: odd numbers get the initial-colour."""
    assert answer(DUBOV, field(8)) == ({(1, 5), (6, 2), (3, 7), (8, 4)}, 0)
    assert answer(DUBOV, field(5)) == ({(1, 3), (4, 2)}, 5)


def test_low_average_meets_high_rating() -> None:
    """3.2.5 and 3.2.6 by hand: of those due White, 4 has met 2200, 3 has met 2300; of those due Black 1 leads."""
    tournament = crosstable(
        """
        2300: 3w=
        2200: 4w=
        2100: 1b=
        2000: 2b=
        """,
        planned=5,
    )
    assert answer(DUBOV, tournament) == ({(4, 1), (3, 2)}, 0)


def test_a_game_that_was_not_played_is_no_upfloat() -> None:
    tournament = crosstable(
        """
        2400: 3w1 3b+
        2300: 4w1 4b1
        2200: 1b0 1w-
        2100: 2b0 2w0
        """,
        planned=6,
    )
    assert [one.upfloats for one in field_of(tournament, 0).seekers] == [0, 0, 0, 1]


def test_upfloater_of_the_lowest_score_is_avoided_first() -> None:
    """C6: 1 and 5 (2 points) have met; 6 and 7 (1 point) come up, not 2 (1½) with 8 (0).

    py4swiss 0.3.1 has 1–8 and 2–5, whose largest difference is 2 instead of 1.
    """
    tournament = crosstable(
        """
        2369: 5w= 4b1 2w=
        2178: 6b1 3w0 1b=
        2039: 7w1 2b1 5w=
        2023: 8b1 1w0 7b1
        2006: 1b= 6w1 3b=
        1920: 2w0 5b0 8w1
        1912: 3b0 8w1 4w0
        1845: 4w0 7b0 6b0
        """,
        planned=6,
    )
    assert answer(DUBOV, tournament) == ({(4, 3), (6, 1), (5, 7), (8, 2)}, 0)


def test_bye_goes_to_who_has_played_most_games() -> None:
    """3.1.4: of 7 (one game) and 8 (none), both without points, 7 gets it; py4swiss 0.3.1 gives it to 8."""
    tournament = crosstable(
        """
        2300: 5b1
        2250: 6w1
        2200: 7b1
        2150: 9b+
        2100: 1w0
        2050: 2b0
        2000: 3w0
        1950: -Z
        1900: 4w-
        """,
        planned=7,
        initial="b",
        apart=[(1, 4), (5, 8)],
    )
    assert answer(DUBOV, tournament)[1] == 7


def test_halves_also_of_a_later_bracket_that_has_not_played() -> None:
    """3.2.3 speaks of the bracket, not of the round; py4swiss 0.3.1 halves in the first round alone."""
    tournament = crosstable(
        """
        2300: 3w1
        2200: -H
        2100: 1b0
        2000: -H
        1900: -H
        1800: -H
        """,
        planned=5,
        apart=[(1, 2), (1, 4), (1, 5), (1, 6)],
        away={1: Result.HALF_BYE, 3: Result.HALF_BYE},
    )
    games, _ = answer(DUBOV, tournament)
    assert {frozenset(game) for game in games} == {frozenset((2, 5)), frozenset((4, 6))}


def test_no_pair_within_the_upper_half_if_it_can_be_avoided() -> None:
    """3.2.4.1: 1 and 3 may not meet, but 1–4 and 2–3 can; py4swiss 0.3.1 has 1–2 and 3–4."""
    tournament = field(4, prohibitions=(Prohibition(frozenset((1, 3))),))
    games, _ = answer(DUBOV, tournament)
    assert {frozenset(game) for game in games} == {frozenset((1, 4)), frozenset((2, 3))}


def test_who_was_shifted_takes_no_place_in_the_middle() -> None:
    """4.3.1: the pool of the second shift are the Black seekers, among whom 1, shifted first, is none.

    Due White are 1, 3 and 5; 3 may meet none of the others. By ARO they are 3, 1, 5, so that 1 is shifted.
    Of 2, 4 and 6 the middle one, 4, goes the other way. With 1 among them, as in py4swiss 0.3.1, it is 2, and
    5–4 and 2–6 come out.
    """
    tournament = crosstable(
        """
        2300: 4b=
        2150: 5w=
        2100: 6b=
        2000: 1w=
        2250: 2b=
        1800: 3w=
        """,
        planned=5,
        initial="b",
        apart=[(2, 3), (3, 4)],
    )
    games, _ = answer(DUBOV, tournament)
    assert {frozenset(game) for game in games} == {frozenset(p) for p in ((3, 1), (5, 6), (4, 2))}


def test_number_counts_only_who_has_been_paired() -> None:
    """5.2.1: 1 has not come yet, so that 2 is the first; ruled so for all systems (SPP, 2026-08-27)."""
    tournament = crosstable("2300: -Z\n2200: -Z\n2100: -Z", planned=5, away={1: Result.ZERO_BYE})
    assert answer(DUBOV, tournament) == ({(2, 3)}, 0)


def test_last_round_forgets_earlier_upfloats() -> None:
    """C10: to meet 1, who has met 2, 3 and 4, comes 6, for 5 has just come up; in the last round comes 5."""
    text = """
        2190: 4w1 2b1 3w1
        2114: 5b1 1w0 6b1
        1874: 6w1 4b= 1b0
        1830: 1b0 3w= 5b0
        1614: 2w0 6b0 4w1
        1574: 3b0 5w1 2w0
        """
    assert (1, 6) in answer(DUBOV, crosstable(text, planned=6))[0]
    assert (5, 1) in answer(DUBOV, crosstable(text, planned=4))[0]


def test_explanation_names_articles_and_choices() -> None:
    tournament = generate(DUBOV, players=13, rounds=6, play=4, seed=3)
    text = "\n".join(DUBOV.pair(tournament).explain().lines())
    for article in ("3.1.5", "C5", "C6", "C7", "C10", "3.2.3", "3.2.4.2", "3.2.5", "3.2.6", "5.2.2"):
        assert article in text
    assert "Pairing-allocated bye: 9" in text
    assert "why 12 comes up: else players who do not get their colour: 1 instead of 0" in text
    later = "the set of upfloaters comes later: #2 (9) instead of #1 (5)   [4.2]"
    other = generate(DUBOV, players=13, rounds=6, play=4, seed=4)
    assert f"why 5 comes up: else, all criteria being equal, {later}" in "\n".join(
        DUBOV.pair(other).explain().lines()
    )


def test_explanation_says_how_many_pairs_the_residents_can_make() -> None:
    """Of four with a point only 1 and 2 may meet: two come up."""
    text = "2400: 5w1\n2300: 6b1\n2200: 7w1\n2100: 8b1\n2000: 1b0\n1900: 2w0\n1800: 3b0\n1700: 4w0"
    kept = [(1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    paired = DUBOV.pair(crosstable(text, planned=6, apart=kept))
    assert (1, 2) in [tuple(sorted((game.white, game.black))) for game in paired.round.pairings]
    (told,) = (line for line in paired.explain().lines() if "why so many come up" in line)
    assert "no more than 1 pair can be made among the residents" in told


def test_unrated_players_need_a_provisional_rating() -> None:
    """1.1.2."""
    tournament = Tournament((Entrant(1, "A", 2000), Entrant(2, "B")), planned=3, initial_colour="w")
    with pytest.raises(BadInput, match="2 has no rating") as refused:
        DUBOV.pair(tournament)
    assert refused.value.article == "C.04.4.1, 1.1.2"
    assert answer(pairing_system("fide-dubov", provisional=1400), tournament) == ({(1, 2)}, 0)
    more = Tournament((*tournament.entrants, Entrant(3, "C"), Entrant(4, "D")), planned=3, initial_colour="w")
    with pytest.raises(BadInput, match="2 has no rating, nor have 2 others"):
        DUBOV.pair(more)
    with pytest.raises(BadInput):
        Dubov(provisional=-1)


def test_rounds_must_be_declared() -> None:
    """1.8.2 needs their number."""
    with pytest.raises(BadInput, match="number of rounds"):
        DUBOV.pair(Tournament(field(4).entrants, initial_colour="w"))


def test_refuses_what_cannot_be_paired() -> None:
    """1.9.3: two players, three rounds; and three players after everybody has had the bye."""
    played = DUBOV.pair(field(2)).round
    tournament = field(2).with_round(played).with_result(1, 1, Result.WIN)
    with pytest.raises(NoLegalRound) as refused:
        DUBOV.pair(tournament)
    assert refused.value.article == "C.04.4.1, 1.9.3"
    assert refused.value.players
    spent = crosstable("2300: 2w1 -F 3b1\n2200: 1b0 3w1 -F\n2100: -F 2b0 1w0", planned=5)
    with pytest.raises(NoLegalRound) as refused:
        DUBOV.pair(spent)
    assert refused.value.article == "C.04.4.1, 2.1.2 [C2]"
    assert refused.value.players == (1, 2, 3)


@given(tournaments(DUBOV, 9))
@settings(max_examples=30)
def test_every_round_is_as_enumerated(tournament: Tournament) -> None:
    for at in range(1, tournament.played + 1):
        state = before(tournament, at)
        assert answer(DUBOV, state) == Reference(state).round()


@given(tournaments(DUBOV, 24))
@settings(max_examples=40)
def test_rounds_are_legal_and_the_same_again(tournament: Tournament) -> None:
    assert not list(illegal(tournament, rules_of("fide-dubov")))
    assert not list(differences(tournament, DUBOV))


@given(tournaments(DUBOV, 8))
@settings(max_examples=40)
def test_stops_only_where_no_round_is_legal(tournament: Tournament) -> None:
    if tournament.played == tournament.planned:
        return
    try:
        DUBOV.pair(tournament)
    except NoLegalRound:
        assert Reference(tournament).round() is None


@pytest.mark.parametrize("seed", range(6))
def test_upfloaters_are_the_same_without_the_short_way(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking at the next score first changes nothing."""
    tournament = generate(DUBOV, players=20 + 5 * seed, rounds=8, play=7, seed=seed, happens=LIVELY)
    states = [before(tournament, at) for at in range(1, tournament.played + 1)]
    answers = [answer(DUBOV, state) for state in states]
    monkeypatch.setattr("arpad.rulebooks.fide.pairing.dubov.upfloaters._from_next_score", lambda *given: None)
    assert [answer(DUBOV, state) for state in states] == answers


@pytest.mark.parametrize(("players", "play", "seed", "halves"), [(18, 6, 2, 6), (18, 4, 4, 5), (16, 7, 5, 7)])
def test_no_digit_of_the_upfloaters_costs_runs_over_into_the_next(
    players: int, play: int, seed: int, halves: int
) -> None:
    """Pairs of upfloaters cost in the order of C6 to C10 and then of 4.2, whatever the later ones amount to."""
    tournament = generate(DUBOV, players=players, rounds=play + 3, play=play, seed=seed, happens=LIVELY)
    drawn = field_of(tournament, tournament.played)
    residents = [v for v, seeker in enumerate(drawn.seekers) if seeker.score == halves]
    pool = [v for v, seeker in enumerate(drawn.seekers) if seeker.score < halves]
    scores = sorted({drawn.seekers[v].score for v in pool})
    digits = _Digits(drawn, residents, pool)
    one, other = residents[:2]

    def criteria(risers: tuple[int, int]) -> tuple[object, ...]:
        seekers = [drawn.seekers[v] for v in risers]
        hosts = [drawn.seekers[v] for v in (one, other)]
        counted = [sum(column) for column in zip(*(costs(drawn, v) for v in risers), strict=True)]
        return (
            [sum(seeker.score == score for seeker in seekers) for score in scores],
            sum(seeker.due == host.due for seeker, host in zip(seekers, hosts, strict=True)),
            *counted,
            sorted(pool.index(v) for v in risers),
        )

    tried = list(permutations(pool, 2))
    assert len({criteria(risers)[1:5] for risers in tried}) > 3
    assert sorted(tried, key=criteria) == sorted(
        tried, key=lambda risers: digits.rising(one, risers[0]) + digits.rising(other, risers[1])
    )


@pytest.mark.slow
@given(st.integers(61, 90), st.integers(0, 10**6))
@settings(max_examples=3)
def test_compiled_matching_pairs_legally(players: int, seed: int) -> None:
    """Beyond 60 vertices the search is compiled."""
    tournament = generate(DUBOV, players=players, rounds=4, seed=seed)
    assert tournament.played == 4
    assert not list(illegal(tournament, rules_of("fide-dubov")))
