"""The field as a graph (C1 to C3), a first complete round in it (C4), the bye's score (C5)."""

from __future__ import annotations

from typing import Any

from arpad.rulebooks.fide.pairing.common.colours import ABSOLUTE
from arpad.rulebooks.fide.pairing.common.players import PairingPlayer, PairingState
from arpad.rulebooks.fide.pairing.common.refusal import refused
from arpad.rulebooks.fide.pairing.dutch.costs import bare_facts
from arpad.rulebooks.fide.pairing.dutch.steps import START, work
from arpad.tournament.matching.dense.graph import DenseGraph, array, loop, make_graph, mates_of
from arpad.tournament.system import NoLegalRound


def may_meet(player: PairingPlayer, opponent: PairingPlayer, prohibited: frozenset[tuple[int, int]]) -> bool:
    """Return whether two players may be paired (C1, C3, and what was prohibited)."""
    if opponent.number in player.opponents:
        return False
    if (
        prohibited
        and (min(player.number, opponent.number), max(player.number, opponent.number)) in prohibited
    ):
        return False
    mine, theirs = player.colours, opponent.colours
    return (
        mine.strength < ABSOLUTE
        or theirs.strength < ABSOLUTE
        or mine.preference != theirs.preference
        or player.topscorer
        or opponent.topscorer
    )


def legal_pairs(state: PairingState, fast: bool) -> Any:
    """Return which vertices may be matched: players in order, and the bye as the last one if they are odd.

    Nothing is allowed with the bye yet.
    """
    players = state.players
    n = len(players)
    size = n + n % 2
    if not fast:
        allowed = [0] * (size * size)
        for i, player in enumerate(players):
            for j in range(i):
                if may_meet(player, players[j], state.prohibited):
                    allowed[i * size + j] = allowed[j * size + i] = 1
        return allowed
    import numpy as np

    table = np.zeros((size, size), np.uint8)
    table[:n, :n] = 1
    np.fill_diagonal(table, 0)
    place = {player.number: i for i, player in enumerate(players)}
    for i, player in enumerate(players):
        table[i, [place[number] for number in player.opponents if number in place]] = 0
    for first, second in state.prohibited:
        if first in place and second in place:
            table[place[first], place[second]] = table[place[second], place[first]] = 0
    for colour in ("w", "b"):
        bound = [
            i
            for i, player in enumerate(players)
            if player.colours.strength == ABSOLUTE
            and player.colours.preference == colour
            and not player.topscorer
        ]
        table[np.ix_(bound, bound)] = 0
    return table.ravel()


def allow_bye(state: PairingState, allowed: Any, score: int | None) -> None:
    """Allow the bye to all whose it may be (C2), with a score not above ``score`` if that is given."""
    n = len(state.players)
    size = n + 1
    for u, player in enumerate(state.players):
        may = int(player.may_bye and (score is None or player.score <= score))
        allowed[u * size + n] = allowed[n * size + u] = may


def complete(n: int, allowed: Any, fast: bool) -> tuple[DenseGraph, int]:
    """Return a graph, matched as far as can be, and −1 or the vertex that shows that not all can be."""
    graph = make_graph(n, 1, allowed, fast)
    none = array([], fast)
    left = loop(work, fast)(START, graph, bare_facts(none, n, n), none, 0, none, 0, none)
    return graph, int(left)


def completed(state: PairingState, allowed: Any, fast: bool, *, lowest_bye: bool) -> tuple[int, list[int]]:
    """Return the score of whoever gets the bye (0 without one) and a complete round, by vertices.

    ``allowed`` gets its edges to the bye.

    Args:
        state: before the round.
        allowed: see :func:`legal_pairs`.
        fast: whether loops are compiled.
        lowest_bye: whether the bye's score is the lowest possible (C5); otherwise nothing is asked of it.

    Raises:
        NoLegalRound: there is no complete round.
    """
    n = len(state.players)
    if n % 2 == 0:
        graph, left = complete(n, allowed, fast)
        if left < 0:
            return 0, mates_of(graph)
        raise _refused(state)
    scores = sorted({player.score for player in state.players}) if lowest_bye else [None]
    for score in scores:
        allow_bye(state, allowed, score)
        graph, left = complete(n + 1, allowed, fast)
        if left < 0:
            return score or 0, mates_of(graph)
    raise _refused(state)


def _refused(state: PairingState) -> NoLegalRound:
    def meets(a: int, b: int) -> bool:
        return may_meet(state.players[a], state.players[b], state.prohibited)

    return refused(state.players, state.prohibited, meets, state.at, "C.04.3")
