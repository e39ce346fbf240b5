"""C.04.3 by writing every candidate out, from the crosstable: for small fields, in both editions.

A bracket's candidates are all sets of pairs of its players; each has its criteria (2.3, 2.4; in 2017 C.5 to
C.19) as the text words them, and its place in the sequence (4; in 2017 D). Shares no code with the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from arpad.tournament import Tournament
from arpad.tournament.results import Result

Pair = tuple[int, int]
Floats = tuple[int, ...]


class Candidate(NamedTuple):
    """Pairs, the higher ranked first, and who floats down; all in the order of 1.2."""

    pairs: tuple[Pair, ...]
    down: Floats


class Bracket(NamedTuple):
    """A bracket as it was paired.

    ``moved`` and ``residents`` are its players, ``group`` the next scoregroup, ``rest`` all below that;
    ``whole`` is whether the rest must be completable.
    """

    moved: Floats
    residents: Floats
    group: Floats
    rest: Floats
    whole: bool
    chosen: Candidate


def preference(line: str) -> tuple[str, int]:
    """The colour preferred and how much (3 absolute, 2 strong, 1 mild, 0 none)."""
    if not line:
        return "", 0
    lead = line.count("w") - line.count("b")
    if abs(lead) > 1:
        return ("b" if lead > 0 else "w"), 3
    if line[-2:] in ("ww", "bb"):
        return ("b" if line[-1] == "w" else "w"), 3
    if lead:
        return ("b" if lead > 0 else "w"), 2
    return ("b" if line[-1] == "w" else "w"), 1


class Crosstable:
    """What the articles ask of a tournament before its next round."""

    def __init__(
        self, one: Tournament, *, old: bool, apart: Iterable[Pair] = (), no_bye: Iterable[int] = ()
    ) -> None:
        self.one, self.old = one, old
        self.at = one.played + 1
        away = one.absent(self.at)
        self.numbers = [number for number in one.by_number if number not in away]
        self.score = {n: self.scored(n, one.played) for n in self.numbers}
        self.numbers.sort(key=lambda n: (-self.score[n], n))
        self.prohibited = one.prohibited(self.at)
        self.no_bye = frozenset({*no_bye, *(n for n in self.numbers if not self.may_have_bye(n))})
        self.limit: Fraction | None = None
        self.apart = {frozenset(pair) for pair in apart}
        self.colours = cache(self._colours)
        self.floated = cache(self._floated)
        self.legal = cache(self._legal)
        self.faults = cache(self._faults)
        self._completable = cache(self._complete)
        self._next = cache(self._following)

    def scored(self, number: int, rounds: int) -> Fraction:
        return self.one.scores(rounds)[number] + self.one.acceleration(number, rounds + 1)

    def lines(self, number: int) -> Any:
        return self.one.history[number]

    def _colours(self, number: int) -> str:
        return "".join(line.colour for line in self.lines(number) if line.opponent and line.result.played)

    def _floated(self, number: int, back: int) -> str:
        """Whether a player floated ``down``, ``up`` or not, so many rounds ago (1.4; A.4)."""
        at = self.one.played - back
        if at < 0:
            return ""
        line = self.lines(number)[at]
        worth = self.one.points.of
        if not (line.opponent and line.result.played):
            return "down" if self.old or worth(line.result) > worth(Result.LOSS) else ""
        mine, theirs = self.scored(number, at), self.scored(line.opponent, at)
        return "" if mine == theirs else "down" if mine > theirs else "up"

    def unplayed(self, number: int) -> int:
        return sum(not (line.opponent and line.result.played) for line in self.lines(number))

    def may_have_bye(self, number: int) -> bool:
        worth = self.one.points.of
        for line in self.lines(number):
            if line.opponent and line.result.played:
                continue
            if line.result in (Result.PAIRING_BYE, Result.FORFEIT_WIN):
                return False
            if not self.old and worth(line.result) >= worth(Result.WIN):
                return False
        return True

    def topscorer(self, number: int) -> bool:
        one = self.one
        most = max(one.points.of(Result.WIN), one.points.of(Result.DRAW)) * one.played
        return bool(one.planned) and self.at >= one.planned and 2 * self.score[number] > most

    def _legal(self, a: int, b: int) -> bool:
        """C1, C3 and what the organiser forbids."""
        if frozenset((a, b)) in self.apart or (min(a, b), max(a, b)) in self.prohibited:
            return False
        if any(line.opponent == b and line.result.played for line in self.lines(a)):
            return False
        (one, much), (two, more) = preference(self.colours(a)), preference(self.colours(b))
        clash = much == more == 3 and one == two
        return not clash or self.topscorer(a) or self.topscorer(b)

    def completable(self, players: Sequence[int], limit: Fraction | None) -> bool:
        """C4, with the bye to nobody above a score (C5) if that is given."""
        return self._completable(tuple(sorted(players)), limit, self.no_bye)

    def joined(self, down: Sequence[int], below: Sequence[int], limit: Fraction | None) -> bool:
        """C4 after a bracket: who floats down meets somebody from below, not another who does, or has the bye."""
        if not down:
            return self.completable(below, limit)
        one, *others = down
        fair = limit is None or self.score[one] <= limit
        free = (len(down) + len(below)) % 2 and one not in self.no_bye and fair
        if free and self.joined(others, below, limit):  # an even number is left: nobody else has the bye
            return True
        return any(
            self.legal(one, two) and self.joined(others, [n for n in below if n != two], limit)
            for two in below
        )

    def _complete(self, players: Floats, limit: Fraction | None, no_bye: frozenset[int]) -> bool:
        if not players:
            return True
        one, *rest = players
        if (
            len(players) % 2
            and one not in no_bye
            and (limit is None or self.score[one] <= limit)
            and self._completable(tuple(rest), limit, no_bye)
        ):
            return True
        return any(
            self.legal(one, two) and self._completable(tuple(x for x in rest if x != two), limit, no_bye)
            for two in rest
        )

    def _faults(self, a: int, b: int) -> tuple[int, int, int, int]:
        """C10 to C13 (C.8 to C.11) of a pair: colours by 5.2.1 to 5.2.4."""
        (one, much), (two, more) = preference(self.colours(a)), preference(self.colours(b))
        if not one or one != two:
            return 0, 0, 0, 0
        loser = self.loser(a, b)
        colour = "b" if one == "w" else "w"
        line = self.colours(loser) + colour
        wide = abs(line.count("w") - line.count("b")) > 2
        thrice = line[-3:] in ("www", "bbb")
        strong = min(much, more) == 2
        return int(wide), int(thrice), 1, int(strong)

    def loser(self, a: int, b: int) -> int:
        """Which of two who prefer the same colour does not get it."""
        (one, much), (_, more) = preference(self.colours(a)), preference(self.colours(b))
        if much != more:
            return b if much > more else a
        mine, theirs = self.colours(a), self.colours(b)
        if much == 3:
            lead = [abs(x.count("w") - x.count("b")) for x in (mine, theirs)]
            if lead[0] != lead[1]:
                return b if lead[0] > lead[1] else a
        for x, y in zip(reversed(mine), reversed(theirs), strict=False):
            if x != y:
                return a if x == one else b
        return max(a, b, key=lambda n: (-self.score[n], n))

    def candidates(
        self, moved: Floats, residents: Floats, legal: Callable[[int, int], bool]
    ) -> Iterator[list[Candidate]]:
        """Yield all candidates with so many downfloaters, fewest first."""
        both = (*moved, *residents)
        for floating in range(len(both) % 2, len(both) + 1, 2):
            found = [
                Candidate(tuple(pairs), tuple(down))
                for pairs, down in self.pairings(both, len(moved), floating, legal)
            ]
            if found:
                yield found

    def pairings(
        self, players: Floats, moved: int, floating: int, legal: Callable[[int, int], bool]
    ) -> Iterator[tuple[list[Pair], list[int]]]:
        if not players:
            if not floating:
                yield [], []
            return
        one, rest = players[0], players[1:]
        for at, two in enumerate(rest):
            if at + 1 < moved or not legal(one, two):
                continue  # two of them that were moved down do not meet
            left = rest[:at] + rest[at + 1 :]
            for pairs, down in self.pairings(left, max(moved - 1, 0), floating, legal):
                yield [(one, two), *pairs], down
        if floating:
            for pairs, down in self.pairings(rest, max(moved - 1, 0), floating - 1, legal):
                yield pairs, [one, *down]

    def descending(self, players: Sequence[int]) -> tuple[Fraction, ...]:
        return tuple(sorted((self.score[n] for n in players), reverse=True))

    # The next bracket.

    def following(self, down: Floats, group: Floats, rest: Floats) -> tuple[Any, ...]:
        """C8: the number and the scores of the next bracket's downfloaters at best; C.7: number and PSD.

        Before these, where the next bracket is the last one of 2017: who is left and may not have the bye.
        """
        return self._next(down, group, rest, self.limit)

    def _following(
        self, down: Floats, group: Floats, rest: Floats, limit: Fraction | None
    ) -> tuple[Any, ...]:
        for found in self.candidates(down, group, self.legal):
            costs: list[tuple[Any, ...]] = []
            for one in found:
                if self.old:
                    cost = (len(one.down), self.psd(one, self.score[group[-1]]))
                    last = not rest and len(self.numbers) % 2
                    barred = sum(n in self.no_bye for n in one.down)
                    costs.append((barred, *cost) if last else cost)
                elif self.joined(one.down, rest, limit):
                    costs.append((len(one.down), self.descending(one.down)))
            if costs:
                return min(costs)
        raise AssertionError("the next bracket cannot be paired")

    # What a candidate has of each criterion.

    def psd(self, one: Candidate, lowest: Fraction) -> tuple[Fraction, ...]:
        gaps = [self.score[a] - self.score[b] for a, b in one.pairs]
        gaps += [self.score[n] - lowest + 1 for n in one.down]
        return tuple(sorted(gaps, reverse=True))

    def vector(self, bracket: Bracket, one: Candidate) -> dict[str, Any]:
        return self.vector_2017(bracket, one) if self.old else self.vector_2026(bracket, one)

    def vector_2026(self, bracket: Bracket, one: Candidate) -> dict[str, Any]:
        score, moved = self.score, set(bracket.moved)
        lowest = score[bracket.residents[0]] if bracket.residents else score[bracket.moved[-1]]
        found: dict[str, Any] = {"C6": len(one.down), "C7": self.descending(one.down)}
        if bracket.group:
            found["C8"] = self.following(one.down, bracket.group, bracket.rest)
        if len(one.down) == 1 and self.must_have_bye(one.down[0], bracket):
            found["C9"] = self.unplayed(one.down[0])
        faults = [self.faults(a, b) for a, b in one.pairs]
        for at in range(4):
            found[f"C{10 + at}"] = sum(row[at] for row in faults)
        ups = [(b, score[a] - score[b]) for a, b in one.pairs if a in moved]
        downs = [(a, score[a] - score[b]) for a, b in one.pairs if a in moved]
        downs += [(n, score[n] - lowest + 1) for n in one.down if n in moved]
        for back in (1, 2):
            at = 12 + 2 * back
            found[f"C{at}"] = sum(self.floated(n, back) == "down" for n in one.down if n not in moved)
            found[f"C{at + 1}"] = sum(self.floated(n, back) == "up" for n, _ in ups)
        for back in (1, 2):
            at = 16 + 2 * back
            for k, (who, what) in enumerate(((downs, "down"), (ups, "up"))):
                gaps = [gap for n, gap in who if self.floated(n, back) == what]
                found[f"C{at + k}"] = tuple(sorted(gaps, reverse=True))
        return found

    def must_have_bye(self, number: int, bracket: Bracket) -> bool:
        left = (number, *bracket.group, *bracket.rest)
        if len(left) % 2 == 0 or number in self.no_bye:
            return False
        no_bye = frozenset({*self.no_bye, number})
        return not self._completable(tuple(sorted(left)), self.limit, no_bye)

    def vector_2017(self, bracket: Bracket, one: Candidate) -> dict[str, Any]:
        score = self.score
        lowest = min(score[n] for n in (*bracket.moved, *bracket.residents))
        found: dict[str, Any] = {"C.5": len(one.down), "C.6": self.psd(one, lowest)}
        if not bracket.whole:
            found["C.7"] = self.following(one.down, bracket.group, bracket.rest)
        faults = [self.faults(a, b) for a, b in one.pairs]
        for at in range(4):
            found[f"C.{8 + at}"] = sum(row[at] for row in faults)
        uneven = [(a, b, score[a] - score[b]) for a, b in one.pairs if score[a] != score[b]]
        downs = [(a, gap) for a, _, gap in uneven] + [(n, score[n] - lowest + 1) for n in one.down]
        ups = [(b, gap) for _, b, gap in uneven]
        at = 12
        for shape in (len, lambda gaps: tuple(sorted(gaps, reverse=True))):
            for back in (1, 2):
                for who, what in ((downs, "down"), (ups, "up")):
                    found[f"C.{at}"] = shape([gap for n, gap in who if self.floated(n, back) == what])
                    at += 1
        return found

    # The sequence.

    def sequence(self, bracket: Bracket, one: Candidate) -> tuple[Any, ...]:
        """Where a candidate comes: set of moved-down players, their opponents, exchange, transposition."""
        both = (*bracket.moved, *bracket.residents)
        bsn = {n: at for at, n in enumerate(both)}
        moved = set(bracket.moved)
        met = sorted((bsn[a], bsn[b]) for a, b in one.pairs if a in moved)
        inner = [(bsn[a], bsn[b]) for a, b in one.pairs if a not in moved]
        remainder = sorted(bsn[n] for n in bracket.residents if bsn[n] not in {b for _, b in met})
        upper, lower = remainder[: len(inner)], remainder[len(inner) :]
        keys = []
        for turned in product((False, True), repeat=len(inner)):
            ways = sorted((b, a) if turn else (a, b) for (a, b), turn in zip(inner, turned, strict=True))
            ones = [a for a, _ in ways]
            gone = sorted((n for n in upper if n not in ones), reverse=True)
            come = sorted(n for n in lower if n in ones)
            exchange = (len(gone), sum(come) - sum(gone), [-n for n in gone], come)
            keys.append((exchange, [b for _, b in ways]))
        best = min(keys)
        return [a for a, _ in met], [b for _, b in met], best[0], best[1]

    # Rounds.

    def best(
        self, bracket: Bracket, wanted: Callable[[Candidate], bool] = lambda one: True
    ) -> tuple[Candidate, dict[str, Any]] | None:
        """Return the first of the best candidates of a kind, and its criteria."""
        for found in self.candidates(bracket.moved, bracket.residents, self.legal):
            rows = []
            for one in found:
                if not wanted(one):
                    continue
                below = (*bracket.group, *bracket.rest)
                if bracket.whole and not self.joined(one.down, below, self.limit):
                    continue
                rows.append((self.vector(bracket, one), one))
            if not rows:
                continue
            # C9 applies to all of the best by C6 to C8, or to none.
            least = min([row.get(name, 0) for name in self.articles] for row, _ in rows)
            ties = [(row, one) for row, one in rows if [row.get(n, 0) for n in self.articles] == least]
            row, one = min(ties, key=lambda tie: self.sequence(bracket, tie[1]))
            return one, row
        return None

    @property
    def articles(self) -> list[str]:
        return [f"C.{at}" for at in range(5, 20)] if self.old else [f"C{at}" for at in range(6, 22)]

    def groups(self, left: Sequence[int]) -> tuple[Floats, Floats]:
        """Return the highest scoregroup, and who is below it."""
        if not left:
            return (), ()
        top = self.score[left[0]]
        return tuple(n for n in left if self.score[n] == top), tuple(n for n in left if self.score[n] != top)

    def round(self) -> list[Bracket] | None:
        """Return the brackets of the round; None if there is none."""
        self.limit = None
        if not self.completable(self.numbers, None):
            return None
        if not self.old:
            scores = sorted({self.score[n] for n in self.numbers})
            if len(self.numbers) % 2:
                self.limit = next(s for s in scores if self.completable(self.numbers, s))
        done: list[Bracket] = []
        moved: Floats = ()
        left = tuple(self.numbers)
        collapsed = False
        while moved or left:
            residents, below = (left, ()) if collapsed else self.groups(left)
            group, rest = self.groups(below)
            nobody = Candidate((), ())
            bracket = Bracket(moved, residents, group, rest, not self.old or not below, nobody)
            found = self.best(bracket)
            if self.old and below and found and not self.completable((*found[0].down, *below), None):
                bracket = bracket._replace(whole=True)
                found = self.best(bracket)
                collapsed = True
            assert found
            done.append(bracket._replace(chosen=found[0]))
            if not below:
                break
            moved, left = found[0].down, below
        return done
