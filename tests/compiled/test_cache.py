"""Machine code that is kept between runs: whose it must be, and what becomes of a damaged entry."""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import arpad
from arpad.cli.app import main
from arpad.compiled import cache
from arpad.compiled.notes import not_kept

pytestmark = pytest.mark.slow

RATES = """
import sys
import numpy as np
from arpad.compiled.notes import notes
from arpad.compiled.compiling import compiled
from arpad.compiled.numba_start import spare_blas
spare_blas()
from arpad.ratings.win_counts import tally_loop
fast = compiled(tally_loop)
one = np.zeros(3, np.int32)
counts = np.zeros((2, 4), np.int32)
fast(one, one + 1, one + 1.0, counts)
hits = sum(fast.stats.cache_hits.values())
assert "scipy.linalg" not in sys.modules
# What numba needs to compile is loaded only where it compiles.
assert ("numba.np.linalg" in sys.modules) == (hits == 0)
print(counts[0, 0], counts[1, 2], hits, *notes(), sep="|")
"""

INTERNS = """
import polars as pl
from arpad.record.cells import interning
interning.LONG = 0
words = [f"player {i % 40_000}" for i in range(50_000)]
interner = interning.Interner()
interner.add([pl.Series(words)])
codes, found = interner.codes(), interner.words()
print(len(found), codes[0][0], codes[0][-1], sep="|")
"""


def run(script: str, home: Path | str, **options: Any) -> list[str]:
    """Run a script in a process of its own and return what it printed, apart at the bars."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    environment = {**kept, "HOME": str(home), **options.pop("environment", {})}
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
        **options,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    printed: str = done.stdout.strip()
    return printed.split("|")


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which a loop has been compiled, and its machine code found again."""
    home = tmp_path_factory.mktemp("home")
    assert [run(RATES, home), run(RATES, home)] == [["3", "3", "0"], ["3", "3", "1"]]
    return home


@pytest.fixture
def home(warm: Path, tmp_path: Path) -> Path:
    """A copy of that home."""
    return Path(shutil.copytree(warm, tmp_path / "home"))


def folder_in(home: Path) -> Path:
    return home / ".cache" / "arpad" / "machine-code"


def entry_in(home: Path) -> Path:
    (entry,) = folder_in(home).rglob("*.code")
    return entry


posix = pytest.mark.skipif(
    not hasattr(os, "geteuid"), reason="the owner of a file is asked for on POSIX only"
)


@posix
def test_what_is_kept_is_for_the_user_alone(home: Path) -> None:
    assert folder_in(home).stat().st_mode & 0o777 == 0o700
    assert entry_in(home).stat().st_mode & 0o777 == 0o600


