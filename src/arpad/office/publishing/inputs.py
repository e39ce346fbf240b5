"""The files that a publication was computed from, by name, size and SHA-256."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path, PurePath
from typing import Any

GAMES, PLAYERS, ALIASES, PREVIOUS, FIXTURES = "games", "players", "aliases", "previous", "fixtures"
STAGES = "stages"
"""What a file is read for."""

CHUNK = 1 << 20


@dataclass(frozen=True)
class InputFile:
    """A file that was read.

    Args:
        role: what for: ``games``, ``players``, ``aliases``, ``stages``, ``previous`` (the list to compare
            with) or ``fixtures``.
        name: its name, without its folder.
        size: how many bytes it has; None where it was not a file (the standard input).
        sha256: their SHA-256, as 64 hexadecimal digits; None where it was not a file.
    """

    role: str
    name: str
    size: int | None = None
    sha256: str | None = None

    @classmethod
    def of(cls, file: str | Path, role: str) -> InputFile:
        """Return what identifies a file, as it is now; only its name where nothing is there to be read."""
        name = PurePath(file).name
        try:
            size, sha256 = hash_file(Path(file))
        except OSError:
            return cls(role, name)
        return cls(role, name, size, sha256)

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        return asdict(self)


def inputs_of(files: Iterable[str | Path], role: str = GAMES) -> tuple[InputFile, ...]:
    """Return what identifies the files that were read, in their order."""
    return tuple(InputFile.of(file, role) for file in files)


def hash_file(path: Path) -> tuple[int, str]:
    """Return a file's size and SHA-256.

    Raises:
        OSError: it cannot be read.
    """
    digest, size = hashlib.sha256(), 0
    if not path.is_file():
        raise FileNotFoundError(path)
    with path.open("rb") as stream:
        while part := stream.read(CHUNK):
            digest.update(part)
            size += len(part)
    return size, digest.hexdigest()
