"""The Dutch engine against the articles done slowly (``slow_dutch``), in both editions.

Tournaments of four to nine players: some paired by the engine itself, and some whose earlier rounds were drawn by
lots among those who may meet, colours too, so that scores, floats and colours come in mixtures that no Swiss
tournament has: draws make large brackets, many who may not meet make floaters and exchanges, and those who get
White whenever they may, and win with it, make conflicts among topscorers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest

from arpad.rulebooks.fide.pairing.dutch.editions import BOOK_2026, Book
from arpad.rulebooks.fide.pairing.dutch.system import DUTCH_2017, DUTCH_2026, Dutch
from arpad.tournament.acceleration import baku
from arpad.tournament.generator import QUIET, Chances, generate
from arpad.tournament.model import Acceleration, Bye, Entrant, Pairing, Prohibition, Round, Tournament
from arpad.tournament.points import FIDE_POINTS, FOOTBALL_POINTS, Points
from arpad.tournament.results import Result
from arpad.tournament.system import NoLegalRound, Paired
from arpad.tournament.trf import parse
from rulebooks.fide.pairing.slow_dutch import SlowDutch, exchanges
from rulebooks.fide.pairing.slow_dutch_2017 import SlowDutch2017
from rulebooks.fide.pairing.slow_dutch_2026 import SlowDutch2026
from rulebooks.fide.pairing.test_dutch_oracle import all_positions, positions

Slow = Callable[[Tournament], SlowDutch]

EDITIONS: dict[str, tuple[Dutch, Slow]] = {
    "2026": (Dutch(DUTCH_2026), SlowDutch2026),
    "2017": (Dutch(DUTCH_2017), SlowDutch2017),
}
MIXTURES = (
    QUIET,
    Chances(),
    Chances(0.1, 0.05, 0.05, 0.01, 0.1, 0.1, 0.3, 0.02),
    Chances(0.05, 0.15, 0.1, 0.02, 0.3, 0.3, 0.5, 0.05),
    Chances(0.2, 0.0, 0.0, 0.0, 0.0, 0.3, 0.5, 0.05),
)
POINTS = (FIDE_POINTS, FIDE_POINTS, FIDE_POINTS, FOOTBALL_POINTS, Points(pairing_bye=Fraction(1, 2)))

Found = tuple[set[tuple[int, int]], int] | None


def engines_pairs(engine: Dutch, tournament: Tournament) -> Found:
    """White and Black of every game, and who gets the bye."""
    try:
        one = engine.pair(tournament).round
    except NoLegalRound:
        return None
    byes = [bye.number for bye in one.byes if bye.result is Result.PAIRING_BYE]
    return {(game.white, game.black) for game in one.pairings}, (byes[0] if byes else 0)


class Compared:
    """The engine, each of whose rounds is paired slowly too."""

    def __init__(self, engine: Dutch, slow: Slow, about: str = "") -> None:
        self.engine, self.slow, self.about = engine, slow, about
        self.name, self.edition = engine.name, engine.edition
        self.rounds = 0

    def pair(self, tournament: Tournament) -> Paired:
        self.compare(tournament)
        return self.engine.pair(tournament)

    def compare(self, tournament: Tournament) -> None:
        self.rounds += 1
        expected = self.slow(tournament).pairs()
        assert engines_pairs(self.engine, tournament) == expected, (
            f"{self.about}, round {tournament.played + 1}"
        )


def generated(compared: Compared, seed: int) -> None:
    """Compare every round of a tournament that the engine pairs."""
    lots = random.Random(seed)
    players = lots.randint(4, 9)
    generate(
        compared,
        players=players,
        rounds=lots.randint(2, players),
        seed=seed,
        happens=lots.choice(MIXTURES),
        points=lots.choice(POINTS),
    )


def by_lots(slow: Slow, seed: int) -> Iterator[Tournament]:
    """Yield a tournament before each round; the rounds are drawn among those who may meet."""
    lots = random.Random(seed)
    crowded = lots.random() < 0.3
    players, rounds = lots.randint(8 if crowded else 4, 9), lots.randint(1, 7)
    points = lots.choice(POINTS)
    forfeits = lots.choice((0.0, 0.05, 0.2))
    absences = 0.0 if crowded else lots.choice((0.0, 0.05, 0.15))
    draws = lots.choice((0.9, 1.0) if crowded else (0.1, 0.3, 0.7))
    white_first = lots.sample(range(1, players + 1), players) if lots.random() < 0.6 else []
    barred = lots.choice((0.0, 0.0, 0.1, 0.3, 0.5, 0.6))
    head_start = Acceleration(
        lots.choice((points.draw, points.win)), 1, lots.randint(1, 9), (1, lots.randint(1, 4))
    )
    tournament = Tournament(
        tuple(
            Entrant(number, f"Player {number}", arrives=1 if crowded else lots.choice((1,) * 9 + (2, 3)))
            for number in range(1, players + 1)
        ),
        points=points,
        initial_colour="w" if lots.random() < 0.5 else "b",
        accelerations=lots.choice(((), (), baku(players, rounds + 2, points), (head_start,))),
        prohibitions=tuple(
            Prohibition(frozenset(pair))
            for pair in combinations(range(1, players + 1), 2)
            if lots.random() < barred
        ),
    )
    for at in range(1, rounds + 2):
        byes = (Result.HALF_BYE, Result.ZERO_BYE, Result.FULL_BYE)
        away = {number: lots.choice(byes) for number in range(1, players + 1) if lots.random() < absences}
        tournament = replace(tournament, absences={at: away}, planned=at + lots.choice((0, 1, 1)))
        yield tournament
        drawn = some_round(slow(tournament), lots, white_first)
        if drawn is None:
            return
        games, byes_given = drawn
        gone = tournament.absent(at)
        tournament = tournament.with_round(
            Round(
                tuple(result_of(game, lots, forfeits, draws, 0.8 if white_first else 0.5) for game in games),
                (*byes_given, *(Bye(number, result) for number, result in gone.items())),
            )
        )


def some_round(
    slow: SlowDutch, lots: random.Random, white_first: list[int]
) -> tuple[list[Pairing], list[Bye]] | None:
    """Draw a round in which everybody may meet whom he meets; None if there is none.

    Of two whose preferences are not absolute, who is earlier in ``white_first`` gets White.
    """
    waiting = list(slow.ranked)
    if slow.least_bye(frozenset(waiting)) is None:
        return None
    lots.shuffle(waiting)
    byes: list[Bye] = []
    if len(waiting) % 2:
        free = next(
            one
            for one in waiting
            if not slow.player[one].barred and slow.least_bye(frozenset(waiting) - {one}) is not None
        )
        waiting.remove(free)
        byes.append(Bye(free))
    games: list[Pairing] = []
    while waiting:
        first = waiting.pop()
        second = next(
            one
            for one in waiting
            if slow.may_meet(first, one) and slow.least_bye(frozenset(waiting) - {one}) is not None
        )
        waiting.remove(second)
        white, black = slow.colours(first, second)
        if white_first and all(slow.player[one].preference[1] != "absolute" for one in (white, black)):
            white, black = sorted((white, black), key=white_first.index)
        games.append(Pairing(white, black))
    return games, byes


def result_of(game: Pairing, lots: random.Random, forfeits: float, draws: float, white: float) -> Pairing:
    if lots.random() < forfeits:
        lost, won = Result.FORFEIT_LOSS, Result.FORFEIT_WIN
        one, two = lots.choice(((lost, won), (won, lost), (lost, lost)))
        return replace(game, white_result=one, black_result=two)
    if lots.random() < draws:
        return game.with_result(Result.DRAW)
    return game.with_result(Result.WIN if lots.random() < white else Result.LOSS)


def compare(edition: str, seeds: range, drawn: range) -> int:
    """Compare tournaments of both kinds. Return the number of rounds."""
    engine, slow = EDITIONS[edition]
    rounds = 0
    for seed in seeds:
        compared = Compared(engine, slow, f"generated from {seed}")
        generated(compared, seed)
        rounds += compared.rounds
    for seed in drawn:
        compared = Compared(engine, slow, f"drawn from {seed}")
        for tournament in by_lots(slow, seed):
            compared.compare(tournament)
        rounds += compared.rounds
    return rounds


def first_round(seed: int) -> Tournament:
    """Return a first round in which most pairs are prohibited, so that exchanges decide, with movers down."""
    lots = random.Random(seed)
    players, barred, ahead = lots.randint(6, 8), lots.choice((0.4, 0.5, 0.6, 0.7)), lots.randint(0, 2)
    return Tournament(
        tuple(Entrant(number, f"Player {number}") for number in range(1, players + 1)),
        planned=5,
        initial_colour="w",
        accelerations=(Acceleration(Fraction(1), 1, 1, (1, ahead)),),
        prohibitions=tuple(
            Prohibition(frozenset(pair))
            for pair in combinations(range(1, players + 1), 2)
            if lots.random() < barred
        ),
    )


def last_round(slow: Slow, seed: int) -> Tournament:
    """Return a last round before which some always had White and won: topscorers of one preference."""
    lots = random.Random(seed)
    players = lots.randint(6, 8)
    white_first = lots.sample(range(1, players + 1), players)
    tournament = Tournament(
        tuple(Entrant(number, f"Player {number}") for number in range(1, players + 1)), initial_colour="w"
    )
    for _ in range(lots.randint(2, 5)):
        drawn = some_round(slow(tournament), lots, white_first)
        if drawn is None:
            break
        games = tuple(result_of(game, lots, 0.0, 0.3, 0.9) for game in drawn[0])
        tournament = tournament.with_round(Round(games, tuple(drawn[1])))
    return replace(tournament, planned=tournament.played + 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_first_rounds_with_few_who_may_meet(edition: str) -> None:
    compared = Compared(*EDITIONS[edition])
    for seed in range(100):
        compared.about = f"first round of {seed}"
        compared.compare(first_round(seed))


@pytest.mark.parametrize("edition", EDITIONS)
def test_last_rounds_with_topscorers_of_one_preference(edition: str) -> None:
    compared = Compared(*EDITIONS[edition])
    for seed in range(60):
        compared.about = f"last round of {seed}"
        compared.compare(last_round(EDITIONS[edition][1], seed))


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_many_first_and_last_rounds(edition: str) -> None:
    compared = Compared(*EDITIONS[edition])
    for seed in range(1000, 1300):
        compared.about = f"first or last round of {seed}"
        compared.compare(first_round(seed))
        compared.compare(last_round(EDITIONS[edition][1], seed))


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_few(edition: str) -> None:
    assert compare(edition, range(30), range(30)) > 200


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_many(edition: str) -> None:
    assert compare(edition, range(1000, 1120), range(1000, 1120)) > 800


C12, C14, C17 = 7, 9, 12
"""Where these stand in the table of 2026, and in the slow program's vector, which begin with C6 and C5."""


