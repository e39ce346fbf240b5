"""Tables with a row for each player of a side, whose sides are other players in every game.

Two sides of each game have a word each (``A`` and ``B``, ``blue`` and ``orange``), and what a side made, or
how the game ended for it, is the same in the rows of its players. They become a row for each side, which is
called after its players, who are rated as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arpad.record.columns.reading import GameTable, Rows
from arpad.record.columns.shapes import keys_of
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import DATES, IDS, NAMES, NOT_NAMES

KEY = "(match id)"
"""The column that is added: what tells the rows of one game from those of others."""

PARTNERS = " + "
"""What stands between the players of a side."""

FEWEST = 3
"""The fewest games."""

MOST_SIDES = 3
"""How many words for sides there may be: more are teams, whose name is the side's."""

MOSTLY = 0.9
"""The share of the games that must be of this shape: a sample may end within one."""


@dataclass(frozen=True)
class Rosters:
    """The columns.

    Args:
        key: of the game.
        side: of the word for the side.
        player: of the player.
        same: the columns whose values are those of a side or of the game.
    """

    key: SampleColumn
    side: SampleColumn
    player: SampleColumn
    same: Sequence[SampleColumn]

    def games(self, header: Sequence[str], rows: Rows) -> GameTable:
        """Return the table with a row for each side, and the rows that are no player's."""
        sides: dict[tuple[str, str], list[tuple[int, Sequence[str | None]]]] = {}
        alone = []
        for line, row in rows:
            cells = [*row, *[None] * (len(header) - len(row))]
            key, side, player = (
                (cells[column.at] or "").strip() for column in (self.key, self.side, self.player)
            )
            if key and side and player:
                sides.setdefault((key, side), []).append((line, cells))
            else:
                alone.append((line, row))
        names = [KEY, self.player.name, *(column.name for column in self.same)]
        table = []
        for (key, _), members in sides.items():
            line, first = members[0]
            players = PARTNERS.join(sorted((cells[self.player.at] or "").strip() for _, cells in members))
            table.append((line, [key, players, *(first[column.at] for column in self.same)]))
        return GameTable(names, table, alone)


def rosters(columns: Sequence[SampleColumn]) -> Rosters | None:
    """Return how a table has a row for each player of a side; None where it has not."""
    players = [
        column
        for column in columns
        if NAMES.keys() & set(column.tokens)
        and not (IDS | NOT_NAMES) & set(column.tokens)
        and column.numeric < 0.5
    ]
    sides = [column for column in columns if 2 <= len(column.distinct) <= MOST_SIDES]
    for key in _keys(columns):
        games = _games_of(key)
        for side in sides:
            if side is key or not _has_two(games, side):
                continue
            for player in players:
                if player not in (key, side) and _differ(games, player):
                    return Rosters(key, side, player, _same(columns, games, key, side, player))
    return None


def _keys(columns: Sequence[SampleColumn]) -> Iterator[SampleColumn]:
    """Yield the columns that can tell the games apart: ids of games, then days."""
    yield from (key.column for key in keys_of(columns))
    yield from (column for column in columns if DATES.keys() & set(column.tokens))


def _games_of(key: SampleColumn) -> list[list[int]]:
    rows: dict[str, list[int]] = {}
    for at, value in enumerate(key.values):
        if value and value.strip():
            rows.setdefault(value.strip(), []).append(at)
    return list(rows.values())


def _has_two(games: Sequence[Sequence[int]], side: SampleColumn) -> bool:
    """Whether nearly every game has two sides, and more than one player on each of most."""
    two = sum(len({side.values[row] for row in rows} - {None, ""}) == 2 for rows in games)
    more = sum(len(rows) > 2 for rows in games)
    return len(games) >= FEWEST and two >= MOSTLY * len(games) and more >= MOSTLY * len(games)


def _differ(games: Sequence[Sequence[int]], player: SampleColumn) -> bool:
    """Whether nobody is in a game twice, and the same people play in several games."""
    if any(len({player.values[row] for row in rows}) < len(rows) for rows in games):
        return False
    return len(player.distinct) < len(player.filled)


def _same(
    columns: Sequence[SampleColumn],
    games: Sequence[Sequence[int]],
    key: SampleColumn,
    side: SampleColumn,
    player: SampleColumn,
) -> list[SampleColumn]:
    """Return the columns whose values are the same for all players of a side."""
    teams = [
        [row for row in rows if side.values[row] == word]
        for rows in games
        for word in {side.values[row] for row in rows}
    ]
    return [
        column
        for column in columns
        if column not in (side, player)
        and all(len({column.values[row] for row in team}) == 1 for team in teams)
    ]


def each_of_sides(columns: Sequence[SampleColumn]) -> list[SampleColumn]:
    """Return the columns that tell of one side, of a table that :meth:`Rosters.games` has made."""
    key = next(column for column in columns if column.name == KEY)
    games = _games_of(key)
    return [
        column for column in columns if any(len({column.values[row] for row in rows}) > 1 for rows in games)
    ]
