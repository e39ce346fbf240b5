"""An event counts by the points that its system's rules have."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from arpad.office.desk import enter, enter_results, pair
from arpad.office.log.event_log import EventLog
from arpad.rulebooks.pairing_catalogue import usual_points
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
    book = EventLog.new(name="event", system=system, rounds=3, seed=1, settings=settings)
    for name in "ABCDE":
        book = enter(book, name, {})
    event = book.tournament()
    assert event.points == usual_points(system)
    book = pair(book)
    round_ = book.as_paired(1).round
    event = enter_results(book, 1, typed).tournament()
    left = next(free.number for free in round_.byes if free.result is Result.PAIRING_BYE)
    assert event.scores()[left] == bye
    assert [place.points.value for place in standings(event, ["PTS"])] == scores
