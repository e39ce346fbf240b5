"""Workbooks of spreadsheet programs (.xlsx, .ods, .xls): one sheet as the CSV that such a program would save.

A row of the sheet is a line of the CSV, so that errors name the row that the program shows. Dates are written
as 2025-11-03, moments as 2025-11-03 14:05:00, times of day as 14:05, whole numbers without a fraction and
others with the fifteen digits that spreadsheet programs keep. Rows above the header that have one cell only
are a title.

The cells are read by python-calamine, the package that ``arpad[xlsx]`` adds.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad.core import BadInput
from arpad.core.interface import option
from arpad.record.files.limits import MIB

if TYPE_CHECKING:
    from arpad.record.files.workbook_parts import Places

ZIP, OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How workbooks begin: .xlsx and .ods; .xls, and any that is protected by a password."""

ODS = b"application/vnd.oasis.opendocument.spreadsheet"
XLSX = (b"[Content_Types].xml", b"_rels/", b"xl/", b"docProps/")

NO_ERRORS_KNOWN = (
    "in an .xls file, cells with an error (#N/A) are read as empty; save it as .xlsx to have them reported"
)


class Sheet(NamedTuple):
    """A sheet as CSV.

    Args:
        blocks: the text, in UTF-8.
        notes: what was supposed, as sentences.
        name: of the sheet.
        others: the names of the other sheets that are shown, in their order.
    """

    blocks: Iterator[bytes]
    notes: tuple[str, ...]
    name: str
    others: tuple[str, ...]


def is_workbook(head: bytes) -> bool:
    """Tell whether a file is a workbook, and no other archive, by its first bytes."""
    if head.startswith(OLD_OFFICE):
        return True
    return head.startswith(ZIP) and (ODS in head[:200] or head[30:].startswith(XLSX))


def sheet_of(whole: Path | bytes, file: str, sheet: str | None) -> Sheet:
    """Return a sheet of a workbook.

    Args:
        whole: the path of the workbook, or its bytes.
        file: its name, for errors and notes.
        sheet: the name of the sheet; None for the first that is not empty.

    Raises:
        BadInput: it is not a workbook, or is protected, damaged or too large, or has no such sheet; or the
            package that reads it is not installed.
    """
    head = whole[:2048] if isinstance(whole, bytes) else _head(whole)
    parts = None
    if head.startswith(ZIP):
        from arpad.record.files.workbook_parts import Parts  # other files are read without this module

        parts = Parts(whole, file)
        if parts.is_ods():
            parts.check()
    elif not head.startswith(OLD_OFFICE):
        remedy = "Save it as a workbook (.xlsx or .ods); or rename it, if it is CSV."
        raise BadInput("this is not a workbook", file=file, remedy=remedy)
    with _reading(file):
        stored = whole if isinstance(whole, bytes) else whole.read_bytes()
        book = _library(file).load_workbook(io.BytesIO(stored))
        names = [each.name for each in book.sheets_metadata if "WorkSheet" in str(each.typ)]
        shown = [each.name for each in book.sheets_metadata if "Hidden" not in str(each.visible)]
    if not names:
        raise BadInput("the workbook has no sheet", file=file)
    if sheet is not None:
        chosen = [_named(sheet, names, file)]
    else:
        chosen = [name for name in names if name in shown] or names
    for name in chosen:
        unread = parts.unread_cells(name) if parts is not None and not parts.is_ods() else {}
        with _reading(file):
            cells = book.get_sheet_by_name(name)
        if cells.start is not None:
            break
    else:
        raise BadInput(f"the sheet {chosen[0]!r} is empty", file=file, remedy=_others(names, chosen[0]))
    table = _Table(cells, unread)
    notes = []
    if parts is None:
        notes.append(NO_ERRORS_KNOWN)
    others = tuple(other for other in shown if other != name)
    if sheet is None and others:
        notes.append(note_of_sheet(name, others))
    if table.title:
        notes.append(f"the header is row {table.header}; the rows above it are not read")
    return Sheet(_reported(table.blocks(), file), tuple(f"{file}: {note}" for note in notes), name, others)


def note_of_sheet(name: str, others: Sequence[str]) -> str:
    """Return the note that a sheet is read, and which are not."""
    unread = ", ".join(map(repr, others))
    other = option("sheet", "…")
    return f"the sheet {name!r} is read, not {unread}; name the sheet if it is another ({other})"


