"""Tables with a row for each player of a game, with the player's team and that of the opponents.

``Player, Team, Opponent, Date, Result, Kills``: the rows of one game have one day, one number and the
same two teams, and each another player. They become a row for each game, as the team of its first row
sees it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arpad.record.columns.candidates import ALIKE, ColumnPair
from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.shapes import GAME_WORDS
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import DATES, IDS, MISLEADING, NAMES, NOT_NAMES, OPPONENTS, OUTCOMES, SCORES

FEWEST = 2
"""The fewest games."""

MOSTLY = 0.9
"""The share of the rows that must have another player of the same side and game."""

_TELLS_A_GAME = GAME_WORDS | DATES.keys() | {"round", "map", "stage", "set", "no", "number", "nr"}
"""What a column is called that may tell the games of two teams apart."""


@dataclass(frozen=True)
class TeamRows:
    """The columns.

    Args:
        sides: of the player's team and of the opponents.
        keys: that tell the games of two teams apart.
        same: the columns whose values are the same for all players of a side in a game.
    """

    sides: ColumnPair
    keys: Sequence[SampleColumn]
    same: Sequence[SampleColumn]

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with a row for each game, without what is a player's."""
        seen: set[tuple[object, ...]] = set()
        kept = sorted(column.at for column in self.same)
        games = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            one, other = ((cells[column.at] or "").strip() for column in self.sides.columns)
            key = (*((cells[column.at] or "").strip() for column in self.keys), frozenset((one, other)))
            if key not in seen or not one or not other:
                seen.add(key)
                games.append((line, [cells[at] for at in kept]))
        return GameTable([header[at] for at in kept], games)


def team_rows(columns: Sequence[SampleColumn], pairs: Sequence[ColumnPair]) -> TeamRows | None:
    """Return how a table has a row for each player of a team; None where it has not."""
    for sides in pairs:
        if sides.kind != "opponent" or any(column.numeric > 0.5 for column in sides.columns):
            continue
        if sides.first.overlap(sides.second) < ALIKE:
            continue
        keys = [
            column
            for column in columns
            if column not in sides.columns and _tells_games(column, sides.columns)
        ]
        for player in _players(columns, sides):
            keys_of_games = [key for key in keys if key is not player]
            groups = _groups([*keys_of_games, *sides.columns])
            if not keys_of_games or not _are_of_teams(groups, player):
                continue
            same = [
                column
                for column in columns
                if all(len({column.values[row] for row in rows}) == 1 for rows in groups)
            ]
            return TeamRows(sides, keys_of_games, same)
    return None


def _players(columns: Sequence[SampleColumn], sides: ColumnPair) -> Iterator[SampleColumn]:
    for column in columns:
        words = set(column.tokens)
        named = words & NAMES.keys() and not words & (NOT_NAMES | OPPONENTS)
        if column not in sides.columns and named and (words & IDS or column.numeric < 0.5):
            yield column


def _tells_games(column: SampleColumn, sides: Sequence[SampleColumn]) -> bool:
    words = set(column.tokens)
    other = (OUTCOMES.keys() | SCORES.keys() | MISLEADING | NAMES.keys() | NOT_NAMES) - _TELLS_A_GAME
    return bool(words & _TELLS_A_GAME) and not words & other


def _groups(columns: Sequence[SampleColumn]) -> list[list[int]]:
    groups: dict[tuple[str, ...], list[int]] = {}
    for row in range(len(columns[0].values)):
        key = tuple((column.values[row] or "").strip() for column in columns)
        groups.setdefault(key, []).append(row)
    return list(groups.values())


def _are_of_teams(groups: Sequence[Sequence[int]], player: SampleColumn) -> bool:
    """Whether nearly all rows have another of the same side and game, and each of them another player."""
    together = [rows for rows in groups if len(rows) > 1]
    if len(together) < FEWEST or sum(map(len, together)) < MOSTLY * sum(map(len, groups)):
        return False
    return all(len({player.values[row] for row in rows}) == len(rows) for rows in together)
