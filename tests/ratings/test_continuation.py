"""Going on from a list: a record rated in two parts gives what the whole gives."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import arpad
from arpad.core import BadInput, NotProvided
from arpad.office import publish
from arpad.ratings.continuation import standing
from arpad.ratings.result import Ratings
from arpad.ratings.system import RatingSystem
from arpad.record import Games, Labels, Players
from arpad.rulebooks.rating_catalogue import SYSTEMS, rating_system, system_class


@dataclass(frozen=True)
class Case:
    """A system with a schedule and settings, and what the record must be like for it.

    Args:
        system: its name.
        schedule: ``live`` or ``period``.
        settings: its parameters.
        period: the rating period; the system's own if not given.
        rated: the share of players whose ratings are given; 0 for a record without any.
        scale: mean and spread of these.
        goals: whether the record has points, which decide the results.
        start: the first month.
        months: the months with which events begin.
    """

    system: str
    schedule: str
    settings: dict[str, Any] = field(default_factory=dict)
    period: str | None = None
    rated: float = 0.7
    scale: tuple[float, float] = (1700.0, 200.0)
    goals: bool = False
    start: str = "2024-07"
    months: tuple[int, ...] = tuple(range(18))

    def __str__(self) -> str:
        told = ",".join(f"{name}={value}" for name, value in self.settings.items())
        return f"{self.system}-{self.schedule}-{self.period or 'own'}-{self.start}-{told}"


def schedules(name: str, *settings: dict[str, Any], **more: Any) -> list[Case]:
    return [
        Case(name, schedule, each, **more) for schedule in system_class(name).schedules for each in settings
    ]


STONES = (-5.0, 4.0)
GO_ON = [
    *schedules("elo", {}, {"k": "40 if games<10; 20 if peak<1750; 15 if age<18; 10"}, {"rounding": 1}),
    *schedules("elo", {"carry": 0.7}),
    *schedules("online", {"peak_floor": 30, "gains": "1.2 if rating<1700; 1"}),
    Case("online", "live", {"streak": 3, "streak_from": 2}),
    *schedules("elo", {"margin": "log", "curve": "normal"}, goals=True),
    *schedules("glicko", {}, {"c": 20, "min_deviation": 40}),
    *schedules("glicko", {}, period="event"),
    *schedules("glicko", {}, period="1w"),
    *schedules("glicko2", {}, {"tau": 1.2}),
    *schedules("glicko2", {}, period="event"),
    *schedules("glicko-boost", {}),
    *schedules("glicko-boost", {}, period="event"),
    *schedules("stephenson", {}, {"bval": 2.0, "gamma": 20}),
    # Games that say next to nothing leave a deviation above the ceiling.
    *schedules("stephenson", {"hval": 150.0}, scale=(1700.0, 4000.0)),
    *schedules("stephenson", {}, period="event"),
    *schedules("trueskill", {}, {"tau": 1.0}, rated=0),
    *schedules("weng-lin", {}, rated=0),
    *schedules("elo-mmr", {}, {"drift": 20.0}, {"history": 4.0, "rho": 0.3}, {"model": "gaussian"}),
    *schedules("bayes-elo", {}, {"draws": "fraction"}),
    Case("fide", "period"),
    Case("fide", "period", start="2023-05"),
    Case("fide-rapid", "period", rated=0.5),
    *schedules("fide", {"initial": 1500}, {"initial": 1500, "k": 20}),
    *schedules("fide-rapid", {"initial": 1500}),
    *schedules("fide-blitz", {"initial": 1500}),
    *schedules("uschess", {}, {"dual": True}),
    *schedules("dwz", {}, {"initial": 1500}),
    *schedules("ingo", {}, scale=(150.0, 40.0)),
    *schedules("ecf", {}),
    *schedules("exam", {}),
    *schedules("kbaduk", {}, {"expectation": "table"}),
    *schedules("egf", {}),
    *schedules("aga", {}, scale=STONES),
    *schedules("bridge", {}, goals=True),
    *schedules("fifa-men", {"importance": 25}),
    *schedules("fifa-women", {"importance": 4}, goals=True),
    *schedules("eloratings", {"importance": 60}, goals=True),
    *schedules("clubelo", {}, goals=True),
    *schedules("nfl", {}, goals=True, months=(0, 7, 12)),
    *schedules("nba", {}, goals=True, months=(0, 7, 12)),
    *schedules("lichess", {}),
    *schedules("placement", {}),
    *schedules("tiers", {}),
    *schedules("decay", {"decay_to": 1500}),
]
CANNOT = ("bradley-terry", "plackett-luce", "whr", "ttt", "wof")
"""They rate all games at once."""


def test_every_system_is_tried() -> None:
    games_of_two = [name for name in SYSTEMS if issubclass(system_class(name), RatingSystem)]
    assert {case.system for case in GO_ON} | set(CANNOT) == set(games_of_two)


def record(case: Case, rng: np.random.Generator) -> Games:
    """Return a random record in order of time: events by the month, gaps, newcomers, players who leave."""
    players, games = 16, 150
    month = np.sort(rng.choice(np.delete(np.arange(18), [5, 6, 11]), games))
    day = rng.integers(0, 25, games)
    time = (np.datetime64(case.start) + month).astype("datetime64[D]") + day
    order = np.lexsort((rng.random(games), time))
    month, time = month[order], time[order]
    lowest = np.minimum(month // 3, 5)  # one after the other leaves, one after the other comes
    first = lowest + rng.integers(0, 10, games)
    second = lowest + (first - lowest + rng.integers(1, 10, games)) % 10
    score = rng.choice([0.0, 0.5, 1.0], games)
    points: dict[str, Any] = {}
    if case.goals:
        one, other = rng.integers(0, 5, games), rng.integers(0, 5, games)
        score = 0.5 + 0.5 * np.sign(one - other)
        points = {"points_first": one.astype(np.float64), "points_second": other.astype(np.float64)}
    names, codes = np.unique(np.searchsorted(case.months, month, side="right") - 1, return_inverse=True)
    attributes: dict[str, NDArray[Any]] = {
        "birth_year": np.where(rng.random(players) < 0.6, 2000.0 + rng.integers(0, 12, players), np.nan)
    }
    if case.rated:
        mean, spread = case.scale
        rating = np.round(rng.normal(mean, spread, players))
        attributes["rating"] = np.where(rng.random(players) < case.rated, rating, np.nan)
        if case.start < "2024-03":  # what is given of a newcomer is converted if the record holds the day
            attributes["rating"][10:] = np.nan
    return Games(
        Players([f"Player {i}" for i in range(players)], attributes),
        first.astype(np.int32),
        second.astype(np.int32),
        score,
        time=time,
        advantage=rng.choice([-1, 0, 1], games).astype(np.int8),
        event=Labels(codes.astype(np.int32), [f"Event {name}" for name in names]),
        **points,
    )


def part(games: Games, rows: NDArray[Any]) -> Games:
    """Return some games as a file of their own would give them: among those who play in them."""
    taken = games.take(rows)
    there = np.unique(np.concatenate([taken.first, taken.second]))
    attributes = {name: column[there] for name, column in games.players.attributes.items()}
    event = taken.event
    assert event is not None
    names, codes = np.unique(event.codes, return_inverse=True)
    return replace(
        taken,
        players=Players([games.players.names[i] for i in there], attributes),
        first=np.searchsorted(there, taken.first).astype(np.int32),
        second=np.searchsorted(there, taken.second).astype(np.int32),
        event=Labels(codes.astype(np.int32), [event.names[name] for name in names]),
    )


def cut_at(games: Games, case: Case, rng: np.random.Generator) -> int:
    """Return where the second part begins: anywhere if live, else at the beginning of a rating period."""
    if case.schedule == "live" and case.period != "event":
        return int(rng.integers(1, len(games)))
    time = games.time
    assert time is not None
    days = time.astype("datetime64[D]").astype(np.int64)
    number = (days + 3) // 7 if case.period == "1w" else time.astype("datetime64[M]").astype(np.int64)
    starts = np.flatnonzero(np.diff(number)) + 1
    return int(rng.choice(starts))


def shuffled_within_days(games: Games, rng: np.random.Generator) -> Games:
    assert games.time is not None
    return games.take(np.lexsort((rng.random(len(games)), games.time)))


def rated(games: Games, case: Case, **options: Any) -> Ratings:
    system = rating_system(case.system, case.settings)
    return arpad.rate(games, system, schedule=case.schedule, period=case.period, **options)  # type: ignore[arg-type]


def assert_same(whole: Ratings, parts: Ratings) -> None:
    """Hold the lists against each other: who is on them, and every number of theirs."""
    one, other = (each.state_table().sort("player") for each in (whole, parts))
    assert one.columns == other.columns
    assert one["player"].to_list() == other["player"].to_list()
    for name in one.columns:
        if one[name].dtype.is_float():
            np.testing.assert_allclose(
                other[name].to_numpy(), one[name].to_numpy(), rtol=1e-9, atol=1e-9, err_msg=name
            )
        elif name != "performances":
            assert other[name].to_list() == one[name].to_list(), name


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("case", GO_ON, ids=str)
def test_two_parts_equal_the_whole(case: Case, seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    games = record(case, rng)
    cut = cut_at(games, case, rng)
    whole = rated(games, case)
    before, after = part(games, np.arange(cut)), part(games, np.arange(cut, len(games)))
    if case.schedule == "period":
        before, after = shuffled_within_days(before, rng), shuffled_within_days(after, rng)
    listed = rated(before, case)
    assert_same(whole, rated(after, case, after=listed))
    file = tmp_path / f"list.{('csv', 'json', 'parquet')[seed % 3]}"
    publish(listed, file)
    read = replace(after, players=arpad.read_players(file, after.players))
    assert_same(whole, rated(read, case))


@pytest.mark.parametrize("case", GO_ON, ids=str)
def test_what_a_system_declares_is_what_it_leaves(case: Case) -> None:
    games = record(case, np.random.default_rng(5))
    ratings = rated(games, case)
    declared = [column.name for column in ratings.system.state_columns]
    assert list(ratings.state.memory) == declared
    assert all(column.meaning for column in ratings.system.state_columns)
    assert all(len(column) == len(games.players) for column in ratings.state.memory.values())


@pytest.mark.parametrize("case", [case for case in GO_ON if case.schedule == "period"], ids=str)
def test_an_explanation_goes_on_too(case: Case) -> None:
    """The steps of the second part lead from the list's rating to the new one."""
    rng = np.random.default_rng(7)
    games = record(case, rng)
    cut = cut_at(games, case, rng)
    listed = rated(part(games, np.arange(cut)), case)
    now = rated(part(games, np.arange(cut, len(games))), case, after=listed, history=True)
    for name in ("Player 6", "Player 8"):
        told = arpad.explain(now, name)
        assert told.value == pytest.approx(sum(unit.value for unit in told.parts), abs=1e-9)
        assert told.facts["before"] + told.value == pytest.approx(now.of(name).value, abs=1e-9)


