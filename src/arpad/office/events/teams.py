"""Events of teams: their players, the order of the boards, line-ups, and results on boards.

A team is entered like any participant. Its players have ``entrant`` numbers from the same count, so that no
number ever stands for two; a match is a board of the round, and has boards of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.office.events.entries import Name, Rating
from arpad.office.events.event import (
    BoardNumber,
    Codec,
    EntrantId,
    EntrantIds,
    Event,
    GameResult,
    PairingNumber,
    RoundNumber,
    Text,
)
from arpad.office.events.fields import MOST_ENTRANTS, check_possible, refuse


@dataclass(frozen=True)
class MemberAdded(Event):
    """A player joins a team, behind the players who are in it.

    Args:
        entrant: one more than any participant or player before, those that were undone among them.
        team: the ``entrant`` number of the team.
        number: the number among all players, as reports have it.
        name: as it is printed.
        rating: in whole points; 0 for none.
        title: GM, IM, … or none.
        federation: country or federation.
        sex: ``m``, ``w`` or unknown.
        identity: the federation's identity number.
        birth: ``1990/05/17``, ``1990`` or unknown.
    """

    KIND: ClassVar[str] = "member"

    entrant: EntrantId
    team: EntrantId
    number: PairingNumber
    name: Name
    rating: Rating = 0
    title: Text = ""
    federation: Text = ""
    sex: Text = ""
    identity: Text = ""
    birth: Text = ""


@dataclass(frozen=True)
class RosterOrdered(Event):
    """The order of a team's players is set; a line-up that nobody names has the first of them.

    Args:
        team: the team.
        members: all its players, top board first.
    """

    KIND: ClassVar[str] = "roster"

    team: EntrantId
    members: EntrantIds


def _by_board(key: str, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(
        type(one) is int and 0 <= one <= MOST_ENTRANTS for one in value
    ):
        refuse(key, value, f"a list of whole numbers from 0 to {MOST_ENTRANTS}")
    return tuple(value)


@dataclass(frozen=True)
class LineUp(Event):
    """A team names its players for a round.

    Args:
        team: the team.
        round: paired, or to come.
        members: by board, top board first; 0 for a board at which nobody sits. Of a team with a bye, the
            players who share it.
    """

    KIND: ClassVar[str] = "lineup"

    team: EntrantId
    round: RoundNumber
    members: Annotated[tuple[int, ...], Codec(_by_board, list)]


@dataclass(frozen=True)
class BoardResult(Event):
    """A result on a board of a match is entered or corrected.

    Args:
        round: from 1.
        match: the board of the round at which the two teams meet, from 1.
        board: of the match, from 1.
        white_team: what the player of the team has that has White on the first board.
        black_team: what the player of the other team has.
    """

    KIND: ClassVar[str] = "game"

    round: RoundNumber
    match: BoardNumber
    board: BoardNumber
    white_team: GameResult
    black_team: GameResult

    def check(self) -> None:
        """Refuse results that no game can have.

        Raises:
            BadInput: they are.
        """
        check_possible(self.white_team, self.black_team, "the results {} and {}")
