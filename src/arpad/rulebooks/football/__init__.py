"""Football: FIFA's rankings of men and women, World Football Elo Ratings, ClubElo."""

from arpad.rulebooks.football.eloratings import EloRatings
from arpad.rulebooks.football.fifa_men import FifaMen

__all__ = ["EloRatings", "FifaMen"]
