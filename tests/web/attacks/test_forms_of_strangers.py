"""Pages of somebody else send forms in the name of who is signed in (CSRF); looking changes nothing."""

from __future__ import annotations

from arpad.office.store.database import Database
from arpad.web.security.forms import token_of
from web.attacks.every_address import api, pages, written
from web.attacks.test_other_arbiters import BODIES, FIELDS
from web.programs import Program
from web.visiting import Visit


def test_no_act_is_done_without_the_token_of_the_visit(owner: Visit, database: Database) -> None:
    session = owner.client.cookies["arpad_session"]
    stranger = Visit(database)
    stranger.get("/sign-in")
    visit = stranger.client.cookies["arpad_visit"]
    forged: tuple[tuple[dict[str, str], dict[str, str]], ...] = (
        ({}, {}),
        ({"token": token_of("guessed")}, {}),
        ({"token": token_of(visit)}, {}),  # of a page that a stranger has opened
        ({}, {"x-form-token": token_of("guessed")}),
        ({"token": token_of(session)}, {"sec-fetch-site": "cross-site"}),
        ({"token": token_of(session)}, {"sec-fetch-site": "same-site"}),
    )
    before = written(database)
    wrong = []
    for one in pages(owner.site):
        for data, headers in forged if one.method == "POST" else ():
            answer = owner.client.post(
                one.filled, data={**FIELDS, **data}, headers={"accept": "application/json", **headers}
            )
            if (answer.status_code, answer.json()["error"]["code"]) != (403, "form.foreign"):
                wrong.append((one.path, answer.text))
    assert wrong == []
    assert written(database) == before
    assert owner.get("/people").status_code == 200, "and the visit has not ended"


def test_to_look_at_a_page_changes_nothing(owner: Visit, database: Database) -> None:
    before = written(database)
    for one in pages(owner.site):
        if one.method == "GET":
            assert owner.client.get(one.filled, params=FIELDS).status_code < 500
            assert owner.client.get(one.filled).status_code < 500
    assert written(database) == before
    assert owner.get("/people").status_code == 200


def test_a_browser_that_is_signed_in_is_no_program(owner: Visit, database: Database) -> None:
    program = Program(database)
    before = written(database)
    for one in api(program.get("openapi.json")):
        if one.method != "GET":
            answer = owner.client.request(one.method, one.filled, json=BODIES.get(one.path, {}))
            assert answer.status_code == 401, one.path
    assert written(database) == before
