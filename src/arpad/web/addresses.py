"""What stands in an address for a title."""

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
