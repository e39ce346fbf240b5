"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from arpad.core import BadInput


def check_writable(path: Path) -> None:
    """Find out whether a file can be written, before hours of work are lost.

    Raises:
        BadInput: it is a folder, its folder is not there, or nothing may be written into it.
    """
    folder = path.parent
    if path.is_dir():
        raise BadInput(f"{path} is a folder", remedy="Give the name of a file.")
    if not folder.exists():
        raise BadInput(f"there is no folder {folder}", remedy="Create it first, or write elsewhere.")
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder", remedy="Write elsewhere.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadInput(
            f"nothing may be written into {folder}", remedy="Change its permissions, or write elsewhere."
        )


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a new file beside ``path`` that takes its place at the end; at an error the old one stays.

    Raises:
        BadInput: it cannot be written, or the disk is full.
    """
    path = path.resolve()
    check_writable(path)
    part = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            part.chmod(path.stat().st_mode & 0o7777)
        part.replace(path)
    except OSError as error:
        raise BadInput(
            f"{path} cannot be written: {error.strerror or error}",
            remedy="Free some room, or write elsewhere; what was there before is untouched.",
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
