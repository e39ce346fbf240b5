"""Inflation: drifts, the account of points, and measures, against numbers by hand and slow second ways."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

import arpad
from arpad.core import BadInput, NotProvided
from arpad.lab.inflation import Inflation, inflation, measure_of
from arpad.lab.inflation.estimating import drift, levels, rise
from arpad.lab.population import Population, drawn
from lab_records import synthetic


def test_the_drift_of_two_careers_by_hand() -> None:
    # A: 1500, 1510, 1520 in the steps 0, 1, 2; B: 1700, 1704 in the steps 1, 2. Within players the times are
    # −1, 0, 1 and −½, ½, the ratings −10, 0, 10 and −2, 2: (20 + 2) / (2 + ½) = 8.8.
    player = np.array([0, 0, 0, 1, 1])
    time = np.array([0.0, 1.0, 2.0, 1.0, 2.0])
    value = np.array([1500.0, 1510.0, 1520.0, 1700.0, 1704.0])
    found = drift(player, time, value)
    assert found.mean == pytest.approx(8.8)
    # Scores of the two clusters: A 20 − 8.8 · 2 = 2.4, B 2 − 8.8 / 2 = −2.4; √(2 · 2.4² · 2 / 1) / 2.5 = 1.92.
    assert found.high - found.mean == pytest.approx(1.959964 * 1.92, rel=1e-5)
    # Of all rows: times less their mean 1.2, ratings less 1586.8.
    assert rise(player, time, value).mean == pytest.approx(np.polyfit(time, value, 1)[0])


def slow_levels(
    player: Sequence[int], step: Sequence[int], value: Sequence[float], steps: int
) -> list[float]:
    """Return the levels by least squares on a column for each player and each step but the first."""
    columns = np.zeros((len(value), max(player) + 1 + steps - 1))
    for row, (who, when) in enumerate(zip(player, step, strict=True)):
        columns[row, who] = 1.0
        if when:
            columns[row, max(player) + when] = 1.0
    solved = np.linalg.lstsq(columns, np.array(value), rcond=None)[0]
    return [0.0, *solved[max(player) + 1 :]]


def test_levels_are_those_of_least_squares_on_columns() -> None:
    random = np.random.default_rng(5)
    rows = [(who, when) for who in range(12) for when in range(5) if random.random() < 0.7]
    player, step = (np.array(column) for column in zip(*rows, strict=True))
    value = random.normal(0, 50, 12)[player] + 7.0 * step + random.normal(0, 3, len(rows))
    found = levels(player, step, value, 5)
    several = np.bincount(player, minlength=12)[player] > 1
    slow = slow_levels(player[several].tolist(), step[several].tolist(), value[several].tolist(), 5)
    assert found[:, 0].tolist() == pytest.approx(slow, abs=1e-9)
    assert found[0].tolist() == [0.0, 0.0, 0.0]
    assert (found[1:, 1] < found[1:, 0]).all()


def test_careers_without_an_overlap_tell_nothing() -> None:
    found = levels(np.array([0, 1, 2]), np.array([0, 1, 2]), np.array([1.0, 2.0, 3.0]), 3)
    assert np.isnan(found).all()
    assert np.isnan(drift(np.array([0, 1]), np.array([0.0, 1.0]), np.array([1.0, 2.0])).mean)


@pytest.mark.parametrize(
    "system",
    [
        arpad.Elo(),
        arpad.Elo(floor=1450.0),
        arpad.Elo(k="40 if games<10; 10"),
        arpad.KoreanBaduk(),
        arpad.Glicko2(),
    ],
    ids=repr,
)
def test_the_account_is_exact(system: arpad.RatingSystem) -> None:
    games = synthetic(600, 25)
    here = games.take(np.flatnonzero((games.first + games.second + np.arange(600) // 100) % 4 > 0))
    found = inflation(here, system, step="3mo", measures=())
    flows = found.flows
    after = (
        flows.total[:-1] + flows.brought[1:] + flows.back[1:] - flows.took[1:] + flows.created[1:]
    ) + flows.between[1:]
    assert after.tolist() == pytest.approx(flows.total[1:].tolist(), abs=1e-6)
    players = flows.active[:-1] + flows.entered[1:] + flows.returned[1:] - flows.left[1:]
    assert players.tolist() == flows.active[1:].tolist()
    if isinstance(system, arpad.KoreanBaduk):
        games_by_step = np.bincount(found.steps.of)
        assert flows.bonuses.tolist() == pytest.approx((0.8 * games_by_step).tolist())
    if system == arpad.Elo(floor=1450.0):
        assert flows.floors.sum() == pytest.approx(flows.created.sum())
        assert flows.floors.sum() > 0.0
    if system == arpad.Elo():
        assert flows.created.tolist() == pytest.approx([0.0] * len(flows.created), abs=1e-9)


def test_who_leaves_and_returns_by_hand() -> None:
    # 2020: A beats B. 2021: A beats C. 2022: B beats A. 2023: B beats C.
    games = arpad.Games.from_arrays(
        ["A", "A", "B", "B"],
        ["B", "C", "A", "C"],
        [1, 1, 1, 1],
        time=["2020-03-01", "2021-03-01", "2022-03-01", "2023-03-01"],
    )
    found = inflation(games, "elo", step="1y", measures=())
    flows = found.flows
    assert flows.active.tolist() == [2, 2, 2, 2]
    assert flows.entered.tolist() == [2, 1, 0, 0]
    assert flows.brought.tolist() == [3000.0, 1500.0, 0.0, 0.0]
    assert flows.returned.tolist() == [0, 0, 1, 1]
    assert flows.left.tolist() == [0, 1, 1, 1]
    assert flows.took[1] == 1490.0  # B after losing with 1500 against 1500 and K 20
    assert flows.back[2] == 1490.0
    assert found.table["mean"][0] == 1500.0


CLOSED = Population(players=80, years=6, quit=0.0, games=20.0)
LOSERS_QUIT = Population(players=60, years=8, quit=0.25, losers=20.0, games=40.0, mixing=300.0)


def test_a_closed_population_with_a_zero_sum_system_does_not_drift() -> None:
    found = inflation(drawn(CLOSED).games, "elo", measures=("per-loss", "seasons"))
    for slope in (found.rise, found.drift):
        assert slope.low < 0.0 < slope.high
    assert found.rise.mean == pytest.approx(0.0, abs=1e-6)
    assert "neither rise nor fall measurably" in found.memo[0]
    paid, seasons = found.effects
    # 0.8 points a game, and each game is half a game of each player's: 0.4 · (games a player) a year.
    expected = 0.8 * found.games / 80 / 6
    assert paid.effect.low <= expected <= paid.effect.high
    assert paid.effect.mean == pytest.approx(expected, rel=0.05)
    assert paid.effect.low > 0.0
    assert seasons.effect.mean == pytest.approx(0.0, abs=1e-6)


def test_ratings_rise_where_losers_quit_and_each_measure_has_an_effect() -> None:
    found = inflation(drawn(LOSERS_QUIT).games, "elo", start="2001")
    assert found.rise.low > 0.0
    assert "The ratings of all who play rise" in found.memo[0]
    effects = {one.measure.name: one.effect for one in found.effects}
    assert effects.keys() == {"per-loss", "floor", "bonus", "conversion", "youth", "seasons"}
    for name in ("per-loss", "bonus", "conversion"):
        assert effects[name].low > 0.0, name
    assert effects["seasons"].high < 0.0
    assert all(np.isfinite(slope.low) and slope.low < slope.mean < slope.high for slope in effects.values())
    assert "Do not compare ratings of different eras" in found.memo[-1]


def last(found: Inflation, name: str) -> float:
    (one,) = (each for each in found.effects if each.measure.name == name)
    return one.last


def test_measures_by_hand() -> None:
    # Three months of A beating B three times each, rated live by Elo with K 20 from 1500.
    games = arpad.Games.from_arrays(
        ["A"] * 9,
        ["B"] * 9,
        [1] * 9,
        time=[f"2024-{month:02}-{day:02}" for month in (1, 2, 3) for day in (1, 10, 20)],
    )
    tried = ["per-loss,points=2", "floor,below=30", "conversion,share=0.5,above=0,day=2024-03"]
    found = inflation(games, "elo", step="1mo", measures=[*tried, "bonus,threshold=5", "seasons,carry=0.5"])
    assert found.table["mean"].to_list() == pytest.approx([1500.0] * 3)
    assert last(found, "per-loss") == pytest.approx(1500.0 + 9 * 2 / 2)  # two points for each of nine losses
    assert last(found, "seasons") == pytest.approx(1500.0)
    # By hand: B stands at R₁ after each game; with the floor at 1470 B loses nothing there.
    one = other = 1500.0
    for _ in range(9):
        expected = 1.0 / (1.0 + 10.0 ** ((other - one) / 400.0))
        one, other = one + 20.0 * (1.0 - expected), max(1470.0, other - 20.0 * (1.0 - expected))
    assert last(found, "floor") == pytest.approx((one + other) / 2)
    # The conversion: after six games B gets half of what lacks to 1500, and A, who is above, nothing.
    one = other = 1500.0
    for at in range(9):
        if at == 6:
            other += 0.5 * (1500.0 - other)
            lifted = other + one
        expected = 1.0 / (1.0 + 10.0 ** ((other - one) / 400.0))
        one, other = one + 20.0 * (1.0 - expected), other - 20.0 * (1.0 - expected)
    assert last(found, "conversion") == pytest.approx(lifted / 2)
    # The bonus of US Chess in months: A gains 20 · 3 · (1 − E), of which what exceeds 5 · √4 = 10 counts twice.
    one = other = 1500.0
    for _ in range(3):
        gain = 60.0 * (1.0 - 1.0 / (1.0 + 10.0 ** ((other - one) / 400.0)))
        one, other = one + gain + max(0.0, gain - 10.0), other - gain
    assert last(found, "bonus") == pytest.approx((one + other) / 2)


def test_a_larger_k_for_the_young() -> None:
    games = arpad.Games.from_arrays(["A", "A"], ["B", "B"], [1, 1], time=["2024-01-01", "2025-01-01"])
    from dataclasses import replace

    known = replace(games, players=games.players.with_attributes({"birth_year": np.array([2010.0, np.nan])}))
    found = inflation(known, "elo", step="1y", measures=["youth"])
    expected = 1.0 / (1.0 + 10.0 ** (-30.0 / 400.0))  # 1520 against 1490
    assert last(found, "youth") == pytest.approx(
        1500 + (20 + 40 * (1 - expected) - 10 - 20 * (1 - expected)) / 2
    )
    (one,) = inflation(games, "elo", step="1y", measures=["youth"]).effects
    assert one.problem == "no player's year of birth is known"


def test_what_cannot_be_told_is_refused() -> None:
    games = synthetic(60, 6)
    with pytest.raises(NotProvided, match="rates the whole history at once"):
        inflation(games, "bradley-terry")
    with pytest.raises(NotProvided, match="measures are tried on elo"):
        inflation(games, "glicko", measures=["floor"])
    assert inflation(games, "glicko").memo[-1].startswith("No measure was tried")
    with pytest.raises(BadInput, match="no measure is called 'roof'"):
        measure_of("roof")
    with pytest.raises(BadInput, match="has no setting 'height'"):
        measure_of("floor,height=3")
    with pytest.raises(BadInput, match="which is not a number"):
        measure_of("floor,below=deep")
    with pytest.raises(BadInput, match="has 1 step of 10y"):
        inflation(games, "elo", step="10y")
    with pytest.raises(BadInput, match="no games from 2050"):
        inflation(games, "elo", start="2050")
    with pytest.raises(NotProvided, match="no player's year of birth"):
        inflation(games, "elo", ages=(25, 45))
    with pytest.raises(NotProvided, match="has no times"):
        inflation(arpad.Games.from_arrays(["A"], ["B"], [1]), "elo")
