"""What no honest file holds is refused, with one error and without the memory that it asks for."""

from __future__ import annotations

import gzip
import io
import json
import random
import resource
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import polars as pl
import pytest

from arpad.core import BadInput
from arpad.core.errors import MOST
from arpad.record import read_games
from arpad.record.files.limits import LIMITS, MIB, Limits, bounded, read_piped
from arpad.record.files.source_file import stored

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

HEAD = b"white,black,result\n"


def peak() -> int:
    """Return the most memory that this process has had so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_a_file_that_unpacks_without_end(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"bomb.csv.{ending}"
    rows = b"a,b,1-0\n" * (1 << 17)
    packed = zstd.compress(rows) if ending == "zst" else gzip.compress(rows)
    # One stream after another is one file; 400 of a megabyte each.
    file.write_bytes((zstd.compress(HEAD) if ending == "zst" else gzip.compress(HEAD)) + packed * 400)
    before = peak()
    with pytest.raises(BadInput, match="the file unpacks to more than 200 times its size"):
        read_games(file)
    assert peak() - before < 600 * MIB


def test_a_stream_stops_at_its_bounds() -> None:
    few = Limits(unpacked=1000, ratio=10, ratio_from=100, line=50)
    lines = b"x" * 49 + b"\n"
    assert bounded(io.BytesIO(lines * 2), "f", 10, lines=True, limits=few).read() == lines * 2
    for size, packed, words in ((3, 10, "10 times its size"), (30, 500, "more than 1,000 bytes")):
        with pytest.raises(BadInput, match=words):
            bounded(io.BytesIO(lines * size), "f", packed, lines=True, limits=few).read()
    with pytest.raises(BadInput, match="a line is longer than 50 bytes"):
        bounded(io.BytesIO(b"x" * 60), "f", None, lines=True, limits=few).read()
    assert bounded(io.BytesIO(b"x" * 2000), "f", None, lines=False, limits=few).read() == b"x" * 2000
    # Without its end a line may be as long as the limit, the first one and a later one, and no longer.
    for before in (b"", b"y" * 50 + b"\n"):
        whole = before + b"x" * 50
        assert bounded(io.BytesIO(whole), "f", None, lines=True, limits=few).read() == whole
        with pytest.raises(BadInput, match="a line is longer than 50 bytes"):
            bounded(io.BytesIO(whole + b"x"), "f", None, lines=True, limits=few).read()


class Endless(io.RawIOBase):
    """What a device gives that never ends."""

    def __init__(self, letter: bytes) -> None:
        self.letter = letter
        self.given = 0

    def read(self, size: int = -1) -> bytes:
        assert size > 0, "everything is asked for"
        self.given += size
        return self.letter * size


def test_a_pipe_that_never_ends() -> None:
    zeros, letters = Endless(b"\0"), Endless(b"y")
    with pytest.raises(BadInput, match="the file is binary"):
        read_piped(zeros, "f")  # type: ignore[arg-type]
    assert zeros.given <= MIB
    with pytest.raises(BadInput, match="more than 3 MiB came through the pipe"):
        read_piped(letters, "f", Limits(piped=3 * MIB))  # type: ignore[arg-type]
    assert letters.given <= 6 * MIB


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
def test_a_device_that_never_ends() -> None:
    with pytest.raises(BadInput, match="the file is binary"):
        read_games("/dev/zero")


def test_more_keys_than_a_table_has(tmp_path: Path) -> None:
    file = tmp_path / "g.jsonl"
    game = {"white": "a", "black": "b", "result": "1-0"}
    file.write_text("".join(json.dumps(game | {f"key {at}": 1}) + "\n" for at in range(LIMITS.keys)))
    with pytest.raises(BadInput, match=r"line 998: the objects have more than 1,000 different keys"):
        read_games(file)


def test_more_columns_than_a_table_has(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text("a,b,score" + "," * LIMITS.columns + "\n" + "x,y,1" + "," * LIMITS.columns + "\n")
    with pytest.raises(BadInput, match="line 1: there are more than 10,000 columns"):
        read_games(file)


def test_names_and_tags_that_are_too_long(tmp_path: Path) -> None:
    file, long = tmp_path / "g.csv", "x" * 1001
    file.write_text(f"white,black,result\na,b,1-0\n{long},b,1-0\n{long[1:]},b,0-1\na,{long},1-0\n")
    with pytest.raises(BadInput, match="line 3, column white: the name has more than 1,000 characters"):
        read_games(file)
    games = read_games(file, rejects=tmp_path / "r.csv")
    assert (games.source.games, games.source.rejected) == (2, 2)
    pgn = tmp_path / "g.pgn"
    pgn.write_text(f'[White "{long}"]\n[Black "b"]\n[Result "1-0"]\n\n1-0\n')
    with pytest.raises(BadInput, match="line 1, column White: the name has more than 1,000 characters"):
        read_games(pgn)
    pgn.write_text(f'[White "{"x" * (LIMITS.line + 1)}"]\n[Black "b"]\n[Result "1-0"]\n\n1-0\n')
    with pytest.raises(BadInput, match="a line is longer than 4 MiB"):
        read_games(pgn)


def test_a_parquet_file_of_more_rows_than_it_can_hold(tmp_path: Path) -> None:
    file = tmp_path / "g.parquet"
    one = pl.DataFrame({"white": ["a"], "black": ["b"], "score": [1]})
    many = one.select(pl.all().repeat_by(6_000_000).explode())
    many.write_parquet(file)
    assert file.stat().st_size < 144_000_000 / LIMITS.ratio
    with pytest.raises(BadInput, match="the file unpacks to more than 200 times its size"):
        read_games(file)


def test_errors_have_a_length(tmp_path: Path) -> None:
    file = tmp_path / "g.csv"
    file.write_text("white,black,result\na,b," + "9" * 100_000 + "\n")
    with pytest.raises(BadInput) as caught:
        read_games(file)
    assert len(str(caught.value)) < 5 * MOST
    assert "characters left out" in str(caught.value)
    assert len(BadInput("x" * 10_000, file="y" * 10_000, remedy="z" * 10_000).problem) <= MOST


def parquet(tmp_path: Path, **columns: pl.Series | list[object]) -> Path:
    plain: dict[str, object] = {"white": ["a", "b"], "black": ["b", "a"], "score": ["1-0", "0-1"]}
    pl.DataFrame(plain | columns).write_parquet(tmp_path / "g.parquet")
    return tmp_path / "g.parquet"


def test_categories_are_words(tmp_path: Path) -> None:
    names = pl.Series(["Ann", "Bob"]).cast(pl.Categorical)
    results = pl.Series(["1-0", "½-½"]).cast(pl.Enum(["1-0", "½-½"]))
    file = parquet(tmp_path, white=names, score=results, event=names)
    for source in (file, pl.read_parquet(file)):
        games = read_games(source)
        assert games.players.names == ["Ann", "b", "Bob", "a"]
        assert games.score.tolist() == [1.0, 0.5]


@pytest.mark.parametrize("role", ["white", "score", "event", "weight", "date"])
def test_types_that_no_column_can_be(role: str, tmp_path: Path) -> None:
    durations = pl.Series([timedelta(1), timedelta(2)])
    with pytest.raises(BadInput, match=r"the column holds Duration") as caught:
        read_games(parquet(tmp_path, **{role: durations}))
    assert caught.value.column == role


@pytest.mark.parametrize("role", ["white", "event", "date"])
@pytest.mark.parametrize(
    "kind", [pl.Date, pl.Datetime("ms"), pl.Datetime("us"), pl.Datetime("ms", "Asia/Seoul")]
)
def test_dates_that_no_calendar_has(role: str, kind: pl.DataType, tmp_path: Path) -> None:
    beyond = 2**31 - 1 if kind == pl.Date else 2**62
    column = pl.Series([1, beyond]).cast(pl.Int32 if kind == pl.Date else pl.Int64).cast(kind)
    with pytest.raises(
        BadInput, match=r"line 2, column .*: the date is before the year 1 or after"
    ) as caught:
        read_games(parquet(tmp_path, **{role: column}))
    assert caught.value.column == role


def test_numbers_as_names_are_one_player_whatever_their_type(tmp_path: Path) -> None:
    frame = pl.DataFrame({"white": [1.0, 2.0, 2.5], "black": [2, 3, 1], "score": [1, 0, 1]})
    assert read_games(frame).players.names == ["1", "2", "3", "2.5"]


def test_objects_of_json_are_no_names(tmp_path: Path) -> None:
    file = tmp_path / "g.jsonl"
    rows = [
        {"white": "a", "black": "b", "score": 1, "moves": ["e4"], "clock": {"initial": 60}},
        {"white": {"id": "a"}, "black": "b", "score": 1},
        {"white": "a", "black": ["b"], "score": 1},
        {"white": "b", "black": "a", "score": 0},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    columns = {"clock": ""}
    with pytest.raises(BadInput, match="line 2, column white: the value is an object of JSON"):
        read_games(file, columns=columns)
    games = read_games(file, columns=columns, rejects=tmp_path / "r.csv")
    assert games.players.names == ["a", "b"]
    assert (games.source.rows, games.source.games, games.source.rejected) == (4, 2, 2)


PEAK = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))
import arpad
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    print(len(arpad.read_games({path!r})), arpad.read_games({path!r}).source.notes)
except arpad.ArpadError as error:
    print(error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def unpacking(path: Path, room: int = 1 << 40) -> tuple[str, int]:
    """Return what a process says that reads a file, and how many bytes its memory grew by at most.

    Args:
        path: the file.
        room: the bytes of the largest file that the process may write.
    """
    code = PEAK.format(path=str(path), room=room)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    said, grown = run.stdout.splitlines()
    assert not run.stderr
    return said, int(grown) * 1024


@pytest.fixture(scope="module")
def long_text(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return games of 100 MB in one column nobody needs, as they are and compressed."""
    plain = tmp_path_factory.mktemp("long") / "games.csv"
    with plain.open("wb") as stream:
        stream.write(b"white,black,result,moves\n")
        for i in range(1000):
            # Digits that gzip does not pack to less than a two-hundredth.
            moves = random.Random(i).randbytes(25_000).hex()
            stream.write(f"Ann {i},Bob {i},1-0,{moves}{moves}\n".encode())
    packed = plain.with_name("games.csv.gz")
    packed.write_bytes(gzip.compress(plain.read_bytes(), compresslevel=1))
    return plain, packed


