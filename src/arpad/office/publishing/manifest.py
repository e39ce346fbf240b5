"""The manifest: what a publication was computed from, by what, and how to compute it again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import PurePath
from typing import Any, TypeAlias

import numpy as np

from arpad._version import __version__
from arpad.office.pages.formatting import exact
from arpad.ratings.list_columns import PLAIN, Extras
from arpad.ratings.parameters import kept_settings, values_of
from arpad.ratings.result import Provisional, Ratings
from arpad.ratings.win_counts import LAST
from arpad.record.events import Span

Settings: TypeAlias = "dict[str, str | float | None]"


def of_players(file: str) -> tuple[str, ...]:
    """Return what the command line needs to read a record again with what is known of its players.

    Args:
        file: the players file.
    """
    return "--players", file


@dataclass(frozen=True)
class Manifest:
    """What was computed from what. The same record, system and selection give the same manifest, always.

    It holds no time of day, no folder and no name of who made it, so that a publication made again elsewhere
    is the same to the byte.

    Args:
        arpad: the version of the program.
        system: the rating system's name on the command line.
        title: its full name.
        source: author, year, work.
        status: ``exact``, ``approximate`` or ``unverified`` against that source.
        parameters: every parameter's value by its name.
        schedule: ``live`` or ``period``.
        period: how rating periods are cut (``1mo``); None where there are none.
        files: the names of the files read, without their folders.
        rows: how many rows they hold.
        rejected: how many of those were set aside as unreadable.
        unfinished: how many were games without a result.
        byes: how many told of a round without a game: byes and forfeits.
        games: how many games the ratings rest on.
        players: how many players have played them.
        digest: the fingerprint of those games in order of play, :attr:`arpad.record.Games.digest`.
        first: the day (or number) of the first of them; None where the record has no time.
        last: the day of the last one.
        as_of: the day for which the list was asked; None for that of the last game.
        given: ratings that players were given at the start of an event: (player, event, rating).
        min_games: players who have played fewer are left out of the list.
        top: how many rows of the list a page shows at most; None for as many as fit. Tables have all.
        options: what else the command line needs to read the record again (``--players players.csv``).
        heading: the heading of the page, where one was given.
        settings: the parameters as they were set, of those that differ from their defaults or came later
            (:func:`arpad.ratings.parameters.kept_settings`): one that the record itself decides has its
            number in ``parameters`` only.
        editions: the editions of the rules that were in force on the days of the games, the oldest first;
            empty where the system has one edition for all days.
        seed: what random numbers were drawn from; None where none were drawn.
        notes: what was supposed in reading the files, and made of the record, a sentence each.
        last_event: where events count, the name of the one that ends last, and its first and last day: games
            after the list are not to go on within it.
        ranks: whether the list has the 95 % rank sets.
        divisions: the names over ratings that it has, as the command line reads them; None for none.
        joint: whether it has what holds of all players together.
        active_since: the day since which every player of the list has played; None for any.
        provisional: whether players rated provisionally are ``ranked``, stand ``apart`` or are ``omitted``.
        previous: what has changed since the list before, as
            :meth:`arpad.ratings.previous_list.PreviousList.movements` tells it; None where none is compared.
    """

    arpad: str
    system: str
    title: str
    source: str
    status: str
    parameters: Mapping[str, str | float | None]
    schedule: str
    period: str | None
    files: tuple[str, ...]
    rows: int
    rejected: int
    unfinished: int
    byes: int
    games: int
    players: int
    digest: str
    first: str | int | None
    last: str | int | None
    as_of: str | int | None
    given: tuple[tuple[str, str, float], ...] = ()
    min_games: int = 1
    top: int | None = None
    options: tuple[str, ...] = ()
    heading: str | None = None
    settings: Mapping[str, str | float | None] = field(default_factory=dict)
    editions: tuple[str, ...] = ()
    seed: int | None = None
    notes: tuple[str, ...] = ()
    last_event: tuple[str, str, str] | None = None
    ranks: bool = False
    divisions: str | None = None
    joint: bool = False
    active_since: str | int | None = None
    provisional: Provisional = "ranked"
    previous: Mapping[str, Any] | None = None

    @classmethod
    def of(
        cls,
        ratings: Ratings,
        *,
        min_games: int = 1,
        top: int | None = None,
        options: Sequence[str] = (),
        title: str | None = None,
        extras: Extras = PLAIN,
        active_since: date | int | str | None = None,
        provisional: Provisional = "ranked",
        former: Collection[str] = (),
    ) -> Manifest:
        """Return the manifest of a list made from these ratings; of a pool with the extras of the pool.

        What is ``former`` did not exist when the list was published: parameters that it does not name.
        """
        compared = None
        if extras.previous is not None:
            compared = extras.previous.movements(
                ratings.table(
                    min_games=min_games, extras=extras, active_since=active_since, provisional=provisional
                )
            )
        system, timeline, games = ratings.system, ratings.timeline, ratings.timeline.record
        day = ratings.as_of
        return cls(
            arpad=__version__,
            system=system.name,
            title=system.title,
            source=system.source,
            status=system.status,
            parameters=_without(values_of(system), former),
            schedule=timeline.schedule,
            period=None if timeline.rule is None else str(timeline.rule),
            files=tuple(PurePath(file).name for file in games.source.files),
            rows=games.source.rows,
            rejected=games.source.rejected,
            unfinished=games.source.fixtures,
            byes=games.source.byes,
            games=len(games),
            players=int(np.count_nonzero(ratings.counts[:, LAST] >= 0)),
            digest=games.digest,
            first=_moment(games.time[0]) if games.time is not None and len(games) else None,
            last=_moment(games.time[-1]) if games.time is not None and len(games) else None,
            as_of=day.isoformat() if isinstance(day, date) else day,
            given=timeline.given,
            min_games=min_games,
            top=top,
            options=tuple(options),
            heading=title,
            settings=_without(kept_settings(ratings.asked or system), former),
            editions=_editions(ratings),
            seed=system.seed,
            notes=(*without_folders(games.source.notes, games.source.files), *ratings.notes),
            last_event=None if ratings.last_event is None else _in_text(ratings.last_event),
            ranks=extras.ranks,
            divisions=None if extras.divisions is None else str(extras.divisions),
            joint=extras.joint,
            active_since=active_since.isoformat() if isinstance(active_since, date) else active_since,
            provisional=provisional,
            previous=compared,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON, field by field."""
        # In published manifests the settings stand under "asked", for ever.
        facts = {"asked" if name == "settings" else name: value for name, value in asdict(self).items()}
        return facts | {
            "parameters": dict(self.parameters),
            "files": list(self.files),
            "given": [list(each) for each in self.given],
            "options": list(self.options),
            "asked": dict(self.settings),
            "editions": list(self.editions),
            "notes": list(self.notes),
            "last_event": None if self.last_event is None else list(self.last_event),
            "previous": None if self.previous is None else dict(self.previous),
        }

    @property
    def day(self) -> str | int | None:
        """The day that the list describes: the one asked for, or that of the last game."""
        return self.last if self.as_of is None else self.as_of

    def command(self, *, by_pool: bool = False) -> list[str]:
        """Return the command that computes the list again, word by word, without where to write it.

        Args:
            by_pool: whether the list is one of several pools.
        """
        words = ["arpad", "rate", *(self.files or ("FILE",)), *self.options, "--system", self.system]
        for name, value in self.settings.items():
            words += ["--set", f"{name}={exact(value)}"]
        words += ["--schedule", self.schedule]
        if self.period is not None:
            words += ["--period", self.period]
        if by_pool:
            words += ["--by", "pool"]
        if self.as_of is not None:
            words += ["--as-of", str(self.as_of)]
        if self.min_games > 1:
            words += ["--min-games", str(self.min_games)]
        if self.active_since is not None:
            words += ["--active-since", str(self.active_since)]
        if self.provisional != "ranked":
            words += ["--provisional", self.provisional]
        if self.previous is not None:
            words += ["--previous", str(self.previous["file"])]
        if self.top is not None:
            words += ["--top", str(self.top)]
        if self.ranks:
            words.append("--ranks")
        if self.joint:
            words.append("--joint")
        if self.divisions is not None:
            words += ["--divisions", self.divisions]
        if self.heading is not None:
            words += ["--title", self.heading]
        return words


def _without(values: Mapping[str, str | float | None], names: Collection[str]) -> Settings:
    return {name: value for name, value in values.items() if name not in names}


def _in_text(event: Span) -> tuple[str, str, str]:
    return event.name, str(event.first), str(event.last)


def without_folders(notes: Iterable[str], files: Sequence[str]) -> Iterator[str]:
    """Yield notes on files, each file by its name alone: elsewhere it lies in another folder."""
    for note in notes:
        file = next((file for file in files if note.startswith(file)), "")
        yield PurePath(file).name + note.removeprefix(file)


def _editions(ratings: Ratings) -> tuple[str, ...]:
    """Return the names of the editions that were in force on the days of the games."""
    days, system = ratings.timeline.days, ratings.system
    codes = None if days is None else system.edition_codes(days)
    if codes is None or not system.editions:
        return ()
    return tuple(system.editions[code].name for code in np.unique(codes).tolist())


def _moment(time: Any) -> str | int:
    """Return the day of a game, or the number of its period."""
    return str(np.datetime64(time, "D")) if time.dtype.kind == "M" else int(time)
