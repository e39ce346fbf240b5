"""Tables as notebooks show them: HTML in which everything is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def html_table(caption: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table for the ``_repr_html_`` of a value.

    Args:
        caption: what it shows, in a line.
        header: the names of the columns.
        rows: the cells, as text.
    """
    from xml.etree.ElementTree import Element, SubElement, tostring  # a command shows no notebook

    def add_row(part: Element, kind: str, cells: Sequence[str]) -> None:
        line = SubElement(part, "tr")
        for cell in cells:
            SubElement(line, kind).text = cell

    table = Element("table")
    SubElement(table, "caption").text = caption
    add_row(SubElement(table, "thead"), "th", header)
    body = SubElement(table, "tbody")
    for row in rows:
        add_row(body, "td", row)
    return tostring(table, encoding="unicode", method="html")