def exchanged(one: int, two: int) -> tuple[Dutch, Slow]:
    """Return a made-up edition in which two criteria have changed places, as a table and done slowly."""

    def swapped(rows: tuple[Any, ...]) -> tuple[Any, ...]:
        order = list(rows)
        order[one], order[two] = order[two], order[one]
        return tuple(order)

    class MadeUp(Dutch):
        @property
        def book(self) -> Book:
            return replace(BOOK_2026, criteria=swapped(BOOK_2026.criteria))

    class Slowly(SlowDutch2026):
        def in_order(self, vector: tuple[Any, ...]) -> tuple[Any, ...]:
            return swapped(vector)

    return MadeUp(), Slowly


@pytest.mark.slow
def test_another_order_of_the_criteria_is_another_table() -> None:
    """A made-up edition pairs by its own order, and otherwise than the one in force now and then."""
    lots = random.Random(7)
    rounds = others = 0
    for seed in range(40):
        engine, slow = exchanged(C12, lots.randrange(C14, C17 + 1))
        compared = Compared(engine, slow, f"exchanged, drawn from {seed}")
        for tournament in by_lots(slow, seed):
            compared.compare(tournament)
            others += engines_pairs(engine, tournament) != engines_pairs(Dutch(), tournament)
        rounds += compared.rounds
    assert rounds > 100
    assert others > 2


