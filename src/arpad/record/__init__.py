"""What happened: games and players, and how they are read."""

from arpad.record.games import Games, Labels, Source
from arpad.record.players import Players

__all__ = ["Games", "Labels", "Players", "Source"]
