"""Bring the catalogues of the pages' languages up to date, and list the texts that are not translated.

Run by ``script/translations``. New texts are added to ``src/arpad/web/locale/*.po``, empty; texts that no
page has any more are dropped. Translate them there with any editor of gettext catalogues, and run it again.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.core import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import arpad
from arpad.web.languages import ENGLISH, NAMES
from arpad.web.translatable import catalogue

LOCALE = Path(arpad.__file__).parent / "web" / "locale"
TRANSIENT = (
    b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By', b'"Report-Msgid-Bugs-To',
    b'"Last-Translator', b'"Language-Team', b'"Project-Id-Version',
)  # fmt: skip
"""Lines of the head that say when and by what it was written: the same texts are the same file."""


def renewed(content: bytes, code: str, texts: Catalog) -> tuple[bytes, list[str]]:
    """Return a catalogue with the texts that the pages have now, and those that are not translated.

    Args:
        content: of the catalogue.
        code: the language.
        texts: of the pages.
    """
    found = read_po(io.BytesIO(content), locale=Locale.parse(code))
    found.update(texts, no_fuzzy_matching=True)
    found.obsolete.clear()
    found.header_comment = ""
    found.fuzzy = False
    made = io.BytesIO()
    write_po(made, found, no_location=True, sort_output=True, ignore_obsolete=True, width=100)
    lines = [line for line in made.getvalue().split(b"\n") if not line.startswith(TRANSIENT)]
    missing = [str(one.id) for one in found if one.id and not (one.string and all(one.string))]
    return b"\n".join(lines).strip() + b"\n", missing


def main() -> int:
    """Renew all catalogues; 1 if a text is not translated."""
    texts = catalogue()
    lacking = 0
    for code in NAMES:
        if code == ENGLISH:
            continue
        path = LOCALE / f"{code}.po"
        content, missing = renewed(path.read_bytes(), code, texts)
        path.write_bytes(content)
        for text in missing:
            print(f"{path.name}: {text}")
        lacking += len(missing)
    print(f"{lacking} texts are not translated")
    return int(lacking > 0)


if __name__ == "__main__":
    sys.exit(main())
