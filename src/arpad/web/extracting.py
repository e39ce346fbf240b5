"""The texts of the pages that catalogues translate, read out of the templates and the tables of words."""

from __future__ import annotations

import io
from importlib.resources import files

from babel.messages.catalog import Catalog
from jinja2.ext import babel_extract

from arpad.web.words import words

ROOMS = ("arpad.web", "arpad.office.pages")
SHARED = ("event_tables.html.j2", "macros.html.j2")
"""The templates of :mod:`arpad.office.pages` that a site uses too."""

FUNCTIONS = ("_", "gettext", "ngettext")
OPTIONS = {"silent": "false", "newstyle_gettext": "true", "trimmed": "true"}


def catalogue() -> Catalog:
    """Return all texts of the pages, untranslated."""
    found = Catalog(project="arpad", charset="utf-8")
    for room in ROOMS:
        folder = files(room).joinpath("templates")
        for each in sorted(folder.iterdir(), key=lambda one: one.name):
            if not each.name.endswith(".j2") or (room != ROOMS[0] and each.name not in SHARED):
                continue
            source = io.BytesIO(each.read_bytes())
            for _, function, message, _ in babel_extract(source, FUNCTIONS, (), OPTIONS):
                texts = [message] if isinstance(message, str) else [one for one in message or () if one]
                if texts:
                    found.add(tuple(texts[:2]) if function == "ngettext" else texts[0])
    for word in words():
        found.add(word)
    return found
