"""Races whose names stand in two columns, whose columns share a name, or with places in categories too."""

from __future__ import annotations

from pathlib import Path

import pytest

import arpad
from arpad.record.columns.seats import numbered_names

PLAYERS = [("Ann", "Lee"), ("Ben", "Lee"), ("Ann", "May"), ("Cho", "Kim"), ("Dan", "May")]


def race(folder: Path, header: str, *rows: str) -> arpad.Contests:
    path = folder / "race.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return arpad.read_contests(path)


@pytest.mark.parametrize(
    "names",
    [
        "First,Last", "Name,Surname", "Vorname,Nachname", "Prénom,Nom", "Nombre,Apellidos", "Nome,Cognome",
        "Imię,Nazwisko", "Jméno,Příjmení", "Ime,Priimek", "Fornavn,Etternavn", "Etunimi,Sukunimi", "Vārds,Uzvārds",
    ],
)  # fmt: skip
def test_given_and_family_names_are_one_name(tmp_path: Path, names: str) -> None:
    rows = [f"{at},{given},{family},Club {at % 2}" for at, (given, family) in enumerate(PLAYERS, 1)]
    contests = race(tmp_path, f"Place,{names},Team", *rows)
    assert list(contests.players.names) == [" ".join(each) for each in PLAYERS]
    assert list(contests.place) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "place",
    [
        "Class.",
        "Clt",
        "Poř",
        "Rg",
        "Uvrstitev",
        "Vieta",
        "Koht",
        "Helyezés",
        "Loc",
        "Peringkat",
        "Sija",
        "Място",
    ],
)
def test_places_in_more_languages(tmp_path: Path, place: str) -> None:
    contests = race(
        tmp_path,
        f"{place},Name,Club",
        *(f"{at},{given} {family},X" for at, (given, family) in enumerate(PLAYERS, 1)),
    )
    assert (len(contests), len(contests.member)) == (1, 5)


def test_the_place_among_all_goes_before_that_in_the_category(tmp_path: Path) -> None:
    rows = ["1,Ann,W,1", "2,Ben,M,1", "3,Cho,W,2", "4,Dan,M,2", "5,Eve,W,3"]
    for header, table in (
        ("Class.,Name,Cat,Place", rows),
        (
            "Place,Name,Cat,Class.",
            [",".join(row.split(",")[::-1][:1] + row.split(",")[1:3] + row.split(",")[:1]) for row in rows],
        ),
    ):
        contests = race(tmp_path, header, *table)
        assert (len(contests), list(contests.place)) == (1, [1, 2, 3, 4, 5])


def test_places_of_several_races_are_not_taken_for_one(tmp_path: Path) -> None:
    rows = [
        f"{at + 10 * heat},Heat {heat},{name},{at}" for heat in (1, 2) for at, name in enumerate("ABC", 1)
    ]
    contests = race(tmp_path, "No,Race,Name,Place", *rows)
    assert len(contests) == 2


def test_the_first_of_several_places_of_one_name_counts(tmp_path: Path) -> None:
    rows = [
        "1,Ann,W,1,F,1,0:49:05",
        "2,Ben,M,1,M,1,0:50:24",
        "3,Cho,W,2,F,2,0:50:32",
        "4,Dan,M,2,M,2,0:51:16",
    ]
    contests = race(tmp_path, "Poř,Jméno,Kat,Poř,M/Z,Poř,Cíl", *rows)
    assert (len(contests), list(contests.place)) == (1, [1, 2, 3, 4])


def test_places_of_ids_that_begin_anew_are_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "race.csv"
    path.write_text(
        "mesto,id_tekmovalca,tocke\n"
        + "".join(f"{at},{100 * at + heat},9\n" for heat in (0, 1) for at in (1, 2, 3)),
        encoding="utf-8",
    )
    with pytest.raises(arpad.BadInput, match="which rows are one contest") as raised:
        arpad.read_games(path)
    assert raised.value.code == "columns.ambiguous"


def test_thousands_of_columns_of_one_name_are_numbered_at_once() -> None:
    names = numbered_names(["x"] * 20_000 + ["x (2)", "y"])
    assert len(set(names)) == len(names) == 20_002
    assert names[:2] == ["x", "x (2)"]
    assert names[-1] == "y"
