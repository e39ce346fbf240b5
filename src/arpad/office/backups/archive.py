"""The file of a backup: a ZIP archive, of which every part is text that other programs read too.

* ``club.json`` says what the archive is: the format, the version of arpad, the moment, the last step by which
  the tables were made, and of every other part its rows, if it has any, and its SHA-256.
* ``tables/NAME.jsonl`` is a table: a line of JSON for each row, with the names of its columns. Bytes stand as
  ``{"base64": "…"}``.
* ``tournaments/NAME.trf`` is the tournament as FIDE's report. It is for people and other programs, and not
  read when the backup is restored.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from arpad._version import __version__
from arpad.core import BadInput
from arpad.core.overwriting import head
from arpad.core.writing import Kind

FORMAT = 1
MANIFEST = "club.json"
TABLES = "tables/"
REPORTS = "tournaments/"

LONGEST_LINE = 1 << 28
"""Bytes of a row that is read: a published list of 100,000 players has ten million."""

CHUNK = 1 << 16

BACKUP = Kind("a backup", lambda path: head(path).startswith(b"PK"))


class ArchivePart(NamedTuple):
    """A part of an archive.

    Args:
        rows: lines; None for a part that is no table.
        digest: SHA-256 of the part.
    """

    rows: int | None
    digest: str


@dataclass(frozen=True)
class Contents:
    """What an archive has.

    Args:
        step: the last step by which the tables were made.
        created_at: the moment, UTC, as 2026-03-01T09:30:00Z.
        version: of the arpad that has made it.
        people: whether it has the people with their passwords, and all that is not for others.
        parts: by their names.
    """

    step: str
    created_at: str
    people: bool
    version: str = __version__
    parts: dict[str, ArchivePart] = field(default_factory=dict)


class ArchiveWriter:
    """An archive that is being written.

    Args:
        stream: where it goes.
        contents: what it has, to which the parts are added.
    """

    def __init__(self, stream: BinaryIO, contents: Contents) -> None:
        self.contents = contents
        self._zip = ZipFile(stream, "w", ZIP_DEFLATED, compresslevel=6)
        day, time = contents.created_at[:-1].split("T")
        year, month, date = map(int, day.split("-"))
        hour, minute, second = map(int, time.split(":"))
        self._moment = max(year, 1980), month, date, hour, minute, second

    def add(self, name: str, lines: Iterable[bytes], *, rows: bool) -> None:
        """Add a part.

        Args:
            name: of the part.
            lines: of it, with their ends.
            rows: whether they are rows of a table.
        """
        digest, count = sha256(), 0
        with self._zip.open(self._info(name), "w", force_zip64=True) as part:
            for line in lines:
                digest.update(line)
                part.write(line)
                count += 1
        self.contents.parts[name] = ArchivePart(count if rows else None, digest.hexdigest())

    def finish(self) -> None:
        """Say what the archive has, at its end."""
        contents = self.contents
        parts = {
            name: ({} if part.rows is None else {"rows": part.rows}) | {"sha256": part.digest}
            for name, part in contents.parts.items()
        }
        manifest = {
            "arpad backup": FORMAT,
            "arpad": contents.version,
            "made": contents.created_at,
            "step": contents.step,
            "people": contents.people,
            "parts": parts,
        }
        self._zip.writestr(self._info(MANIFEST), json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")
        self._zip.close()

    def _info(self, name: str) -> ZipInfo:
        info = ZipInfo(name, self._moment)
        info.compress_type = ZIP_DEFLATED
        return info


class ArchiveReader:
    """An archive that is read; to be closed.

    Args:
        path: of the file.

    Raises:
        BadInput: it is no backup, or one of a newer arpad.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = ZipFile(path)
        except FileNotFoundError:
            raise BadInput("there is no such file", file=str(path), code="backup.not-backup") from None
        except (OSError, BadZipFile) as error:
            raise self._no_backup(str(error)) from error
        try:
            self.contents: Contents = self._read_contents()
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> ArchiveReader:
        """Begin."""
        return self

    def __exit__(self, *raised: object) -> None:
        """Close the file."""
        self._zip.close()

    def check(self) -> None:
        """Read every part once.

        Raises:
            BadInput: one is missing, or not as it was written.
        """
        for name, part in self.contents.parts.items():
            digest = sha256()
            try:
                with self._zip.open(name) as stream:
                    while chunk := stream.read(CHUNK):
                        digest.update(chunk)
            except (KeyError, BadZipFile, zlib.error, OSError, EOFError) as error:
                raise self._damaged(name) from error
            if digest.hexdigest() != part.digest:
                raise self._damaged(name)

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table, as JSON has them.

        Raises:
            BadInput: a line is no row.
        """
        name = f"{TABLES}{table}.jsonl"
        if name not in self.contents.parts:
            return
        count = 0
        with self._zip.open(name) as stream:
            while line := stream.readline(LONGEST_LINE):
                count += 1
                try:
                    row = json.loads(line)
                except ValueError:
                    row = None
                if not isinstance(row, dict):
                    raise BadInput(
                        f"line {count} of the part {name} is not a row",
                        file=str(self.path),
                        code="backup.damaged",
                    )
                yield row

    def _read_contents(self) -> Contents:
        try:
            with self._zip.open(MANIFEST) as stream:
                manifest = json.loads(stream.read(LONGEST_LINE))
            if int(manifest["arpad backup"]) > FORMAT:
                raise BadInput(
                    f"the backup was made by a newer arpad ({manifest['arpad']})",
                    file=str(self.path),
                    code="backup.newer",
                    remedy="Use a newer arpad.",
                )
            parts = {
                str(name): ArchivePart(part.get("rows"), str(part["sha256"]))
                for name, part in manifest["parts"].items()
            }
            return Contents(
                str(manifest["step"]),
                str(manifest["made"]),
                bool(manifest["people"]),
                str(manifest["arpad"]),
                parts,
            )
        except (KeyError, TypeError, AttributeError, ValueError, BadZipFile, zlib.error) as error:
            if isinstance(error, BadInput):
                raise
            raise self._no_backup(f"its {MANIFEST} is missing or damaged") from error

    def _no_backup(self, why: str) -> BadInput:
        return BadInput(
            f"this is not a backup of arpad: {why}",
            file=str(self.path),
            code="backup.not-backup",
            remedy="Name a file that arpad backup has written.",
        )

    def _damaged(self, name: str) -> BadInput:
        return BadInput(
            f"the part {name} of the backup is not as it was written",
            file=str(self.path),
            code="backup.damaged",
            remedy="Take another copy of the backup; nothing was restored.",
        )
