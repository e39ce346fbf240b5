"""Who meets whom in an online queue: pure functions from the tickets that wait to matches.

A queue, a simulation and a test call the same functions. They know neither clock nor network: the tickets,
the time and a rule go in, matches come out.
"""

from arpad.rulebooks.online.matchmaking.matching import Match, matches
from arpad.rulebooks.online.matchmaking.rules import (
    RULES,
    ByExpectedScore,
    ByInformation,
    MatchRule,
    WideningWindow,
    rule_of,
)
from arpad.rulebooks.online.matchmaking.ticket import Ticket

__all__ = [
    "RULES",
    "ByExpectedScore",
    "ByInformation",
    "Match",
    "MatchRule",
    "Ticket",
    "WideningWindow",
    "matches",
    "rule_of",
]
