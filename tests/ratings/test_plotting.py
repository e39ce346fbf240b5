"""Charts of ratings: the data that they draw are the ratings, and altair takes them."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import polars as pl
import pytest

import arpad
from arpad.record.samples import football_world_cups
from extras import installed


@pytest.fixture(autouse=True)
def _altair() -> None:
    installed("altair")


def data_of(chart: Any) -> pl.DataFrame:
    """Return the rows that a chart draws, by its specification."""
    found = chart.to_dict()
    [rows] = found["datasets"].values()
    return pl.DataFrame(rows)


def test_the_history_of_the_first_of_the_list_is_drawn() -> None:
    ratings = arpad.rate(football_world_cups(), "glicko2", period="event")
    chart = ratings.plot(top=3)
    rows = data_of(chart)
    first = ratings.table(top=3)["player"].to_list()
    assert rows["player"].unique(maintain_order=True).sort().to_list() == sorted(first)
    last = rows.filter(pl.col("player") == first[0])["rating"].to_list()[-1]
    assert last == ratings.of(first[0]).value
    drawn = chart.to_dict()
    assert [layer["mark"]["type"] for layer in drawn["layer"]] == ["area", "line"]
    assert drawn["layer"][1]["encoding"]["x"]["type"] == "temporal"
    assert drawn["layer"][1]["encoding"]["color"]["sort"] == first


def test_named_players_without_dates_are_drawn_game_by_game() -> None:
    games = arpad.Games.from_arrays(["Ann", "Bob", "Ann"], ["Bob", "Cas", "Cas"], [1, 0.5, 0])
    rows = data_of(arpad.rate(games, "elo").plot("Ann", "Cas"))
    assert rows.select("player", "game").rows() == [("Ann", 1), ("Ann", 2), ("Cas", 1), ("Cas", 2)]
    assert (
        rows["rating"].to_list()
        == arpad.rate(games, "elo", history=True).history("Ann", "Cas")["rating"].to_list()
    )


def test_one_rating_period_is_drawn_as_intervals() -> None:
    ratings = arpad.rate(football_world_cups(), "bradley-terry", prior=350, period="all")
    chart = ratings.plot(top=5)
    rows = data_of(chart)
    list_of = ratings.table(top=5)
    assert rows["player"].to_list() == list_of["player"].to_list()
    assert rows["low"].to_list() == list_of["low"].to_list()
    assert [layer["mark"]["type"] for layer in chart.to_dict()["layer"]] == ["rule", "point"]


def test_two_rating_periods_are_a_history() -> None:
    games = arpad.Games.from_arrays(
        ["Ann", "Bob"], ["Bob", "Ann"], [1, 0.5], time=np.array(["2026-01-05", "2026-02-05"], "datetime64[D]")
    )
    chart = arpad.rate(games, "glicko2", period="1mo").plot()
    assert [layer["mark"]["type"] for layer in chart.to_dict()["layer"]] == ["area", "line"]
    assert data_of(chart)["player"].to_list() == ["Ann", "Ann", "Bob", "Bob"]


def test_a_long_history_is_thinned_to_what_altair_draws() -> None:
    n = 9000
    games = arpad.Games.from_arrays(["Ann"] * n, ["Bob"] * n, [1, 0] * (n // 2), time=range(n))
    ratings = arpad.rate(games, "elo")
    rows = data_of(ratings.plot())
    assert len(rows) <= 5000
    for name in ("Ann", "Bob"):
        mine = rows.filter(pl.col("player") == name)
        assert (mine["time"].min(), mine["time"].max()) == (0, n - 1)
        assert mine["rating"].to_list()[-1] == ratings.of(name).value


def test_who_is_not_there_and_no_player_at_all_are_said() -> None:
    ratings = arpad.rate(football_world_cups(), "elo")
    with pytest.raises(arpad.BadInput, match="Brasil"):
        ratings.plot("Brasil")
    with pytest.raises(arpad.BadInput, match="top cannot be 0"):
        ratings.plot(top=0)


def test_without_altair_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(arpad.NotProvided, match=r'pip install "arpad\[plot\]"'):
        arpad.rate(football_world_cups(), "elo").plot()
