"""Tournament reports in Python: read, paired, ranked and checked from a file, a text or a table of games.

A report is a file in FIDE's format (TRF16, TRF26) or an event file of ``arpad tournament``; the content says
which.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, overload

from arpad.core import BadInput
from arpad.rulebooks.tournament_report.report import TournamentReport

if TYPE_CHECKING:
    import polars as pl

    from arpad.record import Games
    from arpad.record.tables.frames import Frame
    from arpad.rulebooks.tournament_report.checking import ReportCheck
    from arpad.rulebooks.tournament_report.games_table import PlayerSource
    from arpad.rulebooks.tournament_report.pairing import PairedRound
    from arpad.rulebooks.tournament_report.ranking import StandingsTable
    from arpad.rulebooks.tournament_report.rules import ChosenRules
    from arpad.tournament import Tournament
    from arpad.tournament.frames import Library

    class FileObject(Protocol):
        """A file object."""

        def read(self) -> str | bytes:
            """Return the content."""

    ReportSource: TypeAlias = TournamentReport | str | bytes | Path | FileObject | Tournament | Games | Frame
    """What a report is read from."""

STDIN = "-"
STANDARD_INPUT = "the standard input"
START = b"\xef\xbb\xbf \r\n\t"
"""What may stand before the first brace of an event file."""


def read_report(
    source: ReportSource,
    *,
    encoding: str | None = None,
    columns: Mapping[str, str] | None = None,
    players: PlayerSource | None = None,
) -> TournamentReport:
    """Read the report of a tournament: ``arpad.read_report("open.trf")``.

    Args:
        source: the path of a report in FIDE's format (TRF16 or TRF26, with the extensions of JaVaFo and
            bbpPairings) or of an event file of ``arpad tournament``; ``-`` for the standard input; the
            content of such a file, as text or bytes; a file object; a tournament
            (:class:`arpad.Tournament`, :class:`arpad.tournament.Tournament`); or a table of games in
            memory, as :func:`arpad.read_games` takes it, with the round of every game and a row for every
            bye.
        encoding: of a report, such as ``cp1250``; None for UTF-8, or the likeliest of the old ones, which the
            notes name.
        columns: of a table of games, which column is what, before the usual names.
        players: of a table of games, who takes part: players, a file that :func:`arpad.read_players` reads,
            or ratings by name. Pairing numbers follow the ratings.

    Returns:
        The report with the tournament; what stands in it is read leniently, and ``warnings`` has the
        contradictions that were passed over.

    Raises:
        BadInput: the report cannot be read (``report.not-readable``), with file, line, columns and what to
            do; or a table lacks what a tournament needs, such as the round (``games.no-round``).
    """
    from arpad.record import Games
    from arpad.record.tables.frames import is_frame
    from arpad.rulebooks.tournament_report import reading
    from arpad.tournament.model import Tournament

    if isinstance(source, TournamentReport):
        return source
    if hasattr(source, "to_report"):  # a tournament in Python, which this module need not import
        report: TournamentReport = source.to_report()
        return report
    if isinstance(source, Tournament):
        return TournamentReport(source)
    if isinstance(source, Games) or (not hasattr(source, "read") and is_frame(source)):
        return reading.report_of_games(source, columns, players)
    if columns is not None or players is not None:
        raise BadInput(
            "a report has its own players and no columns to choose",
            remedy="Leave out columns and players.",
            code="report.tells",
        )
    if isinstance(source, bytes):
        return _of_content(source, "", encoding)
    if isinstance(source, str) and (_is_content(source)):
        return _of_content(source, "", encoding)
    if source == STDIN:
        return _of_content(sys.stdin.buffer.read(), "", encoding, STANDARD_INPUT)
    if isinstance(source, str | Path):
        from arpad.office.event_report import event_report, is_logbook

        if is_logbook(str(source)):
            return event_report(source, encoding)
        return reading.report_of_file(source, encoding)
    if hasattr(source, "read"):
        content = source.read()
        name = getattr(source, "name", "")
        return _of_content(content, name if isinstance(name, str) else "", encoding)
    raise BadInput(
        f"a value of type {type(source).__name__} is not a report",
        remedy="Expected a path, the content of a report, a file object, or a table of games.",
        code="report.unknown-type",
    )


def _is_content(text: str) -> bool:
    from arpad.tournament.trf import looks_like_trf

    return looks_like_trf(text) or text.lstrip().startswith("{")


def _of_content(content: str | bytes, file: str, encoding: str | None, named: str = "") -> TournamentReport:
    from arpad.rulebooks.tournament_report.reading import report_of_content

    head = content[:64].encode() if isinstance(content, str) else content[:64]
    if head.lstrip(START).startswith(b"{"):
        from arpad.office.event_report import event_report_of_content

        return event_report_of_content(content, file, encoding)
    return report_of_content(content, file, encoding, named)


def pair(
    report: ReportSource,
    system: str | None = None,
    *,
    round: int | None = None,  # noqa: A002 - the word for it
    edition: date | str | None = None,
    seed: int | None = None,
    settings: Mapping[str, Any] | None = None,
    lenient: bool = False,
    encoding: str | None = None,
) -> PairedRound:
    """Pair the next round of a tournament: ``arpad.pair("open.trf")``, as ``arpad pair FILE``.

    Nothing is written into the report.

    Args:
        report: a report, or what :func:`arpad.read_report` reads.
        system: the name of the pairing system; None for the report's, else ``fide-dutch``.
        round: a past round, which is paired again as things stood before it; None for the next round.
        edition: the day whose edition of the rules holds, or ``2017`` for the old Dutch system; None for the
            report's own, or the one in force.
        seed: what a report's lots are drawn from; None for 0. An event file has its own.
        settings: of the system, by name. An event file has its own.
        lenient: take a report whose lines contradict each other.
        encoding: of a report that is read, as of :func:`arpad.read_report`.

    Returns:
        The round: its boards, the bye, who floats, the explanation, and why two participants do not meet.

    Raises:
        NoLegalRound: the rules allow no pairing (``pair.no-legal-round``).
        BadInput: the report cannot be read or contradicts itself (``report.not-readable``), names a system
            that is not known (``report.unknown-system``), has no such round (``pair.round``), has all its
            planned rounds (``rounds.all-paired``), lacks results (``pair.results-missing``) or something else
            that the rules need (``pair.refused``); or a system, edition or setting is not known.
    """
    from arpad.rulebooks.tournament_report.pairing import pair_report

    rules = _rules(system, edition, seed, settings)
    return pair_report(read_report(report, encoding=encoding), rules, number=round, lenient=lenient)


def standings(
    report: ReportSource,
    tiebreaks: str | Sequence[str] | None = None,
    *,
    edition: date | str | None = None,
    encoding: str | None = None,
) -> StandingsTable:
    """Rank the participants of a tournament: ``arpad.standings("open.trf")``, as ``arpad standings FILE``.

    Args:
        report: a report, or what :func:`arpad.read_report` reads.
        tiebreaks: what breaks ties, in order, by code or in words: ``["BH/C1", "Sonneborn-Berger"]``, or one
            text with commas; None for the report's own (202, 212), or what its system commonly uses. Points
            come first unless the list has a score itself.
        edition: the day whose edition of C.07 holds; None for the first day of the tournament.
        encoding: of a report that is read, as of :func:`arpad.read_report`.

    Returns:
        The standings with all values, unrounded, and the explanation of each.

    Raises:
        BadInput: the report cannot be read (``report.not-readable``), or a code is not known
            (``tiebreak.unknown``).
    """
    from arpad.rulebooks.tournament_report.ranking import day_of, ranked

    return ranked(read_report(report, encoding=encoding).tournament, tiebreaks, day_of(edition))


@overload
def tie_breaks(
    report: ReportSource,
    codes: str | Sequence[str],
    *,
    edition: date | str | None = None,
    encoding: str | None = None,
) -> pl.DataFrame: ...


@overload
def tie_breaks(
    report: ReportSource,
    codes: str | Sequence[str],
    *,
    edition: date | str | None = None,
    encoding: str | None = None,
    library: Library,
) -> Any: ...


def tie_breaks(
    report: ReportSource,
    codes: str | Sequence[str],
    *,
    edition: date | str | None = None,
    encoding: str | None = None,
    library: Library = "polars",
) -> Any:
    """Return the values of tie-breaks of every participant: ``arpad.tie_breaks("open.trf", ["BH/C1"])``.

    The columns are ``number``, ``name``, ``points`` and each code (and first ``group`` where there are
    groups), the rows in the order of the numbers. Values are those of :func:`arpad.standings` by these
    tie-breaks: one that looks at the tied, such as direct encounter, is counted among those who are tied
    after what stands before it.

    Args:
        report: a report, or what :func:`arpad.read_report` reads.
        codes: by code or in words, in order.
        edition: as of :func:`arpad.standings`.
        encoding: of a report that is read, as of :func:`arpad.read_report`.
        library: ``polars``, ``pandas``, ``pyarrow`` or ``narwhals``.

    Raises:
        BadInput: as of :func:`arpad.standings`; or a tie-break cannot be used for this tournament
            (``tiebreaks.unfit``).
    """
    from arpad.rulebooks.tournament_report.ranking import tie_break_values

    return tie_break_values(standings(report, codes, edition=edition, encoding=encoding), library)


def check(
    report: ReportSource,
    system: str | None = None,
    *,
    edition: date | str | None = None,
    seed: int | None = None,
    settings: Mapping[str, Any] | None = None,
    only_legal: bool = False,
    encoding: str | None = None,
) -> ReportCheck:
    """Judge every round of a report, and pair it again: ``arpad.check("open.trf")``, as ``arpad check FILE``.

    Whether a round is legal is judged from the crosstable alone, by code that shares nothing with the
    pairing. The rounds of an event file are paired again as things stood when they were paired.

    Args:
        report: a report, or what :func:`arpad.read_report` reads.
        system: the name of the pairing system; None for the report's, else ``fide-dutch``.
        edition: the day whose edition of the rules holds, or ``2017`` for the old Dutch system.
        seed: what a report's lots are drawn from; None for 0.
        settings: of the system, by name.
        only_legal: judge legality only; pair no round again.
        encoding: of a report that is read, as of :func:`arpad.read_report`.

    Returns:
        The findings, with code, severity, article, message and players; and a verdict on each round.

    Raises:
        BadInput: the report cannot be read (``report.not-readable``); or a system, edition or setting is not
            known.
    """
    from arpad.rulebooks.tournament_report.checking import check_report

    rules = _rules(system, edition, seed, settings)
    return check_report(read_report(report, encoding=encoding), rules, only_legal=only_legal)


def _rules(
    system: str | None, edition: date | str | None, seed: int | None, settings: Mapping[str, Any] | None
) -> ChosenRules:
    from arpad.rulebooks.tournament_report.rules import ChosenRules, edition_day

    return ChosenRules(system, edition_day(edition), seed, settings or {})
