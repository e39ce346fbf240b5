"""Files on their way: written beside their places, and put there together.

A set of files is put in its places like this. Every file is written under a name of its own in the folder
where it shall be (``.arpad-TOKEN-N.part``) and brought to the disk. Of a set, a note of what is to be put
where (``.arpad-TOKEN.set``) then goes to the disk in every folder of the set, and what is there before gets a
second name (``.arpad-TOKEN-N.old``). Then the files are renamed, the folders brought to the disk, and the
notes and second names removed. An error on the way puts back what was there. A process that is killed leaves
either no note in one of the folders (then nothing was renamed, and the leftovers are removed by whoever
writes there next) or all of them: whoever writes there next finishes the set, unless somebody has changed
one of its places in the meantime.
"""

from __future__ import annotations

import errno
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

from arpad.core.locking import folders_locked, held

BUFFER = 1 << 16

LEFTOVER = re.compile(r"\.arpad-(?P<token>[0-9a-f]{16})(-\d+\.(part|old)|\.set)")
"""The names of files on their way. Nobody else's file is called so."""

NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES)
"""What a file system answers that cannot bring a folder to the disk."""

NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EOPNOTSUPP, errno.EMLINK, errno.EXDEV)
"""What a file system answers that gives no second name to a file."""

STALE = 86_400.0
"""Seconds after which a leftover has no living process any more, where no lock says so (Windows)."""

NOTE_MODE = 0o600

Identity = tuple[int, int, int, int]
"""Device, number, size and time of change (ns) of a file: another one, or a changed one, differs."""


