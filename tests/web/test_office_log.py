"""What was done to a list and to the people, as those see it who answer for it."""

from __future__ import annotations

import re

import pytest

from arpad.office.club.audit_log import MOST
from arpad.office.club.rights import Role, Scope
from arpad.office.pools.corrections import Corrections
from arpad.office.pools.events import GameTakenOut, ScoreCorrected
from arpad.office.pools.games import Game
from arpad.office.pools.pool import Pool
from arpad.office.store.database import Database
from web.visiting import Visit, somebody

LOG = "/lists/club-evenings/log"


def test_the_log_of_a_list_says_who_did_what(owner: Visit, database: Database) -> None:
    pool = Pool(database, "club-evenings")
    Corrections(pool).accept(ScoreCorrected(17, 0.0), author="Ida")
    Corrections(pool).accept(GameTakenOut(20), author="Ida")
    page = owner.get(f"{LOG}?who=Ida")
    acts = owner.json(f"{LOG}?who=Ida")["acts"]
    assert [(one["author"], one["words"]) for one in acts] == [
        ("Ida", "take game 20 out"),
        ("Ida", "correct game 17 to 0"),
    ]
    assert 'href="/lists/club-evenings/corrections?game=17"' in page.text, "it can be corrected back"
    lists = owner.json(f"{LOG}?what=list")["acts"]
    names = ("2026-02", "2026-01", "2025-12")
    assert [one["words"] for one in lists] == [f"publish the list {name}" for name in names]
    assert "순위" in owner.get(f"{LOG}?lang=ko").text
    assert "대국 17" in owner.get(f"{LOG}?lang=ko&who=Ida").text


def test_a_long_log_comes_in_parts(owner: Visit, database: Database) -> None:
    pool = Pool(database, "othello")
    for at in range(MOST + 5):
        pool.post(Game(f"A{at}", f"B{at}", 1.0))
    log = "/lists/othello/log"
    first = owner.json(log)
    assert (len(first["acts"]), first["earlier"]) == (MOST, first["acts"][-1]["seq"])
    assert first["acts"][0]["words"] == f"post game {MOST + 5}: A{MOST + 4} – B{MOST + 4} 1"
    rest = owner.json(f"{log}?before={first['earlier']}")
    assert [one["seq"] for one in rest["acts"]] == list(range(first["earlier"] - 1, 0, -1))
    assert rest["earlier"] == 0


def test_the_log_of_the_people_has_names_and_no_secrets(owner: Visit, database: Database) -> None:
    ida = somebody(database, Role.ARBITER, "Ida")
    people = owner.site.people
    token = people.make_token("results board", [Scope.READ], by=ida)
    people.revoke(token.removeprefix("arpad_token_").partition(".")[0], by=ida)
    owner_ = owner.site.people.come_in("owner", "a long password")
    people.give_tournament(ida.user, "spring-open", by=owner_)
    people.close(ida.user, by=owner_)
    page = owner.get("/people/log")
    words = [one["words"] for one in owner.json("/people/log")["acts"]]
    assert words[:6] == [
        "Ida may no longer come in",
        "Ida runs spring-open",
        "revoke the token results board",
        "make the token results board of Ida: read",
        "Ida comes in as arbiter",
        "invite somebody as arbiter",
    ]
    assert not re.search("arpad_(token|invitation)_", page.text)


@pytest.mark.parametrize("path", [LOG, "/people/log"])
def test_logs_are_not_for_strangers(path: str, visitor: Visit) -> None:
    assert visitor.get(path).status_code == 403
