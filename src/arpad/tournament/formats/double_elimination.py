"""Double elimination: two losses eliminate.

Losers of the winners' bracket drop into the losers' bracket, each round in the order (as it is, reversed,
halves exchanged, or both) in which as few as possible can meet again whom they have met.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from arpad.core import BadInput, Edition, Explanation, Step, worded, worded_count
from arpad.tournament.formats.knockout import is_decided, winner
from arpad.tournament.formats.seeding import first_round
from arpad.tournament.model import Bye, Pairing, Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import Paired

EDITION = Edition(date(1900, 1, 1), "double elimination")


@dataclass(frozen=True)
class _Slot:
    """A game of the two brackets: whose it is, once the games it waits for are decided."""

    label: str
    sides: tuple[int, int]


@dataclass(frozen=True)
class _LosersRound:
    """A round of the losers' bracket: how many games it has, and whom those played have put out."""

    games: int
    out: tuple[int, ...]


@dataclass(frozen=True)
class _Walk:
    """Both brackets as far as the results lead.

    Args:
        open: the games that can be played now.
        losers: the rounds of the losers' bracket, from the first.
        finalists: the first participant of each bracket; None while it is not known.
        winner: the participant who has won; None while it is not known.
    """

    open: list[_Slot]
    losers: list[_LosersRound]
    finalists: tuple[int | None, int | None]
    winner: int | None


@dataclass(frozen=True)
class DoubleElimination:
    """Double elimination of any number of players.

    A round of the tournament holds the games of both brackets that can be played at the time. In the grand
    final the winner of the winners' bracket has lost no game; if it loses that one, it is played again.

    Args:
        reset: whether the grand final is played again then.
    """

    reset: bool = True
    name: str = "double-elimination"
    edition: Edition = EDITION
    decisive: ClassVar[bool] = True

    def pair(self, tournament: Tournament) -> Paired:
        """Pair all games of both brackets whose players are known.

        Raises:
            BadInput: a game is not decided, or the winner is known.
        """
        slots = self._walk(tournament).open
        if not slots:
            raise BadInput("the winner is known; there is no further round")
        playing = {number for slot in slots for number in slot.sides}
        free = [number for number in self._alive(tournament) if number not in playing]
        round_ = Round(
            tuple(Pairing(*slot.sides) for slot in slots), tuple(Bye(n, Result.ZERO_BYE) for n in free)
        )
        at = tournament.played + 1
        steps = tuple(Step(slot.label, f"{slot.sides[0]} – {slot.sides[1]}") for slot in slots)
        return Paired(
            round_,
            lambda: Explanation(
                worded("Round {round}", round=at),
                steps=steps,
                outcome=worded_count("{count} game", "{count} games", len(slots)),
            ),
        )

    def losses(self, tournament: Tournament) -> dict[int, int]:
        """Return how often everybody has lost."""
        lost = dict.fromkeys(tournament.by_number, 0)
        for at, round_ in enumerate(tournament.rounds, 1):
            for board, game in enumerate(round_.pairings, 1):
                if is_decided(game):
                    lost[game.white + game.black - winner(game, board, at)] += 1
        return lost

    def _alive(self, tournament: Tournament) -> list[int]:
        return [number for number, lost in self.losses(tournament).items() if lost < 2]

    def places(self, tournament: Tournament) -> dict[int, int]:
        """Return everybody's place: who is put out in one round of the losers' bracket shares it.

        Who is still in has the best place that is open.

        Raises:
            BadInput: a game that was played has no winner.
        """
        walk = self._walk(tournament)
        places, left = dict.fromkeys(tournament.by_number, 1), len(tournament.by_number)
        for losers_round in walk.losers:
            left -= losers_round.games
            places |= dict.fromkeys(losers_round.out, left + 1)
        if walk.winner is not None:
            places |= {number: 2 for number in walk.finalists if number and number != walk.winner}
        return places

    def winner(self, tournament: Tournament) -> int | None:
        """Return who won; None as long as games are open."""
        return self._walk(tournament).winner if tournament.rounds else None

    def _walk(self, tournament: Tournament) -> _Walk:
        """Walk both brackets with the results so far."""
        results = _Results(tournament)
        numbers = list(tournament.by_number)
        field = [
            (numbers[a - 1] if a else 0, numbers[b - 1] if b else 0) for a, b in first_round(len(numbers))
        ]
        opened: list[_Slot] = []
        put_out: list[_LosersRound] = []

        def play(
            label: str, pairs: list[tuple[int | None, int | None]]
        ) -> tuple[list[int | None], list[int | None]]:
            """Return winners and losers of a round of games; None where they are not yet known, 0 nobody."""
            won: list[int | None] = []
            lost: list[int | None] = []
            for i, (a, b) in enumerate(pairs, 1):
                if a == 0 or b == 0:
                    won.append(b if a == 0 else a)
                    lost.append(0)
                    continue
                best = None if a is None or b is None else results.take(a, b)
                if a is not None and b is not None and best is None:
                    opened.append(_Slot(worded("{part}, game {number}", part=label, number=i), (a, b)))
                won.append(best)
                lost.append(None if a is None or b is None or best is None else a + b - best)
            return won, lost

        def play_losers(pairs: list[tuple[int | None, int | None]]) -> list[int | None]:
            won, lost = play(worded("losers' bracket, round {round}", round=len(put_out) + 1), pairs)
            put_out.append(
                _LosersRound(sum(number != 0 for number in lost), tuple(number for number in lost if number))
            )
            return won

        upper, dropped = play(worded("winners' bracket, round {round}", round=1), list(field))
        upper_reach = [{2 * i, 2 * i + 1} for i in range(len(field))]
        lower, lower_reach = dropped, upper_reach
        stage = 1
        while len(upper) > 1:
            stage += 1
            # Those who have lost once are as many as those who have not, until one of each is left.
            lower = play_losers(_couples(lower))
            lower_reach = _unions(lower_reach)
            upper, dropped = play(worded("winners' bracket, round {round}", round=stage), _couples(upper))
            upper_reach = _unions(upper_reach)
            order = _late_order(lower_reach, upper_reach)
            lower = play_losers([(lower[i], dropped[k]) for i, k in enumerate(order)])
            lower_reach = [lower_reach[i] | upper_reach[k] for i, k in enumerate(order)]
        best, challenger = upper[0], lower[0]
        (first,), _ = play("grand final", [(best, challenger)])
        if self.reset and first is not None and first == challenger:
            (first,), _ = play("grand final, played again", [(best, challenger)])
        return _Walk(opened, put_out, (best, challenger), first or None)


