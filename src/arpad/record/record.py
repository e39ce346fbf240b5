"""What every record of play has in common: players, time, weight, labels, and a fingerprint."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from arpad.core import ArpadError, counted
from arpad.record.players import Players

Index = NDArray[np.int32]
Column = NDArray[np.float64]
Time = NDArray[Any]
"""``datetime64[D]`` (dates), ``datetime64[s]`` (moments) or ``int64`` (numbered periods)."""


def make_read_only(values: Any) -> None:
    """Make the arrays of a frozen dataclass read-only views: its digest holds as long as it lives."""
    for each in fields(values):
        column = getattr(values, each.name)
        if isinstance(column, np.ndarray) and column.flags.writeable:
            view = column.view()
            view.flags.writeable = False
            object.__setattr__(values, each.name, view)


@dataclass(frozen=True, eq=False)
class Labels:
    """A column of words that repeat: events, rounds, stages, pools.

    Args:
        codes: int32 per game, an index into ``names``; −1 where nothing is given.
        names: the distinct words, in the order of their first appearance.
    """

    codes: Index
    names: Sequence[str]

    def __post_init__(self) -> None:
        make_read_only(self)

    def take(self, rows: NDArray[Any]) -> Labels:
        """Return the column of these rows only; the words keep their codes."""
        return Labels(self.codes[rows], self.names)

    def word(self, row: int) -> str | None:
        """Return the word in one row, None where nothing is given."""
        code = int(self.codes[row])
        return None if code < 0 else self.names[code]


@dataclass(frozen=True, eq=False)
class Covariates:
    """What is known of a game beside its result that may sway it: the difference in length of two answers….

    Args:
        names: of the columns.
        values: float64, games × names, as the first side sees them; the second side sees −values.
    """

    names: tuple[str, ...]
    values: NDArray[np.float64]

    def __post_init__(self) -> None:
        make_read_only(self)

    def __len__(self) -> int:
        return len(self.values)

    def take(self, rows: NDArray[Any]) -> Covariates:
        """Return those of these games only."""
        return Covariates(self.names, self.values[rows])


LABELS = ("event", "round", "stage", "pool", "cluster")
"""The columns of words that repeat."""


def rows_of(column: Any, rows: NDArray[Any]) -> Any:
    """Return a column of a record in these rows only."""
    return column.take(rows) if isinstance(column, Labels | Covariates) else column[rows]


@dataclass(frozen=True)
class Source:
    """Where a record came from, and what became of every row of it.

    ``rows == games + byes + fixtures + rejected``, each counted by itself. Of a table of contests with many
    sides, ``games`` counts the rows that are part of a contest; of a tournament report the pairings and byes
    of its rounds are the rows.

    Args:
        files: the names of the files as given.
        rows: how many rows they hold.
        games: how many of those are games of the record.
        byes: how many tell of a round without a game: a side is missing or a word for a bye, or the game was
            won by forfeit.
        forfeits: how many of the byes were forfeits.
        fixtures: how many are games without a result yet (blank, or ``*``).
        rejected: how many were set aside as unreadable.
        notes: what was supposed in reading them where the files do not say it, as sentences.
    """

    files: tuple[str, ...] = ()
    rows: int = field(default=0, kw_only=True)
    games: int = field(default=0, kw_only=True)
    byes: int = field(default=0, kw_only=True)
    forfeits: int = field(default=0, kw_only=True)
    fixtures: int = field(default=0, kw_only=True)
    rejected: int = field(default=0, kw_only=True)
    notes: tuple[str, ...] = field(default=(), kw_only=True)

    def noting(self, notes: Sequence[str]) -> Source:
        """Return the same account with more notes."""
        return replace(self, notes=tuple(dict.fromkeys((*self.notes, *notes))))

    @classmethod
    def joined(cls, sources: Sequence[Source]) -> Source:
        """Return the account of several records as one."""
        counts = ("rows", "games", "byes", "forfeits", "fixtures", "rejected")
        return cls(
            tuple(file for one in sources for file in one.files),
            notes=tuple(dict.fromkeys(note for one in sources for note in one.notes)),
            **{name: sum(getattr(one, name) for one in sources) for name in counts},
        )


class Appearances(NamedTuple):
    """Who took part in what, one row for each player in each game, in the order of the games.

    Args:
        player: int32, the player's index.
        row: int64, the row of the game.
        side: int32, the side within the game, from 0.
    """

    player: Index
    row: NDArray[np.int64]
    side: Index


@dataclass(frozen=True, eq=False, repr=False)
class Record(ABC):
    """What happened, as columns of equal length, in the order of the source. The columns are read-only.

    Args:
        players: who the indices are.
        time: when it was played: ``datetime64[D]``, ``datetime64[s]`` or ``int64`` period numbers.
        weight: float64 >= 0, how much the game counts; 1 where the column is absent.
        event: the tournament, season or match.
        round: the round within it.
        stage: the stage within it (group, final…).
        pool: what is rated apart (blitz, clay, women…).
        cluster: what is not independent of each other (the votes of a voter, the games of an event).
        source: the files it was read from.
    """

    players: Players
    time: Time | None = field(default=None, kw_only=True)
    weight: Column | None = field(default=None, kw_only=True)
    event: Labels | None = field(default=None, kw_only=True)
    round: Labels | None = field(default=None, kw_only=True)
    stage: Labels | None = field(default=None, kw_only=True)
    pool: Labels | None = field(default=None, kw_only=True)
    cluster: Labels | None = field(default=None, kw_only=True)
    source: Source = field(default=Source(), kw_only=True)

    def __post_init__(self) -> None:
        make_read_only(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the values of a pickled record; a pickle does not keep that arrays are read-only."""
        vars(self).update(state)
        make_read_only(self)

    def __repr__(self) -> str:
        """Return the record in a line: how much it holds, and from when to when."""
        span = ""
        if self.time is not None and len(self):
            span = f", from {self.time.min()} to {self.time.max()}"
        kind = type(self).__name__
        held = (
            f"{counted(len(self), kind.lower().removesuffix('s'))} of {counted(len(self.players), 'player')}"
        )
        return f"<{kind}: {held}{span}>"

    @abstractmethod
    def __len__(self) -> int:
        """Return how many games there are."""

    @abstractmethod
    def take(self, rows: NDArray[Any]) -> Self:
        """Return the games of these rows (indices or a mask), among the same players."""

    @abstractmethod
    def appearances(self) -> Appearances:
        """Return who took part in what."""

    def columns(self) -> dict[str, Any]:
        """Return the columns that are there, by name."""
        apart = ("players", "source")
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in apart}
        return {name: column for name, column in values.items() if column is not None}

    def of_pool(self, name: str) -> Self:
        """Return the games of one pool.

        Raises:
            ArpadError: the record has no such pool.
        """
        if self.pool is None or name not in self.pool.names:
            raise ArpadError(f"the record has no pool {name!r}")
        return self.take(self.pool.codes == list(self.pool.names).index(name))

    def time_of(self, rows: NDArray[Any]) -> Time | None:
        """Return when the games of these rows were played, as tables take it; None without a time.

        Tables know days and milliseconds, no seconds.
        """
        if self.time is None:
            return None
        time: Time = self.time[rows]
        return time.astype("datetime64[ms]") if time.dtype == np.dtype("datetime64[s]") else time

    @cached_property
    def digest(self) -> str:
        """A fingerprint of the record: SHA-256 as 64 hexadecimal digits (:mod:`arpad.record.digest`).

        The same games in the same order among the same players have the same digest, whatever file they
        were read from; other games, names, dates or attributes have another one.
        """
        # Hashing takes a library that many a question about ratings does without.
        from arpad.record.digest import record_digest

        return record_digest(
            len(self),
            self.players.names,
            self.players.attributes,
            _digested(self.columns()),
        )


def _digested(columns: dict[str, Any]) -> dict[str, Any]:
    """Return the columns as a digest takes them: labels as codes and words, each covariate by itself."""
    found: dict[str, Any] = {}
    for name, column in columns.items():
        if isinstance(column, Covariates):
            found |= {f"covariate {one}": column.values[:, k] for k, one in enumerate(column.names)}
        else:
            found[name] = (column.codes, column.names) if isinstance(column, Labels) else column
    return found
