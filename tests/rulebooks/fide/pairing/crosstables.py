"""Tournaments as a crosstable: a line for each player, ``2200: 5w= 4b1 -H``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from hypothesis import strategies as st

from arpad.tournament import Bye, Entrant, Pairing, Prohibition, Result, Round, Tournament
from arpad.tournament.generator import QUIET, Chances, generate
from arpad.tournament.model import Colour
from arpad.tournament.system import PairingSystem

CELL = re.compile(r"(\d+)([wb])(.)|-(.)")
LIVELY = Chances(0.1, 0.1, 0.08, 0.04, 0.1, 0.4, 0.3, 0.05)


def crosstable(
    text: str,
    *,
    planned: int,
    initial: Colour = "w",
    apart: Iterable[tuple[int, int]] = (),
    away: Mapping[int, Result] | None = None,
) -> Tournament:
    """Return a tournament before its next round.

    Args:
        text: rating and rounds of each player, a line each: opponent, colour, result (as in a TRF), or ``-``
            and the bye.
        planned: how many rounds there will be.
        initial: the initial-colour.
        apart: pairs that may not meet.
        away: who does not play the next round.
    """
    rows = [line.split(":") for line in text.split("\n") if line.strip()]
    entrants = tuple(
        Entrant(number, f"Player {number}", int(rating)) for number, (rating, _) in enumerate(rows, 1)
    )
    cells = [CELL.findall(row) for _, row in rows]
    rounds = []
    for at in range(max(map(len, cells))):
        games, byes = [], []
        for number, line in enumerate(cells, 1):
            opponent, colour, result, bye = line[at]
            if bye:
                byes.append(Bye(number, Result(bye)))
            elif colour == "w":
                theirs = cells[int(opponent) - 1][at][2]
                games.append(Pairing(number, int(opponent), Result(result), Result(theirs)))
        rounds.append(Round(tuple(games), tuple(byes)))
    return Tournament(
        entrants,
        tuple(rounds),
        planned=planned,
        initial_colour=initial,
        prohibitions=tuple(Prohibition(frozenset(pair)) for pair in apart),
        absences={len(rounds) + 1: away or {}},
    )


def answer(system: PairingSystem, tournament: Tournament) -> tuple[set[tuple[int, int]], int]:
    """Return the games of the next round, White first, and who has the bye; 0 for nobody."""
    one = system.pair(tournament).round
    games = {(game.white, game.black) for game in one.pairings}
    return games, next((bye.number for bye in one.byes if bye.result is Result.PAIRING_BYE), 0)


def tournaments(system: PairingSystem, most: int) -> st.SearchStrategy[Tournament]:
    """Draw tournaments of two to ``most`` players: quiet ones, and with byes, forfeits, prohibitions, Baku."""

    def drawn(players: int, rounds: int, seed: int, happens: Chances) -> Tournament:
        return generate(system, players=players, rounds=rounds, seed=seed, happens=happens)

    return st.builds(
        drawn,
        st.integers(2, most),
        st.integers(1, 9),
        st.integers(0, 10**6),
        st.sampled_from((QUIET, Chances(), LIVELY)),
    )
