"""Percentages of trading card games: of matches and games won, by oneself and by one's opponents.

As Magic's tournament rules have them (appendix C), from memory: a percentage is never counted below 33 %, or
below another floor that a modifier gives (K25 for Pokémon); a bye is a match won 2:0 for oneself and is left
out of the opponents' average.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction

from arpad.core import Step
from arpad.tournament.results import Result
from arpad.tournament.tiebreaks.catalogue import Compute, TieBreakKind
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.goals import unknown
from arpad.tournament.tiebreaks.table import ScoreLine, ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm, TieBreakValue, average, number_text

FLOOR = Fraction(33)
"""Per cent below which no percentage is counted."""

BYE_GAMES = Fraction(2)
"""Games won in a bye."""

NOT_ENTERED = frozenset({Result.ZERO_BYE})
"""Rounds that are no matches: before an arrival, after leaving."""

Percentage = Callable[[ScoreTable, int], tuple[Fraction, str]]
"""From the table and a number to the percentage, unfloored, and its working."""


def _matches(table: ScoreTable, number: int) -> tuple[Fraction, str]:
    lines = [line for line in table.lines[number] if line.result not in NOT_ENTERED]
    score = sum((line.points for line in lines), Fraction(0))
    most = table.tournament.points.win * len(lines)
    return (100 * score / most if most else Fraction(0)), f"{number_text(score)} / {number_text(most)}"


def _games(table: ScoreTable, number: int) -> tuple[Fraction, str]:
    won = played = Fraction(0)
    for line in table.lines[number]:
        mine, theirs = _games_of(line)
        won += mine
        played += mine + theirs
    return (100 * won / played if played else Fraction(0)), f"{number_text(won)} / {number_text(played)}"


def _games_of(line: ScoreLine) -> tuple[Fraction, Fraction]:
    if line.entry.points is not None and line.entry.against is not None:
        return line.entry.points, line.entry.against
    if line.result in (Result.PAIRING_BYE, Result.FULL_BYE, Result.FORFEIT_WIN):
        return BYE_GAMES, Fraction(0)
    return Fraction(0), (BYE_GAMES if line.result is Result.FORFEIT_LOSS else Fraction(0))


def own(percentage: Percentage) -> Compute:
    """Return one's own percentage."""

    def compute(
        table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
    ) -> Mapping[int, TieBreakValue]:
        return {number: _floored(table, code, number, percentage) for number in numbers}

    return compute


def _floored(table: ScoreTable, code: TieBreakCode, number: int, percentage: Percentage) -> TieBreakValue:
    floor = code.number or FLOOR
    value, working = percentage(table, number)
    steps = [Step("percentage", float(value), "won / played", working, unit="%", digits=2)]
    if value < floor:
        steps.append(Step("at least", float(floor), unit="%", digits=2))
    return TieBreakValue.of(max(value, floor), *steps)


def of_opponents(percentage: Percentage) -> Compute:
    """Return the average of the opponents' percentages, byes left out."""

    def compute(
        table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
    ) -> Mapping[int, TieBreakValue]:
        values = {}
        for number in numbers:
            terms = []
            for line in table.games(number, forfeits=True):
                value = _floored(table, code, line.opponent, percentage)
                label = f"round {line.at}: {table.name(line.opponent)}"
                terms.append(TieBreakTerm(value.value, label, line.opponent, steps=value.steps))
            values[number] = average(terms, SOURCE)
        return values

    return compute


SOURCE = "Magic tournament rules, C"
KINDS = (
    TieBreakKind("MW%", "Matches won, per cent", SOURCE, own(_matches), modifiers="K"),
    TieBreakKind("OMW%", "Opponents' matches won, per cent", SOURCE, of_opponents(_matches), modifiers="K"),
    TieBreakKind("GW%", "Games won, per cent", SOURCE, own(_games), modifiers="K", unfit=unknown),
    TieBreakKind(
        "OGW%", "Opponents' games won, per cent", SOURCE, of_opponents(_games), modifiers="K", unfit=unknown
    ),
)
