"""Dividing players into teams as equal as possible.

Two teams are divided exactly by meeting in the middle (Horowitz, E. and Sahni, S. (1974), Computing
partitions with applications to the knapsack problem, *JACM* 21, 277–292): all sums of either half of the
players are listed, and the best pair of them is looked up. More teams are divided team by team: a team
whose strength is further from the average than the best division found so far cannot be part of a better
one. Where that is too much, the best of many starts improved by exchanges is returned, and said to be no
more than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

HALVES = 36
"""Up to so many units two teams are divided exactly: either half has 2¹⁸ sums."""

BUDGET = 400_000
"""How many teams are looked at before an exact search of three teams or more gives up."""

STARTS = 200
"""From how many starts divisions are improved by exchanges."""

TRIES = 200_000
"""How many placings are tried before a division that meets all wishes is taken for impossible."""


@dataclass(frozen=True)
class Division:
    """Players in teams.

    Args:
        teams: the players of each team, by index.
        strengths: of each team.
        exact: whether no division is more even.
    """

    teams: tuple[tuple[int, ...], ...]
    strengths: tuple[float, ...]
    exact: bool

    @property
    def spread(self) -> float:
        """How far the strongest and the weakest team lie apart."""
        return max(self.strengths) - min(self.strengths)


@dataclass(frozen=True)
class DivisionTask:
    """What is to be divided.

    Args:
        strength: of each player.
        sizes: of each team, with as many places as there are players.
        keep: groups of players who play in one team.
        apart: pairs of players who play in different teams.
        mean: whether the strength of a team is the mean of its players'; else their sum.
    """

    strength: tuple[float, ...]
    sizes: tuple[int, ...]
    keep: tuple[tuple[int, ...], ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    mean: bool = False

    def __post_init__(self) -> None:
        if len(self.sizes) < 2 or min(self.sizes) < 1:
            raise BadInput("there are at least two teams, each of at least one player")
        if sum(self.sizes) != len(self.strength):
            raise BadInput(
                f"the teams have {sum(self.sizes)} places for {len(self.strength)} players",
                remedy="Give sizes that sum to the number of players.",
            )

    def of(self, members: Sequence[int]) -> float:
        """Return the strength of a team."""
        total = float(np.sum([self.strength[i] for i in members]))
        return total / len(members) if self.mean else total

    def units(self) -> list[tuple[int, ...]]:
        """Return the groups of players who play together, the strongest first.

        Raises:
            BadInput: two players who are to be apart are to be kept together.
        """
        root = list(range(len(self.strength)))

        def find(i: int) -> int:
            while root[i] != i:
                i = root[i]
            return i

        for group in self.keep:
            for other in group[1:]:
                root[find(other)] = find(group[0])
        for first, second in self.apart:
            if find(first) == find(second):
                raise BadInput(
                    "two players are to be kept together and apart",
                    remedy="Leave out one of the two conditions.",
                )
        groups: dict[int, list[int]] = {}
        for i in range(len(self.strength)):
            groups.setdefault(find(i), []).append(i)
        units = [tuple(group) for group in groups.values()]
        return sorted(units, key=lambda unit: (-sum(self.strength[i] for i in unit), unit))

    def divided(self, teams: Sequence[Sequence[int]], *, exact: bool) -> Division:
        """Return these teams, in the order of the sizes."""
        return Division(tuple(tuple(team) for team in teams), tuple(map(self.of, teams)), exact)


def divide(task: DivisionTask) -> Division:
    """Return the division into teams that differ the least in strength.

    Least is the difference between the strongest and the weakest team.

    Raises:
        BadInput: no division has these sizes and meets all wishes.
    """
    units = task.units()
    if len(task.sizes) == 2:
        division = _in_two(task, units)
        if division is not None:
            return division
    best = _best_by_exchanges(task, units)
    if len(task.sizes) == 2:
        return best
    search = _DivisionSearch(task, units, best)
    return search.done()


def _in_two(task: DivisionTask, units: Sequence[tuple[int, ...]]) -> Division | None:
    """Return the most even division into two teams; None where there are too many players.

    Each block is a unit, or units that wishes to be apart bind to opposite sides; its sign says which side.

    Raises:
        BadInput: there is none.
    """
    blocks = _blocks(task, units)
    if len(blocks) > HALVES:
        return None
    lead = np.array([sum(task.strength[i] for i in a) - sum(task.strength[i] for i in b) for a, b in blocks])
    more = np.array([len(a) - len(b) for a, b in blocks])
    first, second = task.sizes
    total = float(np.sum(task.strength))
    wanted = total * (first - second) / (first + second) if task.mean else 0.0
    half = len(blocks) // 2
    left, right = _signed(lead[:half], more[:half]), _signed(lead[half:], more[half:])
    best: tuple[float, int, int] | None = None
    for size in np.unique(left[1]):
        mine = np.flatnonzero(left[1] == size)
        theirs = np.flatnonzero(right[1] == first - second - size)
        if not len(theirs):
            continue
        theirs = theirs[np.argsort(right[0][theirs], kind="stable")]
        values = right[0][theirs]
        need = wanted - left[0][mine]
        at = np.searchsorted(values, need)
        for shift in (0, -1):
            near = np.clip(at + shift, 0, len(values) - 1)
            miss = np.abs(values[near] - need)
            k = int(np.argmin(miss))
            if best is None or miss[k] < best[0]:
                best = float(miss[k]), int(mine[k]), int(theirs[near[k]])
    if best is None:
        raise _impossible()
    teams: tuple[list[int], list[int]] = ([], [])
    signs = [best[1] >> k & 1 for k in range(half)] + [best[2] >> k & 1 for k in range(len(blocks) - half)]
    for (a, b), turned in zip(blocks, signs, strict=True):
        teams[turned].extend(a)
        teams[1 - turned].extend(b)
    return task.divided([sorted(team) for team in teams], exact=True)


def _signed(lead: Floats, more: Ints) -> tuple[Floats, Ints]:
    """Return all sums of these numbers with either sign; bit k of the index turns number k."""
    sums, sizes = np.zeros(1), np.zeros(1, dtype=np.int64)
    for value, size in zip(lead, more, strict=True):
        sums = np.concatenate([sums + value, sums - value])
        sizes = np.concatenate([sizes + size, sizes - size])
    return sums, sizes


def _blocks(
    task: DivisionTask, units: Sequence[tuple[int, ...]]
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return units joined by wishes to be apart, as the two sides that they then make of two teams.

    Raises:
        BadInput: three would all have to be apart from each other.
    """
    of = {player: at for at, unit in enumerate(units) for player in unit}
    near: dict[int, set[int]] = {at: set() for at in range(len(units))}
    for first, second in task.apart:
        near[of[first]].add(of[second])
        near[of[second]].add(of[first])
    side: dict[int, int] = {}
    blocks = []
    for start in range(len(units)):
        if start in side:
            continue
        side[start] = 0
        queue = [start]
        parts: tuple[list[int], list[int]] = ([*units[start]], [])
        while queue:
            unit = queue.pop()
            for other in sorted(near[unit]):
                if other not in side:
                    side[other] = 1 - side[unit]
                    parts[side[other]].extend(units[other])
                    queue.append(other)
                elif side[other] == side[unit]:
                    raise _impossible()
        blocks.append((tuple(parts[0]), tuple(parts[1])))
    return blocks


