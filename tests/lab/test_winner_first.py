"""A record in which the winner stands first is judged as if nobody knew who stands first."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arpad
from arpad.core import BadInput
from arpad.lab.backtest.study import Backtest
from arpad.record import Games, Players
from arpad.record.winner_first import winner_first


def season(seed: int = 1, games: int = 600, draws: float = 0.0) -> Games:
    """Return games among ten players of unequal strength, at random who stands first."""
    lots = np.random.default_rng(seed)
    first = lots.integers(0, 10, games)
    second = (first + lots.integers(1, 10, games)) % 10
    strength = np.linspace(-1.2, 1.2, 10)
    chance = 1 / (1 + np.exp(strength[second] - strength[first]))
    score = (lots.random(games) < chance).astype(float)
    score[lots.random(games) < draws] = 0.5
    days = np.datetime64("2025-01-01") + np.arange(games) // 4
    return Games(
        Players([f"P{at}" for at in range(10)]),
        first.astype(np.int32),
        second.astype(np.int32),
        score,
        time=days.astype("datetime64[s]"),
    )


def turned(games: Games, rows: np.ndarray[Any, Any]) -> Games:
    """Return the games with the sides of some rows the other way round."""
    return replace(
        games,
        first=np.where(rows, games.second, games.first).astype(np.int32),
        second=np.where(rows, games.first, games.second).astype(np.int32),
        score=np.where(rows, 1 - games.score, games.score),
    )


def winners_first(games: Games) -> Games:
    return turned(games, games.score < 0.5)


def judgement(found: Backtest) -> list[Any]:
    return [
        (one.label, one.log_loss.mean, one.brier, one.accuracy, one.ece, one.calibration_p, one.boldness)
        for one in found.entries
    ]


SYSTEMS = "elo,glicko2,elo,k=40"


@pytest.mark.parametrize("draws", [0.0, 0.2])
def test_it_is_judged_as_a_record_with_the_sides_at_random(draws: float) -> None:
    games = season(draws=draws)
    told = arpad.backtest(winners_first(games), SYSTEMS)
    assert told.winner_first
    other = winners_first(turned(games, np.random.default_rng(7).random(len(games)) < 0.5))
    again = arpad.backtest(other, SYSTEMS)
    for one, twin in zip(judgement(told), judgement(again), strict=True):
        assert one[0] == twin[0]
        assert one[1:] == pytest.approx(twin[1:], abs=1e-12)
    plain = arpad.backtest(games, SYSTEMS)
    assert not plain.winner_first
    for one, twin in zip(judgement(told), judgement(plain), strict=True):
        # Log loss, Brier score and accuracy ask for no order; calibration is folded at ½.
        assert one[1:4] == pytest.approx(twin[1:4], abs=1e-12)


def test_calibrated_forecasts_are_found_calibrated() -> None:
    """Judged from the first side the same forecasts were wrong everywhere (error .3 and more)."""
    told = arpad.backtest(winners_first(season(games=3000)), "elo,k=12", min_games=100)
    (entry,) = told.entries
    assert entry.ece < 0.05
    assert all(one.expected >= 0.5 for one in entry.calibration)


def test_a_game_without_a_favourite_counts_half_from_each_side() -> None:
    games = season(games=60).take(np.arange(0))
    lots = np.arange(40, dtype=np.int32)
    names = Players([f"N{at}" for at in range(80)])
    games = Games(names, lots * 2, lots * 2 + 1, np.ones(40))
    (entry,) = arpad.backtest(games, "elo").entries  # everybody plays once: ½ is expected of every game
    (bin_,) = entry.calibration
    assert (bin_.games, bin_.expected, bin_.score) == (40, 0.5, 0.5)


def test_white_or_home_count_for_nothing_there() -> None:
    games = season()
    home = replace(winners_first(games), advantage=np.ones(len(games), dtype=np.int8))
    told = arpad.backtest(home, "elo,advantage=100")
    assert judgement(told)[0][1:] == pytest.approx(
        judgement(arpad.backtest(winners_first(games), "elo,advantage=100"))[0][1:], abs=1e-12
    )
    tuned = arpad.tune(home, "elo", {"k": (5, 60), "advantage": (0, 200)})
    assert [one.name for one in tuned.free] == ["k"]
    assert any("advantage is not tuned" in note for note in tuned.notes)
    with pytest.raises(BadInput, match="no parameter is left to tune"):
        arpad.tune(home, "elo", {"advantage": (0, 200)})
    verdict = arpad.audit(home)["first-side"]
    assert verdict.fault is None
    assert "winner stands first" in str(verdict.problem)


def test_home_advantage_is_no_order_of_winners() -> None:
    games = season()
    assert winner_first(games) is None
    assert winner_first(games.take(np.flatnonzero(games.score == 1.0)[:19])) is None, "too few"
    assert winner_first(winners_first(games)) == (len(games), len(games))


def written(games: Games, path: Path) -> Path:
    rows = ["date,winner,loser"]
    names = games.players.names
    assert games.time is not None
    for at in range(len(games)):
        day = str(games.time[at])[:10]
        rows.append(f"{day},{names[games.first[at]]},{names[games.second[at]]}")
    path.write_text("\n".join(rows) + "\n")
    return path


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "arpad", *words], capture_output=True, text=True, check=False
    )


def test_the_command_says_so(tmp_path: Path) -> None:
    path = written(winners_first(season()), tmp_path / "matches.csv")
    said = "The first side won 600 of 600 decisive games: the order of the sides tells the result."
    done = run("backtest", str(path), "--systems", "elo,glicko2")
    assert said in done.stdout
    assert "calibration is judged by the favourite" in done.stdout
    assert "too sure" not in done.stdout
    answer = json.loads(run("backtest", str(path), "--systems", "elo", "--json").stdout)
    assert answer["winner_first"] is True
    assert said in answer["notes"][0]
    assert said in run("tune", str(path), "--system", "elo", "--free", "k=5:60").stdout


def test_a_system_that_cannot_rate_the_record_is_left_out(tmp_path: Path) -> None:
    path = written(season(), tmp_path / "matches.csv")
    done = run("backtest", str(path), "--systems", "elo,nfl,fifa-women,glicko2", "--json")
    answer = json.loads(done.stdout)
    assert [one["label"] for one in answer["left_out"]] == ["nfl", "fifa-women"]
    assert all(one["reason"] for one in answer["left_out"])
    assert {one["label"] for one in answer["systems"]} == {"elo", "glicko2"}
    assert len(answer["comparisons"]) == 1
    assert any(note.startswith("nfl is left out: ") for note in answer["notes"])
    assert run("backtest", str(path), "--systems", "nfl,fifa-women").returncode, "none remains"
    assert run("backtest", str(path), "--systems", "nfl").returncode
