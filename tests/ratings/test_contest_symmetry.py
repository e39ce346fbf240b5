"""The order in which the sides of a contest stand says nothing: of every system that takes contests."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.ratings.contests.trueskill import TrueSkill
from arpad.ratings.contests.weng_lin import MODELS, WengLin
from arpad.ratings.explain import explain
from arpad.ratings.rate import rate
from arpad.record import Contests
from arpad.rulebooks.known_systems import SYSTEMS

Contest = list[tuple[list[str], int, float]]
"""Each side: its players, its place and its result."""


def classes() -> dict[str, Any]:
    """Return the systems that take contests, by name."""
    found = {}
    for name, listed in SYSTEMS.items():
        module, _, attribute = listed.place.partition(":")
        system = getattr(import_module(module), attribute)
        if system.teams:
            found[name] = system
    return found


SYSTEMS_OF_CONTESTS: dict[str, Any] = {
    **{name: system() for name, system in classes().items()},
    "trueskill that never draws": TrueSkill(draw_probability=0.0),
    "trueskill that draws half of its games": TrueSkill(draw_probability=0.5),
    **{f"weng-lin {model}": WengLin(model=model) for model in MODELS},
    "weng-lin shared": WengLin(ties="shared"),
    "weng-lin shared with margin": WengLin(ties="shared", margin=0.2),
}
"""Every system that takes contests, and those of its settings that treat ties otherwise.

