"""Places of a knock-out: the participant who got further is ahead."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from arpad.core import Step, worded
from arpad.tournament.results import Result
from arpad.tournament.tiebreaks.catalogue import TieBreakKind
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakValue

LOST = frozenset({Result.LOSS, Result.UNRATED_LOSS, Result.FORFEIT_LOSS})


def survived(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """Return after how many rounds a participant was still in, byes counted; all of them for the winner.

    Those who were put out in the same round share a place: the two semi-finalists the third. K2 puts out at
    the second loss, as double elimination does.
    """
    lives = int(code.number or 1)
    values = {}
    for number in numbers:
        lost = [line for line in table.lines[number] if line.result in LOST]
        if len(lost) < lives:
            values[number] = TieBreakValue.of(
                table.rounds, Step("rounds survived", table.rounds, worded("never put out"), digits=0)
            )
        else:
            out = lost[lives - 1]
            by = worded("put out by {name} in round {round}", name=table.name(out.opponent), round=out.at)
            values[number] = TieBreakValue.of(out.at - 1, Step("rounds survived", out.at - 1, by, digits=0))
    return values


KINDS = (TieBreakKind("KO", "Knock-out: rounds survived", "", survived, modifiers="K", digits=0),)
