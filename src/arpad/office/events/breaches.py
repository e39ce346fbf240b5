"""The rules that boards and byes depart from which the arbiter sets by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from arpad.office.policy import Finding, Severity
from arpad.rulebooks.fide.legality import rules_of
from arpad.tournament.checking import before
from arpad.tournament.legality import Rule, no_prohibited_pair, no_rematch, once_each, pairing_byes
from arpad.tournament.model import Round, Tournament

CODES: Mapping[Rule, str] = {
    once_each: "board.absent",
    no_rematch: "board.rematch",
    no_prohibited_pair: "board.forbidden-pair",
    pairing_byes: "board.bye",
}
"""Code of the findings of each rule; of the others, which are about colours, ``board.colours``."""


def breaches(tournament: Tournament, at: int, round_: Round, numbers: Collection[int]) -> Iterator[Finding]:
    """Yield what a round breaches, as far as some participants are concerned.

    Args:
        tournament: the tournament.
        at: the round.
        round_: as it would be.
        numbers: the participants.
    """
    state = before(tournament, at)
    for rule in rules_of(tournament.system):
        for breach in rule(state, at, round_):
            if not breach.players or set(breach.players) & set(numbers):
                code = CODES.get(rule, "board.colours")
                yield Finding(
                    code, breach.text, Severity.WARNING, breach.article, round=at, numbers=breach.players
                )
