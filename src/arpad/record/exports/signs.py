"""Which form a file has, by its first bytes: a look that costs next to nothing where it has none.

A form is looked for only where no table could begin as it does: XML; JSON with the keys of the form; text
whose name says nothing of its format; and a game log of Retrosheet, which has no header.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arpad.record.exports.export import ExportReader

MARK = b"\xef\xbb\xbf"


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
    start = head.removeprefix(MARK).lstrip()
    if is_xml(head):
        from arpad.record.exports.opengotha import read_opengotha

        return read_opengotha if form == "" and b"<Tournament" in head.replace(b"\0", b"") else None
    if start[:1] in (b"{", b"[") and form in ("", "jsonl"):
        return _of_json(head)
    return _of_text(head, start) if form == "" else None


def _of_json(head: bytes) -> ExportReader | None:
    """Return what reads JSON with the keys of a form."""
    if b'"matches"' in head and b'"team1"' in head:
        from arpad.record.exports.football_json import read_football_json

        return read_football_json
    return None


def _of_text(head: bytes, start: bytes) -> ExportReader | None:
    """Return what reads a text whose name says nothing of its format."""
    if b"\n" in start and (start[:1] in (b"=", b"#") or "▪".encode() in head or "»".encode() in head):
        from arpad.record.exports.football_txt import begins_as_football, read_football_txt

        whole_lines = head[: head.rfind(b"\n")].decode("utf-8-sig", "replace")
        if begins_as_football(whole_lines):
            return read_football_txt
    return None
