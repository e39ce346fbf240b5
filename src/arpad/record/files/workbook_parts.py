"""The parts of a stored workbook: how much they hold, and what the library that reads cells does not say.

A workbook is a zip archive of XML. Two cells at opposite corners of a sheet make a table of seventeen
billion, so the area of a sheet is looked at before it is laid out in memory. Of a cell of Excel with an error
(``#N/A``), and of a formula whose value was never calculated, only the XML tells; read as an empty cell, such
a result would become a fixture.

The names of elements and attributes are those of ECMA-376 (Office Open XML), part 1, 18.3.1, and of
OpenDocument 1.2, part 1, 9.1.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

from arpad.core import BadInput
from arpad.record.files.limits import LIMITS, MIB, beyond, mebibytes

CELL = re.compile(rb'<(?:\w+:)?c\s(?=[^<>]*?\br="([A-Z]{1,3})(\d{1,7})")')
ROW = re.compile(rb"<(?:\w+:)?row\b")
ERROR = re.compile(
    rb"<(?:\w+:)?c\s([^<>]*\bt=[\"']e[\"'][^<>]*)>(?:(?!</?(?:\w+:)?c\b).)*?<(?:\w+:)?v>([^<]*)<"
)
UNCALCULATED = re.compile(
    rb"<(?:\w+:)?c\s((?![^<>]*\bt=[\"']str[\"'])[^<>]*)>\s*<(?:\w+:)?f\b[^<>]*(?:/>|>[^<]*</(?:\w+:)?f>)\s*"
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
PLACE = re.compile(rb"\br=[\"']([A-Z]{1,3})(\d{1,7})[\"']")
ODS_TAG = re.compile(rb"<(/?)table:(table-row|table-cell|covered-table-cell|table)\b([^<>]*)>")
REPEATED = {
    kind: re.compile(rb"table:number-%s-repeated=[\"'](\d{1,9})[\"']" % kind)
    for kind in (b"rows", b"columns")
}

NOT_CALCULATED = "#VALUE!"
"""What stands for the value of a formula that was never calculated."""

Places = dict[tuple[int, int], str]
"""Row and column of cells, counted from 0, and what stands there."""


class Parts:
    """The zip archive of a workbook.

    Args:
        whole: its path or its bytes.
        name: for errors.

    Raises:
        BadInput: it is damaged, or unpacks to more than is read.
    """

    def __init__(self, whole: Path | bytes, name: str) -> None:
        self.name = name
        with self._damaged():
            self.folder: zipfile.ZipFile = zipfile.ZipFile(
                io.BytesIO(whole) if isinstance(whole, bytes) else whole
            )
            infos = self.folder.infolist()
        size = len(whole) if isinstance(whole, bytes) else whole.stat().st_size
        most = min(LIMITS.unpacked, max(LIMITS.ratio_from, LIMITS.ratio * size))
        if sum(info.file_size for info in infos) > most:
            raise beyond(f"the workbook unpacks to more than {mebibytes(most)}", name)

    @contextmanager
    def _damaged(self) -> Iterator[None]:
        try:
            yield
        except (
            zipfile.BadZipFile,
            zlib.error,
            OSError,
            EOFError,
            KeyError,
            ValueError,
            NotImplementedError,
            RuntimeError,
            ElementTree.ParseError,
        ) as error:
            remedy = "Open it in a spreadsheet program, and save it anew."
            raise BadInput(f"the workbook is damaged ({error})", file=self.name, remedy=remedy) from error

    def is_ods(self) -> bool:
        """Tell whether it is an OpenDocument."""
        return "content.xml" in self.folder.namelist()

    def check(self) -> None:
        """Check that no table of an OpenDocument is larger than is read.

        Raises:
            BadInput: one is.
        """
        height = width = 0
        row = column = repeated = 0
        for tag in self._matches("content.xml", ODS_TAG, b"<"):
            closing, kind, attributes = tag.groups()
            if kind == b"table":
                height = width = row = 0
            elif kind == b"table-row":
                if closing:
                    continue
                row, column, repeated = row + repeated, 0, _repeated(b"rows", attributes)
            elif not closing:
                column += _repeated(b"columns", attributes)
                if b"value-type" in attributes or not attributes.endswith(b"/"):
                    height, width = row + repeated, max(width, column)
            self._check_area(height, width)

    def unread_cells(self, sheet: str) -> Places:
        """Return the cells of a sheet of Excel that hold an error, or a formula without a value.

        Raises:
            BadInput: the sheet is larger than is read, or the archive is damaged.
        """
        part = self._part_of(sheet)
        found: Places = {}
        rows, last, letters = 0, 0, {b"A"}
        for block in self._blocks(part, b"<"):
            rows += len(ROW.findall(block))
            for column, row in CELL.findall(block):
                letters.add(column)
                last = max(last, int(row))
        self._check_area(max(rows, last), 1 + max(map(_column, letters)))
        for block in self._blocks(part, b"<row"):
            for cell in ERROR.finditer(block):
                found[self._place(cell[1])] = cell[2].decode("utf-8", "replace")
            for cell in UNCALCULATED.finditer(block):
                found[self._place(cell[1])] = NOT_CALCULATED
        return found

    def _check_area(self, height: int, width: int) -> None:
        if width > LIMITS.columns:
            raise beyond(f"the sheet has more than {LIMITS.columns:,} columns", self.name)
        if height * width > LIMITS.cells:
            raise beyond(f"the sheet has more than {LIMITS.cells:,} cells", self.name)

    def _place(self, attributes: bytes) -> tuple[int, int]:
        place = PLACE.search(attributes)
        if place is None:
            raise BadInput(
                "a cell of the sheet holds an error, and does not say where it is",
                file=self.name,
                remedy="Open it in a spreadsheet program, and save it anew.",
            )
        return int(place[2]) - 1, _column(place[1])

    def _part_of(self, sheet: str) -> str:
        """Return the name of the part in which a sheet of Excel is stored."""
        with self._damaged():
            relations = {
                each.get("Type", "").rpartition("/")[2]: each.get("Target", "")
                for each in ElementTree.fromstring(self.folder.read("_rels/.rels"))
            }
            book = relations["officeDocument"].lstrip("/")
            folder, base = posixpath.split(book)
            links = {
                each.get("Id"): each.get("Target", "")
                for each in ElementTree.fromstring(self.folder.read(f"{folder}/_rels/{base}.rels"))
            }
            for each in ElementTree.fromstring(self.folder.read(book)).iter():
                if each.tag.endswith("}sheet") and each.get("name") == sheet:
                    link = next(value for key, value in each.attrib.items() if key.endswith("}id"))
                    target = links[link]
                    return target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
            raise KeyError(f"there is no part of the sheet {sheet}")

    def _blocks(self, part: str, begins: bytes) -> Iterator[bytes]:
        """Yield a part in blocks, each of which begins where an element does, so that none is cut in two.

        Args:
            part: its name in the archive.
            begins: how the element begins.
        """
        held = b""
        with self._damaged(), self.folder.open(part) as stream:
            while block := stream.read(MIB):
                held += block
                cut = held.rfind(begins)
                if cut > 0:
                    yield held[:cut]
                    held = held[cut:]
        yield held

    def _matches(self, part: str, what: re.Pattern[bytes], begins: bytes) -> Iterator[re.Match[bytes]]:
        for block in self._blocks(part, begins):
            yield from what.finditer(block)


def _repeated(what: bytes, attributes: bytes) -> int:
    found = REPEATED[what].search(attributes)
    return int(found[1]) if found else 1


def _column(letters: bytes) -> int:
    """Return the number of a column, from 0, by its letters: A, Z, AA."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number - 1
