"""The editions of C.04.3: their criteria, their engines, and the articles of what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arpad.rulebooks.fide.pairing.common.players import PairingState
from arpad.rulebooks.fide.pairing.dutch import edition_2017, edition_2026, table_2017, table_2026
from arpad.rulebooks.fide.pairing.dutch.brackets import DutchSolution
from arpad.rulebooks.fide.pairing.dutch.criteria import Table


@dataclass(frozen=True)
class Book:
    """One edition.

    Args:
        criteria: those that compare pairings of a bracket, in descending priority.
        brackets: its engine: from the state before a round and these criteria, the brackets paired.
        residents: the article that says who they are.
        floaters: the article on floats.
        preference: the article on colour preferences.
        colours: the clauses of 5.2, by this edition's names.
        unpaired: the criterion on who may have the bye.
        bye_score: the criterion on the score of who gets it; empty without one.
        bye_games: the criterion on that one's unplayed games; empty without one.
        completion: the completion criterion.
        absolute: the criteria on who may meet.
        earlier: the article by which the earlier of two equal candidates is taken.
        sets: the order of the sets of moved-down players who are paired.
        transpositions: the order of the opponents of S1.
        exchanges: the order of exchanges between S1 and S2.
    """

    criteria: Table
    brackets: Callable[[PairingState, Table], list[DutchSolution]]
    residents: str
    floaters: str
    preference: str
    colours: Mapping[str, str]
    unpaired: str
    bye_score: str
    bye_games: str
    completion: str
    absolute: tuple[str, str]
    earlier: str
    sets: str
    transpositions: str
    exchanges: str

    def pair(self, state: PairingState) -> list[DutchSolution]:
        """Return the brackets of a round, each paired.

        Raises:
            NoLegalRound: there is no complete round.
        """
        return self.brackets(state, self.criteria)


BOOK_2026 = Book(
    criteria=table_2026.TABLE,
    brackets=edition_2026.pair_brackets,
    residents="1.3.2",
    floaters="1.4.1",
    preference="1.7",
    colours={f"5.2.{at}": f"5.2.{at}" for at in range(1, 6)},
    unpaired="C2",
    bye_score="C5",
    bye_games="C9",
    completion="C4",
    absolute=("C1", "C3"),
    earlier="3.8.1",
    sets="4.4",
    transpositions="4.2",
    exchanges="4.3",
)

BOOK_2017 = Book(
    criteria=table_2017.TABLE,
    brackets=edition_2017.pair_brackets,
    residents="A.3",
    floaters="A.4",
    preference="A.6",
    colours={f"5.2.{at}": f"E.{at}" for at in range(1, 6)},
    unpaired="C.2",
    bye_score="",
    bye_games="",
    completion="C.4",
    absolute=("C.1", "C.3"),
    earlier="B.8",
    sets="D.3",
    transpositions="D.1",
    exchanges="D.2",
)
