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

from arpad.rulebooks.fide.pairing.common.players import DOWN, UP, Player, State
from arpad.rulebooks.fide.pairing.dutch.brackets import Bracket, Solved
from arpad.rulebooks.fide.pairing.dutch.completion import completed, legal_pairs
from arpad.rulebooks.fide.pairing.dutch.costs import bare_facts, colour_faults
from arpad.rulebooks.fide.pairing.dutch.criteria import Criterion, units
from arpad.rulebooks.fide.pairing.dutch.edition_2026 import end_of_group
from arpad.rulebooks.fide.pairing.dutch.net import is_compiled, make_net, mates_of, restricted
from arpad.rulebooks.fide.pairing.dutch.steering import START


@dataclass
class OldBracket(Bracket):
    """A bracket of the edition of 2017.

    Args:
        whole: whether the rest of the field must be completable (the last two brackets); otherwise the
            bracket and the next scoregroup are looked at alone, with a vertex for each of their players that
            takes them if they remain.
        last: whether the next scoregroup is the last one.
        unit: a point, in the scores' units.
        bound: who must not remain, where the bracket is looked at alone: what another pairing would cost is
            asked so.
    """

    whole: bool = True
    last: bool = False
    unit: int = 2
    bound: frozenset[int] = frozenset()

    def solved(self) -> Solved:
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
        costs = self._costs(near, span, allowed)
        names = sorted({name for cost in costs.values() for name in cost})
        residents = self.size - self.moved
        most = residents // 2
        self.big = 2 * most * residents + 2
        tie = max(span + 1, most * (self.big + 2 * residents))
        scale = units([Criterion(str(name)) for name in names], [3 * span] * len(names), tie, self.fast)
        net = make_net(span, scale.words, allowed, self.fast)
        for (u, v), cost in costs.items():
            total = [0] * scale.words
            for name, count in cost.items():
                for k, value in enumerate(scale.of[Criterion(str(name))]):
                    total[k] += count * value
            for e in (u * span + v, v * span + u):
                for k in range(scale.words):
                    net.cost[e * scale.words + k] = total[k]
        self.facts = bare_facts(self._array([]), self.size, near, self.moved)
        if self._do(START, net) >= 0:
            raise AssertionError("a complete round was there, and is there no more")
        self._procedure(net, span)
        return Solved(self, mates_of(net), False, {})

    def _costs(self, near: int, span: int, allowed: Any) -> dict[tuple[int, int], dict[tuple[int, int], int]]:
        """Return what edges cost: by criterion (its rank, and minus the score difference), how much."""
        seen = self.players
        lowest = min(one.score for one in (seen if self.whole else seen[: self.near]))
        colours = super()._facts(
            units(self.components, [1] * len(self.components), 1, self.fast), False, self.size
        )
        costs: dict[tuple[int, int], dict[tuple[int, int], int]] = {}
        for u in range(near):
            mine = seen[u]
            own = u < self.size
            beyond = mine.score - lowest + self.unit
            floats: dict[tuple[int, int], int] = {}
            if own:
                floats = {(0, 0): 1, (1, -beyond): 1}
                for back in (0, 1):
                    if mine.floats[back] == DOWN:
                        floats[8 + 2 * back, 0] = 1
                        floats[12 + 2 * back, -beyond] = 1
            left = dict(floats)
            if not self.whole:
                left[2, 0] = 1 + 2 * (self.last and not mine.may_bye)
                if own:
                    left[3, -beyond] = 1
                costs[u, near + u] = left
            for v in range(u + 1, span if self.whole else near):
                if not allowed[u * span + v]:
                    continue
                if v >= self.size:
                    if own and floats:
                        costs[u, v] = floats
                    continue
                if v < self.moved:
                    allowed[u * span + v] = allowed[v * span + u] = 0
                    continue
                cost: dict[tuple[int, int], int] = {}
                gap = mine.score - seen[v].score
                if gap:
                    cost[1, -gap] = 1
                    for back in (0, 1):
                        if mine.floats[back] == DOWN:
                            cost[8 + 2 * back, 0] = 1
                            cost[12 + 2 * back, -gap] = 1
                        if seen[v].floats[back] == UP:
                            cost[9 + 2 * back, 0] = 1
                            cost[13 + 2 * back, -gap] = 1
                faults = colour_faults(colours, u, v)
                for at in range(4):
                    if faults >> at & 1:
                        cost[4 + at, 0] = 1
                if cost:
                    costs[u, v] = cost
        return costs


def pair_brackets(state: State) -> list[Solved]:
    """Return the brackets of a round, each paired.

    Raises:
        NoLegalRound: there is no complete round.
    """
    players: Sequence[Player] = state.players
    fast = is_compiled(len(players))
    odd = len(players) % 2 == 1
    allowed = legal_pairs(state, fast)
    completed(state, allowed, fast, lowest_bye=False)
    done: list[Solved] = []
    moved = 0
    whole = collapsed = False
    while moved < len(players):
        size = len(players) if collapsed else end_of_group(players, moved)
        near = end_of_group(players, size)
        n = len(players) + odd
        bracket = OldBracket(
            players,
            moved,
            size,
            near,
            state.at - 1,
            odd,
            0,
            allowed,
            [],
            fast,
            whole=whole or size == len(players),
            last=near == len(players),
            unit=state.unit,
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
