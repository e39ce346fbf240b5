"""Seasons of a ranking list by a page, without JavaScript: looked at, accepted, taken out, and told in the log."""

from __future__ import annotations

import re

import pytest

from arpad.office.club.rights import Role
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from web.visiting import Visit, somebody

PAGE = "/lists/blitz/seasons"


@pytest.fixture
def pool(database: Database) -> Pool:
    """A list by Elo's system with K = 20: Ann has 1510, and Bo 1490."""
    found = Pool(database, "blitz")
    found.create("elo", {"k": 20.0}, title="Blitz")
    found.post(Game("Ann", "Bo", 1.0))
    return found


@pytest.fixture
def officer(database: Database) -> Visit:
    return Visit(database).as_(somebody(database, Role.RATING_OFFICER, "Ida"))


def ratings(pool: Pool) -> dict[str, float]:
    return {one.player: one.rating for one in pool.ratings()}


def test_a_season_is_looked_at_and_accepted(officer: Visit, pool: Pool) -> None:
    """Of 10 points above 1500 three quarters are kept: 1507.5."""
    assert "No season has begun yet" in officer.get(PAGE).text
    assert 'href="/lists/blitz/seasons" aria-current="page"' in officer.last.text
    page = officer.get(f"{PAGE}?name=summer&carry=75&publish=spring").text
    assert ratings(pool) == {"Ann": 1510.0, "Bo": 1490.0}, "a look writes nothing"
    assert "The season <bdi>summer</bdi> begins now. Every rating keeps 75 % of its distance to 1500." in page
    follows = officer.json(f"{PAGE}?name=summer&carry=75&publish=spring")["follows"]
    assert [(one["player"], one["after"]) for one in follows["players"]] == [("Ann", 1507.5), ("Bo", 1492.5)]
    page = officer.send(PAGE).text
    assert ratings(pool) == {"Ann": 1507.5, "Bo": 1492.5}
    assert pool.published("spring").ratings[0].rating == 1510.0
    assert re.search(r'<th scope="row"><bdi>summer</bdi></th>', page)
    assert '<dd><a href="/lists/blitz/seasons"><bdi>summer</bdi></a></dd>' in officer.get("/lists/blitz").text


def test_a_season_sent_twice_begins_once(officer: Visit, pool: Pool) -> None:
    officer.get(f"{PAGE}?name=summer")
    form = officer.last
    officer.send(PAGE)
    officer.last = form
    assert officer.send(PAGE).status_code == 200
    assert ratings(pool) == {"Ann": 1505.0, "Bo": 1495.0}


def test_a_season_is_looked_at_again_if_others_have_posted(officer: Visit, pool: Pool) -> None:
    officer.get(f"{PAGE}?name=summer")
    pool.post(Game("Ann", "Bo", 0.5))
    before = ratings(pool)
    assert officer.send(PAGE).status_code in (409, 422)
    assert ratings(pool) == before
    assert officer.json(PAGE)["seasons"] == []


def test_a_season_that_did_not_begin_is_taken_out(officer: Visit, pool: Pool) -> None:
    officer.get(f"{PAGE}?name=summer&carry=0&mean=1200,5")
    officer.send(PAGE)
    assert ratings(pool) == {"Ann": 1200.5, "Bo": 1200.5}
    assert "The season <bdi>summer</bdi> did not begin" in officer.get(f"{PAGE}?out=summer").text
    officer.send(PAGE)
    assert ratings(pool) == {"Ann": 1510.0, "Bo": 1490.0}
    assert officer.json(PAGE)["seasons"] == []


def test_the_log_of_the_list_tells_it_in_every_language(officer: Visit, pool: Pool) -> None:
    for query in ("name=summer", "out=summer"):
        officer.get(f"{PAGE}?{query}")
        officer.send(PAGE)
    for code, begun, out in (
        ("en", "Begin the season summer", "Take the season summer out"),
        ("nl", "Seizoen summer beginnen", "Seizoen summer eruit halen"),
    ):
        page = officer.get(f"/lists/blitz/log?lang={code}").text
        assert (begun in page, out in page) == (True, True), code
        assert "season-out" not in re.sub("<option[^>]*>", "", page)
    found = officer.json("/lists/blitz/log?what=season")["acts"]
    assert [(one["kind"], one["author"]) for one in found] == [("season", "Ida")]


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("name=summer&carry=half", "is not a number"),
        ("name=summer&carry=150", "carry"),
        ("name=summer&deviation=60", "deviation"),
        (f"name={'x' * 101}", "a name of up to 100 letters"),
        ("out=autumn", "has no season"),
    ],
)
def test_what_is_no_season_is_refused_in_words(query: str, says: str, officer: Visit, pool: Pool) -> None:
    answer = officer.get(f"{PAGE}?{query}")
    assert answer.status_code in (422, 501), "501: by a system without deviations"
    assert says in answer.text


def test_visitors_see_the_seasons_and_begin_none(officer: Visit, visitor: Visit, pool: Pool) -> None:
    assert "/seasons" not in visitor.get("/lists/blitz").text
    officer.get(f"{PAGE}?name=summer")
    officer.send(PAGE)
    page = visitor.get(PAGE).text
    assert "summer" in page
    assert "<form" not in page.replace("form-action", "")
    assert visitor.get(f"{PAGE}?name=winter").status_code == 403
    assert visitor.get(f"{PAGE}?out=summer").status_code == 403
