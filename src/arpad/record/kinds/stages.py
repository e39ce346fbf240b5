"""The table of stages: which stage the games of a competition are of, where their rows do not say it.

A table with the columns ``competition`` and ``stage`` (``arpad rate --stages FILE``), a row for each
competition. It holds for every game whose ``event`` has that name, whatever a ``stage`` column says. Names
are compared without case and superfluous blanks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from types import MappingProxyType

import numpy as np

from arpad.core import BadInput, counted
from arpad.core.hostile import unguarded
from arpad.core.interface import named_columns
from arpad.record.cells.interning import composed
from arpad.record.files.source_file import stored
from arpad.record.games import Games
from arpad.record.record import Labels
from arpad.record.tables.schema import Schema
from arpad.record.tables.titles import Titles

SCHEMA = Schema(
    {
        "competition": ("competition", "tournament", "event", "league", "name"),
        "stage": ("stage", "class", "kind", "type"),
    },
    needed=(("competition",), ("stage",)),
    remedy=lambda _: "Expected a header competition,stage.",
)

NAMED = 3
"""How many names a note names."""


@dataclass(frozen=True)
class StageTable:
    """Which stage the games of which competitions are of.

    Args:
        stages: name of a competition, as of :func:`compared` -> the stage.
        lines: the same names -> the line of the file.
        names: the same names -> the name as it is written.
        file: where they stand; empty where they do not come from a file.
    """

    stages: Mapping[str, str]
    lines: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    file: str = ""

    @classmethod
    def of(cls, source: str | Path | Mapping[str, str] | StageTable) -> StageTable:
        """Return a table from a file, a mapping of competition to stage, or as it is.

        Raises:
            BadInput: as of :func:`read_stages`.
        """
        if isinstance(source, StageTable):
            return source
        if isinstance(source, (str, Path)):
            return read_stages(source)
        names = {compared(name): name for name in source}
        return cls({compared(name): stage.strip() for name, stage in source.items()}, names=names)

    def check(self, is_stage: Callable[[str], bool], stages: Sequence[str]) -> None:
        """Refuse a stage that a rating system does not know.

        Args:
            is_stage: whether it knows a stage.
            stages: those that it knows, to be named.

        Raises:
            BadInput: there is one, with its line.
        """
        for name, stage in self.stages.items():
            if not is_stage(stage):
                raise BadInput(
                    f"{stage!r} is not a known stage",
                    file=self.file or None,
                    row=self.lines.get(name),
                    column="stage",
                    remedy=f"Expected one of {', '.join(stages)}.",
                    code="stages.unknown",
                )


def compared(name: str) -> str:
    """Return a competition's name as it is compared: without case and superfluous blanks."""
    return " ".join(composed(name).casefold().split())


def read_stages(path: str | Path, *, encoding: str | None = None) -> StageTable:
    """Read a table of stages from CSV, TSV, JSON Lines or Parquet.

    Args:
        path: the file, with the columns ``competition`` and ``stage``.
        encoding: of the text; None as of :func:`arpad.record.read_games`.

    Raises:
        BadInput: it cannot be read or lacks a column; a cell is blank, or a competition has two stages.
    """
    from arpad.record.tables.row_reader import text_rows  # most records need no such table

    file = stored(path, encoding=encoding)
    if file.format == "pgn":
        raise BadInput("a table of stages cannot be PGN", file=file.name, remedy="Expected CSV.")
    header, rows = text_rows(file)
    titles = Titles(header, file.name, 1)
    places = SCHEMA.match(titles)
    SCHEMA.check(titles, places)
    stages: dict[str, str] = {}
    lines: dict[str, int] = {}
    names: dict[str, str] = {}
    for line, row in rows:
        cells = {what: composed(unguarded(row[at] or "").strip()) for what, at in places.items()}
        for what, cell in cells.items():
            if not cell:
                raise BadInput(
                    f"the {what} is missing",
                    file=file.name,
                    row=line,
                    column=header[places[what]],
                    remedy="Expected a competition and its stage in every row.",
                )
        name = compared(cells["competition"])
        stage = cells["stage"]
        if (other := stages.setdefault(name, stage)) != stage:
            raise BadInput(
                f"{cells['competition']!r} has the stage {stage!r} here, and {other!r} on line {lines[name]}",
                file=file.name,
                row=line,
                remedy="Keep one of the two.",
            )
        lines.setdefault(name, line)
        names.setdefault(name, cells["competition"])
    return StageTable(stages, lines, names, file.name)


def with_stages(games: Games, table: StageTable) -> Games:
    """Return a record whose games have the stages of a table; notes say which.

    Args:
        games: the record.
        table: the table.

    Raises:
        BadInput: the record does not say of which competition a game is.
    """
    if games.event is None:
        raise BadInput(
            "the table of stages goes by the competition, and no column names it",
            file=table.file or None,
            remedy=f"Name the column: {named_columns('event')}.",
            code="stages.no-event",
        )
    names = list(games.stage.names) if games.stage is not None else []
    index = {name: at for at, name in enumerate(names)}
    keys = [compared(name) for name in games.event.names]
    new = np.full(len(keys) + 1, -1, dtype=np.int32)  # the last for games without a competition
    for at, key in enumerate(keys):
        if key in table.stages:
            new[at] = index.setdefault(table.stages[key], len(index))
    said = new[games.event.codes]
    old = np.full(len(games), -1, dtype=np.int32) if games.stage is None else games.stage.codes
    labels = Labels(np.where(said >= 0, said, old).astype(np.int32), tuple(index))
    source = games.source.noting(list(_notes(games, table, keys)))
    return replace(games, stage=labels, source=source)


def _notes(games: Games, table: StageTable, keys: Sequence[str]) -> Iterator[str]:
    """Yield what was done with the table."""
    assert games.event is not None
    file = f"{PurePath(table.file).name}: " if table.file else "stages: "
    played = np.bincount(games.event.codes + 1, minlength=len(keys) + 1)[1:].tolist()
    used: dict[str, int] = {}
    for key, count in zip(keys, played, strict=True):
        if key in table.stages:
            used[key] = used.get(key, 0) + count
    if used:
        told = [f"{table.names[key]!r} as {table.stages[key]} ({counted(used[key], 'game')})" for key in used]
        yield f"{file}the stage of {counted(sum(used.values()), 'game')}: {_first(told)}"
    strange = [table.names[key] for key in table.stages if key not in used]
    if strange:
        are = "competition is" if len(strange) == 1 else "competitions are"
        yield f"{file}{len(strange):,} {are} not in the record: {_first([repr(name) for name in strange])}"


def _first(texts: Sequence[str]) -> str:
    """Return the first few of some texts, and how many more there are."""
    more = f" and {len(texts) - NAMED:,} more" if len(texts) > NAMED else ""
    return ", ".join(texts[:NAMED]) + more
