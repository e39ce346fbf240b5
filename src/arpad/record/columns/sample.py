"""The first rows of a table, and how the reader gets on with them by one choice of columns or another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.record.assembly.build_games import RESULTS, Assembled, Conventions, assembled
from arpad.record.cells.dates import seconds_of
from arpad.record.cells.times import TimeColumn
from arpad.record.columns.candidates import (
    ColumnPair,
    are_attributes,
    are_bets,
    are_tallies,
    outcome_candidates,
    pairs_of,
    points_candidates,
    side_candidates,
    time_candidates,
    winner_candidates,
)
from arpad.record.columns.flags import are_truths
from arpad.record.columns.questions import NoResult
from arpad.record.columns.shapes import GameKey, key_of_players
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import DECIDING, marks_of
from arpad.record.tables.header import ROLES, layout
from arpad.record.tables.letters import folded
from arpad.record.tables.table import Table, by_role, joined

if TYPE_CHECKING:
    import polars as pl

FEW_BAD = 0.05
"""The share of rows that a reading may leave unread: headings, sums, damaged rows."""

MOST_TRIED = 4
"""Candidates of a role that are tried, the likeliest."""

SIDE_KEYS = {"home": ("home", "away"), "white": ("white", "black"), "winner": ("winner", "loser")}
"""By which names the sides are chosen, so that the reader knows who has the advantage, or has won."""

_DAY_WITHOUT_YEAR = re.compile(
    r"\d{1,2}\s*[月월]\s*\d{1,2}\s*[日일]?\s*(?:[（(]\w[)）])?|(?:[^\W\d]{2,10}\.?,?\s+)?\d{1,2}\.?\s+[^\W\d]{3,10}\.?"
)

_MOMENT = re.compile(r".*\d[ T]+\d{1,2}:\d{2}.*")
"""A day with a time of day."""

_LEVEL = frozenset(("tie", "tied", "draw", "drawn", "remis"))
"""What stands beside *winner* and *loser* where the points may be level: ``Winner/tie``."""

_WITHIN = DECIDING | {"games", "legs", "rubbers"}
"""What may decide a match whose points are counted too."""

_BOTH = (("first", "second"), ("points_first", "points_second"))

_OPTIONAL = ("neutral", "weight", "handicap", "komi", "advantage", "pool", "cluster", "stage")
"""Roles that the known names may fill and the values may not bear out; then they are left out."""

_WITHOUT_TIME = {"time": "", "clock": ""}


class SampleGame(NamedTuple):
    """A game of the sample.

    Args:
        row: its place.
        first: the first side.
        second: the second side.
        score: of the first side.
    """

    row: int
    first: str
    second: str
    score: float


@dataclass(frozen=True)
class Trial:
    """A choice of columns, and how the reader gets on with the first rows.

    Args:
        columns: the choice.
        likelihood: how likely it is by words and values, about 0 to 5.
        bad: the share of rows that cannot be read.
        games: the rows that are games.
    """

    columns: Mapping[str, str]
    likelihood: float
    bad: float
    games: Sequence[SampleGame] = field(repr=False, default=())

    def contradicts(self, other: Trial) -> bool:
        """Whether the two say something else of a game; who stands first does not matter for that."""
        others = {game.row: game for game in other.games}
        for game in self.games:
            same = others.get(game.row)
            turned = game._replace(first=game.second, second=game.first, score=1.0 - game.score)
            if same is not None and same not in (game, turned):
                return True
        return False


class Sample:
    """The first rows of a table.

    Args:
        header: the names of the columns, each once.
        rows: as text; at least one.
        conventions: how the values are meant.
    """

    def __init__(
        self, header: Sequence[str], rows: Sequence[Sequence[str | None]], conventions: Conventions
    ) -> None:
        import polars as pl

        self.header = list(header)
        self.conventions = conventions
        width = len(self.header)
        self.rows = [[*row, *[None] * (width - len(row))][:width] for row in rows]
        by_column = list(zip(*self.rows, strict=True))
        self.all_columns = [SampleColumn(at, name, by_column[at]) for at, name in enumerate(header)]
        self.columns = [column for column in self.all_columns if column.name.strip()]
        self.frame: pl.DataFrame = pl.DataFrame(
            [
                pl.Series(name, [value or None for value in values], dtype=pl.String)
                for name, values in zip(header, by_column, strict=True)
            ]
        )

    def trial(self, columns: Mapping[str, str], likelihood: float = 0.0) -> Trial | None:
        """Read the sample by a choice, but for the times; None where it does not make games.

        What the times say, the reader asks where it has to: whether 3/11 is in March, for one.
        """
        read = self._read(columns)
        return None if read is None else self._trial(columns, likelihood, *read)

    def trial_without_misfits(self, columns: Mapping[str, str], likelihood: float) -> Trial | None:
        """Read the sample by a choice, without the optional columns that the values do not bear out."""
        read = self._read(columns)
        if read is None:
            return None
        misfits = {
            check.role
            for check in read[0].checks
            if check.role in _OPTIONAL and check.role not in columns and np.mean(check.bad) > FEW_BAD
        }
        if not misfits:
            return self._trial(columns, likelihood, *read)
        return self.trial({**columns, **dict.fromkeys(misfits, "")}, likelihood)

    def trials(self, chosen: Mapping[str, str]) -> Iterator[Trial]:
        """Yield the choices that the reader can read nearly all rows by.

        Args:
            chosen: what the caller chose; it holds.
        """
        pairs = pairs_of(self.columns)
        candidates = _without_same_players(side_candidates(self.columns, pairs))
        for likelihood, sides in candidates[:MOST_TRIED]:
            yield from self._trials_of(sides, likelihood, pairs, chosen)

    def trials_by(self, score: str, chosen: Mapping[str, str]) -> Iterator[Trial]:
        """Yield the choices that the reader can read nearly all rows by, with a column of the result.

        Args:
            score: the column.
            chosen: what the caller chose; it holds.
        """
        candidates = _without_same_players(side_candidates(self.columns, pairs_of(self.columns)))
        for likelihood, sides in candidates[:MOST_TRIED]:
            if sides.kind in ("number", "home", "white"):  # else whose points stand first is not known
                first, second = SIDE_KEYS.get(sides.kind, ("first", "second"))
                names = {first: sides.first.name, second: sides.second.name}
                result = {"score": score}
                columns = {**left_out(result), **names, **self.time(sides.columns, names), **result, **chosen}
                trial = self.trial_without_misfits(columns, likelihood)
                if trial is not None and trial.bad <= FEW_BAD:
                    yield trial

    def trials_of(self, names: tuple[str, str], chosen: Mapping[str, str]) -> Iterator[Trial]:
        """Yield the choices that the reader can read nearly all rows by, with oneself and an opponent.

        Args:
            names: the columns of both.
            chosen: what the caller chose; it holds.
        """
        by_name = {column.name: column for column in self.columns}
        sides = ColumnPair("opponent", "opponent", by_name[names[0]], by_name[names[1]], ())
        yield from self._trials_of(sides, 1.0, pairs_of(self.columns), chosen)

    def trials_by_pairs(
        self, sides: ColumnPair, pairs: Sequence[ColumnPair], chosen: Mapping[str, str]
    ) -> Iterator[Trial]:
        """Yield the choices that the reader can read nearly all rows by, of sides and pairs that are known.

        Args:
            sides: the columns of both.
            pairs: those that may hold what the sides made.
            chosen: what the caller chose; it holds.
        """
        yield from self._trials_of(sides, 1.0, pairs, chosen)

    def _trials_of(
        self, sides: ColumnPair, likelihood: float, pairs: Sequence[ColumnPair], chosen: Mapping[str, str]
    ) -> Iterator[Trial]:
        level = bool(_LEVEL.intersection(sides.stem))
        first, second = SIDE_KEYS.get("" if level else sides.kind, ("first", "second"))
        by_points = False
        by_word = sides.turn() if sides.kind == "place" and sides.turned else sides
        for more, result in self._results(sides, pairs):
            if by_word is not sides and self._names_place(result):
                # Left is the first side wherever its column stands, if the winner is called left or right.
                yield from self._trials_of(by_word, likelihood, pairs, chosen)
                return
            names = {first: sides.first.name, second: sides.second.name}
            columns = {**left_out(result), **names, **self.time(sides.columns, names), **result, **chosen}
            trial = self.trial_without_misfits(columns, likelihood + more)
            if trial is None or trial.bad > FEW_BAD:
                continue
            yield trial
            by_points = by_points or "points_first" in result
            if sides.turned and "score" in result and not by_points:
                # Red, blue, and a result: whose it is, the first in the table or the first by its words,
                # nobody can know, unless points say it.
                other = {**columns, first: sides.second.name, second: sides.first.name}
                turned = self.trial_without_misfits(other, likelihood + more)
                if turned is not None:
                    yield turned

    def key_of_players(self) -> tuple[GameKey, ColumnPair] | None:
        """Return the key of the games, and their sides, of a table with a row for each player."""
        pairs = pairs_of(self.columns)
        sides = [pair for _, pair in side_candidates(self.columns, pairs)]
        points = [pair for likeliest in sides[:1] for _, pair in points_candidates(likeliest, pairs)]
        return key_of_players(self.columns, sides, points)

    def time(
        self, taken: Sequence[SampleColumn] = (), names: Mapping[str, str] = MappingProxyType({})
    ) -> dict[str, str]:
        """Return the column of the time, of those whose values are times and that are not taken.

        Empty names where no column holds times.

        Args:
            taken: the columns of the sides.
            names: role -> column of the sides.
        """
        candidates: list[tuple[float, SampleColumn]] = []
        for likelihood, column in time_candidates(self.columns):
            if column not in taken and not column.is_clock and self._are_times(column):
                dates = column.numeric < 0.9 or any(len(value) >= 8 for value in column.filled)
                candidates.append((likelihood + dates, column))
        if not candidates:
            return dict(_WITHOUT_TIME)
        time = max(candidates, key=lambda candidate: (candidate[0], -candidate[1].at))[1].name
        return {"time": time, **self._clock_left_out({**names, "time": time})}

    def time_instead(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return the column of the time, where the known names take one that does not tell it.

        Such are one that says yes or no (*played*), days without a year, the clock without a day, and a clock
        that not every row has: a game without it would have no place among those of its day.
        """
        roles = layout(self.header, chosen).roles
        at = {column.at: column for column in self.columns}
        time = at.get(roles.get("time", -1))
        if time is not None and "time" not in chosen and (are_truths(time) or time.is_clock):
            return self.time()
        if time is not None and "time" not in chosen and _are_days_without_year(time):
            return dict(_WITHOUT_TIME)
        return self._clock_left_out(chosen)

    def _clock_left_out(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return an empty choice where the column of the clock is none, or not every row has one."""
        try:
            at = layout(self.header, chosen, played=False).roles.get("clock", -1)
        except BadInput:
            return {}
        clock = next((column for column in self.columns if column.at == at), None)
        if clock is None or "clock" in chosen or not clock.filled:
            return {}
        days = next((column for column in self.columns if column.at == self._time_at(chosen)), None)
        if days is not None and days.share_of(_MOMENT) > FEW_BAD:
            both = zip(days.values, clock.values, strict=True)
            again = sum(bool(hour) and hour.strip() in (day or "") for day, hour in both if hour)
            if 2 * again > len(clock.filled):
                return {"clock": ""}
        told = sum(seconds_of(value) is not None for value in clock.filled)
        gaps = len(clock.filled) < len(clock.values)
        return {"clock": ""} if gaps or 2 * told < len(clock.filled) else {}

    def _time_at(self, chosen: Mapping[str, str]) -> int:
        """Return the place of the column of the time; −1 where there is none."""
        return layout(self.header, chosen, played=False).roles.get("time", -1)

    def _names_place(self, result: Mapping[str, str]) -> bool:
        """Whether the column that says who won says it by words such as left and right."""
        said = {result.get("winner"), result.get("score")}
        values = {value for column in self.columns if column.name in said for value in column.distinct}
        words = {folded(value.strip()) for value in values}
        return any(mark.kind == "place" for word in words for mark in marks_of(word))

    def names_objects(self, chosen: Mapping[str, str]) -> bool:
        """Whether the known names take a column for a side or its points whose cells are objects of JSON."""
        roles = layout(self.header, chosen).roles
        places = {at for role, at in roles.items() if role in ("first", "second", "points_first", "score")}
        cells = [value for column in self.columns if column.at in places for value in column.filled[:20]]
        objects = sum(value[0] in "{[" and value[-1] in "}]" for value in cells)
        return 2 * objects > len(cells)

    def names_mix_sides(self, chosen: Mapping[str, str]) -> bool:
        """Whether the known names take points of sides that are told apart by other words than the sides.

        Goals of *1* and *2* beside a home side and a guest are seldom theirs where a column has the goals of
        the home side.
        """
        roles = layout(self.header, chosen).roles
        at = {column.at: column for column in self.columns}
        sides = [at.get(roles.get(role, -1)) for role in ("first", "second")]
        points = [at.get(roles.get(role, -1)) for role in ("points_first", "points_second")]
        if None in sides or None in points or {"points_first", "points_second"} & chosen.keys():
            return False
        pairs = pairs_of(self.columns)
        own = [pair for pair in pairs if list(pair.columns) == sides]
        theirs = [pair for pair in pairs if list(pair.columns) == points]
        kinds = {(pair.kind, pair.pair) for pair in own}
        if not kinds or kinds & {(pair.kind, pair.pair) for pair in theirs}:
            return False
        return any(points_candidates(pair, pairs) for pair in own)

    def names_overlook_sets(self, chosen: Mapping[str, str]) -> bool:
        """Whether the known names take points beside which sets, maps, games or legs are counted too."""
        roles = layout(self.header, chosen).roles
        at = {column.at: column for column in self.columns}
        sides = [at.get(roles.get(role, -1)) for role in ("first", "second")]
        points = at.get(roles.get("points_first", -1))
        if None in sides or points is None or {"points_first", "points_second"} & chosen.keys():
            return False
        pairs = pairs_of(self.columns)
        own = [pair for pair in pairs if list(pair.columns) == sides]
        decided = [
            pair for each in own for _, pair in points_candidates(each, pairs) if _WITHIN & set(pair.stem)
        ]
        return bool(decided) and not DECIDING.intersection(points.tokens)

    def check_results(self, chosen: Mapping[str, str], file: str | None) -> None:
        """Check that what the known names take for results are results of games.

        Raises:
            NoResult: they are those of bets, tallies of many games, or numbers of the players.
        """
        found = layout(self.header, chosen)
        at = {column.at: column for column in self.columns}
        score = at.get(found.roles.get("score", -1))
        if score is not None and "score" not in chosen and are_bets(self.columns, score):
            raise NoResult(f"{score.name!r} seems to be the result of bets", [score.name], file)
        (first, second), (one, two) = (
            [at.get(found.roles.get(role, -1)) for role in roles] for roles in _BOTH
        )
        if first is None or second is None or one is None or two is None or "points_first" in chosen:
            return
        points = ColumnPair("", "", one, two, ())
        names = f"{one.name!r} and {two.name!r}"
        if are_tallies(self.columns, points):
            raise NoResult(f"{names} count the wins of many games", [one.name, two.name], file)
        if are_attributes(ColumnPair("", "", first, second, ()), points):
            problem = f"{names} have one number for each name, as ratings have, and no results"
            raise NoResult(problem, [one.name, two.name], file)

    def needed(self, columns: Mapping[str, str]) -> dict[str, str]:
        """Return a choice without the roles that it leaves out and no known name would fill."""
        kept = {role: name for role, name in columns.items() if name}
        try:
            filled = layout(self.header, kept, played=False).roles
        except BadInput:
            return dict(columns)
        return kept | {role: "" for role, name in columns.items() if not name and role in filled}

    def _read(self, columns: Mapping[str, str]) -> tuple[Assembled, Table] | None:
        try:
            chosen = layout(self.header, {**columns, **_WITHOUT_TIME})
            lines = np.arange(1, self.frame.height + 1)
            table = Table(
                "", chosen, by_role(self.frame, chosen), lines, lambda row: joined(self.frame.row(row))
            )
            return assembled(table, self.conventions), table
        except BadInput:
            return None

    def _trial(self, columns: Mapping[str, str], likelihood: float, read: Assembled, table: Table) -> Trial:
        first, second = (table.columns[side].to_list() for side in ("first", "second"))
        scores: Any = read.columns["score"]
        games = [
            SampleGame(row, str(first[row]).strip(), str(second[row]).strip(), float(scores[row]))
            for row in np.flatnonzero(read.are_games()).tolist()
        ]
        bad = read.bad[~self._empty(table)]
        return Trial(columns, likelihood, float(np.mean(bad)) if len(bad) else 1.0, games)

    def _empty(self, table: Table) -> NDArray[np.bool_]:
        """Return which rows name no side and have no result: places in a bracket that nobody has reached."""
        roles = [role for role in ("first", "second", *RESULTS) if role in table.columns]
        blank = [table.columns[role].is_null().to_numpy() for role in roles]
        return np.asarray(np.logical_and.reduce(blank), dtype=np.bool_)

    def roles(self, columns: Mapping[str, str]) -> dict[str, str]:
        """Return role -> column of all that the known names find beside a choice."""
        found = layout(self.header, columns)
        return {role: found.name(role) for role in found.roles if role in ROLES}

    def _results(
        self, sides: ColumnPair, pairs: Sequence[ColumnPair]
    ) -> Iterator[tuple[float, Mapping[str, str]]]:
        """Yield the columns that can say who won, with how likely they are."""
        points = [
            (likelihood, pair)
            for likelihood, pair in points_candidates(sides, pairs)[:MOST_TRIED]
            if not are_tallies(self.columns, pair)
        ]
        if sides.kind == "winner":
            if not _LEVEL.intersection(sides.stem):
                yield 1.0, {}
            for likelihood, pair in points:
                yield likelihood, _points(pair)
            return
        winners = winner_candidates(sides, self.columns)[:MOST_TRIED]
        for likelihood, pair in points:
            yield likelihood, _points(pair)
            for more, winner in winners:
                # Who won a shoot-out; and what agrees with a name is likelier to be the score.
                yield likelihood + 0.5 * more + 0.3, {**_points(pair), "winner": winner.name}
        for likelihood, winner in winners:
            yield likelihood, {"winner": winner.name}
        for likelihood, outcome in outcome_candidates(sides, self.columns, pairs)[:MOST_TRIED]:
            if are_bets(self.columns, outcome):
                continue
            yield likelihood, {"score": outcome.name}

    def _are_times(self, column: SampleColumn) -> bool:
        _, check = TimeColumn(column.name).read(self.frame.to_series(column.at))
        return bool(np.mean(check.bad) <= FEW_BAD)


def _are_days_without_year(column: SampleColumn) -> bool:
    """Whether every value is a month and a day, of whatever year: ``11月18日（一）``, ``Fri. 17 Jul.``."""
    return bool(column.filled) and column.share_of(_DAY_WITHOUT_YEAR) == 1.0


def open_places(header: Sequence[str], columns: Mapping[str, str]) -> Callable[[Sequence[str | None]], bool]:
    """Return what tells of a row whether it names no side and has no result, by a choice of columns."""
    roles = layout(header, columns).roles
    places = [at for role, at in roles.items() if role in ("first", "second", *RESULTS)]
    return lambda row: not any(row[at] for at in places)


def left_out(result: Mapping[str, str]) -> dict[str, str]:
    """Return the roles of results that known names must not fill beside the chosen ones."""
    roles = ("score", "winner", "points_first", "points_second")
    return dict.fromkeys((role for role in roles if role not in result), "")


def _points(pair: ColumnPair) -> dict[str, str]:
    return {"points_first": pair.first.name, "points_second": pair.second.name}


def _without_same_players(candidates: Sequence[tuple[float, ColumnPair]]) -> list[tuple[float, ColumnPair]]:
    """Return the candidates without those that name the same players by another name: codes, ids."""
    kept: list[tuple[float, ColumnPair]] = []
    for likelihood, pair in candidates:
        if not any(_same_players(pair, other) for _, other in kept):
            kept.append((likelihood, pair))
    return kept


def _same_players(pair: ColumnPair, other: ColumnPair) -> bool:
    if (pair.kind, pair.pair) != (other.kind, other.pair):
        return False
    names: dict[str, str] = {}
    for column, same in zip(pair.columns, other.columns, strict=True):
        for value, name in zip(column.values, same.values, strict=True):
            if value and name and names.setdefault(name.strip(), value.strip()) != value.strip():
                return False
    return True
