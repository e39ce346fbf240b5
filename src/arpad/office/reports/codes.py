"""The codes that stand on result slips and below pairings, by which players report results from a phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup


class SideCode(NamedTuple):
    """The code of one side.

    Args:
        heading: ``White``, ``Black`` or nothing.
        name: whose it is.
        drawing: the code as SVG.
    """

    heading: str
    name: str
    drawing: Markup


class BoardCodes(NamedTuple):
    """The codes of a board.

    Args:
        board: its number.
        codes: of both sides, in the order in which boards are printed.
    """

    board: int
    codes: Sequence[SideCode]
