"""Dates as people write them, each with the answer."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.record import Games, read_contests, read_games
from arpad.record.assembly import fast_reader
from arpad.record.cells.dates import MONTHS, DateFormat, date_format, parts_of, seconds_of, shape_of
from arpad.record.cells.times import days_where_midnight
from arpad.record.cells.times import times as read_times

HEAD = "white;black;result;date\n"


def read(tmp_path: Path, *values: str, **options: object) -> Games:
    file = tmp_path / "g.csv"
    file.write_text(HEAD + "".join(f"Ann;Bob;1-0;{value}\n" for value in values), encoding="utf-8")
    return read_games(file, **options)  # type: ignore[arg-type]


def times(games: Games) -> list[str]:
    assert games.time is not None
    return [str(moment) for moment in games.time]


def notes(games: Games) -> list[str]:
    return [note.split(": ", 1)[1] for note in games.source.notes]


@pytest.mark.parametrize(
    "value",
    [
        "2025-11-03", "2025-11-3", "2025/11/3", "2025.11.03", "2025. 11. 3.", "20251103", "3.11.2025", "03.11.2025",
        "3. 11. 2025", "2025년 11월 3일", "2025년11월3일", "2025年11月3日", "3 Nov 2025", "3 November 2025",
        "3. November 2025", "3-Nov-2025", "Nov 3, 2025", "November 3rd, 2025", "2025 Nov 3", "3 nov. 2025",
        "3 novembre 2025", "3 de noviembre de 2025", "3 de novembro de 2025", "3 november 2025", "3 ноября 2025",
    ],
)  # fmt: skip
def test_one_day_in_many_forms(value: str, tmp_path: Path) -> None:
    games = read(tmp_path, value)
    assert times(games) == ["2025-11-03"]
    assert games.source.notes == ()


@pytest.mark.parametrize(
    "value",
    [
        "2025-11-03 14:05", "2025-11-3 14:05", "2025-11-03T14:05", "2025/11/03 14:05:00", "2025-11-03 2:05 PM",
        "3.11.2025 14:05", "3.11.2025, 14:05:00", "3.11.2025 14.05 Uhr", "3 novembre 2025 14h05",
        "Nov 3, 2025 2:05 pm", "3 Nov 2025 02:05 p.m.", "2025년 11월 3일 오후 2:05", "2025년 11월 3일 14:05",
    ],
)  # fmt: skip
def test_one_moment_in_many_forms(value: str, tmp_path: Path) -> None:
    assert times(read(tmp_path, value)) == ["2025-11-03T14:05:00"]


@pytest.mark.parametrize("mark", ["/", "-"])
def test_the_whole_column_settles_whether_the_day_or_the_month_is_first(mark: str, tmp_path: Path) -> None:
    def written(*values: str) -> list[str]:
        return [value.replace("/", mark) for value in values]

    games = read(tmp_path, *written("3/11/2025", "25/12/2025"))
    assert times(games) == ["2025-11-03", "2025-12-25"]
    assert notes(games) == [f"the column 'date' is read with the day first ({written('25/12/2025')[0]})"]
    games = read(tmp_path, *written("3/11/2025", "12/25/2025"))
    assert times(games) == ["2025-03-11", "2025-12-25"]
    assert notes(games) == [f"the column 'date' is read with the month first ({written('12/25/2025')[0]})"]
    # The same day in either order settles nothing, and needs nothing settled.
    games = read(tmp_path, *written("3/3/2025", "12/12/2025"))
    assert (times(games), notes(games)) == (["2025-03-03", "2025-12-12"], [])


def test_dates_that_can_be_read_in_two_ways_are_asked_about(tmp_path: Path) -> None:
    with pytest.raises(
        BadInput, match=r"column date: '3/11/2025' may have the day first or the month"
    ) as caught:
        read(tmp_path, "3/11/2025", "2/11/2025")
    assert caught.value.code == "dates.ambiguous"
    assert caught.value.remedy == 'Say which it is: dates="dmy" or dates="mdy".'
    assert times(read(tmp_path, "3/11/2025", dates="dmy")) == ["2025-11-03"]
    assert times(read(tmp_path, "3/11/2025", dates="MDY")) == ["2025-03-11"]
    assert read(tmp_path, "3/11/2025", dates="dmy").source.notes == ()
    with pytest.raises(BadInput, match="'25/12/2025' has the day first and '12/25/2025' the month"):
        read(tmp_path, "25/12/2025", "12/25/2025", rejects=tmp_path / "r.csv")
    games = read(tmp_path, "25/12/2025", "12/25/2025", dates="dmy", rejects=tmp_path / "r.csv")
    assert (times(games), games.source.rejected) == (["2025-12-25"], 1)
    # A day that no calendar has settles nothing.
    with pytest.raises(BadInput, match="may have the day first or the month"):
        read(tmp_path, "3/11/2025", "31/13/2025", "13/32/2025")


def test_with_dots_the_day_is_first_unless_it_is_said(tmp_path: Path) -> None:
    assert times(read(tmp_path, "3.11.2025", dates="mdy")) == ["2025-03-11"]
    assert times(read(tmp_path, "3.11.2025", dates="dmy")) == ["2025-11-03"]
    with pytest.raises(BadInput, match=r"line 3, column date: '11.25.2025' is not a date"):
        read(tmp_path, "3.11.2025", "11.25.2025")


def test_years_of_two_digits_are_those_of_posix(tmp_path: Path) -> None:
    """POSIX: 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068."""
    games = read(tmp_path, "31/12/68", "1/1/69", "1/1/99", "1/1/00")
    assert times(games) == ["2068-12-31", "1969-01-01", "1999-01-01", "2000-01-01"]
    assert notes(games)[1] == "years of two digits in the column 'date' are those of 1969 to 2068 (31/12/68)"
    assert times(read(tmp_path, "3.11.25")) == ["2025-11-03"]
    assert times(read(tmp_path, "3-Nov-25")) == ["2025-11-03"]
    assert times(read(tmp_path, "25/11/03", dates="ymd")) == ["2025-11-03"]
    with pytest.raises(BadInput, match='dates="dmy" or dates="mdy" or dates="ymd"'):
        read(tmp_path, "5/11/03")
    # Four digits are the year wherever they stand.
    assert times(read(tmp_path, "2025/11/03", dates="dmy")) == ["2025-11-03"]
    with pytest.raises(BadInput, match="may have the day first"):
        read(tmp_path, "3/11/2025", dates="ymd")


@pytest.mark.parametrize(
    "value", ["2025-11", "2025/11", "11/2025", "Nov 2025", "noviembre de 2025", "2025년 11월"]
)
def test_a_month_is_its_first_day(value: str, tmp_path: Path) -> None:
    games = read(tmp_path, value)
    assert times(games) == ["2025-11-01"]
    assert notes(games) == [f"the column 'date' holds months ({value}), each read as its first day"]


@pytest.mark.parametrize(
    ("value", "expected"),
    # FastChat's votes hold seconds since 1970 with a fraction.
    [("1683061720.7463", "2023-05-02T21:08:40"), ("1683061720", "2023-05-02T21:08:40"),
     ("1683061720746.3", "2023-05-02T21:08:40")],
)  # fmt: skip
def test_numbers_since_1970_may_have_a_fraction(value: str, expected: str, tmp_path: Path) -> None:
    assert times(read(tmp_path, value)) == [expected]
    frame = pl.DataFrame({"model_a": "x", "model_b": "y", "winner": "tie", "tstamp": [float(value)]})
    assert times(read_games(frame, columns={"time": "tstamp"})) == [expected]
    with pytest.raises(BadInput, match=r"'6.5' is not a date"):
        read(tmp_path, "5", "6.5")


@pytest.mark.parametrize(
    ("form", "value", "expected"),
    [
        ("%d.%m.%Y", "3.11.2025", "2025-11-03"),
        ("%Y%m%d", "20251103", "2025-11-03"),
        ("%d %b %y %H:%M", "3 Nov 25 14:05", "2025-11-03T14:05:00"),
        ("%m/%d/%Y %I:%M %p", "11/03/2025 02:05 PM", "2025-11-03T14:05:00"),
        ("%Y-%m-%dT%H:%M:%S%z", "2025-11-03T14:05:00+0200", "2025-11-03T12:05:00"),
    ],
)
def test_a_pattern(form: str, value: str, expected: str, tmp_path: Path) -> None:
    games = read(tmp_path, value, dates=form)
    assert (times(games), games.source.notes) == ([expected], ())
    with pytest.raises(BadInput, match="line 2, column date: 'tomorrow' is not a date") as caught:
        read(tmp_path, "tomorrow", dates=form)
    assert form in str(caught.value.remedy)


@pytest.mark.parametrize("form", ["", "dym", "%", "%Q", "%H:%M", "%d.%m", "%Y", "2025-11-03"])
def test_what_is_no_format_of_dates(form: str) -> None:
    with pytest.raises(BadInput, match="is not a format of dates"):
        date_format(form)


def test_a_pattern_reads_whole_numbers_too() -> None:
    frame = pl.DataFrame({"white": ["x"], "black": ["y"], "result": [1], "date": [31122025]})
    assert times(read_games(frame, dates="%d%m%Y")) == ["2025-12-31"]
    assert DateFormat(pattern="%d%%H").has_clock is False


@pytest.mark.parametrize(("early", "late"), [("3/11/2025", "25/12/2025"), ("25/12/2025", "3/11/2025")])
def test_batches_do_not_decide_for_themselves(
    early: str, late: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast_reader, "BATCH", 8)
    games = read(tmp_path, *[early] * 30, *[late] * 10)
    expected = {"3/11/2025": "2025-11-03", "25/12/2025": "2025-12-25"}
    assert times(games) == [expected[early]] * 30 + [expected[late]] * 10
    with pytest.raises(BadInput, match="may have the day first"):
        read(tmp_path, *["3/11/2025"] * 40)
    with pytest.raises(BadInput, match="has the day first and '12/25/2025' the month"):
        read(tmp_path, *["25/12/2025"] * 30, "12/25/2025")


def test_a_bad_row_does_not_hide_what_the_rows_below_it_settle(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="line 3, column date: 'soon' is not a date"):
        read(tmp_path, "3/11/2025", "soon", "25/12/2025")
    games = read(tmp_path, "3/11/2025", "soon", "25/12/2025", rejects=tmp_path / "r.csv")
    assert (times(games), games.source.rejected) == (["2025-11-03", "2025-12-25"], 1)


def test_contests_of_many_sides(tmp_path: Path) -> None:
    file = tmp_path / "races.csv"
    file.write_text("race,player,place,date\n1,Ann,1,3/11/2025\n1,Bob,2,3/11/2025\n")
    with pytest.raises(BadInput, match=r"races.csv, column date: '3/11/2025' may have the day first"):
        read_contests(file)
    found = read_contests(file, dates="mdy").time
    assert found is not None
    assert found.astype(str).tolist() == ["2025-03-11"]


def test_no_name_is_that_of_two_months() -> None:
    from arpad.record.cells import dates

    words = [word for names in dates._NAMES for word in names.split()]
    assert len(words) == len(set(words)) == len(MONTHS)
    for at in range(1, 13):
        day = date(2025, at, 3)
        for form in ("%d %B %Y", "%b %d, %Y", "%Y %b %d"):
            found = parts_of(day.strftime(form))
            assert found is not None
            assert found[1] == (2025, 3, at)


@given(st.datetimes(datetime(1000, 1, 1), datetime(9999, 12, 31)), st.sampled_from("/-."))
def test_what_is_written_is_read(moment: datetime, mark: str) -> None:
    for form, order in ((f"%d{mark}%m{mark}{moment.year}", "dmy"), (f"%m{mark}%d{mark}{moment.year}", "mdy")):
        column = pl.Series("date", [moment.strftime(form)])
        found, check, _ = read_times(column, DateFormat(order=order))
        assert not check.bad.any()
        assert found[0] == np.datetime64(moment.date())
    clock = moment.strftime("%I:%M:%S %p")
    assert seconds_of(clock) == moment.hour * 3600 + moment.minute * 60 + moment.second


@pytest.mark.parametrize("clock", ["24:00", "25:10", "23:60", "12:30:60", "13:05 PM", "0:05 AM"])
def test_a_day_has_24_hours_of_60_minutes(clock: str) -> None:
    assert seconds_of(clock) is None


@given(st.text(max_size=20) | st.text("0123456789./-: novamp,", max_size=20))
def test_whatever_is_written_has_a_shape_or_none(value: str) -> None:
    shape_of(value)
    seconds_of(value)


def test_blanks_before_the_first_date_keep_their_rows() -> None:
    """The blank rows are the bad ones, and each date stays in its row."""
    day = ["2020-01-05"] * 6
    found, check, _ = read_times(pl.Series("date", [None, None, *day]))
    assert check.bad.tolist() == [True, True, *[False] * 6]
    assert found[2:].astype("datetime64[D]").astype(str).tolist() == day


def test_numbers_of_rounds_are_no_moments_even_where_all_of_them_are_whole_days_in_seconds() -> None:
    numbers = np.array([0, 86400, 172800])
    assert days_where_midnight(numbers) is numbers
    moments = numbers.astype("datetime64[s]")
    assert days_where_midnight(moments).tolist() == [date(1970, 1, day) for day in (1, 2, 3)]
    assert days_where_midnight(moments + 1).dtype == "datetime64[s]"


def test_days_as_spreadsheet_programs_count_them(tmp_path: Path) -> None:
    """ECMA-376, part 1, 18.17.4.1: in the 1900 date base system, 1 January 1900 is 1; 45,964 is 3 November 2025."""
    file = tmp_path / "g.csv"
    file.write_text("Date,white,black,result\n45964,Ann,Bob,1-0\n45965.0,Bob,Cho,1-0\n", encoding="utf-8")
    games = read_games(file)
    assert games.time is not None
    assert games.time.tolist() == [date(2025, 11, 3), date(2025, 11, 4)]
    assert games.source.notes == (
        f"{file}: the column 'Date' is taken for days as spreadsheet programs count them: 45964 is 2025-11-03",
    )
    frame = pl.DataFrame(
        {"date": [45964, 45965], "white": ["Ann", "Bob"], "black": ["Bob", "Cho"], "result": [1, 1]}
    )
    assert read_games(frame).digest == games.digest


@pytest.mark.parametrize(("column", "value"), [("week", "45964"), ("date", "20400"), ("date", "7")])
def test_other_numbers_are_those_of_periods(column: str, value: str, tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text(f"{column},white,black,result\n{value},Ann,Bob,1-0\n", encoding="utf-8")
    games = read_games(file)
    assert games.time is not None
    assert games.time.tolist() == [int(value)]


def test_a_number_that_is_no_such_day_is_a_bad_row(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text("date,white,black,result\n45964,Ann,Bob,1-0\n7,Bob,Cho,1-0\n", encoding="utf-8")
    with pytest.raises(
        BadInput, match=r"line 3, column date: '7' is not a date\. Expected the form of the first"
    ):
        read_games(file)


@pytest.mark.parametrize(
    "value",
    [
        "Sat, 3 Jan 2026",
        "Sat 3/1/2026",
        "Saturday, January 3, 2026",
        "Sa., 03.01.2026",
        "Samstag, 3. Januar 2026",
        "sam. 3 janvier 2026",
        "sábado 3 de enero de 2026",
        "za 3-1-2026",
        "сб, 3 января 2026",
        "2026. 1. 3. (토)",
        "Sat 2026-01-03",
    ],
)
def test_the_day_of_the_week_beside_a_date(value: str, tmp_path: Path) -> None:
    order = "dmy" if "/" in value or "-1-" in value else None
    assert times(read(tmp_path, value, dates=order)) == ["2026-01-03"]


def test_mar_is_march_and_a_word_is_no_day_of_the_week(tmp_path: Path) -> None:
    assert times(read(tmp_path, "Mar 3, 2026")) == ["2026-03-03"]
    with pytest.raises(BadInput, match="is not a date"):
        read(tmp_path, "Ann, 3 Jan 2026")
