"""Folders where executors can write: on this machine, HDFS, S3 and whatever else Hadoop's file systems reach.

Whatever is complete says so by a mark beside it that is written last. What has no mark was left by a job that
died, and is written anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MARK = "_COMPLETE"
"""The file that says that a folder is complete; Parquet's readers pass over names with an underscore."""


def location(path: str | Path) -> str:
    """Return a path as Spark takes it: one without a scheme is of this machine's file system."""
    text = str(path)
    return text if "://" in text or text.startswith("file:") else f"file:{Path(text).absolute()}"


def local_path(place: str) -> Path | None:
    """Return the path of a location in this machine's file system; None of one elsewhere."""
    return Path(place.removeprefix("file:").replace("///", "/", 1)) if place.startswith("file:") else None


@dataclass(frozen=True)
class Folder:
    """A folder of any file system that Hadoop reaches.

    Args:
        spark: the session.
        path: where it is, with its scheme.
    """

    spark: Any
    path: str

    def __truediv__(self, name: str) -> Folder:
        return Folder(self.spark, f"{self.path}/{name}")

    @property
    def _path(self) -> Any:
        return self.spark._jvm.org.apache.hadoop.fs.Path(self.path)

    @property
    def _system(self) -> Any:
        return self._path.getFileSystem(self.spark._jsc.hadoopConfiguration())

    def exists(self) -> bool:
        """Tell whether there is something."""
        return bool(self._system.exists(self._path))

    def names(self) -> list[str]:
        """Return the names in the folder, sorted; none where it is not there."""
        if not self.exists():
            return []
        return sorted(each.getPath().getName() for each in self._system.listStatus(self._path))

    def files(self) -> Iterator[tuple[str, Any]]:
        """Yield the files in it, or itself if it is one, with what the file system says of each."""
        for each in sorted(self._system.listStatus(self._path), key=lambda status: str(status.getPath())):
            place = str(each.getPath())
            if each.isDirectory():
                yield from Folder(self.spark, place).files()
            else:
                yield place, each

    def delete(self) -> None:
        """Delete it, with all that is in it."""
        self._system.delete(self._path, True)

    def delete_if_empty(self) -> None:
        """Delete the folder if it is there and nothing is in it."""
        if self.exists() and not self.names():
            self.delete()

    def is_complete(self) -> bool:
        """Tell whether it was written to its end."""
        return (self / MARK).exists()

    def complete(self, details: dict[str, Any] | None = None) -> None:
        """Mark the folder as written to its end.

        Args:
            details: what to remember of it.
        """
        (self / MARK).write(json.dumps(details or {}).encode())

    def details(self) -> dict[str, Any]:
        """Return what was remembered when the folder was complete."""
        details: dict[str, Any] = json.loads((self / MARK).read())
        return details

    def table(self, schema: str) -> Any:
        """Return what a folder of Parquet holds as an Arrow table.

        Args:
            schema: its columns, for Spark.
        """
        here = local_path(self.path)
        if here is not None and here.is_dir():
            from pyarrow import parquet

            return parquet.read_table(here)
        return self.spark.read.schema(schema).parquet(self.path).toArrow()

    def read(self) -> bytes:
        """Return what a small file holds."""
        stream = self._system.open(self._path)
        try:
            return bytes(self.spark._jvm.org.apache.commons.io.IOUtils.toByteArray(stream))
        finally:
            stream.close()

    def write(self, content: bytes) -> None:
        """Write a file whole: under another name first, then in its place."""
        system, path = self._system, self._path
        beside = self.spark._jvm.org.apache.hadoop.fs.Path(path.getParent(), f".{path.getName()}.new")
        stream = system.create(beside, True)
        try:
            stream.write(bytearray(content))
        finally:
            stream.close()
        if system.exists(path):
            system.delete(path, False)
        system.rename(beside, path)
