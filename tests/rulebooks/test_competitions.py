"""Kinds of competitions by their names, and the classes that the rulebooks make of them."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from arpad.core import BadInput
from arpad.ratings.rate import rate
from arpad.record import Games, read_games
from arpad.rulebooks.football import EloRatings, FifaMen, FifaWomen, match_classes
from arpad.rulebooks.football import competitions as kind
from arpad.rulebooks.football.match_calendar import WINDOWS, in_window
from arpad.rulebooks.football.match_classes import is_round

NAMED = (
    ("Friendly", kind.FRIENDLY),
    ("Kirin Challenge Cup", kind.FRIENDLY),
    ("Kirin Cup", kind.INVITATIONAL),
    ("FIFA World Cup", kind.WORLD_CUP),
    ("World Cup 2022", kind.WORLD_CUP),
    ("2026 FIFA World Cup", kind.WORLD_CUP),
    ("FIFA Women's World Cup", kind.WORLD_CUP),
    ("FIFA World Cup qualification", kind.WORLD_CUP_QUALIFICATION),
    ("World Cup Qualifiers", kind.WORLD_CUP_QUALIFICATION),
    ("CONIFA World Cup", kind.INVITATIONAL),
    ("CONIFA World Cup qualification", kind.INVITATIONAL),
    ("Copa America", kind.CONTINENTAL),
    ("COPA AMÉRICA", kind.CONTINENTAL),
    ("Copa América qualification", kind.CONTINENTAL_QUALIFICATION),
    ("UEFA Euro 2020/21", kind.CONTINENTAL),
    ("UEFA Euro qualifying", kind.CONTINENTAL_QUALIFICATION),
    ("UEFA Nations League", kind.NATIONS_LEAGUE),
    ("CONCACAF Nations League qualification", kind.NATIONS_LEAGUE),
    ("Confederations Cup", kind.CONFEDERATIONS_CUP),
    ("CONMEBOL–UEFA Cup of Champions", kind.INTERCONTINENTAL),
    ("COSAFA Cup", kind.REGIONAL),
    ("COSAFA Cup qualification", kind.REGIONAL_QUALIFICATION),
    ("AFC Olympic Qualifying Tournament", kind.OLYMPIC_QUALIFICATION),
    ("King's Cup", kind.INVITATIONAL),
    ("King’s Cup", kind.INVITATIONAL),
)

UNKNOWN = ("Premier League", "FIFA Club World Cup", "FIFA U-20 World Cup", "Cup", "", "Gold", "qualification")


@pytest.mark.parametrize(("name", "expected"), NAMED)
def test_a_name_tells_the_kind(name: str, expected: str) -> None:
    assert len(NAMED) == 25
    assert kind.kind_of(name) == expected


@pytest.mark.parametrize("name", UNKNOWN)
def test_other_names_tell_none(name: str) -> None:
    assert len(UNKNOWN) == 7
    assert kind.kind_of(name) is None


def test_no_name_is_of_two_kinds() -> None:
    names = [
        kind.plain(one)
        for each in kind.NAMES.values()
        for line in each.splitlines()
        for one in line.split(";")
        if one.strip()
    ]
    assert len(set(names)) == len(names) - 1  # Four Nations Cup, with an apostrophe and without
    assert set(kind.NAMES) <= set(kind.KINDS)


def matches(*rows: tuple[str, ...], columns: str = "tournament") -> Games:
    """Return matches of A against B, 1–0, with further columns of words."""
    names = ("home_team", "away_team", "home_score", "away_score", *columns.split())
    return read_games(
        pl.DataFrame([("A", "B", 1, 0, *row) for row in rows], schema=list(names), orient="row")
    )


def test_kinds_that_the_rules_weigh() -> None:
    games = matches(*((name,) for name, _ in NAMED if name))
    k = dict(zip((name for name, _ in NAMED), EloRatings().game_weights(games), strict=True))
    assert k["Friendly"] == k["Kirin Challenge Cup"] == 20
    assert k["King's Cup"] == k["Kirin Cup"] == 30
    assert k["FIFA World Cup qualification"] == k["UEFA Nations League"] == k["COSAFA Cup"] == 40
    assert k["Copa America"] == k["Confederations Cup"] == 50
    assert k["World Cup 2022"] == 60
    assert EloRatings().game_weights(matches(("Nehru Cup",), ("CAFA Nations Cup",))).tolist() == [40, 30]


def test_the_note_counts_the_games() -> None:
    games = matches(("Friendly",), ("King's Cup",), ("Friendly",))
    assert rate(games, EloRatings()).notes == (
        "stages by the name of the competition: friendly 2 games, tournament 1 game",
    )
    assert rate(games, EloRatings(importance=20)).notes == ()


def test_unknown_names_are_listed_with_their_games() -> None:
    games = matches(("Friendly",), ("Town Cup",), ("Premier League",), ("Town Cup",))
    with pytest.raises(
        BadInput, match=r"not known by name: 'Town Cup' \(2 games\), 'Premier League' \(1 game\)"
    ) as raised:
        rate(games, EloRatings())
    assert "competition,stage" in str(raised.value)
    assert 'stages="FILE"' in str(raised.value)


def test_a_kind_that_the_rules_do_not_weigh_is_not_known() -> None:
    games = matches(("UEFA Nations League",))
    with pytest.raises(BadInput, match=r"'UEFA Nations League' \(1 game\)"):
        FifaWomen().game_weights(games)


def test_a_stage_holds_before_the_name() -> None:
    games = matches(("Friendly", "qualifier"), ("Friendly", ""), columns="tournament stage")
    assert EloRatings().game_weights(games).tolist() == [40, 20]
    with pytest.raises(BadInput, match="'Vorspiel' is not a known class of match"):
        EloRatings().game_weights(matches(("Friendly", "Vorspiel"), columns="tournament stage"))


def test_a_weight_holds_before_both() -> None:
    games = matches(("Friendly", "60"), columns="tournament weight")
    assert EloRatings().game_weights(games).tolist() == [60]
    assert rate(games, EloRatings()).notes == ()


def test_the_stage_may_name_the_competition_or_its_kind() -> None:
    games = matches(
        ("FIFA World Cup",), ("Invitational tournament",), ("UEFA Euro qualification",), columns="stage"
    )
    assert EloRatings().game_weights(games).tolist() == [60, 30, 40]


ROUNDS = (
    ("FIFA World Cup", "Group A", 50, False),
    ("FIFA World Cup", "Round of 16", 50, True),
    ("FIFA World Cup", "Quarter-finals", 60, True),
    ("FIFA World Cup", "Final", 60, True),
    ("FIFA World Cup", "Third place play-off", 60, True),
    ("FIFA World Cup", "Qualifying Round 2", 25, False),
    ("UEFA Euro", "Round of 16", 35, True),
    ("UEFA Euro", "Semi-finals", 40, True),
    ("UEFA Nations League", "League A", 15, False),
    ("UEFA Nations League", "Play-offs", 25, False),
    ("UEFA Nations League", "Final", 25, True),
    ("Confederations Cup", "Semi-final", 40, True),
    ("Friendly", "Final", 5, False),
)


@pytest.mark.parametrize("entries", [1 << 20, 1])
@pytest.mark.parametrize("column", ["stage", "round"])
def test_rounds_of_final_competitions(column: str, entries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(ROUNDS) == 13
    monkeypatch.setattr(match_classes, "ENTRIES", entries)
    games = matches(*(row[:2] for row in ROUNDS), columns=f"tournament {column}")
    system = FifaMen()
    assert system.game_weights(games).tolist() == [row[2] for row in ROUNDS]
    assert (system.game_kinds(games) == 2).tolist() == [row[3] for row in ROUNDS]


def test_a_plain_knock_out_is_one_of_its_competition() -> None:
    games = matches(("UEFA Euro", "knock-out"), columns="tournament stage")
    assert FifaMen().game_weights(games).tolist() == [35]
    assert FifaMen().game_kinds(games).tolist() == [2]


def test_rounds_that_nothing_tells_are_counted() -> None:
    (note,) = rate(matches(("UEFA Euro",), ("Friendly",), ("UEFA Euro",)), FifaMen()).notes
    assert note.endswith("; nothing tells the rounds of 2 games of finals: none counts as a knock-out")


@pytest.mark.parametrize("word", ["Friendly", "FIFA World Cup", "winter", "A"])
def test_what_is_no_round(word: str) -> None:
    assert not is_round(word)


def test_friendlies_in_a_window_of_fifa() -> None:
    rows = [("2023-03-19",), ("2023-03-20",), ("2023-03-28",), ("2023-03-29",), ("2017-03-25",)]
    games = matches(*((*row, "Friendly") for row in rows), columns="date tournament")
    assert FifaMen().game_weights(games).tolist() == [5, 10, 10, 5, 5]
    said = matches(("2023-03-20", "Friendly", "friendly"), columns="date tournament stage")
    assert FifaMen().game_weights(said).tolist() == [5]


def test_windows_are_in_order_and_apart() -> None:
    days = [day for window in WINDOWS for day in window]
    assert days == sorted(days)
    assert not in_window(np.array(["NaT", "2030-12-01"], dtype="datetime64[D]")).any()
