"""FIFA's women's ranking: WWR' = WWR + K · (actual − predicted), match by match.

References:
    FIFA, "Women's World Ranking, procedure": the structure, 100 points for the home team, and the rule that
    one team wins what the other loses. The predicted result is logistic on a base of 400 (72 points: 60 %).

Unverified: the table of actual results and K (15 times an importance of 1 to 4) are remembered, not read at
FIFA. The table gives the side that did not win, by its goals and the goals it lost by. What it is remembered
to say of draws (47 to 53 per cent for both sides) would create or destroy points; here a draw is half each.

Units: ratings in points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.core.interface import named_columns
from arpad.ratings.elo.system import Elo
from arpad.ratings.model import Encounter
from arpad.ratings.parameters import parameter
from arpad.record import Games
from arpad.rulebooks.football.importance import FIFA_WOMEN, MatchClass
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
    source: ClassVar[str] = "FIFA, Women's World Ranking, procedure; its tables as remembered"
    status: ClassVar[str] = "unverified"
    notes: ClassVar[tuple[str, ...]] = (
        "The table of actual results and the importances are remembered, not read at FIFA.",
        "whatif asks for the importance of the match, and odds omits point changes unless the importance "
        "is set.",
        "A draw counts half for each side; FIFA's table for draws is unknown.",
        "The rating of a new team (1300, about the mean) is arpad's choice.",
    )
    classes: ClassVar[Mapping[str, MatchClass]] = FIFA_WOMEN
    decimals: ClassVar[int] = 0
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

    def game_scores(self, games: Games) -> NDArray[np.float64]:
        """Return the actual results.

        Raises:
            BadInput: the goals of a match are not known.
        """
        one, other = games.points_first, games.points_second
        if len(games) and (one is None or other is None or np.isnan(one + other).any()):
            raise BadInput(
                f"{self.name} asks for the goals of every match, and the record lacks them",
                remedy=f"Name their columns: {named_columns('points_first', 'points_second')}.",
            )
        return games.score if one is None or other is None else actual_result(one, other)

    def supposed(self, game: Encounter) -> Encounter:
        """Return a match of no record with its actual result, the loser without a goal if nothing says it."""
        if game.kind:
            return game
        loser = float(game.facts.get("loser_points", 0.0))
        goals = np.array([loser + max(game.lead, 0.0)]), np.array([loser + max(-game.lead, 0.0)])
        return replace(super().supposed(game), score=float(actual_result(*goals)[0]))
