"""Who sits at which board of a match of teams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arpad.core import NotProvided
from arpad.tournament.model import Bye, Pairing, Round, Tournament
from arpad.tournament.results import Result


def seated(tournament: Tournament) -> Tournament:
    """Return a tournament of teams with games, still to be played, on the boards of its last round's matches.

    A team sits down as its line-up for the round says (the setting ``lineups``), or in its order. The team
    with White has it on the first board and on every second one after it, or as the detail ``board_colours``
    says (TRF26, 352). Who has nobody opposite gets the point. Matches that have games, or a result, stay as
    they are.

    Args:
        tournament: with ``players``, and in its last round matches without a result.

    Raises:
        NotProvided: the players are not in it, or nothing says how many boards there are.
    """
    players, at = tournament.players, tournament.played
    boards = int(tournament.settings.get("boards", 0))
    if players is None or not boards:
        raise NotProvided(
            "nobody can be seated: the tournament has no players, or no number of boards",
            remedy="Enter the players (Tournament.players) and the setting boards.",
        )
    if not at:
        return tournament
    rounds = [*players.rounds[:at], *[Round()] * (at - players.played)]
    games, byes = list(rounds[-1].pairings), list(rounds[-1].byes)
    busy = {number for game in games for number in (game.white, game.black)} | {bye.number for bye in byes}
    colours = tournament.details.get("board_colours", "").lower()
    for match in tournament.rounds[-1].pairings:
        sides = [_lineup(tournament, number, at, boards) for number in (match.white, match.black)]
        if not match.pending or busy & {number for side in sides for number in side}:
            continue
        for board, (one, other) in enumerate(zip(*sides, strict=True)):
            white = colours[board] == "w" if board < len(colours) else board % 2 == 0
            if one and other:
                games.append(Pairing(one, other) if white else Pairing(other, one))
            elif one or other:
                byes.append(Bye(one or other, Result.FULL_BYE))
    rounds[-1] = Round(tuple(games), tuple(byes))
    return replace(tournament, players=replace(players, rounds=(*rounds, *players.rounds[at:])))


def _lineup(tournament: Tournament, number: int, at: int, boards: int) -> Sequence[int]:
    own = tournament.settings.get("lineups", {}).get(at, {}).get(number)
    players = tuple(tournament.by_number[number].members if own is None else own)[:boards]
    return (*players, *[0] * (boards - len(players)))
