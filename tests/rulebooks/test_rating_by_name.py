"""``arpad.rate`` by names, classes and parameters, of records, files and tables; the list of systems."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arpad
from arpad import BadInput, NotProvided
from arpad.ratings.parameters import parameters_of
from arpad.rulebooks.known_systems import SYSTEMS

TABLE = {"white": ["Ann", "Bob", "Cas"], "black": ["Bob", "Cas", "Ann"], "result": ["1-0", "½-½", "0-1"]}


def ratings(system: Any, **parameters: Any) -> list[float]:
    return [float(value) for value in arpad.rate(arpad.read_games(TABLE), system, **parameters).rating]


def test_a_name_a_class_and_a_system_rate_alike() -> None:
    made = ratings(arpad.Elo(k=30.0))
    # Elo 1978: equals, so the first game moves k/2.
    assert made != ratings(arpad.Elo())
    assert ratings("elo", k=30) == made
    assert ratings("ELO", k="30") == made
    assert ratings(arpad.Elo, k=30) == made
    assert ratings(arpad.Elo(scale=400.0), k=30) == made
    assert arpad.rate(TABLE, "elo", k=30).rating.tolist() == made


def test_parameters_of_a_made_system_stay_where_none_is_given() -> None:
    assert arpad.rate(TABLE, arpad.Elo(k=10.0), initial=1000).system == arpad.Elo(k=10.0, initial=1000.0)
    reserved: dict[str, Any] = {"lambda": 1.5}
    assert vars(arpad.rate(TABLE, arpad.systems()["stephenson"](), **reserved).system)["lambda_"] == 1.5


def test_a_file_is_read_and_rated(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("who;whom;how\nAnn;Bob;1-0\n", encoding="utf-8")
    columns = {"first": "who", "second": "whom", "score": "how"}
    assert arpad.rate(file, "elo", columns=columns).rating.tolist() == [1510.0, 1490.0]
    with pytest.raises(BadInput, match="columns= is for tables and files"):
        arpad.rate(arpad.read_games(TABLE), "elo", columns=columns)


@pytest.mark.parametrize(
    ("system", "parameters", "error", "said"),
    [
        ("gliko", {}, BadInput, "no rating system is called 'gliko'. Did you mean glicko"),
        ("elo", {"q": 3}, BadInput, "elo has no parameter 'q'. It has k, scale"),
        (arpad.Elo, {"q": 3}, BadInput, "no parameter 'q'. It has k, scale"),
        (arpad.Elo(), {"q": 3}, BadInput, "no parameter 'q'. It has k, scale"),
        (3, {}, BadInput, "a value of type int is not a rating system"),
        (dict, {}, BadInput, "is not a rating system"),
        ("skill-points", {}, NotProvided, "is a list of points"),
    ],
)
def test_what_is_not_a_system_is_refused(
    system: Any, parameters: Any, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        arpad.rate(TABLE, system, **parameters)


def test_pools_are_rated_by_name() -> None:
    table = {**TABLE, "pool": ["blitz", "blitz", "rapid"]}
    found = arpad.rate_by_pool(table, "glicko2", tau=0.6)
    assert list(found) == ["blitz", "rapid"]
    assert found["rapid"].system == arpad.Glicko2(tau=0.6)


def test_the_list_of_systems() -> None:
    listed = arpad.systems()
    assert list(listed)[: len(SYSTEMS)] == list(SYSTEMS)
    assert listed["glicko2"] is arpad.Glicko2
    assert "nothing" not in listed
    assert repr(listed).splitlines()[0].split(maxsplit=1) == ["elo", "Elo"]
    table = listed.table()
    assert table["name"].to_list() == list(listed)
    assert table["parameters"][0].startswith("k, scale")
    assert listed._repr_html_().count("<tr>") == len(listed) + 1


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_is_a_name_of_the_package(name: str) -> None:
    system = arpad.systems()[name]
    assert getattr(arpad, system.__name__) is system
    assert system.__name__ in arpad.__all__


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_prints_what_is_set_and_can_be_copied(name: str) -> None:
    system = arpad.systems()[name]()
    assert repr(system) == f"{type(system).__name__}()"
    assert pickle.loads(pickle.dumps(system)) == copy.deepcopy(system) == system
    assert parameters_of(system)


def test_a_system_prints_the_parameters_that_are_set() -> None:
    assert repr(arpad.Glicko2(tau=0.6)) == "Glicko2(tau=0.6)"


def test_ratings_cannot_be_written_over_and_print_short() -> None:
    rated = arpad.rate(TABLE, "glicko", history=True)
    for column in (rated.rating, rated.deviation):
        assert column is not None
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0.0
    assert repr(rated) == "<Ratings: glicko, period, after <Games: 3 games of 3 players>>"
    again = pickle.loads(pickle.dumps(rated))
    assert again.table().equals(rated.table())
    assert np.array_equal(again.rating, rated.rating)
    assert repr(rated.predict("Ann", "Bob")).startswith("Prediction(expected=0.")
    assert len(repr(rated.predict("Ann", "Bob"))) < 100


def test_a_notebook_shows_the_head_of_the_list() -> None:
    table: dict[str, Any] = {"white": [f"p{i}" for i in range(20)], "black": ["<b>"] * 20, "result": [1] * 20}
    shown = arpad.rate(table, "elo")._repr_html_()
    assert shown.count("<tr>") == 11
    assert "&lt;b&gt;" in shown or "<b>" not in shown
