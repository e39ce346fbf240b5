"""An event is a name and a span: which names are parted, how the parts are called, in which order they are rated."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.ratings.elo.system import Elo
from arpad.ratings.rate import rate
from arpad.record import Games, Labels, Players, parse_period
from arpad.record.events import Span, cut_within, events_in_order, in_words, part_events
from arpad.record.periods import assign
from arpad.rulebooks.rating_catalogue import rating_system


def record(*games: tuple[str, str], numbers: list[int] | None = None) -> Games:
    """Return games of a against b, each an event and a day; or numbers for days."""
    names = list(dict.fromkeys(name for name, _ in games if name))
    codes = np.array([names.index(name) if name else -1 for name, _ in games], dtype=np.int32)
    n = len(games)
    days = (
        np.array([day for _, day in games], dtype="datetime64[D]") if numbers is None else np.array(numbers)
    )
    return Games(
        Players(["a", "b"]),
        np.zeros(n, dtype=np.int32),
        np.ones(n, dtype=np.int32),
        np.ones(n),
        time=days,
        event=Labels(codes, tuple(names)),
    )


def labels(games: Games) -> list[str | None]:
    found, _ = part_events(games)
    assert found.event is not None
    return [found.event.word(row) for row in range(len(games))]


def season(name: str, first: str, last: str, step: int = 7) -> list[tuple[str, str]]:
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    return [(name, str(start + timedelta(days=at))) for at in range(0, (end - start).days + 1, step)]


def test_a_name_that_comes_back_years_later_is_another_event() -> None:
    games = record(("Cup", "2026-06-11"), ("Cup", "2022-11-20"), ("Cup", "2022-12-18"), ("Cup", "2026-07-19"))
    assert labels(games) == ["Cup 2026", "Cup 2022", "Cup 2022", "Cup 2026"]
    (one,) = part_events(games)[1]
    assert (one.name, one.events) == ("Cup", ("Cup 2022", "Cup 2026"))


def test_an_annual_event_is_another_one_each_year() -> None:
    """330 days apart, within 366: the pause is what tells."""
    games = record(("Open", "2022-12-28"), ("Open", "2022-12-30"), ("Open", "2023-11-24"))
    assert labels(games) == ["Open 2022", "Open 2022", "Open 2023"]


def test_seasons_without_their_year() -> None:
    games = record(
        *season("NBA", "2013-10-29", "2014-06-15"),
        *season("NBA", "2014-10-28", "2015-06-16"),
        *season("NBA", "2015-10-27", "2016-06-19"),
    )
    assert list(dict.fromkeys(labels(games))) == ["NBA 2013–2014", "NBA 2014–2015", "NBA 2015–2016"]


def test_a_season_that_was_suspended_is_one() -> None:
    """141 days, from 11 March to 30 July 2020, within a season of 356 days."""
    games = record(*season("2020", "2019-10-22", "2020-03-10"), *season("2020", "2020-07-30", "2020-10-11"))
    assert set(labels(games)) == {"2020"}
    assert part_events(games) == (games, ())


def test_what_never_pauses_is_parted_at_new_year() -> None:
    games = record(*season("Friendly", "2019-02-03", "2022-11-30", step=14))
    found = labels(games)
    assert found == [
        f"Friendly {day[:4]}" for _, day in season("Friendly", "2019-02-03", "2022-11-30", step=14)
    ]


def test_parts_of_one_year_and_names_that_are_taken() -> None:
    games = record(
        ("Cup", "2020-01-05"), ("Cup", "2020-06-05"), ("Cup", "2023-01-05"), ("Cup 2023", "2023-05-05")
    )
    assert labels(games) == ["Cup 2020", "Cup 2020 (2)", "Cup 2023 (2)", "Cup 2023"]


def test_games_of_no_event_and_other_events_stay() -> None:
    games = record(("", "2015-01-05"), ("Cup", "2020-01-05"), ("Cup", "2023-01-05"), ("Fair", "2023-02-01"))
    assert labels(games) == [None, "Cup 2020", "Cup 2023", "Fair"]


def test_without_dates_nothing_tells_a_span() -> None:
    games = record(("Cup", ""), ("Cup", ""), numbers=[1, 4000])
    assert labels(games) == ["Cup", "Cup"]


def test_said_in_one_line() -> None:
    years = [("Cup", f"{year}-05-01") for year in (2001, 2005, 2009, 2013)]
    games = record(*years, ("Open", "2001-06-01"), ("Open", "2002-06-01"))
    assert in_words(part_events(games)[1]) == (
        "Cup is 4 events (Cup 2001, Cup 2005, …, Cup 2013); Open is 2 events (Open 2001, Open 2002): "
        "an event lies within a year, without a pause of 180 days"
    )


EVENT = st.sampled_from(["A", "B", "C"])
DAYS = st.dates(date(2018, 1, 1), date(2024, 12, 31))


@given(st.lists(st.tuples(EVENT, DAYS), min_size=1, max_size=40), st.randoms(use_true_random=False))
def test_every_event_has_a_span_and_the_rows_order_does_not_matter(
    games: list[tuple[str, date]], random: Random
) -> None:
    rows = [(name, str(day)) for name, day in games]
    found = dict(zip(rows, labels(record(*rows)), strict=True))
    days: dict[str | None, list[date]] = {}
    for name, day in games:
        days.setdefault(found[name, str(day)], []).append(day)
    for label, played in days.items():
        span = sorted(played)
        assert (span[-1] - span[0]).days <= 366, label
        assert all((after - before).days < 180 for before, after in pairwise(span))
    random.shuffle(rows)
    again = record(*rows)
    assert [found[row] for row in rows] == labels(again)
    periods = assign(part_events(again)[0], parse_period("event"))
    ends = [periods.end(at) for at in range(len(periods.names))]
    assert ends == sorted(ends)  # type: ignore[type-var]


def test_events_are_rated_as_they_end() -> None:
    """A league is rated when it ends, after a cup; of events that end on one day the one that began first, then names."""
    games = record(
        ("League", "2024-01-10"), ("League", "2024-06-01"), ("Cup", "2024-03-01"),
        ("Zonal", "2024-06-01"), ("Blitz", "2024-06-01"),
    )  # fmt: skip
    assert games.event is not None
    assert [games.event.names[code] for code in events_in_order(games)] == ["Cup", "League", "Blitz", "Zonal"]


def test_without_times_events_come_in_the_order_of_their_first_rows() -> None:
    games = Games(
        Players(["a", "b"]),
        np.zeros(4, dtype=np.int32),
        np.ones(4, dtype=np.int32),
        np.ones(4),
        event=Labels(np.array([2, 0, 2, 1], dtype=np.int32), ("Blitz", "Cup", "League")),
    )
    assert events_in_order(games).tolist() == [2, 0, 1]


def test_histories_never_run_backwards_and_last_played_is_the_last_day() -> None:
    games = record(("League", "2024-01-10"), ("Cup", "2024-03-01"), ("League", "2024-06-01"))
    third = Games(
        Players(["a", "b", "c"]),
        np.array([0, 0, 1], dtype=np.int32),
        np.array([1, 1, 2], dtype=np.int32),
        np.ones(3),
        time=games.time,
        event=games.event,
    )
    ratings = rate(third, Elo(), period="event", history=True)
    went = ratings.history("a")
    assert went["period"].to_list() == ["Cup", "League"]
    assert went["time"].to_list() == [date(2024, 3, 1), date(2024, 6, 1)]
    last = dict(ratings.table().select("player", "last_played").iter_rows())
    assert last == {"a": date(2024, 3, 1), "b": date(2024, 6, 1), "c": date(2024, 6, 1)}


def test_two_cups_are_two_rating_periods() -> None:
    """1500 beats 1500 by 10 points, then 1510 beats 1490 by 20 · (1 − .528751); in one period it would be 20."""
    games = record(("Cup", "2022-11-20"), ("Cup", "2026-06-11"))
    ratings = rate(games, Elo(k="20"), period="event", history=True)
    assert ratings.history("a")["period"].to_list() == ["Cup 2022", "Cup 2026"]
    assert ratings.of("a").value == pytest.approx(1519.42499, abs=1e-5)
    assert ratings.notes == (
        "Cup is 2 events (Cup 2022, Cup 2026): an event lies within a year, without a pause of 180 days",
    )
    assert rate(games, Elo(), period="1mo").notes == ()


def test_a_rating_given_at_a_name_of_two_events() -> None:
    games = record(("Cup", "2022-11-20"), ("Cup", "2026-06-11"))
    with pytest.raises(BadInput, match=r"Cup is 2 events.*Name it: Cup 2022, Cup 2026"):
        rate(games, Elo(), given=[("a", "Cup", 1700.0)])
    assert rate(games, Elo(k="0"), given=[("a", "Cup 2026", 1700.0)]).of("a").value == 1700.0


def test_one_name_over_years_is_a_season_for_each() -> None:
    games = record(*season("NBA", "2013-10-29", "2014-06-15"), *season("NBA", "2014-10-28", "2015-06-16"))
    named = record(*season("2014", "2013-10-29", "2014-06-15"), *season("2015", "2014-10-28", "2015-06-16"))
    system = Elo(carry=0.75, mean=1505.0)
    assert rate(games, system).rating == pytest.approx(rate(named, system).rating, abs=0)
    with_one = rate(games.take(np.arange(len(games) // 2)), system)
    assert with_one.notes == ()


def test_tournaments_are_no_seasons() -> None:
    system = Elo(carry=0.75)
    turned = record(("League", "2024-01-01"), ("Cup", "2024-02-01"), ("League", "2024-03-01"))
    with pytest.raises(BadInput, match="a returns to League after games of Cup: these are tournaments"):
        rate(turned, system)
    close = record(("Cup", "2024-01-01"), ("Fair", "2024-03-01"))
    rate(close, system)
    with pytest.raises(BadInput, match="Fair, in which a plays, begins 60 days after Cup: these are"):
        rate(close, rating_system("nfl", {"margin": "none"}))


def test_names_are_taken_as_they_are_where_that_is_asked_for() -> None:
    """Two wins of equals at K = 20 in one rating period are 20 · ½ each."""
    games = record(("League", "2022-01-10"), ("League", "2023-12-20"))
    ratings = rate(games, Elo(k="20"), period="event", history=True, events="named")
    assert ratings.history("a")["period"].to_list() == ["League"]
    assert ratings.of("a").value == 1520.0
    assert ratings.notes == ()
    assert rate(games, Elo(k="20"), period="event").of("a").value == pytest.approx(1519.42499, abs=1e-5)
    with pytest.raises(BadInput, match="events cannot be 'whole'"):
        rate(games, Elo(), events="whole")  # type: ignore[arg-type]


CUT = record(("Cup", "2026-01-10"), ("Open", "2026-02-01"), ("Open", "2026-02-02"), ("Cup 2", "2026-03-01"))


@pytest.mark.parametrize("system", [Elo(), Elo(carry=0.75)])
def test_a_cut_within_an_event_is_said(system: Elo) -> None:
    period = None if system.uses_events else "event"
    before, rest = (CUT.take(np.array(rows)) for rows in ([0, 1], [2, 3]))
    ratings = rate(rest, system, period=period, after=rate(before, system, period=period))
    assert ratings.notes == (
        "the games before end on 2026-02-01 with the event 'Open', and the games here go on with it on "
        "2026-02-02: one event is rated in two parts. Cut a record between two events",
    )
    before, rest = (CUT.take(np.array(rows)) for rows in ([0, 1, 2], [3]))
    assert rate(rest, system, period=period, after=rate(before, system, period=period)).notes == ()


def test_a_cut_says_nothing_where_events_do_not_count() -> None:
    before, rest = (CUT.take(np.array(rows)) for rows in ([0, 1], [2, 3]))
    assert rate(rest, Elo(), after=rate(before, Elo())).notes == ()


@pytest.mark.parametrize(
    ("last", "begins", "same"),
    [
        ("2026-02-01", "2026-07-30", True),  # 179 days later
        ("2026-02-01", "2026-07-31", False),  # a pause of 180 days
        ("2026-12-01", "2027-01-11", True),  # 366 days after 10 January 2026
        ("2026-12-01", "2027-01-12", False),
    ],
)
def test_a_name_beyond_the_span_of_an_event_is_another_event(last: str, begins: str, same: bool) -> None:
    before = Span("Open", np.datetime64("2026-01-10"), np.datetime64(last))
    assert (cut_within(before, record(("Open", begins))) is not None) == same


def test_the_last_event_of_a_name_that_was_parted_is_known_by_the_name() -> None:
    games = record(("Cup", "2022-11-20"), ("Cup", "2026-06-11"))
    found = rate(games, Elo(), period="event").last_event
    assert found == Span("Cup", np.datetime64("2026-06-11"), np.datetime64("2026-06-11"))
    assert rate(games, Elo()).last_event is None
