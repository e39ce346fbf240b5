"""Which rules a round that the arbiter sets by hand departs from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from arpad.office.policy import Finding, Severity
from arpad.rulebooks.fide.legality import rules_of
from arpad.tournament.checking import before
from arpad.tournament.legality import Rule, no_prohibited_pair, no_rematch, once_each, pairing_byes
from arpad.tournament.model import Bye, Round, Tournament

CODES: Mapping[Rule, str] = {
    once_each: "board.absent",
    no_rematch: "board.rematch",
    no_prohibited_pair: "board.forbidden-pair",
    pairing_byes: "board.bye",
}
"""Code of the findings of each rule; of the others, which are about colours, ``board.colours``."""


def breaches(tournament: Tournament, at: int, one: Round, numbers: Collection[int]) -> Iterator[Finding]:
    """Yield what a round breaches, as far as some participants are concerned.

    Args:
        tournament: the tournament.
        at: the round.
        one: as it would be.
        numbers: the participants.
    """
    state = before(tournament, at)
    for rule in rules_of(tournament.system):
        for found in rule(state, at, one):
            if not found.players or set(found.players) & set(numbers):
                code = CODES.get(rule, "board.colours")
                yield Finding(
                    code, found.text, Severity.WARNING, found.article, round=at, numbers=found.players
                )


def by_hand(tournament: Tournament) -> Iterator[Finding]:
    """Yield every board and bye that the arbiter set by hand, with the rules that they depart from."""
    for at, one in enumerate(tournament.rounds, 1):
        for board, game in enumerate(one.pairings, 1):
            if game.by_hand:
                both = (game.white, game.black)
                text = f"board {board}, {game.white}–{game.black}, was set by the arbiter"
                yield Finding("board.by-hand", text, round=at, numbers=both)
                yield from breaches(tournament, at, one, both)
        for bye in one.byes:
            if bye.by_hand:
                yield _given(at, bye)


def _given(at: int, bye: Bye) -> Finding:
    text = f"the bye of {bye.number} ({bye.result.value}) was given by the arbiter"
    return Finding("bye.by-hand", text, round=at, numbers=(bye.number,))
