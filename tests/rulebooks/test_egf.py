"""EGF against the European Go Database's published values, and against a slow second telling."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arpad
from arpad.core import BadInput
from arpad.ratings.explain import updates
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.record import Games, Labels, Players
from arpad.record.assembly.concatenation import concatenate
from arpad.rulebooks.go import Egf
from arpad.rulebooks.go.egf import bonus, con, expected, rating_of_grade

# The EGD's calculator, as horaceho/ers asserts it: own rating, opponent's, score, new rating.
CALCULATOR = [(2100, 2100, 1.0, 2109.306), (2100, 2100, 0.0, 2091.725)]

# skillratings and goratings: 1000 v 1300, score of the first, both new ratings.
PAIRS = [
    (1.0, 1039.4341, 1273.5665),
    (0.5, 1014.5406, 1293.4718),
    (0.0, 989.6471, 1313.3772),
]

# The same pair, by the stones that the first gives.
HANDICAPS = {0.0: 0.27322256, 1.0: 0.23947531, -1.0: 0.30481324}

# con and bonus, recomputed from the formulas of 2021.
FACTORS = [(100, 84.4485, 5.5), (1000, 49.7871, 3.25), (2000, 19.9830, 0.754649), (2700, 5.7995, 0.00134)]


def new(own: float, opponent: float, score: float, given_stones: float = 0.0) -> float:
    game = Encounter(Rating(opponent), score, handicap=given_stones)
    return Egf().update(Rating(own), [game], "period").after.value


@pytest.mark.parametrize(("own", "opponent", "score", "published"), CALCULATOR)
def test_calculator_of_the_egd(own: float, opponent: float, score: float, published: float) -> None:
    assert new(own, opponent, score) == pytest.approx(published, abs=6e-4)


@pytest.mark.parametrize(("score", "first", "second"), PAIRS)
def test_published_pair(score: float, first: float, second: float) -> None:
    assert new(1000, 1300, score) == pytest.approx(first, abs=6e-5)
    assert new(1300, 1000, 1.0 - score) == pytest.approx(second, abs=6e-5)


@pytest.mark.parametrize(("stones", "published"), HANDICAPS.items())
def test_published_handicaps(stones: float, published: float) -> None:
    assert expected(1000.0, 1300.0, stones) == pytest.approx(published, abs=6e-9)
    assert expected(1300.0, 1000.0, -stones) == pytest.approx(1.0 - published, abs=6e-9)


@pytest.mark.parametrize(("rating", "factor", "paid"), FACTORS)
def test_con_and_bonus(rating: float, factor: float, paid: float) -> None:
    assert con(float(rating)) == pytest.approx(factor, abs=6e-5)
    assert bonus(float(rating)) == pytest.approx(paid, abs=6e-6)


def test_con_and_bonus_of_a_first_dan() -> None:
    assert con(2100.0) == pytest.approx(17.580936, abs=1e-6)
    assert bonus(2100.0) == pytest.approx(0.515778, abs=1e-6)


def record(seed: int, games: int = 100, players: int = 12, events: int = 5) -> Games:
    draw = np.random.default_rng(seed)
    first = draw.integers(0, players, games)
    second = (first + draw.integers(1, players, games)) % players
    rating = np.where(draw.random(players) < 0.3, np.nan, draw.normal(1200.0, 900.0, players))
    return Games(
        Players([f"P{i}" for i in range(players)], {"rating": np.minimum(rating, 2900.0)}),
        first.astype(np.int32),
        second.astype(np.int32),
        draw.choice([0.0, 0.5, 1.0], games),
        weight=draw.choice([0.5, 0.75, 1.0], games),
        handicap=draw.choice([-3.0, 0.0, 0.0, 0.0, 2.0], games),
        event=Labels(np.sort(draw.integers(0, events, games)).astype(np.int32), tuple("ABCDE")),
    )


def slow(games: Games) -> dict[str, float]:
    rating = {i: 100.0 if math.isnan(r) else float(r) for i, r in enumerate(games.players.number("rating"))}
    assert games.event is not None
    assert games.weight is not None
    assert games.handicap is not None
    for code in dict.fromkeys(games.event.codes.tolist()):
        change = dict.fromkeys(rating, 0.0)
        for i in np.flatnonzero(games.event.codes == code):
            stones = float(games.handicap[i])
            for own, other, score, gives in (
                (int(games.first[i]), int(games.second[i]), float(games.score[i]), stones),
                (int(games.second[i]), int(games.first[i]), 1.0 - float(games.score[i]), -stones),
            ):
                r1 = rating[own] + (100 * (-gives - 0.5) if gives < 0 else 0.0)
                r2 = rating[other] + (100 * (gives - 0.5) if gives > 0 else 0.0)
                se = 1 / (1 + math.exp(-7 * math.log(3300 - r2) + 7 * math.log(3300 - r1)))
                r = rating[own]
                change[own] += ((3300 - r) / 200) ** 1.6 * float(games.weight[i]) * (score - se)
                change[own] += math.log(1 + math.exp((2300 - r) / 80)) / 5
        rating = {who: max(-900.0, r + change[who]) if change[who] else r for who, r in rating.items()}
    return {games.players.names[who]: r for who, r in rating.items()}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_the_slow_telling_agrees(seed: int) -> None:
    games = record(seed)
    found = rate(games, Egf())
    for name, value in slow(games).items():
        assert found.of(name).value == pytest.approx(value, abs=1e-8), name


def test_the_expected_score_is_told_with_six_digits() -> None:
    """1 / (1 + (1300 / 1200)⁷) = 0.36347829…"""
    (step,) = Egf().predict(Rating(2000.0), Rating(2100.0)).steps
    assert step.printed() == "0.363478"


def test_the_explanation_is_the_loop() -> None:
    ratings = rate(record(4), Egf(), history=True)
    for name in ratings.players.names:
        told = updates(ratings, name)
        assert all(
            math.fsum(part.value for part in update.explanation.parts)
            == pytest.approx(update.explanation.value, abs=1e-9)
            for update in told
            if update.after.value > -900.0
        )
        assert told[-1].after.value == pytest.approx(ratings.of(name).value, abs=1e-9)


def test_a_file_says_who_gives_stones_and_what_komi(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("white,black,result,handicap,komi,event\nAnn,Bob,1-0,3,0.5,X\nBob,Ann,0-1,,,X\n")
    games = arpad.read_games(str(file))
    assert games.handicap is not None
    assert games.komi is not None
    assert games.handicap.tolist() == [3.0, 0.0]
    np.testing.assert_array_equal(games.komi, [0.5, np.nan])
    other = Games(games.players, games.first, games.second, games.score)
    both = concatenate([games, other])
    assert both.handicap is not None
    assert both.handicap.tolist() == [3.0, 0.0, 0.0, 0.0]
    file.write_text("white,black,result,handicap\nAnn,Bob,1-0,three\n")
    with pytest.raises(BadInput, match="handicap"):
        arpad.read_games(str(file))


def test_the_lowest_rating() -> None:
    assert new(-899.0, -899.0, 0.0) == -900.0


def test_extremes_stay_finite() -> None:
    for own, theirs in ((1e5, -1e5), (-1e5, 1e5), (3300.0, 100.0), (3400.0, 3500.0)):
        for score in (0.0, 1.0):
            assert math.isfinite(new(own, theirs, score))
        assert 0.0 <= expected(own, theirs, 0.0) <= 1.0


# The European Go Database: 100 points a grade, 20 kyu is 100 and 1 dan 2100; professionals 30 points a grade
# from 2700 for 1 dan to 2940 for 9 dan.
GRADES = {"20k": 100, "30k": -900, "1k": 2000, "1d": 2100, "3d": 2300, "7d": 2700, "1p": 2700, "9p": 2940}


@pytest.mark.parametrize(("grade", "rating"), GRADES.items())
def test_a_grade_stands_for_a_rating(grade: str, rating: float) -> None:
    assert rating_of_grade(grade) == rating


def graded(*grades: str | None, rating: float = math.nan) -> Games:
    known = {"grade": np.array(grades, dtype=object), "rating": np.array([rating, math.nan, math.nan])}
    players = Players(["Ann", "Bob", "Cleo"], known)
    return Games(players, np.array([0, 2], np.int32), np.array([1, 1], np.int32), np.array([1.0, 0.0]))


def test_a_newcomer_enters_at_the_declared_grade() -> None:
    """A rating that is given holds; a grade where there is none; without both 100."""
    entered = arpad.rate(graded("3d", "1d", None, rating=2250.0), "egf", history=True)
    before = {one.before.value for one in updates(entered, "Ann")}
    assert before == {2250.0}
    assert {one.before.value for one in updates(entered, "Bob")} == {2100.0}
    assert {one.before.value for one in updates(entered, "Cleo")} == {100.0}
    equal = arpad.rate(graded("1d", "1d", "5k"), "egf")
    assert equal.rating[0] == pytest.approx(CALCULATOR[0][3], abs=6e-4)


def test_a_grade_that_is_none_is_refused_with_its_player() -> None:
    with pytest.raises(BadInput, match="'strong', the grade of Bob, is not a valid grade"):
        arpad.rate(graded("1d", "strong", "5k"), "egf")
