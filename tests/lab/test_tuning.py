"""Tuning: many settings in one pass are many runs, values that made the games are found, later games stay unseen."""

from __future__ import annotations

from contextlib import nullcontext

import numpy as np
import pytest

import arpad
from arpad.compiled.specialising import always_compiled
from arpad.core import BadInput
from arpad.lab.forecasts.judging import LOG_LOSS, GameBlocks, judged
from arpad.lab.forecasts.walking import in_order, walk_forward
from arpad.lab.tuning import elo_lanes
from arpad.lab.tuning.searching import search
from arpad.lab.tuning.space import Free
from arpad.ratings.rate import timeline_of
from arpad.record import Games
from lab_records import synthetic


def weighted(games: Games) -> Games:
    """Return games of different weights, some with the advantage on the other side, some drawn."""
    random = np.random.default_rng(4)
    return Games(
        games.players,
        games.first,
        games.second,
        np.where(random.random(len(games)) < 0.3, 0.5, games.score),
        time=games.time,
        weight=random.choice(np.array([0.5, 1.0, 2.0]), len(games)),
        advantage=random.choice(np.array([-1, 0, 1], dtype=np.int8), len(games)),
    )


@pytest.mark.parametrize("compiled", [False, True])
def test_lanes_are_runs(compiled: bool) -> None:
    games = in_order(weighted(synthetic(400, 10)))
    settings = [
        arpad.Elo(k=k, advantage=advantage, scale=scale)
        for k in (1.0, 24.0, 80.0)
        for advantage, scale in ((0.0, 400.0), (60.0, 200.0))
    ]
    timeline = timeline_of(games, settings[0])
    assert elo_lanes.takes(settings[0], ["k", "advantage", "scale"], timeline, (80.0, 200.0))
    counts = np.arange(400) >= 50
    parts = GameBlocks(counts.astype(np.int8), np.append(np.arange(0, 400, 37), 400))
    with always_compiled() if compiled else nullcontext():
        found = elo_lanes.log_losses(timeline, settings, parts)
    assert found.shape == (11, 6)
    for system, losses in zip(settings, found.T, strict=True):
        alone = judged(walk_forward(games, system).expected, games.score, parts)
        np.testing.assert_allclose(losses, alone.blocks[:, LOG_LOSS], rtol=1e-11, atol=1e-11)


def test_what_lanes_cannot_calculate_is_run() -> None:
    games = in_order(synthetic(50, 6))
    timeline = timeline_of(games, arpad.Elo())
    assert elo_lanes.takes(arpad.Elo(), ["k"], timeline, (80.0, 400.0))
    for system in (
        arpad.Elo(curve="normal"),
        arpad.Elo(floor=1000),
        arpad.Elo(rounding=1.0),
        arpad.Elo(k="32 if games < 30; 16"),
        arpad.OnlineElo(),
        arpad.Glicko2(),
    ):
        assert not elo_lanes.takes(system, ["advantage"], timeline)
    assert not elo_lanes.takes(arpad.Elo(), ["floor"], timeline)
    assert not elo_lanes.takes(arpad.Elo(), ["k"], timeline, (1000.0, 400.0))
    period = timeline_of(games, arpad.Elo(), schedule="period")
    assert not elo_lanes.takes(arpad.Elo(), ["k"], period)


@pytest.mark.slow
def test_the_advantage_that_made_the_games_is_found() -> None:
    found = arpad.tune(
        synthetic(2500, 12, home=70.0), "elo", {"k": (2, 60), "advantage": (-50, 200)}, train_to="2023"
    )
    low, high = found.plausible("advantage")
    assert low <= 70.0 <= high
    assert found.best["advantage"] == pytest.approx(70.0, abs=25.0)
    assert found.best["k"] < 25.0  # strengths do not change
    assert found.validation is not None
    assert found.validation.log_loss < found.validation.given


def test_the_same_seed_gives_the_same_values() -> None:
    games = synthetic(250, 8, home=40.0)
    free = {"deviation": (50, 350), "c": (1, 100)}
    one, other = (arpad.tune(games, "glicko", free, period="1mo", seed=3) for _ in range(2))
    assert one.best == other.best
    assert one.as_json() == other.as_json()


