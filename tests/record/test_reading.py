"""Tables that are read: values, formats, several files."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
import unicodedata
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arpad.core import BadInput
from arpad.record import Games, Labels, read_games
from arpad.record.cells.unplayed import is_bye

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def read(tmp_path: Path, text: str, **options: object) -> Games:
    file = tmp_path / "g.csv"
    file.write_text(text, encoding="utf-8", newline="")
    return read_games(file, **options)  # type: ignore[arg-type]


def words(labels: Labels | None) -> list[str | None]:
    assert labels is not None
    return [labels.word(i) for i in range(len(labels.codes))]


def times(games: Games) -> list[str]:
    assert games.time is not None
    return [str(moment) for moment in games.time]


def test_players_are_numbered_as_they_appear(tmp_path: Path) -> None:
    games = read(tmp_path, "white,black,result\nc,a,1-0\na,b,0-1\n c ,b,1/2-1/2\nB,c,½-½\n")
    assert games.players.names == ["c", "a", "b", "B"]
    assert games.first.tolist() == [0, 1, 0, 3]
    assert games.second.tolist() == [1, 2, 2, 0]
    assert games.score.tolist() == [1.0, 0.0, 0.5, 0.5]
    assert games.first.dtype == np.int32
    assert games.source.rows == 4
    assert games.source.rejected == 0


def test_results_in_words_and_numbers(tmp_path: Path) -> None:
    games = read(tmp_path, "a,b,score\nx,y,win\nx,y,Draw\nx,y, LOSS\nx,y,0.25\nx,y,1.0\nx,y,0\nx,y,1 - 0\n")
    assert games.score.tolist() == [1.0, 0.5, 0.0, 0.25, 1.0, 0.0, 1.0]
    assert games.advantage is None


def test_points_make_a_result(tmp_path: Path) -> None:
    games = read(tmp_path, "home,away,home_score,away_score\nx,y,10,9\nx,y,2,2\nx,y,0,1.5\n")
    assert games.score.tolist() == [1.0, 0.5, 0.0]
    assert games.points_first is not None
    assert games.points_second is not None
    assert games.points_first.tolist() == [10.0, 2.0, 0.0]
    assert games.points_second.tolist() == [9.0, 2.0, 1.5]
    assert games.advantage is not None
    assert games.advantage.tolist() == [1, 1, 1]


@pytest.mark.parametrize("names", ["score_first,score_second", "first_score,second_score"])
def test_the_scores_of_both_sides_are_points(names: str, tmp_path: Path) -> None:
    """1 to 1 is a draw, not a win of the first with the other column unread."""
    path = tmp_path / "games.csv"
    path.write_text(f"first,second,{names}\nA,B,1,1\nB,C,40,24\nC,A,1½,2½\nA,C,½,½\n", encoding="utf-8")
    games = read_games(path)
    assert games.score.tolist() == [0.5, 1.0, 0.0, 0.5]
    assert games.points_first is not None
    assert games.points_first.tolist() == [1.0, 40.0, 1.5, 0.5]


def test_the_score_of_the_first_side_alone_is_the_result(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("first,second,score_first\nA,B,0.5\nB,C,1\n", encoding="utf-8")
    assert read_games(path).score.tolist() == [0.5, 1.0]


def test_a_result_goes_before_points_that_are_kept(tmp_path: Path) -> None:
    games = read(tmp_path, "team1,team2,score1,score2,result\nx,y,1,1,1\nx,y,,,0\n")
    assert games.score.tolist() == [1.0, 0.0]
    assert games.points_first is not None
    np.testing.assert_array_equal(games.points_first, [1.0, np.nan])


def test_winner_and_loser(tmp_path: Path) -> None:
    games = read(tmp_path, "winner,loser\nx,y\ny,x\n")
    assert games.score.tolist() == [1.0, 1.0]
    assert games.advantage is None
    games = read(tmp_path, "winner,loser,score\nx,y,6-4 6-2\n", columns={"score": ""})
    assert games.score.tolist() == [1.0]
    assert read(tmp_path, "winner,loser,score\nx,y,0.5\n").score.tolist() == [0.5]


def test_neutral_ground(tmp_path: Path) -> None:
    home = read(tmp_path, "home,away,score,neutral\nx,y,1,TRUE\nx,y,1,false\nx,y,1,\nx,y,1,1\n")
    assert home.advantage is not None
    assert home.advantage.tolist() == [0, 1, 1, 0]
    team = read(tmp_path, "team1,team2,score,neutral\nx,y,1,0\nx,y,1,1\n")
    assert team.advantage is not None
    assert team.advantage.tolist() == [1, 0]
    said = read(tmp_path, "home,away,score,neutral,advantage\nx,y,1,1,-1\nx,y,1,0,0\n")
    assert said.advantage is not None
    assert said.advantage.tolist() == [-1, 0]


def test_labels_and_weights(tmp_path: Path) -> None:
    games = read(
        tmp_path,
        "a,b,score,weight,event,round,stage,pool\nx,y,1,2,Wijk,1,final,\nx,y,1,0,Oslo,2,,blitz\nx,y,1,.5, Wijk,1,,\n",
    )
    assert games.weight is not None
    assert games.weight.tolist() == [2.0, 0.0, 0.5]
    assert words(games.event) == ["Wijk", "Oslo", "Wijk"]
    assert words(games.round) == ["1", "2", "1"]
    assert words(games.stage) == ["final", None, None]
    assert words(games.pool) == [None, "blitz", None]


@pytest.mark.parametrize(
    ("values", "kind", "expected"),
    [
        (["2024-03-05", "2024-3-6"], "datetime64[D]", ["2024-03-05", "2024-03-06"]),
        (["2024/03/05"], "datetime64[D]", ["2024-03-05"]),
        (["2024.03.05"], "datetime64[D]", ["2024-03-05"]),
        (["05.03.2024", "5.12.1872"], "datetime64[D]", ["2024-03-05", "1872-12-05"]),
        (["20240305"], "datetime64[D]", ["2024-03-05"]),
        ([" 2024-03-05 ", "2024-03-06"], "datetime64[D]", ["2024-03-05", "2024-03-06"]),
        (["2024-03-05T18:30"], "datetime64[s]", ["2024-03-05T18:30:00"]),
        (["2024-03-05 18:30:01", "2024-03-05 18:30:01.5"], "datetime64[s]", ["2024-03-05T18:30:01"] * 2),
        (["2024-03-05T18:30:01Z"], "datetime64[s]", ["2024-03-05T18:30:01"]),
        (["2024-03-05T18:30:01+02:00", "2024-03-05T18:30:01-0100"], "datetime64[s]",
         ["2024-03-05T16:30:01", "2024-03-05T19:30:01"]),
        (["2024.03.05 18:30:01"], "datetime64[s]", ["2024-03-05T18:30:01"]),
        (["1", "12", "-3"], "int64", ["1", "12", "-3"]),
        (["1.0", "2", "10.00"], "int64", ["1", "2", "10"]),
        (["2024"], "int64", ["2024"]),
        (["20241399"], "int64", ["20241399"]),
        # No record has a hundred million rating periods: these are seconds and milliseconds since 1970.
        (["1709663401", "100000000"], "datetime64[s]", ["2024-03-05T18:30:01", "1973-03-03T09:46:40"]),
        (["1709663401999"], "datetime64[s]", ["2024-03-05T18:30:01"]),
        (["99999999"], "int64", ["99999999"]),
    ],
)  # fmt: skip
def test_forms_of_time(values: list[str], kind: str, expected: list[str], tmp_path: Path) -> None:
    games = read(tmp_path, "a,b,score,date\n" + "".join(f"x,y,1,{value}\n" for value in values))
    assert games.time is not None
    assert games.time.dtype == kind
    assert times(games) == expected


@pytest.mark.parametrize(
    ("column", "kind", "expected"),
    [
        (pl.Series([date(2024, 3, 5)]), "datetime64[D]", ["2024-03-05"]),
        (pl.Series([datetime(1924, 3, 5, 18, 30, 1, 500_000)]), "datetime64[s]", ["1924-03-05T18:30:01"]),
        (
            pl.Series([datetime(2024, 3, 5, 18, tzinfo=timezone(timedelta(hours=1)))]),
            "datetime64[s]",
            ["2024-03-05T17:00:00"],
        ),
        (pl.Series([7], dtype=pl.Int16), "int64", ["7"]),
        (pl.Series([7.0]), "int64", ["7"]),
        (pl.Series([20240229]), "datetime64[D]", ["2024-02-29"]),
        (pl.Series([20230229]), "int64", ["20230229"]),
        (pl.Series([1709663401]), "datetime64[s]", ["2024-03-05T18:30:01"]),
        (pl.Series([1709663401999.0]), "datetime64[s]", ["2024-03-05T18:30:01"]),
        (pl.Series([99_999_999]), "int64", ["99999999"]),
        (pl.Series(["2024-03-05"]), "datetime64[D]", ["2024-03-05"]),
    ],
)
def test_types_of_time_in_a_frame(column: pl.Series, kind: str, expected: list[str]) -> None:
    games = read_games(pl.DataFrame({"white": ["a"], "black": ["b"], "result": [1], "time": column}))
    assert games.time is not None
    assert games.time.dtype == kind
    assert times(games) == expected


def test_a_column_that_is_no_time() -> None:
    frame = pl.DataFrame({"white": ["a"], "black": ["b"], "result": [1], "time": [timedelta(days=1)]})
    with pytest.raises(BadInput, match="which is not a time"):
        read_games(frame)


def test_types_of_a_frame() -> None:
    frame = pl.DataFrame(
        {
            "first": pl.Series([17, 3], dtype=pl.Int64),
            "second": pl.Series([3.0, 5.0]),
            "score": pl.Series([True, False]),
            "neutral": pl.Series([True, None]),
            "event": pl.Series(["E", "E"], dtype=pl.Categorical),
            "weight": pl.Series([1, 2], dtype=pl.UInt8),
        }
    )
    games = read_games(frame)
    assert games.players.names == ["17", "3", "5"]
    assert games.score.tolist() == [1.0, 0.0]
    assert words(games.event) == ["E", "E"]
    assert games.source.files == ()
    assert games.source.rows == 2


def test_a_frame_without_rows() -> None:
    assert len(read_games(pl.DataFrame({"white": [], "black": [], "result": []}))) == 0


TEXT = "date,white,black,result\n2024-01-01,a,b,1-0\n2024-01-02,b,c,0-1\n"


def test_every_way_of_storing_gives_the_same_games(tmp_path: Path) -> None:
    frame = pl.read_csv(io.StringIO(TEXT), try_parse_dates=True)
    plain = tmp_path / "g.csv"
    plain.write_text(TEXT)
    expected = read_games(plain)
    assert times(expected) == ["2024-01-01", "2024-01-02"]
    packed = TEXT.encode()
    files = {
        "crlf.csv": TEXT.replace("\n", "\r\n").encode(),
        "mark.csv": b"\xef\xbb\xbf" + packed,
        "ends.csv": packed + b"\n\n",
        "starts.csv": b"\n\n" + packed,
        "open.csv": packed.rstrip(b"\n"),
        "quoted.csv": b'"date","white","black","result"\n2024-01-01,"a","b","1-0"\n2024-01-02,"b","c","0-1"\n',
        "semicolon.csv": packed.replace(b",", b";"),
        "g.tsv": packed.replace(b",", b"\t"),
        "tabs.txt": packed.replace(b",", b"\t"),
        "commas": packed,
        "g.csv.gz": gzip.compress(packed),
        "g.csv.zst": zstd.compress(packed),
        "g.tsv.gz": gzip.compress(packed.replace(b",", b"\t")),
        "g.jsonl": frame.with_columns(pl.col("date").cast(pl.String)).write_ndjson().encode(),
        "g.ndjson.gz": gzip.compress(
            frame.with_columns(pl.col("date").cast(pl.String)).write_ndjson().encode()
        ),
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        assert read_games(tmp_path / name).digest == expected.digest, name
    frame.write_parquet(tmp_path / "g.parquet")
    assert read_games(tmp_path / "g.parquet").digest == expected.digest
    assert read_games(str(tmp_path / "commas"), format="csv").digest == expected.digest
    assert read_games(frame).digest == expected.digest


def test_the_standard_input() -> None:
    code = "from arpad.record import read_games; print(read_games('-').players.names)"
    for content in (TEXT.encode(), gzip.compress(TEXT.encode())):
        done = subprocess.run([sys.executable, "-c", code], input=content, capture_output=True, check=True)
        assert done.stdout == b"['a', 'b', 'c']\n"
    # A pipe by its name can be read only once.
    done = subprocess.run(
        [sys.executable, "-c", code.replace("'-'", "'/dev/stdin'")],
        input=TEXT.encode(),
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"['a', 'b', 'c']\n"


def test_several_files_are_one_record(tmp_path: Path) -> None:
    one, two = tmp_path / "one.csv", tmp_path / "two.jsonl"
    one.write_text("white,black,result,event,date\na,b,1-0,E,2024-01-01\nc,a,0-1,F,2024-01-02\n")
    two.write_text(
        '{"first": "d", "second": "c", "score": 0.5, "weight": 3, "event": "E", "date": "2023-01-01T12:00:00"}\n'
    )
    games = read_games([one, two])
    assert games.players.names == ["a", "b", "c", "d"]
    assert games.first.tolist() == [0, 2, 3]
    assert games.second.tolist() == [1, 0, 2]
    assert games.score.tolist() == [1.0, 0.0, 0.5]
    assert words(games.event) == ["E", "F", "E"]
    assert games.weight is not None
    assert games.weight.tolist() == [1.0, 1.0, 3.0]
    assert games.advantage is not None
    assert games.advantage.tolist() == [1, 1, 0]
    assert times(games) == ["2024-01-01T00:00:00", "2024-01-02T00:00:00", "2023-01-01T12:00:00"]
    assert games.source.files == (str(one), str(two))
    assert games.source.rows == 3


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ("a,b,score\nx,y,1\n", "dates where .* has no times|no times where .* has dates"),
        ("a,b,score,week\nx,y,1,1\n", "numbered periods"),
    ],
)
def test_files_whose_times_do_not_fit(other: str, reason: str, tmp_path: Path) -> None:
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    one.write_text(TEXT)
    two.write_text(other)
    with pytest.raises(BadInput, match=reason):
        read_games([one, two])


def test_columns_by_choice(tmp_path: Path) -> None:
    text = "Week,Home side,Guests,Outcome of it\n3,x,y,1\n"
    chosen = {"first": "Home side", "second": "guests", "score": "Outcome of it", "event": "Week"}
    games = read(tmp_path, text, columns=chosen)
    assert words(games.event) == ["3"]
    assert games.time is None
    games = read(tmp_path, text, columns={"home": "Home side", "away": "Guests", "result": "Outcome of it"})
    assert games.advantage is not None
    assert games.advantage.tolist() == [1]
    assert times(games) == ["3"]


def test_a_file_is_read_without_numba() -> None:
    code = (
        "import sys, io, tempfile, os; from arpad.record import read_games\n"
        "d = tempfile.mkdtemp(); f = os.path.join(d, 'g.csv')\n"
        "assert 'polars' not in sys.modules\n"
        "open(f, 'w').write('white,black,result\\n' + 'a,b,1-0\\n' * 300)\n"
        "assert len(read_games(f)) == 300\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, check=True)
    assert done.stdout == b"False\n"


names = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]) | st.sampled_from(',;"\t\n'),
    min_size=1,
    max_size=6,
).filter(lambda name: name == unicodedata.normalize("NFC", name.strip()) and not is_bye(name, ()))
rows = st.lists(
    st.tuples(
        names,
        names,
        st.sampled_from([0.0, 0.5, 1.0, 0.25]),
        st.dates(date(1000, 1, 1), date(9999, 12, 31)),
        st.floats(0, 1e9),
        names | st.none(),
    ).filter(lambda row: row[0] != row[1]),
    min_size=1,
    max_size=12,
)


@given(rows, st.sampled_from(["csv", "jsonl", "parquet", "frame", "tsv"]))
@settings(max_examples=75, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_is_read(tmp_path: Path, table: list[tuple[object, ...]], kind: str) -> None:
    header = ["first", "second", "score", "date", "weight", "event"]
    frame = pl.DataFrame(table, schema=header, orient="row", strict=False)
    file = tmp_path / f"g.{kind}"
    if kind == "csv":
        frame.write_csv(file)
    elif kind == "tsv":
        frame.write_csv(file, separator="\t")
    elif kind == "jsonl":
        frame.write_ndjson(file)
    elif kind == "parquet":
        frame.write_parquet(file)
    games = read_games(frame if kind == "frame" else file, byes=[])
    assert [games.players.names[i] for i in games.first] == [row[0] for row in table]
    assert [games.players.names[i] for i in games.second] == [row[1] for row in table]
    assert games.score.tolist() == [row[2] for row in table]
    assert times(games) == [str(row[3]) for row in table]
    assert games.weight is not None
    assert games.weight.tolist() == [row[4] for row in table]
    assert words(games.event) == [row[5] for row in table]
    order: dict[object, None] = {}
    for row in table:
        order.setdefault(row[0])
        order.setdefault(row[1])
    assert list(games.players.names) == list(order)