def two(first: str, second: str, score: float, time: Any = None, **more: Any) -> Games:
    """Return one game."""
    names = [first, second]
    when = None if time is None else np.array([time])
    sides = np.array([0], dtype=np.int32), np.array([1], dtype=np.int32)
    return Games(Players(names), *sides, np.array([score]), time=when, **more)


DAY = np.datetime64("2025-01-10")


def test_who_rests_goes_into_the_next_list_and_grows_unsure() -> None:
    """Cas and Dan do not play again: their ratings stay, and their deviations grow to the day of the list."""
    system = arpad.Glicko(c=30.0)
    first = arpad.rate(two("Cas", "Dan", 1.0, DAY), system, period="1mo")
    then = arpad.rate(two("Ann", "Bob", 1.0, DAY + 31), system, period="1mo", after=first)
    assert sorted(then.table()["player"]) == ["Ann", "Bob", "Cas", "Dan"]
    assert then.of("Cas") == first.of("Cas")
    later = DAY.astype(object).replace(month=6)
    grown = arpad.rate(two("Ann", "Bob", 1.0, DAY + 31), system, period="1mo", after=first, as_of=later)
    row = grown.table().filter(player="Cas").row(0, named=True)
    before = first.of("Cas").deviation
    assert before is not None
    assert row["deviation"] == pytest.approx(np.sqrt(before**2 + 5 * 30.0**2), abs=1e-9)
    assert (row["games"], row["wins"], row["last_played"]) == (1, 1, DAY.astype(object))


