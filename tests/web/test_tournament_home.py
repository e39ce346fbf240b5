"""The first page of a tournament: what is next for whom, how old it is, its code and its manifest."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from arpad.office import desk
from arpad.office.club.rights import Role
from arpad.office.log.event_log import EventLog, Stamp
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from arpad.web.languages import language
from web.test_final_standings_page import over
from web.visiting import Visit, somebody

OPEN = "/tournaments/spring-open"


def test_a_round_is_draft_then_published_then_played_then_complete(
    owner: Visit, visitor: Visit, database: Database
) -> None:
    def chips(visit: Visit) -> list[str]:
        return re.findall(r'<span class="state \w+">([^<]+)</span>', visit.get(f"{OPEN}?lang=en").text)

    store = TournamentLog(database, "spring-open")
    assert chips(visitor) == ["complete"] * 3 + ["being played"]
    for board in (2, 5, 6):
        store.act(lambda log, board=board: desk.enter_result(log, 4, board, "1-0"))  # type: ignore[misc]
    store.act(desk.pair)
    assert chips(owner) == ["complete"] * 4 + ["draft"]
    assert chips(visitor) == ["complete"] * 4
    store.act(desk.publish)
    assert chips(visitor) == ["complete"] * 4 + ["published"]
    store.act(lambda log: desk.enter_result(log, 5, 1, "1-0"))
    assert chips(visitor) == ["complete"] * 4 + ["being played"]


def test_everybody_is_told_what_is_next_for_them(visitor: Visit, database: Database) -> None:
    assert f'<a class="button main" href="{OPEN}/rounds/4">Pairings of round 4</a>' in visitor.get(OPEN).text
    game = TournamentLog(database, "spring-open").read().tournament().rounds[3].pairings[1]
    by_number = TournamentLog(database, "spring-open").read().tournament().by_number
    name, other = by_number[game.black].name, by_number[game.white].name
    player = Visit(database).as_(somebody(database, Role.PLAYER, name))
    page = player.get(OPEN).text
    assert "You play at board 2 against" in page
    assert other in page
    assert "You have Black." in page
    assert f'href="{OPEN}/participants/{game.black}">My games</a>' in page
    assert "You play at" not in visitor.get(OPEN).text
    officer = Visit(database).as_(somebody(database, Role.RATING_OFFICER, "Ria"))
    assert "Rate the tournament" not in officer.get(OPEN).text
    TournamentLog(database, "spring-open").act(over)
    assert f'<a class="button main" href="{OPEN}/rating">Rate the tournament</a>' in officer.get(OPEN).text
    assert f'<a class="button main" href="{OPEN}/standings">Final standings</a>' in visitor.get(OPEN).text
    owner = Visit(database).as_owner()
    owner.get(f"{OPEN}/rating?pool=club-evenings")
    owner.send(f"{OPEN}/rating", pool="club-evenings")
    assert "Rate the tournament" not in officer.get(OPEN).text


def test_no_round_is_the_page_of_who_plays(database: Database) -> None:
    """A participant's number is none of a round, though both may be 2."""
    name = TournamentLog(database, "spring-open").read().tournament().by_number[2].name
    player = Visit(database).as_(somebody(database, Role.PLAYER, name))
    assert player.json(OPEN)["own_number"] == 2
    chips = player.get(OPEN).text.split('<ul class="chips"')[1].split("</ul>")[0]
    assert "aria-current" not in chips
    at = player.get(f"{OPEN}/rounds/2").text.split('<ul class="chips"')[1].split("</ul>")[0]
    assert at.count('aria-current="page"') == 1


def test_visitors_see_when_anything_that_they_see_has_changed(
    owner: Visit, visitor: Visit, database: Database
) -> None:
    store = TournamentLog(database, "spring-open")
    shown = visitor.json(OPEN)["changed"]
    assert datetime.fromisoformat(shown) <= datetime.now(UTC)
    store.act(lambda log: desk.forbid(log, 3, 7), author="Kim")
    assert visitor.json(OPEN)["changed"] == shown, "what only arbiters know is not told"
    assert (owner.json(OPEN)["author"], visitor.json(OPEN)["author"]) == ("Kim", "")
    assert re.search(r'<span data-age="[^"]+">\d+ \w+ ago</span>', visitor.get(f"{OPEN}?lang=en").text)
    assert visitor.json("/tournaments/summer-knockout")["changed"] == ""


