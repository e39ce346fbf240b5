"""How far reading is: by rows where a file is read in batches, by bytes where it is read row by row."""

from __future__ import annotations

from pathlib import Path

import pytest

import arpad
from arpad.core import progress
from arpad.record.assembly import fast_reader
from arpad.record.files import limits

ROWS = 2_000


def told(*paths: Path) -> list[float]:
    """Return the shares that are told while files are read."""
    shares: list[float] = []
    with progress.listening(lambda share, _: shares.append(share)):
        games = arpad.read_games(list(paths))
    assert len(games) == ROWS * len(paths)
    return shares


def csv(path: Path) -> Path:
    rows = (f"{at % 30},player {at % 77},rival {at % 91},1-0" for at in range(ROWS))
    path.write_text("period,white,black,result\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_batches_tell_their_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_reader, "BATCH", ROWS // 20)
    shares = told(csv(tmp_path / "games.csv"))
    batches = [share for share in shares if 0.0 < share < 1.0]
    assert len(batches) == 20
    for quarter in (5, 10, 15):
        assert batches[quarter - 1] == pytest.approx(quarter / 20, abs=0.1)
    assert shares[-1] == 1.0


def test_files_are_parts_of_the_whole(tmp_path: Path) -> None:
    shares = told(csv(tmp_path / "one.csv"), csv(tmp_path / "two.csv"))
    assert shares == sorted(shares)
    assert 0.5 in shares
    assert shares[-1] == 1.0


def test_rows_read_one_by_one_tell_their_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = tmp_path / "games.jsonl"
    lines.write_text(
        "".join(f'{{"white": "A{at % 9}", "black": "B{at % 7}", "result": 1}}\n' for at in range(ROWS)),
        encoding="utf-8",
    )
    pgn = tmp_path / "games.pgn"
    pgn.write_text(
        "".join(f'[White "A{at % 9}"]\n[Black "B{at % 7}"]\n[Result "1-0"]\n\n1-0\n\n' for at in range(ROWS)),
        encoding="utf-8",
    )
    monkeypatch.setattr(limits, "BUFFER", 4096)
    for path in (lines, pgn):
        shares = told(path)
        assert shares == sorted(shares)
        assert shares[-1] == 1.0
        # Every block of bytes is told; the middle one comes at half of the whole.
        blocks = [share for share in shares if 0.0 < share < 1.0]
        assert len(blocks) >= path.stat().st_size // 8192
        assert blocks[len(blocks) // 2] == pytest.approx(0.5, abs=0.1)
