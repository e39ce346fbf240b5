"""What happened: games and players, and how they are read.

The readers are imported when they are first used: a question about two ratings reads no file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.core.deferred import Deferred, deferred
from arpad.record.contests import Contests
from arpad.record.games import Games, Labels, Source
from arpad.record.ordering import chronological
from arpad.record.periods import PeriodRule, Periods, parse_period
from arpad.record.players import Players
from arpad.record.record import Appearances, Record

if TYPE_CHECKING:
    from arpad.record.kinds.contests import read_contests
    from arpad.record.kinds.games import read_games
    from arpad.record.kinds.players import read_players

__all__ = [
    "Appearances",
    "Contests",
    "Games",
    "Labels",
    "PeriodRule",
    "Periods",
    "Players",
    "Record",
    "Source",
    "chronological",
    "parse_period",
    "read_contests",
    "read_games",
    "read_players",
]

_READERS = {
    "read_contests": "arpad.record.kinds.contests",
    "read_games": "arpad.record.kinds.games",
    "read_players": "arpad.record.kinds.players",
}

__getattr__: Deferred = deferred(__name__, _READERS)
