"""Text that was unpacked or made UTF-8, set aside where the fast reader finds it.

A little is kept in memory. More goes to a private file of the temporary folder, which has no name, so that
nobody else can open it and nothing of it is left, however the program ends.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from arpad.core import BadInput

IN_MEMORY = 1 << 24
"""How many bytes are kept in memory."""

DESCRIPTORS = Path("/proc/self/fd")
"""Where a file without a name has a path nevertheless; only Linux has it."""


class OnDisk:
    """A file without a name, which is there as long as this is.

    Args:
        stream: the open file.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.path: Path = DESCRIPTORS / str(stream.fileno())
        """By which it can be opened again, in this process."""
        weakref.finalize(self, stream.close)


def set_aside(blocks: Iterable[bytes], name: str) -> bytes | OnDisk:
    """Set bytes aside: in memory if they are few, or where a file without a name has no path.

    Args:
        blocks: the bytes, one after the other.
        name: the file that they come from, for the error.

    Raises:
        BadInput: the temporary folder cannot take them.
    """
    held = bytearray()
    rest = iter(blocks)
    for block in rest:
        held += block
        if len(held) > IN_MEMORY and DESCRIPTORS.is_dir():
            break
    else:
        return bytes(held)
    stream = _file(name)
    found = OnDisk(stream)
    _write(stream, held, name)
    for block in rest:
        _write(stream, block, name)
    return found


def _file(name: str) -> BinaryIO:
    from tempfile import TemporaryFile  # few texts are set aside

    try:
        return TemporaryFile(prefix="arpad-", buffering=0)
    except OSError as error:
        raise _no_room(error, name) from error


def _write(stream: BinaryIO, data: bytes | bytearray, name: str) -> None:
    try:
        with memoryview(data) as left:
            done = 0
            while done < len(left):
                done += os.write(stream.fileno(), left[done:])
    except OSError as error:
        raise _no_room(error, name) from error


def _no_room(error: OSError, name: str) -> BadInput:
    from tempfile import gettempdir

    try:
        folder = f"the temporary folder {gettempdir()}"
    except OSError:
        folder = "a temporary folder"
    return BadInput(
        f"the text cannot be unpacked into {folder} ({error.strerror or error})",
        file=name,
        remedy="Make room there, name another folder in TMPDIR, or unpack the file.",
    )