The paper's chain of TrueSkill (``ties=neighbours``) is the one that depends on the order, by its definition.
"""


def test_all_systems_are_here() -> None:
    assert {"trueskill", "weng-lin", "elo-mmr", "plackett-luce", "bridge"} <= set(SYSTEMS_OF_CONTESTS)


def rated(system: Any, contests: list[Contest], orders: list[list[int]] | None = None) -> dict[str, Any]:
    """Return rating and deviation of every player, with the sides of the contests in some orders."""
    put = [
        [contest[at] for at in (orders[number] if orders else range(len(contest)))]
        for number, contest in enumerate(contests)
    ]
    columns = {"result": np.array([side[2] for contest in put for side in contest])}
    record = Contests.from_sides([[(side[0], side[1]) for side in contest] for contest in put], **columns)
    ratings = rate(record, system)
    names = record.players.names
    deviation = ratings.deviation if ratings.deviation is not None else np.zeros(len(names))
    return {name: (float(ratings.rating[at]), float(deviation[at])) for at, name in enumerate(names)}


SINGLE_PLAYERS = ("elo-mmr", "plackett-luce")


def result_of(system: Any, place: int, places: list[int]) -> float:
    """Return a result that fits a place; those of the two sides of a board of bridge lie around S0."""
    if not hasattr(system, "s0"):
        return float(10 - place)
    return float(system.s0 + (place < max(places)) - (place > min(places)))


def sides_of(name: str, draw: st.DrawFn) -> list[Contest]:
    """Draw contests with ties everywhere, of sides that the system takes."""
    system = SYSTEMS_OF_CONTESTS[name]
    pairs = name == "bridge"
    contests: list[Contest] = []
    for _ in range(draw(st.integers(1, 3))):
        count = draw(st.integers(2, 2 if pairs else 6))
        most = 1 if name in SINGLE_PLAYERS else 2
        sizes = [2] * count if pairs else [draw(st.integers(1, most)) for _ in range(count)]
        names = iter(draw(st.permutations([f"player {at}" for at in range(12)])))
        places = sorted(draw(st.lists(st.integers(1, 4), min_size=count, max_size=count)))
        contests.append(
            [
                ([next(names) for _ in range(size)], place, result_of(system, place, places))
                for size, place in zip(sizes, places, strict=True)
            ]
        )
    return contests


@pytest.mark.parametrize("name", sorted(SYSTEMS_OF_CONTESTS))
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_permuting_the_sides_permutes_the_result(name: str, data: st.DataObject) -> None:
    system = SYSTEMS_OF_CONTESTS[name]
    contests = data.draw(st.composite(lambda draw: sides_of(name, draw))())
    orders = [data.draw(st.permutations(range(len(contest)))) for contest in contests]
    plain, moved = rated(system, contests), rated(system, contests, orders)
    for player, expected in plain.items():
        assert moved[player] == pytest.approx(expected, abs=1e-9, rel=1e-9)


@pytest.mark.parametrize("name", sorted(SYSTEMS_OF_CONTESTS))
@pytest.mark.parametrize("places", [[1, 1, 2, 3, 4], [1, 2, 2, 2, 3], [1, 2, 3, 3], [1, 1, 1], [1, 1]])
def test_equal_sides_that_tie_come_out_equal(name: str, places: list[int]) -> None:
    system = SYSTEMS_OF_CONTESTS[name]
    if "bridge" in name and len(places) > 2:
        pytest.skip("a board of bridge has two sides")
    size = 2 if "bridge" in name else 1
    contest: Contest = [
        ([f"{at} {seat}" for seat in range(size)], place, result_of(system, place, places))
        for at, place in enumerate(places)
    ]
    found = rated(system, [contest])
    for place in set(places):
        tied = [found[side[0][0]] for side in contest if side[1] == place]
        assert len({rating for rating, _ in tied}) == 1, "equal to the last bit: they share their rank"
        for one in tied:
            assert one == pytest.approx(tied[0], abs=1e-9)


@pytest.mark.parametrize("name", ["trueskill", "weng-lin shared", "weng-lin bradley-terry-part", "elo-mmr"])
def test_sides_that_share_the_first_place_gain_more_than_the_next(name: str) -> None:
    contest: Contest = [([f"{at}"], place, float(10 - place)) for at, place in enumerate([1, 1, 2, 3, 4])]
    found = rated(SYSTEMS_OF_CONTESTS[name], [contest])
    assert found["0"][0] > found["2"][0]
    assert found["0"][0] > found["3"][0] > found["4"][0]


def test_by_the_papers_formula_they_gain_less() -> None:
    """Weng and Lin 2011, algorithm 4: the stages of two that tie count half."""
    contest: Contest = [([f"{at}"], place, float(10 - place)) for at, place in enumerate([1, 1, 2, 3, 4])]
    found = rated(WengLin(), [contest])
    assert found["0"][0] < found["2"][0]


def test_equal_sides_that_tie_share_the_mean_of_their_changes() -> None:
    """The mean over the orders in which they can stand, of what the formula without ties gives."""
    ordered: Contest = [([f"{at}"], at, 0.0) for at in range(5)]
    tied: Contest = [([f"{at}"], place, 0.0) for at, place in enumerate([0, 1, 1, 1, 2])]
    strict, shared = rated(WengLin(tau=0.0), [ordered]), rated(WengLin(tau=0.0, ties="shared"), [tied])
    mean = sum(strict[f"{at}"][0] for at in (1, 2, 3)) / 3
    assert shared["1"][0] == pytest.approx(mean, abs=1e-9)
    assert shared["0"] == pytest.approx(strict["0"], abs=1e-9)
    assert shared["4"] == pytest.approx(strict["4"], abs=1e-9)


@pytest.mark.parametrize("name", sorted(SYSTEMS_OF_CONTESTS))
def test_the_explanation_of_a_contest_with_ties_adds_up(name: str) -> None:
    system = SYSTEMS_OF_CONTESTS[name]
    if "bridge" in name or name == "plackett-luce":
        pytest.skip("its explanation is not a sum over a contest's sides")
    first = ["A"] if name in SINGLE_PLAYERS else ["A", "B"]
    contest = [(first, 1), (["C"], 1), (["D"], 2), (["E"], 3), (["F"], 3), (["G"], 3)]
    ratings = rate(Contests.from_sides([contest]), system, history=True)
    for player in ratings.players.names:
        told = explain(ratings, player)
        parts = told.parts[-1].parts if told.parts and told.parts[-1].parts else told.parts
        change = ratings.rating[ratings.players.names.index(player)] - system.newcomer().value
        assert sum(part.value for part in parts) == pytest.approx(change, abs=1e-9)
