"""Burstein's system: what a bracket is worth by the criteria (C.04.4.2, 2.3, 4), and where it is worse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arpad.core import Step, worded
from arpad.rulebooks.fide.pairing.burstein.brackets import BursteinBracket, paired, paired_beside
from arpad.rulebooks.fide.pairing.burstein.players import BursteinField
from arpad.rulebooks.fide.pairing.burstein.procedure import BursteinSolution, brackets
from arpad.rulebooks.fide.pairing.common.bye_first import ByeDecision
from arpad.rulebooks.fide.pairing.common.bye_first_why_not import ByeFirstWhyNot, apart, bracket_then, why_so
from arpad.rulebooks.fide.pairing.common.in_words import at_most, numbers, scores
from arpad.rulebooks.fide.pairing.common.players import score_text
from arpad.rulebooks.fide.pairing.common.why_not import total
from arpad.tournament.matching import Completion, maximum_cardinality_matching
from arpad.tournament.why_not import Stage, Value

SECTION = {"C5": "2.3.1 [C5]", "C6": "2.3.2 [C6]", "C7": "2.3.3 [C7]", "C8": "2.3.4 [C8]"}


LAST = worded("lowest ranked")
"""What decides on the bye at last (3.1.5)."""


class BursteinWhyNot(ByeFirstWhyNot[BursteinField, BursteinSolution]):
    """The comparison by C.04.4.2."""

    last = LAST

    def standing(self, field: BursteinField, vertex: int) -> Any:
        """Return the rank, by which the bye is given at last."""
        return field.rank(vertex)

    def brackets(self, field: BursteinField, bye: ByeDecision) -> Sequence[BursteinSolution]:
        """Pair all brackets."""
        return brackets(field, bye)

    def brackets_with(self, other: BursteinField, bye: ByeDecision) -> Sequence[BursteinSolution]:
        """Pair all brackets so that the two meet.

        A bracket's best pairing, where it leaves the two to each other and the others to be paired, is the
        best with them, too. Else it is looked for among those that do not part them. Only if those left
        cannot be paired after it (C4) is the next bracket, too, looked at as if the two might meet each other
        only: then C7 may be better in another pairing. In small fields that happens once in thousands of
        questions.
        """
        field = self.field
        couple = {field.vertex[number] for number in (self.question.a, self.question.b)}
        tied = present(other, [v for v in range(len(other.players)) if v != bye.vertex])

        def pairing(plain: Completion, members: list[int], below: list[int]) -> BursteinBracket:
            def leaves_them(bracket: BursteinBracket) -> bool:
                """Whether a pairing parts neither the two nor those who are left."""
                gone = [v for pair in bracket.pairs for v in pair]
                parts = any(len(couple & set(pair)) == 1 for pair in bracket.pairs)
                return not parts and tied.complete_without(gone)

            bracket = paired(field, plain, members, below)
            if not leaves_them(bracket) and couple & set(members):
                bracket = paired_beside(field, members, below, frozenset(couple))
            if not leaves_them(bracket):
                bracket = paired(other, tied, members, below)
            if bracket.pairs:
                tied.remove(*(v for pair in bracket.pairs for v in pair))
            return bracket

        return brackets(field, bye, pairing)

    def compared(
        self, chosen: BursteinSolution, other: BursteinSolution, left: Sequence[int]
    ) -> Stage | None:
        """Return the values of a bracket in both rounds."""
        if chosen.bracket == other.bracket:
            return None
        players, unit, there = self.field.players, self.field.state.unit, other.bracket
        score = score_text(min(players[v].score for v in chosen.bracket.players), unit)
        floating = f"; {numbers(players[v] for v in there.floaters)} floating" if there.floaters else ""
        step = bracket_then(score, players, chosen.bracket.pairs, there.pairs, floating)
        chosen_values, other_values = (values(self.field, each.bracket, left) for each in (chosen, other))
        return Stage(chosen_values, other_values, score, steps=(step,))


def values(field: BursteinField, bracket: BursteinBracket, left: Sequence[int]) -> list[Value]:
    """Return what a bracket is worth, by descending priority.

    Args:
        field: everybody.
        bracket: the bracket.
        left: everybody who is not yet paired when it begins, its own players and those below.
    """
    players = field.players
    down = [players[v] for v in sorted(bracket.floaters, key=lambda v: -players[v].score)]
    bsn = {v: i for i, v in enumerate(bracket.players, 1)}
    mate = {x: bsn[y] for pair in bracket.pairs for x, y in (pair, pair[::-1])}
    order = [mate.get(v, 0) for v in bracket.players]

    def in_order(other: Value, chosen: Value) -> str:
        at = next(i for i, (x, y) in enumerate(zip(chosen.rank, other.rank, strict=True)) if x != y)
        mine, its = (
            f"BSN {-x} ({players[bracket.players[-x - 1]].number})" for x in (chosen.rank[at], other.rank[at])
        )
        label = f"BSN {at + 1} ({players[bracket.players[at]].number})"
        if not other.rank[at]:
            return worded("{who} floats instead of meeting {mine}", who=label, mine=mine)
        if not chosen.rank[at]:
            return worded("{who} meets {its} instead of floating", who=label, its=its)
        return worded("{number} meets {its} instead of {mine}", number=label, its=its, mine=mine)

    return [
        total(SECTION["C5"], worded("outgoing floaters"), len(down)),
        Value(
            "C6",
            worded("scores of the outgoing floaters"),
            [player.score for player in down],
            scores(down, field.state.unit),
            SECTION["C6"],
        ),
        _next_floaters(field, bracket, left),
        total(
            SECTION["C8"],
            worded("players who do not get their colour"),
            sum(field.missed(x, y) for x, y in bracket.pairs),
        ),
        Value(
            "4.3",
            worded("pairing"),
            [-other for other in order],
            ", ".join(map(str, order)),
            ordering=True,
            change=in_order,
        ),
    ]


def _next_floaters(field: BursteinField, bracket: BursteinBracket, left: Sequence[int]) -> Value:
    """Return what the floaters leave to the next bracket (C7): how few can float from it, of what scores."""
    players = field.players
    words = worded("the next bracket's floaters")
    here = set(bracket.players)
    below = [v for v in left if v not in here]
    if not below:
        return Value("C7", words, (0, []), worded("none"), SECTION["C7"])
    near = [v for v in below if players[v].score == players[below[0]].score]
    completion = present(field, [*bracket.floaters, *below])
    next_bracket = paired(field, completion, [*bracket.floaters, *near], below[len(near) :])
    down = sorted(next_bracket.floaters, key=lambda v: -players[v].score)
    text = f"{len(down)} ({scores((players[v] for v in down), field.state.unit)})" if down else "0"
    return Value("C7", words, (len(down), [players[v].score for v in down]), text, SECTION["C7"])


def present(field: BursteinField, vertices: Sequence[int]) -> Completion:
    """Return the questions of completion for some of the players."""
    completion = field.completion()
    here = set(vertices)
    completion.remove(*(v for v in range(len(field.players)) if v not in here))
    return completion


def why_floaters(field: BursteinField, bracket: BursteinBracket, left: Sequence[int]) -> list[Step]:
    """Return why a bracket has floaters, and of each what would be worse if the player had been paired in it.

    Args:
        field: everybody.
        bracket: the bracket.
        left: everybody who is not yet paired when it begins.
    """
    if not bracket.floaters:
        return []
    players, size, count = field.players, len(bracket.players), len(bracket.floaters)
    mates = maximum_cardinality_matching(size, field.edges(bracket.players))
    if count == size % 2:
        reason, source = worded("the number of players is odd"), SECTION["C5"]
    elif count == int((mates < 0).sum()):
        reason = worded("{pairs} can be made among them", pairs=at_most(len(bracket.pairs)))
        source = SECTION["C5"]
    else:
        reason, source = worded("with fewer those left could not all be paired"), "2.2.1 [C4]"
    steps = [Step("why so many float", reason, source=source)]
    here = values(field, bracket, left)
    below = [v for v in left if v not in set(bracket.players)]
    for v in bracket.floaters:
        label = worded("why {number} floats", number=players[v].number)
        if not any(field.may_meet(v, u) for u in bracket.players if u != v):
            text = worded("nobody else is in the bracket")
            if size > 1:
                text = worded("may meet nobody in the bracket")
            steps.append(Step(label, text, source=SECTION["C5"]))
            continue
        other = apart(field, v, below)
        completion = present(other, left)
        there = None
        if completion.complete():
            there = values(field, paired(other, completion, bracket.players, below), left)
        steps.append(why_so(label, here, there))
    return steps
