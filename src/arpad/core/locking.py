"""Locks between processes: on a lock file, and on a folder while names in it are exchanged.

The operating system gives a lock back when its process ends, however it ends, so that no lock is ever stale.
POSIX locks with ``flock``, Windows with ``msvcrt``; where a file system knows no locks, nobody waits.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from arpad.core.errors import BadInput

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

BUSY = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""What the system answers of a lock that somebody else holds."""

PAUSE = 0.01
"""Seconds between two attempts at a lock."""


def held(descriptor: int, *, unknown: bool = True) -> bool:
    """Try to lock an open file, and return whether this process has the lock now.

    Args:
        descriptor: the open file, open for writing (network file systems lock no other).
        unknown: what to answer where the file system knows no locks.
    """
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in BUSY else unknown
    return True


@contextmanager
def locked(path: Path, *, of: Path | None = None, patience: float = 30.0) -> Iterator[None]:
    """Hold the lock of a lock file, which is made if it is not there, and stays.

    Two locks of one file exclude each other also within one process.

    Args:
        path: the lock file, which holds nothing; never the file that is being protected.
        of: the file that is being protected: whoever may write it may lock it.
        patience: how many seconds to wait for whoever holds the lock.

    Raises:
        BadInput: the lock file cannot be made or opened, or the lock is held by somebody else for too long.
    """
    try:
        descriptor, writable = _opened(path, of)
    except OSError as error:
        others = isinstance(error, PermissionError) and path.exists()
        remedy = (
            "Another user made it: give it the permissions of the file that it locks." if others else None
        )
        problem = f"the lock file cannot be opened ({error.strerror})"
        raise BadInput(problem, file=str(path), remedy=remedy, code="file.lock") from error
    try:
        deadline = time.monotonic() + patience
        # A network file system may lock no file that is open for reading only, and is not to be taken for one
        # that knows no locks.
        while not held(descriptor, unknown=writable):
            if time.monotonic() > deadline:
                raise BadInput(
                    "another process is writing",
                    code="file.busy",
                    file=str(path),
                    remedy="Try again when it has ended.",
                )
            time.sleep(PAUSE)
        yield
    finally:
        if sys.platform == "win32":
            with suppress(OSError):
                msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
        let_go(descriptor)


def _opened(path: Path, of: Path | None) -> tuple[int, bool]:
    """Open a lock file, and return its descriptor and whether it is open for writing.

    A new one gets the permissions of the file that it protects, so that others who write that file can lock
    it, whatever the umask of the user who came first. One that may only be read is locked as well.

    Raises:
        OSError: it can be neither made nor opened.
    """
    # A link in its place would have the lock made, or held, on somebody else's file.
    flags = getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | flags, 0o666)
    except FileExistsError:
        try:
            return os.open(path, os.O_RDWR | flags), True
        except PermissionError:
            return os.open(path, os.O_RDONLY | flags), False
    if of is not None:
        with suppress(OSError, AttributeError):
            os.fchmod(descriptor, stat.S_IMODE(of.stat().st_mode) & 0o666)
    return descriptor, True


def let_go(descriptor: int) -> None:
    """Close a file that nothing was written to; that the system fails there has no consequence."""
    with suppress(OSError):
        os.close(descriptor)


@contextmanager
def folders_locked(folders: Iterable[Path], *, patience: float = 30.0) -> Iterator[bool]:
    """Hold the locks of folders, so that no other arpad exchanges names in them meanwhile.

    The folders are locked in the order of their names, so that no two processes wait for each other. A folder
    that may not be listed is not locked; Windows locks no folders.

    Args:
        folders: the folders.
        patience: how many seconds to wait for whoever holds a lock.

    Yields:
        Whether the locks are held.
    """
    deadline = time.monotonic() + patience
    with ExitStack() as stack:
        if sys.platform != "win32":
            for folder in sorted(set(folders)):
                try:
                    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
                except PermissionError:
                    continue
                stack.callback(let_go, descriptor)
                while not held(descriptor):
                    if time.monotonic() >= deadline:
                        yield False
                        return
                    time.sleep(PAUSE)
        yield True
