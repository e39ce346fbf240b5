"""The Lim system explained step by step (C.04.4.3): who floated and why, who was proposed, which colours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from arpad.core import Explanation, Step, worded, worded_count
from arpad.rulebooks.fide.pairing.common.in_words import COLOURS
from arpad.rulebooks.fide.pairing.lim.groups import ARTICLE, TYPES, PairingTurn, Preference, Scoregroup
from arpad.rulebooks.fide.pairing.lim.players import DOWN, MAXI, Member, arranged, suits
from arpad.rulebooks.fide.pairing.lim.procedure import LimPairedRound, LimStage

KINDS = {
    "a": worded("floated into the scoregroup, and no compatible opponent in the next"),
    "b": worded("floated into the scoregroup, and an opponent in the next"),
    "c": worded("no compatible opponent in the next scoregroup"),
    "d": worded("an opponent in the next scoregroup"),
}


class Reason(NamedTuple):
    """Why something is so.

    Args:
        article: its number, ``3.10``.
        text: in words.
    """

    article: str
    text: str

    def step(self, label: str) -> Step:
        """Return it as a step."""
        return Step(label, self.text, source=source(self.article))


def source(article: str) -> str:
    """Return an article with the text's number."""
    return f"{ARTICLE}, {article}"


def round_explanation(done: LimPairedRound, at: int, words: Callable[[int], str]) -> Explanation:
    """Return why a round is what it is.

    Args:
        done: the round.
        at: which one.
        words: makes twice a score readable.
    """
    steps = [Step("bye", str(done.bye.number), source=source("1.1"))] if done.bye else []
    parts = [
        Explanation(
            worded("scoregroup {score}", score=words(stage.score)),
            outcome=stage.way,
            steps=tuple(_stage_steps(stage)),
        )
        for stage in done.stages
    ]
    colours = [
        Step("colours", f"{board.white}–{board.black}", source=source(board.article)) for board in done.boards
    ]
    parts.append(Explanation("colours", outcome=worded("by Article 5"), steps=tuple(colours)))
    return Explanation(
        worded("round {round}", round=at),
        outcome=worded_count("{count} game", "{count} games", len(done.boards)),
        steps=tuple(steps),
        parts=tuple(parts),
    )


def _stage_steps(stage: LimStage) -> list[Step]:
    """Return what happened in a scoregroup."""
    steps = [Step("undone", pair_text(pair), source=source(article)) for pair, article in stage.undone]
    for floater in stage.group.floaters:
        steps += floater_steps(stage, floater)
    group = stage.scoregroup
    rest = staying(stage)
    for chooser, opponent in stage.group.pairs:
        turn = group.turn(rest)
        article = source(turn.article)
        proposed = turn.candidates[0]
        if opponent is not proposed:
            article = worded("{article}, exchange", article=article)
        steps.append(Step("pair", pair_text((chooser, opponent)), source=article))
        if opponent is not proposed:
            reason = passed_over(group, turn, rest, opponent, proposed)
            steps.append(reason.step(worded("not {who}", who=pair_text((chooser, proposed)))))
        rest = [member for member in rest if member is not chooser and member is not opponent]
    return steps


def pair_text(pair: tuple[Member, Member]) -> str:
    """Return a pair's numbers."""
    return f"{pair[0].number}–{pair[1].number}"


def staying(stage: LimStage) -> list[Member]:
    """Return who is paired within a scoregroup."""
    gone = {floater.number for floater in stage.group.floaters}
    return [member for member in stage.scoregroup.members if member.number not in gone]


class Floats(NamedTuple):
    """Why somebody floats out of a scoregroup.

    Args:
        kind: the type of floater (3.9.1).
        need: why anybody floats.
        ahead: the players before this one in the order, but without whom fewer pairs would be left.
        rival: the player who would come next; None if nobody can.
        why: why this player, and not the rival.
    """

    kind: str
    need: Reason
    ahead: tuple[Member, ...]
    rival: Member | None
    why: Reason


def floats(stage: LimStage, floater: Member) -> Floats:
    """Return why somebody floats out of a scoregroup."""
    group, floaters = stage.scoregroup, stage.group.floaters
    before = list(floaters[: floaters.index(floater)])
    gone = {member.number for member in before}
    there = [member for member in group.members if member.number not in gone]
    order = group.floater_order(there, before)
    place = next(i for i, (_, member) in enumerate(order) if member.number == floater.number)
    pairs = len(stage.group.pairs)
    rest = (member for _, member in order[place + 1 :])
    rival = next((member for member in rest if group.reach.without(there, member, pairs)), None)
    why = Reason("2.3", worded("without anybody else fewer pairs would be left"))
    if rival is not None:
        preferences = {member.number: preference for preference, member in order}
        why = before_in_order(group, there, floater, rival, preferences)
    kind = TYPES[-order[place][0].disadvantage]
    ahead = tuple(member for _, member in order[:place])
    return Floats(kind, need(group, there, floater), ahead, rival, why)


def floater_steps(stage: LimStage, floater: Member) -> list[Step]:
    """Return why somebody floats out of a scoregroup, as steps."""
    reasons = floats(stage, floater)
    number, kind = floater.number, reasons.kind
    text = worded("{number}, type {kind}: {meaning}", number=number, kind=kind, meaning=KINDS[kind])
    steps = [
        Step("floater", text, source=source("3.9")),
        reasons.need.step(worded("why {number} floats", number=number)),
    ]
    if reasons.ahead:
        ahead = ", ".join(str(member.number) for member in reasons.ahead)
        text = worded("{numbers}, as fewer pairs would be left", numbers=ahead)
        label = worded("before {number} in the order, but stay", number=number)
        steps.append(Step(label, text, source=source("2.3")))
    if len(stage.scoregroup.members) == 1:
        return steps
    label = worded("why {number}", number=number)
    if reasons.rival:
        label = worded("why {number} before {rival}", number=number, rival=reasons.rival.number)
    return [*steps, reasons.why.step(label)]


