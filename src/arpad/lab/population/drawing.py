"""Draw the life of a population: its games, and the true strength of everybody in every month."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arpad.lab.population.model import FOUNDED, OLD, SETTLED_AFTER, Population
from arpad.record import Games, Labels, Players

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LN10_400 = math.log(10.0) / 400.0

PRIOR_GAMES = 2.0
"""Even games that count beside the last ones, so that one loss makes nobody quit."""

FADING = 0.9
"""How much of the games before is left with each further game: about the last ten count."""

ENTRY_AGE, ENTRY_AGES, YOUNGEST = 20.0, 8.0, 6.0
"""The mean age of entrants, its standard deviation, and the least."""


@dataclass(frozen=True, eq=False)
class Simulated:
    """The life of a population.

    Args:
        games: the games in order of time, those of a month one event, with the players' years of birth.
        month: int64 per game, the month in which it was played, from 0.
        strengths: float64 per game × 2, the true strengths of both sides in that month, in points.
        entered: int64 per player, the month of entering; 0 for founders.
        left: int64 per player, the month in which the player quit; the number of months for nobody who did.
        final: float64 per player, the true strength in the last month.
        months: how many months were simulated.
    """

    games: Games
    month: Ints
    strengths: Floats
    entered: Ints
    left: Ints
    final: Floats
    months: int

    @cached_property
    def founder(self) -> NDArray[np.bool_]:
        """Per player whether the player was there from the beginning."""
        return np.asarray(self.entered == 0)


class _Roster:
    """Everybody who has ever entered; columns grow as players enter."""

    def __init__(self, population: Population, lots: np.random.Generator) -> None:
        self.population, self.lots = population, lots
        empty = np.empty(0)
        self.base, self.born, self.walk = empty, empty, empty
        self.entered, self.left = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
        self.points, self.played = empty, empty
        self.settled = np.empty(0, dtype=np.bool_)

    def enter(self, count: int, month: int, *, founders: bool = False) -> None:
        """Let so many enter."""
        lots = self.lots
        age = np.maximum(YOUNGEST, lots.normal(ENTRY_AGE, ENTRY_AGES, count))
        if founders:
            age += lots.exponential(8.0, count)
        self.base = np.append(self.base, lots.normal(0.0, 1.0, count) * self.population.spread)
        self.born = np.append(self.born, month / 12.0 - age)
        self.walk = np.append(self.walk, np.zeros(count))
        self.entered = np.append(self.entered, np.full(count, month))
        self.left = np.append(self.left, np.full(count, -1))
        self.points = np.append(self.points, np.zeros(count))
        self.played = np.append(self.played, np.zeros(count))
        self.settled = np.append(self.settled, np.full(count, founders))

    def played_by(self, pair: Ints, score: Floats) -> None:
        """Remember the results of a round in which everybody plays once at most."""
        for side, points in ((pair[:, 0], score), (pair[:, 1], 1.0 - score)):
            self.points[side] = FADING * self.points[side] + points
            self.played[side] = FADING * self.played[side] + 1.0

    @property
    def present(self) -> Ints:
        """Who plays now."""
        return np.flatnonzero(self.left < 0)

    def strength(self, month: int) -> Floats:
        """Return everybody's strength in a month."""
        of = self.population
        years = (month - self.entered) / 12.0
        gained = np.where(self.settled, 1.0, -np.expm1(-years / SETTLED_AFTER))
        # A founder who is old already has declined before: only what is lost from now on counts.
        age = month / 12.0 - self.born
        began = np.maximum(OLD, self.entered / 12.0 - self.born)
        return self.base + of.improve * gained - of.decline * np.maximum(0.0, age - began) + self.walk

    def quit(self, month: int) -> int:
        """Let some quit, and return how many."""
        of, here = self.population, self.present
        if of.quit == 0.0:
            return 0
        share = (self.points[here] + 0.5 * PRIOR_GAMES) / (self.played[here] + PRIOR_GAMES)
        rate = of.monthly_quit * of.losers ** (1.0 - 2.0 * share)
        gone = here[self.lots.random(len(here)) < -np.expm1(-rate)]
        self.left[gone] = month
        return len(gone)


