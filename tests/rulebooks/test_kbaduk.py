"""Korean Baduk against Bae Taeil's appendix: its table, its worked example corrected, and its misprints."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.ratings.model import Encounter, Rating, Schedule, Update
from arpad.rulebooks.kbaduk import KoreanBaduk
from arpad.rulebooks.kbaduk.expectation import TABLE

FIXTURE = Path(__file__).parents[1] / "fixtures" / "kbaduk_expectations.csv"
BY_TABLE = KoreanBaduk(expectation="table")
OWN = 8900.0
OPPONENTS = (8532, 8810, 9057, 9213)
OPPONENTS_OF_THE_PRINTED_DIFFERENCE = (8432, 8810, 9057, 9213)
RESULTS = (1.0, 0.0, 1.0, 0.0)


def after_games(
    opponents: tuple[int, ...], scores: tuple[float, ...], schedule: Schedule = "period"
) -> Update:
    games = [Encounter(Rating(o), s) for o, s in zip(opponents, scores, strict=True)]
    return BY_TABLE.update(Rating(OWN), games, schedule)


def changes(update: Update) -> list[float]:
    return [part.value for part in update.explanation.parts]


def total(update: Update) -> float:
    return math.fsum(changes(update))


def published() -> dict[int, float]:
    with FIXTURE.open() as file:
        return {int(row["difference"]): float(row["expectation"]) for row in csv.DictReader(file)}


def by_hand(difference: float) -> float:
    return float(1 / (1 + 10 ** (-difference / 800)))


def test_the_table_has_the_200_published_entries() -> None:
    table = published()
    assert len(table) == 200
    assert dict(zip(range(0, 1000, 5), TABLE, strict=True)) == table


def test_the_published_entries_are_the_formula_to_three_decimals() -> None:
    assert {d: round(by_hand(d), 3) for d in published()} == published()


@pytest.mark.parametrize(
    ("difference", "expected"),
    [(167, 0.617), (123, 0.589), (-157, 1 - 0.610), (-313, 1 - 0.712), (0, 0.5), (2, 0.5), (3, 0.504)],
)
def test_the_nearest_entry_is_taken(difference: int, expected: float) -> None:
    assert BY_TABLE.predict(Rating(9000 + difference), Rating(9000)).expected == pytest.approx(
        expected, abs=1e-12
    )


def test_half_way_between_two_entries_the_larger_counts() -> None:
    assert BY_TABLE.predict(Rating(9002.5), Rating(9000)).expected == 0.504
    assert BY_TABLE.predict(Rating(9000), Rating(9002.5)).expected == pytest.approx(0.496, abs=1e-12)


def test_beyond_the_last_entry_the_formula_holds() -> None:
    assert BY_TABLE.predict(Rating(9997), Rating(9000)).expected == 0.946
    beyond = BY_TABLE.predict(Rating(9998), Rating(9000))
    assert beyond.expected == pytest.approx(by_hand(998), abs=1e-15)
    assert "998" in beyond.steps[-1].working


def test_the_nearest_entry_moves_a_change_in_the_second_decimal_only() -> None:
    formula = KoreanBaduk()
    worst = max(
        abs(
            BY_TABLE.predict(Rating(9000 + d), Rating(9000)).expected
            - formula.predict(Rating(9000 + d), Rating(9000)).expected
        )
        for d in range(998)
    )
    assert 14 * worst == pytest.approx(0.0269, abs=0.00005)


def test_worked_example() -> None:
    update = after_games(OPPONENTS, RESULTS)
    assert changes(update) == pytest.approx([3.584, -7.096, 8.540, -3.232], abs=1e-9)
    assert [part.facts["expected"] for part in update.explanation.parts] == pytest.approx(
        [0.744, 0.564, 0.390, 0.288], abs=1e-12
    )
    assert total(update) == pytest.approx(1.796, abs=1e-9)
    assert update.after.value == OWN + 2
    assert update.explanation.value == 2


def test_worked_example_with_all_games_lost() -> None:
    update = after_games(OPPONENTS, (0.0,) * 4)
    assert total(update) == pytest.approx(-24.604, abs=1e-9)
    assert update.explanation.value == -25


def test_worked_example_with_all_games_won() -> None:
    update = after_games(OPPONENTS, (1.0,) * 4)
    assert total(update) == pytest.approx(28.196, abs=1e-9)
    assert update.explanation.value == 28


def test_misprint_of_the_difference_468_belongs_to_an_opponent_of_8432() -> None:
    update = after_games(OPPONENTS_OF_THE_PRINTED_DIFFERENCE, RESULTS)
    assert changes(update)[0] == pytest.approx(2.87, abs=1e-9)
    assert total(update) == pytest.approx(1.082, abs=1e-9)
    assert update.explanation.value == 1
    lost = after_games(OPPONENTS_OF_THE_PRINTED_DIFFERENCE, (0.0,) * 4)
    assert total(lost) == pytest.approx(-25.318, abs=1e-9)
    assert lost.explanation.value == -25
    won = after_games(OPPONENTS_OF_THE_PRINTED_DIFFERENCE, (1.0,) * 4)
    assert total(won) == pytest.approx(27.482, abs=1e-9)
    assert won.explanation.value == 27


def test_misprint_of_the_second_game_took_the_rest_of_its_expectancy() -> None:
    loss = changes(after_games(OPPONENTS, RESULTS))[1]
    assert loss == pytest.approx(-7.096, abs=1e-9)
    printed = -5.30
    assert printed == pytest.approx(-0.436 * 14 + 0.8, abs=0.005)
    assert abs(loss - printed) > 1.7


def test_misprinted_totals_are_not_reached() -> None:
    for opponents in (OPPONENTS, OPPONENTS_OF_THE_PRINTED_DIFFERENCE):
        update = after_games(opponents, RESULTS)
        assert round(total(update), 2) != 2.88
        assert update.explanation.value != 3
        assert after_games(opponents, (0.0,) * 4).explanation.value != -24
    printed_parts = (2.87, -5.30, 8.54, -3.23)
    assert math.fsum(printed_parts) == pytest.approx(2.88)


def test_the_formula_is_the_default() -> None:
    system = KoreanBaduk()
    assert (system.k, system.alpha, system.scale, system.expectation) == (14, 0.8, 800, "formula")
    win = system.update(Rating(OWN), [Encounter(Rating(8532), 1.0)], "live")
    assert win.explanation.value == pytest.approx(14 * (1 - by_hand(368)), abs=1e-9)


def test_a_weight_multiplies_all_but_alpha() -> None:
    games = [Encounter(Rating(8810), 0.0, weight=1.5), Encounter(Rating(8810), 1.0, weight=1.5)]
    parts = changes(BY_TABLE.update(Rating(OWN), games, "period"))
    assert parts == pytest.approx([-0.564 * 14 * 1.5 + 0.8, 0.436 * 14 * 1.5], abs=1e-9)


def test_a_draw_pays_no_alpha() -> None:
    (change,) = changes(BY_TABLE.update(Rating(OWN), [Encounter(Rating(8810), 0.5)], "period"))
    assert change == pytest.approx((0.5 - 0.564) * 14, abs=1e-9)


def test_live_changes_are_not_rounded() -> None:
    update = after_games(OPPONENTS[:1], RESULTS[:1], "live")
    assert update.after.value == pytest.approx(8903.584, abs=1e-9)
    assert update.explanation.terms


def test_the_explanation_names_entry_and_rounding() -> None:
    text = "\n".join(after_games(OPPONENTS, RESULTS).explanation.lines())
    for line in ("nearest entry: 370 points", "1 − E(155) = 1 − 0.610 = 0.390", "14 · (0 − 0.5640) + 0.8"):
        assert line in text
    assert "rounded: to the nearest whole number = +1.7960 = 2 points" in text


def test_the_table_refuses_another_scale() -> None:
    with pytest.raises(BadInput, match="scale of 800, not 400"):
        KoreanBaduk(expectation="table", scale=400.0)


ratings = st.integers(5000, 12000)
scores = st.sampled_from([0.0, 0.5, 1.0])


@given(ratings, ratings, scores, st.sampled_from(["formula", "table"]))
def test_a_decided_game_creates_alpha_and_a_draw_nothing(
    own: int, opponent: int, score: float, expectation: str
) -> None:
    system = KoreanBaduk(expectation=expectation)
    one = system.update(Rating(own), [Encounter(Rating(opponent), score)], "live").explanation.value
    other = system.update(Rating(opponent), [Encounter(Rating(own), 1 - score)], "live").explanation.value
    assert one + other == pytest.approx(0.0 if score == 0.5 else 0.8, abs=1e-9)


@given(ratings, st.lists(st.tuples(ratings, scores), min_size=1, max_size=12))
def test_the_games_add_up_to_the_total_that_is_rounded(own: int, games: list[tuple[int, float]]) -> None:
    update = BY_TABLE.update(Rating(own), [Encounter(Rating(o), s) for o, s in games], "period")
    assert abs(total(update) - update.explanation.value) <= 0.5 + 1e-9
    assert update.explanation.steps[0].value == pytest.approx(total(update), abs=1e-9)
    assert update.after.value == own + update.explanation.value