def need(group: Scoregroup, there: Sequence[Member], player: Member) -> Reason:
    """Return why somebody has to leave a scoregroup (2.3).

    Args:
        group: the scoregroup.
        there: the players still in it.
        player: the player who leaves.
    """
    others = [member for member in there if member.number != player.number]
    if not others:
        return Reason("2.3.4", worded("nobody else is in the scoregroup"))
    if any(group.rules.compatible(player, member) for member in others):
        if len(there) % 2:
            return Reason("2.3.4", worded("the number of players is odd"))
        return Reason("4.4", worded("not all can be paired by any exchange"))
    if all(member.number in player.opponents for member in others):
        return Reason("2.3.1", worded("may meet nobody in the scoregroup again"))
    article = "2.3.2" if abs(player.difference) > 1 else "2.3.3"
    text = worded(
        "may have {colours} only, and no opponent left can have the other", colours=_colours_of(player)
    )
    return Reason(article, text)


def before_in_order(
    group: Scoregroup,
    there: Sequence[Member],
    floater: Member,
    rival: Member,
    preferences: dict[int, Preference],
) -> Reason:
    """Return why one of two floats before the other, of those without whom as many pairs are left (3).

    Args:
        group: the scoregroup.
        there: who is still in it.
        floater: who floats.
        rival: who would come after the player.
        preferences: where all stand in the order.
    """
    mine, theirs = preferences[floater.number], preferences[rival.number]
    if mine.disadvantage != theirs.disadvantage:
        kinds = [TYPES[-preference.disadvantage] for preference in (mine, theirs)]
        text = worded(
            "type {kind}, and {rival} is of type {other}", kind=kinds[0], rival=rival.number, other=kinds[1]
        )
        return Reason("3.9", text)
    if mine.floated != theirs.floated:
        return Reason("3.10", worded("{number} floated in the previous round", number=rival.number))
    many = group.many(there)
    far = arranged(there, group.direction)[-1]
    if (
        many
        and rival.due == many
        and not group.rules.near(rival, far)
        and not (mine.unequal and floater.due == many)
    ):
        text = worded(
            "{number} is more than {maxi} rating points from {far}",
            number=rival.number,
            maxi=MAXI,
            far=far.number,
        )
        return Reason("3.2.3", text)
    if mine.unequal != theirs.unequal:
        text = worded(
            "is due {colour}, as more of them are; {rival} is not",
            colour=COLOURS[many or ""],
            rival=rival.number,
        )
        return Reason("3.2.2", text)
    if group.direction == DOWN:
        return Reason("3.2.4", worded("lowest numbered first, going down"))
    return Reason("3.2.4", worded("highest numbered first, going up"))


def passed_over(
    group: Scoregroup, turn: PairingTurn, rest: Sequence[Member], opponent: Member, other: Member
) -> Reason:
    """Return why somebody was paired with one opponent and not with another.

    Args:
        group: the scoregroup.
        turn: whose turn it was.
        rest: who was still to be paired in it, all of whom can be.
        opponent: who was found.
        other: another candidate.
    """
    chooser = turn.chooser
    floating = turn.article == "3.8"
    if not group.rules.compatible(chooser, other):
        if other.number in chooser.opponents:
            text = worded("{one} and {other} may not meet again", one=chooser.number, other=other.number)
            return Reason("2.1", text)
        return Reason("2.1", limits(chooser, other))
    if group.reach.first(rest, chooser, [other]) is None:
        article = "3.8" if floating else "4.4"
        return Reason(article, worded("then not all of the scoregroup could be paired"))
    if suits(chooser, opponent) and not suits(chooser, other):
        text = worded(
            "{one} and {other} are both due {colour}; {one} and {opponent} are not",
            one=chooser.number,
            other=other.number,
            colour=COLOURS[chooser.due],
            opponent=opponent.number,
        )
        return Reason("3.8" if floating else "5.2", text)
    places = [member.number for member in turn.candidates]
    first, second = places.index(opponent.number), places.index(other.number)
    if first < second and suits(chooser, opponent) == suits(chooser, other):
        text = worded(
            "{number} comes before {other} in the order of exchanges",
            number=opponent.number,
            other=other.number,
        )
        if floating:
            text = worded(
                "{number} comes before {other} in the order of the numbers",
                number=opponent.number,
                other=other.number,
            )
        return Reason("3.8" if floating else "4.2", text)
    first_available = group.reach.first(rest, chooser, turn.candidates)
    first_number = first_available.number if first_available else opponent.number
    text = worded(
        "{number} is more than {maxi} rating points from {first}, the first available",
        number=other.number,
        maxi=MAXI,
        first=first_number,
    )
    return Reason("3.8" if floating else "5.7", text)


def limits(member: Member, opponent: Member) -> str:
    """Return which colours two may have, where they cannot have different ones within the limits (2.1)."""
    return worded("{one} and {other}", one=_may_have(member), other=_may_have(opponent))


def _may_have(member: Member) -> str:
    if member.may_have("w") != member.may_have("b"):
        return worded("{number} may have {colour} only", number=member.number, colour=_colours_of(member))
    return worded("{number} may have {colours}", number=member.number, colours=_colours_of(member))


def _colours_of(member: Member) -> str:
    """Return which colours somebody may have."""
    if member.may_have("w") and member.may_have("b"):
        return worded("White or Black")
    return COLOURS["w" if member.may_have("w") else "b" if member.may_have("b") else ""]
