"""FiveThirtyEight's Elo ratings of the NBA.

Reference:
    FiveThirtyEight, "How We Calculate NBA Elo Ratings" (2015), and its published ratings (CC-BY-4.0): K 20,
    100 points for the home side (0 on neutral ground), (lead + 3)^0.8 / (7.5 + 0.006 · dR) with dR the
    winner's rating less the loser's, home included, and a quarter of the way back to 1505 at every new
    season. A new franchise enters at 1300.

Departures of others: copies of it take |dR|, or leave the home side's 100 out of dR; the published ratings do
neither.

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
class Nba(Elo):
    """The rating of teams of the NBA: Elo with these parameters."""

    name: ClassVar[str] = "nba"
    title: ClassVar[str] = "NBA Elo (FiveThirtyEight)"
    source: ClassVar[str] = "FiveThirtyEight, How We Calculate NBA Elo Ratings (2015)"
    season_days: ClassVar[int] = 90
    schedules: ClassVar[tuple[Schedule, ...]] = ("live", "period")
    drawable: ClassVar[bool] = False
    notes: ClassVar[tuple[str, ...]] = (
        "Games of the regular season and of the playoffs count alike; those of the preseason are not rated.",
        "A franchise that moves or takes another name keeps its rating: give both one name in the record.",
    )

    initial: float = parameter(1300.0, "the rating of a newcomer", unit="points")
    advantage: float = parameter(100.0, "what the home side is worth", unit="points")
    curve: str = parameter("logistic", "the curve of expected scores", choices=tuple(CURVES))
    margin: str = parameter("power", "how a win's margin counts", choices=tuple(MARGINS))
    carry: float = parameter(
        0.75, "the share of the distance to the mean kept between seasons", low=0.0, high=1.0
    )
    mean: float | None = parameter(1505.0, "what ratings return to between seasons", unit="points")

    def advice(self, games: Games) -> tuple[str, ...]:
        """Return which games the published ratings leave out."""
        return unrated_games(games, self.name)
