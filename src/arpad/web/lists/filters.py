"""Which players of a list are shown: by words, what the register knows, and when they last played."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, time

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, worded
from arpad.office.club.attributes import Attributes
from arpad.office.pools.listing import Listing
from arpad.record.tables.letters import folded
from arpad.web.context import RequestContext

AGES = ("U8", "U10", "U12", "U14", "U16", "U18", "U20", "50+", "65+")
"""Age groups: ``U18`` have not reached 18 on 1 January of the year; ``50+`` reach 50 in it, or before."""

MONTHS = (3, 6, 12, 24)
"""Months within which somebody has played who is active."""


@dataclass(frozen=True)
class Filters:
    """What a list is narrowed down to; what is empty narrows nothing down.

    Args:
        q: words of the name, without regard to accents and case.
        federation: as the register has it.
        sex: ``m`` or ``w``.
        age: of :data:`AGES`.
        title: as the register has it.
        club: as the register has it.
        active: in how many months before the day of the list the last game was.
    """

    q: str = ""
    federation: str = ""
    sex: str = ""
    age: str = ""
    title: str = ""
    club: str = ""
    active: str = ""

    @classmethod
    def of(cls, context: RequestContext) -> Filters:
        """Return what the address asks for.

        Raises:
            BadInput: there is no such age group, or the months are not a number.
        """
        filters = cls(**{name: context.query(name) for name in cls.__dataclass_fields__})
        if filters.age and filters.age not in AGES:
            raise BadInput(
                worded("there is no age group {age!r}", age=filters.age[:20]),
                code="list.age",
                remedy=worded("There are {known}.", known=", ".join(AGES)),
            )
        if filters.active and not (
            filters.active.isascii() and filters.active.isdecimal() and len(filters.active) < 4
        ):
            raise BadInput(
                worded("{active!r} is not a number of months", active=filters.active[:20]), code="list.months"
            )
        return filters

    @property
    def any(self) -> bool:
        """Whether the list is narrowed down at all."""
        return any(asdict(self).values())

    @property
    def of_group(self) -> bool:
        """Whether a group of players is asked for, in which they have places of their own."""
        return any(value for name, value in asdict(self).items() if name != "q")


def chosen(
    listing: Listing, details: Attributes, filters: Filters
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the players who are shown, as rows of a list, and the place of each within the group."""
    if not filters.any:
        return np.arange(len(listing)), listing.rank
    kept = np.ones(len(listing), dtype=np.bool_)
    for column, value in (
        (details.federation, filters.federation),
        (details.sex, filters.sex),
        (details.title, filters.title),
        (details.club, filters.club),
    ):
        if value:
            kept &= column == value
    if filters.age:
        age = int(filters.age.strip("U+"))
        with np.errstate(invalid="ignore"):
            born = details.birth_year
            kept &= (
                born >= listing.day.year - age if filters.age[0] == "U" else born <= listing.day.year - age
            )
    if filters.active:
        kept &= listing.last >= _months_before(listing.day, int(filters.active))
    group = np.flatnonzero(kept)
    rating = listing.rating[group]
    place = np.searchsorted(-rating, -rating, side="left") + 1
    words = folded(filters.q).split()
    if not words:
        return group, place
    named = listing.named(words)
    if filters.of_group:
        named = named[kept[named]]
    return named, place[np.searchsorted(group, named)]


def _months_before(day: date, months: int) -> int:
    """Return the beginning of the day so many months earlier, in seconds since 1970 UTC."""
    number = day.year * 12 + day.month - 1 - months
    year, month = max(number // 12, 1), number % 12 + 1
    earlier = date(year, month, min(day.day, 28))
    return int(datetime.combine(earlier, time(), UTC).timestamp())
