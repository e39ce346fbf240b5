"""Monrad: everybody in the order of the score; neighbours meet who have not met.

Unverified in its details: the Danish and the Norwegian federations' texts could not be had. What is recalled:
players are ordered by points and, among equals, by a starting number (drawn by lot in Denmark, by rating in
Norway); from the top, each meets the next whom he has not met. Danish: nobody has one colour two times more
often than the other if it can be avoided. Norwegian: nor three times running.

From the top down means here: the round in which the places apart, squared, add up to the least, points apart
first. So a gap near the top weighs no more than one near the end, and the round exists if there is any.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar

import numpy as np

from arpad.core import Edition, Step
from arpad.rulebooks.othello.pairing import GAPS, LOWEST
from arpad.tournament.ladder import (
    Ban,
    Bools,
    Field,
    Ints,
    Ladder,
    LadderSystem,
    Rung,
    Settings,
    beyond,
    forbidden,
    game,
    lots,
    met_before,
    places,
    second_bye,
    uneven,
    who_has_black,
)
from arpad.tournament.model import Pairing, Tournament

SOURCE = "Monrad (recalled)"


@dataclass(frozen=True)
class MonradSettings(Settings):
    """What a tournament may set.

    Args:
        variant: ``danish``: equals by lot, drawn once; ``norwegian``: equals by rating, and nobody has a
            colour three times running.
        balance: whether colours decide between rounds that are equal in points.
    """

    variant: str = field(default="danish", metadata={"among": ("danish", "norwegian")})
    balance: bool = True


def three_running(field: Field, i: Ints, j: Ints) -> Bools:
    """Return whether any game of the two gives one of them the same colour a third time running."""
    return np.asarray((field.twice[i] != 0) & (field.twice[i] == field.twice[j]))


@dataclass(frozen=True)
class Monrad(MonradSettings, LadderSystem[Field]):
    """Neighbours in the order of points; see the module."""

    name: ClassVar[str] = "monrad"
    title: ClassVar[str] = "Monrad"
    source: ClassVar[str] = "Danish and Norwegian practice, as recalled"
    status: ClassVar[str] = "unverified"

    @property
    def edition(self) -> Edition:
        """No text could be had."""
        return Edition(date.min, "as recalled")

    def field(self, tournament: Tournament) -> Field:
        """Return the participants."""
        return Field.next(tournament)

    def places(self, field: Field) -> Ints:
        """Return places, from 0: points, then the starting order."""
        start = (
            -field.rating if self.variant == "norwegian" else lots(field.tournament.seed, 0, field.numbers)
        )
        return places(-field.score, start, field.numbers)

    def ladder(self, field: Field) -> Ladder[Field]:
        """Return the ladder: the bye to the last, points apart, colours, places apart."""
        place = self.places(field)
        bans: list[Ban[Field]] = [met_before(SOURCE), forbidden(), second_bye(SOURCE)]
        if self.variant == "norwegian":
            bans.append(Ban("one colour three times running", SOURCE, three_running))
            bans.append(Ban("one colour three times more often", SOURCE, lambda f, i, j: beyond(f, i, j, 2)))
        neighbours: Rung[Field] = Rung(
            "places apart",
            SOURCE,
            lambda f, i, j: (place[i] - place[j]) ** 2,
            lambda f: len(f) - 1 - place,
            meaning="places between the two, squared",
        )
        colours: Rung[Field] = Rung(
            "uneven colours", SOURCE, uneven, meaning="players with one colour two times more often"
        )
        rungs = (LOWEST, GAPS, colours, neighbours) if self.balance else (LOWEST, GAPS, neighbours)
        return Ladder(tuple(bans), rungs)

    def colours(self, field: Field, i: int, j: int) -> tuple[Pairing, str]:
        """Give Black to who has had it less often, else change about, else by lot."""
        black, why = who_has_black(field, i, j)
        white = i + j - black
        norwegian = self.variant == "norwegian"
        if norwegian and (field.twice[black] > 0 or field.twice[white] < 0):
            black, white, why = white, black, "nobody has a colour three times running"
        return game(field, white, black), f"{field.named(black)} has Black: {why}"

    def notes_on(self, field: Field) -> tuple[Step, ...]:
        """Return the order of the players."""
        order = ", ".join(str(int(field.numbers[row])) for row in np.argsort(self.places(field)))
        return (Step("in order", order, source=SOURCE),)
