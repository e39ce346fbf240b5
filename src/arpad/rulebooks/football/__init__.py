"""Football: FIFA's rankings of men and women, World Football Elo Ratings, ClubElo."""

from arpad.rulebooks.football.clubelo import ClubElo
from arpad.rulebooks.football.eloratings import EloRatings
from arpad.rulebooks.football.fifa_men import FifaMen
from arpad.rulebooks.football.fifa_women import FifaWomen

__all__ = ["ClubElo", "EloRatings", "FifaMen", "FifaWomen"]
