"""What Go's pairing asks beyond points: McMahon scores, groups, places in them, who was drawn up or down."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, lcm

import numpy as np

from arpad.core import BadInput, worded
from arpad.rulebooks.go.grades import rank_of, rank_of_rating
from arpad.rulebooks.go.settings import GoSettings
from arpad.tournament.adjustments import brought
from arpad.tournament.model import Entrant, Entry, Tournament
from arpad.tournament.results import Result
from arpad.tournament.weighted import Bools, Ints, PairingField, places


def entrant_rank(entrant: Entrant) -> int | None:
    """Return a rank by the grade, else by the rating; None if there is neither.

    Raises:
        BadInput: the grade is none.
    """
    if entrant.grade:
        return rank_of(entrant.grade)
    return rank_of_rating(entrant.rating) if entrant.rating else None


def given_starts(tournament: Tournament) -> dict[int, int]:
    """Return the starting scores that the setting ``mcmahon`` gives, by number.

    Raises:
        BadInput: it is not a table of numbers and whole scores, or somebody in it does not take part.
    """
    given = tournament.settings.get("mcmahon", {})
    try:
        starts = {int(number): Fraction(start) for number, start in given.items()}
    except (AttributeError, TypeError, ValueError):
        starts = {0: Fraction(0)}
    if any(start.denominator != 1 for start in starts.values()) or not starts.keys() <= set(
        tournament.by_number
    ):
        raise BadInput(
            worded("the setting mcmahon cannot be {given!r}", given=given),
            remedy='Write the starting scores of participants by number: mcmahon={"1": 3, "2": -1}.',
        )
    return {number: int(start) for number, start in starts.items()}


@dataclass(frozen=True, eq=False)
class GoField(PairingField):
    """The participants of a Go tournament's round.

    Args:
        settings: the tournament's.
    """

    settings: GoSettings

    @classmethod
    def of(cls, field: PairingField, settings: GoSettings) -> GoField:
        """Return a field with settings.

        Raises:
            BadInput: McMahon, and somebody has neither a grade nor a rating.
        """
        go_field = cls(field.tournament, field.round, field.numbers, settings)
        if settings.mcmahon:
            for entrant in field.tournament.by_number.values():
                if entrant.number not in go_field.given and entrant_rank(entrant) is None:
                    raise BadInput(
                        worded(
                            "{name} ({number}) has neither a grade nor a rating",
                            name=entrant.name,
                            number=entrant.number,
                        ),
                        remedy="McMahon starts everybody by grade: give one, such as 5k.",
                    )
        return go_field

    @cached_property
    def ranks(self) -> dict[int, int]:
        """Everybody's rank by number; 30 kyu for none."""
        ranks = {n: entrant_rank(entrant) for n, entrant in self.tournament.by_number.items()}
        return {number: -30 if rank is None else rank for number, rank in ranks.items()}

    @cached_property
    def given(self) -> dict[int, int]:
        """The starts that the tournament's setting ``mcmahon`` gives, by number.

        Raises:
            BadInput: the setting is not such a thing.
        """
        return given_starts(self.tournament)

    @cached_property
    def bases(self) -> dict[int, int]:
        """Where everybody starts: as given, else the rank between floor and bar; 0 in a Swiss."""
        low, high = self.settings.low, self.settings.high
        if not self.settings.mcmahon:
            return dict.fromkeys(self.ranks, 0)
        return {n: self.given.get(n, min(max(rank, low), high)) for n, rank in self.ranks.items()}

    @cached_property
    def score_lists(self) -> dict[int, list[Fraction]]:
        """Everybody's score before each round and now.

        If so set, what rounds without a game bring is rounded down, all of them together; a drawn game's half
        point stays.
        """
        by_hand, points = self.tournament.adjustments, self.tournament.points
        absent = Fraction(self.settings.absent)
        values = [
            value for adjustment in by_hand for value in (adjustment.value(False),) if value is not None
        ]
        # Whole numbers of the least unit: a thousand players' rounds are many sums.
        unit = lcm(points.denominator, *(value.denominator for value in (absent, *values)))
        worth = {result: int(value * unit) for result, value in points.table.items()}
        if self.settings.mcmahon:
            worth[Result.ZERO_BYE] = int(absent * unit)
        fractions: dict[int, Fraction] = {}

        def scores(number: int, line: tuple[Entry, ...]) -> list[Fraction]:
            games, without = self.bases[number] * unit, 0
            if by_hand:
                games += int(self.tournament.extra(number, 0, 0) * unit)
            totals = [games]
            for at, entry in enumerate(line, 1):
                gained = worth[entry.result]
                if by_hand:
                    usual = Fraction(gained, unit)
                    gained = int(brought(by_hand, number, at, entry.result, usual) * unit)
                    games += int(self.tournament.extra(number, at, at) * unit)
                if entry.opponent:
                    games += gained
                else:
                    without += gained
                totals.append(games + (without // unit * unit if self.settings.round_down else without))
            for total in totals:
                if total not in fractions:
                    fractions[total] = Fraction(total, unit)
            return [fractions[total] for total in totals]

        return {number: scores(number, line) for number, line in self.tournament.history.items()}

    def now(self, number: int) -> Fraction:
        """Return a participant's score."""
        return self.score_lists[number][-1]

    @cached_property
    def group(self) -> Ints:
        """Groups: the whole part of the score."""
        return np.array([floor(self.now(int(number))) for number in self.numbers], dtype=np.int64)

    @property
    def line(self) -> Ints:
        """Groups, and places in them."""
        return np.asarray(self.level * len(self) - self.place)

    @property
    def _range(self) -> int:
        """How many scores there could be: from one below the floor to two above the bar, and rounds won."""
        if self.settings.mcmahon:
            low = min((self.settings.low, *self.given.values()))
            high = max((self.settings.high, *self.given.values()))
            return high - low + self.round + 3
        return self.round

    @property
    def groups(self) -> int:
        """How many groups there could be: what the weights call the range of scores."""
        return self._range * self.categories

    @cached_property
    def level(self) -> Ints:
        """Groups of each category, the better the higher: one's lowest is above the next one's best."""
        reach = int(np.ptp(self.group)) + 1 if len(self) else 1
        return np.asarray(self.group - self.category * reach)

    @cached_property
    def sos(self) -> dict[int, Fraction]:
        """Sums of opponents' scores; in McMahon White adds the handicap given, Black takes it off.

        A missed round counts as an opponent of the player's start.
        """
        return {
            number: sum((self._counted_score(number, entry) for entry in line), Fraction(0))
            for number, line in self.tournament.history.items()
        }

    def _counted_score(self, number: int, entry: Entry) -> Fraction:
        if not entry.opponent:
            return Fraction(self.bases[number])
        stones = entry.handicap if self.settings.mcmahon else 0
        return self.now(entry.opponent) + (stones if entry.colour == "w" else -stones)

    @cached_property
    def sosos(self) -> dict[int, Fraction]:
        """Sums of opponents' SOS; a missed round counts the player's start in each round so far."""
        rounds = self.tournament.played
        return {
            number: sum(
                (self.sos[e.opponent] if e.opponent else Fraction(self.bases[number] * rounds) for e in line),
                Fraction(0),
            )
            for number, line in self.tournament.history.items()
        }

    @cached_property
    def place(self) -> Ints:
        """Places, from 0: score, SOS, SOSOS, the rating as set, then the number."""

        def column(values: dict[int, Fraction]) -> Ints:
            """Return whole numbers in the same order, the greatest first."""
            ladder = {value: -at for at, value in enumerate(sorted(set(values.values())))}
            return np.array([ladder[values[int(number)]] for number in self.numbers], dtype=np.int64)

        early = self.round <= self.settings.early_rounds
        by_rating = self.settings.rating == "always" or (early and self.settings.rating == "early")
        rating = -self.rating if by_rating else np.zeros(len(self), dtype=np.int64)
        main = {number: scores[-1] for number, scores in self.score_lists.items()}
        return places(column(main), column(self.sos), column(self.sosos), rating, self.numbers)

    @cached_property
    def seats(self) -> tuple[Ints, Ints]:
        """Places in the player's group, from 0, and how large it is."""
        order = np.lexsort((self.place, self.level))
        seat, size = np.empty(len(self), dtype=np.int64), np.empty(len(self), dtype=np.int64)
        _, start, count = np.unique(self.level[order], return_index=True, return_counts=True)
        for first, many in zip(start, count, strict=True):
            rows = order[first : first + many]
            seat[rows], size[rows] = np.arange(many), many
        return seat, size

    @cached_property
    def drawn_up_down(self) -> tuple[Ints, Ints]:
        """How often a player met a group above the player's own, and a group below, at that time."""
        up, down = np.zeros(len(self), dtype=np.int64), np.zeros(len(self), dtype=np.int64)
        for number, row in self.row.items():
            for at, entry in enumerate(self.tournament.history[number]):
                if entry.opponent:
                    gap = floor(self.score_lists[entry.opponent][at]) - floor(self.score_lists[number][at])
                    up[row] += gap > 0
                    down[row] += gap < 0
        return up, down

    @cached_property
    def already_played(self) -> Bools:
        """Row by row, whether two were paired before; here a forfeit counts too."""
        table = np.zeros((len(self), len(self)), dtype=bool)
        for round_ in self.tournament.rounds:
            for game in round_.pairings:
                self._mark(table, game.white, game.black)
        return table

    @cached_property
    def even_colours(self) -> Ints:
        """White's games less Black's, of those without handicap."""
        counts = np.zeros(len(self), dtype=np.int64)
        for number, row in self.row.items():
            for entry in self.tournament.history[number]:
                if entry.handicap == 0 and entry.opponent:
                    counts[row] += {"w": 1, "b": -1}.get(entry.colour, 0)
        return counts

    @cached_property
    def pseudo_rank(self) -> Ints:
        """By what a handicap is reckoned: the McMahon score or the rank, up to the threshold."""
        if self.settings.handicap_by_score and self.settings.mcmahon:
            ranks = [floor(self.now(int(number))) for number in self.numbers]
        else:
            ranks = [self.ranks[int(number)] for number in self.numbers]
        return np.minimum(np.array(ranks, dtype=np.int64), self.settings.threshold)

    def stones(self, i: Ints, j: Ints) -> Ints:
        """Return the stones between two: the difference of ranks less the correction, at most the ceiling."""
        between = np.abs(self.pseudo_rank[i] - self.pseudo_rank[j]) - self.settings.correction
        return np.asarray(np.minimum(np.maximum(between, 0), self.settings.ceiling), dtype=np.int64)

    @cached_property
    def secure(self) -> Bools:
        """Who is above the thresholds from which clubs and countries are no longer kept apart."""
        settings = self.settings
        planned = self.tournament.planned
        won = self.wins >= planned if settings.half_wins and planned else np.zeros(len(self), dtype=bool)
        rank = np.array([self.ranks[int(number)] for number in self.numbers])
        if not settings.mcmahon:
            return np.asarray(won)
        base = np.array([self.bases[int(number)] for number in self.numbers])
        above = base >= settings.high if settings.above_bar else np.zeros(len(self), dtype=bool)
        return np.asarray(won | above | (2 * rank + self.wins >= 2 * settings.secure_rank))

    @property
    def categories(self) -> int:
        """How many categories there are."""
        return len(settings_bounds(self.settings.categories)) + 1

    @cached_property
    def category(self) -> Ints:
        """Categories by rank: 0 for the highest."""
        bounds = settings_bounds(self.settings.categories)
        ranks = [self.ranks[int(number)] for number in self.numbers]
        return np.array([sum(rank < bound for bound in bounds) for rank in ranks], dtype=np.int64)


def settings_bounds(categories: str) -> tuple[int, ...]:
    """Return the lowest ranks of categories given as grades, ``1d,5k``: dans, to 5 kyu, the rest.

    Raises:
        BadInput: one is not a grade.
    """
    return tuple(rank_of(word) for word in categories.split(",") if word.strip())