@pytest.mark.parametrize(
    ("edition", "name", "most", "largest", "count"),
    [
        ("2026", "dutch.jsonl.gz", 9, 9, 101),
        ("2026", "second_bye.jsonl", 9, 9, 2),
        pytest.param("2017", "dutch.jsonl.gz", 30, 7, 77, marks=pytest.mark.slow),
    ],
)
def test_small_positions_of_other_engines(
    edition: str, name: str, most: int, largest: int, count: int
) -> None:
    """The slow one itself, against bbpPairings 6.0.0 (5.0.1 for the edition of 2017) and its correction.

    Positions of so many players at most, and none of whose scoregroups is larger than so much.
    """
    slow = EDITIONS[edition][1]
    found = 0
    for position in positions(all_positions(name)):
        text = position["trf"]
        if (
            f"dutch_{edition}" not in position
            or sum(line.startswith("001") for line in text.split("\n")) > most
        ):
            continue
        one = slow(parse(text).tournament())
        if max(map(len, one.groups)) > largest:
            continue
        answer = position[f"dutch_{edition}"]
        expected = answer and ({(a, b) for a, b in answer if b}, sum(a for a, b in answer if not b))
        assert one.pairs() == expected, position["id"]
        found += 1
    assert found == count


def test_examples_of_article_4() -> None:
    """Eleven players: 720 transpositions (4.2.2), and which exchange comes before which (4.3.2)."""
    eleven = tuple(range(1, 12))
    s1, s2 = eleven[:5], eleven[5:]
    orders = list(permutations(s2, len(s1)))
    assert orders[:3] == [(6, 7, 8, 9, 10), (6, 7, 8, 9, 11), (6, 7, 8, 10, 9)]
    assert len(orders) == 720
    assert orders[-1] == (11, 10, 9, 8, 7)
    found = [(sorted(set(s1) - set(new)), sorted(set(new) - set(s1))) for new, _ in exchanges(s1, s2)]
    assert found[:4] == [([], []), ([5], [6]), ([5], [7]), ([4], [6])]
    for better, worse in (
        (([4], [6]), ([5], [8])),
        (([3, 4], [6, 8]), ([4, 5], [8, 9])),
        (([2, 5], [6, 7]), ([3, 4], [6, 7])),
        (([1, 4, 5], [6, 7, 8]), ([2, 3, 5], [6, 7, 8])),
        (([4, 5], [6, 9]), ([4, 5], [7, 8])),
        (([3, 4, 5], [6, 7, 10]), ([3, 4, 5], [6, 8, 9])),
    ):
        assert found.index(better) < found.index(worse)
