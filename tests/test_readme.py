"""Every command in the README is run, and prints what the README says; so is its Python."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from arpad.record.samples import football_world_cups
from consoles import Command, blocks, commands, in_this_process

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CLUB = "white,black,result\nAnn,Bob,1-0\nBob,Cid,1-o\n"


COMMANDS = commands(README)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("readme")
    shutil.copy(football_world_cups(), place / "world-cups.csv")
    (place / "club.csv").write_text(CLUB, encoding="utf-8")
    return place


def test_the_readme_has_commands() -> None:
    assert len(COMMANDS) >= 9


@pytest.mark.parametrize("block", blocks(README), ids=lambda block: block[0].line)
def test_the_commands_of_a_block_print_what_the_readme_says(block: list[Command], folder: Path) -> None:
    # The first as a reader runs it; the others, and the pages of docs, without the start of a process each.
    for command in block:
        command.check(folder, None if command == COMMANDS[0] else in_this_process)


def test_the_python_of_the_readme(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    code = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    assert code
    test = doctest.DocTestParser().get_doctest("\n".join(code), {}, "README", "README.md", 0)
    problems: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=problems.append)
    assert not problems, "".join(problems)


def test_the_scripts_of_the_readme_are_there_and_run() -> None:
    for block in re.findall(r"```sh\n(.*?)```", README, flags=re.DOTALL):
        for line in block.splitlines():
            if not line.startswith("script/"):
                continue
            script = ROOT / line.split()[0]
            assert os.access(script, os.X_OK)
            assert subprocess.run(["sh", "-n", script], check=False).returncode == 0
