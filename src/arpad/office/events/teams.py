"""Events of teams: their players, the order of the boards, line-ups, and results on boards.

A team is entered like any participant. Its players have ``entrant`` numbers from the same count, so that no
number ever stands for two; a match is a board of the round, and has boards of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, ClassVar

from arpad.core import BadInput, counted, joined, worded
from arpad.office.events.concern import Concern, entries_of
from arpad.office.events.entry_fields import Name, Rating
from arpad.office.events.event import Event
from arpad.office.events.fields import MOST_ENTRANTS, check_possible, refuse
from arpad.office.events.findings import change_of_entries, correction
from arpad.office.events.state import State
from arpad.office.events.stored_event import (
    BoardNumber,
    Codec,
    EntrantId,
    EntrantIds,
    GameResult,
    PairingNumber,
    RoundNumber,
    Text,
)
from arpad.office.events.wording import name_of
from arpad.office.policy import Finding
from arpad.tournament.entry import result_text
from arpad.tournament.model import Entrant, Pairing
from arpad.tournament.results import Result


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

    def apply(self, state: State) -> None:
        """Let a player join a team."""
        state.check_entered(self.team)
        teams = state.teams
        if self.entrant in state.entrants or self.entrant in teams.players:
            raise BadInput(f"there is an entrant {self.entrant} already", code="entrant.twice")
        if any(player.number == self.number for player in teams.players.values()):
            raise BadInput(f"the number {self.number} stands for two players", code="number.twice")
        entry = {name: getattr(self, name) for name in MEMBER}
        teams.players[self.entrant] = Entrant(number=self.number, **entry)
        teams.rosters[self.team] = (*teams.rosters.get(self.team, ()), self.entrant)

    def concern(self, state: State) -> Concern:
        return Concern(
            worded("{name} joined {team}", name=self.name, team=name_of(state, self.team)),
            [("entrant", self.team, "roster", self.name)],
            entries_of([self.team]),
        )

    def describe(self, state: State) -> str:
        return worded("add {name} to {team}", name=self.name, team=name_of(state, self.team))

    def weigh(self, state: State) -> Iterable[Finding]:
        return change_of_entries(self, state)


MEMBER = tuple(field.name for field in fields(MemberAdded) if field.name not in ("entrant", "team", "number"))
"""What the entry of a player says."""


def edit_member(state: State, player: int, changes: Mapping[str, str | int]) -> None:
    """Correct the entry of a player.

    Args:
        state: the tournament, which is changed.
        player: the ``entrant`` number.
        changes: the fields that change, with their new values.

    Raises:
        BadInput: players have no such field.
    """
    for name in changes:
        if name not in MEMBER:
            raise BadInput(f"a player of a team has no {name}", code="member.unknown-field")
    players = state.teams.players
    players[player] = replace(players[player], **changes)  # type: ignore[arg-type]


def remove_member(state: State, player: int) -> None:
    """Take a player out of a team who is in no line-up.

    Args:
        state: the tournament, which is changed.
        player: the ``entrant`` number.

    Raises:
        BadInput: the player is in a line-up.
    """
    teams = state.teams
    for at, lineups in (*teams.named.items(), *teams.seated.items(), *teams.resting.items()):
        if any(player in members for members in lineups.values()):
            raise BadInput(f"player {player} is in a line-up of round {at}", code="member.has-rounds")
    team = teams.team_of(player)
    teams.rosters[team] = tuple(member for member in teams.rosters[team] if member != player)
    del teams.players[player]


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

    def apply(self, state: State) -> None:
        """Set the order of a team's players."""
        if sorted(self.members) != sorted(state.teams.rosters.get(self.team, ())):
            raise BadInput("the order does not name every player of the team once", code="roster.not-all")
        state.teams.rosters[self.team] = self.members

    def concern(self, state: State) -> Concern:
        return Concern(
            worded("the players of {name} were ordered", name=name_of(state, self.team)),
            [("entrant", self.team, "roster")],
            entries_of([self.team, *self.members]),
        )

    def describe(self, state: State) -> str:
        return worded(
            "order of {team}: {players}",
            team=name_of(state, self.team),
            players=", ".join(name_of(state, member) for member in self.members),
        )

    def weigh(self, state: State) -> Iterable[Finding]:
        return change_of_entries(self, state)


