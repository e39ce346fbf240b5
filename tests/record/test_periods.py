"""Rating periods, the order of play. The calendars are typed by hand."""

from __future__ import annotations

from datetime import date, datetime

import numpy as np
import pytest

from arpad.core import BadInput, NotProvided
from arpad.record import Games, Labels, Players, chronological, parse_period
from arpad.record.games import Time
from arpad.record.periods import PeriodRule, assign, fractional_number


def games(time: Time | None, events: list[str] | None = None) -> Games:
    n = len(time) if time is not None else len(events or [])
    words = list(dict.fromkeys(word for word in events or [] if word))
    codes = np.array([words.index(word) if word else -1 for word in events or []], dtype=np.int32)
    return Games(
        Players(["a", "b"]),
        np.zeros(n, dtype=np.int32),
        np.ones(n, dtype=np.int32),
        np.ones(n),
        time=time,
        event=Labels(codes, words) if events is not None else None,
    )


def days(*words: str) -> Time:
    return np.array(words, dtype="datetime64[D]")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("1d", PeriodRule("d")),
        ("1w", PeriodRule("w")),
        ("1mo", PeriodRule("mo")),
        ("3MO ", PeriodRule("mo", 3)),
        ("10y", PeriodRule("y", 10)),
        ("event", PeriodRule("event")),
        ("all", PeriodRule("all")),
        ("1", PeriodRule("number")),
        ("4", PeriodRule("number", 4)),
    ],
)
def test_rules(text: str, rule: PeriodRule) -> None:
    assert parse_period(text) == rule
    assert parse_period(str(rule)) == rule


@pytest.mark.parametrize("text", ["", "0d", "month", "1m", "-1w", "1.5d", "1 mo", "d", "0"])
def test_rules_that_are_none(text: str) -> None:
    with pytest.raises(BadInput, match="is not a rating period"):
        parse_period(text)


# Rule; days; numbers; and of the first day the label, the first and the last day of its period.
CALENDAR = [
    ("1d", ["2024-03-05", "2024-03-07"], [19787, 19789], "2024-03-05", "2024-03-05", "2024-03-05"),
    # 1970-01-01 was a Thursday of the ISO week that began on Monday, 1969-12-29.
    ("1w", ["1970-01-01", "1970-01-04", "1970-01-05", "1969-12-29", "1969-12-28"], [0, 0, 1, 0, -1],
     "1970-W01", "1969-12-29", "1970-01-04"),
    # Week 9 of 2024 went from Monday, 26 February, to Sunday, 3 March.
    ("1w", ["2024-02-26", "2024-03-03", "2024-03-04"], [2826, 2826, 2827],
     "2024-W09", "2024-02-26", "2024-03-03"),
    # 1 January 2021 was a Friday of week 53 of 2020.
    ("1w", ["2021-01-01"], [2661], "2020-W53", "2020-12-28", "2021-01-03"),
    ("1mo", ["2024-02-29", "2024-03-01", "1969-12-31"], [649, 650, -1],
     "2024-02", "2024-02-01", "2024-02-29"),
    ("3mo", ["2024-03-31", "2024-04-01"], [216, 217], "2024-01–2024-03", "2024-01-01", "2024-03-31"),
    ("1y", ["2024-12-31", "2025-01-01", "1872-11-30"], [54, 55, -98], "2024", "2024-01-01", "2024-12-31"),
    ("2y", ["1971-06-01", "1972-01-01"], [0, 1], "1970–1971", "1970-01-01", "1971-12-31"),
    ("2d", ["1970-01-02", "1970-01-03"], [0, 1], "1970-01-01–1970-01-02", "1970-01-01", "1970-01-02"),
    ("2w", ["1970-01-11", "1970-01-12"], [0, 1], "1970-W01–1970-W02", "1969-12-29", "1970-01-11"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "dates", "numbers", "label", "start", "end"), CALENDAR)
