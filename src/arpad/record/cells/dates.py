"""Dates as they are written: 3/11/2025, 11/3/25 2:05 PM, 3. November 2025, 2025년 11월 3일, 2025-11.

Where the year is last and the month a number, the day may be first or the month. The whole column settles it:
a first number greater than 12 is a day, and so is a second one; with dots the day is first. Where neither or
both are found, nobody can know, and the question is asked (:meth:`WrittenDates.question`).

Years of two digits are those of 1969 to 2068, as in POSIX. A month without a day is its first day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput
from arpad.core.interface import option
from arpad.record.cells.value_parsing import Mask
from arpad.record.tables.letters import folded

if TYPE_CHECKING:
    import polars as pl

ORDERS = ("dmy", "mdy", "ymd")
"""In which order day, month and year stand, where the digits do not say it."""

EPOCH = date(1970, 1, 1).toordinal()
DAY_FIRST = frozenset(
    (
        *("datum", "spieltag", "fecha", "data", "jour", "giorno", "dag", "dzien", "den", "dato", "paiva"),
        *("paivamaara", "дата", "день", "tarih", "tarihi", "dia", "termin", "data meczu", "data partita"),
    )
)
"""What a column of dates is called in languages that write the day first: small letters without accents."""

FIRST_OF_TWO_DIGITS = 1969
"""The first of the hundred years that two digits name."""

_NAMES = (
    "january januar jänner janvier januari janeiro gennaio enero январь января jan janv gen ene янв",
    "february februar feber février fevrier februari fevereiro febbraio febrero февраль февраля feb févr "
    "fevr fév fev фев",
    "march märz maerz mars maart março marco marzo март марта mar mär mrz mrt мар",
    "april avril abril aprile апрель апреля apr avr abr апр",
    "may mai mei maio maggio mayo май мая mag",
    "june juni juin junho giugno junio июнь июня jun giu июн",
    "july juli juillet julho luglio julio июль июля jul juil lug июл",
    "august août aout augustus agosto август августа aug ago авг",
    "september septembre setembro settembre septiembre setiembre сентябрь сентября sep sept set сен сент",
    "october oktober octobre outubro ottobre octubre октябрь октября oct okt out ott окт",
    "november novembre novembro noviembre ноябрь ноября nov ноя нояб",
    "december dezember décembre decembre dezembro dicembre diciembre декабрь декабря dec dez déc dic дек",
)
MONTHS: dict[str, int] = {name: at for at, names in enumerate(_NAMES, start=1) for name in names.split()}
"""The months in English, German, French, Dutch, Portuguese, Italian, Spanish and Russian, and cut short."""

_WEEKDAYS = (
    "mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday "
    "mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag "
    "lun mer jeu ven sam dim lundi mardi mercredi jeudi vendredi samedi dimanche "
    "mié jue vie sáb dom lunes martes miércoles jueves viernes sábado domingo "
    "gio sab lunedì martedì mercoledì giovedì venerdì sabato domenica "
    "ma wo vr za zo maandag dinsdag woensdag donderdag vrijdag zaterdag zondag "
    "seg ter qua qui sex segunda-feira terça-feira quarta-feira quinta-feira sexta-feira "
    "пн вт ср чт пт сб вс понедельник вторник среда четверг пятница суббота воскресенье"
)
"""The days of the week in the languages of the months; without ``mar``, which is March in most of them."""

_WEEKDAY = rf"(?:{'|'.join(_WEEKDAYS.split())})(?:[.,]|\.,)? (?=\S*\d|[^\W\d]+\.? \d)| ?\([월화수목금토일]\)$"
"""The day of the week before a date, or behind one in Korean."""

_NAME = r"([^\W\d_]{3,12})\.?"
_YEAR = r"(\d{4}|'?\d{2})"
_FORMS: tuple[tuple[str, str, str], ...] = (
    ("last", r"(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?", "a.by"),
    ("first", r"(\d{4})([./-]) ?(\d{1,2})\2 ?(\d{1,2})\.?", "y.md"),
    ("first", r"(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]", "ymd"),
    ("named", rf"(\d{{1,2}})(?:st|nd|rd|th|er|º)?[. -]*(?:de |of )?{_NAME},?[ -]*(?:de )?{_YEAR}", "dny"),
    ("named", rf"{_NAME} (\d{{1,2}})(?:st|nd|rd|th|er|º)?,? {_YEAR}", "ndy"),
    ("named", rf"(\d{{4}})[ -]{_NAME}[ -](\d{{1,2}})", "ynd"),
    ("months", r"(\d{4})[-/](\d{1,2})", "ym"),
    ("months", r"(\d{1,2})[-/](\d{4})", "my"),
    ("months", r"(\d{4})[年년] ?(\d{1,2})[月월]", "ym"),
    ("months", rf"{_NAME},? (?:de )?(\d{{4}})", "ny"),
    ("months", rf"(\d{{4}})[ -]{_NAME}", "yn"),
)
"""What kind of date, how it looks in lower case, and what its groups are: a and b are day and month in either
order; n is the name of a month, and a dot what stands between numbers."""


@cache
def _compiled() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """Return the forms, compiled for who meets another date than 2025-11-03."""
    return tuple((kind, re.compile(shape), groups) for kind, shape, groups in _FORMS)


@cache
def _weekday() -> re.Pattern[str]:
    return re.compile(_WEEKDAY)


_TAIL = (
    r"(?i)(?:,\s*|\s+|t)((?:(?:오전|오후|am|pm)\s*)?\d{1,2}[:.h]\d{2}(?::\d{2}(?:[.,]\d+)?)?"
    r"\s*(?:[ap]\.?\s?m\.?)?(?:\s*uhr)?)$"
)
"""The time of day at the end of a moment."""

_CLOCK = (
    r"(?P<before>오전|오후|am|pm)?\s*(?P<hour>\d{1,2})[:.h](?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?"
    r"\s*(?P<after>[ap]\.?\s?m\.?)?(?:\s*uhr)?"
)


class Shape(NamedTuple):
    """What the dates of one column have in common.

    Args:
        kind: ``last`` (the year is), ``first``, ``named`` (the month is) or ``months`` (without days).
        mark: what stands between the numbers.
        short: whether the years have two digits.
        clock: whether a time of day follows.
    """

    kind: str
    mark: str
    short: bool
    clock: bool


class Parts(NamedTuple):
    """A date as far as it can be read alone: day and month are ``one`` and ``two``, in either order."""

    year: int
    one: int
    two: int


@dataclass(frozen=True)
class DateFormat:
    """How dates are written, where the caller says it.

    Args:
        order: one of :data:`ORDERS`; empty where a pattern is given.
        pattern: as of :func:`time.strptime`, such as ``%d.%m.%y %H:%M``; empty where an order is given.
    """

    order: str = ""
    pattern: str = ""

    @property
    def has_clock(self) -> bool:
        """Whether the pattern has a time of day."""
        return re.search(r"%-?[HIMSTRrXcs]", self.pattern.replace("%%", "")) is not None


def date_format(text: str | None) -> DateFormat | None:
    """Read how dates are written: ``dmy``, ``mdy``, ``ymd`` or a pattern of strftime.

    Raises:
        BadInput: it is neither, or the pattern does not read back what it writes.
    """
    if text is None:
        return None
    plain = text.strip().lower()
    if plain in ORDERS:
        return DateFormat(order=plain)
    if "%" in text and _reads_back(DateFormat(pattern=text)):
        return DateFormat(pattern=text)
    raise BadInput(
        f"{text!r} is not a format of dates",
        remedy="Expected dmy, mdy, ymd, or a pattern that has day, month and year, such as %d.%m.%Y.",
    )


def _reads_back(form: DateFormat) -> bool:
    """Tell whether a pattern has a whole date."""
    import polars as pl

    day = pl.Series([date(2023, 10, 29)])
    try:
        written = day.cast(pl.Datetime("ms", "UTC")).dt.strftime(form.pattern)
        found, bad = of_pattern(written, form)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, ValueError):
        return False
    return not bad[0] and found.astype("datetime64[D]")[0] == np.datetime64("2023-10-29")


def of_pattern(column: pl.Series, form: DateFormat) -> tuple[NDArray[np.datetime64], Mask]:
    """Read dates or moments (in UTC, where the pattern has an offset) of a pattern, and which cannot be."""
    import polars as pl

    if not form.has_clock:
        days = column.str.to_date(form.pattern, strict=False)
        return days.to_numpy().astype("datetime64[D]"), days.is_null().to_numpy()
    moments = column.str.to_datetime(form.pattern, strict=False, time_unit="ms").cast(pl.Datetime("ms"))
    return moments.to_numpy().astype("datetime64[s]"), moments.is_null().to_numpy()


def parts_of(word: str) -> tuple[Shape, Parts] | None:
    """Read a date without its time of day, as far as it says alone what it is."""
    plain = re.sub(r"\s+", " ", word.strip().lower())
    plain = _weekday().sub("", plain, count=1) if plain[:1].isalpha() or plain.endswith(")") else plain
    for kind, shape, groups in _compiled():
        match = shape.fullmatch(plain)
        if match is None:
            continue
        found = dict(zip(groups, match.groups(), strict=True))
        if "n" in found:
            month = MONTHS.get(found["n"])
            if month is None:
                continue
            found["m"] = str(month)
        year = found["y"].lstrip("'")
        short = len(year) == 2
        one, two = (found.get("a", found.get("d", "1")), found.get("b", found.get("m", "1")))
        whole = _whole_year(int(year)) if short else int(year)
        return Shape(kind, found.get(".", ""), short, clock=False), Parts(whole, int(one), int(two))
    return None


def _whole_year(two_digits: int) -> int:
    return FIRST_OF_TWO_DIGITS + (two_digits - FIRST_OF_TWO_DIGITS) % 100


def shape_of(value: str) -> Shape | None:
    """Return the shape of a date or a moment, None if it is none."""
    bare = value.strip()
    tail = re.search(_TAIL, bare)
    if tail is not None and seconds_of(tail[1]) is not None:
        found = parts_of(bare[: tail.start()])
        if found is not None and found[0].kind != "months":
            return found[0]._replace(clock=True)
    found = parts_of(bare)
    return None if found is None else found[0]


def seconds_of(clock: str) -> int | None:
    """Return a time of day, ``14:05``, ``14.05 Uhr`` or ``2:05 PM``, in seconds; None if it is none."""
    match = re.fullmatch(_CLOCK, clock.strip().lower())
    if match is None:
        return None
    hour, minute, second = int(match["hour"]), int(match["minute"]), int(match["second"] or 0)
    half = (match["before"] or match["after"] or "")[:2]
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half[0] == "p" or half == "오후" else 0)
    return 3600 * hour + 60 * minute + second if hour < 24 and minute < 60 and second < 60 else None


class WrittenDates:
    """The dates of one column, batch after batch.

    Args:
        name: what the header calls the column.
        shape: that of its first date.
        order: in which order day, month and year stand, where the caller says it.
    """

    def __init__(self, name: str, shape: Shape, order: str = "") -> None:
        self.name = name
        self.shape = shape
        # Four digits are the year wherever they stand: the order of day and month is not said.
        self.order: str = "" if order == "ymd" and not shape.short else order
        self._day_first = self._month_first = self._either = ""
        self._read_as: set[str] = set()
        self._example = ""

    @property
    def asked(self) -> bool:
        """Whether the order of day and month has to be found out."""
        return self.shape.kind == "last" and self.shape.mark != "." and not self.order

    @property
    def settled(self) -> bool:
        """Whether every batch was read as the whole column is to be read."""
        return len(self._read_as) <= 1 and "" not in self._read_as

    def _found(self) -> str:
        """Return the order of day, month and year; empty if it is not known."""
        if self.order:
            return self.order
        if not self.asked:
            return "dmy"
        if self._day_first and self._month_first:
            return ""
        if self._day_first or self._month_first:
            return "dmy" if self._day_first else "mdy"
        return "" if self._either and not self._by_language else "dmy"

    @property
    def _by_language(self) -> bool:
        """Whether the name of the column is of a language whose dates have the day first."""
        return folded(self.name).strip() in DAY_FIRST

    def question(self, file: str | None = None) -> BadInput | None:
        """Return what has to be asked, with the file that it is about; None if the column settles it."""
        if self._found():
            return None
        if self._either and not self._day_first:
            problem = f"{self._either!r} may have the day first or the month, and no other date settles it"
        else:
            problem = f"{self._day_first!r} has the day first and {self._month_first!r} the month"
        if self._day_first and self._month_first:
            return BadInput(
                problem,
                file=file,
                column=self.name,
                remedy="Correct one of them, or write all dates as 2026-04-25.",
                code="dates.ambiguous",
            )
        orders = ("dmy", "mdy", "ymd") if self.shape.short else ("dmy", "mdy")
        remedy = f"Say which it is: {' or '.join(option('dates', order, 'date-format') for order in orders)}."
        return BadInput(problem, file=file, column=self.name, remedy=remedy, code="dates.ambiguous")

    def notes(self) -> Iterator[str]:
        """Yield what was supposed of the dates."""
        example = self._day_first or self._month_first
        if self.asked and not example and self._either and self._found():
            yield (f"the column {self.name!r} has the day first, as its language writes it ({self._either})")
        if self.asked and example and self._found():
            which = "day" if self._day_first else "month"
            yield f"the column {self.name!r} is read with the {which} first ({example})"
        if self.shape.short:
            yield (
                f"years of two digits in the column {self.name!r} are those of {FIRST_OF_TWO_DIGITS} to "
                f"{FIRST_OF_TWO_DIGITS + 99} ({self._example})"
            )
        if self.shape.kind == "months":
            yield f"the column {self.name!r} holds months ({self._example}), each read as its first day"

    def read(self, column: pl.Series) -> tuple[NDArray[np.datetime64], Mask]:
        """Read a batch of text: days or moments, and which rows have none of this shape."""
        dates, clocks = column.str.strip_chars(), None
        if self.shape.clock:
            clocks = dates.str.extract(_TAIL, 1)
            dates = dates.str.replace(_TAIL, "")
        words = dates.unique(maintain_order=True).drop_nulls().to_list()
        bare = self.shape._replace(clock=False)
        parts = {}
        for word in words:
            found = parts_of(word)
            if found is not None and found[0] == bare:
                parts[word] = found[1]
                self._example = self._example or word
        if self.asked:
            self._weigh(parts)
        order = self._found()
        self._read_as.add(order)
        known = {word: day for word, each in parts.items() if (day := self._day(each, order)) is not None}
        days, bad = _looked_up(dates, known)
        if clocks is None:
            return days.astype("datetime64[D]"), bad
        times = {word: seconds_of(word) for word in clocks.unique().drop_nulls().to_list()}
        seconds, none = _looked_up(clocks, {word: at for word, at in times.items() if at is not None})
        return (86_400 * days + seconds).astype("datetime64[s]"), bad | none

    def _weigh(self, parts: Mapping[str, Parts]) -> None:
        """Take up the evidence of a batch for the order of day and month."""
        for word, (_, one, two) in parts.items():
            if one == two or not (1 <= min(one, two) <= 12 and max(one, two) <= 31):
                continue
            if max(one, two) <= 12:
                self._either = self._either or word
            elif one > 12:
                self._day_first = self._day_first or word
            else:
                self._month_first = self._month_first or word

    def _day(self, parts: Parts, order: str) -> int | None:
        """Return a date as days since 1970; None if there is no such day."""
        year, day, month = parts
        if self.shape.kind == "last" and order == "mdy":
            day, month = month, day
        elif self.shape.kind == "last" and order == "ymd" and self.shape.short:
            year, month, day = _whole_year(parts.one), parts.two, parts.year % 100
        try:
            return date(year, month, day).toordinal() - EPOCH if year >= 1000 else None
        except ValueError:
            return None


def _looked_up(column: pl.Series, known: Mapping[str, int]) -> tuple[NDArray[np.int64], Mask]:
    """Return the number of every word, and which words have none."""
    import polars as pl

    if not known:
        return np.zeros(len(column), dtype=np.int64), np.ones(len(column), dtype=np.bool_)
    found = column.replace_strict(list(known), list(known.values()), default=None, return_dtype=pl.Int64)
    return found.fill_null(0).to_numpy(), found.is_null().to_numpy()
