"""Inputs that look real, in every format that arpad reads, and what goes wrong with files."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from random import Random
from typing import Any

import polars as pl

from fuzz import words
from workbooks import Cell, Error, Sheets, ods, xlsx

DAYS = ("2024-01-31", "2024-02-29", "2022-12-18", "1930-07-13", "2024-03-01")
PEOPLE = {
    "white",
    "black",
    "first",
    "second",
    "winner",
    "loser",
    "home",
    "away",
    "player",
    "opponent",
    "team",
    "name",
    "Weiß",
    "Schwarz",
    "Local",
    "Visitante",
    "model_a",
    "model_b",
    "home_team",
    "away_team",
    "driver",
}


class Draws(Random):
    """Random numbers of one case; in half of all cases everything is as it should be.

    Args:
        seed: the number of the case.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.clean = self.random() < 0.5

    def odd(self, share: float) -> bool:
        """Return true in a share of the cases in which something may be wrong."""
        return not self.clean and self.random() < share

    def chance(self, share: float) -> bool:
        """Return true in a share of all cases."""
        return self.random() < share


FIRST_SIDES = {"white", "first", "winner", "home", "Weiß", "Local", "model_a", "home_team"}

CELLS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("result", "score", "Ergebnis"), words.RESULTS[:3]),
    **dict.fromkeys(("date", "time", "Datum", "Fecha"), DAYS),
    **dict.fromkeys(
        ("event", "stage", "pool", "federation", "title", "Turnier"), ("A", "B", "Cup 2024", "Friendly")
    ),
    **dict.fromkeys(("white_id", "black_id", "home_team_id", "away_team_id"), words.IDS),
    **dict.fromkeys(("1st", "Winner"), words.NAMES[:2]),
    **dict.fromkeys(("2nd", "Runner-up"), words.NAMES[2:4]),
    **dict.fromkeys(("3rd", "Third"), ("Zoe", "Yan", "Zoe = Yan", "")),
    "sex": "mfw",
    "sets": words.SETS,
    "tstamp": words.STAMPS,
    "ftr": "HDA",
    "language": ("English", "Spanish", ""),
    "judge": ("arena_user_1", "arena_user_2"),
}
"""What belongs into a column."""


def _cell(rng: Draws, header: str, wild: float, votes: bool) -> str:
    """Return a cell of a column: what belongs there, or in a share of cases anything."""
    if rng.chance(wild):
        return rng.choice(rng.choice((words.NAMES, words.RESULTS, words.DATES, words.NUMBERS)))
    if header == "winner" and votes:
        return rng.choice(words.VOTES[:5] if rng.clean else words.VOTES)
    if header in PEOPLE:  # who stands on different sides is mostly not the same
        some = words.NAMES[:3] if header in FIRST_SIDES else words.NAMES[3:6]
        return rng.choice(words.NAMES[:9] if rng.odd(0.05) else some)
    if header in CELLS:
        return rng.choice(CELLS[header])
    return str(rng.randrange(1, 9))


