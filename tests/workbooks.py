"""Workbooks written by hand, in the fewest parts that a spreadsheet program opens.

The parts are those of ECMA-376 (Office Open XML) and of OpenDocument 1.2. A cell is None, a text, a number, a
truth value, a date, a moment, a time of day, or an :class:`Error`.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from typing import NamedTuple, TypeAlias
from xml.sax.saxutils import escape

DATE, MOMENT, CLOCK = 1, 2, 3
"""The styles of cells, as places in the list below."""

STYLES = (
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs></styleSheet>'
)
HIDDEN = ' state="hidden"'
WHEN_EXCEL_BEGINS = datetime(1899, 12, 30)


class Error(NamedTuple):
    """A cell that holds an error, such as ``#N/A``."""

    word: str


class Formula(NamedTuple):
    """A formula of Excel, and the value that it had when the workbook was saved; None if it was never calculated."""

    text: str
    value: str | float | None


Cell: TypeAlias = "Formula | str | float | bool | date | datetime | time | Error | None"
Sheets: TypeAlias = Mapping[str, Sequence[Sequence[Cell]]]


def xlsx(sheets: Sheets, hidden: Sequence[str] = ()) -> bytes:
    """Return a workbook as Excel stores it."""
    names = list(sheets)
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    rooms = "".join(
        f'<sheet name="{escape(name)}" sheetId="{at}" r:id="rId{at}"{HIDDEN if name in hidden else ""}/>'
        for at, name in enumerate(names, 1)
    )
    links = "".join(
        f'<Relationship Id="rId{at}" Type="{office}/worksheet" Target="worksheets/sheet{at}.xml"/>'
        for at in range(1, len(names) + 1)
    )
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{at}.xml" ContentType="{kind}.worksheet+xml"/>'
        for at in range(1, len(names) + 1)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{kind}.styles+xml"/>{overrides}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
        f'xmlns:r="{office}"><sheets>{rooms}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">{links}<Relationship '
        f'Id="rIdS" Type="{office}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": STYLES,
    }
    for at, rows in enumerate(sheets.values(), 1):
        parts[f"xl/worksheets/sheet{at}.xml"] = (
            '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
            + "".join(_xlsx_rows(rows))
            + "</sheetData></worksheet>"
        )
    return _zipped(parts)


def _xlsx_rows(rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
    for line, row in enumerate(rows, 1):
        cells = "".join(_xlsx_cell(f"{_letters(at)}{line}", cell) for at, cell in enumerate(row))
        yield f'<row r="{line}">{cells}</row>' if cells else ""


def _letters(at: int) -> str:
    return ("" if at < 26 else _letters(at // 26 - 1)) + chr(ord("A") + at % 26)


def _xlsx_cell(place: str, cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return f'<c r="{place}" t="b"><v>{int(cell)}</v></c>'
        case str():
            return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>'
        case Formula():
            kind = ' t="str"' if isinstance(cell.value, str) else ""
            value = "" if cell.value is None else cell.value
            return f'<c r="{place}"{kind}><f>{escape(cell.text)}</f><v>{value}</v></c>'
        case Error():
            return f'<c r="{place}" t="e"><v>{cell.word}</v></c>'
        case datetime():
            return f'<c r="{place}" s="{MOMENT}"><v>{(cell - WHEN_EXCEL_BEGINS).total_seconds() / 86400!r}</v></c>'
        case date():
            days = (datetime(cell.year, cell.month, cell.day) - WHEN_EXCEL_BEGINS).days
            return f'<c r="{place}" s="{DATE}"><v>{days}</v></c>'
        case time():
            seconds = cell.hour * 3600 + cell.minute * 60 + cell.second
            return f'<c r="{place}" s="{CLOCK}"><v>{seconds / 86400!r}</v></c>'
        case _:
            return f'<c r="{place}"><v>{cell!r}</v></c>'


def ods(sheets: Sheets) -> bytes:
    """Return a workbook as LibreOffice stores it."""
    space = "urn:oasis:names:tc:opendocument:xmlns"
    names = " ".join(f'xmlns:{short}="{space}:{short}:1.0"' for short in ("office", "table", "text"))
    tables = "".join(
        f'<table:table table:name="{escape(name)}">'
        + "".join(
            "<table:table-row>" + "".join(map(_ods_cell, row or [None])) + "</table:table-row>"
            for row in rows
        )
        + "</table:table>"
        for name, rows in sheets.items()
    )
    content = (
        f'<office:document-content {names} office:version="1.2"><office:body><office:spreadsheet>{tables}'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        f'<manifest:manifest xmlns:manifest="{space}:manifest:1.0"><manifest:file-entry '
        'manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>'
        "</manifest:manifest>"
    )
    return _zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": content,
            "META-INF/manifest.xml": manifest,
        }
    )


def _ods_cell(cell: Cell) -> str:
    match cell:
        case None:
            return "<table:table-cell/>"
        case bool():
            kind, shown = f'"boolean" office:boolean-value="{str(cell).lower()}"', str(cell).upper()
        case str():
            kind, shown = '"string"', cell
        case Error():
            kind, shown = '"string"', cell.word
        case datetime() | date():
            kind, shown = f'"date" office:date-value="{cell.isoformat()}"', str(cell)
        case time():
            shown = f"{cell:%H:%M}"
            kind = f'"time" office:time-value="PT{cell:%HH%MM%SS}"'
        case _:
            kind, shown = f'"float" office:value="{cell!r}"', f"{cell:g}"
    return f"<table:table-cell office:value-type={kind}><text:p>{escape(shown)}</text:p></table:table-cell>"


def _zipped(parts: Mapping[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, text in parts.items():
            head = "" if name == "mimetype" else '<?xml version="1.0" encoding="UTF-8"?>\n'
            folder.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), head + text)
    return out.getvalue()
