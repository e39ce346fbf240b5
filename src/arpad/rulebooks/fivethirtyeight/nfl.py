"""FiveThirtyEight's Elo ratings of the NFL.

Reference:
    FiveThirtyEight, ``nfl-elo-game``, ``forecast.py`` (2015–2021): K 20, 65 points for the home side (0 on
    neutral ground), ln(lead + 1) · 2.2 / (0.001 · dR + 2.2) with dR the winner's rating less the loser's,
    home included, and a third of the way back to 1505 at every new season. A new franchise enters at 1300.

Units: ratings in points. The record's ``event`` is the season; a team that begins two of them within 90
days, or returns to one, is refused: these are tournaments. One name over several years is a season for each
year (:mod:`arpad.record.events`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arpad.ratings.elo.curves import CURVES
from arpad.ratings.elo.margins import MARGINS
from arpad.ratings.elo.system import Elo
from arpad.ratings.model import Schedule
from arpad.ratings.parameters import parameter
from arpad.record import Games
from arpad.rulebooks.fivethirtyeight.game_types import unrated_games


@dataclass(frozen=True)
class Nfl(Elo):
    """The rating of teams of the NFL: Elo with these parameters."""

    name: ClassVar[str] = "nfl"
    title: ClassVar[str] = "NFL Elo (FiveThirtyEight)"
    source: ClassVar[str] = "FiveThirtyEight, nfl-elo-game, forecast.py"
    season_days: ClassVar[int] = 90
    schedules: ClassVar[tuple[Schedule, ...]] = ("live", "period")
    notes: ClassVar[tuple[str, ...]] = (
        "Games of the regular season and of the playoffs count alike; those of the preseason are not rated.",
        "Eleven ratings were set by hand: rate(…, given=arpad.rulebooks.fivethirtyeight.REVERSIONS).",
        "A new franchise enters at 1300; those of 1920 entered with ratings of their own.",
    )

    initial: float = parameter(1300.0, "the rating of a newcomer", unit="points")
    advantage: float = parameter(65.0, "what the home side is worth", unit="points")
    curve: str = parameter("logistic", "the curve of expected scores", choices=tuple(CURVES))
    margin: str = parameter("log", "how a win's margin counts", choices=tuple(MARGINS))
    carry: float = parameter(
        2 / 3, "the share of the distance to the mean kept between seasons", low=0.0, high=1.0
    )
    mean: float | None = parameter(1505.0, "what ratings return to between seasons", unit="points")

    def advice(self, games: Games) -> tuple[str, ...]:
        """Return which games the published ratings leave out."""
        return unrated_games(games, self.name)
