"""What happened: games and players, and how they are read."""

from arpad.record.chronology import chronological
from arpad.record.games import Games, Labels, Source
from arpad.record.periods import PeriodRule, Periods, parse_period
from arpad.record.players import Players
from arpad.record.players_file import read_players
from arpad.record.readers import read_games

__all__ = [
    "Games",
    "Labels",
    "PeriodRule",
    "Periods",
    "Players",
    "Source",
    "chronological",
    "parse_period",
    "read_games",
    "read_players",
]
