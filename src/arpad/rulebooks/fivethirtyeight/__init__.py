"""American leagues: FiveThirtyEight's ratings of the NFL and the NBA."""

from arpad.rulebooks.fivethirtyeight.nba import Nba
from arpad.rulebooks.fivethirtyeight.nfl import Nfl
from arpad.rulebooks.fivethirtyeight.reversions import REVERSIONS

__all__ = ["REVERSIONS", "Nba", "Nfl"]
