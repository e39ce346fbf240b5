"""FIDE's lists over whole records: unrated players, tournaments that straddle lists, falling below 1400."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arpad.compiled import specialising as kernels
from arpad.core import BadInput
from arpad.ratings.explain import explain, updates
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Games, Labels, Players
from arpad.rulebooks.fide import Fide, FideBlitz, FideRapid
from arpad.rulebooks.fide.editions import EDITIONS
from arpad.rulebooks.fide.monthly import rating_list
from rulebooks.fide_slow import Game, Player, lists

POOL = (1902, 1877, 1884, 2012, 1832)
FIVE = tuple(f"R{i}" for i in range(5))
JUNE = date(2025, 6, 10)


def record(games: Sequence[Game], attributes: dict[str, dict[str, float]], *, events: bool = True) -> Games:
    """Return a record; ``attributes`` is name → attribute → number."""
    names = sorted({name for game in games for name in (game.first, game.second)} | set(attributes))
    index = {name: np.int32(i) for i, name in enumerate(names)}
    kinds = {kind for known in attributes.values() for kind in known}
    columns = {
        kind: np.array([attributes.get(name, {}).get(kind, math.nan) for name in names]) for kind in kinds
    }
    labels = sorted({game.event for game in games})
    codes = np.array([labels.index(game.event) for game in games], dtype=np.int32)
    return Games(
        Players(names, columns),
        np.array([index[game.first] for game in games], dtype=np.int32),
        np.array([index[game.second] for game in games], dtype=np.int32),
        np.array([game.score for game in games]),
        time=np.array([game.day for game in games], dtype="datetime64[D]"),
        event=Labels(codes, labels) if events else None,
    )


def rated(
    games: Sequence[Game], attributes: dict[str, dict[str, float]], system: Fide | None = None
) -> Ratings:
    return rate(record(games, attributes), system or Fide(), schedule="period", period="1mo", history=True)


def five_rated() -> dict[str, dict[str, float]]:
    return {name: {"rating": float(r), "games": 99.0} for name, r in zip(FIVE, POOL, strict=True)}


def meeting(event: str, day: date, name: str, scores: Sequence[float], first: int = 0) -> list[Game]:
    """Return games of one player against R0, R1, …"""
    return [Game(day, event, name, FIVE[first + i], score) for i, score in enumerate(scores)]


# --- K ---


@pytest.mark.parametrize(("born", "k"), [(2007, 20), (2008, 40)])
def test_a_tournament_over_new_year_is_rated_at_the_k_of_the_new_year(born: int, k: int) -> None:
    """K for a list is the one published on the list before: for that of February, the one of January 2026."""
    games = [
        Game(date(2025, 12, 29), "Xmas", "Junior", "R0", 1),
        Game(date(2026, 1, 3), "Xmas", "Junior", "R0", 0),
        Game(date(2025, 12, 30), "Two days before the end", "Junior", "R0", 1),
    ]
    known = {"Junior": {"rating": 1902.0, "games": 99.0, "birth_year": float(born)}, **five_rated()}
    ratings = rated(games, known)
    assert ratings.of("Junior").value == 1902 + k / 2
    told = explain(ratings, "Junior")
    assert told.value == k / 2
    games_told = [part for unit in told.parts for part in unit.parts]
    assert [part.value for part in games_told] == [k / 2, k / 2, -k / 2]
    # Where a game's own year is not that of the list, the explanation tells the latter.
    assert [part.facts.get("list_year") for part in games_told] == [2026, 2026, None]


# --- unrated players ---


def test_five_games_make_a_rating_and_nobody_is_rated_against_the_newcomer() -> None:
    ratings = rated(meeting("Open", JUNE, "New", [1, 1, 1, 0, 0]), five_rated())
    assert ratings.of("New").value == 1922
    assert [ratings.of(name).value for name in FIVE] == list(POOL)


def test_the_explanation_of_an_initial_rating_shows_its_games() -> None:
    games = meeting("A", JUNE, "New", [1, 1]) + meeting("B", date(2025, 9, 1), "New", [1, 0, 0], 2)
    games += [Game(date(2025, 10, 5), "C", "New", "R4", 1), *meeting("Z", date(2025, 4, 1), "New", [0])]
    told = explain(rated(sorted(games, key=lambda game: game.day), five_rated()), "New")
    initial, change = told.parts
    assert [part.facts["opponent"] for part in initial.parts] == list(FIVE)
    assert [part.facts["opponent_rating"] for part in initial.parts] == list(POOL)
    assert [part.facts["score"] for part in initial.parts] == [1, 1, 1, 0, 0]
    assert sum(part.value for part in initial.parts) == initial.value == 0.0
    assert (change.label, len(change.parts)) == ("change", 1)


def test_games_of_a_second_initial_rating_share_what_is_between_the_two() -> None:
    known = {**five_rated(), "Low": {"rating": 1405.0, "games": 50.0}, "Even": {"rating": 1405.0}}
    lost = [Game(JUNE, "A", "Low", "Even", 0.0), Game(JUNE, "A", "Low", "Even", 0.0)]
    games = [*lost, *meeting("B", date(2025, 7, 8), "Low", [1, 1, 1, 0, 0])]
    fallen, initial = explain(rated(games, known), "Low").parts
    assert fallen.facts["after"] < 1400
    assert initial.facts["after"] == 1922
    assert len(initial.parts) == 5
    assert sum(part.value for part in initial.parts) == pytest.approx(1922 - fallen.facts["after"])


def test_games_are_pooled_over_tournaments_and_afterwards_k_is_40() -> None:
    games = meeting("A", JUNE, "New", [1, 1]) + meeting("B", date(2025, 9, 1), "New", [1, 0, 0], 2)
    games += [Game(date(2025, 10, 5), "C", "New", "R4", 1)]
    ratings = rated(games, five_rated())
    assert ratings.history("New")["rating"].to_list() == [1922, 1922 + round(40 * (1 - 0.62))]
    assert math.isnan(rated(games[:4], five_rated()).of("New").value)


def test_one_who_came_unrated_is_explained_with_games_and_peak_since_then() -> None:
    """8.3.3: 40 until 30 games are played, 20 as long as the rating stays under 2400."""
    games = meeting("A", JUNE, "New", [1, 1, 1, 0, 0])
    games += [game for _ in range(5) for game in meeting("B", date(2025, 9, 1), "New", [0.5] * 5)]
    games += meeting("C", date(2025, 10, 5), "New", [1])
    ratings = rated(games, five_rated())
    before, after = ratings.history("New")["rating"].to_list()[-2:]
    told = explain(ratings, "New")
    assert told.parts[-1].value == after - before
    (k,) = {step.value for step in told.parts[-1].parts[0].steps if step.label == "K-factor"}
    assert k == 20
    assert [one.after.peak for one in updates(ratings, "New")] == [1922, 1922, 1922]


def test_games_older_than_26_months_are_dropped() -> None:
    late = meeting("B", date(2027, 7, 1), "New", [1, 0, 0], 2)
    assert rated(meeting("A", JUNE, "New", [1, 1]) + late, five_rated()).of("New").value == 1922
    later = [Game(date(2027, 8, 1), "B", g.first, g.second, g.score) for g in late]
    assert math.isnan(rated(meeting("A", JUNE, "New", [1, 1]) + later, five_rated()).of("New").value)


def test_without_days_the_games_of_a_list_count_back_from_the_next_record() -> None:
    """Events are numbered anew in every record: those of the list are −1, −2 … for what is gone on with."""
    games = meeting("A", JUNE, "New", [1, 1]) + meeting("B", JUNE, "New", [1], 2)
    undated = replace(record(games, five_rated()), time=None)
    ratings = rate(undated, Fide(), schedule="period", period="event")
    (kept,) = ratings.state_table().filter(pl.col("player") == "New")["initial_games"]
    assert [one.split(":")[0] for one in kept.split()] == ["-2", "-2", "-1"]


def test_a_first_tournament_without_a_point_is_disregarded_a_later_one_is_not() -> None:
    zero = meeting("Z", date(2025, 5, 1), "New", [0, 0])
    full = meeting("A", JUNE, "New", [1, 1, 1, 0, 0])
    assert rated(zero + full, five_rated()).of("New").value == 1922
    two = meeting("A", JUNE, "New", [1, 1]) + meeting("Z", date(2025, 7, 1), "New", [0, 0, 0], 2)
    assert rated(two, five_rated()).of("New").value == math.floor((sum(POOL) + 3600) / 7 + 0.5) - 50


def test_below_1400_no_rating_is_published_and_the_games_stay_in_the_pool() -> None:
    weak = {name: {"rating": 1450.0} for name in FIVE}
    lost = meeting("A", JUNE, "New", [0.5, 0, 0, 0, 0])
    assert math.isnan(rated(lost, weak).of("New").value)
    more = lost + meeting("B", date(2025, 7, 1), "New", [1, 1, 1, 1, 1])
    assert rated(more, weak).of("New").value == math.floor((14500 + 3600) / 12 + 0.5) + 29


def test_games_between_unrated_players_count_for_nobody() -> None:
    games = [*meeting("Open", JUNE, "New", [1, 1, 1, 0]), Game(JUNE, "Open", "New", "Other", 1)]
    ratings = rated(games, five_rated())
    assert math.isnan(ratings.of("New").value)
    assert ratings.table()["player"].to_list() == ["R3", "R0", "R2", "R1"]


def test_falling_below_1400_is_unrated_on_the_next_list_and_treated_so() -> None:
    known = {**five_rated(), "Low": {"rating": 1405.0, "games": 50.0}}
    games = [Game(JUNE, "A", "Low", "R4", 0.0), Game(JUNE, "A", "Low", "R4", 0.0)]
    far = rated([*games, *[Game(JUNE, "A", "Low", "Even", 0.0)]], {**known, "Even": {"rating": 1405.0}})
    assert math.isnan(far.of("Low").value)
    after = [Game(date(2025, 7, 8), "B", "R0", "Low", 0.0)]
    ratings = rated(
        [*games, Game(JUNE, "A", "Low", "Even", 0.0), *after], {**known, "Even": {"rating": 1405.0}}
    )
    assert ratings.of("R0").value == 1902


def test_a_list_without_any_rating_is_an_error_with_a_remedy() -> None:
    games = meeting("A", JUNE, "New", [1, 1])
    for known in ({}, {"New": {"rating": 1300.0}, "R0": {"rating": 1000.0}}):
        with pytest.raises(BadInput, match=r"fide needs a rating.*players=.FILE.*initial=1500"):
            rated(games, known)


def test_live_everyone_needs_a_rating() -> None:
    with pytest.raises(BadInput, match="fide needs a rating of every player, and there is none of New"):
        rate(record(meeting("A", JUNE, "New", [1]), five_rated()), Fide(), schedule="live")


def test_where_no_days_are_known_the_newest_edition_holds() -> None:
    """8.3.1 since October 2025: of 2650 all 500 points count, so that a win brings .4; before, .8 (B.02)."""
    games = Games(
        Players(["A", "B"], {"rating": np.array([2650.0, 2150.0]), "games": np.array([99.0, 99.0])}),
        np.zeros(1, dtype=np.int32),
        np.ones(1, dtype=np.int32),
        np.ones(1),
        time=np.array([1]),
    )
    assert rate(games, Fide(), schedule="period").of("A").value == 2650


# --- a new edition is a row of data ---


class Amended(Fide):
    """FIDE's rules as an amendment might change them."""

    editions = (
        *EDITIONS,
        replace(
            EDITIONS[-1],
            since=date(2027, 1, 1),
            name="made-up amendment",
            most_k_times_games=100.0,
            initial_games=3.0,
            pooled_months=2.0,
            phantoms=4.0,
            phantom_rating=2000.0,
            lowest=1500.0,
        ),
    )


