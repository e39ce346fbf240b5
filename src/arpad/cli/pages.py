"""Explanations and tournaments as pages and files: what several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arpad.core import BadInput, counted
from arpad.core.hostile import json_text
from arpad.core.writing import Kind, replace
from arpad.office.publishing.file_kinds import PAGE, STANDINGS

if TYPE_CHECKING:
    from arpad.core import Explanation
    from arpad.rulebooks.standings import Edition
    from arpad.tournament import Round, Tournament
    from arpad.tournament.checking import Stood


def print_explanation(explanation: Explanation, as_json: bool) -> None:
    """Print an explanation as lines, or as JSON."""
    if as_json:
        from arpad.cli.tables import as_json as print_json

        print_json(explanation.as_dict())
        return
    from arpad.cli.tables import hanging, shown

    for line in explanation.lines():
        for part in hanging(shown(line)):
            click.echo(part)


def write_explanation(
    path: Path, explanation: Explanation, tournament: Tournament, title: str, paired: Round | None = None
) -> None:
    """Write an explanation of a round as a page.

    Args:
        path: where to.
        explanation: the explanation.
        tournament: as it stands before the round.
        title: the heading.
        paired: the round, where it is what is explained: its pairings stand before the explanation.

    Raises:
        BadInput: the file cannot be written.
    """
    from arpad.office.pages.event_page import explanation_page, next_round
    from arpad.rulebooks.pairing_catalogue import system_of
    from arpad.tournament.naming import with_names

    system = system_of(tournament)
    many = counted(len(tournament.entrants), "participant")
    lede = f"{many}, paired by {system.name} ({system.edition.name})."
    page = explanation_page(
        with_names(explanation, tournament),
        title=title,
        kicker=tournament.name or system.name,
        lede=lede,
        entrants=tournament.by_number.values(),
        paired=None if paired is None else next_round(tournament, paired),
    )
    _write(path, page, PAGE)


def write_standings(
    path: Path, tournament: Tournament, tiebreaks: Sequence[str] | None, edition: Edition, file: Path
) -> None:
    """Write standings as .html, .csv or .json; the suffix says which.

    Raises:
        BadInput: the suffix is another, a code is not known, or the file cannot be written.
    """
    from arpad.office.pages.standings_tables import as_csv
    from arpad.rulebooks.tournament_report.ranking import ranked

    suffix = path.suffix.lower()
    if suffix not in (".html", ".csv", ".json"):
        raise BadInput(f"standings are written as .html, .csv or .json, not as {path.name}")
    if suffix == ".html":
        options = f" --tiebreaks {','.join(tiebreaks)}" if tiebreaks is not None else ""
        options += f" --edition {edition}" if edition is not None else ""
        command = f"arpad standings {file.name}{options} --out {path.name}"
        write_page(path, tournament, file, command, tiebreaks=tiebreaks, edition=edition, pairings=False)
        return
    table = ranked(tournament, tiebreaks, edition)
    if suffix == ".csv":
        _write(path, as_csv(table.groups), STANDINGS)
    else:
        row = {name: value for name, value in table.as_dict().items() if name != "match"}
        _write(path, json_text(row, indent=1) + "\n", STANDINGS)
    for code, why in table.dropped:
        click.echo(f"{code} is left out: {why}", err=True)


def write_page(
    path: Path,
    tournament: Tournament,
    file: Path,
    command: str,
    *,
    tiebreaks: Sequence[str] | None = None,
    edition: Edition = None,
    terms: bool = True,
    pairings: bool = True,
    stood: Sequence[Stood] | None = None,
) -> None:
    """Write a tournament as a page.

    Args:
        path: where to; it ends in .html.
        tournament: the tournament.
        file: what it was read from.
        command: what makes the page again.
        tiebreaks: codes in order; None for its own.
        edition: whose tie-break rules; None for those in force when it began.
        terms: whether the values of the standings unfold.
        pairings: whether every round is explained.
        stood: each round with the tournament as it stood then; None for what the rounds tell.

    Raises:
        BadInput: it ends otherwise, a code is not known, or the file cannot be written.
    """
    from arpad.office.pages.event_page import Origin, event_page

    if path.suffix.lower() != ".html":
        raise BadInput("a page is a file that ends in .html", file=str(path))
    page = event_page(
        tournament,
        tiebreaks=tiebreaks,
        edition=edition,
        terms=terms,
        pairings=pairings,
        origin=Origin.of(file, command),
        stood=stood,
    )
    _write(path, page, PAGE)


def _write(path: Path, text: str, kind: Kind) -> None:
    with replace(path, kind) as stream:
        stream.write(text.encode())