@pytest.mark.parametrize("name", ["glicko", "glicko2", "stephenson", "glicko-boost", "decay"])
def test_a_list_as_of_a_day_does_not_count_the_rest_twice(name: str, tmp_path: Path) -> None:
    settings = {"decay_to": 1000} if name == "decay" else {}
    case = Case(name, system_class(name).schedules[0], settings)
    games = record(case, np.random.default_rng(3))
    assert games.time is not None
    cut = int(np.searchsorted(games.time, np.datetime64("2025-04")))
    day = np.datetime64("2025-03-31").astype(object)
    before, after = part(games, np.arange(cut)), part(games, np.arange(cut, len(games)))
    listed = rated(before, case, as_of=day)
    plain = rated(before, case)
    assert not listed.table().equals(plain.table())
    publish(listed, tmp_path / "list.csv")
    read = replace(after, players=arpad.read_players(tmp_path / "list.csv", after.players))
    whole = rated(games, case)
    assert_same(whole, rated(read, case))
    assert_same(whole, rated(after, case, after=listed))


@pytest.mark.parametrize(
    "case", [Case("glicko2", "period"), Case("glicko", "live"), Case("uschess", "period")]
)
def test_moments_and_numbers_keep_the_time_too(case: Case, tmp_path: Path) -> None:
    """Times of day, and numbered periods, go through every kind of file."""
    rng = np.random.default_rng(11)
    games = record(case, rng)
    cut = cut_at(games, case, rng)
    assert games.time is not None
    moments = np.sort(games.time.astype("datetime64[s]") + rng.integers(0, 86_400, len(games)))
    numbers = games.time.astype("datetime64[M]").astype(np.int64)
    for time in (moments, numbers):
        timed = replace(games, time=time)
        before, after = part(timed, np.arange(cut)), part(timed, np.arange(cut, len(games)))
        listed, whole = rated(before, case), rated(timed, case)
        for suffix in ("csv", "json", "parquet"):
            file = tmp_path / f"list.{suffix}"
            publish(listed, file)
            read = replace(after, players=arpad.read_players(file, after.players))
            assert_same(whole, rated(read, case))