def identity(path: Path) -> Identity | None:
    """Return which file has a name, None if none has."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


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
        os.close(descriptor)


class Part(io.RawIOBase):
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
            self.descriptor = os.open(path, flags, 0o666 if mode is None else 0o600)
            if sys.platform == "win32":
                break
            held(self.descriptor)
            # Whoever tidies may have taken it for a leftover before it was locked.
            if _same(self.descriptor, path):
                break
            self._release()
        if mode is not None and sys.platform != "win32":
            try:
                os.fchmod(self.descriptor, mode)
            except OSError:
                self.discard()
                raise
        self.buffered = io.BufferedWriter(self, BUFFER)

    def writable(self) -> bool:
        """Say that bytes can be written."""
        return True

    def write(self, data: Any) -> int:
        """Write as many bytes as the system takes at once, and return how many those are."""
        try:
            return os.write(self.descriptor, data)
        except OSError as error:
            self.failure = error
            raise

    def finish(self) -> None:
        """Bring the bytes to the disk.

        Raises:
            OSError: they are not there; also where an earlier failure was passed over.
        """
        if self.failure is not None:
            raise self.failure
        try:
            if not self.buffered.closed:
                self.buffered.flush()
            os.fsync(self.descriptor)
        except OSError as error:
            self.failure = error
            raise
        if sys.platform == "win32":
            self._release()  # an open file cannot be renamed there

    def discard(self) -> None:
        """Remove the file if it is still on its way, and give its lock back."""
        if sys.platform == "win32":
            self._release()
        if self.descriptor < 0 or _same(self.descriptor, self.path):
            remove([self.path])
        self._release()

    def close(self) -> None:
        """Leave the file open: whoever closes the stream has only ended writing."""

    def _release(self) -> None:
        if self.descriptor >= 0:
            descriptor, self.descriptor = self.descriptor, -1
            with suppress(OSError):
                os.close(descriptor)


@dataclass
class Place:
    """A file on its way, and where it goes.

    Args:
        part: the file.
        target: its place, without links.
        new: whether nothing may be there.
        before: which file is there when the set is put in its places.
    """

    part: Part
    target: Path
    new: bool = False
    before: Identity | None = None


def token() -> str:
    """Return a name that no other set of files has."""
    return token_hex(8)


def part_path(folder: Path, name: str, number: int) -> Path:
    """Return under which name a file of a set is written."""
    return folder / f".arpad-{name}-{number}.part"


def put(places: Sequence[Place], name: str, allowed: Callable[[Place], None]) -> None:
    """Put finished files in their places, all of them or none.

    Args:
        places: the files.
        name: the token of the set.
        allowed: raises if a file may not go to its place, as it is now.

    Raises:
        FileExistsError: something has appeared where nothing was.
        OSError: the system fails.
    """
    folders = list(dict.fromkeys(place.target.parent for place in places))
    with folders_locked(folders) as alone:
        if not alone:
            raise OSError(errno.EBUSY, "another process keeps the folder locked")
        tidy(folders)
        for place in places:
            allowed(place)
            place.before = identity(place.target)
        notes: list[Part] = []
        second: dict[int, Path] = {}
        done: list[int] = []
        try:
            for number, place in enumerate(places):
                if place.before is not None and (old := _second_name(place, name, number, len(places) > 1)):
                    second[number] = old
            if len(places) > 1:
                _note(places, folders, name, notes)
            for number, place in enumerate(places):
                done.append(number)
                rename(place.part.path, place.target, place.before)
            for folder in folders:
                sync_folder(folder)
        except BaseException:
            for note in notes:
                note.discard()
            for number in reversed(done):
                _put_back(places[number], second.get(number))
            remove(second.values())
            raise
        for note in notes:
            note.discard()
        remove(second.values())


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


def _second_name(place: Place, name: str, number: int, copied: bool) -> Path | None:
    """Give what is in a place a second name, by which it can be put back; a copy where there are no links."""
    old = place.target.parent / f".arpad-{name}-{number}.old"
    try:
        os.link(place.target, old)
        return old
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
    if not copied:
        return None
    part = Part(old, NOTE_MODE)
    try:
        part.buffered.write(place.target.read_bytes())
        part.finish()
        if sys.platform != "win32":
            os.chmod(old, os.stat(place.target).st_mode & 0o7777)
    except BaseException:
        part.discard()
        raise
    part._release()
    return old


def _put_back(place: Place, old: Path | None) -> None:
    """Make a place what it was before a file was put there, if it was put there."""
    with suppress(OSError):
        if place.part.descriptor < 0:
            there = not os.path.lexists(place.part.path)
        else:
            there = _same(place.part.descriptor, place.target)
        if there and place.before is None:
            os.unlink(place.target)
        elif there and old is not None:
            os.replace(old, place.target)


def _note(places: Sequence[Place], folders: Sequence[Path], name: str, notes: list[Part]) -> None:
    """Note on the disk, in every folder, what goes where."""
    rows = [
        {"part": str(place.part.path), "target": str(place.target), "before": place.before}
        for place in places
    ]
    for folder in folders:
        note = Part(folder / f".arpad-{name}.set", NOTE_MODE)
        notes.append(note)
        note.buffered.write(json.dumps({"arpad set": 1, "places": rows}).encode())
        note.finish()
    for folder in folders:
        sync_folder(folder)


def tidy(folders: Iterable[Path]) -> None:
    """Remove what killed processes have left in folders, and finish the sets that they had begun to place.

    What belongs to a living process, or to another user, stays.
    """
    for folder in folders:
        for entry in _leftovers(folder):
            if entry.endswith(".set"):
                _finish_set(folder / entry)
        left = _leftovers(folder)
        kept = {_token(entry) for entry in left if entry.endswith(".set")}
        remove(folder / entry for entry in left if _token(entry) not in kept and _abandoned(folder / entry))


def _leftovers(folder: Path) -> list[str]:
    """Return the names in a folder that files on their way have, in order."""
    try:
        return sorted(entry for entry in os.listdir(folder) if LEFTOVER.fullmatch(entry))
    except OSError:
        return []


def _abandoned(path: Path) -> bool:
    """Tell whether a leftover is ours and of no living process."""
    try:
        if sys.platform == "win32":
            return time.time() - os.stat(path).st_mtime > STALE
        if path.suffix == ".old":
            return os.lstat(path).st_nlink > 0
        descriptor = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return os.fstat(descriptor).st_uid == os.geteuid() and held(descriptor, unknown=False)
    finally:
        os.close(descriptor)


def _token(entry: str) -> str:
    return entry.removeprefix(".arpad-")[:16]


def _finish_set(note: Path) -> None:
    """Finish what a killed process had begun to place, or remove it where that cannot be right any more."""
    if not _abandoned(note):
        return
    places = _noted(note)
    folders = sorted({target.parent for _, target, _ in places} | {note.parent})
    with folders_locked([folder for folder in folders if folder != note.parent], patience=0.0) as alone:
        if not alone:
            return
        notes = [folder / note.name for folder in folders]
        # Files are renamed when all notes are there, and the notes removed when all files are renamed.
        begun = all(each == note or _abandoned(each) for each in notes)
        if begun and all(_unchanged(*place) for place in places):
            with suppress(OSError):
                for part, target, before in places:
                    if os.path.lexists(part):
                        remove([part]) if _one(part, target) else rename(part, target, before)
                for folder in folders:
                    sync_folder(folder)
        remove(notes)
        remove(
            folder / entry
            for folder in folders
            for entry in _leftovers(folder)
            if _token(entry) == _token(note.name) and _abandoned(folder / entry)
        )


def _noted(note: Path) -> list[tuple[Path, Path, Identity | None]]:
    """Return what a note says: files on their way, their places, what was there; nothing if it is torn."""
    try:
        rows = json.loads(note.read_bytes())["places"]
        places = [
            (Path(row["part"]), Path(row["target"]), row["before"] and tuple(map(int, row["before"])))
            for row in rows
        ]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []
    named = all(
        LEFTOVER.fullmatch(part.name)
        and _token(part.name) == _token(note.name)
        and part.suffix == ".part"
        and part.parent == target.parent
        and part.is_absolute()
        for part, target, _ in places
    )
    return places if named else []


def _unchanged(part: Path, target: Path, before: Identity | None) -> bool:
    """Tell whether a place is as it was when its set was begun, or has its file already."""
    try:
        return not os.path.lexists(part) or _one(part, target) or identity(target) == before
    except OSError:
        return False


def _one(first: Path, second: Path) -> bool:
    try:
        return os.path.samestat(os.lstat(first), os.lstat(second))
    except OSError:
        return False


def _same(descriptor: int, path: Path) -> bool:
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
