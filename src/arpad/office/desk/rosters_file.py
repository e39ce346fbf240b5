"""The rosters of teams from a table: a line for each player, with the team, and the board if it is said."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import BadInput, worded
from arpad.office.desk.entering import EntryRefused
from arpad.office.desk.entry_table import EntryRow, at_line, whole_of
from arpad.office.desk.teams import TeamEntry, enter_teams
from arpad.office.log.event_log import EventLog


def enter_rosters(log: EventLog, file: str, rows: Sequence[EntryRow]) -> EventLog:
    """Return the log with the teams of a table, in the order in which they first appear, and their players.

    The players of a team have the order of the column ``board``, or else that of the lines.

    Args:
        log: so far.
        file: its name, for errors.
        rows: its lines; those without a name only enter the team.

    Raises:
        BadInput: a team or a name is missing or taken, a board is not a number, or a line says something of
            nobody; with the line.
    """
    rosters: dict[str, list[tuple[int, EntryRow]]] = {}
    for row in rows:
        team = row.cells.get("team", "")
        if not team:
            raise BadInput(
                "the team is missing", file=file, row=row.line, column="team", code="entry.no-team"
            )
        if row.entry.fields and not row.entry.name:
            raise BadInput(
                "the name is missing of whom this line tells something",
                file=file,
                row=row.line,
                column="name",
                code="entry.no-name",
                remedy="Name the player; a line that only enters a team has nothing else in it.",
            )
        text = row.cells.get("board", "")
        board = whole_of(file, row.line, "board", text, worded("Write whole numbers from 1.")) if text else 0
        rosters.setdefault(team, []).append((board, row))
    teams, lines = [], []
    for team, members in rosters.items():
        # Whoever has no board comes after those who have one.
        ordered = [
            row for _, row in sorted(members, key=lambda member: (not member[0], member[0])) if row.entry.name
        ]
        teams.append(TeamEntry(team, [row.entry for row in ordered]))
        lines += [row.line for row in ordered]
    try:
        return enter_teams(log, teams)
    except EntryRefused as error:
        raise at_line(file, (*lines, rows[-1].line)[error.at], error) from error
