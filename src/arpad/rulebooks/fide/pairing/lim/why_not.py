"""Why two do not meet in the Lim system (C.04.4.3): what forbids it, or at which step they came apart.

The system is a procedure and weighs no rounds against each other. So this follows the procedure to the step
at which one of the two is paired with somebody else, or leaves the scoregroup in which the other is paired.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from arpad.core import BadInput, Explanation, Step
from arpad.rulebooks.fide.pairing.common.bye_first_why_not import bye_barred, met_in
from arpad.rulebooks.fide.pairing.common.players import State, shown
from arpad.rulebooks.fide.pairing.lim.explanation import (
    Reason,
    floater_told,
    floats,
    limits,
    named,
    passed_over,
    source,
    staying,
)
from arpad.rulebooks.fide.pairing.lim.players import Field, Member
from arpad.rulebooks.fide.pairing.lim.procedure import Done, LimRound, Stage
from arpad.tournament.model import Tournament
from arpad.tournament.system import NoLegalRound

MOST_NAMED = 12
"""Candidates up to which an order is written out."""


class Apart(NamedTuple):
    """Where two came apart.

    Args:
        reason: why.
        steps: what happened before and there.
        scoregroup: in which; empty for the bye.
        paired: the pair that was made then, with one of them.
    """

    reason: Reason
    steps: tuple[Step, ...]
    scoregroup: str = ""
    paired: tuple[int, ...] = ()

    @property
    def facts(self) -> dict[str, Any]:
        """Return it as data."""
        row: dict[str, Any] = {"worse": self.reason.article, "article": _article(self.reason.article)}
        if self.paired:
            row |= {"scoregroup": self.scoregroup, "paired": list(self.paired)}
        return row


def compare(
    tournament: Tournament, state: State, procedure: LimRound, members: Sequence[Member], a: int, b: int
) -> Explanation:
    """Return at which step two were paired otherwise, or what forbids the pair; ``b`` 0 is the bye.

    Raises:
        NoLegalRound: there is no round at all.
        BadInput: one of them is not to be paired.
    """
    known = {one.number: one for one in members}
    for number in (a, b):
        if number and number not in known:
            raise BadInput(f"{number} is not to be paired in round {state.at}")
    if a == b or not a:
        raise BadInput("name two different players, or a player and the bye")
    if not b and len(members) % 2 == 0:
        raise BadInput("nobody gets the bye: the number of players is even")
    pair = f"{a}–{b}" if b else f"the bye to {a}"
    label = f"Round {state.at}: why not {pair}?"
    one, two = known[a], known.get(b)
    rule = _forbidden(tournament, state, procedure, one, two)
    if rule:
        facts: dict[str, Any] = {"worse": rule.article, "article": _article(rule.article)}
        step = Step("forbidden", rule.text, source=_article(rule.article))
        return Explanation(label, steps=(step,), facts=facts, outcome=f"not allowed: {rule.text}")
    done = procedure.pair(members)
    given = done.bye.number if done.bye else 0
    if (given == a and not b) or [a, b] in _pairs(done) or [b, a] in _pairs(done):
        facts = {"worse": "", "pairs": _pairs(done), "bye": given}
        return Explanation(label, facts=facts, outcome="that is how it was paired")
    its = _with(procedure, members, one, two)
    if its is None:
        text = "then not all the others could be paired within the limits"
        facts = {"worse": "2.1", "article": source("2.1")}
        return Explanation(label, steps=_blocked(procedure, members, one, two), facts=facts, outcome=text)
    if two is None or given in (a, b):
        apart = _bye(state, procedure, done, one, two)
    else:
        apart = _parted(state, done, one, two)
    others = len([pair for pair in _pairs(its) if pair not in _pairs(done)])
    # The pair itself is one of them.
    said = f"{others - bool(b)} of the other {len(its.boards) - bool(b)} pairs would be new"
    changed = Step(f"with {pair}", said)
    facts = {
        **apart.facts,
        "pairs": _pairs(its),
        "bye": its.bye.number if its.bye else 0,
    }
    return Explanation(label, steps=(*apart.steps, changed), facts=facts, outcome=apart.reason.text)


def _article(article: str) -> str:
    return source(article) if article[:1].isdigit() else article


def _pairs(done: Done) -> list[list[int]]:
    return sorted(sorted((board.white, board.black)) for board in done.boards)


def _forbidden(
    tournament: Tournament, state: State, procedure: LimRound, one: Member, two: Member | None
) -> Reason | None:
    """Return which rule forbids a pair, or somebody the bye."""
    if two is None:
        return None if one.may_bye else Reason("C.04.1, 4", bye_barred(tournament, one.number))
    if procedure.rules.compatible(one, two):
        return None
    if at := met_in(tournament, one.number, two.number):
        return Reason("2.1", f"they played each other in round {at}")
    if two.number in one.met:
        return Reason("prohibited", "the organiser has forbidden it")
    return Reason("2.1", limits(one, two))


def _with(procedure: LimRound, members: Sequence[Member], one: Member, two: Member | None) -> Done | None:
    """Return the round that comes out if two may meet each other only; None if there is none."""
    everybody = {member.number for member in members}
    pair = {member.number for member in (one, two) if member is not None}
    given = []
    for member in members:
        met = member.met | (everybody - pair if member.number in pair else pair)
        may_bye = member.may_bye and (member.number not in pair if two else member is one)
        given.append(replace(member, met=met, may_bye=may_bye))
    try:
        return replace(procedure, reach=Field(given, procedure.rules)).pair(given)
    except NoLegalRound:
        return None


def _blocked(
    procedure: LimRound, members: Sequence[Member], one: Member, two: Member | None
) -> tuple[Step, ...]:
    """Return who of the others stand in their own way, if two are paired."""
    rest = [member for member in members if member is not one and member is not two]
    try:
        replace(procedure, reach=Field(rest, procedure.rules)).pair(rest)
    except NoLegalRound as refused:
        steps: tuple[Step, ...] = (Step("the others", refused.problem, source=source("2.1")),)
        if refused.players:
            named_ = ", ".join(map(str, refused.players))
            steps = (*steps, Step("among them", named_, source=source("2.1")))
        return steps
    raise AssertionError("the others can be paired")


def _bye(state: State, procedure: LimRound, done: Done, one: Member, two: Member | None) -> Apart:
    """Return why who has the bye has it (1.1, 7.1), and not another."""
    assert done.bye is not None
    bye = done.bye
    if procedure.middle == 0:
        article, name, value = "7.1", "the lowest rated", (bye.rating, one.rating)
        text = f"{value[0]}, and {one.number} has {value[1]}"
    else:
        article, name = "1.1", "the lowest ranked of the lowest scoregroup"
        scores = [shown(member.score, state.unit) for member in (bye, one)]
        text = f"{scores[0]}, and {one.number} has {scores[1]}"
    steps = [Step("the bye", str(bye.number), source=source(article))]
    if two is None:
        label = "rating" if article == "7.1" else "score"
        steps.append(Step(f"{label} of {bye.number}", text, source=source(article)))
        before = (bye.rating, one.rating) if article == "7.1" else (bye.score, one.score)
        if before[0] == before[1]:
            steps.append(Step("the larger number", str(bye.number), source=source(article)))
    said = f"{bye.number} has the bye, which is given first, to {name} who may have it"
    return Apart(Reason(article, said), tuple(steps))


def _parted(state: State, done: Done, one: Member, two: Member) -> Apart:
    """Return at which step two came apart who are both paired, with others."""
    undone = {member.number for stage in done.stages for pair, _ in stage.undone for member in pair}
    steps: list[Step] = []
    for stage in done.stages:
        here = [
            x for x in (one, two) if any(member.number == x.number for member in stage.scoregroup.members)
        ]
        score = shown(stage.score, 2 * state.unit)
        for pair, article in stage.undone:
            if any(x.number in (one.number, two.number) for x in pair):
                steps.append(
                    Step("undone, so that the median can be paired", named(pair), source=source(article))
                )
        floating = {member.number for member in stage.group.floaters}
        out = [x for x in here if x.number in floating]
        inside = [x for x in here if x.number not in floating]
        for x in out:
            steps += floater_told(stage, x)
        last = stage is done.stages[-1]
        if not any(last or x.number not in undone for x in inside):
            continue
        if out:
            found = _left(stage, score, out[0], inside[0])
        elif len(inside) == 2:
            found = _in_turn(stage, score, one, two)
        else:
            found = _alone(state, stage, score, inside[0], two if inside[0] is one else one)
        return found._replace(steps=(*steps, *found.steps))
    raise AssertionError("they are paired")


def _in_turn(stage: Stage, score: str, one: Member, two: Member) -> Apart:
    """Return which turn in a scoregroup, in which both are paired, parted them."""
    asked = {one.number: two, two.number: one}
    rest = staying(stage)
    for chooser, opponent in stage.group.pairs:
        if chooser.number not in asked and opponent.number not in asked:
            rest = [member for member in rest if member is not chooser and member is not opponent]
            continue
        turn = stage.scoregroup.turn(rest)
        order = ", ".join(str(member.number) for member in turn.candidates[:MOST_NAMED])
        more = ", …" if len(turn.candidates) > MOST_NAMED else ""
        steps: tuple[Step, ...] = (
            Step(f"scoregroup {score}", stage.way, source=source("2.2")),
            Step(
                f"opponents for {chooser.number}, in their order", order + more, source=source(turn.article)
            ),
            Step("paired", named((chooser, opponent)), source=source(turn.article)),
        )
        where = f"in the scoregroup of {score},"
        pair = (chooser.number, opponent.number)
        if chooser.number in asked:
            reason = passed_over(stage.scoregroup, turn, rest, opponent, asked[chooser.number])
            text = f"{where} {chooser.number} was paired with {opponent.number}: {reason.text}"
            steps = (*steps, reason.step(f"not {asked[chooser.number].number}"))
            return Apart(Reason(reason.article, text), steps, score, pair)
        other = asked[opponent.number].number
        mine = opponent.number
        first = "who floated into it" if turn.article == "3.8" else f"who comes before {mine} and {other}"
        text = f"{where} {chooser.number}, {first}, was paired with {mine}"
        return Apart(Reason(turn.article, text), steps, score, pair)
    raise AssertionError("they are not in the scoregroup")


def _left(stage: Stage, score: str, out: Member, inside: Member) -> Apart:
    """Return that one of two floated out of a scoregroup, and the other was paired in it."""
    opponent = _opponent(stage, inside)
    floating = floats(stage, out)
    reason = floating.why if floating.need.article in ("2.3.4", "4.4") else floating.need
    why = f"{floating.need.text}; {floating.why.text}" if reason is floating.why else reason.text
    text = (
        f"{out.number} floated out of the scoregroup of {score} ({why}), and {inside.number} was paired in it"
    )
    step = Step("paired", f"{inside.number}–{opponent.number}", source=source("2.2"))
    return Apart(Reason(reason.article, text), (step,), score, (inside.number, opponent.number))


def _alone(state: State, stage: Stage, score: str, inside: Member, other: Member) -> Apart:
    """Return that one of two was paired in a scoregroup in which the other was not."""
    opponent = _opponent(stage, inside)
    text = (
        f"{inside.number} was paired with {opponent.number} in the scoregroup of {score}, "
        f"in which {other.number} ({shown(other.score, state.unit)}) was not"
    )
    steps = (
        Step(f"scoregroup {score}", stage.way, source=source("2.2")),
        Step("paired", f"{inside.number}–{opponent.number}", source=source("2.2")),
        Step(
            "who floats", "who has no suitable opponent, or one to make the number even", source=source("2.3")
        ),
    )
    return Apart(Reason("2.2", text), steps, score, (inside.number, opponent.number))


def _opponent(stage: Stage, one: Member) -> Member:
    for pair in stage.group.pairs:
        for x, y in (pair, pair[::-1]):
            if x.number == one.number:
                return y
    raise AssertionError(f"{one.number} is not paired in the scoregroup")