@pytest.mark.parametrize("name", ["glicko", "stephenson", "uschess", "aga", "trueskill"])
def test_events_without_dates_are_counted(name: str) -> None:
    """Where events are the rating periods and nothing has a date, the list says how many a player missed."""
    case = Case(name, system_class(name).schedules[0], period="event", rated=0)
    rng = np.random.default_rng(2)
    games = replace(record(case, rng), time=None)
    assert games.event is not None
    cut = int(rng.choice(np.flatnonzero(np.diff(games.event.codes)) + 1))
    if case.schedule == "live":
        case = replace(case, period=None)
    before, after = part(games, np.arange(cut)), part(games, np.arange(cut, len(games)))
    assert_same(rated(games, case), rated(after, case, after=rated(before, case)))


def test_three_parts_equal_the_whole(tmp_path: Path) -> None:
    for name in ("glicko2", "elo-mmr", "uschess", "fide"):
        case = Case(name, system_class(name).schedules[0])
        rng = np.random.default_rng(23)
        games = record(case, rng)
        assert games.time is not None
        month = games.time.astype("datetime64[M]").astype(np.int64)
        starts = np.flatnonzero(np.diff(month)) + 1
        cuts = [0, int(starts[3]), int(starts[7]), len(games)]
        now: Ratings | None = None
        for start, end in pairwise(cuts):
            now = rated(part(games, np.arange(start, end)), case, after=now)
        assert now is not None
        assert_same(rated(games, case), now)


