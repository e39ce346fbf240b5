"""Text from files on its way to programs that would run it: spreadsheets, terminals, readers of JSON.

A spreadsheet that opens CSV runs a cell that begins with ``=``, ``+``, ``-`` or ``@``, also after a tab or a
line break, as a formula (CWE-1236). Such a text gets an apostrophe before it, and a text that begins with
apostrophes and then like a formula gets one more, so that one apostrophe less is always the text that was.
Numbers are no text, and stay as they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

FORMULA = r"^'*[=+\-@\t\r\n＝＋－＠]"
"""What a spreadsheet runs, by its beginning, in the full width of East Asian letters too; and what is guarded
already. Python's and Rust's regular expressions read it alike."""

_FORMULA = re.compile(FORMULA)

_UNSEEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
"""What JSON may hold as it is, and should not where people look at it: controls, what turns the direction of
writing, separators of lines, halves of surrogate pairs."""

_RAW: ContextVar[bool] = ContextVar("_RAW", default=False)


@contextmanager
def raw_csv(raw: bool = True) -> Iterator[None]:
    """Write the texts of CSV as they are, for programs that run no cells.

    Args:
        raw: whether to; as before where not.
    """
    mark = _RAW.set(raw or _RAW.get())
    try:
        yield
    finally:
        _RAW.reset(mark)


def is_raw() -> bool:
    """Tell whether texts are written to CSV as they are (:func:`raw_csv`)."""
    return _RAW.get()


def guarded(text: str) -> str:
    """Return a text as a cell of CSV that no spreadsheet runs."""
    return f"'{text}" if _FORMULA.match(text) and not is_raw() else text


def unguarded(cell: str) -> str:
    """Return the text that a cell of CSV was made of by :func:`guarded`."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def json_text(document: Any, *, indent: int | None = None) -> str:
    """Return a document as JSON in which every character can be seen; NaN is an error."""
    return visible_json(json.dumps(document, ensure_ascii=False, indent=indent, allow_nan=False))


def visible_json(text: str) -> str:
    r"""Return JSON with what cannot be seen as ``\u202e``; what it means stays the same."""
    return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
