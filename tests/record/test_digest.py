"""The digest of a record, held to a second writing of the bytes that docs/publishing/digest.md describes."""

from __future__ import annotations

import hashlib
import math
import struct
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.core import ArpadError
from arpad.ratings.elo.system import Elo
from arpad.ratings.rate import rate
from arpad.record import Games, Labels, Players, read_contests
from arpad.record.contests import Contests
from arpad.record.kinds.games import read_games
from arpad.record.kinds.players import read_players
from arpad.record.record import Record

INTEGERS = {"first": 4, "second": 4, "member": 4, "place": 4, "advantage": 1, "starts": 8, "seats": 8}


def text(value: str) -> bytes:
    encoded = value.encode()
    return struct.pack("<Q", len(encoded)) + encoded


def entry(name: str, kind: str, values: list[bytes]) -> bytes:
    content = hashlib.sha256(b"".join(values)).digest()
    return text(name) + text(kind) + struct.pack("<Q", len(values)) + content


def words(name: str, values: list[str | None]) -> bytes:
    lengths = [struct.pack("<q", -1 if value is None else len(value.encode())) for value in values]
    content = hashlib.sha256(b"".join(lengths) + "".join(value or "" for value in values).encode()).digest()
    return text(name) + text("text") + struct.pack("<Q", len(values)) + content


def number(value: float) -> bytes:
    if math.isnan(value):
        return bytes.fromhex("000000000000f87f")
    return struct.pack("<d", 0.0 if value == 0 else value)


def integers(name: str, size: int, values: list[int]) -> bytes:
    unit = "byte" if size == 1 else "bytes"
    packed = [struct.pack({1: "<b", 4: "<i", 8: "<q"}[size], value) for value in values]
    return entry(name, f"integer of {size} {unit}", packed)


def time(values: Any) -> bytes:
    unit = {"datetime64[D]": "days", "datetime64[s]": "seconds"}.get(str(values.dtype))
    if unit is None:
        return integers("time", 8, values.tolist())
    return entry("time", unit, [struct.pack("<q", value) for value in values.astype(np.int64).tolist()])


def slowly(record: Record) -> str:
    """Return the digest as the page tells to compute it, value by value."""
    entries = [words("players", list(record.players.names))]
    for name, known in sorted(record.players.attributes.items()):
        if known.dtype == object:
            entries.append(words(f"player {name}", known.tolist()))
        else:
            entries.append(entry(f"player {name}", "number", [number(value) for value in known.tolist()]))
    for name, column in sorted(record.columns().items()):
        if isinstance(column, Labels):
            entries.append(integers(name, 4, column.codes.tolist()))
            entries.append(words(f"{name} words", list(column.names)))
        elif name == "time":
            entries.append(time(column))
        elif name in INTEGERS:
            entries.append(integers(name, INTEGERS[name], column.tolist()))
        else:
            entries.append(entry(name, "number", [number(value) for value in column.tolist()]))
    head = text("arpad record 1") + struct.pack("<QQ", len(record), len(entries))
    return hashlib.sha256(head + b"".join(entries)).hexdigest()


def games_of(names: list[str], scores: list[float], **columns: Any) -> Games:
    n = len(scores)
    first = np.arange(n, dtype=np.int32) % len(names)
    second = (first + 1) % len(names)
    return Games(Players(names), first, second.astype(np.int32), np.array(scores), **columns)


NAMES = st.lists(st.text(st.characters(codec="utf-8"), max_size=4), min_size=2, max_size=5, unique=True)
NUMBERS = st.one_of(
    st.floats(), st.sampled_from([0.0, -0.0, math.nan, struct.unpack("<d", b"\x01" + b"\xff" * 7)[0]])
)


