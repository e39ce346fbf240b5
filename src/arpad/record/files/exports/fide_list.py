"""FIDE's lists of players, for ``--players``: the text of fixed widths, and the XML.

The forms are those of https://ratings.fide.com/download_lists.phtml:

- *Text:* ``players_list_foa.txt`` and the lists of one kind of rating (``standard_rating_list.txt``), whose
  header says where each column begins: ``ID Number``, ``Name``, ``Fed``, ``Sex``, ``Tit``, … ``SRtng`` or the
  month of the list (``JAN24``), … ``B-day``.
- *XML:* ``player`` elements of ``fideid``, ``name``, ``country``, ``sex``, ``title``, ``rating``,
  ``birthday``.

Decisions: ``0`` is no rating and no year of birth. Of a list of all three ratings that of standard chess is
read; the lists of rapid and blitz chess have their own. The games and the K-factor of the month are left out:
what ``games`` means elsewhere is the games of a life.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from arpad.record.files.exports.export import Cell, Export, ExportRow
from arpad.record.files.exports.xml_elements import refuse_entities, unreadable
from arpad.record.files.limits import MIB

NAMES = ("name", "fide_id", "federation", "sex", "title", "rating", "birth_year")
"""The columns that a list has; blank where it lacks one."""

TEXT = {
    "ID Number": "fide_id",
    "Name": "name",
    "Fed": "federation",
    "Sex": "sex",
    "Tit": "title",
    "SRtng": "rating",
    "B-day": "birth_year",
}
"""Column of the text -> name."""

XML = {
    "fideid": "fide_id",
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "title": "title",
    "rating": "rating",
    "birthday": "birth_year",
}
"""Element -> name."""

NUMBERS = ("rating", "birth_year")

HEADING = re.compile(r"(?i)ID Number|\S+")
MONTH = re.compile(r"[A-Za-z]{3}\d{2}")
"""What the column of the rating is called in the list of one month: JAN24."""

WHAT = "FIDE's list of players"


def read_fide_text(text: bytes, file: str) -> Export | None:
    """Return the players of a list of fixed widths; None where the header has no columns of it.

    Args:
        text: in UTF-8.
        file: its name.
    """
    header, _, rest = text.partition(b"\n")
    found = list(HEADING.finditer(header.decode("utf-8-sig", "replace").rstrip()))
    columns = {}
    for at, heading in enumerate(found):
        name = "rating" if MONTH.fullmatch(heading[0]) else TEXT.get(heading[0])
        if name is not None:
            columns[name] = slice(heading.start(), found[at + 1].start() if at + 1 < len(found) else None)
    if not {"name", "fide_id", "rating"} <= columns.keys():
        return None
    return Export(WHAT, _of_lines(rest, columns), names=NAMES)


def _of_lines(text: bytes, columns: Mapping[str, slice]) -> Iterator[ExportRow]:
    start, number = 0, 1
    while start < len(text):
        end = text.find(b"\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end].decode("utf-8", "replace")
        start, number = end + 1, number + 1
        if line.strip():
            yield _player(number, {name: line[place].strip() for name, place in columns.items()})


def _player(place: int, words: Mapping[str, str]) -> ExportRow:
    """Return a player as a row; a number that is nothing but zeros is not known."""
    cells: dict[str, Cell] = {name: words.get(name) or None for name in NAMES}
    for name in NUMBERS:
        if not str(cells[name] or "").strip("0"):
            cells[name] = None
    return ExportRow(place, cells)


def read_fide_xml(text: bytes, file: str) -> Export | None:
    """Return the players of a list in XML.

    Args:
        text: in the encoding that it declares.
        file: its name, for errors.

    Raises:
        BadInput: while the rows are read: it is not XML, or declares an entity.
    """
    return Export(WHAT, _of_xml(text, file), names=NAMES)


def _of_xml(text: bytes, file: str) -> Iterator[ExportRow]:
    """Yield the players as the text is read, block by block."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    done: list[ExportRow] = []
    words: dict[str, str] = {}
    open_name = ""

    def begin(name: str, _: Mapping[str, str]) -> None:
        nonlocal open_name
        open_name = XML.get(name, "")
        if name == "player":
            words.clear()

    def data(text_of_element: str) -> None:
        if open_name:
            words[open_name] = words.get(open_name, "") + text_of_element

    def end(name: str) -> None:
        nonlocal open_name
        open_name = ""
        if name == "player":
            done.append(
                _player(parser.CurrentLineNumber, {key: value.strip() for key, value in words.items()})
            )

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler = data
    refuse_entities(parser, file)
    for start in range(0, len(text) + 1, MIB):
        try:
            parser.Parse(text[start : start + MIB], start + MIB > len(text))
        except (expat.ExpatError, ValueError, LookupError) as error:
            raise unreadable(parser, error, file) from error
        yield from done
        done.clear()