def _head(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(2048)


def _library(file: str) -> Any:
    try:
        import python_calamine
    except ImportError as error:
        raise BadInput(
            "to read a workbook, the package python-calamine is needed, which is not installed",
            file=file,
            remedy='Install it (pip install "arpad[xlsx]"), or save the sheet as CSV.',
        ) from error
    return python_calamine


@contextmanager
def _reading(file: str) -> Iterator[None]:
    """Make of what the library says of a damaged workbook an error of ours.

    Raises:
        BadInput: the library cannot read the workbook, or gives up in the middle of it.
    """
    try:
        yield
    except BadInput:
        raise
    except BaseException as error:
        kind = type(error).__name__
        # A panic of the library is no Exception; to be interrupted is none either.
        if not isinstance(error, Exception) and kind != "PanicException":
            raise
        if kind == "PasswordError" or "password" in str(error).lower():
            said, remedy = "the workbook is protected by a password", "Save it without one."
        else:
            first = str(error).strip().split("\n", 1)[0]
            said = f"the workbook cannot be read ({first})"
            remedy = "Open it in a spreadsheet program, and save it anew as .xlsx or as CSV."
        raise BadInput(said, file=file, remedy=remedy) from error


def _reported(blocks: Iterator[bytes], file: str) -> Iterator[bytes]:
    while True:
        with _reading(file):
            block = next(blocks, None)
        if block is None:
            return
        yield block


def _named(sheet: str, names: Sequence[str], file: str) -> str:
    """Return the name of a sheet as the workbook has it; the case of the letters does not count."""
    wanted = sheet.strip().casefold()
    hits = [name for name in names if name == sheet] or [
        name for name in names if name.strip().casefold() == wanted
    ]
    if len(hits) != 1:
        raise BadInput(
            f"there is no sheet {sheet!r}", file=file, remedy=f"The sheets are {', '.join(map(repr, names))}."
        )
    return hits[0]


def _others(names: Sequence[str], name: str) -> str | None:
    others = [repr(other) for other in names if other != name]
    return f"Name another sheet: {', '.join(others)}." if others else None


class _Table:
    """The cells of a sheet as text.

    Args:
        cells: the sheet as the library gives it.
        unread: cells that it gives as empty, and what stands there.
    """

    def __init__(self, cells: Any, unread: Places) -> None:
        self.cells = cells
        self.left = [""] * cells.start[1]
        self.unread: dict[int, dict[int, str]] = {}
        for (row, column), word in unread.items():
            self.unread.setdefault(row, {})[column] = word
        self.moments: set[int] = set()
        """The columns in which a date has a time of day."""
        self.header = 0
        """The row of the header, from 1: the first with two cells, else the first with one."""
        self.title = False
        """Whether something stands above it."""
        self._survey()

    def _survey(self) -> None:
        first = 0
        for number, row in enumerate(self._rows(), start=1):
            filled = sum(cell != "" for cell in row)
            if filled and not first:
                first = number
            if filled > 1 and not self.header:
                self.header = number
            for at, cell in enumerate(row):
                if isinstance(cell, datetime) and cell.time() != time():
                    self.moments.add(at)
        self.header = self.header or first
        self.title = first < self.header

    def blocks(self) -> Iterator[bytes]:
        """Yield the lines of the CSV, the header quoted, so that its separator is beyond doubt."""
        out = io.StringIO()
        header = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
        rows = csv.writer(out, lineterminator="\n")
        blank = 0
        for number, row in enumerate(self._rows(), start=1):
            texts = [_text(cell, at in self.moments) for at, cell in enumerate(row)]
            if number < self.header or not any(texts):
                blank += 1
                continue
            # Rows behind the last one that holds something are not there.
            out.write("\n" * blank)
            blank = 0
            (header if number == self.header else rows).writerow(texts)
            if out.tell() > MIB:
                yield out.getvalue().encode("utf-8", "replace")
                out.seek(0)
                out.truncate()
        yield out.getvalue().encode("utf-8", "replace")

    def _rows(self) -> Iterator[list[Any]]:
        """Yield the rows of the sheet from its first on, with what the library gives as empty."""
        height = self.cells.end[0] + 1
        last = max([height - 1, *self.unread])
        rows = chain(self.cells.iter_rows(), ([] for _ in range(height, last + 1)))
        for number, cells in enumerate(rows):
            row = [*self.left, *cells]
            for at, word in self.unread.get(number, {}).items():
                row += [""] * (at + 1 - len(row))
                row[at] = word
            yield row


def _text(cell: Any, moment: bool) -> str:
    """Return a cell as text, in one line."""
    match cell:
        case str():
            return " ".join(cell.split("\n")).replace("\r", " ") if "\n" in cell or "\r" in cell else cell
        case bool():
            return str(cell).lower()
        case int():
            return str(cell)
        case float():
            return f"{cell:.15g}"
        case datetime():
            return f"{cell:%Y-%m-%d %H:%M:%S}" if moment else f"{cell:%Y-%m-%d}"
        case date():
            return f"{cell:%Y-%m-%d} 00:00:00" if moment else f"{cell:%Y-%m-%d}"
        case time():
            return f"{cell:%H:%M:%S}" if cell.second else f"{cell:%H:%M}"
        case timedelta():
            minutes, seconds = divmod(round(cell.total_seconds()), 60)
            return f"{minutes // 60:02}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")
        case _:
            return str(cell)
