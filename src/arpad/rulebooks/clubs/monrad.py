"""Monrad: everybody in groups of equal points, by starting number; neighbours meet who have not met.

Starting numbers are drawn before the first round: by lot, or seeded, as the Norwegian federation has it: the
players are ranked by rating; as many of the lowest as make the others divisible by four get the last numbers,
by lot; the others are cut into quarters A, B, C and D, and one at a time is drawn from each, in the order
ACDBCABD, again and again. The bye goes to the last of the lowest group. Nobody meets anybody twice.

From the top down means here: the round in which the places apart, squared, add up to the least, points apart
first. So a gap near the top weighs no more than one near the end, and the round exists if there is any.

Unverified: colours. Recalled is, for Denmark, that nobody has one colour two times more often than the other
if it can be avoided, and for Norway that nobody has it three times running. Norway's rules for equals and for
the last round could not be had.

Sources: Norges Sjakkforbunds Monradsystem (2.1.2), 1–2; O. Milvang, NSF Monrad eller FIDE Sveitser; Strømmen
Sjakklubb, konradsystem.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar

import numpy as np

from arpad.core import Edition, Step
from arpad.rulebooks.othello.pairing import GAPS, LOWEST
from arpad.tournament.model import Pairing, Tournament
from arpad.tournament.weighted import (
    Ban,
    Bools,
    Ints,
    Ladder,
    PairingField,
    Rung,
    SystemSettings,
    WeightedSystem,
    beyond,
    forbidden,
    game,
    has_black,
    lots,
    met_before,
    places,
    second_bye,
    uneven,
    who_has_black,
)

SOURCE = "Norges Sjakkforbunds Monradsystem"
RECALLED = "Monrad, colours (recalled)"
DRAWN = "ACDBCABD"
"""From which quarter each starting number is drawn."""


@dataclass(frozen=True)
class MonradSettings(SystemSettings):
    """What a tournament may set.

    Args:
        variant: ``norwegian``: nobody has a colour three times running; ``danish``: that is not asked.
        start: how starting numbers are drawn: by ``lot``, ``seeded`` from quarters by rating, or not: by
            ``rating``.
        balance: whether colours decide between rounds that are equal in points.
    """

    variant: str = field(default="danish", metadata={"among": ("danish", "norwegian")})
    start: str = field(default="lot", metadata={"among": ("lot", "seeded", "rating")})
    balance: bool = True


def three_running(field: PairingField, i: Ints, j: Ints) -> Bools:
    """Return whether any game of the two gives one of them the same colour a third time running."""
    return np.asarray((field.twice[i] != 0) & (field.twice[i] == field.twice[j]))


def seeded(ranked: list[int], drawn: dict[int, int]) -> list[int]:
    """Return numbers in the order of a seeded draw.

    Args:
        ranked: the strongest first.
        drawn: everybody's lot.
    """
    size = len(ranked) // 4
    last = sorted(ranked[4 * size :], key=lambda number: drawn[number])
    quarters = {
        name: sorted(ranked[at * size : (at + 1) * size], key=lambda number: drawn[number])
        for at, name in enumerate("ABCD")
    }
    order = [quarters[DRAWN[at % len(DRAWN)]].pop(0) for at in range(4 * size)]
    return order + last


@dataclass(frozen=True)
class Monrad(MonradSettings, WeightedSystem[PairingField]):
    """Neighbours in the order of points; see the module."""

    name: ClassVar[str] = "monrad"
    title: ClassVar[str] = "Monrad"
    source: ClassVar[str] = "Norges Sjakkforbunds Monradsystem; colours as recalled"
    status: ClassVar[str] = "unverified"

    @property
    def edition(self) -> Edition:
        """No text could be had."""
        return Edition(date.min, "as recalled")

    def field(self, tournament: Tournament) -> PairingField:
        """Return the participants."""
        return PairingField.next(tournament)

    def places(self, field: PairingField) -> Ints:
        """Return places, from 0: points, then the starting number."""
        at = {number: place for place, number in enumerate(self.starting_order(field.tournament))}
        start = np.array([at[int(number)] for number in field.numbers], dtype=np.int64)
        return places(-field.score, start)

    def starting_order(self, tournament: Tournament) -> tuple[int, ...]:
        """Return the entrants in the order of their starting numbers, drawn before the first round."""
        entrants = tournament.by_number
        numbers = np.array(sorted(entrants), dtype=np.int64)
        drawn = dict(zip(numbers.tolist(), lots(tournament.seed, 0, numbers).tolist(), strict=True))
        if self.start == "lot":
            return tuple(sorted(entrants, key=lambda number: (drawn[number], number)))
        ranked = sorted(entrants, key=lambda number: (-entrants[number].rating, number))
        return tuple(ranked) if self.start == "rating" else tuple(seeded(ranked, drawn))

    def ladder(self, field: PairingField) -> Ladder[PairingField]:
        """Return the ladder: the bye to the last, points apart, colours, places apart."""
        place = self.places(field)
        bans: list[Ban[PairingField]] = [met_before(SOURCE), forbidden(), second_bye(SOURCE)]
        if self.variant == "norwegian":
            bans.append(Ban("one colour three times running", RECALLED, three_running))
            bans.append(
                Ban("one colour three times more often", RECALLED, lambda f, i, j: beyond(f, i, j, 2))
            )
        neighbours: Rung[PairingField] = Rung(
            "places apart",
            SOURCE,
            lambda f, i, j: (place[i] - place[j]) ** 2,
            lambda f: len(f) - 1 - place,
            meaning="places between the two, squared",
        )
        colours: Rung[PairingField] = Rung(
            "uneven colours", RECALLED, uneven, meaning="players with one colour two times more often"
        )
        rungs = (LOWEST, GAPS, colours, neighbours) if self.balance else (LOWEST, GAPS, neighbours)
        return Ladder(tuple(bans), rungs)

    def colours(self, field: PairingField, i: int, j: int) -> tuple[Pairing, str]:
        """Give Black to the player who has had it less often, else change about, else by lot."""
        black, why = who_has_black(field, i, j)
        white = i + j - black
        norwegian = self.variant == "norwegian"
        if norwegian and (field.twice[black] > 0 or field.twice[white] < 0):
            black, white, why = white, black, "nobody has a colour three times running"
        return game(field, white, black), has_black(field, black, why)

    def notes_on(self, field: PairingField) -> tuple[Step, ...]:
        """Return the order of the players."""
        order = ", ".join(str(int(field.numbers[row])) for row in np.argsort(self.places(field)))
        return (Step("in order", order, source=SOURCE),)
