"""Boards and byes that the arbiter set by hand: named, with the rules that they depart from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arpad.core import Explanation, Step, worded
from arpad.office.events.breaches import breaches
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, named
from arpad.rulebooks.pairing_catalogue import system_of
from arpad.tournament.model import Tournament
from arpad.tournament.results import Result


def by_hand(tournament: Tournament, only: int | None = None) -> Iterator[Finding]:
    """Yield every board and bye that the arbiter set by hand, with the rules that they depart from.

    Args:
        tournament: the tournament.
        only: a round; None for all.
    """
    for at, round_ in enumerate(tournament.rounds, 1):
        if only not in (None, at):
            continue
        for board, game in enumerate(round_.pairings, 1):
            if game.by_hand:
                both = (game.white, game.black)
                text = worded(
                    "board {board}, {players}, was set by the arbiter",
                    board=board,
                    players=named(tournament, *both),
                )
                yield Finding("board.by-hand", text, round=at, numbers=both)
                yield from breaches(tournament, at, round_, both)
        for bye in round_.byes:
            if bye.by_hand:
                text = worded(
                    "the {bye} of {name} was given by the arbiter",
                    bye=worded(BYES[bye.result]),
                    name=named(tournament, bye.number),
                )
                yield Finding("bye.by-hand", text, round=at, numbers=(bye.number,))


BYES = {
    Result.PAIRING_BYE: "pairing-allocated bye",
    Result.FULL_BYE: "full-point bye",
    Result.HALF_BYE: "half-point bye",
    Result.ZERO_BYE: "zero-point bye",
}
"""What byes are called."""


def with_decisions(explanation: Explanation, tournament: Tournament, at: int) -> Explanation:
    """Return the explanation of a round's pairing with what the arbiter set by hand since.

    Args:
        explanation: why the system paired the round as it did.
        tournament: as it is now.
        at: the round.
    """
    steps = [
        Step(finding.severity.value, finding.text, source=finding.article)
        for finding in by_hand(tournament, at)
    ]
    if not steps:
        return explanation
    decided = Explanation("set by the arbiter after the pairing", float(len(steps)), tuple(steps))
    return replace(explanation, parts=(*explanation.parts, decided))


def explained_round(log: EventLog, at: int) -> Explanation:
    """Return why a round was paired as it was, and what the arbiter set by hand.

    Args:
        log: the tournament; what was corrected or entered after the pairing does not count.
        at: a round that is paired.

    Raises:
        BadInput: the round is not paired.
        NoLegalRound: the rules allow no pairing of what the system paired then.
    """
    state, round_ = log.as_paired(at)
    if any(game.by_hand for game in round_.pairings):
        explanation = Explanation(f"Round {at}", outcome="paired by the arbiter")
    else:
        explanation = system_of(state).pair(state).explain()
    return with_decisions(explanation, log.tournament(), at)
