"""Keizer: a ranking in which a game is worth what the opponent is; neighbours in it meet again and again.

No binding text exists; J. H. Keizer's club played it from about 1960, and Dutch clubs' rules agree on this:
the first of the ranking is worth T, the next T − 1, and so on. A win brings the opponent's value, a draw
half of it, a loss nothing; an announced absence brings a third of the player's value, the pairing bye
two thirds. The whole history is counted anew by the values of today. In most clubs every player's score
starts with the player's own value. T is each club's choice; here it is 2N for N players, unless it is set.
The ranking is counted anew until it stays as it is. Sometimes it does not: it swings between two orders;
then the scores of those orders are averaged, once. In the first round the ranking is by rating, then by
number.

Sources: rules of Kijk Uit (2006/07: 1/3 for an absence), Borne's draughts club (2/3 for the bye), Haren
(2016/17, a ranking after round 1), Caïssa Amsterdam (a round's first count), all in Dutch.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

import numpy as np

from arpad.core import Edition, Step, worded
from arpad.tournament.model import Entry, Pairing, Tournament
from arpad.tournament.results import Result
from arpad.tournament.weighted import (
    Ban,
    Bools,
    Ints,
    Ladder,
    PairingField,
    Rung,
    SystemSettings,
    WeightedSystem,
    forbidden,
    game,
    has_black,
    places,
    second_bye,
    uneven,
    who_has_black,
)

SOURCE = "Keizer (club practice)"
CAP = 50
"""How often the ranking is counted anew before it is taken as it is."""


@dataclass(frozen=True)
class KeizerSettings(SystemSettings):
    """What a club may set.

    Args:
        top: the value of the first of the ranking; 0 for twice the number of players.
        bye: share of the player's value for the pairing's bye, in hundredths; 66.667 is taken for two thirds.
        absent: share of the player's value for a round without a game, in hundredths; 33.333 for a third.
        own: whether every player's score starts with the player's own value.
        apart: how many rounds must lie between two meetings.
        second_byes: whether somebody may get the bye again.
    """

    top: int = field(default=0, metadata={"low": 0})
    bye: float = field(default=66.667, metadata={"low": 0, "high": 100})
    absent: float = field(default=33.333, metadata={"low": 0, "high": 100})
    own: bool = True
    apart: int = field(default=3, metadata={"low": 0})
    second_byes: bool = True


@dataclass(frozen=True)
class KeizerRanking:
    """A ranking in which everybody's score and everybody's value agree.

    Args:
        order: numbers, the first of the ranking first.
        values: what a win against each is worth.
        scores: by number.
        steps: how often it was counted.
        counted: the values by which the scores were counted: several where orders followed each other in a
            circle, and the scores are the averages.
    """

    order: tuple[int, ...]
    values: dict[int, int]
    scores: dict[int, Fraction]
    steps: int
    counted: tuple[dict[int, int], ...]

    @property
    def swings(self) -> int:
        """How many orders followed each other in a circle; 1 for a ranking that stays."""
        return len(self.counted)


def ranking(tournament: Tournament, settings: KeizerSettings) -> KeizerRanking:
    """Return the ranking after the rounds so far."""
    entrants = tournament.by_number
    start = tuple(sorted(entrants, key=lambda number: (-entrants[number].rating, number)))
    top = settings.top or 2 * len(entrants)
    if not tournament.played:
        values = {number: top - at for at, number in enumerate(start)}
        own = {number: Fraction(value * settings.own) for number, value in values.items()}
        return KeizerRanking(start, values, own, 0, (values,))
    seen: dict[tuple[int, ...], int] = {}
    passed: list[tuple[dict[int, Fraction], dict[int, int]]] = []
    order = start
    while order not in seen and len(passed) < CAP:
        seen[order] = len(passed)
        values = {number: top - at for at, number in enumerate(order)}
        scores = {
            number: values[number] * Fraction(settings.own)
            + sum((worth(entry, number, values, settings) for entry in line), Fraction(0))
            for number, line in tournament.history.items()
        }
        passed.append((scores, values))
        order = _ranked(scores, start)
    circle = passed[seen[order] :] if order in seen else passed[-1:]
    if len(circle) == 1:
        scores, values = circle[0]
        return KeizerRanking(order, values, scores, len(passed), (values,))
    scores = {n: sum((s[n] for s, _ in circle), Fraction(0)) / len(circle) for n in entrants}
    order = _ranked(scores, start)
    values = {number: top - at for at, number in enumerate(order)}
    return KeizerRanking(order, values, scores, len(passed), tuple(values for _, values in circle))


def _ranked(scores: dict[int, Fraction], start: tuple[int, ...]) -> tuple[int, ...]:
    at = {number: place for place, number in enumerate(start)}
    return tuple(sorted(scores, key=lambda number: (-scores[number], at[number])))


def worth(entry: Entry, number: int, values: dict[int, int], settings: KeizerSettings) -> Fraction:
    """Return what a round brought: shares of the opponent's value, or of the player's."""
    if not entry.opponent:
        share = settings.bye if entry.result in (Result.PAIRING_BYE, Result.FULL_BYE) else settings.absent
        return Fraction(share).limit_denominator(12) / 100 * values[number]
    halves = {
        Result.WIN: 2,
        Result.UNRATED_WIN: 2,
        Result.FORFEIT_WIN: 2,
        Result.DRAW: 1,
        Result.UNRATED_DRAW: 1,
    }
    return Fraction(halves.get(entry.result, 0), 2) * values[entry.opponent]


@dataclass(frozen=True, eq=False)
class KeizerField(PairingField):
    """The participants, with the club's settings and the ranking."""

    settings: KeizerSettings

    @cached_property
    def ranking(self) -> KeizerRanking:
        """The ranking before the round."""
        return ranking(self.tournament, self.settings)

    @cached_property
    def place(self) -> Ints:
        """Places among those present, from 0."""
        at = {number: place for place, number in enumerate(self.ranking.order)}
        return places(np.array([at[int(number)] for number in self.numbers], dtype=np.int64))

    @property
    def line(self) -> Ints:
        """The ranking."""
        return -self.place

    @cached_property
    def recent(self) -> Bools:
        """Row by row, whether two met too few rounds ago."""
        last = self.last_met()
        return np.asarray((last > 0) & (self.round - last <= self.settings.apart))


