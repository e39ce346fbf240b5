"""Dubov's system told article by article (C.04.4.1): the bye, upfloaters, shifters, who meets whom."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import Edition, Explanation, Step, counted
from arpad.rulebooks.fide.pairing.common.bye_first import ByeGiven
from arpad.rulebooks.fide.pairing.common.bye_first_explanation import bye_explanation, colour_explanation
from arpad.rulebooks.fide.pairing.common.in_words import numbers, numbers_with_scores
from arpad.rulebooks.fide.pairing.common.players import score_text
from arpad.rulebooks.fide.pairing.dubov.players import DubovField
from arpad.rulebooks.fide.pairing.dubov.procedure import Solved
from arpad.rulebooks.fide.pairing.dubov.upfloaters import costs
from arpad.rulebooks.fide.pairing.dubov.why_not import why_upfloaters


def round_explanation(
    edition: Edition, field: DubovField, bye: ByeGiven, solved: Sequence[Solved]
) -> Explanation:
    """Return the explanation of a round."""
    parts = [bye_explanation(field, bye, "largest TPN")] if len(field.players) % 2 else []
    left = [v for v in range(len(field.players)) if v != bye.vertex]
    for one in solved:
        parts.append(_bracket(field, one, left))
        gone = {*one.residents, *one.upfloaters}
        left = [v for v in left if v not in gone]
    return Explanation(
        f"Dubov's system, round {field.state.at}",
        outcome=counted(sum(len(one.games) for one in solved), "game"),
        steps=(Step("rules", edition.name, source="C.04.4.1"),),
        parts=tuple(parts),
    )


def _bracket(field: DubovField, one: Solved, left: Sequence[int]) -> Explanation:
    seekers, groups = field.seekers, one.groups
    score = score_text(seekers[one.residents[0]].score, field.state.unit)
    steps = [Step("residents", numbers(field.players[v] for v in one.residents), source="1.3.2")]
    steps += _upfloaters(field, one)
    steps += why_upfloaters(field, one, left)
    missed = sum(seekers[white].due == seekers[black].due for white, black, _ in one.games)
    steps.append(Step("players who do not get their colour", str(missed), source="2.3.3 [C7]"))
    fresh = all(seekers[v].fresh for v in (*groups.g1, *groups.g2))
    meaning = "first half, nobody has played" if fresh else "due White"
    steps.append(Step(f"G1, {meaning}", numbers(field.players[v] for v in groups.g1), source="3.2.3"))
    steps.append(
        Step(
            f"G2, {'second half' if fresh else 'due Black'}",
            numbers(field.players[v] for v in groups.g2),
            source="3.2.3",
        )
    )
    down, up = ("G1", "G2") if len(groups.g1) <= len(groups.g2) else ("G2", "G1")
    if groups.first:
        text = f"{numbers(field.players[v] for v in groups.first)} from {down} to {up}"
        steps.append(
            Step("shifted, as pairs within the smaller group are unavoidable", text, source="3.2.4.1")
        )
    if groups.second:
        text = f"{numbers(field.players[v] for v in groups.second)} from {up} to {down}"
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
        f"Bracket of {score} {'point' if str(score) == '1' else 'points'}",
        outcome=", ".join(
            f"{seekers[white].number}–{seekers[black].number}" for white, black, _ in one.games
        ),
        steps=tuple(steps),
        parts=tuple(
            colour_explanation(
                seekers[white].as_due,
                seekers[white].number,
                seekers[black].as_due,
                seekers[black].number,
                rule,
            )
            for white, black, rule in one.games
        ),
    )


def _upfloaters(field: DubovField, one: Solved) -> list[Step]:
    steps = [Step("upfloaters", str(len(one.upfloaters)), source="2.3.1 [C5]")]
    if not one.upfloaters:
        return steps
    up = numbers_with_scores((field.players[v] for v in one.upfloaters), field.state.unit)
    steps.append(Step("who comes up, and from which score", up, source="2.3.2 [C6], 4.2"))
    if field.last:
        steps.append(Step("earlier upfloats", "do not count in the last round", source="2.3.4–2.3.6"))
        return steps
    c8, c9, c10 = (sum(cost) for cost in zip(*(costs(field, v) for v in one.upfloaters), strict=True))
    steps.append(Step(f"who have upfloated {field.most_upfloats} times", str(c8), source="2.3.4 [C8]"))
    steps.append(Step("how often those have upfloated", str(c9), source="2.3.5 [C9]"))
    steps.append(Step("who upfloated in the previous round", str(c10), source="2.3.6 [C10]"))
    return steps
