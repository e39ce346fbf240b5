"""Console blocks of a page: the commands, the files they make, and what they print."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner

from arpad.cli import main


@dataclass
class Command:
    """One command of a page.

    Args:
        line: what follows the ``$``.
        typed: the lines typed into it, of ``cat > FILE <<'END'``.
        printed: the lines that the page says it prints; a last line ``…`` leaves out the rest.
    """

    line: str
    typed: list[str] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)

    def run(self, folder: Path, call: Callable[[list[str], Path], str] | None = None) -> list[str]:
        """Run it in a folder, and return the lines that it prints.

        Args:
            folder: which.
            call: runs arpad with some words in a folder; None for a process of its own.
        """
        made = re.fullmatch(r"cat > (\S+) <<'?END'?", self.line)
        if made is not None:
            (folder / made[1]).write_text("".join(f"{line}\n" for line in self.typed), encoding="utf-8")
            return []
        words = shlex.split(self.line)
        assert words[0] == "arpad", self.line
        said = (call or _in_process_of_its_own)(words[1:], folder)
        return [line.rstrip() for line in said.splitlines()]

    def check(self, folder: Path, call: Callable[[list[str], Path], str] | None = None) -> None:
        """Run it, and compare what it prints with what the page says."""
        got, shown = self.run(folder, call), [line.rstrip() for line in self.printed]
        if shown and shown[-1] == "…":
            assert len(shown) > 1, f"{self.line}: the page shows nothing of what it prints"
            assert len(got) > len(shown)
            got, shown = got[: len(shown) - 1], shown[:-1]
        assert got == shown, self.line


def _in_process_of_its_own(words: list[str], folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "arpad", *words],
        cwd=folder,
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
    )
    return done.stdout + done.stderr


def in_this_process(words: list[str], folder: Path) -> str:
    """Run arpad in a folder, in the process of the tests, and return what it prints."""
    with chdir(folder):
        done = CliRunner(env={"NO_COLOR": "1"}).invoke(main, words, prog_name="arpad")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.stdout + done.stderr


def lay_out(page: Path, folder: Path) -> None:
    """Put the files to which a page of the documentation leads (``data/…``) into the folder of its commands."""
    for target in re.findall(r"\]\(([^)]*\bdata/[^)/]+\.(?!md\))[^)]+)\)", page.read_text(encoding="utf-8")):
        shutil.copy(page.parent / target, folder)


def commands(page: str) -> list[Command]:
    """Return the commands of a page's console blocks, in order."""
    return [command for block in blocks(page) for command in block]


def blocks(page: str) -> list[list[Command]]:
    """Return the commands of a page, console block by console block."""
    every: list[list[Command]] = []
    for block in re.findall(r"```console\n(.*?)```", page, flags=re.DOTALL):
        found: list[Command] = []
        every.append(found)
        typing = False
        for line in block.splitlines():
            if typing:
                typing = line != "END"
                if typing:
                    found[-1].typed.append(line)
            elif line.startswith("$ "):
                found.append(Command(line[2:]))
                typing = line.endswith(("<<END", "<<'END'"))
            else:
                found[-1].printed.append(line)
    return every
