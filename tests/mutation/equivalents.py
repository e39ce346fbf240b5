"""Mutations that change nothing that anybody could notice, each with its reason."""

from __future__ import annotations

from typing import NamedTuple


class Equivalent(NamedTuple):
    """A mutation told by its two lines, not by their numbers, so that it is known after the code has moved."""

    file: str
    """The last part of the path."""
    before: str
    after: str
    reason: str

    def is_of(self, diff: str) -> bool:
        """Tell whether a unified diff without context is this mutation."""
        lines = diff.splitlines()
        old, new = ([line[1:].strip() for line in lines[2:] if line.startswith(sign)] for sign in "-+")
        return lines[0].endswith(f"/{self.file}") and old == [self.before] and new == [self.after]


EQUIVALENTS: tuple[Equivalent, ...] = ()
