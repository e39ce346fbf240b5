"""An event of six players and three rounds, small enough to be reckoned by hand."""

from __future__ import annotations

from dataclasses import replace

from arpad.tournament.model import Bye, Entrant, Pairing, Round, Tournament
from arpad.tournament.results import Result

WIN, DRAW, LOSS, PENDING = Result.WIN, Result.DRAW, Result.LOSS, Result.PENDING


def game(white: int, black: int, result: Result = PENDING) -> Pairing:
    return Pairing(white, black).with_result(result)


EVENT = Tournament(
    entrants=(
        Entrant(1, "Ann Ågård", 2400, "GM", "NOR", "w", "1500001", "1990/05/17"),
        Entrant(2, "Bea", 2300, "", "SWE", "w", "1700002", "1985"),
        Entrant(3, "Cid", 2200, "FM", "NOR", "m", "1500003", "1970"),
        Entrant(4, "Dan", 2100, "", "DEN", "m", "", "1999"),
        Entrant(5, "Eve", 0, "", "NOR", "w"),
        Entrant(6, "Фёдор", 2000, "", "", "m", "", "2001"),
    ),
    rounds=(
        Round((game(1, 4, WIN), game(5, 2, LOSS), game(3, 6, DRAW))),
        Round(
            (game(2, 1, DRAW), Pairing(4, 3, Result.FORFEIT_LOSS, Result.FORFEIT_WIN)),
            (Bye(5), Bye(6, Result.HALF_BYE)),
        ),
        Round((replace(game(1, 3), by_hand=True), game(2, 6, WIN), game(4, 5))),
    ),
    name="Cup of Six",
    planned=5,
    tiebreaks=("WIN",),
    absences={4: {4: Result.ZERO_BYE, 6: Result.HALF_BYE}, 5: {4: Result.ZERO_BYE}},
    details={
        "city": "Oslo",
        "federation": "NOR",
        "start": "2026/01/03",
        "end": "2026/01/05",
        "chief_arbiter": "IA Gro Holm",
    },
)
"""Rounds 1 and 2 are complete; board 1 of round 3 was set by hand, and lacks its result as board 3 does."""
