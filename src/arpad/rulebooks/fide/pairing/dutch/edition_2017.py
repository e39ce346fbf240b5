"""The brackets of a round by C.04.3 in its edition of 2017-07-01, from the top down.

What differs from 2026: whether the round can be completed (C4) is asked after a bracket is paired; if it
cannot, that bracket is the penultimate one, is paired again so that it can, and all below it make one last
bracket. The number of pairs (C5) and the score differences of pairs and downfloaters together (C6) come
first, then as many pairs as can be in the next bracket (C7); the bye (C2) goes to whoever is left at the
end. The criteria on colours and floats follow as C8 to C19.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arpad.rulebooks.fide.pairing.common.players import PairingPlayer, PairingState
from arpad.rulebooks.fide.pairing.dutch.brackets import DutchBracket, DutchSolution
from arpad.rulebooks.fide.pairing.dutch.completion import completed, legal_pairs
from arpad.rulebooks.fide.pairing.dutch.costs import Facts
from arpad.rulebooks.fide.pairing.dutch.criteria import Table
from arpad.rulebooks.fide.pairing.dutch.edition_2026 import end_of_group
from arpad.rulebooks.fide.pairing.dutch.steps import BEGIN
from arpad.rulebooks.fide.pairing.dutch.units import units
from arpad.tournament.matching.dense.graph import is_compiled, make_graph, mates_of, restricted


@dataclass
class OldBracket(DutchBracket):
    """A bracket of the edition of 2017.

    Args:
        whole: whether the rest of the field must be completable (the last two brackets); otherwise the
            bracket and the next scoregroup are looked at alone, with a vertex for each of their players that
            takes them if they remain.
        bound: who must not remain, where the bracket is looked at alone: what another pairing would cost is
            asked so.
    """

    whole: bool = True
    bound: frozenset[int] = frozenset()

    @property
    def ahead(self) -> bool:
        """Whether the next bracket counts (C.7): in all but the last two."""
        return not self.whole

    def solved(self) -> DutchSolution:
        """Return the bracket's pairs."""
        near = len(self.players) if self.whole else self.near
        span = near + self.bye if self.whole else 2 * near
        chosen = list(range(self.n if self.whole else near))
        allowed = restricted(self.allowed, self.n, chosen, self.fast, 0 if self.whole else near)
        if not self.whole:
            for u in range(near):
                allowed[u * span + near + u] = allowed[(near + u) * span + u] = int(u not in self.bound)
                for v in range(u):
                    allowed[(near + u) * span + near + v] = allowed[(near + v) * span + near + u] = 1
        scale = units(self.components, [span] * len(self.components), self._most_by_order(span), self.fast)
        graph = make_graph(span, scale.words, allowed, self.fast)
        self.facts: Facts = self._facts(scale, False, span, near)
        if self._run_step(BEGIN, graph) >= 0:
            raise AssertionError("a complete round was there, and is there no more")
        self._procedure(graph, span)
        return DutchSolution(self, mates_of(graph), False)


def pair_brackets(state: PairingState, table: Table) -> list[DutchSolution]:
    """Return the brackets of a round, each paired.

    Args:
        state: before the round.
        table: the criteria.

    Raises:
        NoLegalRound: there is no complete round.
    """
    players: Sequence[PairingPlayer] = state.players
    fast = is_compiled(len(players))
    odd = len(players) % 2 == 1
    allowed = legal_pairs(state, fast)
    completed(state, allowed, fast, lowest_bye=False)
    done: list[DutchSolution] = []
    moved = 0
    whole = collapsed = False
    while moved < len(players):
        size = len(players) if collapsed else end_of_group(players, moved)
        near = end_of_group(players, size)
        n = len(players) + odd
        bracket = OldBracket(
            table,
            players,
            moved,
            size,
            near,
            state.at - 1,
            state.unit,
            odd,
            allowed,
            [],
            fast,
            whole=whole or size == len(players),
        )
        solved = bracket.solved()
        paired = {u for pair in solved.pairs for u in pair}
        left = [u for u in range(n) if u not in paired]
        rest = restricted(allowed, n, left, fast)
        if not bracket.whole and not can_complete(len(left), rest, fast):
            whole = True
            continue
        collapsed, whole = whole, False
        done.append(solved)
        allowed = rest
        players = [players[u] for u in left if u < len(players)]
        moved = sum(u < size for u in left)
    return done


def can_complete(n: int, allowed: Any, fast: bool) -> bool:
    """Return whether everybody can be matched."""
    from arpad.rulebooks.fide.pairing.dutch.completion import complete

    return complete(n, allowed, fast)[1] < 0
