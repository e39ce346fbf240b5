"""Where numba is not installed, everything works as plain Python, and a long record says what numba would gain."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT = "import sys; sys.modules['numba'] = None\n"  # to find_spec and to import: not installed


def python(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT + program, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def arpad(*words: str) -> subprocess.CompletedProcess[str]:
    return python("from arpad.cli.process import run\nrun()", *words)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    rows = (f"P{i % 97},P{i % 89 + 97},{'1' if i * i % 7 < 3 else '½'}" for i in range(3000))
    path = tmp_path / "results.csv"
    path.write_text("\n".join(["first,second,result", *rows]) + "\n")
    return path


def test_a_long_record_is_rated_and_says_what_numba_would_gain(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "import arpad.compiled.specialising as s; s.COMPILE_FROM = 1000\n"
    command = "from arpad.cli.process import run\nrun()"
    words = ("rate", str(results), "--top", "3")
    bare = python(long + command, *words)
    assert bare.returncode == 0, bare.stderr
    notes = [line for line in bare.stderr.splitlines() if "numba" in line]
    assert len(notes) == 1
    assert notes[0].startswith("note: numba is not installed")
    whole = subprocess.run(
        [sys.executable, "-c", long + command, *words], capture_output=True, text=True, check=True
    )
    assert whole.stdout == bare.stdout
    assert "numba" not in whole.stderr


def test_a_short_record_says_nothing(results: Path) -> None:
    done = arpad("rate", str(results), "--top", "3")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_the_demonstration_works(tmp_path: Path) -> None:
    done = arpad("demo", "--out", str(tmp_path / "world-cups.html"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "world-cups.html").exists()


def test_names_of_a_long_file_are_numbered(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("first,second,result\n" + "".join(f"A{i},B{i % 7},1\n" for i in range(120_000)))
    program = "import arpad; g = arpad.read_games(sys.argv[1]); print(len(g), len(g.players))"
    done = python(program, str(path))
    assert done.stdout == "120000 120007\n", done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("system", ["fide-dutch", "fide-dubov", "mcmahon"])
def test_a_large_round_is_paired_alike(system: str, tmp_path: Path) -> None:
    out: list[str] = []
    for word in ("", WITHOUT):
        report = tmp_path / f"{len(out)}.trf"
        command = [
            "from arpad.cli.process import run; run()",
            "generate",
            "--players",
            "220",
            "--rounds",
            "5",
        ]
        done = subprocess.run(
            [sys.executable, "-c", word + command[0], *command[1:], "--seed", "1", "--system", system,
             "--out", str(report)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        out.append(report.read_text())
    assert out[0] == out[1]
