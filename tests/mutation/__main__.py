"""Change arpad's code at random places and say which of the changes no test notices: what script/mutate runs."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from mutation.covering import Covering, gather, naming_of, readers_of
from mutation.equivalents import EQUIVALENTS
from mutation.places import AREAS, Mutation, sample
from mutation.running import ENDLESS, NOT_LOADED, copy_project, in_process, mutated, run

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".mutations"
"""The folder of machine code and, for each state of code and tests, of what was covered and found."""

NOT_ASKED = {"browser", "fixtures", "fuzz", "mutation", "test_docs.py", "test_readme.py"}
"""Tests that take long for what they notice."""

SOON = 5.0
"""Seconds of tests that are run before all others: most mutations are found by them."""

FEW = 3
"""How many files these tests are taken from: to load a file takes longer than most tests do."""


def main() -> int:
    """Sample, gather, try each mutation that was not tried yet, print the survivors; 1 if there is one."""
    parser = argparse.ArgumentParser(prog="script/mutate", description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many mutations (100)")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws other mutations (1)")
    parser.add_argument("--areas", nargs="+", default=AREAS, help="rooms of the house to draw from")
    parser.add_argument(
        "--tests", nargs="+", help="folders and files of tests to ask (all but the slow ones)"
    )
    parser.add_argument("--again", action="store_true", help="try again what was not found")
    parser.add_argument("--budget", type=float, default=60.0, help="seconds of tests for one mutation (60)")
    parser.add_argument("--jobs", type=int, default=1, help="how many mutations to try side by side (1)")
    asked = parser.parse_args()
    kept = KEPT / f"code-{digest('src')}"
    kept.mkdir(parents=True, exist_ok=True)
    os.environ["XDG_CACHE_HOME"] = str(KEPT)
    os.environ["NUMBA_NUM_THREADS"] = "1"
    with ExitStack() as stack:
        folders = (tempfile.TemporaryDirectory(prefix="arpad-mutations-") for _ in range(max(1, asked.jobs)))
        trees = [copy_project(ROOT, Path(stack.enter_context(folder))) for folder in folders]
        rooms = set(asked.tests or _asked(trees[0]))
        covering = _covering(trees[0], kept, sorted(rooms))
        told = kept / f"seed-{asked.seed}-{'-'.join(asked.areas)}.json"
        trial = Trial(trees, covering, asked.budget, told, digest("tests"))
        drawn = sample(trees[0], asked.count, asked.seed, tuple(asked.areas))
        results = []
        for number, (mutation, result) in enumerate(trial.of(drawn, asked.again), 1):
            _show(number, mutation, result)
            results.append(result)
    return _summary(results)


def digest(*places: str) -> str:
    """Return a name for the state of files and folders, but for what tells how to mutate."""
    state = hashlib.sha256()
    files = {
        file for place in places for file in (ROOT / place, *(ROOT / place).rglob("*")) if file.is_file()
    }
    for path in sorted(files):
        if "mutation" not in path.parts and path.suffix != ".pyc":
            state.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()[:12]


def _covering(tree: Path, folder: Path, rooms: list[str]) -> Covering:
    """Gather what each folder of tests covers, unless that is known of these tests, and return it."""
    shared = [f"tests/{path.name}" for path in (ROOT / "tests").glob("*.py") if "test_" not in path.name]
    gathered = []
    for room in rooms:
        state = digest(f"tests/{room}", "tests/fixtures", *shared)
        into = folder / f"{room.removesuffix('.py')}-{state}.coverage"
        if not into.with_suffix(".json").exists():
            print(f"arpad: which lines does tests/{room} run?", flush=True)
            into.unlink(missing_ok=True)
            output = into.with_suffix(".out")
            in_process(tree, output, gather, tree, f"tests/{room}", into)
            if not into.with_suffix(".json").exists():
                raise SystemExit(f"arpad: the tests could not be run: {output}")
        gathered.append(into)
    return Covering(gathered)


def _asked(tree: Path) -> Iterator[str]:
    for path in (tree / "tests").iterdir():
        if path.name not in NOT_ASKED and (path.name.startswith("test_") or any(path.rglob("test_*.py"))):
            yield path.name


class Trial:
    """Mutations tried side by side, each in a copy of the project that no other uses meanwhile."""

    def __init__(
        self, trees: list[Path], covering: Covering, budget: float, results: Path, tests: str
    ) -> None:
        self.covering = covering
        self.budget = budget
        self.results = results
        self.tests = tests
        self.known = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}
        self.jobs = len(trees)
        self._free: SimpleQueue[Path] = SimpleQueue()
        for tree in trees:
            self._free.put(tree)
        self._one_at_a_time = threading.Lock()

    def of(self, drawn: list[Mutation], again: bool) -> Iterator[tuple[Mutation, dict[str, Any]]]:
        """Yield each mutation with its result, in their order.

        What a test has found stays found while there is that test. What none has found is tried again with
        other tests, and where ``again`` asks for it.
        """

        def result(mutation: Mutation) -> dict[str, Any]:
            known: dict[str, Any] | None = self.known.get(mutation.name)
            if known is None or not self._holds(known, again):
                return self._kept(mutation)
            return known

        with ThreadPoolExecutor(self.jobs) as pool:
            yield from zip(drawn, pool.map(result, drawn), strict=True)

    def _holds(self, known: dict[str, Any], again: bool) -> bool:
        if known["found"]:
            return known["found"].removesuffix(ENDLESS) in {NOT_LOADED, *self.covering.seconds}
        return known["tests"] == self.tests and not again

    def _kept(self, mutation: Mutation) -> dict[str, Any]:
        tree = self._free.get()
        try:
            result = self._tried(mutation, tree)
        finally:
            self._free.put(tree)
        with self._one_at_a_time:
            self.known[mutation.name] = result
            part = self.results.with_suffix(".part")
            part.write_text(json.dumps(self.known, indent=1, ensure_ascii=False), encoding="utf-8")
            part.replace(self.results)
        return result

    def _tried(self, mutation: Mutation, tree: Path) -> dict[str, Any]:
        """Run the tests that may notice a mutation: a few, the others of its own room, then all others."""
        file = tree / mutation.file
        source = file.read_text(encoding="utf-8")
        with self._one_at_a_time:
            result = {**asdict(mutation), "diff": mutation.diff(source), "found": "", "ran": 0, "left out": 0}
            result["tests"] = self.tests
            known = [each for each in EQUIVALENTS if each.is_of(result["diff"])]
            if known:
                return {**result, "equivalent": known[0].reason}
            tests = self.covering.tests_of(
                mutation.file,
                mutation.line,
                source,
                readers_of(tree, mutation.file),
                naming_of(tree, mutation.file),
            )
            changed = mutation.applied(source)
        chosen: dict[str, float] = {}
        spent = 0.0
        for test in tests:
            spent += self.covering.seconds[test]
            if spent <= self.budget or not chosen:
                chosen[test] = self.covering.seconds[test]
        result["left out"] = len(tests) - len(chosen)
        own = {test: time for test, time in chosen.items() if test.startswith(f"tests/{mutation.area}/")}
        first = self.covering.nearest(own or chosen, mutation.file, FEW, SOON)
        rest = {test: time for test, time in own.items() if test not in first}
        others = {test: time for test, time in chosen.items() if test not in first | rest}
        with tempfile.TemporaryDirectory() as folder, mutated(file, changed):
            for part in (first, rest, others):
                if part and not result["found"]:
                    outcome = run(tree, part, Path(folder) / "report.json")
                    result["found"] = outcome["found"]
                    result["ran"] += outcome["ran"]
        return result


def _show(number: int, mutation: Mutation, result: dict[str, Any]) -> None:
    place = f"{number:4d}  {mutation.file}:{mutation.line}"
    if "equivalent" in result:
        print(f"{place}  equivalent: {result['equivalent']}", flush=True)
    elif result["found"]:
        print(f"{place}  found by {result['found']}", flush=True)
    else:
        left = f", {result['left out']} left out" if result["left out"] else ""
        print(f"{place}  NOT FOUND by {result['ran']} tests{left}\n{result['diff']}", flush=True)


def _summary(results: list[dict[str, Any]]) -> int:
    counted = [result for result in results if "equivalent" not in result]
    found = sum(bool(result["found"]) for result in counted)
    print(
        f"arpad: {found} of {len(counted)} mutations found ({found / max(1, len(counted)):.1%}); "
        f"{len(results) - len(counted)} more are equivalent"
    )
    return int(found < len(counted))


if __name__ == "__main__":
    sys.exit(main())
