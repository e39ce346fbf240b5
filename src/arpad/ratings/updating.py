"""More games after a list: going on from it where that is exact, else rating all games anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from arpad.core import BadInput, NotProvided
from arpad.ratings.rate import Events, by_player, rate
from arpad.ratings.result import Ratings
from arpad.ratings.system import RatingSystem
from arpad.ratings.timeline import Timeline
from arpad.ratings.win_counts import LAST
from arpad.record import Contests, Games, Players, Record, read_games
from arpad.record.assembly.concatenation import concatenate
from arpad.record.events import part_events
from arpad.record.periods import assign
from arpad.record.players import Attribute, is_known, unknown

if TYPE_CHECKING:
    from arpad.record.kinds.games import Readable


def update(ratings: Ratings, games: Record | Readable, as_of: date | int | str | None = None) -> Ratings:
    """Return the ratings after more games; see :meth:`arpad.ratings.result.Ratings.update`.

    Raises:
        BadInput: the games cannot be read, do not fit the record, or are contests where the record has games.
    """
    timeline, system = ratings.timeline, ratings.asked or ratings.system
    if not isinstance(games, Record):
        games = read_games(games, par=system.par if system.continuous else None)
    games = by_player(games, system)
    if games.players.continued:
        raise BadInput(
            "the new games bring players from another list",
            remedy="Give the games without a list; the ratings go on from themselves.",
        )
    old = timeline.record
    how = {
        "schedule": timeline.schedule,
        "period": None if timeline.rule is None else str(timeline.rule),
        "as_of": as_of,
        "history": ratings.trace is not None,
    }
    if ratings.trace is None and not timeline.given and _goes_on(ratings, system, games):
        return rate(games, system, after=ratings, **how)  # type: ignore[arg-type]
    if isinstance(old, Contests) or isinstance(games, Contests):
        raise NotProvided(
            f"{system.name} cannot go on from here, and contests of several players are not joined",
            remedy="Read all files together and rate them.",
        )
    assert isinstance(old, Games)
    assert isinstance(games, Games)
    if timeline.parted:
        raise NotProvided(
            "names of events stand for several events here, and more games may belong to any of them",
            remedy="Read all files together and rate them.",
        )
    joined = concatenate([old, games])
    whole = replace(joined, players=_players(joined.players.names, old.players, games.players))
    events: Events = "named" if _is_named(timeline) else "split"
    return rate(whole, system, given=timeline.given, events=events, **how)  # type: ignore[arg-type]


def _goes_on(ratings: Ratings, system: RatingSystem, games: Record) -> bool:
    """Tell whether going on from the ratings gives what rating all games together gives."""
    timeline = ratings.timeline
    old = timeline.record
    if ratings.asked is not None or timeline.events or ratings.as_of is not None:
        return False
    if _has_entries(ratings, games):
        return False
    try:
        system.check_continued()
    except NotProvided:
        return False
    if (old.time is None) != (games.time is None):
        raise BadInput(
            "one of the two records has times, the other has none",
            remedy="Give times in both records, or in neither.",
        )
    if timeline.schedule == "period" and (timeline.rule is None or timeline.rule.unit in ("event", "all")):
        return False
    if old.time is None or games.time is None or not len(old) or not len(games):
        return len(old) > 0 or old.players.continued
    if old.time.dtype.kind != games.time.dtype.kind:
        return False  # joining them says what is wrong
    if games.time.min() < old.time.max():
        return False
    if timeline.schedule == "live":
        return True
    ends = old.take(np.array([int(old.time.argmax())])), games.take(np.array([int(games.time.argmin())]))
    assert timeline.rule is not None
    last, first = (int(assign(record, timeline.rule).number[0]) for record in ends)
    return first > last


def _has_entries(ratings: Ratings, games: Record) -> bool:
    """Tell whether something is known of players of the old record whose first game is in the new one.

    What ratings hand on is of those who have played, or who were on a list before.
    """
    players = ratings.players
    if not players.attributes:
        return False
    waiting = np.flatnonzero((ratings.counts[:, LAST] < 0) & ~players.listed)
    return any(games.players.knows(players.names[at]) for at in waiting.tolist())


def _is_named(timeline: Timeline) -> bool:
    """Tell whether all games of one name were taken as one event, though they could be several."""
    return timeline.events and not timeline.parted and bool(part_events(timeline.record)[1])


def _players(names: Sequence[str], old: Players, new: Players) -> Players:
    """Return players with what is known of them; where both know something, the older record decides."""
    there = {name: i for i, name in enumerate(names)}
    attributes: dict[str, Attribute] = {}
    for players in (new, old):
        place = np.array([there[name] for name in players.names], dtype=np.int64)
        for name, column in players.attributes.items():
            if name not in attributes or attributes[name].dtype.kind != column.dtype.kind:
                attributes[name] = unknown(column, len(names))
            has_value = is_known(column)
            attributes[name][place[has_value]] = column[has_value]
    return Players(names, attributes, continued=old.continued)
