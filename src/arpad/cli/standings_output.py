"""Standings as a table and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from arpad.tournament.entry import halves
from arpad.tournament.standings_table import keys, printed, scored

if TYPE_CHECKING:
    from arpad.rulebooks.tournament_report.ranking import StandingsTable
    from arpad.tournament.standings import Standings


def print_standings(table: StandingsTable, *, as_json: bool = False, own_edition: bool = True) -> None:
    """Print the standings of a tournament.

    Args:
        table: the standings.
        as_json: as JSON instead of a table.
        own_edition: whether nobody asked for an edition of the rules.
    """
    from arpad.cli.tables import as_json as print_json
    from arpad.cli.tables import faint, show, shown

    if as_json:
        print_json(table.as_dict())
        return
    if score := table.match_score:
        first, other = score
        points = f"{halves(first.points)}-{halves(other.points)}"
        click.echo(f"{shown(first.name)} – {shown(other.name)}  {points}\n")
    for at, (group, standings) in enumerate(table.groups.items()):
        if group:
            click.echo(f"{chr(10) * bool(at)}Group {shown(group)}")
        show(_table(standings))
    for line in _legend(table.titles):
        click.echo(faint(line))
    for note in table.notes:
        click.echo(note, err=True)
    if own_edition:
        _say_older(table)
    for code, why in table.dropped:
        click.echo(f"{code} is left out: {why}", err=True)


def _legend(titles: Mapping[str, str]) -> list[str]:
    """Return the lines that say what the codes of the columns stand for, an empty line first."""
    widest = max(map(len, titles), default=0)
    return [*[""] * bool(titles), *(f"{code:<{widest}}  {title}" for code, title in titles.items())]


def _say_older(table: StandingsTable) -> None:
    """Say that an event is older than the first text that is known."""
    start = table.tournament.details.get("start", "").replace("/", "-")
    try:
        older = date.fromisoformat(start) < table.edition.since
    except ValueError:
        return
    if older:
        click.echo(f"it began on {start}, before the first rules known: ranked by {table.edition}", err=True)


def _table(standings: Standings) -> Any:
    from arpad.cli.tables import Column, TextTable

    before = scored(standings)
    columns = [Column("rank", "right"), Column("no.", "right", spare=1), Column("name", shrinks=True)]
    columns += [Column("points", "right") for _ in before]
    columns += [
        Column(code, "right", spare=at if at > 1 else 0) for at, code in enumerate(keys(standings), 1)
    ]
    rows = []
    for place in standings:
        row = [str(place.rank or "–"), str(place.entrant.number), place.entrant.name]
        row += [printed(tiebreak, place.points.value) if place.counted else "–" for tiebreak in before]
        row += [
            printed(tiebreak, value.value) if place.counted else "–"
            for tiebreak, value in zip(standings.tiebreaks, place.values, strict=True)
        ]
        rows.append(row)
    return TextTable(columns, rows)
