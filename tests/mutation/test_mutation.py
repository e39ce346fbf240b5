"""Mutating code: where, which tests are asked, and what they say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mutation.__main__ import Trial
from mutation.covering import Covering, gather, lines_of_functions, lines_together, naming_of, readers_of
from mutation.equivalents import EQUIVALENTS, Equivalent
from mutation.places import Mutation, mutations_of, sample
from mutation.running import NOT_LOADED, in_process, mutated, run

SOURCE = '''"""A module."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy

LIMIT: int | None = 7


@kernel
def share(part: int | None, whole: float = 2.0) -> int | float:
    """Return a share."""
    prefetch(part, part + 1)
    if part < LIMIT:
        return part * (
            whole
            + 1
        )
    return -whole


@cache
def once() -> int:
    return 3
'''


def project(folder: Path) -> Path:
    package = folder / "src" / "arpad" / "ratings"
    package.mkdir(parents=True)
    (folder / "src" / "arpad" / "__init__.py").write_text("", encoding="utf-8")
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "shares.py").write_text("def share(part, whole):\n    return part / whole\n", encoding="utf-8")
    tests = folder / "tests" / "ratings"
    tests.mkdir(parents=True)
    (folder / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", encoding="utf-8")
    (tests / "test_shares.py").write_text(
        "from arpad.ratings.shares import share\n\n\n"
        "def test_halves():\n    assert share(1, 2) == 0.5\n\n\n"
        "def test_wholes():\n    assert share(1, 1) == 1\n",
        encoding="utf-8",
    )
    return folder


def test_the_lines_of_a_statement_are_asked_for_together() -> None:
    lines = SOURCE.splitlines()
    inside = lines.index("            + 1") + 1
    assert lines_together(SOURCE, inside) == range(inside - 2, inside + 2)
    head = lines.index("    if part < LIMIT:") + 1
    assert lines_together(SOURCE, head) == range(head, head + 1)


def test_what_runs_once_for_all_tests_belongs_to_none_of_them() -> None:
    lines = SOURCE.splitlines()
    for text in ("LIMIT: int | None = 7", "@kernel", "    return 3"):
        assert lines_together(SOURCE, lines.index(text) + 1) is None
    assert lines.index("LIMIT: int | None = 7") + 1 not in lines_of_functions(SOURCE)
    assert lines.index("    return -whole") + 1 in lines_of_functions(SOURCE)


def test_an_equivalent_is_known_by_its_lines_wherever_they_stand() -> None:
    known = Equivalent("a.py", "x = 1", "x = 2", "nobody reads x")
    diff = "--- src/arpad/{0}\n+++ src/arpad/{0}\n@@ -{1} +{1} @@\n-    x = 1\n+    x = {2}"
    assert known.is_of(diff.format("room/a.py", 7, 2))
    assert known.is_of(diff.format("other/a.py", 99, 2))
    assert not known.is_of(diff.format("room/a.py", 7, 3))
    assert not known.is_of(diff.format("room/aa.py", 7, 2))


def test_every_equivalent_has_its_reason_and_is_listed_once() -> None:
    assert all(each.reason and each.before != each.after for each in EQUIVALENTS)
    assert len({each[:3] for each in EQUIVALENTS}) == len(EQUIVALENTS)


def test_a_mutated_file_is_as_before_afterwards(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("x = 1\n", encoding="utf-8")
    before = file.stat().st_mtime_ns
    with mutated(file, "x = 2\n"):
        assert file.read_text(encoding="utf-8") == "x = 2\n"
    assert file.read_text(encoding="utf-8") == "x = 1\n"
    assert file.stat().st_mtime_ns == before


def test_no_change_is_made_where_values_stay_as_they_are() -> None:
    pytest.importorskip("cosmic_ray", reason="script/setup mutation installs it")
    found = mutations_of("a.py", SOURCE)
    lines = SOURCE.splitlines()
    changed = {one.applied(SOURCE).splitlines()[one.line - 1].strip() for one in found}
    assert {"LIMIT: int | None = 8", "if part >= LIMIT:", "- 1", "return whole", "return 4"} <= changed
    touched = {lines[one.line - 1] for one in found}
    assert not touched & {"@kernel", "@cache", "if TYPE_CHECKING:", "    prefetch(part, part + 1)"}
    assert not any("int & None" in one.applied(SOURCE) for one in found)


def test_the_same_seed_draws_the_same_mutations(tmp_path: Path) -> None:
    pytest.importorskip("cosmic_ray", reason="script/setup mutation installs it")
    tree = project(tmp_path)
    (one,) = sample(tree, 5, 1)
    assert (one.file, one.line, one.area) == ("src/arpad/ratings/shares.py", 2, "ratings")
    assert sample(tree, 5, 1) == [one]


def test_stars_that_multiply_nothing_are_let_be() -> None:
    pytest.importorskip("cosmic_ray", reason="script/setup mutation installs it")
    source = "def share(part, /, whole, *, of=2.0, **more):\n    return part / [*whole, {**more}]\n"
    changed = {one.applied(source) for one in mutations_of("a.py", source)}
    heads = {source.replace("of=2.0", f"of= {value}") for value in (1.0, 3.0)}
    assert changed == heads | {source.replace("part / [", f"part {sign} [") for sign in "*-"}


def test_exceptions_are_replaced_where_cosmic_ray_can() -> None:
    pytest.importorskip("cosmic_ray", reason="script/setup mutation installs it")
    source = "try:\n    read()\nexcept (zlib.error, OSError):\n    pass\nexcept lzma.LZMAError:\n    pass\n"
    (one,) = mutations_of("a.py", source)
    assert one.applied(source) == source.replace("OSError", "CosmicRayTestingException")


@pytest.mark.slow
def test_the_tests_notice_what_they_look_at(tmp_path: Path) -> None:
    tree = project(tmp_path)
    seconds = {f"tests/ratings/test_shares.py::test_{name}": 0.1 for name in ("halves", "wholes")}
    report = tmp_path / "report.json"
    assert run(tree, seconds, report) == {"ran": 2, "found": ""}
    file = tree / "src" / "arpad" / "ratings" / "shares.py"
    with mutated(file, "def share(part, whole):\n    return part * whole\n"):
        assert run(tree, seconds, report)["found"] == "tests/ratings/test_shares.py::test_halves"
    with mutated(file, "def share(part, whole):\n    while True:\n        pass\n"):
        assert run(tree, seconds, report)["found"] == "tests/ratings/test_shares.py::test_halves does not end"
    with mutated(file, "def share(part, whole)\n"):
        assert run(tree, seconds, report) == {"ran": 0, "found": NOT_LOADED}


@pytest.mark.slow
def test_mutations_are_tried_side_by_side_and_kept(tmp_path: Path) -> None:
    pytest.importorskip("cosmic_ray", reason="script/setup mutation installs it")
    trees = [project(tmp_path / name) for name in ("one", "other")]
    gathered = tmp_path / "ratings.coverage"
    in_process(trees[0], tmp_path / "out", gather, trees[0], "tests/ratings", gathered)
    file = "src/arpad/ratings/shares.py"
    drawn = mutations_of(file, (trees[0] / file).read_text(encoding="utf-8"))
    results = tmp_path / "results.json"
    found = dict(Trial(trees, Covering([gathered]), 60.0, results, "these").of(drawn, again=False))
    assert [one.operator.rpartition("_")[2] for one in found] == ["Mul", "Sub"]
    assert all(told["found"].startswith("tests/ratings/test_shares.py::") for told in found.values())
    again = Trial(trees, Covering([gathered]), 60.0, results, "these")
    assert again.known == {one.name: told for one, told in found.items()}
    gone = {
        name: {**told, "found": "tests/ratings/test_gone.py::test_it"} for name, told in again.known.items()
    }
    results.write_text(json.dumps(gone), encoding="utf-8")
    later = Trial(trees, Covering([gathered]), 60.0, results, "those").of(drawn, again=False)
    assert dict(later) == {one: {**told, "tests": "those"} for one, told in found.items()}


def test_what_is_nearest_to_a_file_of_the_code_is_asked_first(tmp_path: Path) -> None:
    coverage = pytest.importorskip("coverage", reason="script/setup mutation installs it")
    data = coverage.CoverageData(str(tmp_path / "ratings.coverage"))
    lines = {
        "tests/ratings/test_all.py::test_runs_a_line": [1],
        "tests/ratings/test_shares.py::test_half": [1, 2],
    }
    for test, run_by in lines.items():
        data.set_context(test)
        data.add_lines({"shares.py": run_by})
    data.write()
    slow = "tests/ratings/test_shares.py::test_slow"
    seconds = {"tests/ratings/test_all.py::test_another": 0.1, **dict.fromkeys(lines, 0.2), slow: 9.0}
    (tmp_path / "ratings.json").write_text(json.dumps(seconds), encoding="utf-8")
    covering = Covering([tmp_path / "ratings.coverage"])
    half = "tests/ratings/test_shares.py::test_half"
    assert covering.nearest(seconds, "shares.py", 1, 5.0) == {half: 0.2}
    assert covering.nearest({slow: 9.0}, "shares.py", 1, 5.0) == {slow: 9.0}
    assert set(covering.nearest(seconds, "shares.py", 2, 5.0)) == set(seconds) - {slow}


def test_lines_outside_functions_are_asked_of_the_tests_of_the_tree_too(tmp_path: Path) -> None:
    coverage = pytest.importorskip("coverage", reason="script/setup mutation installs it")
    data = coverage.CoverageData(str(tmp_path / "house.coverage"))
    data.set_context("tests/ratings/test_shares.py::test_half")
    inside = SOURCE.splitlines().index("    return -whole") + 1
    data.add_lines({"shares.py": [inside]})
    data.write()
    house = "tests/test_house.py::test_frozen"
    seconds = {
        house: 0.1,
        "tests/ratings/test_shares.py::test_half": 0.2,
        "tests/record/test_a.py::test_b": 0.1,
    }
    (tmp_path / "house.json").write_text(json.dumps(seconds), encoding="utf-8")
    covering = Covering([tmp_path / "house.coverage"])
    outside = SOURCE.splitlines().index("LIMIT: int | None = 7") + 1
    assert covering.tests_of("shares.py", outside, SOURCE) == [
        house,
        "tests/ratings/test_shares.py::test_half",
    ]
    assert covering.tests_of("shares.py", inside, SOURCE) == ["tests/ratings/test_shares.py::test_half"]


def test_a_table_is_asked_of_the_tests_of_those_who_read_it(tmp_path: Path) -> None:
    coverage = pytest.importorskip("coverage", reason="script/setup mutation installs it")
    files = {
        "box/table.py": "ROWS = (1, 2)\n",
        "box/__init__.py": "from box.table import ROWS as ROWS\n",
        "reading.py": "import box\n\n\ndef first() -> int:\n    return box.ROWS[0]\n",
        "naming.py": "AT = 'box.table:ROWS'\n\n\ndef where() -> str:\n    return AT\n",
        "beside.py": "def other() -> int:\n    return 3\n",
        "further.py": "import reading\n\n\ndef second() -> int:\n    return reading.first()\n",
    }
    for name, text in files.items():
        (tmp_path / "src" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "src" / name).write_text(text, encoding="utf-8")
    readers = readers_of(tmp_path, "src/box/table.py")
    assert set(readers) == {"src/reading.py", "src/naming.py"}
    assert readers_of(tmp_path, "src/reading.py") == {}
    data = coverage.CoverageData(str(tmp_path / "house.coverage"))
    seconds: dict[str, float] = {}
    for file, line in (("reading", 5), ("naming", 5), ("beside", 2), ("further", 5)):
        data.set_context(f"tests/test_{file}.py::test_it")
        data.add_lines({f"src/{file}.py": [line]})
        seconds[f"tests/test_{file}.py::test_it"] = 0.1
    data.write()
    (tmp_path / "house.json").write_text(json.dumps(seconds), encoding="utf-8")
    covering = Covering([tmp_path / "house.coverage"])
    asked = covering.tests_of("src/box/table.py", 1, files["box/table.py"], readers)
    assert sorted(asked) == ["tests/test_naming.py::test_it", "tests/test_reading.py::test_it"]
    for name, text in (("further", "from box import ROWS"), ("beside", "ROWS_OF_OTHERS = 1")):
        (tmp_path / "tests").mkdir(exist_ok=True)
        (tmp_path / f"tests/test_{name}.py").write_text(text, encoding="utf-8")
    naming = naming_of(tmp_path, "src/box/table.py")
    assert naming == {"tests/test_further.py"}
    first, *others = covering.tests_of("src/box/table.py", 1, files["box/table.py"], readers, naming)
    assert first == "tests/test_further.py::test_it"
    assert others == asked


def test_a_mutation_of_other_code_is_refused() -> None:
    pytest.importorskip("cosmic_ray", reason="script/setup mutation installs it")
    gone = Mutation("a.py", 1, 0, "ReplaceBreakWithContinue", 0)
    with pytest.raises(ValueError, match=r"nothing to mutate at a\.py:1:0"):
        gone.applied("x = 1\n")
