"""Burstein's system: what a bracket is worth by the criteria (C.04.4.2, 2.3, 4), and where it is worse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arpad.core import Step, worded
from arpad.rulebooks.fide.pairing.burstein.brackets import Bracket, paired, paired_beside
from arpad.rulebooks.fide.pairing.burstein.players import BursteinField
from arpad.rulebooks.fide.pairing.burstein.procedure import Solved, brackets
from arpad.rulebooks.fide.pairing.common.bye_first import ByeGiven
from arpad.rulebooks.fide.pairing.common.bye_first_why_not import ByeFirstWhyNot, apart, bracket_then, why_so
from arpad.rulebooks.fide.pairing.common.in_words import at_most, numbers, scores
from arpad.rulebooks.fide.pairing.common.players import score_text
from arpad.rulebooks.fide.pairing.common.why_not import total
from arpad.tournament.matching import Completion, maximum_cardinality_matching
from arpad.tournament.why_not import Stage, Value

SECTION = {"C5": "2.3.1 [C5]", "C6": "2.3.2 [C6]", "C7": "2.3.3 [C7]", "C8": "2.3.4 [C8]"}


LAST = worded("lowest ranked")
"""What decides on the bye at last (3.1.5)."""


class BursteinWhyNot(ByeFirstWhyNot[BursteinField, Solved]):
    """The comparison by C.04.4.2."""

    last = LAST

    def standing(self, field: BursteinField, vertex: int) -> Any:
        """Return the rank, by which the bye is given at last."""
        return field.rank(vertex)

    def brackets(self, field: BursteinField, bye: ByeGiven) -> Sequence[Solved]:
        """Pair all brackets."""
        return brackets(field, bye)

    def brackets_with(self, other: BursteinField, bye: ByeGiven) -> Sequence[Solved]:
        """Pair all brackets so that the two meet.

        A bracket's best pairing, where it leaves the two to each other and the others to be paired, is the
        best with them, too. Else it is looked for among those that do not part them. Only if those left
        cannot be paired after it (C4) is the next bracket, too, looked at as if the two might meet each other
        only: then C7 may be better in another pairing. In small fields that happens once in thousands of
        questions.
        """
        field = self.field
        asked = {field.vertex[number] for number in (self.question.a, self.question.b)}
        tied = present(other, [v for v in range(len(other.players)) if v != bye.vertex])

        def pairing(plain: Completion, members: list[int], below: list[int]) -> Bracket:
            def leaves_them(one: Bracket) -> bool:
                """Whether a pairing parts neither the two nor those who are left."""
                gone = [v for pair in one.pairs for v in pair]
                parts = any(len(asked & set(pair)) == 1 for pair in one.pairs)
                return not parts and tied.complete_without(gone)

            found = paired(field, plain, members, below)
            if not leaves_them(found) and asked & set(members):
                found = paired_beside(field, members, below, frozenset(asked))
            if not leaves_them(found):
                found = paired(other, tied, members, below)
            if found.pairs:
                tied.remove(*(v for pair in found.pairs for v in pair))
            return found

        return brackets(field, bye, pairing)

    def compared(self, one: Solved, two: Solved, left: Sequence[int]) -> Stage | None:
        """Return the values of a bracket in both rounds."""
        if one.bracket == two.bracket:
            return None
        players, unit, there = self.field.players, self.field.state.unit, two.bracket
        score = score_text(min(players[v].score for v in one.bracket.players), unit)
        floating = f"; {numbers(players[v] for v in there.floaters)} floating" if there.floaters else ""
        step = bracket_then(score, players, one.bracket.pairs, there.pairs, floating)
        made, other = (values(self.field, each.bracket, left) for each in (one, two))
        return Stage(made, other, score, steps=(step,))


def values(field: BursteinField, one: Bracket, left: Sequence[int]) -> list[Value]:
    """Return what a bracket is worth, by descending priority.

    Args:
        field: everybody.
        one: the bracket.
        left: everybody who is not yet paired when it begins, its own players and those below.
    """
    players = field.players
    down = [players[v] for v in sorted(one.floaters, key=lambda v: -players[v].score)]
    bsn = {v: i for i, v in enumerate(one.players, 1)}
    mate = {x: bsn[y] for pair in one.pairs for x, y in (pair, pair[::-1])}
    order = [mate.get(v, 0) for v in one.players]

    def in_order(other: Value, made: Value) -> str:
        at = next(i for i, (x, y) in enumerate(zip(made.rank, other.rank, strict=True)) if x != y)
        mine, its = (
            f"BSN {-x} ({players[one.players[-x - 1]].number})" for x in (made.rank[at], other.rank[at])
        )
        who = f"BSN {at + 1} ({players[one.players[at]].number})"
        if not other.rank[at]:
            return worded("{who} floats instead of meeting {mine}", who=who, mine=mine)
        if not made.rank[at]:
            return worded("{who} meets {its} instead of floating", who=who, its=its)
        return worded("{number} meets {its} instead of {mine}", number=who, its=its, mine=mine)

    return [
        total(SECTION["C5"], worded("outgoing floaters"), len(down)),
        Value(
            "C6",
            worded("scores of the outgoing floaters"),
            [player.score for player in down],
            scores(down, field.state.unit),
            SECTION["C6"],
        ),
        _ahead(field, one, left),
        total(
            SECTION["C8"],
            worded("players who do not get their colour"),
            sum(field.missed(x, y) for x, y in one.pairs),
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


def _ahead(field: BursteinField, one: Bracket, left: Sequence[int]) -> Value:
    """Return what the floaters leave to the next bracket (C7): how few can float from it, of what scores."""
    players = field.players
    words = worded("the next bracket's floaters")
    here = set(one.players)
    below = [v for v in left if v not in here]
    if not below:
        return Value("C7", words, (0, []), worded("none"), SECTION["C7"])
    near = [v for v in below if players[v].score == players[below[0]].score]
    completion = present(field, [*one.floaters, *below])
    found = paired(field, completion, [*one.floaters, *near], below[len(near) :])
    down = sorted(found.floaters, key=lambda v: -players[v].score)
    text = f"{len(down)} ({scores((players[v] for v in down), field.state.unit)})" if down else "0"
    return Value("C7", words, (len(down), [players[v].score for v in down]), text, SECTION["C7"])


def present(field: BursteinField, vertices: Sequence[int]) -> Completion:
    """Return the questions of completion for some of the players."""
    completion = field.completion()
    here = set(vertices)
    completion.remove(*(v for v in range(len(field.players)) if v not in here))
    return completion


def why_floaters(field: BursteinField, one: Bracket, left: Sequence[int]) -> list[Step]:
    """Return why a bracket has floaters, and of each what would be worse if the player had been paired in it.

    Args:
        field: everybody.
        one: the bracket.
        left: everybody who is not yet paired when it begins.
    """
    if not one.floaters:
        return []
    players, size, count = field.players, len(one.players), len(one.floaters)
    mates = maximum_cardinality_matching(size, field.edges(one.players))
    if count == size % 2:
        reason, source = worded("the number of players is odd"), SECTION["C5"]
    elif count == int((mates < 0).sum()):
        reason = worded("{pairs} can be made among them", pairs=at_most(len(one.pairs)))
        source = SECTION["C5"]
    else:
        reason, source = worded("with fewer those left could not all be paired"), "2.2.1 [C4]"
    steps = [Step("why so many float", reason, source=source)]
    here = values(field, one, left)
    below = [v for v in left if v not in set(one.players)]
    for v in one.floaters:
        label = worded("why {number} floats", number=players[v].number)
        if not any(field.may_meet(v, u) for u in one.players if u != v):
            text = worded("nobody else is in the bracket")
            if size > 1:
                text = worded("may meet nobody in the bracket")
            steps.append(Step(label, text, source=SECTION["C5"]))
            continue
        other = apart(field, v, below)
        completion = present(other, left)
        there = None
        if completion.complete():
            there = values(field, paired(other, completion, one.players, below), left)
        steps.append(why_so(label, here, there))
    return steps
