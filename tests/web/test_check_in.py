"""Check-in: who is here for the next round, in one form."""

from __future__ import annotations

import re

from arpad.office import desk
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from web.visiting import Visit

HERE = "/tournaments/spring-open/participants/check-in"


def boxes(visit: Visit) -> dict[str, str]:
    """What a browser sends of the boxes that are marked."""
    found = re.findall(r'name="here-(\d+)" value="1"( checked)?', visit.get(HERE).text)
    return {f"here_{number}": "1" for number, checked in found if checked}


def test_who_is_not_here_is_not_paired(owner: Visit, database: Database) -> None:
    store = TournamentLog(database, "spring-open")
    before = store.read()
    marked = boxes(owner)
    assert f"{len(marked)} of 12 are here." in owner.last.text
    gone = list(marked)[:2]
    kept = {name: value for name, value in marked.items() if name not in gone}
    page = owner.send(HERE, **kept).text
    assert f"{len(marked) - 2} of 12 are here." in page
    numbers = {int(name.removeprefix("here_")) for name in gone}
    after = store.read()
    assert numbers <= after.tournament().absences[5].keys()
    assert len(after.acts) == len(before.acts) + 1, "one act, which is undone as one"
    owner.send(HERE, **marked)
    assert not numbers & store.read().tournament().absences.get(5, {}).keys()


def test_who_was_entered_meanwhile_stays_here(owner: Visit, database: Database) -> None:
    store = TournamentLog(database, "spring-open")
    marked = boxes(owner)
    form = owner.last
    owner.get("/tournaments/spring-open/participants")
    owner.send("/tournaments/spring-open/participants", name="Late Comer")
    owner.last = form
    kept = dict(list(marked.items())[1:])
    answer = owner.send(HERE, **kept)
    assert answer.status_code == 200
    late = next(one for one in store.read().tournament().entrants if one.name == "Late Comer")
    assert late.number not in store.read().tournament().absences.get(5, {})


def test_a_visitor_does_not_see_it_and_a_table_of_rounds_has_none(owner: Visit, database: Database) -> None:
    assert Visit(database).get(HERE).status_code == 403
    knockout = owner.get("/tournaments/summer-knockout/participants/check-in").text
    assert "No round is to come for which people check in." in knockout


def test_who_did_not_come_to_a_round_is_marked_again_before_the_next(
    owner: Visit, database: Database
) -> None:
    """As the tutorial of the weekend Swiss says."""
    store = TournamentLog(database, "spring-open")
    store.act(lambda log: desk.enter_result(desk.enter_result(log, 4, 2, "+-"), 4, 5, "1-0"))
    store.act(lambda log: desk.enter_result(log, 4, 6, "1-0"))
    tournament = store.read().tournament()
    missed = tournament.rounds[3].pairings[1].black
    marked = boxes(owner)
    assert f"here_{missed}" not in marked
    assert "did not come to round 4" in owner.last.text
    assert f"here_{tournament.rounds[3].pairings[1].white}" in marked
    owner.send(HERE, **marked)
    assert missed in store.read().tournament().absences[5]
    owner.get(HERE)
    owner.send(HERE, **marked, **{f"here_{missed}": "1"})
    assert missed not in store.read().tournament().absences.get(5, {})
