"""Burstein's system by enumeration: C.04.4.2 (2026) read literally, for fields of up to ten players.

Shares nothing with the engine: it reads the tournament's lines and tries every pairing of every bracket, in the
order of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arpad.tournament.model import Tournament
from arpad.tournament.results import Result
from rulebooks.fide.pairing.dubov_reference import Pairs, Reference


class BursteinReference(Reference):
    """A round after the seeding rounds, by its numbers."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament)
        self.index = {number: self.opposition(number) for number in tournament.by_number}

    def due(self, number: int) -> tuple[str, str]:
        """Return the colour due; nobody who has not played is due one (1.5.4)."""
        return super().due(number) if self.colours(number) else ("", "none")

    def bare(self, number: int) -> Fraction:
        """Return somebody's points."""
        return sum(
            (self.tournament.points.of(entry.result) for entry in self.tournament.history[number]),
            Fraction(0),
        )

    def seen(self, number: int) -> Fraction:
        """Return somebody's points as they count for those whom he has played (1.7.2, exception)."""
        total = self.bare(number)
        if self.tournament.absent(self.at).get(number) is Result.ZERO_BYE:
            line = [entry.result for entry in self.tournament.history[number]]
            while line and line[-1] is Result.ZERO_BYE:
                line.pop()
                total += self.tournament.points.of(Result.DRAW) - self.tournament.points.of(Result.ZERO_BYE)
        return total

    def opposition(self, number: int) -> tuple[Fraction, Fraction]:
        """Return Buchholz and Sonneborn–Berger (1.7)."""
        buchholz = berger = Fraction(0)
        for entry in self.tournament.history[number]:
            score = self.seen(entry.opponent) if entry.result.played else self.bare(number)
            buchholz += score
            berger += score * self.tournament.points.of(entry.result)
        return buchholz, berger

    def rank(self, number: int) -> tuple[Fraction, Fraction, int]:
        return -self.index[number][0], -self.index[number][1], number

    def bye(self) -> int | None:
        """Article 3.1; its last rule is the lowest rank."""
        if len(self.here) % 2 == 0:
            return 0 if self.possible(self.here) else None
        win = self.tournament.points.of(Result.WIN)
        found = [
            number
            for number in self.here
            if not any(
                entry.result is Result.PAIRING_BYE
                or (not entry.result.played and self.tournament.points.of(entry.result) >= win)
                for entry in self.tournament.history[number]
            )
            and self.possible([one for one in self.here if one != number])
        ]
        if not found:
            return None
        low = min(self.score[n] for n in found)
        found = [n for n in found if self.score[n] == low]
        most = max(len(self.lines[n]) for n in found)
        return max((n for n in found if len(self.lines[n]) == most), key=self.rank)

    def some_pairs(self, group: list[int]) -> Iterator[tuple[Pairs, tuple[int, ...]]]:
        """Yield the pairings of a bracket with their floaters, in the order of 4.3 for equally many floaters."""
        if not group:
            yield (), ()
            return
        first, *rest = group
        for other in reversed(rest):
            if self.legal(first, other):
                for pairs, floaters in self.some_pairs([one for one in rest if one != other]):
                    yield ((first, other), *pairs), floaters
        for pairs, floaters in self.some_pairs(rest):
            yield pairs, (first, *floaters)

    def outcome(self, floaters: tuple[int, ...]) -> tuple[int, tuple[Fraction, ...]]:
        """Return what C5 and C6 look at."""
        return len(floaters), tuple(sorted((self.score[n] for n in floaters), reverse=True))

    def candidates(self, group: list[int], below: list[int]) -> Iterator[tuple[Pairs, tuple[int, ...]]]:
        """Yield those pairings after which all others can be paired (C4)."""
        for pairs, floaters in self.some_pairs(sorted(group, key=self.rank)):
            if self.possible([*floaters, *below]):
                yield pairs, floaters

    def missed(self, pairs: Pairs) -> int:
        """C8."""
        return sum(self.due(a)[0] == self.due(b)[0] != "" for a, b in pairs)

    def best(self, group: list[int], below: list[int]) -> tuple[Pairs, tuple[int, ...]]:
        """Articles 3.2 and 4."""
        top = max((self.score[n] for n in below), default=None)
        near = [n for n in below if self.score[n] == top]
        rest = [n for n in below if self.score[n] != top]
        ahead: dict[tuple[int, ...], object] = {}
        best: tuple[tuple[object, ...], Pairs, tuple[int, ...]] | None = None
        for pairs, floaters in self.candidates(group, below):
            if floaters not in ahead:
                ahead[floaters] = min(
                    (self.outcome(more) for _, more in self.candidates([*floaters, *near], rest)),
                    default=None,
                )
            quality: tuple[object, ...] = (self.outcome(floaters), ahead[floaters], self.missed(pairs))
            if best is None or quality < best[0]:
                best = (quality, pairs, floaters)
        assert best
        return best[1], best[2]

    def white(self, a: int, b: int) -> int:
        """Article 5.2."""
        high, low = sorted((a, b), key=self.rank)
        initial = self.tournament.initial_colour
        if not self.lines[high] and not self.lines[low]:
            return high if (initial == "w") == (self.place(high) % 2 == 1) else low
        (mine, how), (his, hard) = self.due(high), self.due(low)
        if mine != his:
            return high if mine == "w" or his == "b" else low
        strengths = ["mild", "strong", "absolute"]
        if how != hard:
            winner = high if strengths.index(how) > strengths.index(hard) else low
            return winner if mine == "w" else high + low - winner
        for one, two in zip(self.colours(high)[::-1], self.colours(low)[::-1], strict=False):
            if one != two:
                return high if one == "b" else low
        return high if mine == "w" else low

    def round(self) -> tuple[set[tuple[int, int]], int] | None:
        """Return the games, White first, and the bye (0 for none); None if there is no legal round."""
        bye = self.bye()
        if bye is None:
            return None
        left = [n for n in self.here if n != bye]
        games: set[tuple[int, int]] = set()
        floaters: tuple[int, ...] = ()
        while left or floaters:
            top = max((self.score[n] for n in left), default=None)
            group = [*floaters, *(n for n in left if self.score[n] == top)]
            left = [n for n in left if self.score[n] != top]
            pairs, floaters = self.best(group, left)
            for a, b in pairs:
                white = self.white(a, b)
                games.add((white, a + b - white))
        return games, bye