def drawn(population: Population, seed: int = 1) -> Simulated:
    """Draw the life of a population.

    Args:
        population: the model.
        seed: of everything that is drawn; the same seed draws the same life.
    """
    lots = np.random.default_rng(seed)
    roster = _Roster(population, lots)
    roster.enter(population.players, 0, founders=True)
    months = 12 * population.years
    wanted = float(population.players)
    rounds = math.ceil(population.games / 12.0)
    share = population.games / 12.0 / rounds
    sides: list[NDArray[np.int32]] = []
    scores: list[Floats] = []
    truths: list[Floats] = []
    days: list[NDArray[np.int64]] = []
    when: list[Ints] = []
    begin = np.datetime64(f"{FOUNDED}-01", "M")
    for month in range(months):
        if month:
            roster.quit(month)
            wanted *= (1.0 + population.growth) ** (1.0 / 12.0)
            missing = round(wanted) - len(roster.present)
            if missing > 0:
                roster.enter(missing, month)
            if population.drift > 0.0:
                step = population.drift / math.sqrt(12.0)
                roster.walk += lots.normal(0.0, 1.0, len(roster.walk)) * step
        strength = roster.strength(month)
        first_day = (begin + month).astype("datetime64[D]").astype(np.int64)
        here = roster.present
        for at in range(rounds):
            pair = _paired(here, strength, population.mixing, share, lots)
            if not len(pair):
                continue
            score = played_out(strength[pair[:, 0]] - strength[pair[:, 1]], population.draws, lots)
            roster.played_by(pair, score)
            sides.append(pair.astype(np.int32))
            scores.append(score)
            truths.append(strength[pair])
            days.append(np.full(len(pair), first_day + at * 28 // rounds))
            when.append(np.full(len(pair), month))
    left = np.where(roster.left < 0, months, roster.left)
    month_of = np.concatenate(when) if when else np.empty(0, dtype=np.int64)
    born = np.floor(FOUNDED + roster.born)
    digits = len(str(len(born)))
    players = Players([f"p{n:0{digits}d}" for n in range(1, len(born) + 1)], {"birth_year": born})
    pairs = np.concatenate(sides) if sides else np.empty((0, 2), dtype=np.int32)
    games = Games(
        players,
        np.ascontiguousarray(pairs[:, 0]),
        np.ascontiguousarray(pairs[:, 1]),
        np.concatenate(scores) if scores else np.empty(0),
        time=(np.concatenate(days) if days else np.empty(0, dtype=np.int64)).astype("datetime64[D]"),
        event=Labels(month_of.astype(np.int32), tuple(str(begin + month) for month in range(months))),
    )
    return Simulated(
        games,
        month_of,
        np.concatenate(truths) if truths else np.empty((0, 2)),
        roster.entered,
        left,
        roster.strength(months - 1),
        months,
    )


def _paired(
    here: Ints, strength: Floats, mixing: float, share: float, lots: np.random.Generator
) -> NDArray[np.int64]:
    """Return the pairs of a round, games × 2; who is named first is drawn by lot."""
    playing = here[lots.random(len(here)) < share]
    key = strength[playing] + lots.normal(0.0, 1.0, len(playing)) * mixing
    order = playing[np.argsort(key, kind="stable")]
    odd = len(order) % 2
    begin = int(lots.integers(2)) if odd else 0
    pair = order[begin : begin + len(order) - odd].reshape(-1, 2)
    turned = lots.random(len(pair)) < 0.5
    return np.where(turned[:, None], pair[:, ::-1], pair)


def played_out(difference: Floats, draws: float, lots: np.random.Generator) -> Floats:
    """Return the scores of the first sides, by how much stronger they are and the draws of the population."""
    expected = 1.0 / (1.0 + np.exp(-difference * LN10_400))
    half = 2.0 * draws * expected * (1.0 - expected)
    luck = lots.random(len(expected))
    return np.where(luck < expected - half, 1.0, np.where(luck < expected + half, 0.5, 0.0))
