"""Tables as notebooks show them: HTML in which everything is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree


def html_table(caption: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table for the ``_repr_html_`` of a value.

    Args:
        caption: what it shows, in a line.
        header: the names of the columns.
        rows: the cells, as text.
    """
    table = ElementTree.Element("table")
    ElementTree.SubElement(table, "caption").text = caption
    _add_row(ElementTree.SubElement(table, "thead"), "th", header)
    body = ElementTree.SubElement(table, "tbody")
    for row in rows:
        _add_row(body, "td", row)
    return ElementTree.tostring(table, encoding="unicode", method="html")


def _add_row(part: ElementTree.Element, kind: str, cells: Sequence[str]) -> None:
    line = ElementTree.SubElement(part, "tr")
    for cell in cells:
        ElementTree.SubElement(line, kind).text = cell
