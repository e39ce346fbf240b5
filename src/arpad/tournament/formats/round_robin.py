"""The round robin as a pairing system: each round is a row of Berger's table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from arpad.core import BadInput, Edition, Explanation, Step, worded, worded_count
from arpad.tournament.formats.berger import Game, berger_cycles
from arpad.tournament.model import Bye, Pairing, Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import Paired

EDITION = Edition(date(2014, 7, 1), "C.05, Annex 1")


def rounds_of_table(system: str, participants: int, settings: Mapping[str, Any]) -> int:
    """Return how many rounds the table of a round robin, or of groups, has; 0 for other systems.

    Args:
        system: its name.
        participants: how many take part.
        settings: of the tournament: ``cycles``, and ``groups`` as a number or by their members.
    """
    if system == "groups":
        groups = settings.get("groups", 1)
        many = int(groups) if isinstance(groups, int | float | str) else len(groups)
        participants = -(-participants // max(many, 1))
    elif system != "round-robin":
        return 0
    cycle = participants - 1 if participants % 2 == 0 else participants
    return max(cycle, 0) * int(settings.get("cycles", 1))


@dataclass(frozen=True)
class RoundRobin:
    """Everybody meets everybody.

    Args:
        cycles: how often.
    """

    cycles: int = 1
    name: str = "round-robin"
    edition: Edition = EDITION

    def rounds(self, players: int) -> int:
        """Return how many rounds it takes."""
        return len(berger_cycles(players, self.cycles))

    def pair(self, tournament: Tournament) -> Paired:
        """Return the next row of the table.

        Who asked not to be paired is paired all the same, since the table leaves nobody else to meet, and
        loses by forfeit.

        Raises:
            BadInput: all rounds were played, or fewer than two take part.
        """
        places = list(tournament.by_number)
        table = berger_cycles(len(places), self.cycles)
        at = tournament.played + 1
        if at > len(table):
            raise BadInput(
                worded_count(
                    "a round robin of {players} has {count} round, and all are paired",
                    "a round robin of {players} has {count} rounds, and all are paired",
                    len(table),
                    players=len(places),
                )
            )
        away = tournament.absent(at)
        games = [(places[white - 1], places[black - 1]) for white, black in table[at - 1]]
        pairings = tuple(_game(game, away) for game in games)
        players = {number for game in games for number in game}
        byes = tuple(
            Bye(number, away.get(number, Result.ZERO_BYE)) for number in places if number not in players
        )
        return Paired(Round(pairings, byes), lambda: self._explained(table[at - 1], at, len(places)))

    def _explained(self, row: list[Game], at: int, players: int) -> Explanation:
        n = players + players % 2
        text = ", ".join(f"{white}–{black}" for white, black in row)
        label = worded("Berger's table for {players}, row {row}", players=n, row=at)
        steps = (Step(label, text, source="C.05, Annex 1"),)
        outcome = worded_count("{count} game", "{count} games", len(row))
        return Explanation(worded("Round {round}", round=at), steps=steps, outcome=outcome)


def _game(game: Game, away: dict[int, Result]) -> Pairing:
    white, black = game
    if white not in away and black not in away:
        return Pairing(white, black)

    def result(number: int, other: int) -> Result:
        if number in away:
            return Result.FORFEIT_LOSS
        return Result.FORFEIT_WIN if other in away else Result.PENDING

    return Pairing(white, black, result(white, black), result(black, white))
