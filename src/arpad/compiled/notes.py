"""What a user should know of machine code that could not be kept between runs."""

from __future__ import annotations

_noted: dict[str, None] = {}


def notes() -> tuple[str, ...]:
    """Return why machine code could not be kept in this process, in sentences; empty if it could."""
    return tuple(_noted)


def not_kept(reason: str) -> None:
    """Note why machine code is not kept, once."""
    _noted[f"machine code is not kept between runs: {reason}"] = None
