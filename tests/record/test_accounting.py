"""Every row is accounted for: games, byes, fixtures and rejects are the rows of the file, in every format.

The slow twin counts with the standard library's strict readers, and shares no code with the readers.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from arpad.core import BadInput
from arpad.record import Games, Source, read_contests, read_games
from arpad.record.cells.unplayed import BYES, FORFEITS, bye_words, is_bye

HEADER = ("date", "white", "black", "result", "note")
PLAYERS = ("Ann", "Bob", "Cho", "Dee", "Eve Li", "Fay, K.", 'G "the rook" H')
NOBODY = ("", "bye", "BYE", "Spielfrei", "freilos", "exempt", "libre", "vrij", "—", "-", "--BYE--", "(bye)")
WON = ("1-0", "0-1", "½-½", "1/2-1/2", "0.5", "win")
FORFEIT = ("+ -", "- : +", "1-0F", "+:-", "0-1 ff", "w/o")
OPEN = ("", " ", "*", "-:-")
WRONG = ("0-0", "?", "B+3.5?", "yes", "9")


def table(seed: int, height: int, *, wrong: bool) -> list[tuple[str, ...]]:
    """Return rows of every kind."""
    draw = random.Random(seed)
    rows = []
    for _ in range(height):
        first, second = draw.sample(PLAYERS, 2)
        kinds = "ggggbfo" + ("wsd" if wrong else "")
        kind = draw.choice(kinds)
        day = f"2024-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}"
        result = draw.choice(WON)
        if kind == "b":
            second = draw.choice(NOBODY)
            if draw.random() < 0.5:
                first, second = second, first
            result = draw.choice((*WON, *OPEN, *FORFEIT, *WRONG))
            day = draw.choice((day, "", "tba"))
        elif kind == "f":
            result = draw.choice(FORFEIT)
        elif kind == "o":
            result = draw.choice(OPEN)
            day = draw.choice((day, "", "tba"))
        elif kind == "w":
            result = draw.choice(WRONG)
        elif kind == "s":
            second = first
        elif kind == "d":
            day = "2024-02-30"
        rows.append((day, first, second, result, draw.choice(("", "x", "a, b", 'say "b"'))))
    # The first row has a date, so that the form of dates is known.
    return [("2024-01-01", "Ann", "Bob", "1-0", ""), *rows]


def twin(rows: list[tuple[str, ...]]) -> dict[str, int]:
    """Count what rows are, slowly, from their texts alone."""
    nobody = {word.lower() for word in NOBODY}
    found: Counter[str] = Counter()
    for day, first, second, result, *_ in rows:
        real_day = day.startswith("2024-") and day != "2024-02-30"
        if first.strip().lower() in nobody or second.strip().lower() in nobody:
            found["byes"] += 1
        elif first == second:
            found["rejected"] += 1
        elif result in OPEN:
            found["fixtures"] += 1
        elif result in FORFEIT:
            found["byes"] += 1
            found["forfeits"] += 1
        elif result in WON and real_day:
            found["games"] += 1
        else:
            found["rejected"] += 1
    return found


def as_csv(rows: list[tuple[str, ...]], mark: str = ",") -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=mark, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(rows)
    return out.getvalue().encode()


def as_json(rows: list[tuple[str, ...]]) -> bytes:
    return "".join(json.dumps(dict(zip(HEADER, row, strict=True))) + "\n" for row in rows).encode()


def as_array(rows: list[tuple[str, ...]]) -> bytes:
    return json.dumps([dict(zip(HEADER, row, strict=True)) for row in rows], indent=1).encode()


def as_parquet(rows: list[tuple[str, ...]]) -> bytes:
    out = io.BytesIO()
    pl.DataFrame(rows, schema=list(HEADER), orient="row").write_parquet(out)
    return out.getvalue()


def read_csv_strictly(data: bytes, mark: str = ",") -> list[tuple[str, ...]]:
    reader = csv.reader(io.StringIO(data.decode(), newline=""), delimiter=mark, strict=True)
    return [tuple(row) for row in reader if row][1:]


def read_json_lines(data: bytes) -> list[tuple[str, ...]]:
    return [tuple(json.loads(line)[name] for name in HEADER) for line in data.splitlines()]


FORMATS: dict[str, tuple[Callable[..., bytes], Callable[..., list[tuple[str, ...]]]]] = {
    "games.csv": (as_csv, read_csv_strictly),
    "games.csv.gz": (
        lambda rows: gzip.compress(as_csv(rows)),
        lambda d: read_csv_strictly(gzip.decompress(d)),
    ),
    "games.tsv": (lambda rows: as_csv(rows, "\t"), lambda data: read_csv_strictly(data, "\t")),
    "games.jsonl": (as_json, read_json_lines),
    "games.json": (as_array, lambda data: [tuple(row[name] for name in HEADER) for row in json.loads(data)]),
    "games.parquet": (as_parquet, lambda data: list(pl.read_parquet(io.BytesIO(data)).iter_rows())),
}


def check(source: Source, expected: dict[str, int], rows: int) -> None:
    found = {name: getattr(source, name) for name in ("games", "byes", "forfeits", "fixtures", "rejected")}
    assert found == {name: expected.get(name, 0) for name in found}
    assert source.rows == rows
    assert source.games + source.byes + source.fixtures + source.rejected == rows


@pytest.mark.parametrize("wrong", [False, True])
@pytest.mark.parametrize("name", FORMATS)
def test_every_row_is_accounted_for(name: str, wrong: bool, tmp_path: Path) -> None:
    written, read = FORMATS[name]
    for seed in range(12):
        file = tmp_path / name
        file.write_bytes(written(table(seed, 40, wrong=wrong)))
        rows = read(file.read_bytes())
        games = read_games(file, rejects=tmp_path / "rejects.csv" if wrong else None)
        check(games.source, twin(rows), len(rows))
        assert len(games) == games.source.games
        assert set(games.players.names) <= set(PLAYERS)
        if wrong:
            with (tmp_path / "rejects.csv").open(encoding="utf-8", newline="") as stream:
                assert len(list(csv.DictReader(stream))) == games.source.rejected


def test_several_files_and_a_frame(tmp_path: Path) -> None:
    one, other = table(1, 30, wrong=False), table(2, 50, wrong=False)
    (tmp_path / "a.csv").write_bytes(as_csv(one))
    (tmp_path / "b.jsonl").write_bytes(as_json(other))
    games = read_games([tmp_path / "a.csv", tmp_path / "b.jsonl"])
    check(games.source, twin(one) + Counter(twin(other)), len(one) + len(other))  # type: ignore[operator]
    frame = pl.DataFrame(one, schema=list(HEADER), orient="row")
    check(read_games(frame).source, twin(one), len(one))


def read(tmp_path: Path, text: str, name: str = "g.csv", **options: object) -> Games:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return read_games(file, **options)  # type: ignore[arg-type]


def test_a_long_file_is_counted_batch_after_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from arpad.record.assembly import fast_reader

    monkeypatch.setattr(fast_reader, "LONG", 1000)
    monkeypatch.setattr(fast_reader, "BATCH", 64)
    rows = table(3, 2000, wrong=False)
    (tmp_path / "g.csv").write_bytes(as_csv(rows))
    check(read_games(tmp_path / "g.csv").source, twin(rows), len(rows))


def test_points_of_both_sides(tmp_path: Path) -> None:
    head = "home,away,home_score,away_score\n"
    games = read(tmp_path, head + "A,B,2,1\nA,C,,\nB,C,+,-\nA,spielfrei,3,0\nB,A,0,0\nC,A,-,-\nC,B,1-0F,\n")
    assert games.score.tolist() == [1.0, 0.5]
    assert games.players.names == ["A", "B"]
    check(games.source, {"games": 2, "fixtures": 2, "byes": 3, "forfeits": 2}, 7)
    with pytest.raises(BadInput, match="column home_score: the number of points is missing"):
        read(tmp_path, head + "A,B,,1\n")
    with pytest.raises(BadInput, match="'-' is not a number of points"):
        read(tmp_path, head + "A,B,-,1\n")


def test_a_result_goes_before_the_points(tmp_path: Path) -> None:
    head = "home,away,result,home_score,away_score\n"
    games = read(tmp_path, head + "A,B,1-0,2,1\nA,C,,,\nA,B,1-0,,\nB,A,1-0F,3,0\n")
    check(games.source, {"games": 2, "fixtures": 1, "byes": 1, "forfeits": 1}, 4)
    with pytest.raises(BadInput, match="the result is missing"):
        read(tmp_path, head + "A,B,,2,1\n")


def test_the_results_of_both_sides(tmp_path: Path) -> None:
    games = read(tmp_path, "a,b,result1,result2\nA,B,1,0\nA,B,,\nB,A,+,-\n")
    check(games.source, {"games": 1, "fixtures": 1, "byes": 1, "forfeits": 1}, 3)


def test_numbers_that_are_missing(tmp_path: Path) -> None:
    frame = pl.DataFrame({"a": ["x", "y", None], "b": ["y", "x", "x"], "score": [1.0, float("nan"), 0.5]})
    check(read_games(frame).source, {"games": 1, "fixtures": 1, "byes": 1}, 3)
    frame.write_parquet(tmp_path / "g.parquet")
    check(read_games(tmp_path / "g.parquet").source, {"games": 1, "fixtures": 1, "byes": 1}, 3)


def test_who_really_is_called_so(tmp_path: Path) -> None:
    text = "white,black,result\nBye,Libre,1-0\nLibre,Ann,0-1\nAnn,nobody,1-0\nAnn,,1-0\n"
    check(read(tmp_path, text).source, {"games": 1, "byes": 3}, 4)
    games = read(tmp_path, text, byes=[])
    assert games.players.names == ["Bye", "Libre", "Ann", "nobody"]
    check(games.source, {"games": 3, "byes": 1}, 4)
    games = read(tmp_path, text, byes=["NOBODY"])
    assert games.players.names == ["Bye", "Libre", "Ann"]


def test_names_that_only_look_like_a_bye() -> None:
    words = bye_words(None)
    assert all(
        is_bye(word, words) and is_bye(f" *{word.upper()}* ", words) for word in BYES if word.isascii()
    )
    for name in ("Byer", "Bye-Jensen", "A. Bye", "Freiloser", "O'Bye", "Anna Libre", "-a-", "0"):
        assert not is_bye(name, words)


def test_no_forfeit_is_the_result_of_a_game(tmp_path: Path) -> None:
    for word in sorted(FORFEITS):
        source = read(tmp_path, f'a,b,score\nx,y,1\nx,y,"{word}"\n').source
        check(source, {"games": 1, "byes": 1, "forfeits": 1}, 2)


def test_the_games_of_a_pgn(tmp_path: Path) -> None:
    def game(white: str, black: str, result: str, *more: str) -> str:
        tags = [f'[White "{white}"]', f'[Black "{black}"]', f'[Result "{result}"]', *more]
        return "\n".join(tags) + f"\n\n{result}\n\n"

    text = (
        game("Ann", "Bob", "1-0")
        + game("Ann", "bye", "1-0")
        + game("", "Bob", "*")
        + game("Bob", "Ann", "*")
        + game("Bob", "Ann", "+/-")
        + game("Bob", "Cho", "1-0", '[Termination "unplayed"]')
        + game("Cho", "Ann", "33-31")
        + game("Cho", "Bob", "32-32")
        + game("?", "Bob", "1-0")
        + game("Dee", "Dee", "*")
    )
    games = read(tmp_path, text, "g.pgn", rejects=tmp_path / "r.csv")
    check(
        games.source,
        {"games": 3, "byes": 4, "forfeits": 2, "fixtures": 1, "rejected": 2},
        text.count("[White"),
    )
    assert games.players.names == ["Ann", "Bob", "Cho"]
    assert games.score.tolist() == [1.0, 1.0, 0.5]
    assert games.points_first is not None
    assert games.points_first.tolist()[1:] == [33.0, 32.0]


def test_the_rows_of_contests(tmp_path: Path) -> None:
    file = tmp_path / "races.csv"
    file.write_text(
        "race,player,place\n1,Ann,1\n1,Bob,2\n1,bye,\n2,Ann,1\n2,freilos,2\n3,Ann,\n3,Cho,\n1,Cho,3\n",
        encoding="utf-8",
    )
    contests = read_contests(file)
    assert len(contests) == 1
    assert contests.players.names == ["Ann", "Bob", "Cho"]
    check(contests.source, {"games": 3, "byes": 3, "fixtures": 2}, 8)
    file.write_text("race,player,place\n1,Ann,1\n1,Bob,\n1,Cho,2\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 3, column place: the place is missing"):
        read_contests(file)


@pytest.mark.parametrize("name", ["games.csv", "games.csv.gz"])
@pytest.mark.parametrize("wrong", ["", "2024-02-30,Ann,Bob,1-0,\n"])
def test_lines_of_separators_alone_are_no_rows(name: str, wrong: str, tmp_path: Path) -> None:
    """A spreadsheet program saves the empty rows below a table so."""
    text = ",".join(HEADER) + "\n2024-01-01,Ann,Bob,1-0,\n,,,,\n2024-01-02,Bob,,1,\n" + wrong + ",,,,\n" * 900
    file = tmp_path / name
    file.write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
    source = read_games(file, rejects=tmp_path / "rejects.csv").source
    assert (source.rows, source.games, source.byes, source.rejected) == (
        2 + bool(wrong),
        1,
        1,
        int(bool(wrong)),
    )
    if wrong:
        with pytest.raises(BadInput, match="line 5, column date"):
            read_games(file)


@pytest.mark.parametrize("line", [",,,,Total 3", "2024-01-04,,,,", " ,, ,1-0,", ",,,½-½,"])
@pytest.mark.parametrize("form", ["csv", "csv.gz", "parquet", "frame"])
def test_a_line_without_sides_that_says_something_is_no_bye(line: str, form: str, tmp_path: Path) -> None:
    """A sum, a heading, a comment: it is set aside and named, while a line of separators alone is no row."""
    rows = [
        "2024-01-01,Ann,Bob,1-0,",
        "2024-01-02,Ann,,1-0,",
        " , ,,,",
        ",,,,",
        line,
        "2024-01-03,Bob,Ann,1-0,",
    ]
    header = "date,white,black,result,note"
    text = "\n".join([header, *rows]) + "\n"
    source: Path | pl.DataFrame = tmp_path / f"games.{form}"
    assert isinstance(source, Path)
    frame = pl.DataFrame([row.split(",") for row in rows], schema=header.split(","), orient="row")
    if form == "frame":
        source = frame
    elif form == "parquet":
        frame.with_columns(pl.when(pl.all() != "").then(pl.all())).write_parquet(source)
    else:
        source.write_bytes(gzip.compress(text.encode()) if form.endswith("gz") else text.encode())
    at = "row 5" if form in ("frame", "parquet") else "line 6"
    with pytest.raises(BadInput, match=f"{at}, column white: both sides are missing"):
        read_games(source)
    rejects = tmp_path / "rejects.csv"
    check(read_games(source, rejects=rejects).source, {"games": 2, "byes": 1, "rejected": 1}, 4)
    assert "both sides are missing" in rejects.read_text(encoding="utf-8")
