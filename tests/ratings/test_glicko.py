"""Glicko: the paper's example, a slow twin, and the promises that it shares with Glicko-2.

The twin is written from the formulas of Glickman's The Glicko system (glicko.pdf; 1995, revised 2016) with
dictionaries, 1/RD² and d² as they stand; it shares no code with the library. Held constant in the random records: sides of one player, integer periods,
ratings from 1000 to 2000 (the extremes have tests of their own).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.compiled import specialising as kernels
from arpad.core import BadInput, NotProvided
from arpad.ratings.explain import explain
from arpad.ratings.glicko.family import GlickoFamily
from arpad.ratings.glicko.glicko import Glicko
from arpad.ratings.glicko.glicko2 import Glicko2
from arpad.ratings.glicko.glicko_boost import GlickoBoost
from arpad.ratings.glicko.stephenson import Stephenson
from arpad.ratings.model import Encounter, Rating, Schedule
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Games, Players
from arpad.rulebooks.online.lichess import Lichess

NAMES = ("Ann", "Bob", "Cho", "Dmitri", "Eva")

Row = tuple[int, int, float, int]
"""First player, second player, score of the first, period."""


def record(
    rows: Sequence[Row],
    *,
    names: Sequence[str] = NAMES,
    weight: Sequence[float] | None = None,
    advantage: Sequence[int] | None = None,
    given: Mapping[str, Sequence[float]] | None = None,
) -> Games:
    players = Players(tuple(names)).with_attributes(
        {k: np.array(v, dtype=float) for k, v in (given or {}).items()}
    )
    return Games(
        players,
        np.array([row[0] for row in rows], dtype=np.int32),
        np.array([row[1] for row in rows], dtype=np.int32),
        np.array([row[2] for row in rows], dtype=float),
        time=np.array([row[3] for row in rows], dtype=np.int64),
        weight=None if weight is None else np.array(weight, dtype=float),
        advantage=None if advantage is None else np.array(advantage, dtype=np.int8),
    )


def run(games: Games, system: GlickoFamily, schedule: Schedule = "period", history: bool = False) -> Ratings:
    return rate(games, system, schedule=schedule, period="1", history=history)


def table(ratings: Ratings) -> Any:
    return np.stack(list(ratings.state.columns.values()), axis=1)


def known(r: float, RD: float, sigma: float | None = None, elapsed: float | None = None) -> Rating:
    return Rating(r, deviation=RD, volatility=sigma, elapsed=elapsed)


# The paper's example

PLAYER = known(1500, 200)
OPPONENTS = [
    Encounter(known(1400, 30), 1.0),
    Encounter(known(1550, 100), 0.0),
    Encounter(known(1700, 300), 0.0),
]


def value(steps: Sequence[Any], label: str) -> float:
    return next(float(step.value) for step in steps if step.label == label)


def test_the_papers_example() -> None:
    after = Glicko().update(PLAYER, OPPONENTS, "period").after
    assert after.value == pytest.approx(1464.1064627569112, abs=1e-10, rel=0)
    assert after.deviation == pytest.approx(151.39890244796933, abs=1e-10, rel=0)
    assert (round(after.value), round(after.deviation or 0.0, 1)) == (1464, 151.4)  # as printed


def test_the_papers_intermediate_values() -> None:
    told = Glicko().update(PLAYER, OPPONENTS, "period").explanation
    assert [round(value(part.steps, "g"), 4) for part in told.parts] == [0.9955, 0.9531, 0.7242]
    expected = [round(value(part.steps, "expected score"), 3) for part in told.parts]
    assert expected == [0.639, 0.432, 0.303]


def test_the_papers_d2_is_computed_from_rounded_numbers() -> None:
    """Printed: 231.67² = 53670.85, from q, g and E as printed. Unrounded it is 53685.74."""
    told = Glicko().update(PLAYER, OPPONENTS, "period").explanation
    assert value(told.steps, "d²") == pytest.approx(53685.74, abs=0.005, rel=0)
    rounded = [(0.9955, 0.639), (0.9531, 0.432), (0.7242, 0.303)]
    misprint = 1 / (0.0057565**2 * sum(g * g * E * (1 - E) for g, E in rounded))
    assert misprint == pytest.approx(53670.85, abs=0.005, rel=0)


def test_the_papers_prediction() -> None:
    found = Glicko().predict(known(1400, 80), known(1500, 150))
    assert found.expected == pytest.approx(0.375988, abs=5e-7, rel=0)
    assert round(found.expected, 3) == 0.376
    assert found.steps[-1].value == found.expected


def test_the_papers_c() -> None:
    """RD 50 is back at 350 after 30 periods: c = √((350² − 50²) / 30) = 63.2456."""
    system = Glicko(c=63.2456, max_deviation=400)
    assert system.aged(known(1500, 50), 30).deviation == pytest.approx(350, abs=0.0005)
    assert Glicko().c == pytest.approx(63.2456, abs=0.05)


PAPER: dict[str, Sequence[float]] = {"rating": (1500, 1400, 1550, 1700), "deviation": (200, 30, 100, 300)}
PAPER_GAMES: list[Row] = [(0, 1, 1.0, 1), (0, 2, 0.0, 1), (3, 0, 1.0, 1)]


def test_a_period_of_all_four() -> None:
    """The opponents after the same period: R's PlayerRatings 1.1-0, function glicko."""
    ratings = run(record(PAPER_GAMES, names=NAMES[:4], given=PAPER), Glicko())
    expected = [
        (1464.1064627569112, 151.39890244796933),
        (1398.342512, 29.92509104),
        (1570.187609, 97.21172957),
        (1784.350281, 251.45899758),
    ]
    np.testing.assert_allclose(table(ratings), expected, rtol=0, atol=5e-7)


