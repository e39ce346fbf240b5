"""Putting files in their places, all of a set or none.

A set of files is put in its places like this. Every file is written under a name of its own in the folder
where it shall be (``.arpad-TOKEN-N.part``), and when all are written they are brought to the disk. Of a set,
a note of what is to be put where (``.arpad-TOKEN.set``) then goes to the disk in every folder of the set, and
what is there before gets a second name (``.arpad-TOKEN-N.old``). Then the files are renamed, the folders
brought to the disk, and the notes and second names removed. An error on the way puts back what was there. A
process that is killed leaves either no note in one of the folders (then nothing was renamed, and the
leftovers are removed by whoever writes there next) or all of them: whoever writes there next finishes the
set, unless somebody has changed one of its places in the meantime.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from arpad.core.locking import folders_locked
from arpad.core.parts import NO_LINKS, Identity, PartialFile, identity, remove, rename, same, sync_folder
from arpad.core.recovery import tidy

NOTE_MODE = 0o600
"""The permissions of a note: its folders' names are nobody else's business."""


@dataclass
class StagedFile:
    """A file on its way, and where it goes.

    Args:
        part: the file.
        target: its place, without links.
        new: whether nothing may be there.
        before: which file is there when the set is put in its places.
    """

    part: PartialFile
    target: Path
    new: bool = False
    before: Identity | None = None


def token() -> str:
    """Return a name that no other set of files has."""
    return os.urandom(8).hex()


def part_path(folder: Path, name: str, number: int) -> Path:
    """Return under which name a file of a set is written."""
    return folder / f".arpad-{name}-{number}.part"


AT_ONCE = 16
"""Of many files so many are brought to the disk at once. A file system waits for the disk once for all that
it is asked for meanwhile: 500 pages took 1.9 seconds one after another, and .1 together."""


def _finish(places: Sequence[StagedFile]) -> None:
    """Bring all files to the disk."""
    if len(places) <= AT_ONCE:
        for place in places:
            place.part.finish()
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(AT_ONCE) as several:
        for _ in several.map(lambda place: place.part.finish(), places):
            pass


def put(places: Sequence[StagedFile], name: str, allowed: Callable[[StagedFile], None]) -> None:
    """Put written files in their places, all of them or none.

    Args:
        places: the files.
        name: the token of the set.
        allowed: raises if a file may not go to its place, as it is now.

    Raises:
        FileExistsError: something has appeared where nothing was.
        OSError: the system fails.
    """
    folders = list(dict.fromkeys(place.target.parent for place in places))
    _finish(places)
    with folders_locked(folders) as alone:
        if not alone:
            raise OSError(errno.EBUSY, "another process keeps the folder locked")
        tidy(folders)
        for place in places:
            allowed(place)
            place.before = identity(place.target)
        notes: list[PartialFile] = []
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


def _second_name(place: StagedFile, name: str, number: int, copied: bool) -> Path | None:
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
    part = PartialFile(old, NOTE_MODE)
    try:
        part.buffered.write(place.target.read_bytes())
        part.finish()
        if sys.platform != "win32":
            os.chmod(old, os.stat(place.target).st_mode & 0o7777)
    except BaseException:
        part.discard()
        raise
    part.release()
    return old


def _put_back(place: StagedFile, old: Path | None) -> None:
    """Make a place what it was before a file was put there, if it was put there."""
    with suppress(OSError):
        if place.part.descriptor < 0:
            there = not os.path.lexists(place.part.path)
        else:
            there = same(place.part.descriptor, place.target)
        if there and place.before is None:
            os.unlink(place.target)
        elif there and old is not None:
            os.replace(old, place.target)


def _note(places: Sequence[StagedFile], folders: Sequence[Path], name: str, notes: list[PartialFile]) -> None:
    """Note on the disk, in every folder, what goes where."""
    rows = [
        {"part": str(place.part.path), "target": str(place.target), "before": place.before}
        for place in places
    ]
    for folder in folders:
        note = PartialFile(folder / f".arpad-{name}.set", NOTE_MODE)
        notes.append(note)
        note.buffered.write(json.dumps({"arpad set": 1, "places": rows}).encode())
        note.finish()
    for folder in folders:
        sync_folder(folder)
