"""A pairing system as data: what may not be, and what is better, rung by rung."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from arpad.core import worded
from arpad.tournament.weighted.field import Bools, Ints, PairingField

F_contra = TypeVar("F_contra", bound=PairingField, contravariant=True)

PairCost = Callable[[F_contra, Ints, Ints], Ints]
"""The cost of each of the pairs (i[0], j[0]), (i[1], j[1])…, whole and not below 0; rows of the field."""

ByeCost = Callable[[F_contra], Ints]
"""The cost of giving the bye, row by row."""


@dataclass(frozen=True)
class Ban(Generic[F_contra]):
    """What may not be.

    Args:
        name: as a table's head has it: ``already played``.
        article: where the rule stands.
        pair: for pairs of rows, whether they may not meet.
        bye: row by row, who may not get the bye.
    """

    name: str
    article: str
    pair: Callable[[F_contra, Ints, Ints], Bools] | None = None
    bye: Callable[[F_contra], Bools] | None = None


@dataclass(frozen=True)
class CostTerm(Generic[F_contra]):
    """A part of a rung that is a sum: ``weight`` times a cost."""

    name: str
    weight: int
    pair: PairCost[F_contra]
    bye: ByeCost[F_contra] | None = None


@dataclass(frozen=True)
class Rung(Generic[F_contra]):
    """What is better: a round is better if the sum over its pairs is less, all rungs above being equal.

    Args:
        name: as a table's head has it: ``points apart``.
        article: where the rule stands.
        pair: the cost of a pair; costs are whole and not below 0.
        bye: the cost of giving the bye; None if it costs nothing.
        terms: what the cost is the sum of, where the rules add weights up instead of ranking them; then
            there is no ``pair``, and no ``bye``.
        meaning: the rule in words.
        lots: whether only the lot speaks here, so that a round which is worse here alone breaks no rule.
    """

    name: str
    article: str
    pair: PairCost[F_contra] | None = None
    bye: ByeCost[F_contra] | None = None
    terms: tuple[CostTerm[F_contra], ...] = ()
    meaning: str = ""
    lots: bool = False

    def __post_init__(self) -> None:
        if bool(self.terms) == (self.pair is not None or self.bye is not None):
            raise ValueError(f"{self.name}: either its own costs or terms")

    def pairs(self, field: F_contra, i: Ints, j: Ints) -> Ints:
        """Return the cost of pairs of rows."""
        if self.terms:
            total = np.zeros(len(i), dtype=np.int64)
            for term in self.terms:
                total += term.weight * term.pair(field, i, j)
            return total
        if self.pair is None:
            return np.zeros(len(i), dtype=np.int64)
        return np.asarray(self.pair(field, i, j), dtype=np.int64)

    def byes(self, field: F_contra) -> Ints:
        """Return the cost of giving the bye, row by row."""
        total = np.zeros(len(field), dtype=np.int64)
        for term in self.terms:
            if term.bye is not None:
                total += term.weight * term.bye(field)
        return total if self.bye is None else np.asarray(self.bye(field), dtype=np.int64)


@dataclass(frozen=True)
class Ladder(Generic[F_contra]):
    """A pairing system of weighted choices.

    The rounds that no ban forbids are compared by the sums of the rungs' costs, the highest rung first; the
    best one is taken. Where the last rung too leaves several, the matching takes the one that it finds first
    in the order of the numbers, which is always the same one.

    Args:
        bans: what may not be.
        rungs: what is better, the most important first.
    """

    bans: tuple[Ban[F_contra], ...]
    rungs: tuple[Rung[F_contra], ...]

    def cost(self, field: F_contra, pairs: list[tuple[int, int]], bye: int | None) -> tuple[int, ...]:
        """Return a round's sums, rung by rung."""
        i = np.array([a for a, _ in pairs], dtype=np.int64)
        j = np.array([b for _, b in pairs], dtype=np.int64)
        return tuple(
            int(rung.pairs(field, i, j).sum()) + (0 if bye is None else int(rung.byes(field)[bye]))
            for rung in self.rungs
        )

    def without_lots(self) -> Ladder[F_contra]:
        """Return the ladder without the rungs on which only the lot speaks."""
        return Ladder(self.bans, tuple(rung for rung in self.rungs if not rung.lots))


OWN = worded("the tournament's own")
"""Where a rule stands that no body has made."""


def met_before(article: str) -> Ban[PairingField]:
    """Return the ban on meeting again: a game that was forfeited is none."""
    return Ban("already played", article, lambda field, i, j: field.already_played[i, j])


def forbidden(article: str = OWN) -> Ban[PairingField]:
    """Return the ban on pairs that the tournament forbids."""
    return Ban("forbidden", article, lambda field, i, j: field.prohibited[i, j])


def second_bye(article: str) -> Ban[PairingField]:
    """Return the ban on the bye for a participant who had one, or a win's points without playing."""
    return Ban("second bye", article, bye=lambda field: field.had_bye)


def by_lot(article: str, meaning: str = "") -> Rung[PairingField]:
    """Return the last rung: places apart in the order drawn by lot, and the bye to the last drawn."""
    return Rung(
        "lot",
        article,
        lambda field, i, j: np.abs(field.drawn[i] - field.drawn[j]),
        lambda field: len(field) - 1 - field.drawn,
        meaning=meaning or worded("neighbours in the order drawn by lot meet"),
        lots=True,
    )


class Costs(Generic[F_contra]):
    """What a ladder makes of a field: the costs of all pairs that are allowed, and of the byes.

    Args:
        ladder: the system.
        field: the participants.

    The bye is a pair with the row after the last one, ``players``; ``levels`` has a row for each of the
    pairs (i, j), i < j, that no ban forbids, and a column for each rung. ``order`` has the rows by ``line``.
    """

    def __init__(self, ladder: Ladder[F_contra], field: F_contra) -> None:
        n = len(field)
        self.ladder: Ladder[F_contra] = ladder
        self.field: F_contra = field
        self.players = n
        self.order: Ints = np.append(np.argsort(-field.line, kind="stable"), [n] if n % 2 else []).astype(
            np.int64
        )
        self.vertices: int = n + n % 2
        i, j = np.triu_indices(n, 1)
        free = self.free(i, j)
        i, j = i[free], j[free]
        byes = np.flatnonzero(self.may_have_bye()) if n % 2 else np.empty(0, dtype=np.int64)
        # Rung by rung in memory: with thousands of players this is by far the largest of all tables.
        levels = np.zeros((max(len(ladder.rungs), 1), len(i) + len(byes)), dtype=np.int64)
        for level, rung in zip(levels, ladder.rungs, strict=False):
            level[: len(i)] = rung.pairs(field, i, j)
            if n % 2:
                level[len(i) :] = rung.byes(field)[byes]
        self.i: Ints = np.concatenate((i, byes))
        self.j: Ints = np.concatenate((j, np.full(len(byes), n)))
        self.levels: Ints = levels.T

    def free(self, i: Ints, j: Ints) -> Bools:
        """Return for pairs of rows whether no ban forbids them."""
        free = np.ones(len(i), dtype=bool)
        for ban in self.ladder.bans:
            if ban.pair is not None:
                free &= ~ban.pair(self.field, i, j)
        return free

    def may_have_bye(self) -> Bools:
        """Return row by row whether no ban forbids the bye."""
        may = np.ones(self.players, dtype=bool)
        for ban in self.ladder.bans:
            if ban.bye is not None:
                may &= ~ban.bye(self.field)
        return may