# Time


def test_periods_without_games_let_the_deviation_grow() -> None:
    """Ann plays in periods 1, 2 and 5: c² once, then three times; Bob is new in 5."""
    rows: list[Row] = [(0, 2, 1.0, 1), (0, 2, 0.0, 2), (0, 1, 0.5, 5)]
    ratings = run(record(rows), Glicko(c=40, deviation=150), history=True)
    assert ratings.trace is not None
    before, after = ratings.trace.before[:, :, 1], ratings.trace.after[:, :, 1]
    assert before[0, 0] == 150
    assert before[1, 0] == pytest.approx(math.sqrt(after[0, 0] ** 2 + 40**2), rel=1e-14)
    assert before[2, 0] == pytest.approx(math.sqrt(after[1, 0] ** 2 + 3 * 40**2), rel=1e-14)
    assert before[2, 1] == 150


def test_the_deviation_stays_between_its_bounds() -> None:
    rows: list[Row] = [(0, 1, 1.0, period) for period in (1, 2, 3, 500)]
    ratings = run(record(rows), Glicko(min_deviation=200, deviation=210, max_deviation=220), history=True)
    assert ratings.trace is not None
    assert ratings.trace.before[0, 0, 1] == 210
    assert ratings.trace.before[1:3, :, 1] == pytest.approx(math.hypot(200, 63.2), rel=1e-14)
    assert (ratings.trace.before[3, :, 1] == 220).all()
    assert (ratings.trace.after[:3, :, 1] == 200).all()


def test_live_deviations_grow_by_fractions_of_a_period() -> None:
    rows: list[Row] = [(0, 1, 1.0, 1), (0, 2, 1.0, 4)]
    ratings = rate(record(rows), Glicko(c=40, deviation=100), schedule="live", period="2", history=True)
    assert ratings.trace is not None
    grown = math.sqrt(ratings.trace.after[0, 0, 1] ** 2 + 1.5 * 40**2)
    assert ratings.trace.before[1, 0, 1] == pytest.approx(grown, rel=1e-14)
    assert ratings.trace.before[1, 1, 1] == 100


def test_live_no_time_goes_by_without_time() -> None:
    games = replace(record([(0, 1, 1.0, 0), (0, 1, 1.0, 0)]), time=None)
    ratings = rate(games, Glicko(), schedule="live", history=True)
    assert ratings.trace is not None
    np.testing.assert_array_equal(ratings.trace.before[1], ratings.trace.after[0])


