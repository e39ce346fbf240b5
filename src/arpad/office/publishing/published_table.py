"""Tables that are published beside ranking lists and histories: points, federations' lists, odds, standings.

They are written as CSV, JSON or Parquet with a manifest in the same places (:mod:`.containers`), and
``arpad verify`` computes them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad._version import __version__
from arpad.core import BadInput
from arpad.core.hostile import is_raw
from arpad.core.writing import Kind, check, replace, together
from arpad.office.publishing import file_kinds
from arpad.office.publishing.composition import (
    FIDE_LIST,
    ODDS,
    POINTS,
    STANDINGS,
    RequestedOutput,
    content_of,
    facts_of_output,
    facts_of_table,
    parquet,
    storable,
    versions,
)
from arpad.office.publishing.containers import (
    CSV,
    JSON,
    MARK,
    PARQUET,
    VERSION,
    Content,
    enclosed,
    manifest_path,
    manifest_text,
)
from arpad.office.publishing.inputs import InputFile

if TYPE_CHECKING:
    import polars as pl

FORMATS = (CSV, JSON, PARQUET)

KINDS: Mapping[str, tuple[str, Kind]] = {
    POINTS: ("a list of points", file_kinds.POINTS),
    FIDE_LIST: ("a list of FIDE ratings", file_kinds.FIDE_LIST),
    ODDS: ("a table of odds", file_kinds.ODDS),
    STANDINGS: ("standings", file_kinds.STANDINGS),
}
"""What a table is called, and how arpad knows a file of it."""


@dataclass(frozen=True)
class PublishedTable:
    """A table that a command has made.

    Args:
        name: which one, a key of :data:`KINDS`.
        table: its rows.
        facts: what it was computed from, for the manifest.
        command: the words that make it again, files without their folders.
    """

    name: str
    table: pl.DataFrame
    facts: Mapping[str, Any]
    command: Sequence[str]


@dataclass(frozen=True)
class TableComposition:
    """A made table as its files hold it; for :mod:`.verification` what a list's ``Composition`` is.

    Args:
        published: the table.
        wanted: the outputs.
        inputs: the files that were read.
        raw: whether texts in CSV stand as they are; None for what :func:`arpad.core.hostile.raw_csv` says.
    """

    published: PublishedTable
    wanted: Sequence[RequestedOutput]
    inputs: Iterable[InputFile] = ()
    raw: bool | None = None
    _contents: dict[RequestedOutput, Content] = field(default_factory=dict)

    @cached_property
    def is_raw(self) -> bool:
        """Whether texts in CSV stand as they are."""
        return is_raw() if self.raw is None else self.raw

    @cached_property
    def _table(self) -> pl.DataFrame:
        return storable(self.published.table)

    def table(self, name: str) -> pl.DataFrame:
        """Return the table as it is published.

        Raises:
            BadInput: it is another one.
        """
        if name != self.published.name:
            raise BadInput(f"the command makes {KINDS[self.published.name][0]}, not {name!r}")
        return self._table

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """What was computed from what, of all outputs: the same for each of them."""
        table, wanted = self._table, sorted(set(self.wanted))
        return {
            MARK: VERSION,
            "arpad": __version__,
            **self.published.facts,
            "command": list(self.published.command),
            "raw_csv": self.is_raw,
            "versions": versions(),
            "inputs": [each.as_dict() for each in self.inputs],
            "tables": {
                self.published.name: facts_of_table(table),
            },
            "outputs": [facts_of_output(output, self.content(output)) for output in wanted],
        }

    def content(self, wanted: RequestedOutput) -> Content:
        """Return an output without its manifest."""
        if wanted not in self._contents:
            self._contents[wanted] = content_of(self.table(wanted.table), wanted, raw=self.is_raw)
        return self._contents[wanted]

    def file(self, wanted: RequestedOutput, manifest: dict[str, Any] | None = None) -> bytes:
        """Return an output as it is written; with another manifest where one is given."""
        text = manifest_text(self.manifest if manifest is None else manifest)
        if wanted.format == CSV:
            return self.content(wanted).head
        if wanted.format == PARQUET:
            return parquet(self.table(wanted.table), text)
        return enclosed(self.content(wanted), text, wanted.format)


def check_table(name: str, paths: Sequence[str | Path]) -> None:
    """Find out whether a table may be written, before it is made.

    Raises:
        BadInput: it may not, or the file extension is not supported.
    """
    what, kind = KINDS[name]
    for path in map(Path, paths):
        if path.suffix.lower() not in FORMATS:
            raise BadInput(
                f"{what} is written as {', '.join(FORMATS[:-1])} or {FORMATS[-1]}",
                file=str(path),
                remedy=f"Name the file {path.stem or name}{CSV}, for instance.",
            )
        check(path, kind)
        if path.suffix.lower() == CSV:
            check(manifest_path(path), file_kinds.MANIFEST)


def publish_table(
    published: PublishedTable, paths: Sequence[str | Path], inputs: Iterable[InputFile] = ()
) -> None:
    """Write a table; one manifest, which all files hold, names them all.

    Args:
        published: the table.
        paths: ``.csv`` (and its manifest beside it), ``.json`` or ``.parquet``.
        inputs: the files that were read.

    Raises:
        BadInput: a file may not be written. What was there before stays then.
    """
    outputs = [(Path(path), RequestedOutput(published.name, Path(path).suffix.lower())) for path in paths]
    composed = TableComposition(published, [wanted for _, wanted in outputs], tuple(inputs))
    kind = KINDS[published.name][1]
    with together():
        for path, wanted in outputs:
            with replace(path, kind) as stream:
                stream.write(composed.file(wanted))
            if wanted.format == CSV:
                with replace(manifest_path(path), file_kinds.MANIFEST) as stream:
                    stream.write(f"{manifest_text(composed.manifest)}\n".encode())
