"""Which tests run which lines: gathered once by coverage.py, a folder of tests at a time."""

from __future__ import annotations

import ast
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Generator, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mutation.running import ARGUMENTS

OF_THE_TREE = "tests/test_house.py::"
"""Tests that look at the sources themselves, so that no line that they run says what they notice."""


class Gatherer:
    """A plugin of pytest that notes for each test the lines that it runs, its processor time, and whether it passes."""

    def __init__(self, coverage: Any) -> None:
        self.coverage = coverage
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Run one test under its own name."""
        self.coverage.switch_context(item.nodeid)
        began = time.process_time()
        outcome = yield
        self.seconds[item.nodeid] = time.process_time() - began
        return outcome

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what does not pass without any mutation."""
        if not report.passed:
            self.failed.add(report.nodeid)


def gather(tree: Path, tests: str, into: Path) -> None:
    """Run a folder of tests and write what they cover; runs in a process of its own.

    Args:
        tree: the copy of the project.
        tests: the folder, relative to the tree.
        into: the file of coverage.py's data; their times stand beside it, with the suffix ``.json``.
    """
    import coverage

    covering = coverage.Coverage(data_file=str(into), source=[str(tree / "src" / "arpad")], config_file=False)
    # The next copy of the project lies elsewhere.
    covering.set_option("run:relative_files", True)
    plugin = Gatherer(covering)
    covering.start()
    pytest.main([*ARGUMENTS, tests], plugins=[plugin])
    covering.stop()
    covering.save()
    passed = {name: seconds for name, seconds in plugin.seconds.items() if name not in plugin.failed}
    into.with_suffix(".json").write_text(json.dumps(passed), encoding="utf-8")


class Covering:
    """What was gathered: from a place in the code to the tests that may notice a change there."""

    def __init__(self, gathered: list[Path]) -> None:
        import coverage

        self.seconds: dict[str, float] = {}
        self._data = []
        for file in gathered:
            self.seconds |= json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
            data = coverage.CoverageData(str(file))
            data.read()
            self._data.append(data)

    def _by_line(self, file: str) -> dict[int, set[str]]:
        by_line: dict[int, set[str]] = {}
        for data in self._data:
            for at, contexts in data.contexts_by_lineno(file).items():
                by_line.setdefault(at, set()).update(each for each in contexts if each in self.seconds)
        return by_line

    def tests_of(
        self,
        file: str,
        line: int,
        source: str,
        readers: Mapping[str, str] | None = None,
        naming: Collection[str] = (),
    ) -> list[str]:
        """Return the tests that run a line; where that cannot be known, those that run anything of the file.

        Behind them, since a fixture or a value that is kept runs a line for one test only, come the other
        tests of the same files. An empty list: no test runs any function of the file outside machine code.

        Args:
            file: the file, relative to the project.
            line: the line, counted from 1.
            source: what stands in the file.
            readers: the sources of those that use what a file without functions says; see :func:`readers_of`.
            naming: the files of tests that name what the file defines; see :func:`naming_of`. What a line
                outside functions says is asked of them first.
        """
        by_line = self._by_line(file)
        lines = lines_together(source, line)
        found = set().union(*(by_line.get(each, ()) for each in lines)) if lines else set()
        first: set[str] = set()
        if not found:
            first = {test for test in self.seconds if test.partition("::")[0] in naming}
            for name, text in {file: source, **(readers or {})}.items():
                inside = lines_of_functions(text)
                found.update(*(tests for at, tests in self._by_line(name).items() if at in inside))
            found |= {test for test in self.seconds if test.startswith(OF_THE_TREE)}
        files = {test.partition("::")[0] for test in found}
        beside = {test for test in self.seconds if test.partition("::")[0] in files}
        asked = (first, found - first, beside - found - first)
        return [test for part in asked for test in sorted(part, key=self.seconds.__getitem__)]

    def nearest(self, tests: dict[str, float], file: str, files: int, seconds: float) -> dict[str, float]:
        """Return those of the tests, in their order, that have most to do with a file of the code.

        They come from as many files of tests as given: those whose tests, taken together, run most of the
        file's lines for each test. They take no longer than given, unless one alone does.
        """
        runs: dict[str, int] = defaultdict(int)
        for names in self._by_line(file).values():
            for test in names:
                runs[test.partition("::")[0]] += 1
        count = Counter(test.partition("::")[0] for test in self.seconds)
        of = {test: test.partition("::")[0] for test in tests}
        best = sorted(set(of.values()), key=lambda name: runs[name] / count[name], reverse=True)[:files]
        chosen: dict[str, float] = {}
        for test, own in tests.items():
            if of[test] in best and (not chosen or sum(chosen.values()) + own <= seconds):
                chosen[test] = own
        return chosen


def lines_together(source: str, line: int) -> range | None:
    """Return the lines of the statement around a line; None if it runs once for all, not for each test."""
    function = statement = None
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt) or not node.lineno <= line <= (node.end_lineno or 0):
            continue
        if isinstance(node, ast.FunctionDef):
            if line < node.body[0].lineno:  # a decorator or a default
                return None
            if any("cache" in ast.unparse(each) for each in node.decorator_list):
                return None  # later tests get the value that the first one has made
            function = node
        # ast.walk goes from the outside in, so that the last statement is the innermost.
        statement = node
    if function is None or statement is None:
        return None
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)


def lines_of_functions(source: str) -> set[int]:
    """Return all lines inside functions."""
    return {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
        for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)
    }


def readers_of(tree: Path, file: str) -> dict[str, str]:
    """Return by whom a file without functions is used: tables are read by the functions of other files.

    Args:
        tree: the folder with ``src``.
        file: relative to it.

    Returns:
        The sources, by their files, of the modules with functions that import it or name it, through others
        without functions too. Nothing for a file that has functions of its own.
    """
    sources, users = _imports(tree)
    found: dict[str, str] = {}
    seen, waiting = {file}, [file]
    while waiting:
        name = waiting.pop()
        if lines_of_functions(sources[name]):
            if name != file:
                found[name] = sources[name]
            continue
        new = users.get(name, set()) - seen
        seen |= new
        waiting.extend(new)
    return found


def naming_of(tree: Path, file: str) -> set[str]:
    """Return the files of tests in which a word is one of the names that a file defines.

    Args:
        tree: the folder with ``src`` and ``tests``.
        file: relative to it.
    """
    names = set()
    for node in ast.parse((tree / file).read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return {test for test, words in _words_of_tests(tree).items() if words & names}


@cache
def _words_of_tests(tree: Path) -> dict[str, set[str]]:
    return {
        path.relative_to(tree).as_posix(): set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
        for path in (tree / "tests").rglob("test_*.py")
    }


@cache
def _imports(tree: Path) -> tuple[dict[str, str], dict[str, set[str]]]:
    """Return the sources by their files, and for each file those that import it or name it in a string."""
    paths = {path.relative_to(tree).as_posix(): path for path in (tree / "src").rglob("*.py")}
    sources = {file: path.read_text(encoding="utf-8") for file, path in paths.items()}
    modules = {
        file.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", "."): file
        for file in sources
    }
    users: dict[str, set[str]] = {}
    for file, source in sources.items():
        for name in _named(ast.parse(source)):
            if name in modules and modules[name] != file:
                users.setdefault(modules[name], set()).add(file)
    return sources, users


def _named(tree: ast.Module) -> Iterator[str]:
    """Yield what may be the name of a module that another needs."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{each.name}" for each in names)
            case ast.Constant(value=str(text)):
                yield text.partition(":")[0]
