"""Dubov's system by enumeration: C.04.4.1 (2026) read literally, for fields of up to ten players.

Shares nothing with the engine: it reads the tournament's lines, tries every legal pairing, every set of
upfloaters, every set of shifters and every transposition, in the order of the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations

from arpad.tournament.model import Tournament
from arpad.tournament.results import Result

Pairs = tuple[tuple[int, int], ...]


class Reference:
    """The round after a tournament's last, by its numbers."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.at = tournament.played + 1
        away = tournament.absent(self.at)
        self.here = [number for number in tournament.by_number if number not in away]
        self.final = self.at >= tournament.planned
        self.lines = {
            number: [(r, entry) for r, entry in enumerate(tournament.history[number]) if entry.result.played]
            for number in tournament.by_number
        }
        self.score = {number: self.points(number, self.at - 1) for number in tournament.by_number}

    def points(self, number: int, rounds: int) -> Fraction:
        """Return the score for pairing after so many rounds."""
        line = self.tournament.history[number][:rounds]
        won = sum((self.tournament.points.of(entry.result) for entry in line), Fraction(0))
        return won + self.tournament.acceleration(number, rounds + 1)

    def colours(self, number: int) -> str:
        return "".join(entry.colour for _, entry in self.lines[number])

    def difference(self, number: int) -> int:
        return self.colours(number).count("w") - self.colours(number).count("b")

    def due(self, number: int) -> tuple[str, str]:
        """Return the colour due and how strongly (1.6)."""
        line, difference = self.colours(number), self.difference(number)
        if difference > 1 or line.endswith("ww"):
            return "b", "absolute"
        if difference < -1 or line.endswith("bb"):
            return "w", "absolute"
        if difference:
            return ("b" if difference > 0 else "w"), "strong"
        if not line:
            return "b", "mild"
        return ("b" if line[-1] == "w" else "w"), "mild"

    def aro(self, number: int) -> int:
        met = [self.tournament.by_number[entry.opponent].rating for _, entry in self.lines[number]]
        return int(sum(met) / len(met) + 0.5) if met else 0

    def upfloated(self, number: int) -> list[int]:
        """Return in which rounds (from 0) a player upfloated."""
        return [
            r for r, entry in self.lines[number] if self.points(number, r) < self.points(entry.opponent, r)
        ]

    def legal(self, a: int, b: int) -> bool:
        """C1, C3 and prohibitions."""
        if any(entry.opponent == b for _, entry in self.lines[a]):
            return False
        if self.due(a) == self.due(b) and self.due(a)[1] == "absolute":
            return False
        return (min(a, b), max(a, b)) not in self.tournament.prohibited(self.at)

    def pairings(self, group: list[int]) -> Iterator[Pairs]:
        """Yield all legal pairings of a whole group."""
        if not group:
            yield ()
            return
        first, *rest = group
        for other in rest:
            if self.legal(first, other):
                left = [one for one in rest if one != other]
                for more in self.pairings(left):
                    yield ((first, other), *more)

    def possible(self, group: list[int]) -> bool:
        return next(self.pairings(group), None) is not None

    def bye(self) -> int | None:
        """Article 3.1; 0 if there is none to give, None if it cannot be given."""
        if len(self.here) % 2 == 0:
            return 0 if self.possible(self.here) else None
        win = self.tournament.points.of(Result.WIN)
        allowed = []
        for number in self.here:
            line = self.tournament.history[number]
            had = any(
                entry.result is Result.PAIRING_BYE
                or (not entry.result.played and self.tournament.points.of(entry.result) >= win)
                for entry in line
            )
            if not had and self.possible([one for one in self.here if one != number]):
                allowed.append(number)
        order = sorted(allowed, key=lambda n: (self.score[n], -len(self.lines[n]), -n))
        return order[0] if order else None

    def same(self, pairs: Pairs) -> int:
        """C7."""
        return sum(self.due(a)[0] == self.due(b)[0] for a, b in pairs)

    def upfloaters(self, residents: list[int], lower: list[int]) -> tuple[int, ...]:
        """Articles 3.2.1, 3.2.2 and 4.2."""
        lower = sorted(lower, key=lambda n: (-self.score[n], n))
        most = 2 + self.tournament.planned // 5
        for size in range(len(lower) + 1):
            best: tuple[tuple[object, ...], tuple[int, ...]] | None = None
            for some in combinations(lower, size):
                if not self.possible([one for one in lower if one not in some]):
                    continue
                counts = [len(self.upfloated(n)) for n in some]
                full = [count for count in counts if count >= most]
                just = sum(self.at - 2 in self.upfloated(n) for n in some)
                scores = tuple(-score for score in sorted(self.score[n] for n in some))
                for pairs in self.pairings([*residents, *some]):
                    quality = (
                        scores,
                        self.same(pairs),
                        *((0, 0, 0) if self.final else (len(full), sum(full), just)),
                    )
                    # combinations() comes in the order of 4.1.3: the first one stays.
                    if best is None or quality < best[0]:
                        best = (quality, some)
            if best:
                return best[1]
        raise AssertionError

    def middle(self, some: list[int]) -> list[int]:
        """Article 4.3.3, one after the other."""
        left = list(some)
        order: list[int] = []
        while left:
            order.append(left.pop((len(left) - 1) // 2))
        # The remaining list has its own middle: the text's example of seven is D C E B F A G.
        return order

    def bracket(self, group: list[int]) -> Pairs:
        """Articles 3.2.3 to 3.2.6."""
        fresh = all(not self.lines[n] for n in group)
        ranked = sorted(group)

        def by_aro(n: int) -> tuple[int, int]:
            return self.aro(n), n

        if fresh:
            g1, g2 = ranked[: len(ranked) // 2], ranked[len(ranked) // 2 :]
        else:
            g1 = sorted((n for n in group if self.due(n)[0] == "w"), key=by_aro)
            g2 = sorted(n for n in group if self.due(n)[0] == "b")
        every = list(self.pairings(ranked))
        small, large = (g1, g2) if len(g1) <= len(g2) else (g2, g1)
        inner = min(sum(a in small and b in small for a, b in pairs) for pairs in every)
        least = min(map(self.same, every))

        def works(s: set[int], rest: set[int]) -> bool:
            """Whether the groups can be paired with each other, at best with C7."""
            return any(
                all((a in s) != (b in s) for a, b in pairs) and (fresh or self.same(pairs) == least)
                for pairs in every
            )

        def can_become(s: set[int], rest: set[int]) -> bool:
            """Whether a second shift makes them such."""
            size = (len(rest) - len(s)) // 2
            return any(works(s | set(more), rest - set(more)) for more in combinations(sorted(rest), size))

        for first in combinations(self.middle(small), inner):
            s, rest = set(small) - set(first), set(large) | set(first)
            if can_become(s, rest):
                break
        else:
            raise AssertionError
        for second in combinations(self.middle(large), (len(rest) - len(s)) // 2):
            if works(s | set(second), rest - set(second)):
                s, rest = s | set(second), rest - set(second)
                break
        else:
            raise AssertionError
        white, black = (s, rest) if small is g1 else (rest, s)
        s1 = sorted(white, key=by_aro)
        for t2 in permutations(sorted(black)):
            if all(self.legal(a, b) for a, b in zip(s1, t2, strict=True)):
                return tuple(zip(s1, t2, strict=True))
        raise AssertionError

    def white(self, a: int, b: int) -> int:
        """Article 5.2."""
        high, low = sorted((a, b), key=lambda n: (-self.score[n], n))
        initial = self.tournament.initial_colour
        if not self.lines[high] and not self.lines[low]:
            return high if (initial == "w") == (self.place(high) % 2 == 1) else low
        (mine, how), (his, hard) = self.due(high), self.due(low)
        if mine != his:
            return high if mine == "w" else low
        strengths = ["mild", "strong", "absolute"]
        if how != hard:
            winner = high if strengths.index(how) > strengths.index(hard) else low
            return winner if mine == "w" else high + low - winner
        for one, two in zip(self.colours(high)[::-1], self.colours(low)[::-1], strict=False):
            if one != two:
                return high if one == "b" else low
        return high if mine == "w" else low

    def place(self, number: int) -> int:
        """Return the pairing number, counted among those who have been paired or are now."""
        there = [
            n
            for n in self.tournament.by_number
            if n in self.here
            or any(
                entry.opponent or entry.result in (Result.PAIRING_BYE, Result.FORFEIT_WIN)
                for entry in self.tournament.history[n]
            )
        ]
        return there.index(number) + 1

    def round(self) -> tuple[set[tuple[int, int]], int] | None:
        """Return the games, White first, and the bye (0 for none); None if there is no legal round."""
        bye = self.bye()
        if bye is None:
            return None
        left = [n for n in self.here if n != bye]
        games = set()
        while left:
            top = max(self.score[n] for n in left)
            residents = [n for n in left if self.score[n] == top]
            lower = [n for n in left if self.score[n] < top]
            group = [*residents, *self.upfloaters(residents, lower)]
            for a, b in self.bracket(group):
                white = self.white(a, b)
                games.add((white, a + b - white))
            left = [n for n in left if n not in group]
        return games, bye
