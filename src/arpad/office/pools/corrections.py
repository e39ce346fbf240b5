"""What was wrong in a pool is corrected, after a look at what follows from it.

A correction is an event: what was posted stays in the log, and what was published stays too. The games from
the first one that is concerned are rated anew, from the last state before it that was kept; the ratings of
now are exchanged in the transaction of the event. :meth:`Corrections.preview` says beforehand who changes by
how much, and which published lists would be others if they were published now.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple, get_args

from sqlalchemy import Connection, Engine, delete, func, select, update

from arpad.core import BadInput, worded
from arpad.office.cache import MEGABYTE, Cache
from arpad.office.events.fields import Fields
from arpad.office.log.store import stamp_now
from arpad.office.pools.events import (
    GameTakenOut,
    PlayersMerged,
    RulesChanged,
    ScoreCorrected,
    SeasonTakenOut,
    StartsSet,
    StartsTakenOut,
)
from arpad.office.pools.following import BYTES_OF_MEMBER
from arpad.office.pools.place import PoolPlace, check_seen
from arpad.office.pools.pool import Pool, note_kept, replace_players
from arpad.office.pools.replaying import BEGINNING, PoolRecord, Position, record_of, replayed
from arpad.office.pools.rules import PoolRules
from arpad.office.pools.standing import PoolRating, PoolStanding
from arpad.office.store.acts import StampedEvent, with_request, write
from arpad.office.store.tables import CHECKPOINTS, EVENTS, OPERATIONS, POOLS, PUBLICATIONS

Correction = (
    ScoreCorrected | GameTakenOut | PlayersMerged | RulesChanged | SeasonTakenOut | StartsSet | StartsTakenOut
)
"""What can be corrected."""


class RatingChange(NamedTuple):
    """A player whose rating a correction changes.

    Args:
        player: the name.
        before: the rating without it; None where the player has none.
        after: the rating with it; None where the player has none.
    """

    player: str
    before: float | None
    after: float | None


class ListChanges(NamedTuple):
    """A published list that would be another one with a correction.

    Args:
        name: of the list, which stays as it was published.
        players: who would have another rating in it than was published, whatever correction that is due to.
        corrected: whose rating in it this correction changes, beside what earlier corrections have changed;
            without those the same as ``players``.
    """

    name: str
    players: tuple[RatingChange, ...]
    corrected: tuple[RatingChange, ...]


class Preview(NamedTuple):
    """What follows from corrections.

    Args:
        players: whose rating of now changes, the greatest change first.
        lists: those that would be others, in the order in which they were published.
        seq: the last event of the pool that was looked at.
    """

    players: tuple[RatingChange, ...]
    lists: tuple[ListChanges, ...]
    seq: int


class _Rerating(NamedTuple):
    """What a pool would be with corrections.

    Args:
        rules: what it rates by then.
        standing: its players.
        preview: what is told.
        first: the first game that is concerned; 0 for none.
    """

    rules: PoolRules
    standing: PoolStanding
    preview: Preview
    first: int


class _LastPreview(NamedTuple):
    """What somebody has just looked at, so that it is not rated once more when it is accepted.

    Args:
        header: of the pool.
        head: the hash of its last event.
        corrections: that were looked at.
        rerating: what follows from them.
    """

    header: str
    head: str
    corrections: tuple[Correction, ...]
    rerating: _Rerating


# Who looks at a correction most often makes it next.
_LAST: Cache[Engine, _LastPreview] = Cache(
    "corrections looked at",
    4,
    32 * MEGABYTE,
    lambda kept: BYTES_OF_MEMBER * len(kept.rerating.standing.index),
)


@dataclass(frozen=True)
class Corrections:
    """Corrections of a pool.

    Args:
        pool: the pool.
    """

    pool: Pool

    def preview(self, *corrections: Correction) -> Preview:
        """Return what follows from corrections; nothing is written.

        Raises:
            BadInput: one cannot be made, or the database does not answer.
        """
        with self.pool.reading() as (connection, place):
            before = self.pool.standing(connection, place)
            rerating = _rerating(connection, place, corrections, before)
        last_preview = _LastPreview(place.stream.header, place.stream.head, corrections, rerating)
        _LAST.put(self.pool.database.engine, last_preview)
        return rerating.preview

    def accept(
        self,
        *corrections: Correction,
        expected: int | None = None,
        op: str = "",
        author: str | None = None,
    ) -> Preview:
        """Make corrections, and return what followed from them.

        Args:
            corrections: in their order.
            expected: the last event that the author has seen (:attr:`Preview.seq`); None for the last one.
            op: the operation's name, under which it is done once.
            author: who does it; None for :func:`arpad.office.log.store.author_here`.

        Raises:
            BadInput: one cannot be made, others have posted since the author looked (``log.moved``), or the
                operation's name was used for another act. Nothing is written then.
        """
        stamp = stamp_now(op=op, author=author)
        request = json.dumps(
            [[correction.KIND, correction.row()] for correction in corrections], ensure_ascii=False
        )
        stamps = [stamp, *(stamp_now(author=author) for _ in corrections[1:])]
        with self.pool.writing() as (connection, place):
            done = done_before(connection, place, op, request) if op else None
            if done is not None:
                return _read(done)
            check_seen(place, expected)
            last_preview = _LAST.get(self.pool.database.engine)
            _LAST.drop(self.pool.database.engine)
            if last_preview is not None and last_preview[:3] == (
                place.stream.header,
                place.stream.head,
                corrections,
            ):
                rerating = last_preview.rerating
            else:
                before = self.pool.standing(connection, place)
                rerating = _rerating(connection, place, corrections, before)
            after = place._replace(rules=rerating.rules)
            replace_players(connection, after, rerating.standing)
            note_kept(connection, place, place.stream.seq + len(corrections))
            connection.execute(
                update(POOLS).where(POOLS.c.stream == place.stream.id).values(rules=after.rules.text())
            )
            if rerating.first:
                late = CHECKPOINTS.c.game >= rerating.first
                connection.execute(delete(CHECKPOINTS).where(CHECKPOINTS.c.pool == place.stream.id, late))
            answer = json.dumps(rerating.preview, ensure_ascii=False)
            acts = [
                StampedEvent(correction, stamp) for correction, stamp in zip(corrections, stamps, strict=True)
            ]
            acts[0] = StampedEvent(corrections[0], with_request(stamp, digest_of(request)), answer)
            write(connection, place.stream, acts)
            connection.commit()
            return rerating.preview


def _rerating(
    connection: Connection, place: PoolPlace, corrections: Sequence[Correction], before: PoolStanding
) -> _Rerating:
    """Rate the games anew that corrections concern.

    Raises:
        BadInput: one cannot be made.
    """
    if not corrections:
        raise BadInput("there is nothing to correct", code="act.empty")
    record = record_of(connection, place.stream)
    rules = record.rules
    lists = record.lists
    was = {
        name: {rating.player: rating.rating for rating in ratings}
        for name, ratings in _lists(connection, place).items()
    }
    firsts = []
    for correction in corrections:
        if isinstance(correction, PlayersMerged):
            _check_merge(record, before, correction)
        if isinstance(correction, StartsSet):
            # They come from a file or a program, and are checked as those of an event that is read.
            correction = StartsSet.of(Fields(correction.row()))  # noqa: PLW2901 - the same, with numbers as they are read
            record.rules.check_starts(correction.players)
        firsts.append(record.take(correction))
    first = min((number for number in firsts if number), default=0)
    if not first:
        return _Rerating(record.rules, before, Preview((), (), place.stream.seq), 0)
    start, after = _checkpoint(connection, place, record, first)
    concerned = {name: place for name, place in lists.items() if place.number >= first}
    standing, noted = replayed(record, start=start, after=after, stops=sorted(set(concerned.values())))
    now = {rating.player: rating.rating for rating in standing.ratings(record.rules)}
    players = changes({rating.player: rating.rating for rating in before.ratings(rules)}, now)
    stands = _standing_lists(connection, place, first, concerned)
    changed = []
    for name, stop in concerned.items():
        there = dict(noted[stop])
        published, corrected = changes(was[name], there), changes(stands.get(name, was[name]), there)
        if published or corrected:
            changed.append(ListChanges(name, published, corrected))
    return _Rerating(record.rules, standing, Preview(players, tuple(changed), place.stream.seq), first)


def _standing_lists(
    connection: Connection, place: PoolPlace, first: int, concerned: Mapping[str, Position]
) -> dict[str, dict[str, float]]:
    """Return the ratings of the published lists that earlier corrections have changed, as they stand.

    Args:
        connection: to the database.
        place: of the pool.
        first: the first game that a correction concerns.
        concerned: where the lists end that have the game.
    """
    table = PUBLICATIONS.c
    events = EVENTS.c
    later = select(func.max(events.seq)).where(
        events.stream == place.stream.id,
        events.kind.in_([correction.KIND for correction in get_args(Correction)]),
    )
    # In one statement, as a page has few: without a correction nothing is less than its event.
    wanted = select(table.name).where(table.pool == place.stream.id, table.seq < later.scalar_subquery())
    earlier = {name: concerned[name] for (name,) in connection.execute(wanted) if name in concerned}
    if not earlier:
        return {}
    record = record_of(connection, place.stream)
    start, after = _checkpoint(connection, place, record, first)
    _, noted = replayed(record, start=start, after=after, stops=sorted(set(earlier.values())))
    return {name: dict(noted[stop]) for name, stop in earlier.items()}


def changes(before: dict[str, float], after: dict[str, float]) -> tuple[RatingChange, ...]:
    """Return whose ratings differ, the greatest difference first; of equal ones by name."""
    changed = [
        RatingChange(name, before.get(name), after.get(name))
        for name in {**before, **after}
        if before.get(name) != after.get(name)
    ]

    def order(change: RatingChange) -> tuple[bool, float, str]:
        both = change.before is not None and change.after is not None
        return both, -abs(change.after - change.before) if both else 0.0, change.player  # type: ignore[operator]

    return tuple(sorted(changed, key=order))


def _check_merge(record: PoolRecord, players: PoolStanding, merge: PlayersMerged) -> None:
    """Refuse to make one player of two who cannot be one.

    Raises:
        BadInput: one of them has not played, they are one already, or they have met.
    """
    own, into = record.rules.named(merge.player), record.rules.named(merge.into)
    for name in (merge.player, merge.into):
        if record.rules.named(name) not in players.index:
            raise BadInput(
                worded("nobody called {name!r} has played in the pool", name=name), code="pool.no-player"
            )
    if own == into or own != merge.player:
        raise BadInput(
            worded("{player!r} is {own!r} already", player=merge.player, own=own), code="pool.merged"
        )
    games = record.between(0, record.last)
    named = record.rules.named
    for first, second in zip(games.first, games.second, strict=True):
        if {named(first), named(second)} == {own, into}:
            raise BadInput(
                worded(
                    "{player!r} and {into!r} have played against each other",
                    player=merge.player,
                    into=merge.into,
                ),
                code="pool.have-met",
                remedy="Take their games out first, if they are one player.",
            )


def _checkpoint(
    connection: Connection, place: PoolPlace, record: PoolRecord, first: int
) -> tuple[PoolStanding | None, Position]:
    """Return the last state that was kept before a game, and where it was kept."""
    table = CHECKPOINTS.c
    wanted = (
        select(table.game, table.seq, table.content)
        .where(table.pool == place.stream.id, table.game < first)
        .order_by(table.game.desc())
        .limit(1)
    )
    row = connection.execute(wanted).one_or_none()
    if row is None:
        return None, BEGINNING
    seasons = sum(season.seq <= row.seq for season in record.rules.seasons)
    return PoolStanding.unpacked(record.rules, row.content), Position(row.game, seasons)


def _lists(connection: Connection, place: PoolPlace) -> dict[str, list[PoolRating]]:
    """Return the lists of a pool as they were published."""
    table = PUBLICATIONS.c
    wanted = select(table.name, table.content).where(table.pool == place.stream.id).order_by(table.seq)
    return {
        name: [PoolRating(*row) for row in json.loads(content)]
        for name, content in connection.execute(wanted)
    }


def done_before(connection: Connection, place: PoolPlace, op: str, request: str) -> str | None:
    """Return what was answered to an act that was done under a name before; None if none was.

    Raises:
        BadInput: the name was used for another act.
    """
    table = OPERATIONS.c
    wanted = select(table.request, table.answer).where(table.stream == place.stream.id, table.operation == op)
    row = connection.execute(wanted).one_or_none()
    if row is None:
        return None
    if row[0] != digest_of(request):
        raise BadInput(
            worded("the operation {op!r} was another act", op=op),
            code="operation.another-act",
            remedy="Give every act a name of its own.",
        )
    return str(row[1])


def digest_of(request: str) -> str:
    """Return the SHA-256 of what is asked for."""
    return sha256(request.encode()).hexdigest()


def _read(answer: str) -> Preview:
    def changes_of(rows: list[list[Any]]) -> tuple[RatingChange, ...]:
        return tuple(RatingChange(*row) for row in rows)

    players, lists, seq = json.loads(answer)
    return Preview(
        changes_of(players),
        # What was answered before `corrected` was told has but the ratings that were published.
        tuple(ListChanges(name, changes_of(those[0]), changes_of(those[-1])) for name, *those in lists),
        seq,
    )
