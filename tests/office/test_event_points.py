"""An event counts by the points that its system's rules have."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from arpad.office.desk import entered, with_all_results
from arpad.office.logbook import Logbook
from arpad.rulebooks.pairings import system_of, usual_points
from arpad.rulebooks.standings import standings
from arpad.tournament import Result


@pytest.mark.parametrize(
    ("system", "settings", "typed", "bye", "scores"),
    [
        ("double-swiss", {}, ["2-0", "1½-½"], Fraction(3, 2), [2, Fraction(3, 2), Fraction(3, 2), Fraction(1, 2), 0]),
        ("fide-team", {"boards": 4}, ["2-2", "3-1"], Fraction(1), [2, 1, 1, 1, 0]),
    ],
)  # fmt: skip
def test_matches_and_byes(
    system: str, settings: dict[str, Any], typed: list[str], bye: Fraction, scores: list[Fraction]
) -> None:
    book = Logbook.new(name="event", system=system, rounds=3, seed=1, settings=settings)
    for name in "ABCDE":
        book = entered(book, name, {})
    event = book.tournament()
    assert event.points == usual_points(system)
    one = system_of(event).pair(event).round
    pairs = [[game.white, game.black] for game in one.pairings]
    byes = [[free.number, free.result.value] for free in one.byes]
    book = book.add({"do": "pair", "pairs": pairs, "byes": byes})
    event = with_all_results(book, 1, typed).tournament()
    left = next(free.number for free in one.byes if free.result is Result.PAIRING_BYE)
    assert event.scores()[left] == bye
    assert [place.points.value for place in standings(event, ["PTS"])] == scores
