"""How long a slow test goes on: as far as it finds something new in CI, further with ``ARPAD_LONG=1``."""

from __future__ import annotations

import os

LONG = bool(os.environ.get("ARPAD_LONG"))
"""Whether the slow tests are as long as they can be, as in ``ARPAD_LONG=1 script/test -m slow``."""


def length(usual: int, long: int) -> int:
    """Return how often something is done: as usual, or where nobody waits."""
    return long if LONG else usual
