"""A table becomes games: every column is read and checked, and the bad rows are known by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from arpad.core import BadInput
from arpad.record.assembly.identity import Named, appearances, identified, with_ids
from arpad.record.cells.coded_column import Coded
from arpad.record.cells.dates import DateFormat
from arpad.record.cells.decimal_marks import DecimalMarks, Mark
from arpad.record.cells.growable_array import Growing
from arpad.record.cells.interning import Interner, tidied
from arpad.record.cells.results import EXPECTED, ResultColumn, Role, Told
from arpad.record.cells.times import TimeColumn, clock
from arpad.record.cells.unplayed import (
    BYE,
    DEFAULT_BYES,
    FIXTURE,
    GAME,
    Kinds,
    absent,
    kinds_of_results,
)
from arpad.record.cells.value_parsing import (
    ERRORS_OF_CELLS,
    Check,
    Column,
    Mask,
    advantages,
    covariate,
    forecast,
    points,
    relative,
    scores_of_points,
    stones,
    text,
    truths,
    weights,
    wrong,
)
from arpad.record.files.limits import LIMITS, beyond
from arpad.record.games import Labels
from arpad.record.record import LABELS, Covariates
from arpad.record.tables.faults import Fault
from arpad.record.tables.header import AGAINST, COVARIATE, FORECAST, IDENTITIES, ROLES, Layout, covariates_of
from arpad.record.tables.table import Table

if TYPE_CHECKING:
    import polars as pl

    from arpad.record.cells.interning_loop import Codes

ORDER = ("first", "second", *ROLES[2:], COVARIATE.strip(), AGAINST.strip(), FORECAST.strip())
"""If a row is bad for several reasons, the reason given is the first in this order."""


TOLD_BY: tuple[Role, ...] = ("winner", "score", "points")
"""The columns that tell who won, the one that decides first; after them the points of both sides."""

RESULTS = (*TOLD_BY, "score_second", "points_first", "points_second")
"""The columns that tell how a game ended."""


@dataclass
class Assembled:
    """What a table holds.

    Args:
        columns: those of :class:`Games`, by name; none if a row is bad and lines are not known.
        names: the players, as numbered by ``first`` and ``second``.
        checks: what every row has to meet; none where lines are not known.
        bad: the rows that do not meet them.
        kinds: what every row tells of; None where all are games.
        notes: what was supposed of the columns.
        whole: whether a part of the table could be read in another way than the whole, with the lines of all.
        ids: name of a player -> id, where the table has ids beside the names.
        lines: the line of every row, where each row is known to be a line of its own.
        layout: which column plays which role.
    """

    columns: dict[str, Any]
    names: list[str]
    checks: list[Check]
    bad: Mask
    kinds: Kinds | None = None
    notes: tuple[str, ...] = ()
    whole: bool = False
    ids: Mapping[str, str] = field(default_factory=dict)
    lines: range | None = None
    layout: Layout | None = None

    def first_bad(self) -> int | None:
        """Return the number of the first bad row."""
        return int(np.argmax(self.bad)) if self.bad.any() else None

    def are_games(self) -> Mask:
        """Return which rows are games of the record."""
        good: Mask = ~self.bad
        return good if self.kinds is None else good & (self.kinds == GAME)


@dataclass(frozen=True)
class Conventions:
    """How the values of a table are meant.

    Args:
        par: the even result, where results are a continuous quantity.
        byes: the names that stand for nobody.
        dates: how dates are written; None where the column says it.
        decimal: the decimal mark of points and covariates; None where the column says it.
    """

    par: float | None = None
    byes: frozenset[str] = DEFAULT_BYES
    dates: DateFormat | None = None
    decimal: Mark | None = None


USUAL = Conventions()
"""What is supposed where nothing else is said."""


class Assembly:
    """Takes the columns of a table, batch after batch, and makes them those of a record.

    Args:
        layout: which column plays which role.
        conventions: how the values are meant.
    """

    def __init__(self, layout: Layout, conventions: Conventions = USUAL) -> None:
        self.layout = layout
        self.par: float | None = conventions.par
        self.byes: frozenset[str] = conventions.byes
        self.height: int = 0
        self._expected = 0
        self.sides: Interner = Interner()
        self._labels = {role: Interner() for role in LABELS if role in layout.roles}
        self._columns: dict[str, Growing] = {}
        self._bad: list[Mask] = []
        self._kinds: list[Kinds | None] = []
        self._checks: list[Check] = []
        self._time = TimeColumn(layout.name("time"), conventions.dates) if "time" in layout.roles else None
        self._marks = {
            roles: DecimalMarks(layout.name(roles[0]), conventions.decimal)
            for roles in _quantities(layout.roles, continuous=conventions.par is not None)
        }
        self._results = {
            role: ResultColumn(role, layout.name(role), layout.sides)
            for role in (*TOLD_BY, "score_second")
            if role in layout.roles
        }

    @property
    def settled(self) -> bool:
        """Whether every batch was read as the whole table is to be read."""
        return all(column.settled for column in self._deciding)

    def question(self) -> BadInput | None:
        """Return what has to be asked of dates or numbers, as the whole column does not settle it."""
        asking: list[TimeColumn | DecimalMarks] = [] if self._time is None else [self._time]
        questions = (each.question(self.layout.file) for each in [*asking, *self._marks.values()])
        return next((each for each in questions if each is not None), None)

    @property
    def _deciding(self) -> Iterator[ResultColumn | TimeColumn | DecimalMarks]:
        """Yield the columns that are read as the whole column says."""
        yield from self._results.values()
        yield from self._marks.values()
        if self._time is not None:
            yield self._time

    def expect(self, rows: int) -> None:
        """Prepare for a long table of about so many rows while it is being read."""
        self._expected = rows
        self.sides.expect(rows)

    def add(self, columns: Mapping[str, pl.Series]) -> None:
        """Take a batch: role -> column."""
        self.sides.add([self._side(columns, side) for side in ("first", "second")])
        for role, interner in self._labels.items():
            interner.add([text(columns[role])])
        self._take(columns, len(columns["first"]))

    def add_split(self, columns: Mapping[str, Coded], height: int) -> None:
        """Take a batch of a file that is split: role -> column; the names go to :attr:`sides`."""
        for role, interner in self._labels.items():
            interner.add_coded(columns[role])
        self._take(columns, height)

    def _take(self, columns: Mapping[str, Any], height: int) -> None:
        if self.height + height > LIMITS.rows:
            raise beyond(f"there are more than {LIMITS.rows:,} rows", "the table")
        self._checks = []
        part = self._numbers(self._unmarked(columns), height)
        bad = np.zeros(height, dtype=np.bool_)
        for check in self._checks:
            bad |= check.bad
        kinds = self._unplayed(columns, height)
        if kinds is not None:
            bad &= kinds == GAME
        self._kinds.append(kinds)
        for name, column in part.items():
            self._columns.setdefault(name, Growing(self._expected)).extend(column)
        self._bad.append(bad)
        self.height += height

    def done(self, height: int | None = None, sides: tuple[pl.Series, pl.Series] | None = None) -> Assembled:
        """Return the batches as one.

        Args:
            height: how many rows count, if not all.
            sides: the columns of the names, if it is to be known what is wrong with the rows; all rows are in
                one batch then.
        """
        known = self._players()
        one, two, names = known.one, known.two, known.names
        nobody = (one < 0) & (two < 0)
        bad = np.concatenate(self._bad) | (one == two)
        unfit = list(_unfit(one, two, names))
        for each in unfit:
            bad |= each.first | each.second
        bad, nobody = bad[:height], nobody[:height]
        one, two = one[:height], two[:height]
        kinds = self._kinds_with_byes(one, two, names)
        if kinds is not None:
            bad &= kinds != BYE
            kinds[bad] = GAME
        # What names nobody may be a line of separators alone, which is no row.
        whole = bool(nobody.any()) or any(column.decides for column in self._deciding)
        if sides is None and bad.any():
            return Assembled({}, [], [], bad, whole=whole)
        columns: dict[str, Any] = {"first": one, "second": two}
        for name, column in self._columns.items():
            columns[name] = column.array()[:height]
        swaying = {role: columns.pop(role) for role in list(columns) if role.startswith(COVARIATE)}
        if swaying:
            named = tuple(role.removeprefix(COVARIATE) for role in swaying)
            columns["covariates"] = Covariates(named, np.column_stack(list(swaying.values())))
        for role, interner in self._labels.items():
            (codes,), words = interner.codes(), interner.words()
            codes = codes[:height]
            new, kept = tidied(words)
            columns[role] = Labels(new[codes] if words else codes, kept)
        checks = (
            []
            if sides is None
            else [
                _named(nobody, sides),
                *_side_checks(one, two, sides, unfit, bool(known.ids)),
                *self._checks,
            ]
        )
        notes = (*self._notes(), *map(self.layout.told, known.notes))
        return Assembled(columns, names, checks, bad, kinds, notes, whole, known.ids, layout=self.layout)

    def _side(self, columns: Mapping[str, pl.Series], side: str) -> pl.Series:
        """Return the names of a side, with the ids beside them where the table has such."""
        names = text(columns[side])
        role = f"{side}_id"
        return with_ids(names, text(columns[role])) if role in columns else names

    def _notes(self) -> tuple[str, ...]:
        """Return what was supposed of the columns."""
        times = () if self._time is None else self._time.notes()
        results = [note for column in self._results.values() for note in column.notes()]
        marks = [note for column in self._marks.values() for note in column.notes()]
        return (*self.layout.notes, *map(self.layout.told, (*times, *results, *marks)))

    def _unplayed(self, columns: Mapping[str, Any], height: int) -> Kinds | None:
        """Return what the rows of a batch tell of as far as their results say it; None where all are games.

        Only rows whose result cannot be read are looked at.
        """
        roles = [role for role in RESULTS if role in columns]
        suspect = np.zeros(height, dtype=np.bool_)
        for check in self._checks:
            if check.role in roles:
                suspect |= check.bad
        rows = np.flatnonzero(suspect)
        if not len(rows):
            return None
        kinds = np.full(height, GAME, dtype=np.uint8)
        cells = [text(columns[role].gather(rows)).to_list() for role in roles]
        kinds[rows] = kinds_of_results(cells)
        if {"points_first", "points_second"} <= set(roles):
            pairs = zip(
                *(cells[roles.index(role)] for role in ("points_first", "points_second")), strict=True
            )
            nobody = np.array([one == two == "-1" for one, two in pairs], dtype=np.bool_)
            kinds[rows[nobody]] = FIXTURE
        return kinds if kinds.any() else None

    def _kinds_with_byes(self, one: Codes, two: Codes, names: list[str]) -> Kinds | None:
        """Return what the rows tell of, byes included; None where all are games."""
        height = len(one)
        bye = (one < 0) | (two < 0)
        nobody = absent(names, self.byes)
        if nobody.any():
            bye |= nobody[one] | nobody[two]
        if not bye.any() and all(part is None for part in self._kinds):
            return None
        parts = [
            np.zeros(len(bad), dtype=np.uint8) if part is None else part
            for part, bad in zip(self._kinds, self._bad, strict=True)
        ]
        kinds = np.concatenate(parts)[:height]
        kinds[bye] = BYE
        # Whose round should it be that has no game? It is a heading, a comment or a sum.
        kinds[(one < 0) & (two < 0)] = GAME
        return kinds

    def _players(self) -> _Known:
        """Return the players of the two sides, by their names, or by their ids where there are any."""
        one, two = self.sides.codes()
        words = self.sides.words()
        if "first_id" in self.layout.roles:
            named = [Named.of(word) for word in words]
            counts = appearances((one, two), len(words))
            titles = {role: self.layout.name(role) for role in IDENTITIES}
            found = identified(named, counts, self.byes, titles, doubted=not self.layout.ids_chosen)
            return _Known(found.codes[one], found.codes[two], found.names, found.ids, found.notes)
        new, names = tidied(words)
        if len(names) < len(words):
            one, two = new[one], new[two]
        return _Known(one, two, names)

    def _read(self, values: Any, check: Check) -> Any:
        self._checks.append(check)
        return values

    def _numbers(self, columns: Mapping[str, Any], height: int) -> dict[str, Any]:
        """Read the columns of numbers and times."""
        if "score" in columns and self.par is not None:
            return self._continuous(columns, height, self.par)
        part: dict[str, Any] = {}
        told = {
            role: self._results[role].read(columns[role], columns.get("first"), columns.get("second"))
            for role in self._results
        }
        deciding = {role: told[role] for role in TOLD_BY if role in told}
        for one in deciding.values():
            self._checks += one.checks
        needed = not (deciding or self.layout.sides.won)
        for role in ("points_first", "points_second"):
            if role in columns:
                part[role] = self._read(*points(columns[role], role, needed=needed))
        if {"points_first", "points_second"} <= part.keys():
            open_ = (part["points_first"] == -1) & (part["points_second"] == -1)
            if open_.any():  # what stands for points that nobody has made yet
                check = Check(
                    "points_first", open_, wrong("a valid result"), EXPECTED, columns["points_first"]
                )
                self._checks.append(check)
        if "points_first" not in part:
            made = [one.made for one in deciding.values() if one.made is not None]
            for at, role in enumerate(("points_first", "points_second") if made else ()):
                part[role] = _first_known([pair[at] for pair in made])
        part["score"] = self._score(deciding, part, height)
        if deciding:
            self._complete(deciding, part["score"])
        self._consistent(columns, part, told)
        return part | self._rest(columns, height)

    def _unmarked(self, columns: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the columns with their quantities as plain numbers, however they are marked."""
        found = dict(columns)
        for roles, marks in self._marks.items():
            marks.look([columns[role] for role in roles])
            found.update((role, marks.plain(columns[role])) for role in roles)
        return found

    def _score(self, deciding: Mapping[Role, Told], part: Mapping[str, Any], height: int) -> Column:
        """Return the score of the first side: by what tells it first, in the order of :data:`TOLD_BY`.

        The points of both sides stand in for a winner that is not named, but not for a result that is blank.
        """
        scores = [one.score for one in deciding.values()]
        if self.layout.sides.won:
            if not scores:
                return np.ones(height)
            scores.append(np.where(next(iter(deciding.values())).ended, 1.0, np.nan))
        elif "points_first" in part and "score" not in deciding:
            one, two = part["points_first"], part["points_second"]
            by_points = scores_of_points(one, two)
            scores.append(np.where(np.isnan(one + two), np.nan, by_points) if scores else by_points)
        return _first_known(scores)

    def _complete(self, deciding: Mapping[Role, Told], score: Column) -> None:
        """Check that some column tells how each game ended."""
        unknown = np.isnan(score)
        if not unknown.any():
            return
        blank = np.logical_and.reduce([one.blank for one in deciding.values()])
        role, first = next(iter(deciding.items()))
        self._checks.append(Check(role, unknown & blank, wrong("a valid result"), EXPECTED, first.values))
        for role, one in deciding.items():

            def stopped(value: str | None) -> str:
                return f"{value!r} does not say who won"

            self._checks.append(
                Check(role, unknown & one.ended, stopped, "Expected a column 'winner'.", one.values)
            )

    def _consistent(
        self, columns: Mapping[str, pl.Series], part: Mapping[str, Any], told: Mapping[Role, Told]
    ) -> None:
        """Check that the result, the points and the names of winner and loser do not contradict each other.

        Where the points are equal any result is possible: a shoot-out decides.
        """
        score = part["score"]
        if "score_second" in told:
            second = told["score_second"]
            with np.errstate(invalid="ignore"):
                apart = ~second.blank & ~(np.abs(score + second.score - 1.0) <= 1e-9)

            def both(value: str | None) -> str:
                return f"the result {value!r} and the result of the other side do not add up to 1"

            pair = [self.layout.name(role) for role in ("score", "score_second")]
            points_of = f"points_first={pair[0]},points_second={pair[1]}"
            expected = f"Expected such as 1 and 0; are they points, choose {points_of}; else score={pair[0]}."
            self._checks.append(Check("score", apart, both, expected, columns["score"]))
        if self.layout.sides.won and "score" in columns:

            def lost(value: str | None) -> str:
                return f"{value!r} is not a valid result for the winner"

            self._checks.append(
                Check(
                    "score",
                    score < 0.5,
                    lost,
                    "Expected 1 or ½; score= leaves the column out.",
                    columns["score"],
                )
            )
        # The first of them has decided the score.
        for role in [role for role in TOLD_BY if role in told][1:]:
            self._checks.append(self._other_winner(role, told[role], score))
        if "points_first" not in columns or not ("score" in part and (told or self.layout.sides.won)):
            return
        lead = part["points_first"] - part["points_second"]
        with np.errstate(invalid="ignore"):
            bad = ((lead > 0) & (score <= 0.5)) | ((lead < 0) & (score >= 0.5))
        decided_by = next((role for role in TOLD_BY if role in told), None)
        if decided_by is not None:

            def other(value: str | None) -> str:
                return f"the result {value!r} contradicts the points"

            expected = (
                f"Expected one result; {decided_by}= or points_first=,points_second= leaves one of them out."
            )
            self._checks.append(Check(decided_by, bad, other, expected, columns[decided_by]))
            return

        def more(value: str | None) -> str:
            return f"the loser has more points than the winner's {value}"

        expected = "Expected the winner's first; points_first=,points_second= leaves the points out."
        self._checks.append(Check("points_first", bad, more, expected, columns["points_first"]))

    def _other_winner(self, role: Role, told: Told, score: Column) -> Check:
        """Check that a column names no other winner than the one that decides; level points name none."""
        with np.errstate(invalid="ignore"):
            bad = np.sign(told.score - 0.5) * np.sign(score - 0.5) < 0
            if told.made is None:
                bad |= (told.score == 0.5) != (score == 0.5)
            else:
                bad |= (told.score != 0.5) & (score == 0.5)
        bad &= ~np.isnan(told.score) & ~np.isnan(score)

        def another(value: str | None) -> str:
            return f"the result {value!r} contradicts the winner"

        return Check(role, bad, another, f"Expected one result; {role}= leaves the column out.", told.values)

    def _continuous(self, columns: Mapping[str, pl.Series], height: int, par: float) -> dict[str, Any]:
        """Read results that are a continuous quantity, as the first side sees it."""
        result = self._read(*points(columns["score"], "score", needed=True))
        rest = 2.0 * par - result
        part = {
            "points_first": result,
            "points_second": rest,
            "score": scores_of_points(result, np.full(height, par)),
        }
        return part | self._rest(columns, height)

    def _rest(self, columns: Mapping[str, pl.Series], height: int) -> dict[str, Any]:
        """Read what is beside the results."""
        part: dict[str, Any] = {}
        if "time" in columns:
            assert self._time is not None
            part["time"] = self._read(*self._time.read(columns["time"]))
            if "clock" in columns:
                part["time"] = self._read(*clock(columns["clock"], part["time"]))
        if "weight" in columns:
            part["weight"] = self._read(*weights(columns["weight"]))
        if "handicap" in columns:
            part["handicap"] = self._read(*stones(columns["handicap"]))
        if "komi" in columns:
            part["komi"] = self._read(*points(columns["komi"], "komi", needed=False))
        for role in covariates_of(columns):
            part[role] = self._read(*covariate(columns[role], role))
            other = AGAINST + role.removeprefix(COVARIATE)
            if other in columns:
                second = self._read(*covariate(columns[other], other))
                part[role] = relative(part[role], second)
        for role in (each for each in columns if each.startswith(FORECAST)):
            part[COVARIATE + role.removeprefix(FORECAST)] = self._read(*forecast(columns[role], role))
        return part | self._advantage(columns, height)

    def _advantage(self, columns: Mapping[str, pl.Series], height: int) -> dict[str, Any]:
        """Return who has the advantage: by a column of it, else by the sides' names and neutral ground."""
        sides = self.layout.sides
        neutral = self._read(*truths(columns["neutral"])) if "neutral" in columns else None
        if "advantage" in columns:
            return {"advantage": self._read(*advantages(columns["advantage"]))}
        if neutral is not None and sides.venue:
            return {"advantage": (~neutral).astype(np.int8)}
        return {"advantage": np.ones(height, dtype=np.int8)} if sides.advantage else {}


