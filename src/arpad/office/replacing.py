"""The event file of a tournament, written through the door."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from arpad.core.writing import EVENT_FILE, replace


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a new event file beside ``path`` that takes its place at the end; at an error the old one stays.

    Raises:
        BadInput: it may not be written, or the system fails.
    """
    with replace(path, EVENT_FILE) as stream:
        yield stream
