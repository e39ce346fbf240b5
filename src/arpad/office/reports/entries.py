"""Who takes part, and who does not in which rounds: the starting list, byes and absences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from arpad.core import worded
from arpad.office.pages.event_tables import without_game
from arpad.office.reports.heading import points_column, report_of
from arpad.office.reports.table import Cell, Report, ReportColumn, ReportTable
from arpad.tournament.model import Entrant, Tournament
from arpad.tournament.results import Result

ENTRANT: tuple[tuple[ReportColumn, Callable[[Entrant], Cell]], ...] = (
    (ReportColumn("number", "No.", "right"), lambda entrant: entrant.number),
    (ReportColumn("title", "Title", optional=True), lambda entrant: entrant.title or None),
    (ReportColumn("name", "Name", name=True), lambda entrant: entrant.name),
    (ReportColumn("rating", "Rating", "right", optional=True), lambda entrant: entrant.rating or None),
    (
        ReportColumn("federation", "Fed.", title="federation", optional=True),
        lambda entrant: entrant.federation or None,
    ),
    (ReportColumn("fide_id", "ID", "right", optional=True), lambda entrant: entrant.identity or None),
    (ReportColumn("birth", "Born", optional=True), lambda entrant: entrant.birth.replace("/", "-") or None),
    (ReportColumn("sex", "Sex", optional=True), lambda entrant: entrant.sex or None),
    (ReportColumn("grade", "Grade", optional=True), lambda entrant: entrant.grade or None),
    (ReportColumn("club", "Club", optional=True), lambda entrant: entrant.club or None),
    (
        ReportColumn("from_round", "From round", "right", optional=True),
        lambda entrant: entrant.arrives if entrant.arrives > 1 else None,
    ),
)
"""The columns of a starting list."""


def start(tournament: Tournament) -> Report:
    """Return the starting list: everybody by the pairing numbers, of teams with their players."""
    columns = [column for column, _ in ENTRANT]
    everybody = ReportTable(columns, [_entrant(entrant) for entrant in tournament.by_number.values()])
    tables = [everybody]
    players = tournament.players
    if players is not None:
        tables = [ReportTable(columns, everybody.rows, key="teams")]
        tables += [
            ReportTable(
                [ReportColumn("board", "Bd", "right", "board"), *columns],
                [
                    [board, *_entrant(players.by_number[number])]
                    for board, number in enumerate(team.members, 1)
                    if number in players.by_number
                ],
                key=team.name,
                heading=f"{team.number}  {team.name}",
            )
            for team in tournament.by_number.values()
            if team.members
        ]
    return report_of(tournament, "start", worded("Starting list"), tables)


def byes(tournament: Tournament) -> Report:
    """Return the rounds without a game: byes and absences that are to come, and those that were given."""
    given: dict[tuple[int, str, Fraction], list[int]] = {}
    for at, round_ in enumerate(tournament.rounds, 1):
        for bye in round_.byes:
            word = without_game(tournament, bye.number, at, bye.result)
            given.setdefault((bye.number, word, tournament.gained(bye.number, at)), []).append(at)
    coming: dict[tuple[int, str, Fraction], list[int]] = {}
    for at, number, result in byes_to_come(tournament):
        word = without_game(tournament, number, at, result)
        coming.setdefault((number, word, tournament.points.of(result)), []).append(at)
    columns = (
        ReportColumn("number", "No.", "right"),
        ReportColumn("name", "Name", name=True),
        ReportColumn("bye", "Bye"),
        ReportColumn("rounds", "Rounds"),
        points_column(tournament, title="points of each round"),
    )
    tables = [
        ReportTable(
            columns,
            [
                (number, tournament.by_number[number].name, word, ranges(rounds), points)
                for (number, word, points), rounds in sorted(rounds_by_bye.items(), key=_by_round)
            ],
            key=key,
            heading=heading,
        )
        for key, heading, rounds_by_bye in (("to come", "To come", coming), ("given", "Given", given))
    ]
    notes = [] if coming or given else [worded("No byes and no absences.")]
    return report_of(tournament, "byes", worded("Byes and absences"), tables, notes=notes)


def byes_to_come(tournament: Tournament) -> list[tuple[int, int, Result]]:
    """Return the round, the participant's number and the bye, of rounds that are not paired yet.

    Rounds before the one in which a late entry arrives are among them.
    """
    last = tournament.planned or max(
        [*tournament.absences, *(entrant.arrives - 1 for entrant in tournament.entrants)], default=0
    )
    return [
        (at, number, result)
        for at in range(tournament.played + 1, last + 1)
        for number, result in sorted(tournament.absent(at).items())
    ]


def ranges(rounds: Sequence[int]) -> str:
    """Return rounds in rising order as they are printed: ``1, 3–5``."""
    runs: list[list[int]] = []
    for at in rounds:
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _by_round(entry: tuple[tuple[int, str, Fraction], list[int]]) -> tuple[int, int]:
    (number, *_), rounds = entry
    return rounds[0], number


def _entrant(entrant: Entrant) -> list[Cell]:
    return [read(entrant) for _, read in ENTRANT]
