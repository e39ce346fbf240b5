"""Dubov's system: what a bracket is worth by the criteria (C.04.4.1, 2.3, 4), and where it is worse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from arpad.core import Step, worded
from arpad.rulebooks.fide.pairing.common.bye_first import ByeDecision
from arpad.rulebooks.fide.pairing.common.bye_first_why_not import ByeFirstWhyNot, apart, bracket_then, why_so
from arpad.rulebooks.fide.pairing.common.in_words import at_most, numbers, scores
from arpad.rulebooks.fide.pairing.common.players import score_text
from arpad.rulebooks.fide.pairing.common.why_not import total
from arpad.rulebooks.fide.pairing.dubov.brackets import Groups, from_the_middle, grouped
from arpad.rulebooks.fide.pairing.dubov.players import DubovField
from arpad.rulebooks.fide.pairing.dubov.procedure import DubovSolution, brackets
from arpad.rulebooks.fide.pairing.dubov.upfloaters import chosen as chosen_upfloaters
from arpad.rulebooks.fide.pairing.dubov.upfloaters import costs
from arpad.tournament.matching import maximum_cardinality_matching
from arpad.tournament.why_not import Stage, Value

LAST = worded("largest TPN")
"""What decides on the bye at last (3.1.5)."""


class FormedBracket(NamedTuple):
    """A bracket of residents and upfloaters, with its groups."""

    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    groups: Groups

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Who meets whom, in the order of S1."""
        return list(zip(self.groups.s1, self.groups.t2, strict=True))


class DubovWhyNot(ByeFirstWhyNot[DubovField, DubovSolution]):
    """The comparison by C.04.4.1."""

    last = LAST

    def standing(self, field: DubovField, vertex: int) -> Any:
        """Return the pairing number, by which the bye is given at last."""
        return field.seekers[vertex].number

    def brackets(self, field: DubovField, bye: ByeDecision) -> Sequence[DubovSolution]:
        """Pair all brackets."""
        return brackets(field, bye)

    def brackets_with(self, other: DubovField, bye: ByeDecision) -> Sequence[DubovSolution]:
        """Pair all brackets so that the two meet."""
        return brackets(other, bye)

    def compared(self, chosen: DubovSolution, other: DubovSolution, left: Sequence[int]) -> Stage | None:
        """Return the values of a bracket in both rounds."""
        here, there = (
            FormedBracket(each.residents, each.upfloaters, each.groups) for each in (chosen, other)
        )
        if here.upfloaters == there.upfloaters and set(here.pairs) == set(there.pairs):
            return None
        players = self.field.players
        score = score_text(players[chosen.residents[0]].score, self.field.state.unit)
        rising = f"; {numbers(players[v] for v in there.upfloaters)} coming up" if there.upfloaters else ""
        step = bracket_then(score, players, here.pairs, there.pairs, rising)
        lower = left[len(chosen.residents) :]
        chosen_values, other_values = (values(self.field, each, lower) for each in (here, there))
        return Stage(chosen_values, other_values, score, steps=(step,))


