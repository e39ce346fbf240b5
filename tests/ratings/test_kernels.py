"""One source of the maths, interpreted and compiled; where the machine code is kept, and when it is not used.

The kernels here live in files of their own, so that the tests can change them as a new version would.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from arpad.compiled import compiling
from arpad.compiled import specialising as kernels
from arpad.compiled.kernels import rebind
from arpad.compiled.notes import notes
from arpad.compiled.specialising import interpreted, kernel, specialise
from arpad.ratings.elo.system import Elo
from arpad.ratings.rate import rate
from arpad.record import Games, Players

LOOP = """
from arpad.compiled.specialising import kernel

from {package}.numbers import BASE

@kernel
def part(x):
    return 0.0

@kernel
def other(x):
    return 0.0

@kernel
def loop(values, out):
    for i in range(values.shape[0]):
        out[i] = BASE + part(values[i]) + 100.0 * other(values[i])
"""
PARTS = """
from arpad.compiled.specialising import kernel

@kernel
def double(x):
    return 2.0 * x

@kernel
def triple(x):
    return 3.0 * x
"""


class Package:
    """A package of kernels, each state of whose sources can be imported as a new version of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.files = {"__init__": "", "numbers": "BASE = 1000.0\n", "loop": LOOP, "parts": PARTS}

    def version(self, **changes: tuple[str, str]) -> tuple[ModuleType, ModuleType]:
        """Return the modules with the loop and the parts, after replacing text in some files."""
        for file, (old, new) in changes.items():
            assert old in self.files[file]
            self.files[file] = self.files[file].replace(old, new)
        name = self.folder.name
        for file, text in self.files.items():
            (self.folder / f"{file}.py").write_text(text.replace("{package}", name), encoding="utf-8")
        for module in [module for module in sys.modules if module.partition(".")[0] == name]:
            del sys.modules[module]
        importlib.invalidate_caches()
        return importlib.import_module(f"{name}.loop"), importlib.import_module(f"{name}.parts")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # a version of the same second is not the same
    return Package(tmp_path / f"kernels_of_{tmp_path.name.replace('-', '_')}")


def values(fast: Callable[..., Any]) -> list[float]:
    out = np.zeros(2)
    fast(np.array([1.0, 2.0]), out)
    return out.tolist()


def compile_anew(loop: Any, **parts: Any) -> Any:
    """Compile as a new process does: nothing is remembered but what is on disk."""
    return compiling.compiled.__wrapped__(loop, tuple(sorted(parts.items())))


# Plugging in


def test_parts_are_plugged_in(package: Package) -> None:
    loop, parts = package.version()
    assert values(interpreted(loop.loop)) == [1000, 1000]
    doubled = interpreted(loop.loop, (("part", parts.double),))
    tripled = interpreted(loop.loop, (("part", parts.triple),))
    assert (values(doubled), values(tripled)) == ([1002, 1004], [1003, 1006])
    assert interpreted(loop.loop, (("part", parts.double),)) is doubled
    assert values(loop.loop) == [1000, 1000]  # the loop itself is as it was


def test_a_part_of_a_part_is_plugged_in_too() -> None:
    assert interpreted(outer, (("inner", twice),))(4.0) == 9.0
    assert outer(4.0) == 5.0


@kernel
def inner(x: float) -> float:
    return x


@kernel
def twice(x: float) -> float:
    return 2.0 * x


@kernel
def outer(x: float) -> float:
    return inner(x) + 1.0


def test_small_work_is_interpreted_and_large_work_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(name: str) -> Callable[..., Any]:
        def choose(loop: Any, parts: Any) -> Any:
            asked.append(name)
            return loop

        return choose

    monkeypatch.setattr(compiling, "compiled", answer("compiled"))
    monkeypatch.setattr(kernels, "interpreted", answer("interpreted"))
    for work in (0, kernels.COMPILE_FROM - 1, kernels.COMPILE_FROM):
        specialise(outer, {}, work)
    assert asked == ["interpreted", "interpreted", "compiled"]


def test_a_small_record_does_not_import_numba() -> None:
    script = (
        "import sys, numpy as np\n"
        "from arpad.record import Games, Players\n"
        "from arpad.ratings.elo.system import Elo\n"
        "from arpad.ratings.rate import rate\n"
        "one = np.zeros(300, np.int32)\n"
        "games = Games(Players(['a', 'b']), one, one + 1, one + 0.5)\n"
        "rate(games, Elo()).table()\n"
        "print('numba' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["False"]


@kernel
def three(x: float, y: float) -> float:
    return x + y


@pytest.mark.parametrize("work", [0, kernels.COMPILE_FROM])
@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"innner": twice}, "'innner' is not a kernel that outer could call"),
        ({"inner": lambda x: x}, "is not marked as a kernel"),
        ({"inner": three}, "three takes 2 arguments, and 'inner' is called with 1"),
    ],
    ids=["misspelt", "plain", "other arguments"],
)
def test_a_part_that_would_be_ignored_is_refused(work: float, parts: Any, fault: str) -> None:
    with pytest.raises(TypeError, match=fault):
        specialise(outer, parts, work)


