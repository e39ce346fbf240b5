"""The languages of the pages: words, plurals, numbers and days.

The words stand in gettext catalogues (``locale/*.po``); the English text is the key. Numbers and days follow
the locale (Unicode's CLDR, by Babel).
"""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from babel import Locale, negotiate_locale
from babel.dates import format_date, format_datetime, format_interval, format_skeleton, format_timedelta
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, get_decimal_symbol, get_group_symbol

from arpad.core.wording import Figure, Worded

NAMES: Final[Mapping[str, str]] = {"en": "English", "ko": "한국어", "nl": "Nederlands", "ru": "Русский"}
"""The languages, each by its own name."""

ENGLISH = "en"

DECIMAL = re.compile(r"[+−-]?\d+\.\d+")
"""A number with decimals, as tables have it."""


@dataclass(frozen=True)
class Language:
    """A language of the pages.

    Args:
        code: its code, as pages and catalogues have it.
        catalogue: its words.
    """

    code: str
    catalogue: gettext.NullTranslations

    @property
    def name(self) -> str:
        """Its own name."""
        return NAMES[self.code]

    def translate(self, text: str) -> str:
        """Return a text of the pages; what the catalogue lacks stays English."""
        return self.catalogue.gettext(text) if text else ""

    def spoken(self, text: str) -> str:
        """Return a text of an explanation or a finding, with what was filled into its template."""
        if isinstance(text, Worded):
            return text.said_by(self.translate, self.counted, self.figure)
        return self.figure(text) if isinstance(text, Figure) else self.translate(text)

    def counted(self, singular: str, many: str, count: int) -> str:
        """Return the form of a text that goes with a count."""
        return self.catalogue.ngettext(singular, many, count)

    def number(self, value: float) -> str:
        """Return a number with the locale's decimal sign and groups."""
        return _number(value, self.code)

    def day(self, value: date | str) -> str:
        """Return a day in words."""
        day = date.fromisoformat(value) if isinstance(value, str) else value
        return str(format_date(day, format="long", locale=self.code))

    def short_date(self, value: date, skeleton: str) -> str:
        """Return a date by a skeleton of the CLDR, such as ``yMMM``: ``jul 2026``."""
        return str(format_skeleton(skeleton, value, locale=self.code))

    def days(self, days: Sequence[str]) -> str:
        """Return one or two days in words, ``2–3 mei 2026``; what is not a day as it is written."""
        try:
            dates = [date.fromisoformat(day) for day in days]
        except ValueError:
            return " – ".join(days)
        if len(dates) == 1:
            return self.day(dates[0])
        return str(format_interval(dates[0], dates[-1], "yMMMMd", locale=self.code))

    def decimal(self, text: str) -> str:
        """Return a number that stands there as text, with the locale's decimal sign; other text as it is."""
        return text.replace(".", self._sign) if DECIMAL.fullmatch(text) else text

    def figure(self, text: str) -> str:
        """Return a number that English has with commas between thousands, with the signs of the locale."""
        return "".join(self._signs.get(letter, letter) for letter in text)

    @property
    def _signs(self) -> Mapping[str, str]:
        return {".": self._sign, ",": str(get_group_symbol(self.code))}

    @property
    def _sign(self) -> str:
        return str(get_decimal_symbol(self.code))

    def moment(self, value: str) -> str:
        """Return a moment in UTC, written as ``2026-02-01T09:30:00Z``, in words; what is none as it is."""
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            return value
        return str(format_datetime(moment, format="medium", locale=self.code))

    def age(self, value: str, now: datetime) -> str:
        """Return how long ago a moment in UTC was, in words: ``3 minutes ago``; nothing of what is none."""
        try:
            ago = datetime.fromisoformat(value) - now
        except (ValueError, TypeError):
            return ""
        return str(format_timedelta(min(ago, timedelta(seconds=-1)), add_direction=True, locale=self.code))


@lru_cache(8192)
def _number(value: float, code: str) -> str:
    return str(format_decimal(value, locale=code))


_NOW: ContextVar[Language] = ContextVar("language")
"""The language in which a page is being written."""


@cache
def language(code: str) -> Language:
    """Return a language by its code.

    Raises:
        KeyError: there is none.
    """
    if code not in NAMES:
        raise KeyError(code)
    if code == ENGLISH:
        return Language(code, gettext.NullTranslations())
    source = files("arpad.web").joinpath("locale", f"{code}.po").read_bytes()
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(source), locale=Locale.parse(code)))
    compiled.seek(0)
    return Language(code, gettext.GNUTranslations(compiled))


def preferred(accepted: str) -> Language:
    """Return the language that a browser's ``Accept-Language`` asks for; English if there is none of them."""
    wanted = []
    for each in accepted.split(",")[:20]:
        tag, _, weight = each.strip().partition(";q=")
        try:
            wanted.append((-float(weight or 1), tag.strip().replace("-", "_")))
        except ValueError:
            continue
    locale = negotiate_locale([tag for _, tag in sorted(wanted, key=lambda pair: pair[0])], list(NAMES))
    return language(locale.split("_")[0] if locale else ENGLISH)


@contextmanager
def writing_in(chosen: Language) -> Iterator[None]:
    """Write pages in a language for the length of a block."""
    token = _NOW.set(chosen)
    try:
        yield
    finally:
        _NOW.reset(token)


def translate(text: str) -> str:
    """Return a text in the language in which a page is being written."""
    return _NOW.get(language(ENGLISH)).translate(text)


def counted(singular: str, many: str, count: int) -> str:
    """Return the form of a text that goes with a count, in the language of the page."""
    return _NOW.get(language(ENGLISH)).counted(singular, many, count)


def current() -> Language:
    """Return the language in which a page is being written."""
    return _NOW.get(language(ENGLISH))
