"""What the arbiter sets for the screens of the hall: an announcement, a clock, and which screen shows what."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from arpad.core import BadInput
from arpad.office import desk
from arpad.office.club.final_standings import publish_final
from arpad.office.desk.hall import Hall, announced, clock_of, hall_of, shown_on
from arpad.office.log.event_format import parsed
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from arpad.tournament.model import Tournament
from web.test_final_standings_page import over
from web.visiting import Visit

OPEN = "/tournaments/spring-open"
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)


def test_what_is_set_is_kept_as_details_and_read_again() -> None:
    details = {**announced("Lunch  at 1"), **clock_of(90, NOON), **shown_on({"1": "pairings", "2": "all"})}
    assert details == {
        "hall_note": "Lunch at 1",
        "hall_clock": "2026-05-02T13:30:00Z",
        "hall_screens": "1:pairings",
    }
    found = hall_of(Tournament((), details=details))
    assert (found.note, found.screens["1"], found.screens["2"]) == ("Lunch at 1", "pairings", "all")
    for minutes, left in ((0, 90), (89.5, 1), (90, 0), (200, 0)):
        assert found.left(NOON + timedelta(minutes=minutes)) == left
    assert clock_of(0, NOON) == {"hall_clock": ""}


def test_what_cannot_be_read_is_as_if_it_was_not_set() -> None:
    details = {"hall_clock": "soon", "hall_screens": "9:pairings 1:films 2"}
    everything = {"1": "all", "2": "all", "3": "all", "4": "all"}
    assert hall_of(Tournament((), details=details)) == Hall("", None, everything)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(BadInput, match="201 letters"):
        announced("x" * 201)
    for minutes in (-1, 1441):
        with pytest.raises(BadInput, match="cannot run"):
            clock_of(minutes, NOON)
    for screens in ({"5": "pairings"}, {"1": "films"}):
        with pytest.raises(BadInput, match="cannot show"):
            shown_on(screens)


def test_the_arbiter_announces_and_every_screen_says_it(owner: Visit, visitor: Visit) -> None:
    owner.get(f"{OPEN}/screens")
    owner.send(f"{OPEN}/screens", note="<b>Prizes</b> at 6")
    for display in ("", "?display=3"):
        page = visitor.get(f"{OPEN}/hall{display}").text
        assert '<p class="ticker" role="status">&lt;b&gt;Prizes&lt;/b&gt; at 6</p>' in page
    owner.get(f"{OPEN}/log?lang=nl")
    assert "Mededeling &lt;b&gt;Prizes" in owner.last.text or "mededeling &lt;b&gt;Prizes" in owner.last.text
    owner.get(f"{OPEN}/screens")
    owner.send(f"{OPEN}/screens", note="")
    assert "ticker" not in visitor.get(f"{OPEN}/hall").text


def test_the_clock_runs_and_stops(owner: Visit, database: Database, visitor: Visit) -> None:
    assert "data-ends" not in visitor.get(f"{OPEN}/hall").text
    owner.get(f"{OPEN}/screens")
    send(owner, minutes="90")
    page = visitor.get(f"{OPEN}/hall").text
    assert re.search(r"<span>(89|90) minutes left</span>", page)
    ends = datetime.fromisoformat(re.findall(r'data-ends="([^"]+)"', page)[0])
    assert timedelta(minutes=88) < ends - datetime.now(UTC) <= timedelta(minutes=90)
    send(owner, minutes="0")
    assert "data-ends" not in visitor.get(f"{OPEN}/hall").text
    past = datetime.now(UTC) - timedelta(hours=3)

    TournamentLog(database, "spring-open").act(lambda log: desk.set_details(log, clock_of(60, past)))
    assert "Time is over" in visitor.get(f"{OPEN}/hall").text


def send(owner: Visit, **typed: str) -> None:
    """Send the fields of one of the forms of the page."""
    owner.get(f"{OPEN}/screens")
    seen = re.findall(r'name="seen" value="(\d+)"', owner.last.text)[0]
    token = re.findall(r'name="token" value="([^"]+)"', owner.last.text)[0]
    data = {name.replace("_", "-"): value for name, value in typed.items()}
    answer = owner.client.post(f"{OPEN}/screens", data={"token": token, "seen": seen, **data})
    assert answer.status_code == 200, answer.text[-500:]


def test_a_screen_shows_what_is_chosen_for_it(owner: Visit, visitor: Visit) -> None:
    send(owner, display_1="names", display_2="standings", display_3="note")
    assert visitor.json(f"{OPEN}/hall")["round"], "a screen without a name shows everything in turns"
    one = visitor.json(f"{OPEN}/hall?display=1")
    names = [seat["name"] for seat in one["seats"]]
    assert len(names) == 12
    assert names[:3] == ["Anna Berg", "Eva Nováková", "Jan de Vries"]
    boards = {seat["name"]: (seat["board"], seat["opponent"]) for seat in one["seats"]}
    assert all(boards[other] == (board, name) for name, (board, other) in boards.items())
    assert visitor.json(f"{OPEN}/hall?display=2")["ranks"]
    assert visitor.json(f"{OPEN}/hall?display=2")["round"] is None
    assert visitor.json(f"{OPEN}/hall?display=3")["alone"] is False, "nothing is announced yet"
    send(owner, note="Round 5 at 3")
    assert visitor.json(f"{OPEN}/hall?display=3")["alone"] is True
    page = visitor.get(f"{OPEN}/hall?display=2").text
    assert "hall?screen=0&amp;display=2" in page
    assert "Screen 2" in page
    send(owner, display_2="pairings")
    assert visitor.json(f"{OPEN}/hall?display=2")["round"]
    assert visitor.json(f"{OPEN}/hall?display=1")["seats"], "the others stay as they were"


def test_visitors_set_nothing(visitor: Visit) -> None:
    assert visitor.get(f"{OPEN}/screens").status_code == 403
    assert "/screens" not in visitor.get(OPEN).text


def test_after_the_end_the_hall_can_still_be_told_of_prizes(
    owner: Visit, visitor: Visit, database: Database
) -> None:
    store = TournamentLog(database, "spring-open")
    store.act(over)
    ended = store.read().seq
    owner.get(f"{OPEN}/final")
    owner.send(f"{OPEN}/final")
    send(owner, note="Prizes at 6")
    send(owner, minutes="10")
    send(owner, display_2="note")
    page = visitor.get(f"{OPEN}/hall?display=2").text
    assert "Prizes at 6" in page
    assert "data-ends" in page
    assert visitor.json(f"{OPEN}/hall?display=2")["alone"] is True
    assert store.read().finished
    final = owner.json(f"{OPEN}/final")
    assert [one["final"]["seq"] for one in final["published"]] == [ended]
    assert final["open"] is False, "an announcement is no correction"
    with pytest.raises(BadInput, match="published already"):
        publish_final(store, author="owner")
    owner.get(f"{OPEN}/log")
    owner.send(f"{OPEN}/log/undo")
    assert visitor.json(f"{OPEN}/hall?display=2")["alone"] is False
    assert store.read().finished, "only what the screens show was taken back"
    assert owner.json(f"{OPEN}/final")["open"] is False


def test_after_the_end_nothing_else_is_set_with_it(database: Database) -> None:
    store = TournamentLog(database, "spring-open")
    store.act(over)
    with pytest.raises(BadInput, match="the tournament is finished"):
        store.act(lambda log: desk.set_details(log, {**announced("Prizes"), "city": "Delft"}))
    assert parsed(store.content().decode(), "x").finished
    store.act(lambda log: desk.set_details(log, announced("Prizes")))
    again = parsed(store.content().decode(), "x")
    assert (again.finished, hall_of(again.tournament()).note) == (True, "Prizes")
