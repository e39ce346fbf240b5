"""The floats of a round as a drawing: a row for each scoregroup, an arrow for everybody who is paired below.

What is drawn stands in a table too, with a link to why. Scores and numbers are those of the tournament as it
stood when the round was paired; boards are those of now, also where the arbiter set them by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from arpad.core import BadInput
from arpad.office.log.event_log import EventLog
from arpad.rulebooks.before_the_round import ScoreAndPreference, before_round
from arpad.tournament.results import Result
from arpad.tournament.tiebreaks.value import number_text

ROW, LEFT, STEP = 34, 150, 46
"""A scoregroup down, the room for its words, and from one arrow to the next, in pixels."""

MOST = 40
"""Arrows in a drawing; of more the table tells."""


class Float(NamedTuple):
    """Somebody who is paired out of their scoregroup, downwards.

    Args:
        number: the pairing number, as it was when the round was paired.
        name: of the participant.
        score: before the round.
        opponent: the name of the opponent; empty for a bye.
        to: the opponent's score; None for a bye.
        board: the board; 0 for a bye.
    """

    number: int
    name: str
    score: Fraction
    opponent: str
    to: Fraction | None
    board: int


class ScoreRow(NamedTuple):
    """A row of the drawing.

    Args:
        score: of the scoregroup, as it is printed; empty for the bye.
        players: how many are in it.
        y: of its middle, in pixels.
    """

    score: str
    players: int
    y: int


class Arrow(NamedTuple):
    """An arrow of the drawing.

    Args:
        number: of the participant who floats.
        x: from top to bottom.
        top: where it begins.
        bottom: where it ends.
        row: the float in the table.
    """

    number: int
    x: int
    top: int
    bottom: int
    row: Float


@dataclass(frozen=True)
class FloatMap:
    """The floats of a round.

    Args:
        groups: from the highest score down.
        floats: in the order of the scores.
        arrows: of the drawing; none of more floats than a drawing has room for.
    """

    groups: Sequence[ScoreRow]
    floats: Sequence[Float]
    arrows: Sequence[Arrow]

    @property
    def size(self) -> tuple[int, int]:
        """Across and down, in pixels."""
        return LEFT + STEP * max(1, len(self.arrows)) + 12, ROW * len(self.groups) + 4


def seen_before(log: EventLog, at: int) -> Mapping[int, tuple[int, ScoreAndPreference]]:
    """Return what the system knew of everybody before a round, with the number of then, by that of now.

    Args:
        log: the tournament.
        at: a round that is paired.

    Returns:
        Nothing of a system without scoregroups, or where the round was paired before all results were there.
    """
    try:
        seen = before_round(log.as_paired(at).before)
    except BadInput:
        return {}
    return {now: (then, seen[then]) for now, then in log.numbers_then(at).items() if then in seen}


def float_map(log: EventLog, at: int) -> FloatMap | None:
    """Return the floats of a round; None of a system without scoregroups, and where there is one only."""
    before = seen_before(log, at)
    scores = sorted({state.score for _, state in before.values()}, reverse=True)
    if len(scores) < 2:
        return None
    tournament = log.tournament()
    names = {number: entrant.name for number, entrant in tournament.by_number.items()}
    round_ = tournament.rounds[at - 1]
    floats = []
    for board, game in enumerate(round_.pairings, 1):
        both = [(before[number], names[number]) for number in (game.white, game.black) if number in before]
        if len(both) < 2 or both[0][0][1].score == both[1][0][1].score:
            continue
        (low, other), (high, name) = sorted(both, key=lambda each: each[0][1].score)
        floats.append(Float(high[0], name, high[1].score, other, low[1].score, board))
    for bye in round_.byes:
        if bye.result is Result.PAIRING_BYE and bye.number in before:
            then, seen = before[bye.number]
            floats.append(Float(then, names[bye.number], seen.score, "", None, 0))
    floats.sort(key=lambda each: (-each.score, each.board or len(round_.pairings) + 1))
    return _drawn(scores, before, floats)


def _drawn(
    scores: Sequence[Fraction], before: Mapping[int, tuple[int, ScoreAndPreference]], floats: Sequence[Float]
) -> FloatMap:
    sizes = [sum(state.score == score for _, state in before.values()) for score in scores]
    groups = [
        ScoreRow(number_text(score), size, ROW * at + ROW // 2)
        for at, (score, size) in enumerate(zip(scores, sizes, strict=True))
    ]
    if any(float_.to is None for float_ in floats):
        groups.append(ScoreRow("", 1, ROW * len(groups) + ROW // 2))
    y = {score: group.y for score, group in zip(scores, groups, strict=False)}
    bye = groups[-1].y
    arrows = []
    for at, float_ in enumerate(floats):
        bottom = bye if float_.to is None else y[float_.to]
        arrows.append(Arrow(float_.number, LEFT + STEP * at + STEP // 2, y[float_.score], bottom, float_))
    return FloatMap(groups, floats, arrows if len(arrows) <= MOST else ())
