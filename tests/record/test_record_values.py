"""The values of a record as a library user meets them: read-only, short to print, and refused where bad."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

import arpad
from arpad.core import BadInput
from arpad.record import Contests, Games, Labels, Players

MANY = 200_000


def games(n: int = 2, **columns: Any) -> Games:
    """Return n games between Ann and Bob on the first days of 2026."""
    return Games(
        Players(["Ann", "Bob"]),
        np.zeros(n, dtype=np.int32),
        np.ones(n, dtype=np.int32),
        np.ones(n),
        time=np.datetime64("2026-01-01") + np.arange(n),
        **columns,
    )


def test_two_players_do_not_have_one_name() -> None:
    with pytest.raises(BadInput, match="two players have the name 'Ann'"):
        Players(["Ann", "Bob", "Ann"])


def test_the_columns_of_a_record_are_read_only() -> None:
    record = games(event=Labels(np.zeros(2, dtype=np.int32), ["Open"]))
    assert record.event is not None
    again = [record, record.take(np.array([0])), pickle.loads(pickle.dumps(record)), copy.deepcopy(record)]
    for one in again:
        with pytest.raises(ValueError, match="read-only"):
            one.score[0] = 0.0
    with pytest.raises(ValueError, match="read-only"):
        record.event.codes[0] = 1
    contests = Contests.of(record)
    with pytest.raises(ValueError, match="read-only"):
        contests.place[0] = 2
    frame = pl.DataFrame({"first": ["Ann"], "second": ["Bob"], "score": [1.0]})
    with pytest.raises(ValueError, match="read-only"):
        arpad.read_games(frame).first[0] = 1


def test_the_array_that_was_given_stays_writable() -> None:
    score = np.ones(1)
    Games(Players(["Ann", "Bob"]), np.zeros(1, dtype=np.int32), np.ones(1, dtype=np.int32), score)
    score[0] = 0.5


def test_copies_have_the_digest_of_the_record() -> None:
    record = games()
    assert pickle.loads(pickle.dumps(record)).digest == record.digest
    ratings = arpad.rate(record, arpad.Glicko(), history=True)
    assert pickle.loads(pickle.dumps(ratings)).table().equals(ratings.table())


def test_a_record_is_told_in_a_line() -> None:
    assert repr(games()) == "<Games: 2 games of 2 players, from 2026-01-01 to 2026-01-02>"
    assert repr(Contests.of(games())) == "<Contests: 2 contests of 2 players, from 2026-01-01 to 2026-01-02>"
    assert repr(games(0)) == "<Games: 0 games of 2 players>"
    assert repr(Players(["Ann", "Bob"])) == "<Players: 2 (Ann, Bob)>"
    many = Players([f"player {i}" for i in range(MANY)]).with_attributes({"rating": np.zeros(MANY)})
    assert repr(many) == "<Players: 200,000 (player 0, player 1, player 2, …); known: rating>"


def test_ratings_are_told_in_a_line() -> None:
    first, second = np.eye(2, dtype=np.int32)
    record = Games(Players([f"player {i}" for i in range(MANY)]), first, second, np.array([1.0, 0.5]))
    ratings = arpad.rate(record, arpad.Elo())
    assert repr(ratings) == "<Ratings: elo, live, after <Games: 2 games of 200,000 players>>"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ([("Ann", "Bob", 1.0)], "a value of type tuple is not a file of games"),
        ([["Ann", "Bob", 1.0]], "a value of type list is not a file of games"),
        (np.zeros(1), "a value of type float64 is not a file of games"),
        (np.zeros((3, 3)), "a value of type ndarray is not a file of games"),
        (None, "a value of type NoneType is not a file of games"),
    ],
)
def test_what_is_not_a_file_and_not_a_table_is_refused(source: Any, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        arpad.read_games(source)


@pytest.mark.parametrize(
    ("system", "said"),
    [
        ("glico", "no rating system is called 'glico'. Did you mean glicko"),
        (arpad.Games, "is not a rating system"),
        (None, "a value of type NoneType is not a rating system"),
    ],
)
def test_what_is_not_a_rating_system_is_refused(system: Any, said: str) -> None:
    with pytest.raises(BadInput, match=f"(?s){said}"):
        arpad.rate(games(), system)
    with pytest.raises(BadInput, match=f"(?s){said}"):
        arpad.rate_by_pool(games(), system)


@pytest.mark.parametrize("record", [[("Ann", "Bob", 1.0)], pl.DataFrame(), "games.csv"])
def test_what_is_not_a_record_is_refused(record: Any) -> None:
    with pytest.raises(BadInput, match=r"not a file of games|no two columns|no such file"):
        arpad.rate(record, arpad.Elo())


@pytest.mark.parametrize("column", ["score", "weight"])
@pytest.mark.parametrize("value", [7.0, -3.0, float("nan"), float("inf")])
def test_a_score_or_weight_out_of_range_is_refused(column: str, value: float) -> None:
    if (column, value) == ("weight", 7.0):
        return
    record = games(weight=np.ones(2))
    given: dict[str, Any] = (
        {"score": np.array([1.0, value])} if column == "score" else {"weight": np.array([1.0, value])}
    )
    with pytest.raises(ValueError, match=rf"Ann – Bob: {column} {value:g} is out of range"):
        arpad.rate(replace(record, **given), arpad.Elo())


def test_a_player_does_not_play_against_itself() -> None:
    with pytest.raises(BadInput, match="both sides of the game are one player"):
        Games(Players(["Ann"]), np.zeros(1, np.int32), np.zeros(1, np.int32), np.ones(1))


def test_a_rating_system_takes_its_parameters_as_keywords() -> None:
    assert arpad.rating_system("elo", k=30) == arpad.Elo(k=30)
    assert arpad.rating_system("elo", {"k": "10", "scale": 200}, k=30) == arpad.Elo(k=30, scale=200)
    with pytest.raises(BadInput, match="elo has no parameter 'kk'"):
        arpad.rating_system("elo", kk=30)
