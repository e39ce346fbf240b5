"""What pairing two others would have cost in Dubov's and Burstein's systems, by trying out every round.

A round is cut into the brackets in which its pairs were made, and each bracket is valued by the articles with the
code of the enumerations, which shares nothing with the engines. The best round with a pair is the smallest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from rulebooks.fide.pairing.burstein_reference import BursteinReference
from rulebooks.fide.pairing.dubov_reference import Pairs, Reference

Key = tuple[tuple[str, Any], ...]


class _Rounds:
    """Every legal round, valued."""

    reference: Reference

    def rounds(self) -> Iterator[tuple[int, Pairs]]:
        """Yield the bye (0 for none) and the pairs of every legal round."""
        here, reference = self.reference.here, self.reference
        if len(here) % 2 == 0:
            for pairs in reference.pairings(here):
                yield 0, pairs
            return
        for bye in here:
            if self.may_bye(bye):
                for pairs in reference.pairings([one for one in here if one != bye]):
                    yield bye, pairs

    def may_bye(self, number: int) -> bool:
        """C2, read off the line."""
        points = self.reference.tournament.points
        return not any(
            not entry.result.played and (entry.result.value in "U+" or points.of(entry.result) >= points.win)
            for entry in self.reference.tournament.history[number]
        )

    def bye_key(self, bye: int) -> Key:
        """Articles 3.1.3 to 3.1.5."""
        if not bye:
            return ()
        games = len(self.reference.lines[bye])
        return (("3.1.3", self.reference.score[bye]), ("3.1.4", -games), ("3.1.5", self.last(bye)))

    def last(self, bye: int) -> Any:
        raise NotImplementedError

    def key(self, bye: int, pairs: Pairs) -> Key:
        raise NotImplementedError

    def best(self, a: int, b: int) -> tuple[Key, int, Pairs] | None:
        """Return the best round in which two meet, or in which ``a`` has the bye if ``b`` is 0."""
        found = [
            (self.key(bye, pairs), bye, pairs)
            for bye, pairs in self.rounds()
            if (bye == a if not b else any({a, b} == set(pair) for pair in pairs))
        ]
        return min(found, key=lambda one: [value for _, value in one[0]], default=None)


def first_difference(one: Key, two: Key) -> tuple[str, Any, Any]:
    """Return by which article the second is worse, and both values; an empty article if they are the same."""
    for (article, value), (_, other) in zip(one, two, strict=False):
        if value != other:
            assert value < other, article
            return article, value, other
    return "", None, None


class BursteinRounds(_Rounds):
    """Every legal round of Burstein's system after the seeding rounds."""

    def __init__(self, reference: BursteinReference) -> None:
        self.reference: BursteinReference = reference
        self._ahead = cache(self._outcome_below)

    def last(self, bye: int) -> Any:
        return tuple(-x for x in self.reference.rank(bye))

    def _outcome_below(self, floaters: tuple[int, ...], below: tuple[int, ...]) -> Any:
        """C7: the best that the next bracket can come to."""
        reference = self.reference
        top = max((reference.score[n] for n in below), default=None)
        near = [n for n in below if reference.score[n] == top]
        rest = [n for n in below if reference.score[n] != top]
        found = (reference.outcome(more) for _, more in reference.candidates([*floaters, *near], rest))
        return min(found, default=(0, ()))

    def key(self, bye: int, pairs: Pairs) -> Key:
        reference = self.reference
        mate = {x: y for pair in pairs for x, y in (pair, pair[::-1])}
        left = [n for n in reference.here if n != bye]
        key = list(self.bye_key(bye))
        floaters: list[int] = []
        while left or floaters:
            top = max((reference.score[n] for n in left), default=None)
            group = sorted([*floaters, *(n for n in left if reference.score[n] == top)], key=reference.rank)
            left = [n for n in left if reference.score[n] != top]
            made = [(x, mate[x]) for x in group if mate[x] in group and group.index(x) < group.index(mate[x])]
            floaters = [x for x in group if mate[x] not in group]
            count, scores = reference.outcome(tuple(floaters))
            key += [("C5", count), ("C6", scores), ("C7", self._ahead(tuple(floaters), tuple(left)))]
            key.append(("C8", reference.missed(tuple(made))))
            order = [-(group.index(mate[x]) + 1 if mate[x] in group else 0) for x in group]
            key.append(("4.3", order))
        return tuple(key)


class DubovRounds(_Rounds):
    """Every legal round of Dubov's system."""

    def __init__(self, reference: Reference) -> None:
        self.reference = reference

    def last(self, bye: int) -> Any:
        return -bye

    def key(self, bye: int, pairs: Pairs) -> Key:
        reference = self.reference
        mate = {x: y for pair in pairs for x, y in (pair, pair[::-1])}
        left = sorted((n for n in reference.here if n != bye), key=lambda n: (-reference.score[n], n))
        key = list(self.bye_key(bye))
        while left:
            residents = [n for n in left if reference.score[n] == reference.score[left[0]]]
            lower = left[len(residents) :]
            up = [n for n in lower if mate[n] in residents]
            group = [*residents, *up]
            made = [(x, mate[x]) for x in group if x < mate[x]]
            most = 2 + reference.tournament.planned // 5
            counts = [len(reference.upfloated(n)) for n in up]
            full = [count for count in counts if count >= most]
            just = sum(reference.at - 2 in reference.upfloated(n) for n in up)
            last = (0, 0, 0) if reference.final else (len(full), sum(full), just)
            scores = tuple(-score for score in sorted(reference.score[n] for n in up))
            key += [("C5", len(up)), ("C6", scores), ("C7", reference.same(tuple(made)))]
            key += list(zip(("C8", "C9", "C10"), last, strict=True))
            key.append(("4.2", [lower.index(n) for n in up]))
            key += self.groups(group, made)
            left = [n for n in left if n not in group]
        return tuple(key)

    def groups(self, group: list[int], made: list[tuple[int, int]]) -> list[tuple[str, Any]]:
        """Articles 3.2.4, 4.3 and 4.4: the first shifts and the transposition from which these pairs come."""
        reference = self.reference
        ranked = sorted(group)

        def by_aro(n: int) -> tuple[int, int]:
            return reference.aro(n), n

        if all(not reference.lines[n] for n in group):
            g1, g2 = ranked[: len(ranked) // 2], ranked[len(ranked) // 2 :]
        else:
            g1 = sorted((n for n in group if reference.due(n)[0] == "w"), key=by_aro)
            g2 = sorted(n for n in group if reference.due(n)[0] == "b")
        small, large = (g1, g2) if len(g1) <= len(g2) else (g2, g1)
        sets = []
        for side in (small, large):
            middle = reference.middle(side)
            inside = [pair for pair in made if set(pair) <= set(side)]
            sets.append(sorted(min(middle.index(n) for n in pair) for pair in inside))
        moved = {
            reference.middle(side)[place]
            for side, one in zip((small, large), sets, strict=True)
            for place in one
        }
        s1 = sorted([n for n in g1 if n not in moved] + [n for n in g2 if n in moved], key=by_aro)
        mate = {x: y for pair in made for x, y in (pair, pair[::-1])}
        transposition = [mate[n] for n in s1]
        return [("3.2.4.1", len(sets[0])), ("4.3", sets[0]), ("4.3", sets[1]), ("4.4", transposition)]
