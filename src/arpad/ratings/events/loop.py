"""The loop of systems that judge all games of an event at once, against the ratings before it.

Federations that rate by tournament report think so: one event, one new rating.
A system of this kind is a set of *parts*, kernels that the loop calls by these names, with ``p``, its
parameters as a NamedTuple; ``rows`` is players × columns, ``faced`` the games as their players saw them:

* ``enter(p, age, rows, a)``: make player ``a`` ready for an event (fill in what is unknown of the player);
* ``prepare(p, age, rows, a, faced, start, end)``: what opponents are to meet, ``rows[a, AS_OPPONENT]``, in
  case it is not the rating itself; it sees the opponents as they entered, and writes only into the player's
  own row;
* ``together(p, rows, faced, touched, players, place, tally)``: the same of systems that find several ratings
  of an event together; it sees all games and may write into every player's ``AS_OPPONENT`` and ``STANDING``;
* ``intermediate(p, edition, age, rows, a, faced, start, end)``: of systems that rate an event in two passes
  (``EventRunOptions.twice``), what opponents are to meet in the second, ``rows[a, AS_OPPONENT]``; it sees
  of the opponents what ``prepare`` made of them, writes into no other column, and may change the order of
  the player's games;
* ``judge(p, edition, age, rows, a, faced, start, end)``: the new state of player ``a``, in place.

The edition and the age are those of the player's last game in the event; age is NaN where unknown.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.specialising import kernel

RATING, AS_OPPONENT, STANDING, GAMES, BIRTH, AGE = range(6)
"""The columns of every player's row: the rating; what opponents meet; what they need to know beside it (such
as how settled it is); games before; year of birth and age, NaN where unknown. More are the system's own."""

OWN = 6
"""The first column of a row that is the system's own."""

THEIRS, SETTLED, SCORE, WEIGHT, ADVANTAGE, HANDICAP, OPPONENT, EARLIER = range(8)
"""The columns of a game as a player saw it: the opponent's ``AS_OPPONENT`` and ``STANDING``, the player's
score, weight, +1 with White, stones given, the opponent's index, and the opponent's ``AS_OPPONENT`` of the
first pass."""

FACED = 8


class EventRunOptions(NamedTuple):
    """Which of the record's columns a run needs."""

    weights: bool
    advantages: bool
    handicaps: bool
    editions: bool
    years: bool
    trace: bool
    twice: bool


class EventWorkspace(NamedTuple):
    """Where the loop works: as much as the largest event needs.

    Args:
        faced: float64, two rows per game of an event.
        tally: int64 over players, games in the event; zeros between events.
        place: int64 over players, where the player's next game goes.
        last: int64 over players, the last game.
        touched: int64, the players of the event.
        kept: int64, the columns of a row that the trace keeps.
    """

    faced: NDArray[np.float64]
    tally: NDArray[np.int64]
    place: NDArray[np.int64]
    last: NDArray[np.int64]
    touched: NDArray[np.int64]
    kept: NDArray[np.int64]


class EventParts(TypedDict, total=False):
    """The kernels that make a system of the family, by the names of the loop; one left out stays neutral."""

    enter: Callable[[Any, float, Any, int], None]
    prepare: Callable[[Any, float, Any, int, Any, int, int], None]
    together: Callable[[Any, Any, Any, Any, int, Any, Any], None]
    intermediate: Callable[[Any, int, float, Any, int, Any, int, int], None]
    judge: Callable[[Any, int, float, Any, int, Any, int, int], None]


@kernel
def enter(p: Any, age: float, rows: Any, a: int) -> None:
    """Stand for the way into an event."""


@kernel
def prepare(p: Any, age: float, rows: Any, a: int, faced: Any, start: int, end: int) -> None:
    """Stand for what opponents are to meet."""


@kernel
def together(p: Any, rows: Any, faced: Any, touched: Any, players: int, place: Any, tally: Any) -> None:
    """Stand for what players of an event are to meet where their ratings are found together."""


@kernel
def intermediate(
    p: Any, edition: int, age: float, rows: Any, a: int, faced: Any, start: int, end: int
) -> None:
    """Stand for what opponents are to meet in the second pass."""


@kernel
def judge(p: Any, edition: int, age: float, rows: Any, a: int, faced: Any, start: int, end: int) -> None:
    """Stand for the rating of an event."""


