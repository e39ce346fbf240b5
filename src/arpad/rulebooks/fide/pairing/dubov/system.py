"""Dubov's Swiss system, FIDE C.04.4.1 (2026): equal average ratings of the opponents within a scoregroup.

Bracket by bracket from the top: who comes up (:mod:`.dubov_upfloaters`), and White seekers against Black
seekers, the lowest average of opponents against the highest rated (:mod:`.dubov_brackets`).

Where the text is silent:

- A game that was not played is not an upfloat (1.8, C10), nor does it count for the average (1.7.1).
- C9 adds up how often the maximum upfloaters among the upfloaters have upfloated.
- The pool of 4.3 for the second shift are those of the larger group who seek its colour: who was shifted
  into it by 3.2.4.1 takes no place in the middle. In a bracket of players who have yet to play, all of whom
  are due Black, a group's pool are those who are in it from the start.
- Scores are the scores for pairing, virtual points among them.
- The pairing number of 5.2.1 is counted among those who have been paired, as in the Dutch system.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from arpad.core import BadInput, Edition, Explanation, worded
from arpad.rulebooks.fide.pairing.common.bye_first import bye_given, published
from arpad.rulebooks.fide.pairing.dubov.explanation import round_explanation
from arpad.rulebooks.fide.pairing.dubov.players import field_of
from arpad.rulebooks.fide.pairing.dubov.procedure import brackets
from arpad.rulebooks.fide.pairing.dubov.why_not import DubovWhyNot
from arpad.tournament.model import Tournament
from arpad.tournament.system import Paired
from arpad.tournament.why_not import PairQuestion

DUBOV_2026 = Edition(date(2026, 2, 1), "C.04.4.1 of 2026")


@dataclass(frozen=True)
class Dubov:
    """Dubov's system.

    Args:
        name: on the command line.
        edition: of the text.
        provisional: the rating of everybody who has none (1.1.2); 0 refuses to pair them.
    """

    EDITIONS: ClassVar[tuple[Edition, ...]] = (DUBOV_2026,)

    name: str = "fide-dubov"
    edition: Edition = DUBOV_2026
    provisional: int = 0

    def __post_init__(self) -> None:
        """Refuse a negative rating."""
        if self.provisional < 0:
            raise BadInput(
                worded("a rating of {provisional} is below zero", provisional=self.provisional),
                article="C.04.4.1, 1.1.2",
            )

    def pair(self, tournament: Tournament) -> Paired:
        """Pair the next round.

        Raises:
            NoLegalRound: there is none.
            BadInput: a player without a rating, no number of rounds, or a result still to come.
        """
        field = field_of(tournament, self.provisional)
        bye = bye_given(field, lambda v: field.seekers[v].number)
        solved = brackets(field, bye)
        games = [(white, black) for bracket in solved for white, black, _ in bracket.games]
        round_ = published(field, games, bye.vertex)
        return Paired(round_, lambda: round_explanation(self.edition, field, bye, solved))

    def why_not(self, tournament: Tournament, a: int, b: int) -> Explanation:
        """Return what the best round with two paired would have cost; ``b`` 0 is the bye.

        Raises:
            NoLegalRound: there is no round at all.
            BadInput: one of them is not to be paired, or what :meth:`pair` refuses.
        """
        field = field_of(tournament, self.provisional)
        question = PairQuestion(field.state.at, a, b, {player.number for player in field.players})
        return DubovWhyNot(question, tournament, field.state, field).explanation()
