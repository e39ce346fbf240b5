"""The ranking list, the history, lists as of a day, predictions, pools."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from datetime import date
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput, NotProvided
from arpad.ratings import rate as rating
from arpad.ratings.elo.system import Elo
from arpad.ratings.model import Rating
from arpad.ratings.rate import rate, rate_by_pool, with_history
from arpad.ratings.result import Ratings, day_of
from arpad.ratings.whole_history.bradley_terry import BradleyTerry
from arpad.record import Games, Labels, Players


def record(*rows: tuple[str, str, float, Any], **columns: Any) -> Games:
    """Return games as (first, second, score, time); a time is an ISO date, a number, or None throughout."""
    names = list(dict.fromkeys(name for first, second, *_ in rows for name in (first, second)))
    times = [time for *_, time in rows]
    return Games(
        Players(names),
        np.array([names.index(first) for first, *_ in rows], dtype=np.int32),
        np.array([names.index(second) for _, second, *_ in rows], dtype=np.int32),
        np.array([score for _, _, score, _ in rows]),
        time=None
        if times[0] is None
        else np.array(times, "datetime64[D]" if isinstance(times[0], str) else np.int64),
        **columns,
    )


SPRING = record(
    ("Ann", "Bob", 1, "2024-01-10"),
    ("Cid", "Dan", 0.5, "2024-01-10"),
    ("Ann", "Cid", 0, "2024-02-01"),
    ("Eve", "Bob", 1, "2024-03-01"),
    ("Bob", "Dan", 0.5, "2024-03-02"),
)


# The list


def test_columns_and_their_order() -> None:
    table = rate(SPRING, Elo()).table()
    assert table.columns == [
        "rank", "player", "rating", "games", "wins", "draws", "losses", "last_played", "provisional",
    ]  # fmt: skip
    assert "last_played" not in rate(record(("a", "b", 1, None)), Elo()).table().columns


def test_a_list_by_hand() -> None:
    """K 20 from 1500. Ann 1510 − 10 · (1 − …) and so on, each change by the logistic formula."""
    found = rate(SPRING, Elo()).table()

    def e(difference: float) -> float:
        return 1 / (1 + 10 ** (-difference / 400))

    ann, cid = 1510 - 20 * e(10), 1500 + 20 * e(10)
    bob, eve = 1490 - 20 * e(-10), 1500 + 20 * (1 - e(10))
    bob, dan = bob + 20 * (0.5 - e(bob - 1500)), 1500 + 20 * (0.5 - e(1500 - bob))
    order = sorted(
        [("Ann", ann), ("Bob", bob), ("Cid", cid), ("Dan", dan), ("Eve", eve)], key=lambda row: -row[1]
    )
    assert found["player"].to_list() == [name for name, _ in order]
    assert found["rating"].to_list() == pytest.approx([rating for _, rating in order], abs=1e-9)
    rows = {row["player"]: row for row in found.to_dicts()}
    assert [rows["Bob"][k] for k in ("games", "wins", "draws", "losses")] == [3, 0, 1, 2]
    assert [rows["Ann"][k] for k in ("games", "wins", "draws", "losses")] == [2, 1, 0, 1]
    assert rows["Ann"]["last_played"] == date(2024, 2, 1)
    assert rows["Bob"]["last_played"] == date(2024, 3, 2)
    assert not any(found["provisional"])


def test_equal_ratings_share_the_better_rank_and_stand_by_name() -> None:
    games = record(("Zoe", "Yan", 1, 1), ("Ada", "Bea", 1, 1), ("Max", "Lea", 0.5, 1))
    table = rate(games, Elo()).table()
    assert table.select("rank", "player").rows() == [
        (1, "Ada"), (1, "Zoe"), (3, "Lea"), (3, "Max"), (5, "Bea"), (5, "Yan"),
    ]  # fmt: skip


def test_top_cuts_the_list_and_min_games_ranks_anew() -> None:
    ratings = rate(SPRING, Elo())
    assert ratings.table(top=2).rows() == ratings.table().rows()[:2]
    assert ratings.table(top=0).height == 0
    often = ratings.table(min_games=2)
    assert set(often["player"]) == {"Ann", "Bob", "Cid", "Dan"}
    assert often["rank"].to_list() == [1, 2, 3, 4]
    assert ratings.table(min_games=9).height == 0


def test_who_has_not_played_is_not_on_the_list() -> None:
    games = SPRING.take(np.array([0]))
    assert rate(games, Elo()).table(min_games=0)["player"].to_list() == ["Ann", "Bob"]


def test_names_stand_as_given() -> None:
    games = record(("Élő, Árpád", " x ", 1, 1), ("朴", "Ж", 0, 1))
    assert set(rate(games, Elo()).table()["player"]) == {"Élő, Árpád", " x ", "朴", "Ж"}


# As of a day


@pytest.mark.parametrize(
    ("as_of", "games"),
    [
        (date(2024, 1, 9), 0),
        (date(2024, 1, 10), 2),
        (date(2024, 1, 31), 2),
        (date(2024, 2, 1), 3),
        (date(2024, 12, 31), 5),
    ],
)
@pytest.mark.parametrize("schedule", ["live", "period"])
def test_later_games_do_not_count(as_of: date, games: int, schedule: Any) -> None:
    then = rate(SPRING, Elo(), schedule=schedule, as_of=as_of)
    alone = rate(SPRING.take(np.arange(games)), Elo(), schedule=schedule)
    assert then.table().rows() == alone.table().rows()
    assert then.table()["games"].sum() == 2 * games


def test_as_of_a_number_of_a_period() -> None:
    games = record(("a", "b", 1, 3), ("a", "b", 1, 4), ("a", "b", 1, 9))
    assert rate(games, Elo(), as_of=4).table()["games"].to_list() == [2, 2]


def test_as_of_a_day_includes_its_evening() -> None:
    games = record(("a", "b", 1, "2024-01-01"), ("a", "b", 1, "2024-01-01"))
    moments = np.array(["2024-01-01T23:59:59", "2024-01-02T00:00:00"], dtype="datetime64[s]")
    timed = Games(games.players, games.first, games.second, games.score, time=moments)
    assert rate(timed, Elo(), as_of=date(2024, 1, 1)).table()["games"].to_list() == [1, 1]


def test_as_of_needs_time_of_its_kind() -> None:
    with pytest.raises(NotProvided, match="the record has no dates"):
        rate(record(("a", "b", 1, None)), Elo(), as_of=date(2024, 1, 1))
    with pytest.raises(BadInput, match="the record has dates, and 4 is not a date"):
        rate(SPRING, Elo(), as_of=4)
    with pytest.raises(BadInput, match="the record has numbered periods, and 2024-01-01 is not the number"):
        rate(record(("a", "b", 1, 3)), Elo(), as_of=date(2024, 1, 1))


@pytest.mark.parametrize("text", ["2024-01-31", " 2024-01-31"])
def test_a_day_may_be_a_text(text: str) -> None:
    found, wanted = (rate(SPRING, Elo(), as_of=day) for day in (text, date(2024, 1, 31)))
    assert found.as_of == date(2024, 1, 31)
    assert found.table().equals(wanted.table())
    with pytest.raises(BadInput, match="is not a date"):
        rate(SPRING, Elo(), as_of="31 January")


@pytest.mark.parametrize(("text", "day"), [("2026-03-31", date(2026, 3, 31)), (" 7 ", 7), ("-2", -2)])
def test_the_day_as_written(text: str, day: date | int) -> None:
    assert day_of(text) == day


@pytest.mark.parametrize("text", ["31.3.2026", "2026-13-01", "soon", ""])
def test_no_day(text: str) -> None:
    with pytest.raises(BadInput, match="is not a date"):
        day_of(text)


# The history


def test_live_history_has_a_row_per_game() -> None:
    ratings = rate(SPRING, Elo(), history=True)
    history = ratings.history()
    assert history.columns == ["player", "time", "rating"]
    assert history.height == 2 * len(SPRING)
    bob = ratings.history("Bob")
    assert bob["time"].to_list() == [date(2024, 1, 10), date(2024, 3, 1), date(2024, 3, 2)]
    assert bob["rating"][0] == 1490
    assert bob["rating"][-1] == ratings.of("Bob").value
    assert bob["rating"].to_list() == ratings.traced().after[[0, 3, 4], [1, 1, 0], 0].tolist()


def test_period_history_has_a_row_per_period() -> None:
    ratings = rate(SPRING, Elo(), schedule="period", period="1mo", history=True)
    history = ratings.history("Bob", "Ann")
    assert history.columns == ["player", "period", "time", "rating"]
    assert history.select("player", "period").rows() == [
        ("Ann", "2024-01"), ("Ann", "2024-02"), ("Bob", "2024-01"), ("Bob", "2024-03"),
    ]  # fmt: skip
    assert history["time"].to_list()[3] == date(2024, 3, 2)
    assert history["rating"].to_list()[3] == ratings.of("Bob").value


@given(
    st.lists(
        st.tuples(st.permutations("abcd"), st.sampled_from([0.0, 0.5, 1.0]), st.integers(1, 9)), max_size=20
    )
)
def test_history_ends_where_the_list_stands(rows: list[tuple[list[str], float, int]]) -> None:
    games = record(("a", "b", 1, 1), *[(who[0], who[1], score, time) for who, score, time in rows])
    for schedule in ("live", "period"):
        ratings = rate(games, Elo(k=32), schedule=schedule, period="2", history=True)
        last = ratings.history().group_by("player", maintain_order=True).last()
        assert dict(last.select("player", "rating").rows()) == dict(
            ratings.table().select("player", "rating").rows()
        )
        assert ratings.history().select(pl.len()).item() == (
            2 * len(games)
            if schedule == "live"
            else len({(who, (time) // 2) for who, time in appearances(ratings)})
        )


def appearances(ratings: Ratings) -> list[tuple[int, int]]:
    games = ratings.timeline.games
    assert games.time is not None
    sides = (games.first.tolist(), games.second.tolist())
    return [(who, time) for side in sides for who, time in zip(side, games.time.tolist(), strict=True)]


def test_a_history_must_be_asked_for() -> None:
    ratings = rate(SPRING, Elo())
    with pytest.raises(NotProvided, match=r"the history was not kept\. Rate with history=True\."):
        ratings.history()
    again = with_history(ratings)
    assert again.history().rows() == rate(SPRING, Elo(), history=True).history().rows()
    assert with_history(again) is again


def test_the_history_of_nobody_known() -> None:
    with pytest.raises(BadInput, match="no player is called 'Zed'"):
        rate(SPRING, Elo(), history=True).history("Zed")


# Order, schedules, periods


def test_the_order_of_the_file_does_not_matter_between_days() -> None:
    backwards = SPRING.take(np.array([4, 3, 2, 1, 0]))
    assert rate(backwards, Elo()).rating.tolist() == rate(SPRING, Elo()).rating.tolist()


def test_games_of_one_moment_keep_the_order_of_their_source() -> None:
    games = record(("a", "b", 1, 1), ("b", "a", 1, 1), ("a", "c", 0, 1))
    timeless = record(("a", "b", 1, None), ("b", "a", 1, None), ("a", "c", 0, None))
    assert rate(games, Elo()).rating.tolist() == rate(timeless, Elo()).rating.tolist()


def test_the_default_period() -> None:
    by_month = rate(SPRING, Elo(), schedule="period")
    assert by_month.rating.tolist() == rate(SPRING, Elo(), schedule="period", period="1mo").rating.tolist()
    numbered = record(("a", "b", 1, 1), ("a", "b", 1, 2))
    assert rate(numbered, Elo(), schedule="period").of("a").value > 1519
    timeless = record(("a", "b", 1, None), ("a", "b", 1, None))
    assert rate(timeless, Elo(), schedule="period").of("a").value == 1520


def test_a_schedule_that_it_has_not() -> None:
    with pytest.raises(BadInput, match=r"elo has no schedule 'weekly'\. It has live, period\."):
        rate(SPRING, Elo(), schedule="weekly")  # type: ignore[arg-type]


def test_overlapping_events_are_periods_one_after_the_other() -> None:
    games = record(
        ("a", "b", 1, "2024-01-01"),
        ("c", "d", 1, "2024-01-02"),
        ("a", "b", 1, "2024-01-03"),
        event=Labels(np.array([0, 1, 0], dtype=np.int32), ("A", "B")),
    )
    # both games of A count from 1500, although B was played in between
    assert rate(games, Elo(k=20), schedule="period", period="event").of("a").value == 1520


# Predictions


def test_predictions() -> None:
    ratings = rate(SPRING, Elo(advantage=35))
    ann, bob = ratings.of("Ann").value, ratings.of("Bob").value
    for advantage in (-1, 0, 1):
        expected = 1 / (1 + 10 ** (-(ann - bob + 35 * advantage) / 400))
        assert ratings.predict("Ann", "Bob", advantage).expected == pytest.approx(expected, abs=1e-12)
        assert ratings.predict("Bob", "Ann", -advantage).expected == pytest.approx(1 - expected, abs=1e-12)
    assert ratings.predict(Rating(1900.0), Rating(1500.0)).expected == pytest.approx(10 / 11)
    with pytest.raises(BadInput, match=r"no player is called 'Anne'\. Did you mean Ann or"):
        ratings.predict("Anne", "Bob")


def test_of_knows_the_games() -> None:
    assert rate(SPRING, Elo()).of("Bob").games == 3


# Pools


def test_every_pool_by_itself() -> None:
    games = record(
        ("a", "b", 1, 1),
        ("a", "b", 0, 2),
        ("b", "c", 1, 3),
        pool=Labels(np.array([0, 1, 0], dtype=np.int32), ("rapid", "blitz")),
    )
    lists = rate_by_pool(games, Elo())
    assert list(lists) == ["blitz", "rapid"]
    assert lists["blitz"].table()["player"].to_list() == ["b", "a"]
    assert lists["rapid"].rating.tolist() == rate(games.take(np.array([0, 2])), Elo()).rating.tolist()


def test_pools_that_are_not_there() -> None:
    with pytest.raises(NotProvided, match="the record has no pools"):
        rate_by_pool(SPRING, Elo())


def test_games_of_no_pool_are_a_pool_of_their_own() -> None:
    games = record(
        ("a", "b", 1, 1), ("b", "a", 1, 1), pool=Labels(np.array([0, -1], dtype=np.int32), ("rapid",))
    )
    lists = rate_by_pool(games, Elo())
    assert list(lists) == ["(blank)", "rapid"]
    assert lists["(blank)"].of("b").value == lists["rapid"].of("a").value == 1510.0


def test_a_pool_that_is_refused_is_named() -> None:
    games = record(
        ("a", "b", 1, 1), ("b", "a", 1, 2), ("a", "b", 1, 3),
        pool=Labels(np.array([0, 0, 1], dtype=np.int32), ("rapid", "blitz")),
    )  # fmt: skip
    with pytest.raises(NotProvided, match="in the pool blitz: "):
        rate_by_pool(games, BradleyTerry())


def test_a_period_given_is_a_schedule_by_period() -> None:
    by_month = rate(SPRING, Elo(), period="1mo")
    assert by_month.timeline.schedule == "period"
    assert by_month.rating.tolist() == rate(SPRING, Elo(), schedule="period", period="1mo").rating.tolist()
    assert rate(SPRING, Elo(), schedule="live", period="1mo").timeline.schedule == "live"
    assert rate(SPRING, Elo()).timeline.schedule == "live"


# Copies


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_records_and_ratings_can_be_copied_and_sent_to_other_processes(copied: Any) -> None:
    rated = SPRING.players.with_attributes({"rating": np.linspace(1400.0, 1800.0, len(SPRING.players))})
    games = replace(SPRING, players=rated)
    again = copied(games)
    assert again.digest == games.digest
    assert again.players.index("Eve") == games.players.index("Eve")
    assert again.players.number("rating").tolist() == rated.number("rating").tolist()
    ratings = rate(games, Elo(), history=True)
    there = copied(ratings)
    assert there.table().equals(ratings.table())
    assert there.history().equals(ratings.history())


def test_machine_code_is_loaded_by_rating_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    rated: list[tuple[int, object, dict[str, object]]] = []

    def noted(games: Games, system: object, **how: object) -> SimpleNamespace:
        rated.append((len(games), system, how))
        return SimpleNamespace(counts=np.zeros(0))

    monkeypatch.setattr(rating, "rate", noted)
    rating.load_machine_code(Elo(), period="1mo")
    assert rated == [(1, Elo(), {"period": "1mo"})]
