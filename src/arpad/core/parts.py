"""Files on their way: each written beside its place, under a name that nobody else gives.

Everything that is asked of the operating system is asked through the module :mod:`os`.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from arpad.core.locking import held, let_go

BUFFER = 1 << 16

LEFTOVER = re.compile(r"\.arpad-(?P<token>[0-9a-f]{16})(-\d+\.(part|old)|\.set)")
"""The names of files on their way. Nobody else's file is called so."""

NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES)
"""What a file system answers that cannot bring a folder to the disk."""

NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EOPNOTSUPP, errno.EMLINK, errno.EXDEV)
"""What a file system answers that gives no second name to a file."""

Identity = tuple[int, int, int]
"""Number, size and time of change (ns) of a file: another one, or a changed one, differs."""


def identity(path: Path) -> Identity | None:
    """Return which file has a name, None if none has."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can.

    Raises:
        OSError: the disk fails.
    """
    if sys.platform == "win32":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except PermissionError:
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in NO_SYNC:
            raise
    finally:
        let_go(descriptor)


class PartialFile(io.RawIOBase):
    """A file that is being written beside its place, locked as long as its process lives.

    Every byte passes through :func:`os.write`; ``buffered`` is the stream to write to.

    Args:
        path: its name on the way.
        mode: the permissions of the file that it replaces; None for those of any new file.

    Raises:
        OSError: it cannot be made.
    """

    def __init__(self, path: Path, mode: int | None = None) -> None:
        super().__init__()
        self.path = path
        self.failure: OSError | None = None
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        while True:
            self.descriptor: int = os.open(path, flags, 0o666 if mode is None else 0o600)
            if sys.platform == "win32":
                break
            held(self.descriptor)
            # Whoever tidies may have taken it for a leftover before it was locked.
            if same(self.descriptor, path):
                break
            self.release()
        if mode is not None and sys.platform != "win32":
            try:
                os.fchmod(self.descriptor, mode)
            except OSError:
                self.discard()
                raise
        self.buffered: io.BufferedWriter = io.BufferedWriter(self, BUFFER)

    def writable(self) -> bool:
        """Say that bytes can be written."""
        return True

    def write(self, data: Any) -> int:
        """Write as many bytes as the system takes at once, and return how many those are."""
        if self.descriptor < 0:
            return memoryview(data).nbytes  # what was buffered when the file was given up
        try:
            return os.write(self.descriptor, data)
        except OSError as error:
            self.failure = error
            raise

    def flush(self) -> None:
        """Hand what is buffered to the system.

        Raises:
            OSError: it does not take it; also where an earlier failure was passed over.
        """
        if self.failure is not None:
            raise self.failure
        if not self.buffered.closed:
            self.buffered.flush()

    def finish(self) -> None:
        """Bring the bytes to the disk.

        Raises:
            OSError: they are not there; also where an earlier failure was passed over. It names the file.
        """
        self.flush()
        try:
            os.fsync(self.descriptor)
        except OSError as error:
            error.filename = str(self.path)
            self.failure = error
            raise
        if sys.platform == "win32":
            self.release()  # an open file cannot be renamed there

    def discard(self) -> None:
        """Remove the file if it is still on its way, and give its lock back."""
        if sys.platform == "win32":
            self.release()
        if self.descriptor < 0 or same(self.descriptor, self.path):
            remove([self.path])
        self.release()

    def close(self) -> None:
        """Leave the file open: whoever closes the stream has only ended writing."""

    def release(self) -> None:
        """Give the lock back; what was written stays."""
        if self.descriptor >= 0:
            descriptor = self.descriptor
            self.descriptor = -1
            with suppress(OSError):
                os.close(descriptor)


def rename(part: Path, target: Path, before: Identity | None) -> None:
    """Give a file its name, in the place of the file that was there before; of no other.

    Raises:
        FileExistsError: nothing was there before, and now something is.
    """
    if before is not None:
        os.replace(part, target)
        return
    if sys.platform == "win32":
        os.rename(part, target)  # which replaces nothing there
        return
    try:
        os.link(part, target)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        os.replace(part, target)
        return
    remove([part])


def same(descriptor: int, path: Path) -> bool:
    """Tell whether a name is that of an open file."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except OSError:
        return False


def remove(paths: Iterable[Path]) -> None:
    """Remove files that have served, as far as the system lets us."""
    for path in paths:
        with suppress(OSError):
            os.unlink(path)