def _quantities(roles: Iterable[str], *, continuous: bool) -> list[tuple[str, ...]]:
    """Return the roles of quantities, whose numbers may have marks between thousands; those of one together.

    Args:
        roles: that the table has.
        continuous: whether its results are a continuous quantity.
    """
    known = set(roles)
    made = ("score",) if continuous else ("points_first", "points_second")
    pairs = [made, *((role, AGAINST + role.removeprefix(COVARIATE)) for role in covariates_of(roles))]
    found = (tuple(role for role in pair if role in known) for pair in pairs)
    return [pair for pair in found if pair]


class _Known(NamedTuple):
    """The players of a table.

    Args:
        one: int32 per row, the player of the first side; −1 where the side is missing.
        two: the same of the second side.
        names: of the players.
        ids: name of a player -> id, where one is known.
        notes: what was supposed.
    """

    one: Codes
    two: Codes
    names: list[str]
    ids: Mapping[str, str] = MappingProxyType({})
    notes: tuple[str, ...] = ()


def _first_known(columns: list[Column]) -> Column:
    """Return of every row the first number that is known; NaN where none is."""
    found = columns[0]
    for column in columns[1:]:
        found = np.where(np.isnan(found), column, found)
    return found


def assembled(table: Table, conventions: Conventions = USUAL) -> Assembled:
    """Read and check the columns of a table, and know what is wrong with its rows.

    Raises:
        BadInput: the whole column of dates does not settle what they say.
    """
    assembly = Assembly(table.layout, conventions)
    assembly.add(table.columns)
    question = assembly.question()
    if question is not None:
        raise question
    return assembly.done(sides=(table.columns["first"], table.columns["second"]))


