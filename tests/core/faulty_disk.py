"""An operating system that fails where it is told to: errors, short writes, a killed process, a loss of power.

It stands in the place of the module :mod:`os` in the modules behind the door, and passes their calls on. What
was never brought to the disk by ``fsync`` is forgotten at a loss of power: the bytes of a file, and every
change of a folder since its last ``fsync``, of which any number of the first may have happened.
"""

from __future__ import annotations

import errno
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from arpad.core import locking, overwriting, parts, recovery, staging, writing

CALLS = (
    "open",
    "write",
    "fsync",
    "close",
    "replace",
    "link",
    "unlink",
    "rename",
    "fchmod",
    "stat",
    "lstat",
    "listdir",
)
"""The calls that are counted, and can fail."""

Snapshot = dict[Path, dict[str, int]]
"""Folder -> name -> number of the file."""


class Died(BaseException):
    """The process or the machine is gone; nothing that it would still do happens."""


class Disk:
    """Counts calls, and fails at one of them.

    Args:
        folders: where files are written.
        store: a folder beside them, where every file keeps a name.
        at: the number of the call that fails, from 0; None for none.
        failure: what it fails with: the number of an error, or None for the death of the process.
        short: whether at most one byte is written at once.
    """

    def __init__(
        self,
        folders: list[Path],
        store: Path,
        at: int | None = None,
        failure: int | None = None,
        short: bool = False,
    ) -> None:
        self.folders, self.store, self.at, self.failure, self.short = folders, store, at, failure, short
        self.count = 0
        self.dead = False
        self.descriptors: dict[int, Path] = {}
        self.synced: dict[int, bytes] = {}
        self.history: list[Snapshot] = []
        self.durable = dict.fromkeys(folders, 0)
        store.mkdir(exist_ok=True)
        self._look()
        for folder in folders:
            for path in folder.iterdir():
                self.synced[path.stat().st_ino] = path.read_bytes()

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        if name not in CALLS:
            return real

        def call(*args: Any, **options: Any) -> Any:
            try:
                self._fail(name)
            except OSError:
                if name == "close":  # which gives the number back though it fails
                    real(*args)
                    self._note(name, args, None)
                raise
            if name == "write" and self.short:
                args = (args[0], memoryview(args[1])[:1])
            found = None if name == "fsync" else real(*args, **options)
            self._note(name, args, found)
            return found

        return call

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in (locking, overwriting, parts, recovery, staging, writing):
            if hasattr(module, "os"):
                monkeypatch.setattr(module, "os", self)

    def end(self) -> None:
        """Close what a dead process had open, and with it its locks.

        The objects of a process that died live on here until they are collected, and a stream that is collected
        writes what it had buffered. So the numbers of its descriptors are given to nobody else, and lead nowhere.
        """
        self.dead = True
        for descriptor in self.descriptors:
            with open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), descriptor)
            _GRAVES.append(descriptor)
        self.descriptors.clear()

    def states(self) -> Iterator[None]:
        """Make the folders what they may be after a loss of power, one way after the other."""
        for moment in range(min(self.durable.values()), len(self.history)):
            for folder in self.folders:
                for path in folder.iterdir():
                    path.unlink()
                for name, number in self.history[max(moment, self.durable[folder])][folder].items():
                    os.link(self.store / str(number), folder / name)
            for path in self.store.iterdir():
                kept = self.synced.get(int(path.name), b"")
                if path.read_bytes() != kept:
                    path.write_bytes(kept)
            yield

    def _fail(self, name: str) -> None:
        if self.dead:
            raise Died
        self.count += 1
        if self.count - 1 == self.at:
            if self.failure is None:
                self.dead = True
                raise Died
            raise OSError(self.failure, os.strerror(self.failure), name)

    def _note(self, name: str, args: tuple[Any, ...], found: Any) -> None:
        if name == "open":
            self.descriptors[found] = Path(args[0])
        elif name == "close":
            self.descriptors.pop(args[0], None)
        elif name == "fsync":
            path = self.descriptors[args[0]]
            if path in self.durable:
                self.durable[path] = len(self.history) - 1
            else:
                self.synced[os.fstat(args[0]).st_ino] = path.read_bytes()
        if name in ("open", "replace", "link", "unlink", "rename"):
            self._look()

    def _look(self) -> None:
        seen: Snapshot = {}
        for folder in self.folders:
            seen[folder] = {path.name: path.stat().st_ino for path in folder.iterdir()}
            for path in folder.iterdir():
                kept = self.store / str(path.stat().st_ino)
                if not kept.exists():
                    os.link(path, kept)
        if not self.history or seen != self.history[-1]:
            self.history.append(seen)


_GRAVES: list[int] = []
"""The descriptors of dead processes."""


@contextmanager
def folder_in_memory() -> Iterator[Path]:
    """Give a folder, in memory where there is such a place: thousands of files come and go.

    At the end what dead processes have left in this one is collected, and the numbers of their descriptors are
    given back.
    """
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        try:
            yield Path(folder)
        finally:
            if _GRAVES:
                gc.collect()
            while _GRAVES:
                os.close(_GRAVES.pop())


ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EPERM)
