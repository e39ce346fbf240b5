from __future__ import annotations

import csv
from collections import Counter
from datetime import date
from functools import cache

import pytest

from arpad.record.samples import football_world_cups

HEADER = [
    "date",
    "event",
    "stage",
    "home_team",
    "away_team",
    "home_score",
    "away_score",
    "neutral",
    "shootout",
]

TOURNAMENTS = {
    # year: matches, goals, hosts, champion
    1930: (18, 70, ("Uruguay",), "Uruguay"),
    1934: (17, 70, ("Italy",), "Italy"),
    1938: (18, 84, ("France",), "Italy"),
    1950: (22, 88, ("Brazil",), "Uruguay"),
    1954: (26, 140, ("Switzerland",), "Germany"),
    1958: (35, 126, ("Sweden",), "Brazil"),
    1962: (32, 89, ("Chile",), "Brazil"),
    1966: (32, 89, ("England",), "England"),
    1970: (32, 95, ("Mexico",), "Brazil"),
    1974: (38, 97, ("Germany",), "Germany"),
    1978: (38, 102, ("Argentina",), "Argentina"),
    1982: (52, 146, ("Spain",), "Italy"),
    1986: (52, 132, ("Mexico",), "Argentina"),
    1990: (52, 115, ("Italy",), "Germany"),
    1994: (52, 141, ("United States",), "Brazil"),
    1998: (64, 171, ("France",), "France"),
    2002: (64, 161, ("South Korea", "Japan"), "Brazil"),
    2006: (64, 147, ("Germany",), "Italy"),
    2010: (64, 145, ("South Africa",), "Spain"),
    2014: (64, 171, ("Brazil",), "Germany"),
    2018: (64, 169, ("Russia",), "France"),
    2022: (64, 172, ("Qatar",), "Argentina"),
}

LAST_FOUR = {"semi-final": 2, "third place": 1, "final": 1}
QUARTER_FINALS = {"quarter-final": 4, **LAST_FOUR}
ROUND_OF_16 = {"round of 16": 8, **QUARTER_FINALS}
STAGES = {
    1930: {"group": 15, "semi-final": 2, "final": 1},
    1934: {"round of 16": 8, "quarter-final": 4 + 1, **LAST_FOUR},  # with the replays
    1938: {"round of 16": 7 + 2, "quarter-final": 4 + 1, **LAST_FOUR},  # one of eight walked over
    1950: {"group": 16, "final round": 5, "final": 1},
    1954: {"group": 16, "group play-off": 2, **QUARTER_FINALS},
    1958: {"group": 24, "group play-off": 3, **QUARTER_FINALS},
    **{year: {"group": 24, **QUARTER_FINALS} for year in (1962, 1966, 1970)},
    **{year: {"group": 24, "second group": 12, "third place": 1, "final": 1} for year in (1974, 1978)},
    1982: {"group": 36, "second group": 12, **LAST_FOUR},
    **{year: {"group": 36, **ROUND_OF_16} for year in (1986, 1990, 1994)},
    **{year: {"group": 48, **ROUND_OF_16} for year in range(1998, 2023, 4)},
}

# Points, goals for and goals against of each team in the groups of 2022.
GROUPS_2022 = {
    "Netherlands": (7, 5, 1), "Senegal": (6, 5, 4), "Ecuador": (4, 4, 3), "Qatar": (0, 1, 7),
    "England": (7, 9, 2), "United States": (5, 2, 1), "Iran": (3, 4, 7), "Wales": (1, 1, 6),
    "Argentina": (6, 5, 2), "Poland": (4, 2, 2), "Mexico": (4, 2, 3), "Saudi Arabia": (3, 3, 5),
    "France": (6, 6, 3), "Australia": (6, 3, 4), "Tunisia": (4, 1, 1), "Denmark": (1, 1, 3),
    "Japan": (6, 4, 3), "Spain": (4, 9, 3), "Germany": (4, 6, 5), "Costa Rica": (3, 3, 11),
    "Morocco": (7, 4, 1), "Croatia": (5, 4, 1), "Belgium": (4, 1, 2), "Canada": (0, 2, 7),
    "Brazil": (6, 3, 1), "Switzerland": (6, 4, 3), "Cameroon": (4, 4, 4), "Serbia": (1, 5, 8),
    "Portugal": (6, 6, 4), "South Korea": (4, 4, 4), "Uruguay": (4, 2, 2), "Ghana": (3, 5, 7),
}  # fmt: skip

SHOOTOUTS = {
    1982: 1,
    1986: 3,
    1990: 4,
    1994: 3,
    1998: 3,
    2002: 2,
    2006: 4,
    2010: 2,
    2014: 4,
    2018: 4,
    2022: 5,
}


@cache
def rows() -> list[dict[str, str]]:
    with football_world_cups().open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def year_of(row: dict[str, str]) -> int:
    return int(row["event"].removeprefix("World Cup "))


def goals(row: dict[str, str]) -> tuple[int, int]:
    return int(row["home_score"]), int(row["away_score"])


