from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from arpad.ratings.elo.system import Elo
from arpad.ratings.glicko.glicko import Glicko
from arpad.ratings.rate import rate
from arpad.ratings.result import Ratings
from arpad.record import Games, Labels, Players, Source
from arpad.record.kinds.games import read_games
from arpad.record.samples import football_world_cups
from office.stores import KINDS, close
from postgres import running

NAMES = (
    "<script>alert('x')</script>",
    'O"Brien & Sons',
    "שלום עליכם",
    "李世乭 (이세돌)",
    "Wolfeschlegelstein" + "hausen" * 30,
    "evil\u202eeman",
    "bell\x07",
    '\' onmouseover="x" ',
)
"""Names that break a page which trusts them."""


@cache
def _world_cups() -> Games:
    return read_games(football_world_cups())


@pytest.fixture(scope="session")
def elo() -> Ratings:
    return rate(_world_cups(), Elo(k=40.0, advantage=65.0), history=True)


@pytest.fixture(scope="session")
def glicko() -> Ratings:
    return rate(_world_cups(), Glicko(), schedule="period", period="1mo", history=True)


@pytest.fixture(scope="session")
def odd() -> Games:
    """Games among players with troublesome names, without dates."""
    first = np.array([0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3], dtype=np.int32)
    second = np.array([1, 2, 3, 4, 5, 6, 7, 0, 4, 5, 6, 7], dtype=np.int32)
    score = np.array([1, 0.5, 0, 1, 1, 0, 0.5, 1, 0, 0, 1, 1.0])
    pool = Labels(np.array([0, 1] * 6, dtype=np.int32), ("blitz", "<b>rapid</b>"))
    source = Source(("/home/kim/my games.csv",), rows=15, games=12, fixtures=1, rejected=2)
    return Games(Players(NAMES), first, second, score, pool=pool, source=source)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a database of PostgreSQL."""
    with running() as url:
        yield url
        close(url)


@pytest.fixture(params=KINDS)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A place for a tournament's log in each of the stores; nothing is there yet."""
    if request.param == "file":
        yield str(tmp_path / "cup.arpad")
    elif request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'club.db'}"
        yield f"{url}#cup"
        close(url)
    else:
        yield f"{request.getfixturevalue('postgresql')}#cup-{secrets.token_hex(8)}"
