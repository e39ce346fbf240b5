"""The files of published lists: computed again from the games beside them, and never changed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from arpad.cli.verify_command import recomputed
from arpad.core import BadInput
from arpad.office.pools import publications
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import PlayersMerged, RulesChanged
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.publishing.verification import verify
from arpad.office.store.database import Database
from databases import new_sqlite
from office.stores import close, opened

START = datetime(2026, 1, 5, 19, tzinfo=UTC)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    if request.param == "postgresql":
        yield opened(request.getfixturevalue("postgresql"))
        return
    url = new_sqlite(tmp_path / "club.db")
    yield opened(url)
    close(url)


@pytest.fixture
def pool(database: Database) -> Pool:
    pool = Pool(database, f"list-{secrets.token_hex(6)}")
    pool.create("glicko2", {"tau": 0.6}, title='Club "A", evenings')
    names = ("Ann", 'Bo, the "Great"', "Лев", "=cmd")
    for at in range(24):
        first, second = names[at % 4], names[(at + 1 + at // 12) % 4]
        weight = 0.5 if at % 5 == 0 else 1.0
        pool.post(Game(first, second, (1.0, 0.5, 0.0)[at % 3], START + timedelta(hours=7 * at), 1, weight))
    return pool


def test_every_file_of_a_list_is_reproduced(pool: Pool, tmp_path: Path) -> None:
    publications.publish(pool, "2026-01", author="Ida")
    publication = publications.publication(pool, "2026-01")
    assert (publication.author, publication.number) == ("Ida", 24)
    for file in publication.files:
        (tmp_path / file.name).write_bytes(publications.file_of(pool, "2026-01", file.name))
        assert file.size == (tmp_path / file.name).stat().st_size
    for form in ("csv", "json", "parquet", "html"):
        verification = verify(tmp_path / f"list.{form}", recomputed)
        assert (verification.verdict, verification.rows) == ("reproduced", 4), verification.findings
    assert publications.publications(pool)[0].files == ()


def test_nobody_changes_the_files_of_a_published_list(pool: Pool, database: Database) -> None:
    publications.publish(pool, "2026-01")
    for statement in ("UPDATE list_files SET size = 1", "DELETE FROM list_files"):
        with pytest.raises(BadInput), database.writing() as connection:
            connection.execute(text(statement))
    with pytest.raises(BadInput) as caught:
        publications.publish(pool, "2026-01")
    assert caught.value.code == "pool.list-taken"
    for name, file, code in (
        ("2026-01", "other.csv", "pool.no-file"),
        ("1999-01", "list.csv", "pool.no-file"),
    ):
        with pytest.raises(BadInput) as caught:
            publications.file_of(pool, name, file)
        assert caught.value.code == code


def test_a_list_that_no_command_computes_has_no_files(pool: Pool) -> None:
    Corrections(pool).accept(RulesChanged(int((START + timedelta(days=2)).timestamp()), {"tau": 0.3}))
    publications.publish(pool, "2026-02")
    assert publications.publication(pool, "2026-02").files == ()
    assert len(pool.published("2026-02").ratings) == 4


def test_games_of_merged_players_stand_under_the_name_that_stays(database: Database) -> None:
    pool = Pool(database, f"list-{secrets.token_hex(6)}")
    pool.create("elo")
    pool.post(Game("Anna", "Bo", 1.0, START), Game("Ana", "Cy", 0.0, START + timedelta(days=1)))
    Corrections(pool).accept(PlayersMerged("Ana", "Anna"))
    publications.publish(pool, "2026-01")
    games = publications.file_of(pool, "2026-01", "games.csv").decode().splitlines()
    assert games[1:] == ["2026-01-05T19:00:00,Anna,Bo,1.0", "2026-01-06T19:00:00,Anna,Cy,0.0"]