def test_the_numbers_of_initial_ratings_are_the_editions() -> None:
    """Ru of three wins: (1902 + 1877 + 1884 + 4 · 2000) / 7 = 1951.857, p = 5 / 7 = .71, dp = 158."""
    games = meeting("A", date(2027, 1, 10), "New", [1, 1, 1])
    assert math.isnan(rated(games, five_rated()).of("New").value)
    ratings = rated(games, five_rated(), Amended())
    assert ratings.of("New").value == 2110
    assert "4 · 2000" in "\n".join(explain(ratings, "New").lines())
    late = [*meeting("A", date(2027, 1, 10), "New", [1, 1]), *meeting("B", date(2027, 3, 10), "New", [1], 2)]
    assert math.isnan(rated(late, five_rated(), Amended()).of("New").value)


def test_the_limit_on_k_and_the_lowest_rating_are_the_editions() -> None:
    games = meeting("A", date(2027, 1, 10), "Old", [0, 0, 0], 0) + meeting("A", date(2027, 1, 11), "Old", [0])
    known = {**five_rated(), "Old": {"rating": 1505.0, "games": 99.0}}
    ratings = rated(games, known, Amended())
    # K 20 in four games is 80; K 40 would be 160, so 100 / 4 = 25.
    young = rated(games, {**known, "Old": {"rating": 1505.0, "games": 0.0}}, Amended())
    told = "\n".join(explain(young, "Old").lines())
    assert "40 · 4 games > 100, so ⌊100 / 4⌋ = 25" in told
    assert "on the next list: unrated   [7.2.1]" not in told
    assert "below 1500" in told
    assert math.isnan(ratings.of("Old").value)
    assert math.isnan(young.of("Old").value)