@st.composite
def records(draw: st.DrawFn) -> Games:
    names = draw(NAMES)
    n = draw(st.integers(0, 6))

    def of(values: st.SearchStrategy[Any]) -> Any:
        return draw(st.lists(values, min_size=n, max_size=n))

    columns: dict[str, Any] = {}
    kind = draw(st.sampled_from([None, "datetime64[D]", "datetime64[s]", "int64"]))
    if kind is not None:
        columns["time"] = np.array(of(st.integers(-(10**5), 10**6)), dtype=np.int64).astype(kind)
    if draw(st.booleans()):
        columns["weight"] = np.array(of(NUMBERS), dtype=np.float64)
    if draw(st.booleans()):
        columns["advantage"] = np.array(of(st.integers(-1, 1)), dtype=np.int8)
    if draw(st.booleans()):
        codes = np.array(of(st.integers(-1, 1)), dtype=np.int32)
        columns["event"] = Labels(codes, ["Spring", draw(st.text(st.characters(codec="utf-8"), max_size=3))])
    record = games_of(names, of(st.sampled_from([0.0, 0.5, 1.0])), **columns)
    known = {}
    if draw(st.booleans()):
        values = draw(st.lists(NUMBERS, min_size=len(names), max_size=len(names)))
        known["rating"] = np.array(values, dtype=np.float64)
    if draw(st.booleans()):
        titles = st.lists(
            st.sampled_from([None, "", "GM", "Großmeister"]), min_size=len(names), max_size=len(names)
        )
        known["title"] = np.array(draw(titles), dtype=object)
    return Games(record.players.with_attributes(known), record.first, record.second, record.score, **columns)


@given(records())
def test_the_digest_is_that_of_the_documented_bytes(record: Games) -> None:
    assert record.digest == slowly(record)


def test_a_contest_of_many_sides_has_one_too() -> None:
    record = Contests.from_sides(
        [[(["Ann", "Bob"], 1), (["Cid"], 2), (["Dee"], 2)], [(["Dee"], 1), (["Ann"], 2)]],
        time=np.array(["2026-01-01", "2026-01-02"], dtype="datetime64[D]"),
    )
    assert record.digest == slowly(record)


def test_the_digest_of_a_long_record_is_that_of_the_same_bytes() -> None:
    n = 200_001
    scores = (np.arange(n) % 3 / 2.0).tolist()
    weight = np.where(np.arange(n) % 7, 1.0, -0.0)
    weight[131_072] = math.nan
    record = games_of(["Ann", "Bob", "Zoë"], scores, weight=weight, points_first=weight, points_second=weight)
    assert record.digest == slowly(record)


def test_the_digest_of_a_known_record_never_changes() -> None:
    record = games_of(
        ["Élő Árpád", "李世乭"],
        [1.0, 0.5],
        time=np.array(["2026-01-31", "2026-02-01"], dtype="datetime64[D]"),
    )
    # Computed from the documented bytes in a shell, with printf, xxd and sha256sum.
    assert record.digest == "cdd08067ab01c1ebb33a2fa9a94dd753641e021aeeab3e536328d3af3a2c6df0"


FORMS = {
    "names that would join": (["Carl\x1fDora", "Emil"], ["Carl", "Dora\x1fEmil"]),
    "names that run into each other": (["ab", "c"], ["a", "bc"]),
}


@pytest.mark.parametrize(("one", "other"), FORMS.values(), ids=FORMS)
def test_other_names_have_another_digest(one: list[str], other: list[str]) -> None:
    assert games_of(one, [1.0]).digest != games_of(other, [1.0]).digest


def test_dates_moments_and_numbers_differ() -> None:
    days = np.array([20_000, 20_001])
    found = {
        games_of(["a", "b"], [1.0, 0.0], time=time).digest
        for time in (
            days,
            days.astype("datetime64[D]"),
            days.astype("datetime64[s]"),
            days.astype("datetime64[D]").astype("datetime64[s]"),
            None,
        )
    }
    assert len(found) == 5


