"""Plain facts about a record: its span, its players, its results, and the groups that never met.

Games are counted by time and by player too, in so few steps that a chart has room for them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arpad.record.contests import Contests
from arpad.record.games import Games
from arpad.record.record import Record, Time
from arpad.record.survey.blocks import blocks, counts_of, days_of

NAMED = 5
"""How many players of a group are named."""

STEPS = 48
"""How many steps of time there are at most; of more days there are months, of more months years, and of more
years or numbered periods several in a step."""

ROUND = (1, 2, 5)
"""What ends a class of players by their games: so many, ten times, a hundred times so many…"""


@dataclass(frozen=True)
class Span:
    """When the games of a record were played.

    Args:
        first: the first day or moment in ISO form, or the lowest number of a period.
        last: the last.
        kind: ``date``, ``moment`` or ``period``.
        distinct: how many days have games; of numbered periods, how many periods.
        months: how many months have games; None for numbered periods.
    """

    first: str
    last: str
    kind: str
    distinct: int
    months: int | None = None


@dataclass(frozen=True)
class PlayersSeen:
    """How much the players have played.

    Args:
        count: how many have a game.
        once: how many have a single one.
        median: the median of their numbers of games.
        most: the largest number of games.
        busiest: who has that number.
    """

    count: int
    once: int
    median: float
    most: int
    busiest: str


@dataclass(frozen=True)
class ResultsSeen:
    """How the games of two sides ended.

    Args:
        first_won: how many the first side won.
        drawn: how many were drawn.
        second_won: how many the second side won.
        shared: how many of all these were no plain win, draw or loss, such as 0.75.
        advantage: how many games one of the sides had White, or was at home.
        points: whether the points of the sides are known.
    """

    first_won: int
    drawn: int
    second_won: int
    shared: int
    advantage: int
    points: bool


@dataclass(frozen=True)
class Group:
    """Players who are connected by games with each other, and with nobody else.

    Args:
        players: how many.
        games: how many games they have played.
        names: some of them, those with the most games first.
    """

    players: int
    games: int
    names: tuple[str, ...]


def span_of(time: Time | None) -> Span | None:
    """Return when games were played; None where that is not known."""
    if time is None or not len(time):
        return None
    low, high = time.min(), time.max()
    if time.dtype.kind != "M":
        return Span(str(int(low)), str(int(high)), "period", len(np.unique(time)))
    days = days_of(time).day.astype("datetime64[D]")
    months = len(np.unique(days.astype("datetime64[M]")))
    kind = "date" if time.dtype == np.dtype("datetime64[D]") else "moment"
    return Span(str(low), str(high), kind, len(days), months)


def games_by_time(time: Time | None) -> list[tuple[str, int]]:
    """Return how many games there are in every step of time, those without games too.

    Args:
        time: of every game; None where it is not known.

    Returns:
        Days (``2024-01-03``), months (``2024-01``), years or numbers of periods, or several of these in a
        step (``2000 to 2004``); nothing without times.
    """
    if time is None or not len(time):
        return []
    if time.dtype.kind != "M":
        return _in_steps(time.astype(np.int64))
    played = days_of(time)
    days = played.day.astype("datetime64[D]")
    for unit in ("D", "M"):
        at = days.astype(f"datetime64[{unit}]")
        first, last = at.min(), at.max()
        if (last - first).astype(np.int64) < STEPS:
            count = np.bincount((at - first).astype(np.int64), played.games).astype(np.int64)
            return [(str(first + step), int(games)) for step, games in enumerate(count)]
    return _in_steps(days.astype("datetime64[Y]").astype(np.int64) + 1970, played.games)


def _in_steps(numbers: NDArray[np.int64], games: NDArray[np.int64] | None = None) -> list[tuple[str, int]]:
    """Return how many games lie in every step of the numbers, of 1, 2, 5, 10 and so on.

    Args:
        numbers: of years or periods.
        games: how many games each of them has; None where each has one.
    """
    low, high = int(numbers.min()), int(numbers.max())
    size = next(
        step * 10**power
        for power in range(20)
        for step in ROUND
        if high // (step * 10**power) - low // (step * 10**power) < STEPS
    )
    count = np.bincount(numbers // size - low // size, games).astype(np.int64)
    starts = [(low // size + step) * size for step in range(len(count))]
    labels = [f"{at}" if size == 1 else f"{at} to {at + size - 1}" for at in starts]
    return list(zip(labels, count.tolist(), strict=True))


def players_by_games(games: NDArray[np.int64]) -> list[tuple[str, int]]:
    """Return how many players have one game, two, 3 to 5, 6 to 10, 11 to 20, and so on.

    Args:
        games: per player, as :func:`games_per_player` returns them.
    """
    active = games[games > 0]
    if not len(active):
        return []
    most = int(active.max())
    ends = [end * 10**power for power in range(len(str(most)) + 1) for end in ROUND]
    ends = ends[: int(np.searchsorted(ends, most)) + 1]
    starts = [1, *(end + 1 for end in ends[:-1])]
    count = np.bincount(np.searchsorted(ends, active), minlength=len(ends))
    labels = [f"{low}" if low == high else f"{low} to {high}" for low, high in zip(starts, ends, strict=True)]
    return list(zip(labels, count.tolist(), strict=True))


def games_per_player(record: Record) -> NDArray[np.int64]:
    """Return int64 per player, how many games each has."""
    n = len(record.players)
    if isinstance(record, Games):
        return counts_of(record.first, n) + counts_of(record.second, n)
    return counts_of(record.appearances().player, n)


def players_seen(record: Record, games: NDArray[np.int64]) -> PlayersSeen | None:
    """Return how much the players have played; None where nobody has.

    Args:
        record: the record.
        games: per player, as :func:`games_per_player` returns them.
    """
    active = games[games > 0]
    if not len(active):
        return None
    return PlayersSeen(
        len(active),
        int((active == 1).sum()),
        float(np.median(active)),
        int(games.max()),
        record.players.names[int(games.argmax())],
    )


def results_seen(record: Record) -> ResultsSeen | None:
    """Return how the games ended; None for contests of many sides."""
    if not isinstance(record, Games):
        return None
    won, drawn, lost, shared = 0, 0, 0, 0
    for part in blocks(len(record)):
        score = record.score[part]
        won += int(np.count_nonzero(score > 0.5))
        drawn += int(np.count_nonzero(score == 0.5))
        lost += int(np.count_nonzero(score < 0.5))
        shared += int(np.count_nonzero(~np.isin(score, (0.0, 0.5, 1.0))))
    known = record.points_first
    return ResultsSeen(
        won,
        drawn,
        lost,
        shared,
        0 if record.advantage is None else int(np.count_nonzero(record.advantage)),
        known is not None and bool((~np.isnan(known)).any()),
    )


def groups_of(record: Record, games: NDArray[np.int64]) -> list[Group]:
    """Return the groups of players who are connected by games, the largest first.

    Ratings of players of different groups cannot be compared: nothing says how strong one group is beside
    another.

    Args:
        record: the record.
        games: per player, as :func:`games_per_player` returns them.
    """
    one, two = _edges(record)
    n = len(record.players)
    if not len(one):
        return []
    label = _connected(one, two, n)
    active = np.flatnonzero(games > 0)
    count = np.bincount(label[active])
    begun = counts_of(one if isinstance(record, Games) else _first_members(record), n)
    of_game = np.bincount(label, begun).astype(np.int64)
    order = np.argsort(-count, kind="stable")
    groups = []
    by_games = active[np.argsort(-games[active], kind="stable")]
    named: dict[int, list[str]] = {}
    for player in by_games.tolist():
        names = named.setdefault(int(label[player]), [])
        if len(names) < NAMED:
            names.append(record.players.names[player])
    for group in order.tolist():
        if count[group]:
            groups.append(Group(int(count[group]), int(of_game[group]), tuple(named[group])))
    return groups


def _connected(one: NDArray[np.int32], two: NDArray[np.int32], players: int) -> NDArray[np.int64]:
    """Return int64 per player, the number of the group in which games connect all, from 0.

    Block by block, each with the groups of those before it: most games are between two of one group then.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    label = np.arange(players, dtype=np.int64)
    for part in blocks(len(one)):
        a, b = label[one[part]], label[two[part]]
        apart = a != b
        if apart.any():
            edges = np.ones(int(np.count_nonzero(apart)), dtype=np.int8), (a[apart], b[apart])
            _, merged = connected_components(coo_array(edges, shape=(players, players)), directed=False)
            label = merged.astype(np.int64)[label]
    return np.unique(label, return_inverse=True)[1]


def _edges(record: Record) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return pairs of players that connect all who took part in one game."""
    if isinstance(record, Games):
        return record.first, record.second
    who = record.appearances()
    same = who.row[1:] == who.row[:-1]
    return who.player[:-1][same], who.player[1:][same]


def _first_members(record: Record) -> NDArray[np.int32]:
    """Return a player of every contest."""
    assert isinstance(record, Contests)
    first: NDArray[np.int32] = record.member[record.seats[record.starts[:-1]]]
    return first
