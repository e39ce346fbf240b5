"""Final standings are published on a page, stay as they are, and are verified from its address."""

from __future__ import annotations

import hashlib
import re

from arpad.office import desk
from arpad.office.store.database import Database
from arpad.office.store.tournaments import TournamentLog
from web.visiting import Visit

FINAL = "/tournaments/spring-open/final"


def over(log):  # type: ignore[no-untyped-def]
    while True:
        at = log.tournament().played
        for board in log.tournament().rounds[-1].pending:
            log = desk.enter_result(log, at, board, "1-0")
        if at == log.tournament().planned:
            return desk.finish(log)
        log = desk.publish(desk.pair(log))


def test_final_standings_are_published_once_and_read_by_everybody(owner: Visit, database: Database) -> None:
    assert "They are published when the tournament is finished." in owner.get(FINAL).text
    assert '<form method="post" action="' + FINAL not in owner.last.text
    store = TournamentLog(database, "spring-open")
    store.act(over)
    visitor = Visit(database)
    assert '<form method="post" action="' + FINAL not in visitor.get(FINAL).text
    owner.get(FINAL)
    assert owner.send(FINAL).status_code == 200
    assert owner.client.post(FINAL, data=_token(owner)).status_code == 422
    page = visitor.get(FINAL).text
    seq = store.read().seq
    assert f"arpad verify http://testserver{FINAL}/{seq}/standings.csv" in page
    for row in visitor.json(FINAL)["published"][0]["final"]["files"]:
        content = visitor.get(f"{FINAL}/{seq}/{row['name']}").content
        assert (len(content), hashlib.sha256(content).hexdigest()) == (row["size"], row["digest"])
        assert row["digest"] in page
    assert visitor.get(f"{FINAL}/{seq}/event.arpad").status_code == 404
    assert visitor.get(f"{FINAL}/1/standings.csv").status_code == 404
    assert visitor.get(f"{FINAL}/x/standings.csv").status_code == 404


def _token(visit: Visit) -> dict[str, str]:
    found = re.search(r'name="token" value="(\w+)"', visit.get("/").text)
    assert found is not None
    return {"token": found[1]}
