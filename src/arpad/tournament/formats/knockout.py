"""The knockout: one loss eliminates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import ClassVar

from arpad.core import BadInput, Edition, Explanation, Step, worded, worded_count
from arpad.tournament.formats.seeding import bracket_size, drawn_by_tiers, drawn_seeds, first_round
from arpad.tournament.model import Bye, Pairing, Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import Paired

EDITION = Edition(date(1900, 1, 1), "seeded knockout")

WON = (Result.WIN, Result.UNRATED_WIN, Result.FORFEIT_WIN)


def is_decided(game: Pairing) -> bool:
    """Whether somebody goes on: a game that is over may need a play-off or a shoot-out."""
    if game.white_result in WON or game.black_result in WON:
        return True
    return not game.pending and game.points is not None and game.points[0] != game.points[1]


def undecided(tournament: Tournament) -> list[tuple[int, int]]:
    """Return round and board of the games that are over and have no winner, in a format that wants one."""
    if tournament.system not in ("knockout", "double-elimination"):
        return []
    return [
        (at, board)
        for at, round_ in enumerate(tournament.rounds, 1)
        for board, game in enumerate(round_.pairings, 1)
        if not game.pending and not is_decided(game)
    ]


def winner(game: Pairing, board: int, at: int) -> int:
    """Return who goes on.

    A drawn game is decided by the points beside it, such as a shoot-out's.

    Raises:
        BadInput: the game is not decided.
    """
    if game.white_result in WON:
        return game.white
    if game.black_result in WON:
        return game.black
    if game.points is not None and game.points[0] != game.points[1]:
        return game.white if game.points[0] > game.points[1] else game.black
    place = {"at": at, "board": board, "white": game.white, "black": game.black}
    raise BadInput(
        worded(
            "round {at}, board {board}: {white} against {black} is still to come",
            **place,
        )
        if game.pending
        else worded("round {at}, board {board}: {white} against {black} has no winner", **place),
        remedy="Enter who goes on: after a draw the result of the play-off.",
    )


@dataclass(frozen=True)
class Knockout:
    """A knockout of any number of players.

    Args:
        draw: ``seeded`` by number; ``tiers``: lots within 1, 2, 3–4, 5–8…; ``lots``: all by lots.
        third_place: whether those who lose the semifinals play for the third place, beside the final.
    """

    draw: str = "seeded"
    third_place: bool = False
    name: str = "knockout"
    edition: Edition = EDITION
    decisive: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse a draw that is none."""
        if self.draw not in ("seeded", "tiers", "lots"):
            raise BadInput(
                worded("{draw!r} is not a valid draw", draw=self.draw), remedy="Use seeded, tiers or lots."
            )

    def rounds(self, players: int) -> int:
        """Return how many rounds it takes: 4 for 16."""
        return bracket_size(players).bit_length() - 1

    def seeds(self, tournament: Tournament) -> list[int]:
        """Return the numbers by seed."""
        numbers = list(tournament.by_number)
        if self.draw == "tiers":
            return drawn_by_tiers(numbers, tournament.seed)
        return drawn_seeds(numbers, len(numbers) if self.draw == "seeded" else 0, tournament.seed)

    def pair(self, tournament: Tournament) -> Paired:
        """Pair the winners of neighbouring places; in the first round the top seeds are free.

        The higher seed has White.

        Raises:
            BadInput: a game is not decided, or the final was played.
        """
        seeds = self.seeds(tournament)
        rank = {number: at for at, number in enumerate(seeds)}
        at = tournament.played + 1
        if at > self.rounds(len(seeds)):
            raise BadInput("the final was paired; a knockout has no further round")
        places = self._places(tournament, seeds)
        pairs = list(zip(places[::2], places[1::2], strict=True))
        pairings = [_by_seed(pair, rank) for pair in pairs if 0 not in pair]
        free = [max(pair) for pair in pairs if 0 in pair]
        if self.third_place and len(places) == 2 and at > 1:
            losers = self._losers(tournament, at - 1)
            if len(losers) == 2:
                pairings.append(_by_seed((losers[0], losers[1]), rank))
        byes = tuple(Bye(number) for number in free)
        return Paired(Round(tuple(pairings), byes), lambda: self._explained(at, pairings, free, rank))

    def as_good(self, tournament: Tournament, round_: Round) -> bool:
        """Tell whether a round has just these games, or one for the third place more or less.

        Raises:
            BadInput: a game is not decided, or the final was played.
        """
        either = (replace(self, third_place=wanted).pair(tournament).round for wanted in (False, True))
        return any(_games(round_) == _games(other) for other in either)

    def whites(self, tournament: Tournament, round_: Round) -> list[int | None]:
        """Return who has White in each game of a round; None for a game that is none of its own.

        Raises:
            BadInput: a game is not decided, or the final was played.
        """
        its = replace(self, third_place=True).pair(tournament).round
        white = {frozenset((game.white, game.black)): game.white for game in its.pairings}
        return [white.get(frozenset((game.white, game.black))) for game in round_.pairings]

    def bracket(self, tournament: Tournament) -> list[list[tuple[int | None, int | None]]]:
        """Return the whole bracket as far as the results lead, round by round, neighbours from top to bottom.

        In the place of a number stands 0 where nobody is, so that the neighbour is free, and None where it is
        not decided yet who will be there.
        """
        seeds = self.seeds(tournament)
        places: list[int | None] = [
            seeds[s - 1] if s else 0 for pair in first_round(len(seeds)) for s in pair
        ]
        bracket = []
        for at in range(1, self.rounds(len(seeds)) + 1):
            games = tournament.rounds[at - 1].pairings if at <= tournament.played else ()
            goes_on = {
                frozenset((game.white, game.black)): (game, board) for board, game in enumerate(games, 1)
            }
            pairs = list(zip(places[::2], places[1::2], strict=True))
            bracket.append(pairs)
            places = []
            for a, b in pairs:
                game = goes_on.get(frozenset((a or 0, b or 0)))
                if 0 in (a, b):
                    places.append(a or b)
                elif game is None or not is_decided(game[0]):
                    places.append(None)
                else:
                    places.append(winner(*game, at))
        return bracket

    def _places(self, tournament: Tournament, seeds: list[int]) -> list[int]:
        """Return who stands in each place of the round to come, top to bottom; 0 for nobody."""
        places = [seeds[s - 1] if s else 0 for pair in first_round(len(seeds)) for s in pair]
        for at, round_ in enumerate(tournament.rounds, 1):
            goes_on = {}
            for board, game in enumerate(round_.pairings, 1):
                if {game.white, game.black} <= set(places):
                    goes_on[game.white] = goes_on[game.black] = (game, board)
            following = []
            for a, b in zip(places[::2], places[1::2], strict=True):
                if 0 in (a, b):
                    following.append(a or b)
                elif a in goes_on and goes_on[a] == goes_on.get(b):
                    following.append(winner(*goes_on[a], at))
                else:
                    raise BadInput(
                        worded(
                            "round {at} has no game of {a} against {b}, who are neighbours in the bracket",
                            at=at,
                            a=a,
                            b=b,
                        )
                    )
            places = following
        return places

    def _losers(self, tournament: Tournament, at: int) -> list[int]:
        games = enumerate(tournament.rounds[at - 1].pairings, 1)
        return [game.white + game.black - winner(game, board, at) for board, game in games]

    def _explained(
        self, at: int, pairings: list[Pairing], free: list[int], rank: dict[int, int]
    ) -> Explanation:
        steps = [
            Step(
                worded("board {board}", board=board),
                worded(
                    "seed {seed} ({number}) – seed {other_seed} ({other})",
                    seed=rank[g.white] + 1,
                    number=g.white,
                    other_seed=rank[g.black] + 1,
                    other=g.black,
                ),
            )
            for board, g in enumerate(pairings, 1)
        ]
        steps += [
            Step(
                worded("free"),
                worded(
                    "seed {seed} ({number}): the top seeds, as the bracket is not full",
                    seed=rank[n] + 1,
                    number=n,
                ),
            )
            for n in free
        ]
        outcome = worded_count("{count} game", "{count} games", len(pairings))
        return Explanation(worded("Round {round}", round=at), steps=tuple(steps), outcome=outcome)


def _games(round_: Round) -> set[frozenset[int]]:
    return {frozenset((game.white, game.black)) for game in round_.pairings}


def _by_seed(pair: tuple[int, int], rank: dict[int, int]) -> Pairing:
    a, b = pair
    return Pairing(a, b) if rank[a] < rank[b] else Pairing(b, a)


def knockout_places(tournament: Tournament) -> dict[int, int]:
    """Return everybody's place: the winner 1, the loser of the final 2, of the semifinals 3, and so on.

    Who went out in one round shares the best of their places; a game for the third place decides 3 and 4.
    Who is still in has the best place that is open.
    """
    alive = set(tournament.by_number)
    places: dict[int, int] = {}
    for at, round_ in enumerate(tournament.rounds, 1):
        out: list[int] = []
        left = len(alive) - sum(game.white in alive for game in round_.pairings)
        for board, game in enumerate(round_.pairings, 1):
            if not is_decided(game):
                continue
            best = winner(game, board, at)
            loser = game.white + game.black - best
            if loser in alive:
                out.append(loser)
            elif best not in alive:
                places[best], places[loser] = 3, 4
        alive -= set(out)
        places |= dict.fromkeys(out, left + 1)
    for number in alive:
        places[number] = 1
    return places