def test_minus_zero_is_zero_and_every_nan_is_one() -> None:
    other = struct.unpack("<d", b"\x01" + b"\xff" * 7)[0]
    weights = [np.array([0.0, math.nan]), np.array([-0.0, -math.nan]), np.array([0.0, other])]
    assert len({games_of(["a", "b"], [1.0, 0.0], weight=weight).digest for weight in weights}) == 1


@pytest.mark.parametrize("kind", [">f8", "<f8", "f4", "i8", ">i4"])
def test_the_order_of_bytes_and_the_width_of_memory_do_not_matter(kind: str) -> None:
    plain = games_of(["a", "b"], [1.0, 0.0], weight=np.array([2.0, 3.0]))
    stored = games_of(["a", "b"], [1.0, 0.0], weight=np.array([2.0, 3.0]).astype(kind))
    turned = Games(
        plain.players,
        plain.first.astype(">i4"),
        plain.second.astype(np.int64),
        plain.score[::-1][::-1],
        weight=stored.weight,
    )
    assert turned.digest == plain.digest


def test_an_index_beyond_its_width_is_no_other_index() -> None:
    def placed(place: Any) -> str:
        record = Contests.from_sides([[(["a"], 1), (["b"], 2)]])
        return Contests(record.players, record.starts, np.array(place), record.seats, record.member).digest

    assert placed([1, 2]) != placed([1, 2 + 2**32])


def test_what_is_known_of_the_players_counts() -> None:
    plain = games_of(["a", "b"], [1.0])
    digests = {plain.digest}
    for known in ([None, "x"], ["x", None], ["", "x"], ["x", ""], ["None", "x"]):
        players = plain.players.with_attributes({"title": np.array(known, dtype=object)})
        digests.add(Games(players, plain.first, plain.second, plain.score).digest)
    players = plain.players.with_attributes({"title": np.array([math.nan, 1.0])})
    digests.add(Games(players, plain.first, plain.second, plain.score).digest)
    assert len(digests) == 7


def test_an_attribute_that_is_neither_word_nor_number_is_refused() -> None:
    plain = games_of(["a", "b"], [1.0])
    players = plain.players.with_attributes({"title": np.array([{"a": 1}, None], dtype=object)})
    with pytest.raises(ArpadError, match=r"title.*expected words"):
        _ = Games(players, plain.first, plain.second, plain.score).digest
    months = np.array(["2026-01"], dtype="datetime64[M]")
    with pytest.raises(ArpadError, match=r"'M'.*days and seconds"):
        _ = games_of(["a", "b"], [1.0], time=months).digest


TABLE = (
    "date,white,black,result,event\n2026-01-31,Zoë,Ann,1-0,Club\n"
    '2026-02-01,Ann,"Bob ""B"" Lee",1/2-1/2,\n2026-02-01,Bob "B" Lee,Zoë,0-1,Club\n'
)


def test_one_table_in_six_forms_has_one_digest(tmp_path: Path) -> None:
    csv = tmp_path / "games.csv"
    csv.write_text(TABLE.replace('Bob "B" Lee,Zoë', '"Bob ""B"" Lee",Zoë'), "utf-8")
    frame = pl.read_csv(csv)
    frame.write_parquet(tmp_path / "games.parquet")
    frame.write_ndjson(tmp_path / "games.jsonl")
    frame.write_csv(tmp_path / "games.tsv", separator="\t")
    frame.with_columns(pl.col("date").str.to_date()).write_parquet(tmp_path / "dated.parquet")
    records = [read_games(frame), *(read_games(path) for path in sorted(tmp_path.iterdir()))]
    assert len(records) == 6
    assert {record.digest for record in records} == {slowly(records[0])}


def test_two_files_are_the_one_that_they_were_cut_from(tmp_path: Path) -> None:
    lines = TABLE.replace('Bob "B" Lee,Zoë', '"Bob ""B"" Lee",Zoë').splitlines(keepends=True)
    for name, rows in (("all", lines[1:]), ("one", lines[1:2]), ("two", lines[2:])):
        (tmp_path / f"{name}.csv").write_text("".join([lines[0], *rows]), "utf-8")
    parts = read_games([tmp_path / "one.csv", tmp_path / "two.csv"])
    assert parts.digest == read_games(tmp_path / "all.csv").digest


