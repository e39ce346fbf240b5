"""Pairing Go tournaments: McMahon and Swiss, weighed as OpenGotha weighs them.

In McMahon everybody starts with the rank as a score, clipped between a floor and a bar, so that a beginner
need not lose to the strong to meet equals. Players of the same whole score are a group. The bye is chosen
first, as there; then the round of the greatest sum of weights. Departures, of which the module of the
weights has none: two who were paired do not meet again unless ``rematches`` is ``avoid``; the bye goes to
nobody twice; who has no club shares it with nobody; among equal rounds the order of the numbers decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

import numpy as np

from arpad.core import Edition, Step, worded, worded_count
from arpad.rulebooks.go.grades import grade_of
from arpad.rulebooks.go.lots import first_has_white
from arpad.rulebooks.go.scores import GoField
from arpad.rulebooks.go.settings import GoSettings, SwissSettings
from arpad.rulebooks.go.weights import SOURCE, terms
from arpad.tournament.model import Pairing, Tournament
from arpad.tournament.weighted import (
    Ban,
    Ints,
    Ladder,
    PairingField,
    Rung,
    WeightedSystem,
    forbidden,
    game,
    met_before,
    places,
    second_bye,
)


def bye_order(field: GoField) -> Ints:
    """Return places in the order for the bye: McMahon, the lowest score; Swiss, the least rank + 40 · score.

    Among equals the last in the group comes first.
    """
    now = [field.now(int(number)) for number in field.numbers]
    if not field.settings.mcmahon:
        now = [field.ranks[int(n)] + 40 * score for n, score in zip(field.numbers, now, strict=True)]
    place_of = {value: at for at, value in enumerate(sorted(set(now)))}
    return places(_column([place_of[value] for value in now]), -field.place)


def _column(values: list[int]) -> Ints:
    return np.array(values, dtype=np.int64)


@dataclass(frozen=True)
class McMahon(GoSettings, WeightedSystem[GoField]):
    """McMahon as OpenGotha weighs it; see the module."""

    name: ClassVar[str] = "mcmahon"
    title: ClassVar[str] = "McMahon (Go)"
    black_first: ClassVar[bool] = True
    source: ClassVar[str] = "OpenGotha's weights, as pairgoth has them"

    @property
    def edition(self) -> Edition:
        """OpenGotha's weights have no date: those of its version 3."""
        return Edition(date.min, "OpenGotha 3")

    def field(self, tournament: Tournament) -> GoField:
        """Return the participants with their McMahon scores."""
        return GoField.of(PairingField.next(tournament), self)

    def starts(self, tournament: Tournament) -> dict[int, int]:
        """Return where everybody starts, by number; results may be missing."""
        nobody = np.empty(0, dtype=np.int64)
        return GoField.of(PairingField(tournament, tournament.played + 1, nobody), self).bases

    def ladder(self, field: GoField) -> Ladder[GoField]:
        """Return the ladder: the bye, then the sum of weights."""
        bans: list[Ban[GoField]] = [forbidden(), second_bye("OpenGotha, bye")]
        if self.rematches == "never":
            bans.insert(0, met_before("OpenGotha, avoid pairing same pair twice"))
        rungs: tuple[Rung[GoField], ...] = (
            Rung("bye", "OpenGotha, bye", bye=bye_order, meaning="place in the order for the bye"),
            Rung("weights", SOURCE, terms=terms(self), meaning="total penalty"),
        )
        return Ladder(tuple(bans), rungs)

    def colours(self, field: GoField, i: int, j: int) -> tuple[Pairing, str]:
        """Give White to the stronger in a handicap game, else to who has had it less often, else by lot."""
        stones = int(field.stones(_column([i]), _column([j]))[0])
        if stones:
            white = i if field.pseudo_rank[i] > field.pseudo_rank[j] else j
            why = worded_count(
                "{name} gives {count} stone: {why}",
                "{name} gives {count} stones: {why}",
                stones,
                name=field.named(white),
                why=self._between(field, i, j),
            )
            return game(field, white, i + j - white, stones), why
        a, b = int(field.even_colours[i]), int(field.even_colours[j])
        if a != b:
            white = i if a < b else j
            why = worded(
                "White less Black so far: {less} against {more}",
                less=f"{min(a, b):+d}",
                more=f"{max(a, b):+d}",
            )
        else:
            white = i if first_has_white(field, i, j) else j
            why = worded("drawn by lot")
        return game(field, white, i + j - white), worded(
            "{name} has White: {why}", name=field.named(white), why=why
        )

    def _between(self, field: GoField, i: int, j: int) -> str:
        """Return in words by what two are given a handicap: ``McMahon scores −2 and −5, less 1``."""
        ranks = sorted((int(field.pseudo_rank[row]) for row in (i, j)), reverse=True)
        if self.handicap_by_score and self.mcmahon:
            high, low = (f"{rank:d}".replace("-", "−") for rank in ranks)
            words = worded("McMahon scores {high} and {low}", high=high, low=low)
        else:
            words = worded("{one} against {other}", one=grade_of(ranks[0]), other=grade_of(ranks[1]))
        if self.correction:
            words = worded("{ranks}, less {correction}", ranks=words, correction=self.correction)
        if ranks[0] - ranks[1] - self.correction > self.ceiling:
            words = worded("{ranks}, at most {most}", ranks=words, most=self.ceiling)
        return words

    def order(self, field: GoField, i: int, j: int) -> tuple[int, ...]:
        """Boards by the better place."""
        return (min(int(field.place[i]), int(field.place[j])),)

    def notes_on(self, field: GoField) -> tuple[Step, ...]:
        """Return the groups."""
        counts = {
            int(group): int((field.group == group).sum()) for group in sorted(set(field.group), reverse=True)
        }
        text = ", ".join(f"{group}: {many}" for group, many in counts.items())
        return (Step("groups (score: players)", text, source=SOURCE),)


@dataclass(frozen=True)
class GoSwiss(SwissSettings, McMahon):
    """Swiss as OpenGotha weighs it: everybody starts at 0, no handicap."""

    name: ClassVar[str] = "go-swiss"
    title: ClassVar[str] = "Swiss (Go)"