# --- tournaments that straddle lists ---


def test_a_tournament_counts_with_the_list_at_its_start_and_for_the_list_after_its_end() -> None:
    """An event that ended on 31 October is rated on the December list with October's ratings."""
    two = {"A": {"rating": 2000.0, "games": 99.0}, "B": {"rating": 2000.0, "games": 99.0}}
    games = [
        Game(date(2025, 10, 4), "Early", "A", "B", 1.0),
        Game(date(2025, 10, 28), "Long", "A", "B", 1.0),
        Game(date(2025, 10, 31), "Long", "B", "A", 0.0),
        Game(date(2025, 11, 8), "November", "A", "B", 1.0),
    ]
    everything = record(games, two)
    november = rating_list(everything, Fide(), date(2025, 11, 1))
    assert {row.player: row.rating for row in november.players} == {"A": 2010, "B": 1990}
    assert november.left_out == 3
    assert november.closing == date(2025, 10, 29)
    december = rating_list(everything, Fide(), date(2025, 12, 1))
    # Two games at 2000 v 2000 of October's list, one at 2010 v 1990 of November's: 10 + 10 + 9.4.
    assert {row.player: row.rating for row in december.players} == {"A": 2010 + 29, "B": 1990 - 29}
    # Without events, each game before the day of the list counts: three of October.
    alone = rating_list(replace(everything, event=None), Fide(), date(2025, 11, 1))
    assert {row.player: row.rating for row in alone.players} == {"A": 2030, "B": 1970}
    assert alone.left_out == 1
    # A game of no event, beside others: as soon.
    assert everything.event is not None
    codes = everything.event.codes.copy()
    codes[2] = -1
    mixed = rating_list(
        replace(everything, event=Labels(codes, everything.event.names)), Fide(), date(2025, 11, 1)
    )
    assert mixed.left_out == 1


