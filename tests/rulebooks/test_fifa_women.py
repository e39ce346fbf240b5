"""FIFA's women's ranking: what is certain of its structure, and that the rest says that it is not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.record import Games, Players
from arpad.rulebooks.football import FifaWomen
from arpad.rulebooks.football.fifa_women import LOSERS_SHARE, actual_result


def test_72_points_are_60_per_cent() -> None:
    """FIFA's own round figure (fifa.com, procedure of the women's ranking); the formula gives 60.22 %."""
    assert FifaWomen().predict(Rating(1372), Rating(1300)).expected == pytest.approx(0.6022, abs=5e-5)


def test_at_home_it_is_100_points_more() -> None:
    assert FifaWomen().predict(Rating(1300), Rating(1400), 1).expected == 0.5


def test_it_is_said_to_be_unverified() -> None:
    assert FifaWomen.status == "unverified"
    assert any("remembered" in note for note in FifaWomen.notes)


@pytest.mark.parametrize(
    ("own", "other", "share"),
    # Remembered, not read at FIFA: 1–0, 2–1, 3–0, 8–2 and back, 9–6; draws half
    [(1, 0, 0.85), (2, 1, 0.84), (0, 3, 0.04), (2, 8, 0.02), (9, 6, 0.92), (0, 0, 0.5), (4, 4, 0.5)],
)
def test_actual_results(own: int, other: int, share: float) -> None:
    found = actual_result(np.array([own, other], dtype=float), np.array([other, own], dtype=float))
    assert found == pytest.approx([share, 1 - share])


def test_the_table_is_regular() -> None:
    """More goals scored are worth more, a larger difference less."""
    table = np.array(LOSERS_SHARE)
    assert table.shape == (6, 6)
    assert (np.diff(table, axis=0) > 0).all()
    assert (np.diff(table, axis=1) < 0).all()


MATCHES = st.lists(
    st.tuples(st.integers(0, 2), st.integers(1, 2), st.integers(0, 8), st.integers(0, 8), st.booleans()),
    min_size=1,
    max_size=20,
)


@settings(max_examples=40, deadline=None)
@given(MATCHES)
def test_a_slow_twin(matches: list[tuple[int, int, int, int, bool]]) -> None:
    points = [1300.0] * 3
    for a, step, one, two, home in matches:
        b = (a + step) % 3
        predicted = 1 / (1 + 10 ** (-(points[a] - points[b] + 100 * home) / 400))
        actual = 0.5
        if one != two:
            loser = LOSERS_SHARE[min(one, two, 5)][min(abs(one - two), 6) - 1] / 100
            actual = loser if one < two else 1 - loser
        points[a] += 60 * (actual - predicted)
        points[b] -= 60 * (actual - predicted)
    first = np.array([m[0] for m in matches], dtype=np.int32)
    goals = np.array([[m[2], m[3]] for m in matches], dtype=float)
    games = Games(
        Players(list("ABC")),
        first,
        ((first + np.array([m[1] for m in matches])) % 3).astype(np.int32),
        (np.sign(goals[:, 0] - goals[:, 1]) + 1) / 2,
        advantage=np.array([m[4] for m in matches], dtype=np.int8),
        points_first=goals[:, 0],
        points_second=goals[:, 1],
    )
    found = rate(games, FifaWomen(importance=60), history=True)
    np.testing.assert_allclose(found.rating, points, atol=1e-9)
    assert found.rating.sum() == pytest.approx(3900, abs=1e-9)  # what one wins the other loses
    told = explain(found, "ABC"[matches[0][0]])
    assert sum(part.value for part in told.parts) == pytest.approx(told.value, abs=1e-9)


def test_a_match_of_no_record_is_one_to_nil() -> None:
    found = FifaWomen(importance=15).update(Rating(1300), [Encounter(Rating(1300), 1.0)], "live")
    assert found.explanation.value == pytest.approx(15 * (0.85 - 0.5))


def test_it_needs_goals() -> None:
    one = np.array([0], dtype=np.int32)
    games = Games(Players(["A", "B"]), one, one + 1, np.array([1.0]))
    with pytest.raises(BadInput, match="goals of every match"):
        rate(games, FifaWomen(importance=15))
