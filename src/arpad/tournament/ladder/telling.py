"""Why a round is paired as it is: the cost of every pair on every rung, and what another pair would cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arpad.core import BadInput, Explanation, Step
from arpad.tournament.ladder.field import Field
from arpad.tournament.ladder.rungs import Ban, Costs, Ladder, Rung
from arpad.tournament.ladder.solve import Best, best

SHOWN = 12
"""Terms up to which a sum is written out."""


def name_of(field: Field, row: int | None) -> str:
    """Return a participant's name with the number, or ``bye``."""
    return "bye" if row is None or row >= len(field) else field.named(row)


def pair_steps(ladder: Ladder[Any], field: Field, i: int, j: int | None) -> tuple[Step, ...]:
    """Return a step for each rung: what the pair costs there (the bye, if ``j`` is None)."""
    steps: list[Step] = []
    for rung in ladder.rungs:
        terms = [(term.weight, _one(rung, at, field, i, j), term.name) for at, term in enumerate(rung.terms)]
        working = " + ".join(f"{weight} · {cost} ({name})" for weight, cost, name in terms if cost)
        value = _rung(rung, field, i, j)
        steps.append(Step(rung.name, float(value), working=working, source=rung.article, digits=0))
    return tuple(steps)


def _rung(rung: Rung[Any], field: Field, i: int, j: int | None) -> int:
    if j is None:
        return int(rung.byes(field)[i])
    return int(rung.pairs(field, np.array([i]), np.array([j]))[0])


def _one(rung: Rung[Any], at: int, field: Field, i: int, j: int | None) -> int:
    term = rung.terms[at]
    if j is not None:
        return int(term.pair(field, np.array([i]), np.array([j]))[0])
    return 0 if term.bye is None else int(term.bye(field)[i])


@dataclass(frozen=True)
class Board:
    """A pair as it is published, for the explanation.

    Args:
        i: a row.
        j: the other, None for the bye.
        colours: why they have their colours.
        named: the two rows in the order in which the round names them; None for ``i`` and ``j``.
    """

    i: int
    j: int | None
    colours: str = ""
    named: tuple[int, int] | None = None


def explain(ladder: Ladder[Any], field: Field, boards: list[Board], notes: tuple[Step, ...]) -> Explanation:
    """Return the explanation of a round: its sums rung by rung, and each pair's share of them.

    What it comes to is no number: the steps of the parts add up to those of the round, rung by rung.
    """
    parts = []
    for at, board in enumerate(boards, 1):
        steps = pair_steps(ladder, field, board.i, board.j)
        if board.colours:
            steps += (Step("colours", board.colours),)
        first, second = (name_of(field, row) for row in board.named or (board.i, board.j))
        numbers = [int(field.numbers[row]) for row in (board.i, board.j) if row is not None]
        label = f"board {at}: {first} – {second}" if board.j is not None else f"bye: {first}"
        parts.append(
            Explanation(
                label,
                steps=steps,
                facts={"board": at, "numbers": numbers},
                outcome=_costs(steps[: len(ladder.rungs)]),
            )
        )
    totals = _totals(ladder, parts)
    return Explanation(
        f"round {field.round}",
        steps=(*notes, *_bans(ladder.bans), *totals),
        parts=tuple(parts),
        facts={"round": field.round},
        outcome=_counted(boards),
    )


def _counted(boards: list[Board]) -> str:
    """Return how many games a round has, and whether a bye."""
    games = sum(board.j is not None for board in boards)
    told = f"{games} game{'' if games == 1 else 's'}"
    return told if games == len(boards) else f"{told} and a bye"


def _bans(bans: Sequence[Ban[Any]]) -> tuple[Step, ...]:
    """Return what may not be, in one line with the articles."""
    if len(bans) == 1:
        return (Step("may not be", bans[0].name, source=bans[0].article),)
    told = "; ".join(f"{ban.name} [{ban.article}]" for ban in bans)
    return (Step("may not be", told),) if told else ()


