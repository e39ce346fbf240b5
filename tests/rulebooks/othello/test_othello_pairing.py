"""Othello's rounds against every possible round, weighed by the article's rules written out here."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.rulebooks.othello.discs import discs, result
from arpad.rulebooks.othello.pairing import Othello
from arpad.rulebooks.pairing_catalogue import read_result
from arpad.tournament import Acceleration, Entrant, NoLegalRound, Result, Round, Tournament
from rulebooks.pairing_events import event, matchings, meetings, met, played


def points(tournament: Tournament, number: int) -> Fraction:
    worth = {"1": 2, "+": 2, "U": 2, "F": 2, "=": 1, "H": 1}
    return Fraction(sum(worth.get(entry.result.value, 0) for entry in tournament.history[number]), 2)


def black_less_white(tournament: Tournament, number: int) -> int:
    line = [
        e.colour for e in tournament.history[number] if e.result in (Result.WIN, Result.DRAW, Result.LOSS)
    ]
    return line.count("b") - line.count("w")


def cost(tournament: Tournament, pairs: list[tuple[int, int]]) -> tuple[Fraction, Fraction, int, int] | None:
    """Return what the article's rules say of a round, the most important first; None if it may not be."""
    numbers = [number for pair in pairs for number in pair if number]
    lowest = min(points(tournament, number) for number in numbers)
    bye, gaps, uneven, federations = Fraction(0), Fraction(0), 0, 0
    for a, b in pairs:
        if not a or not b:
            if any(e.result in (Result.PAIRING_BYE, Result.FORFEIT_WIN) for e in tournament.history[a or b]):
                return None
            bye += points(tournament, a or b) - lowest
            continue
        if met(tournament, a, b):
            return None
        gaps += (points(tournament, a) - points(tournament, b)) ** 2
        ways = []
        for black, white in ((a, b), (b, a)):
            after = abs(black_less_white(tournament, black) + 1), abs(black_less_white(tournament, white) - 1)
            ways.append((max(after), sum(one >= 2 for one in after)))
        worst, many = min(ways)
        if worst > 2:
            return None
        uneven += many
        federations += tournament.by_number[a].federation == tournament.by_number[b].federation
    return bye, gaps, uneven, federations


@given(players=st.integers(2, 8), seed=st.integers(0, 10**6), rounds=st.integers(0, 4))
@settings(max_examples=40)
def test_no_round_is_better(players: int, seed: int, rounds: int) -> None:
    rng, system = random.Random(seed), Othello()
    tournament = event(players, seed, "othello")
    numbers = list(range(1, players + 1)) + [0] * (players % 2)
    for at in range(rounds + 1):
        weighed = [cost(tournament, pairs) for pairs in matchings(numbers)]
        found = [one for one in weighed if one is not None]
        if not found:
            with pytest.raises(NoLegalRound):
                system.pair(tournament)
            return
        one = system.pair(tournament).round
        pairs = [(game.white, game.black) for game in one.pairings] + [(bye.number, 0) for bye in one.byes]
        assert cost(tournament, pairs) == min(found), f"round {at + 1}"
        tournament = played(tournament, one, rng)


def test_the_first_round_is_drawn_by_lot_and_the_seed_repeats_it() -> None:
    def first(seed: int) -> Round:
        entrants = tuple(Entrant(n, f"p{n}") for n in range(1, 13))
        return Othello().pair(Tournament(entrants, seed=seed)).round

    assert first(3) == first(3)
    rounds = {frozenset(meetings(first(seed))) for seed in range(40)}
    assert len(rounds) > 35
    # Everybody can meet everybody: 1 meets each of the other eleven in some draw of 40 with odds of 3 in 4.
    assert len({pair for one in rounds for pair in one if 1 in pair}) >= 9


