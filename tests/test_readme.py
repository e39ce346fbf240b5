"""Every command in the README is run, and prints what the README says; so is its Python."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arpad.record.samples import football_world_cups

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CLUB = "white,black,result\nAnn,Bob,1-0\nBob,Cid,2-0\n"


def console() -> list[tuple[str, list[str]]]:
    """Return the commands of the README's console blocks, each with the lines that it prints."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


COMMANDS = console()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("readme")
    shutil.copy(football_world_cups(), place / "world-cups.csv")
    (place / "club.csv").write_text(CLUB, encoding="utf-8")
    return place


def run(command: str, folder: Path) -> str:
    words = shlex.split(command)
    assert words[0] == "arpad"
    plain = {**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "arpad", *words[1:]],
        cwd=folder,
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=plain,
    )
    return done.stdout + done.stderr


def test_the_readme_has_commands() -> None:
    assert len(COMMANDS) >= 9


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_prints_what_the_readme_says(command: str, printed: list[str], folder: Path) -> None:
    got = [line.rstrip() for line in run(command, folder).splitlines()]
    shown = [line.rstrip() for line in printed]
    if shown[-1] == "…":  # the README leaves out the rest
        assert len(shown) > 1
        assert len(got) > len(shown)
        got, shown = got[: len(shown) - 1], shown[:-1]
    assert got == shown


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
            script = ROOT / line.split()[0]
            assert os.access(script, os.X_OK)
            assert subprocess.run(["sh", "-n", script], check=False).returncode == 0