def _couples(row: list[int | None]) -> list[tuple[int | None, int | None]]:
    return list(zip(row[::2], row[1::2], strict=True))


def _unions(reach: list[set[int]]) -> list[set[int]]:
    return [a | b for a, b in zip(reach[::2], reach[1::2], strict=True)]


def _late_order(lower: list[set[int]], dropped: list[set[int]]) -> list[int]:
    """Return which loser drops to which place, so that as few as possible can have met before.

    Args:
        lower: the places of the first round from which who stands here may have come.
        dropped: the same of those who drop.
    """
    n = len(lower)
    natural = list(range(n))
    half = n // 2
    orders = [
        natural,
        natural[::-1],
        natural[half:] + natural[:half],
        (natural[half:] + natural[:half])[::-1],
    ]
    return min(orders, key=lambda order: sum(len(lower[i] & dropped[k]) for i, k in enumerate(order)))


class _Results:
    """The results so far, taken off one by one as the brackets are walked; two may meet several times."""

    def __init__(self, tournament: Tournament) -> None:
        self._won: dict[frozenset[int], list[int]] = {}
        for at, round_ in enumerate(tournament.rounds, 1):
            for board, game in enumerate(round_.pairings, 1):
                if not game.pending:
                    pair = frozenset((game.white, game.black))
                    self._won.setdefault(pair, []).append(winner(game, board, at))
                else:
                    winner(game, board, at)

    def take(self, a: int, b: int) -> int | None:
        """Return who won the next game of two, None if it was not played."""
        won = self._won.get(frozenset((a, b)), [])
        return won.pop(0) if won else None
