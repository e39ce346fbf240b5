"""The preset ``nfl`` is the Elo that tests/ratings/test_nfl.py holds to 95 years of published ratings."""

from __future__ import annotations

import csv
import gzip
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arpad.ratings.elo.system import Elo
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.record import Games, Labels, Players
from arpad.rulebooks.fivethirtyeight import REVERSIONS, Nfl

FIXTURES = Path(__file__).parents[1] / "fixtures"


def test_its_parameters() -> None:
    known = Elo(k=20, advantage=65, margin="log", carry=2 / 3, mean=1505, initial=1300)
    assert {f.name: getattr(Nfl(), f.name) for f in fields(Nfl)} == {
        f.name: getattr(known, f.name) for f in fields(Elo)
    }
    assert len(REVERSIONS) == 11


@pytest.mark.parametrize(
    ("own", "expected", "shift", "lead"),
    # fivethirtyeight/nfl-elo-game, the first two games: RII 1503.947 – STP 1300, AKR 1503.42 – WHE 1300
    [(1503.947, 0.8246512, 12.16176, 48), (1503.42, 0.8242121, 11.85756, 43)],
)
def test_the_first_two_games(own: float, expected: float, shift: float, lead: int) -> None:
    system = Nfl()
    assert system.predict(Rating(own), Rating(1300), 1).expected == pytest.approx(expected, abs=5e-8)
    found = system.update(Rating(own), [Encounter(Rating(1300), 1.0, 1, margin=lead)], "live")
    assert found.explanation.value == pytest.approx(shift, abs=5e-6)


def test_the_listed_reversions_make_the_published_ratings() -> None:
    with gzip.open(FIXTURES / "nfl_elo_1920_2014.csv.gz", "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with (FIXTURES / "nfl_initial_elos.csv").open(encoding="utf-8", newline="") as file:
        initial = {row["team"]: float(row["elo"]) for row in csv.DictReader(file)}
    teams = list(dict.fromkeys(name for row in rows for name in (row["team1"], row["team2"])))
    seasons = list(dict.fromkeys(row["season"] for row in rows))
    points = np.array([[float(row["score1"]), float(row["score2"])] for row in rows])
    games = Games(
        Players(teams, {"rating": np.array([initial[team] for team in teams])}),
        np.array([teams.index(row["team1"]) for row in rows], dtype=np.int32),
        np.array([teams.index(row["team2"]) for row in rows], dtype=np.int32),
        (np.sign(points[:, 0] - points[:, 1]) + 1) / 2,
        time=np.array([row["date"] for row in rows], dtype="datetime64[D]"),
        advantage=np.array([1 - int(row["neutral"]) for row in rows], dtype=np.int8),
        points_first=points[:, 0],
        points_second=points[:, 1],
        event=Labels(
            np.array([seasons.index(row["season"]) for row in rows], dtype=np.int32), tuple(seasons)
        ),
    )
    assert len(games) == 15_206
    ratings = rate(games, Nfl(), history=True, given=REVERSIONS)
    before = np.array([[float(row["elo1"]), float(row["elo2"])] for row in rows])
    assert np.abs(ratings.traced().before[:, :, 0] - before).max() < 0.001


def test_games_of_the_preseason_are_told() -> None:
    """FiveThirtyEight rates none; the record has them, so that they are rated unless their weight is 0."""
    rows: dict[str, list[Any]] = {
        "home_team": ["A", "A", "B"],
        "away_team": ["B", "B", "A"],
        "home_score": [21, 14, 7],
        "away_score": [7, 7, 3],
        "season": ["2014"] * 3,
        "stage": ["PRE", "REG", "Wild Card"],
    }
    (said,) = Nfl().advice(Games.from_frame(rows))
    assert said.startswith("1 game of 'PRE' rated as any other; FiveThirtyEight's nfl ratings leave them out")
    assert Nfl().advice(Games.from_frame({**rows, "weight": [0, 1, 1]})) == ()


def test_playoffs_count_as_the_regular_season() -> None:
    rows: dict[str, list[Any]] = {"home_team": ["A"], "away_team": ["B"], "season": ["2014"]}
    rows |= {"home_score": [21], "away_score": [7]}
    plain = rate(Games.from_frame(rows), Nfl())
    for stage in ("REG", "SB", "s"):
        games = Games.from_frame({**rows, "stage": [stage]})
        assert Nfl().advice(games) == ()
        assert rate(games, Nfl()).rating.tolist() == plain.rating.tolist()
