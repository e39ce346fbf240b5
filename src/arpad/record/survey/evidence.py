"""What a record says of two names that may be one player's: games, spans, and whether the two ever met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arpad.record.assembly.identity import ids_of
from arpad.record.games import Games
from arpad.record.record import Appearances, Record
from arpad.record.survey.blocks import blocks
from arpad.record.survey.near_names import NearPair

FREQUENT = 10
"""From how many games on a name is a frequent one beside a name of a single game."""


@dataclass(frozen=True)
class NameSeen:
    """One of two near-equal names.

    Args:
        name: as given.
        games: how many it has.
        first: when its first game was played, as text; None where that is not known.
        last: its last.
    """

    name: str
    games: int
    first: str | None
    last: str | None


@dataclass(frozen=True)
class NearEqual:
    """Two names that may be one player's, and what speaks for it or against it.

    Args:
        kind: what they differ in (:data:`arpad.record.survey.near_names.KINDS`).
        often: the name with more games; of equally many the one that was seen later.
        seldom: the other.
        met: how many games the two have played with each other: a player who plays against itself does not
            exist, so with one such game they are two.
        at_once: in how many rounds of one event both have played other games.
        opponents: how many players both have played against.
        overlap: whether the one played between the first and the last game of the other; None without times.
        once: whether the one name has a single game, and the other ten or more.
        ids_differ: whether both have ids, which are not the same.
    """

    kind: str
    often: NameSeen
    seldom: NameSeen
    met: int
    at_once: int
    opponents: int
    overlap: bool | None
    once: bool
    ids_differ: bool = False

    @property
    def are_two(self) -> bool:
        """Whether the record shows that these are two players."""
        return self.met > 0 or self.at_once > 0 or self.ids_differ


def weighed(record: Record, pairs: Sequence[NearPair], games: NDArray[np.int64]) -> list[NearEqual]:
    """Return what the record says of each pair of names, in their order.

    Args:
        record: the record.
        pairs: pairs of its players.
        games: per player, how many games each has.
    """
    if not pairs:
        return []
    wanted = np.unique(np.array([(pair.one, pair.two) for pair in pairs], dtype=np.int64))
    if isinstance(record, Games):
        record = record.take(_games_of(record, wanted))
    who = record.appearances()
    rows = _rows_of(who, wanted, len(record.players))
    plays = _Plays(record, who, rows)
    return [plays.near(pair, games) for pair in pairs]


def _games_of(games: Games, wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the games in which some players play."""
    asked = np.zeros(len(games.players), dtype=np.bool_)
    asked[wanted] = True
    found = [
        np.flatnonzero(asked[games.first[part]] | asked[games.second[part]]) + part.start
        for part in blocks(len(games))
    ]
    return np.concatenate([np.zeros(0, dtype=np.int64), *found])


def _rows_of(who: Appearances, wanted: NDArray[np.int64], players: int) -> dict[int, NDArray[np.int64]]:
    """Return the games of some players, each in the order of the record."""
    asked = np.zeros(players, dtype=np.bool_)
    asked[wanted] = True
    at = np.flatnonzero(asked[who.player])
    player, row = who.player[at], who.row[at]
    order = np.argsort(player, kind="stable")
    bounds = np.searchsorted(player[order], [*wanted.tolist(), players])
    return {
        one: row[order[bounds[k] : bounds[k + 1]]].astype(np.int64) for k, one in enumerate(wanted.tolist())
    }


class _Plays:
    """The games of those whose names are near-equal."""

    def __init__(self, record: Record, who: Appearances, rows: dict[int, NDArray[np.int64]]) -> None:
        self.record = record
        self.who = who
        self.rows = rows
        # Two players with ids have different ones.
        self.ids = ids_of(record.players)
        self._opponents: dict[int, NDArray[Any]] = {}
        self._rounds: dict[int, set[tuple[int, int]]] = {}

    def near(self, pair: NearPair, games: NDArray[np.int64]) -> NearEqual:
        """Return what the record says of a pair."""
        one, two = pair.one, pair.two
        met = len(np.intersect1d(self.rows[one], self.rows[two]))
        shared = np.intersect1d(self.opponents(one), self.opponents(two))
        spans = [self.span(one), self.span(two)]
        overlap = None
        if spans[0] is not None and spans[1] is not None:
            overlap = bool(spans[0][0] <= spans[1][1] and spans[1][0] <= spans[0][1])
        counts = sorted((int(games[one]), int(games[two])))
        first = self.is_first(one, two, games, spans)
        seen = [
            NameSeen(
                self.record.players.names[player],
                int(games[player]),
                None if span is None else str(span[0]),
                None if span is None else str(span[1]),
            )
            for player, span in zip((one, two), spans, strict=True)
        ]
        often, seldom = seen if first else seen[::-1]
        return NearEqual(
            pair.kind,
            often,
            seldom,
            met,
            len(self.rounds(one) & self.rounds(two)) if not met else 0,
            int((~np.isin(shared, (one, two))).sum()),
            overlap,
            counts[0] == 1 and counts[1] >= FREQUENT,
            all(self.record.players.names[player] in self.ids for player in (one, two)),
        )

    def is_first(self, one: int, two: int, games: NDArray[np.int64], spans: list[Any]) -> bool:
        """Tell whether the first of two has more games, or of equally many played later."""
        if games[one] != games[two]:
            return bool(games[one] > games[two])
        if spans[0] is not None and spans[1] is not None and spans[0][1] != spans[1][1]:
            return bool(spans[0][1] > spans[1][1])
        return True

    def span(self, player: int) -> tuple[Any, Any] | None:
        """Return the first and the last time of a player's games; None without times."""
        time = self.record.time
        if time is None or not len(self.rows[player]):
            return None
        mine = time[self.rows[player]]
        return mine.min(), mine.max()

    def opponents(self, player: int) -> NDArray[Any]:
        """Return who took part in a player's games, the player too."""
        if player not in self._opponents:
            rows = self.rows[player]
            low = np.searchsorted(self.who.row, rows)
            high = np.searchsorted(self.who.row, rows, side="right")
            found = [self.who.player[a:b] for a, b in zip(low.tolist(), high.tolist(), strict=True)]
            self._opponents[player] = np.unique(np.concatenate(found)) if found else np.zeros(0, np.int32)
        return self._opponents[player]

    def rounds(self, player: int) -> set[tuple[int, int]]:
        """Return in which rounds of which events a player has played; nothing without rounds."""
        if player not in self._rounds:
            found: set[tuple[int, int]] = set()
            if self.record.round is not None:
                rows = self.rows[player]
                numbers = self.record.round.codes[rows]
                events = np.zeros(len(rows), dtype=np.int32)
                if self.record.event is not None:
                    events = self.record.event.codes[rows]
                elif self.record.time is not None and self.record.time.dtype.kind == "M":
                    events = self.record.time[rows].astype("datetime64[D]").astype(np.int64)
                pairs = zip(events.tolist(), numbers.tolist(), strict=True)
                found = {(event, number) for event, number in pairs if event >= 0 and number >= 0}
            self._rounds[player] = found
        return self._rounds[player]