def _impossible() -> BadInput:
    return BadInput(
        "no division into teams of these sizes keeps together and apart all who are to be",
        remedy="Give up one of these wishes, or change the sizes.",
    )


class _Rivals:
    """Which units are to be apart."""

    def __init__(self, task: DivisionTask, units: Sequence[tuple[int, ...]]) -> None:
        of = {player: at for at, unit in enumerate(units) for player in unit}
        self._pairs = {frozenset((of[first], of[second])) for first, second in task.apart}

    def within(self, unit: int, team: Sequence[int]) -> bool:
        """Tell whether a team has a unit from which this one is to be apart."""
        return bool(self._pairs) and any(frozenset((unit, other)) in self._pairs for other in team)

    def together(self, team: Sequence[int]) -> bool:
        """Tell whether a team has two units that are to be apart."""
        return bool(self._pairs) and any(frozenset(pair) in self._pairs for pair in combinations(team, 2))


def _best_by_exchanges(task: DivisionTask, units: Sequence[tuple[int, ...]]) -> Division:
    """Return the best of many starts, each improved by exchanges as long as one makes it more even."""
    random = np.random.default_rng(0)
    rivals = _Rivals(task, units)
    best: Division | None = None
    for start in range(STARTS):
        weights = [sum(task.strength[i] for i in unit) for unit in units]
        noise = random.normal(size=len(units)) * (np.std(weights) or 1.0) * min(1.0, start / 10)
        order = sorted(range(len(units)), key=lambda at: (-len(units[at]), -weights[at] - noise[at], at))
        placed = _place_units(task, units, rivals, order)
        _exchange(task, units, rivals, placed)
        teams = [sorted(i for at in team for i in units[at]) for team in placed]
        division = task.divided(teams, exact=False)
        if best is None or division.spread < best.spread:
            best = division
    assert best is not None
    return best


