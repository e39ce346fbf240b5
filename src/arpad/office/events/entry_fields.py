"""The fields that entries of participants and of players of teams share."""

from __future__ import annotations

from typing import Annotated, Any

from arpad.office.events.fields import HIGHEST_RATING, refuse, text_of
from arpad.office.events.stored_event import Codec, whole

TEXTS = ("title", "federation", "sex", "identity", "birth", "club", "grade")
"""What of an entry is text, beside the name."""

Rating = Annotated[int, whole(0, HIGHEST_RATING)]


def read_name(key: str, value: Any) -> str:
    """Return a name, as JSON has it.

    Raises:
        BadInput: it is not text, has control characters, or nothing but blanks.
    """
    name = text_of(key, value)
    if not name.strip():
        refuse(key, name, "a name")
    return name


Name = Annotated[str, Codec(read_name)]
