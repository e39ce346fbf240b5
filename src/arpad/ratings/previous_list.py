"""The list before: who has moved since, who is new, and who is gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from arpad.core import BadInput

if TYPE_CHECKING:
    import polars as pl

    from arpad.record.kinds.aliases import Aliases
    from arpad.record.kinds.ranks import Ranked


@dataclass(frozen=True, eq=False)
class PreviousList:
    """A published list with which a new one is compared.

    Args:
        source: the file that was read.
        pools: the players of each pool; under None where the list has no pools.
    """

    source: str
    pools: Mapping[str | None, Sequence[Ranked]]

    @classmethod
    def read(cls, path: str | Path, aliases: Aliases | None = None) -> PreviousList:
        """Read a list; see :func:`arpad.record.kinds.ranks.read_ranks`.

        Raises:
            BadInput: it cannot be read.
        """
        from arpad.record.kinds.ranks import read_ranks

        return cls(str(path), read_ranks(path, aliases))

    @property
    def file(self) -> str:
        """The name of the file, without its folder."""
        return PurePath(self.source).name

    def of_pool(self, pool: str | None) -> PreviousList:
        """Return the list of a pool; of a pool that the list does not have, one with no players.

        Raises:
            BadInput: the list has pools, and the new list has none; or the other way round.
        """
        if (pool is None) == (None in self.pools) or not self.pools:
            return PreviousList(self.source, {None: self.pools.get(pool, ())})
        has, other = ("no pools", "has") if pool is not None else ("pools", "has none")
        raise BadInput(
            f"the list has {has}, and the new list {other}",
            file=self.file,
            remedy="Compare lists that were made alike, both by pool or neither.",
        )

    @cached_property
    def players(self) -> Mapping[str, Ranked]:
        """The players by their names; of a list without pools."""
        return {entry.player: entry for entry in self.pools.get(None, ())}

    @cached_property
    def _of_id(self) -> Mapping[str, Ranked]:
        return {entry.id: entry for entry in self.players.values() if entry.id}

    def _earlier(self, table: pl.DataFrame) -> list[Ranked | None]:
        """Return the players of a list as they stood on this one; None who were not on it.

        Where both lists have an id, the id says who is who; else the name does.
        """
        names = table["player"].to_list()
        ids = table["id"].to_list() if "id" in table.columns else [None] * len(names)
        return [self._player(name, number) for name, number in zip(names, ids, strict=True)]

    def _player(self, name: str, number: str | None) -> Ranked | None:
        if number and number in self._of_id:
            return self._of_id[number]
        entry = self.players.get(name)
        return None if entry is None or (number and entry.id) else entry

    def ranks(self, table: pl.DataFrame) -> list[int | None]:
        """Return the earlier ranks of the players of a list; None of those who had none."""
        return [None if entry is None else entry.rank for entry in self._earlier(table)]

    def ratings(self, table: pl.DataFrame) -> list[float | None]:
        """Return the earlier ratings of the players of a list; None of those who were not on this one."""
        return [None if entry is None else entry.rating for entry in self._earlier(table)]

    def gone(self, table: pl.DataFrame) -> list[Ranked]:
        """Return the players who are not on the new list any more, in the order of the earlier one.

        Args:
            table: the new list, whole.
        """
        here = {entry.player for entry in self._earlier(table) if entry is not None}
        return [entry for entry in self.players.values() if entry.player not in here]

    def movements(self, table: pl.DataFrame) -> dict[str, Any]:
        """Return what has changed since this list, for a manifest.

        Args:
            table: the new list, whole, with the columns ``places`` and ``previous_rating``.

        Returns:
            ``file``; how many players have moved ``up`` and ``down`` and are ``new``; and the players who are
            ``gone``, each as name, earlier rank and earlier rating.
        """
        places = table["places"].drop_nulls()
        return {
            "file": self.file,
            "up": int((places > 0).sum()),
            "down": int((places < 0).sum()),
            "new": table["previous_rating"].null_count(),
            "gone": [[entry.player, entry.rank, entry.rating] for entry in self.gone(table)],
        }
