"""McMahon and Swiss against every possible round, with OpenGotha's weights written out here one by one."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.rulebooks.go import weights as go
from arpad.rulebooks.go.grades import grade_of, rank_of, rank_of_rating
from arpad.rulebooks.go.pairing import GoSwiss, McMahon
from arpad.rulebooks.pairing_catalogue import system_of
from arpad.rulebooks.standings import standings
from arpad.tournament import Entrant, Entry, Pairing, Result, Round, Tournament
from arpad.tournament.model import Bye
from arpad.tournament.system import NoLegalRound
from rulebooks.pairing_events import event, matchings, met, played


def concave(weight: float, x: float) -> int:
    return int(weight * (1 - x) * (1 + 0.5 * x))


class Scalar:
    """OpenGotha's McMahon after the second round, for one pair at a time."""

    def __init__(self, tournament: Tournament) -> None:
        self.t, self.n = tournament, list(tournament.by_number)
        self.round = tournament.played + 1
        self.base = {n: min(max(rank_of(e.grade), -20), 0) for n, e in tournament.by_number.items()}
        self.now = {n: self.score(n, tournament.played) for n in self.n}
        sos = {n: sum(self.opponent(n, e) for e in tournament.history[n]) for n in self.n}
        self.sos = sos
        sosos = {
            n: sum(sos[e.opponent] if e.opponent else self.base[n] * tournament.played for e in line)
            for n, line in tournament.history.items()
        }
        assert self.round > 2
        self.order = sorted(
            self.n,
            key=lambda n: (
                -self.now[n],
                -sos[n],
                -sosos[n],
                n,
            ),
        )

    def score(self, number: int, rounds: int) -> float:
        worth = {"1": 1.0, "+": 1.0, "U": 1.0, "=": 0.5, "Z": 0.5}
        line = self.t.history[number][:rounds]
        games = sum(worth.get(e.result.value, 0.0) for e in line if e.opponent)
        free = sum(worth.get(e.result.value, 0.0) for e in line if not e.opponent)
        return self.base[number] + games + math.floor(free)

    def group(self, number: int) -> int:
        return math.floor(self.now[number])

    def opponent(self, number: int, entry: Entry) -> float:
        if not entry.opponent:
            return self.base[number]
        return self.now[entry.opponent] + (entry.handicap if entry.colour == "w" else -entry.handicap)

    def seat(self, number: int) -> tuple[int, int]:
        group = [n for n in self.order if self.group(n) == self.group(number)]
        return group.index(number), len(group)

    def floats(self, number: int) -> tuple[int, int]:
        up = down = 0
        for at, entry in enumerate(self.t.history[number]):
            if entry.opponent:
                gap = math.floor(self.score(entry.opponent, at)) - math.floor(self.score(number, at))
                up, down = up + (gap > 0), down + (gap < 0)
        return up, down

    def balance(self, number: int) -> int:
        even = [e.colour for e in self.t.history[number] if e.opponent and not e.handicap]
        return even.count("w") - even.count("b")

    def stones(self, a: int, b: int) -> int:
        gap = abs(min(self.group(a), 0) - min(self.group(b), 0))
        return min(max(gap - 1, 0), 9)

    def secure(self, number: int) -> bool:
        worth = {"1": 1.0, "+": 1.0, "U": 1.0, "=": 0.5}
        won = sum(worth.get(e.result.value, 0.0) for e in self.t.history[number])
        return self.base[number] >= 0 or rank_of(self.t.by_number[number].grade) + won >= 0

    def weight(self, a: int, b: int) -> int:
        groups = 0 + 20 + self.round + 3
        total = concave(1e11, abs(self.group(a) - self.group(b)) / groups)
        upper, lower = (a, b) if self.group(a) > self.group(b) else (b, a)
        if self.group(a) != self.group(b):
            (uu, ud), (lu, ld) = self.floats(upper), self.floats(lower)
            case = 2 - (ud > 0) - (lu > 0)
            case += bool(case and uu > ud)
            case += bool(case and ld > lu)
            total += 20_000_000 * case
            for one in (upper, lower):
                place, size = self.seat(one)
                total += 10_000_000 * (size - 1 - abs(2 * place - size + 1)) // size
        else:
            (x, size), (y, _) = self.seat(a), self.seat(b)
            off = abs(2 * abs(x - y) - size)
            total += 5_000_000 - 5_000_000 * off // size * off // size
        p, q = self.t.by_number[a], self.t.by_number[b]
        country = min(1 / groups, 1.0) if p.federation != q.federation else 0.0
        club = min(3.6 / groups, 1.0) if p.club != q.club or not p.club else 0.0
        ratio = max(country, club) + min(country, club) / 2
        ratio += 0.5 / groups if ratio else 0.0
        nominal = 10**11 - concave(1e11, ratio)
        above = self.secure(a) + self.secure(b)
        total += [nominal, (nominal + 10**11) // 2, 10**11][above]
        if self.stones(a, b) == 0:
            x, y = self.balance(a), self.balance(b)
            half = (x == 0 and abs(y) >= 2) or (y == 0 and abs(x) >= 2)
            total += 10**6 if x * y < 0 else 5 * 10**5 if half else 0
        return total


@given(players=st.sampled_from([4, 6, 7, 8]), seed=st.integers(0, 10**6), late=st.integers(0, 1))
@example(players=6, seed=0, late=1)
@settings(max_examples=25)
def test_no_round_weighs_more(players: int, seed: int, late: int) -> None:
    rng, system = random.Random(seed), McMahon()
    tournament = event(players, seed, "mcmahon")
    for _ in range(2 + (late if players > 4 else 0)):
        tournament = played(tournament, system.pair(tournament).round, rng)
    if any(e.result is Result.FORFEIT_WIN for line in tournament.history.values() for e in line):
        return  # a forfeit win takes the bye from somebody: the test below leaves that out
    if players % 2 == 0 and not any(
        not any(met(tournament, a, b) for a, b in r) for r in matchings(sorted(tournament.by_number))
    ):
        # Of six players, two threes may have met all of the other: no round is left, and that is what is said.
        with pytest.raises(NoLegalRound, match="are an odd number"):
            system.pair(tournament)
        return
    scalar = Scalar(tournament)
    one = system.pair(tournament).round
    had = {n for n, line in tournament.history.items() if any(e.result is Result.PAIRING_BYE for e in line)}
    free = [n for n in scalar.order if n not in had]
    numbers = sorted(scalar.n)
    if players % 2:
        lowest = min(scalar.now[n] for n in free)
        given_ = one.byes[0].number
        others = [n for n in numbers if n != given_]
        complete = [r for r in matchings(others) if not any(met(tournament, a, b) for a, b in r)]
        assert scalar.now[given_] == lowest
        assert complete
        numbers = others
    best = max(
        sum(scalar.weight(a, b) for a, b in pairs)
        for pairs in matchings(numbers)
        if not any(met(tournament, a, b) for a, b in pairs)
    )
    mine = sum(scalar.weight(game.white, game.black) for game in one.pairings)
    assert mine == best
    for game in one.pairings:
        assert game.handicap == scalar.stones(game.white, game.black)
        if game.handicap:
            assert scalar.group(game.white) > scalar.group(game.black)
        else:
            assert scalar.balance(game.white) <= scalar.balance(game.black)


def test_grades() -> None:
    assert [rank_of(g) for g in ("1d", "1k", "20k", "9d", "1p", " 3 dan ")] == [0, -1, -20, 8, 8, 2]
    assert [rank_of_rating(r) for r in (2100, 2149, 2150, 2049, 100)] == [0, 0, 1, -1, -20]
    assert [grade_of(rank) for rank in (0, 2, -1, -20)] == ["1d", "3d", "1k", "20k"]
    for wrong in ("", "0k", "d", "5", "1q"):
        with pytest.raises(BadInput, match="is not a valid grade"):
            rank_of(wrong)


def test_mcmahon_starts_by_grade_between_floor_and_bar() -> None:
    entrants = tuple(Entrant(n, f"p{n}", grade=g) for n, g in enumerate(["4d", "1d", "1k", "12k", "28k"], 1))
    assert McMahon().starts(Tournament(entrants)) == {1: 0, 2: 0, 3: -1, 4: -12, 5: -20}
    assert McMahon(bar="2d", floor="10k").starts(Tournament(entrants)) == {1: 1, 2: 0, 3: -1, 4: -10, 5: -10}
    with pytest.raises(BadInput, match="neither a grade nor a rating"):
        McMahon().pair(Tournament((Entrant(1, "a"), Entrant(2, "b", grade="1d"))))
    with pytest.raises(BadInput, match="below the floor"):
        McMahon(bar="20k", floor="1d")


def test_those_who_start_alike_meet_and_the_strong_give_stones() -> None:
    grades = ["5k", "12k", "9k", "5k", "12k", "9k"]
    entrants = tuple(Entrant(n, f"p{n}", grade=g, club=f"c{n}") for n, g in enumerate(grades, 1))
    one = McMahon().pair(Tournament(entrants)).round
    assert {frozenset((g.white, g.black)) for g in one.pairings} == {
        frozenset(p) for p in ((1, 4), (2, 5), (3, 6))
    }
    two = (Entrant(1, "a", grade="9k"), Entrant(2, "b", grade="2k"))
    game = McMahon().pair(Tournament(two)).round.pairings[0]
    assert (game.white, game.black, game.handicap) == (2, 1, 6)  # seven grades, less one
    assert McMahon(ceiling=4).pair(Tournament(two)).round.pairings[0].handicap == 4
    told = [McMahon(ceiling=most).pair(Tournament(two)).explain() for most in (9, 6, 5)]
    assert [f"at most {most}" in str(one) for most, one in zip((9, 6, 5), told, strict=True)] == [0, 0, 1]
    # Who has no grade starts where the setting says, and is a beginner as to stones: 30 kyu.
    new = replace(two[0], grade="")
    at_8k = Tournament((new, replace(two[1], grade="26k")), settings={"mcmahon": {1: -8}})
    assert McMahon(handicap_by_score=False).pair(at_8k).round.pairings[0].handicap == 3
    dans = (Entrant(1, "a", grade="1d"), Entrant(2, "b", grade="6d"))
    assert McMahon().pair(Tournament(dans)).round.pairings[0].handicap == 0


@pytest.mark.parametrize(
    ("seeding", "expected"),
    [("slip", {(1, 5), (2, 6), (3, 7), (4, 8)}), ("fold", {(1, 8), (2, 7), (3, 6), (4, 5)})],
)
def test_seedings_of_a_group(seeding: str, expected: set[tuple[int, int]]) -> None:
    entrants = tuple(Entrant(n, f"p{n}", rating=3000 - 10 * n) for n in range(1, 9))
    one = GoSwiss(seeding_early=seeding).pair(Tournament(entrants)).round
    assert {(min(g.white, g.black), max(g.white, g.black)) for g in one.pairings} == expected


def test_the_random_seeding_pairs_upper_with_lower_half() -> None:
    entrants = tuple(Entrant(n, f"p{n}", rating=3000 - 10 * n) for n in range(1, 9))
    rounds = set()
    for seed in range(12):
        one = GoSwiss(seeding_early="random").pair(Tournament(entrants, seed=seed)).round
        pairs = {(min(g.white, g.black), max(g.white, g.black)) for g in one.pairings}
        assert all(a <= 4 < b for a, b in pairs)
        rounds.add(frozenset(pairs))
    assert len(rounds) > 5


def test_a_second_meeting_if_there_is_no_other_way() -> None:
    tournament = event(2, 1, "mcmahon")
    tournament = tournament.with_round(McMahon().pair(tournament).round).with_result(1, 1, Result.WIN)
    assert len(McMahon(rematches="avoid").pair(tournament).round.pairings) == 1


def test_all_terms_count_alike() -> None:
    """OpenGotha adds them up as they are; how much each weighs is in its own formula."""
    system = GoSwiss(categories="1d,5k", rematches="avoid", random=5)
    terms = go.terms(system)
    assert "categories apart" in {term.name for term in terms}
    assert {term.weight for term in terms} == {1}


def test_categories_hardly_meet() -> None:
    # 1 dan in the first category, 4 and 9 kyu in the other two; everybody starts at 0 in a Swiss.
    system = GoSwiss(categories="1d,5k")
    entrants = tuple(Entrant(n, f"p{n}", grade=g) for n, g in enumerate(["1d", "2d", "4k", "9k"], 1))
    field = system.field(Tournament(entrants))
    i, j = np.array([0, 0, 0, 2]), np.array([1, 2, 3, 3])
    assert field.groups == 3  # one score in three categories
    assert go.categories(field, i, j).tolist() == [
        0,
        2 * 10**13 - concave(2e13, 1 / 3),
        2 * 10**13 - concave(2e13, 2 / 3),
        2 * 10**13 - concave(2e13, 1 / 3),
    ]
    assert go.score(field, i, j).tolist() == [0, 10**11, 10**11, 10**11]
    # Nothing to say is two fifths of 10^8; a category apart it is divided by 2^4, two by 3^4. Alone in his
    # category a player is its middle, which is worth nothing; of two, neither is.
    weights = 10**8 - go.draws(field, i, j)
    assert weights.tolist() == [0, 40_000_000 // 16, 40_000_000 // 81, 40_000_000 // 16]


def test_half_points_of_missed_rounds_are_rounded_down_together() -> None:
    entrants = tuple(Entrant(n, f"p{n}", grade="5k") for n in (1, 2, 3))
    away = (Bye(3, Result.ZERO_BYE),)
    drawn = Round((Pairing(1, 2, Result.DRAW, Result.DRAW),), away)
    one, two = Tournament(entrants, (drawn,)), Tournament(entrants, (drawn, drawn))
    scores = [[McMahon().field(t).now(n) for n in (1, 3)] for t in (one, two)]
    assert scores == [[Fraction(-9, 2), -5], [-4, -4]]
    assert [int(group) for group in McMahon().field(one).group] == [-5, -5, -5]


def test_given_starts_move_the_pairing_and_the_standings() -> None:
    """As JSON has them, by text; whoever has none given starts by grade."""
    entrants = tuple(Entrant(n, f"p{n}", grade="1d") for n in range(1, 5))
    starts = {"mcmahon": {"1": 0, "2": -5, "3": -5}}
    one = Tournament(entrants, system="mcmahon", planned=3, settings=starts)
    system = system_of(one)
    assert isinstance(system, McMahon)
    assert system.starts(one) == {1: 0, 2: -5, 3: -5, 4: 0}
    pairs = {frozenset((game.white, game.black)) for game in system.pair(one).round.pairings}
    assert pairs == {frozenset((1, 4)), frozenset((2, 3))}
    made = standings(one)
    assert [float(made.value(number, "MMS").value) for number in (1, 2, 3, 4)] == [0, -5, -5, 0]


@pytest.mark.parametrize("table", [{"9": 1}, {"1": "1d"}, {"1": 0.5}, [1, 2], 3])
def test_starts_that_are_none(table: object) -> None:
    entrants = tuple(Entrant(n, f"p{n}", grade="1d") for n in range(1, 5))
    one = Tournament(entrants, system="mcmahon", planned=3, settings={"mcmahon": table})
    with pytest.raises(BadInput, match="the setting mcmahon cannot be"):
        system_of(one).pair(one)


@pytest.mark.parametrize(
    ("rating", "first", "second"),
    [("always", [2, 1, 0], [2, 1, 0]), ("early", [2, 1, 0], [0, 1, 2]), ("never", [0, 1, 2], [0, 1, 2])],
)
def test_ratings_place_equals_in_the_rounds_that_are_set(
    rating: str, first: list[int], second: list[int]
) -> None:
    """Three whose ratings rise with their numbers; round 1, the one early round, has only byes."""
    entrants = tuple(Entrant(number, f"p{number}", rating=1000 + 100 * number) for number in (1, 2, 3))
    byes = Round((), tuple(Bye(number, Result.ZERO_BYE) for number in (1, 2, 3)))
    system = GoSwiss(rating=rating, early_rounds=1)
    assert system.field(Tournament(entrants)).place.tolist() == first
    assert system.field(Tournament(entrants, (byes,))).place.tolist() == second
