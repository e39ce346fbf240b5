"""R's PlayerRatings on two seasons of Australian football: an implementation by others, on real games.

Source and R's conventions: fixtures/afl_README.md. Two of them are expressed here with the library's own means:
weeks without games are no periods (the weeks are numbered anew), and R adds c² before a newcomer's first period
as well (he enters with √(300² + 15²)).
"""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest

from arpad.ratings.glicko.glicko import Glicko
from arpad.ratings.glicko.glicko2 import Glicko2
from arpad.ratings.rate import rate
from arpad.record import Games, Players

FIXTURES = Path(__file__).parents[1] / "fixtures"


def rows(name: str) -> list[dict[str, str]]:
    with (FIXTURES / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def games() -> Games:
    table = rows("afl_2009_2010.csv")
    names = sorted({row[side] for row in table for side in ("home", "away")})
    index = {name: number for number, name in enumerate(names)}
    weeks = np.array([int(row["week"]) for row in table])
    return Games(
        Players(names),
        np.array([index[row["home"]] for row in table], dtype=np.int32),
        np.array([index[row["away"]] for row in table], dtype=np.int32),
        np.array([float(row["score"]) for row in table]),
        time=np.unique(weeks, return_inverse=True)[1].astype(np.int64),
    )


def test_the_record_is_whole(games: Games) -> None:
    assert (len(games), len(games.players)) == (371, 16)


def test_glicko_as_r_does_it(games: Games) -> None:
    system = Glicko(initial=2200, deviation=math.hypot(300, 15), c=15)
    ratings = rate(games, system, schedule="period", period="1")
    for row in rows("afl_playerratings.csv"):
        found = ratings.of(row["player"])
        assert found.value == pytest.approx(float(row["glicko_rating"]), abs=1e-9, rel=0)
        assert found.deviation == pytest.approx(float(row["glicko_deviation"]), abs=1e-9, rel=0)


def test_glicko2_as_r_does_it(games: Games) -> None:
    system = Glicko2(initial=2200, deviation=300, volatility=0.15, tau=1.2)
    ratings = rate(games, system, schedule="period", period="1")
    for row in rows("afl_playerratings.csv"):
        found = ratings.of(row["player"])
        assert found.value == pytest.approx(float(row["glicko2_rating"]), abs=0.02, rel=0)
        assert found.deviation == pytest.approx(float(row["glicko2_deviation"]), abs=0.02, rel=0)
        assert found.volatility == pytest.approx(float(row["glicko2_volatility"]), abs=1e-4, rel=0)