def _table(rng: Draws, shapes: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    clean = [shapes[at] for at in words.CLEAN] if shapes is words.SHAPES else shapes
    header = list(rng.choice(clean if rng.clean else shapes))
    if rng.odd(0.15):
        header.insert(rng.randrange(len(header) + 1), rng.choice(words.HEADERS))
    if rng.odd(0.08):
        header.pop(rng.randrange(len(header)))
    rng.shuffle(header) if rng.odd(0.2) else None
    wild = 0.0 if rng.clean else rng.choice((0.0, 0.0, 0.02, 0.1, 0.5))
    votes = "loser" not in header
    rows = [
        [_cell(rng, name, wild, votes) for name in header]
        for _ in range(rng.choice((5, 12, 40) if rng.clean else (0, 1, 2, 5, 12)))
    ]
    return header, rows


def _quoted(rng: Draws, cell: str, separator: str) -> str:
    if separator in cell or '"' in cell or "\n" in cell or rng.odd(0.05):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def _separated(rng: Draws, header: list[str], rows: list[list[str]], separator: str) -> bytes:
    end = "\r" if rng.odd(0.1) else rng.choice(("\n", "\n", "\r\n"))
    lines = [separator.join(_quoted(rng, cell, separator) for cell in row) for row in (header, *rows)]
    text = end.join(lines) + ("" if rng.odd(0.2) else end)
    coding = rng.choice(("utf-8-sig", "utf-16", "cp1252", "cp1250", "utf-32")) if rng.odd(0.2) else "utf-8"
    return text.encode(coding, "replace")


def csv_file(rng: Draws) -> bytes:
    """Return a table of games with commas, semicolons or bars."""
    return _separated(rng, *_table(rng, words.SHAPES), "|" if rng.odd(0.05) else rng.choice((",", ",", ";")))


def tsv_file(rng: Draws) -> bytes:
    """Return a table of games with tabs."""
    return _separated(rng, *_table(rng, words.SHAPES), "\t")


def workbook(write: Callable[[Sheets], bytes]) -> Callable[[Draws], bytes]:
    """Return what draws a table of games as a sheet of a workbook."""

    def drawn(rng: Draws) -> bytes:
        header, rows = _table(rng, words.SHAPES)
        sheet: list[list[Cell]] = [list(header), *([_typed(rng, cell) for cell in row] for row in rows)]
        if rng.odd(0.2):
            sheet.insert(0, ["Results of the club"])
        if rng.odd(0.2):
            sheet.insert(rng.randrange(len(sheet) + 1), [None] * len(header))
        sheets: dict[str, list[list[Cell]]] = {"Games": sheet}
        if rng.odd(0.2):
            sheets = {"Empty": [], **sheets, "More": [["a", "b"]]}
        return write(sheets)

    return drawn


def _typed(rng: Draws, cell: str) -> Cell:
    """Return a cell as a spreadsheet program may hold it."""
    cell = "".join(letter for letter in cell if letter.isprintable() and not "\ud800" <= letter <= "\udfff")
    if rng.odd(0.1):
        return rng.choice(
            (None, True, 1.5, 3.0, Error("#N/A"), date(2024, 3, 1), datetime(2024, 3, 1, 14, 5))
        )
    if cell in DAYS:
        return date.fromisoformat(cell)
    return cell or None


def contests_file(rng: Draws) -> bytes:
    """Return a table of contests: a row for each player, or a column for each place."""
    return _separated(rng, *_table(rng, words.CONTEST_SHAPES), rng.choice((",", ";")))


def aliases_file(rng: Draws) -> bytes:
    """Return a table of other spellings."""
    rows = [
        [rng.choice(words.NAMES[:9]), rng.choice(words.NAMES[:9]), rng.choice(("yes", "no", "", "ja", "x?"))]
        for _ in range(rng.randrange(0, 4))
    ]
    header = ["alias", "name", "same"]
    return _separated(rng, header if not rng.odd(0.1) else [*header[:2], "why"], rows, ",")


def players_file(rng: Draws) -> bytes:
    """Return a table of players."""
    columns = [
        rng.choice(words.PLAYER_COLUMNS[:2]),
        *rng.sample(words.PLAYER_COLUMNS[2:], rng.randrange(1, 6)),
    ]
    header, rows = _table(rng, [columns])
    for row, name in zip(rows, words.NAMES, strict=False):
        if columns[0] in header and not rng.odd(0.1):  # nobody stands there twice
            row[header.index(columns[0])] = name
    return _separated(rng, header, rows[:9] if rng.clean else rows, ",")


def _value(rng: Draws, cell: str) -> Any:
    """Return a cell as JSON or Parquet may hold it."""
    kind = rng.randrange(8)
    if kind == 0:
        try:
            return float(cell)
        except ValueError:
            return None
    if kind == 1:
        return rng.choice((None, True, 0, 1, -1, 0.5, 10**30, [1], {"a": 1}, "", 1e308))
    return cell


def jsonl_file(rng: Draws) -> bytes:
    """Return a table of games as JSON Lines."""
    header, rows = _table(rng, words.SHAPES)
    odd = rng.odd(0.4)
    lines = [
        json.dumps({name: _value(rng, cell) if odd else cell for name, cell in zip(header, row, strict=True)})
        for row in rows
    ]
    if odd and lines:
        lines[rng.randrange(len(lines))] = rng.choice(
            ("[]", "1", "null", "{", '{"white": NaN}', "", '{"a":1}{"b":2}')
        )
    return ("\n".join(lines) + "\n").encode()


def json_file(rng: Draws) -> bytes:
    """Return a table of games as a JSON array, on one line or on many."""
    lines = jsonl_file(rng).decode().splitlines()
    between = rng.choice((", ", ",\n", ",\n  ", "," if not rng.odd(0.2) else "\n"))
    return ("[" + rng.choice(("", "\n")) + between.join(lines) + rng.choice(("]", "]\n", "\n]"))).encode()


def parquet_file(rng: Draws) -> bytes:
    """Return a table of games as Parquet, its columns of any type."""
    header, rows = _table(rng, words.SHAPES)
    data: dict[str, pl.Series] = {}
    for number, name in enumerate(header):
        column = pl.Series([row[number] for row in rows], dtype=pl.String)
        kind = None if rng.clean else rng.choice((None, None, None, pl.Float64, pl.Int64, pl.Categorical, pl.Date, pl.Duration, pl.Datetime,
                           pl.Boolean, pl.Decimal(10, 2), pl.Binary, pl.Int8, pl.Time))  # fmt: skip
        if kind in (pl.Duration, pl.Datetime, pl.Time, pl.Date):
            column = (
                column.str.len_bytes()
                .cast(pl.Int64 if kind != pl.Date else pl.Int32)
                .cast(kind, strict=False)
            )
        elif kind == pl.Boolean:
            column = column == "1-0"
        elif kind is not None:
            column = column.cast(kind, strict=False)
        data[name] = column
    file = io.BytesIO()
    pl.DataFrame(data).write_parquet(file)
    return file.getvalue()


def pgn_file(rng: Draws) -> bytes:
    """Return games in PGN."""
    parts = []
    for _ in range(rng.randrange(0, 8)):
        tags = {
            "Event": 'A "B"' if rng.odd(0.1) else rng.choice(("Cup", "?")),
            "Date": rng.choice(("????.??.??", *words.DATES)) if rng.odd(0.2) else "2024.01.31",
            "Round": rng.choice(("1", "1.2", "?")),
            "White": rng.choice(words.NAMES[:3] if rng.clean else words.NAMES),
            "Black": rng.choice(words.NAMES[3:6] if rng.clean else words.NAMES),
            "Result": rng.choice(("1-0", "0-1", "1/2-1/2", "*") if not rng.odd(0.2) else words.RESULTS),
        }
        if rng.chance(0.3):
            tags |= {"WhiteFideId": rng.choice(words.IDS), "BlackFideId": rng.choice(words.IDS)}
        if rng.chance(0.1):
            tags["Termination"] = rng.choice(("Normal", "time forfeit", "won by forfeit", "unplayed", ""))
        for name in list(tags):
            if rng.odd(0.08):
                del tags[name]
        lines = [f'[{name} "{value}"]' for name, value in tags.items()]
        moves = rng.choice(("1. e4 e5", "1. e4 {a comment} e5 (1... c5 $2)", "; to the end", ""))
        moves = "{ never closed" if rng.odd(0.1) else moves
        parts.append("\n".join([*lines, "", f"{moves} {tags.get('Result', '*')}", ""]))
    return "\n".join(parts).encode(("latin-1" if rng.odd(0.2) else "utf-8"), "replace")


def trf_file(rng: Draws) -> bytes:
    """Return a tournament report (TRF), with one pairing table that mostly holds together."""
    n, rounds = rng.choice((2, 5, 6, 8)), rng.randrange(0, 4)
    header = [
        "012 Cup",
        f"062 {n}",
        f"XXR {rng.choice((rounds + 1, rounds + 2, 9) if not rng.odd(0.2) else (rounds, 0, 99, -1))}",
        "042 2024/01/01",
    ]
    rng.shuffle(header) if rng.odd(0.3) else None
    games: dict[tuple[int, int], str] = {}
    for number in range(rounds):
        order = rng.sample(range(1, n + 1), n)
        for one, two in zip(order[::2], order[1::2], strict=False):
            white, black = rng.choice(
                ("10", "01", "==", "+-") if rng.clean else ("10", "01", "==", "+-", "-+", "11", "  ")
            )
            games[one, number], games[two, number] = f"{two:4d} w {white}", f"{one:4d} b {black}"
        if n % 2:
            games[order[-1], number] = f"0000 - {rng.choice('UHZF-')}"
    lines = []
    for rank in range(1, n + 1):
        played = "".join(f"  {games[rank, number]:8s}" for number in range(rounds))
        score = {"1": 1.0, "+": 1.0, "=": 0.5, "U": 1.0, "F": 1.0, "H": 0.5}
        points = sum(score.get(games[rank, number][-1], 0.0) for number in range(rounds))
        if rng.odd(0.02):
            points = rng.choice((-1.0, 99.5, 0.5))
        rating = rng.choice((0, 1500, 2200, 9999, -1) if rng.odd(0.1) else (1500, 2200))
        lines.append(
            f"001 {rank:4d} m    {'Player ' + str(rank):33s} {rating:4d} KOR {rank:11d} 2000/01/01 {points:4.1f} {rank:4d}{played}"
        )
    return ("\n".join([*header, *lines]) + "\n").encode()


def event_file(rng: Draws) -> bytes:
    """Return the events of a tournament in the first form of the file, whose lines are not chained."""
    odd = 0.0 if rng.clean else rng.choice((0.0, 0.1, 0.4))

    def value(usual: Any) -> Any:
        return (
            rng.choice((None, -1, 0, 10**30, "x", [], {}, 1e308, True, 1.5, "W"))
            if rng.chance(odd)
            else usual
        )

    n = rng.choice((2, 4, 5))
    events: list[dict[str, Any]] = [
        {"do": "new", "name": value("Cup"), "system": value(rng.choice(("fide-dutch", "othello", "mcmahon", "keizer",
         "round-robin", "knockout", "swiss", "fide-burstein"))), "rounds": value(3), "seed": value(0)}
    ]  # fmt: skip
    events += [
        {"do": "add", "number": value(i), "name": value(f"P{i}"), "rating": value(1500 + i)}
        for i in range(1, n + 1)
    ]
    for number in range(1, rng.randrange(2, 4)):
        order = [1, *(2 + (place + number) % (n - 1) for place in range(n - 1))]  # everybody meets another
        pairs = [[one, two] for one, two in zip(order[::2], order[1::2], strict=False)]
        events.append(
            {"do": "pair", "pairs": value(pairs), "byes": value([[order[-1], "U"]] if n % 2 else [])}
        )
        for board in range(1, len(pairs) + 1):
            events.append(
                {
                    "do": "result",
                    "round": value(number),
                    "board": value(board),
                    "white": value("1"),
                    "black": value("0"),
                }
            )
    events += (
        [{"do": rng.choice(("away", "back", "undo", "nothing")), "number": value(1)}]
        if rng.chance(odd)
        else []
    )
    return "\n".join(json.dumps(line) for line in ({"arpad tournament": value(1)}, *events)).encode() + b"\n"


FORMATS: Mapping[str, Callable[[Draws], bytes]] = {
    "games.csv": csv_file,
    "games.tsv": tsv_file,
    "games.jsonl": jsonl_file,
    "games.json": json_file,
    "games.parquet": parquet_file,
    "games.pgn": pgn_file,
    "games.xlsx": workbook(xlsx),
    "games.ods": workbook(ods),
    "races.csv": contests_file,
    "aliases.csv": aliases_file,
    "cup.trf": trf_file,
    "cup.arpad": event_file,
    "players.csv": players_file,
}


def damaged(rng: Draws, data: bytes) -> bytes:
    """Return a file as a disk, an editor or an enemy leaves it."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(data) + 1)
        other = rng.randrange(len(data) + 1)
        lines = data.split(b"\n")
        line = rng.randrange(len(lines))
        match rng.randrange(9):
            case 0:
                data = data[:at]
            case 1 if data:
                at %= len(data)
                data = data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]
            case 2:
                data = data[:at] + rng.choice((b'"', b"{", b"}", b"\0", b"\r", b"\n\n", b"\xff", b",", b"\t", b"-", b"9" * 400)) + data[at:]  # fmt: skip
            case 3:
                data = data[: min(at, other)] + data[max(at, other) :]
            case 4:
                data = b"\n".join([*lines[:line], lines[line], *lines[line:]])
            case 5:
                data = b"\n".join([*lines[:line], *lines[line + 1 :]])
            case 6:
                data = data[at:] + data[:at]
            case 7:
                number = rng.choice(words.NUMBERS).encode()
                data = data[:at] + number + data[at + len(number) :]
            case _:
                data = data + data[at:]
    return data


def document(rng: Draws, kind: str) -> tuple[str, bytes, bool]:
    """Return the name and the bytes of a file of one kind, and whether it is as it was written."""
    name, data = kind, FORMATS[kind](rng)
    whole = not rng.odd(0.4)
    if not whole:
        data = damaged(rng, data)
    if rng.odd(0.05):
        name, data = f"{name}.gz", gzip.compress(data, mtime=0)
        if rng.odd(0.3):
            data, whole = damaged(rng, data), False
    if rng.odd(0.04):
        name, whole = (
            rng.choice(("noname", "games.txt", "games.xlsx", "a b.csv", "games.csv.zst", "ä.json")),
            False,
        )
    return name, data, whole
