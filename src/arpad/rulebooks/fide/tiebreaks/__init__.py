"""FIDE's tie-breaks: C.07 by article and edition."""

from arpad.rulebooks.fide.tiebreaks.catalogue import DEFAULTS, FIDE, TEAM_DEFAULTS
from arpad.rulebooks.fide.tiebreaks.editions import EDITIONS, VIRTUAL, TieBreakEdition, edition_of

__all__ = ["DEFAULTS", "EDITIONS", "FIDE", "TEAM_DEFAULTS", "VIRTUAL", "TieBreakEdition", "edition_of"]
