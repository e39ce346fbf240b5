"""Write the provenance lines of README and docs anew, after the digest, the version or the words have changed.

    .venv/bin/python tests/provenance_lines.py

Runs every command of the pages, and replaces in what they show only the lines that end with the version; that
everything else is as shown is what the tests of the pages say.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

from arpad.record.samples import football_world_cups
from consoles import Command, commands, lay_out

ROOT = Path(__file__).parents[1]
PROVENANCE = re.compile(r".*; (record|plays) [0-9a-f]{32}; arpad \S+")
CLUB = "white,black,result\nAnn,Bob,1-0\nBob,Cid,2-0\n"
"""What the README supposes to lie beside the reader."""


def renewed(page: str, folder: Path) -> str:
    """Return a page with its provenance lines as the commands print them now."""
    for command in commands(page):
        now = command.run(folder)
        lines = [line for line in now if PROVENANCE.fullmatch(line)]
        for old in filter(PROVENANCE.fullmatch, command.printed):
            if lines:
                page = _within(page, command, old, lines.pop(0))
    return page


def _within(page: str, command: Command, old: str, new: str) -> str:
    """Return a page with a line replaced in what a command of it shows."""
    start = page.index(f"$ {command.line}\n")
    return page[:start] + page[start:].replace(f"{old}\n", f"{new}\n", 1)


def main() -> None:
    """Renew the README and every page, and name those that have changed."""
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        page = path.read_text("utf-8")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            if path.name == "README.md":
                shutil.copy(football_world_cups(), folder / "world-cups.csv")
                (folder / "club.csv").write_text(CLUB, "utf-8")
            else:
                lay_out(path, folder)
            new = renewed(page, folder) if PROVENANCE.search(page) else page
        if new != page:
            path.write_text(new, "utf-8")
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
