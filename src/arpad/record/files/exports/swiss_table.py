"""Crosstables of Swiss tournaments as Swiss-Manager and chess-results.com write them: rounds as columns.

The form is that of the *crosstable* and the *ranking crosstable* of Swiss-Manager
(https://swiss-manager.at, exported as CSV or to a spreadsheet program): titles, then a header such as
``Rk.,Name,Rtg,FED,1.Rd,2.Rd``, then a row a player. A cell is the number of the opponent, the colour (``w``,
``b``; ``s`` in German) and the result: ``12w1``, ``5b½``, ``7w+`` by forfeit, ``4b`` not played yet;
``-1``, ``-½`` and ``bye`` are byes, ``-0``, ``0``, ``--`` and a blank cell a round without the player.

The numbers are those of the rank in the one kind of table, and of the start in the other: those of the
columns before the name by which the two rows of a game agree most often.

Decisions: a game is read once, from the row of the player who stands first. Where the other row says
something else of it, the row is bad.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arpad.core.wording import counted
from arpad.record.files.exports.export import Export, ExportRow

_ROUND = r"(\d{1,2})\s*\.?\s*(?:rd|rnd|round|runde|ronde|ronda|r|тур|kolo|fd|к)\.?"
ROUND = re.compile(_ROUND, re.IGNORECASE)
CELL = re.compile(r"(?i)(\d{1,4})\s*([wbs])\s*(1|0|½|=|\+|-|0[.,]5|1/2)?")
BYE = re.compile(r"(?i)-\s*(?:1|½|\+|=|0[.,]5|1/2)|\+?\s*(?:bye|spielfrei)|[+½]")
ABSENT = re.compile(r"(?i)|-+\s*0?|0|\*|not paired")
NAMES = frozenset(
    ("name", "player", "spieler", "nombre", "nom", "naam", "nome", "имя", "név", "ime", "jméno")
)

SCORES = {"1": 1.0, "0": 0.0, "½": 0.5, "=": 0.5, "0.5": 0.5, "0,5": 0.5, "1/2": 0.5}

FEWEST = 2
"""Columns of rounds, and rows of players, that such a table has at the least."""

ABOVE = 20
"""Rows that may stand above the header."""


class Pairing(NamedTuple):
    """A cell that names an opponent.

    Args:
        opponent: the number.
        white: whether the player of the row had White.
        result: as written; empty where the game is not played.
    """

    opponent: str
    white: bool
    result: str


@dataclass(frozen=True)
class SwissTable:
    """The header of a table, and its rows.

    Args:
        name: the column of the names.
        numbers: the columns before it, any of which may number the players.
        rounds: column -> the number of the round.
        players: the rows, each with its line.
    """

    name: int
    numbers: Sequence[int]
    rounds: Mapping[int, str]
    players: Sequence[tuple[int, Sequence[str]]]

    def numbered(self) -> dict[str, int]:
        """Return the place of each number among the players."""
        places = range(len(self.players))
        candidates = [
            {self.players[at][1][column].strip().rstrip("."): at for at in places} for column in self.numbers
        ]
        whole = [found for found in candidates if len(found) == len(self.players)]
        by_row = {str(at + 1): at for at in places}
        return max([*whole, by_row], key=self._agreements)

    def _agreements(self, numbers: Mapping[str, int]) -> int:
        own = {at: number for number, at in numbers.items()}
        agreed = 0
        for at, (_, row) in enumerate(self.players):
            for column in self.rounds:
                pairing = pairing_of(row[column])
                other = numbers.get(pairing.opponent) if pairing else None
                back = None if other is None else pairing_of(self.players[other][1][column])
                agreed += back is not None and back.opponent == own[at]
        return agreed


def pairing_of(cell: str) -> Pairing | None:
    """Return what a cell says of a game; None where it names no opponent."""
    found = CELL.fullmatch(cell.strip())
    return Pairing(found[1], found[2].lower() == "w", found[3] or "") if found else None


def read_swiss_table(text: bytes, file: str) -> Export | None:
    """Return the games of a crosstable with rounds; None where the text is none.

    Args:
        text: CSV or TSV in UTF-8.
        file: its name.
    """
    table = _table(text.decode("utf-8-sig", "replace"))
    if table is None:
        return None
    rows = list(_rows(table))
    if not any(row.cells["result"] in ("1", "0", "0.5") for row in rows):
        return None
    size = f"{counted(len(table.players), 'player')} in {counted(len(table.rounds), 'round')}"
    return Export(f"a crosstable of {size}", rows)


def _table(text: str) -> SwissTable | None:
    for mark in ";,\t|":
        rows = [(line, cells) for line, cells in _cells(text, mark) if any(cell.strip() for cell in cells)]
        for at, (_, header) in enumerate(rows[:ABOVE]):
            rounds = {
                column: found[1]
                for column, name in enumerate(header)
                if (found := ROUND.fullmatch(name.strip()))
            }
            name = next((column for column, word in enumerate(header) if word.strip().lower() in NAMES), None)
            if name is not None and len(rounds) >= FEWEST:
                return _with_players(name, rounds, len(header), rows[at + 1 :])
    return None


def _cells(text: str, mark: str) -> list[tuple[int, list[str]]]:
    """Return the rows with their lines; none where the text is no CSV, which the general reader tells."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    rows = []
    line = 1
    try:
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        return []
    return rows


