"""The one door for every file that arpad writes: nothing is destroyed, and nothing is left half-written.

* :func:`replace` writes a file whole, in the place of an older one of its kind; :func:`exclusive` writes one
  that must not be there yet.
* Inside :func:`together` the files of a command wait for each other: they appear all at once, or, where
  anything fails, none of them.
* :func:`check` finds out before the work whether a file may be written.

What may be replaced: an empty file, and a file of the same kind that arpad has written itself, which it
knows by its :class:`~arpad.core.overwriting.Kind`. Another file is replaced only where ``force`` says so.
Never replaced, not even then, are files that the same command reads, the event file of a tournament, a file
without permission to write, and anything that is not a regular file (a folder, a device, a pipe).
"""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import BinaryIO, cast

from arpad.core import staging
from arpad.core.errors import BadInput
from arpad.core.locking import folders_locked
from arpad.core.overwriting import EVENT_FILE, Kind, already_there, begins, is_event_file, refuse
from arpad.core.parts import PartialFile
from arpad.core.recovery import tidy
from arpad.core.staging import StagedFile

STDIN = "-"
"""How the standard input is called among files that are read."""

__all__ = [
    "EVENT_FILE",
    "FileSet",
    "Kind",
    "begins",
    "check",
    "events_written",
    "exclusive",
    "is_event_file",
    "replace",
    "together",
]


@dataclass(frozen=True)
class _Claim:
    """What will be written under a name."""

    kind: Kind
    given: str
    new: bool
    force: bool

    def refuse(self, target: Path, inputs: Iterable[Path]) -> None:
        """Raise if it may not be written there, as things are now."""
        refuse(target, self.kind, self.given, new=self.new, inputs=inputs, force=self.force)


class FileSet:
    """The files that a command writes: claimed before its work, written during it, placed at its end.

    Args:
        inputs: what the command reads; ``-`` is the standard input and no file.
        force: whether files that arpad does not know as its own may be replaced.
    """

    def __init__(self, inputs: Iterable[str | Path] = (), *, force: bool = False) -> None:
        self.inputs: list[Path] = [Path(file) for file in inputs if str(file) != STDIN]
        self.force = force
        self._token = staging.token()
        self._numbers = count()
        self._claims: dict[Path, _Claim] = {}
        self._names: dict[str, Path] = {}
        """The folded names of the claims."""
        self._files: dict[tuple[int, int], Path] = {}
        """Device and number of those claimed files that are there."""
        self._places: list[StagedFile] = []
        self._placed: set[Path] = set()
        self._written_in: set[Path] = set()
        self._folders: list[Path] = []

    def claim(self, path: str | Path, kind: Kind, *, new: bool = False, force: bool = False) -> None:
        """Find out whether a file may be written, and keep its name for it.

        Args:
            path: where to.
            kind: what it will be.
            new: whether it must not be there yet.
            force: whether this file may be replaced if arpad does not know it as its own.

        Raises:
            BadInput: it may not be written, or its name is taken by another output of the command.
        """
        target = _real(path)
        claim = _Claim(kind, str(path), new, force or self.force)
        claim.refuse(target, self.inputs)
        folded, there = _folded(target), _number(target)
        other = self._names.get(folded) or (self._files.get(there) if there else None)
        if other is not None:
            earlier = self._claims[other]
            same = "" if earlier.given == claim.given else f", also called {earlier.given}"
            raise BadInput(
                f"two outputs would be written to one file{same}",
                file=claim.given,
                remedy="Give every output a file of its own.",
            )
        self._claims[target] = claim
        self._names[folded] = target
        if there:
            self._files[there] = target

    @contextmanager
    def open(
        self, path: str | Path, kind: Kind, *, new: bool = False, force: bool = False, private: bool = False
    ) -> Iterator[BinaryIO]:
        """Open a file of the set for writing, under a passing name until the set is placed.

        Args:
            path: where to.
            kind: what it is.
            new: whether it must not be there yet.
            force: whether this file may be replaced if arpad does not know it as its own.
            private: whether a new file is for nobody but its owner to read.

        Raises:
            BadInput: it may not be written, or the disk is full.
        """
        target = _real(path)
        if target in self._placed or target not in self._claims:
            self.claim(path, kind, new=new, force=force)
        folder = target.parent
        part = None
        try:
            if folder not in self._written_in:
                with folders_locked([folder], patience=1.0) as alone:
                    if alone:
                        tidy([folder])
            mode = 0o600 if private else None
            mode = stat.S_IMODE(os.stat(target).st_mode) if target.exists() else mode
            part = PartialFile(staging.part_path(folder, self._token, next(self._numbers)), mode)
            yield cast(BinaryIO, part.buffered)
            part.flush()
        except BaseException as error:
            failure = error if part is None or part.failure is None else part.failure
            if part is not None:
                part.discard()
            if isinstance(failure, OSError) and not isinstance(error, KeyboardInterrupt):
                raise _failed(path, failure) from error
            raise
        self._places.append(StagedFile(part, target, new))
        self._placed.add(target)
        self._written_in.add(folder)

    def make_folder(self, path: str | Path) -> None:
        """Make a folder for files of the set, unless it is there; it goes again if no file comes to be in it.

        Raises:
            BadInput: it cannot be made.
        """
        folder = _real(path)
        if folder.is_dir():
            return
        try:
            folder.mkdir()
        except OSError as error:
            raise _failed(path, error) from error
        self._folders.append(folder)

    def place(self) -> None:
        """Put all files in their places.

        Raises:
            BadInput: one may not go there any more, or the system fails; then everything is as it was.
        """

        def allowed(place: StagedFile) -> None:
            self._claims[place.target].refuse(place.target, self.inputs)

        if not self._places:
            return
        events = [place for place in self._places if self._claims[place.target].kind is EVENT_FILE]
        try:
            staging.put(self._places, self._token, allowed)
            _EVENTS.extend(place.target for place in events)
        except FileExistsError as error:
            raise already_there(self._given(error)) from error
        except OSError as error:
            raise _failed(self._given(error), error) from error
        finally:
            self.discard()

    def _given(self, error: OSError) -> str:
        """Return the name, as it was given, of the output that an error is about; of the first if of none."""
        about = {str(error.filename), str(error.filename2)}
        places = [place for place in self._places if about & {str(place.target), str(place.part.path)}]
        return self._claims[(places or self._places)[0].target].given

    def discard(self) -> None:
        """Remove what is still on its way."""
        for place in self._places:
            place.part.discard()
        self._places.clear()
        self._placed.clear()
        self._written_in.clear()
        for folder in reversed(self._folders):
            with suppress(OSError):  # files are in it
                folder.rmdir()
        self._folders.clear()


