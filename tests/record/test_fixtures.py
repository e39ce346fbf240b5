"""Fixtures: dates as they are written, other spellings, ids, and columns that only the record has."""

from __future__ import annotations

from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.record import read_games
from arpad.record.kinds.fixtures import read_fixtures


def write(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "next.csv"
    file.write_text(text, encoding="utf-8")
    return file


def test_dates_are_read_as_they_are_said_to_be(tmp_path: Path) -> None:
    file = write(tmp_path, "date,white,black\n3/11/2025,Ann,Bob\n")
    with pytest.raises(BadInput, match="may have the day first or the month"):
        read_fixtures(file)
    for dates, day in (("dmy", "2025-11-03"), ("mdy", "2025-03-11")):
        time = read_fixtures(file, dates=dates).games.time
        assert time is not None
        assert str(time[0]) == day


def test_other_spellings(tmp_path: Path) -> None:
    file = write(tmp_path, "white,black\nJ. Smith,Bob\n")
    fixtures = read_fixtures(file, aliases={"J. Smith": "Smith, John"})
    assert fixtures.games.players.names == ["Smith, John", "Bob"]


def test_players_are_known_by_the_ids_of_the_record(tmp_path: Path) -> None:
    record = tmp_path / "g.csv"
    record.write_text(
        "white,white_id,black,black_id,result\nKim,31,Ann,1,1-0\nKim,32,Ann,1,0-1\nKim,31,Kim,32,1-0\n",
        encoding="utf-8",
    )
    file = write(tmp_path, "white,white_id,black,black_id\nKim,32,Anne,1\nKim,9,Bob,\n")
    players = read_games(record).players
    assert read_fixtures(file).games.players.names == ["Kim (32)", "Anne", "Kim (9)", "Bob"]
    assert read_fixtures(file, players=players).games.players.names == ["Kim (32)", "Ann", "Kim (9)", "Bob"]


@pytest.mark.parametrize("name", ["next.csv", "next.jsonl"])
def test_choices_of_columns_hold_where_the_file_has_them(name: str, tmp_path: Path) -> None:
    columns = {"first": "Ross", "second": "Iter", "score": "Ausgang", "event": "Pokal"}
    file = tmp_path / name
    if name.endswith(".csv"):
        file.write_text("Ross,Iter\nAnn,Bob\n", encoding="utf-8")
    else:
        file.write_text('{"Ross": "Ann", "Iter": "Bob"}\n', encoding="utf-8")
    assert read_fixtures(file, columns=columns).games.players.names == ["Ann", "Bob"]
    with pytest.raises(BadInput, match="there is no column 'Ausgang'"):
        read_fixtures(file, columns=columns, among_games=True)
