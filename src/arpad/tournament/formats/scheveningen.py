"""Scheveningen: two teams, and everybody meets everybody of the other team.

The tables of 2 to 13 boards are the published ones: Otto Milvang, "Scheveningen system", 29 September 2022,
as the tests of Sharly Chess transcribe them; of 5 boards, where he prints other colours, as Wikipedia
("Scheveningen system") has it. Of an odd size and of a multiple of four they follow a rule, found from them
and used for larger teams too; of 2, 6 and 10 boards they are kept as they stand. For 14, 18, 22… boards the
rule is arpad's own.

In all of them An meets Bn in the first round, A1 meets Bn in round n, and A1's colours alternate.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from arpad.core import BadInput, Edition, Explanation, Step, listed, worded, worded_count
from arpad.tournament.model import Pairing, Round, Tournament
from arpad.tournament.system import Paired

EDITION = Edition(date(2022, 9, 29), "Scheveningen tables")

Cell = tuple[int, bool]
"""Whom a player of A meets, counted from 0, and whether the player has White."""

PUBLISHED: dict[int, tuple[str, ...]] = {
    2: ("1 2", "-2 -1"),
    6: (
        "1 -2 -3 4 -5 6",
        "-2 3 5 -6 4 -1",
        "3 -5 -1 2 6 -4",
        "-4 -6 2 1 -3 5",
        "5 4 6 -3 -1 -2",
        "-6 1 -4 -5 2 3",
    ),
    10: (
        "1 2 3 4 -5 -6 -7 8 -9 -10",
        "-2 -1 -8 -3 10 5 6 -4 7 9",
        "3 8 4 10 -6 -7 -9 1 -2 -5",
        "-4 -3 -10 6 7 -8 5 9 -1 2",
        "5 4 -9 -7 -1 10 -8 -2 3 6",
        "-6 7 1 9 8 2 -10 -5 -4 -3",
        "7 -5 -2 -1 -4 -9 3 10 6 8",
        "-8 -6 5 2 9 1 4 -3 -10 -7",
        "9 10 7 -5 -2 -3 -1 6 8 -4",
        "-10 -9 -6 -8 3 4 2 -7 5 1",
    ),
}
"""By boards, for each round whom A1, A2, … meet; a minus where B's player has White."""


def scheveningen_rounds(players: int) -> list[list[tuple[int, int]]]:
    """Return the rounds of a match of two teams of so many, as (White, Black) with A 1 … n and B n+1 … 2n.

    Board i is that of A's player i. From 3 boards on:

    - Nobody has one colour oftener than the other by more than a game, nor more than twice in a row.
    - A has White on half the boards of a round, of an odd number of boards rounded up and down in turn. Of
      14, 18, 22… boards it has one White more in the first of the two middle rounds, one fewer in the other.

    On 2 boards, A has White on both in the first round and on none in the second.

    Raises:
        BadInput: nobody plays.
    """
    if players < 1:
        raise BadInput("a team has at least one player")
    if players in PUBLISHED:
        table = [[(abs(b) - 1, b > 0) for b in map(int, row.split())] for row in PUBLISHED[players]]
    else:
        cell = _odd if players % 2 else _halves if players % 4 == 0 else _odd_halves
        table = [[cell(players, r, i) for i in range(players)] for r in range(players)]
    return [
        [(i, players + b + 1) if white else (players + b + 1, i) for i, (b, white) in enumerate(row, 1)]
        for row in table
    ]


