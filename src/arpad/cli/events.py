"""Tournaments in files: reports (TRF), and event files of ``arpad tournament``; the content says which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arpad.core import BadInput

if TYPE_CHECKING:
    from arpad.rulebooks.tournament_report.report import TournamentReport
    from arpad.tournament import Tournament
    from arpad.tournament.trf import Document

PRINTED_WARNINGS = 5
"""How many contradictions of a report are printed."""


def read_report(file: str, *, encoding: str | None = None) -> TournamentReport:
    """Read a tournament, and say on the standard error what was supposed; ``-`` is the standard input.

    Args:
        file: its name: of a path, never a text.
        encoding: of a report; None for UTF-8, or the likeliest of the old ones.

    Raises:
        BadInput: it cannot be read, or is no tournament.
    """
    from pathlib import Path

    from arpad.office.tournament_reports import STDIN
    from arpad.office.tournament_reports import read_report as read

    report = read(STDIN if file == STDIN else Path(file), encoding=encoding)
    tell(report.notes)
    return report


def read_event(file: str, *, encoding: str | None = None) -> Tournament:
    """Read a tournament as :func:`read_report` does, for what only asks how things stand."""
    return read_report(file, encoding=encoding).tournament


def guessed(document: Document, file: str, encoding: str | None) -> list[str]:
    """Return the note about a report whose encoding was guessed, if it was."""
    from arpad.record.files.encodings import supposed

    return [supposed(file, document.encoding)] if encoding is None and document.encoding != "utf-8" else []


def tell(notes: Sequence[str]) -> None:
    """Say on standard error what was supposed in reading."""
    import click

    from arpad.cli.tables import shown

    for note in notes:
        click.echo(shown(f"note: {note}"), err=True)


def passed_over(warnings: Sequence[BadInput]) -> None:
    """Say on standard error what a reading passed over: the first few, and how many there are more."""
    import click

    from arpad.cli.tables import shown

    for warning in warnings[:PRINTED_WARNINGS]:
        click.echo(shown(f"note: passed over: {warning}"), err=True)
    if len(warnings) > PRINTED_WARNINGS:
        click.echo(
            f"note: passed over: {len(warnings) - PRINTED_WARNINGS} more; arpad check lists them", err=True
        )


def check_system(name: str) -> None:
    """Refuse a system that the command line names and nobody knows.

    Raises:
        BadInput: there is none of that name.
    """
    from arpad.rulebooks.pairing_catalogue import SYSTEMS, unknown_pairing_system

    if name not in SYSTEMS:
        raise unknown_pairing_system(name)