def test_an_official_event_may_end_on_the_last_day() -> None:
    two = {"A": {"rating": 2000.0, "games": 99.0}, "B": {"rating": 2000.0, "games": 99.0}}
    everything = record([Game(date(2025, 10, 31), "Cup", "A", "B", 1.0)], two)
    assert rating_list(everything, Fide(closing=1.0), date(2025, 11, 1)).players[0].rating == 2010
    with pytest.raises(BadInput, match="no tournament ended in time"):
        rating_list(everything, Fide(), date(2025, 11, 1))


def test_a_rating_that_appears_during_a_tournament_counts_for_its_owner_only() -> None:
    games = meeting("A", JUNE, "New", [1, 1, 1, 0, 0])
    games += [
        Game(date(2025, 6, 20), "Long", "New", "R0", 1.0),
        Game(date(2025, 7, 4), "Long", "R0", "R1", 0.5),
    ]
    ratings = rated(games, five_rated())
    assert ratings.of("New").value == 1922 + round(40 * (1 - 0.53))
    assert ratings.of("R0").value == 1902 + round(20 * (0.5 - 0.54))


def test_inactive_players_and_titles_of_the_list() -> None:
    two = {"A": {"rating": 2000.0}, "B": {"rating": 2000.0}, "C": {"rating": 1900.0}}
    games = [Game(date(2024, 6, 1), "Old", "A", "B", 0.5), Game(date(2025, 9, 1), "Late", "B", "C", 0.5)]
    made = rating_list(record(games, two), Fide(), date(2025, 10, 1))
    assert {row.player: row.inactive for row in made.players} == {"A": True, "B": False, "C": False}


