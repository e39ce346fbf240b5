"""The boards of matches of teams: who sits at which, and what the match comes to.

The players of a team have an order, that of ``Entrant.members``. For a match a team has a line-up: its
players by board, 0 for a board at which nobody sits. The team with White has White on the first board and on
every second one after it, or as the detail ``board_colours`` says (TRF26, 352). A player who has nobody
opposite gets the point (a full-point bye).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arpad.core import NotProvided
from arpad.tournament.entry import result_text
from arpad.tournament.model import ABSENT, Bye, Entry, Pairing, Round, Tournament
from arpad.tournament.points import Points
from arpad.tournament.results import Result

Both = tuple[Result, Result]
"""The results of a board: of the player of the team with White, and of the other player."""

LineUp = Sequence[int]
"""Players by board, top board first; 0 for a board at which nobody sits."""

_OUTCOME = {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}
_BY_FORFEIT = {
    1: (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    0: (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
    -1: (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
}


@dataclass(frozen=True)
class Board:
    """A board of a match.

    Args:
        number: from 1.
        players: of the team with White (of the match) and of the other team; 0 for nobody.
        white_first: whether the player of the team with White has White on this board.
        results: of both players; a full-point bye and nothing where one of them is missing.
    """

    number: int
    players: tuple[int, int]
    white_first: bool
    results: tuple[Result, Result]

    @property
    def occupied(self) -> bool:
        """Whether there is a game to be played: two players sit at the board."""
        return all(self.players)

    @property
    def pending(self) -> bool:
        """Whether the result is still to come."""
        return Result.PENDING in self.results

    def text(self, *, by_colour: bool = False) -> str:
        """Return the result as it is printed; nothing while it is to come.

        A player who has nobody opposite has ``+``, and nobody ``-``.

        Args:
            by_colour: whether White's result comes first, and not that of the team with White.
        """
        first, second = self.results if self.white_first or not by_colour else self.results[::-1]
        if self.occupied:
            return result_text(Pairing(1, 2, first, second), black_first=False)
        return "".join("+" if result is Result.FULL_BYE else "-" for result in (first, second))


def white_first(board: int, colours: str = "") -> bool:
    """Return whether the team with White has White on a board.

    Args:
        board: from 0.
        colours: of the team with White by board, ``wbw``; empty for White on the first and every second one.
    """
    return colours[board] == "w" if board < len(colours) else board % 2 == 0


def in_order(members: Sequence[int], lineup: LineUp) -> bool:
    """Return whether a line-up follows the order of the team, with nobody missing from a board."""
    places = [members.index(player) for player in lineup if player in members]
    return places == sorted(places) and len(places) == len(lineup)


def by_default(members: Sequence[int], boards: int) -> tuple[int, ...]:
    """Return the line-up of a team that has named none: the first of its players."""
    players = tuple(members[:boards])
    return (*players, *[0] * (boards - len(players)))


def seats(white: LineUp, black: LineUp, colours: str = "") -> Iterator[tuple[int, int, bool]]:
    """Yield for each board both players, and whether that of the team with White has White."""
    count = max(len(white), len(black))
    for board in range(count):
        player = white[board] if board < len(white) else 0
        opponent = black[board] if board < len(black) else 0
        yield player, opponent, white_first(board, colours)


def games_on_boards(
    white: LineUp, black: LineUp, colours: str = "", results: Mapping[int, Both] | None = None
) -> tuple[list[Pairing], list[Bye]]:
    """Return the games of a match, and the byes of the players who have nobody opposite.

    Args:
        white: the line-up of the team with White.
        black: that of the other team.
        colours: as of :func:`white_first`.
        results: of boards (from 1), as the two teams have them; the others are still to come.
    """
    games, byes = [], []
    for board, (player, opponent, has_white) in enumerate(seats(white, black, colours), 1):
        if player and opponent:
            mine, theirs = (results or {}).get(board, (Result.PENDING, Result.PENDING))
            game = (
                Pairing(player, opponent, mine, theirs)
                if has_white
                else Pairing(opponent, player, theirs, mine)
            )
            games.append(game)
        elif player or opponent:
            byes.append(Bye(player or opponent, Result.FULL_BYE))
    return games, byes


def worth_on_board(result: Result, points: Points) -> Fraction:
    """Return the game points of a player's result; the pairing's bye (162, P) is a team's.

    A player who has it in a match sat at a board that was empty opposite.
    """
    return points.of(Result.FULL_BYE if result is Result.PAIRING_BYE else result)


def match_of(white: int, black: int, results: Sequence[Both], points: Points) -> Pairing:
    """Return a match of two teams by the results on its boards; pending while one of them is.

    A match in which no game was played is forfeited (C.04.2, 3.5: the two may meet again).

    Args:
        white: the number of the team that has White on the first board.
        black: the other's.
        results: by board, of the player of the team with White and of the other.
        points: what games are worth.
    """
    if any(Result.PENDING in both for both in results):
        return Pairing(white, black)
    mine, theirs = (
        sum((worth_on_board(both[side], points) for both in results), Fraction(0)) for side in (0, 1)
    )
    ahead = (mine > theirs) - (mine < theirs)
    if not any(result.played for both in results for result in both) and (ahead or not mine):
        return Pairing(white, black, *_BY_FORFEIT[ahead], (mine, theirs))
    return Pairing(white, black, _OUTCOME[ahead], _OUTCOME[-ahead], (mine, theirs))


def lineup_of(tournament: Tournament, number: int, at: int) -> tuple[int, ...]:
    """Return the players of a team by board in a round: as listed for it, or else in the team's order.

    Of a round that is paired, the players who have a game, a forfeit or a bye; of a round to come, the first
    of the team.
    """
    own = tournament.settings.get("lineups", {}).get(at, {}).get(number)
    if own is not None:
        return tuple(own)
    members = tournament.by_number[number].members
    players = tournament.players
    if players is None or at > players.played:
        return by_default(members, int(tournament.settings.get("boards", 0)))
    return tuple(
        player for player in members if player in players.history and sat(players.history[player][at - 1])
    )


def sat(entry: Entry) -> bool:
    """Whether a player sat down in a round: a zero-point bye is as good as no line."""
    return bool(entry.opponent) or entry.result is not ABSENT.result


def boards_of_match(tournament: Tournament, at: int, match: int) -> tuple[Board, ...]:
    """Return the boards of a match; none where its games are not known, but its result at the most.

    Args:
        tournament: of teams.
        at: a round that is paired.
        match: from 1.
    """
    players = tournament.players
    if players is None or at > players.played:
        return ()
    game = tournament.rounds[at - 1].pairings[match - 1]
    sides = [lineup_of(tournament, number, at) for number in (game.white, game.black)]
    if not any(sat(players.history[player][at - 1]) for side in sides for player in side if player):
        return ()
    colours = tournament.details.get("board_colours", "").lower()
    boards = []
    for board, (player, opponent, has_white) in enumerate(seats(sides[0], sides[1], colours), 1):
        mine, theirs = (
            players.history[member][at - 1] if member else ABSENT for member in (player, opponent)
        )
        # A report of others may have other colours than those that alternate.
        white = mine.colour == "w" if mine.colour else has_white
        boards.append(Board(board, (player, opponent), white, (mine.result, theirs.result)))
    return tuple(boards)


def seated(tournament: Tournament) -> Tournament:
    """Return a tournament of teams with games, still to be played, on the boards of its last round's matches.

    A team sits down as its line-up for the round says (the setting ``lineups``), or in its order. Matches
    that have games, or a result, stay as they are.

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
        sides = [_named(tournament, number, at, boards) for number in (match.white, match.black)]
        if not match.pending or busy & {number for side in sides for number in side}:
            continue
        more, without = games_on_boards(sides[0], sides[1], colours)
        games += more
        byes += without
    rounds[-1] = Round(tuple(games), tuple(byes))
    return replace(tournament, players=replace(players, rounds=(*rounds, *players.rounds[at:])))


def _named(tournament: Tournament, number: int, at: int, boards: int) -> tuple[int, ...]:
    """Return whom a team has named for a round, or its first players."""
    own = tournament.settings.get("lineups", {}).get(at, {}).get(number)
    return by_default(tournament.by_number[number].members if own is None else own, boards)