def winner(row: dict[str, str]) -> str:
    home, away = goals(row)
    if home == away:
        return row["shootout"]
    return row["home_team"] if home > away else row["away_team"]


def test_a_real_file_with_the_promised_columns() -> None:
    path = football_world_cups()
    assert path.is_file()
    with path.open(encoding="utf-8", newline="") as file:
        assert next(csv.reader(file)) == HEADER
    for row in rows():
        assert list(row) == HEADER
        assert all(value == value.strip() for value in row.values())
        assert all(value for name, value in row.items() if name != "shootout")


def test_all_matches_are_there_once() -> None:
    assert len(rows()) == 964
    assert Counter(map(year_of, rows())) == {year: facts[0] for year, facts in TOURNAMENTS.items()}
    matches = Counter((row["date"], *sorted((row["home_team"], row["away_team"]))) for row in rows())
    assert max(matches.values()) == 1
    appearances = Counter(
        (row["date"], team) for row in rows() for team in (row["home_team"], row["away_team"])
    )
    assert max(appearances.values()) == 1, "a team plays at most once a day"


def test_goals_per_tournament() -> None:
    total: Counter[int] = Counter()
    for row in rows():
        total[year_of(row)] += sum(goals(row))
    assert total == {year: facts[1] for year, facts in TOURNAMENTS.items()}
    assert total.total() == 2720


def test_dates_are_in_order_and_in_their_year() -> None:
    days = [date.fromisoformat(row["date"]) for row in rows()]
    assert days == sorted(days)
    assert [day.year for day in days] == [year_of(row) for row in rows()]
    assert (days[0], days[-1]) == (date(1930, 7, 13), date(2022, 12, 18))


@pytest.mark.parametrize("year", TOURNAMENTS)
def test_stages_and_champion(year: int) -> None:
    tournament = [row for row in rows() if year_of(row) == year]
    assert Counter(row["stage"] for row in tournament) == STAGES[year]
    assert tournament[-1]["date"] == max(row["date"] for row in tournament if row["stage"] == "final")
    (final,) = (row for row in tournament if row["stage"] == "final")
    assert winner(final) == TOURNAMENTS[year][3]


def test_only_hosts_are_at_home_and_always() -> None:
    for row in rows():
        hosts = TOURNAMENTS[year_of(row)][2]
        assert row["neutral"] in ("True", "False")
        assert row["away_team"] not in hosts
        assert (row["neutral"] == "False") == (row["home_team"] in hosts)


def test_shootouts_follow_draws_and_have_one_of_the_two_as_winner() -> None:
    decided = [row for row in rows() if row["shootout"]]
    assert Counter(map(year_of, decided)) == SHOOTOUTS
    for row in decided:
        home, away = goals(row)
        assert home == away
        assert row["shootout"] in (row["home_team"], row["away_team"])
        assert row["stage"] in ("round of 16", "quarter-final", "semi-final", "final")
    undecided = {
        row["date"]
        for row in rows()
        if not winner(row)
        and row["stage"] in ("round of 16", "quarter-final", "semi-final", "third place", "final")
    }
    assert undecided == {"1934-05-31", "1938-06-04", "1938-06-05", "1938-06-12"}, "those were replayed"


def test_winners_go_on_and_losers_of_semi_finals_play_for_third_place() -> None:
    for year in range(1986, 2023, 4):
        teams = {
            stage: [row for row in rows() if year_of(row) == year and row["stage"] == stage]
            for stage in ("round of 16", "quarter-final", "semi-final", "third place", "final")
        }
        both = {
            name: {t for row in part for t in (row["home_team"], row["away_team"])}
            for name, part in teams.items()
        }
        won = {name: {winner(row) for row in part} for name, part in teams.items()}
        assert len(both["round of 16"]) == 16
        assert won["round of 16"] == both["quarter-final"]
        assert won["quarter-final"] == both["semi-final"]
        assert won["semi-final"] == both["final"]
        assert both["semi-final"] - won["semi-final"] == both["third place"]


def test_matches_of_some_teams() -> None:
    played = Counter(team for row in rows() for team in (row["home_team"], row["away_team"]))
    known = {
        "Brazil": 114, "Germany": 112, "Argentina": 88, "Italy": 83, "England": 74,
        "France": 73, "Spain": 67, "Mexico": 60, "Uruguay": 59,
    }  # fmt: skip
    assert {team: played[team] for team in known} == known
    assert [team for team, number in played.items() if number == 1] == ["Indonesia"]
    assert len(played) == 82


def test_groups_of_2022() -> None:
    table: dict[str, list[int]] = {team: [0, 0, 0] for team in GROUPS_2022}
    played: Counter[str] = Counter()
    for row in rows():
        if year_of(row) != 2022 or row["stage"] != "group":
            continue
        home, away = goals(row)
        for team, own, other in ((row["home_team"], home, away), (row["away_team"], away, home)):
            played[team] += 1
            table[team][0] += 3 if own > other else int(own == other)
            table[team][1] += own
            table[team][2] += other
    assert {team: tuple(line) for team, line in table.items()} == GROUPS_2022
    assert set(played.values()) == {3}
