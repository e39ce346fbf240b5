"""Passwords and tokens that are guessed, planted, stolen or shown again after they were revoked."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import select, update

from arpad.office.club.attempts import MOST, Attempts
from arpad.office.club.people import People
from arpad.office.club.rights import NotAllowed, Role, Scope
from arpad.office.store.database import Database
from arpad.office.store.tables import SECRETS
from arpad.web.security import tokens
from arpad.web.security.forms import token_of
from web.attacks.every_address import api, filled, written
from web.attacks.test_other_arbiters import BODIES
from web.programs import Program
from web.visiting import PASSWORD, Visit, owner_of, somebody


def known_by(secret: str) -> str:
    """Return the part of a secret that is no secret."""
    return re.sub("^arpad_[a-z]+_", "", secret).partition(".")[0]


def test_passwords_that_are_guessed_at_once_are_not_more_than_one_after_another(owner: Visit) -> None:
    visits = [Visit(owner.site.database) for _ in range(12)]
    together = Barrier(len(visits))

    def guess(visit: Visit) -> int:
        visit.get("/sign-in")
        together.wait(60)
        return visit.send("/sign-in", name="owner", password="wrong password").status_code

    with ThreadPoolExecutor(len(visits)) as threads:
        said = list(threads.map(guess, visits))
    assert said.count(403) <= MOST
    assert said.count(403) + said.count(429) == len(visits)


def test_an_attempt_counts_from_its_beginning_and_is_forgotten_when_it_was_right(empty: Database) -> None:
    attempts = Attempts(empty, clock=lambda: 1000.0)
    both = ("name ida", "address x")
    assert [attempts.begun(both) for _ in range(MOST)] == [0] * MOST
    assert attempts.begun(both) == 300
    attempts = Attempts(empty, "another", clock=lambda: 1000.0)
    for _ in range(50):  # a club behind one address signs in
        assert attempts.begun(both) == 0
        attempts.succeeded(*both)


def test_a_visit_that_was_planted_is_not_the_one_that_signs_in(owner: Visit) -> None:
    for planted in (
        owner.site.people.begin_session(somebody(owner.site.database, Role.PLAYER, "Eve")),
        "x.y",
        "",
    ):
        visit = Visit(owner.site.database)
        visit.client.cookies.set("arpad_session", planted)
        visit.get("/sign-in")
        visit.send("/sign-in", name="owner", password=PASSWORD)
        mine = [one.value for one in visit.client.cookies.jar if one.name == "arpad_session"]
        assert visit.last.status_code == 200
        assert any(one and one != planted for one in mine)
        thief = Visit(owner.site.database)
        thief.client.cookies.set("arpad_session", planted)
        assert thief.get("/people").status_code == 403


def test_the_token_of_a_form_is_another_one_after_signing_in_and_out(owner: Visit) -> None:
    visit = Visit(owner.site.database)
    seen = []
    for _ in range(2):
        visit.get("/sign-in")
        seen.append(re.findall('name="token" value="([0-9a-f]+)"', visit.last.text)[0])
        visit.send("/sign-in", name="owner", password=PASSWORD)
        visit.get("/people")
        seen.append(re.findall('name="token" value="([0-9a-f]+)"', visit.last.text)[0])
        visit.send("/sign-out")
    assert len({seen[0], seen[1], seen[3]}) == 3
    old = {"token": seen[1], "role": "owner"}
    assert visit.client.post("/people", data=old).status_code == 403


def test_a_password_that_was_changed_ends_the_visits_and_the_tokens_stay_known(database: Database) -> None:
    people = People(database)
    who = somebody(database, Role.OWNER, "Kim")
    stolen = people.begin_session(who)
    token = people.make_token("program", [Scope.READ], by=who)
    people.change_password(who, PASSWORD, "another long password")
    with pytest.raises(NotAllowed):
        people.of_session(stolen)
    assert people.of_token(token).name == "Kim", "a program has its own secret, which is revoked by itself"
    with pytest.raises(NotAllowed):
        people.come_in("Kim", PASSWORD)
    assert people.come_in("Kim", "another long password").user == who.user


def test_a_visit_a_token_and_an_invitation_end_by_themselves(database: Database) -> None:
    people = People(database)
    owner = owner_of(people)
    session = people.begin_session(owner)
    token = people.make_token("program", tuple(Scope), by=owner)
    invitation = people.invite(Role.OWNER, by=owner)
    with database.writing() as connection:
        connection.execute(update(SECRETS).values(until=int(time.time()) - 1))
        connection.commit()
    visit = Visit(database)
    visit.client.cookies.set("arpad_session", session)
    assert visit.get("/people").status_code == 403
    assert visit.client.get("/api/pools", headers={"authorization": f"Bearer {token}"}).status_code == 401
    late = Visit(database)
    late.get(f"/enter/{invitation}")
    assert late.send(f"/enter/{invitation}", name="Eve", password=PASSWORD).status_code == 403


def test_a_token_that_does_not_hold_or_is_for_something_else_opens_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "HOLDS", 0.0)
    people = People(database)
    owner = owner_of(people)
    revoked, expired = Program(database), Program(database)
    people.revoke(known_by(revoked.token), by=owner)
    with database.writing() as connection:
        old = SECRETS.c.id == known_by(expired.token)
        connection.execute(update(SECRETS).where(old).values(until=int(time.time()) - 1))
        connection.commit()
    closed = Program(database, tuple(Scope), somebody(database, Role.OWNER, "Zoe"))
    people.close(people.come_in("Zoe", PASSWORD).user, by=owner)
    other = Program(database).token
    wrong = {
        "revoked": revoked.token,
        "expired": expired.token,
        "of somebody who was closed": closed.token,
        "with another secret": other[:-4] + ("AAAA" if not other.endswith("AAAA") else "BBBB"),
        "with another id": "arpad_token_" + "0" * len(known_by(other)) + "." + other.partition(".")[2],
        "the id without its secret": other.partition(".")[0],
        "a session": people.begin_session(owner),
        "an invitation": people.invite(Role.OWNER, by=owner),
        "empty": "",
        "long": "arpad_token_" + "a" * 8000,
        "two": f"{other} {other}",
        "sql": "arpad_token_' OR 1=1--.x",
    }
    before = written(database)
    reader = Program(database, [Scope.READ])
    opened = []
    for one in api(reader.get("openapi.json")):
        body = BODIES.get(one.path)
        for kind, token in wrong.items():
            said = {"authorization": f"Bearer {token}"}
            answer = reader.client.request(one.method, one.filled, json=body, headers=said)
            if answer.status_code != 401:
                opened.append((one.path, kind, answer.status_code))
            assert token == "" or token not in answer.text
        if one.method != "GET":
            assert reader.client.request(one.method, one.filled, json=body or {}).status_code == 403, one.path
    assert opened == []
    people.revoke(known_by(reader.token), by=owner)
    assert reader.get("pools")["status"] == 401
    assert len(before) == len(written(database))


def test_each_act_of_the_api_asks_for_its_own_scope(database: Database) -> None:
    programs = {scope: Program(database, [scope]) for scope in Scope}
    wrong = []
    for one in api(programs[Scope.READ].get("openapi.json")):
        words = one.path.split("/")
        keepers = "queues" in words and {"tickets", "matches", "rounds"} & set(words)
        if keepers or ("pools" in words and "results" in words):
            needed = Scope.RESULTS
        elif one.method == "GET" and words[-1] != "log" and "webhooks" not in words:
            # Who did what is the arbiters' own, and who is told of it the officers'.
            needed = Scope.READ
        else:
            needed = Scope.TOURNAMENTS if "tournaments" in words else Scope.POOLS
        for scope, program in programs.items():
            if scope is not needed:
                status = program.client.request(
                    one.method, one.filled, json=BODIES.get(one.path, {})
                ).status_code
                wrong += [] if status == 403 else [(one.path, scope, status)]
    assert wrong == []


def test_no_secret_is_kept_as_it_is_nor_written_to_a_log(database: Database) -> None:
    people = People(database)
    owner = owner_of(people)
    secrets = [
        people.invite(Role.OWNER, by=owner),
        people.make_token("program", [Scope.READ], by=owner),
        people.begin_session(owner),
        PASSWORD,
    ]
    with database.reading() as connection:
        kept = repr(connection.execute(select(SECRETS)).all())
    everything = "".join(repr(row) for row in _all_rows(database))
    for secret in secrets:
        assert (secret.partition(".")[2] or secret) not in everything
    assert all(known_by(secret) in kept for secret in secrets[:3])


def _all_rows(database: Database) -> list[object]:
    from arpad.office.store.tables import METADATA

    with database.reading() as connection:
        return [row for table in METADATA.sorted_tables for row in connection.execute(select(table))]


def test_an_invitation_is_used_only_by_the_form_of_its_page(database: Database) -> None:
    invitation = People(database).invite(Role.OWNER, by=owner_of(People(database)))
    address = f"/enter/{invitation}"
    visit = Visit(database)
    typed = {"name": "Eve", "password": PASSWORD}
    assert visit.client.post(address, data=typed).status_code == 403
    assert visit.client.post(address, data={**typed, "token": token_of("guessed")}).status_code == 403
    visit.get(address)  # a program that looks where links lead does not use it up
    visit.get(address)
    assert visit.send(address, **typed).status_code == 200
    assert filled("/enter/{invitation}") != address
