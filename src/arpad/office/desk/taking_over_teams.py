"""What a report says of teams beside their matches: players, line-ups, and results on boards, as events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from arpad.core import BadInput, worded
from arpad.office.events.event import Event
from arpad.office.events.rounds import ResultEntered
from arpad.office.events.teams import BoardResult, LineUp, MemberAdded
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, Severity
from arpad.tournament.boards import Board, boards_of_match, by_default, lineup_of
from arpad.tournament.model import Entrant, Entry, Pairing, Tournament
from arpad.tournament.results import Result, possible
from arpad.tournament.team_rounds import game_points_of_bye

DERIVED = ("board_points", "lineups", "unplayed_game_points")
"""Settings that follow from the players' games; of line-ups and byes there are events."""


def without_derived(cup: Tournament) -> Tournament:
    """Return a tournament without the settings that follow from its games."""
    return replace(cup, settings={key: value for key, value in cup.settings.items() if key not in DERIVED})


def player_ids(cup: Tournament, first: int) -> dict[int, int]:
    """Return the ``entrant`` numbers of the players by their numbers: team by team, from one that is free."""
    members = [member for team in cup.by_number.values() for member in team.members]
    return {member: entrant for entrant, member in enumerate(members, first)}


def members_added(
    cup: Tournament, players: Mapping[int, int], teams: Mapping[int, int], text: Mapping[int, Entrant]
) -> Iterator[MemberAdded]:
    """Yield the players of all teams.

    Args:
        cup: the tournament.
        players: their ``entrant`` numbers.
        teams: those of the teams.
        text: the players with what events can have of names and other text.
    """
    for team in cup.by_number.values():
        for member in team.members:
            player = text[member]
            yield MemberAdded(
                entrant=players[member],
                team=teams[team.number],
                number=member,
                name=player.name,
                rating=player.rating,
                title=player.title,
                federation=player.federation,
                sex=player.sex,
                identity=player.identity,
                birth=player.birth,
            )


def lineups(
    cup: Tournament, at: int, players: Mapping[int, int], teams: Mapping[int, int]
) -> Iterator[Event]:
    """Yield the line-ups of a round that are not the first players of the team.

    Of a forfeited match of which no player's line says anything, nobody sat down. Of a team with a bye, those
    are named whose lines have the same bye: ``U`` of the pairing's bye stays ``U``.
    """
    boards = int(cup.settings.get("boards", 0))
    numbers: Sequence[int]
    if at <= cup.played:
        numbers = [number for game in cup.rounds[at - 1].pairings for number in (game.white, game.black)]
    else:
        numbers = list(cup.settings.get("lineups", {}).get(at, {}))
    ids = {**players, 0: 0}
    for number in numbers:
        lineup = by_default(lineup_of(cup, number, at), boards)
        if lineup != by_default(cup.by_number[number].members, boards):
            yield LineUp(teams[number], at, tuple(ids[player] for player in lineup))
    if at <= cup.played and cup.players is not None and at <= cup.players.played:
        for bye in cup.rounds[at - 1].byes:
            with_bye = [
                player
                for player in cup.by_number[bye.number].members
                if bye.result is not Result.ZERO_BYE
                and cup.players.history[player][at - 1] == Entry(0, "", bye.result)
            ]
            if with_bye:
                yield LineUp(teams[bye.number], at, tuple(ids[player] for player in with_bye))


def results(cup: Tournament, at: int) -> Iterator[Event]:
    """Yield the results of a round: forfeited matches, and of the others those on their boards.

    Raises:
        BadInput: two who sit at one board by the line-ups have results that exclude each other.
    """
    for match, game in enumerate(cup.rounds[at - 1].pairings, 1):
        boards = [board for board in boards_of_match(cup, at, match) if board.occupied]
        if game.white_result.forfeit and _as_a_whole(game, boards):
            yield ResultEntered(at, match, game.white_result, game.black_result)
            continue
        for board in boards:
            if not possible(*board.results):
                raise _boards_differ(at)
            if not board.pending:
                yield BoardResult(at, match, board.number, *board.results)


def _as_a_whole(game: Pairing, boards: Sequence[Board]) -> bool:
    """Return whether a forfeited match is forfeited on every board, with nothing for a team that forfeits."""
    results = (game.white_result, game.black_result)
    lost = [
        points
        for points, result in zip(game.points or (), results, strict=False)
        if result is Result.FORFEIT_LOSS
    ]
    return all(board.results == results for board in boards) and not any(lost)


def check_boards(log: EventLog, cup: Tournament) -> None:
    """Refuse a report whose games do not follow from its line-ups and colours.

    Raises:
        BadInput: they do not; with the round.
    """
    tournament = log.tournament()
    if tournament.players is None or cup.players is None:
        return
    for at, (round_, original) in enumerate(zip(tournament.rounds, cup.rounds, strict=True), 1):
        original_games = cup.players.rounds[at - 1].pairings if at <= cup.players.played else ()
        matches = zip(round_.pairings, original.pairings, strict=True)
        points = all(_same_points(game, other) for game, other in matches)
        if not points or {*tournament.players.rounds[at - 1].pairings} != {*original_games}:
            raise _boards_differ(at)


def _boards_differ(at: int) -> BadInput:
    return BadInput(
        worded(
            "the games of round {at} do not follow from the line-ups and the colours of the boards", at=at
        ),
        code="report.boards",
        remedy="List the line-ups of the round (300) and the colours of the boards (352).",
    )


def _same_points(game: Pairing, original: Pairing) -> bool:
    """Return whether a match has the game points of the report; a match forfeited as a whole needs none."""
    if original.points is None or original.points == game.points:
        return True
    return (
        game.points is None and original.white_result.forfeit and original.white_result is game.white_result
    )


def findings_of_teams(cup: Tournament) -> Iterator[Finding]:
    """Yield what a report says of teams that is left out."""
    if cup.players is None:
        return
    of_teams = {member for team in cup.entrants for member in team.members}
    alone = tuple(number for number in cup.players.by_number if number not in of_teams)
    if alone:
        text = worded("players of no team are left out: {known}", known=", ".join(map(str, alone)))
        yield Finding("report.players-without-team", text, Severity.WARNING)
    for result, points in cup.settings.get("unplayed_game_points", {}).items():
        usual = game_points_of_bye(cup.points, int(cup.settings.get("boards", 0)))
        if points != usual:
            text = worded(
                "game points of the bye ({value}) are {usual}, not {points} as in the report (320)",
                value=result.value,
                usual=usual,
                points=points,
            )
            yield Finding("report.bye-game-points", text, Severity.WARNING)