@pytest.mark.slow
def test_unpacking_needs_no_memory_for_the_text(long_text: tuple[Path, Path]) -> None:
    plain, packed = long_text
    (said, grown), (also, more) = unpacking(plain), unpacking(packed)
    assert said == also == "1000 ()"
    assert more - grown < 0.5 * plain.stat().st_size


def test_no_room_to_unpack(long_text: tuple[Path, Path]) -> None:
    said, _ = unpacking(long_text[1], room=50_000_000)
    assert "the text cannot be unpacked into the temporary folder" in said
    assert "TMPDIR" in said


def test_what_is_unpacked_has_no_name_and_is_gone_with_its_record(
    long_text: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    file = stored(long_text[1])
    path = file.whole()
    assert isinstance(path, Path)
    assert path.read_bytes() == long_text[0].read_bytes()
    assert not list(tmp_path.iterdir())
    assert path.stat().st_mode & 0o777 == 0o600
    del file
    assert not path.exists()


def test_a_little_is_unpacked_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    path = tmp_path / "games.csv.gz"
    path.write_bytes(gzip.compress(b"white,black,result\nAnn,Bob,1-0\n"))
    assert len(read_games(path)) == 1


def test_a_long_text_of_another_encoding_is_read_as_a_short_one_is(tmp_path: Path) -> None:
    header, row = b"white,black,result,more\n", "Jiří,Zdeněk,1-0,".encode("cp1250")
    short, long = tmp_path / "short.csv", tmp_path / "long.csv"
    short.write_bytes(header + row + b"\n")
    long.write_bytes(header + row + b"\n" + (row + b"x" * 1_000_000 + b"\n") * 20)
    for name in (None, "cp1250"):
        one, other = read_games(short, encoding=name), read_games(long, encoding=name)
        assert one.players.names == other.players.names == ["Jiří", "Zdeněk"]
        assert [note.replace("short", "long") for note in one.source.notes] == list(other.source.notes)


def test_a_late_letter_rules_an_encoding_out(tmp_path: Path) -> None:
    # 0x81 is no letter of cp1252, and stands beyond what is looked at to tell the language.
    path = tmp_path / "games.csv"
    row = "Böhm,Müller,1-0\n".encode("cp1252")
    path.write_bytes(b"white,black,result\n" + row * 100_000 + b"A\x81,Bob,1-0\n")
    games = read_games(path)
    assert len(games) == 100_001
    assert "cp1252" not in games.source.notes[0]


def test_a_line_that_is_too_long_is_refused_before_it_is_held_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether its file is split by the compiled loop, or is short; lines within the bound are none of it."""
    monkeypatch.setattr("arpad.record.tables.outline.BLOCK", 64)
    monkeypatch.setattr("arpad.record.tables.outline.LIMITS", replace(LIMITS, line=200))
    rows = "".join(f"Player {at},Rival,1-0\n" for at in range(40))
    file = tmp_path / "games.csv"
    file.write_text(f"white,black,result\n{rows}Ann,{'x' * 300},1-0\nAnn,Bob,1-0\n")
    with pytest.raises(BadInput, match="line 42: the line is longer than 200 bytes") as error:
        read_games(file)
    assert "quote" in str(error.value)
    file.write_text(f"white,black,result\n{rows}Ann,Bob,1-0\n")
    assert len(read_games(file)) == 41
