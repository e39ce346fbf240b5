"""Why two do not meet in a system of weighted choices: the best round in which they do, rung by rung."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from arpad.core import Explanation, Step, worded
from arpad.tournament.weighted.explanation import ban_steps, cost_text, costs_in_words, pair_steps
from arpad.tournament.weighted.field import PairingField
from arpad.tournament.weighted.rungs import Ban, Costs, Ladder
from arpad.tournament.weighted.solve import BestRound, best
from arpad.tournament.why_not import OTHERS_LEFT, PairQuestion, RoundByNumbers, Stage, Value, Verdict, WhyNot


@dataclass(frozen=True)
class LadderWhyNot(WhyNot[BestRound]):
    """The comparison on a ladder.

    Args:
        question: the participants who are asked about.
        ladder: the system.
        field: the participants.
        costs: what the ladder makes of them.
        round: the best round.
    """

    question: PairQuestion
    ladder: Ladder[Any]
    field: PairingField
    costs: Costs[Any]
    round: BestRound

    @property
    def _rows(self) -> tuple[int, int | None]:
        """The two, the lower row first; None for the bye."""
        rows = sorted(self.field.row[number] for number in (self.question.a, self.question.b) if number)
        return rows[0], rows[1] if len(rows) == 2 else None

    def forbidden(self) -> Verdict | None:
        """Return the bans that keep the two apart."""
        i, j = self._rows
        bans = [ban for ban in self.ladder.bans if _keeps_apart(ban, self.field, i, j)]
        return Verdict(bans[0].name, bans[0].name, bans[0].article, ban_steps(bans)) if bans else None

    def chosen(self) -> BestRound:
        """Return the best round."""
        return self.round

    def with_pair(self) -> BestRound | Verdict:
        """Return the best round in which the two meet."""
        i, j = self._rows
        solution = best(self.costs, [(i, len(self.field) if j is None else j)])
        if solution is not None:
            return solution
        article = self.ladder.bans[0].article if self.ladder.bans else ""
        step = Step("the others", "could not all be paired", source=article)
        return Verdict("no legal round", OTHERS_LEFT, article, (step,))

    def by_numbers(self, solution: BestRound) -> RoundByNumbers:
        """Return a round by numbers."""
        numbers = self.field.numbers
        pairs = sorted(sorted((int(numbers[i]), int(numbers[j]))) for i, j in solution.pairs)
        return RoundByNumbers(pairs, 0 if solution.bye is None else int(numbers[solution.bye]))

    def stages(self, chosen: BestRound, other: BestRound) -> Iterable[Stage]:
        """Return the sums on the rungs."""
        chosen_values, other_values = (
            [
                Value(rung.name, "", cost, cost_text(cost), rung.article, change=_costs_more)
                for rung, cost in zip(self.ladder.rungs, solution.cost, strict=True)
            ]
            for solution in (chosen, other)
        )
        return [Stage(chosen_values, other_values)]

    def parts(self) -> tuple[Explanation, ...]:
        """Return what the pair itself costs."""
        steps = pair_steps(self.ladder, self.field, *self._rows)
        return (Explanation("the pair itself", steps=steps, outcome=costs_in_words(steps)),)


def _costs_more(other: Value, chosen: Value) -> str:
    if other.text == chosen.text:
        return worded("{cost}, more by {more}", cost=other.text, more=cost_text(other.rank - chosen.rank))
    return worded("{cost} instead of {other}", cost=other.text, other=chosen.text)


def _keeps_apart(ban: Ban[Any], field: PairingField, i: int, j: int | None) -> bool:
    """Return whether a ban forbids a pair, or the bye."""
    if j is None:
        return ban.bye is not None and bool(ban.bye(field)[i])
    return ban.pair is not None and bool(ban.pair(field, np.array([i]), np.array([j]))[0])
