"""The brackets of a round by C.04.3 in its edition of 2026-02-01, from the top down."""

from __future__ import annotations

from collections.abc import Sequence

from arpad.rulebooks.fide.pairing.common.players import PairingPlayer, PairingState
from arpad.rulebooks.fide.pairing.dutch.brackets import DutchBracket, DutchSolution
from arpad.rulebooks.fide.pairing.dutch.completion import completed, legal_pairs
from arpad.rulebooks.fide.pairing.dutch.criteria import Table
from arpad.tournament.matching.dense.graph import is_compiled, restricted


def pair_brackets(state: PairingState, table: Table) -> list[DutchSolution]:
    """Return the brackets of a round, each paired.

    Args:
        state: before the round.
        table: the criteria.

    Raises:
        NoLegalRound: there is no complete round (1.9.3).
    """
    players: Sequence[PairingPlayer] = state.players
    fast = is_compiled(len(players))
    odd = len(players) % 2 == 1
    allowed = legal_pairs(state, fast)
    _, mates = completed(state, allowed, fast, lowest_bye=True)
    done: list[DutchSolution] = []
    moved = 0
    while moved < len(players):
        size = end_of_group(players, moved)
        near = end_of_group(players, size)
        bracket = DutchBracket(
            table, players, moved, size, near, state.at - 1, state.unit, odd, allowed, mates, fast
        )
        solved = bracket.solved()
        done.append(solved)
        paired = {u for pair in solved.pairs for u in pair}
        left = [u for u in range(bracket.n) if u not in paired]
        place = {u: i for i, u in enumerate(left)}
        mates = [place[solved.mates[u]] for u in left]
        allowed = restricted(allowed, bracket.n, left, fast)
        players = [players[u] for u in left if u < len(players)]
        moved = len(solved.floaters)
    return done


def end_of_group(players: Sequence[PairingPlayer], first: int) -> int:
    """Return where the scoregroup that begins at ``first`` ends."""
    end = first
    while end < len(players) and players[end].score == players[first].score:
        end += 1
    return end