def damaged(entry: bytes) -> dict[str, bytes]:
    """Return what can become of a file: by a word for it, its new bytes."""
    start = len(cache.MAGIC) + 32 + cache.LENGTH_BYTES
    flips = {"magic": 3, "checksum": len(cache.MAGIC) + 5, "length": start - 8, "key": start + 9}
    flips |= {"pickle": start + len(entry) // 3, "object code": len(entry) * 2 // 3, "end": len(entry) - 1}
    found = {
        f"a bit of the {name}": entry[:at] + bytes([entry[at] ^ 4]) + entry[at + 1 :]
        for name, at in flips.items()
    }
    cuts = {"nothing": 0, "half": len(entry) // 2, "all but a byte": len(entry) - 1, "a checksum": start - 8}
    found |= {f"cut to {name}": entry[:at] for name, at in cuts.items()}
    return found | {"zeros at the end": entry[:-4096] + bytes(4096), "another file": b"PNG" * 5000}


def test_no_damaged_entry_is_read(home: Path) -> None:
    entry = entry_in(home)
    whole = entry.read_bytes()
    start = len(cache.MAGIC) + 32
    length = int.from_bytes(whole[start : start + cache.LENGTH_BYTES], "little")
    key = whole[start + cache.LENGTH_BYTES : start + cache.LENGTH_BYTES + length]
    data = cache.read_entry(entry, key)
    assert data is not None
    assert pickle.loads(data)
    for name, changed in damaged(whole).items():
        entry.write_bytes(changed)
        assert cache.read_entry(entry, key) is None, name
    entry.write_bytes(whole)
    assert cache.read_entry(entry, key + b"x") is None
    assert cache.read_entry(entry, key) == data


@pytest.mark.parametrize("damage", ["a bit of the object code", "cut to nothing"])
def test_a_damaged_entry_is_compiled_again(home: Path, damage: str) -> None:
    entry = entry_in(home)
    entry.write_bytes(damaged(entry.read_bytes())[damage])
    assert [run(RATES, home), run(RATES, home)] == [["3", "3", "0"], ["3", "3", "1"]]


def test_a_folder_in_the_place_of_an_entry_does_no_harm(home: Path) -> None:
    entry = entry_in(home)
    entry.unlink()
    entry.mkdir()
    printed = run(RATES, home)
    assert printed[:3] == ["3", "3", "0"]
    assert "cannot be written to" in printed[3]


@posix
def test_a_folder_that_others_may_write_to_is_not_used(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_in(home)
    monkeypatch.setattr(cache, "user_cache", lambda: home / ".cache")
    monkeypatch.setattr("numba.config.CACHE_DIR", "")
    for mode in (0o702, 0o720, 0o500):
        folder.chmod(mode)
        assert (cache.cache_folder() is None) == (mode != 0o500 or os.geteuid() != 0)
    folder.chmod(0o777)
    before = entry_in(home).stat().st_mtime_ns
    printed = run(RATES, home)
    assert printed[:3] == ["3", "3", "0"]
    assert printed[3].endswith(f"{folder} belongs to another user, or others may write to it")
    assert entry_in(home).stat().st_mtime_ns == before


@posix
def test_neither_a_foreign_folder_nor_a_foreign_entry_is_used(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "user_cache", lambda: home / ".cache")
    monkeypatch.setattr("numba.config.CACHE_DIR", "")
    file = entry_in(home)
    cache.write_entry(file, b"key", b"data")
    assert cache.cache_folder() == folder_in(home)
    assert cache.read_entry(file, b"key") == b"data"
    own = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    assert cache.cache_folder() is None
    assert cache.read_entry(file, b"key") is None


@posix
def test_no_entry_is_used_that_others_may_write_or_that_lies_elsewhere(tmp_path: Path) -> None:
    file, link, pipe = tmp_path / "a.code", tmp_path / "b.code", tmp_path / "c.code"
    cache.write_entry(file, b"key", b"data")
    link.symlink_to(file)
    os.mkfifo(pipe)
    assert cache.read_entry(link, b"key") is None
    assert cache.read_entry(pipe, b"key") is None
    file.chmod(0o620)
    assert cache.read_entry(file, b"key") is None


@posix
def test_a_planted_pickle_does_not_run(home: Path, tmp_path: Path) -> None:
    class Planted:
        def __reduce__(self) -> Any:
            return (os.mkdir, (str(tmp_path / "ran"),))

    entry = entry_in(home)
    whole = entry.read_bytes()
    start = len(cache.MAGIC) + 32
    length = int.from_bytes(whole[start : start + cache.LENGTH_BYTES], "little")
    key = whole[start + cache.LENGTH_BYTES : start + cache.LENGTH_BYTES + length]
    cache.write_entry(entry, key, pickle.dumps((Planted(),)))  # whole, with its checksum
    folder_in(home).chmod(0o777)
    assert run(RATES, home)[:3] == ["3", "3", "0"]
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", ["XDG_CACHE_HOME", "NUMBA_CACHE_DIR"])
def test_a_relative_path_is_ignored(warm: Path, tmp_path: Path, name: str) -> None:
    printed = run(RATES, warm, cwd=tmp_path, environment={name: "here"})
    assert printed == ["3", "3", "1"]
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="XDG_CACHE_HOME is not asked for there")
def test_an_absolute_path_is_taken(tmp_path: Path) -> None:
    assert cache.user_cache({"XDG_CACHE_HOME": str(tmp_path)}) == tmp_path
    assert cache.user_cache({"XDG_CACHE_HOME": "relative"}) == Path.home() / ".cache"
    assert cache.user_cache({}) == Path.home() / ".cache"


@pytest.mark.parametrize("script", [RATES, INTERNS], ids=["rating", "interning"])
def test_without_a_home_that_can_be_written_it_compiles_all_the_same(tmp_path: Path, script: str) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    printed = run(script, tmp_path / "file")
    assert printed[:3] == (["3", "3", "0"] if script == RATES else ["40000", "0", "9999"])


def test_nobody_keeps_machine_code_elsewhere() -> None:
    """numba's own cache lies in the package's folder, which an installation may have read-only."""
    sources = Path(arpad.__file__).parent.rglob("*.py")
    assert [file.name for file in sources if re.search(rb"\bcache=|enable_caching", file.read_bytes())] == []


def test_the_command_line_says_why_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arpad.compiled.notes._noted", {"said before": None})
    monkeypatch.setattr(
        "arpad.cli.odds_output.show_odds", lambda *_, **__: not_kept("there is no folder for it")
    )
    done = CliRunner().invoke(main, ["odds", "1500", "1400"])
    assert done.exit_code == 0
    assert done.stderr == "arpad: machine code is not kept between runs: there is no folder for it\n"