def test_contests_of_teams_go_on() -> None:
    """Sides of several players, many of them: TrueSkill, Weng and Lin, and Elo-MMR for single ones."""
    from arpad.record import Contests

    rng = np.random.default_rng(4)
    for name, size in (("trueskill", 2), ("weng-lin", 3), ("elo-mmr", 1)):
        contests = []
        for _ in range(40):
            who = [f"P{i}" for i in rng.permutation(12)[: 3 * size]]
            sides = [who[i * size : (i + 1) * size] for i in range(3)]
            contests.append(
                [(side, int(place)) for side, place in zip(sides, rng.permutation(3) + 1, strict=True)]
            )
        system = rating_system(name, {})
        cut = int(rng.integers(5, 35))
        first = arpad.rate(Contests.from_sides(contests[:cut]), system)
        then = arpad.rate(Contests.from_sides(contests[cut:]), system, after=first)
        assert_same(arpad.rate(Contests.from_sides(contests), system), then)


@pytest.mark.parametrize("name", CANNOT)
def test_systems_of_the_whole_history_say_that_they_cannot(name: str) -> None:
    listed = arpad.rate(two("Ann", "Bob", 0.5, DAY), arpad.Elo())
    with pytest.raises(NotProvided, match=f"{name} rates the whole history at once, so it cannot go on"):
        arpad.rate(two("Ann", "Bob", 0.5, DAY + 1), rating_system(name, {}), after=listed)


def test_anchors_may_come_from_a_list() -> None:
    """Ratings to hold are no going on."""
    listed = arpad.rate(two("Ann", "Bob", 1.0, DAY), arpad.Elo())
    system = rating_system("bradley-terry", {"anchors": "given"})
    found = arpad.rate(two("Ann", "Cas", 0.5, DAY + 1), system, after=listed)
    assert found.of("Ann").value == pytest.approx(1510.0, abs=1e-9)
    assert found.of("Cas").value == pytest.approx(1510.0, abs=1e-6)


def test_what_is_fitted_to_the_whole_record_is_no_state() -> None:
    system = rating_system("bridge", {})
    listed = arpad.rate(two("Ann", "Bob", 1.0, DAY), system)
    with pytest.raises(NotProvided, match="sigma1=fit finds sigma1 in the whole record"):
        arpad.rate(two("Ann", "Bob", 1.0, DAY + 1), rating_system("bridge", {"sigma1": "fit"}), after=listed)


def test_games_that_the_list_holds_are_not_rated_twice() -> None:
    listed = arpad.rate(two("Ann", "Bob", 1.0, DAY), arpad.Elo())
    with pytest.raises(
        BadInput, match=r"the list goes to 2025-01-10, and the games begin on 2025-01-09: .*rated twice"
    ):
        arpad.rate(two("Ann", "Bob", 1.0, DAY - 1), arpad.Elo(), after=listed)
    again = arpad.rate(two("Ann", "Bob", 1.0, DAY), arpad.Elo(), after=listed)  # the same day may have more
    assert again.of("Ann").games == 2


def test_days_and_numbers_do_not_go_on_from_each_other() -> None:
    listed = arpad.rate(two("Ann", "Bob", 1.0, DAY), arpad.Glicko())
    with pytest.raises(BadInput, match="the record has numbers for its times, and the list before it dates"):
        arpad.rate(two("Ann", "Bob", 1.0, np.int64(7)), arpad.Glicko(), after=listed)


def test_players_of_no_list_are_refused() -> None:
    with pytest.raises(BadInput, match="do not come from a list"):
        arpad.rate(two("Ann", "Bob", 1.0), arpad.Elo(), after=Players(["Ann"]))


def test_a_players_file_from_elsewhere_is_no_list(tmp_path: Path) -> None:
    """Names and ratings only: others in the file stay away, and its games do not count in the new list."""
    file = tmp_path / "players.csv"
    file.write_text(
        "rank,player,rating,games,last_played\n1,Ann,1600,30,2030-01-01\n2,Zoe,1550,9,2030-01-01\n"
    )
    games = two("Ann", "Bob", 1.0, DAY)
    found = arpad.rate(replace(games, players=arpad.read_players(file, games.players)), arpad.Elo())
    assert found.table()["player"].to_list() == ["Ann", "Bob"]
    assert found.of("Ann").games == 1