class _Unfit(NamedTuple):
    """Names that no player can have.

    Args:
        first: the rows whose first side is called so.
        second: the rows whose second side is.
        problem: what is wrong with the name.
        expected: what should be there, or what may have happened.
    """

    first: Mask
    second: Mask
    problem: Callable[[str | None], str]
    expected: str


def _unfit(one: Codes, two: Codes, names: list[str]) -> Iterator[_Unfit]:
    """Yield which rows have a name that no player can have."""

    def longer(_: str | None) -> str:
        return f"the name has more than {LIMITS.name:,} characters"

    def broken(value: str | None) -> str:
        return f"{(value or '').strip()!r} is an error of the spreadsheet, not a name"

    def rows(there: list[bool]) -> tuple[Mask, Mask]:
        bad = np.array(there, dtype=np.bool_)
        return (one >= 0) & bad[one], (two >= 0) & bad[two]

    if max(map(len, names), default=0) > LIMITS.name:
        yield _Unfit(*rows([len(name) > LIMITS.name for name in names]), longer, "Is a quote missing?")
    if not ERRORS_OF_CELLS.isdisjoint(names):
        expected = "Correct the formula of the cell."
        yield _Unfit(*rows([name in ERRORS_OF_CELLS for name in names]), broken, expected)


def _named(nobody: Mask, sides: tuple[pl.Series, pl.Series]) -> Check:
    def missing(_: str | None) -> str:
        return "both sides are missing"

    return Check(
        "first", nobody, missing, "Expected two players; remove a heading, a comment or a sum.", sides[0]
    )


