"""FIFA's women's ranking: WWR' = WWR + 15 · M · (actual − predicted), match by match.

References:
    FIFA, "Women's World Ranking, procedure": the structure, 100 points for the home team, the importances,
    and a predicted result that is logistic on a base of 400 (72 points: 60 %).

    The table of actual results, that of draws, and which matches have which importance are those that FIFA's
    published points follow: 3,386 changes between the releases of 2003 to 2022. 143 of them are in the tests,
    to the published digit.

FIFA's text says that one team wins what the other loses. Its points do not: in a draw each side has from
47 % (0–0) to 53 % (5–5 and more), so that both win or lose together.

Units: ratings in points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel
from arpad.core import BadInput
from arpad.core.interface import named_columns
from arpad.ratings.elo.loop import EloParts
from arpad.ratings.elo.system import Elo
from arpad.ratings.model import Encounter
from arpad.ratings.parameters import parameter
from arpad.record import Games
from arpad.rulebooks.football.importance import (
    FIFA_WOMEN,
    FIFA_WOMEN_KINDS,
    FIFA_WOMEN_NAMES,
    FRIENDLY,
    ORDINARY,
    MatchClass,
)
from arpad.rulebooks.football.national import NationalTeams

LOSERS_SHARE: tuple[tuple[float, ...], ...] = (
    (15.0, 8.0, 4.0, 3.0, 2.0, 1.0),
    (16.0, 8.9, 4.8, 3.7, 2.6, 1.5),
    (17.0, 9.8, 5.6, 4.4, 3.2, 2.0),
    (18.0, 10.7, 6.4, 5.1, 3.8, 2.5),
    (19.0, 11.6, 7.2, 5.8, 4.4, 3.0),
    (20.0, 12.5, 8.0, 6.5, 5.0, 3.5),
)
"""Per cent for the loser: rows by its goals (0 to 5 and more), columns by the lead (1 to 6 and more)."""

DRAWN_SHARE = (0.47, 0.5, 0.51, 0.52, 0.525, 0.53)
"""The actual result of each side in a draw, by its goals (0 to 5 and more)."""

DRAWN = 10
"""The kind of a draw without goals; one with n goals each has n more, 5 at the most."""

BEST = 10
"""A friendly between two of so many that lead the last release has the importance 2."""


@kernel
def drawn_or_decided(p: Any, kind: int, score: float) -> float:
    """Return the actual result of a side: of a draw by its goals, else the share that the record has."""
    return DRAWN_SHARE[kind - DRAWN] if kind >= DRAWN else score


def draw_kinds(own: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.int8]:
    """Return the kinds of matches by the goals of both sides."""
    drawn = DRAWN + np.clip(np.nan_to_num(own), 0, 5)
    return np.where(own == other, drawn, ORDINARY).astype(np.int8)


def actual_result(own: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the actual result of the team with ``own`` goals, in [0, 1]; the other team has the rest."""
    share = np.array(LOSERS_SHARE) / 100.0
    row = np.clip(np.minimum(own, other), 0, 5).astype(np.int64)
    column = np.clip(np.abs(own - other) - 1, 0, 5).astype(np.int64)
    loser = share[row, column]
    return np.where(own == other, 0.5, np.where(own < other, loser, 1.0 - loser))


