"""Tie-breaks: what they are made of, and those that need no rulebook's tables."""

from arpad.tournament.tiebreaks.catalogue import Catalogue, TieBreak, TieBreakKind
from arpad.tournament.tiebreaks.code import TieBreakCode, parse_code
from arpad.tournament.tiebreaks.general import GENERAL
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm, TieBreakValue

__all__ = [
    "GENERAL",
    "Catalogue",
    "ScoreTable",
    "TieBreak",
    "TieBreakCode",
    "TieBreakKind",
    "TieBreakTerm",
    "TieBreakValue",
    "parse_code",
]