def test_later_games_are_not_seen() -> None:
    games = in_order(synthetic(500, 8))
    begin = int(np.flatnonzero(games.time > np.datetime64("2022-12-31"))[0])  # type: ignore[operator]
    score = games.score.copy()
    score[begin:] = 1.0 - score[begin:]
    other = Games(games.players, games.first, games.second, score, time=games.time, advantage=games.advantage)
    one, two = (arpad.tune(each, "elo", {"k": (5, 80)}, train_to="2022") for each in (games, other))
    assert one.best == two.best
    assert one.training == two.training
    assert one.validation is not None
    assert two.validation is not None
    assert one.validation.log_loss != two.validation.log_loss
    assert one.training.games + one.validation.games == 500
    assert one.split[:4] == "2023"


def test_the_losses_are_those_of_a_backtest() -> None:
    games = synthetic(400, 8)
    found = arpad.tune(games, "elo", {"k": (5, 80)}, train_to="2022")
    again = arpad.backtest(games, [found.system], start="2023")
    assert found.validation is not None
    assert again.entries[0].log_loss.mean == pytest.approx(found.validation.log_loss, abs=1e-15)
    trained = arpad.backtest(games, [found.system], end="2022")
    assert trained.entries[0].log_loss.mean == pytest.approx(found.training.log_loss, abs=1e-15)


def test_the_profile_is_lowest_at_the_best() -> None:
    found = arpad.tune(synthetic(400, 8), "elo", {"k": (5, 80)})
    best = min(found.profile, key=lambda one: one.log_loss)
    assert best.value == found.best["k"]
    assert all(one.more >= 0.0 for one in found.profile)
    assert found.table().height == len(found.profile)


def test_the_search_finds_a_valley() -> None:
    def tried(points: list[tuple[float, ...]]) -> list[float]:
        return [(x - 0.3) ** 2 + 10 * (y - 0.6 - 0.5 * (x - 0.3)) ** 2 for x, y in points]

    x, y = search(tried, [0.9, 0.1], 1)
    assert (x, y) == pytest.approx((0.3, 0.6), abs=5e-3)
    (only,) = search(lambda points: [(x - 0.123) ** 2 for (x,) in points], [0.9], 1)
    assert only == pytest.approx(0.123, abs=1e-4)


def test_ranges_are_searched_by_ratios_where_they_are_wide() -> None:
    assert Free("k", 1.0, 100.0).value(0.5) == pytest.approx(10.0)
    assert Free("k", 10.0, 100.0).value(0.5) == pytest.approx(55.0)
    for one in (Free("k", 1.0, 100.0), Free("advantage", -50.0, 150.0)):
        assert one.unit(one.value(0.3)) == pytest.approx(0.3, abs=1e-4)


def test_what_cannot_be_tuned() -> None:
    games = synthetic(50, 6)
    with pytest.raises(BadInput, match="has no parameter 'speed'"):
        arpad.tune(games, "elo", {"speed": (1, 2)})
    with pytest.raises(BadInput, match="is a word"):
        arpad.tune(games, "elo", {"curve": (1, 2)})
    with pytest.raises(BadInput, match="the range of k is empty"):
        arpad.tune(games, "elo", {"k": (20, 10)})
    with pytest.raises(BadInput, match="out of bounds"):
        arpad.tune(games, "elo", {"carry": (0, 2)})
    with pytest.raises(BadInput, match="no game is for training"):
        arpad.tune(games, "elo", {"k": (5, 80)}, train_to="2019")
    with pytest.raises(BadInput, match="no game is for training"):
        arpad.tune(games, "elo", {"k": (5, 80)}, min_games=50)
    # what refuses the record at every setting says why, however many parameters are free
    with pytest.raises(BadInput, match="counts the margin of victory"):
        arpad.tune(games, "elo", {"k": (5, 80), "advantage": (0, 100)}, margin="log")
    with pytest.raises(BadInput, match="counts the margin of victory"):
        arpad.tune(games, "elo", {"k": (5, 80)}, margin="log")


def test_the_end_of_a_range_is_told() -> None:
    found = arpad.tune(synthetic(400, 8), "elo", {"k": (60, 80)})
    assert any("try a wider one" in sentence for sentence in found.advice)
