"""A list that another system made, or that does not hold everybody, is not taken without a word."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import polars as pl
import pytest

import arpad
from arpad.office.publishing.list_origin import departures
from arpad.office.publishing.publication import publish
from arpad.ratings.elo.system import Elo
from arpad.ratings.glicko.glicko import Glicko


@pytest.mark.parametrize("suffix", [".csv", ".json", ".parquet"])
def test_departures(tmp_path: Path, suffix: str) -> None:
    games = arpad.read_games(
        pl.DataFrame(
            {
                "date": [dt.date(2020, 1, 1), dt.date(2020, 2, 1)],
                "white": ["Ann", "Bob"],
                "black": ["Bob", "Cid"],
                "result": ["1-0", "1-0"],
            }
        )
    )
    whole, short = tmp_path / f"whole{suffix}", tmp_path / f"short{suffix}"
    publish(arpad.rate(games, Glicko(c=10)), whole)
    publish(arpad.rate(games, Glicko(c=10)), short, active_since="2020-02-01", provisional="omitted")
    assert departures(whole, Glicko(c=10)) == []
    assert departures(whole, Glicko(c=20)) == ["the list was made with c=10, and is now taken with c=20"]
    assert departures(whole, Glicko()) == [
        "the list was made with c=10, and is now taken with c at its default"
    ]
    assert departures(whole, Elo()) == ["the list is of the system glicko, not elo"]
    assert departures(short, Glicko(c=10)) == [
        "the list has only players who have played since 2020-02-01",
        "the list has no players with a provisional rating",
    ]


def test_a_list_without_a_manifest_says_nothing(tmp_path: Path) -> None:
    bare = tmp_path / "bare.csv"
    bare.write_text("rank,player,rating,games,provisional\n1,Ann,1600,30,false\n")
    assert departures(bare, Elo()) == []
    assert departures(tmp_path / "missing.csv", Elo()) == []
