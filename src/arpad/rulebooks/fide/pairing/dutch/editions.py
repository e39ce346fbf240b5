"""What the editions of C.04.3 call the same things: articles, criteria, the steps of the sequence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arpad.rulebooks.fide.pairing.common.players import State
from arpad.rulebooks.fide.pairing.dutch import edition_2017, edition_2026, measures, measures_2017
from arpad.rulebooks.fide.pairing.dutch.brackets import Solved
from arpad.rulebooks.fide.pairing.dutch.measures import Measure


@dataclass(frozen=True)
class Book:
    """One edition.

    Args:
        pair: its engine.
        measures: how much of each criterion a bracket's pairing has; the second argument is a point, in the
            scores' units.
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

    pair: Callable[[State], list[Solved]]
    measures: Callable[[Solved, int], list[Measure]]
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


BOOK_2026 = Book(
    pair=edition_2026.pair_brackets,
    measures=measures.measures,
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
    pair=edition_2017.pair_brackets,
    measures=measures_2017.measures,
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
