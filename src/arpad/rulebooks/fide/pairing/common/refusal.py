"""The refusal of a round that cannot be (1.9.3 of FIDE's Swiss systems), with the smallest conflict found."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arpad.core import worded
from arpad.rulebooks.fide.pairing.common.players import PairingPlayer
from arpad.tournament.system import NoLegalRound

REMEDY = worded("The Chief Arbiter decides what to do (1.9.3).")


def refused(
    players: Sequence[PairingPlayer],
    prohibited: frozenset[tuple[int, int]],
    meets: Callable[[int, int], bool],
    at: int,
    code: str,
) -> NoLegalRound:
    """Return the refusal; if nobody may have the bye, with everybody.

    Args:
        players: those who are to be paired.
        prohibited: the pairs kept apart by the organiser, the smaller number first.
        meets: whether two of them, by place in ``players``, may be paired.
        at: the round.
        code: of the rules, ``C.04.3``.
    """
    import numpy as np

    from arpad.tournament.conflict import conflict_of

    n = len(players)
    size = n + n % 2
    allowed = np.zeros((size, size), bool)
    for a in range(n):
        for b in range(a):
            allowed[a, b] = allowed[b, a] = meets(a, b)
    if n % 2:
        if not any(player.may_bye for player in players):
            return NoLegalRound(
                worded("nobody may have the pairing-allocated bye of round {at}", at=at),
                article=f"{code}, 2.1.2 [C2]",
                players=tuple(sorted(player.number for player in players)),
                remedy=REMEDY,
            )
        allowed[n, :n] = allowed[:n, n] = [player.may_bye for player in players]

    def why(a: int, b: int) -> str:
        if n in (a, b):
            return worded("may not have")
        player, opponent = players[a], players[b]
        if opponent.number in player.opponents:
            return worded("has met")
        if (min(player.number, opponent.number), max(player.number, opponent.number)) in prohibited:
            return worded("is kept from")
        return worded("must have the same colour as")

    numbers, text = conflict_of(allowed, [player.number for player in players], why)
    return NoLegalRound(
        worded("round {at} cannot be paired: {text}", at=at, text=text),
        article=f"{code}, 1.9.3",
        players=numbers,
        remedy=REMEDY,
    )