@dataclass(frozen=True)
class Keizer(KeizerSettings, WeightedSystem[KeizerField]):
    """Neighbours in Keizer's ranking; see the module."""

    name: ClassVar[str] = "keizer"
    title: ClassVar[str] = "Keizer"
    source: ClassVar[str] = "rules of Dutch clubs"
    notes: ClassVar[tuple[str, ...]] = ("No binding text exists: clubs choose the values and the shares.",)

    @property
    def edition(self) -> Edition:
        """There is no binding text."""
        return Edition(date.min, "rules of Dutch clubs")

    def field(self, tournament: Tournament) -> KeizerField:
        """Return the participants with the ranking."""
        plain = PairingField.next(tournament)
        return KeizerField(tournament, plain.round, plain.numbers, self)

    def ladder(self, field: KeizerField) -> Ladder[KeizerField]:
        """Return the ladder: the bye to the last, places apart squared, colours."""
        bans: list[Ban[KeizerField]] = [
            Ban(
                worded("met within {rounds} rounds", rounds=field.settings.apart),
                SOURCE,
                lambda f, i, j: f.recent[i, j],
            ),
            forbidden(),
        ]
        if not field.settings.second_byes:
            bans.append(second_bye(SOURCE))
        return Ladder(
            tuple(bans),
            (
                Rung("bye", SOURCE, bye=_byes, meaning="byes had before, then places from the end"),
                Rung(
                    "places apart",
                    SOURCE,
                    lambda f, i, j: (f.place[i] - f.place[j]) ** 2,
                    meaning="places between the two in the ranking, squared",
                ),
                Rung(
                    "uneven colours", SOURCE, uneven, meaning="players with one colour two times more often"
                ),
            ),
        )

    def colours(self, field: KeizerField, i: int, j: int) -> tuple[Pairing, str]:
        """Give Black to the player who has had it less often, else change about, else by lot."""
        black, why = who_has_black(field, i, j)
        return game(field, i + j - black, black), has_black(field, black, why)

    def order(self, field: KeizerField, i: int, j: int) -> tuple[int, ...]:
        """Boards by the ranking."""
        return (min(int(field.place[i]), int(field.place[j])),)

    def notes_on(self, field: KeizerField) -> tuple[Step, ...]:
        """Return the ranking with its scores, and whether it swings."""
        field_ranking = field.ranking
        text = ", ".join(f"{n} ({float(field_ranking.scores[n]):g})" for n in field_ranking.order)
        steps = [Step("ranking (score)", text, source=SOURCE)]
        if field_ranking.swings > 1:
            steps.append(
                Step(
                    "the ranking swings",
                    worded("between {count} orders: their scores averaged", count=field_ranking.swings),
                )
            )
        return tuple(steps)


def _byes(field: KeizerField) -> Ints:
    history = field.tournament.history
    had = [
        sum(entry.result is Result.PAIRING_BYE for entry in history[int(number)]) for number in field.numbers
    ]
    return np.asarray(np.array(had, dtype=np.int64) * len(field) + len(field) - 1 - field.place)
