"""What another pair would have cost in Dubov's and Burstein's systems: what the two share.

The other round is the best of those in which the two are paired: bracket by bracket, each valued as it is in
the round that was paired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol, TypeVar

from arpad.core import BadInput, Explanation, Step
from arpad.rulebooks.fide.pairing.common.bye_first import ByeGiven, Field, Rule, bye_given, no_round
from arpad.rulebooks.fide.pairing.common.bye_first_explanation import COLOURS, STRENGTHS
from arpad.rulebooks.fide.pairing.common.players import Player, State, shown
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result
from arpad.tournament.system import NoLegalRound

F = TypeVar("F", bound=Field)


class Value(NamedTuple):
    """What a bracket has of a criterion, or where it stands in an order.

    Args:
        article: ``2.3.1 [C5]``, ``4.3``.
        words: what is counted; empty for an order.
        rank: to compare with another's; the smaller is the better or the earlier one.
        text: the value, for a reader.
    """

    article: str
    words: str
    rank: Any
    text: str

    @property
    def name(self) -> str:
        """Its short name: ``C5``, ``4.3``."""
        return self.article.split("[")[-1].rstrip("]")


class Verdict(NamedTuple):
    """Where a round is worse than another.

    Args:
        worse: the criterion or article, by its short name.
        article: by its number.
        text: in words.
        steps: the values.
        here: the value in the round that was paired.
        there: in the other.
        bracket: where; a score.
    """

    worse: str
    article: str
    text: str
    steps: tuple[Step, ...] = ()
    here: str = ""
    there: str = ""
    bracket: str = ""

    @property
    def facts(self) -> dict[str, Any]:
        """Return it as data; what does not apply is left out."""
        row = {"worse": self.worse, "article": self.article}
        more = {"bracket": self.bracket, "here": self.here, "there": self.there}
        return {**row, **{name: text for name, text in more.items() if text}}


class Paired(Protocol):
    """A bracket that is paired."""

    @property
    def games(self) -> Sequence[tuple[int, int, Rule]]:
        """White and Black, as vertices, and the article that gives the colours."""
        ...


P = TypeVar("P", bound=Paired)


def first_worse(here: Sequence[Value], there: Sequence[Value]) -> tuple[Value, Value] | None:
    """Return the first values that differ, of a bracket as paired and of another."""
    return next(((one, two) for one, two in zip(here, there, strict=True) if one.rank != two.rank), None)


def values_told(here: Sequence[Value], there: Sequence[Value]) -> tuple[Step, ...]:
    """Return a step for every criterion with both values."""
    return tuple(
        Step(
            two.words,
            f"{two.text} instead of {one.text}" if one.rank != two.rank else f"{one.text}, as paired",
            source=two.article,
        )
        for one, two in zip(here, there, strict=True)
        if two.words
    )


def why_not(
    tournament: Tournament,
    field: F,
    a: int,
    b: int,
    *,
    standing: Callable[[F], Callable[[int], Any]],
    last: str,
    brackets: Callable[[F, ByeGiven], Sequence[P]],
    with_pair: Callable[[F, F, ByeGiven, frozenset[int]], Sequence[P]],
    compared: Callable[[F, ByeGiven, Sequence[P], Sequence[P]], Verdict],
) -> Explanation:
    """Return what the best round with two paired would have cost.

    Args:
        tournament: before the round.
        field: everybody who is to be paired.
        a: a number.
        b: another; 0 for the bye.
        standing: what decides on the bye at last (3.1.5), the larger the sooner.
        last: the same in words.
        brackets: pairs a field whose bye is given.
        with_pair: pairs it so that two meet: given the field, the same in which they may meet each other
            only, the bye, and the two.
        compared: finds where the second round is worse than the first.

    Raises:
        NoLegalRound: there is no round at all.
        BadInput: one of them is not to be paired.
    """
    _checked(tournament, field, a, b)
    at = {one.number: i for i, one in enumerate(field.players)}
    pair = f"{a}–{b}" if b else f"the bye to {a}"
    label = f"Round {field.state.at}: why not {pair}?"
    rule = _bye_forbidden(tournament, field, a) if not b else _forbidden(tournament, field, at[a], at[b])
    if rule:
        return Explanation(label, steps=rule.steps, facts=rule.facts, outcome=f"not allowed: {rule.text}")
    bye = bye_given(field, standing(field))
    chosen = brackets(field, bye)
    other = replace(field, state=together(field.state, a, b))
    try:
        its_bye = bye_given(other, standing(other))
    except NoLegalRound:
        verdict = _incomplete(field, a, b)
        return Explanation(label, steps=verdict.steps, facts=verdict.facts, outcome=verdict.text)
    its = with_pair(field, other, its_bye, frozenset((at[a], at[b]))) if b else brackets(field, its_bye)
    facts: dict[str, Any] = {"worse": "", "pairs": pairs_of(field, its), "bye": 0}
    if its_bye.vertex is not None:
        facts["bye"] = field.players[its_bye.vertex].number
    if bye.vertex != its_bye.vertex:
        verdict = _bye_worse(field, bye, its_bye, standing(field), last, (a, b))
    elif pairs_of(field, chosen) == pairs_of(field, its):
        return Explanation(label, facts=facts, outcome="that is how it was paired")
    else:
        verdict = compared(field, bye, chosen, its)
    one, two = field.players[at[a]], field.players[at[b]] if b else None
    steps = verdict.steps
    if two is not None and one.score != two.score:
        scores = " and ".join(shown(x.score, field.state.unit) for x in (one, two))
        steps = (Step(f"scores of {a} and {b}", scores), *steps)
    return Explanation(label, steps=steps, facts={**facts, **verdict.facts}, outcome=verdict.text)


def pairs_of(field: Field, solved: Iterable[Paired]) -> list[list[int]]:
    """Return the pairs of a round by numbers, the smaller first."""
    players = field.players
    return sorted(
        sorted((players[white].number, players[black].number))
        for one in solved
        for white, black, _ in one.games
    )


def numbers(field: Field, vertices: Iterable[int]) -> str:
    """Return players' numbers, for a reader."""
    return ", ".join(str(field.players[v].number) for v in vertices) or "nobody"


