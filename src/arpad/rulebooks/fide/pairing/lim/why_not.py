"""Why two do not meet in the Lim system (C.04.4.3): what forbids it, or at which step they came apart.

The system is a procedure and weighs no rounds against each other. So this follows the procedure to the step
at which one of the two is paired with somebody else, or leaves the scoregroup in which the other is paired.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arpad.core import Explanation, Step
from arpad.rulebooks.fide.pairing.common.players import PairingState, score_text
from arpad.rulebooks.fide.pairing.common.why_not import bye_barred, kept_apart
from arpad.rulebooks.fide.pairing.lim.explanation import (
    floater_steps,
    floats,
    limits,
    pair_text,
    passed_over,
    source,
    staying,
)
from arpad.rulebooks.fide.pairing.lim.players import CompletionReach, Member
from arpad.rulebooks.fide.pairing.lim.procedure import LimPairedRound, LimRound, LimStage
from arpad.tournament.model import Tournament
from arpad.tournament.system import NoLegalRound
from arpad.tournament.why_not import AS_PAIRED, PairQuestion, RoundByNumbers, Verdict, not_allowed

CANDIDATES_WRITTEN = 12
"""Candidates up to which an order is written out."""


def why_not(
    tournament: Tournament,
    state: PairingState,
    procedure: LimRound,
    members: Sequence[Member],
    question: PairQuestion,
) -> Explanation:
    """Return at which step two were paired otherwise, or what forbids the pair.

    Raises:
        NoLegalRound: there is no round at all.
    """
    by_number = {member.number: member for member in members}
    a, b = question.a, question.b
    player, partner = by_number[a], by_number.get(b)
    rule = _forbidden(tournament, state, procedure, player, partner)
    if rule:
        return question.answer(not_allowed(rule))
    done = procedure.pair(members)
    paired = _by_numbers(done)
    if paired.has(a, b):
        return question.answer(Verdict("", AS_PAIRED), paired._asdict())
    its = _round_with_pair(procedure, members, player, partner)
    if its is None:
        text = "then not all the others could be paired within the limits"
        return question.answer(
            Verdict("2.1", text, source("2.1"), _blocked(procedure, members, player, partner))
        )
    if partner is None or paired.bye in (a, b):
        parted = _bye(state, procedure, done, player, partner)
    else:
        parted = _parting(state, done, player, partner)
    other = _by_numbers(its)
    others = len([pair for pair in other.pairs if pair not in paired.pairs])
    # The pair itself is one of them.
    text = f"{others - bool(b)} of the other {len(its.boards) - bool(b)} pairs would be new"
    steps = (*parted.steps, Step(f"with {question.pair}", text))
    return question.answer(replace(parted, steps=steps), other._asdict())


def _by_numbers(done: LimPairedRound) -> RoundByNumbers:
    """Return a round by numbers."""
    pairs = sorted(sorted((board.white, board.black)) for board in done.boards)
    return RoundByNumbers(pairs, done.bye.number if done.bye else 0)


def _forbidden(
    tournament: Tournament, state: PairingState, procedure: LimRound, player: Member, partner: Member | None
) -> Verdict | None:
    """Return which rule forbids a pair, or somebody the bye."""
    if partner is None:
        return None if player.may_bye else bye_barred(tournament, player.number, "C.04.1, 4")
    if procedure.rules.compatible(player, partner):
        return None
    verdict = kept_apart(tournament, state.at, player.number, partner.number, source("2.1"))
    if verdict is None:
        text = limits(player, partner)
        step = Step("forbidden", text, source=source("2.1"))
        return Verdict("2.1", text, source("2.1"), (step,))
    return replace(verdict, worse="2.1") if verdict.article else verdict


def _verdict(
    article: str, text: str, steps: tuple[Step, ...], score: str = "", paired: tuple[int, ...] = ()
) -> Verdict:
    """Return where two came apart.

    Args:
        article: by its number, ``3.10``.
        text: why, in words.
        steps: what happened before and there.
        score: of the scoregroup; empty for the bye.
        paired: the pair that was made then, with one of them.
    """
    facts = {"scoregroup": score, "paired": list(paired)} if paired else {}
    return Verdict(article, text, source(article), steps, facts)


def _round_with_pair(
    procedure: LimRound, members: Sequence[Member], player: Member, partner: Member | None
) -> LimPairedRound | None:
    """Return the round that comes out if two may meet each other only; None if there is none."""
    everybody = {member.number for member in members}
    pair = {member.number for member in (player, partner) if member is not None}
    given = []
    for member in members:
        excluded = member.opponents | (everybody - pair if member.number in pair else pair)
        may_bye = member.may_bye and (member.number not in pair if partner else member is player)
        given.append(replace(member, opponents=excluded, may_bye=may_bye))
    try:
        return replace(procedure, reach=CompletionReach(given, procedure.rules)).pair(given)
    except NoLegalRound:
        return None


def _blocked(
    procedure: LimRound, members: Sequence[Member], player: Member, partner: Member | None
) -> tuple[Step, ...]:
    """Return who of the others stand in their own way, if two are paired."""
    rest = [member for member in members if member is not player and member is not partner]
    try:
        replace(procedure, reach=CompletionReach(rest, procedure.rules)).pair(rest)
    except NoLegalRound as refused:
        steps: tuple[Step, ...] = (Step("the others", refused.problem, source=source("2.1")),)
        if refused.players:
            numbers = ", ".join(map(str, refused.players))
            steps = (*steps, Step("among them", numbers, source=source("2.1")))
        return steps
    raise AssertionError("the others can be paired")


def _bye(
    state: PairingState, procedure: LimRound, done: LimPairedRound, player: Member, partner: Member | None
) -> Verdict:
    """Return why who has the bye has it (1.1, 7.1), and not another."""
    assert done.bye is not None
    bye = done.bye
    if procedure.middle == 0:
        article, name, value = "7.1", "the lowest rated", (bye.rating, player.rating)
        text = f"{value[0]}, and {player.number} has {value[1]}"
    else:
        article, name = "1.1", "the lowest ranked of the lowest scoregroup"
        scores = [score_text(member.score, state.unit) for member in (bye, player)]
        text = f"{scores[0]}, and {player.number} has {scores[1]}"
    steps = [Step("the bye", str(bye.number), source=source(article))]
    if partner is None:
        label = "rating" if article == "7.1" else "score"
        steps.append(Step(f"{label} of {bye.number}", text, source=source(article)))
        before = (bye.rating, player.rating) if article == "7.1" else (bye.score, player.score)
        if before[0] == before[1]:
            steps.append(Step("the larger number", str(bye.number), source=source(article)))
    text = f"{bye.number} has the bye, which is given first, to {name} who may have it"
    return _verdict(article, text, tuple(steps))


def _parting(state: PairingState, done: LimPairedRound, player: Member, partner: Member) -> Verdict:
    """Return at which step two came apart who are both paired, with others."""
    undone = {member.number for stage in done.stages for pair, _ in stage.undone for member in pair}
    steps: list[Step] = []
    for stage in done.stages:
        here = [
            x
            for x in (player, partner)
            if any(member.number == x.number for member in stage.scoregroup.members)
        ]
        score = score_text(stage.score, 2 * state.unit)
        for pair, article in stage.undone:
            if any(x.number in (player.number, partner.number) for x in pair):
                steps.append(
                    Step("undone, so that the median can be paired", pair_text(pair), source=source(article))
                )
        floating = {member.number for member in stage.group.floaters}
        out = [x for x in here if x.number in floating]
        inside = [x for x in here if x.number not in floating]
        for x in out:
            steps += floater_steps(stage, x)
        last = stage is done.stages[-1]
        if not any(last or x.number not in undone for x in inside):
            continue
        if out:
            verdict = _parted_by_float(stage, score, out[0], inside[0])
        elif len(inside) == 2:
            verdict = _in_turn(stage, score, player, partner)
        else:
            verdict = _paired_without(
                state, stage, score, inside[0], partner if inside[0] is player else player
            )
        return replace(verdict, steps=(*steps, *verdict.steps))
    raise AssertionError("they are paired")


def _in_turn(stage: LimStage, score: str, player: Member, partner: Member) -> Verdict:
    """Return which turn in a scoregroup, in which both are paired, parted them."""
    partner_of = {player.number: partner, partner.number: player}
    rest = staying(stage)
    for chooser, opponent in stage.group.pairs:
        if chooser.number not in partner_of and opponent.number not in partner_of:
            rest = [member for member in rest if member is not chooser and member is not opponent]
            continue
        turn = stage.scoregroup.turn(rest)
        order = ", ".join(str(member.number) for member in turn.candidates[:CANDIDATES_WRITTEN])
        more = ", …" if len(turn.candidates) > CANDIDATES_WRITTEN else ""
        steps: tuple[Step, ...] = (
            Step(f"scoregroup {score}", stage.way, source=source("2.2")),
            Step(
                f"opponents for {chooser.number}, in their order", order + more, source=source(turn.article)
            ),
            Step("paired", pair_text((chooser, opponent)), source=source(turn.article)),
        )
        where = f"in the scoregroup of {score},"
        pair = (chooser.number, opponent.number)
        if chooser.number in partner_of:
            reason = passed_over(stage.scoregroup, turn, rest, opponent, partner_of[chooser.number])
            text = f"{where} {chooser.number} was paired with {opponent.number}: {reason.text}"
            steps = (*steps, reason.step(f"not {partner_of[chooser.number].number}"))
            return _verdict(reason.article, text, steps, score, pair)
        other = partner_of[opponent.number].number
        mine = opponent.number
        first = "who floated into it" if turn.article == "3.8" else f"who comes before {mine} and {other}"
        text = f"{where} {chooser.number}, {first}, was paired with {mine}"
        return _verdict(turn.article, text, steps, score, pair)
    raise AssertionError("they are not in the scoregroup")


def _parted_by_float(stage: LimStage, score: str, out: Member, inside: Member) -> Verdict:
    """Return that one of two floated out of a scoregroup, and the other was paired in it."""
    opponent = _opponent(stage, inside)
    floating = floats(stage, out)
    reason = floating.why if floating.need.article in ("2.3.4", "4.4") else floating.need
    why = f"{floating.need.text}; {floating.why.text}" if reason is floating.why else reason.text
    text = (
        f"{out.number} floated out of the scoregroup of {score} ({why}), and {inside.number} was paired in it"
    )
    step = Step("paired", f"{inside.number}–{opponent.number}", source=source("2.2"))
    return _verdict(reason.article, text, (step,), score, (inside.number, opponent.number))


def _paired_without(
    state: PairingState, stage: LimStage, score: str, inside: Member, other: Member
) -> Verdict:
    """Return that one of two was paired in a scoregroup in which the other was not."""
    opponent = _opponent(stage, inside)
    text = (
        f"{inside.number} was paired with {opponent.number} in the scoregroup of {score}, "
        f"in which {other.number} ({score_text(other.score, state.unit)}) was not"
    )
    steps = (
        Step(f"scoregroup {score}", stage.way, source=source("2.2")),
        Step("paired", f"{inside.number}–{opponent.number}", source=source("2.2")),
        Step(
            "who floats", "who has no suitable opponent, or one to make the number even", source=source("2.3")
        ),
    )
    return _verdict("2.2", text, steps, score, (inside.number, opponent.number))


def _opponent(stage: LimStage, member: Member) -> Member:
    for pair in stage.group.pairs:
        for x, y in (pair, pair[::-1]):
            if x.number == member.number:
                return y
    raise AssertionError(f"{member.number} is not paired in the scoregroup")
