"""The ladder: exact against every possible round, also where a large field is matched among few pairs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.tournament import Entrant, Pairing, Result, Round, Tournament
from arpad.tournament.matching import (
    NoPerfectMatching,
    least_cost_matching,
    lexicographic_total,
    maximum_weight_matching,
)
from arpad.tournament.matching.column_generation import _priced, choose_likeliest
from arpad.tournament.weighted import (
    Ban,
    BestRound,
    Costs,
    CostTerm,
    Ladder,
    PairingField,
    Rung,
    SystemSettings,
    best,
    lots,
    places,
)
from arpad.tournament.weighted.explanation import ban_steps


@pytest.mark.parametrize(("most", "reduced"), [((1 << 52) - 1, True), (1 << 52, False)])
def test_costs_are_reduced_while_their_sums_are_exact_as_floating_point(most: int, reduced: bool) -> None:
    """IEEE 754: every whole number of up to 53 bits is exact; two vertices times 2⁵² has 54."""
    one, two = np.array([0, 0]), np.array([1, 1])
    cost = np.array([5, 5 + most])
    found = _priced(2, one, two, cost, np.array([5, 0]))
    assert found.tolist() == ([0, most] if reduced else [5, 5 + most])


def field_of(players: int) -> PairingField:
    return PairingField.next(Tournament(tuple(Entrant(n, f"p{n}") for n in range(1, players + 1))))


def ladder_of(tables: list[Any], byes: list[Any], banned: Any) -> Ladder[PairingField]:
    rungs = tuple(
        Rung(f"rung {at}", "test", lambda f, i, j, t=table: t[i, j], lambda f, b=bye: b)  # type: ignore[misc]
        for at, (table, bye) in enumerate(zip(tables, byes, strict=True))
    )
    return Ladder((Ban("banned", "test", lambda f, i, j: banned[i, j]),), rungs)


def every(rows: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not rows:
        yield []
    for at in range(1, len(rows)):
        for found in every(rows[1:at] + rows[at + 1 :]):
            yield [(rows[0], rows[at]), *found]


@given(
    players=st.integers(0, 8),
    seed=st.integers(0, 10**6),
    widths=st.lists(st.sampled_from([1, 3, 10**6, 2**40]), min_size=1, max_size=4),
    share=st.sampled_from([0.0, 0.3, 0.7]),
)
@settings(max_examples=30)
def test_no_round_is_better(players: int, seed: int, widths: list[int], share: float) -> None:
    rng = np.random.default_rng(seed)
    tables = []
    for width in widths:
        table = rng.integers(0, width, (players, players))
        tables.append(np.minimum(table, table.T))
    byes = [rng.integers(0, width, players) for width in widths]
    banned = rng.random((players, players)) < share
    banned |= banned.T
    ladder = ladder_of(tables, byes, banned)
    found = best(Costs(ladder, field_of(players)))
    costs = []
    for pairs in every(list(range(players + players % 2))):
        games = [(a, b) for a, b in pairs if b < players]
        bye = next((a for a, b in pairs if b == players), None)
        if not any(banned[a, b] for a, b in games):
            costs.append(
                tuple(
                    sum(int(table[a, b]) for a, b in games) + (0 if bye is None else int(free[bye]))
                    for table, free in zip(tables, byes, strict=True)
                )
            )
    if not costs:
        assert found is None
        return
    assert isinstance(found, BestRound)
    assert found.cost == min(costs)
    assert found.cost == ladder.cost(field_of(players), list(found.pairs), found.bye)


def test_a_fixed_pair_stays() -> None:
    table = np.abs(np.subtract.outer(np.arange(6), np.arange(6)))
    ladder = ladder_of([table], [np.zeros(6, dtype=np.int64)], np.zeros((6, 6), dtype=bool))
    costs = Costs(ladder, field_of(6))
    assert best(costs) == BestRound(((0, 1), (2, 3), (4, 5)), None, (3,))
    forced = best(costs, [(3, 0)])
    assert forced is not None
    assert (0, 3) in forced.pairs
    assert forced.cost == (5,)


def test_a_sum_of_weighted_terms_is_one_rung() -> None:
    apart = np.abs(np.subtract.outer(np.arange(4), np.arange(4)))
    terms = (
        CostTerm[PairingField]("apart", 10, lambda f, i, j: apart[i, j]),
        CostTerm[PairingField]("odd", 1, lambda f, i, j: (i + j) % 2, lambda f: np.arange(len(f))),
    )
    rung = Rung[PairingField]("sum", "test", terms=terms)
    assert rung.pairs(field_of(4), np.array([0, 0]), np.array([1, 2])).tolist() == [11, 20]
    assert rung.byes(field_of(3)).tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="either its own costs or terms"):
        Rung("both", "test", lambda f, i, j: i, terms=terms)


def sparse_case(players: int, seed: int, kind: str) -> tuple[Any, Any, Any, Any]:
    rng = np.random.default_rng(seed)
    i, j = np.triu_indices(players, 1)
    score = rng.integers(0, 9, players)
    cost = {
        "scores": (score[i] - score[j]) ** 2 * 1000 + rng.integers(0, 30, len(i)),
        "any": rng.integers(0, 10**9, len(i)),
        "ties": rng.integers(0, 2, len(i)),
    }[kind]
    keep = rng.random(len(i)) > (0.9 if kind == "any" else 0.1)
    return i[keep], j[keep], cost[keep], np.argsort(score, kind="stable")


@pytest.mark.parametrize("kind", ["scores", "any", "ties"])
@pytest.mark.parametrize("players", [10, 40, 58])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_few_pairs_prove_the_same_as_all(kind: str, players: int, seed: int) -> None:
    i, j, cost, order = sparse_case(players, seed, kind)
    edges = np.column_stack((i, j))
    try:
        whole = maximum_weight_matching(players, edges, -cost, perfect=True)
    except NoPerfectMatching:
        with pytest.raises(NoPerfectMatching):
            least_cost_matching(players, i, j, cost, order)
        return
    few = least_cost_matching(players, i, j, cost, order)
    assert (few[few] == np.arange(players)).all()
    assert cost[few[i] == j].sum() == cost[whole[i] == j].sum()


@pytest.mark.parametrize(
    "widths", [(9, 2, 2**40, 2**40), (3, 2**45, 3), (2**50, 4), (2**30, 2**30, 2**30), (5, 5)]
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_large_field_is_exact_however_wide_its_rungs_are(widths: tuple[int, ...], seed: int) -> None:
    """Rungs that do not go into one number are settled from the top, on the pairs that are left tight."""
    players = 64
    rng = np.random.default_rng(seed)
    score = rng.integers(0, 5, players)
    tables = []
    for width in widths:
        table = rng.integers(0, width, (players, players))
        tables.append(np.minimum(table, table.T))
    tables[0] = np.abs(np.subtract.outer(score, score)) * max(1, widths[0] // 5)
    banned = rng.random((players, players)) < 0.2
    ladder = ladder_of(tables, [np.zeros(players, dtype=np.int64)] * len(widths), banned | banned.T)
    costs = Costs(ladder, field_of(players))
    found = best(costs)
    edges = np.column_stack((costs.i, costs.j))
    mate = maximum_weight_matching(players, edges, -costs.levels, perfect=True)
    assert found is not None
    assert found.cost == lexicographic_total(edges, costs.levels, mate)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["scores", "any", "ties"])
def test_few_pairs_prove_the_same_as_all_of_a_large_field(kind: str) -> None:
    i, j, cost, order = sparse_case(400, 9, kind)
    whole = maximum_weight_matching(400, np.column_stack((i, j)), -cost, perfect=True)
    few = least_cost_matching(400, i, j, cost, order)
    assert cost[few[i] == j].sum() == cost[whole[i] == j].sum()


def test_who_is_away_has_met_nobody_of_the_field() -> None:
    """Player 3 met player 1 and is away; players 2 and 4 met each other and are here."""
    won = (Pairing(1, 3, Result.WIN, Result.LOSS), Pairing(2, 4, Result.WIN, Result.LOSS))
    event = Tournament(
        tuple(Entrant(number, f"p{number}") for number in range(1, 5)),
        (Round(won),),
        absences={2: {3: Result.ZERO_BYE}},
    )
    field = PairingField.next(event)
    assert field.numbers.tolist() == [1, 2, 4]
    met = [[False, False, False], [False, False, True], [False, True, False]]
    assert field.already_played.tolist() == met
    assert field.last_met().tolist() == [[int(once) for once in row] for row in met]


def test_lots_are_fixed() -> None:
    numbers = np.arange(1, 400)
    drawn = lots(1, 1, numbers)
    assert (drawn == lots(1, 1, numbers)).all()
    assert (lots(1, 1, numbers[::-1]) == drawn[::-1]).all()  # a lot hangs on its number alone
    assert not (drawn == lots(1, 2, numbers)).any()
    assert not (drawn == lots(2, 1, numbers)).any()
    assert len(set(drawn.tolist())) == len(numbers)
    first = [int(np.argmin(lots(seed, 1, numbers[:4]))) for seed in range(400)]
    assert all(70 <= first.count(row) <= 130 for row in range(4))  # 100 each, within 3.5 deviations


def last_step(z: int) -> int:
    """Return SplitMix64's last step in whole numbers (Steele, Lea and Flood 2014, figure 13)."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


