"""The initial colour: what the drawing of lots gives the first number in round 1 (C.04.3, 5.1)."""

from __future__ import annotations

from arpad.rulebooks.fide.pairing.common.players import drawn_colour
from arpad.rulebooks.pairing_settings import BAKU as FIDE_SWISS
from arpad.tournament.model import Colour, Tournament


def initial_colour(tournament: Tournament) -> Colour:
    """Return the initial colour: the drawn one, else what the seed draws; "" where a system draws none."""
    if tournament.initial_colour or tournament.system not in FIDE_SWISS:
        return tournament.initial_colour
    return drawn_colour(tournament)
