"""American leagues: FiveThirtyEight's ratings of the NFL and the NBA."""

from arpad.rulebooks.american.nba import Nba
from arpad.rulebooks.american.nfl import Nfl
from arpad.rulebooks.american.reversions import REVERSIONS

__all__ = ["REVERSIONS", "Nba", "Nfl"]