@dataclass(frozen=True)
class FifaWomen(NationalTeams):
    """The points of women's national teams."""

    name: ClassVar[str] = "fifa-women"
    title: ClassVar[str] = "FIFA women's ranking"
    source: ClassVar[str] = (
        "FIFA, Women's World Ranking, procedure; tables as the published points follow them"
    )
    notes: ClassVar[tuple[str, ...]] = (
        "The importance, 1 to 4, is the record's weight, or that of the class in its stage column, or of the "
        "competition's name.",
        "whatif asks for the importance of the match, and odds omits point changes unless the importance "
        "is set.",
        "A draw is not half for each side: from 47 % (0–0) to 53 % (5–5 and more).",
        "A friendly between two of the ten best of the players file, the last release, has the importance 2.",
        "The rating of a new team (1300, about the mean) is arpad's choice.",
    )
    classes: ClassVar[Mapping[str, MatchClass]] = FIFA_WOMEN
    of_kind: ClassVar[Mapping[str, str]] = FIFA_WOMEN_KINDS
    of_name: ClassVar[Mapping[str, str]] = FIFA_WOMEN_NAMES
    points_of_importance: ClassVar[float] = 15.0
    decimals: ClassVar[int] = 2
    provisional_games: ClassVar[int] = 5
    points_count: ClassVar[bool] = True
    """What both sides made counts, though no margin does."""

    scale: float = parameter(400.0, "the difference at odds of 10 to 1", unit="points", low=1e-9)
    advantage: float = parameter(100.0, "what the home side is worth", unit="points")
    initial: float = parameter(1300.0, "the points of a team that has none", unit="points")

    @cached_property
    def elo(self) -> Elo:
        """The same as a setting of Elo."""
        return Elo(k=1.0, scale=self.scale, initial=self.initial, advantage=self.advantage)

    importance: float | None = parameter(
        None, "the importance M of every match, instead of what the record says", low=0.0, high=4.0
    )

    def parts(self) -> EloParts:
        """Return Elo's parts, and draws."""
        return {**super().parts(), "scored": drawn_or_decided}

    def game_kinds(self, games: Games) -> NDArray[np.int8]:
        """Return which matches were drawn, with how many goals."""
        goals_first, goals_second = games.points_first, games.points_second
        if goals_first is None or goals_second is None:
            return np.full(len(games), ORDINARY, dtype=np.int8)
        return draw_kinds(goals_first, goals_second)

    def game_weights(self, games: Games) -> NDArray[np.float64]:
        """Return 15 times the importance of every match; a friendly between two of the ten best has 2.

        Raises:
            BadInput: a weight is no importance.
        """
        weights = super().game_weights(games)
        if games.weight is not None and (games.weight > 4.0).any():
            wrong = float(games.weight.max())
            raise BadInput(
                f"{wrong:g} is not the importance of a match of {self.name}",
                remedy="Expected 1 to 4, of which each is worth 15 points.",
            )
        if self.importance is not None or games.weight is not None:
            return weights
        best = _ten_best(games)
        if not best.any():
            return weights
        friendly = self.match_classes(games).are(FRIENDLY)
        weights[friendly & best[games.first] & best[games.second]] = 2.0 * self.points_of_importance
        return weights

    def game_scores(self, games: Games) -> NDArray[np.float64]:
        """Return the actual results.

        Raises:
            BadInput: the goals of a match are not known.
        """
        goals_first, goals_second = games.points_first, games.points_second
        if len(games) and (
            goals_first is None or goals_second is None or np.isnan(goals_first + goals_second).any()
        ):
            raise BadInput(
                f"{self.name} asks for the goals of every match, and the record lacks them",
                remedy=f"Name their columns: {named_columns('points_first', 'points_second')}.",
            )
        return (
            games.score
            if goals_first is None or goals_second is None
            else actual_result(goals_first, goals_second)
        )

    def supposed(self, game: Encounter) -> Encounter:
        """Return a match of no record with its actual result, the loser without a goal if nothing says it."""
        if game.kind:
            return game
        loser = float(game.facts.get("loser_points", 0.0))
        goals = np.array([loser + max(game.lead, 0.0)]), np.array([loser + max(-game.lead, 0.0)])
        score, kind = float(actual_result(*goals)[0]), int(draw_kinds(*goals)[0])
        return replace(super().supposed(game), score=score, kind=kind if kind >= DRAWN else 0)


def _ten_best(games: Games) -> NDArray[np.bool_]:
    """Return bool over players: who is among the ten best by the ratings that are given, if ten are given."""
    given = games.players.number("rating")
    ratings = given[~np.isnan(given)]
    if len(ratings) < BEST:
        return np.zeros(len(given), dtype=np.bool_)
    best: NDArray[np.bool_] = given >= np.sort(ratings)[-BEST]
    return best