def scores(field: Field, vertices: Iterable[int]) -> str:
    """Return players' scores, for a reader."""
    return ", ".join(shown(field.players[v].score, field.state.unit) for v in vertices)


def at_most(pairs: int) -> str:
    """Return that no more pairs than that are possible, for a reader."""
    return f"no more than {pairs} pair{'' if pairs == 1 else 's'}" if pairs else "no pair"


def together(state: State, a: int, b: int) -> State:
    """Return a state in which two can be paired with each other only; ``b`` 0 is the bye."""
    pair = {a, b} - {0}
    others = [one.number for one in state.players if one.number not in pair]
    barred = {(min(one, other), max(one, other)) for one in pair for other in others}
    players = tuple(
        replace(one, may_bye=one.may_bye and (one.number not in pair if b else one.number == a))
        for one in state.players
    )
    return replace(state, players=players, prohibited=state.prohibited | barred)


def apart(field: F, vertex: int, others: Iterable[int]) -> F:
    """Return the field in which somebody may not meet others."""
    state = field.state
    mine = field.players[vertex].number
    theirs = (field.players[v].number for v in others)
    more = {(min(mine, number), max(mine, number)) for number in theirs}
    return replace(field, state=replace(state, prohibited=state.prohibited | more))


def _checked(tournament: Tournament, field: Field, a: int, b: int) -> None:
    known = {one.number for one in field.players}
    for number in (a, b):
        if number and number not in known:
            raise BadInput(f"{number} is not to be paired in round {field.state.at}")
    if a == b or not a:
        raise BadInput("name two different players, or a player and the bye")
    if not b and len(known) % 2 == 0:
        raise BadInput("nobody gets the bye: the number of players is even")


def _forbidden(tournament: Tournament, field: Field, a: int, b: int) -> Verdict | None:
    """Return which absolute criterion keeps two apart."""
    one, two = field.players[a], field.players[b]
    if field.may_meet(a, b):
        return None
    if two.number in one.met:
        article = "2.1.1 [C1]"
        at = met_in(tournament, one.number, two.number)
        step = Step("played each other", f"in round {at}", source=article)
        return Verdict("C1", article, f"they played each other in round {at}", (step,))
    if (min(one.number, two.number), max(one.number, two.number)) in field.state.prohibited:
        step = Step("forbidden", "by the organiser", source="prohibited")
        return Verdict("prohibited", "prohibited", "the organiser has forbidden it", (step,))
    article = "2.1.3 [C3]"
    steps = tuple(_preference(x, article) for x in (one, two))
    colour = COLOURS[one.colours.preference]
    return Verdict("C3", article, f"both have an absolute preference for {colour}", steps)


