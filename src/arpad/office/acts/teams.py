"""Teams: rosters, line-ups, players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from arpad.core import worded
from arpad.core.wording import Worded
from arpad.office.acts.act import Act, ActGroup
from arpad.office.acts.entries import PlayerFields, check_given
from arpad.office.acts.fields import ListField, ParticipantField, TeamPlayerField, WholeNumberField, field
from arpad.office.events.fields import MOST_ROUNDS

if TYPE_CHECKING:
    from arpad.office.log.event_log import EventLog

PLAYER = worded("The player, by number among the players or by name.")
NOBODY = "-"
"""How an empty board is named in a line-up."""


@dataclass(frozen=True)
class NameLineup(Act):
    """Name the players of a team for a round.

    A team that names nobody plays with its first players.
    """

    NAME: ClassVar[str] = "lineup"
    TITLE: ClassVar[Worded] = worded("Name the players of a team for a round.")
    GROUP: ClassVar[ActGroup] = ActGroup.TEAMS

    team: str = field(
        ParticipantField(), worded("The team, by number or name."), positional=True, metavar="TEAM"
    )
    players: tuple[str, ...] = field(
        ListField(TeamPlayerField(NOBODY), 200, 1),
        worded("The players by board, top board first; - for a board at which nobody sits."),
        positional=True,
        metavar="NAME",
    )
    round: int | None = field(
        WholeNumberField(1, MOST_ROUNDS),
        worded("The round; the last if results are still to come, else the next."),
        default=None,
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log with the line-up."""
        from arpad.office import desk
        from arpad.tournament.participants import number_of, player_of

        tournament = log.tournament()
        team = number_of(tournament, self.team)
        players = [0 if each == NOBODY else player_of(tournament, each, team) for each in self.players]
        return desk.name_lineup(log, team, players, at=self.round)


@dataclass(frozen=True)
class OrderRoster(Act):
    """Set the order of the players of a team.

    Line-ups of paired rounds stay as they are.
    """

    NAME: ClassVar[str] = "roster"
    TITLE: ClassVar[Worded] = worded("Set the order of the players of a team.")
    GROUP: ClassVar[ActGroup] = ActGroup.TEAMS

    team: str = field(
        ParticipantField(), worded("The team, by number or name."), positional=True, metavar="TEAM"
    )
    players: tuple[str, ...] = field(
        ListField(TeamPlayerField(), 200, 1),
        worded("The players, top board first; those who are left out follow as they stand."),
        positional=True,
        metavar="NAME",
    )

    def change(self, log: EventLog) -> EventLog:
        """Return the log with the players in another order; line-ups of paired rounds stay."""
        from arpad.office import desk
        from arpad.tournament.participants import number_of, player_of

        tournament = log.tournament()
        team = number_of(tournament, self.team)
        return desk.order_roster(log, team, [player_of(tournament, each, team) for each in self.players])


@dataclass(frozen=True)
class EditPlayer(PlayerFields):
    """Correct a player of a team."""

    NAME: ClassVar[str] = "member"
    TITLE: ClassVar[Worded] = worded("Correct a player of a team.")
    GROUP: ClassVar[ActGroup] = ActGroup.TEAMS

    player: str = field(TeamPlayerField(), PLAYER, positional=True, metavar="PLAYER")

    DETAIL_FIELDS: ClassVar[tuple[str, ...]] = ("name", *PlayerFields.DETAIL_FIELDS)

    def change(self, log: EventLog) -> EventLog:
        """Return the log with the player corrected; an empty text takes a value out."""
        from arpad.office import desk
        from arpad.tournament.participants import player_of

        changes = self.given()
        check_given(changes)
        return desk.edit_member(log, player_of(log.tournament(), self.player), changes)


@dataclass(frozen=True)
class RemovePlayer(Act):
    """Take out a player of a team who is in no line-up."""

    NAME: ClassVar[str] = "remove-member"
    TITLE: ClassVar[Worded] = worded("Take out a player of a team who is in no line-up.")
    GROUP: ClassVar[ActGroup] = ActGroup.TEAMS

    player: str = field(TeamPlayerField(), PLAYER, positional=True, metavar="PLAYER")

    def change(self, log: EventLog) -> EventLog:
        """Return the log without the player."""
        from arpad.office import desk
        from arpad.tournament.participants import player_of

        return desk.remove_member(log, player_of(log.tournament(), self.player))