def _side_checks(
    one: Codes, two: Codes, sides: tuple[pl.Series, pl.Series], unfit: list[_Unfit], by_ids: bool
) -> list[Check]:
    def itself(value: str | None) -> str:
        if by_ids:
            return f"{(value or '').strip()!r} is by name or id the player of the first side"
        return f"{(value or '').strip()!r} plays against itself"

    return [
        *(
            Check(role, mask, each.problem, each.expected, column)
            for each in unfit
            for role, column, mask in zip(("first", "second"), sides, each[:2], strict=True)
        ),
        Check("second", one == two, itself, "Expected two players.", sides[1]),
    ]


def faults_of(table: Table, found: Assembled) -> Iterator[Fault]:
    """Yield what is wrong, in the order of the lines, one reason a row."""
    order = sorted(found.checks, key=lambda check: ORDER.index(check.role.partition(" ")[0]))
    which = np.full(len(found.bad), -1, dtype=np.int16)
    for k, check in enumerate(order):
        which[check.bad & (which < 0)] = k
    ragged = iter(table.faults)
    waiting = next(ragged, None)
    for row in np.flatnonzero(found.bad).tolist():
        line = int(table.lines[row])
        while waiting is not None and waiting.line < line:
            yield waiting
            waiting = next(ragged, None)
        check = order[which[row]]
        assert check.values is not None
        value = check.values[row]
        shown = None if value is None else str(value)
        yield Fault(
            line,
            table.layout.name(check.role),
            shown,
            check.problem(shown),
            check.expected,
            table.row(row),
            table.unit,
        )
    if waiting is not None:
        yield waiting
        yield from ragged