def test_players_read_from_two_forms_have_one_digest(tmp_path: Path) -> None:
    games = games_of(["Ann", "Bob"], [1.0])
    (tmp_path / "p.csv").write_text("name,rating,title,club\nBob,1900.5,,07\nAnn,2100,GM,\n", "utf-8")
    (tmp_path / "p.jsonl").write_text(
        '{"name":"Bob","rating":1900.5,"title":null,"club":"07"}\n'
        '{"name":"Ann","rating":2100,"title":"GM","club":null}\n',
        "utf-8",
    )
    digests = set()
    for path in (tmp_path / "p.csv", tmp_path / "p.jsonl"):
        players = read_players(path, games.players)
        digests.add(Games(players, games.first, games.second, games.score).digest)
    assert len(digests) == 1


def test_a_long_table_of_contests_has_one_digest_in_two_forms(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text(
        "game,player,place\n1,Ann,1\n1,Bob,2\n1,Cid,3\n2,Bob,1\n2,Ann,1\n", "utf-8"
    )
    pl.read_csv(tmp_path / "c.csv").write_parquet(tmp_path / "c.parquet")
    assert read_contests(tmp_path / "c.csv").digest == read_contests(tmp_path / "c.parquet").digest


def test_the_digest_of_a_list_is_that_of_its_games_in_order_of_play() -> None:
    days = np.array(["2026-02-01", "2026-01-31"], dtype="datetime64[D]")
    record = games_of(["a", "b"], [1.0, 0.0], time=days)
    assert rate(record, Elo()).timeline.record.digest == slowly(record.take(np.array([1, 0])))


SAME_DAYS = "date,white,black,result\n2026-01-10{0},Ann,Bob,1-0\n2026-01-11{0},Bob,Cid,1-0\n"


def test_the_same_days_are_the_same_record_whatever_stores_them(tmp_path: Path) -> None:
    """Dates as words, as Parquet's dates and as moments at midnight; a moment at another time is not a day."""
    dates = tmp_path / "dates.csv"
    dates.write_text(SAME_DAYS.format(""))
    frame = pl.read_csv(dates, try_parse_dates=True)
    same = [dates]
    for name, column in {
        "date": pl.col("date"),
        "moment": pl.col("date").cast(pl.Datetime("us")),
        "milliseconds": pl.col("date").cast(pl.Datetime("ms")),
        "utc": pl.col("date").cast(pl.Datetime("us", "UTC")),
    }.items():
        same.append(tmp_path / f"{name}.parquet")
        frame.with_columns(date=column).write_parquet(same[-1])
    for name, time in {"words": " 00:00:00", "zone": "T00:00Z"}.items():
        same.append(tmp_path / f"{name}.csv")
        same[-1].write_text(SAME_DAYS.format(time))
    records = [read_games(path) for path in same]
    assert {record.digest for record in records} == {records[0].digest}
    assert {str(record.time.dtype) for record in records if record.time is not None} == {"datetime64[D]"}
    later = tmp_path / "later.csv"
    later.write_text(SAME_DAYS.format(" 00:00:01"))
    assert read_games(later).digest != records[0].digest


def test_the_same_days_of_contests_are_the_same_record(tmp_path: Path) -> None:
    rows = "date,race,player,place\n2026-01-10{0},1,Ann,1\n2026-01-10{0},1,Bob,2\n"
    digests = set()
    for name, time in {"dates": "", "moments": " 00:00:00"}.items():
        path = tmp_path / f"{name}.csv"
        path.write_text(rows.format(time))
        digests.add(read_contests(path).digest)
    assert len(digests) == 1
