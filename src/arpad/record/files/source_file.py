"""A stored file: what it is by its name and its first bytes, and its bytes as a stream.

Everything that can be wrong before the first row is found here: no such file, a directory, an empty file,
a picture called ``.csv``, UTF-16, a ``.gz`` that is none.
"""

from __future__ import annotations

import io
import json
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from arpad.core import BadInput, progress
from arpad.core.interface import option
from arpad.core.missing import no_such_file
from arpad.record.files.encodings import Foreign, is_utf8, known_encoding, marked, recoded, supposed
from arpad.record.files.exports.signs import is_xml, reader_of
from arpad.record.files.limits import MIB, beyond, bounded, mebibytes, read_piped
from arpad.record.files.temporary_text import OnDisk, set_aside
from arpad.record.files.workbooks import is_workbook, note_of_sheet, sheet_of

FORMATS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".pgn": "pgn",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".ods": "ods",
    ".xls": "xls",
}
"""Extension -> format. Other names, such as ``.txt``, are judged by their first bytes."""

NAMES = {"csv": "CSV", "tsv": "TSV", "jsonl": "JSON", "pgn": "PGN"}

WORKBOOKS = ("xlsx", "ods", "xls")
"""Workbooks of spreadsheet programs, of which one sheet is read, as CSV."""

COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}

MAGIC = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"PAR1": "parquet",
}

FOREIGN = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a zip archive",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"BZh": "compressed with bzip2",
    b"\xfd7zXZ": "compressed with xz",
    b"SQLite format 3": "an SQLite database",
    b"ARROW1": "an Arrow file",
}

JSON_ARRAY = rb"(?:\xef\xbb\xbf)?\s*\[\s*(?:[{\[\]]|$)"
"""How a JSON array of rows begins; a tag of PGN has a letter behind its bracket."""

WEB_PAGE = rb"(?i)(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|table|meta|div)\b"
"""How a page of HTML begins, or a table that was cut out of one."""

UTF16 = (b"\xff\xfe", b"\xfe\xff")
MOST_TEXT = 1 << 30
"""How long a file of another program may be: it is held as a whole."""

HEAD = 1 << 16
"""How many bytes are looked at to know what a file is."""


class _Told(io.RawIOBase):
    """The bytes of a file, whose share that is read is told."""

    def __init__(self, raw: BinaryIO, size: int) -> None:
        self._raw = raw
        self._size = size
        self._done = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        read: int = self._raw.readinto(buffer)  # type: ignore[attr-defined]
        self._done += read
        progress.tell(min(1.0, self._done / max(1, self._size)))
        return read


class Sheets(NamedTuple):
    """The sheets of a workbook.

    Args:
        workbook: the file.
        name: of the sheet that was read: the first that is shown and not empty.
        others: the names of the other ones that are shown.
    """

    workbook: Stored
    name: str
    others: tuple[str, ...]


