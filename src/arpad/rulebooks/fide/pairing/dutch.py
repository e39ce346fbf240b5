"""The FIDE (Dutch) system, C.04.3, in the editions of 2026-02-01 and 2017-07-01."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from arpad.core import Edition, Explanation
from arpad.rulebooks.fide.pairing import dutch2017, dutch2026
from arpad.rulebooks.fide.pairing.publication import published
from arpad.rulebooks.fide.pairing.state import state_of
from arpad.tournament.model import Tournament
from arpad.tournament.system import Paired

DUTCH_2017 = Edition(date(2017, 7, 1), "C.04.3 of 2017")
DUTCH_2026 = Edition(date(2026, 2, 1), "C.04.3 of 2026")
EDITIONS = (DUTCH_2017, DUTCH_2026)


@dataclass(frozen=True)
class Dutch:
    """The FIDE (Dutch) system.

    Args:
        edition: ``DUTCH_2026`` or ``DUTCH_2017``.
    """

    edition: Edition = DUTCH_2026
    name: str = "fide-dutch"

    def pair(self, tournament: Tournament) -> Paired:
        """Pair the next round.

        Raises:
            NoLegalRound: there is no complete round (1.9.3).
            BadInput: a result is still to come.
        """
        old = self.edition.since < DUTCH_2026.since
        state = state_of(tournament, before_2026=old)
        solved = (dutch2017 if old else dutch2026).pair_brackets(state)
        pairs = [(one.bracket.players[u], one.bracket.players[v]) for one in solved for u, v in one.pairs]
        return Paired(published(state, pairs), lambda: Explanation("", 0))