# --- the conversion ---


def test_a_rapid_game_that_is_not_rated_is_no_game_of_the_list() -> None:
    """600 points apart, one player above 2600: neither counted nor a sign of activity."""
    known = {"Top": {"rating": 2601.0}, "Low": {"rating": 2001.0}, "Mid": {"rating": 2002.0}}
    day = date(2025, 1, 10)
    games = [Game(day, "R", "Top", "Low", 1), Game(day, "R", "Top", "Mid", 0)]
    found = rating_list(record(games, known), FideRapid(), date(2025, 2, 1))
    assert {row.player: row.games for row in found.players} == {"Top": 1, "Mid": 1, "Low": 0}
    assert {row.player: row.last_played for row in found.players} == {"Top": day, "Mid": day, "Low": None}
    standard = rating_list(record(games, known), Fide(), date(2025, 2, 1))
    assert {row.player: row.games for row in standard.players} == {"Top": 2, "Mid": 1, "Low": 1}


def test_a_game_too_far_apart_for_a_rating_that_appeared_meanwhile_is_no_game_of_the_list() -> None:
    """Unrated when the tournament began, the player counts with the rating that appeared since: 2001 v 2601."""
    known = {"Top": {"rating": 2650.0, "games": 99.0}, **five_rated()}
    games = meeting("A", JUNE, "New", [1, 1, 1, 0, 0])
    games += [
        Game(date(2025, 6, 20), "Long", "New", "Top", 1.0),
        Game(date(2025, 7, 4), "Long", "New", "R1", 1),
    ]
    found = rating_list(record(games, known), FideRapid(), date(2025, 8, 1))
    new = next(row for row in found.players if row.player == "New")
    assert (new.rating, new.games) == (1922 + round(40 * (1 - 0.56)), 6)


def test_a_run_that_passes_march_2024_converts_the_list() -> None:
    two = {"A": {"rating": 1500.0, "games": 99.0}, "B": {"rating": 1500.0, "games": 99.0}}
    before = Game(date(2024, 2, 10), "Old", "A", "B", 0.5)
    after = Game(date(2024, 3, 10), "New", "A", "B", 0.5)
    assert rated([before, after], two).of("A").value == 1700
    assert rated([before, after], two, Fide(conversion=False)).of("A").value == 1500
    assert rated([after], two).of("A").value == 1500
    earlier = [Game(date(2023, month, 10), f"{month}", "A", "B", 0.5) for month in (10, 11, 12)]
    assert rated(earlier, two).of("A").value == 1500
    march = rating_list(record([before], two), Fide(), date(2024, 3, 1))
    assert march.players[0].rating == 1700
    told = explain(rated([before, after], two), "A")
    assert [part.label for part in told.parts] == ["change", "conversion of 2024-03-01", "change"]
    assert told.value == 200


# --- a second implementation, on random records ---

