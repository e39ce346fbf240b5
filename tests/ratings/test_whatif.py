"""Hypothetical games: totals, rounding, all won and all lost."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.ratings.elo.system import Elo
from arpad.ratings.model import Encounter, Rating, Schedule
from arpad.ratings.parameters import SMALLEST
from arpad.ratings.whatif import what_if


def games(*rows: tuple[float, float]) -> list[Encounter]:
    return [Encounter(Rating(float(opponent)), score) for opponent, score in rows]


QUARTER = Elo(k=10, curve="linear")
"""Against 200 points less the linear curve expects .75, against 200 more .25."""


@pytest.mark.parametrize(
    ("opponents", "total", "rounded"),
    [
        ([(1300, 0.5)], -2.5, -3),
        ([(1300, 1)], 2.5, 3),
        ([(1300, 0.5), (1500, 0.5), (1700, 0.5)], 0.0, 0),
        ([(1300, 0.5), (1300, 0.5)], -5.0, -5),
        ([(1700, 1), (1700, 0)], 5.0, 5),
        ([(1460, 0.5)], -0.5, -1),
        ([(1461, 0.5)], -0.4875, 0),
    ],
)
def test_totals_of_a_period(opponents: list[tuple[float, float]], total: float, rounded: float) -> None:
    told = what_if(QUARTER, Rating(1500.0), games(*opponents), "period").asked
    assert told.total == pytest.approx(total, abs=1e-9)
    assert told.rounded == rounded
    assert told.after.value == pytest.approx(1500 + total, abs=1e-9)
    assert len(told.games) == len(opponents)
    assert len(told.updates) == 1


def test_live_meets_the_next_game_with_the_new_rating() -> None:
    """1500 beats 1700 (+7.5), then meets 1500 at 1507.5: draw, 10 · (.5 − .509375)."""
    rows = games((1700, 1), (1500, 0.5))
    live = what_if(QUARTER, Rating(1500.0), rows, "live").asked
    assert live.total == pytest.approx(7.5 - 10 * 7.5 / 800, abs=1e-9)
    assert len(live.updates) == 2
    assert what_if(QUARTER, Rating(1500.0), rows, "period").asked.total == pytest.approx(7.5, abs=1e-9)
    assert what_if(QUARTER, Rating(1500.0), rows).asked == live  # live is Elo's own


def test_all_won_and_all_lost() -> None:
    told = what_if(QUARTER, Rating(1500.0), games((1300, 0.5), (1500, 0.5), (1700, 0.5)), "period")
    assert told.if_all_won.total == pytest.approx(2.5 + 5 + 7.5)
    assert told.if_all_lost.total == pytest.approx(-15)
    assert [part.facts["score"] for part in told.if_all_won.games] == [1, 1, 1]
    assert [part.facts["score"] for part in told.if_all_lost.games] == [0, 0, 0]


def test_changes_that_are_rounded_each() -> None:
    """4.5 → 5 and then 10 · (.5 − 45 / 800) = 4.4375 → 4: the rating gains 9; twice .5 → 1 it gains 2."""
    rounded = Elo(k=10, curve="linear", rounding=1.0)
    told = what_if(rounded, Rating(1500.0), games((1460, 1), (1460, 1)), "live").asked
    assert (told.after.value, told.rounded) == (1509.0, 9.0)
    assert told.total == pytest.approx(8.9375, abs=1e-9)
    halves = what_if(rounded, Rating(1500.0), games((1540, 0.5), (1541, 0.5)), "live").asked
    assert halves.total == pytest.approx(1.0, abs=1e-9)
    assert (halves.after.value, halves.rounded) == (1502.0, 2.0)


def test_k_by_the_games_goes_on_counting() -> None:
    told = what_if(
        Elo(k="40 if games<30; 20"), Rating(1500.0, games=29), games((1500, 0.5), (1500, 1)), "live"
    ).asked
    assert told.total == pytest.approx(10.0)
    assert told.after.games == 31


def test_k_in_a_period_is_that_before_it() -> None:
    told = what_if(
        Elo(k="40 if games<30; 20"), Rating(1500.0, games=29), games((1500, 1), (1500, 1)), "period"
    ).asked
    assert told.total == pytest.approx(40.0)


@pytest.mark.parametrize(
    ("margin", "score", "lead"),
    [(None, 1.0, 1), (None, 0.5, 0), (None, 0.0, 1), (3.0, 1.0, 3), (-3.0, 0.0, 3)],
)
def test_the_margin_or_the_least_with_that_result(margin: float | None, score: float, lead: int) -> None:
    own, other = 1600.0, 1500.0
    expected = 1 / (1 + 10 ** (-100 / 400))
    winner = (own - other) * (1 if score == 1 else -1)
    m = math.log(lead + 1) * 2.2 / (0.001 * winner + 2.2) if lead else math.log(2) * 2.2
    told = what_if(Elo(margin="log"), Rating(own), [Encounter(Rating(other), score, margin=margin)])
    assert told.asked.total == pytest.approx(20 * m * (score - expected), rel=1e-12)


def test_all_won_is_won_by_the_same_lead() -> None:
    rows = [Encounter(Rating(1500.0), 0.0, margin=-3.0), Encounter(Rating(1500.0), 0.5, margin=0.0)]
    told = what_if(Elo(margin="goals"), Rating(1500.0), rows, "period")
    assert told.if_all_won.total == pytest.approx(10 * 1.75 + 10)
    assert told.if_all_lost.total == pytest.approx(-10 * 1.75 - 10)


given_ratings = st.just(0.0) | st.floats(SMALLEST, 3000)


@given(
    given_ratings,
    st.lists(st.tuples(given_ratings, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=9),
    st.sampled_from(["live", "period"]),
)
def test_totals_lie_between_all_lost_and_all_won(
    own: float, rows: list[tuple[float, float]], schedule: Schedule
) -> None:
    told = what_if(Elo(), Rating(own), games(*rows), schedule)
    if schedule == "period":
        assert told.if_all_lost.total - 1e-9 <= told.asked.total <= told.if_all_won.total + 1e-9
    for outcome in (told.asked, told.if_all_won, told.if_all_lost):
        assert outcome.after.value == pytest.approx(own + outcome.total, abs=1e-8)
        assert math.fsum(part.value for part in outcome.games) == outcome.total
        assert abs(outcome.rounded - outcome.total) <= 0.5 + 1e-8
        assert outcome.rounded == int(outcome.rounded)


def test_what_cannot_be_calculated() -> None:
    with pytest.raises(BadInput, match="no game was given"):
        what_if(Elo(), Rating(1500.0), [])
    with pytest.raises(BadInput, match="elo has no schedule 'weekly'"):
        what_if(Elo(), Rating(1500.0), games((1500, 1)), "weekly")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rating", "game"),
    [
        (Rating(math.nan), Encounter(Rating(1500), 1.0)),
        (Rating(math.inf), Encounter(Rating(1500), 1.0)),
        (Rating(1500, deviation=-1), Encounter(Rating(1500), 1.0)),
        (Rating(1500), Encounter(Rating(math.nan), 1.0)),
        (Rating(1500), Encounter(Rating(1500), 7.0)),
        (Rating(1500), Encounter(Rating(1500), math.nan)),
        (Rating(1500), Encounter(Rating(1500), 1.0, weight=-1.0)),
        (Rating(1500), Encounter(Rating(1500), 1.0, margin=math.inf)),
    ],
)
def test_numbers_that_no_rating_and_no_game_has(rating: Rating, game: Encounter) -> None:
    with pytest.raises(BadInput):
        what_if(Elo(), rating, [game])