def test_the_lot_is_the_one_that_is_published() -> None:
    """SplitMix64 by hand, for three numbers: the order told is the order of these lots."""

    def mix(z: int) -> int:
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)

    golden = 0x9E3779B97F4A7C15
    start = mix((mix((5 + golden) % 2**64) + golden * 1) % 2**64)
    lots = {number: mix((start + golden * number) % 2**64) for number in range(1, 8)}
    order = ", ".join(map(str, sorted(lots, key=lambda number: lots[number])))
    entrants = tuple(Entrant(n, f"p{n}") for n in range(1, 8))
    told = Othello().pair(Tournament(entrants, seed=5)).explain()
    assert [step.value for step in told.steps if step.label == "drawn by lot"] == [order]


def test_after_two_rounds_the_scores_are_two_to_nothing() -> None:
    """The article: after two rounds the groups are 2, 1½, 1, ½ and 0 points."""
    tournament = event(16, 1, "othello")
    for _ in range(2):
        tournament = played(tournament, Othello().pair(tournament).round, random.Random(4))
    assert set(tournament.scores().values()) <= {Fraction(n, 2) for n in range(5)}


def test_equals_meet_and_the_others_are_half_a_point_apart() -> None:
    tournament = event(8, 2, "othello")
    one = Othello().pair(tournament).round
    results = [Result.WIN, Result.WIN, Result.WIN, Result.DRAW]
    games = tuple(game.with_result(won) for game, won in zip(one.pairings, results, strict=True))
    tournament = tournament.with_round(Round(games))  # three have 1, two ½, three 0
    scores = tournament.scores()
    gaps = sorted(abs(scores[g.white] - scores[g.black]) for g in Othello().pair(tournament).round.pairings)
    assert gaps == [0, 0, Fraction(1, 2), Fraction(1, 2)]


def test_a_bye_is_a_point() -> None:
    tournament = event(5, 2, "othello")
    one = Othello().pair(tournament).round
    assert tournament.with_round(one).scores()[one.byes[0].number] == 1


@pytest.mark.parametrize(
    ("text", "black", "white"),
    [
        ("33-31", 33, 31),
        ("40-20", 44, 20),
        ("0-13", 0, 64),
        ("30-30", 32, 32),
        ("32–32", 32, 32),
        (" 2 : 62 ", 2, 62),
    ],
)
def test_empty_squares_go_to_the_winner(text: str, black: int, white: int) -> None:
    assert discs(text) == (black, white)
    won, both = result(text)
    assert [int(side) for side in both] == [white, black]
    assert won is (Result.WIN if white > black else Result.LOSS if white < black else Result.DRAW)


@pytest.mark.parametrize("text", ["40-30", "33", "33-31-0", "-1-65", "65-0", "a-b", ""])
def test_what_is_no_score_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        discs(text)


@given(black=st.integers(0, 64), white=st.integers(0, 64))
def test_both_have_64_discs_together(black: int, white: int) -> None:
    if black + white <= 64:
        assert sum(discs(f"{black}-{white}")) == 64


def test_an_acceleration_counts_for_the_pairing() -> None:
    """Numbers 1 to 4 are a point ahead in round 1, so they meet each other."""
    entrants = tuple(Entrant(n, f"p{n}") for n in range(1, 9))
    for seed in range(5):
        ahead = Acceleration(Fraction(1), 1, 1, (1, 4))
        tournament = Tournament(entrants, seed=seed, accelerations=(ahead,))
        one = Othello().pair(tournament).round
        assert all((game.white <= 4) == (game.black <= 4) for game in one.pairings)


def test_who_had_the_bye_does_not_get_it_alone() -> None:
    tournament = Tournament((Entrant(1, "alone"),))
    tournament = tournament.with_round(Othello().pair(tournament).round)
    with pytest.raises(NoLegalRound, match="second bye") as found:
        Othello().pair(tournament)
    assert found.value.article == "Othello article, bye"
    assert found.value.players == (1,)


def test_black_moves_first_and_is_named_first_in_a_result() -> None:
    """20-44 is 20 discs of Black and 44 of White."""
    assert read_result("othello", "20-44") == (Result.WIN, Result.LOSS, (Fraction(44), Fraction(20)))
    assert read_result("othello", "33-31") == (Result.LOSS, Result.WIN, (Fraction(31), Fraction(33)))
    assert read_result("othello", "32-32") == (Result.DRAW, Result.DRAW, (Fraction(32), Fraction(32)))
