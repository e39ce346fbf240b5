"""The FIDE (Dutch) system, C.04.3, in the editions of 2026-02-01 and 2017-07-01.

Article by article, and where it is:

- 1.1–1.4, 1.6–1.8, and C.04.1, 4 (who may have the bye): ``common/players.py``, ``common/colours.py``.
- 1.9.3, C4, C5: ``completion.py``.
- 2 (C6–C21): ``table_2026.py``, one row each; what a row is, ``criteria.py``; what pairs and floats cost by
  the rows, ``units.py``, ``costs.py`` and ``brackets.py``.
- 3 and 4 (which of the best candidates is generated first): ``brackets.py``, ``steps.py``.
- 5 (colours): ``common/colours.py``; boards in the order of C.04.2: ``common/publication.py``.
- The edition of 2017: ``table_2017.py`` and ``edition_2017.py``; what the editions call the same things,
  ``editions.py``.
- Explanations: ``explanation.py``, ``floats.py``, ``why_not.py``; how much of each criterion a pairing has,
  ``values.py``.

The candidates are not written out. A bracket's pairing that complies best with the criteria is a matching of
least cost (``blossom.py``), and the first in the sequence of these is found by asking, choice by choice,
whether a matching of least cost has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from arpad.core import Edition, Explanation
from arpad.rulebooks.fide.pairing.common.players import state_of
from arpad.rulebooks.fide.pairing.common.publication import published
from arpad.rulebooks.fide.pairing.dutch import explanation
from arpad.rulebooks.fide.pairing.dutch.editions import BOOK_2017, BOOK_2026, Book
from arpad.rulebooks.fide.pairing.dutch.why_not import DutchWhyNot
from arpad.tournament.model import Tournament
from arpad.tournament.system import Paired
from arpad.tournament.why_not import PairQuestion

DUTCH_2017 = Edition(date(2017, 7, 1), "C.04.3 of 2017")
DUTCH_2026 = Edition(date(2026, 2, 1), "C.04.3 of 2026")


@dataclass(frozen=True)
class Dutch:
    """The FIDE (Dutch) system.

    A tournament whose number of rounds is not planned has no last round, and so no topscorers (1.8). An
    initial-colour that nobody has drawn is drawn from the tournament's seed (5.1). Accelerations count for
    the pairing (C.04.7); a setting ``acceleration`` of ``baku`` stands for Baku's.

    Args:
        edition: ``DUTCH_2026`` or ``DUTCH_2017``.
    """

    edition: Edition = DUTCH_2026
    name: str = "fide-dutch"

    EDITIONS: ClassVar[tuple[Edition, ...]] = (DUTCH_2017, DUTCH_2026)

    @property
    def _old(self) -> bool:
        return self.edition.since < DUTCH_2026.since

    @property
    def book(self) -> Book:
        """The edition's criteria and articles."""
        return BOOK_2017 if self._old else BOOK_2026

    def pair(self, tournament: Tournament) -> Paired:
        """Pair the next round.

        Raises:
            NoLegalRound: there is no complete round (1.9.3).
            BadInput: a result is still to come.
        """
        state = state_of(tournament, before_2026=self._old)
        brackets = self.book.pair(state)
        pairs = [
            (solved.bracket.players[u], solved.bracket.players[v])
            for solved in brackets
            for u, v in solved.pairs
        ]
        return Paired(
            published(state, pairs),
            lambda: explanation.round_explanation(state, brackets, self.edition.name, self.book),
        )

    def why_not(self, tournament: Tournament, a: int, b: int) -> Explanation:
        """Return what the best round with two paired would have cost; ``b`` 0 is the bye.

        Raises:
            NoLegalRound: there is no round at all.
            BadInput: one of them is not to be paired, or a result is still to come.
        """
        state = state_of(tournament, before_2026=self._old)
        question = PairQuestion(state.at, a, b, {player.number for player in state.players})
        return DutchWhyNot(question, tournament, state, self.book).explanation()
