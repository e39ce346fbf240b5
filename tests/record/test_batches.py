"""Long files come in batches: where a batch ends must not show."""

from __future__ import annotations

from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.record import read_games
from arpad.record.assembly import fast_reader
from arpad.record.cells import interning

ROWS = [
    (f"2024-01-{1 + i % 28:02d}", f"p{i % 37}", f"q{i % 11} ", ("1-0", "½-½")[i % 2], f"E{i // 40}")
    for i in range(500)
]
HEAD = "date,white,black,result,event\n"


def text(rows: list[tuple[str, str, str, str, str]]) -> str:
    return HEAD + "".join(",".join(row) + "\n" for row in rows)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_reader, "LONG", 0)
    monkeypatch.setattr(fast_reader, "BATCH", 64)


@pytest.fixture(params=[10**9, 0], ids=["dictionary", "loop"])
def long(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interning, "LONG", request.param)


@pytest.mark.usefixtures("long")
@pytest.mark.parametrize("end", ["", "\n", "\n\n\n"])
def test_batches_are_one_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    file = tmp_path / "g.csv"
    file.write_text(text(ROWS) + end, encoding="utf-8")
    whole = read_games(file)
    assert len(whole) == 500
    assert whole.players.names[:4] == ["p0", "q0", "p1", "q1"]
    assert whole.event is not None
    assert whole.event.codes.tolist() == [i // 40 for i in range(500)]
    monkeypatch.setattr(fast_reader, "LONG", 0)
    monkeypatch.setattr(fast_reader, "BATCH", 64)
    assert read_games(file).digest == whole.digest


@pytest.mark.usefixtures("small_batches", "long")
@pytest.mark.parametrize(
    ("row", "new", "column"),
    [
        (499, ("01.02.2024", "a", "b", "1-0", "E"), "date"),
        (300, ("2024-01-01", "a", " a ", "1-0", "E"), "black"),
        (64, ("2024-01-01", "a", "b", "2-0", "E"), "result"),
        (63, ("", "a", "b", "1-0", "E"), "date"),
        (0, ("?", "a", "b", "1-0", "E"), "date"),
    ],
)
def test_a_bad_row_of_any_batch(
    tmp_path: Path, row: int, new: tuple[str, str, str, str, str], column: str
) -> None:
    file = tmp_path / "g.csv"
    file.write_text(text([*ROWS[:row], new, *ROWS[row + 1 :]]), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        read_games(file)
    assert (caught.value.row, caught.value.column) == (row + 2, column)
    games = read_games(file, rejects=tmp_path / "r.csv")
    assert (len(games), games.source.rejected) == (499, 1)


@pytest.mark.usefixtures("small_batches")
def test_a_ragged_row_of_a_later_batch(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    for ragged in ("2024-01-01,a,b,1-0", "2024-01-01,a,b,1-0,E,more"):
        lines = text(ROWS).splitlines()
        file.write_text("\n".join([*lines[:400], ragged, *lines[400:]]) + "\n", encoding="utf-8")
        with pytest.raises(BadInput, match="the row has") as caught:
            read_games(file)
        assert caught.value.row == 401
