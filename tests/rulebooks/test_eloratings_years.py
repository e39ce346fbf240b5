"""World Football Elo Ratings: a year replayed from the ratings at its beginning gives those at its end.

The class of every match comes from the name of its competition. The matches that everybody uses are not all that
the site counts, so that not every team is reproduced; Europe's list is nearly complete.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
import pytest

from arpad.ratings.rate import rate
from arpad.record import Players, read_games
from arpad.rulebooks.football import EloRatings
from larger_data import larger

HERE = Path(__file__).parents[1] / "fixtures" / "eloratings"


class Replayed(NamedTuple):
    """How many teams there are, and how many have the published rating: all, and Europe's."""

    teams: int
    equal: int
    europe: int
    equal_europe: int


def of_europe(matches: pl.DataFrame) -> set[str]:
    """Return the teams that play for Europe's championship."""
    return set(matches.filter(pl.col("tournament") == "UEFA Euro qualification")["home_team"])


def replayed(
    matches: pl.DataFrame, published: pl.DataFrame, year: int, europe: set[str], system: EloRatings
) -> Replayed:
    """Replay a year between two published lists; teams that are not on the first are left out."""
    lists = {
        one: dict(published.filter(pl.col("year") == one).select("team", "rating").iter_rows())
        for one in (year - 1, year)
    }
    before, after = lists[year - 1], lists[year]
    known = pl.col("home_team").is_in(list(before)) & pl.col("away_team").is_in(list(before))
    games = read_games(matches.filter(pl.col("date").str.starts_with(str(year)) & known))
    entry = np.array([float(before[name]) for name in games.players.names])
    games = replace(games, players=Players(games.players.names, {"rating": entry}))
    found = rate(games, system)
    ratings = before | dict(zip(found.players.names, found.rating.tolist(), strict=True))
    equal = {name: round(ratings[name]) == rating for name, rating in after.items() if name in before}
    own = [name for name in equal if name in europe]
    return Replayed(len(equal), sum(equal.values()), len(own), sum(equal[name] for name in own))


def test_the_year_2012() -> None:
    matches = pl.read_csv(HERE / "internationals_2012.csv.gz")
    published = pl.read_csv(HERE / "year_end.csv")
    with_euro = {"Germany", "Spain", "Italy", "France", "Portugal", "Sweden", "Latvia", "Armenia", "Malta"}
    found = replayed(matches, published, 2012, with_euro, EloRatings())
    assert found.teams == 236
    assert found.equal >= 140
    assert found.equal_europe == found.europe == len(with_euro)
    unrounded = replayed(matches, published, 2012, with_euro, EloRatings(rounding=0))
    assert unrounded.equal < 110
    assert unrounded.equal_europe < len(with_euro)


def test_the_years_2010_to_2018() -> None:
    """The share of all teams is above one half, of Europe's five sixths (412 of 495)."""
    published = pl.read_csv(larger("oracles/eloratings/year_end.csv"))
    matches = pl.read_csv(
        larger("data/football_internationals_1872_2026.csv.gz"), null_values=["NA"]
    ).drop_nulls(["home_score", "away_score"])
    europe = of_europe(matches.filter(pl.col("date").is_between(pl.lit("2006"), pl.lit("2020"))))
    years = [replayed(matches, published, year, europe, EloRatings()) for year in range(2010, 2019)]
    teams, equal, own, equal_own = (sum(column) for column in zip(*years, strict=True))
    assert teams == 2147
    assert equal / teams > 0.55
    assert own == 495
    assert equal_own == pytest.approx(412, abs=2)


def test_every_match_that_everybody_uses_has_a_class() -> None:
    matches = read_games(larger("data/football_internationals_1872_2026.csv.gz"))
    note = EloRatings().match_classes(matches).note
    assert note is not None
    assert note.startswith("stages by the name of the competition: friendly 18,498 games, qualifier 15,029")