# What is refused


def test_a_floor_above_the_ceiling_is_refused() -> None:
    with pytest.raises(BadInput, match="min_deviation"):
        Glicko(min_deviation=400)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"deviation": (-1.0, 50.0)}, "Ann: deviation -1 is out of range"),
        ({"rating": (math.inf, 1500.0)}, "Ann: rating inf is out of range"),
    ],
)
def test_a_given_rating_that_is_not_valid_is_refused(given: dict[str, Sequence[float]], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        run(record([(0, 1, 1.0, 1)], names=NAMES[:2], given=given), Glicko())


def test_ratings_given_at_an_event_are_refused() -> None:
    with pytest.raises(NotProvided, match="glicko"):
        rate(record([(0, 1, 1.0, 1)]), Glicko(), period="1", given=[("Ann", "Wijk aan Zee", 2000.0)])


# The slow twin


def slow_glicko(rows: Sequence[Row], system: Glicko, live: bool) -> dict[int, tuple[float, float]]:
    q = math.log(10) / 400
    state: dict[int, tuple[float, float]] = {}
    last: dict[int, int] = {}
    units = (
        [[row] for row in rows]
        if live
        else [[row for row in rows if row[3] == period] for period in sorted({row[3] for row in rows})]
    )

    def g(RD: float) -> float:
        return 1 / math.sqrt(1 + 3 * q**2 * RD**2 / math.pi**2)

    for unit in units:
        now = unit[0][3]
        met = {}
        for player in {side for row in unit for side in row[:2]}:
            r, RD = state.get(player, (system.initial, system.deviation))
            t = now - last.get(player, now)
            met[player] = (r, min(math.sqrt(RD**2 + system.c**2 * t), system.max_deviation))
        for player, (r, RD) in met.items():
            inverse_d2 = total = 0.0
            for first, second, score, _ in unit:
                if player not in (first, second):
                    continue
                r_j, RD_j = met[second if player == first else first]
                s = score if player == first else 1 - score
                h = system.advantage if player == first else -system.advantage
                E = 1 / (1 + 10 ** (-g(RD_j) * (r + h - r_j) / 400))
                inverse_d2 += q**2 * g(RD_j) ** 2 * E * (1 - E)
                total += g(RD_j) * (s - E)
            precision = 1 / RD**2 + inverse_d2
            state[player] = (r + q / precision * total, math.sqrt(1 / precision))
            last[player] = now
    return state


@st.composite
def games_of(draw: st.DrawFn, same_period: bool = False) -> list[Row]:
    rows: list[Row] = []
    now = 1
    for _ in range(draw(st.integers(1, 12))):
        first = draw(st.integers(0, 4))
        second = (first + draw(st.integers(1, 4))) % 5
        score = draw(st.sampled_from([0.0, 0.5, 1.0]) | st.floats(0, 1))
        now += 0 if same_period else draw(st.sampled_from([0, 0, 1, 3, 40]))
        rows.append((first, second, score, now))
    return rows


@settings(deadline=None, max_examples=30)
@given(rows=games_of(), live=st.booleans(), advantage=st.sampled_from([0.0, 35.0]))
def test_a_slow_twin_agrees(rows: list[Row], live: bool, advantage: float) -> None:
    system = Glicko(advantage=advantage)
    ratings = run(record(rows, advantage=[1] * len(rows)), system, "live" if live else "period")
    found = table(ratings)
    for player, expected in slow_glicko(rows, system, live).items():
        np.testing.assert_allclose(found[player], expected, rtol=1e-11)


# What Glicko and Glicko-2 both promise

SYSTEMS: list[GlickoFamily] = [
    Glicko(),
    Glicko(advantage=40, min_deviation=60, c=20),
    Glicko2(),
    Glicko2(advantage=40, min_deviation=60, tau=1.0, volatility=0.1, max_volatility=0.12),
]
both = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: f"{system.name}-{system.advantage:g}")
schedules = pytest.mark.parametrize("schedule", ["period", "live"])


