"""Crosstables of two numbers a cell: how often each of a pair has won, or the score of their match."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.record import Games, read_games
from arpad.record.columns.questions import CountsAsked

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eva", "Fay")
WINS = {("Ann", "Bob"): (1, 0), ("Ann", "Cid"): (3, 2), ("Bob", "Dee"): (0, 1), ("Eva", "Fay"): (1, 0)}
"""How often each of a pair has won; the others have never met."""


def table(
    mark: str = "-", blank: str = "", wins: dict[tuple[str, str], tuple[int, int]] | None = None
) -> list[list[str]]:
    both = dict(WINS if wins is None else wins)
    both |= {(b, a): (lost, won) for (a, b), (won, lost) in both.items()}
    body = [
        [
            one,
            *(
                blank if one == other else mark.join(map(str, both.get((one, other), (0, 0))))
                for other in NAMES
            ),
        ]
        for one in NAMES
    ]
    return [["player", *NAMES], *body]


def read(cells: list[list[str]], tmp_path: Path, columns: dict[str, str] | None = None) -> Games:
    path = tmp_path / "h2h.csv"
    path.write_text("".join(",".join(row) + "\n" for row in cells), encoding="utf-8")
    return read_games(path, columns=columns)


def wins_of(games: Games) -> Counter[tuple[str, str]]:
    names = games.players.names
    pairs = zip(games.first, games.second, games.score, strict=True)
    return Counter((names[a], names[b]) if score == 1 else (names[b], names[a]) for a, b, score in pairs)


EXPECTED = {("Ann", "Bob"): 1, ("Ann", "Cid"): 3, ("Cid", "Ann"): 2, ("Dee", "Bob"): 1, ("Eva", "Fay"): 1}


@pytest.mark.parametrize(
    ("mark", "blank"), [("-", ""), (" - ", "x"), (":", "—"), (" & ", "x"), ("–", "■"), ("/", "*")]
)
def test_most_have_never_met(mark: str, blank: str, tmp_path: Path) -> None:
    games = read(table(mark, blank), tmp_path)
    assert wins_of(games) == EXPECTED
    assert any("count the games" in note for note in games.source.notes)


@pytest.mark.parametrize("first", ["", "tag", "Spieler", "игрок", "선수"])
def test_whatever_the_column_of_names_is_called(first: str, tmp_path: Path) -> None:
    cells = table()
    cells[0][0] = first
    assert wins_of(read(cells, tmp_path)) == EXPECTED


def test_a_header_without_the_name_of_the_first_column(tmp_path: Path) -> None:
    cells = table()
    assert wins_of(read([cells[0][1:], *cells[1:]], tmp_path)) == EXPECTED
    wrapped = [[f"\"(u'{name}',)\"" for name in cells[0][1:]], *cells[1:]]
    assert wins_of(read(wrapped, tmp_path)) == EXPECTED


def test_names_that_are_not_all_wrapped_stay(tmp_path: Path) -> None:
    cells = table()
    cells[0][1] = "\"(u'Ann',)\""
    with pytest.raises(BadInput):
        read([cells[0][1:], *cells[1:]], tmp_path)


def test_some_rows_of_a_longer_table(tmp_path: Path) -> None:
    assert wins_of(read(table()[:5], tmp_path)) == {
        pair: n for pair, n in EXPECTED.items() if pair != ("Eva", "Fay")
    }


ALL = {(a, b): (3, at % 3) for at, (a, b) in enumerate((a, b) for a in NAMES for b in NAMES if a < b)}


@pytest.mark.parametrize(
    "wins",
    [
        # A round robin to three points.
        ALL,
        # Matches to come stand as 0-0, and the others are scores.
        dict(list(ALL.items())[:6]),
        # Football, where 0-0 is a result.
        {pair: (at % 4, at % 3) for at, pair in enumerate(ALL)},
    ],
)
def test_a_score_or_a_count_is_asked(wins: dict[tuple[str, str], tuple[int, int]], tmp_path: Path) -> None:
    with pytest.raises(CountsAsked, match=r"number of games .* or the score of one match") as caught:
        read(table(wins=wins), tmp_path)
    assert caught.value.code == "columns.ambiguous"
    games = read(table(wins=wins), tmp_path, {"score": "(games)"})
    assert len(games) == sum(map(sum, wins.values()))
    assert len(read(table(wins=wins), tmp_path, {"score": "(match)"})) == len(ALL)


@pytest.mark.parametrize(
    "change", ["two cells disagree", "a word", "a total", "no such opponents", "two players"]
)
def test_what_is_no_such_table(change: str, tmp_path: Path) -> None:
    cells = table()
    if change == "two cells disagree":
        cells[1][3] = "2-2"
    elif change == "a word":
        cells[1][3] = "postponed"
    elif change == "a total":
        cells = [["player", "sets", "games", "total"], *([name, "1-0", "0-1", "1-1"] for name in NAMES)]
    elif change == "no such opponents":
        cells[0] = ["player", *(f"round {at}" for at in range(1, 7))]
    else:
        cells = [["player", "Ann", "Bob"], ["Ann", "", "1-0"], ["Bob", "0-1", ""]]
    with pytest.raises(BadInput) as caught:
        read(cells, tmp_path)
    assert not isinstance(caught.value, CountsAsked)


def test_numbered_rows_without_a_name_of_their_column(tmp_path: Path) -> None:
    rows = [["1", "Ann", "Bob", "1-0"], ["2", "Bob", "Cid", "0-1"], ["3", "Cid", "Ann", "1-0"]]
    games = read([["white", "black", "result"], *rows], tmp_path)
    assert wins_of(games) == {("Ann", "Bob"): 1, ("Cid", "Bob"): 1, ("Cid", "Ann"): 1}


@pytest.mark.parametrize(
    "rows",
    [
        # The name of the last column is missing, not that of the first.
        [["1", "1", "Ann", "1"], ["2", "2", "Bob", "0"], ["3", "3", "Cid", "1"]],
        [["Ann", "Bob", "1", "0"], ["Bob", "Cid", "0", "1"], ["Cid", "Ann", "1", "0"]],
        [["1", "Ann", "Bob", "1-0"], ["7", "Bob", "Cid", "0-1"], ["3", "Cid", "Ann", "1-0"]],
        [["1", "Ann", "Bob", "1-0"], ["2", "Bob", "Cid"], ["3", "Cid", "Ann", "1-0"]],
        [["1", "Ann", "Bob", "1-0"], ["2", "Bob", "Cid", "0-1"]],
    ],
)
def test_a_row_that_is_too_long_stays_an_error(rows: list[list[str]], tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"fields|header"):
        read([["white", "black", "result"], *rows], tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        # A separator at the end of each row is no column.
        "white,black,result\n1,Ann,Bob,\n2,Bob,Cid,\n3,Cid,Ann,\n",
        # The rounds, the weeks and the numbers have a name, and the last column has none.
        "round,home,away,score\n1,Ann,Bob,2,1\n2,Bob,Cid,0,1\n3,Cid,Ann,4,4\n",
        "week,home,away,score\n1,Ann,Bob,2,1\n2,Bob,Cid,0,1\n3,Cid,Ann,4,4\n",
        "nr,white,black,score\n1,Ann,Bob,1,40\n2,Bob,Cid,0,31\n3,Cid,Ann,1,44\n",
        "Spieltag;Heim;Gast;Ergebnis\n1;Ann;Bob;2;1\n2;Bob;Cid;0;1\n3;Cid;Ann;4;4\n",
        "date,home,away,score\n1,Ann,Bob,2,1\n2,Bob,Cid,0,1\n3,Cid,Ann,4,4\n",
        # The table has a name for its first column, and a separator at the end.
        ",Ann,Bob,Cid\nAnn,,1-0,0-0,\nBob,0-1,,0-0,\nCid,0-0,0-0,,\n",
    ],
)
def test_a_name_that_is_missing_elsewhere(text: str, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput):
        read_games(path)


@pytest.mark.parametrize(
    "text",
    [
        '"date","home","away","score"\n"1",2024-01-05,"Ann","Bob","1-0"\n"2",2024-01-06,"Bob","Cid","0-1"\n'
        '"3",2024-01-07,"Cid","Ann","1-0"\n',
        "дата;хозяева;гости;счёт\n0;05.01.2024;Ann;Bob;1-0\n1;06.01.2024;Bob;Cid;0-1\n2;07.01.2024;Cid;Ann;1-0\n",
    ],
)
def test_tables_as_r_writes_them(text: str, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(text, encoding="utf-8")
    assert wins_of(read_games(path)) == {("Ann", "Bob"): 1, ("Cid", "Bob"): 1, ("Cid", "Ann"): 1}
