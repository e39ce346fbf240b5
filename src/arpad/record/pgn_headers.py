"""The tags of PGN, line by line; moves, comments and variations are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

TAG = re.compile(rb'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')

Tags = dict[str, tuple[str, int]]
"""The tags of one game: name -> value and line."""


def headers(lines: Iterable[bytes]) -> Iterator[Tags]:
    """Yield the tags of every game of a PGN file, whatever its moves and comments are.

    Args:
        lines: of the file, as bytes.
    """
    tags: Tags = {}
    moves = comment = blank = False
    for number, line in enumerate(lines, start=1):
        if line.startswith(b"\xef\xbb\xbf") and number == 1:
            line = line[3:]  # noqa: PLW2901 - the same line without its mark
        tag = TAG.match(line) if line.startswith(b"[") else None
        # In a comment of the moves a line may look like a tag. A new game after an unclosed comment does too;
        # it begins with Event, after a blank line.
        if tag is not None and comment:
            comment = not (blank and tag[1] == b"Event")
        if tag is None or comment:
            blank = not line.strip()
            if not blank and tags:
                moves = True
                comment = _in_comment(line, comment)
            continue
        name = tag[1].decode()
        if moves or name in tags or (blank and name == "Event"):
            if tags:
                yield tags
            tags, moves = {}, False
        tags[name] = (_text(tag[2]), number)
        blank = False
    if tags:
        yield tags


def _in_comment(line: bytes, inside: bool) -> bool:
    """Whether a comment in braces is open after a line of moves; braces do not nest."""
    last_open, last_close = line.rfind(b"{"), line.rfind(b"}")
    if last_open == last_close:
        return inside
    if not inside and line.startswith(b"%"):
        return False
    return last_open > last_close


def _text(raw: bytes) -> str:
    try:
        value = raw.decode()
    except UnicodeDecodeError:
        value = raw.decode("latin-1")
    return re.sub(r"\\(.)", r"\1", value).strip() if "\\" in value else value.strip()
