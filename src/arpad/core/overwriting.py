"""What may be written over, and what may not."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from arpad.core.errors import BadInput

HEAD = 4096
"""How many of its first bytes tell what a file is."""

EVENT_MARK = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"arpad tournament"\s*:')
"""How the event file of a tournament begins."""


class WouldDestroy(BadInput):
    """A file that is not written, since something would be lost."""


@dataclass(frozen=True)
class Kind:
    """A kind of file, and how arpad knows a file of this kind as its own.

    Args:
        name: what it is called in messages, with its article: ``a rating list``.
        recognises: tells of a file that is there, by its path, whether arpad has written it as this kind.
    """

    name: str
    recognises: Callable[[Path], bool]


def begins(mark: re.Pattern[bytes]) -> Callable[[Path], bool]:
    """Return what knows a file by its first :data:`HEAD` bytes."""

    def recognises(path: Path) -> bool:
        return mark.match(head(path)) is not None

    return recognises


def head(path: Path) -> bytes:
    """Return the first :data:`HEAD` bytes of a file; none of a file that cannot be read."""
    try:
        with path.open("rb") as stream:
            return stream.read(HEAD)
    except OSError:
        return b""


def is_event_file(path: Path) -> bool:
    """Tell whether a file is the event file of a tournament, by how it begins."""
    return EVENT_MARK.match(head(path)) is not None


EVENT_FILE = Kind("the event file of a tournament", is_event_file)


def refuse(
    target: Path,
    kind: Kind,
    given: str,
    *,
    new: bool = False,
    inputs: Iterable[Path] = (),
    force: bool = False,
) -> None:
    """Raise if a file may not be written, as things are now.

    Args:
        target: its place, links followed.
        kind: what it will be.
        given: how messages call it.
        new: whether it must not be there yet.
        inputs: what the same command reads.
        force: whether a file that arpad does not know as its own may be replaced.

    Raises:
        BadInput: it may not.
    """
    _refuse_folder(target, given)
    try:
        status = os.lstat(target)
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadInput(error.strerror or str(error), file=given) from error
    if stat.S_ISDIR(status.st_mode):
        raise BadInput("this is a folder", file=given, remedy="Give the name of a file.")
    if not stat.S_ISREG(status.st_mode):
        raise BadInput(
            f"this is {_named(status.st_mode)}, not a regular file",
            file=given,
            remedy="Give the name of a file.",
        )
    if new:
        raise already_there(given)
    if any(samefile(read, target) for read in inputs):
        raise WouldDestroy(
            "this file is read, and would be written over", file=given, remedy="Give another name."
        )
    if kind is not EVENT_FILE and is_event_file(target):
        raise WouldDestroy(
            "this is the event file of a tournament, and would be written over",
            file=given,
            remedy="Give another name.",
        )
    if not status.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise WouldDestroy(
            "this file is protected from writing",
            file=given,
            remedy="Give another name, or change its permissions.",
        )
    if status.st_size and not (force and kind is not EVENT_FILE) and not kind.recognises(target):
        raise WouldDestroy(
            f"this file is there already, and is not {kind.name} that arpad has written",
            code="file.exists",
            file=given,
            remedy="Give another name, or write over it with force.",
        )


def _refuse_folder(target: Path, given: str) -> None:
    """Raise if nothing can be written into the folder of a file."""
    folder = target.parent
    remedy = "Write elsewhere."
    if not os.path.lexists(folder):
        problem, remedy = f"there is no folder {folder}", "Create it first, or write elsewhere."
    elif not folder.is_dir():
        problem = f"{folder} is not a folder"
    elif not os.access(folder, os.W_OK | os.X_OK):
        problem, remedy = (
            f"nothing may be written into {folder}",
            "Change its permissions, or write elsewhere.",
        )
    else:
        return
    raise BadInput(f"the file cannot be written: {problem}", file=given, remedy=remedy)


def samefile(first: Path, second: Path) -> bool:
    """Tell whether two names are of one file, which is there."""
    try:
        return os.path.samefile(first, second)
    except (OSError, ValueError):
        return False


def _named(mode: int) -> str:
    if stat.S_ISFIFO(mode):
        return "a pipe"
    if stat.S_ISSOCK(mode):
        return "a socket"
    return "a link that leads nowhere" if stat.S_ISLNK(mode) else "a device"


def already_there(given: str) -> WouldDestroy:
    """Return the refusal of a new file where there is one."""
    return WouldDestroy(
        "this file is there already",
        file=given,
        remedy="Give another name, or remove the file first.",
        code="file.exists",
    )