HEADER = "rank,player,rating,games,wins,draws,losses,last_played,provisional"


@pytest.mark.parametrize(
    ("system", "header", "row", "said"),
    [
        ("elo", HEADER, "1,Ann,1500,1,1,0,0,yesterday,false", "'yesterday', when Ann last played, cannot be"),
        (
            "elo-mmr",
            f"{HEADER},deviation,centre,centre_weight,performances",
            "1,Ann,1500,1,1,0,0,2025-01-01,false,90,1500,0.001,1500:x:3",
            "'1500:x:3' is not a performance of Ann",
        ),
        *(
            (
                "elo-mmr",
                f"{HEADER},deviation,centre,centre_weight,performances",
                f"1,Ann,1500,1,1,0,0,2025-01-01,false,90,1500,0.001,{word}",
                f"'{word}' is not a performance of Ann",
            )
            for word in (
                "nan:1:3",
                "1500:-1:3",
                "1500:inf:3",
                "1500:1:0",
                "1500:1:-0.5",
                "1500:1:inf",
                "1500:1",
            )
        ),
        (
            "fide",
            f"{HEADER},initial_games",
            ",Ann,,1,1,0,0,2025-01-01,false,2025-01:1500",
            "'2025-01:1500' is not a game of Ann towards a first rating",
        ),
    ],
)
def test_a_damaged_list_is_named(system: str, header: str, row: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text(f"{header}\n{row}\n")
    games = two("Ann", "Bob", 1.0, DAY)
    with pytest.raises(BadInput, match=said):
        arpad.rate(
            replace(games, players=arpad.read_players(file, games.players)),
            rating_system(system, {}),
            schedule=system_class(system).schedules[0],
        )


@pytest.mark.parametrize("cut", ["2024-12-01", "2025-02-01", "2025-09-01", "2026-03-01"])
def test_a_season_goes_on_under_a_name_without_its_year(cut: str) -> None:
    """Three seasons from October to April, all called Liga: parted in the whole, not so in every part."""
    rng = np.random.default_rng(9)
    case = Case("nfl", "live", goals=True)
    games = record(case, rng)
    autumn = np.datetime64("2023-10-01") + 365 * rng.integers(0, 3, len(games))
    time = np.sort(autumn + rng.integers(0, 200, len(games)))
    one = Labels(np.zeros(len(games), dtype=np.int32), ["Liga"])
    games = replace(games, time=time, event=one)
    at = int(np.searchsorted(time, np.datetime64(cut)))
    first = rated(part(games, np.arange(at)), case)
    then = rated(part(games, np.arange(at, len(games))), case, after=first)
    assert_same(rated(games, case), then)


def test_the_page_names_every_column_with_its_systems() -> None:
    page = (Path(__file__).parents[2] / "docs" / "continuing.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:-1] for line in page.splitlines() if line.startswith("| `")]
    told: dict[str, str] = {}
    for cells in rows:
        told |= {word.strip(" `"): cells[-1] for word in cells[0].split(",")}
    for case in GO_ON:
        for column in rating_system(case.system, case.settings).state_columns:
            systems = told["rated_games"] if column.name == "birth_year" else told[column.name]
            assert f"`{case.system}`" in systems, (column.name, case.system)


def test_every_pool_goes_on_from_its_own_ratings() -> None:
    case = Case("glicko2", "period")
    rng = np.random.default_rng(17)
    games = record(case, rng)
    pool = Labels(rng.integers(0, 2, len(games)).astype(np.int32), ["blitz", "rapid"])
    games = replace(games, pool=pool)
    cut = cut_at(games, case, rng)
    system = arpad.Glicko2()
    first, second = games.take(np.arange(cut)), games.take(np.arange(cut, len(games)))
    before = arpad.rate_by_pool(first, system)
    now = arpad.rate_by_pool(second, system, after=before)
    whole = arpad.rate_by_pool(games, system)
    for name in ("blitz", "rapid"):
        assert_same(whole[name], now[name])
    listed = replace(second, players=second.players.after(standing(before["blitz"])))
    with pytest.raises(BadInput, match="a list is the state of one pool"):
        arpad.rate_by_pool(listed, system)
