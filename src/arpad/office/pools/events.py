"""What can happen to a pool of rated games, as events; and their lines, chained as those of an event file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from arpad.core import BadInput, worded
from arpad.office.events.fields import Fields, refuse
from arpad.office.events.stored_event import Codec, StoredEvent, Text, whole
from arpad.office.log.event_format import ENVELOPE
from arpad.office.pools.games import EARLIEST, LATEST, PoolGames, check_name, check_score
from arpad.office.pools.starts import Start, starts_read, starts_written

FORMAT = 1
HEADER = "arpad pool"


def _settings(key: str, value: Any) -> dict[str, str | float | None]:
    if not isinstance(value, dict) or not all(
        setting is None or type(setting) in (str, int, float) for setting in value.values()
    ):
        refuse(key, value, "names of parameters with their values")
    return value


def _named(key: str, value: Any) -> str:
    problem = check_name(value)
    if problem:
        raise BadInput(problem, code="pool.game-not-valid")
    return str(value)


def _score(key: str, value: Any) -> float:
    problem = check_score(value)
    if problem:
        raise BadInput(problem, code="pool.game-not-valid")
    return float(value)


def number_from(low: float, high: float) -> Codec:
    """Return the codec of numbers in a range."""

    def read(key: str, value: Any) -> float:
        if type(value) not in (int, float) or not low <= value <= high:
            refuse(key, value, f"a number from {low:g} to {high:g}")
        return float(value)

    return Codec(read)


Settings = Annotated[Mapping[str, str | float | None], Codec(_settings, dict)]
PlayerName = Annotated[str, Codec(_named)]
Score = Annotated[float, Codec(_score)]
GameNumber = Annotated[int, whole(1, 10**15)]
Seconds = Annotated[int, whole(-(10**12), LATEST)]
Moment = Annotated[int, whole(EARLIEST, LATEST)]
Points = Annotated[float, number_from(-1e6, 1e6)]
Share = Annotated[float, number_from(0.0, 1.0)]
Deviation = Annotated[float, number_from(0.0, 10_000.0)]
Games = Annotated[PoolGames, Codec(lambda key, value: PoolGames.read(value), lambda value: value.row())]
Starts = Annotated[Mapping[str, Start], Codec(lambda key, value: starts_read(value), starts_written)]
EventNumber = Annotated[int, whole(1, 10**15)]


@dataclass(frozen=True)
class PoolBegun(StoredEvent):
    """A pool begins.

    Args:
        title: what people call it.
        system: the rating system.
        settings: its parameters that are not the defaults.
    """

    KIND: ClassVar[str] = "pool"

    title: Text
    system: Text
    settings: Settings = field(default_factory=dict)


@dataclass(frozen=True)
class GamesPosted(StoredEvent):
    """Games were played, and are rated one after the other.

    Args:
        number: of the first; numbers go on without a gap.
        games: in their order.
    """

    KIND: ClassVar[str] = "games"

    number: GameNumber
    games: Games


@dataclass(frozen=True)
class ScoreCorrected(StoredEvent):
    """A game had another result than was posted.

    Args:
        number: of the game.
        score: of the first player.
    """

    KIND: ClassVar[str] = "score"

    number: GameNumber
    score: Score


@dataclass(frozen=True)
class GameTakenOut(StoredEvent):
    """A game was not played, or does not count.

    Args:
        number: of the game.
    """

    KIND: ClassVar[str] = "out"

    number: GameNumber


@dataclass(frozen=True)
class PlayersMerged(StoredEvent):
    """Two names are one player.

    Args:
        player: the name that goes.
        into: the name that stays, to which all games belong.
    """

    KIND: ClassVar[str] = "merge"

    player: PlayerName
    into: PlayerName


@dataclass(frozen=True)
class RulesChanged(StoredEvent):
    """Other parameters hold from a moment on.

    Args:
        since: in seconds since 1970 UTC: for the games at that moment and later.
        settings: the parameters that are not the defaults.
    """

    KIND: ClassVar[str] = "rules"

    since: Seconds
    settings: Settings = field(default_factory=dict)


@dataclass(frozen=True)
class SeasonBegun(StoredEvent):
    """A season begins: ratings return part of the way to a mean.

    Args:
        name: of the season.
        number: the last game before it; 0 for none.
        at: when, in seconds since 1970 UTC.
        mean: to which ratings return, in points.
        carry: the share of the distance to the mean that is kept.
        deviation: in points, the least that anybody has then; None to leave deviations as they are.
    """

    KIND: ClassVar[str] = "season"

    name: Text
    number: Annotated[int, whole(0, 10**15)]
    at: Moment
    mean: Points
    carry: Share
    deviation: Deviation | None = None


@dataclass(frozen=True)
class SeasonTakenOut(StoredEvent):
    """A season did not begin, and ratings were not reset.

    Args:
        name: of the season.
    """

    KIND: ClassVar[str] = "season-out"

    name: Text


@dataclass(frozen=True)
class StartsSet(StoredEvent):
    """Players have starting ratings, from the beginning of the pool.

    Args:
        players: by name; a starting rating that a player had before is replaced as a whole.
        source: what they come from, such as the name of a file.
    """

    KIND: ClassVar[str] = "starts"

    players: Starts
    source: Text = ""


@dataclass(frozen=True)
class StartsTakenOut(StoredEvent):
    """The starting ratings of an act do not hold; those that it had replaced hold again.

    Args:
        event: the number of the event that set them.
    """

    KIND: ClassVar[str] = "starts-out"

    event: EventNumber


@dataclass(frozen=True)
class ListPublished(StoredEvent):
    """A list was published; it stays as it is.

    Args:
        name: of the list.
        number: the last game that counts.
        digest: SHA-256 of what was published.
    """

    KIND: ClassVar[str] = "list"

    name: Text
    number: Annotated[int, whole(0, 10**15)]
    digest: Text


KINDS: Mapping[str, type[StoredEvent]] = {
    event.KIND: event
    for event in (
        PoolBegun,
        GamesPosted,
        ScoreCorrected,
        GameTakenOut,
        PlayersMerged,
        RulesChanged,
        SeasonBegun,
        SeasonTakenOut,
        StartsSet,
        StartsTakenOut,
        ListPublished,
    )
}
"""Word in a line → event of a pool."""


def read_line(line: str) -> tuple[int, StoredEvent, dict[str, Any]]:
    """Return the sequence number and the event of a line, and the whole line's object.

    Raises:
        BadInput: the line has no event of a pool, or a field is missing or out of its range.
    """
    row: dict[str, Any] = json.loads(line)
    return row["seq"], event_of(row), row


def event_of(row: Mapping[str, Any]) -> StoredEvent:
    """Return the event of a line's object.

    Raises:
        BadInput: it has no event of a pool, or a field is missing or out of its range.
    """
    kind = KINDS.get(row.get("do", ""))
    if kind is None or row.get("v") != kind.VERSION:
        raise BadInput(
            worded("the event {kind!r} of a pool is not known", kind=str(row.get("do"))[:40]),
            code="event.unknown-kind",
            remedy="Use a newer arpad.",
        )
    fields = Fields({key: value for key, value in row.items() if key not in ENVELOPE})
    event = kind.of(fields)
    fields.end()
    return event