_EVENTS: list[Path] = []
"""The event files that this process has written, each as often as it was."""

_SET: ContextVar[FileSet | None] = ContextVar("_SET", default=None)


@contextmanager
def together(inputs: Iterable[str | Path] = (), *, force: bool = False) -> Iterator[FileSet]:
    """Write the files of a command together.

    Files that are written inside, by :func:`replace` and :func:`exclusive`, appear when the block ends, all
    of them or, at any error, none. A set inside a set is part of it.

    Args:
        inputs: what the command reads, which is never written over.
        force: whether files that arpad does not know as its own may be replaced.

    Raises:
        BadInput: a file may not be written, or the system fails; everything is as it was before.
    """
    with _set_or_own(inputs, force) as files:
        mark = _SET.set(files)
        try:
            yield files
        finally:
            _SET.reset(mark)


@contextmanager
def _set_or_own(inputs: Iterable[str | Path] = (), force: bool = False) -> Iterator[FileSet]:
    """Give the set that is open, or one of its own, which is placed at the end."""
    outer = _SET.get()
    if outer is not None:
        outer.inputs += [Path(file) for file in inputs if str(file) != STDIN]
        yield outer
        return
    files = FileSet(inputs, force=force)
    try:
        yield files
        files.place()
    finally:
        files.discard()


@contextmanager
def replace(
    path: str | Path, kind: Kind, *, inputs: Iterable[str | Path] = (), force: bool = False
) -> Iterator[BinaryIO]:
    """Write a file whole, in the place of an older one of its kind; at an error the old one stays.

    Inside :func:`together` it appears at the end of that block. A link stays a link; permissions stay.

    Args:
        path: where to.
        kind: what it is.
        inputs: what is never written over.
        force: whether a file that arpad does not know as its own may be replaced.

    Raises:
        BadInput: it may not be written, or the system fails.
    """
    with _set_or_own(inputs) as files, files.open(path, kind, force=force) as stream:
        yield stream


@contextmanager
def exclusive(path: str | Path, kind: Kind, *, private: bool = False) -> Iterator[BinaryIO]:
    """Write a file that must not be there yet, whole; of several who do so at once, one succeeds.

    Args:
        path: where to.
        kind: what it is.
        private: whether it is for nobody but its owner to read.

    Raises:
        BadInput: something is there already, or the system fails.
    """
    with _set_or_own() as files, files.open(path, kind, new=True, private=private) as stream:
        yield stream


def events_written() -> int:
    """Return how often this process has written an event file."""
    return len(_EVENTS)


def check(
    path: str | Path, kind: Kind, *, inputs: Iterable[str | Path] = (), force: bool = False, new: bool = False
) -> None:
    """Find out whether a file may be written, before hours of work are lost.

    Inside :func:`together` this keeps the name: no other file of the set can have it.

    Raises:
        BadInput: it may not.
    """
    outer = _SET.get()
    files = FileSet() if outer is None else outer
    files.inputs += [Path(file) for file in inputs if str(file) != STDIN]
    files.claim(path, kind, new=new, force=force)


def _real(path: str | Path) -> Path:
    """Return where a path leads, links followed, whether something is there or not."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError) as error:
        raise BadInput(f"this cannot be the name of a file ({error})", file=str(path)) from error


def _folded(path: Path) -> str:
    """Return a path as file systems compare it that mind neither case nor composition of letters."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", str(path)).casefold())


def _number(path: Path) -> tuple[int, int] | None:
    """Return the device and the number of the file that is there; None if none is."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def _remedy(path: str | Path, error: OSError) -> str:
    """Return what a person can do about a failed write."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "Free some space on the disk, or write elsewhere"
    if not os.path.isdir(Path(path).parent):
        return "That folder does not exist: create it, or write elsewhere"
    return "Write elsewhere"


def _failed(path: str | Path, error: OSError) -> BadInput:
    return BadInput(
        f"the file cannot be written: {error.strerror or error}",
        code="file.not-written",
        file=str(path),
        remedy=f"{_remedy(path, error)}; what was there before is untouched.",
    )
