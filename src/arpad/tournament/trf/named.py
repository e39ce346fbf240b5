"""Numbers that a report's lines name: each must be of a participant, of a team, or of a team's player."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from arpad.core import BadInput, worded
from arpad.tournament.trf import what
from arpad.tournament.trf.fields import ReportLine
from arpad.tournament.trf.judge import Judge

_PLACES = {
    # The first and the last number of an acceleration (TRF26).
    "250": ((23, 26), (28, 31)),
    # JaVaFo's acceleration of one participant.
    "XXA": ((5, 8),),
}
_LISTS = {"260": 12, "XXP": 4}
"""Code of a prohibition → the column from which it names numbers."""


class _Name(NamedTuple):
    """A number that a line names, in some columns."""

    line: ReportLine
    number: int
    first: int
    last: int


def _names(line: ReportLine) -> Iterator[_Name]:
    for first, last in _PLACES.get(line.code, ()):
        number = line.whole(first, last, what.PAIRING_NUMBER)
        if number:
            yield _Name(line, number, first, last)
    if line.code in _LISTS:
        for column, word in line.words(_LISTS[line.code]):
            yield _Name(line, int(word), column, column + len(word) - 1)


def check_participants(lines: Iterable[ReportLine], participants: Container[int], judge: Judge) -> None:
    """Find accelerations and prohibitions of numbers that no participant has.

    Args:
        lines: the file; what stands in these columns is known to be numbers.
        participants: the numbers of the participants: of the teams where teams are paired.
        judge: takes what is wrong.
    """
    for line in lines:
        for name in _names(line):
            if name.number not in participants:
                judge(
                    line.bad(
                        worded(
                            "{code} names the number {number}, which no participant has",
                            code=line.code,
                            number=name.number,
                        ),
                        name.first,
                        name.last,
                        worded("Correct it, or add the participant."),
                    )
                )


def check_teams(lines: Iterable[ReportLine], members: Mapping[int, tuple[int, ...]], judge: Judge) -> None:
    """Find line-ups and byes of numbers that no team has, and line-ups with players of no or another team.

    Args:
        lines: the file; what stands in these columns is known to be numbers.
        members: team → its players (310 or 013).
        judge: takes what is wrong.
    """
    for line in lines:
        if line.code == "300":
            _lineup(line, members, judge)
        elif line.code == "320":
            for first in range(15, len(line.text.rstrip()) + 1, 4):
                team = line.whole(first, first + 2, what.TEAM_NUMBER)
                if team and team not in members:
                    judge(_no_team(line, team, first, first + 2))


def _lineup(line: ReportLine, members: Mapping[int, tuple[int, ...]], judge: Judge) -> None:
    team = line.whole(9, 11, what.TEAM_NUMBER)
    if not team:
        return
    if team not in members:
        judge(_no_team(line, team, 9, 11))
        return
    for column, word in line.words(16):
        if int(word) and int(word) not in members[team]:
            judge(
                line.bad(
                    worded(
                        "300 names the player {player}, who is not in the list of team {team} (310)",
                        player=int(word),
                        team=team,
                    ),
                    column,
                    column + len(word) - 1,
                    worded("Correct it, or add the player to the team's list."),
                )
            )


def _no_team(line: ReportLine, team: int, first: int, last: int) -> BadInput:
    return line.bad(
        worded("{code} names the team {team}, which no record 310 has", code=line.code, team=team),
        first,
        last,
        worded("Correct it, or add the team."),
    )
