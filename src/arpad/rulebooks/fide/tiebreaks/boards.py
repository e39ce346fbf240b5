"""Tie-breaks of teams: by boards (article 12 of C.07), the other score (13.1) and its strength (13.4).

Article 12 counts all games of the tournament, also where it follows an extended direct encounter (13.3.2):
so the text; FIDE's exercises 46 to 48 count the one match between the two.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from fractions import Fraction

from arpad.core import BadInput, Step
from arpad.rulebooks.fide.tiebreaks.buchholz import buchholz, drawn_last
from arpad.tournament.results import Result
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.scores import by_hand
from arpad.tournament.tiebreaks.table import ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm, TieBreakValue, number_text


def by_board(table: ScoreTable, number: int) -> tuple[Fraction, ...]:
    """Return a team's game points on every board, top board first, over all its matches.

    The pairing's bye brings a win on every board (12).

    Raises:
        BadInput: the boards of a match are not known.
    """
    board_points = table.tournament.settings.get("board_points", {})
    added = [Fraction(0)] * table.boards
    for line in table.lines[number]:
        points = board_points.get(line.at, {}).get(number)
        if not points:  # nobody's line says what a forfeited match brought
            if line.played:
                raise BadInput(
                    f"round {line.at}: the scores of {table.name(number)} on the single boards are missing",
                    remedy="Tie-breaks by boards need the setting board_points.",
                )
            bye = line.result in (Result.PAIRING_BYE, Result.FORFEIT_WIN, Result.FULL_BYE)
            points = [Fraction(bye)] * table.boards
        for board, score in enumerate(points):
            added[board] += Fraction(score)
    return tuple(added)


def board_count(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """12.1: every board's number times the game points on it, added; less is better.

    It says nothing of teams whose game points differ: then all have 0.
    """
    scores = table.by("gp").scores
    if len({scores[number] for number in numbers}) > 1:
        why = Step("board count", "not used", "game points differ", source="C.07, 12.1")
        return {number: TieBreakValue.of(0, why) for number in numbers}
    values = {}
    for number in numbers:
        points = by_board(table, number)
        values[number] = TieBreakValue.sum(
            TieBreakTerm(
                board * score,
                f"board {board}",
                steps=(
                    Step(
                        "board × points",
                        float(board * score),
                        working=f"{board} × {number_text(score)}",
                        digits=1,
                    ),
                ),
            )
            for board, score in enumerate(points, 1)
        )
    return values


def top_boards(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """12.2: the game points on the first board; of equal ones on the second, and so on."""
    values = {}
    for number in numbers:
        points = by_board(table, number)
        rest = tuple(
            Step(f"then board {board}", float(score), source="C.07, 12.2", digits=1)
            for board, score in enumerate(points[1:], 2)
        )
        term = TieBreakTerm(points[0], "board 1")
        values[number] = TieBreakValue(
            points[0], (term,), (Step("board 1", float(points[0]), digits=1), *rest), points
        )
    return values


def without_bottom(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """12.3: the game points on all boards but the last; of equal ones on all but the last two, and so on."""
    values = {}
    for number in numbers:
        points = by_board(table, number)
        sums = tuple(sum(points[:last], Fraction(0)) for last in range(len(points) - 1, 0, -1))
        terms = tuple(
            TieBreakTerm(score, f"board {board}", cut="" if board < len(points) else "C.07, 12.3")
            for board, score in enumerate(points, 1)
        )
        rest = tuple(
            Step(f"then without the last {out}", float(score), source="C.07, 12.3", digits=1)
            for out, score in enumerate(sums[1:], 2)
        )
        value = sums[0] if sums else Fraction(0)
        values[number] = TieBreakValue(
            value, terms, (Step("without the last", float(value), digits=1), *rest), sums
        )
    return values


def other_score(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """13.1: game points where match points give the places, and the other way round."""
    other = table.by(table.secondary)
    values = {}
    for number in numbers:
        terms = [
            TieBreakTerm(
                line.points, f"round {line.at}: {table.name(line.opponent) if line.opponent else 'bye'}"
            )
            for line in other.lines[number]
        ]
        values[number] = TieBreakValue.sum([*terms, *by_hand(other, number)])
    return values


def score_and_strength(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """13.4: the secondary score, plus Buchholz of the primary one divided by what makes them comparable.

    The divisor is the most that the tournament's rounds can bring of the primary score by the most that a
    match can bring of the secondary one, rounded down (13.4.2 b), or the constant of a modifier K.
    """
    primary = table.by(table.primary)
    secondary = table.by(table.secondary)
    most = primary.worth(Result.WIN) * primary.planned / secondary.worth(Result.WIN)
    divisor = code.number or Fraction(max(1, math.floor(most)))
    strengths = buchholz(
        drawn_last(primary) if code.fore else primary, TieBreakCode("BH", forfeits=code.forfeits), numbers
    )
    values = {}
    for number in numbers:
        strength = strengths[number].value
        step = Step(
            "schedule strength",
            float(strength / divisor),
            "Buchholz / divisor",
            f"{number_text(strength)} / {number_text(divisor)}",
            "C.07, 13.4.2",
            digits=4,
        )
        values[number] = TieBreakValue.sum(
            (
                TieBreakTerm(secondary.scores[number], "secondary score"),
                TieBreakTerm(strength / divisor, "schedule strength", steps=(step,)),
            )
        )
    return values
