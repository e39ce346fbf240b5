"""What another round of the Dutch system would have cost: where the best such round is worse first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from arpad.core import BadInput, Explanation, Step
from arpad.rulebooks.fide.pairing.common.players import Player, State, shown
from arpad.rulebooks.fide.pairing.dutch.brackets import Bracket, Solved
from arpad.rulebooks.fide.pairing.dutch.completion import may_meet
from arpad.rulebooks.fide.pairing.dutch.editions import Book
from arpad.rulebooks.fide.pairing.dutch.floats import named, without
from arpad.rulebooks.fide.pairing.dutch.measures import Measure, first_difference, measures
from arpad.tournament.system import NoLegalRound

Condition = Callable[[Bracket], Bracket | None]
"""A bracket under the condition; None if it cannot be paired so."""


class Cost(NamedTuple):
    """Where a round is worse than the one that was paired.

    Args:
        article: the criterion, or the article on the sequence; empty if it is the same round.
        text: the same in words, to follow on "the best such round".
        steps: the criteria of the bracket.
    """

    article: str
    text: str
    steps: tuple[Step, ...] = ()


def measured(one: Measure, note: str = "") -> Step:
    """Return a criterion and how much of it there is."""
    value = float(one.value) if isinstance(one.value, int) else one.said
    return Step(one.words, value, source=one.article, digits=0, note=note)


def forced(state: State, a: int, b: int) -> State:
    """Return a state in which two can be paired with each other only; ``b`` 0 is the bye."""
    pairs = set(state.prohibited)
    for one in (a, b):
        if one:
            pairs |= {
                (min(one, x.number), max(one, x.number)) for x in state.players if x.number not in (a, b)
            }
    players = tuple(
        replace(one, may_bye=one.may_bye and (one.number == a if not b else one.number not in (a, b)))
        for one in state.players
    )
    return replace(state, players=players, prohibited=frozenset(pairs))


def together(a: int, b: int) -> Condition:
    """Return the condition that two meet each other, or, with ``b`` 0, that ``a`` has the bye."""

    def condition(bracket: Bracket) -> Bracket | None:
        n = bracket.n
        place = {one.number: u for u, one in enumerate(bracket.players)}
        both = [place[one] for one in (a, b) if one in place]
        if not b and bracket.bye:
            both.append(n - 1)
        pairs = [(u, v) for u in both for v in range(n) if v not in both]
        inside = b > 0 and len(both) == 2 and max(both) < bracket.size
        return without(bracket, pairs, both if inside else ())

    return condition


def bye_to_another(number: int) -> Condition:
    """Return the condition that somebody does not have the bye."""

    def condition(bracket: Bracket) -> Bracket | None:
        place = {one.number: u for u, one in enumerate(bracket.players)}
        pairs = [(place[number], bracket.n - 1)] if number in place and bracket.bye else []
        return without(bracket, pairs)

    return condition


def why_not(state: State, a: int, b: int, book: Book) -> Explanation:
    """Return what pairing two would have cost: the best round with them, and where it is worse first.

    Args:
        state: before the round.
        a: a number.
        b: another; 0 for the bye.
        book: the edition.

    Raises:
        NoLegalRound: there is no round at all.
        BadInput: one of them is not to be paired.
    """
    known = {one.number: one for one in state.players}
    for number in (a, b):
        if number and number not in known:
            raise BadInput(f"{number} is not to be paired in round {state.at}")
    if a == b or not a:
        raise BadInput("name two different players, or a player and the bye")
    if not b and len(known) % 2 == 0:
        raise BadInput("nobody gets the bye: the number of players is even")
    label = f"Round {state.at}: why not {a}–{b}?" if b else f"Round {state.at}: why not the bye to {a}?"
    rule = _forbidden(state, known[a], known.get(b), book)
    if rule:
        step = Step("forbidden", rule[1], source=rule[0])
        facts = {"worse": rule[0], "article": rule[0]}
        return Explanation(label, steps=(step,), facts=facts, outcome=f"not allowed: {rule[1]}")
    chosen = book.pair(state)
    try:
        other = book.pair(forced(state, a, b))
    except NoLegalRound:
        step = Step("the others", "could not all be paired", source=book.completion)
        said = "then the others could not all be paired"
        facts = {"worse": book.completion, "article": book.completion}
        return Explanation(label, steps=(step,), facts=facts, outcome=said)
    pairs = [list(pair) for pair in sorted(_pairs(other))]
    made = (min(a, b), max(a, b)) in {(min(pair), max(pair)) for pair in _pairs(chosen)}
    if made or (not b and a == _bye(state, chosen)):
        return Explanation(
            label, facts={"pairs": pairs, "worse": "", "article": ""}, outcome="that is how it was paired"
        )
    cost = compared(state, chosen, other, together(a, b), book)
    return Explanation(
        label,
        steps=cost.steps,
        facts={"pairs": pairs, "worse": cost.article, "article": cost.article},
        outcome=f"the best round with that is {cost.text}",
    )


def why_not_another_bye(state: State, chosen: Sequence[Solved], number: int, book: Book) -> Cost:
    """Return where the best round in which somebody does not have the bye is worse than the one paired."""
    others = tuple(replace(one, may_bye=one.may_bye and one.number != number) for one in state.players)
    if not any(one.may_bye for one in others):
        return Cost(book.unpaired, "nobody else may have it")
    try:
        other = book.pair(replace(state, players=others))
    except NoLegalRound:
        return Cost(book.completion, "with another's, the others could not all be paired")
    cost = compared(state, chosen, other, bye_to_another(number), book)
    return cost._replace(text=f"the best round with another's is {cost.text}")


def _forbidden(state: State, one: Player, two: Player | None, book: Book) -> tuple[str, str] | None:
    if two is None:
        text = "a bye, or a round's win without playing, was had before"
        return None if one.may_bye else (book.unpaired, text)
    if two.number in one.met:
        return book.absolute[0], "they have played each other"
    if (min(one.number, two.number), max(one.number, two.number)) in state.prohibited:
        return "prohibited", "the organiser has forbidden it"
    if not may_meet(one, two, state.prohibited):
        return book.absolute[1], "both have an absolute preference for the same colour"
    return None


def _pairs(brackets: Sequence[Solved]) -> set[tuple[int, int]]:
    return {
        (one.bracket.players[u].number, one.bracket.players[v].number)
        for one in brackets
        for u, v in one.pairs
    }


def _bye(state: State, brackets: Sequence[Solved]) -> int:
    met = {number for pair in _pairs(brackets) for number in pair}
    return next((one.number for one in state.players if one.number not in met), 0)


def compared(
    state: State, chosen: Sequence[Solved], other: Sequence[Solved], condition: Condition, book: Book
) -> Cost:
    """Return where the best round under a condition is worse.

    Each bracket is solved again under the condition, until one comes out otherwise.

    Args:
        state: before the round.
        chosen: as it was paired.
        other: a round that the rules give under the condition; its bye's score counts.
        condition: it.
        book: the edition.
    """
    if book.bye_score:
        score = {one.number: one.score for one in state.players}
        mine, theirs = (score.get(_bye(state, one), 0) for one in (chosen, other))
        if mine != theirs:
            said = f"{shown(theirs, state.unit)} points instead of {shown(mine, state.unit)}"
            step = Step("score of who gets the bye", shown(theirs, state.unit), source=book.bye_score)
            return Cost(book.bye_score, f"worse by {book.bye_score}: the bye would go to {said}", (step,))
    for one in chosen:
        bracket = condition(one.bracket)
        where = f"in the bracket of scoregroup {named(one, state.unit)}"
        if bracket is None:
            text = f"not complete: {where} not everybody could be paired"
            return Cost(book.completion, text)
        two = bracket.solved()
        if one.pairs == two.pairs and one.floaters == two.floaters:
            continue
        before, after = measures(one, state.unit), measures(two, state.unit)
        now = {(measure.article, measure.words): measure.said for measure in before}
        steps = tuple(
            measured(measure, f"{now.get((measure.article, measure.words), '0')} as paired")
            for measure in after
        )
        found = first_difference(before, after)
        if found:
            return Cost(found.article, f"worse {where} by {found.article}: {found.said}", steps)
        text = f"as good {where} by all criteria, and comes later in FIDE's order"
        return Cost(book.earlier, text, steps)
    raise AssertionError("the round under the condition is the one that was paired")
