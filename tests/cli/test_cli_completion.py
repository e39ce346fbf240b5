"""What a shell offers at the Tab key, as it asks for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from arpad.cli import main
from arpad.rulebooks.known_systems import SYSTEMS

SHELLS = ("bash", "zsh", "fish")


def offered(line: str, shell: str = "zsh") -> list[tuple[str, str]]:
    """Return what is offered for the last word of a line, each with what kind it is."""
    words = line.split(" ")
    asked = {
        "_ARPAD_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": line if shell != "fish" else line.rpartition(" ")[0],
        "COMP_CWORD": str(len(words) - 1) if shell != "fish" else words[-1],
    }
    result = CliRunner().invoke(main, [], env=asked, prog_name="arpad", complete_var="_ARPAD_COMPLETE")
    assert result.exit_code == 0, result.output
    lines = result.output.strip("\n").splitlines()
    if shell == "zsh":  # kind, word and help, a line each
        return list(zip(lines[0::3], lines[1::3], strict=True))
    return [(kind, word.partition("\t")[0]) for kind, _, word in (line.partition(",") for line in lines)]


def words(line: str) -> list[str]:
    return [word for _, word in offered(line)]


def test_the_systems_are_offered() -> None:
    assert words("arpad rate g.csv --system ") == list(SYSTEMS)
    assert words("arpad rate g.csv --system gli") == ["glicko", "glicko2", "glicko-boost"]


def test_the_parameters_of_the_chosen_system_are_offered() -> None:
    assert words("arpad rate g.csv --system glicko2 --set t") == ["tau="]
    assert "k=" in words("arpad rate g.csv --set ")
    assert words("arpad rate g.csv --system bradley-terry --set variance=") == [
        "variance=model",
        "variance=sandwich",
        "variance=cluster",
        "variance=bootstrap",
    ]
    assert words("arpad rate g.csv --system nothing --set ") == []


def test_roles_and_the_columns_of_the_file_are_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g.csv").write_text("Heim;Gast;Tore;Runde\nAnn;Bob;2:1;1\n", encoding="utf-8")
    assert words("arpad rate g.csv --columns fi") == ["first=", "first_id="]
    assert words("arpad rate g.csv --columns first=") == [
        "first=Heim",
        "first=Gast",
        "first=Tore",
        "first=Runde",
    ]
    assert words("arpad rate g.csv --columns first=Heim,second=G") == ["first=Heim,second=Gast"]
    assert words("arpad rate g.csv --cluster ") == ["Heim", "Gast", "Tore", "Runde"]
    assert words("arpad rate none.csv --cluster ") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_files_are_left_to_the_shell(shell: str) -> None:
    assert [kind for kind, _ in offered("arpad rate ga", shell)] == ["file"]
    assert [kind for kind, _ in offered("arpad rate g.csv --players ", shell)] == ["file"]


@pytest.mark.parametrize("shell", SHELLS)
def test_commands_and_options_are_offered(shell: str) -> None:
    assert ("plain", "rate") in offered("arpad ra", shell)
    assert ("plain", "--system") in offered("arpad rate --sys", shell)


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_learns_to_ask(shell: str) -> None:
    asked = {"_ARPAD_COMPLETE": f"{shell}_source"}
    result = CliRunner().invoke(main, [], env=asked, prog_name="arpad", complete_var="_ARPAD_COMPLETE")
    if shell == "bash" and result.exit_code:
        pytest.skip(f"bash is too old or not there: {os.environ.get('PATH')}")
    assert result.exit_code == 0
    assert "_ARPAD_COMPLETE" in result.output
