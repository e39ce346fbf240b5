"""HTML and SVG from the templates of this package. Whatever a template is given is escaped.

Jinja2 is loaded with the first page, not with this module: a command that writes no page does without it.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from arpad._version import __version__
from arpad.office.pages.formatting import count, day
from arpad.office.pages.heads import Head

if TYPE_CHECKING:
    from jinja2 import BaseLoader, Environment
    from markupsafe import Markup

FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
"""What neither XML nor HTML may contain."""

OVERRIDES = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Marks that turn the direction of whatever follows; a name must not reach beyond itself."""

PERCENT = re.compile(r"(?<=\d) (?=%)")
"""The blank before a percent sign, at which no line breaks."""


def render(template: str, **context: Any) -> Markup:
    """Return a template filled in.

    Args:
        template: its name in the folder ``templates``.
        context: what it is filled with; a name that it uses and that is not given is an error.
    """
    from markupsafe import Markup

    return Markup(_environment().get_template(template).render(context))


def call(template: str, macro: str, *values: Any) -> Markup:
    """Return what a macro of a template makes of values."""
    from markupsafe import Markup

    return Markup(getattr(_environment().get_template(template).module, macro)(*values))


class Script(NamedTuple):
    """A script of a page.

    Args:
        text: what stands between its tags.
        digest: by which a content security policy knows it, ``sha256-…``.
    """

    text: Markup
    digest: str


def script(name: str) -> Script:
    """Return a script of the folder ``templates``."""
    from markupsafe import Markup

    loader = _environment().loader
    assert loader is not None
    text = loader.get_source(_environment(), name)[0]
    return Script(Markup(text), f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}")


def undirected(value: str) -> str:
    """Return a name without marks that turn the direction of whatever follows it."""
    return OVERRIDES.sub("", value)


@cache
def _environment() -> Environment:
    from jinja2 import PackageLoader

    return environment(PackageLoader("arpad.office.pages"))


def environment(loader: BaseLoader) -> Environment:
    """Return what fills in templates: all that is filled in is escaped, and what is missing is an error.

    Args:
        loader: where the templates are.
    """
    from jinja2 import Environment, StrictUndefined

    jinja = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_allowed,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    jinja.filters |= {
        "count": count,
        "day": day,
        "initial": lambda value: value[:1].upper() + value[1:],
        "name": _name,
        "isolated": lambda value: f"\u2068{undirected(str(value))}\u2069",
        "px": lambda value: f"{value:.1f}",
        "unbroken": lambda value: PERCENT.sub("\u00a0", value),
    }
    jinja.globals |= {
        # The words and the decimals of these pages; a site says them in the language of its visitor.
        "_": str,
        "decimal": str,
        "version": __version__,
        "heads": lambda *words: [Head(word) for word in words],
        "script": script,
    }
    return jinja


def _allowed(value: Any) -> Any:
    """Return a value without characters that a page may not contain; called for all that is filled in."""
    if isinstance(value, str) and FORBIDDEN.search(value):
        return type(value)(FORBIDDEN.sub("\ufffd", value))
    return value


def _name(value: object) -> Markup:
    """Return a player's name for HTML, whatever its script and direction."""
    from markupsafe import Markup, escape

    return Markup(f"<bdi>{escape(undirected(str(value)))}</bdi>")