def test_visitors_see_when_boards_were_changed_or_a_round_was_taken_back(
    visitor: Visit, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = TournamentLog(database, "spring-open")
    hour = 0

    def done(act: Callable[[EventLog], EventLog]) -> str:
        """Do it an hour later than what was done before; return the hour that visitors see then."""
        nonlocal hour
        hour += 1
        stamp = Stamp(time=f"2030-01-01T{hour:02}:00:00Z", author="Kim")
        monkeypatch.setattr("arpad.office.log.store.stamp_now", lambda **known: stamp)
        store.act(act)
        return str(visitor.json(OPEN)["changed"])[11:13]

    first = store.read().tournament().rounds[3].pairings[0]
    assert done(lambda log: desk.set_board(log, 1, first.black, first.white, at=4)) == "01"
    assert done(desk.undo) == "02", "the board is as it was"
    assert done(lambda log: desk.forbid(log, 3, 7)) == "02"
    assert done(desk.undo) == "02", "what was never seen is taken back"
    for board in (2, 5, 6):
        done(lambda log, board=board: desk.enter_result(log, 4, board, "1-0"))  # type: ignore[misc]
    assert done(desk.pair) == "07", "a draft"
    assert done(desk.publish) == "09"
    assert done(desk.unpair) == "10"
    assert done(desk.pair) == "10", "a draft again"


@pytest.mark.parametrize(
    ("code", "ago", "said"),
    [
        # Unicode's CLDR, "minute-past" and "hour-past" of each locale.
        ("en", timedelta(minutes=3), "3 minutes ago"),
        ("nl", timedelta(hours=2), "2 uur geleden"),
        ("ko", timedelta(minutes=3), "3분 전"),
        ("ru", timedelta(minutes=3), "3 минуты назад"),
        ("en", timedelta(minutes=-3), "1 second ago"),  # a clock that is behind
    ],
)
def test_an_age_is_said_in_every_language(code: str, ago: timedelta, said: str) -> None:
    now = datetime(2026, 5, 2, 12, tzinfo=UTC)
    assert language(code).age((now - ago).isoformat(), now) == said
    assert language(code).age("", now) == ""


def test_a_code_leads_phones_to_the_page(database: Database) -> None:
    visitor = Visit(database)
    page = visitor.client.get(f"http://192.168.1.20:8000{OPEN}").text
    assert f"<code>http://192.168.1.20:8000{OPEN}</code>" in page
    assert page.count('class="qr"') == 1
    assert 'class="qr"' not in visitor.client.get(f"http://127.0.0.1:8000{OPEN}").text, "no phone gets there"


def test_a_tournament_can_be_installed(visitor: Visit) -> None:
    page = visitor.get(f"{OPEN}/standings").text
    (address,) = re.findall(r'<link rel="manifest" href="([^"]+)">', page)
    answer = visitor.get(address)
    assert answer.headers["content-type"] == "application/manifest+json"
    assert "manifest-src 'self'" in answer.headers["content-security-policy"]
    made = json.loads(answer.text)
    assert (made["name"], made["short_name"], made["start_url"]) == ("Spring Open", "Spring Open", OPEN)
    assert OPEN.startswith(made["scope"])
    for icon in made["icons"]:
        found = visitor.get(icon["src"])
        assert (found.status_code, found.headers["content-type"]) == (200, icon["type"])
        if icon["type"] == "image/png":  # W3C PNG, 11.2.1: the size stands in bytes 16 to 24
            width, height = (int.from_bytes(found.content[at : at + 4], "big") for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"
    assert visitor.get("/tournaments/nothing/manifest.webmanifest").status_code == 404
    assert "serviceWorker" not in visitor.get(re.findall(r'src="([^"]+site\.js)"', page)[0]).text
