"""Teams as equal as possible: held against all divisions, looked at one by one."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from arpad.core import BadInput
from arpad.ratings.balance import balance
from arpad.ratings.division import DivisionTask, divide
from arpad.ratings.model import Rating
from arpad.rulebooks.rating_catalogue import rating_system


def least(task: DivisionTask) -> float:
    """Return the least spread over all orders of the players."""
    best = float("inf")
    cuts = np.cumsum(task.sizes)[:-1]
    for order in permutations(range(len(task.strength))):
        teams = [part.tolist() for part in np.split(np.array(order), cuts)]
        of = {i: at for at, team in enumerate(teams) for i in team}
        if any(len({of[i] for i in group}) > 1 for group in task.keep):
            continue
        if any(of[one] == of[two] for one, two in task.apart):
            continue
        strengths = [task.of(team) for team in teams]
        best = min(best, max(strengths) - min(strengths))
    return best


@pytest.mark.parametrize("mean", [False, True])
@pytest.mark.parametrize(
    ("sizes", "keep", "apart"),
    [
        ((4, 3), (), ()),
        ((3, 3), ((0, 1),), ()),
        ((4, 3), (), ((0, 1), (2, 3))),
        ((2, 2, 3), (), ()),
        ((2, 2, 2), ((4, 5),), ((0, 1),)),
    ],
)
def test_no_division_is_more_even(
    mean: bool, sizes: tuple[int, ...], keep: tuple[tuple[int, ...], ...], apart: tuple[tuple[int, int], ...]
) -> None:
    for seed in range(2):
        strength = np.random.default_rng(seed).normal(1500, 200, sum(sizes)).tolist()
        task = DivisionTask(tuple(strength), sizes, keep, apart, mean)
        found = divide(task)
        assert found.exact
        assert found.spread == pytest.approx(least(task), abs=1e-9)
        assert sorted(i for team in found.teams for i in team) == list(range(sum(sizes)))
        assert tuple(map(len, found.teams)) == sizes


def test_thirty_players_in_two_teams_are_divided_exactly() -> None:
    """1, 2, …, 28 sum to 406, so two teams of 14 with 203 each exist (pairs i, 29 − i, seven to a side)."""
    found = divide(DivisionTask(tuple(map(float, range(1, 29))), (14, 14)))
    assert found.exact
    assert found.strengths == (203.0, 203.0)


@pytest.mark.slow
def test_many_teams_are_searched_and_that_is_said() -> None:
    strength = np.random.default_rng(1).normal(1500, 200, 60)
    found = divide(DivisionTask(tuple(strength.tolist()), (10,) * 6, mean=True))
    assert not found.exact
    assert found.spread < 10


@pytest.mark.parametrize(
    ("keep", "apart", "problem"),
    [
        (((0, 1),), ((0, 1),), "together and apart"),
        ((), ((0, 1), (1, 2), (0, 2)), "no division"),
        (((0, 1, 2),), (), "no division"),
    ],
)
def test_what_cannot_be(
    keep: tuple[tuple[int, ...], ...], apart: tuple[tuple[int, int], ...], problem: str
) -> None:
    with pytest.raises(BadInput, match=problem):
        divide(DivisionTask((1.0, 2.0, 3.0, 4.0), (2, 2), keep, apart))


@pytest.mark.parametrize("sizes", [(4,), (0, 4), (-1, 5), ()])
def test_a_division_has_two_teams_and_nobody_an_empty_one(sizes: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match="at least two teams, each of at least one player"):
        DivisionTask((1.0, 2.0, 3.0, 4.0), sizes)


def test_the_chances_of_the_teams() -> None:
    ratings = {name: Rating(value, 1.0) for name, value in zip("abcd", (30.0, 20.0, 25.0, 25.0), strict=True)}
    found = balance(rating_system("weng-lin"), ratings)
    assert {team.players for team in found.teams} == {("a", "b"), ("c", "d")}
    assert [team.chance for team in found.teams] == pytest.approx([0.5, 0.5])
    elo = balance(rating_system("elo"), {"a": Rating(1600.0), "b": Rating(1500.0)})
    assert sorted(team.chance for team in elo.teams) == pytest.approx([0.359935, 0.640065], abs=1e-6)
