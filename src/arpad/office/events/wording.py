"""What the lines of the log call participants, rounds, boards, byes and fields."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import listed, worded, worded_count
from arpad.core.wording import Worded
from arpad.office.events.entry_fields import TEXTS
from arpad.office.events.state import State
from arpad.rulebooks.pairing_catalogue import SYSTEMS
from arpad.tournament.results import Result
from arpad.tournament.trf.records import DETAILS

BYES = {
    Result.PAIRING_BYE: "bye",
    Result.HALF_BYE: "half-point bye",
    Result.FULL_BYE: "full-point bye",
    Result.ZERO_BYE: "zero-point bye",
}
"""What byes are called in print."""

FIELDS = {
    **{name: name.replace("_", " ") for name in ("name", "rating", *TEXTS, "round_times", *DETAILS.values())},
    "hall_note": "announcement",
    "hall_clock": "clock until",
    "hall_screens": "screens",
}
"""What fields of participants and of a tournament are called; a file may have others."""


def field_name(name: str) -> str:
    """Return what a field of a participant or of a tournament is called."""
    return worded(FIELDS[name]) if name in FIELDS else name.replace("_", " ")


def name_of(state: State, entrant: int) -> str:
    """Return the name of a participant or a player of a team; the number of somebody whom nobody entered."""
    entry = state.entrants.get(entrant) or state.teams.players.get(entrant)
    return worded("entrant {number}", number=entrant) if entry is None else entry.name


def names_of(state: State, entrants: Sequence[int]) -> str:
    """Return the names of participants: ``Ann, Bo and Cy``."""
    return listed([name_of(state, entrant) for entrant in entrants])


def rounds_by_number(numbers: Sequence[int]) -> str:
    """Return rounds by their numbers: ``round 3``, ``rounds 3, 4``."""
    digits = ", ".join(map(str, numbers))
    return worded_count("round {numbers}", "rounds {numbers}", len(numbers), numbers=digits)


def seats(state: State, white: int, black: int) -> str:
    """Return both players of a board, in the order in which their system prints them: ``Ann – Bo``."""
    names = [name_of(state, white), name_of(state, black)]
    return " – ".join(reversed(names) if SYSTEMS[state.plan.system].black_first else names)


def bye_of(state: State, entrant: int, result: Result) -> Worded:
    """Return a participant with a bye: ``Ann: half-point bye``."""
    return worded("{act}: {bye}", act=name_of(state, entrant), bye=worded(BYES[result]))
