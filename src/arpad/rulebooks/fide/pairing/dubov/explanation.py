"""Dubov's system explained article by article (C.04.4.1): the bye, upfloaters, shifters, who meets whom."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import Edition, Explanation, Step, worded, worded_count
from arpad.rulebooks.fide.pairing.common.bye_first import ByeDecision
from arpad.rulebooks.fide.pairing.common.bye_first_explanation import (
    bracket_of,
    bye_explanation,
    colour_explanation,
)
from arpad.rulebooks.fide.pairing.common.in_words import numbers, numbers_with_scores
from arpad.rulebooks.fide.pairing.common.players import score_text
from arpad.rulebooks.fide.pairing.dubov.players import DubovField
from arpad.rulebooks.fide.pairing.dubov.procedure import DubovSolution
from arpad.rulebooks.fide.pairing.dubov.why_not import LAST, FormedBracket, values, why_upfloaters


def round_explanation(
    edition: Edition, field: DubovField, bye: ByeDecision, brackets: Sequence[DubovSolution]
) -> Explanation:
    """Return the explanation of a round."""
    parts = [bye_explanation(field, bye, LAST)] if len(field.players) % 2 else []
    left = [v for v in range(len(field.players)) if v != bye.vertex]
    for solved in brackets:
        parts.append(_bracket(field, solved, left))
        gone = {*solved.residents, *solved.upfloaters}
        left = [v for v in left if v not in gone]
    return Explanation(
        worded("Dubov's system, round {round}", round=field.state.at),
        outcome=worded_count("{count} game", "{count} games", sum(len(solved.games) for solved in brackets)),
        steps=(Step("rules", worded(edition.name), source="C.04.4.1"),),
        parts=tuple(parts),
    )


def _bracket(field: DubovField, solved: DubovSolution, left: Sequence[int]) -> Explanation:
    seekers, groups = field.seekers, solved.groups
    score = score_text(seekers[solved.residents[0]].score, field.state.unit)
    steps = [Step("residents", numbers(field.players[v] for v in solved.residents), source="1.3.2")]
    if solved.upfloaters:
        up = numbers_with_scores((field.players[v] for v in solved.upfloaters), field.state.unit)
        steps.append(Step("who comes up, and from which score", up, source="2.3.2 [C6], 4.2"))
        steps += why_upfloaters(field, solved, left)
    formed = FormedBracket(solved.residents, solved.upfloaters, groups)
    criteria = values(field, formed, left[len(solved.residents) :])
    # The scores of C6 stand above; what a bracket has nothing of says nothing.
    steps += [each.step() for each in criteria if each.rank and not each.ordering and each.name != "C6"]
    if solved.upfloaters and field.last:
        steps.append(Step("earlier upfloats", "do not count in the last round", source="2.3.4–2.3.6"))
    fresh = all(seekers[v].fresh for v in (*groups.g1, *groups.g2))
    g1 = worded("G1, first half, nobody has played") if fresh else worded("G1, due White")
    g2 = worded("G2, second half") if fresh else worded("G2, due Black")
    steps.append(Step(g1, numbers(field.players[v] for v in groups.g1), source="3.2.3"))
    steps.append(Step(g2, numbers(field.players[v] for v in groups.g2), source="3.2.3"))
    down, up = ("G1", "G2") if len(groups.g1) <= len(groups.g2) else ("G2", "G1")
    if groups.first:
        text = _shift_text(numbers(field.players[v] for v in groups.first), down, up)
        steps.append(
            Step("shifted, as pairs within the smaller group are unavoidable", text, source="3.2.4.1")
        )
    if groups.second:
        text = _shift_text(numbers(field.players[v] for v in groups.second), up, down)
        steps.append(Step("shifted, to make the groups equal", text, source="3.2.4.2"))
    in_order = ", ".join(f"{seekers[v].number} ({seekers[v].aro})" for v in groups.s1)
    steps.append(Step("S1, by ARO", in_order, source="3.2.5"))
    steps.append(
        Step(
            "T2, the first legal transposition of G2",
            numbers(field.players[v] for v in groups.t2),
            source="3.2.6",
        )
    )
    return Explanation(
        bracket_of(score),
        outcome=", ".join(
            f"{seekers[white].number}–{seekers[black].number}" for white, black, _ in solved.games
        ),
        steps=tuple(steps),
        parts=tuple(
            colour_explanation(
                seekers[white].as_due,
                seekers[white].number,
                seekers[black].as_due,
                seekers[black].number,
                rule,
                higher=seekers[min(white, black)].number,  # vertices are in the order of the ranking
            )
            for white, black, rule in solved.games
        ),
    )


def _shift_text(players: str, source: str, target: str) -> str:
    """Return who goes from one group to the other, in words."""
    return worded("{who} from {one} to {other}", who=players, one=source, other=target)
