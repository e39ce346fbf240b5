"""Tournaments in files: reports (TRF), and event files of ``arpad tournament``; the content says which."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.core import BadInput

if TYPE_CHECKING:
    from arpad.tournament import Tournament
    from arpad.tournament.trf import Document

SUFFIX = ".arpad"
STDIN = "-"
TOLD = 5
"""How many contradictions of a report are printed."""
EVENT = re.compile(rb'\{\s*"arpad tournament"\s*:')
"""How an event file begins; other files begin with a brace too, such as games in JSON Lines."""


def is_logbook(file: str) -> bool:
    """Whether a file is an event file, if it is one of a tournament at all: its events are JSON.

    An empty file is one if it is called so. A file that cannot be read is none: whoever reads it says why.
    """
    start = _start(file)
    return start.startswith(b"{") if start else _called_so(file)


def is_event(file: str) -> bool:
    """Whether a file is an event file among files of any kind: by how it begins, or what it is called."""
    return EVENT.match(_start(file)) is not None or _called_so(file)


def _start(file: str) -> bytes:
    try:
        with Path(file).open("rb") as stream:
            return stream.read(64).removeprefix(b"\xef\xbb\xbf").lstrip()
    except (OSError, ValueError):
        return b""


def _called_so(file: str) -> bool:
    return Path(file).suffix.lower() == SUFFIX


def read_event(
    file: str, *, lenient: bool = True, told: bool = False, encoding: str | None = None
) -> Tournament:
    """Read a tournament, of teams where a report pairs teams; ``-`` is the standard input.

    Args:
        file: its name.
        lenient: take a report whose points do not fit its results.
        told: say on standard error what is passed over.
        encoding: of a report; None for UTF-8, or the likeliest of the old ones, and the guess is said.

    Raises:
        BadInput: it cannot be read, or is neither.
    """
    from arpad.office.log.event_file import EventFile
    from arpad.office.log.event_format import parsed
    from arpad.record.files.encodings import decoded
    from arpad.tournament.trf import parse, read_document

    if file == STDIN:
        content = sys.stdin.buffer.read()
        if content.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{"):
            check_not_encoded(STDIN, encoding)
            return parsed(decoded(content, "utf-8", STDIN), STDIN).tournament()
        if not content.strip():
            raise BadInput("the standard input is empty", remedy="Expected a tournament report.")
        found = parse(content, encoding=encoding)
    elif is_logbook(file):
        check_not_encoded(file, encoding)
        return EventFile(Path(file)).read().tournament()
    else:
        found = read_document(Path(file), encoding)
    tell(guessed(found, "the standard input" if file == STDIN else file, encoding))
    if told:
        passed_over(found.warnings)
    return found.teams(lenient=lenient) if found.of_teams else found.tournament(lenient=lenient)


def guessed(document: Document, file: str, encoding: str | None) -> list[str]:
    """Return the note about a report whose encoding was guessed, if it was."""
    from arpad.record.files.encodings import supposed

    return [supposed(file, document.encoding)] if encoding is None and document.encoding != "utf-8" else []


def check_not_encoded(file: str, encoding: str | None) -> None:
    """Refuse to read the file of an event in a named encoding.

    Raises:
        BadInput: one is named.
    """
    if encoding is not None:
        raise BadInput("the file of an event is always UTF-8", file=file, remedy="Leave out --encoding.")


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

    for warning in warnings[:TOLD]:
        click.echo(shown(f"note: passed over: {warning}"), err=True)
    if len(warnings) > TOLD:
        click.echo(f"note: passed over: {len(warnings) - TOLD} more; arpad check lists them", err=True)


def check_system(name: str) -> None:
    """Refuse a system that the command line names and nobody knows.

    Raises:
        BadInput: there is none of that name.
    """
    from arpad.rulebooks.pairing_catalogue import SYSTEMS, unknown_pairing_system

    if name not in SYSTEMS:
        raise unknown_pairing_system(name)


def unknown_system(tournament: Tournament, file: str, encoding: str | None = None) -> BadInput | None:
    """Return what is wrong with the system that a report names, with its line; None if it is known."""
    from arpad.rulebooks.pairing_catalogue import SYSTEMS
    from arpad.tournament.trf import read_document

    if tournament.system in SYSTEMS:
        return None
    code = tournament.details.get("encoded_type") or tournament.system
    lines = [] if file == STDIN or is_logbook(file) else read_document(Path(file), encoding).of("192")
    return BadInput(
        f"there is no pairing system for the type {code} (192)" if lines else f"no pairing system {code}",
        file=file,
        row=lines[-1].row if lines else None,
        remedy=f"--system says what to pair by: {', '.join(SYSTEMS)}.",
    )


def read_to_pair(file: str, *, lenient: bool = False, encoding: str | None = None) -> Tournament:
    """Read a tournament whose next round is to be paired, an event's entrants numbered.

    Args:
        file: its name.
        lenient: take a report whose lines contradict each other.
        encoding: of a report, as of :func:`read_event`.

    Raises:
        BadInput: it cannot be read, or is neither.
    """
    if file == STDIN or not is_logbook(file):
        return read_event(file, lenient=lenient, told=lenient, encoding=encoding)
    from arpad.office.desk import number_by_rating
    from arpad.office.log.event_file import EventFile

    return number_by_rating(EventFile(Path(file)).read()).tournament()