def _place_units(
    task: DivisionTask, units: Sequence[tuple[int, ...]], rivals: _Rivals, order: Sequence[int]
) -> list[list[int]]:
    """Place units one after the other in the team that most needs strength; step back where none fits.

    Raises:
        BadInput: there is no place for all.
    """
    teams: list[list[int]] = [[] for _ in task.sizes]
    room, total = list(task.sizes), [0.0] * len(task.sizes)
    average = float(np.mean(task.strength))
    tries = 0

    def place(depth: int) -> bool:
        nonlocal tries
        if depth == len(order):
            return True
        unit = order[depth]
        weight = sum(task.strength[i] for i in units[unit])
        for team in sorted(
            range(len(teams)), key=lambda t: (total[t] + average * (room[t] - task.sizes[t]), t)
        ):
            tries += 1
            if tries > TRIES:
                return False
            if room[team] < len(units[unit]) or rivals.within(unit, teams[team]):
                continue
            teams[team].append(unit)
            room[team] -= len(units[unit])
            total[team] += weight
            if place(depth + 1):
                return True
            teams[team].pop()
            room[team] += len(units[unit])
            total[team] -= weight
        return False

    if not place(0):
        raise _impossible()
    return teams


def _exchange(
    task: DivisionTask, units: Sequence[tuple[int, ...]], rivals: _Rivals, teams: list[list[int]]
) -> None:
    """Exchange units of one size between the teams as long as that makes the division more even."""

    def strengths() -> list[float]:
        return [task.of([i for at in team for i in units[at]]) for team in teams]

    now = strengths()
    while True:
        strong, weak = int(np.argmax(now)), int(np.argmin(now))
        best: tuple[float, int, int, int, int] | None = None
        for team, other in {(strong, t) for t in range(len(teams))} | {(weak, t) for t in range(len(teams))}:
            if team == other:
                continue
            for i, a in enumerate(teams[team]):
                for j, b in enumerate(teams[other]):
                    if len(units[a]) != len(units[b]):
                        continue
                    gain = sum(task.strength[x] for x in units[b]) - sum(task.strength[x] for x in units[a])
                    after = list(now)
                    after[team] += gain / task.sizes[team] if task.mean else gain
                    after[other] -= gain / task.sizes[other] if task.mean else gain
                    spread = max(after) - min(after)
                    if spread < max(now) - min(now) - 1e-12 and (best is None or spread < best[0]):
                        rest_team, rest_other = (
                            teams[team][:i] + teams[team][i + 1 :],
                            (teams[other][:j] + teams[other][j + 1 :]),
                        )
                        if not (rivals.within(b, rest_team) or rivals.within(a, rest_other)):
                            best = (spread, team, i, other, j)
        if best is None:
            return
        _, team, i, other, j = best
        teams[team][i], teams[other][j] = teams[other][j], teams[team][i]
        now = strengths()


class _DivisionSearch:
    """An exact search, team by team, among divisions more even than the best that is known."""

    def __init__(self, task: DivisionTask, units: Sequence[tuple[int, ...]], best: Division) -> None:
        self.task, self.units, self.best = task, units, best
        self.rivals = _Rivals(task, units)
        self.left = BUDGET
        total = float(np.sum(task.strength))
        self.average = total / (len(task.strength) if task.mean else len(task.sizes))

    def done(self) -> Division:
        """Return the most even division, or the best that was found in the time."""
        exact = self._fill(list(range(len(self.units))), list(task_sizes(self.task)), [])
        return Division(self.best.teams, self.best.strengths, exact)

    def _fill(
        self, rest: list[int], sizes: list[tuple[int, int]], unit_teams: list[tuple[int, list[int]]]
    ) -> bool:
        """Fill the team of the first unit that is left, in every way; return whether none was left out."""
        if not sizes:
            self._take(unit_teams)
            return True
        for size in sorted({size for size, _ in sizes}):
            at = next(i for i, (other, _) in enumerate(sizes) if other == size)
            for team in self._teams(rest, size):
                if self.left <= 0:
                    return False
                chosen = set(team)
                left = [unit for unit in rest if unit not in chosen]
                done = self._fill(left, sizes[:at] + sizes[at + 1 :], [*unit_teams, (sizes[at][1], team)])
                if not done:
                    return False
            if self.left <= 0:
                return False
        return True

    def _teams(self, rest: list[int], size: int) -> Iterator[list[int]]:
        """Yield the teams with the first unit that is left that may be part of a better division."""
        first, others = rest[0], rest[1:]
        need = size - len(self.units[first])
        if need < 0:
            return
        for count in range(min(need, len(others)) + 1):
            if comb(len(others), count) > self.left:
                self.left = 0
                return
            for more in combinations(others, count):
                self.left -= 1
                team = [first, *more]
                members = [i for unit in team for i in self.units[unit]]
                if len(members) != size or self.rivals.together(team):
                    continue
                if abs(self.task.of(members) - self.average) < self.best.spread:
                    yield team

    def _take(self, unit_teams: list[tuple[int, list[int]]]) -> None:
        teams = [sorted(i for unit in team for i in self.units[unit]) for _, team in sorted(unit_teams)]
        division = self.task.divided(teams, exact=True)
        if division.spread < self.best.spread:
            self.best = division


def task_sizes(task: DivisionTask) -> list[tuple[int, int]]:
    """Return the sizes of the teams with their places in the order."""
    return [(size, at) for at, size in enumerate(task.sizes)]
