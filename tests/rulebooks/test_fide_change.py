"""FIDE's rating change (B.02, 8.3) against published calculations, clause by clause."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput, Explanation
from arpad.ratings.model import Encounter, Rating, Schedule, Update
from arpad.rulebooks.fide import Fide, FideRapid
from arpad.rulebooks.fide.editions import EDITIONS
from arpad.rulebooks.fide.rating_change import limited
from arpad.rulebooks.fide.tables import TABLE_8_1_2

PORTIMAO = Path(__file__).parents[1] / "fixtures" / "fide_portimao_2024.csv"
BEFORE_2650 = date(2025, 9, 30)
SINCE_2650 = date(2025, 10, 1)


def period(
    own: float, k: float | None, games: Sequence[tuple[float, float]], on: date | None = None
) -> Update:
    met = [Encounter(Rating(opponent), score, on=on) for opponent, score in games]
    return Fide(k=k).update(Rating(own), met, "period")


def one_game(own: float, opponent: float, score: float, k: float, on: date | None = None) -> float:
    (game,) = period(own, k, [(opponent, score)], on).explanation.parts
    return game.value


def exact(update: Update) -> float:
    return math.fsum(part.value for part in update.explanation.parts)


def surprises(explanation: Explanation) -> list[float]:
    return [float(step.value) for part in explanation.parts for step in part.steps if step.label == "ΔR"]


# --- published calculations ---


def test_published_p01_rounds_half_away_from_zero() -> None:
    games = [(1787, 1.0), (2025, 1.0), (2310, 1.0), (2400, 1.0), (2505, 0.5)]
    update = period(2813, None, games, SINCE_2650)
    assert surprises(update.explanation) == pytest.approx([0, 0, 0.04, 0.07, -0.36], abs=1e-12)
    assert exact(update) == pytest.approx(-2.50, abs=1e-12)
    assert update.after.value == 2810


def test_published_p04_with_an_opponent_already_capped() -> None:
    games = [(1675, 1.0), (2310, 0.0), (1653, 1.0), (1884, 1.0), (2218, 0.0)]
    update = period(2053, 20, games, SINCE_2650)
    assert math.fsum(surprises(update.explanation)) == pytest.approx(-0.01, abs=1e-12)
    assert exact(update) == pytest.approx(-0.20, abs=1e-12)
    assert update.after.value == 2053


@pytest.mark.parametrize(
    ("own", "opponent", "score", "k", "change"),
    [
        (2003, 2000, 1.0, 10, 5.0),
        (2011, 2000, 1.0, 10, 4.8),
        (2207, 2000, 1.0, 10, 2.3),
        (2392, 2000, 1.0, 10, 0.8),
        (2000, 2004, 0.0, 10, -4.9),
        (1655, 2000, 0.0, 10, -1.1),
        (2200, 2700, 0.0, 20, -1.6),
        (2092, 2000, 1.0, 15, 5.55),
    ],
)
def test_single_games_with_the_plain_cap(
    own: int, opponent: int, score: float, k: int, change: float
) -> None:
    for on in (BEFORE_2650, SINCE_2650):
        assert one_game(own, opponent, score, k, on) == pytest.approx(change, abs=1e-9)


@pytest.mark.parametrize(
    ("difference", "score", "change"),
    [(3, 1.0, 5.0), (4, 1.0, 4.9), (206, 1.0, 2.4), (207, 1.0, 2.3), (-3, 0.0, -5.0), (-4, 0.0, -4.9)],
)
def test_boundaries_of_the_table(difference: int, score: float, change: float) -> None:
    assert one_game(2000 + difference, 2000, score, 10) == pytest.approx(change, abs=1e-9)


@pytest.mark.parametrize(
    ("own", "k", "opponent", "score", "change"),
    [
        (1500, 40, 1500, 1.0, 20),
        (1500, 40, 1900, 1.0, 37),
        (1500, 40, 1900, 0.5, 17),
        (1500, 40, 1900, 0.0, -3),
        (1500, 40, 1600, 1.0, 26),
        (1500, 40, 1600, 0.5, 6),
        (1500, 40, 1600, 0.0, -14),
        (2000, 40, 1600, 1.0, 3),
        (2000, 40, 1600, 0.5, -17),
        (2000, 40, 1600, 0.0, -37),
        (2800, 10, 1800, 1.0, 0),
    ],
)
def test_single_games_rounded_as_lichess_tests_them(
    own: int, k: int, opponent: int, score: float, change: int
) -> None:
    assert period(own, k, [(opponent, score)]).explanation.value == change


def portimao() -> list[dict[str, str]]:
    """Return the published rows of the players who had a rating."""
    with PORTIMAO.open() as file:
        return [row for row in csv.DictReader(file) if row["rtg"] != "0"]


def differences_expecting(hundredths: int, games: int) -> list[int]:
    """Return differences at which so many games expect so many hundredths of a point in all."""
    least = {round(100 * row.higher): row.least for row in TABLE_8_1_2}
    least |= {round(100 * row.lower): -row.least for row in TABLE_8_1_2[1:]}
    return [least[(hundredths + game) // games] for game in range(games)]


def test_portimao_2024_has_93_published_changes() -> None:
    assert len(portimao()) == 93
    assert {row["K"] for row in portimao()} == {"10", "20", "40"}


@pytest.mark.parametrize("row", portimao(), ids=lambda row: f"player {row['sno']}")
def test_portimao_2024(row: dict[str, str]) -> None:
    """The file has sums, not games: games are made up that expect the published We and score W.

    Where n counts games that were not rated, there are fewer: a rated game expects at least .08.
    """
    hundredths, won, own = round(100 * float(row["we"])), float(row["w"]), int(row["rtg"])
    games = min(int(row["n"]), hundredths // 8)
    scores = [min(1.0, max(0.0, won - game)) for game in range(games)]
    assert math.fsum(scores) == won
    met = [(own - d, s) for d, s in zip(differences_expecting(hundredths, games), scores, strict=True)]
    update = period(own, float(row["K"]), met, date(2024, 7, 1))
    assert math.fsum(p.facts["expected"] for p in update.explanation.parts) == pytest.approx(float(row["we"]))
    assert exact(update) == pytest.approx(float(row["rtg_change"]), abs=1e-9)


# --- 8.3.1: the difference that counts, and its editions ---


@pytest.mark.parametrize(
    ("own", "opponent", "score", "before", "since"),
    [
        (2650, 2150, 1.0, 0.8, 0.4),
        (2700, 2200, 1.0, 0.8, 0.4),
        (2649, 2149, 1.0, 0.8, 0.8),
        (2700, 1964, 1.0, 0.8, 0.0),
        (2700, 1900, 0.0, -9.2, -10.0),
    ],
)
def test_from_2650_all_of_a_difference_counts_since_october_2025(
    own: int, opponent: int, score: float, before: float, since: float
) -> None:
    assert one_game(own, opponent, score, 10, BEFORE_2650) == pytest.approx(before, abs=1e-9)
    assert one_game(own, opponent, score, 10, SINCE_2650) == pytest.approx(since, abs=1e-9)
    assert one_game(own, opponent, score, 10) == pytest.approx(since, abs=1e-9)


def test_the_cap_is_lifted_for_the_own_rating_not_for_the_pair() -> None:
    stronger = Fide().predict(Rating(2813), Rating(2400), on=SINCE_2650).expected
    weaker = Fide().predict(Rating(2400), Rating(2813), on=SINCE_2650).expected
    assert (stronger, weaker) == (0.93, 0.08)


def test_editions_by_day() -> None:
    days = np.array(["2019-05-01", "2024-03-01", "2025-09-30", "2025-10-01", "2026-11-21"], "datetime64[D]")
    codes = Fide().edition_codes(days)
    assert codes.dtype == np.int8
    assert codes.tolist() == [0, 2, 2, 3, 3]
    assert [edition.since for edition in EDITIONS] == sorted(edition.since for edition in EDITIONS)


def test_the_cap_may_be_used_any_number_of_times() -> None:
    update = period(2000, 20, [(2700, 0.0)] * 5)
    assert exact(update) == pytest.approx(5 * -1.6, abs=1e-9)


COOMERA = ((1063, 1.0), (1299, 1.0), (1413, 1.0), (1872, 0.5), (1851, 0.0), (1427, 1.0), (1682, 1.0))
"""A rapid tournament of October 2022 as ratings.fide.com calculated it for a player of 2000 (K 20): opponents and
scores; the first alone counts as 1600. Quoted at chesschat.org, *FIDE rating uplift change*."""


def coomera(on: date, event: str | None = "Coomera") -> Update:
    facts = {} if event is None else {"event": event}
    met = [Encounter(Rating(opponent), score, on=on, facts=facts) for opponent, score in COOMERA]
    return FideRapid(k=20).update(Rating(2000), met, "period")


def test_from_2022_to_2024_the_cap_helps_once_in_a_tournament() -> None:
    update = coomera(date(2022, 10, 30))
    published = [0.08, 0.01, 0.02, -0.17, -0.70, 0.02, 0.13]
    assert surprises(update.explanation) == pytest.approx(published, abs=1e-12)
    assert exact(update) == pytest.approx(-12.20, abs=1e-12)
    text = "\n".join(update.explanation.lines())
    assert text.count("in full, the 400-point rule helped in another game of the tournament") == 3


@pytest.mark.parametrize("on", [date(2021, 12, 31), date(2024, 3, 1)])
def test_before_and_after_it_helps_in_every_game(on: date) -> None:
    assert exact(coomera(on)) == pytest.approx(-12.20 + 20 * (0.07 + 0.06 + 0.06), abs=1e-12)


def test_games_of_no_tournament_are_tournaments_of_their_own() -> None:
    on = date(2022, 10, 30)
    assert exact(coomera(on, None)) == pytest.approx(exact(coomera(date(2024, 3, 1))), abs=1e-12)


def test_the_lower_rated_is_capped_in_every_game() -> None:
    met = [
        Encounter(Rating(o), 0.0, on=date(2023, 5, 1), facts={"event": "Open"}) for o in (2500, 2600, 2700)
    ]
    assert exact(Fide(k=20).update(Rating(2000), met, "period")) == pytest.approx(3 * -1.6, abs=1e-12)


def test_live_differences_enter_the_table_as_whole_points() -> None:
    assert one_game(2003.4, 2000, 1.0, 10) == pytest.approx(5.0)
    assert one_game(2003.5, 2000, 1.0, 10) == pytest.approx(4.9)


# --- 8.3.3: K ---

ON = date(2026, 6, 1)


@pytest.mark.parametrize(
    ("rating", "peak", "games", "birth_year", "k"),
    [
        (2400, None, 500, 1980, 10),
        (2350, 2400, 500, 1980, 10),
        (2350, 2399, 500, 1980, 20),
        (2410, None, 5, 2012, 10),
        (2200, None, 500, 2008, 40),
        (2200, None, 500, 2007, 20),
        (2299, None, 500, 2010, 40),
        (2300, None, 500, 2010, 20),
        (2250, 2300, 500, 2010, 20),
        (2310, None, 29, 2010, 40),
        (1800, None, 29, 1980, 40),
        (1800, None, 30, 1980, 20),
        (1800, None, 30, None, 20),
        (2399, None, 29, None, 40),
    ],
)
def test_k_by_rating_games_and_age(
    rating: int, peak: int | None, games: int, birth_year: int | None, k: int
) -> None:
    before = Rating(rating, games=games, peak=peak, birth_year=birth_year)
    update = Fide().update(before, [Encounter(Rating(rating), 1.0, on=ON)], "period")
    assert update.explanation.value == k / 2


RAPID_LIST = [
    (date(2024, 2, 29), 1800, None, 5, None, 20),
    (date(2024, 3, 1), 1800, None, 5, None, 40),
    (date(2023, 6, 1), 2500, 2600, 500, None, 20),
    (date(2024, 6, 1), 2500, 2600, 500, None, 10),
    (date(2018, 6, 1), 1500, None, 500, 2010, 20),
    (date(2025, 6, 1), 1500, None, 500, 2010, 40),
]


@pytest.mark.parametrize(("on", "rating", "peak", "games", "birth_year", "k"), RAPID_LIST)
@pytest.mark.parametrize("schedule", ["period", "live"])
def test_rapid_k_was_20_for_all_before_march_2024(
    on: date, rating: int, peak: int | None, games: int, birth_year: int | None, k: int, schedule: Schedule
) -> None:
    before = Rating(rating, games=games, peak=peak, birth_year=birth_year)
    told = FideRapid().update(before, [Encounter(Rating(rating), 1.0, on=on)], schedule).explanation
    assert told.value == k / 2
    (reason,) = [step for step in told.parts[0].steps if step.label == "K-factor"]
    assert ("the same for all before March 2024" in reason.line()) == (on < date(2024, 3, 1))


def test_the_published_rapid_calculation_follows_from_the_edition_alone() -> None:
    """The K 20 of the calculation of October 2022, for a player whose K would be 40 today."""
    met = [Encounter(Rating(o), s, on=date(2022, 10, 30), facts={"event": "Coomera"}) for o, s in COOMERA]
    found = FideRapid().update(Rating(2000, games=3), met, "period")
    assert exact(found) == pytest.approx(-12.20, abs=1e-12)


def test_a_k_that_is_given_holds_in_every_edition() -> None:
    met = [Encounter(Rating(1800), 1.0, on=date(2023, 1, 1))]
    assert FideRapid(k=30).update(Rating(1800), met, "period").explanation.value == 15


@pytest.mark.parametrize(
    ("games", "k", "expected"), [(35, 20, 20), (36, 20, 19), (39, 20, 17), (17, 40, 40), (18, 40, 38)]
)
def test_k_times_games_is_at_most_700(games: int, k: int, expected: int) -> None:
    assert limited(700.0, float(k), float(games)) == expected
    update = period(2000, k, [(2000, 1.0)] * games)
    assert exact(update) == pytest.approx(games * expected / 2)


@given(st.integers(1, 800), st.sampled_from([10.0, 20.0, 40.0]))
def test_the_limited_k_is_the_largest_whole_number_that_keeps_to_700(games: int, k: float) -> None:
    new = limited(700.0, k, float(games))
    assert new * games <= 700
    assert new == k or (new < k and (new + 1) * games > 700)


def test_live_the_limit_of_700_has_no_effect() -> None:
    update = Fide(k=40).update(Rating(2000), [Encounter(Rating(2000), 1.0)], "live")
    assert update.after.value == 2020


# --- 8.3.4: rounding ---


@pytest.mark.parametrize(
    ("k", "opponent", "score", "rounded"), [(15, 2000, 1.0, 8), (15, 2000, 0.0, -8), (5, 2000, 0.0, -3)]
)
def test_a_half_is_rounded_away_from_zero(k: int, opponent: int, score: float, rounded: int) -> None:
    assert period(2000, k, [(opponent, score)]).explanation.value == rounded


def test_a_period_is_rounded_once() -> None:
    games = [(2094, 1.0)] * 3
    each = one_game(2000, 2094, 1.0, 10)
    assert each == pytest.approx(6.3)
    assert period(2000, 10, games).explanation.value == 19


def test_live_changes_are_not_rounded() -> None:
    update = Fide(k=10).update(Rating(2000), [Encounter(Rating(2094), 1.0)], "live")
    assert update.after.value == pytest.approx(2006.3)


# --- unrated players, explanations ---


def test_without_a_rating_there_is_no_newcomer() -> None:
    with pytest.raises(BadInput, match=r"players=.FILE.*initial=1500"):
        Fide().newcomer()
    assert Fide(initial=1500.0).newcomer() == Rating(1500.0)


def test_the_explanation_prints_row_cap_edition_k_and_rounding() -> None:
    before = Rating(2000, games=100)
    met = [Encounter(Rating(o), 1.0, on=BEFORE_2650) for o in (1800, 1500, *[2000] * 36)]
    text = "\n".join(Fide().update(before, met, "period").explanation.lines())
    for words in (
        "D 198–206 → PD 0.76/0.24",
        "at most 400 either way = 400 points   [8.3.1, B.02 of 2024-03-01]",
        "has never been rated 2400 or more; 20 · 38 games > 700, so ⌊700 / 38⌋ = 18   [8.3.3]",
        "rounded: to the nearest whole number, halves away from zero = +329.76 = 330 points   [8.3.4]",
    ):
        assert words in text


def test_the_explanation_names_the_lifted_cap() -> None:
    text = "\n".join(period(2700, None, [(1900, 0.0)], SINCE_2650).explanation.lines())
    assert "in full, own rating 2650 or more = 800 points   [8.3.1, B.02 as amended 2025-10-01]" in text
    assert "D over 735 → PD 1.00/0.00" in text


scores = st.sampled_from([0.0, 0.5, 1.0])
ratings = st.integers(1400, 2900)


@given(ratings, st.lists(st.tuples(ratings, scores), min_size=1, max_size=45), st.integers(0, 60))
def test_games_add_up_to_the_change_before_rounding(
    own: int, games: list[tuple[int, float]], played: int
) -> None:
    met = [Encounter(Rating(opponent), score, on=SINCE_2650) for opponent, score in games]
    update = Fide().update(Rating(own, games=played), met, "period")
    assert update.explanation.steps[0].value == pytest.approx(exact(update), abs=1e-9)
    assert abs(update.explanation.value - exact(update)) <= 0.5 + 1e-6
    assert update.after.value == own + update.explanation.value
    assert update.after.games == played + len(games)


@given(ratings, ratings)
def test_both_sides_of_a_capped_game_expect_one_point_together(own: int, opponent: int) -> None:
    fide = Fide()
    both = [
        fide.predict(Rating(a), Rating(b), on=BEFORE_2650).expected
        for a, b in ((own, opponent), (opponent, own))
    ]
    assert math.fsum(both) == pytest.approx(1.0)
