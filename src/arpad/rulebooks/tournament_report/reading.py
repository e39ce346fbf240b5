"""Reports from a file, a text, bytes or a table of games in memory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.core import BadInput
from arpad.rulebooks.tournament_report.report import TournamentReport
from arpad.rulebooks.tournament_report.trf_report import NOT_READABLE, TrfReport
from arpad.tournament.trf import parse, read_document

if TYPE_CHECKING:
    from arpad.rulebooks.tournament_report.games_table import PlayerSource


def report_of_file(path: str | Path, encoding: str | None = None) -> TournamentReport:
    """Read the file of a report in FIDE's format.

    Args:
        path: the file.
        encoding: of its text; None for UTF-8, or the likeliest of the old ones, which the notes name.

    Raises:
        BadInput: the file cannot be read, or is no report (``report.not-readable``).
    """
    try:
        document = read_document(Path(path), encoding)
    except BadInput as error:
        if error.code == BadInput.CODE:
            error.code = NOT_READABLE
        raise
    return TrfReport.of(document, str(path), guessed=encoding is None)


def report_of_content(
    content: str | bytes, file: str = "", encoding: str | None = None, named: str = ""
) -> TournamentReport:
    """Read the content of a report in FIDE's format.

    Args:
        content: text, or bytes.
        file: its name for messages; empty for none.
        encoding: of bytes, as of :func:`report_of_file`.
        named: what the content is called where it has no name.

    Raises:
        BadInput: it is empty, or no report (``report.not-readable``).
    """
    if not content.strip():
        raise BadInput(
            f"{named or 'the report'} is empty",
            file=file or None,
            remedy="Expected a tournament report.",
            code=NOT_READABLE,
        )
    document = parse(content, file or None, encoding if isinstance(content, bytes) else None)
    return TrfReport.of(document, file or named, guessed=isinstance(content, bytes) and encoding is None)


def report_of_games(
    games: Any, columns: Mapping[str, str] | None = None, players: PlayerSource | None = None
) -> TournamentReport:
    """Return the report of a table of games; see :func:`arpad.rulebooks.tournament_report.games_table`.

    Args:
        games: a table in memory, or a record of games.
        columns: which column is what, as of :func:`arpad.read_games`.
        players: who takes part, with ratings where known.

    Raises:
        BadInput: the table lacks what a tournament needs.
    """
    from arpad.rulebooks.tournament_report.games_table import tournament_of_games

    tournament, notes = tournament_of_games(games, columns, players)
    return TournamentReport(tournament, notes=notes)