names = st.sampled_from("ABCDEFGH")
days = st.integers(0, 120)


@st.composite
def tournaments(draw: Any) -> tuple[list[Game], dict[str, dict[str, float]], bool]:
    start = draw(st.sampled_from([date(2023, 12, 20), date(2024, 10, 5), date(2025, 8, 10)]))
    known: dict[str, dict[str, float]] = {}
    for name in "ABCDEFGH":
        known[name] = {}
        if name in "AB" or draw(st.booleans()):
            known[name]["rating"] = float(draw(st.integers(1380, 2720) if name > "B" else st.just(1500)))
            known[name]["games"] = float(draw(st.sampled_from([0, 28, 60])))
        if draw(st.booleans()):
            known[name]["birth_year"] = float(draw(st.integers(2003, 2012)))
    games = []
    for number in range(draw(st.integers(1, 6))):
        opening = draw(days)
        field = draw(st.lists(names, min_size=2, max_size=5, unique=True))
        length = draw(st.integers(0, 12))
        for _ in range(draw(st.integers(1, 12))):
            one, other = draw(st.permutations(field))[:2]
            day = start + timedelta(days=opening + draw(st.integers(0, length)))
            games.append(Game(day, f"T{number}", one, other, draw(st.sampled_from([0.0, 0.5, 1.0]))))
    games.sort(key=lambda game: game.day)
    return games, known, draw(st.booleans())


def _slow(known: dict[str, dict[str, float]]) -> dict[str, Player]:
    return {
        name: Player(
            int(about["rating"]) if "rating" in about else None,
            int(about.get("games", 0)),
            born=int(about["birth_year"]) if "birth_year" in about else None,
        )
        for name, about in known.items()
    }


@settings(max_examples=30, deadline=None)
@given(tournaments())
def test_the_loop_is_the_slow_and_obvious_one(
    case: tuple[list[Game], dict[str, dict[str, float]], bool],
) -> None:
    games, known, standard = case
    system = Fide() if standard else FideRapid()
    # Games of a month keep the order of the record, in both.
    try:
        ratings = rated(games, known, system)
    except BadInput:
        return  # nobody who plays has a rating
    wanted = lists(_slow(known), games, standard)
    found = {name: ratings.of(name).value for name in known}
    assert {n: None if math.isnan(r) else r for n, r in found.items()} == wanted
    for name in known:
        chain = updates(ratings, name)
        went = ratings.history(name)["rating"].to_list()
        assert not went or math.isnan(found[name]) or went[-1] == found[name]
        if chain and not math.isnan(found[name]):
            assert chain[-1].after.value == found[name]
            told = explain(ratings, name)
            first = told.facts["before"]
            assert first + sum(part.value for part in told.parts) == pytest.approx(found[name], abs=1e-9)


def _random(size: int, *, rated_only: bool) -> Games:
    draw = np.random.default_rng(5)
    people = 40
    first = draw.integers(0, people, size).astype(np.int32)
    second = ((first + draw.integers(1, people, size)) % people).astype(np.int32)
    rating = np.round(draw.normal(2000.0, 150.0, people))
    if not rated_only:
        rating[draw.random(people) < 0.4] = np.nan
    event = np.sort(draw.integers(0, 60, size)).astype(np.int32)
    return Games(
        Players(
            [f"P{i}" for i in range(people)], {"rating": rating, "games": draw.integers(0, 60, people) * 1.0}
        ),
        first,
        second,
        draw.choice([0.0, 0.5, 1.0], size),
        time=np.datetime64("2024-01-05") + event * 12 + draw.integers(0, 14, size),
        event=Labels(event, [f"T{i}" for i in range(60)]),
    )


@pytest.mark.slow
def test_compiled_and_interpreted_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    games = _random(1200, rated_only=False)
    found = []
    for limit in (np.inf, 0.0):
        monkeypatch.setattr(kernels, "COMPILE_FROM", limit)
        found.append(rate(games, Fide()).rating)
    assert np.isfinite(found[0]).sum() > 20
    np.testing.assert_array_equal(found[0], found[1])