@dataclass(frozen=True)
class Stored:
    """One file, or what came through a pipe.

    Args:
        name: as given, for messages.
        format: ``csv``, ``tsv``, ``jsonl``, ``parquet`` or ``pgn``; a sheet of a workbook is ``csv``.
        compression: ``gzip``, ``zstd`` or empty.
        path: where it is; None for a pipe.
        data: the bytes that came through a pipe, as they came; or a short text that was set aside.
        notes: what was supposed, as sentences.
        unit: what its rows are counted in: lines, the rows of a sheet, or the objects of a JSON array.
        aside: the file that ``path`` leads to, where a long text was unpacked or made UTF-8: there as long as
            this is.
        places: of an export, where each of its rows stands in the file.
        before: of an export that is JSON, the file as it would be read if it were none.
        sheets: of a workbook of which no sheet was chosen, its sheets.
        sheet: of one that is read instead of the first, its name.
    """

    name: str
    format: str
    compression: str = ""
    path: Path | None = None
    data: bytes | None = None
    notes: tuple[str, ...] = ()
    unit: str = "line"
    aside: OnDisk | None = None
    places: Sequence[int] | None = None
    before: Stored | None = None
    sheets: Sheets | None = None
    sheet: str = ""

    @contextmanager
    def open(self, *, lines: bool | None = None, told: bool = False) -> Iterator[BinaryIO]:
        """Open the bytes, decompressed.

        Args:
            lines: whether the length of lines is bounded; None where the format has lines.
            told: whether the share of the bytes that are read is how far the work at hand is
                (:mod:`arpad.core.progress`).

        Raises:
            BadInput: also while reading: the compression is damaged, the disk fails.
        """
        try:
            with self._raw() as raw:
                size = self.packed_size() if self.compression else None
                if lines is None:
                    lines = self.format not in ("parquet", *WORKBOOKS)
                stored = raw
                if told and progress.listened():
                    stored = cast(BinaryIO, _Told(raw, self.packed_size()))
                yield bounded(_decompressed(stored, self.compression), self.name, size, lines=lines)
        except (EOFError, OSError, zlib.error, _zstd_error(self.compression)) as error:
            if isinstance(error, OSError) and error.errno is not None:
                raise BadInput(error.strerror or str(error), file=self.name) from error
            raise BadInput(
                f"the file is damaged or not {self.compression or 'whole'} ({error})",
                file=self.name,
                remedy="Fetch it again, or unpack it first.",
            ) from error

    def _raw(self) -> BinaryIO:
        if self.data is not None:
            return BytesIO(self.data)
        assert self.path is not None
        return self.path.open("rb")

    def packed_size(self) -> int:
        """Return how many bytes the file has as it is stored."""
        if self.data is not None:
            return len(self.data)
        assert self.path is not None
        return self.path.stat().st_size

    @cached_property
    def head(self) -> bytes:
        """The first bytes, decompressed."""
        with self.open(lines=False) as stream:
            return stream.read(HEAD)

    def in_utf8(self, encoding: str | None = None) -> Stored:
        """Return the file as UTF-8: itself where it is that, else what it says in its encoding.

        Args:
            encoding: of the text; None for the one whose mark it begins with, or else the likeliest.

        Raises:
            BadInput: the text is not of that encoding.
        """
        name = encoding or marked(self.head)
        note: tuple[str, ...] = ()
        if name is None:
            foreign = Foreign()
            with self.open(lines=False) as stream:
                for block in _blocks(stream):
                    foreign.add(block)
            if not foreign.is_another():
                return self
            name = foreign.guess().name
            note = (supposed(self.name, name, foreign.evidence(name)),)
        with self.open(lines=False) as stream:
            text = self._set_aside(recoded(_blocks(stream), name, self.name))
        return replace(text, notes=(*self.notes, *note))

    def as_lines(self) -> Stored:
        """Return a JSON array as JSON Lines: what stands on a line is an object of the array.

        Raises:
            BadInput: it is not a valid JSON array.
        """
        from arpad.record.files.json_arrays import lines_of

        with self.open(lines=False) as stream:
            return replace(self._set_aside(lines_of(_blocks(stream), self.name)), unit="object")

    def of_held_list(self) -> Stored:
        """Return the list of games that a JSON object holds, an object a line; the file if it holds none."""
        from arpad.record.columns.json_objects import MOST_BYTES, holds_a_list, lines_of_object
        from arpad.record.kinds.ranking_list import is_json_list

        # The list of players of a ranking list is found by its readers, together with its manifest.
        if is_json_list(self.head) or not holds_a_list(self.head):
            return self
        with self.open(lines=False) as stream:
            text = stream.read(MOST_BYTES + 1)
        table = lines_of_object(text, self.name) if len(text) <= MOST_BYTES else None
        if table is None:
            return self
        lines, note = table
        return replace(self._set_aside(lines), unit="object", notes=(*self.notes, note))

    def with_line_feeds(self) -> Stored:
        """Return a text whose lines end in CR alone, as old programs of the Mac write it, with line feeds."""
        with self.open(lines=False) as stream:
            return self._set_aside(block.replace(b"\r", b"\n") for block in _blocks(stream))

    def as_export(self) -> Stored:
        """Return a file of another program as JSON Lines, a row a line; the file if it has no such form.

        Raises:
            BadInput: it has the form, and is damaged.
        """
        reader = reader_of(self.head, self.format)
        if reader is None:
            return self
        from array import array

        from arpad.record.columns.json_objects import MOST_BYTES

        with self.open(lines=False) as stream:
            text = stream.read(MOST_TEXT + 1)
        if len(text) > MOST_TEXT:
            raise beyond(f"the file is longer than {mebibytes(MOST_TEXT)}", self.name)
        if len(text) > MOST_BYTES and text.lstrip()[:1] in (b"{", b"["):
            return self
        export = reader(text, self.name)
        if export is None:
            return self
        places = array("q")
        unit = self.unit if export.unit == "line" else export.unit
        notes = (*self.notes, f"{self.name}: read as: {export.what}")
        found = replace(self._set_aside(export.lines(places)), format="jsonl", notes=notes, unit=unit)
        return replace(found, places=places)

    def for_columns(self, columns: Mapping[str, str] | None) -> Stored:
        """Return an export as it is read where the caller chooses columns: these may be those of its JSON."""
        chosen = {name.strip() for name in (columns or {}).values()} - {""}
        if self.before is None or not chosen:
            return self
        known = json.loads(self.head.split(b"\n", 1)[0])
        return self if chosen <= known.keys() else self.before.of_json()

    def of_deeper_lists(self) -> Stored:
        """Return the games that the objects of a JSON array hold, an object a line; else the array.

        Raises:
            BadInput: it is not a valid JSON array.
        """
        from arpad.record.columns.json_objects import MOST_BYTES, holds_deeper_lists, lines_of_array

        if not holds_deeper_lists(self.head, whole=len(self.head) < HEAD):
            return self.as_lines()
        with self.open(lines=False) as stream:
            text = stream.read(MOST_BYTES + 1)
        table = lines_of_array(text, self.name) if len(text) <= MOST_BYTES else None
        if table is None:
            return self.as_lines()
        lines, note = table
        return replace(self._set_aside(lines), unit="object", notes=(*self.notes, note))

    def of_table(self) -> Stored | None:
        """Return the rows or the columns that JSON holds without a name at each value, as CSV; else None."""
        from arpad.record.columns.json_objects import MOST_BYTES
        from arpad.record.columns.json_tables import csv_of, may_hold_a_table

        if not may_hold_a_table(self.head):
            return None
        with self.open(lines=False) as stream:
            text = stream.read(MOST_BYTES + 1)
        table = csv_of(text) if len(text) <= MOST_BYTES else None
        if table is None:
            return None
        lines, where = table
        note = f"{self.name}: {where} are read"
        return replace(self._set_aside(lines), format="csv", unit="row", notes=(*self.notes, note))

    def of_json(self) -> Stored:
        """Return JSON as JSON Lines: an array, or an object that holds the list of games.

        A table whose values have no names is returned as CSV.
        """
        table = self.of_table()
        if table is not None:
            return table
        return self.of_deeper_lists() if is_array(self.head) else self.of_held_list()

    def as_csv(self, sheet: str | None) -> Stored:
        """Return a sheet of a workbook as CSV: what stands on a line is that row of the sheet.

        Args:
            sheet: its name; None for the first that is not empty.

        Raises:
            BadInput: the workbook cannot be read, or has no such sheet.
        """
        found = sheet_of(self.whole(), self.name, sheet)
        notes = (*self.notes, *found.notes)
        table = replace(self._set_aside(found.blocks), format="csv", notes=notes, unit="row")
        return table if sheet is not None else replace(table, sheets=Sheets(self, found.name, found.others))

    def other_sheets(self) -> Iterator[Stored]:
        """Yield the other sheets of a workbook of which no sheet was chosen, as :meth:`as_csv` gives them."""
        if self.sheets is None:
            return
        for name in self.sheets.others:
            unread = [each for each in (self.sheets.name, *self.sheets.others) if each != name]
            try:
                table = self.sheets.workbook.as_csv(name)
            except BadInput:
                continue  # it is empty
            note = f"{self.name}: {note_of_sheet(name, unread)}"
            yield replace(table, notes=(note, *table.notes), sheet=name)

    def from_line(self, line: int) -> Stored:
        """Return the file with empty lines before this one, so that every line keeps its number."""
        with self.open(lines=False) as stream:
            return self._set_aside(_emptied(_blocks(stream), line - 1))

    def _set_aside(self, blocks: Iterable[bytes]) -> Stored:
        """Return the file with these bytes as its text."""
        found = set_aside(blocks, self.name)
        if isinstance(found, bytes):
            return replace(self, compression="", path=None, data=found, aside=None)
        return replace(self, compression="", path=found.path, data=None, aside=found)

    @cached_property
    def _unpacked(self) -> Stored:
        with self.open() as stream:
            return self._set_aside(_blocks(stream))

    def whole(self) -> Path | bytes:
        """Return what polars can read: a path, or the bytes if they are few or came through a pipe.

        The path is good as long as this is there.
        """
        if self.compression:
            return self._unpacked.whole()
        if self.path is not None:
            return self.path
        assert self.data is not None
        return self.data


