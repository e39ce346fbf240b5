"""The laboratory's reports on the games of a list."""

from __future__ import annotations

import pytest

from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from web.visiting import Visit

LAB = "/lists/club-evenings/laboratory"


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("backtest", "240 games, each predicted from the games before it"),
        ("audit", "240 games of 12 players"),
        ("inflation", "240 games rated by glicko2"),
        ("scenario?against=elo&start=2025-09-01", "glicko2 was used; from 2025-09-01 on elo"),
    ],
)
def test_a_report_is_a_page_of_its_own(path: str, says: str, owner: Visit) -> None:
    page = owner.get(f"{LAB}/{path}")
    assert page.status_code == 200
    assert page.text.count("<h1") == 1
    assert "<h1><bdi>Club Evenings:" in page.text
    assert says in page.text
    assert "script-src 'none'" in page.headers["content-security-policy"]


def test_a_report_is_made_anew_when_the_games_are_others(owner: Visit, database: Database) -> None:
    assert "240 games of" in owner.get(f"{LAB}/audit").text
    Pool(database, "club-evenings").post(Game("Anna Berg", "Tom Smith", 1.0))
    assert "241 games of" in owner.get(f"{LAB}/audit").text


def test_what_cannot_be_told_is_refused_in_words(owner: Visit, visitor: Visit) -> None:
    assert visitor.get(LAB).status_code == 403
    assert visitor.get(f"{LAB}/backtest").status_code == 403
    few = owner.get("/lists/othello/laboratory/backtest")
    assert (few.status_code, "a report takes from 30" in few.text) == (422, True)
    assert "at least 30 games" in owner.get("/lists/othello/laboratory").text
    assert owner.get(f"{LAB}/horoscope").status_code == 404
    assert owner.get(f"{LAB}/scenario?against=nothing&start=2025-09-01").status_code == 422
    assert owner.get(f"{LAB}/scenario?against=elo&start=2031-01-01").status_code == 422
