"""Long regular files are split by a compiled loop: the record is the one that polars' reader gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from arpad.compiled.compiling import compiled
from arpad.compiled.numba_start import can_compile
from arpad.core import BadInput
from arpad.record import Games, read_games
from arpad.record.assembly import fast_reader, splitting
from arpad.record.assembly.splitting_loop import folded

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed")

HEAD = "date,white,black,result,event\n"
ROWS = [
    f"2024-01-{1 + i % 28:02d},p{i % 37},player of long name {i % 11},{('1-0', '½-½', '')[i % 3]},E{i // 40}"
    for i in range(500)
]


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_reader, "LONG", 0)
    monkeypatch.setattr(splitting, "BLOCK", 1 << 10)


@pytest.fixture
def split_only(small_blocks: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("polars reads the file")

    monkeypatch.setattr(fast_reader, "_frames", refused)


def told(file: Path, **how: Any) -> tuple[object, ...]:
    """Return all that reading a file comes to."""
    try:
        games: Games = read_games(file, **how)
    except BadInput as error:
        return ("refused", str(error))
    return (games.digest, games.players.names, games.source, games.time is not None and games.time.dtype)


def by_both(file: Path, **how: Any) -> tuple[object, ...]:
    """Return what reading a file comes to, which is the same whether it is split or not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast_reader, "SPLITTABLE", frozenset())
        plain = told(file, **how)
    assert told(file, **how) == plain
    return plain


def written(folder: Path, text: str | bytes) -> Path:
    file = folder / "g.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


@pytest.mark.usefixtures("split_only")
@pytest.mark.parametrize("end", ["", "\n"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["\ufeff", ""])
def test_a_regular_file_is_split(tmp_path: Path, line_end: str, end: str, mark: str) -> None:
    text = mark + HEAD.strip() + line_end + line_end.join(ROWS) + end.replace("\n", line_end)
    games = read_games(written(tmp_path, text))
    assert (len(games), games.source.fixtures) == (334, 166)
    assert games.players.names[:4] == ["p0", "player of long name 0", "p1", "player of long name 1"]
    assert games.score[:3].tolist() == [1.0, 0.5, 1.0]
    assert games.time is not None
    assert games.time[:3].astype(str).tolist() == ["2024-01-01", "2024-01-02", "2024-01-04"]
    assert games.event is not None
    assert [games.event.names[code] for code in games.event.codes[[0, 333]]] == ["E0", "E12"]


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: text + "\n\n\n",
        lambda text: text.replace("p7,", '"p7",'),
        lambda text: text.replace("p7,", '"p\n7",'),
        lambda text: text.replace("p7,", "p\r7,"),
        lambda text: text.replace("p7,", ",", 1),
        lambda text: text.replace("p7,", " ,", 1),
        lambda text: text.replace("p7,", "p8 ,"),
        lambda text: text.replace("p7,", "bye,"),
        lambda text: text.replace("p7,", "Ne\u0301e,"),
        lambda text: text.replace("p7,", "p\0,"),
        lambda text: text.replace("p7,", "p7,,", 1),
        lambda text: text.replace("p7,", "p7", 1),
        lambda text: text.replace("p7,", "p7\n", 1),
        lambda text: text.replace("p7,", "player of long name 7,", 1),
        lambda text: text.replace("p7,", f"{'p' * 2000},", 1),
        lambda text: text.replace("½-½", "p7"),
        lambda text: text.replace("½-½", "3-1"),
        lambda text: text.replace("½-½", "*"),
        lambda text: text.replace("½-½", "+-"),
        lambda text: text.replace("½-½", "what"),
        lambda text: text.replace("½-½,E12", "what,E12"),
        lambda text: text.replace("E3\n", "\n"),
        lambda text: text.replace("E3\n", "E3 \n"),
        lambda text: text.replace("2024-01-05", ""),
        lambda text: text.replace("2024-01-05", "05.01.2024"),
        lambda text: text.replace("2024-01", "2024/01"),
        lambda text: text.replace("2024-01-", ""),
        lambda text: text.replace("2024-01-", "9/").replace(",p", "/24,p"),
        lambda text: text.replace("date,", "clock,"),
        lambda text: text.replace("white,black", "winner,loser"),
        lambda text: text.replace("white,black", "white,white"),
        lambda text: text.replace("event", "weight"),
        lambda text: text.replace("event", "remark"),
        lambda text: text.replace(",", ";"),
        lambda text: text.replace(",", "\t"),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("cp1252"),
        lambda text: text.replace("p7", "pß").encode("latin-1"),
    ],
)
def test_whatever_stands_in_it(tmp_path: Path, change: Callable[[str], str | bytes]) -> None:
    text = HEAD + "\n".join(ROWS) + "\n"
    file = written(tmp_path, change(text))
    by_both(file)
    by_both(file, rejects=tmp_path / "r.csv")


@pytest.mark.usefixtures("small_blocks")
def test_more_words_than_there_is_room_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, HEAD + "\n".join(f"2024-01-01,a,b,1-0,E{i}" for i in range(20)))
    monkeypatch.setattr(splitting, "MANY", 16)
    kind, *_ = by_both(file)
    assert kind != "refused"
    monkeypatch.setattr(fast_reader, "_frames", lambda *_: pytest.fail("polars reads the file"))
    monkeypatch.setattr(splitting, "MANY", 32)
    assert told(file)[0] == kind


WORDS = st.one_of(
    st.sampled_from(
        ["", " ", "a", "b", "1-0", "0-1", "½", "12345678", "123456789", "é", "p\x01", "x" * 15, "-"]
    ),
    st.text(st.characters(exclude_characters="\r\n", codec="utf-8"), max_size=20),
)
CELLS = st.tuples(
    WORDS, WORDS, st.sampled_from(["1-0", "0-1", "½-½", "1", "", "2-1", "a"]), st.sampled_from("123")
)


@given(st.lists(CELLS, min_size=1, max_size=60), st.sampled_from(["\n", "\r\n"]))
@example([("a\x01,", "b", "1-0", "1")], "\n")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@pytest.mark.usefixtures("small_blocks")
def test_any_rows(tmp_path: Path, rows: list[tuple[str, ...]], line_end: str) -> None:
    by_both(written(tmp_path, line_end.join(["white,black,result,period", *map(",".join, rows)])))


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
@settings(deadline=None)
def test_a_folded_product_has_128_bits(value: int, secret: int) -> None:
    product = value * secret
    found = compiled(folded)(np.uint64(value), np.uint64(secret))
    assert int(found) == (product >> 64) ^ (product & (2**64 - 1))


@pytest.mark.usefixtures("split_only")
def test_names_are_told_apart_by_every_byte(tmp_path: Path) -> None:
    """Names that differ in one byte, at each place and length around those that are looked at together."""
    names = [
        f"{'n' * at}{sign}{'n' * (length - at - 1)}"
        for length in range(1, 26)
        for at in range(length)
        for sign in "xyz"
    ]
    names += ["n" * length for length in range(1, 26)]
    rows = [f"0,{one},{other},1-0" for one, other in zip(names, [*names[1:], names[0]], strict=True)]
    games = read_games(written(tmp_path, "period,white,black,result\n" + "\n".join(rows)))
    assert games.players.names == names
    assert games.first.tolist() == list(range(len(names)))
