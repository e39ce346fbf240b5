"""Pairing an Othello tournament as PAPP does, the program of the world championships: penalties added up.

The round of the least sum is taken; see the module of the penalties. Departures: PAPP pairs two again, or
gives the bye again, where any other round would cost more than that; here nobody meets anybody twice, unless
``rematches`` is ``avoid``. A tournament of few players is not made a round robin. Equal rounds are decided by
lot, where PAPP takes the first that it finds, in the first round after shuffling the players.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

import numpy as np

from arpad.core import Edition, worded
from arpad.rulebooks.othello.penalties import SOURCE, ChampionshipField, ChampionshipSettings, terms
from arpad.tournament.model import Pairing, Tournament
from arpad.tournament.weighted import (
    Ban,
    Ladder,
    PairingField,
    Rung,
    WeightedSystem,
    by_lot,
    forbidden,
    game,
    has_black,
    met_before,
    second_bye,
)


@dataclass(frozen=True)
class OthelloChampionship(ChampionshipSettings, WeightedSystem[ChampionshipField]):
    """PAPP's penalties; see the module."""

    name: ClassVar[str] = "othello-woc"
    title: ClassVar[str] = "World Othello Championship"
    black_first: ClassVar[bool] = True
    source: ClassVar[str] = "PAPP 1.37: its manual, configuration and program"
    notes: ClassVar[tuple[str, ...]] = ("The numbers are PAPP's own; an organiser may have changed them.",)

    @property
    def edition(self) -> Edition:
        """The program's version, of 12 April 2020."""
        return Edition(date(2020, 4, 12), "PAPP 1.37")

    def field(self, tournament: Tournament) -> ChampionshipField:
        """Return the participants."""
        plain = PairingField.next(tournament)
        return ChampionshipField(tournament, plain.round, plain.numbers, self)

    def ladder(self, field: ChampionshipField) -> Ladder[ChampionshipField]:
        """Return the ladder: the sum of penalties, the lot."""
        bans: list[Ban[ChampionshipField]] = [forbidden()]
        if self.rematches == "never":
            bans = [met_before(SOURCE), forbidden(), second_bye(SOURCE)]
        penalties: Rung[ChampionshipField] = Rung(
            "penalties", SOURCE, terms=terms(self, field.round), meaning="penalties added up"
        )
        return Ladder(tuple(bans), (penalties, by_lot("drawn by lot")))

    def colours(self, field: ChampionshipField, i: int, j: int) -> tuple[Pairing, str]:
        """Give Black, who moves first, where it costs less; else reverse the last colours that differed."""
        black, why = self._black(field, i, j)
        return game(field, white=i + j - black, black=black), has_black(field, black, why)

    def _black(self, field: ChampionshipField, i: int, j: int) -> tuple[int, str]:
        first, second = np.array([i], dtype=np.int64), np.array([j], dtype=np.int64)
        this, that = (
            sum(int(part[0]) for part in field.black_first(*pair))
            for pair in ((first, second), (second, first))
        )
        if this != that:
            return (i, j)[this > that], worded(
                "penalties {less} against {more}", less=min(this, that), more=max(this, that)
            )
        for back in range(field.round - 2, -1, -1):
            mine, theirs = int(field.colours[i, back]), int(field.colours[j, back])
            if mine != theirs:
                return (i, j)[mine > theirs], worded(
                    "the colours of round {round} the other way round", round=back + 1
                )
        return (i, j)[bool(field.drawn[i] > field.drawn[j])], worded("earlier in the order drawn by lot")
