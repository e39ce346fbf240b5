"""The columns of the ranking list: one table for files, terminal, pages and their documentation."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from arpad.core import BadInput
from arpad.ratings.elo.system import Elo
from arpad.ratings.glicko.glicko2 import Glicko2
from arpad.ratings.list_columns import LIST_COLUMNS, Extras, Style, in_files, printed_columns
from arpad.ratings.previous_list import PreviousList
from arpad.ratings.rate import rate
from arpad.record import Games, Players
from arpad.record.assembly.identity import attributes_of
from arpad.record.kinds.ranks import Ranked
from arpad.rulebooks.online.divisions import Divisions

PAGE = Path(__file__).parents[2] / "docs" / "publishing" / "lists.md"

STYLE = Style(lambda value, decimals: f"{value:.{decimals}f}", str, str, 0)


@pytest.fixture(scope="module")
def games() -> Games:
    days = np.array(["2026-01-01", "2026-01-02", "2026-01-03"], dtype="datetime64[D]")
    first, second = np.array([0, 1, 2], dtype=np.int32), np.array([1, 2, 0], dtype=np.int32)
    return Games(Players(("Ann", "Bob", "Cid")), first, second, np.array([1, 0.5, 0.0]), time=days)


def documented() -> list[list[str]]:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_lists_by_pool_are_compared_with_lists_by_pool() -> None:
    whole = PreviousList("b.csv", {None: [Ranked("Ann", 1, 1510.0)]})
    pools = PreviousList("b.csv", {"rapid": [Ranked("Ann", 1, 1510.0)]})
    assert whole.of_pool(None).players.keys() == pools.of_pool("rapid").players.keys() == {"Ann"}
    assert not pools.of_pool("blitz").players
    assert not PreviousList("b.csv", {}).of_pool(None).players
    with pytest.raises(BadInput, match="the list has no pools, and the new list has"):
        whole.of_pool("rapid")
    with pytest.raises(BadInput, match="the list has pools, and the new list has none"):
        pools.of_pool(None)


def test_the_documentation_has_every_column_as_it_is() -> None:
    expected = []
    for column in LIST_COLUMNS:
        where = "" if len(column.on) > 1 or not column.heading else f" ({next(iter(column.on))})"
        option = f"`{column.option}`" if column.option else ""
        printed = f"{column.heading}{where}".replace("\u00a0", " ")
        expected.append([f"`{column.name}`", column.kind, printed, option, column.meaning])
    assert documented() == expected


def test_every_column_has_one_source_and_a_name_of_its_own() -> None:
    assert all((column.values is None) != (column.derived is None) for column in LIST_COLUMNS)
    assert len({column.name for column in LIST_COLUMNS}) == len(LIST_COLUMNS)


def test_a_list_has_the_columns_of_its_system_in_the_order_of_files(games: Games) -> None:
    before = PreviousList("before.csv", {None: [Ranked("Ann", 2, 1510.0)]})
    extras = Extras(divisions=Divisions.parse("Low; High 1500"), joint=True, previous=before)
    ids = attributes_of(games.players.names, {"Ann": "7"})
    known = replace(games, players=games.players.with_attributes(ids))
    assert rate(known, Glicko2()).table(extras=extras).columns == [column.name for column in in_files()]
    assert rate(games, Elo()).table().columns == (
        ["rank", "player", "rating", "games", "wins", "draws", "losses", "last_played", "provisional"]
    )


def test_a_row_as_it_is_printed(games: Games) -> None:
    ratings = rate(games, Glicko2())
    table = ratings.table(extras=Extras(divisions=Divisions.parse("Low; High 1500")))
    row = table.row(0, named=True)
    printed = {one.name: one.printed(row, STYLE) for one in printed_columns(table, "page")}
    half = f"{1.96 * row['deviation']:.0f}"
    assert printed == {
        "rank": "1",
        "player": "Ann",
        "division": "High",
        "rating": f"{row['rating']:.0f}",
        "deviation": half,
        "low": f"{row['low']:.0f} – {row['high']:.0f}",
        "games": "2",
        "wins": "2",
        "draws": "0",
        "losses": "0",
        "last_played": str(date(2026, 1, 3)),
    }
    assert "low" not in [one.name for one in printed_columns(table, "terminal")]


@pytest.mark.parametrize(
    ("change", "text"),
    [(12.25, "+12.2"), (0.5, "+0.5"), (-0.5, "-0.5"), (0.04, "0.0"), (0.0, "0.0"), (None, "")],
)
def test_a_change_has_its_sign(change: float | None, text: str) -> None:
    (column,) = (one for one in LIST_COLUMNS if one.name == "change")
    assert column.printed({"change": change}, STYLE) == text


@pytest.mark.parametrize("text", ["Low", "Bronze; Silver 1200; Gold 1500.25", "a; b -3"])
def test_divisions_as_text_are_what_was_read(text: str) -> None:
    assert str(Divisions.parse(text)) == text


def test_ids_of_those_who_stand_apart_alone(games: Games) -> None:
    """Whoever is established has none, and whoever is provisional has one: both parts are one list."""
    days = np.repeat(games.time, 20) if games.time is not None else None
    first, second, score = (np.repeat(column, 20) for column in (games.first, games.second, games.score))
    names = Players((*games.players.names, "New"), {"id": np.array([None, None, None, "7"], dtype=object)})
    more = Games(
        names,
        np.append(first, np.int32(3)),
        np.append(second, np.int32(0)),
        np.append(score, 0.5),
        time=None if days is None else np.append(days, days[-1]),
    )
    table = rate(more, Glicko2()).table(provisional="apart")
    assert dict(zip(table["player"], table["id"], strict=True))["New"] == "7"
    assert table["id"].null_count() == 3
