"""Letters without case and accents, as names of columns and of players are compared."""

from __future__ import annotations

import unicodedata

LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŋ": "n"}
)
"""Letters that Unicode does not take apart into a plain letter and a mark."""


def folded(text: str) -> str:
    """Return a text in lower case, without accents."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold().translate(LETTERS))
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))
