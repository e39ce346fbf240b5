"""Contests of many sides from long tables: a row for each player (or side) of each contest, with its place.

The form in which race results, tournaments of card games and free-for-alls are published. A *side* is one
row, or all rows of a contest with the same word in the column ``side`` (``team``); partners may also stand in
one row, as ``Ann+Bob``. Places are given, or follow from a result of which more is better.

A table may also have a row for each contest and a column for each place
(:mod:`arpad.record.kinds.wide_placings`).

A contest of which no row has a place or a result is a fixture. A row without a player, or with a word for a
bye, is a bye, and so are the rows of a side that it leaves without an opponent.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from arpad.core import BadInput
from arpad.core.score import RESULTS, normal_result
from arpad.record.assembly.identity import NO_ID, Named, appearances, attributes_of, identified
from arpad.record.cells.dates import DateFormat, date_format
from arpad.record.cells.decimal_marks import DecimalMarks, Mark, decimal_mark
from arpad.record.cells.interning import composed
from arpad.record.cells.unplayed import DEFAULT_BYES, UNDECIDED, is_bye
from arpad.record.cells.value_parsing import ERRORS_OF_CELLS
from arpad.record.columns.direction import Direction, chosen_direction, direction_asked, direction_of
from arpad.record.columns.standings import are_standings
from arpad.record.columns.words import marks_of
from arpad.record.contests import Contests, of_partners, partners
from arpad.record.files.source_file import Stored, stored
from arpad.record.kinds.aliases import Aliases, applied
from arpad.record.kinds.wide_placings import (
    BlankPlace,
    UnequalIds,
    ids_in,
    place_of,
    place_of_ids,
    places_in,
    sides_in,
)
from arpad.record.players import Players
from arpad.record.record import Index, Labels, Source
from arpad.record.tables.above_header import below_title
from arpad.record.tables.column_names import CONTESTS as ROLES
from arpad.record.tables.column_names import SIDES, normal
from arpad.record.tables.frames import as_polars, is_frame
from arpad.record.tables.letters import folded
from arpad.record.tables.row_reader import Row, columns_of, text_rows, text_rows_of
from arpad.record.tables.schema import Schema
from arpad.record.tables.spanning_cells import spanning_note, spans_of_row
from arpad.record.tables.titles import Titles, check_choice

if TYPE_CHECKING:
    from arpad.record.columns.seats import ContestReading
    from arpad.record.tables.frames import Frame

BESIDE_PLACES = ("contest", "time", "weight", "event", "round")
"""The roles that a table with a column for each place can have beside them."""

SCHEMA = Schema(ROLES, needed=(("player",), ("contest", "event", "round"), ("place", "result")))
WIDE = Schema({role: ROLES[role] for role in BESIDE_PLACES})

PARTNERS = "+"
"""What stands between the names of partners in one row."""

IN_MEMORY = Stored("DataFrame", "parquet", unit="row")
"""What messages say of a table in memory."""

FIRST = 20
"""How many objects of JSON Lines tell of what kind the table is."""


@dataclass
class _Side:
    """One side as its rows tell it."""

    line: int
    place: int | None
    result: float
    names: list[Named] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)


@dataclass
class _Contest:
    """One contest as its rows tell it.

    Its first line, what all rows must agree on, how many rows it has, the lines of those without place and
    result, and its sides by name.
    """

    line: int
    label: str
    same: dict[str, str]
    rows: int = 0
    undecided: list[int] = field(default_factory=list)
    sides: dict[str, _Side] = field(default_factory=dict)


def is_long(
    source: str | Path | Frame,
    columns: Mapping[str, str] | None = None,
    encoding: str | None = None,
    sheet: str | None = None,
) -> bool:
    """Tell whether a file, or a table in memory, is one of contests, by the names of its columns.

    They say so: no two sides, but contest and place. Of JSON Lines, whose objects may each have other keys,
    the first few say it (:data:`FIRST`).

    Raises:
        BadInput: the file cannot be read, or two columns are for one place.
    """
    if isinstance(source, str) and source == "-":
        return False
    if is_frame(source):
        file, header = IN_MEMORY, as_polars(source).columns
    else:
        file = below_title(_stored(cast("str | Path", source), encoding, sheet, columns))
        if file.format == "pgn":
            return False
        header = _first_keys(file) if file.format == "jsonl" else columns_of(file)
    if places_in(header, columns, file.name):
        return True
    names = {normal(name) for name in header}
    if any(normal(pair.first) in names and normal(pair.second) in names for pair in SIDES):
        return False
    if {"first", "second"} & {normal(key) for key in columns or {}}:
        return False
    if not columns and are_standings(header):
        return False
    try:
        _check_whole_names(header, _layout(file, header, columns), columns)
    except BadInput:
        return not is_frame(source) and _by_evidence(file, columns) is not None
    return True


def _by_evidence(file: Stored, columns: Mapping[str, str] | None) -> ContestReading | None:
    """Return how a file is read whose columns have other names; None where it is no table of contests."""
    from arpad.record.columns.incomplete import Incomplete
    from arpad.record.columns.questions import Ambiguous, ContestsAsked
    from arpad.record.columns.sampling import head_of
    from arpad.record.columns.seats import contest_reading_of
    from arpad.record.columns.weighing import reading_of

    head = head_of(file)
    if head is None:
        return None
    found = contest_reading_of(head.header, head.rows, columns or {})
    if found is None or columns:
        return found
    try:
        games = reading_of(head.header, head.rows)
    except (ContestsAsked, Incomplete):
        return found
    except Ambiguous:
        return None
    return found if games is None else None


def _stored(
    source: str | Path, encoding: str | None, sheet: str | None, columns: Mapping[str, str] | None
) -> Stored:
    return stored(source, encoding=encoding, sheet=sheet).for_columns(columns)


def _is_number(cell: str | None) -> bool:
    try:
        float((cell or "").replace(",", "."))
    except ValueError:
        return False
    return True


def outcome_of(word: str) -> float | None:
    """Return what a word says of a side: 1 for a win, ½ for a draw, 0 for a loss; None for any other."""
    plain = word.strip().lower()
    if not plain.isalpha():
        return None
    for mark in marks_of(folded(plain)):
        if mark.kind == "winner":
            return 0.0 if mark.second else 1.0
    return RESULTS.get(normal_result(plain))


def _first_keys(file: Stored) -> list[str]:
    """Return the keys of the first objects of JSON Lines; those of a list that arpad made are no columns."""
    keys: dict[str, None] = {}
    with file.open() as stream:
        for line in islice(stream, FIRST):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(row, dict):
                keys |= dict.fromkeys(row)
    return list(keys)


def read_contests(
    source: str | Path | Frame,
    columns: Mapping[str, str] | None = None,
    *,
    encoding: str | None = None,
    sheet: str | None = None,
    aliases: str | Path | Mapping[str, str] | Aliases | None = None,
    dates: str | None = None,
    decimal: str | None = None,
) -> Contests:
    """Read contests from a long table, or from one with a column for each place.

    The file is CSV, TSV, JSON, Parquet or a workbook.

    The rows of a contest share what stands in ``contest`` (``match``, ``race``, ``game``), ``event`` and
    ``round``, as far as these columns are there; they need not follow each other. Contests, sides and players
    keep the order of their first rows.

    Args:
        source: the file, ``-`` for the standard input, or a table in memory
            (:func:`arpad.record.tables.frames.as_polars`).
        columns: role (:data:`arpad.record.tables.column_names.CONTESTS`) -> name of its column; an empty name
            leaves it unused.
        encoding: of the text; None as in :func:`arpad.record.read_games`.
        sheet: of a workbook; None for the first that is not empty.
        aliases: other spellings of players' names: a file, or alias -> name.
        dates: how dates are written, as there.
        decimal: the decimal mark of results, ``point`` or ``comma``, as there of points; None where the
            column settles it.

    Raises:
        BadInput: the header lacks a role, a row is bad (with its line), the rows of a side or of a contest do
            not agree, somebody takes part twice, or a contest has one side only.
    """
    check_choice(columns)
    if is_frame(source):
        file = IN_MEMORY
        header, rows = text_rows_of(as_polars(source))
    else:
        file = below_title(_stored(cast("str | Path", source), encoding, sheet, columns))
        if file.format == "pgn":
            raise BadInput("PGN holds games of two", file=file.name, remedy="Read it as games.")
        header, rows = text_rows(file)
        spans = [span for line, row in rows for span in spans_of_row(line, row)]
        file = replace(file, notes=(*file.notes, *spanning_note(file, spans)))
        try:
            roles = {} if places_in(header, columns, file.name) else _layout(file, header, columns)
            _check_whole_names(header, roles, columns)
            if "place" in roles:
                from arpad.record.columns.seats import finished

                rows, out = finished(rows, roles["place"])
                file = replace(file, notes=(*file.notes, *(f"{file.name}: {said}" for said in out)))
        except BadInput:
            reading = _by_evidence(file, columns)
            if reading is None:
                raise
            table = reading.reshape(header, rows)
            header, columns = list(table.header), reading.columns
            rows = [(line, list(row)) for line, row in table.rows]
            file = replace(
                file, notes=(*file.notes, *(f"{file.name}: {said}" for said in (reading.note, *table.notes)))
            )
    written = date_format(dates)
    columns, direction = chosen_direction(header, columns)
    places = places_in(header, columns, file.name)
    reader = (
        _WideReader(
            file, header, _wide_layout(header, columns), places, _wide_ids(header, places, columns), written
        )
        if places
        else _Reader(file, header, _layout(file, header, columns), written)
    )
    reader.id_chosen = bool((columns or {}).get("id"))
    reader.settle_direction(rows, direction)
    reader.settle_results(rows, decimal_mark(decimal))
    for line, row in rows:
        reader.take(line, row)
    contests = reader.contests(len(rows))
    return contests if aliases is None else applied(contests, Aliases.of(aliases))


def _check_whole_names(
    header: Sequence[str], roles: Mapping[str, int], columns: Mapping[str, str] | None
) -> None:
    """Check that the column of the players does not have a part of their names alone.

    Raises:
        BadInput: another column has their family names, or the given ones.
    """
    from arpad.record.columns.seats import name_in_parts

    parts = name_in_parts(header)
    if parts is not None and not columns and roles.get("player") in parts:
        raise BadInput("the names of the players stand in two columns")


def _layout(file: Stored, header: list[str], columns: Mapping[str, str] | None) -> dict[str, int]:
    """Return the column of each role.

    Raises:
        BadInput: a role is unknown, or what every table needs is missing.
    """
    titles = Titles(header, file.name)
    roles = SCHEMA.match(titles, chosen_direction(header, columns)[0])
    if "player" not in roles and "side" in roles:
        roles["player"] = roles.pop("side")
    SCHEMA.check(titles, roles)
    return roles


class _Reader:
    """Takes the rows one by one."""

    def __init__(
        self,
        file: Stored,
        header: list[str],
        roles: Mapping[str, int],
        dates: DateFormat | None = None,
    ) -> None:
        self.file = file
        self.dates = dates
        self.header = header
        self.roles = roles
        self.found: dict[tuple[str, ...], _Contest] = {}
        self.lines: dict[tuple[int, str], tuple[int, str]] = {}
        self.byes: Counter[tuple[str, ...]] = Counter()
        self.fixtures = 0
        self.notes = file.notes
        self.joined: list[str] = []
        self.id_chosen = False
        self.less = False

    def settle_direction(self, rows: Sequence[tuple[int, Row]], said: Direction | None) -> None:
        """Tell whether more or less of the results is better, where no places are given.

        Args:
            rows: all rows with their lines.
            said: what the caller says.

        Raises:
            BadInput: the names of the columns do not tell.
        """
        at = self.roles.get("result")
        if at is None or "place" in self.roles or not any(_is_number(row[at]) for _, row in rows):
            return
        name = self.header[at]
        direction = said or direction_of(name, self.header)
        if direction is Direction.UNCLEAR:
            raise direction_asked(name, self.file.name)
        self.less = direction is Direction.LESS
        self.notes += (f"{self.file.name}: {direction.value} of {name!r} is better",)

    def settle_results(self, rows: Sequence[tuple[int, Row]], said: Mark | None) -> None:
        """Write the results without marks between thousands, and with points as decimal marks.

        Args:
            rows: all rows with their lines, whose cells are changed.
            said: the decimal mark, where the caller says it. Numbers of JSON have no other than the point.

        Raises:
            BadInput: the column does not settle what its points are.
        """
        at = self.roles.get("result")
        if at is None or (said is None and self.file.format == "jsonl"):
            return
        import polars as pl

        marks = DecimalMarks(self.header[at], said)
        texts = pl.Series([row[at] for _, row in rows], dtype=pl.String)
        marks.look([texts])
        if (question := marks.question(self.file.name)) is not None:
            raise question
        for (_, row), text in zip(rows, marks.plain(texts).to_list(), strict=True):
            row[at] = text
        self.notes += tuple(f"{self.file.name}: {note}" for note in marks.notes())

    @property
    def id_titles(self) -> Mapping[str, str]:
        """The role of the ids and the name of their column; nothing where there are none."""
        return {"id": self.header[self.roles["id"]]} if "id" in self.roles else {}

    def error(self, line: int, problem: str, role: str | None = None, remedy: str | None = None) -> BadInput:
        column = None if role is None else self.header[self.roles[role]]
        return BadInput(
            problem, file=self.file.name, row=line, unit=self.file.unit, column=column, remedy=remedy
        )

    def place(self, line: int) -> str:
        """Return a row for a message."""
        return f"{self.file.unit} {line}"

    def word(self, row: Row, role: str) -> str:
        return (row[self.roles[role]] or "").strip() if role in self.roles else ""

    def number(self, line: int, row: Row, role: str, low: float, high: float, expected: str) -> float:
        text = self.word(row, role)
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high or math.isinf(value):
            problem = f"{text!r} is not a valid {role}" if text else f"the {role} is missing"
            raise self.error(line, problem, role, f"Expected {expected}.")
        return value

    def take(self, line: int, row: Row) -> None:
        """Take one row."""
        key = tuple(self.word(row, role) for role in ("event", "round", "contest") if role in self.roles)
        if not any(key):
            role = next(role for role in ("contest", "round", "event") if role in self.roles)
            raise self.error(line, f"the {role} is missing", role, "Expected what the rows of it share.")
        if is_bye(self.word(row, "player"), DEFAULT_BYES):
            self.byes[key] += 1
            return
        same = {role: self.word(row, role) for role in ("time", "weight") if role in self.roles}
        contest = self.found.setdefault(key, _Contest(line, " ".join(filter(None, key)), same))
        for role, text in same.items():
            if text != contest.same[role]:
                where = self.place(contest.line)
                problem = f"{text!r} where {where} has {contest.same[role]!r} for the same contest"
                raise self.error(line, problem, role)
        contest.rows += 1
        if all(normal_result(self.word(row, role)) in UNDECIDED for role in ("place", "result")):
            contest.undecided.append(line)
            return
        place = None
        if "place" in self.roles:
            place = self.number(line, row, "place", 1, 2**31 - 1, "a whole number from 1 on")
            if place != int(place):
                raise self.error(line, f"{place:g} is not a valid place", "place", "Expected a whole number.")
        result = math.nan
        if "result" in self.roles and (place is None or self.word(row, "result")):
            outcome = outcome_of(self.word(row, "result"))
            result = (
                self.number(line, row, "result", -math.inf, math.inf, "a number, more being better")
                if outcome is None
                else outcome
            )
            if self.less and outcome is None:
                result = -result
        share = 1.0
        if self.word(row, "share"):
            share = self.number(line, row, "share", 0, 1, "a number from 0 to 1")
        label = self.word(row, "side")
        side = _Side(line, None if place is None else int(place), result)
        who = Named(self.word(row, "id"), self.word(row, "player"))
        self._seat(contest, line, who, f"side {label}" if label else "", side, share)

    def _seat(
        self, contest: _Contest, line: int, who: Named, label: str, like: _Side, share: float = 1.0
    ) -> None:
        """Put the players of a row, or of a cell, on their side.

        Args:
            contest: in which they take part.
            line: of the row.
            who: the players and their ids, as written. An id of several partners is nobody's.
            label: of the side; empty for one of its own.
            like: what is told of the side here.
            share: of the players in the contest.
        """
        word = composed(who.name)
        names = partners(word, PARTNERS)
        if len(names) > 1:
            self.joined.append(word)
        if "" in names:
            raise self.error(line, "the name is missing", "player", "Expected a name, or Ann+Bob for two.")
        if not ERRORS_OF_CELLS.isdisjoint(names):
            problem = f"{word!r} is an error of the spreadsheet, not a name"
            raise self.error(line, problem, "player", "Correct the formula of the cell.")
        side = contest.sides.setdefault(label or f"row {contest.rows}", like)
        if side.place != like.place or not (
            side.result == like.result or math.isnan(side.result + like.result)
        ):
            role = "place" if side.place != like.place else "result"
            raise self.error(line, f"another {role} than on {self.place(side.line)} for the same side", role)
        numbers = partners(composed(who.id), PARTNERS)
        if len(numbers) != len(names):
            numbers = [""] * len(names)
        for number, name in zip(numbers, names, strict=True):
            named = Named("" if number.lower() in NO_ID else number, name)
            before = self.lines.setdefault((id(contest), named.id or name), (line, label))
            if before != (line, label) or named in side.names:
                problem = f"{name!r} takes part twice, first on {self.place(before[0])}"
                raise self.error(line, problem, "player")
            side.names.append(named)
            side.shares.append(share)

    def contests(self, rows: int) -> Contests:
        """Return what was taken as a record."""
        if not self.found and not self.byes:
            raise BadInput("the file has no rows", file=self.file.name)
        for key in list(self.found):
            if not self._was_played(key, self.found[key]):
                del self.found[key]
        contests = list(self.found.values())
        sides = [side for contest in contests for side in contest.sides.values()]
        players, member = self._players(contests)
        shares = np.array([share for side in sides for share in side.shares])
        results = np.array([side.result for side in sides])
        sizes = [len(side.names) for side in sides]
        columns = self._columns(contests)
        return Contests(
            players,
            np.cumsum([0, *(len(contest.sides) for contest in contests)], dtype=np.int64),
            np.array([place for contest in contests for place in _places(contest)], dtype=np.int32),
            np.cumsum([0, *sizes], dtype=np.int64),
            member,
            share=shares if (shares < 1.0).any() else None,
            result=None if np.isnan(results).all() else results,
            source=Source(
                (self.file.name,),
                rows=rows,
                games=sum(contest.rows for contest in contests),
                byes=self.byes.total(),
                fixtures=self.fixtures,
                notes=(*self.notes, *of_partners(self.joined, PARTNERS)),
            ),
            **columns,
        )

    def _players(self, contests: list[_Contest]) -> tuple[Players, Index]:
        """Return the players, and who they are on the seats of the contests.

        Raises:
            BadInput: two names in one contest are one player, by the ids of other rows.
        """
        index: dict[Named, int] = {}
        seats = [
            (contest, index.setdefault(named, len(index)))
            for contest in contests
            for side in contest.sides.values()
            for named in side.names
        ]
        member = np.array([at for _, at in seats], dtype=np.int32)
        if not self.id_titles:
            return Players([named.name for named in index]), member
        counts = appearances((member,), len(index))
        found = identified(list(index), counts, DEFAULT_BYES, self.id_titles, doubted=not self.id_chosen)
        member = found.codes[member]
        seen: set[tuple[int, int]] = set()
        for (contest, _), who in zip(seats, member.tolist(), strict=True):
            if (id(contest), who) in seen:
                raise self.error(
                    contest.line, f"{found.names[who]!r} takes part twice, by the ids of other rows"
                )
            seen.add((id(contest), who))
        self.notes += tuple(f"{self.file.name}: {note}" for note in found.notes)
        return Players(found.names, attributes_of(found.names, found.ids)), member

    def _was_played(self, key: tuple[str, ...], contest: _Contest) -> bool:
        """Tell whether a contest is one of the record; count the rows of a fixture or a bye.

        Raises:
            BadInput: some of its rows have a result and others none, or it has one side only.
        """
        if len(contest.undecided) == contest.rows:
            self.fixtures += contest.rows
            return False
        if contest.undecided:
            role = "place" if "place" in self.roles else "result"
            expected = "Expected one, as other rows of the contest have."
            raise self.error(contest.undecided[0], f"the {role} is missing", role, expected)
        if len(contest.sides) < 2 and self.byes[key]:
            self.byes[key] += contest.rows
            return False
        if len(contest.sides) < 2:
            problem = f"contest {contest.label} has only one side"
            raise self.error(contest.line, problem, remedy="Are its other rows missing?")
        return True

    def _columns(self, contests: list[_Contest]) -> dict[str, Any]:
        """Return time, weight and labels of the contests."""
        columns: dict[str, Any] = {}
        if "time" in self.roles:
            import polars as pl

            from arpad.record.cells.times import days_where_midnight, times

            texts = [contest.same["time"] or None for contest in contests]
            column = pl.Series(self.header[self.roles["time"]], texts, dtype=pl.String)
            columns["time"], check, notes = times(column, self.dates, self.file.name)
            self.notes += notes
            if check.bad.any():
                at = int(np.argmax(check.bad))
                raise self.error(contests[at].line, check.problem(texts[at]), "time", check.expected)
            columns["time"] = days_where_midnight(columns["time"])
        if "weight" in self.roles:
            columns["weight"] = np.array([self._weight(contest) for contest in contests])
        place = {role: at for at, role in enumerate(r for r in ("event", "round") if r in self.roles)}
        for role, at in place.items():
            words: dict[str, int] = {}
            codes = [words.setdefault(key[at], len(words)) if key[at] else -1 for key in self.found]
            columns[role] = Labels(np.array(codes, dtype=np.int32), list(words))
        return columns

    def _weight(self, contest: _Contest) -> float:
        row: Row = [None] * len(self.header)
        row[self.roles["weight"]] = contest.same["weight"]
        return self.number(contest.line, row, "weight", 0, math.inf, "a number that is 0 or more")


class _WideReader(_Reader):
    """Takes the rows of a table with a column for each place one by one.

    Args:
        file: for errors.
        header: the names of the columns.
        roles: the columns beside the places.
        places: the columns of the places, from the first on.
        ids: the columns of the ids of the places; −1 for a place without, nothing where no place has ids.
    """

    def __init__(
        self,
        file: Stored,
        header: list[str],
        roles: dict[str, int],
        places: list[int],
        ids: list[int],
        dates: DateFormat | None = None,
    ) -> None:
        self.columns = roles
        self.places = places
        self.ids = ids
        super().__init__(file, header, self.columns, dates)

    @property
    def id_titles(self) -> Mapping[str, str]:
        """The role of the ids and the names of their columns; nothing where there are none."""
        return {"id": ", ".join(self.header[at] for at in self.ids if at >= 0)} if self.ids else {}

    def take(self, line: int, row: Row) -> None:
        """Take one row, which is a contest, a bye, or a fixture of which nothing is known yet."""
        words = [(row[at] or "").strip() for at in self.places]
        key = (*(self.word(row, role) for role in ("event", "round") if role in self.roles), str(line))
        if all(word in UNDECIDED for word in words):
            self.fixtures += 1
            return
        ids = ["" if at < 0 else (row[at] or "").strip() for at in self.ids]
        try:
            sides = sides_in(words, ids)
        except UnequalIds as error:
            place = error.args[0] - 1
            self.columns["id"] = self.ids[place]
            problem = f"{ids[place]!r} is not one id for each of {words[place]!r}"
            raise self.error(line, problem, "id", "Expected 7 = 12 beside Ann = Bob.") from None
        except BlankPlace as error:
            self.columns["player"] = self.places[error.args[0] - 1]
            remedy = "Expected a name; who shares a place stands in one cell: Ann = Bob."
            raise self.error(line, "the place is blank between others", "player", remedy) from None
        real = [(place, who) for place, who in sides if not is_bye(who.name, DEFAULT_BYES)]
        if len(real) < 2 and len(real) < len(sides):
            self.byes[key] += 1
            return
        same = {role: self.word(row, role) for role in ("time", "weight") if role in self.roles}
        label = self.word(row, "contest") or f"of {self.place(line)}"
        contest = self.found.setdefault(key, _Contest(line, label, same, rows=1))
        for number, (place, who) in enumerate(real):
            self.columns["player"] = self.places[place - 1]
            self._seat(contest, line, who, f"side {number}", _Side(line, place, math.nan))


def _wide_layout(header: list[str], columns: Mapping[str, str] | None) -> dict[str, int]:
    """Return the columns of a table of places that are not places: contest, time, weight, event and round.

    Raises:
        BadInput: a role is unknown, or a chosen column is not there.
    """
    return WIDE.match(
        Titles(header),
        columns,
        also=lambda key: normal(key) == "id" or place_of(key) is not None or place_of_ids(key) is not None,
        known=", places such as 1st, and ids such as 1st id",
    )


def _wide_ids(header: list[str], places: list[int], columns: Mapping[str, str] | None) -> list[int]:
    """Return the columns of the ids of the places; nothing where no place has ids, or they are left out."""
    left_out = any(normal(key) == "id" and not name.strip() for key, name in (columns or {}).items())
    found = [] if left_out else ids_in(header, places, columns)
    return found if any(at >= 0 for at in found) else []


def _places(contest: _Contest) -> list[int]:
    """Return the places of the sides: as given, or one more than how many did better."""
    sides = list(contest.sides.values())
    if all(side.place is not None for side in sides):
        return [side.place or 0 for side in sides]
    ordered = sorted(-side.result for side in sides)
    first = {result: at for at, result in reversed(list(enumerate(ordered, start=1)))}
    return [first[-side.result] for side in sides]
