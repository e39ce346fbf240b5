"""The direction of the simulation: what fails when ranked by points is the best when ranked by strength."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3]))

from bench.swiss_efficiency import chance, simulate


def test_information_fails_by_points_and_misjudges_least_by_strength() -> None:
    found = simulate(
        ["othello", "information"], players=20, rounds=6, repetitions=12, spread=300.0, noise=100.0, seed=1
    )
    mean = {key: rows.mean(axis=0) for key, rows in found.items()}
    tau, misjudged, foregone = 0, 1, 3
    assert mean["information", "points"][tau] < mean["othello", "points"][tau] - 0.15
    assert mean["information", "strength"][tau] > mean["information", "points"][tau] + 0.2
    assert mean["information", "strength"][misjudged] < mean["othello", "strength"][misjudged]
    assert mean["information", "strength"][misjudged] < mean["othello", "points"][misjudged]
    assert mean["information", "points"][foregone] < mean["othello", "points"][foregone]


def test_a_chance() -> None:
    assert chance(1900, 1500) == pytest.approx(10 / 11)
