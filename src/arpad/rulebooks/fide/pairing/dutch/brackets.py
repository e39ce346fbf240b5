"""Pairing one bracket (C.04.3, 3): the matching of least cost, then the first of its kind in the sequence.

The net holds everybody who is not yet paired, the bye as one more vertex, so that every matching in it is a
complete round (C4). What floats costs, C6 to C8 first; the rest of the field costs nothing. Which of the
matchings of least cost is generated first follows step by step: which moved-down players are paired (4.4),
with whom (4.2), which residents are exchanged (4.3), and who meets whom in the remainder (4.2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arpad.rulebooks.fide.pairing.common.players import DOWN, UP, Player
from arpad.rulebooks.fide.pairing.dutch.blossom import Net
from arpad.rulebooks.fide.pairing.dutch.costs import Facts, bare_facts
from arpad.rulebooks.fide.pairing.dutch.criteria import Criterion, Units, ranked, units
from arpad.rulebooks.fide.pairing.dutch.net import array, loop, make_net, mates_of, restricted
from arpad.rulebooks.fide.pairing.dutch.steering import BEGIN, EXCHANGE, SETTLE, STEER, UPPERS, work

WHITE_BLACK = {"": 0, "w": 1, "b": 2}


@dataclass
class Bracket:
    """A bracket to be paired, among everybody who is not yet paired.

    Args:
        players: all of them in the order of 1.2: the bracket's, the next scoregroup's, the rest.
        moved: how many of the first are moved-down players.
        size: how many are the bracket's.
        near: how many are the bracket's or the next scoregroup's.
        rounds: how many rounds have been played.
        bye: whether somebody among them is to get the bye.
        bye_score: the score of whoever gets the bye (C5).
        allowed: [n · n] who may meet whom (C1, C3), the bye's vertex, if any, being the last (C2, C5).
        mates: a complete round: per vertex, its match.
        fast: whether loops are compiled.
    """

    players: Sequence[Player]
    moved: int
    size: int
    near: int
    rounds: int
    bye: bool
    bye_score: int
    allowed: Any
    mates: Sequence[int]
    fast: bool
    scores: list[int] = field(init=False)
    below: list[int] = field(init=False)
    components: list[Criterion] = field(init=False)
    facts: Facts = field(init=False)
    big: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        """Find the scores of the bracket, and of the next scoregroup with it."""
        self.scores = sorted({one.score for one in self.players[: self.size]}, reverse=True)
        self.below = sorted({one.score for one in self.players[: self.near]}, reverse=True)
        self.components = ranked(len(self.scores), len(self.below))

    @property
    def n(self) -> int:
        """How many vertices there are."""
        return len(self.players) + self.bye

    def solved(self) -> Solved:
        """Return the bracket's pairs.

        The vertices' own order is that of 1.2, so that in-bracket numbers (4.1) grow with them. First the
        bracket is paired by itself, as if anybody could float; if those who float then make C4 and C8 come
        out as well as they can, no other candidate comes before, and else all is done in the whole field.
        """
        net, counts = self._floaters()
        flag = self._bye_floats_alone(net, counts)
        first = mates_of(net)
        floating = counts.get(Criterion("C6"), 0)
        local = self._weighed(counts, flag, floating)
        if local is not None:
            self._procedure(local, self.size + floating)
            mates = self._joined(mates_of(local), first, counts)
            if mates is not None:
                return Solved(self, mates, flag, counts)
        net = self._net(self._scale(counts, flag), first, flag)
        self._procedure(net, self.n)
        return Solved(self, mates_of(net), flag, counts)

    def _weighed(self, counts: Mapping[Criterion, int], flag: bool, floating: int) -> Net | None:
        """Solve the bracket alone, with a vertex for everyone who floats; None if that cannot be done."""
        n, size = self.n, self.size
        scale = self._scale(counts, flag)
        whole = size + floating
        allowed = restricted(self.allowed, n, range(size), self.fast, floating)
        for u in range(size):
            row = self.allowed[u * n + n - 1 : u * n + n] if flag else self.allowed[u * n + size : u * n + n]
            may = int(any(row))
            for v in range(size, whole):
                allowed[u * whole + v] = allowed[v * whole + u] = may
        net = make_net(whole, scale.words, allowed, self.fast)
        self.facts = self._facts(scale, flag, whole)
        return net if self._do(BEGIN, net) < 0 else None

    def _joined(
        self, local: Sequence[int], first: Sequence[int], counts: Mapping[Criterion, int]
    ) -> list[int] | None:
        """Return a complete round with the bracket's own pairs; None if C4 or C8 forbid that.

        Args:
            local: the matches in the bracket alone.
            first: some complete round as good by C6 to C8, to start from.
            counts: C6 to C8 at their best.
        """
        n, size = self.n, self.size
        floaters = [u for u in range(size) if local[u] >= size]
        left = [*floaters, *range(size, n)]
        place = {u: i for i, u in enumerate(left)}
        scale = self._few()
        allowed = restricted(self.allowed, n, left, self.fast)
        net = make_net(len(left), scale.words, allowed, self.fast)
        for i, u in enumerate(left):
            net.s[net.mate + i] = place.get(first[u], -1)
        near = len(floaters) + self.near - size
        far: list[int] = []
        for u in left[:near]:
            words = list(scale.of[Criterion("C8")])
            level = self.below.index(self.players[u].score)
            if level < len(self.below) - 1:
                _add(words, scale.of[Criterion("C8s", level)])
            far += words
        none = self._array([])
        self.facts = bare_facts(none, 0, near)._replace(out_far=self._array(far))
        if self._do(BEGIN, net) >= 0:
            return None
        mates = [v if v < size else -1 for v in local[:size]] + [-1] * (n - size)
        for i, j in enumerate(mates_of(net)):
            mates[left[i]] = left[j]
        return mates if self.floats(mates) == dict(counts) else None

    def _few(self) -> Units:
        """Return the units of C6 to C8 alone."""
        few = [one for one in self.components if one.article in ("C6", "C7", "C8", "C8s")]
        return units(few, [len(self.players)] * len(few), 1, self.fast)

    def _floaters(self) -> tuple[Net, dict[Criterion, int]]:
        """Solve C6 to C8 alone, and count."""
        net = self._net(self._few(), self.mates, False)
        return net, self.floats(mates_of(net))

    def floats(self, mates: Sequence[int]) -> dict[Criterion, int]:
        """Count C6 to C8 of a complete round."""
        counts: dict[Criterion, int] = {}

        def add(criterion: Criterion) -> None:
            counts[criterion] = counts.get(criterion, 0) + 1

        for u in range(self.near):
            v = mates[u]
            if u < self.size and v >= self.size:
                add(Criterion("C6"))
                if u < self.moved:
                    add(Criterion("C7", self.scores.index(self.players[u].score)))
            if v >= self.near:
                add(Criterion("C8"))
                level = self.below.index(self.players[u].score)
                if level < len(self.below) - 1:
                    add(Criterion("C8s", level))
        return counts

    def _bye_floats_alone(self, net: Net, counts: Mapping[Criterion, int]) -> bool:
        """Return whether C9 applies: one downfloater, who gets the bye."""
        if not self.bye or counts.get(Criterion("C6"), 0) != 1:
            return False
        return int(net.s[net.mate + self.n - 1]) < self.size

    def _scale(self, counts: Mapping[Criterion, int], flag: bool) -> Units:
        """Return the units of all criteria, given C6 to C8 at their best and whether C9 applies."""
        floating = counts.get(Criterion("C6"), 0)
        pairs = (self.size - floating) // 2
        free = any(one.topscorer for one in self.players[: self.size])
        limbo = {level: counts.get(Criterion("C7", level), 0) for level in range(len(self.scores) - 1)}
        paired = {
            level: sum(one.score == self.scores[level] for one in self.players[: self.moved]) - limbo[level]
            for level in limbo
        }
        ups = sum(paired.values())
        bounds = []
        for one in self.components:
            if one.article in ("C6", "C7", "C8", "C8s"):
                bounds.append(counts.get(one, 0))
            elif one.article == "C9":
                bounds.append(self.rounds if flag else 0)
            elif one.article in ("C10", "C11"):
                bounds.append(pairs if free else 0)
            elif one.article in ("C12", "C13"):
                bounds.append(pairs)
            elif one.article in ("C14", "C16"):
                bounds.append(floating)
            elif one.article in ("C15", "C17"):
                bounds.append(ups)
            elif one.article in ("C18", "C20"):
                bounds.append(limbo[one.level])
            else:
                bounds.append(paired[one.level])
        residents = self.size - self.moved
        most = residents // 2
        self.big = 2 * most * residents + 2
        tie = max(self.n + 1, most * (self.big + 2 * residents))
        return units(self.components, bounds, tie, self.fast)

    def _net(self, scale: Units, mates: Sequence[int], flag: bool) -> Net:
        """Return a solved net with the costs of some components."""
        allowed = self.allowed.copy()
        net = make_net(self.n, scale.words, allowed, self.fast)
        for u, v in enumerate(mates):
            net.s[net.mate + u] = v
        self.facts = self._facts(scale, flag, 0)
        left = self._do(BEGIN, net)
        assert left < 0, "a complete round was there, and is there no more"
        return net

    def _do(
        self, task: int, net: Net, players: Sequence[int] = (), rank: Sequence[int] = (), pairs: int = 0
    ) -> int:
        """Have a step done on the net."""
        big = [0] * net.words
        big[-1] = self.big
        done = loop(work, self.fast)(
            task,
            net,
            self.facts,
            self._array(list(players)),
            len(players),
            self._array(list(rank)),
            pairs,
            self._array(big),
        )
        return int(done)

    def _facts(self, scale: Units, flag: bool, alone: int) -> Facts:
        """Return what costs are made of; ``alone`` is how many vertices the bracket by itself has, or 0."""
        n, words = alone or self.n, scale.words
        close = self.size if alone else self.near
        nothing = (0,) * words

        def unit(article: str, level: int = 0) -> tuple[int, ...]:
            return scale.of.get(Criterion(article, level), nothing)

        level = [0] * n
        out_near: list[int] = []
        out_far: list[int] = []
        to_bye: list[int] = []
        for u in range(close):
            player = self.players[u]
            near, bye = list(nothing), list(nothing)
            if u < self.size:
                level[u] = self.scores.index(player.score)
                _add(near, unit("C6"))
                if u < self.moved:
                    _add(near, unit("C7", level[u]))
                for back, (resident, moved) in enumerate((("C14", "C18"), ("C16", "C20"))):
                    if player.floats[back] == DOWN:
                        _add(near, unit(moved, level[u]) if u < self.moved else unit(resident))
                if flag:
                    for _ in range(player.unplayed):
                        _add(bye, unit("C9"))
            far = list(near)
            if not alone:
                _add(far, unit("C8"))
                _add(far, unit("C8s", self.below.index(player.score)))
            out_near += near
            out_far += far
            to_bye += bye
        levels = len(self.scores)
        flat: list[int] = []
        for article in ("C10", "C11", "C12", "C13", "C15", "C17"):
            flat += unit(article)
        for article in ("C19", "C21"):
            for at in range(levels):
                flat += unit(article, at)
        seen = self.players[: self.size]
        rest = [0] * (n - self.size)
        return Facts(
            self.size,
            close,
            n - 1 if flag else -1,
            self.moved,
            self._array([*(WHITE_BLACK[one.colours.preference] for one in seen), *rest]),
            self._array([*(one.colours.strength for one in seen), *rest]),
            self._array([*(abs(one.colours.difference) for one in seen), *rest]),
            self._array([*(WHITE_BLACK[one.colours.repeated] for one in seen), *rest]),
            self._array([int(one.floats[back] == UP) for one in seen for back in (0, 1)] + rest + rest),
            self._array(level),
            self._array(flat),
            levels,
            self._array(out_near),
            self._array(out_far),
            self._array(to_bye),
        )

    def _array(self, values: list[int]) -> Any:
        return array(values, self.fast)

    def _procedure(self, net: Net, n: int) -> None:
        """Find the first of the best candidates in the sequence (3.6, 3.7)."""
        size = self.size
        if any(net.s[net.mate + u] >= size for u in range(self.moved)):
            rank = [int(v >= size) for v in range(n)]
            for u in range(self.moved):
                self._do(STEER, net, [u], rank)
        paired = [u for u in range(self.moved) if net.s[net.mate + u] < size]
        if paired:
            self._do(SETTLE, net, paired, range(n))
        rest = [u for u in range(self.moved, size) if net.s[net.mate + u] >= self.moved]
        pairs = sum(net.s[net.mate + u] < size for u in rest) // 2
        if not pairs:
            return
        upper = self._uppers(net, rest, pairs)
        marks = [0] * n
        for u in upper:
            marks[u] = 1
        self._do(UPPERS, net, rest, marks)
        self._do(SETTLE, net, upper, range(n))

    def _uppers(self, net: Net, rest: list[int], pairs: int) -> list[int]:
        """Choose the exchange (4.3): return who is in S1 after it."""
        size = self.size
        self._do(EXCHANGE, net, rest, pairs=pairs)

        def is_upper(u: int) -> bool:
            return bool(u < net.s[net.mate + u] < size)

        left = exchanges = sum(not is_upper(u) for u in rest[:pairs])
        for u in reversed(rest[:pairs]):
            if not left:
                break
            self._steer_between(net, u, size, 1)
            left -= not is_upper(u)
        left = exchanges
        for u in rest[pairs:]:
            if left <= 1:
                break
            self._steer_between(net, u, size, 0)
            left -= is_upper(u)
        return [u for u in rest if is_upper(u)]

    def _steer_between(self, net: Net, u: int, size: int, above: int) -> None:
        """Let a player be (``above`` 0), or not be (1), the upper one of a pair if that can be."""
        self._do(STEER, net, [u], [above if u < v < size else 1 - above for v in range(net.n)])


@dataclass(frozen=True)
class Solved:
    """A bracket that is paired.

    Args:
        bracket: it.
        mates: a complete round that has its pairs.
        bye_alone: whether C9 applied.
        counts: C6 to C8, as far as they are not nil.
    """

    bracket: Bracket
    mates: list[int]
    bye_alone: bool
    counts: Mapping[Criterion, int]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs by vertices, the higher ranked first."""
        size = self.bracket.size
        return [(u, self.mates[u]) for u in range(size) if u < self.mates[u] < size]

    @property
    def floaters(self) -> list[int]:
        """The vertices of the downfloaters."""
        size = self.bracket.size
        return [u for u in range(size) if self.mates[u] >= size]


def _add(total: list[int], more: Sequence[int]) -> None:
    for k, value in enumerate(more):
        total[k] += value
