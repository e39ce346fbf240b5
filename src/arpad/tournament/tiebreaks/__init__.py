"""Tie-breaks: what they are made of, and those that need no rulebook's tables."""

from arpad.tournament.tiebreaks.catalogue import Catalogue, Kind, TieBreak
from arpad.tournament.tiebreaks.code import Code, parse_code
from arpad.tournament.tiebreaks.general import GENERAL
from arpad.tournament.tiebreaks.table import Table
from arpad.tournament.tiebreaks.value import Term, Value

__all__ = ["GENERAL", "Catalogue", "Code", "Kind", "Table", "Term", "TieBreak", "Value", "parse_code"]