def _read_lineup(key: str, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(
        type(member) is int and 0 <= member <= MOST_ENTRANTS for member in value
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
    members: Annotated[tuple[int, ...], Codec(_read_lineup, list)]

    def apply(self, state: State) -> None:
        """Take the line-up that a team names for a round; boards whose player changes lose their result.

        A team with a bye in a round that is paired names the players who share it, however many they are.
        """
        teams = state.teams
        roster = teams.rosters.get(self.team, ())
        players = [member for member in self.members if member]
        if len(set(players)) != len(players):
            raise BadInput("a line-up names a player twice", code="member.twice")
        for player in players:
            if player not in roster:
                raise BadInput(f"player {player} is not in the team {self.team}", code="member.not-in-team")
        byes = state.rounds[self.round - 1].byes if self.round <= len(state.rounds) else ()
        if any(bye.number == self.team for bye in byes):
            teams.rest(self.round, self.team, self.members)
            return
        boards = teams.boards(state.plan.settings)
        if len(self.members) != boards:
            raise BadInput(
                f"a match has {counted(boards, 'board')}, and the line-up names {len(self.members)}",
                code="lineup.boards",
            )
        before = teams.seated.get(self.round, {}).get(self.team, ())
        teams.name(self.round, self.team, self.members)
        if self.round <= len(state.rounds):
            changed = {
                board
                for board, both in enumerate(zip(before, self.members, strict=False), 1)
                if len({*both}) > 1
            }
            for match, game in enumerate(state.rounds[self.round - 1].pairings, 1):
                if self.team in (game.white, game.black):
                    teams.drop(self.round, match, changed)

    def concern(self, state: State) -> Concern:
        part = ("round", self.round)
        games = state.rounds[self.round - 1].pairings if self.round <= len(state.rounds) else ()
        matches = [match for match, game in enumerate(games, 1) if self.team in (game.white, game.black)]
        return Concern(
            worded(
                "{name} named a line-up for round {round}", name=name_of(state, self.team), round=self.round
            ),
            [(*part, "lineup", self.team)],
            [
                *((*part, "result", match) for match in matches),
                *entries_of([self.team, *filter(None, self.members)]),
            ],
        )

    def describe(self, state: State) -> str:
        players = [name_of(state, member) if member else worded("nobody") for member in self.members]
        return worded(
            "line-up of {team} in round {at}: {players}",
            team=name_of(state, self.team),
            at=self.round,
            players=joined(players),
        )


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

    def apply(self, state: State) -> None:
        """Enter or correct the result of a board; a result of the whole match no longer counts."""
        round_ = state.round_of(self.round)
        if self.match > len(round_.pairings):
            raise BadInput(f"round {self.round} has no board {self.match}", code="board.unknown")
        match = round_.pairings[self.match - 1]
        seated = state.teams.seated.get(self.round, {})
        lineups = [seated.get(team, ()) for team in (match.white, match.black)]
        if not all(players[self.board - 1 : self.board] and players[self.board - 1] for players in lineups):
            raise BadInput(
                f"board {self.board} of match {self.match} has no two players", code="result.no-two-players"
            )
        if not match.pending:
            games = list(round_.pairings)
            games[self.match - 1] = replace(
                match, white_result=Result.PENDING, black_result=Result.PENDING, points=None
            )
            state.set_round(self.round, replace(round_, pairings=tuple(games)))
        state.teams.enter(self.round, self.match, self.board, (self.white_team, self.black_team))

    def concern(self, state: State) -> Concern:
        part = ("round", self.round)
        match = state.rounds[self.round - 1].pairings[self.match - 1]
        return Concern(
            worded(
                "the result of board {board} of match {match} in round {round} was entered",
                board=self.board,
                match=self.match,
                round=self.round,
            ),
            [(*part, "result", self.match, self.board)],
            [(*part, "seats", self.match), *((*part, "lineup", team) for team in (match.white, match.black))],
        )

    def describe(self, state: State) -> str:
        match = state.round_of(self.round).pairings[self.match - 1]
        seated = state.teams.seated[self.round]
        players = [name_of(state, seated[team][self.board - 1]) for team in (match.white, match.black)]
        return worded(
            "result of round {at}: match {match}, board {board}: {sides}: {result}",
            at=self.round,
            match=self.match,
            board=self.board,
            sides=" – ".join(players),
            result=result_text(Pairing(1, 2, self.white_team, self.black_team), black_first=False),
        )

    def weigh(self, state: State) -> Iterable[Finding]:
        """Say that a result on a board is corrected, or that boards count instead of that of the match."""
        match = state.round_of(self.round).pairings[self.match - 1]
        new = (self.white_team, self.black_team)
        before = state.teams.results_of(self.round, self.match).get(self.board, new)
        return correction(self.round, state) if not match.pending or before != new else ()