def stored(
    source: str | Path,
    format: str | None = None,  # noqa: A002 - the word for it
    encoding: str | None = None,
    sheet: str | None = None,
) -> Stored:
    """Look at a file and say what it is.

    Args:
        source: the path; ``-`` is the standard input, CSV unless ``format`` says otherwise.
        format: goes before the extension.
        encoding: of the text; None for UTF-8, or what a mark at its beginning says, or the likeliest.
        sheet: the sheet of a workbook; None for the first that is not empty.

    Raises:
        BadInput: it cannot be read, is empty, or is not what its name says.
    """
    known = sorted(set(FORMATS.values()))
    if format is not None and format not in known:
        raise BadInput(f"{format!r} is not a format", remedy=f"Known are {', '.join(known)}.")
    if str(source) == "-":
        piped = Stored("standard input", format or "", data=read_piped(sys.stdin.buffer, "standard input"))
        return _judged(piped, encoding, sheet, "csv")
    path = Path(source)
    name = str(source)
    if path.is_dir():
        raise BadInput("this is a directory", file=name, remedy="Name a file of games.")
    try:
        # A pipe or a device can be read once only, so its bytes are kept.
        data = None if path.is_file() else _piped(path, name)
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            raise no_such_file(path) from error
        raise BadInput(error.strerror or str(error), file=name) from error
    ending = path.suffix.lower()
    compression = COMPRESSIONS.get(ending, "")
    if compression:
        ending = path.with_suffix("").suffix.lower()
    kind = format or FORMATS.get(ending, "")
    file = Stored(name, kind, compression, path if data is None else None, data)
    return _judged(file, encoding, sheet, "")


