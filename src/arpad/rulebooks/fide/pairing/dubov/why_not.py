"""Dubov's system: what a bracket is worth by the criteria (C.04.4.1, 2.3, 4), and where it is worse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arpad.core import Explanation, Step
from arpad.rulebooks.fide.pairing.common.bye_first import ByeGiven
from arpad.rulebooks.fide.pairing.common.bye_first_why_not import (
    Value,
    Verdict,
    apart,
    at_most,
    first_worse,
    numbers,
    scores,
    values_told,
    why_not,
)
from arpad.rulebooks.fide.pairing.common.players import shown
from arpad.rulebooks.fide.pairing.dubov.brackets import Groups, from_the_middle, grouped
from arpad.rulebooks.fide.pairing.dubov.players import DubovField
from arpad.rulebooks.fide.pairing.dubov.procedure import Solved, brackets
from arpad.rulebooks.fide.pairing.dubov.upfloaters import chosen as chosen_upfloaters
from arpad.rulebooks.fide.pairing.dubov.upfloaters import costs
from arpad.tournament.matching import maximum_cardinality_matching
from arpad.tournament.model import Tournament


class Formed(NamedTuple):
    """A bracket of residents and upfloaters, with its groups."""

    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    groups: Groups

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Who meets whom, in the order of S1."""
        return list(zip(self.groups.s1, self.groups.t2, strict=True))


def compare(tournament: Tournament, field: DubovField, a: int, b: int) -> Explanation:
    """Return what the best round with two paired would have cost; ``b`` 0 is the bye.

    Raises:
        NoLegalRound: there is no round at all.
        BadInput: one of them is not to be paired.
    """
    return why_not(
        tournament,
        field,
        a,
        b,
        standing=lambda one: lambda v: one.seekers[v].number,
        last="largest TPN",
        brackets=brackets,
        with_pair=lambda _, other, bye, asked: brackets(other, bye),
        compared=_compared,
    )


def values(field: DubovField, one: Formed, lower: Sequence[int]) -> list[Value]:
    """Return what a bracket is worth, by descending priority.

    Args:
        field: everybody.
        one: the bracket.
        lower: everybody with a lower score who is not yet paired, by score and then by number.
    """
    seekers, groups = field.seekers, one.groups
    up = sorted(one.upfloaters, key=lambda v: seekers[v].score)
    missed = sum(seekers[x].due == seekers[y].due for x, y in one.pairs)
    c8, c9, c10 = (sum(costs(field, v)[k] for v in up) for k in range(3))
    made = [
        Value("2.3.1 [C5]", "upfloaters", len(up), str(len(up))),
        Value(
            "2.3.2 [C6]",
            "scores of the upfloaters",
            [-seekers[v].score for v in up],
            scores(field, up) or "none",
        ),
        Value("2.3.3 [C7]", "players who do not get their colour", missed, str(missed)),
        Value("2.3.4 [C8]", f"upfloaters who have upfloated {field.most_upfloats} times", c8, str(c8)),
        Value("2.3.5 [C9]", "how often those have upfloated", c9, str(c9)),
        Value("2.3.6 [C10]", "upfloaters who upfloated in the previous round", c10, str(c10)),
    ]
    pool = {v: place for place, v in enumerate(lower, 1)}
    small, large = _by_size(groups)
    inside = len(groups.first)
    made += [
        _set("4.2", sorted(pool[v] for v in up), lower),
        Value(
            "3.2.4.1",
            "",
            inside,
            f"{inside} pair{'' if inside == 1 else 's'} within the smaller group" if inside else "none",
        ),
        _set("4.3", _places(small, groups.first), _middle_out(small)),
        _set("4.3", _places(large, groups.second), _middle_out(large)),
    ]
    places = {v: place for place, v in enumerate(sorted(groups.t2, key=lambda v: seekers[v].number), 1)}
    order = [places[v] for v in groups.t2]
    made.append(Value("4.4", "", order, ", ".join(map(str, order))))
    return [one._replace(text=_texts(field, one)) for one in made]


class _Set(NamedTuple):
    """Sequence numbers of a set with the players who have them (4.1)."""

    places: list[int]
    pool: tuple[int, ...]


def _set(article: str, places: list[int], pool: Sequence[int]) -> Value:
    return Value(article, "", _Set(places, tuple(pool[place - 1] for place in places)), "")


def _texts(field: DubovField, one: Value) -> str:
    if not isinstance(one.rank, _Set):
        return one.text
    named = zip(one.rank.places, one.rank.pool, strict=True)
    return ", ".join(f"#{place} ({field.players[v].number})" for place, v in named) or "nobody"


