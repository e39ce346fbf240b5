"""Real events: the published standings with their values.

Frome 2026 (two groups, progressive scores) and Moscow, CAO cups of September and October 2025 (performance
ratings by the international rating, else the national one), as chess-results.com published them; names left
out.
"""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from arpad.rulebooks.fide.tiebreaks import VIRTUAL
from arpad.rulebooks.standings import standings
from arpad.tournament.standings import Standings
from arpad.tournament.trf import read_trf

DATA = Path(__file__).parent / "data"


def published(name: str) -> dict[int, dict[str, str]]:
    with (DATA / f"{name}.csv").open(newline="") as stream:
        return {int(row["no"]): row for row in csv.DictReader(stream)}


def within(made: Standings, number: int, rank: str) -> bool:
    """Tell whether a published rank is one of those that a place covers: those who share it were set apart by
    what the organisers did not publish."""
    first = made.place(number).rank
    assert first is not None
    return first <= int(rank) < first + sum(place.rank == first for place in made)


@pytest.mark.parametrize(("name", "count"), [("frome2026_open", 38), ("frome2026_standard", 31)])
def test_frome_is_ranked_by_progressive_scores(name: str, count: int) -> None:
    rows = published(name)
    made = standings(read_trf(DATA / f"{name}.trf"), ["PS"])
    right = [
        number
        for number, row in rows.items()
        if made.value(number, "PS").value == float(row["progressive"])
        and made.place(number).points.value == float(row["points"])
        and within(made, number, row["rank"])
    ]
    assert len(right) == len(rows) == count


@pytest.mark.parametrize(("name", "shared"), [("frome2026_open", 2), ("frome2026_standard", 2)])
def test_frome_orders_who_is_still_level_by_the_virtual_opponents_buchholz(name: str, shared: int) -> None:
    # The organisers published no more tie-breaks; this one gives their order of all but two, who share.
    rows = published(name)
    made = standings(read_trf(DATA / f"{name}.trf"), ["PS", "BH"], VIRTUAL)
    assert all(within(made, number, row["rank"]) for number, row in rows.items())
    ranks = [place.rank for place in made]
    assert sum(ranks.count(rank) > 1 for rank in ranks) == shared


@pytest.mark.parametrize(
    ("name", "count"), [("moscow_cao_october2025", 26), ("moscow_cao_september2025", 29)]
)
def test_moscows_performance_ratings(name: str, count: int) -> None:
    rows = published(name)
    tournament = read_trf(DATA / f"{name}.trf")
    rated = replace(
        tournament,
        entrants=tuple(replace(one, rating=int(rows[one.number]["rating"])) for one in tournament.entrants),
    )
    made = standings(rated, ["TPR"])
    right = [
        number
        for number, row in rows.items()
        if made.value(number, "TPR").value == int(row["performance"])
        and made.place(number).points.value == float(row["points"])
    ]
    assert len(right) == len(rows) == count


@pytest.mark.parametrize(
    ("name", "codes"), [("moscow_cao_october2025", ["BH", "BH/C1"]), ("moscow_cao_september2025", ["BH/C1"])]
)
def test_moscows_order_is_the_virtual_opponents_buchholz(name: str, codes: list[str]) -> None:
    # Which tie-breaks were used was not published. The rules of before 2023 give every place; C.07 does not.
    rows = published(name)
    tournament = read_trf(DATA / f"{name}.trf")
    made = standings(tournament, codes, VIRTUAL)
    assert [place.rank for place in made] == [int(rows[place.entrant.number]["rank"]) for place in made]
    newer = standings(tournament, codes, date(2024, 8, 1))
    assert any(place.rank != int(rows[place.entrant.number]["rank"]) for place in newer)
