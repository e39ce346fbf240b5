"""A disk of a limited size, which can be filled and freed: a small file system that root mounts."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

MEGABYTES = 1024
"""Its size: what twenty minutes write, several times over."""

BLOCKS = (1 << 24, 1 << 20, 1 << 14, 1 << 12)
"""Bytes that are taken at once while it is filled."""


class Disk:
    """A folder that is a file system of its own where that is possible.

    Args:
        folder: the folder, which is made.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.image = folder.with_suffix(".image")
        self.filler = folder / "filler"
        folder.mkdir()
        self.kind = self._mounted()
        folder.chmod(0o755)

    @property
    def limited(self) -> bool:
        """Whether it can be filled."""
        return bool(self.kind)

    def _mounted(self) -> str:
        """Mount it, and return what it is; empty where that is not possible."""
        if sys.platform != "linux" or os.geteuid() != 0:
            return ""
        with self.image.open("wb") as image:
            image.truncate(MEGABYTES * 2**20)
        # A file system on the real disk: what is committed is waited for as on any other.
        image_path, folder = str(self.image), str(self.folder)
        if _run("mkfs.ext4", "-q", "-m", "0", image_path) and _run("mount", "-o", "loop", image_path, folder):
            return "ext4"
        self.image.unlink()
        size = f"size={MEGABYTES}m"
        return "tmpfs" if _run("mount", "-t", "tmpfs", "-o", size, "tmpfs", folder) else ""

    def fill(self) -> None:
        """Leave no room."""
        with self.filler.open("wb") as file:
            end = 0
            for block in BLOCKS:
                with contextlib.suppress(OSError):
                    while True:
                        os.posix_fallocate(file.fileno(), end, block)
                        end += block

    def free(self) -> None:
        """Make room again."""
        self.filler.unlink(missing_ok=True)

    def close(self) -> None:
        """Take it away."""
        if self.kind:
            _run("umount", "-l", str(self.folder))
        self.image.unlink(missing_ok=True)


def _run(*command: str) -> bool:
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