def _odd(n: int, r: int, i: int) -> Cell:
    """Return the game of A's player i in round r, both from 0, of an odd number of boards.

    B moves on by a board a round. Those of A who have A1's colour are a majority that moves back by a board
    every second round.
    """
    return (i + r) % n, ((i + (r + 1) // 2) % n <= n // 2) == (r % 2 == 0)


def _halves(n: int, r: int, i: int) -> Cell:
    """Return the game where the boards can be divided by four.

    Halves of the teams meet, then the other halves; A's players alternate, the halves of A opposite.
    """
    h = n // 2
    upper = i >= h
    return (i + r) % h + h * (upper != (r >= h)), upper == (r % 2 == 1)


def _odd_halves(n: int, r: int, i: int) -> Cell:
    """Return the game where halves of the teams are odd: 14, 18, 22… boards.

    As with even halves, but so B's lower half would have White a game too seldom and the upper half a game
    too often. Hence in the two middle rounds (the last of the first half, the first of the second) some of A
    have the other colour in both, which keeps their own balance and gives nobody a third one in a row. A's
    upper half meets B's lower half two boards further back than the others, so that A falls into couples,
    one of each half, who meet the same two opponents in these rounds; one of each couple is changed. The
    couples are an odd number, so one half of A has one change more, and neither middle round is even.
    """
    h = n // 2
    b, white = _halves(n, r, i)
    upper, at = i >= h, i % h
    if upper and r >= h:
        b = (b - 2) % h
    changed = 1 <= at <= (h + 1) // 2 if upper else at > h // 2
    return b, white != (changed and r in (h - 1, h))


class MatchTeam(NamedTuple):
    """One of the two teams.

    Args:
        name: as the players name it; empty if they name none.
        numbers: of its players, in the order of their boards.
    """

    name: str
    numbers: tuple[int, ...]


def sides_of(tournament: Tournament, names: str = "") -> tuple[MatchTeam, MatchTeam]:
    """Return the two teams, A first: the players of two clubs; if nobody has a club, halves of the numbers.

    The order of the boards is that of the numbers. A is the team of the first player, or the first that is
    named.

    Args:
        tournament: of the players.
        names: of both teams, ``Tigers, Lions``; empty for the clubs in the order of the players.

    Raises:
        BadInput: the teams are not equally large; a player has no club, or there are more or fewer than two;
            or the names are not those of the clubs.
    """
    numbers = tuple(tournament.by_number)
    clubs: dict[str, list[int]] = {}
    for number, entrant in tournament.by_number.items():
        clubs.setdefault(entrant.club, []).append(number)
    named = [word.strip() for word in names.split(",")] if names.strip() else [club for club in clubs if club]
    if not named:
        if len(numbers) % 2:
            raise BadInput(
                worded_count(
                    "{count} player cannot make two teams of one size",
                    "{count} players cannot make two teams of one size",
                    len(numbers),
                )
            )
        half = len(numbers) // 2
        return MatchTeam("", numbers[:half]), MatchTeam("", numbers[half:])
    if len(named) != 2 or len(set(named)) != 2:
        raise BadInput(
            worded_count(
                "a match is between two teams, and there are {count} club: {known}",
                "a match is between two teams, and there are {count} clubs: {known}",
                len(named),
                known=", ".join(named),
            ),
            remedy="Give every player one of two clubs.",
        )
    for club, of_club in clubs.items():
        if club not in named:
            entrant = tournament.by_number[of_club[0]]
            without = worded("is of the club {club}", club=club) if club else worded("has no club")
            raise BadInput(
                worded(
                    "{number} {name} {without}, and the teams are {known}",
                    number=entrant.number,
                    name=entrant.name,
                    without=without,
                    known=listed(named),
                ),
                remedy="Give every player the club that the player's team is called.",
            )
    sides = [MatchTeam(name, tuple(clubs.get(name, ()))) for name in named]
    if len(sides[0].numbers) != len(sides[1].numbers):
        sizes = listed(
            [
                worded_count(
                    "{name} has {count} player",
                    "{name} has {count} players",
                    len(side.numbers),
                    name=side.name,
                )
                for side in sides
            ]
        )
        raise BadInput(
            worded("the teams are not of one size: {sizes}", sizes=sizes),
            remedy="Enter as many players in both.",
        )
    return sides[0], sides[1]


class TeamScore(NamedTuple):
    """What a team has scored in the match.

    Args:
        name: of the team; A or B if nobody has named it.
        points: of its players, added.
        numbers: of its players.
    """

    name: str
    points: Fraction
    numbers: tuple[int, ...]


def match_score(tournament: Tournament, names: str = "") -> tuple[TeamScore, TeamScore]:
    """Return the score of the match: the points of the players of each team, added.

    Raises:
        BadInput: as :func:`sides_of`.
    """
    scores = tournament.scores()
    first, second = (
        TeamScore(
            side.name or letter, sum((scores[number] for number in side.numbers), Fraction(0)), side.numbers
        )
        for letter, side in zip("AB", sides_of(tournament, names), strict=True)
    )
    return first, second


HALVES = "nobody has named the teams: the first half of the numbers is one, the second half the other"
"""What is to be said where players have no clubs."""


@dataclass(frozen=True)
class Scheveningen:
    """A match of two teams, everybody against everybody of the other.

    The players of one club are one team, see :func:`sides_of`.

    Args:
        teams: the names of the teams, ``Tigers, Lions``, the first with the colours of A; empty for the clubs
            in the order of the players.
    """

    teams: str = ""
    name: str = "scheveningen"
    edition: Edition = EDITION

    def pair(self, tournament: Tournament) -> Paired:
        """Return the next round.

        Raises:
            BadInput: nobody can say which two teams of one size there are, or all rounds are paired.
        """
        sides = sides_of(tournament, self.teams)
        numbers = [*sides[0].numbers, *sides[1].numbers]
        table = scheveningen_rounds(len(numbers) // 2)
        at = tournament.played + 1
        if at > len(table):
            raise BadInput(
                worded_count(
                    "the match has {count} round, and all are paired",
                    "the match has {count} rounds, and all are paired",
                    len(table),
                )
            )
        games = tuple(Pairing(numbers[a - 1], numbers[b - 1]) for a, b in table[at - 1])
        steps = tuple(
            Step(
                worded("{letter} ({team})", letter=letter, team=side.name or worded("half of the numbers")),
                ", ".join(map(str, side.numbers)),
            )
            for letter, side in zip("AB", sides, strict=True)
        )
        step = Step(worded("row {row}", row=at), ", ".join(f"{game.white}–{game.black}" for game in games))
        return Paired(
            Round(games),
            lambda: Explanation(
                worded("Round {round}", round=at),
                steps=(*steps, step),
                outcome=worded_count("{count} game", "{count} games", len(games)),
            ),
        )
