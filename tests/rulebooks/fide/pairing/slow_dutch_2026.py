"""The Dutch system of 2026 done slowly (C.04.3 in force from 1 February 2026); see ``slow_dutch``."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from arpad.tournament.model import Entry
from arpad.tournament.results import Result
from rulebooks.fide.pairing.slow_dutch import NO_BYE, Bracket, Candidate, Numbers, SlowDutch, descending


class SlowDutch2026(SlowDutch):
    """C.04.3 as of the council of 28 October 2025."""

    def unplayed_floats(self, entry: Entry) -> bool:  # 1.4.3
        points = self.tournament.points
        return entry.result is Result.PAIRING_BYE or points.of(entry.result) > points.of(Result.LOSS)

    def bars(self, entry: Entry) -> bool:
        points = self.tournament.points
        unearned = not entry.result.played and points.of(entry.result) >= points.of(Result.WIN)
        return entry.result is Result.PAIRING_BYE or unearned

    def complies(self, candidate: Candidate, bracket: Bracket) -> bool:
        return self.left(candidate.floaters, bracket.below) is not None

    def outcome(self, floaters: Numbers, bracket: Bracket) -> tuple[Any, ...]:
        """C5 to C7."""
        return self.left(floaters, bracket.below), len(floaters), self.scores(floaters)

    def _following(self, floaters: Numbers, below: tuple[Numbers, ...]) -> Any:
        if not below:
            return ()
        bracket = Bracket(floaters, below[0], below[1:])
        found = [
            self.outcome(one.floaters, bracket)
            for one in self.outcomes(bracket)
            if self.complies(one, bracket)
        ]
        # Two who can meet only each other may be among the downfloaters; C6 has ruled such out before.
        return min(found, default=(NO_BYE, len(bracket.players) + 1, ()))

    def unplayed(self, floaters: Numbers, bracket: Bracket) -> int:
        """C9. Who goes down alone gets the bye if the bye is due to just that score: all others have another."""
        if len(floaters) != 1 or self.left(floaters, bracket.below) != self.player[floaters[0]].score:
            return 0
        return self.player[floaters[0]].unplayed

    def downfloat_costs(self, floaters: Numbers, bracket: Bracket) -> tuple[Any, ...]:
        """C5 to C9: what hangs on the downfloaters alone."""
        return (
            *self.outcome(floaters, bracket),
            self.following(floaters, bracket.below),
            self.unplayed(floaters, bracket),
        )

    def in_order(self, vector: tuple[Any, ...]) -> tuple[Any, ...]:
        """C5 to C21 in descending priority; a made-up edition has another order."""
        return vector

    def criteria(self, candidate: Candidate, bracket: Bracket) -> Any:
        pairs, floaters = candidate
        resident = [one for one in floaters if one in bracket.residents]
        moved = [(a, b) for a, b in pairs if a in bracket.movers]
        limbo = [one for one in floaters if one in bracket.movers]
        low = self.player[bracket.residents[0]].score
        counts: list[int] = []
        differences: list[tuple[Fraction, ...]] = []
        for back in (1, 2):
            counts.append(sum(self.floated(one, "down", back) for one in resident))  # C14, C16
            counts.append(sum(self.floated(b, "up", back) for _, b in moved))  # C15, C17
            down = [self.apart(a, b) for a, b in moved if self.floated(a, "down", back)]
            # Who is in the Limbo will meet somebody lower still: a difference greater than in this bracket.
            down += [self.player[one].score - low + 1 for one in limbo if self.floated(one, "down", back)]
            differences.append(descending(down))  # C18, C20
            differences.append(descending(self.apart(a, b) for a, b in moved if self.floated(b, "up", back)))
        return self.in_order(
            (*self.downfloat_costs(floaters, bracket), *self.colour_costs(pairs), *counts, *differences)
        )

    def pair_bracket(self, bracket: Bracket) -> Candidate:
        possible = {one.floaters for one in self.outcomes(bracket) if self.complies(one, bracket)}
        _, down, scores = min(self.outcome(floaters, bracket) for floaters in possible)  # C5 to C7
        limbo = tuple(score for score in scores if score > self.player[bracket.residents[0]].score)
        sets = [  # 4.4: combinations come in the order of their smallest differing BSN
            s1
            for s1 in combinations(bracket.movers, len(bracket.movers) - len(limbo))
            if self.scores(tuple(one for one in bracket.movers if one not in s1)) == limbo
        ]
        least = min(self.downfloat_costs(floaters, bracket) for floaters in possible)
        perfect = self.in_order((*least, *(0,) * 8, *((),) * 4))
        candidates = self.candidates(bracket, sets, (len(bracket.players) - down) // 2)
        return self.first_of_the_best(candidates, bracket, perfect)