def test_where_all_are_rated_the_lists_are_those_of_the_plain_loop() -> None:
    games = replace(_random(1200, rated_only=True), event=None)
    lists_ = rate(games, Fide(conversion=False)).rating
    plain = rate(games, Fide(initial=1500.0)).rating
    np.testing.assert_array_equal(lists_, plain)


def test_the_order_within_a_month_does_not_matter() -> None:
    games = _random(600, rated_only=False)
    shuffled = games.take(np.random.default_rng(1).permutation(len(games)))
    np.testing.assert_array_equal(rate(games, Fide()).rating, rate(shuffled, Fide()).rating)


# --- rapid and blitz ---


def test_rapid_games_600_apart_above_2600_are_not_rated() -> None:
    """As lichess tests it: 2601 v 1800 changes nothing, 2600 v 1900 with K 10 gains 1."""
    for system in (FideRapid(), FideBlitz()):
        for top, low, change in ((2601.0, 1800.0, 0.0), (2600.0, 1900.0, 1.0)):
            known = {"Top": {"rating": top, "games": 99.0}, "Low": {"rating": low, "games": 99.0}}
            won = Game(date(2025, 5, 5), "Cup", "Top", "Low", 1.0)
            assert rated([won], known, system).of("Top").value == top + change
    before = Game(date(2024, 11, 5), "Cup", "Top", "Low", 0.0)
    known = {"Top": {"rating": 2601.0, "games": 99.0}, "Low": {"rating": 1800.0, "games": 99.0}}
    assert rated([before], known, FideRapid()).of("Top").value == 2601 - 9
    assert rated([before], known, Fide()).of("Top").value == 2601 - 9


def test_rapid_has_no_exemption_from_the_cap() -> None:
    known = {"Top": {"rating": 2700.0, "games": 99.0}, "Low": {"rating": 2150.0, "games": 99.0}}
    won = Game(date(2026, 1, 5), "Cup", "Top", "Low", 1.0)
    assert rated([won], known, FideRapid()).of("Top").value == 2701
    assert rated([won], known, Fide()).of("Top").value == 2700


def test_a_standard_rating_stands_for_a_rapid_one() -> None:
    known = {"Old": {"standard": 2000.0, "games": 99.0}, "Other": {"rating": 2000.0, "games": 99.0}}
    won = Game(date(2026, 1, 5), "Cup", "Old", "Other", 1.0)
    ratings = rated([won], known, FideRapid())
    assert (ratings.of("Old").value, ratings.of("Other").value) == (2010, 1990)


def test_an_explained_rapid_game_that_is_not_rated_says_so() -> None:
    from arpad.ratings.model import Encounter, Rating

    game = Encounter(Rating(1800.0), 1.0, on=date(2025, 5, 5))
    update = FideRapid().update(Rating(2601.0), [game], "period")
    assert update.explanation.value == 0.0
    assert "not rated: too far apart" in "\n".join(update.explanation.lines())


@pytest.mark.slow
def test_compiled_too_the_cap_helps_once_in_a_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, dict[str, float]] = {
        "Top": {"rating": 2000.0, "games": 99.0},
        **{f"R{i}": {"rating": 1400.0 + 20 * i, "games": 99.0} for i in range(4)},
    }
    games = [Game(date(2022, 10, 30), "Open", "Top", f"R{i}", 0.5) for i in range(4)]
    games += [Game(date(2022, 10, 30), "Cup", "R0", "Top", 0.5)]
    plain = rated(games, known)
    # .92 for 600 once a tournament; else 580 .98, 560 .98, 540 .97: 5 · .5 − 2 · .92 − 2.93
    assert plain.of("Top").value == 2000 + round(20 * (2.5 - 2 * 0.92 - 2.93))
    text = "\n".join(explain(plain, "Top").lines())
    assert text.count("in full, the 400-point rule helped in another game") == 3
    monkeypatch.setattr(kernels, "COMPILE_FROM", 0)
    assert rated(games, known).rating.tolist() == plain.rating.tolist()