@both
@settings(deadline=None, max_examples=25)
@given(rows=games_of(same_period=True), data=st.data())
def test_the_order_within_a_period_does_not_matter(
    system: GlickoFamily, rows: list[Row], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(rows))
    one, other = run(record(rows), system), run(record(shuffled), system)
    np.testing.assert_allclose(table(one), table(other), rtol=1e-12)


@both
@schedules
@settings(deadline=None, max_examples=25)
@given(rows=games_of())
def test_swapping_the_sides_swaps_the_result(
    system: GlickoFamily, schedule: Schedule, rows: list[Row]
) -> None:
    swapped = [(second, first, 1.0 - score, period) for first, second, score, period in rows]
    one = run(record(rows, advantage=[1] * len(rows)), system, schedule)
    other = run(record(swapped, advantage=[-1] * len(rows)), system, schedule)
    np.testing.assert_allclose(table(one), table(other), rtol=1e-11)


@both
@schedules
@settings(deadline=None, max_examples=25)
@given(rows=games_of(), data=st.data())
def test_the_explanation_is_what_the_loop_did(
    system: GlickoFamily, schedule: Schedule, rows: list[Row], data: st.DataObject
) -> None:
    weight = [data.draw(st.sampled_from([1.0, 1.0, 0.5, 2.0, 0.0])) for _ in rows]
    advantage = [data.draw(st.sampled_from([1, 0, -1])) for _ in rows]
    ratings = run(record(rows, weight=weight, advantage=advantage), system, schedule, history=True)
    rated = {side for row, w in zip(rows, weight, strict=True) if w > 0.0 for side in row[:2]}
    for player in {side for row in rows for side in row[:2]} - rated:
        with pytest.raises(BadInput, match="has no rated game"):
            explain(ratings, NAMES[player])
    for player in rated:
        told = explain(ratings, NAMES[player])
        assert told.facts["after"] == pytest.approx(ratings.of(NAMES[player]).value, abs=1e-9, rel=0)
        for unit in told.parts:
            assert unit.terms
            assert math.fsum(part.value for part in unit.parts) == pytest.approx(unit.value, abs=1e-9, rel=0)
            change = unit.facts["after"] - unit.facts["before"]
            assert unit.value == pytest.approx(change, abs=1e-9, rel=0)
            for part in unit.parts:
                assert part.steps[-1].value == part.value


@both
@schedules
def test_the_first_update_is_the_loops_to_the_last_bit(system: GlickoFamily, schedule: Schedule) -> None:
    rows: list[Row] = [(0, 1, 1.0, 1), (0, 2, 0.3, 1), (3, 0, 0.5, 1)]
    given = {"rating": (1510, 1400, 1733, 1555.5), "deviation": (81, 120, 64, 200.25)}
    games = record(rows if schedule == "period" else rows[:1], names=NAMES[:4], given=given)
    ratings = run(games, system, schedule, history=True)
    own = system.newcomer().volatility
    met = [known(r, RD, own) for r, RD in zip(*given.values(), strict=True)]
    encounters = [Encounter(met[1], 1.0), Encounter(met[2], 0.3), Encounter(met[3], 0.5)]
    after = system.update(met[0], encounters[: len(games)], schedule).after
    found = ratings.of("Ann")
    assert (after.value, after.deviation, after.volatility) == (
        found.value,
        found.deviation,
        found.volatility,
    )


@both
@schedules
def test_a_game_of_weight_two_counts_as_two_in_a_period(system: GlickoFamily, schedule: Schedule) -> None:
    once: list[Row] = [(0, 1, 1.0, 1), (1, 2, 0.0, 1)]
    weighed = table(run(record(once, weight=[2, 1]), system))
    twice = table(run(record([once[0], *once]), system))
    np.testing.assert_allclose(weighed, twice, rtol=1e-14)
    nothing = table(run(record(once, weight=[0, 1]), system, schedule))
    alone = table(run(record(once[1:]), system, schedule))
    np.testing.assert_allclose(nothing[:, 0], alone[:, 0], rtol=1e-14)
    np.testing.assert_allclose(nothing[1:], alone[1:], rtol=1e-14)


