"""Stephenson's system: Glickman's example and two seasons of Australian football, as R rates them.

Source: Stephenson, A. G. and Sonas, J., PlayerRatings 1.1-0 (R package), function steph and its vignettes.
"""

from __future__ import annotations

import csv
import json
import math
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.compiled import specialising as kernels
from arpad.ratings.explain import explain
from arpad.ratings.glicko.glicko import Glicko
from arpad.ratings.glicko.stephenson import Stephenson
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.parameters import configure, parameters_of
from arpad.ratings.rate import rate
from arpad.record import Games, Players

FIXTURES = Path(__file__).parents[1] / "fixtures"
PAPER = [
    Encounter(Rating(1400, 30), 1.0, 1),
    Encounter(Rating(1550, 100), 0.0, 1),
    Encounter(Rating(1700, 300), 0.0, 1),
]
"""Glickman's example: 1500/200 beats the first, and loses to the others."""


def paper_games() -> Games:
    players = Players(
        ["me", "a", "b", "c"],
        {
            "rating": np.array([1500.0, 1400.0, 1550.0, 1700.0]),
            "deviation": np.array([200.0, 30.0, 100.0, 300.0]),
        },
    )
    second = np.array([1, 2, 3], dtype=np.int32)
    return Games(
        players,
        np.zeros(3, dtype=np.int32),
        second,
        np.array([1.0, 0.0, 0.0]),
        advantage=np.ones(3, dtype=np.int8),
    )


@pytest.mark.parametrize(
    ("system", "rating", "deviation"),
    [
        (Stephenson(), 1464.898258, 151.85682744),
        (Stephenson(gamma=30, cval=8, hval=8, bval=2, lambda_=5), 1460.619670, 151.88938939),
    ],
)
def test_rs_values_of_glickmans_example(system: Stephenson, rating: float, deviation: float) -> None:
    found = rate(paper_games(), system, schedule="period").of("me")
    assert found.value == pytest.approx(rating, abs=5.1e-7, rel=0)
    assert found.deviation == pytest.approx(deviation, abs=5.1e-9, rel=0)


def test_the_example_after_an_idle_period_against_deviations_as_they_are() -> None:
    found = Stephenson().update(Rating(1500, 200, elapsed=1.0), PAPER, "period").after
    assert found.value == pytest.approx(1464.901653, abs=5.1e-7, rel=0)
    assert found.deviation == pytest.approx(151.830232, abs=5.1e-7, rel=0)


def test_skillratings_mixes_the_units() -> None:
    """Named defects of skillratings 0.28.2, sticko: h added unsquared gives 151.540, γ30 c8 h8 b2 λ5 gives 2161.493."""
    found = rate(paper_games(), Stephenson(), schedule="period").of("me")
    assert abs((found.deviation or 0.0) - 151.540) > 0.3
    tuned = rate(paper_games(), Stephenson(gamma=30, cval=8, hval=8, bval=2, lambda_=5), schedule="period")
    assert abs(tuned.of("me").value - 2161.493) > 700


def test_without_its_additions_it_is_glicko() -> None:
    bare = Stephenson(cval=0, hval=0, bval=0, lambda_=0)
    found = bare.update(Rating(1500, 200), PAPER, "period").after
    glicko = Glicko().update(Rating(1500, 200), PAPER, "period").after
    assert (found.value, found.deviation) == pytest.approx((1464.106463, 151.39890245), abs=5.1e-7, rel=0)
    assert (found.value, found.deviation) == pytest.approx((glicko.value, glicko.deviation), rel=1e-14)


