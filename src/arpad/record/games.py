"""Games: the immutable record of two sides, as columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, counted
from arpad.core.deferred import load_attribute
from arpad.core.notebook import html_table
from arpad.record.players import Players
from arpad.record.record import Appearances, Column, Covariates, Index, Labels, Record, Source, Time, rows_of
from arpad.record.tables.header import COVARIATE

if TYPE_CHECKING:
    import polars as pl

    from arpad.record.tables.frames import Frame, Values

__all__ = ["Column", "Covariates", "Games", "Index", "Labels", "Source", "Time"]


SHOWN = 5
"""How many games a notebook shows of a record."""


@dataclass(frozen=True, eq=False, repr=False)
class Games(Record):
    """Games of two sides of one player each, as columns of equal length, in the order of the source.

    The one-against-one form of the record, on which the fast loops run;
    :class:`arpad.record.contests.Contests` is the general one.

    Args:
        first: int32, the first player: White, home, the winner, or just the one named first.
        second: int32, the other player.
        score: float64, the score of the first in [0, 1].
        advantage: int8, +1 where the first side has White or plays at home, −1 the second, 0 neither.
        points_first: float64, goals, discs or points of the first side.
        points_second: the same of the second side.
        handicap: float64, stones that the first side (White) gives to the second; negative the other way.
        komi: float64, points that White is given; NaN for the usual.
        covariates: what may sway a game beside the players.

    Raises:
        BadInput: the columns are not of one length, an index names no player, a player meets itself, or a
            score is not from 0 to 1.
    """

    first: Index
    second: Index
    score: Column
    advantage: NDArray[np.int8] | None = field(default=None, kw_only=True)
    points_first: Column | None = field(default=None, kw_only=True)
    points_second: Column | None = field(default=None, kw_only=True)
    handicap: Column | None = field(default=None, kw_only=True)
    komi: Column | None = field(default=None, kw_only=True)
    covariates: Covariates | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        n = len(self.first)
        for name, column in self.columns().items():
            length = len(column.codes) if isinstance(column, Labels) else len(column)
            if length != n:
                raise BadInput(
                    f"the column {name} has {length} rows where first has {n}", code="games.length"
                )
        if n:
            self._check_values()

    def _check_values(self) -> None:
        """Refuse values that no game has.

        Raises:
            BadInput: there is one; with the first game that has it.
        """
        lowest = min(int(self.first.min()), int(self.second.min()))
        highest = max(int(self.first.max()), int(self.second.max()))
        if lowest < 0 or highest >= len(self.players):
            raise BadInput(
                "a game names a player whom the record does not know",
                remedy=f"Expected indices from 0 to {len(self.players) - 1}.",
                code="games.player",
            )
        alone = self.first == self.second
        if alone.any():
            raise BadInput(
                f"{self._who_played(int(alone.argmax()))}: both sides of the game are one player",
                remedy="Expected two players.",
                code="games.itself",
            )
        # A comparison with NaN is false, and the least of numbers with a NaN among them is NaN.
        if not (float(self.score.min()) >= 0.0 and float(self.score.max()) <= 1.0):
            game = int(np.argmin((self.score >= 0.0) & (self.score <= 1.0)))
            raise BadInput(
                f"{self._who_played(game)}: score {self.score[game]:g} is out of range",
                remedy="Expected from 0 to 1, the score of the first side.",
                code="games.score",
            )

    def _who_played(self, game: int) -> str:
        return f"{self.players.names[self.first[game]]} – {self.players.names[self.second[game]]}"

    @classmethod
    def from_frame(
        cls,
        frame: Frame,
        *,
        columns: Mapping[str, str] | None = None,
        rejects: str | Path | None = None,
        par: float | None = None,
        byes: Sequence[str] | None = None,
        covariates: Sequence[str] = (),
    ) -> Games:
        """Return the games of a table in memory, a row each.

        Args:
            frame: a DataFrame or LazyFrame of polars, a DataFrame of pandas, a pyarrow Table, a DuckDB
                relation, anything else with the Arrow PyCapsule interface, columns by name, or rows by name.
            columns: which column is what, before the usual names; see :func:`arpad.read_games`, also for the
                other arguments.
            rejects: a file to set bad rows aside in; without it the first bad row is an error.
            par: the even result, where results are a continuous quantity.
            byes: the names that stand for nobody.
            covariates: columns of numbers that may sway a game.

        Raises:
            BadInput: the table has no columns of games, or a row is bad; with row, column and what was
                expected.
        """
        read = load_attribute("arpad.record.kinds.games:read_games")
        games: Games = read(
            frame, columns=columns, rejects=rejects, par=par, byes=byes, covariates=covariates
        )
        return games

    @classmethod
    def from_arrays(
        cls,
        first: Values,
        second: Values,
        score: Values,
        *,
        players: Sequence[str] | None = None,
        time: Values | None = None,
        weight: Values | None = None,
        event: Values | None = None,
        round: Values | None = None,  # noqa: A002 - the field's word
        stage: Values | None = None,
        pool: Values | None = None,
        cluster: Values | None = None,
        covariates: Mapping[str, Values] | None = None,
        advantage: Values | None = None,
        points_first: Values | None = None,
        points_second: Values | None = None,
        handicap: Values | None = None,
        komi: Values | None = None,
    ) -> Games:
        """Return the games of arrays or lists, a value each; they are copied and checked.

        Args:
            first: the first players: names, or with ``players`` their indices.
            second: their opponents, likewise.
            score: of the first player: 1, ½, 0 or a share between; results as in files (``"1-0"``) too.
            players: the names behind the indices; all are in the record, in this order.
            time: dates, moments, or numbers of periods; texts as in files too.
            weight: how much each game counts, from 0.
            event: the tournament of each game; ``round``, ``stage`` and ``pool`` likewise.
            round: the round within it.
            stage: the stage within it.
            pool: what is rated apart.
            cluster: whose games are not independent, such as those of a voter.
            covariates: by name, numbers that may sway a game, as the first side sees them.
            advantage: +1 where the first side has White or plays at home, −1 the second, 0 neither.
            points_first: goals, discs or points of the first side.
            points_second: the same of the second.
            handicap: stones that the first side gives.
            komi: points that White is given.

        Raises:
            BadInput: the columns are not of one length, or a value is not valid; with its row.
        """
        given = {
            "first": first,
            "second": second,
            "score": score,
            "time": time,
            "weight": weight,
            "event": event,
            "round": round,
            "stage": stage,
            "pool": pool,
            "cluster": cluster,
            "advantage": advantage,
            "points_first": points_first,
            "points_second": points_second,
            "handicap": handicap,
            "komi": komi,
        }
        table: dict[str, Any] = {name: column for name, column in given.items() if column is not None}
        swaying = {COVARIATE + name: column for name, column in (covariates or {}).items()}
        table |= swaying
        roles = {name: name for name in table}
        if players is None:
            found = cls.from_frame(table, columns=roles)
            _check_all_played(found.source)
            return found
        numbers = {side: _indices(table[side], side, len(players)) for side in ("first", "second")}
        found = cls.from_frame({**table, **numbers}, columns=roles, byes=())
        _check_all_played(found.source)
        index = np.array([int(name) for name in found.players.names], dtype=np.int32)
        return replace(
            found, players=Players(list(players)), first=index[found.first], second=index[found.second]
        )

    def to_frame(self) -> pl.DataFrame:
        """Return the games as a polars DataFrame: names and columns as :meth:`from_frame` takes them."""
        import polars as pl

        names = pl.Series(list(self.players.names), dtype=pl.String)
        columns: dict[str, Any] = {}
        for name, column in {"first": self.first, "second": self.second, **self.columns()}.items():
            if name in ("first", "second"):
                columns[name] = names.gather(column)
            elif isinstance(column, Labels):
                words = pl.Series(list(column.names), dtype=pl.String)
                codes = pl.Series(column.codes)
                columns[name] = words.gather(codes.set(codes < 0, None))
            elif isinstance(column, Covariates):
                columns |= {one: column.values[:, k] for k, one in enumerate(column.names)}
            else:
                columns[name] = self.time_of(np.arange(len(self))) if name == "time" else column
        return pl.DataFrame(columns)

    def _repr_html_(self) -> str:
        """Return the first games as a notebook shows them."""
        head = self.take(np.arange(min(SHOWN, len(self)))).to_frame()
        rows = [["" if value is None else str(value) for value in row] for row in head.rows()]
        return html_table(repr(self)[1:-1], head.columns, rows)

    def __len__(self) -> int:
        return len(self.first)

    def take(self, rows: NDArray[Any]) -> Self:
        """Return the games of these rows (indices or a mask), among the same players."""
        cut: dict[str, Any] = {name: rows_of(column, rows) for name, column in self.columns().items()}
        return replace(self, **cut)

    def appearances(self) -> Appearances:
        """Return who took part in what: of every game the first player, then the second."""
        rows = np.repeat(np.arange(len(self)), 2)
        side = np.tile(np.array([0, 1], dtype=np.int32), len(self))
        return Appearances(np.stack([self.first, self.second], axis=1).ravel(), rows, side)


def _check_all_played(source: Source) -> None:
    """Refuse rows of arrays that tell of no game.

    Raises:
        BadInput: there are some.
    """
    if source.games < source.rows:
        counts = [(source.byes, "bye"), (source.fixtures, "missing score")]
        found = ", ".join(counted(count, word) for count, word in counts if count)
        raise BadInput(
            f"{source.rows - source.games} of {counted(source.rows, 'row')} are not games: {found}",
            remedy="Leave them out; Games.from_frame counts such rows instead.",
            code="games.unplayed",
        )


def _indices(side: Values, name: str, players: int) -> NDArray[np.int64]:
    """Return a side's column as indices of players.

    Raises:
        BadInput: it holds something else, or an index that names nobody.
    """
    index = np.asarray(side)
    if index.dtype.kind not in "iu" and index.size:
        raise BadInput(
            f"the column {name} holds {index.dtype}, and beside players= it is read as indices",
            remedy="Give indices, or names without players=.",
            code="games.player",
        )
    bad = (index < 0) | (index >= players)
    if bad.any():
        row = int(bad.argmax())
        raise BadInput(
            f"the index {index[row]} names no player",
            row=row + 1,
            unit="row",
            column=name,
            remedy=f"Expected 0 to {players - 1}.",
            code="games.player",
        )
    return index.astype(np.int64)