def _by_size(groups: Groups) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the smaller group, or G1 if they are equal, and the other (3.2.4)."""
    g1, g2 = groups.g1, groups.g2
    return (g1, g2) if len(g1) <= len(g2) else (g2, g1)


def _middle_out(group: Sequence[int]) -> list[int]:
    return [group[i] for i in from_the_middle(len(group))]


def _places(group: Sequence[int], some: Sequence[int]) -> list[int]:
    order = _middle_out(group)
    return sorted(order.index(v) + 1 for v in some)


def _compared(field: DubovField, bye: ByeGiven, chosen: Sequence[Solved], other: Sequence[Solved]) -> Verdict:
    """Return where a round is worse than the one that was paired; they have the same bye."""
    left = [v for v in range(len(field.players)) if v != bye.vertex]
    for one, two in zip(chosen, other, strict=False):
        here = Formed(one.residents, one.upfloaters, one.groups)
        there = Formed(two.residents, two.upfloaters, two.groups)
        lower = left[len(one.residents) :]
        if here.upfloaters != there.upfloaters or set(here.pairs) != set(there.pairs):
            return _bracket_worse(field, here, there, lower)
        gone = {*one.residents, *one.upfloaters}
        left = [v for v in left if v not in gone]
    raise AssertionError("the rounds are the same")


def _bracket_worse(field: DubovField, one: Formed, two: Formed, lower: Sequence[int]) -> Verdict:
    players = field.players
    here, there = values(field, one, lower), values(field, two, lower)
    found = first_worse(here, there)
    assert found is not None
    before, after = found
    score = shown(players[one.residents[0]].score, field.state.unit)
    pairs = ", ".join(f"{players[x].number}–{players[y].number}" for x, y in two.pairs)
    rising = f"; {numbers(field, two.upfloaters)} coming up" if two.upfloaters else ""
    steps = (Step(f"bracket of {score} points, then", pairs + rising), *_told(field, here, there))
    where = f"in the bracket of scoregroup {score}"
    if before.words:
        said = f"{before.words}: {after.text} instead of {before.text}"
        text = f"the best round with that is worse {where} by {before.name}: {said}"
        return Verdict(before.name, before.article, text, steps, before.text, after.text, score)
    mine, theirs = before.text, after.text
    if before.article == "3.2.4.1":
        text = f"the best round with that is worse {where} by 3.2.4.1: {theirs} instead of {mine}"
        steps = (
            *steps,
            Step("pairs within the smaller group", f"{theirs} instead of {mine}", source="3.2.4.1"),
        )
        return Verdict("3.2.4.1", "3.2.4.1", text, steps, mine, theirs, score)
    if before.article == "4.4":
        at = next(i for i, (x, y) in enumerate(zip(before.rank, after.rank, strict=True)) if x != y)
        mine, theirs = (str(players[formed.groups.t2[at]].number) for formed in (one, two))
        who = players[one.groups.s1[at]].number
        what = "transposition"
        said = f"{who} meets {theirs} instead of {mine}"
    else:
        what = "set of upfloaters" if before.article == "4.2" else "set of shifters"
        said = f"{theirs} instead of {mine}"
    steps = (*steps, Step(what, said, source=before.article))
    order = f"its {what} comes later in the order of {before.article}: {said}"
    text = f"{where} it is as good by all criteria, and {order}"
    return Verdict(before.article, before.article, text, steps, mine, theirs, score)


def _told(field: DubovField, here: Sequence[Value], there: Sequence[Value]) -> tuple[Step, ...]:
    """Return the criteria that count in this round."""
    counting = 3 if field.last else len(here)
    return values_told(here[:counting], there[:counting])


def why_upfloaters(field: DubovField, one: Solved, left: Sequence[int]) -> list[Step]:
    """Return why players come up into a bracket, and of each what would be worse if he had not.

    Args:
        field: everybody.
        one: the bracket.
        left: everybody who is not yet paired when it begins, by score and then by number.
    """
    if not one.upfloaters:
        return []
    residents, lower = one.residents, left[len(one.residents) :]
    count = len(one.upfloaters)
    mates = maximum_cardinality_matching(len(residents), field.edges(residents))
    alone = int((mates < 0).sum())
    if count == len(residents) % 2:
        reason, source = "the number of residents is odd", "3.2.1 [C5]"
    elif count == alone:
        reason = f"{at_most((len(residents) - alone) // 2)} can be made among the residents"
        source = "3.2.1 [C5]"
    else:
        reason, source = "with fewer those below could not all be paired", "2.2.1 [C4]"
    steps = [Step("why so many come up", reason, source=source)]
    here = values(field, Formed(residents, one.upfloaters, one.groups), lower)
    for v in one.upfloaters:
        label = f"why {field.players[v].number} comes up"
        other = apart(field, v, residents)
        completion = other.completion()
        present = set(left)
        completion.remove(*(u for u in range(len(field.players)) if u not in present))
        if not completion.complete():
            steps.append(Step(label, "else the others could not all be paired", source="2.2.1 [C4]"))
            continue
        up = chosen_upfloaters(other, completion, residents, lower)
        groups = grouped(other, sorted([*residents, *up]))
        found = first_worse(here, values(field, Formed(residents, up, groups), lower))
        assert found is not None
        before, after = found
        said = f"else {before.words}: {after.text} instead of {before.text}"
        if not before.words:
            said = f"else {after.text} instead of {before.text}, later in the order"
        steps.append(Step(label, said, source=before.article))
    return steps
