"""Scheveningen: two teams, and everybody meets everybody of the other team (FIDE C.05, Annex on matches)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date
from functools import cache

from arpad.core import BadInput, Edition, Explanation, Step, counted
from arpad.tournament.model import Pairing, Round, Tournament
from arpad.tournament.system import Paired

EDITION = Edition(date(1923, 1, 1), "Scheveningen")


TRIES = 50
"""How often all exchanges of colours are gone through at most."""

TWO_ROUNDS = 8
"""The sum of squares where one round has a White more and one a White less: teams of 2, 6, 10… need that."""


def scheveningen_rounds(players: int) -> list[list[tuple[int, int]]]:
    """Return the rounds of a match of two teams of so many, as (White, Black) with A 1 … n and B n+1 … 2n.

    In round r A's player i meets B's player i + r (cyclically). Nobody has one colour oftener than the
    other by more than a game, and a team has White on
    half the boards of a round, as nearly as its size allows.

    Raises:
        BadInput: nobody plays.
    """
    if players < 1:
        raise BadInput("a team has at least one player")
    white = _colours(players)
    rounds = []
    for r in range(players):
        games = []
        for i in range(players):
            j = (i + r) % players
            a, b = i + 1, players + j + 1
            games.append((a, b) if white[i][j] else (b, a))
        rounds.append(games)
    return rounds


@cache
def _colours(n: int) -> tuple[tuple[bool, ...], ...]:
    """Return whether A's player i has White against B's player j.

    A chessboard's pattern balances every player's colours, but gives a team White on all boards of a round.
    Where two players of each team form a square of alternating colours, exchanging them changes no
    player's balance and moves White between rounds; so exchanges go on until every round is balanced.
    """
    white = [[(i + j) % 2 == 0 for j in range(n)] for i in range(n)]
    count = [sum(white[i][(i + r) % n] for i in range(n)) for r in range(n)]

    def far() -> int:
        return sum((2 * c - n) ** 2 for c in count)

    def exchange(square: tuple[int, int, int, int]) -> None:
        i, k, j, m = square
        for a, b in ((i, j), (k, m), (i, m), (k, j)):
            white[a][b] = not white[a][b]
            count[(b - a) % n] += 1 if white[a][b] else -1

    least = n if n % 2 else TWO_ROUNDS if n % 4 else 0
    squares = [
        (i, k, j, m) for i in range(n) for k in range(i + 1, n) for j in range(n) for m in range(j + 1, n)
    ]
    # Sometimes no single exchange helps; one that does no harm then opens the way. The lots are fixed.
    order = random.Random(n)
    for _ in range(TRIES):
        if far() == least:
            break
        order.shuffle(squares)
        for square in squares:
            i, k, j, m = square
            if white[i][j] == white[k][m] != white[i][m] == white[k][j]:
                before = far()
                exchange(square)
                if far() > before:
                    exchange(square)
    return tuple(map(tuple, white))


@dataclass(frozen=True)
class Scheveningen:
    """A match of two teams, everybody against everybody of the other.

    The first half of the numbers is one team, the second half the other.
    """

    name: str = "scheveningen"
    edition: Edition = EDITION

    def pair(self, tournament: Tournament) -> Paired:
        """Return the next round.

        Raises:
            BadInput: the teams are not equally large, or all rounds are paired.
        """
        numbers = list(tournament.by_number)
        if len(numbers) % 2:
            raise BadInput(f"{counted(len(numbers), 'player')} cannot make two teams of one size")
        table = scheveningen_rounds(len(numbers) // 2)
        at = tournament.played + 1
        if at > len(table):
            raise BadInput(f"the match has {counted(len(table), 'round')}, and all are paired")
        games = tuple(Pairing(numbers[a - 1], numbers[b - 1]) for a, b in table[at - 1])
        step = Step(f"row {at}", ", ".join(f"{game.white}–{game.black}" for game in games))
        return Paired(
            Round(games),
            lambda: Explanation(f"Round {at}", steps=(step,), outcome=counted(len(games), "game")),
        )
