"""Scores as tie-breaks, and the drawing of lots."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from hashlib import sha256

from arpad.core import Step, worded
from arpad.tournament.tiebreaks.catalogue import TieBreakKind
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.table import Score, ScoreLine, ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm, TieBreakValue

_SCORES: Mapping[str, Score] = {"MPTS": "mp", "GPTS": "gp"}


def described(table: ScoreTable, line: ScoreLine) -> str:
    """Name a round by its opponent and what it brought."""
    return _described(line.at, table.name(line.opponent) if line.opponent else "", line.result.value)


@lru_cache(1 << 15)
def _described(at: int, name: str, result: str) -> str:
    if not name:
        return worded("round {round}: {result}", round=at, result=result)
    return worded("round {round}: {name} {result}", round=at, name=name, result=result)


def points(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """Return the score itself: PTS, and MPTS and GPTS of teams."""
    table = table.by(_SCORES.get(code.name, table.score))
    values = {}
    for number in numbers:
        terms = [
            TieBreakTerm(line.points, described(table, line), line.opponent) for line in table.lines[number]
        ]
        values[number] = TieBreakValue.sum([*terms, *by_hand(table, number)])
    return values


def by_hand(table: ScoreTable, number: int) -> list[TieBreakTerm]:
    """Return the term for points that were set by hand, if there are any."""
    extra = table.extra(number)
    return [TieBreakTerm(extra, worded("set by hand"))] if extra else []


def lots(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """Draw lots: a number for everybody that follows from the tournament's seed and their own number.

    It is the same whenever, wherever and among whomever it is drawn.
    """
    seed = table.tournament.seed
    values = {}
    for number in numbers:
        digest = sha256(f"lots {seed} {number}".encode()).digest()
        lot = int.from_bytes(digest[:4], "big")
        why = Step("lot", lot, "first 4 bytes of SHA-256", f"lots {seed} {number}", digits=0)
        values[number] = TieBreakValue.of(lot, why)
    return values


POINTS = TieBreakKind("PTS", "Points", "", points, digits=1)
"""What places are given by before any tie-break."""

KINDS = (
    POINTS,
    TieBreakKind("MPTS", "Match points", "", points, teams=True, digits=1),
    TieBreakKind("GPTS", "Game points", "", points, teams=True, digits=1),
    TieBreakKind(
        "LOT", "Drawing of lots, by the tournament's seed; the smaller first", "", lots, lower=True, digits=0
    ),
)
