"""Starting ratings of a file are set in a pool, after a look at how it was read and at what would change.

Columns are known by the names that ``arpad rate --players`` knows (:mod:`arpad.record.kinds.players`), as far
as the system of the pool takes what they hold; whoever looks can choose others. Rows that cannot be read are
told and left out; so are players of whom nothing is known that a rating begins with: they begin as newcomers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from sqlalchemy import select

from arpad.core import BadInput, worded
from arpad.office.pools.corrections import Corrections, Preview
from arpad.office.pools.events import StartsSet
from arpad.office.pools.from_file import NewName, new_names
from arpad.office.pools.games import check_name
from arpad.office.pools.pool import Pool
from arpad.office.pools.rules import PoolRules
from arpad.office.pools.starts import MOST_STARTS, Start, players_with, start_of
from arpad.office.store.tables import EVENTS
from arpad.record.cells.decimal_marks import plain_numbers
from arpad.record.cells.interning import composed
from arpad.record.files.source_file import Stored, uploaded
from arpad.record.kinds.players import (
    BIRTH,
    NAME,
    NAME_PARTS,
    NUMBERS,
    WITHOUT_DECIMALS,
    YEAR,
    YEARS,
    names_players,
    player_rows,
)
from arpad.record.survey.survey import Reject
from arpad.record.survey.understanding import ROWS, RowSeen
from arpad.record.tables.above_header import below_title
from arpad.record.tables.column_names import normal
from arpad.record.tables.faults import escaped

PLAYER, FAMILY, GIVEN = "player", "last_name", "first_name"
"""Roles of columns that hold the name, whole or in parts."""

TITLES: Mapping[str, Sequence[str]] = {**NUMBERS, "birth_year": BIRTH}
"""Attribute → the names of its column."""


@dataclass(frozen=True, eq=False)
class PlayersRead:
    """What is understood of a file of players.

    Args:
        name: of the file.
        unit: what its rows are counted in: ``line``, ``row`` or ``object``.
        header: the names of its columns.
        roles: for each column what it is, as one of :func:`roles_of_players`; empty for none.
        seen: the first rows as they stand in the file.
        rows: how many rows it has.
        starts: the starting ratings, by name.
        lines: of each player of ``starts``, where the row stands.
        bare: of each player of whom nothing is known that a rating begins with, where the row stands.
        rejects: the rows that cannot be read.
        problem: why the file cannot be read; None if it can.
    """

    name: str
    unit: str
    header: Sequence[str]
    roles: Sequence[str]
    seen: Sequence[RowSeen] = ()
    rows: int = 0
    starts: Mapping[str, Start] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    bare: Mapping[str, int] = field(default_factory=dict)
    rejects: Sequence[Reject] = ()
    problem: BadInput | None = None


def roles_of_players(rules: PoolRules) -> tuple[str, ...]:
    """Return what a column of a file of players can be chosen for in a pool."""
    return PLAYER, FAMILY, GIVEN, *rules.taken


def read_starts(
    content: bytes, name: str, rules: PoolRules, players: Sequence[str], roles: Sequence[str] | None = None
) -> PlayersRead:
    """Return what is understood of a file of players.

    Args:
        content: the file.
        name: of the file.
        rules: of the pool.
        players: the names of the players of the pool: who is ``Ann Lee`` there is not ``Lee, Ann``.
        roles: for each column what it is chosen for; None for what its name says.

    Raises:
        BadInput: the file is no table.
    """
    file = below_title(uploaded(content, name), names_players)
    if file.format == "pgn":
        raise BadInput(
            "a file of players cannot be PGN",
            file=file.name,
            remedy="Expected a table of players.",
            code="players.pgn",
        )
    header, rows = player_rows(file)
    roles = _by_names(header, rules) if roles is None else list(roles)
    seen = [RowSeen(line, [cell and escaped(cell) for cell in cells]) for line, cells in rows[:ROWS]]
    players_read = PlayersRead(file.name, file.unit, header, roles, seen, len(rows))
    problem = _problem(header, roles, len(rows), file.name)
    if problem is not None:
        return replace(players_read, problem=problem)
    return _StartsReader(file, rules, frozenset(players)).read(players_read, rows)


def _by_names(header: Sequence[str], rules: PoolRules) -> list[str]:
    """Return what the columns are by their names; the first of several that could be the same."""
    places: dict[str, int] = {}
    for at, title in enumerate(header):
        places.setdefault(normal(title), at)
    roles = [""] * len(header)

    def take(role: str, titles: Sequence[str]) -> bool:
        hits = (places[normal(title)] for title in titles if normal(title) in places)
        at = next((hit for hit in hits if not roles[hit]), None)
        if at is not None:
            roles[at] = role
        return at is not None

    for family, given in NAME_PARTS:
        if normal(family) in places and normal(given) in places:
            take(FAMILY, [family])
            take(GIVEN, [given])
            break
    else:
        take(PLAYER, NAME)
    for role in roles_of_players(rules):
        if role in TITLES:
            take(role, TITLES[role])
    return roles


def _problem(header: Sequence[str], roles: Sequence[str], rows: int, file: str) -> BadInput | None:
    """Return why a file with these columns cannot be read; None if it can."""
    chosen: dict[str, str] = {}
    for title, role in zip(header, roles, strict=True):
        if role and role in chosen:
            return BadInput(
                worded(
                    "the columns {one!r} and {other!r} are chosen for the same", one=chosen[role], other=title
                ),
                remedy=worded("Choose one of them, and leave the other one unused."),
                code="columns.twice",
            )
        if role:
            chosen[role] = title
    if PLAYER not in chosen and FAMILY not in chosen:
        return BadInput(
            worded("no column is known to hold the name of the player"),
            file=file,
            remedy=worded("Choose above the columns what each of them is, and read the file again."),
            code="players.no-name",
        )
    if not chosen.keys() - {PLAYER, FAMILY, GIVEN}:
        return BadInput(
            worded("no column is known to hold a rating"),
            file=file,
            remedy=worded("Choose above the columns what each of them is, and read the file again."),
            code="players.no-rating",
        )
    if rows > MOST_STARTS:
        return BadInput(
            worded(
                "the file has {count} players: at most {most} are taken at once", count=rows, most=MOST_STARTS
            ),
            file=file,
            remedy="Divide it into several files.",
            code="pool.starts",
        )
    return None


class _RowRejected(Exception):
    """A row cannot be read."""

    def __init__(self, column: str, problem: str, remedy: str = "") -> None:
        super().__init__(problem)
        self.column, self.problem, self.remedy = column, problem, remedy


@dataclass(frozen=True)
class _StartsReader:
    """How rows are read.

    Args:
        file: the file.
        rules: of the pool.
        players: the names of its players.
    """

    file: Stored
    rules: PoolRules
    players: frozenset[str]

    def read(
        self, players_read: PlayersRead, rows: Sequence[tuple[int, Sequence[str | None]]]
    ) -> PlayersRead:
        """Return the file with its players."""
        places = {role: at for at, role in enumerate(players_read.roles) if role}
        try:
            rows = self._plain(players_read, places, rows)
        except BadInput as error:
            remedy = worded("Write the numbers without marks between thousands, and look at the file again.")
            problem = BadInput(
                error.problem, file=players_read.name, column=error.column, remedy=remedy, code=error.code
            )
            return replace(players_read, problem=problem)
        starts: dict[str, Start] = {}
        lines: dict[str, int] = {}
        bare: dict[str, int] = {}
        rejects = []
        for line, cells in rows:
            words = {role: (cells[at] or "").strip() for role, at in places.items()}
            try:
                name, start = self._row(words, players_read, places)
                first = lines.get(name, bare.get(name))
                if first is not None:
                    raise _RowRejected(
                        self._title(players_read, places, PLAYER, FAMILY),
                        worded("{name!r} is given twice, first in line {line}", name=name, line=first),
                        worded("Keep one of the two."),
                    )
            except _RowRejected as wrong:
                rejects.append(
                    Reject(
                        players_read.name,
                        line,
                        wrong.column,
                        escaped(wrong.problem),
                        wrong.remedy,
                        players_read.unit,
                    )
                )
                continue
            if start is None:
                bare[name] = line
            else:
                starts[name], lines[name] = start, line
        return replace(players_read, starts=starts, lines=lines, bare=bare, rejects=rejects)

    def _plain(
        self,
        players_read: PlayersRead,
        places: Mapping[str, int],
        rows: Sequence[tuple[int, Sequence[str | None]]],
    ) -> Sequence[tuple[int, Sequence[str | None]]]:
        """Return the rows with ratings that have no marks between thousands, and points as decimal marks.

        Raises:
            BadInput: a column does not settle what its points are.
        """
        if self.file.format not in ("csv", "tsv"):
            return rows
        plain = [(line, list(cells)) for line, cells in rows]
        for role in NUMBERS.keys() & places.keys():
            at = places[role]
            texts = [(cells[at] or "").strip() for _, cells in plain]
            unlikely = role in WITHOUT_DECIMALS
            for (_, cells), text in zip(
                plain,
                plain_numbers(players_read.header[at], texts, players_read.name, unlikely=unlikely),
                strict=True,
            ):
                cells[at] = text
        return plain

    @staticmethod
    def _title(players_read: PlayersRead, places: Mapping[str, int], *roles: str) -> str:
        return next((players_read.header[places[role]] for role in roles if role in places), "")

    def _row(
        self, words: Mapping[str, str], players_read: PlayersRead, places: Mapping[str, int]
    ) -> tuple[str, Start | None]:
        """Return the player of a row, and the starting rating; None where nothing is known.

        Raises:
            _RowRejected: the row cannot be read.
        """
        title = self._title(players_read, places, PLAYER, FAMILY)
        name = self.rules.named(self._name(words))
        if not name:
            raise _RowRejected(title, worded("the name is missing"))
        problem = check_name(name)
        if problem:
            raise _RowRejected(title, problem)
        values: dict[str, float] = {}
        for role in TITLES:
            text = words.get(role, "")
            if text:
                column = players_read.header[places[role]]
                values[role] = _number(role, text, column)
                try:
                    start = start_of(name, {role: values[role]})
                    if role == "volatility":  # of which the system refuses 0
                        self.rules.how(-1).entering(players_with([name], [start]))
                except BadInput as error:
                    raise _RowRejected(column, error.problem, error.remedy or "") from error
        return name, Start(**values) if values else None

    def _name(self, words: Mapping[str, str]) -> str:
        if PLAYER in words:
            return composed(words[PLAYER])
        family, given = words.get(FAMILY, ""), words.get(GIVEN, "")
        spoken = composed(f"{given} {family}".strip())
        return spoken if not (family and given) or spoken in self.players else composed(f"{family}, {given}")


def _number(role: str, text: str, column: str) -> float:
    """Return a number of a cell.

    Raises:
        _RowRejected: it is none.
    """
    if role == "birth_year":
        year = YEAR.fullmatch(text.removesuffix(".0"))
        number = int(year["first"] or year["last"]) if year else 0
        if number not in YEARS:
            raise _RowRejected(
                column,
                worded("{text!r} is not a year of birth", text=text[:40]),
                worded("Expected a year (1990) or a date (1990-05-14)."),
            )
        return float(number)
    try:
        value = float(text)
    except ValueError:
        value = np.nan
    if not np.isfinite(value) or "_" in text:
        raise _RowRejected(
            column,
            worded("{text!r} is not a number", text=text[:40]),
            worded("Expected a number such as 1850 or 62.5."),
        )
    return value


@dataclass(frozen=True)
class StartsToCome:
    """What setting the starting ratings of a file would change.

    Args:
        event: the starting ratings that are not in the pool already; None where there is none.
        same: how many the pool has already.
        replaced: of how many players a starting rating that the pool has would be another one.
        waiting: how many of the players have not played yet.
        new: the players whom the pool does not know, those with names nearly alike first.
        follows: what follows from it.
    """

    event: StartsSet | None
    same: int
    replaced: int
    waiting: int
    new: Sequence[NewName]
    follows: Preview


def starts_to_come(pool: Pool, players: Mapping[str, Start], source: str) -> StartsToCome:
    """Return what setting starting ratings would change; nothing is written.

    Args:
        pool: the pool.
        players: the starting ratings, by name.
        source: what they come from.

    Raises:
        BadInput: the database does not answer.
    """
    with pool.members() as members:
        rules = members.rules
        played = set(members.names)
    fresh, same, replaced = {}, 0, 0
    for name, start in players.items():
        previous = rules.start_of(name)
        if previous is not None and previous.start == start:
            same += 1
            continue
        replaced += previous is not None
        fresh[name] = start
    unknown = {
        name: start.rating or 0.0
        for name, start in fresh.items()
        if name not in played and rules.start_of(name) is None
    }
    event = StartsSet(fresh, source) if fresh else None
    with pool.reading() as (_, place):
        seq = place.stream.seq
    follows = Corrections(pool).preview(event) if event is not None else Preview((), (), seq)
    new = sorted(
        new_names(unknown, sorted(played | rules.starts.by_player.keys())),
        key=lambda new_name: not new_name.near,
    )
    return StartsToCome(event, same, replaced, sum(name not in played for name in fresh), new, follows)


class StartsActSummary(NamedTuple):
    """An act that set starting ratings, as people read it.

    Args:
        seq: the event of the pool.
        at: when, UTC, as ``2026-02-01T09:30:00Z``.
        author: who did it.
        source: what they come from; empty where nobody said it.
        players: how many have a starting rating by it.
    """

    seq: int
    at: str
    author: str
    source: str
    players: int


def starts_acts(pool: Pool, seqs: Sequence[int] | None = None) -> list[StartsActSummary]:
    """Return the acts whose starting ratings hold in a pool, the last first.

    Args:
        pool: the pool.
        seqs: the events of those that are wanted; None for all.

    Raises:
        BadInput: there is no such pool, or the database does not answer.
    """
    table = EVENTS.c
    with pool.reading() as (connection, place):
        acts = [act for act in place.rules.starts.acts if seqs is None or act.seq in seqs]
        if not acts:
            return []
        wanted = select(table.seq, table.at, table.author).where(
            table.stream == place.stream.id, table.seq.in_([act.seq for act in acts])
        )
        stamps = {row.seq: (row.at, row.author) for row in connection.execute(wanted)}
    return [
        StartsActSummary(act.seq, *stamps[act.seq], act.source, len(act.players)) for act in reversed(acts)
    ]
