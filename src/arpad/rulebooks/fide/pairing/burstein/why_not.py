"""Burstein's system: what a bracket is worth by the criteria (C.04.4.2, 2.3, 4), and where it is worse."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.core import Explanation, Step
from arpad.rulebooks.fide.pairing.burstein.brackets import Bracket, paired, paired_beside
from arpad.rulebooks.fide.pairing.burstein.players import BursteinField
from arpad.rulebooks.fide.pairing.burstein.procedure import Solved, brackets, coloured
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
from arpad.tournament.matching import Completion, maximum_cardinality_matching
from arpad.tournament.model import Tournament

SECTION = {"C5": "2.3.1 [C5]", "C6": "2.3.2 [C6]", "C7": "2.3.3 [C7]", "C8": "2.3.4 [C8]"}


def compare(tournament: Tournament, field: BursteinField, a: int, b: int) -> Explanation:
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
        standing=lambda one: one.rank,
        last="lowest ranked",
        brackets=brackets,
        with_pair=_with_pair,
        compared=_compared,
    )


def _with_pair(
    field: BursteinField, other: BursteinField, bye: ByeGiven, asked: frozenset[int]
) -> list[Solved]:
    """Pair all brackets so that two meet.

    A bracket's best pairing, where it leaves the two to each other and the others to be paired, is the best
    with them, too. Else it is looked for among those that do not part them. Only if those left cannot be
    paired after it (C4) is the next bracket, too, looked at as if the two might meet each other only: then C7
    may be better in another pairing. In small fields that happens once in thousands of questions.

    Args:
        field: everybody.
        other: the same when the two may meet each other only.
        bye: who has it.
        asked: the two.
    """
    players = field.players
    left = [v for v in range(len(players)) if v != bye.vertex]
    plain, tied = present(field, left), present(other, left)
    floaters: tuple[int, ...] = ()
    solved = []
    while left or floaters:
        residents = [v for v in left if players[v].score == players[left[0]].score]
        below = left[len(residents) :]
        members = [*floaters, *residents]

        def leaves_them(one: Bracket) -> bool:
            """Whether a pairing parts neither the two nor those who are left."""
            gone = [v for pair in one.pairs for v in pair]
            return not _parts(one, asked) and tied.complete_without(gone)

        found = paired(field, plain, members, below)
        if not leaves_them(found) and asked & set(members):
            found = paired_beside(field, members, below, asked)
        if not leaves_them(found):
            found = paired(other, tied, members, below)
        gone = [v for pair in found.pairs for v in pair]
        if gone:
            plain.remove(*gone)
            tied.remove(*gone)
        solved.append(Solved(found, coloured(field, found)))
        left, floaters = below, found.floaters
    return solved


def _parts(one: Bracket, asked: frozenset[int]) -> bool:
    """Return whether a pairing pairs one of two with somebody else."""
    return any(len(asked & set(pair)) == 1 for pair in one.pairs)


def values(field: BursteinField, one: Bracket, left: Sequence[int]) -> list[Value]:
    """Return what a bracket is worth, by descending priority.

    Args:
        field: everybody.
        one: the bracket.
        left: everybody who is not yet paired when it begins, its own players and those below.
    """
    players = field.players
    down = sorted(one.floaters, key=lambda v: -players[v].score)
    missed = sum(field.missed(x, y) for x, y in one.pairs)
    bsn = {v: i for i, v in enumerate(one.players, 1)}
    mate = {x: bsn[y] for pair in one.pairs for x, y in (pair, pair[::-1])}
    order = [mate.get(v, 0) for v in one.players]
    made = [
        Value(SECTION["C5"], "outgoing floaters", len(down), str(len(down))),
        Value(
            SECTION["C6"],
            "scores of the outgoing floaters",
            [players[v].score for v in down],
            scores(field, down) or "none",
        ),
        _ahead(field, one, left),
        Value(SECTION["C8"], "players who do not get their colour", missed, str(missed)),
    ]
    return [*made, Value("4.3", "", [-other for other in order], ", ".join(map(str, order)))]


def _ahead(field: BursteinField, one: Bracket, left: Sequence[int]) -> Value:
    """Return what the floaters leave to the next bracket (C7): how few can float from it, of what scores."""
    players = field.players
    words = "the next bracket's floaters"
    here = set(one.players)
    below = [v for v in left if v not in here]
    if not below:
        return Value(SECTION["C7"], words, (0, []), "none")
    near = [v for v in below if players[v].score == players[below[0]].score]
    completion = present(field, [*one.floaters, *below])
    found = paired(field, completion, [*one.floaters, *near], below[len(near) :])
    down = sorted(found.floaters, key=lambda v: -players[v].score)
    text = f"{len(down)} ({scores(field, down)})" if down else "0"
    return Value(SECTION["C7"], words, (len(down), [players[v].score for v in down]), text)


def present(field: BursteinField, vertices: Sequence[int]) -> Completion:
    """Return the questions of completion for some of the players."""
    completion = field.completion()
    here = set(vertices)
    completion.remove(*(v for v in range(len(field.players)) if v not in here))
    return completion


def _compared(
    field: BursteinField, bye: ByeGiven, chosen: Sequence[Solved], other: Sequence[Solved]
) -> Verdict:
    """Return where a round is worse than the one that was paired; they have the same bye."""
    left = [v for v in range(len(field.players)) if v != bye.vertex]
    for one, two in zip(chosen, other, strict=False):
        if one.bracket != two.bracket:
            return _bracket_worse(field, one.bracket, two.bracket, left)
        gone = {v for pair in one.bracket.pairs for v in pair}
        left = [v for v in left if v not in gone]
    raise AssertionError("the rounds are the same")


def _bracket_worse(field: BursteinField, one: Bracket, two: Bracket, left: Sequence[int]) -> Verdict:
    players = field.players
    here, there = values(field, one, left), values(field, two, left)
    found = first_worse(here, there)
    assert found is not None
    before, after = found
    score = shown(min(players[v].score for v in one.players), field.state.unit)
    pairs = ", ".join(f"{players[x].number}–{players[y].number}" for x, y in two.pairs) or "no pair"
    floating = f"; {numbers(field, two.floaters)} floating" if two.floaters else ""
    steps = (Step(f"bracket of {score} points, then", pairs + floating), *values_told(here, there))
    if before.words:
        said = f"{before.words}: {after.text} instead of {before.text}"
        text = (
            f"the best round with that is worse in the bracket of scoregroup {score} by {before.name}: {said}"
        )
        return Verdict(before.name, before.article, text, steps, before.text, after.text, score)
    at = next(i for i, (x, y) in enumerate(zip(before.rank, after.rank, strict=True)) if x != y)
    mine, theirs = (_met(field, one, -value.rank[at]) for value in (before, after))
    who = f"BSN {at + 1} ({players[one.players[at]].number})"
    if not after.rank[at]:
        said = f"{who} floats instead of meeting {mine}"
    else:
        said = f"{who} meets {theirs} instead of {mine}"
    steps = (*steps, Step("order of pairings", said, source="4.3"))
    where = f"in the bracket of scoregroup {score}"
    text = f"{where} it is as good by all criteria, and comes later in the order of 4.3: {said}"
    return Verdict("4.3", "4.3", text, steps, mine, theirs, score)


def _met(field: BursteinField, one: Bracket, bsn: int) -> str:
    return f"BSN {bsn} ({field.players[one.players[bsn - 1]].number})" if bsn else "floating"


def why_floaters(field: BursteinField, one: Bracket, left: Sequence[int]) -> list[Step]:
    """Return why a bracket has floaters, and of each what would be worse if he had been paired in it.

    Args:
        field: everybody.
        one: the bracket.
        left: everybody who is not yet paired when it begins.
    """
    if not one.floaters:
        return []
    size, count = len(one.players), len(one.floaters)
    mates = maximum_cardinality_matching(size, field.edges(one.players))
    if count == size % 2:
        reason, source = "the number of players is odd", SECTION["C5"]
    elif count == int((mates < 0).sum()):
        reason, source = f"{at_most(len(one.pairs))} can be made among them", SECTION["C5"]
    else:
        reason, source = "with fewer those left could not all be paired", "2.2.1 [C4]"
    steps = [Step("why so many float", reason, source=source)]
    here = values(field, one, left)
    below = [v for v in left if v not in set(one.players)]
    for v in one.floaters:
        label = f"why {field.players[v].number} floats"
        if not any(field.may_meet(v, u) for u in one.players if u != v):
            said = "may meet nobody in the bracket" if size > 1 else "nobody else is in the bracket"
            steps.append(Step(label, said, source=SECTION["C5"]))
            continue
        other = apart(field, v, below)
        completion = present(other, left)
        if not completion.complete():
            steps.append(Step(label, "else those left could not all be paired", source="2.2.1 [C4]"))
            continue
        found = first_worse(here, values(field, paired(other, completion, one.players, below), left))
        assert found is not None
        before, after = found
        said = f"else {before.words}: {after.text} instead of {before.text}"
        if not before.words:
            said = "else the pairing comes later in the order, all criteria being equal"
        steps.append(Step(label, said, source=before.article))
    return steps