@kernel
def age_in(birth: float, given_age: float, year: float) -> float:
    """Return the age in a year by the year of birth; where that is not known, the age that is."""
    by_birth = year - birth
    return by_birth if by_birth == by_birth else given_age  # noqa: PLR0124 - a NaN is not equal to itself


@kernel
def see(columns: Any, uses: Any, faced: Any, at: int, i: int, side: int, opponent: int) -> None:
    """Write game ``i`` as the player on ``side`` saw it, but for what the opponent is."""
    sign = 1.0 if side == 0 else -1.0
    score = columns.score[i]
    faced[at, SCORE] = score if side == 0 else 1.0 - score
    faced[at, WEIGHT] = columns.weight[i] if uses.weights else 1.0
    faced[at, ADVANTAGE] = sign * columns.advantage[i] if uses.advantages else 0.0
    faced[at, HANDICAP] = sign * columns.handicap[i] if uses.handicaps else 0.0
    faced[at, OPPONENT] = opponent


# One kernel, long as it is: its steps share the room, and how many players and games an event has fills it
# as they go; a function for each step would hand the room and both numbers on for every event.
@kernel
def event_loop(
    p: Any, columns: Any, uses: Any, bounds: Any, rows: Any, room: Any, before: Any, after: Any
) -> None:
    """Rate event by event, in place."""
    first = columns.first
    second = columns.second
    faced = room.faced
    tally = room.tally
    place = room.place
    last = room.last
    touched = room.touched
    kept = room.kept
    for event in range(bounds.shape[0] - 1):
        start = bounds[event]
        end = bounds[event + 1]
        players = 0
        for i in range(start, end):
            a = first[i]
            b = second[i]
            if tally[a] == 0:
                touched[players] = a
                players += 1
            tally[a] += 1
            last[a] = i
            if tally[b] == 0:
                touched[players] = b
                players += 1
            tally[b] += 1
            last[b] = i
        at = 0
        for t in range(players):
            a = touched[t]
            place[a] = at
            at += tally[a]
            year = columns.year[last[a]] if uses.years else math.nan
            rows[a, AS_OPPONENT] = rows[a, RATING]
            enter(p, age_in(rows[a, BIRTH], rows[a, AGE], year), rows, a)
        for i in range(start, end):
            a = first[i]
            b = second[i]
            see(columns, uses, faced, place[a], i, 0, b)
            place[a] += 1
            see(columns, uses, faced, place[b], i, 1, a)
            place[b] += 1
        for j in range(at):
            b = int(faced[j, OPPONENT])
            faced[j, THEIRS] = rows[b, AS_OPPONENT]
            faced[j, SETTLED] = rows[b, STANDING]
        for t in range(players):
            a = touched[t]
            year = columns.year[last[a]] if uses.years else math.nan
            age = age_in(rows[a, BIRTH], rows[a, AGE], year)
            prepare(p, age, rows, a, faced, place[a] - tally[a], place[a])
        together(p, rows, faced, touched, players, place, tally)
        for j in range(at):
            faced[j, THEIRS] = rows[int(faced[j, OPPONENT]), AS_OPPONENT]
            faced[j, EARLIER] = faced[j, THEIRS]
        if uses.twice:
            for t in range(players):
                a = touched[t]
                year = columns.year[last[a]] if uses.years else math.nan
                age = age_in(rows[a, BIRTH], rows[a, AGE], year)
                edition = columns.edition[last[a]] if uses.editions else -1
                intermediate(p, edition, age, rows, a, faced, place[a] - tally[a], place[a])
            for j in range(at):
                faced[j, THEIRS] = rows[int(faced[j, OPPONENT]), AS_OPPONENT]
        if uses.trace:
            for i in range(start, end):
                for c in range(kept.shape[0]):
                    before[i, 0, c] = rows[first[i], kept[c]]
                    before[i, 1, c] = rows[second[i], kept[c]]
        for t in range(players):
            a = touched[t]
            year = columns.year[last[a]] if uses.years else math.nan
            age = age_in(rows[a, BIRTH], rows[a, AGE], year)
            edition = columns.edition[last[a]] if uses.editions else -1
            judge(p, edition, age, rows, a, faced, place[a] - tally[a], place[a])
            tally[a] = 0
        if uses.trace:
            for i in range(start, end):
                for c in range(kept.shape[0]):
                    after[i, 0, c] = rows[first[i], kept[c]]
                    after[i, 1, c] = rows[second[i], kept[c]]
