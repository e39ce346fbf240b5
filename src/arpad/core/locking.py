"""Locks between processes: on a lock file, and on a folder while names in it are exchanged.

The operating system gives a lock back when its process ends, however it ends, so that no lock is ever stale.
POSIX locks with ``flock``, Windows with ``msvcrt``; where a file system knows no locks, nobody waits.
"""

from __future__ import annotations

import errno
import os
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
def locked(path: Path, *, patience: float = 30.0) -> Iterator[None]:
    """Hold the lock of a lock file, which is made if it is not there, and stays.

    Two locks of one file exclude each other also within one process.

    Args:
        path: the lock file, which holds nothing; never the file that is being protected.
        patience: how many seconds to wait for whoever holds the lock.

    Raises:
        BadInput: the lock file cannot be made, or the lock is held by somebody else for too long.
    """
    try:
        # A link in its place would have the lock made, or held, on somebody else's file.
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    except OSError as error:
        raise BadInput(f"the lock file cannot be opened ({error.strerror})", file=str(path)) from error
    try:
        deadline = time.monotonic() + patience
        while not held(descriptor):
            if time.monotonic() > deadline:
                raise BadInput(
                    "another process is writing",
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
