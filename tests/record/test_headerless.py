"""Tables without a header: read by their values, the columns called by their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

import arpad
from arpad.record.columns.headerless import is_headerless
from arpad.record.survey.understanding import understood

NAMES = [("Ann", "Bob"), ("Cid", "Ann"), ("Bob", "Cid"), ("Dee", "Bob"), ("Ann", "Dee")]
POINTS = [(3, 1), (0, 2), (2, 2), (4, 1), (1, 0)]
GAMES = [
    ("Ann", "Bob", 1.0),
    ("Cid", "Ann", 0.0),
    ("Bob", "Cid", 0.5),
    ("Dee", "Bob", 1.0),
    ("Ann", "Dee", 1.0),
]


def table(form: str) -> str:
    """Return five rows: ``d`` is a day, ``n`` a number of the game, ``a`` and ``b`` sides, ``x``, ``y`` points."""
    lines = []
    for at, ((a, b), (x, y)) in enumerate(zip(NAMES, POINTS, strict=True)):
        cells = {"d": f"2024-01-0{at + 1}", "n": str(at + 101), "a": a, "b": b, "x": str(x), "y": str(y)}
        cells |= {"r": f"{x}-{y}", "w": a if x > y else b, "v": f"{a} - {b}", "h": str(min(x, 1))}
        cells |= {"i": str(min(y, 1)), "e": str(1500 + 10 * at), "f": str(1600 - 7 * at)}
        lines.append(",".join(cells[sign] for sign in form))
    return "\n".join(lines) + "\n"


def read(tmp_path: Path, text: str, **choice: str) -> arpad.Games:
    path = tmp_path / "games.csv"
    path.write_text(text, encoding="utf-8")
    return arpad.read_games(path, columns=choice or None)


def games_of(games: arpad.Games) -> list[tuple[str, str, float]]:
    names = games.players.names
    return [
        (names[a], names[b], float(score))
        for a, b, score in zip(games.first, games.second, games.score, strict=True)
    ]


@pytest.mark.parametrize(
    ("form", "columns"),
    [
        ("dabr", "time=1, first=2, second=3, score=4"),
        ("abxy", "first=1, second=2, points_first=3, points_second=4"),
        ("nabxy", "first=2, second=3, points_first=4, points_second=5"),
        ("axyb", "first=1, second=4, points_first=2, points_second=3"),
        ("axby", "first=1, second=3, points_first=2, points_second=4"),
        ("ndabxy", "time=2, first=3, second=4, points_first=5, points_second=6"),
        ("dvrn", "first=(first side), second=(second side), score=3, time=1"),
    ],
)
def test_the_values_tell_the_columns(tmp_path: Path, form: str, columns: str) -> None:
    games = read(tmp_path, table(form))
    assert games_of(games) == GAMES
    assert games.source.rows == len(GAMES)
    note = games.source.notes[0]
    assert "there is no header, and the columns are called by their numbers" in note
    assert note.endswith(columns)


def test_a_bad_row_is_told_by_its_line(tmp_path: Path) -> None:
    lines = (table("dabxy") * 6).splitlines()
    lines[9] = "2024-01-05,Ann,Dee,1,none"
    with pytest.raises(arpad.BadInput) as caught:
        read(tmp_path, "\n".join(lines) + "\n")
    assert caught.value.row == 10


def test_a_row_in_which_a_side_meets_itself_is_no_pair_of_sides(tmp_path: Path) -> None:
    with pytest.raises(arpad.BadInput, match="there is no header"):
        read(tmp_path, table("dabxy") + "2024-01-06,Ann,Ann,1,0\n")


@pytest.mark.parametrize(
    ("form", "what"),
    [
        ("dabxyhi", "column 4 and column 5 are what the sides made or column 6 and column 7"),  # half-time?
        ("dabhixy", "column 4 and column 5 are what the sides made or column 6 and column 7"),
        ("dabw", "'4' has values that may be results"),  # or who was expected to win
    ],
)
def test_what_may_be_read_in_two_ways_is_asked(tmp_path: Path, form: str, what: str) -> None:
    with pytest.raises(arpad.BadInput) as caught:
        read(tmp_path, table(form))
    assert caught.value.code == "columns.ambiguous"
    assert what in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        table("dabef"),  # ratings
        table("dab"),  # fixtures
        "2024-01-01,Ann,Spain,3,1\n2024-01-02,Bob,Italy,0,2\n2024-01-03,Cid,Spain,2,2\n",  # no opponents
        "2024-01-01,11,12,3,1\n2024-01-02,13,11,0,2\n2024-01-03,12,13,2,2\n",  # ids, or rounds
        "2024-01-01,Ann,Bob,1,0.5\n2024-01-02,Cid,Ann,2,-3\n2024-01-03,Bob,Cid,3,1.25\n",  # changes
    ],
)
def test_what_does_not_tell_is_not_read(tmp_path: Path, text: str) -> None:
    with pytest.raises(arpad.BadInput) as caught:
        read(tmp_path, text)
    assert caught.value.code in ("columns.no-header", "columns.not-found", "")


def test_columns_are_chosen_by_their_numbers(tmp_path: Path) -> None:
    assert games_of(read(tmp_path, table("dabw"), first="2", second="3", winner="4")) == [
        (a, b, 1.0 if score == 1.0 else 0.0) for a, b, score in GAMES
    ]
    games = read(tmp_path, table("dabxyhi"), first="3", second="2", points_first="5", points_second="4")
    assert games_of(games) == [(b, a, 1.0 - score) for a, b, score in GAMES]
    assert games.time is not None


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("team,2019,2020,2021", "Ann,1,2,3"),
        (",1,2,3", "Ann,,1,0"),
        ("No,Name,1,2,3,Total", "1,Ann,0,1,0,1"),
        ("date,2024-01-01,2024-01-08,2024-01-15,games", "Ann,1500,1510,1490,3"),
        ("white,black,result,round", "Ann,Bob,1-0,1"),
        ("home,away,1,2", "Ann,Bob,3,1"),
        ("2,5,11,17", "Ann,Bob,Cid,Dee"),
    ],
)
def test_a_header_is_not_taken_for_a_row(header: str, row: str) -> None:
    assert not is_headerless(header.split(","), [row.split(",")] * 3)


def test_a_ragged_row_says_nothing_of_the_header() -> None:
    row = ["2024-01-05", "Ann", "Bob", "2-1"]
    assert is_headerless(row, [row, row[:2], [*row, "x"]])
    assert not is_headerless(row, [row[:2]])
    assert not is_headerless(row, [])


def test_a_ragged_table_without_a_header_is_shown(tmp_path: Path) -> None:
    text = table("dabxy") + "2024-01-06,Ann\n"
    seen = understood(text.encode(), "games.csv")
    assert seen.header == ["1", "2", "3", "4", "5"]
    assert [row.line for row in seen.rows][:2] == [1, 2]
