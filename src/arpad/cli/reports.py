"""Tournaments among the files of games: reports, and the event files of ``arpad tournament``."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from arpad.cli.events import guessed, passed_over
from arpad.core import BadInput
from arpad.core.missing import no_such_file

if TYPE_CHECKING:
    from arpad.ratings.system import RatingSystem
    from arpad.record import Games, Players
    from arpad.tournament import Tournament
    from arpad.tournament.trf import Document

SUFFIXES = (".trf", ".trfx", ".trf16", ".trf26")
STARTS = (b"012 ", b"001 ")


def is_report(file: str) -> bool:
    """Whether a file is one of FIDE's tournament reports, or an event's: by its name, or by how it begins."""
    from arpad.office.event_report import is_event

    path = Path(file)
    name = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    if name.suffix.lower() in SUFFIXES:
        return True
    if file == "-" or not path.is_file():
        return False
    try:
        with path.open("rb") as stream:
            start = stream.read(16).removeprefix(b"\xef\xbb\xbf")
            return start.startswith(STARTS) or is_event(file)
    except OSError:
        return False


def read_reports(
    files: Sequence[str],
    refused: Sequence[str] = (),
    *,
    lenient: bool = False,
    encoding: str | None = None,
) -> Games | None:
    """Read tournament reports as games; None where no file is one.

    Args:
        files: all that are read.
        refused: options that were given and have no meaning for reports.
        lenient: take reports whose lines contradict each other; points that do not fit the results are always
            taken, since no rating needs them. What is passed over is said on standard error.
        encoding: of the reports; None for UTF-8, or the likeliest of the old ones, which is said.

    Raises:
        BadInput: a report is bad, other files stand beside it, or nobody has played.
    """
    reports = [file for file in files if is_report(file)]
    if not reports:
        return None
    if len(reports) < len(files):
        other = next(file for file in files if file not in reports)
        raise BadInput(
            "tournament reports and other files are not read together",
            file=other,
            remedy="Rate them apart.",
        )
    if refused:
        raise BadInput(
            f"{refused[0]} has no meaning for a tournament report", file=reports[0], remedy="Leave it out."
        )
    from arpad.office.event_report import is_event
    from arpad.office.log.event_file import EventFile
    from arpad.tournament.games import games_of
    from arpad.tournament.trf import parse

    tournaments = []
    notes: list[str] = []
    for file in reports:
        if is_event(file):
            tournaments.append(EventFile(Path(file)).read().tournament())
            continue
        document = parse(_content(file), file, encoding)
        notes += guessed(document, file, encoding)
        tournaments.append(_rated(document, lenient))
    games = games_of(tournaments, files=tuple(files))
    games = replace(games, source=replace(games.source, notes=tuple(notes)))
    if not len(games):
        raise BadInput("no game has been played yet", file=reports[0])
    return games


def _content(file: str) -> bytes:
    """Return the bytes of a report, unpacked.

    Raises:
        BadInput: it cannot be read, or is empty.
    """
    import gzip

    from arpad.record.files.limits import bounded

    path = Path(file)
    try:
        with path.open("rb") as raw:
            packed = file.lower().endswith(".gz")
            source = cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if packed else raw
            size = path.stat().st_size if packed else None
            content = bounded(source, file, size, lines=True).read()
    except FileNotFoundError as error:
        raise no_such_file(path) from error
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"the file cannot be read ({reason})", file=file) from error
    if not content.strip():
        raise BadInput("the file is empty", file=file, remedy="Expected a tournament report.")
    return content


def _rated(document: Document, lenient: bool) -> Tournament:
    """Return a report's tournament, and say what was passed over."""
    if lenient:
        tournament, warnings = document.tournament(lenient=True), document.warnings
    else:
        tournament, warnings = document.rated.tournament, document.rated.warnings
    passed_over(warnings)
    return tournament


def settled(players: Players, system: RatingSystem) -> Players:
    """Return players of reports, nobody with a rating a newcomer; say so where it changes a rating."""
    import click

    from arpad.tournament.games import ESTABLISHED_GAMES, established

    established_players = established(players)
    supposed = int((established_players.number("games") == ESTABLISHED_GAMES).sum())
    rule = getattr(system, "k_rule", None)
    if supposed and (system.provisional_games or (rule is not None and rule.needs("games"))):
        subject = (
            "the player with a rating counts"
            if supposed == 1
            else f"the {supposed} players with ratings count"
        )
        click.echo(
            f"the report does not say how many games players have played: {subject} as established.  "
            "--players FILE with a column games says otherwise.",
            err=True,
        )
    return established_players
