"""A table with a row, or an entry of a list, for each player of a contest of several: races, tournaments.

Who took part, in which contest, and by what the contest was decided is found from words and values: the names
are different within a contest, and the places begin with 1 in each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from arpad.core.wording import counted
from arpad.record.cells.times import TimeColumn
from arpad.record.columns.across import Across, across
from arpad.record.columns.direction import LESS, LESS_IS_BETTER
from arpad.record.columns.nesting import flat_values
from arpad.record.columns.reading import Rows
from arpad.record.columns.standings import are_standings
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import (
    FINAL,
    IDS,
    MISLEADING,
    NAMES,
    NOT_NAMES,
    OF_MORE_MEANINGS,
    OUTCOMES,
    PLACES,
    SCORES,
    folded_words,
)
from arpad.record.tables.column_names import SINGLE, normal
from arpad.record.tables.letters import folded

ORDER = "(order)"
"""The column that is added to a list of players: the place in the list, for who chooses it as that in the
contest."""

CONTEST = "(contest)"
"""The column that is added where no column tells the contests apart: the object, or the whole table."""

PLAYER = "(player)"
"""The column that is added of names in two parts."""

WITH_FIRST_PLACE = 0.8
"""The share of the contests in which somebody has to be first: a sample may end within a contest."""

DIFFERENT = 0.6
"""The share of the places of a contest that have to be different."""

MOSTLY_FILLED = 0.8
"""The share of rows that have a value in the column that decides; others are headings, or did not finish."""

FEWEST = 3
"""The fewest entries of a table of contests."""

_NOT_FINISHED = frozenset(
    ("dnf", "dns", "dsq", "dq", "disq", "ret", "ab", "abd", "np", "nc", "otl", "hd", "ns", "wd", "dnq", "lap")
)
"""What stands for the place of somebody who did not finish, or was taken out."""

ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|e|er|º|°|ª|\.|위|位|等|着)?", re.IGNORECASE)
"""A place as people write it: ``1``, ``1st``, ``2.``, ``3º``."""

_NOT_PLACES = frozenset(
    ("seat", "start", "starting", "grid", "draw", "bib", "post", "gate", "prev", "previous")
)
"""What a column of numbers is called beside a word for places that says where somebody began."""

_TWO_PARTS = (("given", "family"), ("first", "last"), ("forename", "surname"), ("fore", "sur"))
_GIVEN_AND_FAMILY = tuple(
    (folded(given), folded(family))
    for given, family in (
        ("first", "last"), ("firstname", "lastname"), ("firstname", "surname"), ("forename", "surname"),
        ("name", "surname"), ("vorname", "nachname"), ("vorname", "name"), ("prénom", "nom"),
        ("nombre", "apellido"), ("nombre", "apellidos"), ("nome", "cognome"), ("nome", "sobrenome"),
        ("nome", "apelido"), ("voornaam", "achternaam"), ("voornaam", "naam"), ("imię", "nazwisko"),
        ("jméno", "příjmení"), ("meno", "priezvisko"), ("имя", "фамилия"), ("ім'я", "прізвище"),
        ("ime", "priimek"), ("ime", "prezime"), ("fornavn", "etternavn"), ("fornavn", "efternavn"),
        ("förnamn", "efternamn"), ("etunimi", "sukunimi"), ("keresztnév", "vezetéknév"), ("prenume", "nume"),
        ("ad", "soyad"), ("adı", "soyadı"), ("vārds", "uzvārds"), ("vardas", "pavardė"),
        ("eesnimi", "perekonnanimi"), ("име", "фамилия"),
    )
)  # fmt: skip
"""What the columns of a given and of a family name are called, where no other word stands beside."""
_RESULT_WORDS = frozenset(
    (
        *("points", "score", "result", "outcome", "ergebnis", "punkte"),
        *("prize", "prizes", "winnings", "payout", "payouts", "preisgeld", "premio", "premios"),
        *("gains", "prijzengeld", "賞金", "상금", "奖金"),
    )
)
"""What a column is called of which more is better."""
_LESS = frozenset(
    folded_words(
        "time zeit temps tiempo tempo tijd czas cas tid aika ido timp laiks laikas aeg waktu sure vrijeme "
        "vreme время час χρονος タイム 기록"
    )
)
_LESS_WITH = frozenset(
    (
        *("finish", "finishing", "final", "total", "net", "netto", "chip", "gun", "race", "result"),
        *("official", "elapsed", "lap", "best", "end", "run"),
        *("ziel", "arrivee", "llegada", "meta", "arrivo", "cil", "vysledny", "mal", "maali", "endzeit"),
    )
)
"""What a column of times is called, of which less is better, and which words may stand beside."""
_DURATION = re.compile(r"(?:(?:(\d{1,2}):)?([0-5]?\d):)?(\d{1,5}(?:[.,]\d+)?)s?")
PLACE = "(place)"
"""The column that is added where times tell the places."""
_TIMES = frozenset(map(normal, SINGLE["time"]))
_DATE_WORDS = frozenset(("date", "timestamp", "datum", "fecha"))
_LISTS = frozenset(
    (*("participants", "participant", "players", "results", "standings", "entries", "entrants", "ranking"),)
)
"""What a list of those who took part is called, beside the words for players."""


Cells = TypeVar("Cells", bound=Sequence[str | None])


class ContestTable(NamedTuple):
    """A table with a row for each player of a contest.

    Args:
        header: the names of its columns.
        rows: the rows, each with its line.
        notes: what was left out, as sentences.
    """

    header: Sequence[str]
    rows: Rows
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class ContestReading:
    """Which column of a table of contests is what.

    Args:
        columns: role of :data:`arpad.record.tables.column_names.CONTESTS` -> column; an empty name leaves it
        out.
        reshape: makes the table of which these are columns.
    """

    columns: Mapping[str, str]
    reshape: Callable[[Sequence[str], Rows], ContestTable]

    @property
    def note(self) -> str:
        """The reading as a sentence for people."""
        roles = ", ".join(f"{role}={name}" for role, name in self.columns.items() if name)
        return f"read as: a row for each player of a contest; {roles}"


def contest_reading_of(
    header: Sequence[str], rows: Sequence[Sequence[str | None]], chosen: Mapping[str, str]
) -> ContestReading | None:
    """Return how a table of contests is read by evidence; None where it does not look like one.

    Args:
        header: the names of the columns.
        rows: the first rows, as text.
        chosen: what the caller chose; it holds.
    """
    if len(set(header)) < len(header):
        return _with_numbered_names(header, rows, chosen)
    standings = not chosen and are_standings(header)
    players = across(
        [SampleColumn(at, name, [row[at] for row in rows]) for at, name in enumerate(header)]
        if all(len(row) == len(header) for row in rows)
        else []
    )
    table = _prepared(
        header, [(at, row) for at, row in enumerate(rows) if list(row) != list(header)], players
    )
    columns = [
        SampleColumn(at, name, [row[at] for _, row in table.rows]) for at, name in enumerate(table.header)
    ]
    if len(table.rows) < FEWEST:
        return None
    decided = chosen.get("place") or chosen.get("result")
    for first, named in [(None, "")] if decided else _overall_first(columns, _deciders(columns)):
        for name in _name_columns(columns, chosen):
            if name is first:
                continue
            contest = _contest_column(columns, name, first if named == "place" else None, chosen)
            decider, role = _decider(columns, first, named, contest)
            if contest is not None and not (standings and contest == CONTEST):
                roles = {"contest": contest, "player": name.name}
                reshape = _with_decider(decider, players)
                if decider is not None and role == "time":
                    if not _are_finishes(decider, next(_groups(c) for c in columns if c.name == contest)):
                        continue
                    roles["place"] = PLACE
                    reshape = _with_places(reshape, decider.name, contest)
                elif decider is not None and role == "less":
                    roles["result"] = f"{LESS}{decider.name}"
                elif decider is not None:
                    roles[role] = decider.name
                columns_found = {**_others_left_out(roles), **_time(columns, contest), **roles, **chosen}
                return ContestReading(columns_found, reshape)
    return None


def _with_numbered_names(
    header: Sequence[str], rows: Sequence[Sequence[str | None]], chosen: Mapping[str, str]
) -> ContestReading | None:
    """Return how a table is read of which several columns have one name: the first keeps it."""
    reading = contest_reading_of(numbered_names(header), rows, chosen)
    if reading is None:
        return None
    inner = reading.reshape

    def reshape(names: Sequence[str], table: Rows) -> ContestTable:
        return inner(numbered_names(names), table)

    return ContestReading(reading.columns, reshape)


def numbered_names(header: Sequence[str]) -> list[str]:
    """Return the names of columns, the second and any further one of a name with a number behind."""
    counts = dict.fromkeys(header, 0)
    names: dict[str, None] = {}
    for name in header:
        counts[name] += 1
        own = name if counts[name] == 1 else f"{name} ({counts[name]})"
        while own in names:  # a column may be called so already
            counts[name] += 1
            own = f"{name} ({counts[name]})"
        names[own] = None
    return list(names)


def _others_left_out(taken: Mapping[str, str]) -> dict[str, str]:
    """Return the roles that known names must not fill: a team may be no side, a round no contest."""
    roles = ("event", "round", "side", "id", "share", "weight", "place", "result")
    return dict.fromkeys((role for role in roles if role not in taken), "")


def _with_decider(
    decider: SampleColumn | None, players: Across | None
) -> Callable[[Sequence[str], Rows], ContestTable]:
    """Return what leaves out repeated headers, and whoever has no place but a word for it."""

    def reshape(header: Sequence[str], rows: Rows) -> ContestTable:
        table = _prepared(header, rows, players)
        kept = [(line, row) for line, row in table.rows if list(row[: len(header)]) != list(header)]
        if decider is None:
            return ContestTable(table.header, kept)
        return ContestTable(table.header, *finished(kept, decider.at))

    return reshape


def finished(rows: Sequence[tuple[int, Cells]], place: int) -> tuple[list[tuple[int, Cells]], list[str]]:
    """Return the rows of those who finished, and how many others there are, as a note.

    Args:
        rows: with their lines.
        place: the column of the places, or of what decides them.
    """
    kept = [(line, _with_number(row, place)) for line, row in rows if not _is_out(row[place])]
    out = len(rows) - len(kept)
    note = f"{counted(out, 'entry', 'entries')} without a place (did not finish) left out"
    return kept, [note] if out else []


def _with_number(row: Cells, place: int) -> Cells:
    """Return a row with the number of an ordinal in the column of the places."""
    match = ORDINAL.fullmatch((row[place] or "").strip())
    if match is None or match[1] == row[place]:
        return row
    cells = list(row)
    cells[place] = match[1]
    return cells  # type: ignore[return-value]


def _with_places(
    reshape: Callable[[Sequence[str], Rows], ContestTable], decider: str, contest: str
) -> Callable[[Sequence[str], Rows], ContestTable]:
    """Return what adds the place of each row of a contest by its time, of which less is better."""

    def placed(header: Sequence[str], rows: Rows) -> ContestTable:
        table = reshape(header, rows)
        at, of = table.header.index(decider), table.header.index(contest)
        times: dict[str | None, list[float]] = {}
        for _, row in table.rows:
            seconds = _seconds(row[at])
            if seconds is not None:
                times.setdefault(row[of], []).append(seconds)
        ranked = []
        for line, row in table.rows:
            seconds = _seconds(row[at])
            better = [other for other in times.get(row[of], ()) if seconds is not None and other < seconds]
            ranked.append((line, [*row, None if seconds is None else str(1 + len(better))]))
        return ContestTable([*table.header, PLACE], ranked, table.notes)

    return placed


def _seconds(value: str | None) -> float | None:
    """Return a time such as ``1:02:03.4``, ``17:31`` or ``58.20`` in seconds; None for what is none."""
    match = _DURATION.fullmatch((value or "").strip())
    if match is None:
        return None
    hours, minutes = (int(part or 0) for part in match.group(1, 2))
    return 3600 * hours + 60 * minutes + float(match[3].replace(",", "."))


def _are_finishes(column: SampleColumn, groups: Sequence[Sequence[int]]) -> bool:
    """Whether the times of each contest can be those at which its players finished: they are different."""
    for rows in groups:
        times = [column.values[row] for row in rows if column.values[row]]
        if len(set(times)) < DIFFERENT * len(times) or len(times) < len(rows) > 1:
            return False
    return True


def _is_out(value: str | None) -> bool:
    word = folded(value or "").strip(" .*()")
    return word in _NOT_FINISHED or word == "-1"


def _prepared(header: Sequence[str], rows: Rows, players: Across | None) -> ContestTable:
    """Return a table with a row an entry, whole names, and a column for the contest where a row was one.

    Args:
        header: the names of the columns.
        rows: with their lines.
        players: the columns of each player, where the header has their names.
    """
    padded = [(line, [*row, *[None] * (len(header) - len(row))]) for line, row in rows]
    header, table = _exploded(header, padded) if players is None else players.entries(header, padded, CONTEST)
    parts = name_in_parts(header)
    if parts is not None:
        given_at, family_at = parts
        header = [*header, PLAYER]
        table = [
            (line, [*row, " ".join(filter(None, (row[given_at], row[family_at]))) or None])
            for line, row in table
        ]
    if CONTEST not in header:
        header = [*header, CONTEST]
        table = [(line, [*row, "1"]) for line, row in table]
    return ContestTable(header, table)


def name_in_parts(header: Sequence[str]) -> tuple[int, int] | None:
    """Return the columns of given and of family names; None where one column has the whole names."""
    words = [SampleColumn(at, name, ()).tokens for at, name in enumerate(header)]
    for given_word, family_word in _TWO_PARTS:
        for first, given in enumerate(words):
            if given[-2:] == (given_word, "name") and (*given[:-2], family_word, "name") in words:
                return first, words.index((*given[:-2], family_word, "name"))
    names = [normal(name) for name in header]
    for given_word, family_word in _GIVEN_AND_FAMILY:
        if names.count(given_word) == names.count(family_word) == 1:
            return names.index(given_word), names.index(family_word)
    return None


def _exploded(header: Sequence[str], rows: Rows) -> tuple[Sequence[str], Rows]:
    """Return a table of objects that hold a list of players as one with a row for each of these."""
    lists = [at for at, name in enumerate(header) if _holds_players(name, [row[at] for _, row in rows[:50]])]
    cells = [(line, [_value(cell) for cell in row]) for line, row in rows]
    if not lists:
        if not any(isinstance(value, dict) for _, row in cells[:50] for value in row):
            return header, rows
        entries = [(line, _plain(zip(header, row, strict=True))) for line, row in cells]
    else:
        at = lists[0]
        entries = [
            (line, {CONTEST: str(number), **entry, ORDER: str(order)})
            for number, (line, row) in enumerate(cells, start=1)
            for order, entry in enumerate(_entries(header, row, at), start=1)
        ]
    names = list(dict.fromkeys(name for _, entry in entries for name in entry))
    return names, [(line, [entry.get(name) for name in names]) for line, entry in entries]


def players_in_lists(header: Sequence[str], rows: Sequence[Sequence[str | None]]) -> str:
    """Return the column of the lists where each row has a list of players, and one is of more than two."""
    for at, name in enumerate(header):
        cells = [row[at] for row in rows if at < len(row)]
        if _holds_players(name, cells) and any(len(_value(cell)) > 2 for cell in cells if cell):
            return name
    return ""


def _holds_players(name: str, cells: Sequence[str | None]) -> bool:
    values = [value for value in map(_value, cells) if value is not None]
    words = set(SampleColumn(0, name, ()).tokens)
    return (
        bool(values)
        and bool(words & (_LISTS | NAMES.keys()))
        and all(isinstance(value, list) and value for value in values)
        and any(len(value) > 1 for value in values)
    )


def _value(cell: str | None) -> Any:
    if cell is None or cell[:1] not in ("{", "["):
        return cell
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):  # no JSON, or nested without end
        return cell


def _plain(cells: Iterable[tuple[str, Any]]) -> dict[str, str | None]:
    """Return the values of an object, and of the objects within it, but no lists."""
    plain: dict[str, str | None] = {}
    for name, value in cells:
        if isinstance(value, dict):
            plain.update(flat_values(name, value))
        elif not isinstance(value, list):
            plain[name] = value
    return plain


def _entries(header: Sequence[str], row: Sequence[Any], at: int) -> Iterator[dict[str, str | None]]:
    """Yield what a contest says of each of its players: its own values, and those of the player."""
    named = [*zip(header, row, strict=True)]
    shared = _plain(named[:at] + named[at + 1 :])
    by_player = [(name, value) for name, value in named if isinstance(value, dict)]
    for entry in row[at] or ():
        if isinstance(entry, dict):
            yield {**shared, **flat_values(header[at], entry)}
        elif isinstance(entry, str):
            own = {name: str(value[entry]) for name, value in by_player if entry in value}
            yield {**shared, header[at]: entry, **own}


def _deciders(columns: Sequence[SampleColumn]) -> list[tuple[SampleColumn, str]]:
    """Return the columns that can say who did better, with their roles, the likeliest first."""
    candidates: list[tuple[float, SampleColumn, str]] = []
    for column in columns:
        words = set(column.tokens)
        if column.name == ORDER:
            continue
        kept = [value for value in column.filled if not _is_out(value)]
        if (
            not kept
            or len(column.filled) < MOSTLY_FILLED * len(column.values)
            or words & (IDS | NOT_NAMES - PLACES)
        ):
            continue
        if words & _NOT_PLACES or any(word.isdecimal() for word in words):
            continue
        if words & PLACES and all(ORDINAL.fullmatch(value) for value in kept if value != column.name):
            final = bool(words & (FINAL | OUTCOMES.keys() | {"overall", "vysledne", "celkove"}))
            doubtful = 0.5 * (words & PLACES <= OF_MORE_MEANINGS)
            others = words - PLACES - FINAL - OUTCOMES.keys() - NAMES.keys()
            candidates.append((2.0 + final - doubtful - 0.2 * len(others), column, "place"))
        elif words & LESS_IS_BETTER and column.numeric > MOSTLY_FILLED:
            candidates.append((0.9 - 0.2 * (len(words) - 1), column, "less"))
        elif words & _RESULT_WORDS and not words & (MISLEADING - SCORES.keys() - OUTCOMES.keys()):
            candidates.append((1.0 - 0.2 * (len(words) - 1), column, "result"))
        elif words & _LESS and words <= _LESS | _LESS_WITH and _tells_durations(column, kept):
            candidates.append((0.5, column, "time"))
    ordered = sorted(candidates, key=lambda candidate: (-candidate[0], candidate[1].at))
    return [(column, role) for _, column, role in ordered]


def _decider(
    columns: Sequence[SampleColumn], decider: SampleColumn | None, role: str, contest: str | None
) -> tuple[SampleColumn | None, str]:
    """Return what decides the contests that a column tells apart: points where some have no places."""
    if role != "place" or decider is None or contest is None:
        return decider, role
    groups = next(_groups(column) for column in columns if column.name == contest)
    points = _instead_of_places(columns, decider, groups)
    return (decider, role) if points is None else (points, "result")


def _instead_of_places(
    columns: Sequence[SampleColumn], places: SampleColumn, groups: Sequence[Sequence[int]]
) -> SampleColumn | None:
    """Return the column of points that decides contests of which some have no place at all.

    It says of every other contest what the places say, so that no contest is left out. None where every
    contest has places, or no such column is there.
    """
    if all(any(places.values[row] for row in rows) for rows in groups):
        return None
    for column, role in _deciders(columns):
        if role != "result" or len(column.filled) < len(column.values) or column.numeric < 1.0:
            continue
        if all(_agree(column, places, rows) for rows in groups):
            return column
    return None


def _agree(points: SampleColumn, places: SampleColumn, rows: Sequence[int]) -> bool:
    """Whether those of a contest who have a place stand in the order of their points, the most first."""
    told = [(_place(places.values[row]), points.numbers[row] or 0.0) for row in rows]
    placed = sorted((place, -number) for place, number in told if place is not None)
    return all(one[1] <= other[1] for one, other in pairwise(placed) if one[0] < other[0])


def _overall_first(
    columns: Sequence[SampleColumn], deciders: Sequence[tuple[SampleColumn, str]]
) -> Sequence[tuple[SampleColumn, str]]:
    """Return the columns that decide, places of all before those in a category that say the same."""
    places = [column for column, role in deciders if role == "place"]
    if len(places) < 2:
        return deciders
    likeliest = places[0]
    for overall in places[1:]:
        numbers = [_place(value) for value in overall.values]
        there = [number for number in numbers if number is not None]
        if len(set(there)) < len(there) or not there or min(there) != 1 or max(there) > 2 * len(there):
            continue
        by_category = [group for column in columns for group in [_groups(column)] if len(group) > 1]
        for groups in by_category:
            if all(_are_in_order(rows, likeliest, overall) for rows in groups):
                return [(overall, "place"), *(each for each in deciders if each[0] is not overall)]
    return deciders


def _place(value: str | None) -> int | None:
    match = ORDINAL.fullmatch((value or "").strip())
    return int(match[1]) if match is not None else None


def _are_in_order(rows: Sequence[int], place: SampleColumn, overall: SampleColumn) -> bool:
    """Whether who is ahead in a category is ahead of all, too."""
    told = [(_place(overall.values[row]), _place(place.values[row])) for row in rows]
    both = sorted((first, second) for first, second in told if first is not None and second is not None)
    own = [second for _, second in both]
    return own == sorted(own) and len(set(own)) == len(own)


def _tells_durations(column: SampleColumn, kept: Sequence[str]) -> bool:
    """Whether all values are durations, and cannot be times of day unless the name says *finish* or *lap*."""
    clocks = all(re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?", value) for value in kept)
    named = bool(_LESS_WITH.intersection(column.tokens))
    return all(_seconds(value) is not None for value in kept) and (named or not clocks)


def _name_columns(columns: Sequence[SampleColumn], chosen: Mapping[str, str]) -> list[SampleColumn]:
    if chosen.get("player"):
        return [column for column in columns if column.name == chosen["player"]]
    candidates: list[tuple[float, SampleColumn]] = []
    for column in columns:
        words = set(column.tokens)
        score = max((NAMES[word] for word in words if word in NAMES), default=1.0 * bool(words & _LISTS))
        score -= 2.0 * bool(words & NOT_NAMES)
        if column.name == PLAYER:
            score = 3.0
        if words & IDS or column.numeric > 0.5 or len(column.filled) < len(column.values):
            score -= 0.8
        if score > 0:
            candidates.append((score, column))
    return [column for _, column in sorted(candidates, key=lambda pair: (-pair[0], pair[1].at))]


def _contest_column(
    columns: Sequence[SampleColumn], name: SampleColumn, place: SampleColumn | None, chosen: Mapping[str, str]
) -> str | None:
    """Return the column whose values tell the contests apart; None where none does."""
    if chosen.get("contest"):
        return chosen["contest"]
    possible = [column for column in columns if column not in (name, place) and column.filled]
    by_name = sorted(possible, key=lambda column: (column.name != CONTEST, column.at))
    for column in by_name:
        if _are_contests(_groups(column), name, place):
            return column.name
    return None


def _groups(column: SampleColumn) -> list[list[int]]:
    groups: dict[str, list[int]] = {}
    for row, value in enumerate(column.values):
        groups.setdefault((value or "").strip(), []).append(row)
    return list(groups.values())


def _time(columns: Sequence[SampleColumn], contest: str) -> dict[str, str]:
    """Return the column of the day of the contests; an empty name where a known one holds something else."""
    groups = next(_groups(column) for column in columns if column.name == contest)
    for column in columns:
        if normal(column.name) not in _TIMES and not _DATE_WORDS.intersection(column.tokens):
            continue
        shared = all(len({column.values[row] for row in rows}) == 1 for rows in groups)
        if shared and column.filled and _are_times(column):
            return {"time": column.name}
    return {"time": ""}


def _are_times(column: SampleColumn) -> bool:
    import polars as pl

    _, check = TimeColumn(column.name).read(pl.Series(column.values, dtype=pl.String))
    return not column.is_clock and not bool(check.bad.any())


def _are_contests(groups: Sequence[Sequence[int]], name: SampleColumn, place: SampleColumn | None) -> bool:
    """Whether the rows of each group can be one contest each: the names differ, and somebody is first."""
    whole = [rows for rows in groups if len(rows) > 1]
    if not whole or sum(map(len, whole)) < 0.9 * sum(map(len, groups)):
        return False
    if any(len({name.values[row] for row in rows}) < len(rows) for rows in whole):
        return False
    if place is None:
        return True
    firsts = 0
    for rows in whole:
        places = [value for value in (place.values[row] for row in rows) if value and not _is_out(value)]
        if len(set(places)) < DIFFERENT * len(places):
            return False
        firsts += any((match := ORDINAL.fullmatch(each)) is not None and match[1] == "1" for each in places)
    return firsts >= WITH_FIRST_PLACE * len(whole)
