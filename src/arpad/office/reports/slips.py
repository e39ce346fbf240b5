"""The result slips of a round: one for each board, to cut apart, to mark and to sign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arpad.core import worded
from arpad.office.desk.asking import round_of
from arpad.office.reports.heading import of_round, report_of
from arpad.office.reports.rounds import boards_of, team_boards
from arpad.office.reports.table import Report
from arpad.rulebooks.pairing_catalogue import SYSTEMS, names_black_first
from arpad.tournament.model import Tournament

HALVES = ("1-0", "½-½", "0-1")
BLACK_FIRST = ("Black wins", "jigo", "White wins")
"""What a slip of Go offers: 1-0 beside Black, who stands first, would be read as a win of White."""


@dataclass(frozen=True)
class SlipPlayer:
    """A player on a result slip.

    Args:
        heading: ``White`` or ``Black``.
        name: the player's.
        details: title, rating, grade and team.
    """

    heading: str
    name: str
    details: str


@dataclass(frozen=True)
class Slip:
    """A result slip.

    Args:
        board: its board; of teams the match and the board.
        players: the two, in the order of the result.
        result: where it is known already.
    """

    board: str
    players: Sequence[SlipPlayer]
    result: str


def slips(tournament: Tournament, at: int | None = None) -> Report:
    """Return what stands on the result slips of a round: a row for each board, also of each match of teams.

    Args:
        tournament: the tournament.
        at: the round; None for the last one that is paired.

    Raises:
        BadInput: the round is not paired.
    """
    at, _ = round_of(tournament, at)
    boards = team_boards(tournament, at)
    halves = bool(boards.rows) or (tournament.system in SYSTEMS and SYSTEMS[tournament.system].halves)
    title = of_round(worded("result slips"), tournament, at)
    table = replace(boards, key="", heading="") if boards.rows else boards_of(tournament, at)
    report = report_of(tournament, "slips", title, [table], at=at)
    return replace(report, choices=_choices(tournament.system) if halves else ())


def _choices(system: str) -> tuple[str, ...]:
    return BLACK_FIRST if names_black_first(system) else HALVES


def slips_of(report: Report) -> list[Slip]:
    """Return the slips of the report :func:`slips`; none where a player has nobody opposite."""
    (table,) = report.tables
    names = [column for column in table.columns if column.key in ("white", "black")]
    return [
        Slip(
            str(row["board"]),
            [SlipPlayer(column.heading, row[column.key], _details(row, column.key)) for column in names],
            row["result"] or "",
        )
        for row in table.records()
        if row["white"] and row["black"]
    ]


def _details(row: Mapping[str, Any], side: str) -> str:
    """Return what stands behind a name."""
    cells = (row.get(f"{side}_{what}") for what in ("title", "rating", "grade", "team"))
    return " ".join(str(cell) for cell in cells if cell is not None)
