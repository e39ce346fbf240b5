"""When a game was played: dates, moments or numbered periods, in one form per file.

The first value that can be read decides the form; a row in another form is a bad row. Forms with the year
last, with two digits of a year or with the name of a month are those of :mod:`arpad.record.cells.dates`.
Dates may have their times of day in a column beside them; moments with offsets from UTC become UTC, whatever
offset each has.

Whole numbers are numbers of periods, but for those that can only be seconds or milliseconds since 1970
(:data:`EPOCHS`), with or without a fraction: a record has no hundred million rating periods. In a column that
is called one of dates they may be days as spreadsheet programs count them (:data:`SERIAL`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.record.cells.coded_column import Coded, spread
from arpad.record.cells.dates import DateFormat, WrittenDates, of_pattern, seconds_of, shape_of
from arpad.record.cells.small_columns import column_of
from arpad.record.cells.value_parsing import Check, Mask, numbers, wrong
from arpad.record.games import Time
from arpad.record.tables.column_names import DATED, normal

if TYPE_CHECKING:
    import polars as pl

EARLIEST, LATEST = np.datetime64("1000-01-01"), np.datetime64("9999-12-31")
"""A year of two digits would be one of antiquity."""

DAY_FIRST = "%d.%m.%Y"

DATES: tuple[tuple[str, str], ...] = (
    (r"\d{4}-\d{1,2}-\d{1,2}", "%Y-%m-%d"),
    (r"\d{4}/\d{1,2}/\d{1,2}", "%Y/%m/%d"),
    (r"\d{4}\.\d{1,2}\.\d{1,2}", "%Y.%m.%d"),
    (r"\d{1,2}\.\d{1,2}\.\d{4}", DAY_FIRST),
    (r"[12]\d{3}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])", "%Y%m%d"),
)
"""The forms of a date, and how they are read. Eight digits that are a date are one."""

MOMENT = (
    r"(?P<date>\d{4}[-/.]\d{2}[-/.]\d{2})(?P<gap>[T ])\d{1,2}:\d{2}(?P<seconds>:\d{2}(?P<part>\.\d+)?)?"
    r"(?P<zone>Z|[+-]\d{2}:?\d{2})?"
)
ZONE = "%z"
"""How polars reads an offset from UTC."""

EPOCHS: tuple[tuple[str, int, int], ...] = (("seconds", 10**8, 1), ("milliseconds", 10**11, 1000))
"""What numbers since 1 January 1970 count, the least that is taken for one (3 March 1973), and how many make
a second. Each kind ends before the year 2100, at :data:`LAST_EPOCH` seconds."""

LAST_EPOCH = 4_102_444_800

SERIAL = (30_000, 80_000)
"""From when to when a number in a column of dates is taken for a day as spreadsheet programs count them: from
18 February 1982 to 10 January 2119. Days since 1970 are fewer."""

SERIAL_ZERO = np.datetime64("1899-12-30")
"""The day that spreadsheet programs call 0; from 1 March 1900 on they agree on it."""

LONG_RUN = 5_000
"""How many rows the runs of a column of times have on average to be found one after another."""

STRETCH = 8192
"""How many rows are compared with the first of a run at a time."""

DAY = 86_400
"""The seconds of a day."""

NUMBER = r"[+-]?\d+(\.\d*)?"

EXPECTED = "Expected a date (2024-03-05), a moment (2024-03-05 18:30:00) or a whole number."

CLOCK = r"([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?Z?"
EXPECTED_CLOCK = "Expected 19:30 or 19:30:00; clock= leaves the column out."


@dataclass(frozen=True)
class Form:
    """The form of the times of one file.

    Args:
        kind: ``date``, ``moment``, ``number``, ``epoch`` (a number since 1970), ``serial`` (a day as
            spreadsheet programs count them), ``written`` (of :mod:`arpad.record.cells.dates`) or ``said``
            (the pattern is the caller's).
        pattern: how polars reads it; of an epoch what it counts (:data:`EPOCHS`); otherwise empty.
        example: the value that showed it.
    """

    kind: str
    pattern: str
    example: str


def form_of(value: str, order: str = "") -> Form | None:
    """Return the form of one value, None where it is none that is known.

    Args:
        value: the value.
        order: in which order day, month and year stand, where the caller says it.
    """
    value = value.strip()
    for shape, pattern in DATES:
        if re.fullmatch(shape, value) and not (order and pattern == DAY_FIRST):
            return Form("date", pattern, value)
    if re.fullmatch(NUMBER, value):
        epoch = _epoch_of(float(value), float(value))
        if epoch:
            return Form("epoch", epoch, value)
        return Form("number", "", value) if float(value).is_integer() else None
    moment = re.fullmatch(MOMENT, value)
    if moment is None:
        return None if shape_of(value) is None else Form("written", "", value)
    mark = value[4]
    # %.f also takes no fraction at all, so that 12:00:00 and 12:00:00.5 are one form.
    seconds = ":%S%.f" if moment["seconds"] else ""
    zone = ZONE if moment["zone"] else ""
    return Form("moment", f"%Y{mark}%m{mark}%d{moment['gap']}%H:%M{seconds}{zone}", value)


class TimeColumn:
    """When the games were played, batch after batch.

    Args:
        name: what the header calls the column.
        dates: how dates are written, where the caller says it.
    """

    def __init__(self, name: str, dates: DateFormat | None = None) -> None:
        self.name = name
        self._of_dates = normal(name) in map(normal, DATED)
        self._dates = dates or DateFormat()
        self._form: Form | None = None
        self._written: WrittenDates | None = None
        self._words: Sequence[str | None] = ()
        self._read_words: tuple[Time, Check]
        if self._dates.pattern:
            self._form = Form("said", self._dates.pattern, self._dates.pattern)

    @property
    def settled(self) -> bool:
        """Whether every batch was read as the whole column is to be read."""
        return self._written is None or self._written.settled

    @property
    def decides(self) -> bool:
        """Whether a part of the column could be read in another way than the whole."""
        return self._written is not None and self._written.asked

    def question(self, file: str | None = None) -> BadInput | None:
        """Return what has to be asked, as the column does not settle it; None if there is nothing."""
        return None if self._written is None else self._written.question(file)

    def notes(self) -> tuple[str, ...]:
        """Return what was supposed of the column."""
        if self._written is not None:
            return tuple(self._written.notes())
        form = self._form
        if form is not None and form.kind == "serial":
            day = SERIAL_ZERO + int(float(form.example))
            return (
                f"the column {self.name!r} is taken for days as spreadsheet programs count them: "
                f"{form.example} is {day}",
            )
        if form is None or form.kind != "epoch":
            return ()
        return (f"the column {self.name!r} is taken for {form.pattern} since 1970, as in {form.example}",)

    def read(self, column: pl.Series | Coded) -> tuple[Time, Check]:
        """Read a batch.

        Args:
            column: text, coded or not; dates, moments or whole numbers.

        Returns:
            ``datetime64[D]``, ``datetime64[s]`` (UTC where the file says its zone) or ``int64``; and the
            check. Bad rows hold any value.

        Raises:
            BadInput: the column is of a type that is no time.
        """
        import polars as pl

        if isinstance(column, Coded):
            return self._of_coded(column)
        kind = column.dtype
        if self._dates.pattern and (kind.is_integer() or kind == pl.String):
            return self._of_words(column.cast(pl.String))
        if kind == pl.String:
            return self._of_words(column)
        missing = column.is_null().to_numpy()
        if kind == pl.Date:
            return column.to_numpy().astype("datetime64[D]"), _check(column, missing)
        if kind == pl.Datetime:
            return _seconds(column), _check(column, missing)
        if kind.is_numeric():
            return self._of_numbers(column)
        if kind == pl.Null:
            return np.zeros(len(column), dtype=np.int64), _check(column, missing)
        raise BadInput(f"the column {column.name!r} holds {kind}, which is not a time", remedy=EXPECTED)

    def _of_coded(self, column: Coded) -> tuple[Time, Check]:
        if self._form is None:
            self._form = self._first_form(column.distinct)
        if self._form is not None and self._form.kind == "written":
            # Which number is the day, every row is evidence of.
            return self._of_words(column.distinct.gather(column.codes))
        if self._words is not column.words:
            # Many batches bring no new word.
            self._words, self._read_words = column.words, self._of_words(column.distinct, runs=False)
        values, check = self._read_words
        codes = column.codes.astype(np.intp)
        return values[codes], replace(check, bad=spread(check.bad.tolist(), codes), values=None)

    def _of_numbers(self, column: pl.Series) -> tuple[Time, Check]:
        values, bad = _since(column)
        good = values[~bad]
        epoch = _epoch_of(int(good.min()), int(good.max())) if len(good) else ""
        if epoch:
            self._form = Form("epoch", epoch, str(int(good[0])))
            return _since_1970(values, epoch), _check(column, bad)
        values, bad = _whole(column)
        if self._of_dates and len(good) and SERIAL[0] <= good.min() and good.max() <= SERIAL[1]:
            self._form = Form("serial", "", str(int(good[0])))
            return SERIAL_ZERO + values, _check(column, bad)
        days = _compact_dates(values[~bad])
        if days is not None and len(days):
            dates = np.zeros(len(values), dtype="datetime64[D]")
            dates[~bad] = days
            return dates, _check(column, bad)
        return values, _check(column, bad)

    def _of_words(self, column: pl.Series, *, runs: bool = True) -> tuple[Time, Check]:
        if self._form is None:
            self._form = self._first_form(column)
        form = self._form
        if form is None:
            bad = np.ones(len(column), dtype=np.bool_)
            return np.zeros(len(column), dtype=np.int64), _check(column, bad, EXPECTED)
        if form.kind == "written":
            if self._written is None:
                shape = shape_of(form.example)
                assert shape is not None
                self._written = WrittenDates(self.name, shape, self._dates.order)
            values, bad = self._written.read(column)
        else:
            values, bad = _read_runs(column, form) if runs else _read(column, form)
            if bad.any():
                values, bad = _read(column.str.strip_chars(), form)
        if form.kind == "said":
            expected = f"Expected the format {form.pattern}."
        elif bad.all():
            expected = EXPECTED
        else:
            first = str(column[int(np.argmin(bad))]).strip()
            expected = f"Expected the form of the first, {first}; one file has one form."
        return values, _check(column, bad, expected)

    def _first_form(self, column: pl.Series) -> Form | None:
        """Return the first form that is known."""
        for start in range(0, len(column), 1000):
            for value in column.slice(start, 1000).drop_nulls().to_list():
                form = form_of(value, self._dates.order)
                if form is not None and form.kind == "number" and self._of_dates:
                    serial = SERIAL[0] <= float(value) <= SERIAL[1]
                    return replace(form, kind="serial") if serial else form
                if form is not None:
                    return form
        return None


def times(
    column: pl.Series, dates: DateFormat | None = None, file: str | None = None
) -> tuple[Time, Check, tuple[str, ...]]:
    """Read a whole column as :class:`TimeColumn` does.

    Args:
        column: text, dates, moments or whole numbers.
        dates: how dates are written, where the caller says it.
        file: for the error's text.

    Returns:
        The times, the check, and notes about what was supposed.

    Raises:
        BadInput: the column is of a type that is no time, or does not settle whether its days stand first.
    """
    reader = TimeColumn(column.name, dates)
    values, check = reader.read(column)
    question = reader.question(file)
    if question is not None:
        raise question
    return values, check, reader.notes()


def clock(column: pl.Series, days: Time) -> tuple[Time, Check]:
    """Add the time of day, in a column beside that of the dates.

    Args:
        column: ``19:30`` or ``19:30:00``, as text or as times.
        days: what :func:`times` made of the other column.

    Returns:
        Moments in seconds; and the check, which no row meets where the days are no dates.
    """
    import polars as pl

    words = column.cast(pl.String).str.strip_chars()
    if days.dtype != "datetime64[D]":
        bad = np.ones(len(words), dtype=np.bool_)

        def problem(_: str | None) -> str:
            return f"{column.name!r} stands beside a column that has no dates, but moments or numbers"

        return days, Check("clock", bad, problem, "Leave one out: clock= or time=.", column)
    distinct = words.unique().drop_nulls().to_list()
    known = {word: said for word in distinct if (said := _seconds_in(word)) is not None}
    seconds = words.replace_strict(list(known), list(known.values()), default=None, return_dtype=pl.Int64)
    bad = seconds.is_null().to_numpy()
    moments = days.astype("datetime64[s]") + seconds.fill_null(0).to_numpy()
    return moments, Check("clock", bad, wrong("a time of day"), EXPECTED_CLOCK, column)


def _seconds_in(word: str) -> int | None:
    at = re.fullmatch(CLOCK, word)
    return seconds_of(word) if at is None else _seconds_of(at)


def days_where_midnight(time: Time) -> Time:
    """Return moments as days where every one of them is a midnight, and other times as they are.

    Dates that a program stores as moments, ``2026-03-05 00:00:00``, say the same as the dates. So they are
    the same record, with the same digest.
    """
    if time.dtype != "datetime64[s]" or not len(time):
        return time
    seconds = time.view(np.int64)
    if seconds[0] % DAY or (seconds % DAY).any():
        return time
    return time.astype("datetime64[D]")


def _seconds_of(at: re.Match[str]) -> int:
    hours, minutes, seconds = at.groups("0")
    return 3600 * int(hours) + 60 * int(minutes) + int(seconds)


def _check(column: pl.Series, bad: Mask, expected: str = EXPECTED) -> Check:
    def problem(value: str | None) -> str:
        return (value and _misunderstood(value)) or wrong("a date")(value)

    return Check("time", bad, problem, expected, column)


def _misunderstood(value: str) -> str:
    """Return what is wrong with a value that looks like a time; empty if it does not."""
    bare = value.strip()
    form = form_of(value)
    if form is not None and form.kind == "number" and abs(float(bare)) >= 2**53:
        return f"{value!r} is too large for the number of a period"
    if form is not None and form.kind != "number" and re.match(r"0\d{3}|.*\.0\d{3}$", bare):
        return f"{value!r} is before the year 1000"
    return ""


def _read_runs(column: pl.Series, form: Form) -> tuple[Time, Mask]:
    """Read one value of every run of equal ones: in a file in order of time few rows differ from the last."""
    starts = _starts_of_long_runs(column)
    if starts is None:
        starts = np.flatnonzero(column.ne_missing(column.shift()).to_numpy())
        if not len(starts) or starts[0] > 0:
            starts = np.concatenate([[0], starts])
    if 2 * len(starts) > len(column):
        return _read(column, form)
    lengths = np.diff(starts, append=len(column))
    values, bad = _read(column.gather(column_of(starts)), form)
    return np.repeat(values, lengths), np.repeat(bad, lengths)


def _starts_of_long_runs(column: pl.Series) -> NDArray[np.int64] | None:
    """Return where the runs of equal values begin, if these are long; else None.

    To compare a row with one value takes a tenth of the time that comparing it with the row before takes.
    """
    size = len(column)
    if column.null_count():
        return None
    starts: list[int] = []
    at = 0
    while at < size:
        if len(starts) > size // LONG_RUN:
            return None
        starts.append(at)
        value = column[at]
        while at < size:
            same = column.slice(at, STRETCH) == value
            if not same.all():
                at += same.arg_min() or 0
                break
            at += len(same)
    return np.array(starts, dtype=np.int64)


def _read(column: pl.Series, form: Form) -> tuple[Time, Mask]:
    if form.kind == "number":
        return _whole(column)
    if form.kind == "serial":
        values, bad = _whole(column)
        bad |= (values < SERIAL[0]) | (values > SERIAL[1])
        return SERIAL_ZERO + np.where(bad, 0, values), bad
    if form.kind == "said":
        days, bad = of_pattern(column, DateFormat(pattern=form.pattern))
        return days, bad | ~((days >= EARLIEST) & (days <= LATEST))
    if form.kind == "epoch":
        values, bad = _since(column)
        low, high = _bounds_of(form.pattern)
        return _since_1970(values, form.pattern), bad | (values < low) | (values > high)
    if form.kind == "date":
        dates = column.str.to_date(form.pattern, strict=False)
        days = dates.to_numpy().astype("datetime64[D]")
    else:
        pattern = form.pattern
        if pattern.endswith(ZONE):
            # Offsets may differ from row to row, and Z is one of them: all become UTC.
            ends = column.str.ends_with("Z")
            if ends.all():
                pattern = pattern.removesuffix(ZONE) + "Z"
            elif ends.any():
                column = column.str.replace("Z$", "+00:00")
        moments = column.str.to_datetime(pattern, strict=False, time_unit="ms")
        days = _seconds(moments)
    # Not-a-time compares as false.
    good = (days >= EARLIEST) & (days <= LATEST)
    return days, ~good


def _whole(column: pl.Series) -> tuple[Time, Mask]:
    """Read whole numbers; 1.0 is one."""
    values, _ = numbers(column)
    with np.errstate(invalid="ignore"):
        bad = ~(np.isfinite(values) & (values == np.floor(values)) & (np.abs(values) < 2**53))
    return np.where(bad, 0, values).astype(np.int64), bad


def _since(column: pl.Series) -> tuple[Time, Mask]:
    """Read numbers since 1970, which may have a fraction."""
    values, _ = numbers(column)
    with np.errstate(invalid="ignore"):
        bad = ~(np.isfinite(values) & (np.abs(values) < 2**53))
    return np.floor(np.where(bad, 0, values)).astype(np.int64), bad


def _bounds_of(epoch: str) -> tuple[int, int]:
    """Return the least and the greatest number that is taken for one since 1970."""
    least, in_second = next((least, size) for name, least, size in EPOCHS if name == epoch)
    return least, LAST_EPOCH * in_second


def _epoch_of(low: float, high: float) -> str:
    """Return what numbers from ``low`` to ``high`` count since 1970, empty if they are numbers of periods."""
    for name, _, _ in EPOCHS:
        least, greatest = _bounds_of(name)
        if least <= low and high <= greatest:
            return name
    return ""


def _since_1970(values: Time, epoch: str) -> Time:
    """Return moments, in whole seconds."""
    in_second = next(size for name, _, size in EPOCHS if name == epoch)
    return np.asarray(values // in_second).astype("datetime64[s]")


def _seconds(column: pl.Series) -> Time:
    """Return moments in whole seconds; polars keeps moments with a zone in UTC."""
    import polars as pl

    return column.cast(pl.Datetime("ms")).to_numpy().astype("datetime64[s]")


def _compact_dates(values: Time) -> Time | None:
    """Return numbers such as 20240305 as dates, None where one of them is not a date."""
    if not len(values) or values.min() < 10_000_101 or values.max() > 29_991_231:
        return None
    year, month, day = values // 10_000, values // 100 % 100, values % 100
    if ((month < 1) | (month > 12) | (day < 1) | (day > 31)).any():
        return None
    months = ((year - 1970) * 12 + month - 1).astype("datetime64[M]")
    days = months.astype("datetime64[D]") + (day - 1)
    return days if (days.astype("datetime64[M]") == months).all() else None
