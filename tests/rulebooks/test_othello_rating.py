"""World Othello Federation: its weights by age, who is listed, who is official."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest

from arpad.core import BadInput, NotProvided
from arpad.ratings.rate import rate
from arpad.ratings.whole_history.bradley_terry import BradleyTerry
from arpad.record import Games, Players
from arpad.rulebooks.othello import WorldOthello
from arpad.rulebooks.othello.weights import WEIGHTS, age, weight

DAY = "2026-11-15"
AGES = [
    # played on, whole months before 2026-11-15, weight: worldothello.org, Ratings FAQ
    ("2026-11-15", 0, 150),
    ("2026-04-16", 6, 150),
    ("2026-04-15", 7, 100),
    ("2025-09-16", 13, 100),
    ("2025-09-15", 14, 60),
    ("2024-09-16", 25, 60),
    ("2024-09-15", 26, 30),
    ("2023-09-16", 37, 30),
    ("2023-09-15", 38, 1),
    ("1991-01-01", 430, 1),
]


def games(rows: list[tuple[str, str, float, str]]) -> Games:
    names: dict[str, int] = {}
    ids: list[Any] = [
        (names.setdefault(a, len(names)), names.setdefault(b, len(names))) for a, b, _, _ in rows
    ]
    pairs = np.array(ids, dtype=np.int32)
    days = np.array([day for *_, day in rows], dtype="datetime64[D]")
    return Games(
        Players(list(names)), pairs[:, 0], pairs[:, 1], np.array([s for _, _, s, _ in rows]), time=days
    )


def test_the_weights_by_age() -> None:
    assert len(WEIGHTS) == 4
    days = np.array([day for day, _, _ in AGES], dtype="datetime64[D]")
    months = age(days, np.datetime64(DAY))
    assert months.tolist() == [expected for _, expected, _ in AGES]
    assert weight(months).tolist() == [expected for *_, expected in AGES]


ROWS = [
    ("Ann", "Bob", 1.0, "2026-11-01"),
    ("Ann", "Bob", 0.0, "2026-01-10"),
    ("Bob", "Cat", 1.0, "2026-11-01"),
    ("Bob", "Cat", 0.0, "2024-11-20"),
    ("Dan", "Cat", 0.5, "2020-01-01"),
    ("Dan", "Cat", 1.0, "2020-01-02"),
    ("Eve", "Ann", 1.0, "2026-10-01"),
    *[("Bob", "Ann", s, "2026-11-02") for s in (1.0, 0.0, 1.0, 0.0, 0.5) * 6],
    *[("Bob", "Cat", s, "2026-11-02") for s in (1.0, 0.0, 1.0, 0.0, 0.5) * 6],
]


def test_it_is_bradley_terry_on_weighted_games() -> None:
    record = games(ROWS)
    weighted = Games(
        record.players,
        record.first,
        record.second,
        record.score,
        weight=np.array([150.0, 100, 150, 60, 1, 1, 150] + 60 * [150]) / 150,
    )
    theirs, plain = rate(record, WorldOthello()), rate(weighted, BradleyTerry(prior=350))
    np.testing.assert_allclose(theirs.rating, plain.rating, atol=1e-9)


def test_who_won_all_is_never_official_and_who_is_away_not_listed() -> None:
    record = games(ROWS)
    ratings = rate(record, WorldOthello())
    official = dict(zip(ratings.players.names, ~ratings.provisional, strict=True))
    assert official["Ann"]
    assert official["Bob"]
    assert not official["Eve"], "won all"
    assert not official["Dan"], "two old games"
    listed = WorldOthello().listed(record)
    assert dict(zip(record.players.names, listed.tolist(), strict=True)) == {
        "Ann": True, "Bob": True, "Cat": True, "Dan": False, "Eve": True,
    }  # fmt: skip


def test_a_strength_is_bounded_from_both_sides_or_its_error_is_above_that_of_an_official_rating() -> None:
    record = games(
        [
            ("All", "None", 1.0, DAY),
            ("Both", "None", 1.0, DAY),
            ("All", "Both", 1.0, DAY),
            ("Other", "All", 0.0, DAY),
            ("None", "Draw", 0.0, DAY),
            ("Draw", "Both", 0.5, DAY),
            ("Won", "None", 1.0, DAY),
            ("Lost", "Both", 0.0, DAY),
        ]
    )
    found = WorldOthello().uncertainty(record, np.full(len(record.players), 10.0))
    both = [name for name, error in zip(record.players.names, found, strict=True) if error == 10.0]
    assert both == ["Both", "Draw"]


@pytest.mark.parametrize(
    ("day", "listed"),
    # 38 months before 15 November 2026 is 15 September 2023.
    [("2023-09-14", False), ("2023-09-15", False), ("2023-09-16", True)],
)
def test_a_player_is_listed_until_the_last_game_is_38_months_old(day: str, listed: bool) -> None:
    record = games([("A", "B", 1.0, day), ("C", "D", 1.0, "2026-11-01")])
    found = WorldOthello(on="2026-11-15").listed(record)
    assert dict(zip(record.players.names, found.tolist(), strict=True))["A"] == listed


def test_the_day_of_the_calculation() -> None:
    later = rate(games(ROWS), WorldOthello(on="2030-01-01"))
    assert later.provisional.all(), "all games count 1 by then"
    with pytest.raises(BadInput, match="after the calculation"):
        rate(games(ROWS), WorldOthello(on="2025-01-01"))
    with pytest.raises(BadInput, match="on cannot be"):
        WorldOthello(on="soon")


def test_without_dates_there_are_no_weights() -> None:
    record = games(ROWS)
    bare = Games(record.players, record.first, record.second, record.score)
    with pytest.raises(NotProvided, match="no dates"):
        rate(bare, WorldOthello())


def test_a_list_as_of_a_day_is_calculated_on_it() -> None:
    rows = [("A", "B", 1.0, "2026-04-01"), ("B", "A", 1.0, "2025-04-01"), ("A", "B", 1.0, "2024-10-01")]
    day = date(2026, 11, 15)
    listed = rate(games(rows), WorldOthello(), as_of=day)
    asked = rate(games(rows), WorldOthello(on=DAY))
    assert listed.rating.tolist() == asked.rating.tolist()
    assert listed.rating.tolist() != rate(games(rows), WorldOthello()).rating.tolist()
    assert listed.system == WorldOthello(on=DAY)
    kept = rate(games(rows), WorldOthello(on="2026-05-01"), as_of=day)
    assert kept.system == WorldOthello(on="2026-05-01")
