"""What a pool rates by, beside its games.

A rating system whose parameters may change from a day on, players made one, seasons, and starting ratings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, NotProvided, worded
from arpad.office.pools.starts import (
    ATTRIBUTES,
    NO_STARTS,
    Key,
    PlayerStart,
    Start,
    Starts,
    StartsAct,
    players_with,
)
from arpad.ratings.advancing import Advancing, advancing
from arpad.ratings.parameters import settings_of
from arpad.record import Players
from arpad.rulebooks.rating_catalogue import rating_system

Settings = Mapping[str, str | float | None]

ALWAYS = -(10**12)
"""A moment before all games, in seconds since 1970."""


class Season(NamedTuple):
    """A season of a pool, at whose beginning ratings returned part of the way to a mean.

    Args:
        name: by which no other season of the pool is called.
        number: the last game before it; 0 for none.
        at: when it began, in seconds since 1970 UTC.
        mean: to which ratings returned, in points.
        carry: the share of the distance to the mean that was kept, from 0 to 1.
        deviation: in points, the least that anybody had then; None where deviations stayed as they were.
        seq: the event of the pool by which it began.
        out: whether it was taken out again.
    """

    name: str
    number: int
    at: int
    mean: float
    carry: float
    deviation: float | None
    seq: int
    out: bool = False


@dataclass(frozen=True)
class PoolRules:
    """What a pool rates by.

    Args:
        system: the name of the rating system; it never changes.
        versions: from which moment (seconds since 1970 UTC) which parameters hold that are not the defaults;
            in rising order, the first from :data:`ALWAYS`.
        merged: name → the name of the player who it is.
        seasons: in the order in which they began; those among them that were taken out.
        starts: the starting ratings that hold.
    """

    system: str
    versions: tuple[tuple[int, tuple[tuple[str, str | float | None], ...]], ...]
    merged: Mapping[str, str] = field(default_factory=dict)
    seasons: tuple[Season, ...] = ()
    starts: Starts = NO_STARTS

    @classmethod
    def new(cls, system: str, settings: Settings) -> PoolRules:
        """Return the rules of a new pool.

        Raises:
            BadInput: there is no such system or parameter.
            NotProvided: the system cannot rate each result as it comes in.
        """
        new_system = rating_system(system, settings)
        advancing(new_system)
        return cls(new_system.name, ((ALWAYS, tuple(settings_of(new_system).items())),))

    def changed(self, since: int, settings: Settings) -> PoolRules:
        """Return the rules with other parameters from a moment on, until the next change that is known.

        Raises:
            BadInput: the system has no such parameter, or its state would be another one.
        """
        update = advancing(rating_system(self.system, settings))
        if update.names != advancing(rating_system(self.system, dict(self.versions[0][1]))).names:
            raise BadInput(
                worded(
                    "{system} with these parameters keeps other numbers of each player", system=self.system
                ),
                code="pool.system",
                remedy="Begin another pool.",
            )
        kept = dict(self.versions) | {since: tuple(settings_of(update.system).items())}
        return replace(self, versions=tuple(sorted(kept.items())))

    def with_merged(self, player: str, into: str) -> PoolRules:
        """Return the rules by which a player is another one."""
        merged = {name: into if to == player else to for name, to in self.merged.items()}
        return replace(self, merged={**merged, player: into})

    def with_season(self, season: Season) -> PoolRules:
        """Return the rules with one more season.

        Raises:
            BadInput: there is one of that name.
        """
        if any(other.name == season.name for other in self.seasons):
            raise BadInput(
                worded("there is a season {name!r} already", name=season.name),
                code="pool.season-taken",
                remedy="Choose another name.",
            )
        return replace(self, seasons=(*self.seasons, season))

    def without_season(self, name: str) -> tuple[PoolRules, Season]:
        """Return the rules with a season taken out, and that season.

        Raises:
            BadInput: there is no such season, or it was taken out.
        """
        season = next((season for season in self.seasons if season.name == name and not season.out), None)
        if season is None:
            raise BadInput(worded("the pool has no season {name!r}", name=name[:100]), code="pool.no-season")
        seasons = (other._replace(out=True) if other is season else other for other in self.seasons)
        return replace(self, seasons=tuple(seasons)), season

    def check_starts(self, starts: Mapping[str, Start]) -> None:
        """Refuse starting ratings with which the system cannot begin.

        Raises:
            BadInput: a number is not one that the system begins with.
            NotProvided: the system does not take what is known of a player.
        """
        players = players_with(list(starts), starts.values())
        for name in players.attributes:
            if name not in self.taken:
                raise NotProvided(
                    worded(
                        "{system} does not take the {attribute} of a player",
                        system=self.system,
                        attribute=name,
                    ),
                    code="pool.starts",
                    remedy=worded("It takes {taken}: leave the others out.", taken=", ".join(self.taken)),
                )
        for version in range(len(self.versions)):
            self.how(version).entering(players)

    def with_starts(self, act: StartsAct) -> PoolRules:
        """Return the rules with the starting ratings of one more act."""
        return replace(self, starts=self.starts.after(act))

    @property
    def taken(self) -> tuple[str, ...]:
        """What counts of a player who enters, by any version of the parameters."""
        names = {name for version in range(len(self.versions)) for name in self.how(version).taken}
        return tuple(name for name in ATTRIBUTES if name in names)

    def without_starts(self, seq: int) -> tuple[PoolRules, StartsAct]:
        """Return the rules without the starting ratings of an act, and that act.

        Raises:
            BadInput: no act that holds has that event.
        """
        starts, act = self.starts.without(seq)
        return replace(self, starts=starts), act

    def start_of(self, player: str) -> PlayerStart | None:
        """Return the starting rating of who is rated under a name; None for a newcomer.

        Who has none under the own name has the one of a name that was made one with it.
        """
        starts = self.starts.by_player
        start = starts.get(player)
        if start is None and self.merged:
            others = [starts[name] for name, into in self.merged.items() if into == player and name in starts]
            start = max(others, key=lambda candidate: candidate.act.seq, default=None)
        return start

    def games_before(self, player: str) -> int:
        """Return how many games a player had played before those of the pool, as far as is known."""
        player_start = self.start_of(player) if self.starts else None
        return int(player_start.start.games or 0) if player_start is not None else 0

    def players(self, names: Sequence[str]) -> Players:
        """Return players as :func:`arpad.ratings.rate.rate` takes them, with their starting ratings."""
        if not self.starts:
            return Players(names)
        starts = [self.start_of(name) for name in names]
        return players_with(names, (start and start.start for start in starts))

    @property
    def one_run(self) -> bool:
        """Whether one run with the same parameters rates all games: none changed, and no season began."""
        return len(self.versions) == 1 and all(season.out for season in self.seasons)

    def named(self, player: str) -> str:
        """Return the name under which a player is rated."""
        return self.merged.get(player, player)

    def version(self, seconds: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return which version holds for games at these moments."""
        if len(self.versions) == 1:
            return np.zeros(len(seconds), dtype=np.int64)
        return np.searchsorted([since for since, _ in self.versions], seconds, side="right") - 1

    def how(self, version: int = 0) -> Advancing:
        """Return how a version of the rules rates."""
        return _how(self.system, self.versions[version][1])

    def text(self) -> str:
        """Return the rules as JSON."""
        rows = [[since, dict(settings)] for since, settings in self.versions]
        content: dict[str, Any] = {"versions": rows, "merged": dict(self.merged)}
        if self.seasons:
            content["seasons"] = self.seasons
        if self.starts:
            content["starts"] = self.starts.key
        return json.dumps(content, ensure_ascii=False)

    @classmethod
    def of(cls, system: str, text: str) -> tuple[PoolRules, Key]:
        """Return the rules of :meth:`text` without its starting ratings, and the acts that set these."""
        return _read(system, text)


@lru_cache(256)
def _read(system: str, text: str) -> tuple[PoolRules, Key]:
    row: Any = json.loads(text)
    versions = tuple((since, tuple(settings.items())) for since, settings in row["versions"])
    rules = PoolRules(
        system, versions, row["merged"], tuple(Season(*season) for season in row.get("seasons", ()))
    )
    return rules, tuple((seq, digest) for seq, digest in row.get("starts", ()))


@lru_cache(256)
def _how(system: str, settings: tuple[tuple[str, str | float | None], ...]) -> Advancing:
    return advancing(rating_system(system, dict(settings)))