def _with_players(
    name: int, rounds: Mapping[int, str], width: int, rows: Sequence[tuple[int, list[str]]]
) -> SwissTable | None:
    """Return a table up to its first row that is no player's, such as a line about the program."""
    players: list[tuple[int, Sequence[str]]] = []
    for line, cells in rows:
        row = [*cells, *[""] * (width - len(cells))]
        if not row[name].strip() or not any(row[column].strip() for column in rounds):
            if players and not any(cell.strip() for cell in row[1:]):
                break
            if not row[name].strip():
                continue
        players.append((line, row))
    known = sum(_is_known(row[column]) for _, row in players for column in rounds)
    if len(players) < FEWEST or known * 2 < len(players) * len(rounds):
        return None
    return SwissTable(name, range(name), rounds, players)


def _is_known(cell: str) -> bool:
    plain = cell.strip()
    return any(form.fullmatch(plain) for form in (CELL, BYE, ABSENT))


def _rows(table: SwissTable) -> Iterator[ExportRow]:
    """Yield the games, fixtures, forfeits and byes, each once."""
    numbers = table.numbered()
    own = {at: number for number, at in numbers.items()}
    names = [row[table.name].strip() for _, row in table.players]
    for at, (line, row) in enumerate(table.players):
        for column, number in table.rounds.items():
            cell = row[column].strip()
            pairing = pairing_of(cell)
            other = numbers.get(pairing.opponent) if pairing else None
            if pairing is None or other is None or other == at:
                if pairing is None and ABSENT.fullmatch(cell):
                    continue
                bye = pairing is None and BYE.fullmatch(cell) is not None
                yield _row(line, names[at], "" if bye else "?", cell, number)
                continue
            back = pairing_of(table.players[other][1][column])
            agreed = back is None or _agree(pairing, back, own[at])
            if agreed and other < at and back is not None:
                continue
            if not agreed:
                if at < other:
                    said = f"{cell} in round {number}, where {names[other]} has another result"
                    yield _row(line, names[at], names[other], said, number)
                continue
            yield _game(line, names[at], names[other], pairing, number)


def _agree(one: Pairing, other: Pairing, number: str) -> bool:
    """Tell whether the two rows of a game say the same of it."""
    if other.opponent != number or one.white == other.white:
        return False
    if one.result in SCORES and other.result in SCORES:
        return SCORES[one.result] + SCORES[other.result] == 1.0
    return (one.result in SCORES) == (other.result in SCORES)


def _game(line: int, player: str, opponent: str, pairing: Pairing, number: str) -> ExportRow:
    white, black = (player, opponent) if pairing.white else (opponent, player)
    score = SCORES.get(pairing.result)
    if score is None:
        return _row(line, white, black, "forfeit" if pairing.result else "*", number)
    return _row(line, white, black, f"{score if pairing.white else 1.0 - score:g}", number)


def _row(line: int, first: str, second: str, result: str, number: str) -> ExportRow:
    cells = {"first": first, "second": second, "result": result, "advantage": "1", "round": number}
    return ExportRow(line, cells)
