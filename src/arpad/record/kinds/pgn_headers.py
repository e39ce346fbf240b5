"""The tags of PGN, line by line; moves, comments and variations are passed over."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from arpad.record.cells.interning import composed
from arpad.record.files.encodings import Evidence

TAG = re.compile(rb'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
LIKE_A_TAG = re.compile(rb"\[\s*([A-Za-z]\w*)\s")
"""What can only be meant as a tag, whole or not."""

MAY_BE_A_TAG = b"[ \t"
"""With what a line of tags begins."""

ROSTER = frozenset({"Event", "Site", "Date", "Round", "White", "Black", "Result"})
"""The tags with which a game begins."""

RESULT = "Result"

BROKEN = ""
"""Stands for the name of a tag in a line that is none: its quote or bracket is missing."""

PATIENCE = 100_000
"""Lines after which a comment is taken for one that was never closed."""

Tags = dict[str, tuple[str, int]]
"""The tags of one game: name -> value and line; under BROKEN the first line that is no whole tag."""

Line = tuple[int, bytes]


ENDING = re.compile(rb"(?:^|[\s})])(1-0|0-1|1/2-1/2|\*)\s*(?:\{[^{}]*\}\s*|;.*)?$")
"""The result with which the moves of a game end, perhaps with a comment behind it (Edwards 1994, 8.2.6)."""


def headers(lines: Iterable[bytes], western: list[Evidence] | None = None) -> Iterator[Tags]:
    """Yield the tags of every game of a PGN file, whatever its moves and comments are.

    A tag within a comment of the moves is none, however many lines the comment has. A comment that is never
    closed does not swallow the games after it: they are known by a tag of the roster that begins a line, with
    no brace that closes before the next one that opens.

    A game without the tag Result has the result with which its moves end.

    Args:
        lines: of the file, as bytes.
        western: takes the first value that is not UTF-8 and is read as cp1252: ISO 8859-1, the character set
            of the PGN standard (Edwards 1994, section 4), with the letters that Windows adds to it.
    """
    source = enumerate(lines, start=1)
    again: deque[Line] = deque()

    def following() -> Line | None:
        return again.popleft() if again else next(source, None)

    tags: Tags = {}
    moves = comment = blank = False
    last: Line = (0, b"")
    # The same as following(), without a call for every line.
    while (item := again.popleft() if again else next(source, None)) is not None:
        number, line = item
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        found, rest = _tags_in(line) if line[0] in MAY_BE_A_TAG else ([], line)
        if comment and found and found[0].whole and found[0].name in ROSTER:
            closed, passed = _closed(following)
            if closed is not None:
                comment = _in_comment(closed, inside=True)
                continue
            comment = False
            again.extendleft(reversed(passed))
        if not found or comment:
            blank = not line.strip()
            if not blank and tags:
                moves = True
                comment = _in_comment(line, comment)
                last = item
            continue
        for tag in found:
            if moves or tag.name in tags or (blank and tag.name == "Event"):
                if tags:
                    yield _ended(tags, last, comment)
                tags, moves, last = {}, False, (0, b"")
            tags.setdefault(tag.name if tag.whole else BROKEN, (tag.value, number))
            if not tag.utf8 and western == []:
                western.append(Evidence(number, tag.value))
            blank = False
        if rest:
            comment = _in_comment(rest, inside=False)
            moves = comment or rest[:1] in b"{*0123456789"
            last = (number, rest)
    if tags:
        yield _ended(tags, last, comment)


def _ended(tags: Tags, last: Line, comment: bool) -> Tags:
    """Return the tags of a game, with the result from the end of its moves where no tag says it.

    Args:
        tags: of the game.
        last: the last line of its moves.
        comment: whether a comment is open there.
    """
    if RESULT not in tags and not comment:
        found = ENDING.search(last[1].strip())
        if found is not None:
            tags[RESULT] = (found[1].decode(), last[0])
    return tags


class _Tag(NamedTuple):
    """A tag, or what can only be meant as one (not whole); its value is then the rest of the line."""

    name: str
    value: str
    utf8: bool
    whole: bool = True


def _tags_in(line: bytes) -> tuple[list[_Tag], bytes]:
    """Return the tags with which a line begins, and what follows them."""
    tag = TAG.match(line)
    found, at = [], 0
    while tag is not None:
        found.append(_Tag(tag[1].decode(), *_text(tag[2])))
        at = tag.end()
        tag = TAG.match(line, at) if line.find(b"[", at) >= 0 else None
    rest = line[at:].strip()
    broken = LIKE_A_TAG.match(rest) if rest else None
    if broken is not None:
        return [*found, _Tag(broken[1].decode(), *_text(rest), whole=False)], b""
    return found, rest


def _closed(following: Callable[[], Line | None]) -> tuple[bytes | None, list[Line]]:
    """Look whether a comment that is open closes before another opens.

    Returns:
        The line from which on it is closed, None if it never is; and the lines looked at.
    """
    passed: list[Line] = []
    while len(passed) < PATIENCE and (item := following()) is not None:
        passed.append(item)
        # Within a tag a brace is only a letter.
        _, rest = _tags_in(item[1])
        brace = re.search(rb"[{}]", rest)
        if brace is not None:
            return (rest if brace[0] == b"}" else None), passed
    return None, passed


def _in_comment(line: bytes, inside: bool) -> bool:
    """Whether a comment in braces is open after a line of moves; braces do not nest."""
    if b";" in line or (line.startswith(b"%") and not inside):
        return _in_comment_to_the_end(line, inside)
    last_open, last_close = line.rfind(b"{"), line.rfind(b"}")
    return inside if last_open == last_close else last_open > last_close


def _in_comment_to_the_end(line: bytes, inside: bool) -> bool:
    """Do the same where a semicolon may begin a comment to the end of the line: braces in it are letters."""
    if line.startswith(b"%") and not inside:
        return False
    for mark in re.findall(rb"[{};]", line):
        if inside:
            inside = mark != b"}"
        elif mark == b";":
            return False
        else:
            inside = mark == b"{"
    return inside


def _western(raw: bytes) -> str:
    try:
        return raw.decode("cp1252")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _text(raw: bytes) -> tuple[str, bool]:
    """Return the text of a value, and whether it is UTF-8."""
    utf8 = True
    try:
        value = raw.decode()
    except UnicodeDecodeError:
        value, utf8 = _western(raw), False
    value = re.sub(r"\\(.)", r"\1", value) if "\\" in value else value
    return composed(value.strip()), utf8
