"""Points that were set by hand (TRF26, 299)."""

from __future__ import annotations

from arpad.core import NotProvided, worded
from arpad.tournament.adjustments import KINDS, Adjustment
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result
from arpad.tournament.trf import what
from arpad.tournament.trf.fields import ReportLine, points_text

_WORDS = {Result.WIN: "W", Result.DRAW: "D", Result.LOSS: "L"}
"""Letters that differ from those of a game's result."""

_KINDS = {letter: kind for kind in KINDS for letter in (_WORDS.get(kind, kind.value), kind.value)}


def adjustment_of(line: ReportLine) -> Adjustment:
    """Read a line; nobody's number in it stands for everybody, no round or 000 for all.

    Raises:
        BadInput: a column does not have what belongs there.
    """
    letter = line.field(5, 5).upper()
    if letter and letter not in _KINDS:
        raise line.bad(
            worded("{letter!r} is not a valid kind of assignment", letter=letter),
            5,
            5,
            worded("Expected W, D, L, F, H, Z, +, - or a blank."),
        )
    # Four columns hold 99.5 or -9.5; the blank before them is taken for a sign.
    match_points = line.decimal(7, 11, what.MATCH_POINTS)
    points = line.decimal(13, 17, what.POINTS)
    if match_points is None and points is None:
        raise line.bad(
            worded("the points are missing"),
            8,
            17,
            worded("Expected a number such as -0.5 in columns 14-17."),
        )
    at = line.whole(20, 22, what.ROUND) or 0
    numbers = tuple(number for number in line.numbers(23, what.PAIRING_NUMBER) if number)
    kind = _KINDS[letter] if letter else None
    if match_points is None:
        # Which of the two it is, is seen when it is known whether teams are paired.
        return Adjustment(None, numbers, at, kind, points)
    return Adjustment(match_points, numbers, at, kind, points)


def of_players(line: ReportLine, adjustment: Adjustment) -> Adjustment:
    """Return an adjustment of individuals, who have their points in the columns of game points.

    Raises:
        BadInput: there are none.
    """
    if adjustment.game_points is None:
        raise line.bad(
            worded("the points are missing"), 14, 17, worded("Columns 8-11 are for match points of teams.")
        )
    return Adjustment(adjustment.game_points, adjustment.numbers, adjustment.round, adjustment.result)


def adjustment_lines(tournament: Tournament, teams: bool) -> list[str]:
    """Write the lines. Reasons have no columns.

    Raises:
        NotProvided: the columns have no room for something.
    """
    return [_line(adjustment, teams) for adjustment in tournament.adjustments]


def _line(adjustment: Adjustment, teams: bool) -> str:
    match_points, points = (adjustment.points, adjustment.game_points) if teams else (None, adjustment.points)
    if not teams and (points is None or adjustment.game_points is not None):
        raise NotProvided("individuals have no game points beside their points")
    if teams and match_points is None and points is None:
        raise NotProvided("an adjustment of 0 points cannot be written")
    if adjustment.round > 999:
        raise NotProvided(
            worded("a tournament report file has no room for round {round}", round=adjustment.round)
        )
    columns = [" " * 4 if value is None else points_text(value) for value in (match_points, points)]
    letter = _WORDS.get(adjustment.result, adjustment.result.value) if adjustment.result else " "
    text = f"299 {letter}  {columns[0]}  {columns[1]}"
    if adjustment.round or adjustment.numbers:
        text += f"  {adjustment.round:03} " + " ".join(f"{number:4}" for number in adjustment.numbers)
    return text.rstrip()
