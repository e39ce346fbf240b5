"""What arpad sees in files of games before anything is rated: ``arpad look``, and :func:`arpad.look`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.core import BadInput
from arpad.record.columns.reading import ColumnReading
from arpad.record.games import Games
from arpad.record.kinds.aliases import Aliases, applied
from arpad.record.kinds.games import observed_games
from arpad.record.kinds.observer import FileSeen, Observer
from arpad.record.record import Record, Source
from arpad.record.survey.evidence import NearEqual, weighed
from arpad.record.survey.facts import (
    Group,
    PlayersSeen,
    ResultsSeen,
    Span,
    games_per_player,
    groups_of,
    players_seen,
    results_seen,
    span_of,
)
from arpad.record.survey.near_names import COMPARED, near_names_among
from arpad.record.survey.patterns import patterns_of
from arpad.record.survey.suspicious import Finding, findings_of
from arpad.record.tables.faults import Fault, KeptFaults, escaped

if TYPE_CHECKING:
    from arpad.record.kinds.games import Readable

GROUPS = 100
"""How many groups JSON lists; it has the number of all of them."""


@dataclass(frozen=True)
class Reject:
    """A row that cannot be read.

    Args:
        file: its file.
        line: its line, or the number of the row or object.
        column: the column at fault; empty where the row as a whole is.
        problem: what is wrong with it.
        remedy: what to do.
        unit: what ``line`` counts: ``line``, ``row`` or ``object``.
    """

    file: str
    line: int
    column: str
    problem: str
    remedy: str
    unit: str = "line"

    @classmethod
    def of(cls, file: str, fault: Fault) -> Reject:
        """Return a fault of a reader."""
        return cls(file, fault.line, fault.column, escaped(fault.problem), fault.expected, fault.unit)


@dataclass(frozen=True, eq=False)
class Survey:
    """What is seen in a record before it is rated.

    Args:
        record: the games.
        files: how each file was read; nothing for a record that was made in a program.
        rejects: the rows that cannot be read.
        span: when it was played; None where no time is known.
        players: how much the players have played; None without games.
        results: how the games of two sides ended; None for contests.
        groups: who is connected by games, the largest group first.
        findings: what looks like mistakes.
        near: names that may be one player's, with what speaks for it and against it.
        vague: how many names with an initial fit too many others to be listed.
        names_until: where not all names were compared, the last one that was, in the order of the alphabet.
    """

    record: Record
    files: Sequence[FileSeen]
    rejects: Sequence[Reject]
    span: Span | None
    players: PlayersSeen | None
    results: ResultsSeen | None
    groups: Sequence[Group]
    findings: Sequence[Finding]
    near: Sequence[NearEqual]
    vague: int
    names_until: str | None = None

    def __repr__(self) -> str:
        """Return the survey in a line."""
        return (
            f"<Survey of {self.record!r}: {len(self.rejects)} rejected, {len(self.findings)} findings, "
            f"{len(self.open_names)} near-equal names>"
        )

    @property
    def source(self) -> Source:
        """What became of every row, and what was supposed in reading."""
        return self.record.source

    @property
    def open_names(self) -> list[NearEqual]:
        """The near-equal names of which the record does not show that they are two players'."""
        return [pair for pair in self.near if not pair.are_two]

    def as_dict(self) -> dict[str, Any]:
        """Return everything but the games, for JSON."""
        rows = self.source
        return {
            "files": [
                {
                    "name": file.name,
                    "format": file.format,
                    "columns": [{"name": name, "roles": _roles(file, name)} for name in file.header],
                    "games": len(file.lines),
                }
                for file in self.files
            ],
            "reading": _reading(self.files[0]) if self.files else None,
            "rows": {
                "read": rows.rows,
                "games": rows.games,
                "byes": rows.byes,
                "forfeits": rows.forfeits,
                "fixtures": rows.fixtures,
                "rejected": rows.rejected,
            },
            "games": len(self.record),
            "digest": self.record.digest,
            "span": None if self.span is None else asdict(self.span),
            "players": None if self.players is None else asdict(self.players),
            "results": None if self.results is None else asdict(self.results),
            "labels": {
                role: len(labels.names)
                for role in ("event", "round", "stage", "pool")
                if (labels := getattr(self.record, role)) is not None
            },
            "groups": {"count": len(self.groups), "largest": [asdict(g) for g in self.groups[:GROUPS]]},
            "findings": [asdict(finding) for finding in self.findings],
            "near_names": [{**asdict(pair), "are_two": pair.are_two} for pair in self.near],
            "vague_initials": self.vague,
            "names_compared_until": self.names_until,
            "rejects": [asdict(reject) for reject in self.rejects],
            "notes": list(rows.notes),
        }


