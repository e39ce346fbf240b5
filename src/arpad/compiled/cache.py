"""Where machine code is kept between runs: a folder of the user's own, each entry with its checksum.

An entry is a pickle, and reading a pickle runs what it says. So the folder is arpad's own, made with mode
0700, and neither a folder nor an entry is used that belongs to another user or that others may write; a
relative path in the environment is ignored, because the current folder may be anybody's. An entry that is
damaged is compiled again and replaced. Where no folder can be used, loops are compiled at every start;
:func:`arpad.compiled.notes.notes` says why.

The owner of a file is not checked on Windows, whose folder for local data is the user's own.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from arpad.compiled.notes import not_kept
from arpad.compiled.numba_start import prepare_compiling

MAGIC = b"arpad machine code 1\n"
"""With what an entry begins; then the SHA-256 of the rest, the length of the key, the key, the pickle."""

RUNTIME = b"NRT_"
"""With what the names of numba's runtime begin; machine code that calls it runs only once it is loaded."""

LENGTH_BYTES = 8

LARGEST_ENTRY = 1 << 28
"""Bytes of an entry, beyond which it is not read: the largest of arpad's have a thousandth of it."""


def user_cache(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder in which this user's programs keep what may be deleted.

    Raises:
        RuntimeError: the user has no home folder.
    """
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    windows = sys.platform == "win32"
    base = Path(environment.get("LOCALAPPDATA" if windows else "XDG_CACHE_HOME", ""))
    # The specification of XDG_CACHE_HOME wants a relative path ignored.
    if base.is_absolute():
        return base
    return Path.home() / "AppData" / "Local" if windows else Path.home() / ".cache"


def cache_folder() -> Path | None:
    """Return the folder of machine code, made if it is not there; None if there is none that can be trusted.

    It lies in numba's ``NUMBA_CACHE_DIR`` if that is an absolute path, else in :func:`user_cache`.
    """
    import numba

    given = Path(numba.config.CACHE_DIR or "")
    try:
        base = given if given.is_absolute() else user_cache()
        base.mkdir(parents=True, exist_ok=True)
        folder = base / "arpad" / "machine-code"
        for place in (folder.parent, folder):
            place.mkdir(mode=0o700, exist_ok=True)
        state = os.lstat(folder)
    except (OSError, RuntimeError) as problem:  # no room, no right, no home
        reason = problem.strerror if isinstance(problem, OSError) else str(problem)
        not_kept(f"there is no folder for it ({reason})")
        return None
    if not stat.S_ISDIR(state.st_mode):
        not_kept(f"{folder} is not a folder")
        return None
    if not _is_own(state):
        not_kept(f"{folder} belongs to another user, or others may write to it")
        return None
    if not os.access(folder, os.W_OK | os.X_OK):
        not_kept(f"{folder} cannot be written to")
        return None
    return folder


def _is_own(state: os.stat_result) -> bool:
    """Tell whether a file or folder is this user's and nobody else may write to it."""
    if not hasattr(os, "geteuid"):
        return True
    return state.st_uid == os.geteuid() and not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def write_entry(file: Path, key: bytes, data: bytes) -> None:
    """Write an entry, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    body = len(key).to_bytes(LENGTH_BYTES, "little") + key + data
    part = file.with_name(f"{file.name}.{os.getpid()}-{time.monotonic_ns()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(part, flags, 0o600), "wb") as out:
            out.write(MAGIC + hashlib.sha256(body).digest() + body)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def read_entry(file: Path, key: bytes) -> bytes | None:
    """Return the data of an entry; None if there is none, or none that can be trusted with this key."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0)
    # Neither a link to elsewhere is followed nor a pipe waited for.
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        with open(os.open(file, flags), "rb") as source:
            state = os.fstat(source.fileno())
            if not stat.S_ISREG(state.st_mode) or not _is_own(state) or state.st_size > LARGEST_ENTRY:
                return None
            whole = source.read()
    except OSError:
        return None
    start = len(MAGIC) + hashlib.sha256().digest_size
    body = whole[start:]
    if whole[:start] != MAGIC + hashlib.sha256(body).digest():
        return None
    begin = LENGTH_BYTES + int.from_bytes(body[:LENGTH_BYTES], "little")
    return body[begin:] if body[LENGTH_BYTES:begin] == key else None


class KeptCode:
    """What numba asks for the machine code of one function, in the place of its own cache.

    Args:
        folder: where entries lie; another one for each state of the sources.
        function: the function that is compiled.
    """

    def __init__(self, folder: Path, function: Callable[..., Any]) -> None:
        self._folder = folder
        self._name = function.__name__
        self._code = function.__code__.co_code
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder, as text."""
        return str(self._folder)

    def enable(self) -> None:
        """Use what is kept."""
        self._enabled = True

    def disable(self) -> None:
        """Compile, and keep nothing."""
        self._enabled = False

    def flush(self) -> None:
        """Forget what is kept of this function."""
        for file in self._folder.glob(f"{self._name}-*.code"):
            file.unlink(missing_ok=True)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the compilation for a signature, None if it is not kept or not to be trusted."""
        from numba.core.compiler import CompileResult

        if not self._enabled:
            return None
        file, key = self._entry(signature, target.codegen())
        data = read_entry(file, key)
        if data is None:
            prepare_compiling()
            return None
        if RUNTIME in data:
            target.refresh()
        # Without a refresh numba knows of no function that it could compile, but all that runs: to tell it
        # takes longer than to load all the loops that rate a record.
        return CompileResult._rebuild(target, *pickle.loads(data))

    def save_overload(self, signature: Any, compilation: Any) -> None:
        """Keep a compilation, if there is room for it."""
        from numba.core.serialize import dumps

        portable = not compilation.library.has_dynamic_globals and all(
            x.can_cache for x in compilation.lifted
        )
        if not (self._enabled and portable):
            return
        file, key = self._entry(signature, compilation.library.codegen)
        data = dumps(compilation._reduce())
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            write_entry(file, key, data)
        except OSError as problem:
            not_kept(f"{self._folder} cannot be written to ({problem.strerror})")

    def _entry(self, signature: Any, codegen: Any) -> tuple[Path, bytes]:
        """Return the file for a signature on this processor, and all that its machine code depends on."""
        import llvmlite
        import numba

        versions = (sys.version, numba.__version__, llvmlite.__version__)
        dependencies = [
            *versions,
            *map(str, codegen.magic_tuple()),
            self._code.hex(),
            *map(_described, signature),
        ]
        key = "\0".join(dependencies).encode()
        return self._folder / f"{self._name}-{hashlib.sha256(key).hexdigest()[:20]}.code", key


def _described(kind: Any) -> str:
    """Return one of numba's types in words; of a named tuple with its fields, which its name leaves out."""
    inner = ",".join(map(_described, kind)) if hasattr(kind, "types") else ""
    fields = ",".join(getattr(kind, "fields", ()))
    return f"{kind}[{fields}][{inner}]"
