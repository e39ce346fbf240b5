"""Whether a report of teams says what was to be written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from arpad.core import NotProvided
from arpad.tournament.model import ABSENT, Entry, Tournament
from arpad.tournament.results import Result
from arpad.tournament.trf.encoded import named_edition, team_type
from arpad.tournament.trf.header import Dialect
from arpad.tournament.trf.team_writing import KEEP

_DERIVED = ("boards", "board_points")
"""Settings that follow from the games."""
_TYPE = ("colours", "primary", "secondary")


def check_same(given: Tournament, back: Tournament, dialect: Dialect) -> None:
    """Refuse a report that would be read as something else.

    Args:
        given: what was to be written.
        back: what the report says.
        dialect: TRF16 has no word for the type, the points of matches and what only TRF26 has.

    Raises:
        NotProvided: they differ in more than what has no columns.
    """
    for what, value, other in _facts(given, back, dialect):
        if value != other:
            raise NotProvided(
                f"TRF cannot store {what}: {_shown(other)} instead of {_shown(value)}",
                remedy=KEEP if dialect == "trf26" else f"Write TRF26. {KEEP}",
            )


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _facts(given: Tournament, back: Tournament, dialect: Dialect) -> Iterator[tuple[str, Any, Any]]:
    for (number, team), other in zip(given.by_number.items(), back.by_number.values(), strict=False):
        kept = (
            (other.name, other.members) if dialect == "trf16" else (other.name, other.members, other.rating)
        )
        yield f"the team {number}", (team.name, team.members, team.rating)[: len(kept)], kept
    yield "the teams' numbers", list(given.by_number), list(back.by_number)
    yield "how many rounds were paired", given.played, back.played
    for number, line in given.history.items():
        for at, (entry, read) in enumerate(zip(line, back.history[number], strict=True), 1):
            yield f"round {at} of the team {number}", entry, read
    yield "the scores", given.scores(), back.scores()
    mine, theirs = given.players, back.players or Tournament()
    if mine is not None:
        yield "the players' numbers", list(mine.by_number), list(theirs.by_number)
        yield "the players' results", _results(mine), _results(theirs)
        yield "what games are worth", mine.points.table, theirs.points.table
        # A zero-point bye says of a player what a blank says.
        yield "the players' byes", _bringing(_away(mine)), _bringing(_away(theirs))
    if dialect == "trf16":
        return
    yield "what matches are worth", given.points.table, back.points.table
    yield "byes to come", _away(given), _away(back)
    yield (
        "adjustments",
        [replace(adjustment, reason="") for adjustment in given.adjustments],
        list(back.adjustments),
    )
    yield "accelerations", given.accelerations, back.accelerations
    yield "prohibitions", given.prohibitions, back.prohibitions
    yield "the number of rounds", given.planned, back.planned
    yield "the system", (given.system, named_edition(given)), (back.system, named_edition(back))
    yield "the type", team_type(given.settings), team_type(back.settings)
    yield "the tie-breaks", given.tiebreaks, back.tiebreaks
    if given.initial_colour:
        yield "the initial colour", given.initial_colour, back.initial_colour
    for name in sorted(set(given.settings) - set(_TYPE)):
        if name in _DERIVED or given.settings[name]:
            yield f"the setting {name}", given.settings[name], back.settings.get(name)


def _results(tournament: Tournament) -> dict[int, dict[int, Entry]]:
    # Rounds in which no player has a game, at the end, are in the teams' lines only.
    return {
        number: {at: entry for at, entry in enumerate(line, 1) if entry != ABSENT}
        for number, line in tournament.history.items()
    }


def _bringing(byes: dict[int, dict[int, Any]]) -> list[tuple[int, int, Any]]:
    return [
        (at, n, bye)
        for at, round_byes in byes.items()
        for n, bye in round_byes.items()
        if bye is not Result.ZERO_BYE
    ]


def _away(tournament: Tournament) -> dict[int, dict[int, Any]]:
    late = [entrant.arrives for entrant in tournament.entrants]
    last = max([*tournament.absences, *late], default=0)
    byes = {at: tournament.absent(at) for at in range(tournament.played + 1, last + 1)}
    return {at: dict(sorted(round_byes.items())) for at, round_byes in byes.items() if round_byes}