def uploaded(content: bytes, name: str) -> Stored:
    """Look at the bytes of a file that came without a place on this machine, and say what it is.

    Args:
        content: its bytes, few enough to be kept in memory.
        name: as whoever sends it calls it; what it ends in may say the format, its folders are left out.

    Raises:
        BadInput: it is compressed, is empty, or is not what its name says.
    """
    name = re.split(r"[/\\]", name)[-1]
    if content[:2] in MAGIC or content[:4] in (magic for magic, kind in MAGIC.items() if kind == "zstd"):
        # A few bytes may unpack to more than a server has memory for.
        raise BadInput(
            "the file is compressed", file=name, remedy="Unpack it first, and choose the file that it holds."
        )
    kind = FORMATS.get(Path(name).suffix.lower(), "")
    return _judged(Stored(name, kind, data=content), None, None, "csv")


def _piped(path: Path, name: str) -> bytes:
    with path.open("rb") as stream:
        return read_piped(stream, name)


def _judged(file: Stored, encoding: str | None, sheet: str | None, fallback: str) -> Stored:
    """Return the file with its format known, after a look at its first bytes."""
    raw_head = _first_bytes(file)
    if not raw_head:
        raise BadInput("the file is empty", file=file.name, remedy="Expected a header and rows of games.")
    if re.match(WEB_PAGE, raw_head):
        raise BadInput(
            "the file is a web page, not a table",
            file=file.name,
            remedy="Open it in a spreadsheet program, and save the table as .xlsx or CSV.",
        )
    packed = MAGIC.get(raw_head[:2]) or MAGIC.get(raw_head[:4])
    if file.compression and packed != file.compression:
        raise BadInput(
            f"the file is not compressed with {file.compression}, as its name says",
            file=file.name,
            remedy="Rename it, or fetch it again.",
        )
    if packed in ("gzip", "zstd") and not file.compression:
        file = replace(file, compression=packed)
        if file.path is not None:
            ending = next(end for end, kind in COMPRESSIONS.items() if kind == packed)
            raise BadInput(
                f"the file is compressed with {packed}, which its name does not say",
                file=file.name,
                remedy=f"Rename it to {file.path.name}{ending}.",
            )
    named = None if encoding is None else known_encoding(encoding)
    head = file.head
    if file.format in WORKBOOKS or (not file.format and is_workbook(head)):
        return file.as_csv(sheet).as_export()
    if file.format in ("csv", "tsv", "jsonl") and file.path is not None and is_workbook(head):
        note = f"{file.name}: the file is a workbook, though its name ends in {Path(file.name).suffix}"
        return replace(file, notes=(*file.notes, note)).as_csv(sheet).as_export()
    if sheet is not None:
        remedy = f"Leave {option('sheet', sheet)} out, or name a workbook."
        raise BadInput("only a workbook has sheets, and this is another file", file=file.name, remedy=remedy)
    if not file.format and is_xml(head):
        return _known_export(file)
    text = file.format != "parquet" and not head.startswith(b"PAR1")
    if text and (named not in (None, "utf-8") or marked(head)):
        file = file.in_utf8(named)
    elif text and file.format in ("", "csv", "tsv", "jsonl") and named is None and b"\0" not in head:
        foreign = any(head.startswith(magic) for magic in FOREIGN)
        if not foreign and not is_utf8(head, whole=False):
            file = file.in_utf8()
    if text and file.format not in ("parquet", "pgn") and b"\r" in file.head and b"\n" not in file.head:
        file = file.with_line_feeds()
    head = file.head
    if not head.strip(b"\xef\xbb\xbf \t\r\n"):
        raise BadInput("the file is empty", file=file.name, remedy="Expected a header and rows of games.")
    export = file.as_export()
    kind = file.format or _guessed(head) or fallback
    if export is not file:
        return replace(export, before=replace(file, format=kind) if kind == "jsonl" else None)
    _check_is(kind, head, file.name)
    if kind == "jsonl":
        file = file.of_json()
        kind = "csv" if file.format == "csv" else kind
    if not kind:
        raise BadInput(
            "neither the name nor the first line says what kind of file this is",
            file=file.name,
            remedy=f"Expected a name that ends in one of {', '.join(FORMATS)}, or columns that are separated "
            "by a comma, a semicolon, a tab or |.",
        )
    return replace(file, format=kind)


