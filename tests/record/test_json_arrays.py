"""JSON arrays: the rows are the objects, whatever the lines are."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.record import Games, read_contests, read_games, read_players
from arpad.record.files.json_arrays import lines_of
from arpad.record.files.source_file import is_array

ROWS = [
    {"white": "Ann", "black": "Bob", "result": "1-0", "date": "2024-01-01"},
    {"white": "Bob", "black": "Cho", "result": 0.5, "date": "2024-01-02", "moves": ["e4", {"x": "]},{"}]},
    {"white": "Cho", "black": None, "result": None, "date": None},
    {"result": "", "white": 'An"n', "black": "Zoë"},
]


def read(tmp_path: Path, text: str | bytes, name: str = "g.json", **options: object) -> Games:
    file = tmp_path / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_games(file, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("indent", [None, 0, 4])
@pytest.mark.parametrize("name", ["g.json", "g.jsonl", "g.txt", "g.json.gz"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_an_array_is_read_as_its_objects_on_lines(
    indent: int | None, name: str, encoding: str, tmp_path: Path
) -> None:
    text = json.dumps(ROWS, indent=indent, ensure_ascii=False).encode(encoding)
    games = read(tmp_path, gzip.compress(text) if name.endswith("gz") else text, name)
    lines = read(tmp_path, "".join(json.dumps(row) + "\n" for row in ROWS), "l.jsonl")
    assert games.digest == lines.digest
    assert games.players.names == ["Ann", "Bob", "Cho"]
    source = games.source
    assert (source.rows, source.games, source.byes, source.fixtures) == (4, 2, 1, 1)


def test_an_error_names_the_object(tmp_path: Path) -> None:
    text = json.dumps([*ROWS, {"white": "Ann", "black": "Ann", "result": 1}], indent=2)
    with pytest.raises(BadInput, match=r"g\.json, object 5, column black: 'Ann' plays against itself"):
        read(tmp_path, text)
    with pytest.raises(BadInput, match=r"g\.json, object 2: this is not a JSON object"):
        read(tmp_path, '[{"white": "a", "black": "b", "result": 1}, [1, 2]]')
    games = read(
        tmp_path, '[{"white": "a", "black": "b", "result": 1}, 7, null, "x"]', rejects=tmp_path / "r.csv"
    )
    assert (games.source.rows, games.source.games, games.source.rejected) == (4, 1, 3)
    assert "g.json,3,," in (tmp_path / "r.csv").read_text(encoding="utf-8")
    with pytest.raises(BadInput, match="object 1, column white: the value is a list of JSON"):
        read(tmp_path, '[{"white": ["a"], "black": "b", "result": 1}]')


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[{"white": "a"', r"on line 1: Expecting ',' delimiter"),
        ('[\n{"white": "a"},\n{"white": a}]', r"after object 1, on line 3: Expecting value"),
        ('[{"white": "a}]', "Unterminated string"),
        ('[{"white": "a"}', "after object 1, on line 1: ',' is missing"),
        ('[{"white": "a"},]', "Expecting value"),
        ('[{"white": "a"} {"white": "b"}]', "'{' stands where ',' is expected"),
        ('[{"white": "a"}] [1]', "something follows the end of the array"),
        ("[" * 50_000, "nest too deeply"),
        ('[{"a": 1' + "0" * 5000 + "}]", "limit"),
    ],
)
@pytest.mark.parametrize("rejects", [True, False])
def test_a_broken_array_is_refused_as_a_whole(text: str, said: str, rejects: bool, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=said):
        read(tmp_path, text, rejects=tmp_path / "r.csv" if rejects else None)
    assert not (tmp_path / "r.csv").exists()


def test_what_is_cut_between_blocks_is_whole() -> None:
    values = [{"a": "x\\u00e9é", "b": -12.5e-3}, 123, True, None, "ab", [], {}]
    text = ("\ufeff " + json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()
    for size in (1, 2, 3, 7, 1000):
        blocks = [text[at : at + size] for at in range(0, len(text), size)]
        assert [json.loads(line) for line in lines_of(blocks, "g")] == values
    assert list(lines_of([b" [ ", b" ]"], "g")) == []


def test_an_object_may_be_as_long_as_a_line(tmp_path: Path) -> None:
    long = [{"white": "a", "black": "b", "result": 1, "note": "x" * (5 << 20)}]
    with pytest.raises(BadInput, match="object 1 is longer than 4 MiB"):
        read(tmp_path, json.dumps(long))
    many = json.dumps([{"white": "a", "black": "b", "result": 1, "note": "x" * 100_000}] * 50)
    assert len(read(tmp_path, many)) == 50


def test_what_begins_with_a_bracket() -> None:
    assert is_array(b'\xef\xbb\xbf [\n {"a": 1}]')
    assert is_array(b"[]")
    assert not is_array(b'[Event "x"]')
    assert not is_array(b'[ White "x"]')
    assert not is_array(b"Ann,Bob")


def test_players_and_contests_in_arrays(tmp_path: Path) -> None:
    players = tmp_path / "p.json"
    players.write_text(
        json.dumps([{"name": "Ann", "rating": 1800}, {"name": "Bob", "rating": "x"}], indent=2),
        encoding="utf-8",
    )
    with pytest.raises(BadInput, match=r"p\.json, object 2, column rating: 'x' is not a number"):
        read_players(players)
    races = tmp_path / "r.json"
    rows = [{"race": 1, "player": name, "place": place} for place, name in enumerate("abc", start=1)]
    races.write_text(json.dumps(rows), encoding="utf-8")
    assert read_contests(races).players.names == ["a", "b", "c"]
    races.write_text(json.dumps([*rows, {"race": 1, "player": "a", "place": 4}]), encoding="utf-8")
    with pytest.raises(BadInput, match=r"object 4.*first on object 1"):
        read_contests(races)
