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
        met_first, met_second = (system.aged(one, one.elapsed or 0.0) for one in self.ratings)
        games = (
            (first, Encounter(met_second, score, advantage, weight, on=on)),
            (second, Encounter(met_first, 1.0 - score, -advantage, weight, on=on)),
        )
        one, other = (system.update(own, [game], "live").explanation for own, game in games)
        return one, other


def meeting(rules: PoolRules, standing: PoolStanding, game: PoolGames) -> RatingInputs:
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
    found = (standing.index[name] for name in names)
    one, other = (
        how.recalled(standing.rows[at], int(standing.games[at]) + rules.games_before(name), seconds)
        for name, at in zip(names, found, strict=True)
    )
    return RatingInputs(rules, game, (one, other))


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
    found = np.empty(len(seconds))
    for version in np.unique(versions).tolist():
        rows = np.flatnonzero(versions == version)
        found[rows] = _expected(rules, version, before[rows], advantage[rows], days[rows])
    return found


def _expected(
    rules: PoolRules, version: int, before: Floats, advantage: NDArray[np.int8], days: NDArray[np.datetime64]
) -> Floats:
    system = rules.how(version).system
    first, second = np.ascontiguousarray(before[:, 0]), np.ascontiguousarray(before[:, 1])
    found = system.expected_scores(first, second, advantage, days)
    if found is not None:
        return found
    names = system.columns
    ratings = [
        [Rating.of(dict(zip(names, row, strict=True))) for row in side.tolist()] for side in (first, second)
    ]
    return np.array(
        [
            system.predict(one, other, side, day).expected
            for one, other, side, day in zip(*ratings, advantage.tolist(), days.tolist(), strict=True)
        ]
    )
