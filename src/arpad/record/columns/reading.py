"""How the first rows of a table are read: the known names first, and else what the evidence says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from arpad.core import BadInput
from arpad.core.interface import named_columns
from arpad.record.build_games import RESULTS, Assembled, Conventions, assembled
from arpad.record.columns.candidates import (
    ColumnPair,
    outcome_candidates,
    pairs_of,
    points_candidates,
    side_candidates,
    time_candidates,
    winner_candidates,
)
from arpad.record.columns.crosstables import HEADER as CROSSTABLE
from arpad.record.columns.crosstables import Crosstable, crosstable_of
from arpad.record.columns.flags import blanked, flag_of, unplayed
from arpad.record.columns.forms import ExportForm, form_of, with_result
from arpad.record.columns.nesting import flattened
from arpad.record.columns.shapes import (
    GameKey,
    SeatRows,
    by_game,
    key_of_players,
    roles_by_game,
    seat_rows,
    side_rows,
)
from arpad.record.columns.values import SampleColumn
from arpad.record.header import Layout, layout
from arpad.record.tables import Table, by_role, joined
from arpad.record.times import TimeColumn

if TYPE_CHECKING:
    import polars as pl

SAMPLE_ROWS = 400
"""Rows that are looked at."""

CLEAR = 0.35
"""By how much the best reading has to be ahead of one that says something else, to be taken."""

FEW_BAD = 0.05
"""The share of rows that a reading may leave unread: headings, sums, damaged rows."""

MOST_TRIED = 4
"""Candidates of a role that are tried, the likeliest."""

_KEYS = {"home": ("home", "away"), "white": ("white", "black"), "winner": ("winner", "loser")}
"""By which names the sides are chosen, so that the reader knows who has the advantage, or has won."""

_OPTIONAL = ("clock", "neutral", "weight", "handicap", "komi", "advantage", "pool", "cluster", "stage")
"""Roles that the known names may find and the values may not bear out; then they are left out."""


_SHAPES = {
    "matrix": "a crosstable; ",
    "games": "",
    "sides": "a row for each side of a game; ",
    "players": "a row for each player of a game; ",
}

Rows = Sequence[tuple[int, Sequence[str | None]]]
"""Rows of text, each with its line."""

Reshape = Callable[[Sequence[str], Rows], "Reshaped"]
"""Makes a row a game of a table of another shape, given its header and its rows."""


class Reshaped(NamedTuple):
    """A table with a row for each game.

    Args:
        header: the names of its columns.
        rows: the games, each with the line of its first row.
        alone: the rows of which no game can be made.
    """

    header: Sequence[str]
    rows: Rows
    alone: Rows


@dataclass(frozen=True)
class Reading:
    """Which column of a table is what.

    Args:
        columns: the choices for :func:`arpad.record.header.layout`: role or known name -> column; an empty
            name leaves a role out.
        confidence: from 0 to 1.
        alternatives: other choices that were nearly as good, and say something else.
        shape: what a row is: ``games``, ``sides`` (a row a side), ``players`` (a row a player of both
            sides) or ``matrix`` (a row a player of a crosstable).
        reshape: makes a row a game of the rows of the table, whose columns the choices name then; None where
            a row is one.
        flag: the column that tells games from fixtures; empty where there is none, or it adds nothing.
    """

    columns: Mapping[str, str]
    confidence: float = 1.0
    alternatives: Sequence[Mapping[str, str]] = ()
    shape: str = "games"
    reshape: Reshape | None = None
    flag: str = ""

    @property
    def note(self) -> str:
        """What is told of it: ``read as: home=team_home, …``."""
        told = ", ".join(f"{role}={name}" for role, name in self.columns.items())
        flag = (
            f"{'; ' if told else ''}rows that {self.flag!r} calls unplayed are fixtures" if self.flag else ""
        )
        return f"read as: {_SHAPES[self.shape]}{told}{flag}"


class ContestsAsked(BadInput):
    """A table of contests of several players, of which the columns have to be chosen.

    Args:
        seats: how it has them.
        file: the file.
    """

    def __init__(self, seats: SeatRows, file: str | None) -> None:
        contest, player = f"contest={seats.key.name}", f"player={seats.name.name}"
        chosen = [named_columns(contest, player, f"result={column.name}") for column in seats.results[:2]]
        place = named_columns(contest, player, f"place={seats.results[0].name}")
        super().__init__(
            f"a row seems to be a player of a contest ({seats.key.name}, {seats.name.name}), and no "
            "column is known to tell who did better",
            file=file,
            remedy=f"Choose it, where more is better: {' or '.join(chosen)}; where it is the place: {place}. "
            "Rate with a system for contests of many sides.",
            code="columns.ambiguous",
        )


class Ambiguous(BadInput):
    """A table of which two readings are equally good.

    Args:
        readings: the choices, role -> column, the likelier first.
        file: the file.
    """

    def __init__(self, readings: Sequence[Mapping[str, str]], file: str | None) -> None:
        self.readings = readings
        told = [_chosen(one) for one in readings[:2]]
        super().__init__(
            f"the columns can be read in two ways: {' or '.join(map(_told, readings[:2]))}",
            file=file,
            remedy=f"Choose one: {told[0]} or {told[1]}",
            code="columns.ambiguous",
        )


def _chosen(columns: Mapping[str, str]) -> str:
    return named_columns(*(f"{role}={name}" for role, name in columns.items() if name))


def _told(columns: Mapping[str, str]) -> str:
    points = [columns[role] for role in ("points_first", "points_second") if role in columns]
    if points:
        return f"{points[0]} and {points[1]} are what the sides made"
    for role, says in (("score", "is the result"), ("winner", "names the winner")):
        if columns.get(role):
            return f"{columns[role]} {says}"
    first, second = list(columns.values())[:2]
    return f"{first} and {second} are the sides"


@dataclass(frozen=True)
class _Trial:
    """A choice of columns, and how the reader gets on with the first rows.

    Args:
        columns: the choices.
        score: how likely they are.
        bad: the share of rows that cannot be read.
        games: first player, second player and score of each row that is a game.
    """

    columns: Mapping[str, str]
    score: float
    bad: float
    games: Sequence[tuple[int, str, str, float]] = field(repr=False, default=())

    def contradicts(self, other: _Trial) -> bool:
        """Whether the two say something else of a game; who stands first does not matter for that."""
        known = {row: (first, second, score) for row, first, second, score in other.games}
        for row, first, second, score in self.games:
            there = known.get(row)
            if there is None or there == (first, second, score):
                continue
            if there == (second, first, 1.0 - score):
                continue
            return True
        return False


def reading_of(
    header: Sequence[str],
    rows: Sequence[Sequence[str | None]],
    *,
    chosen: Mapping[str, str] | None = None,
    conventions: Conventions | None = None,
    file: str | None = None,
) -> Reading | None:
    """Return how a table is read by evidence; None where the known names explain it, or nothing does.

    Args:
        header: the names of the columns.
        rows: the first rows, as text.
        chosen: what the caller chose; it holds, and only the rest is looked for.
        conventions: how the values are meant.
        file: for the error.

    Raises:
        Ambiguous: two readings are equally good, and say something else of the games.
        ContestsAsked: it is a table of contests, whose columns have to be chosen.
    """
    rows = [row for row in rows[:SAMPLE_ROWS] if any(value and value.strip() for value in row)]
    if not rows or len(set(header)) < len(header):
        return None
    chosen = dict(chosen or {})
    conventions = conventions or Conventions()
    flat = flattened(header, rows)
    sample = _Sample(list(header), rows, conventions)
    known = sample.trial(chosen, 0.0)
    if known is not None and known.bad <= 0.5:
        return _with_flag(sample, None, chosen)
    if flat is None:
        return _with_flag(sample, _weighed(sample, known, chosen, file), chosen)
    form = form_of(flat[0])
    if form is not None:
        return Reading({**form.columns, **chosen}, 1.0, (), "games", _of_form(form))
    sample = _Sample(*flat, conventions)
    plain = sample.trial(chosen, 0.0)
    if plain is not None and plain.bad <= FEW_BAD:
        return Reading(chosen, 1.0, (), "games", _flat_table)
    found = _weighed(sample, None, chosen, file)
    if found is None:
        return None
    inner = found.reshape
    if inner is None:
        return replace(found, reshape=_flat_table)
    return replace(found, reshape=lambda names, lines: inner(*_flat_table(names, lines)[:2]))


def _with_flag(sample: _Sample, reading: Reading | None, chosen: Mapping[str, str]) -> Reading | None:
    """Return a reading by which rows that a flag calls unplayed are fixtures, though they have a result.

    Args:
        sample: the first rows.
        reading: by evidence; None where the known names tell it.
        chosen: what the caller chose.
    """
    flag = flag_of(sample.columns)
    if flag is None or (reading is not None and reading.reshape is not None):
        return reading
    columns = chosen if reading is None else reading.columns
    try:
        roles = layout(sample.header, columns)
    except BadInput:
        return reading
    results = [roles.name(role) for role in RESULTS if role in roles.roles]
    told = [column for column in sample.columns if column.name in results]
    if flag.name in results or not any(
        unplayed(flag.values[row]) and any(column.values[row] for column in told)
        for row in range(len(flag.values))
    ):
        return reading

    def reshape(header: Sequence[str], rows: Rows) -> Reshaped:
        blank = blanked(header, flag.name, results)
        return Reshaped(header, [(line, blank(row)) for line, row in rows], ())

    found = Reading(chosen) if reading is None else reading
    return replace(found, reshape=reshape, flag=flag.name)


def _flat_table(header: Sequence[str], rows: Rows) -> Reshaped:
    """Return a table with a column for each value of the objects in its cells."""
    found = flattened(header, [row for _, row in rows])
    if found is None:
        return Reshaped(header, rows, ())
    return Reshaped(found[0], [(line, row) for (line, _), row in zip(rows, found[1], strict=True)], ())


def _of_form(form: ExportForm) -> Reshape:
    """Return what makes the table of an export one with a column for the result."""

    def reshape(header: Sequence[str], rows: Rows) -> Reshaped:
        flat = _flat_table(header, rows)
        names, games = with_result(form, flat.header, [row for _, row in flat.rows])
        return Reshaped(names, [(line, row) for (line, _), row in zip(rows, games, strict=True)], ())

    return reshape


def _weighed(
    sample: _Sample, known: _Trial | None, chosen: Mapping[str, str], file: str | None
) -> Reading | None:
    """Return how a sample is read by evidence; None where nothing explains it.

    Args:
        sample: the first rows.
        known: how the known names get on with it.
        chosen: what the caller chose.
        file: for the error.

    Raises:
        Ambiguous: two readings are equally good, and say something else of the games.
        ContestsAsked: it is a table of contests, whose columns have to be chosen.
    """
    players = sample.key_of_players()
    if players is not None:
        found = _of_players(sample, *players, chosen)
        if found is not None:
            return found
    crosstable = None if chosen or known is not None else crosstable_of(sample.columns)
    if crosstable is not None:
        return _of_crosstable(crosstable)
    trials = sorted(sample.trials(chosen), key=lambda one: (-one.score, one.bad))
    if not trials:
        by_sides = _of_sides(sample, chosen)
        seats = None if by_sides is not None or known is not None else seat_rows(sample.columns)
        if seats is not None:
            raise ContestsAsked(seats, file)
        return by_sides
    best = trials[0]
    if known is not None and best.bad > 0.2 * known.bad:
        return None
    others = [one for one in trials[1:] if best.score - one.score < CLEAR and best.contradicts(one)]
    if others:
        raise Ambiguous([best.columns, *(one.columns for one in others)], file)
    rest = [one for one in trials[1:] if best.contradicts(one)]
    ahead = best.score - rest[0].score if rest else 1.0
    return Reading(
        sample.needed(best.columns), round(min(1.0, 0.5 + ahead / 2), 2), [one.columns for one in rest[:3]]
    )


def _of_players(
    sample: _Sample, key: GameKey, sides: ColumnPair, chosen: Mapping[str, str]
) -> Reading | None:
    """Return how a table with a row for each player of both sides is read: the first row of each game."""
    at = key.column.at

    def first_rows(header: Sequence[str], rows: Rows) -> Reshaped:
        found: dict[str, tuple[int, Sequence[str | None]]] = {}
        for line, row in rows:
            found.setdefault((row[at] or "").strip() or f"\0{line}", (line, row))
        return Reshaped(header, list(found.values()), ())

    made = first_rows(sample.header, list(enumerate(sample.rows)))
    games = _Sample(sample.header, [row for _, row in made.rows], sample.conventions)
    same = {sides.first.name: sides.second.name}
    trials = [one for one in games.trials(chosen) if _sides_of(one.columns) in same.items()]
    if not trials:
        return None
    best = max(trials, key=lambda one: one.score)
    return Reading(games.needed(best.columns), 0.9, (), "players", first_rows)


def _of_crosstable(table: Crosstable) -> Reading:
    """Return how a crosstable is read: a game for each pair of cells."""

    def games_of(header: Sequence[str], rows: Rows) -> Reshaped:
        wide = [(line, [*row, *[None] * (len(header) - len(row))]) for line, row in rows]
        games = table.games(wide)
        if games is None:
            raise BadInput(
                "two rows of the crosstable say something else of one game", remedy="Correct one of them."
            )
        return Reshaped(CROSSTABLE, [(game.line, game[1:]) for game in games], ())

    columns = {"first": "first", "second": "second", "score": "result"}
    columns |= (
        {"advantage": "advantage", "round": "round"} if table.rounds else {"advantage": "", "round": ""}
    )
    return Reading(columns, 0.9, (), "matrix", games_of)


def _sides_of(columns: Mapping[str, str]) -> tuple[str, str]:
    for keys in (("first", "second"), *_KEYS.values()):
        if columns.get(keys[0]) and columns.get(keys[1]):
            return columns[keys[0]], columns[keys[1]]
    return "", ""


def _of_sides(sample: _Sample, chosen: Mapping[str, str]) -> Reading | None:
    """Return how a table with a row for each side of a game is read; None where it is none."""
    sides = side_rows(sample.columns)
    if sides is None:
        return None

    def games_of(header: Sequence[str], rows: Rows) -> Reshaped:
        return Reshaped(*by_game(header, rows, sides))

    made = games_of(sample.header, list(enumerate(sample.rows)))
    games = _Sample(list(made.header), [list(row) for _, row in made.rows], sample.conventions)
    roles = roles_by_game(sides)
    result = {role: name for role, name in roles.items() if role not in ("home", "away", "first", "second")}
    trial = games.mended({**_left_out(result), **roles, **games.time(), **chosen}, 1.0)
    if trial is None or trial.bad > FEW_BAD:
        return None
    return Reading(games.needed(trial.columns), 0.9, (), "sides", games_of)


class _Sample:
    """The first rows of a table, and what can be tried with them."""

    def __init__(
        self, header: list[str], rows: Sequence[Sequence[str | None]], conventions: Conventions
    ) -> None:
        import polars as pl

        self.header = header
        self.rows = [[*row, *[None] * (len(header) - len(row))][: len(header)] for row in rows]
        self.conventions = conventions
        by_column = list(zip(*self.rows, strict=True))
        self.columns = [
            SampleColumn(at, name, by_column[at]) for at, name in enumerate(header) if name.strip()
        ]
        blank = [[value or None for value in column] for column in by_column]
        self.frame: pl.DataFrame = pl.DataFrame(
            {
                name: pl.Series(name, values, dtype=pl.String)
                for name, values in zip(header, blank, strict=True)
            }
        )

    def trial(self, columns: Mapping[str, str], score: float) -> _Trial | None:
        """Read the sample by some choices; None where they do not make games."""
        read = self._read(columns)
        if read is None:
            return None
        found, games = read
        return _Trial(columns, score, float(np.mean(found.bad)) if len(found.bad) else 1.0, games)

    def needed(self, columns: Mapping[str, str]) -> dict[str, str]:
        """Return choices without those that leave out what no known name would fill."""
        found = {role: name for role, name in columns.items() if name}
        try:
            filled = layout(self.header, found, played=False).roles
        except BadInput:
            return dict(columns)
        return found | {role: "" for role, name in columns.items() if not name and role in filled}

    def _read(self, columns: Mapping[str, str]) -> tuple[Assembled, list[tuple[int, str, str, float]]] | None:
        try:
            chosen = layout(self.header, columns)
            table = self._table(chosen)
            found = assembled(table, self.conventions)
        except BadInput as error:
            if error.code != "times.order" and "time" not in columns:
                return self._read_without_time(columns, error)
            return None
        return found, _games(table, found)

    def _read_without_time(
        self, columns: Mapping[str, str], error: BadInput
    ) -> tuple[Assembled, list[tuple[int, str, str, float]]] | None:
        """Read the sample without its times: in which order day and month stand is asked by the reader."""
        if "time" in columns:
            return None
        return self._read({**columns, "time": "", "clock": ""})

    def _table(self, chosen: Layout) -> Table:
        lines = np.arange(1, self.frame.height + 1)
        frame = self.frame
        return Table("", chosen, by_role(frame, chosen), lines, lambda row: joined(frame.row(row)))

    def key_of_players(self) -> tuple[GameKey, ColumnPair] | None:
        """Return the key of the games, and their sides, of a table with a row for each player."""
        pairs = pairs_of(self.columns)
        sides = [pair for _, pair in side_candidates(self.columns, pairs)]
        points = [pair for one in sides[:1] for _, pair in points_candidates(one, pairs)]
        return key_of_players(self.columns, sides, points)

    def trials(self, chosen: Mapping[str, str]) -> Iterator[_Trial]:
        """Yield the choices that the reader can read nearly all rows by."""
        pairs = pairs_of(self.columns)
        sides = side_candidates(self.columns, pairs)
        for sides_score, pair in _of_different_players(sides)[:MOST_TRIED]:
            names = _KEYS.get(pair.kind, ("first", "second"))
            base = {names[0]: pair.first.name, names[1]: pair.second.name}
            base |= self.time(pair.columns)
            for score, result in self._results(pair, pairs):
                columns = {**_left_out(result), **base, **result, **chosen}
                trial = self.mended(columns, sides_score + score)
                if trial is not None and trial.bad <= FEW_BAD:
                    yield trial
                    if pair.turned and "score" in result:
                        # Red, blue, and a result: whose it is, the first in the table or the first by its
                        # words, nobody can know.
                        other = {**columns, names[0]: pair.second.name, names[1]: pair.first.name}
                        turned = self.mended(other, sides_score + score)
                        if turned is not None:
                            yield turned

    def _results(
        self, sides: ColumnPair, pairs: Sequence[ColumnPair]
    ) -> Iterator[tuple[float, Mapping[str, str]]]:
        """Yield the columns that can say who won, with how likely they are."""
        winners = winner_candidates(sides, self.columns)[:MOST_TRIED]
        points = points_candidates(sides, pairs)[:MOST_TRIED]
        outcomes = outcome_candidates(sides, self.columns)[:MOST_TRIED]
        if sides.kind == "winner":
            yield 1.0, {}
            for score, pair in points:
                yield score, _points(pair)
            return
        for score, pair in points:
            yield score, _points(pair)
            for more, winner in winners:
                # Who won a shoot-out, and what agrees with a name is likelier to be the score.
                yield score + 0.5 * more + 0.3, {**_points(pair), "winner": winner.name}
        for score, winner in winners:
            yield score, {"winner": winner.name}
        for score, outcome in outcomes:
            yield score, {"score": outcome.name}

    def time(self, taken: Sequence[SampleColumn] = ()) -> dict[str, str]:
        """Return the column of the time, of those whose values are times and that are not taken."""
        found: list[tuple[float, SampleColumn]] = []
        for score, column in time_candidates(self.columns):
            if column in taken or column.is_clock:
                continue
            kind = self._kind_of_time(column)
            if kind:
                found.append((score + (0.0 if kind == "number" else 1.0), column))
        if not found:
            return {"time": "", "clock": ""}
        best = max(found, key=lambda one: (one[0], -one[1].at))[1]
        if best.name == self._known_time():
            return {}
        return {"time": best.name}

    def _known_time(self) -> str:
        try:
            chosen = layout(self.header, {"first": self.header[0], "second": self.header[-1]}, played=False)
        except BadInput:
            return ""
        return chosen.name("time") if "time" in chosen.roles else ""

    def _kind_of_time(self, column: SampleColumn) -> str:
        """Return what the values of a column of times are; empty where they are none."""
        values = self.frame.to_series(column.at)
        times = TimeColumn(column.name)
        _, check = times.read(values)
        if np.mean(check.bad) > FEW_BAD:
            return ""
        return "number" if column.numeric > 0.9 and all(len(v) < 8 for v in column.filled) else "date"

    def mended(self, columns: Mapping[str, str], score: float) -> _Trial | None:
        """Try some choices, and without the optional columns that the values do not bear out."""
        read = self._read(columns)
        if read is None:
            return None
        found, games = read
        wrong = {
            check.role
            for check in found.checks
            if check.role in (*_OPTIONAL, "time") and len(check.bad) and np.mean(check.bad) > FEW_BAD
        }
        if wrong and not wrong & columns.keys():
            columns = {**columns, **dict.fromkeys(wrong, "")}
            read = self._read(columns)
            if read is None:
                return None
            found, games = read
        return _Trial(columns, score, float(np.mean(found.bad)) if len(found.bad) else 1.0, games)


def _points(pair: ColumnPair) -> dict[str, str]:
    return {"points_first": pair.first.name, "points_second": pair.second.name}


def _left_out(result: Mapping[str, str]) -> dict[str, str]:
    """Return the roles of results that known names must not fill beside the chosen ones."""
    roles = ("score", "winner") if "points_first" in result else ("score", "winner", "points_first")
    found = dict.fromkeys((role for role in roles if role not in result), "")
    if "points_first" in found:
        found["points_second"] = ""
    return found


def _games(table: Table, found: Assembled) -> list[tuple[int, str, str, float]]:
    first, second = (table.columns[side].to_list() for side in ("first", "second"))
    scores: Any = found.columns["score"]
    return [
        (row, str(first[row]).strip(), str(second[row]).strip(), float(scores[row]))
        for row in np.flatnonzero(found.are_games()).tolist()
    ]


def _of_different_players(sides: Sequence[tuple[float, ColumnPair]]) -> list[tuple[float, ColumnPair]]:
    """Return the candidates without those that name the same players by another name: codes, ids."""
    kept: list[tuple[float, ColumnPair]] = []
    for score, pair in sides:
        if not any(_same_players(pair, other) for _, other in kept):
            kept.append((score, pair))
    return kept


def _same_players(one: ColumnPair, other: ColumnPair) -> bool:
    if (one.kind, one.pair) != (other.kind, other.pair):
        return False
    names: dict[str, str] = {}
    for column, same in zip(one.columns, other.columns, strict=True):
        for value, name in zip(column.values, same.values, strict=True):
            if value and name and names.setdefault(name.strip(), value.strip()) != value.strip():
                return False
    return True
