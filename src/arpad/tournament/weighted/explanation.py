"""Why a round is paired as it is: what every pair costs on every rung."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from arpad.core import Explanation, Figure, Step, joined, worded, worded_count
from arpad.core.wording import Worded
from arpad.tournament.weighted.field import PairingField
from arpad.tournament.weighted.rungs import Ban, Ladder, Rung

TERMS_WRITTEN = 12
"""Terms up to which a sum is written out."""

MILLION = 10**6
MANY = 10 * MILLION
"""From here on a cost is given in millions: the weights of some rules run to twelve digits."""


def label_of(field: PairingField, row: int | None) -> str:
    """Return a participant's name with the number, or ``bye``."""
    return worded("bye") if row is None or row >= len(field) else field.named(row)


def cost_text(cost: int) -> str:
    """Return a cost for a reader: ``8``, ``56344.9 million``."""
    return worded("{cost} million", cost=Figure(_in_unit(cost, MILLION))) if cost >= MANY else str(cost)


def _in_unit(cost: int, unit: int) -> str:
    return str(cost) if unit == 1 else f"{cost / unit:.1f}".removesuffix(".0")


class _Share(NamedTuple):
    """A part of a sum.

    Args:
        cost: how much.
        name: of what; empty where every part is a board's.
        times: weight and count, where they are worth printing.
    """

    cost: int
    name: str = ""
    times: str = ""

    def text(self, unit: int) -> str:
        """Return the part in words: ``20000 (floats = 10000 · 2)``."""
        cost = _in_unit(self.cost, unit)  # as the value of the step, which stands on the same line
        if not self.name:
            return joined([cost])
        name = _worded(self.name)
        if self.times:
            return worded("{cost} ({name} = {times})", cost=cost, name=name, times=self.times)
        return worded("{cost} ({name})", cost=cost, name=name)


def _step(rung: Rung[Any], cost: int, formula: str, terms: Sequence[_Share]) -> Step:
    """Return what a rung costs.

    Args:
        rung: the rung.
        cost: the sum.
        formula: the rule in words.
        terms: what the cost is the sum of; those of 0 are left out.
    """
    unit = MILLION if cost >= MANY else 1
    working = joined([term.text(unit) for term in terms if term.cost], " + ")
    if unit == 1:
        return Step(rung.name, float(cost), formula, working, rung.article, digits=0)
    return Step(rung.name, cost / unit, formula, working, rung.article, worded("million"), digits=1)


def pair_steps(ladder: Ladder[Any], field: PairingField, i: int, j: int | None) -> tuple[Step, ...]:
    """Return a step for each rung on which a pair costs something (the bye, if ``j`` is None)."""
    steps = []
    for rung, cost in zip(ladder.rungs, _costs(ladder, field, i, j), strict=True):
        if cost:
            terms = []
            for term in rung.terms:
                count = _count(term, field, i, j)
                times = f"{term.weight} · {count}" if term.weight > 1 and cost < MANY else ""
                terms.append(_Share(term.weight * count, term.name, times))
            steps.append(_step(rung, cost, "", terms))
    return tuple(steps)


def _costs(ladder: Ladder[Any], field: PairingField, i: int, j: int | None) -> tuple[int, ...]:
    """Return what a pair costs, or the bye, rung by rung."""
    return ladder.cost(field, [], i) if j is None else ladder.cost(field, [(i, j)], None)


def _count(term: Any, field: PairingField, i: int, j: int | None) -> int:
    if j is not None:
        return int(term.pair(field, np.array([i]), np.array([j]))[0])
    return 0 if term.bye is None else int(term.bye(field)[i])


@dataclass(frozen=True)
class ExplainedBoard:
    """A pair as it is published, for the explanation.

    Args:
        i: a row.
        j: the other, None for the bye.
        colours: why they have their colours.
        in_order: the two rows in the order in which the round names them; None for ``i`` and ``j``.
    """

    i: int
    j: int | None
    colours: str = ""
    in_order: tuple[int, int] | None = None


def explain(
    ladder: Ladder[Any], field: PairingField, boards: list[ExplainedBoard], notes: tuple[Step, ...]
) -> Explanation:
    """Return the explanation of a round: its sums rung by rung, and each pair's share of them.

    There is no single value: the steps of the parts add up to those of the round, rung by rung. A pair
    has no step on a rung on which it costs nothing.
    """
    parts = []
    for at, board in enumerate(boards, 1):
        steps = pair_steps(ladder, field, board.i, board.j)
        first, second = (label_of(field, row) for row in board.in_order or (board.i, board.j))
        numbers = [int(field.numbers[row]) for row in (board.i, board.j) if row is not None]
        if board.j is None:
            label = worded("bye: {name}", name=first)
        else:
            label = worded("board {board}: {first} – {second}", board=at, first=first, second=second)
        colours = (Step("colours", board.colours),) if board.colours else ()
        facts = {"board": at, "numbers": numbers}
        parts.append(Explanation(label, steps=(*steps, *colours), facts=facts, outcome=costs_in_words(steps)))
    games = sum(board.j is not None for board in boards)
    many = worded_count("{count} game", "{count} games", games)
    return Explanation(
        worded("round {round}", round=field.round),
        steps=(*notes, *ban_steps(ladder.bans), *_totals(ladder, field, boards)),
        parts=tuple(parts),
        facts={"round": field.round},
        outcome=worded("{games} and a bye", games=many) if games < len(boards) else many,
    )


def ban_steps(bans: Sequence[Ban[Any]]) -> tuple[Step, ...]:
    """Return what is not allowed, in one line with the articles."""
    if len(bans) == 1:
        return (Step("not allowed", bans[0].name, source=bans[0].article),)
    text = joined(
        [worded("{rule} [{article}]", rule=_worded(ban.name), article=ban.article) for ban in bans], "; "
    )
    return (Step("not allowed", text),) if text else ()


def costs_in_words(steps: Sequence[Step]) -> str:
    """Return what rungs cost."""
    if not steps:
        return worded("costs nothing")
    return joined([joined([_worded(step.label), _printed(step)], " ") for step in steps])


def _printed(step: Step) -> str:
    """Return the value of a rung, to be said in other languages too."""
    if not step.unit:
        return step.printed()
    return worded("{cost} million", cost=Figure(replace(step, unit="").printed()))


def _worded(name: str) -> str:
    """Return what a rung is called, to be said in other languages too."""
    return name if isinstance(name, Worded) else worded(name)


def _totals(ladder: Ladder[Any], field: PairingField, boards: list[ExplainedBoard]) -> tuple[Step, ...]:
    shares = [_costs(ladder, field, board.i, board.j) for board in boards]
    steps = []
    for at, rung in enumerate(ladder.rungs):
        some = [share[at] for share in shares if share[at]]
        formula = worded("priority {number}", number=at + 1)
        if rung.meaning:
            formula = joined([formula, _worded(rung.meaning)])
        terms = [_Share(share) for share in some] if 1 < len(some) <= TERMS_WRITTEN else []
        step = _step(rung, sum(some), formula, terms)
        if len(some) > TERMS_WRITTEN:
            step = replace(
                step, working=worded("sum over {some} of {all} boards", some=len(some), all=len(boards))
            )
        steps.append(step)
    return tuple(steps)
