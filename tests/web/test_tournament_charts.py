"""The chart of places, the crosstable's links, and that no link within a page leads nowhere."""

from __future__ import annotations

import re

from arpad.office import desk
from arpad.office.desk.entering import ParticipantEntry
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from web.every_page import OPEN, PAGES
from web.visiting import Visit


def test_the_places_round_by_round_are_those_of_the_standings(visitor: Visit) -> None:
    climbs = visitor.json(f"{OPEN}/standings/4")["climbs"]
    assert [one["places"][-1] for one in climbs] == list(range(1, 13))
    for at in range(1, 5):
        rows = visitor.json(f"{OPEN}/standings/{at}")["tables"][""]["rows"]
        names = [row["entrant"]["name"] for row in rows]
        assert {one["name"]: one["places"][at - 1] for one in climbs} == {
            name: place for place, name in enumerate(names, 1)
        }
    page = visitor.get(f"{OPEN}/standings/4").text
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg" class="chart"') == 2, "for wide and for narrow"
    assert visitor.json(f"{OPEN}/standings/1")["climbs"] == [], "one round is no course"


def test_a_large_field_has_no_chart_of_places(database: Database, visitor: Visit) -> None:
    log = desk.enter_all(
        desk.create("Large", "fide-dutch", rounds=3), [ParticipantEntry(f"P{at}") for at in range(49)]
    )
    for at in (1, 2):
        log = desk.publish(desk.pair(log))
        log = desk.enter_results(log, at, ["1-0"] * 24)
    store = TournamentLog(database, "large")
    store.create(log)
    assert visitor.json("/tournaments/large/standings")["climbs"] == []


def test_no_link_within_a_page_leads_nowhere(owner: Visit) -> None:
    for path in PAGES:
        page = owner.get(path).text
        ids = set(re.findall(r' id="([^"]+)"', page))
        dead = [link for link in re.findall(r' href="#([^"]+)"', page) if link not in ids]
        assert dead == [], path


def test_the_crosstable_leads_to_the_standings(visitor: Visit) -> None:
    links = set(
        re.findall(
            r'href="(/tournaments/spring-open/standings#n\d+)"', visitor.get(f"{OPEN}/crosstable").text
        )
    )
    assert len(links) == 12
    assert all(f'id="{link.partition("#")[2]}"' in visitor.get(f"{OPEN}/standings").text for link in links)


def test_what_was_set_by_hand_is_told_once_and_in_the_language(database: Database, visitor: Visit) -> None:
    store = TournamentLog(database, "spring-open")
    for board in (2, 5, 6):
        store.act(lambda log, board=board: desk.enter_result(log, 4, board, "1-0"))  # type: ignore[misc]
    store.act(desk.pair)
    game = store.read().tournament().rounds[-1].pairings[0]
    store.act(lambda log: desk.publish(desk.set_board(log, 1, game.black, game.white)))
    english = visitor.get(f"{OPEN}/rounds/5?lang=en").text
    told = re.findall(r'<p class="note[^"]*"[^>]*>([^<]+)', english)
    assert told
    assert len(told) == len(set(told))
    dutch = visitor.get(f"{OPEN}/rounds/5?lang=nl").text
    assert not set(told) & set(re.findall(r'<p class="note[^"]*"[^>]*>([^<]+)', dutch))
