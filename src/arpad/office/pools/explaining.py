"""What was expected of posted games, and the calculation of each change of a rating."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from arpad.core import Explanation
from arpad.office.pools.games import PoolGames
from arpad.office.pools.rules import PoolRules
from arpad.office.pools.standing import PoolStanding
from arpad.ratings.model import Encounter, Rating
from arpad.ratings.state import Floats


@dataclass(frozen=True)
class RatingInputs:
    """What a game met, as it takes to explain what it left.

    Args:
        rules: of the pool.
        game: the game, alone.
        ratings: of both players before it.
    """

    rules: PoolRules
    game: PoolGames
    ratings: tuple[Rating, Rating]

    def explained(self) -> tuple[Explanation, Explanation]:
        """Return the calculation of both players' new ratings."""
        (seconds,), (score,) = self.game.seconds, self.game.score
        (advantage,), (weight,) = self.game.advantage, self.game.weight
        system = self.rules.how(int(self.rules.version(np.array([seconds]))[0])).system
        on = datetime.fromtimestamp(seconds, UTC).date()
        first, second = self.ratings
        # An opponent is met as of the day; one's own waiting is part of the calculation.
        opponent_of_second, opponent_of_first = (
            system.aged(rating, rating.elapsed or 0.0) for rating in self.ratings
        )
        games = (
            (first, Encounter(opponent_of_first, score, advantage, weight, on=on)),
            (second, Encounter(opponent_of_second, 1.0 - score, -advantage, weight, on=on)),
        )
        of_first, of_second = (system.update(own, [game], "live").explanation for own, game in games)
        return of_first, of_second


def rating_inputs(rules: PoolRules, standing: PoolStanding, game: PoolGames) -> RatingInputs:
    """Return what a game is about to meet.

    Args:
        rules: of the pool.
        standing: the players before it.
        game: the game, alone.
    """
    (seconds,) = game.seconds
    version = int(rules.version(np.array([seconds]))[0])
    how = rules.how(version)
    names = [rules.named(*column) for column in (game.first, game.second)]
    standing.enter(names, rules, version)
    rows = (standing.index[name] for name in names)
    first, second = (
        how.recalled(standing.rows[at], int(standing.games[at]) + rules.games_before(name), seconds)
        for name, at in zip(names, rows, strict=True)
    )
    return RatingInputs(rules, game, (first, second))


def expected_scores(rules: PoolRules, batch: PoolGames, before: Floats) -> Floats:
    """Return float64 over games: the expected scores of the first players.

    Args:
        rules: of the pool.
        batch: the games.
        before: games × 2 × the columns of the system, what the games met.
    """
    seconds = np.array(batch.seconds, dtype=np.int64)
    advantage = np.array(batch.advantage, dtype=np.int8)
    days = seconds.astype("datetime64[s]").astype("datetime64[D]")
    if len(rules.versions) == 1:
        return _expected(rules, 0, before, advantage, days)
    versions = rules.version(seconds)
    expected = np.empty(len(seconds))
    for version in np.unique(versions).tolist():
        rows = np.flatnonzero(versions == version)
        expected[rows] = _expected(rules, version, before[rows], advantage[rows], days[rows])
    return expected


def _expected(
    rules: PoolRules, version: int, before: Floats, advantage: NDArray[np.int8], days: NDArray[np.datetime64]
) -> Floats:
    system = rules.how(version).system
    first, second = np.ascontiguousarray(before[:, 0]), np.ascontiguousarray(before[:, 1])
    scores = system.expected_scores(first, second, advantage, days)
    if scores is not None:
        return scores
    names = system.columns
    ratings = [
        [Rating.of(dict(zip(names, row, strict=True))) for row in side.tolist()] for side in (first, second)
    ]
    return np.array(
        [
            system.predict(rating, other, side, day).expected
            for rating, other, side, day in zip(*ratings, advantage.tolist(), days.tolist(), strict=True)
        ]
    )
