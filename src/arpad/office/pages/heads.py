"""The heads of a table's columns on a page."""

from __future__ import annotations

from typing import NamedTuple


class Head(NamedTuple):
    """What stands above a column.

    Args:
        word: the heading.
        title: what an abbreviation stands for; empty if it is none.
        link: the id of the part of the page that the heading leads to; empty if to none.
        kind: what the column is styled by; empty for nothing.
    """

    word: str
    title: str = ""
    link: str = ""
    kind: str = ""
