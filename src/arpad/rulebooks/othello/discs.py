"""An Othello result in discs: the squares left empty go to the winner, so that both together have 64.

Source: World Othello Federation, rules of the game (empty squares count for the winner; after a draw they
are shared).
"""

from __future__ import annotations

import re
from fractions import Fraction

from arpad.core import BadInput, worded
from arpad.tournament.results import Result

SQUARES = 64

_SCORE = re.compile(r"\s*(\d{1,2})\s*[-–:]\s*(\d{1,2})\s*")


def discs(text: str) -> tuple[int, int]:
    """Return Black's and White's discs from a score such as ``33-31``, Black's first.

    A board that was not filled (``40-20``, ``13-0``) is: its empty squares go to the winner, or to both
    alike after a draw.

    Raises:
        BadInput: it is not such a score, or has more than 64 discs.
    """
    match = _SCORE.fullmatch(text)
    if match is None:
        raise BadInput(
            worded("{text!r} is not a valid score in discs", text=text),
            remedy="Expected Black's and White's, such as 33-31.",
            code="result.not-valid",
        )
    black, white = int(match[1]), int(match[2])
    return filled(black, white)


def filled(black: int, white: int) -> tuple[int, int]:
    """Return both sides' discs with the empty squares given to the winner.

    Raises:
        BadInput: there are more than 64, or fewer than none.
    """
    empty = SQUARES - black - white
    if empty < 0 or black < 0 or white < 0:
        raise BadInput(
            worded(
                "{black} + {white} = {next} discs; a board has {squares}",
                black=black,
                white=white,
                next=black + white,
                squares=SQUARES,
            ),
            remedy="Enter Black's discs and White's.",
            code="result.not-valid",
        )
    if black == white:
        return SQUARES // 2, SQUARES // 2
    return (black + empty, white) if black > white else (black, white + empty)


def result(text: str) -> tuple[Result, tuple[Fraction, Fraction]]:
    """Return White's result and the discs of White and Black, for ``Tournament.with_result``.

    Args:
        text: Black's discs and White's, ``33-31``.

    Raises:
        BadInput: it is not such a score.
    """
    black, white = discs(text)
    won = Result.WIN if white > black else Result.LOSS if white < black else Result.DRAW
    return won, (Fraction(white), Fraction(black))
