"""What the events of teams do: players, the order of boards, line-ups, results on boards."""

from __future__ import annotations

from dataclasses import fields, replace

from arpad.core import BadInput, counted
from arpad.office.effects.state import State
from arpad.office.events.entries import Edited, Removed
from arpad.office.events.teams import BoardResult, LineUp, MemberAdded, RosterOrdered
from arpad.tournament.model import Entrant
from arpad.tournament.results import Result

MEMBER = tuple(one.name for one in fields(MemberAdded) if one.name not in ("entrant", "team", "number"))
"""What the entry of a player says."""


def add_member(state: State, event: MemberAdded) -> None:
    """Let a player join a team."""
    state.check_known(event.team)
    teams = state.teams
    if event.entrant in state.entrants or event.entrant in teams.players:
        raise BadInput(f"there is an entrant {event.entrant} already", code="entrant.twice")
    if any(one.number == event.number for one in teams.players.values()):
        raise BadInput(f"the number {event.number} stands for two players", code="number.twice")
    teams.players[event.entrant] = Entrant(
        number=event.number, **{name: getattr(event, name) for name in MEMBER}
    )
    teams.rosters[event.team] = (*teams.rosters.get(event.team, ()), event.entrant)


def edit_member(state: State, event: Edited) -> None:
    """Correct what is known of a player."""
    changes = dict(event.changes)
    for name in changes:
        if name not in MEMBER:
            raise BadInput(f"a player of a team has no {name}", code="member.unknown-field")
    players = state.teams.players
    players[event.entrant] = replace(players[event.entrant], **changes)  # type: ignore[arg-type]


def remove_member(state: State, event: Removed) -> None:
    """Take a player out of a team who is in no line-up."""
    teams = state.teams
    for at, lineups in (*teams.named.items(), *teams.seated.items(), *teams.resting.items()):
        if any(event.entrant in members for members in lineups.values()):
            raise BadInput(f"player {event.entrant} is in a line-up of round {at}", code="member.has-rounds")
    team = teams.team_of(event.entrant)
    teams.rosters[team] = tuple(one for one in teams.rosters[team] if one != event.entrant)
    del teams.players[event.entrant]


def order_roster(state: State, event: RosterOrdered) -> None:
    """Set the order of a team's players."""
    if sorted(event.members) != sorted(state.teams.rosters.get(event.team, ())):
        raise BadInput("the order does not name every player of the team once", code="roster.not-all")
    state.teams.rosters[event.team] = event.members


def name_lineup(state: State, event: LineUp) -> None:
    """Take the line-up that a team names for a round; boards whose player changes lose their result.

    A team with a bye in a round that is paired names the players who share it, however many they are.
    """
    teams = state.teams
    roster = teams.rosters.get(event.team, ())
    players = [one for one in event.members if one]
    if len(set(players)) != len(players):
        raise BadInput("a line-up names a player twice", code="member.twice")
    for player in players:
        if player not in roster:
            raise BadInput(f"player {player} is not in the team {event.team}", code="member.not-in-team")
    byes = state.rounds[event.round - 1].byes if event.round <= len(state.rounds) else ()
    if any(bye.number == event.team for bye in byes):
        teams.rest(event.round, event.team, event.members)
        return
    boards = teams.boards(state.new.settings)
    if len(event.members) != boards:
        raise BadInput(
            f"a match has {counted(boards, 'board')}, and the line-up names {len(event.members)}",
            code="lineup.boards",
        )
    before = teams.seated.get(event.round, {}).get(event.team, ())
    teams.name(event.round, event.team, event.members)
    if event.round <= len(state.rounds):
        changed = {
            board
            for board, both in enumerate(zip(before, event.members, strict=False), 1)
            if len({*both}) > 1
        }
        for match, game in enumerate(state.rounds[event.round - 1].pairings, 1):
            if event.team in (game.white, game.black):
                teams.drop(event.round, match, changed)


def enter_board_result(state: State, event: BoardResult) -> None:
    """Enter or correct the result of a board; a result of the whole match no longer counts."""
    one = state.round_of(event.round)
    if event.match > len(one.pairings):
        raise BadInput(f"round {event.round} has no board {event.match}", code="board.unknown")
    match = one.pairings[event.match - 1]
    sides = [state.teams.seated.get(event.round, {}).get(team, ()) for team in (match.white, match.black)]
    if not all(side[event.board - 1 : event.board] and side[event.board - 1] for side in sides):
        raise BadInput(
            f"board {event.board} of match {event.match} has no two players", code="result.no-two-players"
        )
    if not match.pending:
        games = list(one.pairings)
        games[event.match - 1] = replace(
            match, white_result=Result.PENDING, black_result=Result.PENDING, points=None
        )
        state.set_round(event.round, replace(one, pairings=tuple(games)))
    state.teams.enter(event.round, event.match, event.board, (event.white_team, event.black_team))
