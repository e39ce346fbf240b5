"""Standings as a table and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from arpad.core import BadInput
from arpad.office.pages.standings_tables import (
    as_dict,
    dropped,
    keys,
    legend,
    number,
    printed,
    scored,
    uncounted,
)
from arpad.tournament.entry import halves

if TYPE_CHECKING:
    from arpad.rulebooks.fide.tiebreaks import TieBreakEdition
    from arpad.rulebooks.standings import Edition
    from arpad.tournament import Tournament
    from arpad.tournament.formats.scheveningen import TeamScore
    from arpad.tournament.standings import Standings


def print_standings(
    tournament: Tournament,
    tiebreaks: Sequence[str] | None = None,
    edition: Edition = None,
    *,
    as_json: bool = False,
) -> None:
    """Print the standings of a tournament.

    Args:
        tournament: the tournament as it is.
        tiebreaks: codes in order; None for its own, or what its system commonly uses.
        edition: whose rules; None for those in force when it began.
        as_json: as JSON instead of a table.

    Raises:
        BadInput: a code is not known, or lacks what it needs.
    """
    from arpad.cli.tables import as_json as print_json
    from arpad.cli.tables import faint, show, shown
    from arpad.rulebooks.standings import edition_for, ranked_apart, standings

    rules = edition_for(tournament, edition)
    tables = {group: standings(one, tiebreaks, rules) for group, one in ranked_apart(tournament).items()}
    score = _match_score(tournament)
    if as_json:
        found = [{"team": one.name, "points": number(one.points), "players": one.numbers} for one in score]
        print_json({"edition": rules.name, **({"match": found} if found else {}), **as_dict(tables)})
        return
    if score:
        one, other = score
        points = f"{halves(one.points)}-{halves(other.points)}"
        click.echo(f"{shown(one.name)} – {shown(other.name)}  {points}\n")
    for at, (group, made) in enumerate(tables.items()):
        if group:
            click.echo(f"{chr(10) * bool(at)}Group {shown(group)}")
        show(_table(made))
    for line in _legend(legend(tables)):
        click.echo(faint(line))
    for note in uncounted(tables):
        click.echo(note, err=True)
    if edition is None:
        _say_older(tournament, rules)
    for code, why in dropped(tables):
        click.echo(f"{code} is left out: {why}", err=True)


def _legend(titles: Mapping[str, str]) -> list[str]:
    """Return the lines that say what the codes of the columns stand for, an empty line first."""
    widest = max(map(len, titles), default=0)
    return [*[""] * bool(titles), *(f"{code:<{widest}}  {title}" for code, title in titles.items())]


def _match_score(tournament: Tournament) -> tuple[TeamScore, ...]:
    """Return the score of a Scheveningen match, where there are two teams; of another tournament nothing."""
    from arpad.tournament.formats.scheveningen import match_score

    if tournament.system != "scheveningen":
        return ()
    try:
        return match_score(tournament, str(tournament.settings.get("teams", "")))
    except BadInput:  # while entries are made, the teams may not yet be two of one size
        return ()


def _say_older(tournament: Tournament, rules: TieBreakEdition) -> None:
    """Say that an event is older than the first text that is known, where no edition was asked for."""
    start = tournament.details.get("start", "").replace("/", "-")
    try:
        older = date.fromisoformat(start) < rules.since
    except ValueError:
        return
    if older:
        click.echo(f"it began on {start}, before the first rules known: ranked by {rules}", err=True)


def _table(made: Standings) -> Any:
    from arpad.cli.tables import Column, Table

    before = scored(made)
    columns = [Column("rank", "right"), Column("no.", "right", spare=1), Column("name", shrinks=True)]
    columns += [Column("points", "right") for _ in before]
    columns += [Column(code, "right", spare=at if at > 1 else 0) for at, code in enumerate(keys(made), 1)]
    rows = []
    for place in made:
        row = [str(place.rank or "–"), str(place.entrant.number), place.entrant.name]
        row += [printed(one, place.points.value) if place.counted else "–" for one in before]
        row += [
            printed(one, value.value) if place.counted else "–"
            for one, value in zip(made.tiebreaks, place.values, strict=True)
        ]
        rows.append(row)
    return Table(columns, rows)
