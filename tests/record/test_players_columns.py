"""Columns of a players file: known in several languages, and those that nothing uses are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from arpad.record import read_players
from arpad.record.kinds.players import told_unused, unused


@pytest.mark.parametrize(
    ("header", "attribute", "cell", "value"),
    [
        ("Spieler,Geburtsjahr", "birth_year", "1990", 1990.0),
        ("Name,Geburtsdatum", "birth_year", "14.05.1990", 1990.0),
        ("Joueur,Date de naissance", "birth_year", "14/05/1990", 1990.0),
        ("Naam,Geboortejaar", "birth_year", "1990", 1990.0),
        ("Игрок,Год рождения", "birth_year", "1990", 1990.0),
        ("이름,출생연도", "birth_year", "1990", 1990.0),
        ("Name,Verband", "federation", "GER", "GER"),
        ("Name,Geschlecht", "sex", "w", "w"),
        ("Name,Titel", "title", "FM", "FM"),
        ("Name,Wertungszahl", "rating", "1812", 1812.0),
        ("Name,Partien", "games", "31", 31.0),
    ],
)
def test_columns_in_other_languages(
    tmp_path: Path, header: str, attribute: str, cell: str, value: object
) -> None:
    file = tmp_path / "players.csv"
    file.write_text(f"{header}\nAnn,{cell}\n", encoding="utf-8")
    players = read_players(file)
    assert players.names == ["Ann"]
    assert players.attributes[attribute].tolist() == [value]
    assert unused(players) == []


def test_what_nothing_uses_is_named_with_a_suggestion(tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    file.write_text("player,birth_yaer,Lieblingsfarbe\nAnn,1990,blue\n", encoding="utf-8")
    note = told_unused("players.csv", unused(read_players(file)))
    assert note == (
        "players.csv: the columns are not known and not used: birth_yaer (did you mean birth_year?), "
        "Lieblingsfarbe"
    )
    assert told_unused("players.csv", []) is None
