"""Tests run over a mutated copy of the project, each time in a new process that has its libraries already."""

from __future__ import annotations

import compileall
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Collection
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

NOT_LOADED = "the loading of the tests"
"""What is said to find a mutation with which the tests cannot even be loaded."""

ENDLESS = " does not end"
"""What follows the name of a test that a mutation keeps from its end."""

COPIED = ("src", "tests", "docs", "script", "bench", "pyproject.toml", "README.md", "CHANGELOG.md")
LIBRARIES = [
    "numpy",
    "scipy.optimize",
    "scipy.sparse.linalg",
    "scipy.stats",
    "numba",
    "click.testing",
    "rich",
    "hypothesis",
    "pytest",
]
"""What the server of new processes imports once. Not polars: its threads do not survive a fork."""

# Nobody reads what an assertion compared, and pytest would rewrite the assertions of each file in each process.
ARGUMENTS = ["-q", "--tb=line", "--no-header", "-p", "no:cacheprovider", "--assert=plain"]
PATIENCE = 10.0
"""How many times its usual time a test may take, plus as many seconds, before it counts as one without an end."""

MEMORY = 8 << 30
"""Bytes of address space of a process: a mutated loop may collect without an end."""

WALL = 1800.0
"""Seconds after which the tests of one mutation are given up: they may wait for something that never comes."""


def copy_project(project: Path, folder: Path) -> Path:
    """Return a copy of the project in a folder, with its bytecode, and the larger collection of reports beside it."""
    tree = folder / "tree"
    ignored = shutil.ignore_patterns("__pycache__", ".*_cache", "results")
    for name in COPIED:
        source = project / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=ignored)
        elif source.exists():
            shutil.copy2(source, tree / name)
    collection = project.parent / "shared"
    if collection.exists():
        (folder / "shared").symlink_to(collection)
    for room in ("src", "tests"):
        compileall.compile_dir(tree / room, quiet=2)
    return tree


@contextmanager
def mutated(file: Path, source: str) -> Iterator[None]:
    """Write other source into a file; afterwards it is as before, with its time, so that bytecode still fits."""
    before, state = file.read_bytes(), file.stat()
    file.write_text(source, encoding="utf-8")
    try:
        yield
    finally:
        file.write_bytes(before)
        os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))


class Chosen:
    """A plugin of pytest that runs the chosen tests only, ends one without an end, and writes what happened."""

    def __init__(self, seconds: dict[str, float], report: Path) -> None:
        self.seconds = seconds
        self.report = report
        self.ran = 0
        self.failed = ""

    def pytest_configure(self) -> None:
        """Let hypothesis stop at the first example that fails: nobody reads the smallest one."""
        from hypothesis import Phase, settings

        settings.register_profile(
            "mutation",
            settings.default,
            phases=[Phase.explicit, Phase.generate],
            report_multiple_bugs=False,
        )
        settings.load_profile("mutation")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the chosen tests, in the order in which they were chosen."""
        found = {item.nodeid: item for item in items}
        items[:] = [found[test] for test in self.seconds if test in found]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Start the clock: its signal ends the process, in machine code too."""
        signal.setitimer(signal.ITIMER_PROF, PATIENCE * (1.0 + self.seconds[nodeid]))
        self._write(nodeid + ENDLESS)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count, and note the first failure."""
        self.ran += report.when == "call"
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a test file that does not even load."""
        if report.failed:
            self.failed = NOT_LOADED

    def pytest_sessionfinish(self) -> None:
        """Write what happened."""
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        self._write(self.failed)

    def _write(self, found: str) -> None:
        self.report.write_text(json.dumps({"ran": self.ran, "found": found}), encoding="utf-8")


def run(tree: Path, seconds: dict[str, float], report: Path) -> dict[str, Any]:
    """Run chosen tests until one fails.

    Args:
        tree: the copy of the project.
        seconds: the tests, with the processor time that each takes unmutated.
        report: a file to write into.

    Returns:
        ``found``: the test that noticed, empty if none; ``ran``: how many tests were run.
    """
    report.write_text(json.dumps({"ran": 0, "found": NOT_LOADED}), encoding="utf-8")
    files = sorted({test.partition("::")[0] for test in seconds}, key=lambda file: _time_of(file, seconds))
    in_process(tree, report.with_suffix(".out"), _run_chosen, files, seconds, report, wall=WALL)
    outcome: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return outcome


def _time_of(file: str, seconds: dict[str, float]) -> float:
    return sum(time for test, time in seconds.items() if test.startswith(f"{file}::"))


def _run_chosen(files: Collection[str], seconds: dict[str, float], report: Path) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    pytest.main([*ARGUMENTS, "-x", *files], plugins=[Chosen(seconds, report)])


def in_process(
    tree: Path, output: Path, function: Callable[..., None], *arguments: Any, wall: float | None = None
) -> int | None:
    """Call a function in a new process whose arpad is that of the tree; return the process's exit code.

    After ``wall`` seconds it is ended. On a busy machine they say little of the work done, so that tests
    without a mutation, which end by themselves, have no limit.
    """
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload(LIBRARIES)
    process = server.Process(target=_within, args=(tree, output, function, arguments))
    process.start()
    try:
        process.join(wall)
    finally:
        if process.is_alive() and process.pid:
            os.killpg(process.pid, signal.SIGKILL)
            process.join()
    return process.exitcode


def _within(tree: Path, output: Path, function: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    os.setsid()
    with output.open("w", encoding="utf-8") as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
    with open(os.devnull, encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.chdir(tree)
    os.environ |= {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1", "CI": ""}
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(tree / "src"))
    function(*arguments)
