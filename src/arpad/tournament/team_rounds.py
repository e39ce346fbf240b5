"""Rounds of a tournament of teams from what is entered at its boards: matches, games, and points by board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from arpad.tournament.boards import (
    Both,
    LineUp,
    by_default,
    games_on_boards,
    in_order,
    match_of,
    seats,
    worth_on_board,
)
from arpad.tournament.model import Bye, Pairing, Round, Tournament
from arpad.tournament.points import FIDE_POINTS, Points
from arpad.tournament.results import Result

PLAYERS_BYE = "players_bye"
"""The detail of a tournament of teams that has what the pairing's bye is worth in a player's line."""


@dataclass(frozen=True)
class TeamRound:
    """A round of matches with the games on their boards.

    Args:
        matches: of the teams, with the results and game points that the boards bring.
        games: of the players.
        points: of each team that has a match: its game points by board; none where no board is known.
    """

    matches: Round
    games: Round
    points: Mapping[int, tuple[Fraction, ...]]


def team_round(
    matches: Round,
    lineups: Mapping[int, LineUp],
    results: Mapping[int, Mapping[int, Both]],
    *,
    resting: Mapping[int, LineUp] | None = None,
    points: Points = FIDE_POINTS,
    colours: str = "",
) -> TeamRound:
    """Return a round as its boards have it.

    A match that has a result of its own keeps it: a forfeited one is forfeited on every board, and of one
    with game points the games are not known. Any other match has the result of its boards.

    Of a forfeited match to which one of the teams came, and the other has named nobody, the players who came
    have nobody opposite (TRF26, "Forfeited matches").

    Args:
        matches: as they were paired, with the results that were entered for whole matches.
        lineups: team → its players by board; teams without players are missing.
        results: match (from 1) → board (from 1) → the results of the two teams' players.
        resting: team without a match → the players who share its bye.
        points: what games are worth.
        colours: of the team with White, by board; empty for White on the first and every second one.
    """
    pairings: list[Pairing] = []
    games, byes = [], []
    by_board: dict[int, tuple[Fraction, ...]] = {}
    for at, match in enumerate(matches.pairings, 1):
        sides = [lineups.get(number, ()) for number in (match.white, match.black)]
        forfeited = match.white_result.forfeit
        named = forfeited and match.white in lineups and match.black in lineups
        here = any(map(any, sides)) if named else all(map(any, sides))
        if not here or not (match.pending or forfeited):
            pairings.append(match)
            by_board |= {match.white: (), match.black: ()}
            continue
        lost = (match.white_result, match.black_result) if forfeited else _NOBODY
        entered = dict.fromkeys(range(1, len(sides[0]) + 1), lost) if forfeited else results.get(at, {})
        more, without = games_on_boards(sides[0], sides[1], colours, entered)
        games += more
        losers = {
            player
            for side, how in zip(sides, lost, strict=True)
            if how is Result.FORFEIT_LOSS
            for player in side
        }
        byes += [bye for bye in without if bye.number not in losers]
        boards = [
            _results(player, opponent, entered.get(board), lost)
            for board, (player, opponent, _) in enumerate(seats(sides[0], sides[1]), 1)
        ]
        of_sides = [tuple(worth_on_board(both[side], points) for both in boards) for side in (0, 1)]
        for number, side, worth in zip((match.white, match.black), sides, of_sides, strict=True):
            by_board[number] = worth if any(side) else ()
        if forfeited:
            pairings.append(
                replace(match, points=(sum(of_sides[0], Fraction(0)), sum(of_sides[1], Fraction(0))))
            )
        else:
            outcome = match_of(match.white, match.black, boards, points)
            pairings.append(
                replace(
                    match,
                    white_result=outcome.white_result,
                    black_result=outcome.black_result,
                    points=outcome.points,
                )
            )
    for rest in matches.byes:
        if rest.result is not Result.ZERO_BYE:
            byes += [Bye(player, rest.result) for player in (resting or {}).get(rest.number, ()) if player]
    return TeamRound(replace(matches, pairings=tuple(pairings)), Round(tuple(games), tuple(byes)), by_board)


_NOBODY = (Result.PENDING, Result.PENDING)


def _results(first: int, second: int, entered: Both | None, lost: Both) -> Both:
    """Return what a board brings both teams' players; of a team that forfeits the match, nobody gets a point.

    Args:
        first: the player of the team with White; 0 for nobody.
        second: the other player.
        entered: the result of the board.
        lost: how the teams forfeit the match.
    """
    if first and second:
        return entered or _NOBODY
    alone = [
        player and how is not Result.FORFEIT_LOSS for player, how in zip((first, second), lost, strict=True)
    ]
    return (
        Result.FULL_BYE if alone[0] else Result.ZERO_BYE,
        Result.FULL_BYE if alone[1] else Result.ZERO_BYE,
    )


def with_team_rounds(
    tournament: Tournament,
    players: Tournament,
    rounds: Sequence[TeamRound],
    lineups: Mapping[int, Mapping[int, LineUp]],
    boards: int,
) -> Tournament:
    """Return a tournament of teams with its rounds, and with what reports and tie-breaks ask of them.

    Args:
        tournament: of teams with their members; its rounds are replaced.
        players: without rounds.
        rounds: as :func:`team_round` makes them.
        lineups: round → team → players by board, of rounds that are paired and to come.
        boards: of a match.
    """
    settings: dict[str, Any] = {
        **tournament.settings,
        "boards": boards,
        "board_points": {at: dict(round_.points) for at, round_ in enumerate(rounds, 1)},
        "unplayed_game_points": {
            Result.PAIRING_BYE: game_points_of_bye(tournament.points, boards),
            **tournament.settings.get("unplayed_game_points", {}),
        },
    }
    named = _unusual(tournament, lineups, boards, rounds)
    if named:
        settings["lineups"] = named
    return replace(
        tournament,
        rounds=tuple(round_.matches for round_ in rounds),
        players=replace(
            players,
            rounds=tuple(round_.games for round_ in rounds),
            points=with_players_bye(players.points, tournament.details),
        ),
        settings=settings,
    )


def with_players_bye(points: Points, details: Mapping[str, str]) -> Points:
    """Return what the games of teams are worth, with the worth of a player's ``U`` that a report told.

    A team's bye is worth what the team gets (TRF26, 320); what its players get for it (162, P) counts in
    their own lines only.
    """
    try:
        worth = Fraction(details.get(PLAYERS_BYE, ""))
    except (ValueError, ZeroDivisionError):
        return points
    return replace(points, pairing_bye=None if worth == points.win else worth)


def game_points_of_bye(points: Points, boards: int) -> Fraction:
    """Return the game points of the pairing's bye: those of a match won, or drawn (C.04.6, 1.4)."""
    return Fraction(boards) / (1 if points.of(Result.PAIRING_BYE) >= points.win else 2)


def _unusual(
    tournament: Tournament,
    lineups: Mapping[int, Mapping[int, LineUp]],
    boards: int,
    rounds: Sequence[TeamRound],
) -> dict[int, dict[int, tuple[int, ...]]]:
    """Return the line-ups that do not follow from the order of the team: a report lists them (TRF26, 300)."""
    unusual: dict[int, dict[int, tuple[int, ...]]] = {}
    for at, teams in sorted(lineups.items()):
        sat = _sat(rounds[at - 1].games) if at <= len(rounds) else set()
        for number, players in sorted(teams.items()):
            members = tournament.by_number[number].members
            if at > len(rounds):
                usual = tuple(players) == by_default(members, boards)
            else:
                # A report has no line for a player who sat down and got nothing, not even a loss by forfeit.
                usual = in_order(members, players) and len(sat & {*players}) in (0, len(players))
            if not usual and any(players):
                unusual.setdefault(at, {})[number] = tuple(players)
    return unusual


def _sat(round_: Round) -> set[int]:
    """Return the players who have a line in a round."""
    at_boards = {number for game in round_.pairings for number in (game.white, game.black)}
    return at_boards | {bye.number for bye in round_.byes}
