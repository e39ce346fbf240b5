"""Standings and crosstable on paper."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from arpad.core import worded
from arpad.office.desk.asking import round_of
from arpad.office.pages.event_tables import CrossCell
from arpad.office.pages.event_tables import crosstable as crossed
from arpad.office.reports.heading import boards_named, report_of
from arpad.office.reports.table import Cell, Report, ReportColumn, ReportTable
from arpad.rulebooks.standings import ranked_apart
from arpad.rulebooks.standings import standings as ranked
from arpad.tournament.model import Entrant, Tournament
from arpad.tournament.standings import BY_POINTS, Standings, StandingsPlace
from arpad.tournament.standings_table import dropped, keys, legend, scored, uncounted
from arpad.tournament.tiebreaks.catalogue import TieBreak

ENTRANT: tuple[tuple[ReportColumn, Callable[[Entrant], Cell]], ...] = (
    (ReportColumn("number", "No.", "right"), lambda entrant: entrant.number),
    (ReportColumn("title", "", optional=True), lambda entrant: entrant.title or None),
    (ReportColumn("name", "Name", name=True), lambda entrant: entrant.name),
    (
        ReportColumn("federation", "Fed.", title="federation", optional=True),
        lambda entrant: entrant.federation or None,
    ),
    (ReportColumn("rating", "Rating", "right", optional=True), lambda entrant: entrant.rating or None),
    (ReportColumn("grade", "Grade", "right", optional=True), lambda entrant: entrant.grade or None),
)
"""What is printed of a participant beside the place."""

SHORT = {"half-point bye": "½ bye", "full-point bye": "1 bye"}
"""How byes stand in a cell of the crosstable."""


def standings(tournament: Tournament, at: int | None = None) -> Report:
    """Return the standings, of groups a table for each, with the tie-breaks that decide.

    Args:
        tournament: the tournament.
        at: the round after which; None for the last one that is paired.

    Raises:
        BadInput: the round is not paired, or a tie-break lacks what it needs.
    """
    tournament, at = _after(tournament, at)
    by_group = {group: ranked(part) for group, part in ranked_apart(tournament).items()}
    tables = [_standings(group, ranking) for group, ranking in by_group.items()]
    notes: list[str] = [
        worded("{code}: {title}", code=code, title=title) for code, title in legend(by_group).items()
    ]
    notes += [worded("{code} is left out: {why}.", code=code, why=why) for code, why in dropped(by_group)]
    notes += uncounted(by_group)
    title = _title(worded("Standings"), tournament, at)
    notes += _pending(tournament)
    return report_of(tournament, "standings", title, tables, at=at, notes=notes)


def crosstable(tournament: Tournament, at: int | None = None) -> Report:
    """Return who met whom with what result: of a round robin a square, else a column for each round.

    Args:
        tournament: the tournament.
        at: the round after which; None for the last one that is paired.

    Raises:
        BadInput: the round is not paired, or a tie-break lacks what it needs.
    """
    tournament, at = _after(tournament, at)
    tables = [_crosstable(group, part) for group, part in ranked_apart(tournament).items()]
    entries = [entry for line in tournament.history.values() for entry in line]
    square = any(column.key.startswith("against") for table in tables for column in table.columns)
    notes: list[str] = [cells_note(square=square, coloured=any(entry.colour for entry in entries))]
    if any(entry.result.forfeit for entry in entries):
        notes.append(worded("+ and − are a win and a loss by forfeit."))
    title = _title(worded("Crosstable"), tournament, at)
    notes += _pending(tournament)
    return report_of(tournament, "crosstable", title, tables, at=at, notes=notes)


def cells_note(*, square: bool, coloured: bool) -> str:
    """Return what stands in the cells of a crosstable.

    Args:
        square: whether its columns are the players.
        coloured: whether games have colours.
    """
    if square:
        return worded("Each cell is the result against the place at the head of the column.")
    if coloured:
        return worded("Each cell is the opponent’s number, the colour (w or b) and the result.")
    return worded("Each cell is the opponent’s number and the result.")


def _after(tournament: Tournament, at: int | None) -> tuple[Tournament, int]:
    """Return the tournament after a round, and the round; before the first one, round 0."""
    if at is None and not tournament.played:
        return tournament, 0
    at, _ = round_of(tournament, at)
    return tournament.until(at), at


def _title(word: str, tournament: Tournament, at: int) -> str:
    if not at:
        return word
    if tournament.planned >= at:
        return worded("{what} after round {at} of {all}", what=word, at=at, all=tournament.planned)
    return worded("{what} after round {at}", what=word, at=at)


def _pending(tournament: Tournament) -> list[str]:
    """Return which results are missing, in a sentence each."""
    return [
        worded("Round {at} lacks the results of {boards}.", at=at, boards=boards_named(round_.pending))
        for at, round_ in enumerate(tournament.rounds, 1)
        if round_.pending
    ]


def _standings(group: str, ranking: Standings) -> ReportTable:
    points = [_points(tiebreak) for tiebreak in scored(ranking)]
    codes = [
        ReportColumn(code, code, "right", each.title, digits=each.kind.digits)
        for code, each in zip(keys(ranking), ranking.tiebreaks, strict=True)
    ]
    rows = [
        [
            place.rank,
            *(read(place.entrant) for _, read in ENTRANT),
            *(place.points.value if place.counted else None for _ in points),
            *(value.value if place.counted else None for value in place.values),
        ]
        for place in ranking
    ]
    return ReportTable(
        [_RANK, *(column for column, _ in ENTRANT), *points, *codes], rows, group, _group(group)
    )


def _crosstable(group: str, tournament: Tournament) -> ReportTable:
    ranking = ranked(tournament)
    table = crossed(tournament, ranking)
    many = len(ranking) if table.square else tournament.played
    key, letter = ("against", "") if table.square else ("round", "R")
    columns = [ReportColumn(f"{key}_{at}", f"{letter}{at}", "centre") for at in range(1, many + 1)]
    points = [_points(tiebreak) for tiebreak in ranking.order[:1]]
    rows: list[list[Cell]] = [
        [
            row.place.rank,
            *(read(row.place.entrant) for _, read in ENTRANT),
            *(_cell(cell) for cell in row.cells),
            *(_first(row.place, ranking) for _ in points),
        ]
        for row in table.rows
    ]
    return ReportTable(
        [_RANK, *(column for column, _ in ENTRANT), *columns, *points], rows, group, _group(group)
    )


_RANK = ReportColumn("rank", "Rank", "right")


def _points(score: TieBreak) -> ReportColumn:
    key, heading = ("points", "Points") if score == BY_POINTS else (str(score), str(score))
    return ReportColumn(key, heading, "right", score.title, digits=score.kind.digits)


def _first(place: StandingsPlace, ranking: Standings) -> Fraction:
    """Return the value that comes first in the order: points, unless the list has a score itself."""
    return place.points.value if scored(ranking) else place.values[0].value


def _group(letter: str) -> str:
    return worded("Group {letter}", letter=letter) if letter else ""


def _cell(cell: CrossCell) -> str | None:
    """Return a cell of the crosstable in one word: ``12w1``, ``3b½``, ``bye``."""
    if cell.same:
        return "×"
    if cell.opponent:
        return f"{cell.opponent}{cell.colour or ' '}{cell.score}".rstrip()
    return SHORT.get(cell.word, cell.word) or cell.score or None
