"""Crosstables as games: everybody against everybody, or the rounds of a Swiss tournament.

- *Everybody against everybody:* a row a player, and a column for each opponent, called by the name or the
  number; in the cells the results of the player of the row, one for each game: ``1``, ``½``, ``10``.
- *Rounds:* a row a player, and a column for each round; in the cells the number of the opponent, the colour
  and the result, as chess-results.com and Swiss-Manager print it: ``12w1``, ``5b½``, ``3s0`` (schwarz).

Each game stands in two rows; it is taken once, and where the two contradict each other nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import IDS, NAMES

FEWEST = 3
"""Players, and columns of opponents or rounds, that a crosstable has at the least."""

HEADER = ("first", "second", "result", "advantage", "round")
"""The columns of the table of games that a crosstable becomes."""

_SCORES = {
    "1": "1",
    "0": "0",
    "½": "0.5",
    "=": "0.5",
    "0.5": "0.5",
    "0,5": "0.5",
    "1/2": "0.5",
    "w": "1",
    "l": "0",
    "d": "0.5",
}
NOT_PLAYED = frozenset(("", "*", "x", "xx", "xxx", "-", "–", "—", "■", "█", "#", "\\", "+", "•", "·"))
"""What stands in the cell of a pair that has not played, and in that of a player and itself."""
_ROUND_CELL = re.compile(r"\s*(\d{1,4})\s*([wbs])\s*([10½=+-]|0[.,]5|1/2)\s*", re.IGNORECASE)
_ROUND_NAME = re.compile(
    r"(?i)\s*(?:r|rd|rnd|round|runde|ronde|ronda|tour|тур)?\.?\s*(\d{1,2})\s*\.?\s*(?:rd|round|runde|ronde)?\.?\s*"
)


class CrossGame(NamedTuple):
    """A game of a crosstable.

    Args:
        line: of the row of its first side.
        first: the first side.
        second: the second side.
        score: of the first side, as text.
        advantage: ``1`` where the first side had White; ``0`` where nobody knows.
        round: empty where there are none.
    """

    line: int
    first: str
    second: str
    score: str
    advantage: str
    round: str


@dataclass(frozen=True)
class Crosstable:
    """How a table is a crosstable.

    Args:
        name: the place of the column of the players.
        number: that of their numbers; None where the rows count.
        opponents: place of a column -> name or number of the opponent; none in a table of rounds.
        rounds: place of a column -> the number of the round.
    """

    name: int
    number: int | None
    opponents: Mapping[int, str]
    rounds: Mapping[int, str]

    def games(self, rows: Sequence[tuple[int, Sequence[str | None]]]) -> list[CrossGame] | None:
        """Return the games; None where two rows contradict each other."""
        players = [
            (line, (row[self.name] or "").strip(), row)
            for line, row in rows
            if (row[self.name] or "").strip()
        ]
        by_number = {self._number_of(row, at): name for at, (_, name, row) in enumerate(players, start=1)}
        if self.opponents:
            return self._of_opponents(players, by_number)
        return self._of_rounds(players, by_number)

    def _number_of(self, row: Sequence[str | None], at: int) -> str:
        return str(at) if self.number is None else (row[self.number] or "").strip().rstrip(".")

    def _of_opponents(
        self, players: Sequence[tuple[int, str, Sequence[str | None]]], by_number: Mapping[str, str]
    ) -> list[CrossGame] | None:
        cells: dict[tuple[str, str], tuple[int, list[str]]] = {}
        for line, name, row in players:
            for at, called in self.opponents.items():
                other = called if called in by_number.values() else by_number.get(called, "")
                scores = _scores(row[at])
                if scores is None:
                    return None
                if other and other != name and scores:
                    cells[name, other] = line, scores
        order = {name: at for at, (_, name, _) in enumerate(players)}
        games = []
        for (one, other), (line, scores) in cells.items():
            back = cells.get((other, one))
            if back is not None:
                if [1 - float(score) for score in back[1]] != list(map(float, scores)):
                    return None
                if order[other] < order[one]:
                    continue
            games += [CrossGame(line, one, other, score, "0", "") for score in scores]
        return games

    def _of_rounds(
        self, players: Sequence[tuple[int, str, Sequence[str | None]]], by_number: Mapping[str, str]
    ) -> list[CrossGame] | None:
        games: dict[tuple[str, frozenset[str]], CrossGame] = {}
        for line, name, row in players:
            for at, number in self.rounds.items():
                cell = _ROUND_CELL.fullmatch(row[at] or "")
                other = by_number.get(cell[1], "") if cell else ""
                if cell is None or not other or other == name or cell[3] in "+-":
                    continue
                score = _SCORES[cell[3]]
                game = CrossGame(line, name, other, score, "1", number)
                if cell[2].lower() != "w":
                    game = CrossGame(line, other, name, str(1 - float(score)), "1", number)
                same = games.setdefault((number, frozenset((name, other))), game)
                if (same.first, float(same.score)) != (game.first, float(game.score)):
                    return None
        return list(games.values())


def _scores(cell: str | None) -> list[str] | None:
    """Return the results of a cell, one for each game; none of what was not played; None for what is none."""
    text = (cell or "").strip().lower()
    if text in NOT_PLAYED:
        return []
    if text in _SCORES:
        return [_SCORES[text]]
    parts = text.split() if " " in text else re.findall(r"0[.,]5|1/2|[10½=]", text)
    if "".join(parts) != text.replace(" ", "") or not all(part in _SCORES for part in parts):
        return None
    return [_SCORES[part] for part in parts]


def crosstable_of(columns: Sequence[SampleColumn]) -> Crosstable | None:
    """Return how a table is a crosstable; None if it is none."""
    for name in name_columns(columns):
        players = [value.strip() for value in name.values if value and value.strip()]
        if len(set(players)) < max(FEWEST, len(players)):
            continue
        number = _number_column(columns, name)
        for opponents, rounds in _cells(columns, name, players):
            table = Crosstable(name.at, number, opponents, rounds)
            games = table.games(
                [(at, [column.values[at] for column in columns]) for at in range(len(name.values))]
            )
            if games and len(games) >= len(players) - 1:
                return table
    return None


def name_columns(columns: Sequence[SampleColumn]) -> list[SampleColumn]:
    """Return the columns that may name the players of the rows, the likeliest first."""
    texts = [column for column in columns if column.filled and column.numeric < 0.2]
    return sorted(texts, key=lambda column: (not set(column.tokens) & NAMES.keys(), column.at))[:3]


def _number_column(columns: Sequence[SampleColumn], name: SampleColumn) -> int | None:
    for column in columns:
        numbers = [value.rstrip(".") for value in column.filled]
        numbered = sorted(numbers) == sorted(map(str, range(1, len(numbers) + 1)))
        if column.at < name.at and numbered and (set(column.tokens) & IDS or column.at == 0):
            return column.at
    return None


def _cells(
    columns: Sequence[SampleColumn], name: SampleColumn, players: Sequence[str]
) -> Iterator[tuple[Mapping[int, str], Mapping[int, str]]]:
    """Yield the columns of opponents, or those of rounds."""
    after = [column for column in columns if column.at > name.at]
    named = {column.at: column.name.strip() for column in after if column.name.strip() in players}
    if len(named) >= max(FEWEST, len(players) - 1):
        yield named, {}
    rounds = {
        column.at: match[1]
        for column in after
        if (match := _ROUND_NAME.fullmatch(column.name))
        and sum(bool(_ROUND_CELL.fullmatch(value)) for value in column.filled) >= 0.5 * len(column.filled) > 0
    }
    if len(rounds) >= FEWEST:
        yield {}, rounds
    numbered = {
        column.at: column.name.strip().rstrip(".")
        for column in after
        if column.name.strip().rstrip(".").isdigit()
        and 1 <= int(column.name.strip().rstrip(".")) <= len(players)
    }
    if len(numbered) == len(players) >= FEWEST:
        yield numbered, {}
