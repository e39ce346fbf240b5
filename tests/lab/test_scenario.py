"""What if another system had been used: the same system changes nothing, and what differs is told."""

from __future__ import annotations

import numpy as np
import pytest

import arpad
from arpad.core import BadInput
from arpad.lab.scenario import scenario
from lab_records import synthetic


def test_the_same_system_changes_nothing() -> None:
    found = scenario(synthetic(400, 12), "elo", "elo", "2022", thresholds=[1500])
    assert found.table["points"].to_list() == pytest.approx([0.0] * len(found.table), abs=1e-9)
    assert not (found.table["places"] != 0).any()
    assert found.crossings.is_empty()
    assert found.loss_used == pytest.approx(found.loss_supposed, abs=1e-12)
    assert "neither predicts significantly better" in found.memo[0]


def test_another_k_from_a_day_on_by_hand() -> None:
    games = arpad.Games.from_arrays(["A", "A"], ["B", "B"], [1, 1], time=["2024-01-01", "2025-01-01"])
    found = scenario(games, arpad.Elo(k=20), arpad.Elo(k=40), "2025", thresholds=[1520])
    # A stands at 1510 after the first game; E = 1 / (1 + 10^(−20/400)) = .528754 in the second
    expected = 1.0 / (1.0 + 10.0 ** (-20.0 / 400.0))
    rows = {row["player"]: row for row in found.table.to_dicts()}
    assert rows["A"]["rating_used"] == pytest.approx(1510 + 20 * (1 - expected))
    assert rows["A"]["rating_supposed"] == pytest.approx(1510 + 40 * (1 - expected))
    assert found.games == 1
    assert found.loss_used == pytest.approx(-np.log(expected))
    (crossing,) = found.crossings.to_dicts()
    assert crossing["player"] == "A"
    assert crossing["supposed"] > 1520 > crossing["used"]
    assert "1520: 1 player would reach it who do not now" in " ".join(found.memo)


def test_a_system_that_knows_the_home_side_predicts_better() -> None:
    found = scenario(synthetic(3000, 20, home=150.0), "elo", arpad.Elo(advantage=150.0), "2022")
    assert found.gain.low > 0.0
    assert "would have predicted better" in found.memo[0]
    again = arpad.backtest(synthetic(3000, 20, home=150.0), "elo", start="2022")
    assert found.loss_used == pytest.approx(again.entries[0].log_loss.mean, abs=1e-12)


def test_scales_that_differ_begin_anew() -> None:
    games = synthetic(200, 8)
    with pytest.raises(BadInput, match="rate on different scales"):
        scenario(games, "elo", "weng-lin", "2022")
    found = scenario(games, "elo", "weng-lin", "2022", entry="anew")
    again = arpad.backtest(games, "weng-lin", start="2022")
    assert found.loss_supposed == pytest.approx(again.entries[0].log_loss.mean, abs=1e-12)
    with pytest.raises(BadInput, match="no games before 2010"):
        scenario(games, "elo", "elo", "2010")
    with pytest.raises(BadInput, match="no games from 2040"):
        scenario(games, "elo", "elo", "2040")