@pytest.mark.parametrize("schedule", ["live", "period"])
def test_a_system_with_a_misspelt_part_rates_nobody(schedule: Any) -> None:
    class Misspelt(Elo):
        def parts(self) -> Any:
            found = super().parts()
            return {"k_facter" if name == "k_factor" else name: part for name, part in found.items()}

    one = np.zeros(3, np.int32)
    games = Games(Players(["a", "b"]), one, one + 1, np.ones(3))
    with pytest.raises(TypeError, match="'k_facter' is not a kernel"):
        rate(games, Misspelt(), schedule=schedule)


# Where machine code is kept


def folder_of(loop: Any, **parts: Any) -> str:
    sources: dict[Any, Any] = {}
    rebind(loop, parts, lambda function: function, sources)
    found = compiling.fingerprint([loop, *sources], tuple(sorted(parts.items())))
    assert found is not None
    return found


def test_the_same_sources_have_the_same_folder(package: Package) -> None:
    one, parts = package.version()
    again, same = package.version()
    assert folder_of(one.loop, part=parts.double) == folder_of(again.loop, part=same.double)


@pytest.mark.parametrize(
    "changes",
    [
        {"parts": ("2.0", "2.5")},
        {"loop": ("100.0", "200.0")},
        {"numbers": ("1000", "2000")},
        {"numbers": ("BASE", "from typing import NamedTuple\nBASE")},
    ],
    ids=["a part", "the loop", "a constant of another module", "another source beside it"],
)
def test_a_change_of_source_has_another_folder(package: Package, changes: dict[str, tuple[str, str]]) -> None:
    loop, parts = package.version()
    before = folder_of(loop.loop, part=parts.double)
    loop, parts = package.version(**changes)
    assert folder_of(loop.loop, part=parts.double) != before


def test_a_constant_from_elsewhere_has_another_folder(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, _ = package.version()
    before = folder_of(loop.loop)
    monkeypatch.setattr(loop, "BASE", 1000.5)
    assert folder_of(loop.loop) != before


def test_every_wiring_has_a_folder_of_its_own(package: Package) -> None:
    loop, parts = package.version()
    double, triple = parts.double, parts.triple
    folders = {
        folder_of(loop.loop),
        folder_of(loop.loop, part=double),
        folder_of(loop.loop, part=triple),
        folder_of(loop.loop, part=double, other=triple),
        folder_of(loop.loop, part=triple, other=double),
        folder_of(loop.loop, part=double, other=double),
    }
    assert len(folders) == 6


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of this test's own."""
    import numba

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    return tmp_path / "cache"


def kept_in(folder: Path) -> set[str]:
    """Return the folders that hold machine code."""
    return {file.parent.name for file in folder.rglob("*.code")}


def test_kept_found_again_and_never_stale(package: Package, home: Path) -> None:
    loop, parts = package.version()
    doubled = compile_anew(loop.loop, part=parts.double)
    tripled = compile_anew(loop.loop, part=parts.triple)
    assert (values(doubled), values(tripled)) == ([1002, 1004], [1003, 1006])
    assert sum(doubled.stats.cache_hits.values()) == 0
    assert len(kept_in(home / "arpad" / "machine-code")) == 2

    for part, expected in ((parts.double, [1002, 1004]), (parts.triple, [1003, 1006])):
        again = compile_anew(loop.loop, part=part)
        assert values(again) == expected
        assert sum(again.stats.cache_hits.values()) == 1

    # Another version of the part, written within the same second: its file alone has changed.
    loop, parts = package.version(parts=("2.0", "2.5"))
    changed = compile_anew(loop.loop, part=parts.double)
    assert values(changed) == [1002.5, 1005]
    assert sum(changed.stats.cache_hits.values()) == 0


def test_numbas_own_setting_is_respected(
    package: Package, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import numba

    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "numba"))  # what NUMBA_CACHE_DIR sets
    loop, parts = package.version()
    assert values(compile_anew(loop.loop, part=parts.double)) == [1002, 1004]
    assert len(kept_in(tmp_path / "numba")) == 1
    assert not home.exists()


@pytest.mark.parametrize("obstacle", ["a file in its place", "no home"])
def test_where_nothing_can_be_kept_it_compiles_all_the_same(
    package: Package, home: Path, obstacle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if obstacle == "no home":

        def nowhere() -> Path:
            raise RuntimeError("Could not determine home directory.")

        monkeypatch.setattr("arpad.compiled.cache.user_cache", nowhere)
    else:
        home.write_text("not a folder", encoding="utf-8")
    loop, parts = package.version()
    fast = compile_anew(loop.loop, part=parts.double)
    assert values(fast) == [1002, 1004]
    assert not home.is_dir()
    assert any("is not kept between runs" in note for note in notes())
