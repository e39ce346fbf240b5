"""Days of Football.TXT, most of which have no year.

They are written as ``Sat Aug/18``, ``July 13``, ``Fri 17 Aug 2018``, ``Th 26/3/26`` or ``2018-08-17``.
The year is that of the title (``= World Cup 1930``; ``2018/19`` begins in 2018), or of a day that has one; a
later day without a year is the one that is nearest to the day before it.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAMES = (
    "january|february|march|april|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|may|jun|jul|aug|sept|sep|oct|nov|dec"
)
_WEEKDAY = r"(?:(?:mo|tu|we|th|fr|sa|su)[a-z]{0,7}\.?,?\s+)?"
_YEAR = r"(?:,?\s+(?P<{}>\d{{4}})(?!\d|[-:.]))?"
DAY = re.compile(
    rf"{_WEEKDAY}(?:(?P<month>{_NAMES})\.?[\s/]+(?P<day>\d{{1,2}})(?![\d:.-]){_YEAR.format('year')}"
    rf"|(?P<day2>\d{{1,2}})\.?[\s/]+(?P<month2>{_NAMES})\b\.?{_YEAR.format('year2')}"
    r"|(?P<day3>\d{1,2})/(?P<month3>\d{1,2})/(?P<year3>\d{4}|\d{2})(?!\d)"
    r"|(?P<iso>\d{4}-\d{2}-\d{2}))",
    re.IGNORECASE,
)
"""A day at the beginning of a line."""

SEASON_BEGINS = 7
"""The month from which on a day of a season such as 2018/19 is of its first year."""

_TITLE_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)([/-]\d{2,4})?(?!\d)")


class FootballYear(NamedTuple):
    """The year of a title.

    Args:
        first: the year, or the first of two.
        season: whether there are two.
    """

    first: int
    season: bool


def year_of(title: str) -> FootballYear | None:
    """Return the year that a title names; None if it names none."""
    found = _TITLE_YEAR.search(title)
    return FootballYear(int(found[1]), found[2] is not None) if found else None


class FootballDays:
    """Gives days their years, one after the other.

    Args:
        year: that of the title; None where it has none.
    """

    def __init__(self, year: FootballYear | None = None) -> None:
        self.year = year
        self.last: date | None = None

    def of(self, found: re.Match[str]) -> date | None:
        """Return the day that was found; None where no calendar has it, or nothing tells its year."""
        try:
            if found["iso"]:
                self.last = date.fromisoformat(found["iso"])
                return self.last
            name = found["month"] or found["month2"]
            month = _MONTHS.index(name[:3].lower()) + 1 if name else int(found["month3"])
            day = int(found["day"] or found["day2"] or found["day3"])
            written = found["year"] or found["year2"] or (found["year3"] or "")
            written = f"20{written}" if len(written) == 2 else written
            year = int(written) if written else self._year(month, day)
            if year is None:
                return None
            self.last = date(year, month, day)
        except ValueError:
            return None
        return self.last

    def _year(self, month: int, day: int) -> int | None:
        if self.last is None:
            if self.year is None:
                return None
            return self.year.first + (self.year.season and month < SEASON_BEGINS)
        if self.year is not None and not self.year.season and self.last.year == self.year.first:
            return self.year.first
        near = (self.last.year - 1, self.last.year, self.last.year + 1)
        # The 29th of February stands for the day before it, which every year has.
        last = self.last
        return min(near, key=lambda year: abs(date(year, month, min(day, 28)) - last))
