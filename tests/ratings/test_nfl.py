"""FiveThirtyEight's NFL ratings, 1920 to 2014: every game's probability and both ratings before it.

Source: fixtures/nfl_README.md. It is Elo with home advantage, margin of victory, seasons that are carried over
and eleven ratings that their makers set by hand, all in the library's own parts.
"""

from __future__ import annotations

import csv
import gzip
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from arpad.ratings.elo.system import Elo
from arpad.ratings.explain import explain
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Games, Labels, Players

FIXTURES = Path(__file__).parents[1] / "fixtures"

NFL = Elo(k=20, advantage=65, margin="log", carry=2 / 3, mean=1505)

GIVEN = (
    # franchises that returned after a break or merged for a season, and the new Cleveland of 1999
    ("CBD", "1925", 1502.032),
    ("RAC", "1926", 1403.384),
    ("LOU", "1926", 1307.201),
    ("CIB", "1927", 1362.919),
    ("MNN", "1929", 1306.702),
    ("BFF", "1929", 1331.943),
    ("LAR", "1944", 1373.977),
    ("PHI", "1944", 1497.988),
    ("ARI", "1945", 1353.939),
    ("PIT", "1945", 1353.939),
    ("CLE", "1999", 1300.0),
)


class Published(NamedTuple):
    games: Games
    before: NDArray[np.float64]
    probability: NDArray[np.float64]


@pytest.fixture(scope="module")
def published() -> Published:
    with gzip.open(FIXTURES / "nfl_elo_1920_2014.csv.gz", "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    with (FIXTURES / "nfl_initial_elos.csv").open(encoding="utf-8", newline="") as file:
        initial = {row["team"]: float(row["elo"]) for row in csv.DictReader(file)}
    teams = list(dict.fromkeys(name for row in rows for name in (row["team1"], row["team2"])))
    seasons = list(dict.fromkeys(row["season"] for row in rows))
    number = {team: i for i, team in enumerate(teams)}

    def column(name: str) -> NDArray[np.float64]:
        return np.array([float(row[name]) for row in rows])

    lead = column("score1") - column("score2")
    games = Games(
        Players(teams, {"rating": np.array([initial[team] for team in teams])}),
        np.array([number[row["team1"]] for row in rows], dtype=np.int32),
        np.array([number[row["team2"]] for row in rows], dtype=np.int32),
        (np.sign(lead) + 1.0) / 2.0,
        time=np.array([row["date"] for row in rows], dtype="datetime64[D]"),
        advantage=(1 - column("neutral")).astype(np.int8),
        points_first=column("score1"),
        points_second=column("score2"),
        event=Labels(
            np.array([seasons.index(row["season"]) for row in rows], dtype=np.int32), tuple(seasons)
        ),
    )
    before = np.stack([column("elo1"), column("elo2")], axis=1)
    return Published(games, before, column("elo_prob1"))


@pytest.fixture(scope="module")
def ratings(published: Published) -> Ratings:
    return rate(published.games, NFL, history=True, given=GIVEN)


def test_every_rating_before_its_game(published: Published, ratings: Ratings) -> None:
    assert len(published.games) == 15_206
    assert ratings.timeline.games.digest == published.games.digest  # the file is in order of time
    assert np.abs(ratings.traced().before[:, :, 0] - published.before).max() < 0.001


def test_every_probability(published: Published, ratings: Ratings) -> None:
    before = ratings.traced().before[:, :, 0]
    home = 65.0 * (published.games.advantage if published.games.advantage is not None else 0.0)
    expected = 1.0 / (1.0 + 10.0 ** (-(before[:, 0] - before[:, 1] + home) / 400.0))
    assert np.abs(expected - published.probability).max() < 1e-5


def test_predictions_are_those_probabilities(published: Published, ratings: Ratings) -> None:
    games = published.games
    assert games.advantage is not None
    for game in range(0, len(games), 997):
        one, other = (Rating(float(r)) for r in published.before[game])
        found = ratings.predict(one, other, int(games.advantage[game])).expected
        assert found == pytest.approx(published.probability[game], abs=1e-5)


def test_the_first_two_games(ratings: Ratings) -> None:
    """RII 48–0 STP: p .8246512, shift 12.16176; AKR 43–0 WHE: p .8242121, shift 11.85756."""
    trace = ratings.traced()
    for game, shift in ((0, 12.16176), (1, 11.85756)):
        change = trace.after[game, :, 0] - trace.before[game, :, 0]
        assert change == pytest.approx([shift, -shift], abs=5e-6)


def test_the_margin_tells_by_how_much_the_winner_was_the_stronger() -> None:
    """The source's ELOW − ELOL: the winner's rating less the loser's, with the home advantage."""
    home = Encounter(Rating(1500.0), 1.0, advantage=1, margin=7.0)
    lost = Encounter(Rating(1500.0), 0.0, advantage=1, margin=-7.0)
    level = Encounter(Rating(1500.0), 0.5, advantage=1, margin=0.0)
    for game, said in (
        (home, "lead 7, dR +165.00"),
        (lost, "lead 7, dR -165.00"),
        (level, "lead 0, draw"),
    ):
        (told,) = NFL.update(Rating(1600.0), [game], "live").explanation.parts
        (step,) = [step for step in told.steps if step.label == "margin of victory"]
        assert step.working == said


@pytest.mark.parametrize("team", ["GB", "CLE", "CBD", "PIT"])
def test_a_century_explains_itself(ratings: Ratings, team: str) -> None:
    """The games and the carry-overs between seasons, with the listed ratings, add up to the whole change."""
    told = explain(ratings, team)
    assert sum(part.value for part in told.parts) == pytest.approx(told.value, abs=1e-9)
    assert told.facts["after"] == ratings.of(team).value
    assert {part.label for part in told.parts} == {"change", "between seasons"}


def test_without_the_listed_ratings_it_is_another_history(published: Published) -> None:
    plain = rate(published.games, NFL, history=True)
    wrong = np.abs(plain.traced().before[:, :, 0] - published.before).max(axis=1) >= 0.001
    first = int(np.flatnonzero(wrong)[0])
    assert str(published.games.event.word(first) if published.games.event else "") == "1925"
