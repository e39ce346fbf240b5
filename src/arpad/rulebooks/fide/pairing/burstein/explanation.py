"""Burstein's system explained article by article (C.04.4.2): the bye, the index, floaters, pairs."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import Edition, Explanation, Figure, Step, worded, worded_count
from arpad.rulebooks.fide.pairing.burstein.players import CODE, BursteinField
from arpad.rulebooks.fide.pairing.burstein.procedure import BursteinSolution
from arpad.rulebooks.fide.pairing.burstein.why_not import LAST, why_floaters
from arpad.rulebooks.fide.pairing.common.bye_first import ByeDecision
from arpad.rulebooks.fide.pairing.common.bye_first_explanation import (
    bracket_of,
    bye_explanation,
    colour_explanation,
)
from arpad.rulebooks.fide.pairing.common.in_words import numbers, numbers_with_scores
from arpad.rulebooks.fide.pairing.common.players import score_text


def round_explanation(
    edition: Edition, field: BursteinField, bye: ByeDecision, brackets: Sequence[BursteinSolution]
) -> Explanation:
    """Return the explanation of a round after the seeding rounds."""
    parts = [bye_explanation(field, bye, LAST)] if bye.vertex is not None else []
    left = [v for v in range(len(field.players)) if v != bye.vertex]
    for place, solved in enumerate(brackets, 1):
        parts.append(_bracket(field, solved, left, last=place == len(brackets)))
        gone = {v for pair in solved.bracket.pairs for v in pair}
        left = [v for v in left if v not in gone]
    return Explanation(
        worded("Burstein's system, round {round}", round=field.state.at),
        outcome=worded_count("{count} game", "{count} games", sum(len(solved.games) for solved in brackets)),
        steps=(Step("rules", worded(edition.name), source=CODE),),
        parts=tuple(parts),
    )


def seeding_explanation(edition: Edition, at: int, seeding: int, dutch: Explanation) -> Explanation:
    """Return the explanation of a seeding round."""
    return Explanation(
        worded("Burstein's system, round {round}", round=at),
        outcome=worded("a seeding round, paired by the Dutch system"),
        steps=(
            Step("rules", worded(edition.name), source=CODE),
            Step("seeding rounds", str(seeding), formula=worded("half of all, at most four"), source="1.6.2"),
        ),
        parts=(dutch,),
    )


def _bracket(
    field: BursteinField, solved: BursteinSolution, left: Sequence[int], *, last: bool
) -> Explanation:
    players, bracket, unit = field.players, solved.bracket, field.state.unit
    lowest = min(players[v].score for v in bracket.players)
    incoming = [v for v in bracket.players if players[v].score > lowest]
    steps = [
        Step("residents", numbers(players[v] for v in bracket.players if v not in incoming), source="1.2.2")
    ]
    if incoming:
        steps.append(Step("incoming floaters", numbers(field.players[v] for v in incoming), source="1.2.2"))
    for place, v in enumerate(bracket.players, 1):
        index = field.indices[v]
        text = worded(
            "Buchholz {buchholz}, Sonneborn–Berger {sonneborn_berger}",
            buchholz=Figure(f"{float(index.buchholz):g}"),
            sonneborn_berger=Figure(f"{float(index.sonneborn_berger):g}"),
        )
        steps.append(Step(f"BSN {place}", str(players[v].number), working=text, source="1.8, 4.1"))
    steps.append(Step("pairs", str(len(bracket.pairs)), source="2.3.1 [C5]"))
    if bracket.floaters:
        floaters = numbers_with_scores((players[v] for v in bracket.floaters), unit)
        steps.append(Step("outgoing floaters", floaters, source="2.3.2 [C6]"))
        steps += why_floaters(field, bracket, left)
        if not last:
            steps.append(Step("the next bracket", "is left as well off as can be", source="2.3.3 [C7]"))
    if missed := sum(field.missed(a, b) for a, b in bracket.pairs):
        steps.append(Step("players who do not get their colour", str(missed), source="2.3.4 [C8]"))
    bsn = {v: i for i, v in enumerate(bracket.players, 1)}
    order = ", ".join(
        [f"{bsn[a]}-{bsn[b]}" for a, b in bracket.pairs] + [f"{bsn[v]}-0" for v in bracket.floaters]
    )
    steps.append(Step("the first such pairing", order, source="4.3"))
    score = score_text(lowest, unit)
    return Explanation(
        bracket_of(score),
        outcome=", ".join(f"{players[a].number}–{players[b].number}" for a, b, _ in solved.games)
        or worded("nobody"),
        steps=tuple(steps),
        parts=tuple(
            colour_explanation(
                field.due(a),
                players[a].number,
                field.due(b),
                players[b].number,
                rule,
                higher=next(players[high].number for high, low in bracket.pairs if {high, low} == {a, b}),
            )
            for a, b, rule in solved.games
        ),
    )
