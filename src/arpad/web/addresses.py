"""What stands in an address for a title; and addresses of this office only."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container


def address_of(title: str, taken: Container[str], default: str) -> str:
    """Return a name for addresses that is not taken: a title in small letters, digits and hyphens.

    Args:
        title: in any script.
        taken: the names that there are.
        default: where nothing of the title is left.
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-") or default
    name, more = base, 2
    while name in taken:
        name, more = f"{base}-{more}", more + 1
    return name


def within(path: str, query: str = "") -> str:
    """Return an address that stays in this office, whatever the path of a request was.

    A browser takes ``//elsewhere`` for another site, also with backslashes or control characters in it.

    Args:
        path: of a request.
        query: what is asked for, without the question mark.
    """
    stays = "/" + re.sub(r"[\x00-\x20\x7f]", "", path).lstrip("/\\")
    return f"{stays}?{query}" if query else stays
