"""The victory points of a Swiss teams event, and its tie-breaks.

A match is worth what the World Bridge Federation's scale gives for its margin in IMPs; see
:mod:`arpad.rulebooks.bridge.victory_points`. Rounds without a match are worth what the organiser says: the
scale does not say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction

from arpad.core import BadInput, Step
from arpad.core.interface import setting
from arpad.rulebooks.bridge.victory_points import EVEN, victory_points
from arpad.tournament.entry import typed_result
from arpad.tournament.model import Entry, Tournament
from arpad.tournament.results import Result
from arpad.tournament.tiebreaks.code import TieBreakCode
from arpad.tournament.tiebreaks.table import ScoreLine, ScoreTable
from arpad.tournament.tiebreaks.value import TieBreakTerm, TieBreakValue, number_text
from arpad.tournament.weighted import SystemSettings

SOURCE = "WBF, IMP to VP scales (2013)"


@dataclass(frozen=True)
class TeamSettings(SystemSettings):
    """What an event of teams sets.

    Args:
        boards: how many boards a match has.
        bye: the victory points of the pairing's bye, and of a full-point bye.
        forfeit: the victory points of a team whose opponents did not come; those get none.
    """

    boards: int = field(default=0, metadata={"low": 0})
    bye: float = field(default=12.0, metadata={"low": 0, "high": 20})
    forfeit: float = field(default=12.0, metadata={"low": 0, "high": 20})

    def __post_init__(self) -> None:
        """Refuse an event that has not said how long its matches are."""
        super().__post_init__()
        if not self.boards:
            raise BadInput(
                "victory points depend on how many boards a match has",
                remedy=f"Set the number: {setting('boards=16')}.",
            )


def settings_of(tournament: Tournament) -> TeamSettings:
    """Return the settings among those of a tournament.

    Raises:
        BadInput: the number of boards is missing, or one cannot be what it is.
    """
    names = {field.name for field in fields(TeamSettings)}
    return TeamSettings(**{key: value for key, value in tournament.settings.items() if key in names})


def victory(entry: Entry, its: TeamSettings) -> Fraction:
    """Return the victory points of a team's line for a round.

    A half-point bye is worth an even match. A pending match is worth nothing yet.

    Raises:
        BadInput: a match was won, and nobody has said by how many IMPs.
    """
    match entry.result:
        case Result.PAIRING_BYE | Result.FULL_BYE:
            return Fraction(str(its.bye))
        case Result.FORFEIT_WIN:
            return Fraction(str(its.forfeit))
        case Result.HALF_BYE:
            return EVEN
        case Result.FORFEIT_LOSS | Result.ZERO_BYE | Result.PENDING:
            return Fraction(0)
        case Result.DRAW | Result.UNRATED_DRAW:
            return EVEN
    if entry.points is None or entry.against is None:
        raise BadInput("a match has no IMPs", remedy="Enter them as its result, such as 24-17.")
    margin = entry.points - entry.against
    if margin.denominator != 1:
        raise BadInput(
            f"a margin of {number_text(margin)} IMPs is not valid", remedy="IMPs are whole numbers."
        )
    return victory_points(int(margin), its.boards)[0]


def victory_totals(tournament: Tournament, its: TeamSettings) -> dict[int, Fraction]:
    """Return everybody's victory points so far.

    Raises:
        BadInput: a match was won, and nobody has said by how many IMPs.
    """
    return {
        number: sum((_victory(at, entry, its) for at, entry in enumerate(line, 1)), Fraction(0))
        for number, line in tournament.history.items()
    }


def _victory(at: int, entry: Entry, its: TeamSettings) -> Fraction:
    try:
        return victory(entry, its)
    except BadInput as error:
        raise BadInput(f"round {at}: {error.problem}", remedy=error.remedy) from error


def imps(text: str) -> tuple[Result, tuple[Fraction, Fraction]]:
    """Return the first team's result and the IMPs of both, from a score such as ``24-17``.

    Raises:
        BadInput: it is not a score in whole IMPs.
    """
    first, _, points = typed_result(text, by_points=True)
    if points is None or any(value.denominator != 1 for value in points):
        raise BadInput(
            f"{text!r} is not a valid score in IMPs",
            remedy="Enter both teams' IMPs, such as 24-17.",
            code="result.not-valid",
        )
    return first, points


def _label(table: ScoreTable, line: ScoreLine) -> str:
    opponent = f" {table.name(line.opponent)}" if line.opponent else ""
    if line.entry.points is None or line.entry.against is None:
        return f"round {line.at}:{opponent} {line.result.value}"
    return f"round {line.at}:{opponent} {number_text(line.entry.points)}-{number_text(line.entry.against)}"


def victory_sums(
    table: ScoreTable, code: TieBreakCode, numbers: Collection[int]
) -> Mapping[int, TieBreakValue]:
    """Return the sums of victory points."""
    its = settings_of(table.tournament)
    return {
        number: TieBreakValue.sum(_term(table, line, its) for line in table.lines[number])
        for number in numbers
    }


def _term(table: ScoreTable, line: ScoreLine, its: TeamSettings) -> TieBreakTerm:
    worth = _victory(line.at, line.entry, its)
    steps: tuple[Step, ...] = ()
    if line.result.played and line.entry.points is not None and line.entry.against is not None:
        margin = line.entry.points - line.entry.against
        steps = (
            Step(
                "victory points",
                float(worth),
                "scale",
                f"{number_text(margin)} IMPs over {its.boards} boards",
                SOURCE,
            ),
        )
    return TieBreakTerm(worth, _label(table, line), line.opponent, steps=steps)


def net_imps(table: ScoreTable, code: TieBreakCode, numbers: Collection[int]) -> Mapping[int, TieBreakValue]:
    """Return the IMPs won less those lost."""
    return {
        number: TieBreakValue.sum(
            TieBreakTerm(line.entry.points - line.entry.against, _label(table, line), line.opponent)
            for line in table.lines[number]
            if line.entry.points is not None and line.entry.against is not None
        )
        for number in numbers
    }
