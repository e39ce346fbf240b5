"""Which form a file has, by its first bytes: a look that costs next to nothing where it has none.

A form is looked for only where no table could begin as it does: XML; JSON with the keys of the form; text
whose name says nothing of its format; and a game log of Retrosheet, which has no header.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arpad.record.files.exports.export import ExportReader

MARK = b"\xef\xbb\xbf"

ROUNDS = (
    rb'(?i)[,;\t|"]\s*1\s*\.?\s*(?:rd|rnd|round|runde|ronde|ronda|r|\xd1\x82\xd1\x83\xd1\x80|kolo|fd)\.?\s*"?'
    rb"[,;\t|]"
)
"""A column for the first round; compiled only where the number of one may be there."""

BEGINNING = 4096
"""The first bytes, in which such a column is looked for."""


def is_xml(head: bytes) -> bool:
    """Tell whether a text is XML, in any encoding, by its first bytes."""
    start = head.removeprefix(MARK).replace(b"\0", b"").lstrip(b"\xff\xfe \t\r\n")
    return start[:1] == b"<" and (start[1:2] in (b"?", b"!") or start[1:2].isalpha())


def reader_of(head: bytes, form: str) -> ExportReader | None:
    """Return what reads a file of another program; None where its first bytes show no form.

    Args:
        head: the first bytes, in UTF-8, or in any encoding where it is XML.
        form: the format that the name of the file says; empty where it says none.
    """
    if form not in ("", "csv", "tsv", "jsonl"):
        return None
    start = head.removeprefix(MARK).lstrip()
    if form in ("csv", "tsv") or start.lstrip(b'"')[:8].isdigit():
        return _of_rows(start)
    if is_xml(head):
        return _of_xml(head.replace(b"\0", b"")) if form == "" else None
    if start[:1] in (b"{", b"[") or (form == "" and start[:5].rstrip(b"= ") == b"newt"):
        return _of_json(head, start)
    return _of_text(head, start) or _of_rows(start) if form == "" else None


def _of_xml(head: bytes) -> ExportReader | None:
    """Return what reads XML with the elements of a form."""
    if b"<Tournament" in head:
        from arpad.record.files.exports.opengotha import read_opengotha

        return read_opengotha
    if b"<fideid>" in head:
        from arpad.record.files.exports.fide_list import read_fide_xml

        return read_fide_xml
    return None


def _of_rows(start: bytes) -> ExportReader | None:
    """Return what reads a table without a header, or with a column for each round."""
    if start.lstrip(b'"')[:8].isdigit():
        from arpad.record.files.exports.retrosheet import FIRST_FIELDS, read_retrosheet

        if FIRST_FIELDS.match(start):
            return read_retrosheet
    beginning = start[:BEGINNING]
    if (b"1." in beginning or b"1rd" in beginning.lower()) and re.search(ROUNDS, beginning):
        from arpad.record.files.exports.swiss_table import read_swiss_table

        return read_swiss_table
    return None


def _of_json(head: bytes, start: bytes) -> ExportReader | None:
    """Return what reads JSON with the keys of a form."""

    def has(*keys: bytes) -> bool:
        return all(b'"%b"' % key in head for key in keys)

    if has(b"matches", b"team1"):
        from arpad.record.files.exports.football_json import read_football_json

        return read_football_json
    if start.startswith(b"newt") or (has(b"config") and (has(b"divisions") or has(b"_termdict"))):
        from arpad.record.files.exports.tsh import read_tsh_json

        return read_tsh_json
    if has(b"slots", b"entrant"):
        from arpad.record.files.exports.startgg import read_startgg

        return read_startgg
    if has(b"player1_id", b"match") or has(b"points_by_participant") or has(b"tournament", b"participant"):
        from arpad.record.files.exports.challonge import read_challonge

        return read_challonge
    if has(b"MRData") or has(b"data", b"results", b"position", b"driver"):
        from arpad.record.files.exports.placings import read_races

        return read_races
    first = start.split(b"\n", 1)[0]
    if all(b'"%b"' % key in first for key in (b"rank", b"username", b"rating")):
        from arpad.record.files.exports.placings import read_lichess_results

        return read_lichess_results
    return None


def _of_text(head: bytes, start: bytes) -> ExportReader | None:
    """Return what reads a text whose name says nothing of its format."""
    if b"\n" not in start:
        return None
    if start[:9].lower() == b"id number":
        from arpad.record.files.exports.fide_list import read_fide_text

        return read_fide_text
    if start[:1] in (b"=", b"#") or "▪".encode() in head or "»".encode() in head:
        from arpad.record.files.exports.football_txt import begins_as_football, read_football_txt

        if begins_as_football(_whole_lines(head)):
            return read_football_txt
    if b";" in start.split(b"\n", 1)[0] or start[:1] == b"#":
        from arpad.record.files.exports.tsh import begins_as_division, read_division

        if begins_as_division(_whole_lines(head)):
            return read_division
    return None


def _whole_lines(head: bytes) -> str:
    """Return the first bytes as text, without a last line that may be cut."""
    return head[: head.rfind(b"\n")].decode("utf-8-sig", "replace")