def _known_export(file: Stored) -> Stored:
    """Return a file of XML as the table that it holds.

    Raises:
        BadInput: its form is not known.
    """
    export = file.as_export()
    if export is file:
        raise BadInput(
            "the file is XML of a form that is not known",
            file=file.name,
            remedy="Known are OpenGotha's tournaments and FIDE's lists of players; else save it as CSV.",
        )
    return export


def _blocks(stream: BinaryIO) -> Iterator[bytes]:
    """Yield what a stream gives, block by block."""
    while block := stream.read(MIB):
        yield block


def _emptied(blocks: Iterator[bytes], count: int) -> Iterator[bytes]:
    """Yield a text with nothing on its first lines."""
    for block in blocks:
        lines = block.split(b"\n", count)
        count -= len(lines) - 1
        yield b"\n" * (len(lines) - 1) + (b"" if count else lines[-1])


def _first_bytes(file: Stored) -> bytes:
    try:
        with file._raw() as raw:
            return raw.read(256)
    except OSError as error:
        raise BadInput(error.strerror or str(error), file=file.name) from error


def _guessed(head: bytes) -> str:
    """Return the format of a file whose name says nothing: by its first bytes, or its header's separator."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith(b"PAR1"):
        return "parquet"
    if text.startswith(b"{") or is_array(text):
        return "jsonl"
    if text.startswith(b"[") and b'"' in text.split(b"\n", 1)[0]:
        return "pgn"
    first = text.split(b"\n", 1)[0]
    return "tsv" if b"\t" in first else "csv" if re.search(rb"[,;|]", first) else ""


def is_array(head: bytes) -> bool:
    """Tell whether a text is a JSON array of objects, or of nothing, by how it begins."""
    return re.match(JSON_ARRAY, head) is not None


def _check_is(kind: str, head: bytes, name: str) -> None:
    """Refuse a file whose first bytes cannot be what its format says."""
    parquet = head.startswith(b"PAR1")
    if kind == "parquet":
        if not parquet:
            raise BadInput("this is not a Parquet file", file=name, remedy="Its first bytes are not PAR1.")
        return
    foreign = next((what for magic, what in FOREIGN.items() if head.startswith(magic)), None)
    remedy = "Save the table as CSV or .xlsx."
    if is_workbook(head):
        foreign, remedy = "a workbook", "Rename it, so that its name ends in .xlsx, .ods or .xls."
    elif parquet:
        foreign = "a Parquet file"
    elif foreign is None and _in_utf16(head):
        foreign, remedy = "in UTF-16", "Save it as UTF-8."
    elif foreign is None and b"\0" in head:
        foreign = "binary"
    if foreign is None:
        return
    raise BadInput(f"the file is {foreign}, not {NAMES.get(kind, 'text')}", file=name, remedy=remedy)


def _in_utf16(head: bytes) -> bool:
    """Tell whether it begins with UTF-16's mark, or every other byte is nothing."""
    return head.startswith(UTF16) or max(head[::2].count(0), head[1::2].count(0)) * 4 > len(head)


def _decompressed(raw: BinaryIO, compression: str) -> BinaryIO:
    if compression == "gzip":
        import gzip

        return cast(BinaryIO, gzip.GzipFile(fileobj=raw))
    if compression == "zstd":
        return cast(BinaryIO, _zstd().ZstdFile(raw))
    return raw


def _zstd_error(compression: str) -> Any:
    return _zstd().ZstdError if compression == "zstd" else EOFError


def _zstd() -> Any:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd
