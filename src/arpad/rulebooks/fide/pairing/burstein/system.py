"""Burstein's Swiss system, FIDE C.04.4.2 (2026): equal opposition within a scoregroup.

The first rounds, half of all but at most four, are paired by the Dutch system. After them players are ranked
by the strength of their opposition within the tournament, and in each bracket the highest ranked meets the
lowest ranked.

Where the text is silent:

- Zero-point byes count as draws for the opponents (1.7.2) if their series goes on in the round to be paired:
  it is up to the current round, which has given nothing yet.
- The number of 5.2.1 is counted among those who have been paired, as in the Dutch system.
- Score, of brackets and criteria, is the score for pairing, virtual points among them; the index leaves them
  out, as 1.7.2 says.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import ClassVar

from arpad.core import Edition, Explanation
from arpad.rulebooks.fide.pairing.burstein.explanation import round_explanation, seeding_explanation
from arpad.rulebooks.fide.pairing.burstein.players import CODE, field_of
from arpad.rulebooks.fide.pairing.burstein.procedure import brackets
from arpad.rulebooks.fide.pairing.burstein.why_not import BursteinWhyNot
from arpad.rulebooks.fide.pairing.common.bye_first import bye_given, declared_rounds, published
from arpad.rulebooks.fide.pairing.dutch.system import DUTCH_2026, Dutch
from arpad.tournament.model import Tournament
from arpad.tournament.system import Paired, why_not
from arpad.tournament.why_not import PairQuestion

BURSTEIN_2026 = Edition(date(2026, 2, 1), "C.04.4.2 of 2026")
MOST_SEEDING_ROUNDS = 4
SEEDING = Dutch(DUTCH_2026)
"""Pairs the seeding rounds (1.6.1): the Dutch system in force with this text."""


@dataclass(frozen=True)
class Burstein:
    """Burstein's system.

    Args:
        name: on the command line.
        edition: of the text.
    """

    EDITIONS: ClassVar[tuple[Edition, ...]] = (BURSTEIN_2026,)

    name: str = "fide-burstein"
    edition: Edition = BURSTEIN_2026

    def pair(self, tournament: Tournament) -> Paired:
        """Pair the next round.

        Raises:
            NoLegalRound: there is none.
            BadInput: no number of rounds, or a result still to come.
        """
        at, seeding = tournament.played + 1, seeding_rounds(tournament)
        if at <= seeding:
            return self._seeded(tournament, at, seeding)
        field = field_of(tournament)
        bye = bye_given(field, field.rank)
        solved = brackets(field, bye)
        games = [(white, black) for bracket in solved for white, black, _ in bracket.games]
        round_ = published(field, games, bye.vertex)
        return Paired(round_, lambda: round_explanation(self.edition, field, bye, solved))

    def why_not(self, tournament: Tournament, a: int, b: int) -> Explanation:
        """Return what the best round with two paired would have cost; ``b`` 0 is the bye.

        Raises:
            NoLegalRound: there is no round at all.
            BadInput: one of them is not to be paired, no number of rounds, or a result still to come.
        """
        at, seeding = tournament.played + 1, seeding_rounds(tournament)
        if at <= seeding:
            dutch = why_not(SEEDING, tournament, a, b)
            seeded = seeding_explanation(self.edition, at, seeding, dutch)
            return replace(seeded, label=dutch.label, facts=dutch.facts, outcome=dutch.outcome)
        field = field_of(tournament)
        question = PairQuestion(at, a, b, {player.number for player in field.players})
        return BursteinWhyNot(question, tournament, field.state, field).explanation()

    def _seeded(self, tournament: Tournament, at: int, seeding: int) -> Paired:
        """Pair a seeding round (1.6.1)."""
        dutch = SEEDING.pair(tournament)
        return Paired(dutch.round, lambda: seeding_explanation(self.edition, at, seeding, dutch.explain()))


def seeding_rounds(tournament: Tournament) -> int:
    """Return how many rounds are paired by the Dutch system (1.6.2)."""
    return min(declared_rounds(tournament, CODE, "1.6.2") // 2, MOST_SEEDING_ROUNDS)
