"""The Dutch system against positions paired by bbpPairings 6.0.0 (and, by the rules of 2017, 5.0.1).

``second_bye.jsonl`` are positions in which 6.0.0 gives somebody a second bye (C2); what stands there is the
answer of the corrected engine, which FIDE's pairing checker gives as well.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arpad.rulebooks.fide.pairing.dutch.system import DUTCH_2017, DUTCH_2026, Dutch
from arpad.tournament.results import Result
from arpad.tournament.system import NoLegalRound
from arpad.tournament.trf import parse
from larger_data import larger

HERE = Path(__file__).parent / "positions.jsonl.gz"


def positions(file: Path) -> Iterator[dict[str, Any]]:
    """Yield the positions of a file."""
    read = gzip.open if file.suffix == ".gz" else open
    with read(file, "rt") as lines:
        for line in lines:
            yield json.loads(line)


def all_positions(name: str) -> Path:
    """Return a file of the full set, which is in the larger collection."""
    return larger(f"oracles/pairing/{name}")


def paired(engine: Dutch, text: str) -> list[list[int]] | None:
    """Return the boards and the bye as the oracle writes them."""
    try:
        one = engine.pair(parse(text).tournament()).round
    except NoLegalRound:
        return None
    boards = [[game.white, game.black] for game in one.pairings]
    return boards + [[bye.number, 0] for bye in one.byes if bye.result is Result.PAIRING_BYE]


def compare(file: Path, key: str, engine: Dutch) -> int:
    """Compare all positions that have an answer: boards in order, colours, the bye. Return how many."""
    count = 0
    for position in positions(file):
        if key in position:
            assert paired(engine, position["trf"]) == position[key], position["id"]
            count += 1
    return count


def test_samples() -> None:
    """One position in twenty, and one that a moved-down player's search once got wrong."""
    assert compare(HERE, "dutch_2026", Dutch(DUTCH_2026)) == 50


def test_samples_of_2017() -> None:
    """The same positions by the rules before 2026-02-01, where bbpPairings 5.0.1 was asked."""
    assert compare(HERE, "dutch_2017", Dutch(DUTCH_2017)) == 24


@pytest.mark.slow
def test_all_positions() -> None:
    file = all_positions("dutch.jsonl.gz")
    assert compare(file, "dutch_2026", Dutch(DUTCH_2026)) == 897
    assert compare(file, "dutch_2017", Dutch(DUTCH_2017)) == 480


def test_no_second_bye() -> None:
    assert compare(all_positions("second_bye.jsonl"), "dutch_2026", Dutch(DUTCH_2026)) == 4