def table(name: str) -> list[dict[str, str]]:
    with (FIXTURES / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def afl() -> Games:
    rows = table("afl_2009_2010.csv")
    names = sorted({row[side] for row in rows for side in ("home", "away")})
    weeks = np.array([int(row["week"]) for row in rows])
    first, second = (
        np.array([names.index(row[side]) for row in rows], dtype=np.int32) for side in ("home", "away")
    )
    return Games(
        Players(names),
        first,
        second,
        np.array([float(row["score"]) for row in rows]),
        time=np.unique(weeks, return_inverse=True)[1].astype(np.int64),
    )


def test_two_seasons_of_australian_football_as_r_rates_them() -> None:
    ratings = rate(afl(), Stephenson(), period="1")
    rows = table("afl_stephenson.csv")
    assert len(rows) == 16
    for row in rows:
        found = ratings.of(row["player"])
        assert found.value == pytest.approx(float(row["rating"]), abs=1e-9, rel=0)
        assert found.deviation == pytest.approx(float(row["deviation"]), abs=1e-9, rel=0)
    assert ratings.of("Collingwood Magpies").value == pytest.approx(2405.34, abs=0.005)


# the slow twin


def slow(
    record: list[list[tuple[int, int, float, float, float]]], s: Stephenson
) -> dict[int, tuple[float, float]]:
    """Rate periods of (first, second, score, advantage, weight) from the printed formulas, c in every period."""
    q = math.log(10) / 400
    state: dict[int, tuple[float, float]] = {}
    last: dict[int, int] = {}
    for now, games in enumerate(record):
        met = defaultdict(list)
        for a, b, score, sign, w in games:
            met[a].append((b, score, sign, w))
            met[b].append((a, 1 - score, -sign, w))
        before = {}
        for i in met:
            r, RD = state.get(i, (s.initial, s.deviation))
            v = min(RD**2 + s.cval**2 * (now - last.get(i, now - 1)), 350.0**2)
            before[i] = (r, v)
        for i, games_of in met.items():
            r, v = before[i]
            d = total = m = opponents = 0.0
            for j, score, sign, w in games_of:
                k = 1 / math.sqrt(1 + 3 * q**2 * before[j][1] / math.pi**2)
                e = 1 / (1 + 10 ** (-k * (r - before[j][0] + s.gamma * sign) / 400))
                d += w * q * q * k * k * e * (1 - e)
                total += w * k * (score - e + s.bval / 100)
                m += w
                opponents += w * before[j][0]
            after = 1 / (1 / (v + s.hval**2 * m) + d)
            r_after = r + q * after * total + s.lambda_ / 100 * (opponents / m - r)
            state[i] = (r_after, math.sqrt(after))
            last[i] = now
    return state


GAME = st.tuples(
    st.permutations(range(5)),
    st.sampled_from([0.0, 0.5, 1.0]),
    st.integers(-1, 1),
    st.sampled_from([0.5, 1, 2]),
)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.lists(GAME, min_size=1, max_size=5), min_size=1, max_size=5),
    st.sampled_from([-50.0, 0.0, 30.0]),
    st.sampled_from([0.0, 2.0, 10.0]),
    st.booleans(),
)
def test_periods_and_single_games_by_the_printed_formulas(
    drawn: list[Any], gamma: float, bval: float, live: bool
) -> None:
    system = Stephenson(gamma=gamma, bval=bval)
    periods = [[(who[0], who[1], s, float(h), float(w)) for who, s, h, w in period] for period in drawn]
    flat = [game for period in periods for game in period]
    numbers = [n for n, period in enumerate(periods) for _ in period]
    record = Games(
        Players([str(i) for i in range(5)]),
        np.array([g[0] for g in flat], dtype=np.int32),
        np.array([g[1] for g in flat], dtype=np.int32),
        np.array([g[2] for g in flat]),
        advantage=np.array([g[3] for g in flat], dtype=np.int8),
        weight=np.array([g[4] for g in flat]),
        time=None if live else np.array(numbers, dtype=np.int64),
    )
    if live:  # without dates no time goes by
        expected = slow([[game] for game in flat], replace(system, cval=0))
        ratings = rate(record, system, schedule="live")
    else:
        expected = slow(periods, system)
        ratings = rate(record, system, period="1")
    for i, (value, deviation) in expected.items():
        found = ratings.of(str(i))
        assert (found.value, found.deviation) == pytest.approx((value, deviation), rel=1e-10)


@pytest.mark.parametrize("schedule", ["period", "live"])
def test_an_explanation_adds_up_to_what_the_loop_found(schedule: Any) -> None:
    system = Stephenson(bval=2, gamma=30)
    ratings = rate(afl(), system, schedule=schedule, period="1", history=True)
    told = explain(ratings, "Geelong Cats")
    total = math.fsum(game.value for unit in told.parts for game in unit.parts)
    assert system.initial + total == pytest.approx(ratings.of("Geelong Cats").value, abs=1e-9)


def test_machine_code_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = rate(afl(), Stephenson(), period="1")
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    fast = rate(afl(), Stephenson(), period="1")
    for name in ("rating", "deviation"):
        np.testing.assert_allclose(fast.state.columns[name], plain.state.columns[name], rtol=1e-12, atol=0)


@pytest.mark.parametrize(("gap", "RD"), [(1000.0, 1.0), (1e5, 1e-6), (1e5, 350.0), (1e5, 0.0)])
def test_extremes_stay_finite(gap: float, RD: float) -> None:
    for score in (1.0, 0.0):
        game = [Encounter(Rating(1500 + gap, RD), score)]
        found = Stephenson().update(Rating(1500, RD), game, "period").after
        assert math.isfinite(found.value)
        assert math.isfinite(found.deviation or 0.0)


def test_lambda_is_the_parameters_name(tmp_path: Path) -> None:
    from arpad.cli import main

    assert "lambda" in {known.name for known in parameters_of(Stephenson)}
    assert configure(Stephenson, {"lambda": "5"}) == Stephenson(lambda_=5.0)
    (tmp_path / "g.csv").write_text("first,second,result\nAnn,Bob,1-0\n")
    words = ["rate", str(tmp_path / "g.csv"), "--system", "stephenson", "--set", "lambda=5", "--json"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["manifest"]["parameters"]["lambda"] == 5


def test_an_explained_game_has_six_digits() -> None:
    """Glickman's example, first opponent: g(30) = 0.995498 and E = 0.639468 (RD 200, 1500 against 1400)."""
    system = Stephenson(cval=0.0, hval=0.0, bval=0.0, gamma=0.0)
    game = Encounter(Rating(1400.0, 30.0), 1.0)
    told = system.update(Rating(1500.0, 200.0, elapsed=0.0), [game], "period").explanation
    lines = [step.line() for step in told.parts[0].steps]
    assert any(line.startswith("k:") and "= 0.995498" in line for line in lines), lines
    assert any(line.startswith("expected score:") and "= 0.639468" in line for line in lines), lines
