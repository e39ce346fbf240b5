"""Names in scripts that run from right to left, within lines that run from left to right.

Without marks, a number after such a name is drawn before it, and two names change places (Unicode's
bidirectional algorithm, UAX 9). Isolates keep each name to itself; where a terminal knows none, they are not
seen.
"""

from __future__ import annotations

import re

FIRST_RIGHT_TO_LEFT = "\u0590"
"""No character before it is of a script that runs from right to left."""

_RIGHT_TO_LEFT = (
    "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"  # Hebrew, Arabic, Syriac, Thaana, N'Ko … and their forms
    "\U00010800-\U00010fff\U0001e800-\U0001efff"
)
_JOINED = " \u00a0'’\"”.,\u200c\u200d-"
"""What may stand within a name: blanks, hyphens, a comma between the parts of a name, joiners."""

_NAME = f"[{_RIGHT_TO_LEFT}]+(?:[{_JOINED}]{{1,2}}[{_RIGHT_TO_LEFT}]+)*"

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def isolated(text: str) -> str:
    """Return a line for a terminal with its words from right to left kept to themselves."""
    if max(text, default="") < FIRST_RIGHT_TO_LEFT:
        return text
    return re.sub(_NAME, lambda match: f"{FIRST_STRONG_ISOLATE}{match[0]}{POP_ISOLATE}", text)