def _reading(file: FileSeen) -> dict[str, Any]:
    """Return how the first file was read: by known names for certain, else as the evidence says."""
    reading = file.reading or ColumnReading(file.roles)
    columns = {role: name for role, name in reading.columns.items() if name}
    return {
        "shape": reading.shape,
        "roles": dict(file.roles),
        "confidence": reading.confidence,
        "columns": ",".join(f"{role}={name}" for role, name in columns.items()),
        "alternatives": [dict(choice) for choice in reading.alternatives],
    }


def _roles(file: FileSeen, column: str) -> list[str]:
    return [role for role, name in file.roles.items() if name == column]


def look(
    source: Readable | Record,
    *,
    columns: Mapping[str, str] | None = None,
    format: str | None = None,  # noqa: A002 - the word for it
    byes: Sequence[str] | None = None,
    encoding: str | None = None,
    sheet: str | None = None,
    aliases: str | Path | Mapping[str, str] | Aliases | None = None,
    dates: str | None = None,
    decimal: str | None = None,
    today: date | None = None,
) -> Survey:
    """Look at games before they are rated: columns, players, groups, likely mistakes, near-equal names.

    Args:
        source: as of :func:`arpad.read_games`, like ``columns``, ``format``, ``byes`` and ``encoding``; a
            long table of contests; or a record that has been read.
        columns: which column is what.
        format: of the file.
        byes: the names that stand for nobody.
        encoding: of the text.
        sheet: of a workbook.
        aliases: other spellings of players' names: a file, or alias -> name. Two names of which it says that
            they are two players' are near-equal no more.
        dates: how dates are written.
        decimal: the decimal mark of points and covariates, ``point`` or ``comma``.
        today: the day after which no game can have been played; the day of the computer if not given.

    Returns:
        What was seen. No row stops the reading; those that cannot be read are listed as rejects.

    Raises:
        BadInput: a file cannot be read, or no columns name the two sides and the result.
    """
    observer, faults = Observer(), KeptFaults()
    if isinstance(source, Record):
        record = source
    else:
        record = _contests(source, columns, encoding, sheet, dates, decimal) or observed_games(
            source,
            observer,
            faults,
            columns=columns,
            format=format,
            byes=byes,
            encoding=encoding,
            sheet=sheet,
            dates=dates,
            decimal=decimal,
        )
    rejects = [Reject.of(file, fault) for file, fault in faults.kept]
    known = Aliases() if aliases is None else Aliases.of(aliases)
    if aliases is not None:
        record = applied(record, known)
    return survey(record, observer, rejects, today or date.today(), known.apart)


def survey(
    record: Record,
    observer: Observer,
    rejects: Sequence[Reject],
    today: date,
    apart: frozenset[frozenset[str]] = frozenset(),
) -> Survey:
    """Return what is seen in a record that was read.

    Args:
        record: the record.
        observer: was shown the files.
        rejects: the rows that could not be read.
        today: as of :func:`look`.
        apart: pairs of names of which somebody has said that they are two players'.
    """
    games = games_per_player(record)
    names = record.players.names
    near = near_names_among(names, COMPARED)
    pairs = [pair for pair in near.pairs if frozenset((names[pair.one], names[pair.two])) not in apart]
    return Survey(
        record,
        observer.files,
        rejects,
        span_of(record.time),
        players_seen(record, games),
        results_seen(record),
        groups_of(record, games),
        [
            *findings_of(record, observer.place, today),
            *(patterns_of(record) if isinstance(record, Games) else []),
        ],
        weighed(record, pairs, games),
        near.vague,
        near.until,
    )


def _contests(
    source: Readable,
    columns: Mapping[str, str] | None,
    encoding: str | None,
    sheet: str | None,
    dates: str | None,
    decimal: str | None,
) -> Record | None:
    """Return the contests of a long table, where the source is one; else None."""
    from arpad.record.kinds.contests import is_long, read_contests

    if not isinstance(source, (str, Path)):
        one = list(source) if isinstance(source, (list, tuple)) else []
        if len(one) != 1 or not isinstance(one[0], (str, Path)):
            return None
        source = one[0]
    try:
        long = is_long(source, columns, encoding, sheet)
    except BadInput:
        return None
    if not long:
        return None
    return read_contests(source, columns, encoding=encoding, sheet=sheet, dates=dates, decimal=decimal)
