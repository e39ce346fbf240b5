"""The number that decides about the initial-colour: players who have never been paired are skipped (5.2.5)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arpad.core import Explanation
from arpad.rulebooks.pairing_catalogue import pairing_system
from arpad.tournament.model import Entrant, Tournament
from arpad.tournament.results import Result


def steps_of(told: Explanation) -> Iterator[tuple[str, str, str]]:
    for step in told.steps:
        yield str(told.label), str(step.label), str(step.value)
    for part in told.parts:
        yield from steps_of(part)


@pytest.mark.parametrize("name", ["fide-dutch", "fide-dubov", "fide-burstein"])
def test_the_explanation_names_the_number_that_was_counted(name: str) -> None:
    """Number 1 is away in round 1: number 2 is the first who is paired, and has White."""
    entrants = tuple(Entrant(at, f"Player {at}", 2400 - 100 * at) for at in range(1, 6))
    cup = Tournament(entrants, planned=5, system=name, initial_colour="w", absences={1: {1: Result.ZERO_BYE}})
    found = pairing_system(name).pair(cup)
    boards = {(game.white, game.black) for game in found.round.pairings}
    assert boards == {(2, 4), (5, 3)}
    told = {
        label: text
        for label, step, text in steps_of(found.explain())
        if step == "number of the higher ranked"
    }
    assert told == {
        "2–4": "2, counted as 1, odd: numbers before it that were never paired are skipped",
        "5–3": "3, counted as 2, even: numbers before it that were never paired are skipped",
    }


@pytest.mark.parametrize("name", ["fide-dutch", "fide-dubov", "fide-burstein"])
def test_a_number_that_counts_as_itself(name: str) -> None:
    entrants = tuple(Entrant(at, f"Player {at}", 2400 - 100 * at) for at in range(1, 5))
    found = pairing_system(name).pair(Tournament(entrants, planned=3, system=name, initial_colour="b"))
    told = [text for _, step, text in steps_of(found.explain()) if step == "number of the higher ranked"]
    assert sorted(told) == ["1, odd", "2, even"]
