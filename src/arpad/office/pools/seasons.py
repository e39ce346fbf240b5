"""Seasons of a pool: ratings return part of the way to a mean, and everybody plays on from there.

What players call a soft reset: with a carry of a half, a rating of 1900 begins the next season at 1700 and
one of 1300 at 1400, where the mean is 1500. Deviations can be widened to a least value, so that ratings find
their place again quickly. That a season began is an event of the pool: a correction of an earlier game is
rated on through it, and a season can be taken out again by a correction.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Connection, update

from arpad.core import BadInput
from arpad.office.events.fields import Fields
from arpad.office.log.store import stamp_now
from arpad.office.pools.corrections import RatingChange, changes, digest_of, done_before
from arpad.office.pools.events import SeasonBegun
from arpad.office.pools.games import moment_now
from arpad.office.pools.place import PoolPlace, check_seen
from arpad.office.pools.pool import Pool, keep_list, note_kept, replace_players
from arpad.office.pools.rules import Season
from arpad.office.pools.standing import PoolStanding
from arpad.office.store.acts import StampedEvent, with_request, write
from arpad.office.store.tables import POOLS

MOST_TOLD = 500
"""Players whose change is told: a season concerns everybody."""


@dataclass(frozen=True)
class NewSeason:
    """A season that is to begin.

    Args:
        name: by which no other season of the pool is called.
        carry: the share of the distance to the mean that is kept; 1 keeps ratings as they are, 0 makes all
            equal.
        mean: in points; None for the rating of a newcomer.
        deviation: in points, the least that anybody has then; None to leave deviations as they are.
        publish: the name of a list, under which the ratings before are published; empty for none.
        at: when it begins, in seconds since 1970 UTC; None for now. Ratings of earlier days are without it.
    """

    name: str
    carry: float = 0.5
    mean: float | None = None
    deviation: float | None = None
    publish: str = ""
    at: int | None = None


@dataclass(frozen=True)
class SeasonEffect:
    """What a season that has begun changes, or one that would begin.

    Args:
        season: the season.
        changed: how many players have another rating.
        players: the greatest changes first, at most :data:`MOST_TOLD`.
        seq: the last event of the pool that was looked at.
    """

    season: Season
    changed: int
    players: tuple[RatingChange, ...]
    seq: int

    def text(self) -> str:
        """Return it as JSON."""
        return json.dumps([self.season, self.changed, self.players, self.seq], ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> SeasonEffect:
        """Return what :meth:`text` says."""
        season, changed, players, seq = json.loads(text)
        return cls(Season(*season), changed, tuple(RatingChange(*row) for row in players), seq)


@dataclass(frozen=True)
class Seasons:
    """The seasons of a pool.

    Args:
        pool: the pool.
    """

    pool: Pool

    def all(self) -> Sequence[Season]:
        """Return the seasons, in the order in which they began.

        Raises:
            BadInput: there is no such pool, or the database does not answer.
        """
        with self.pool.reading() as (_, place):
            return [season for season in place.rules.seasons if not season.out]

    def preview(self, new: NewSeason) -> SeasonEffect:
        """Return what a season would make of the ratings; nothing is written.

        Raises:
            BadInput: it cannot begin, or the database does not answer.
            NotProvided: it has a deviation, and the system of the pool has none.
        """
        with self.pool.reading() as (connection, place):
            return self._effect(connection, place, new)[0]

    def begin(
        self, new: NewSeason, *, expected: int | None = None, op: str = "", author: str | None = None
    ) -> SeasonEffect:
        """Let a season begin now.

        Args:
            new: the season.
            expected: the last event that the author has seen (:attr:`SeasonEffect.seq`); None for the last
                one.
            op: the operation's name, under which it is done once.
            author: who does it; None for :func:`arpad.office.log.store.author_here`.

        Raises:
            BadInput: it cannot begin, others have posted since the author looked (``log.moved``), or the
                operation's name was used for another act. Nothing is written then.
            NotProvided: it has a deviation, and the system of the pool has none.
        """
        stamp = stamp_now(op=op, author=author)
        request = json.dumps(asdict(new), ensure_ascii=False)
        with self.pool.writing() as (connection, place):
            answer = done_before(connection, place, op, request) if op else None
            if answer is not None:
                return SeasonEffect.read(answer)
            check_seen(place, expected)
            effect, event, standing = self._effect(connection, place, new)
            acts = [] if not new.publish else [self._published(connection, place, new.publish, author)]
            seq = place.stream.seq + len(acts) + 1
            season = effect.season._replace(seq=seq)
            effect = replace(effect, season=season)
            rules = place.rules.with_season(season)
            replace_players(connection, place._replace(rules=rules), standing)
            note_kept(connection, place, seq)
            connection.execute(
                update(POOLS).where(POOLS.c.stream == place.stream.id).values(rules=rules.text())
            )
            acts.append(StampedEvent(event, with_request(stamp, digest_of(request)), effect.text()))
            write(connection, place.stream, acts)
            connection.commit()
            return effect

    def _effect(
        self, connection: Connection, place: PoolPlace, new: NewSeason
    ) -> tuple[SeasonEffect, SeasonBegun, PoolStanding]:
        """Return what a season makes of the players.

        Raises:
            BadInput: it cannot begin.
        """
        if not 0 < len(new.name) <= 100 or not new.name.isprintable():
            raise BadInput("a season has a name of up to 100 letters", code="pool.season-name")
        how = place.rules.how(-1)
        mean = float(how.shown(how.newcomer().reshape(1, -1))[0, 0]) if new.mean is None else new.mean
        at = moment_now() if new.at is None else new.at
        season = Season(
            new.name, place.games, at, float(mean), float(new.carry), new.deviation, place.stream.seq + 1
        )
        rules = place.rules.with_season(season)
        event = _event(season)
        standing = self.pool.standing(connection, place)
        before = {rating.player: rating.rating for rating in standing.ratings(rules)}
        standing.begin_season(rules, season)
        after = {rating.player: rating.rating for rating in standing.ratings(rules)}
        changed = changes(before, after)
        effect = SeasonEffect(season, len(changed), changed[:MOST_TOLD], place.stream.seq)
        return effect, event, standing

    def _published(
        self, connection: Connection, place: PoolPlace, name: str, author: str | None
    ) -> StampedEvent:
        """Keep the ratings of the season that ends as a published list."""
        event, _ = keep_list(connection, self.pool, place, name)
        return StampedEvent(event, stamp_now(author=author))


def _event(season: Season) -> SeasonBegun:
    """Return the event of a season, with its fields checked.

    Raises:
        BadInput: one is out of its range.
    """
    event = SeasonBegun(season.name, season.number, season.at, season.mean, season.carry, season.deviation)
    return SeasonBegun.of(Fields(event.row()))
