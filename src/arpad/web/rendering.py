"""Templates of the pages, in the language of the page."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from arpad.office.pages.formatting import number
from arpad.office.pages.templating import environment
from arpad.tournament.tiebreaks.value import number_text as printed_points
from arpad.web import languages
from arpad.web.languages import NAMES, current, writing_in

if TYPE_CHECKING:
    from jinja2 import Environment

    from arpad.web.languages import Language

STATIC = (
    *("site.css", "htmx.min.js", "sse.min.js", "site.js"),
    *("icon.svg", "icon-192.png", "icon-512.png"),
)
"""The files that pages load."""


def rendered(template: str, language: Language, **context: Any) -> str:
    """Return a page in a language.

    Args:
        template: its name in the folder ``templates``.
        language: the language.
        context: what it is filled with.
    """
    with writing_in(language):
        return _environment().get_template(template).render(language=language, **context)


@cache
def static_content(name: str) -> bytes:
    """Return a file that pages load.

    Raises:
        KeyError: there is none of that name.
    """
    if name not in STATIC:
        raise KeyError(name)
    if name == "site.css":  # after the styles of all pages of the office
        shared = files("arpad.office.pages").joinpath("templates")
        texts = [shared.joinpath(each).read_text("utf-8") for each in ("page.css", "chart.css", "event.css")]
        texts.append(files("arpad.web").joinpath("static", name).read_text("utf-8"))
        return "\n".join(texts).encode()
    return files("arpad.web").joinpath("static", name).read_bytes()


@cache
def static_address(name: str) -> str:
    """Return where a file is that pages load; another content has another address."""
    return f"/static/{sha256(static_content(name)).hexdigest()[:12]}/{name}"


@cache
def _environment() -> Environment:
    from jinja2 import ChoiceLoader, PackageLoader

    jinja = environment(ChoiceLoader([PackageLoader("arpad.web"), PackageLoader("arpad.office.pages")]))
    jinja.add_extension("jinja2.ext.i18n")
    # Jinja2 puts the words of an extension where nothing types them.
    install: Any = jinja
    install.install_gettext_callables(_translate, languages.counted, newstyle=True)
    filters: dict[str, Any] = {
        "points": lambda value: current().decimal(printed_points(value)),
        "local_days": lambda value: current().days(value),
        "local_day": lambda value: current().day(value),
        "age": lambda value: current().age(value, datetime.now(UTC)),
        "local_moment": lambda value: current().moment(value),
        "pairs": lambda values: [(value, value) for value in values],
        "titled": lambda values: [(value, languages.translate(title)) for value, title in values],
        "rating": _rating,
        "signed": _signed,
        "spoken": lambda text: current().spoken(text),
        "told": _sentence,
        "local_number": lambda value: current().number(value),
    }
    jinja.filters |= filters
    jinja.globals |= {"static": static_address, "languages": NAMES, "_": _translated}
    jinja.globals["foreign"] = _foreign
    jinja.globals["decimal"] = lambda text: current().decimal(str(text))
    return jinja


def _sentence(text: str) -> str:
    """Return a sentence of a refusal, in the language of the page if it has one there."""
    sentence = current().spoken(text)
    return sentence[:1].upper() + sentence[1:] + ("" if sentence.endswith(".") else ".")


def _foreign(*texts: str) -> Markup:
    """Return the attribute of texts that are in English on a page of another language; else nothing."""
    language = current()
    same = all(language.spoken(text) == text for text in texts)
    return Markup(' lang="en"' if same and language.code != languages.ENGLISH else "")


def _rating(value: float, decimals: int = 0) -> str:
    """Return a rating with the sign of the locale; of four digits without groups."""
    return current().decimal(number(value, decimals))


def _signed(value: float, decimals: int = 0) -> str:
    """Return a difference with its sign; nothing before 0."""
    text = number(value, decimals)
    plus = "+" if value > 0.0 and text.strip("0.,") else ""
    return current().decimal(plus + text)


def _translate(text: str) -> str:
    return languages.translate(text)


def _translated(text: object) -> str | Markup:
    """Return a word of a table or a report in the language of the page; markup as it is."""
    if isinstance(text, Markup):
        return text
    return current().spoken(text if isinstance(text, str) else str(text))