@both
@schedules
@pytest.mark.parametrize("gap", [2e3, 1e4, 1e5])
@pytest.mark.parametrize("RD", [350.0, 1.0, 1e-6, 0.0])
@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_finite_in_finite_out(
    system: Glicko | Glicko2, schedule: Schedule, gap: float, RD: float, score: float
) -> None:
    wide = replace(system, min_deviation=0.0)
    rows: list[Row] = [(0, 1, score, period) for period in (1, 1, 1, 2, 9)]
    games = record(rows, names=NAMES[:2], given={"rating": (0, gap), "deviation": (RD, RD)})
    ratings = run(games, wide, schedule, history=True)
    assert np.isfinite(table(ratings)).all()
    assert (table(ratings)[:, 1] >= 0).all()
    assert math.isfinite(explain(ratings, "Ann").value)


@both
@schedules
def test_compiled_and_interpreted_give_the_same(
    monkeypatch: pytest.MonkeyPatch, system: GlickoFamily, schedule: Schedule
) -> None:
    pytest.importorskip("numba")
    random = np.random.default_rng(7)
    names = [f"player {number}" for number in range(40)]
    first = random.integers(0, 40, 600)
    second = (first + random.integers(1, 40, 600)) % 40
    score = random.choice([0.0, 0.5, 1.0], 600)
    period = np.sort(random.integers(0, 12, 600))
    rows = list(zip(first.tolist(), second.tolist(), score.tolist(), period.tolist(), strict=True))
    games = record(
        rows,
        names=names,
        weight=random.choice([0.5, 1.0], 600).tolist(),
        advantage=random.choice([-1, 0, 1], 600).tolist(),
        given={"rating": random.normal(1500, 300, 40).tolist()},
    )
    slow = run(games, system, schedule, history=True)
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    fast = run(games, system, schedule, history=True)
    assert slow.trace is not None
    assert fast.trace is not None
    np.testing.assert_allclose(table(fast), table(slow), rtol=1e-12)
    np.testing.assert_allclose(fast.trace.before, slow.trace.before, rtol=1e-12)
    np.testing.assert_allclose(fast.trace.after, slow.trace.after, rtol=1e-12)


@both
def test_a_prediction_is_even_between_equals_and_adds_up(system: GlickoFamily) -> None:
    one, other = known(1500, 80, 0.06), known(1630, 200, 0.06)
    assert system.predict(one, one).expected == 0.5
    both_ways = system.predict(one, other, 1).expected + system.predict(other, one, -1).expected
    assert both_ways == pytest.approx(1.0, abs=1e-15)
    assert system.predict(Rating(1500), Rating(1500)).expected == 0.5


@both
def test_a_period_without_games_changes_no_rating(system: GlickoFamily) -> None:
    update = system.update(known(1500, 80, 0.06, elapsed=1.0), [], "period")
    assert update.after.value == 1500
    assert update.explanation.value == 0
    assert update.after.deviation == pytest.approx(system.aged(known(1500, 80, 0.06), 1).deviation, rel=1e-14)
    assert update.after.volatility == 0.06


@pytest.mark.parametrize("system", [Glicko, Glicko2, Stephenson, GlickoBoost, Lichess])
def test_a_newcomers_deviation_above_the_ceiling_is_refused(system: type[Any]) -> None:
    """It would be lowered to the ceiling, and the header of the list would say that it was not."""
    ceiling = system().max_deviation
    with pytest.raises(
        BadInput, match=f"deviation = 600 is above max_deviation = {ceiling:g}.*Raise max_deviation"
    ):
        system(deviation=600.0)
    assert system(deviation=600.0, max_deviation=600.0).newcomer().deviation == 600.0


def test_a_deviation_is_at_least_0() -> None:
    game = [Encounter(Rating(1500.0, deviation=0.25), 1.0)]
    assert Glicko(min_deviation=0).update(Rating(1500.0, deviation=0.5), game, "live").after.value > 1500.0
    assert Glicko(min_deviation=0).update(Rating(1500.0, deviation=0.0), game, "live").after.value == 1500.0
    with pytest.raises(BadInput, match=r"at least 0, not -0\.25"):
        Glicko().update(Rating(1500.0, deviation=-0.25), game, "live")