GOLDEN = 0x9E3779B97F4A7C15

SPLITMIX_1234567 = (
    # The first outputs of the seed 1234567 (Rosetta Code, Pseudo-random numbers/Splitmix64).
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


def test_lots_are_what_splitmix_makes_of_seed_round_and_number() -> None:
    for step, printed in enumerate(SPLITMIX_1234567, 1):
        assert last_step((1234567 + step * GOLDEN) % 2**64) == printed
    numbers = np.array([1, 2, 77, 10_000])
    for seed, at in ((0, 1), (1234567, 5), (2**63, 12)):
        start = last_step((last_step((seed + GOLDEN) % 2**64) + GOLDEN * at) % 2**64)
        expected = [last_step((start + GOLDEN * number) % 2**64) for number in numbers.tolist()]
        assert lots(seed, at, numbers).tolist() == expected


def test_places() -> None:
    assert places(np.array([2, 1, 2]), np.array([5, 0, 4])).tolist() == [2, 0, 1]


def test_a_setting_becomes_what_its_default_is() -> None:
    from dataclasses import dataclass

    @dataclass(frozen=True)
    class Some(SystemSettings):
        count: int = 1
        share: float = 0.5
        on: bool = True
        word: str = "a"

    made = Some(count="3", share="1", on="no", word="b")  # type: ignore[arg-type]
    assert made == Some(3, 1.0, False, "b")
    for wrong in ({"count": 1.5}, {"share": "x"}, {"on": "maybe"}, {"count": None}):
        with pytest.raises(BadInput, match="cannot be"):
            Some(**wrong)


def test_random_is_not_used() -> None:
    """Rounds come from the seed of the tournament, never from the state of the process."""
    random.seed(1)
    before = random.getstate()
    np.random.seed(1)
    field = field_of(20)
    table = np.zeros((20, 20), dtype=np.int64)
    ladder = ladder_of([table], [table[0]], table.astype(bool))
    assert best(Costs(ladder, field)) == best(Costs(ladder, field))
    assert random.getstate() == before


def test_of_equal_pairs_the_first_are_looked_at() -> None:
    """NumPy's own partition takes others on other processors, and a round of equal worth could come out."""
    i, j = np.triu_indices(5, 1)
    cost = np.array(
        [2, 1, 1, 1, 3, 2, 2, 7, 7, 7]
    )  # of 0 with 1 to 4, 1 with 2 to 4, 2 with 3 and 4, 3 with 4
    chosen, value = np.empty((5, 2), np.int64), np.empty((5, 2))
    choose_likeliest(i, j, cost, np.zeros(5), chosen, value)
    partners = [[int(i[e] + j[e]) - v for e in row] for v, row in enumerate(chosen)]
    assert partners == [[2, 3], [0, 3], [0, 1], [0, 1], [0, 1]]


def test_what_is_not_allowed_is_told_with_its_article() -> None:
    met: Ban[Any] = Ban("already played", "2.1")
    bye: Ban[Any] = Ban("second bye", "2.2")
    assert [step.line() for step in ban_steps([met])] == ["not allowed: already played   [2.1]"]
    both = "not allowed: already played [2.1]; second bye [2.2]"
    assert [step.line() for step in ban_steps([met, bye])] == [both]
    assert ban_steps([]) == ()
