"""Pairing one bracket (C.04.3, 3): the matching of least cost, then the first of its kind in the sequence.

The graph holds everybody who is not yet paired, the bye as one more vertex, so that every matching in it is a
complete round (C4). What floats costs, by the criteria that count nothing else first (C6 to C8); the rest of
the field costs nothing. Which of the
matchings of least cost is generated first follows step by step: which moved-down players are paired (4.4),
with whom (4.2), which residents are exchanged (4.3), and who meets whom in the remainder (4.2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from arpad.rulebooks.fide.pairing.common.players import PairingPlayer
from arpad.rulebooks.fide.pairing.dutch.costs import Facts, bare_facts, facts_of, features, traits
from arpad.rulebooks.fide.pairing.dutch.criteria import (
    BracketScores,
    By,
    Component,
    Criterion,
    Extent,
    Feature,
    Table,
    components,
)
from arpad.rulebooks.fide.pairing.dutch.steps import BEGIN, EXCHANGE, SETTLE, STEER, UPPERS, work
from arpad.rulebooks.fide.pairing.dutch.units import Units, units
from arpad.tournament.matching.dense.graph import (
    DenseGraph,
    array,
    check_potentials,
    loop,
    make_graph,
    mates_of,
    restricted,
)


@dataclass
class DutchBracket:
    """A bracket to be paired, among everybody who is not yet paired.

    Args:
        table: the edition's criteria.
        players: all of them in the order of 1.2: the bracket's, the next scoregroup's, the rest.
        moved: how many of the first are moved-down players.
        size: how many are the bracket's.
        near: how many are the bracket's or the next scoregroup's.
        rounds: how many rounds have been played.
        unit: how much a point is in the scores' units.
        bye: whether somebody among them is to get the bye.
        allowed: [n · n] who may meet whom (C1, C3), the bye's vertex, if any, being the last (C2, C5).
        mates: a complete round: per vertex, its match.
        fast: whether loops are compiled.
    """

    table: Table
    players: Sequence[PairingPlayer]
    moved: int
    size: int
    near: int
    rounds: int
    unit: int
    bye: bool
    allowed: Any
    mates: Sequence[int]
    fast: bool
    scores: BracketScores = field(init=False)
    components: list[Component] = field(init=False)
    facts: Facts = field(init=False)
    big: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        """Find the scores of the bracket, and of the next scoregroup with it."""
        own, near = (
            sorted({player.score for player in self.players[:end]}, reverse=True)
            for end in (self.size, self.near)
        )
        self.scores = BracketScores(own, near, self.unit)
        self.components = components(self.table, self.scores)

    @property
    def ahead(self) -> bool:
        """Whether a bracket follows that the criteria look at."""
        return self.near > self.size

    @property
    def last(self) -> bool:
        """Whether the next bracket is the last one, and leaves somebody the bye."""
        return self.bye and self.near == len(self.players)

    @property
    def n(self) -> int:
        """How many vertices there are."""
        return len(self.players) + self.bye

    def solved(self) -> DutchSolution:
        """Return the bracket's pairs.

        The vertices' own order is that of 1.2, so that in-bracket numbers (4.1) grow with them. First the
        bracket is paired by itself, as if anybody could float; if those who float then make C4 and C8 come
        out as well as they can, no other candidate comes before, and else all is done in the whole field.
        """
        graph, counts = self._solve_first()
        first = mates_of(graph)
        flag = self._bye_floats_alone(first)
        if self._fixed(By.TOTAL) and not any(row.ahead for row in self.table[self._first_count :]):
            floating = sum(v >= self.size for v in first[: self.size])
            local = self._bracket_alone(self._scale(first, counts, flag), flag, floating)
            if local is not None:
                self._procedure(local, self.size + floating)
                mates = self._complete_round(mates_of(local), first, counts)
                if mates is not None:
                    return DutchSolution(self, mates, flag)
        graph = self._solved_graph(self._scale(first, counts, flag), first, flag)
        self._procedure(graph, self.n)
        return DutchSolution(self, mates_of(graph), flag)

    @cached_property
    def _first_count(self) -> int:
        """How many criteria, from the first, say only who floats: they are solved before the others."""
        return next((at for at, row in enumerate(self.table) if not row.of_floaters), len(self.table))

    def _fixed(self, by: By) -> bool:
        """Return whether those criteria say how many float: in all, or by scores of moved-down players."""
        vertices = range(self.size if by is By.TOTAL else self.moved)
        return any(
            row.by is by
            and row.floats is not None
            and not row.ahead
            and all(row.floats(self.players[u], u < self.moved) == 1 for u in vertices)
            for row in self.table[: self._first_count]
        )

    def _bracket_alone(self, scale: Units, flag: bool, floating: int) -> DenseGraph | None:
        """Solve the bracket alone, with a vertex for everyone who floats; None if that cannot be done."""
        n, size = self.n, self.size
        whole = size + floating
        allowed = restricted(self.allowed, n, range(size), self.fast, floating)
        for u in range(size):
            row = self.allowed[u * n + n - 1 : u * n + n] if flag else self.allowed[u * n + size : u * n + n]
            may = int(any(row))
            for v in range(size, whole):
                allowed[u * whole + v] = allowed[v * whole + u] = may
        graph = make_graph(whole, scale.words, allowed, self.fast)
        self.facts = self._facts(scale, flag, whole, size)
        return graph if self._run_step(BEGIN, graph) < 0 else None

    def _complete_round(
        self, local: Sequence[int], first: Sequence[int], counts: Mapping[Component, int]
    ) -> list[int] | None:
        """Return a complete round with the bracket's own pairs; None if C4 or C8 forbid that.

        Args:
            local: the matches in the bracket alone.
            first: some complete round as good by the first criteria, to start from.
            counts: the first criteria at their best.
        """
        n, size = self.n, self.size
        floaters = [u for u in range(size) if local[u] >= size]
        left = [*floaters, *range(size, n)]
        place = {u: i for i, u in enumerate(left)}
        scale = self._first_units()
        allowed = restricted(self.allowed, n, left, self.fast)
        graph = make_graph(len(left), scale.words, allowed, self.fast)
        graph.s[graph.mate : graph.mate + len(left)] = [place.get(first[u], -1) for u in left]
        near = len(floaters) + self.near - size
        far: list[int] = []
        rows = self._costly_rows(scale)
        cost_of: dict[Any, list[int]] = {}
        for u in left[:near]:
            alike = self._float_keys[u]
            if alike not in cost_of:
                cost_of[alike] = [0] * scale.words
                self._add_left_cost(cost_of[alike], rows, u, scale)
            far += cost_of[alike]
        none = self._array([])
        self.facts = bare_facts(none, 0, near)._replace(out_far=self._array(far))
        if self._run_step(BEGIN, graph) >= 0:
            return None
        mates = [v if v < size else -1 for v in local[:size]] + [-1] * (n - size)
        for i, j in enumerate(mates_of(graph)):
            mates[left[i]] = left[j]
        return mates if self.counts(mates, self._first_count) == counts else None

    def _first_units(self) -> Units:
        """Return the units of the first criteria alone."""
        few = [component for component in self.components if component.row < self._first_count]
        return units(few, [len(self.players)] * len(few), 1, self.fast)

    def _solve_first(self) -> tuple[DenseGraph, dict[Component, int]]:
        """Solve the first criteria alone, C6 to C8, and count."""
        graph = self._solved_graph(self._first_units(), self.mates, False)
        return graph, self.counts(mates_of(graph), self._first_count)

    @cached_property
    def rows(self) -> list[tuple[int, Criterion]]:
        """The criteria that apply, and their places: what looks ahead does so where a bracket follows."""
        return [
            (at, row)
            for at, row in enumerate(self.table)
            if (self.ahead or not row.ahead) and (self.last or not row.last)
        ]

    def counts(self, mates: Sequence[int], rows: int, bye_alone: bool = False) -> dict[Component, int]:
        """Count how much of each criterion a complete round has; what it has nothing of is left out.

        Args:
            mates: per vertex, its match.
            rows: how many criteria, from the first.
            bye_alone: whether the only downfloater gets the bye.
        """
        counts: dict[Component, int] = {}
        players, size, near = self.players, self.size, self.near

        def add(at: int, key: int | None, count: int) -> None:
            if key is not None and count:
                counts[Component(at, key)] = counts.get(Component(at, key), 0) + count

        floaters = [u for u in range(size) if mates[u] >= size]
        left = [u for u in range(near) if mates[u] >= near]
        pairs = [(u, mates[u]) for u in range(size) if u < mates[u] < near]
        bits = {
            (u, v): features(facts_of(players[u], players[v]), 0, 1)
            for u, v in pairs
            if v < size and rows > self._first_count
        }
        for at, row in self.rows:
            if at >= rows:
                break
            if row.floats is not None:
                for u in floaters:
                    key = self.scores.of_float(row.by, players[u].score)
                    add(at, key, row.floats(players[u], u < self.moved))
            if row.left is not None:
                for u in left:
                    key = self.scores.of_left(row.by, players[u].score)
                    add(at, key, row.left(players[u], self.last))
            if row.bye is not None and bye_alone:
                for u in floaters:
                    add(at, 0, row.bye(players[u]))
            for u, v in pairs:
                if row.next_pairs if v >= size else row.pairs is not None and bits[u, v] >> row.pairs & 1:
                    add(at, self.scores.of_pair(row.by, players[u].score, players[v].score), 1)
        return counts

    def _bye_floats_alone(self, mates: Sequence[int]) -> bool:
        """Return whether one player floats down, and gets the bye (C9)."""
        return (
            self.bye
            and sum(v >= self.size for v in mates[: self.size]) == 1
            and mates[self.n - 1] < self.size
        )

    def _scale(self, first: Sequence[int], counts: Mapping[Component, int], flag: bool) -> Units:
        """Return the units of all criteria.

        Args:
            first: a complete round that is best by the first criteria.
            counts: how much of these it has.
            flag: whether the only downfloater gets the bye.
        """
        size, moved = self.size, self.moved
        scores = [player.score for player in self.players[:size]]
        floating = sum(v >= size for v in first[:size]) if self._fixed(By.TOTAL) else size
        here = [scores[:moved].count(score) for score in self.scores.bracket[:-1]]
        down = here
        paired = here
        if self._fixed(By.SCORE):
            down = [
                sum(scores[u] == score and first[u] >= size for u in range(moved))
                for score in self.scores.bracket[:-1]
            ]
            paired = [all_ - gone for all_, gone in zip(here, down, strict=True)]
        extent = Extent(
            self.n,
            self.rounds,
            flag,
            floating,
            (size - floating) // 2 if floating < size else size // 2,
            any(player.topscorer for player in self.players[:size]),
            down,
            paired,
        )
        bounds = [
            counts.get(component, 0)
            if component.row < self._first_count
            else self.table[component.row].bound(extent, component.key)
            for component in self.components
        ]
        return units(self.components, bounds, self._most_by_order(self.n), self.fast)

    def _most_by_order(self, span: int) -> int:
        """Return how much the order of generation can cost at most, given the number of vertices."""
        residents = self.size - self.moved
        most = residents // 2
        self.big = 2 * most * residents + 2
        return max(span + 1, most * (self.big + 2 * residents))

    def _solved_graph(self, scale: Units, mates: Sequence[int], flag: bool) -> DenseGraph:
        """Return a solved graph with the costs of some components."""
        allowed = self.allowed.copy()
        graph = make_graph(self.n, scale.words, allowed, self.fast)
        graph.s[graph.mate : graph.mate + self.n] = mates
        self.facts = self._facts(scale, flag, self.n, self.near)
        left = self._run_step(BEGIN, graph)
        assert left < 0, "a complete round was there, and is there no more"
        return graph

    def _run_step(
        self,
        task: int,
        graph: DenseGraph,
        players: Sequence[int] = (),
        rank: Sequence[int] = (),
        pairs: int = 0,
    ) -> int:
        """Have a step done on the graph."""
        big = [0] * graph.words
        big[-1] = self.big
        done = loop(work, self.fast)(
            task,
            graph,
            self.facts,
            self._array(list(players)),
            len(players),
            self._array(list(rank)),
            pairs,
            self._array(big),
        )
        check_potentials(graph)
        return int(done)

    def _facts(self, scale: Units, flag: bool, n: int, close: int) -> Facts:
        """Return what costs are made of.

        Args:
            scale: what one of each component costs.
            flag: whether the only downfloater gets the bye.
            n: how many vertices there are.
            close: how many of them are the bracket's or the next scoregroup's; what is left after that
                bracket costs nothing if these are the bracket's alone.
        """
        size = self.size
        rows = self._costly_rows(scale)
        out: list[list[int]] = [[], [], []]
        vectors: dict[Any, list[list[int]]] = {}
        for u in range(close):
            # What floating costs depends on this alone; the bye's cost is its player's own.
            alike = (self._float_keys[u], u < self.moved, u < size, flag and u)
            if alike not in vectors:
                vectors[alike] = self._float_costs(rows, scale, u, flag, close > size)
            for costs, vector in zip(out, vectors[alike], strict=True):
                costs += vector  # noqa: PLW2901 - lists grow in place
        used, unit, next_unit = self._pair_units(rows, scale)
        rest = [0] * (n - self.near)
        preference, strength, difference, repeated, floated, level = (
            self._array([*column, *rest][:n]) for column in self._columns
        )
        return Facts(
            size,
            close,
            n - 1 if flag else -1,
            self.moved,
            preference,
            strength,
            difference,
            repeated,
            floated,
            level,
            len(self.scores.near),
            used,
            self._array(unit),
            self._array(next_unit),
            *(self._array(costs) for costs in out),
        )

    @cached_property
    def _columns(self) -> list[list[int]]:
        """What features of pairs depend on (see :class:`Facts`), of the bracket and the next scoregroup."""
        seen = self.players[: self.near]
        place = {score: level for level, score in enumerate(self.scores.near)}
        return [*traits(seen), [place[player.score] for player in seen]]

    def _costly_rows(self, scale: Units) -> list[tuple[int, Criterion]]:
        """Return the criteria that apply and cost something, and their places."""
        priced = {component.row for component in scale.of}
        return [(at, row) for at, row in self.rows if at in priced]

    @cached_property
    def _float_keys(self) -> list[Any]:
        """On what of a player the costs of floats depend."""
        return [(player.score, player.floats, player.may_bye) for player in self.players]

    def _float_costs(
        self, rows: Sequence[tuple[int, Criterion]], scale: Units, u: int, flag: bool, ahead: bool
    ) -> list[list[int]]:
        """Return what floating costs a vertex, what being left after that costs, and what the bye costs."""
        player, moved = self.players[u], u < self.moved
        near, bye = [0] * scale.words, [0] * scale.words
        if u < self.size:
            for at, row in rows:
                if row.floats is not None:
                    key = self.scores.of_float(row.by, player.score)
                    _add(near, scale, at, key, row.floats(player, moved))
                if row.bye is not None and flag:
                    _add(bye, scale, at, 0, row.bye(player))
        far = list(near)
        if ahead:
            self._add_left_cost(far, rows, u, scale)
        return [near, far, bye]

    def _add_left_cost(
        self, words: list[int], rows: Sequence[tuple[int, Criterion]], u: int, scale: Units
    ) -> None:
        """Add what it costs a vertex to be left after the next bracket."""
        player = self.players[u]
        for at, row in rows:
            if row.left is not None:
                key = self.scores.of_left(row.by, player.score)
                _add(words, scale, at, key, row.left(player, self.last))

    def _pair_units(
        self, rows: Sequence[tuple[int, Criterion]], scale: Units
    ) -> tuple[int, list[int], list[int]]:
        """Return which features cost something, what they cost by levels, and pairs with the next bracket."""
        levels = self.scores.near
        none = [0] * (len(levels) ** 2 * scale.words)
        unit = dict.fromkeys(Feature, none)
        next_unit: list[int] = []

        def fill(at: int, row: Criterion, into: list[int]) -> list[int]:
            into = list(into)
            for a, upper in enumerate(levels):
                for b, lower in enumerate(levels[a:], a):
                    key = self.scores.of_pair(row.by, upper, lower)
                    weight = scale.of.get(Component(at, key)) if key is not None else None
                    if weight is not None:
                        first = (a * len(levels) + b) * scale.words
                        for k, value in enumerate(weight):
                            into[first + k] += value
            return into

        for at, row in rows:
            if row.pairs is not None:
                unit[row.pairs] = fill(at, row, unit[row.pairs])
            if row.next_pairs:
                next_unit = fill(at, row, next_unit or none)
        used = sum(1 << feature for feature, values in unit.items() if any(values))
        return used, [value for feature in Feature for value in unit[feature]], next_unit

    def _array(self, values: list[int]) -> Any:
        return array(values, self.fast)

    def _procedure(self, graph: DenseGraph, n: int) -> None:
        """Find the first of the best candidates in the sequence (3.6, 3.7)."""
        size = self.size
        mates = mates_of(graph)
        if any(v >= size for v in mates[: self.moved]):
            rank = [int(v >= size) for v in range(n)]
            for u in range(self.moved):
                self._run_step(STEER, graph, [u], rank)
            mates = mates_of(graph)
        paired = [u for u in range(self.moved) if mates[u] < size]
        if paired:
            self._run_step(SETTLE, graph, paired, range(n))
            mates = mates_of(graph)
        rest = [u for u in range(self.moved, size) if mates[u] >= self.moved]
        pairs = sum(mates[u] < size for u in rest) // 2
        if not pairs:
            return
        upper = self._exchange(graph, rest, pairs)
        marks = [0] * n
        for u in upper:
            marks[u] = 1
        self._run_step(UPPERS, graph, rest, marks)
        self._run_step(SETTLE, graph, upper, range(n))

    def _exchange(self, graph: DenseGraph, rest: list[int], pairs: int) -> list[int]:
        """Choose the exchange (4.3): return who is in S1 after it."""
        size = self.size
        self._run_step(EXCHANGE, graph, rest, pairs=pairs)

        def is_upper(u: int) -> bool:
            return bool(u < graph.s[graph.mate + u] < size)

        left = exchanges = sum(not is_upper(u) for u in rest[:pairs])
        for u in reversed(rest[:pairs]):
            if not left:
                break
            self._steer_between(graph, u, size, 1)
            left -= not is_upper(u)
        left = exchanges
        for u in rest[pairs:]:
            if left <= 1:
                break
            self._steer_between(graph, u, size, 0)
            left -= is_upper(u)
        return [u for u in rest if is_upper(u)]

    def _steer_between(self, graph: DenseGraph, u: int, size: int, above: int) -> None:
        """Let a player be (``above`` 0), or not be (1), the upper one of a pair if that can be."""
        self._run_step(STEER, graph, [u], [above if u < v < size else 1 - above for v in range(graph.n)])


@dataclass(frozen=True)
class DutchSolution:
    """A bracket that is paired.

    Args:
        bracket: it.
        mates: a complete round that has its pairs.
        bye_alone: whether the only downfloater gets the bye.
    """

    bracket: DutchBracket
    mates: list[int]
    bye_alone: bool

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


def _add(total: list[int], scale: Units, row: int, key: int | None, count: int) -> None:
    """Add what so many of a component cost."""
    weight = scale.of.get(Component(row, key)) if key is not None and count else None
    if weight is not None:
        for k, value in enumerate(weight):
            total[k] += count * value