def _preference(one: Player, article: str) -> Step:
    due = one.colours
    said = f"{STRENGTHS[due.strength]}, {COLOURS[due.preference]}"
    return Step(str(one.number), said, working=due.colours, source=article)


def met_in(tournament: Tournament, a: int, b: int) -> int:
    """Return the round in which two played each other; 0 for none."""
    line = tournament.history[a]
    return next((at for at, entry in enumerate(line, 1) if entry.opponent == b and entry.result.played), 0)


def bye_barred(tournament: Tournament, number: int) -> str:
    """Return in words why somebody may not have the bye (C.04.1, 4); empty if nothing bars from it."""
    win = tournament.points.of(Result.WIN)
    for at, entry in enumerate(tournament.history[number], 1):
        if entry.result is Result.PAIRING_BYE:
            return f"{number} had the bye in round {at}"
        unplayed = not (entry.opponent and entry.result.played)
        if unplayed and (entry.result is Result.FORFEIT_WIN or tournament.points.of(entry.result) >= win):
            return f"{number} scored as much as for a win in round {at} without playing"
    return ""


def _bye_forbidden(tournament: Tournament, field: Field, a: int) -> Verdict | None:
    if next(one for one in field.players if one.number == a).may_bye:
        return None
    article = "3.1.1 [C2]"
    text = bye_barred(tournament, a)
    return Verdict("C2", article, text, (Step("may not have the bye", text, source=article),))


def _incomplete(field: Field, a: int, b: int) -> Verdict:
    """Return that the others cannot be paired, with those who stand in their own way."""
    others = tuple(one for one in field.players if one.number not in (a, b))
    refused = no_round(Field(replace(field.state, players=others), field.code))
    if str(refused.article).endswith("[C2]"):
        article = "2.1.2 [C2]"
        step = Step("the bye", "nobody else may have it", source=article)
        return Verdict("C2", article, "then nobody could have the bye", (step,))
    article = "2.2.1 [C4]" if b else "3.1.2 [C4]"
    steps = [Step("the others", refused.problem, source=article)]
    if refused.players:
        steps.append(Step("among them", ", ".join(map(str, refused.players)), source=article))
    return Verdict("C4", article, "then the others could not all be paired", tuple(steps))


def _bye_worse(
    field: Field,
    here: ByeGiven,
    there: ByeGiven,
    standing: Callable[[int], Any],
    last: str,
    asked: tuple[int, int],
) -> Verdict:
    """Return why the bye goes to whom it goes, and not to another (3.1.3 to 3.1.5)."""
    assert here.vertex is not None
    assert there.vertex is not None
    one, two = field.players[here.vertex], field.players[there.vertex]
    unit = field.state.unit
    values = [
        (
            Value("3.1.3", "score", x.score, shown(x.score, unit)),
            Value("3.1.4", "games played", x.unplayed, str(len(x.colours.colours))),
            Value("3.1.5", last, 0, str(x.number)),
        )
        for x in (one, two)
    ]
    found = first_worse(*values)
    steps = values_told(*values)[:2]
    if asked[1]:
        reason = (
            f"{one.number}, who has it, would play"
            if one.number in asked
            else f"with it at {one.number} the others could not all be paired"
        )
        steps = (Step("the bye moves", reason, source="3.1.2 [C4]"), *steps)
    if found is None:
        worse = "3.1.5"
        here_, there_ = str(one.number), str(two.number)
        steps = (*steps, Step(last, f"{there_} instead of {here_}", source=worse))
    else:
        worse, here_, there_ = found[0].article, found[0].text, found[1].text
    words = {
        "3.1.3": f"a score of {there_} instead of {here_}",
        "3.1.4": f"{there_} games played instead of {here_}",
        "3.1.5": f"{last} is {one.number}",
    }
    text = (
        f"the bye would go to {two.number} instead of {one.number}, which is worse by {worse}: {words[worse]}"
    )
    return Verdict(worse, worse, text, steps, here_, there_)
