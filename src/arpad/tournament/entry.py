"""Results as people type them, and as boards print them: ``1-0``, ``½-½``, ``3:1``, ``+-``."""

from __future__ import annotations

import re
from fractions import Fraction

from arpad.core import BadInput, worded
from arpad.tournament.model import Pairing
from arpad.tournament.results import Result

FORFEITS = {
    "+-": (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    "-+": (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
    "--": (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
    "+": (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    "-": (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
}
"""Forfeits as they are typed; a single sign is the first named's."""

SHORT = {"1": ("1", "0"), "0": ("0", "1"), "=": ("½", "½"), "½": ("½", "½"), "1/2": ("½", "½")}
"""What the first named's half of a result stands for."""

SCORES = {
    ("1", "0"): (Result.WIN, Result.LOSS),
    ("0", "1"): (Result.LOSS, Result.WIN),
    ("½", "½"): (Result.DRAW, Result.DRAW),
}
PUNISHED = {
    ("0", "0"): (Result.LOSS, Result.LOSS),
    ("½", "0"): (Result.DRAW, Result.LOSS),
    ("0", "½"): (Result.LOSS, Result.DRAW),
}
"""Results of a game in which the arbiter takes points from a side or both (FIDE's Laws, 11.7 and 12.9)."""

UNRATED = {
    Result.WIN: Result.UNRATED_WIN,
    Result.DRAW: Result.UNRATED_DRAW,
    Result.LOSS: Result.UNRATED_LOSS,
}
"""What a game brings that counts in the tournament and is not rated, such as one of less than one move."""

LETTERS = {"W": "1", "D": "=", "L": "0"}
"""The letters of unrated games in FIDE's report, from the side of the first named."""

POINTS = re.compile(r"(\d+(?:\.\d+)?)\s*[-:–]\s*(\d+(?:\.\d+)?)")
PAIR = re.compile(r"(1/2|½|=|0?\.5|[01])\s*[-:–]\s*(1/2|½|=|0?\.5|[01])")
_UNRATED_WORD = re.compile(r"(.*\S)\s*(?:unrated|u)")

FORFEIT_WORDS = worded("+-, -+, -- for forfeits (short: +, -)")
GAME_WORDS = worded(
    "1-0, ½-½, 0-1 (short: 1, =, 0), 0-0, ½-0, 0-½, each of them also as 1-0 unrated (short: W, D, L), or "
    "{forfeits}",
    forfeits=FORFEIT_WORDS,
)
"""All that may be typed for a game of halves."""

Typed = tuple[Result, Result, tuple[Fraction, Fraction] | None]


def game_result(text: str) -> tuple[Result, Result] | None:
    """Read the result of a game that ends 1-0, ½-½ or 0-1, as in chess, Go and shogi.

    Args:
        text: ``1-0``, ``½-½``, ``0-1`` or short ``1``, ``=``, ``0``; ``0-0``, ``½-0``, ``0-½``; each of them
            with ``unrated`` or ``u`` after it, or short ``W``, ``D``, ``L``; ``+-``, ``-+``, ``--``, ``+``,
            ``-`` for forfeits.

    Returns:
        What the first named and the second get; None if the text is not such a result.
    """
    word = text.strip()
    if (bare := word.replace(" ", "")) in FORFEITS:
        return FORFEITS[bare]
    unrated = _UNRATED_WORD.fullmatch(word.lower())
    if word.upper() in LETTERS:
        both = SHORT[LETTERS[word.upper()]]
    else:
        both = _halves_of((unrated[1] if unrated else word.lower()).strip())
    results = (SCORES | PUNISHED).get(both)
    if results is None or not (unrated or word.upper() in LETTERS):
        return results
    return UNRATED[results[0]], UNRATED[results[1]]


def _halves_of(word: str) -> tuple[str, str]:
    """Return what each side has of a result, as ``1``, ``½`` or ``0``; other text if it is not a result."""
    if word in SHORT:
        return SHORT[word]
    pair = PAIR.fullmatch(word)
    if pair is None:
        return "", ""
    first, second = (half if half in ("0", "1") else "½" for half in pair.groups())
    return first, second


def typed_result(text: str, *, by_points: bool = False) -> Typed:
    """Read a result as the first named and the second have it.

    Args:
        text: a result of :func:`game_result`, or the points of both: goals, sets. ``0-0`` are points.
        by_points: only points and forfeits are results, ``1-0`` too is one in points.

    Returns:
        What the first and the second named get, and their points if the text gives points.

    Raises:
        BadInput: it is not a result.
    """
    word = text.strip()
    points = POINTS.fullmatch(word)
    game = game_result(word)
    scored = not by_points and (points is None or game in SCORES.values())
    if game is not None and (game[0].forfeit or scored):
        return (*game, None)
    if points is None:
        raise BadInput(
            worded("{text!r} is not a valid result", text=text),
            remedy=worded(
                "Enter 1-0, ½-½, 0-1 (short: 1, =, 0), the points of both, or {forfeits}.",
                forfeits=FORFEIT_WORDS,
            ),
            code="result.not-valid",
        )
    first, second = Fraction(points[1]), Fraction(points[2])
    if first == second:
        return Result.DRAW, Result.DRAW, (first, second)
    won = (Result.WIN, Result.LOSS) if first > second else (Result.LOSS, Result.WIN)
    return (*won, (first, second))


PRINTED = {"=": "½", "D": "½", "W": "1", "L": "0"}
"""How results are printed that have another letter in a report."""


def result_text(game: Pairing, black_first: bool) -> str:
    """Return a board's result in the order in which the board is printed; nothing while it is to come.

    It can be typed so again.
    """
    sides = [game.white_result, game.black_result]
    points = game.points
    if black_first:
        sides.reverse()
        points = None if points is None else (points[1], points[0])
    if points is not None and not sides[0].forfeit:
        return f"{halves(points[0])}-{halves(points[1])}"
    if game.pending:
        return ""
    first, second = sides
    dash = "" if first.forfeit else "-"
    unrated = " unrated" if first in UNRATED.values() else ""
    return f"{PRINTED.get(first.value, first.value)}{dash}{PRINTED.get(second.value, second.value)}{unrated}"


def halves(points: Fraction) -> str:
    """Return points as they are typed: 2½ for five halves."""
    if points.denominator != 2:
        return str(points)
    return f"{points.numerator // 2 or ''}½"