def test_the_calendar(
    rule: str, dates: list[str], numbers: list[int], label: str, start: str, end: str
) -> None:
    periods = assign(games(days(*dates)), parse_period(rule))
    assert periods.number.tolist() == numbers
    assert periods.number.dtype == np.int64
    assert periods.label(numbers[0]) == label
    assert periods.start(numbers[0]) == date.fromisoformat(start)
    assert periods.end(numbers[0]) == date.fromisoformat(end)
    for day, number in zip(dates, numbers, strict=True):
        assert periods.number_of(date.fromisoformat(day)) == number


def test_moments_belong_to_their_day() -> None:
    time = np.array(["1969-12-31T23:59:59", "1970-01-01T00:00:00"], dtype="datetime64[s]")
    assert assign(games(time), parse_period("1d")).number.tolist() == [-1, 0]
    assert assign(games(time), parse_period("1mo")).number.tolist() == [-1, 0]
    periods = assign(games(time), parse_period("1y"))
    assert periods.number.tolist() == [-1, 0]
    assert periods.number_of(datetime(1970, 5, 1, 12, 0)) == 0


def test_numbered_periods() -> None:
    time = np.array([1, 4, 5, 12], dtype=np.int64)
    one = assign(games(time), parse_period("1"))
    assert one.number.tolist() == [1, 4, 5, 12]
    assert (one.label(5), one.start(5), one.end(5), one.number_of(7)) == ("5", None, None, 7)
    four = assign(games(time), parse_period("4"))
    assert four.number.tolist() == [0, 1, 1, 3]
    assert (four.label(1), four.number_of(7)) == ("4–7", 1)


def test_events_in_the_order_of_their_ends() -> None:
    time = days("2024-05-01", "2024-03-01", "2024-05-02", "2024-02-01", "2024-06-01")
    periods = assign(games(time, ["Spring", "Winter", "Spring", "Winter", "Summer"]), parse_period("event"))
    assert periods.number.tolist() == [1, 0, 1, 0, 2]
    assert [periods.label(k) for k in range(3)] == ["Winter", "Spring", "Summer"]
    assert [(periods.start(k), periods.end(k)) for k in range(3)] == [
        (date(2024, 2, 1), date(2024, 3, 1)),
        (date(2024, 5, 1), date(2024, 5, 2)),
        (date(2024, 6, 1), date(2024, 6, 1)),
    ]
    assert (periods.start(3), periods.end(3)) == (None, None)
    asked = [date(2024, 1, 1), date(2024, 2, 1), date(2024, 4, 30), date(2024, 5, 1), date(2030, 1, 1)]
    assert [periods.number_of(day) for day in asked] == [-1, -1, 0, 0, 2]


def test_events_without_dates_keep_the_order_of_the_record() -> None:
    periods = assign(games(None, ["B", "A", "B"]), parse_period("event"))
    assert periods.number.tolist() == [0, 1, 0]
    assert [(periods.label(k), periods.start(k), periods.end(k)) for k in range(2)] == [
        ("B", None, None),
        ("A", None, None),
    ]
    with pytest.raises(NotProvided, match="the record has no dates"):
        periods.number_of(date(2024, 1, 1))


def test_all_is_one_period() -> None:
    periods = assign(games(days("2024-03-05", "2023-01-01")), parse_period("all"))
    assert periods.number.tolist() == [0, 0]
    assert (periods.label(0), periods.start(0), periods.end(0)) == ("all", date(2023, 1, 1), date(2024, 3, 5))
    undated = assign(games(None, ["a"]), parse_period("all"))
    assert (undated.start(0), undated.end(0)) == (None, None)