def _costs(steps: Sequence[Step]) -> str:
    """Return what rungs cost, in words; those that cost nothing are left out."""
    some = [f"{step.label} {step.value:.0f}" for step in steps if step.value]
    return ", ".join(some) or "costs nothing"


def _totals(ladder: Ladder[Any], parts: list[Explanation]) -> tuple[Step, ...]:
    steps = []
    for at, rung in enumerate(ladder.rungs):
        shares = [int(part.steps[at].value) for part in parts]
        some = [str(share) for share in shares if share]
        working = " + ".join(some) if 1 < len(some) <= SHOWN else ""
        if len(some) > SHOWN:
            working = f"sum over {len(some)} of {len(parts)} boards"
        steps.append(
            Step(
                rung.name,
                float(sum(shares)),
                formula=f"rung {at + 1}" + (f", {rung.meaning}" if rung.meaning else ""),
                working=working,
                source=rung.article,
                digits=0,
            )
        )
    return tuple(steps)


def why_not(
    ladder: Ladder[Any], field: Field, costs: Costs[Any], chosen: Best, a: int, b: int | None
) -> Explanation:
    """Return what would have come of pairing two others: the best round with them, and where it is worse.

    Args:
        ladder: the system.
        field: the participants.
        costs: what it makes of them.
        chosen: the best round.
        a: a row.
        b: another; None for the bye.
    """
    label = f"round {field.round}: why not {name_of(field, a)} with {name_of(field, b)}?"
    other = len(field) if b is None else b
    low, high = min(a, other), max(a, other)
    if b is None and not field.odd:
        raise BadInput("nobody gets the bye: the number of players is even")
    together = pair_steps(ladder, field, low, None if b is None else high)
    if not ((costs.i == low) & (costs.j == high)).any():
        bans = [ban for ban in ladder.bans if _banned(ban, field, low, None if b is None else high)]
        steps = _bans(bans)
        forbidden = {"worse": bans[0].name, "article": bans[0].article}
        return Explanation(label, steps=steps, facts=forbidden, outcome=f"not allowed: {bans[0].name}")
    round_ = best(costs, [(low, high)])
    if round_ is None:
        step = Step(
            "the others", "could not all be paired", source=ladder.bans[0].article if ladder.bans else ""
        )
        return Explanation(
            label,
            steps=(step,),
            facts={"worse": "no legal round"},
            outcome="then the others could not all be paired",
        )
    steps = tuple(
        Step(
            rung.name,
            float(there - here),
            working=f"{there} with them − {here} as paired",
            source=rung.article,
            digits=0,
        )
        for rung, here, there in zip(ladder.rungs, chosen.cost, round_.cost, strict=True)
    )
    first = next((at for at, step in enumerate(steps) if step.value), None)
    worse, by = ("", 0) if first is None else (steps[first].label, round_.cost[first] - chosen.cost[first])
    if first is not None:
        change = f"{round_.cost[first]} instead of {chosen.cost[first]}"
        told = f"the best round with them is worse on {worse}: {change}"
    elif (low, high) in chosen.pairs or (b is None and chosen.bye == a):
        told = "they are paired" if b is not None else "that is who has the bye"
    else:
        told = "the best round with them is as good"
    facts: dict[str, Any] = {
        "worse": worse,
        "by": by,
        "pairs": [[int(field.numbers[i]), int(field.numbers[j])] for i, j in round_.pairs],
        "bye": 0 if round_.bye is None else int(field.numbers[round_.bye]),
    }
    pair = Explanation("the pair itself", steps=together, outcome=_costs(together))
    return Explanation(label, steps=steps, parts=(pair,), facts=facts, outcome=told)


def _banned(ban: Any, field: Field, i: int, j: int | None) -> bool:
    if j is None:
        return ban.bye is not None and bool(ban.bye(field)[i])
    return ban.pair is not None and bool(ban.pair(field, np.array([i]), np.array([j]))[0])
