"""arpad backup and arpad restore, as they are called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from arpad.office.club.people import SETTING_UP, People
from arpad.office.club.rights import Role
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.store.opening import open_database
from databases import new_sqlite

Run = Callable[..., Result]


@pytest.fixture
def club(tmp_path: Path) -> str:
    url = new_sqlite(tmp_path / "club.db")
    database = open_database(url)
    pool = Pool(database, "blitz")
    pool.create("elo")
    pool.post(Game("Ann", "Bo", 1.0), Game("Bo", "Cy", 0.5))
    People(database).invite(Role.OWNER, by=SETTING_UP)
    database.close()
    return url


def test_a_club_is_backed_up_and_restored(club: str, tmp_path: Path, run: Run) -> None:
    file, there = str(tmp_path / "club.zip"), f"sqlite:///{tmp_path / 'there.db'}"
    said = run("backup", club, file).stdout
    assert said.startswith(f"{file}: 0 tournaments, 1 pool, 3 events, as of 20")
    lines = run("restore", file, there).stdout.splitlines()
    assert lines[0].startswith(f"{there}: restored as of 20")
    assert lines[1:] == [
        "3 events of 0 tournaments and 1 pool follow each other",
        "the ratings equal a replay of 2 games, bit for bit",
    ]
    assert "is not empty" in run("restore", file, there, code=2).stderr
    assert "already" in run("backup", club, file, code=2).stderr
    alone = str(tmp_path / "alone.zip")
    assert "2 events" in run("backup", club, alone, "--without-people").stdout


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path, run: Run) -> None:
    missing = tmp_path / "none.db"
    found = run("backup", f"sqlite:///{missing}", str(tmp_path / "club.zip"), code=2)
    assert "there is no such database" in found.stderr
    assert list(tmp_path.iterdir()) == []