@pytest.mark.parametrize(
    ("record", "rule", "error", "words"),
    [
        (games(None, ["x"]), "1mo", NotProvided, "the record has no dates"),
        (games(np.array([1, 2])), "1mo", NotProvided, "the record's time is whole numbers"),
        (games(days("2024-01-01")), "1", NotProvided, "the record has dates"),
        (games(days("2024-01-01")), "event", NotProvided, "the record has no events"),
        (games(None, ["x", "", ""]), "event", BadInput, "2 games belong to no event"),
    ],
)
def test_what_a_record_lacks(record: Games, rule: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        assign(record, parse_period(rule))


def test_a_number_is_no_date() -> None:
    with pytest.raises(NotProvided, match="7 is not a date"):
        assign(games(days("2024-01-01")), parse_period("1mo")).number_of(7)
    with pytest.raises(NotProvided, match="is a date"):
        assign(games(np.array([1])), parse_period("1")).number_of(date(2024, 1, 1))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("1d", [0.0, 0.75, 14.0]),
        ("1w", [3 / 7, 3.75 / 7, 17 / 7]),
        ("2d", [0.0, 0.375, 7.0]),
        ("1mo", [0.0, 0.75 / 30.436875, 14 / 30.436875]),
        ("1y", [0.0, 0.75 / 365.2425, 14 / 365.2425]),
        ("all", [0.0, 0.0, 0.0]),
    ],
)
def test_fractions_of_periods(rule: str, expected: list[float]) -> None:
    time = np.array(["1970-01-01", "1970-01-01T18:00", "1970-01-15"], dtype="datetime64[s]")
    np.testing.assert_allclose(fractional_number(games(time), parse_period(rule)), expected, rtol=1e-15)


def test_fractions_of_dates_and_numbers() -> None:
    assert fractional_number(games(days("1970-01-02")), parse_period("1d")).tolist() == [1.0]
    assert fractional_number(games(np.array([3, 6])), parse_period("2")).tolist() == [1.5, 3.0]


def test_the_order_of_play_is_stable() -> None:
    record = games(days("2024-01-02", "2024-01-01", "2024-01-02", "2024-01-01"))
    order = chronological(record)
    assert order is not None
    assert order.tolist() == [1, 3, 0, 2]
    assert chronological(record.take(order)) is None


def test_days_of_another_byte_order_are_in_order() -> None:
    assert chronological(games(days("2023-12-31", "2024-01-02").astype(">M8[D]"))) is None
    assert chronological(games(days("2024-01-02", "2023-12-31").astype(">M8[D]"))) is not None


def test_games_without_a_day_come_last() -> None:
    for order in (["NaT", "1960-05-01", "2024-01-01"], ["1960-05-01", "NaT", "2024-01-01"]):
        found = chronological(games(np.array(order, "datetime64[D]")))
        assert found is not None
        assert [order[at] for at in found] == ["1960-05-01", "2024-01-01", "NaT"]


def test_a_record_without_times_keeps_its_order() -> None:
    assert chronological(games(None, ["x", "y"])) is None
    assert chronological(games(np.array([1, 1, 2]))) is None
    assert chronological(games(np.array([], dtype=np.int64))) is None


@pytest.mark.parametrize("unit", ["1d", "1w", "1mo", "1y", "3mo", "1000y"])
def test_the_ends_of_the_calendar_lie_in_periods(unit: str) -> None:
    for day in (date.min, date.max):
        periods = assign(games(np.array([day.isoformat()], "datetime64[D]")), parse_period(unit))
        number = int(periods.number[0])
        start, end = periods.start(number), periods.end(number)
        assert start is not None
        assert end is not None
        assert start <= day <= end
        assert periods.label(number)


@pytest.mark.parametrize("text", ["365242d", "52177w", "12000mo", "1000y", "1000000000"])
def test_a_period_of_a_thousand_years_or_numbers_to_a_milliard_is_allowed(text: str) -> None:
    assert str(parse_period(text)) == text


@pytest.mark.parametrize(
    "text", ["365243d", "52178w", "12001mo", "1001y", "1000000001", "9" * 30, "9" * 5000]
)
def test_a_period_of_more_than_a_thousand_years_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"too long|is not a rating period"):
        parse_period(text)
