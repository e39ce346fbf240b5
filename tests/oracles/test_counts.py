"""How many published numbers there are, and what is said of those that are in no table."""

from __future__ import annotations

import ast
import json
from collections import Counter
from pathlib import Path

import pytest

from arpad.rulebooks.rating_catalogue import SYSTEMS
from oracles.rulebook_runners import RULEBOOK_RUNNERS
from oracles.runners import RUNNERS
from oracles.table import HERE, agrees, half_unit, notes, oracles

ROOT = HERE.parents[1]
PAGE = ROOT / "docs" / "oracles.md"

COUNTS = {
    # table: rows, numbers, misprints among what their sources print
    "american": (12, 16, 0),
    "bayeselo": (25, 57, 0),
    "bradleyterry": (7, 30, 0),
    "bridge": (2, 24, 1),
    "elo": (110, 131, 17),
    "england": (6, 6, 1),
    "exam": (3, 9, 0),
    "fide": (236, 457, 6),
    "football": (33, 38, 2),
    "germany": (106, 132, 0),
    "glicko": (56, 123, 20),
    "go": (93, 97, 0),
    "history": (5, 29, 8),
    "kbaduk": (213, 232, 9),
    "online": (24, 46, 1),
    "othello": (10, 10, 0),
    "trueskill": (27, 86, 17),
    "uschess": (33, 42, 2),
    "wenglin": (7, 20, 0),
}
"""A row that is lost, or a table that is not read, is a failure and not a shorter run."""


def counted() -> dict[str, tuple[int, int, int]]:
    rows, numbers, misprints = Counter[str](), Counter[str](), Counter[str]()
    for oracle in oracles():
        rows[oracle.rulebook] += 1
        numbers[oracle.rulebook] += len(oracle.expect)
        misprints[oracle.rulebook] += len(oracle.misprint)
    return {name: (rows[name], numbers[name], misprints[name]) for name in sorted(rows)}


def test_every_number_is_counted() -> None:
    assert counted() == COUNTS
    assert sum(numbers for _, numbers, _ in COUNTS.values()) == 1585


def test_every_row_has_a_source_and_another_name() -> None:
    assert all(oracle.source for oracle in oracles())
    names = Counter(oracle.name for oracle in oracles())
    assert [name for name, times in names.items() if times > 1] == []


def test_every_misprint_says_why_and_is_of_a_number_expected() -> None:
    for oracle in oracles():
        if oracle.misprint:
            assert oracle.row["misprint"]["why"], oracle.name
            assert oracle.misprint.keys() <= oracle.expect.keys(), oracle.name


def test_every_kind_is_used_and_known() -> None:
    known = {**RUNNERS, **RULEBOOK_RUNNERS}
    assert {oracle.kind for oracle in oracles()} == set(known)
    assert len(known) == len(RUNNERS) + len(RULEBOOK_RUNNERS)


WITHOUT = {"fide-blitz", "plackett-luce", "ecf", "wof", "clubelo", "placement", "tiers", "decay"}
"""Blitz follows rapid; no peer prints a fit of Plackett and Luce; of ECF, WOF and ClubElo only parts are published,
which are called as functions; the numbers of the last three are ours."""


def test_only_these_systems_had_no_published_number() -> None:
    told = {oracle.row["system"] for oracle in oracles() if "system" in oracle.row}
    assert not told & WITHOUT
    assert told | WITHOUT <= set(SYSTEMS)
    assert len(told) == 27


@pytest.mark.parametrize(
    ("printed", "inside", "outside"),
    [
        ("1464.06", 1464.0649, 1464.0651),
        ("-0.25", -0.2549, -0.2551),
        ("3", 3.49, 3.51),
        ("9.99e-5", 9.994e-5, 9.996e-5),
    ],
)
def test_a_printed_number_holds_to_half_a_unit(printed: str, inside: float, outside: float) -> None:
    assert agrees(inside, printed)
    assert not agrees(outside, printed)


def test_an_exact_number_leaves_nothing_open() -> None:
    assert half_unit(2.625) == 0.0
    assert agrees(2.625, 2.625)
    assert not agrees(2.6251, 2.625)


def test_what_nobody_reproduces_is_said_with_a_reading() -> None:
    found = notes("_open")
    assert len(found) == 21
    assert all(note["printed"] and note["reading"] for note in found)
    page = PAGE.read_text(encoding="utf-8")
    for note in found:
        assert f"| {note['what']} | {note['reading']} |" in page, note["what"]


def test_what_is_tested_elsewhere_is_there() -> None:
    found = notes("_elsewhere")
    assert len(found) == 20
    for note in found:
        path, _, name = note["test"].partition("::")
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, note["test"]


def test_the_page_tells_the_counts() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, (rows, numbers, misprints) in COUNTS.items():
        assert f"| {name} | {numbers} | {rows} | {misprints} |" in page, name


def test_tables_are_json_with_a_source_for_every_group() -> None:
    for path in Path(HERE).glob("[!_]*.json"):
        assert all(
            group["source"] and group["about"] for group in json.loads(path.read_text(encoding="utf-8"))
        )
