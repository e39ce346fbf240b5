"""The exam's questions 13 to 16, as its pupils had to answer them.

Source: the Dutch exam of mathematics, "Een ranglijst van alle schakers" (with the list of June 2017).
"""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.ratings.model import Encounter, Rating
from arpad.rulebooks.dutch_exam import Exam

EXAM = Exam()
ratings = st.integers(0, 3500)
scores = st.sampled_from([0.0, 0.5, 1.0])


def test_question_13_faber_is_expected_to_lose_against_rutten() -> None:
    v = EXAM.predict(Rating(2107), Rating(2307)).expected
    assert v == pytest.approx(0.240253, abs=5e-7)
    assert f"{v:.4f}" == "0.2403"
    assert v < 0.5


def test_question_13_rutten_is_expected_to_win() -> None:
    assert EXAM.predict(Rating(2307), Rating(2107)).expected == pytest.approx(1 - 0.240253, abs=5e-7)


@given(st.integers(0, 3400), st.integers(1, 100))
def test_question_14_a_stronger_opponent_leaves_altena_a_lower_v(opponent: int, more: int) -> None:
    altena = Rating(1932)
    weaker = EXAM.predict(altena, Rating(opponent)).expected
    assert EXAM.predict(altena, Rating(opponent + more)).expected < weaker


def test_question_15_wojtaszek_beats_carlsen() -> None:
    update = EXAM.update(Rating(2744), [Encounter(Rating(2862), 1.0)], "live")
    (game,) = update.explanation.parts
    assert game.facts["expected"] == pytest.approx(0.336426, abs=5e-7)
    assert game.value == pytest.approx(6.6357, abs=5e-5)
    assert update.explanation.value == 7
    assert update.after.value == 2751


def test_carlsen_goes_down_to_2855() -> None:
    update = EXAM.update(Rating(2862), [Encounter(Rating(2744), 0.0)], "live")
    assert update.after.value == 2855


@given(ratings, ratings, scores)
def test_question_16_a_game_never_gains_more_than_10(own: int, opponent: int, score: float) -> None:
    change = EXAM.update(Rating(own), [Encounter(Rating(opponent), score)], "live").explanation.value
    assert -10 <= change <= 10
    assert change == int(change)


@given(ratings, ratings, scores)
def test_what_one_side_gains_the_other_loses(own: int, opponent: int, score: float) -> None:
    one = EXAM.update(Rating(own), [Encounter(Rating(opponent), score)], "live").explanation.value
    other = EXAM.update(Rating(opponent), [Encounter(Rating(own), 1 - score)], "live").explanation.value
    assert one == -other


def test_the_explanation_is_the_exams_plan_of_four_steps() -> None:
    update = EXAM.update(Rating(2744), [Encounter(Rating(2862), 1.0)], "live")
    steps = [*update.explanation.parts[0].steps, *update.explanation.steps]
    labels = [step.label for step in steps]
    assert labels == ["expected score", "step 1", "step 2", "step 3", "step 4"]
    assert [step.value for step in steps] == pytest.approx([0.336426, 0.663574, 6.6357, 7, 2751], abs=5e-5)
    assert steps[0].working == "1 / (1 + 10^(0.0025 · (2862 − 2744)))"


def test_it_is_rated_game_by_game_only() -> None:
    assert EXAM.schedules == ("live",)
    assert {field.name: field.default for field in fields(Exam)} == {"k": 10, "scale": 400, "initial": 1500}
