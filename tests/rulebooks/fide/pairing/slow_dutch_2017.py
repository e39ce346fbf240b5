"""The Dutch system of 2017 done slowly (C.04.3 in force until 31 January 2026); see ``slow_dutch``.

Its brackets do not look further down than the following one. If a bracket's downfloaters leave a round that cannot
be completed, the bracket is paired again, now so that it can be (the Penultimate Pairing Bracket), and everybody
under it is one bracket with the downfloaters: the Collapsed Last Bracket (A.9).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from arpad.tournament.model import Entry
from arpad.tournament.results import Result
from rulebooks.fide.pairing.slow_dutch import Bracket, Candidate, Numbers, Pairs, SlowDutch, descending


class SlowDutch2017(SlowDutch):
    """C.04.3 as of the congress in Baku."""

    penultimate = False
    """Whether the bracket that is being paired is the PPB."""
    collapsed = False
    """Whether it is the CLB."""

    def unplayed_floats(self, entry: Entry) -> bool:  # A.4.b
        return True

    def bars(self, entry: Entry) -> bool:
        return entry.result in (Result.PAIRING_BYE, Result.FORFEIT_WIN)

    def complies(self, candidate: Candidate, bracket: Bracket) -> bool:
        """C.2, which is a matter of the last bracket, and C.4 in the PPB."""
        if bracket.below and not self.penultimate:
            return True
        return self.left(candidate.floaters, bracket.below) is not None

    def differences(self, candidate: Candidate, bracket: Bracket) -> dict[int, Fraction]:
        """The score difference (A.8) of everybody who gets a float of it, by the player."""
        low = min(self.player[one].score for one in bracket.players)
        found = {one: self.player[one].score - (low - 1) for one in candidate.floaters}
        for a, b in candidate.pairs:
            found[a] = found[b] = self.apart(a, b)
        return found

    def outcome(self, candidate: Candidate, bracket: Bracket) -> tuple[int, tuple[Fraction, ...]]:
        """C.5 and C.6: downfloaters, and the PSD."""
        difference = self.differences(candidate, bracket)
        counted = [a for a, _ in candidate.pairs] + list(candidate.floaters)
        return len(candidate.floaters), descending(difference[one] for one in counted)

    def _following(self, floaters: Numbers, below: tuple[Numbers, ...]) -> Any:
        if not below:
            return ()
        bracket = Bracket(floaters, below[0], below[1:])
        none = len(bracket.players) + 1, ()
        return min(
            (
                self.outcome(one, bracket)
                for one in self.outcomes(bracket)
                if bracket.below or self.left(one.floaters, ()) is not None
            ),
            default=none,
        )

    def criteria(self, candidate: Candidate, bracket: Bracket) -> Any:
        pairs, floaters = candidate
        uneven = [(a, b) for a, b in pairs if self.apart(a, b)]
        goes = {"down": [*floaters, *(a for a, _ in uneven)], "up": [b for _, b in uneven]}
        difference = self.differences(candidate, bracket)
        same = [
            [one for one in goes[way] if self.floated(one, way, back)]
            for back in (1, 2)
            for way in ("down", "up")
        ]
        return (
            *self.outcome(candidate, bracket),
            () if self.penultimate or self.collapsed else self.following(floaters, bracket.below),
            *self.colour_costs(pairs),
            *(len(some) for some in same),  # C.12 to C.15
            *(descending(difference[one] for one in some) for some in same),  # C.16 to C.19
        )

    def pair_bracket(self, bracket: Bracket) -> Candidate:
        possible = [one for one in self.outcomes(bracket) if self.complies(one, bracket)]
        best = min(self.outcome(one, bracket) for one in possible)
        possible = [one for one in possible if self.outcome(one, bracket) == best]
        m1 = max(sum(a in bracket.movers for a, _ in one.pairs) for one in possible)  # B.1.c
        sets = sorted(combinations(bracket.movers, m1), key=self.order_of_sets)
        ahead: Any = ()
        if not self.penultimate and not self.collapsed:
            ahead = min(self.following(one.floaters, bracket.below) for one in possible)
        perfect = (*best, ahead, *(0,) * 8, *((),) * 4)
        candidates = self.candidates(bracket, sets, (len(bracket.players) - best[0]) // 2)
        return self.first_of_the_best(candidates, bracket, perfect)

    def order_of_sets(self, s1: Numbers) -> tuple[list[Fraction], list[int]]:
        """D.3: the highest scores, then the lowest BSNs."""
        return [-self.player[one].score for one in s1], [self.ranked.index(one) for one in s1]

    def brackets(self) -> Candidate:
        made: Pairs = ()
        floaters: Numbers = ()
        for at, group in enumerate(self.groups):
            bracket = Bracket(floaters, group, self.groups[at + 1 :])
            pairs, floaters = self.pair_bracket(bracket)
            if self.left(floaters, bracket.below) is None:
                self.penultimate = True
                pairs, floaters = self.pair_bracket(bracket)
                self.penultimate, self.collapsed = False, True
                residents = tuple(one for lower in bracket.below for one in lower)
                last = self.pair_bracket(Bracket(floaters, residents, ()))
                return Candidate(made + pairs + last.pairs, last.floaters)
            made += pairs
        return Candidate(made, floaters)
