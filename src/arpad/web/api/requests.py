"""What the requests of the API have in common: names in addresses, and bodies that say nothing unknown."""

from __future__ import annotations

from typing import Any, ClassVar

from fastapi import Path
from pydantic import BaseModel, ConfigDict

from arpad.office.store.tournaments import NAME

NAMED = f"^{NAME.pattern}$"
"""What the name of a tournament, a pool or a queue looks like."""


class RequestBody(BaseModel):
    """The body of a request. A field that nobody knows is refused: it was meant to do something."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


def name_of(what: str, example: str) -> Any:
    """Return the name in an address, by what it names."""
    return Path(
        description=f"The {what}'s name: small letters, digits and hyphens.",
        pattern=NAMED,
        examples=[example],
    )
