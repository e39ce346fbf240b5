"""A long record is looked at in blocks and by hashes, and what is seen is what is seen of it as a whole."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import arpad
from arpad.record import read_games
from arpad.record.survey import blocks, look, patterns, repeats, suspicious
from arpad.record.survey.blocks import days_of

TODAY = date(2026, 1, 1)


def _rows(seed: int, games: int = 1200, players: int = 40) -> pl.DataFrame:
    """Return a table with games entered twice, with two results, far dates, farming, and two groups."""
    draw = np.random.default_rng(seed)
    first = draw.integers(0, players, games)
    second = (first + draw.integers(1, players, games)) % players
    second = np.where((first < 10) != (second < 10), (second + 10) % players, second)
    second = np.where(first == second, (first + 1) % players, second)
    first[:25], second[:25] = 5, 6
    day = np.datetime64("2015-01-01") + np.sort(draw.integers(0, 3000, games))
    day[-3:] = np.datetime64("2031-01-01")
    day[:2] = np.datetime64("1901-05-05")
    score = draw.choice(["1-0", "0-1", "1/2-1/2"], games)
    score[:25] = "1-0"
    for at in range(30, 39, 3):  # twice, every second time with another result
        first[at + 1], second[at + 1], day[at + 1] = second[at], first[at], day[at]
        score[at + 1] = {"1-0": "0-1", "0-1": "1-0"}.get(score[at], score[at])
        if at % 2:
            score[at + 1] = "1-0"
    names = [f"Player {chr(65 + at // 26)}{chr(97 + at % 26)}" for at in range(players)]
    return pl.DataFrame(
        {
            "date": day.astype(str),
            "white": [names[at] for at in first],
            "black": [names[at] for at in second],
            "result": score,
        }
    )


def _both_sides(frame: pl.DataFrame) -> pl.DataFrame:
    turned = frame.with_columns(
        frame["black"].alias("white"),
        frame["white"].alias("black"),
        frame["result"].replace({"1-0": "0-1", "0-1": "1-0"}),
    )
    return pl.concat([frame, turned])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("twice", [False, True], ids=["once", "from both sides"])
@pytest.mark.parametrize("drop", [(), ("date",)], ids=["dated", "undated"])
def test_what_is_seen_is_the_same(
    seed: int, twice: bool, drop: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = _rows(seed)
    frame = (_both_sides(frame) if twice else frame).drop(drop)
    frame = frame.rename({"white": "player1", "black": "player2"}) if twice else frame
    file = tmp_path / "games.csv"
    frame.write_csv(file)
    whole = look(file, today=TODAY).as_dict()
    codes = {each["code"] for each in whole["findings"]}
    expected = {"far-date", "future-date", "both-sides" if twice else "same-game-twice"}
    assert drop or expected <= codes
    monkeypatch.setattr(blocks, "BLOCK", 37)
    for module in (suspicious, patterns, repeats):
        monkeypatch.setattr(module, "LONG", 16)
    monkeypatch.setattr(repeats, "SAMPLE", 200)
    monkeypatch.setattr(repeats, "BUCKETS", 64)
    assert look(file, today=TODAY).as_dict() == whole


@pytest.mark.parametrize("seed", range(5))
def test_quantiles_of_days_are_those_of_all_games(seed: int) -> None:
    draw = np.random.default_rng(seed)
    days = np.datetime64("2020-01-01") + draw.integers(-400, 400, draw.integers(1, 50))
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        expected = np.quantile(days.astype(np.int64), share)
        assert days_of(days).quantile(share) == pytest.approx(expected, abs=1e-9)


def test_more_names_than_can_be_compared_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arpad.record.survey.survey.COMPARED", 4)
    file = tmp_path / "games.csv"
    file.write_text(
        "white,black,result\nAnna Berg,anna berg,1-0\nZoë Lind,Zoe Lind,1-0\nBo Falk,Carl Ek,1-0\n"
    )
    seen = look(file)
    assert [(pair.often.name, pair.seldom.name) for pair in seen.near] == [("Anna Berg", "anna berg")]
    assert seen.names_until == "Carl Ek"
    assert seen.as_dict()["names_compared_until"] == "Carl Ek"


@pytest.mark.parametrize("rows", [40, 5])
def test_parquet_in_batches_is_the_same_record(
    rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = _rows(1)
    whole, parts = tmp_path / "whole.parquet", tmp_path / "parts.parquet"
    frame.write_parquet(whole)
    frame.write_parquet(parts, row_group_size=rows)
    expected = read_games(whole)
    monkeypatch.setattr("arpad.record.assembly.fast_reader.LONG_PARQUET", 10)
    monkeypatch.setattr("arpad.record.assembly.fast_reader.BATCH", 25)
    for file in (whole, parts):
        games = read_games(file)
        assert (games.digest, list(games.players.names)) == (expected.digest, list(expected.players.names))
    assert list(arpad.look(parts).files[0].lines) == list(range(1, len(frame) + 1))
