"""What killed processes leave behind: sets of files half placed are finished, other leftovers removed."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from arpad.core.locking import folders_locked, held, let_go
from arpad.core.parts import LEFTOVER, Identity, identity, remove, rename, sync_folder

STALE = 86_400.0
"""Seconds after which a leftover has no living process any more, where no lock says so (Windows)."""


def tidy(folders: Sequence[Path]) -> None:
    """Remove what killed processes have left in folders, and finish the sets that they had begun to place.

    What belongs to a living process, or to another user, stays.

    Args:
        folders: the folders, which this process has locked (:func:`arpad.core.locking.folders_locked`).
    """
    for folder in folders:
        for entry in _leftovers(folder):
            if entry.endswith(".set"):
                with suppress(OSError):
                    _finish_set(folder / entry, folders)
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
        let_go(descriptor)


def _token(entry: str) -> str:
    return entry.removeprefix(".arpad-")[:16]


def _finish_set(note: Path, mine: Sequence[Path]) -> None:
    """Finish what a killed process had begun to place, or remove it where that cannot be right any more.

    Args:
        note: one of the notes of the set.
        mine: the folders that are locked already.

    Raises:
        OSError: the system fails; what is left stays for another attempt.
    """
    if not _abandoned(note):
        return
    places = _noted(note)
    folders = sorted({target.parent for _, target, _ in places} | {note.parent})
    there = [folder for folder in folders if folder.is_dir()]
    with folders_locked([folder for folder in there if folder not in mine], patience=0.0) as alone:
        if not alone:
            return
        notes = [folder / note.name for folder in there]
        # Files are renamed when all notes are there, and the notes removed when all files are renamed.
        begun = there == folders and all(_abandoned(each) for each in notes)
        if begun and all(_unchanged(*place) for place in places):
            for part, target, before in places:
                if os.path.lexists(part):
                    remove([part]) if _same_file(part, target) else rename(part, target, before)
            for folder in folders:
                sync_folder(folder)
        remove(notes)
        remove(
            folder / entry
            for folder in there
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
        return not os.path.lexists(part) or _same_file(part, target) or identity(target) == before
    except OSError:
        return False


def _same_file(first: Path, second: Path) -> bool:
    try:
        return os.path.samestat(os.lstat(first), os.lstat(second))
    except OSError:
        return False