def values(field: DubovField, bracket: FormedBracket, lower: Sequence[int]) -> list[Value]:
    """Return what a bracket is worth, by descending priority.

    Args:
        field: everybody.
        bracket: the bracket.
        lower: everybody with a lower score who is not yet paired, by score and then by number.
    """
    seekers, groups = field.seekers, bracket.groups
    up = sorted(bracket.upfloaters, key=lambda v: seekers[v].score)
    missed = sum(seekers[x].due == seekers[y].due for x, y in bracket.pairs)
    c8, c9, c10 = (sum(costs(field, v)[k] for v in up) for k in range(3))
    pool = {v: place for place, v in enumerate(lower, 1)}
    small, large = _by_size(groups)
    inside = len(groups.first)
    places = {v: place for place, v in enumerate(sorted(groups.t2, key=lambda v: seekers[v].number), 1)}

    def meets(other: Value, chosen: Value) -> str:
        at = next(i for i, (x, y) in enumerate(zip(chosen.rank, other.rank, strict=True)) if x != y)
        by_place = {place: v for v, place in places.items()}
        its, mine = (seekers[by_place[each.rank[at]]].number for each in (other, chosen))
        number = seekers[groups.s1[at]].number
        return worded("{number} meets {its} instead of {mine}", number=number, its=its, mine=mine)

    return [
        total("2.3.1 [C5]", worded("upfloaters"), len(up)),
        Value(
            "C6",
            worded("scores of the upfloaters"),
            [-seekers[v].score for v in up],
            scores((field.players[v] for v in up), field.state.unit),
            "2.3.2 [C6]",
        ),
        total("2.3.3 [C7]", worded("players who do not get their colour"), missed),
        total(
            "2.3.4 [C8]",
            worded("upfloaters who have upfloated {times} times", times=field.most_upfloats),
            c8,
        ),
        total("2.3.5 [C9]", worded("how often those have upfloated"), c9),
        total("2.3.6 [C10]", worded("upfloaters who upfloated in the previous round"), c10),
        _set(field, "4.2", worded("set of upfloaters"), sorted(pool[v] for v in up), lower),
        Value("3.2.4.1", worded("pairs within the smaller group"), inside, str(inside)),
        _set(field, "4.3", worded("set of shifters"), _places(small, groups.first), _middle_out(small)),
        _set(field, "4.3", worded("set of shifters"), _places(large, groups.second), _middle_out(large)),
        Value(
            "4.4",
            worded("transposition"),
            [places[v] for v in groups.t2],
            numbers(field.players[v] for v in groups.t2),
            ordering=True,
            change=meets,
        ),
    ]


def _set(field: DubovField, article: str, words: str, places: list[int], pool: Sequence[int]) -> Value:
    """Return a set by its sequence numbers (4.1), and the players who have them."""
    of = [pool[place - 1] for place in places]
    text = ", ".join(f"#{place} ({field.players[v].number})" for place, v in zip(places, of, strict=True))
    return Value(article, words, (places, of), text or worded("nobody"), ordering=True)


def _by_size(groups: Groups) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the smaller group, or G1 if they are equal, and the other (3.2.4)."""
    g1, g2 = groups.g1, groups.g2
    return (g1, g2) if len(g1) <= len(g2) else (g2, g1)


def _middle_out(group: Sequence[int]) -> list[int]:
    return [group[i] for i in from_the_middle(len(group))]


def _places(group: Sequence[int], some: Sequence[int]) -> list[int]:
    order = _middle_out(group)
    return sorted(order.index(v) + 1 for v in some)


def why_upfloaters(field: DubovField, solved: DubovSolution, left: Sequence[int]) -> list[Step]:
    """Return why players come up into a bracket, and of each what would be worse if the player had not.

    Args:
        field: everybody.
        solved: the bracket.
        left: everybody who is not yet paired when it begins, by score and then by number.
    """
    if not solved.upfloaters:
        return []
    residents, lower = solved.residents, left[len(solved.residents) :]
    count = len(solved.upfloaters)
    mates = maximum_cardinality_matching(len(residents), field.edges(residents))
    alone = int((mates < 0).sum())
    if count == len(residents) % 2:
        reason, source = worded("the number of residents is odd"), "3.2.1 [C5]"
    elif count == alone:
        reason = worded(
            "{pairs} can be made among the residents", pairs=at_most((len(residents) - alone) // 2)
        )
        source = "3.2.1 [C5]"
    else:
        reason, source = worded("with fewer those below could not all be paired"), "2.2.1 [C4]"
    steps = [Step("why so many come up", reason, source=source)]
    here = values(field, FormedBracket(residents, solved.upfloaters, solved.groups), lower)
    for v in solved.upfloaters:
        other = apart(field, v, residents)
        completion = other.completion()
        present = set(left)
        completion.remove(*(u for u in range(len(field.players)) if u not in present))
        there = None
        if completion.complete():
            up = chosen_upfloaters(other, completion, residents, lower)
            groups = grouped(other, sorted([*residents, *up]))
            there = values(field, FormedBracket(residents, up, groups), lower)
        label = worded("why {number} comes up", number=field.players[v].number)
        steps.append(why_so(label, here, there))
    return steps
