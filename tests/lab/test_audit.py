"""An audit of a ranking: each planted fault is found, a clean board is quiet, and numbers by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

import arpad
from arpad.core import BadInput, NotProvided
from arpad.lab.audit import CODES, audit
from arpad.lab.audit.board import FittedGroup
from arpad.lab.audit.clusters import _p_together
from arpad.lab.audit.verdict import bennett, beyond
from arpad.ratings.whole_history.bradley_terry import BradleyTerry
from arpad.ratings.whole_history.family import Q
from arpad.record import Games
from bench.boards import BOARDS, Votes, found_on


def games_of(rows: list[tuple[str, str, float, int]], **columns: object) -> Games:
    """Return games: first, second, score, how often."""
    each = [row[:3] for row in rows for _ in range(row[3])]
    first, second, score = (list(column) for column in zip(*each, strict=True))
    return Games.from_arrays(first, second, score, **columns)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [name for name in BOARDS if name != "clean"])
def test_a_planted_fault_is_found(name: str) -> None:
    board, expected = BOARDS[name]
    for seed in (1, 2):
        assert expected <= found_on(board, seed)


@pytest.mark.parametrize("name", ["first side favoured", "draw-prone model", "circle of three"])
def test_nothing_else_is_found_beside_a_fault(name: str) -> None:
    board, expected = BOARDS[name]
    assert found_on(board, 3) == expected


@pytest.mark.parametrize(
    "board",
    [
        BOARDS["clean"][0],
        Votes(ties=0.35),
        Votes(models=20, votes=8000, spread=1.5, popularity=1.03, voters=1000),
    ],
    ids=["clean", "many ties", "uneven"],
)
def test_boards_without_a_fault_are_quiet(board: Votes) -> None:
    assert not any(found_on(replace(board), seed) - {"few-games"} for seed in range(8))


def test_the_same_games_in_another_order_give_the_same_answers() -> None:
    games = BOARDS["power voters"][0].drawn(5)
    order = np.random.default_rng(1).permutation(len(games))
    one, other = audit(games), audit(games.take(order))
    assert [v.fault for v in one.verdicts] == [v.fault for v in other.verdicts]
    assert one["draws"].numbers["p"] == pytest.approx(other["draws"].numbers["p"], rel=1e-6)
    assert one["clusters"].numbers["wider"] == pytest.approx(other["clusters"].numbers["wider"])


def test_an_effect_beyond_what_matters() -> None:
    # effect 3, immaterial up to 1, deviation 1: P(Z > 2) + P(Z > 4) = 0.0227501 + 0.0000317
    assert beyond(3.0, 1.0, 1.0) == pytest.approx(0.0227818, abs=1e-7)
    assert beyond(-3.0, 1.0, 1.0) == beyond(3.0, 1.0, 1.0)
    assert beyond(0.5, 1.0, 1e-9) == pytest.approx(1.0)


def test_bennetts_bound_by_hand() -> None:
    # total 3, variance 1: exp(−(4 · ln 4 − 3)) = exp(−2.5452) = 0.0785
    assert bennett(3.0, 1.0) == pytest.approx(0.0785, abs=1e-4)
    assert bennett(0.0, 1.0) == bennett(-1.0, 1.0) == 1.0


@given(st.integers(1, 60), st.floats(0.02, 0.98), st.integers(0, 60))
def test_bennetts_bound_holds_for_binomial_tails(n: int, p: float, k: int) -> None:
    total = k - n * p
    exact = binom.sf(k - 1, n, p)
    assert bennett(total, n * p * (1.0 - p), 1.0) >= exact - 1e-12


def test_the_first_sides_points_are_those_of_the_rating_system() -> None:
    games = BOARDS["first side favoured"][0].drawn(7)
    ones = replace(games, advantage=np.ones(len(games), dtype=np.int8))
    rated = arpad.rate(ones, BradleyTerry(advantage="fit"))
    numbers = audit(games)["first-side"].numbers
    assert numbers["points"] == pytest.approx(rated.state.fitted["advantage"], rel=1e-6)
    decisive = replace(BOARDS["first side favoured"][0], ties=0.0).drawn(7)
    planted = audit(decisive)["first-side"].numbers["points"]
    assert planted == pytest.approx(0.9 / Q, rel=0.1), "ties as half wins make it smaller"


def test_the_covariances_are_those_of_the_rating_system() -> None:
    games = BOARDS["power voters"][0].drawn(7)
    board = FittedGroup.of(games)
    for kind in ("sandwich", "cluster"):
        state = arpad.rate(games, BradleyTerry(variance=kind)).state
        assert state.covariance is not None
        np.testing.assert_allclose(board.covariance(kind) / Q**2, state.covariance, atol=1e-6)


def test_a_circle_by_hand() -> None:
    # each has 80 of 100 against the next: all are equal, e = 30 / 25 = 1.2 a pair
    circle = [("A", "B", 1.0, 80), ("B", "A", 1.0, 20), ("B", "C", 1.0, 80), ("C", "B", 1.0, 20)]
    circle += [("C", "A", 1.0, 80), ("A", "C", 1.0, 20)]
    verdict = audit(games_of(circle))["cycles"]
    assert verdict.fault
    assert verdict.numbers["players"] == ["A", "B", "C"]
    assert verdict.numbers["shares"] == pytest.approx([0.8, 0.8, 0.8])
    assert verdict.numbers["triangles"] == 1
    assert "A has 80 % against B, B has 80 % against C, C has 80 % against A." in verdict.problem


def test_a_circle_that_chance_may_make_is_not_called_one() -> None:
    circle = [("A", "B", 1.0, 14), ("B", "A", 1.0, 10), ("B", "C", 1.0, 14), ("C", "B", 1.0, 10)]
    verdict = audit(games_of([*circle, ("C", "A", 1.0, 14), ("A", "C", 1.0, 10)]))["cycles"]
    assert verdict.fault is False
    assert verdict.numbers["p"] > 0.2


def test_the_efficiency_of_schedules_by_hand() -> None:
    pairs = [(a, b) for a in "ABCD" for b in "ABCD" if a < b]
    even = audit(games_of([row for a, b in pairs for row in ((a, b, 1.0, 5), (b, a, 1.0, 5))]))
    assert even["schedule"].numbers["efficiency"] == pytest.approx(1.0)
    # a star of 3 rays: eigenvalues 1, 1, 4, so that the trace is 2.25; even 3² / (2 · 3) = 1.5
    star = audit(games_of([row for b in "BCD" for row in (("A", b, 1.0, 7), (b, "A", 1.0, 7))]))
    assert star["schedule"].numbers["efficiency"] == pytest.approx(1.5 / 2.25)


def test_groups_are_named_and_the_largest_is_audited() -> None:
    rows = [("A", "B", 1.0, 6), ("B", "A", 1.0, 5), ("B", "C", 1.0, 6), ("C", "B", 1.0, 5)]
    found = audit(games_of([*rows, ("Y", "Z", 1.0, 3), ("Z", "Y", 1.0, 2)]))
    verdict = found["groups"]
    assert verdict.numbers == {"groups": 2, "players": [3, 2]}
    assert "3 players, such as A; 2 players, such as Y" in verdict.problem
    assert list(found.board.names.names) == ["A", "B", "C"]
    assert found.headline == "22 games of 3 players"


def test_without_one_voter_the_rating_is_about_as_said() -> None:
    games = BOARDS["loud voter"][0].drawn(11)
    numbers = audit(games)["one-cluster"].numbers
    assert numbers["cluster"] == "voter 0"
    assert numbers["player"] in ("model C", "model D")
    assert games.cluster is not None
    others = games.take(games.cluster.codes != 0)
    before, after = (arpad.rate(one, BradleyTerry()).of(numbers["player"]).value for one in (games, others))
    # one step of the fit, of a voter with a third of the votes: the direction and the size are right
    assert numbers["points"] * (before - after) > 0.0
    assert 0.4 < numbers["points"] / (before - after) < 1.3
    assert numbers["share"] == pytest.approx(0.35, abs=0.03)


def test_chance_finds_clusters_as_often_as_it_should() -> None:
    # p is uniform where votes are independent: of 60 boards some 6 are below 0.1 (P(more than 14) < 0.001)
    board = Votes(votes=600, voters=40)
    low = sum(_p_together(FittedGroup.of(board.drawn(seed))) < 0.1 for seed in range(60))
    assert 0 < low <= 14


def test_what_cannot_be_asked_says_why() -> None:
    winners = games_of([("A", "B", 1.0, 30), ("B", "C", 1.0, 30), ("C", "D", 1.0, 30)])
    found = audit(winners)
    assert {code for code in CODES if found[code].fault is None} == {
        "first-side", "draws", "cycles", "clusters", "one-cluster",
    }  # fmt: skip
    assert "winner stands first" in found["first-side"].problem
    assert "1 %" in found["draws"].problem
    assert found.board.prior, "A won every game"
    assert "won, or lost, every game" in found.notes[-1]
    assert all(found[code].problem for code in CODES if found[code].fault is not False)


def test_few_clusters_are_not_asked() -> None:
    rows = [("A", "B", 1.0, 20), ("B", "A", 1.0, 20)]
    found = audit(games_of(rows, cluster=["ann", "bob"] * 20))
    assert found["clusters"].fault is None
    assert "fewer than 10" in found["clusters"].problem
    assert audit(games_of(rows, cluster=["ann"] * 40))["one-cluster"].fault is None


def test_games_of_weight_0_do_not_count() -> None:
    rows = [("A", "B", 1.0, 20), ("B", "A", 1.0, 20), ("A", "Z", 1.0, 5)]
    found = audit(games_of(rows, weight=[1.0] * 40 + [0.0] * 5))
    assert found.headline == "40 games of 2 players"


def test_weights_count_as_importance() -> None:
    rows = [("A", "B", 1.0, 30), ("B", "A", 1.0, 20), ("B", "C", 1.0, 30), ("C", "B", 1.0, 25)]
    plain, doubled = games_of(rows), games_of(rows, weight=[2.0] * 105)
    np.testing.assert_allclose(
        FittedGroup.of(plain).covariance("sandwich"),
        FittedGroup.of(doubled).covariance("sandwich"),
        atol=1e-9,
    )


def test_the_answers_for_programs() -> None:
    found = audit(BOARDS["draw-prone model"][0].drawn(1)).as_dict()
    assert [one["code"] for one in found["verdicts"]] == list(CODES)
    assert found["findings"] == ["draws"]
    assert (found["games"], found["players"], found["level"]) == (6000, 6, 0.05)
    draws = found["verdicts"][CODES.index("draws")]
    assert draws["numbers"]["player"] == "model E"
    assert draws["numbers"]["drawn"] == pytest.approx(0.85, abs=0.03)
    assert draws["remedy"]


def test_what_is_no_audit() -> None:
    games = games_of([("A", "B", 1.0, 2), ("B", "A", 1.0, 2)])
    for level in (0.0, 1.0, math.nan):
        with pytest.raises(BadInput, match="not between 0 and 1"):
            audit(games, level=level)
    with pytest.raises(NotProvided, match="no game"):
        audit(games.take(np.empty(0, dtype=np.int64)))
    assert repr(audit(games)).startswith("<Audit of <Games: 4 games of 2 players>")


@pytest.mark.slow
def test_a_clean_board_is_quiet_as_often_as_the_level_says() -> None:
    # 400 boards at 5 %: at most 32 with a finding (P(more) < 0.01 if 5 % were found)
    board = Votes(votes=3000, voters=100)
    assert sum(bool(found_on(board, seed)) for seed in range(400)) <= 32


def test_games_that_never_vary_are_audited_all_the_same() -> None:
    drawn = games_of([("A", "B", 0.5, 40), ("B", "C", 0.5, 40)], cluster=[f"v{k % 20}" for k in range(80)])
    found = audit(drawn)
    assert found["clusters"].fault is None
    assert found["draws"].fault is None
    assert found["one-cluster"].fault is False
    assert found["few-games"].numbers["leaders"] == ["A", "B", "C"]


def test_a_side_that_cannot_be_told_from_the_players_is_not_asked() -> None:
    games = Games.from_arrays(["A", "A", "A"], ["B", "B", "B"], [1.0, 0.0, 1.0], advantage=[1, 1, 1])
    assert audit(games)["first-side"].fault is None
    with pytest.raises(NotProvided):
        arpad.rate(games, BradleyTerry(advantage="fit"))


def test_a_table_that_orders_the_sides_by_itself_says_nothing_of_the_first() -> None:
    rows = [("A", "B", 1.0, 30), ("A", "B", 0.0, 20), ("B", "C", 1.0, 30), ("B", "C", 0.0, 20)]
    verdict = audit(games_of(rows))["first-side"]
    assert verdict.fault is None
    assert "both ways round" in verdict.problem
