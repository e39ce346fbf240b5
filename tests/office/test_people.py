"""People of an organisation: invitations, passwords, roles, tokens, and what nobody may do."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from argon2 import PasswordHasher, Type
from sqlalchemy import text

from arpad.core import ArpadError, BadInput
from arpad.office.club import people as people_module
from arpad.office.club.people import SETTING_UP, People
from arpad.office.club.rights import Actor, NotAllowed, Role, Scope, Task, may, require
from arpad.office.log.event_log import EventLog
from arpad.office.store.opening import open_database
from arpad.office.store.tournaments import TournamentLog
from databases import new_sqlite
from passwords import quick_passwords
from postgres import running

SECRET = "long enough"
OF_AN_OFFICE = people_module._hasher
"""What makes the hasher of an office, which these tests are spared."""


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def server(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty server; nothing for SQLite."""
    if request.param == "sqlite":
        yield ""
        return
    with running() as url:
        yield url


@pytest.fixture(scope="module", autouse=True)
def _quick() -> Iterator[None]:
    with quick_passwords():
        yield


@pytest.fixture
def people(server: str, tmp_path: Path) -> Iterator[People]:
    """An organisation without people."""
    database = open_database(server or new_sqlite(tmp_path / "club.db"))
    with database.writing() as connection:
        for table in ("grants", "secrets", "users"):
            connection.execute(text(f"DELETE FROM {table}"))
        connection.commit()
    yield People(database)
    database.close()


@pytest.fixture
def owner(people: People) -> Actor:
    people.enter(people.invite(Role.OWNER, by=SETTING_UP), "Ida", SECRET)
    return people.come_in("Ida", SECRET)


def entered(people: People, owner: Actor, name: str, role: Role) -> Actor:
    people.enter(people.invite(role, by=owner), name, SECRET)
    return people.come_in(name, SECRET)


def refused(act: object) -> str:
    """The code of the error that an act raises."""
    with pytest.raises(ArpadError) as caught:
        act()  # type: ignore[operator]
    return caught.value.code


def test_the_first_owner_comes_in_by_an_invitation_that_is_used_once(people: People) -> None:
    invitation = people.invite(Role.OWNER, by=SETTING_UP)
    user = people.enter(invitation, "Ida", SECRET)
    assert (user.name, user.role, user.closed) == ("Ida", Role.OWNER, False)
    assert refused(lambda: people.enter(invitation, "Kim", SECRET)) == "right.missing"
    assert refused(lambda: people.invite(Role.OWNER, by=SETTING_UP)) == "right.missing"
    assert people.come_in("Ida", SECRET) == Actor(user.user, "Ida", Role.OWNER)


def test_invitations_that_do_not_hold(people: People, owner: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    good = people.invite(Role.ARBITER, by=owner)
    head, _, tail = good.partition(".")
    for bad in ("", head, f"{head}.", f"{head}.{tail[:-1]}", f"{head}.{tail}x", good.upper(), f"x{good}"):
        assert refused(lambda: people.enter(bad, "Kim", SECRET)) == "right.missing"  # noqa: B023
    token = people.make_token("bot", [Scope.READ], by=owner)
    assert refused(lambda: people.enter(token, "Kim", SECRET)) == "right.missing"
    assert refused(lambda: people.of_token(good)) == "people.not-known"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + people_module.INVITED_FOR + 1)
    assert refused(lambda: people.enter(good, "Kim", SECRET)) == "right.missing"
    monkeypatch.undo()


def test_names_and_passwords_have_bounds(people: People, owner: Actor) -> None:
    invitation = people.invite(Role.PLAYER, by=owner)
    for name in ("", " ", " Kim", "x" * 101, "a\nb"):
        assert refused(lambda: people.enter(invitation, name, SECRET)) == "people.name"  # noqa: B023
    for password in ("short", "x" * 201):
        assert refused(lambda: people.enter(invitation, "Kim", password)) == "people.password"  # noqa: B023
    assert refused(lambda: people.enter(invitation, "Ida", SECRET)) == "people.name-taken"
    # What was refused has not spent the invitation.
    assert people.enter(invitation, "김민지", SECRET).role is Role.PLAYER


def test_who_does_not_come_in_is_not_told_why(people: People, owner: Actor) -> None:
    said = set()
    for name, password in (("Ida", "wrong password"), ("Ann", SECRET), ("Ida", ""), ("Ida", "x" * 10**6)):
        with pytest.raises(NotAllowed) as caught:
            people.come_in(name, password)
        said.add(str(caught.value))
    assert said == {"the name or the password is not right"}


def test_another_password(people: People, owner: Actor) -> None:
    assert refused(lambda: people.change_password(owner, "wrong password", SECRET)) == "people.not-known"
    assert refused(lambda: people.change_password(owner, SECRET, "short")) == "people.password"
    people.change_password(owner, SECRET, "another long one")
    assert refused(lambda: people.come_in("Ida", SECRET)) == "people.not-known"
    assert people.come_in("Ida", "another long one") == owner


def test_an_office_hashes_passwords_as_slowly_as_the_standard_says() -> None:
    used = OF_AN_OFFICE()
    assert used.type is Type.ID
    # RFC 9106, section 4, the second recommended option: three passes over 64 MiB in four lanes.
    assert (used.time_cost, used.memory_cost, used.parallelism) == (3, 1 << 16, 4)


def test_a_password_is_hashed_anew_when_that_is_to_be_slower(
    people: People, owner: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    slower = PasswordHasher(time_cost=2, memory_cost=64, parallelism=1)
    monkeypatch.setattr(people_module, "_hasher", lambda: slower)
    assert people.come_in("Ida", SECRET) == owner
    with people.database.reading() as connection:
        kept = connection.execute(text("SELECT password FROM users")).scalar_one()
    assert kept.startswith("$argon2id$")
    assert ",t=2," in kept
    assert people.come_in("Ida", SECRET) == owner


def test_no_secret_is_in_the_database(server: str, people: People, owner: Actor, tmp_path: Path) -> None:
    token = people.make_token("bot", [Scope.READ], by=owner)
    invitation = people.invite(Role.PLAYER, by=owner)
    if server:
        with people.database.reading() as connection:
            tables = ("users", "secrets", "events", "operations")
            held = " ".join(
                str(row) for one in tables for row in connection.execute(text(f"SELECT * FROM {one}"))
            )
    else:
        held = "\n".join(sqlite3.connect(tmp_path / "club.db").iterdump())
    for secret in (SECRET, token.partition(".")[2], invitation.partition(".")[2]):
        assert secret not in held
    assert token.partition(".")[0].removeprefix("arpad_token_") in held


def test_roles_change_and_users_are_closed(people: People, owner: Actor) -> None:
    kim = entered(people, owner, "Kim", Role.PLAYER)
    token = people.make_token("bot", [Scope.READ], by=kim)
    people.give_role(kim.user, Role.RATING_OFFICER, by=owner)
    assert people.who(kim.user).role is Role.RATING_OFFICER
    assert people.of_token(token).role is Role.RATING_OFFICER
    assert refused(lambda: people.give_role(owner.user, Role.PLAYER, by=owner)) == "people.no-owner"
    assert refused(lambda: people.close(owner.user, by=owner)) == "people.no-owner"
    assert refused(lambda: people.give_role(kim.user, Role.VISITOR, by=owner)) == "people.visitor"
    assert refused(lambda: people.invite(Role.VISITOR, by=owner)) == "people.visitor"
    people.close(kim.user, by=owner)
    assert refused(lambda: people.come_in("Kim", SECRET)) == "people.not-known"
    assert refused(lambda: people.of_token(token)) == "people.not-known"
    assert refused(lambda: people.who(kim.user)) == "people.not-known"
    assert [(one.name, one.closed) for one in people.users(by=owner)] == [("Ida", False), ("Kim", True)]


def test_only_an_owner_manages_people(people: People, owner: Actor) -> None:
    for role in (Role.RATING_OFFICER, Role.ARBITER, Role.PLAYER):
        who = entered(people, owner, role.value, role)
        for act in (
            lambda: people.invite(Role.OWNER, by=who),  # noqa: B023
            lambda: people.users(by=who),  # noqa: B023
            lambda: people.give_role(who.user, Role.OWNER, by=who),  # noqa: B023
            lambda: people.close(owner.user, by=who),  # noqa: B023
        ):
            assert refused(act) == "right.missing"
    program = people.of_token(people.make_token("bot", [Scope.READ, Scope.POOLS], by=owner))
    assert refused(lambda: people.invite(Role.OWNER, by=program)) == "right.missing"
    assert refused(lambda: people.make_token("more", list(Scope), by=program)) == "right.missing"


def test_an_arbiter_runs_the_given_tournaments_only(people: People, owner: Actor) -> None:
    logs = {}
    for at, name in enumerate(("spring", "autumn")):
        log = TournamentLog(people.database, f"{name}-{owner.user}")
        log.create(EventLog.new(name=name, system="monrad", rounds=3, seed=at))
        with people.database.reading() as connection:
            found = connection.execute(
                text("SELECT id FROM streams WHERE kind = 'tournament' AND name = :name"), {"name": log.name}
            ).scalar_one()
        logs[name] = (log.name, found)
    kim, player = entered(people, owner, "Kim", Role.ARBITER), entered(people, owner, "Ann", Role.PLAYER)
    spring, autumn = logs["spring"], logs["autumn"]
    people.give_tournament(kim.user, spring[0], by=owner)
    people.give_tournament(kim.user, spring[0], by=owner)
    kim = people.who(kim.user)
    assert may(kim, Task.RUN_TOURNAMENT, tournament=spring[1])
    assert not may(kim, Task.RUN_TOURNAMENT, tournament=autumn[1])
    assert not may(kim, Task.RUN_TOURNAMENT)
    assert refused(lambda: people.give_tournament(kim.user, autumn[0], by=kim)) == "right.missing"
    assert refused(lambda: people.give_tournament(player.user, spring[0], by=owner)) == "people.not-arbiter"
    assert refused(lambda: people.give_tournament(kim.user, "none", by=owner)) == "tournament.unknown"
    people.give_tournament(kim.user, spring[0], by=owner, given=False)
    assert people.who(kim.user).tournaments == frozenset()


def test_tokens(people: People, owner: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    token = people.make_token("game server", [Scope.RESULTS], by=owner)
    program = people.of_token(token)
    assert program == replace(owner, scopes=frozenset((Scope.RESULTS,)))
    require(program, Task.POST_GAMES)
    with pytest.raises(NotAllowed, match="this token has no scope 'pools', which it takes to manage pools"):
        require(program, Task.MANAGE_POOLS)
    for name, scopes, days in (
        ("", [Scope.READ], 1),
        ("x", [], 1),
        ("x", [Scope.READ], 0),
        ("x", [Scope.READ], 9999),
    ):
        with pytest.raises(BadInput):
            people.make_token(name, scopes, by=owner, days=days)
    kim = entered(people, owner, "Kim", Role.PLAYER)
    known_by = token.removeprefix("arpad_token_").partition(".")[0]
    assert refused(lambda: people.revoke(known_by, by=kim)) == "right.missing"
    people.revoke(known_by, by=owner)
    assert refused(lambda: people.of_token(token)) == "people.not-known"
    assert refused(lambda: people.revoke("none", by=owner)) == "people.token"
    short = people.make_token("today", [Scope.READ], by=kim, days=1)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 86_401)
    assert refused(lambda: people.of_token(short)) == "people.not-known"
    monkeypatch.undo()
    assert people.of_token(short).name == "Kim"


ALLOWED = {
    Role.OWNER: set(Task),
    Role.RATING_OFFICER: {Task.READ, Task.REPORT, Task.POST_GAMES, Task.RUN_QUEUES, Task.MANAGE_POOLS},
    Role.ARBITER: {Task.READ, Task.REPORT, Task.BEGIN_TOURNAMENT, Task.RUN_TOURNAMENT},
    Role.PLAYER: {Task.READ, Task.REPORT},
    Role.VISITOR: {Task.READ},
}
"""As docs/office/people.md has it."""


@pytest.mark.parametrize(("role", "task"), list(product(Role, Task)))
def test_every_task_of_every_role(role: Role, task: Task) -> None:
    who = Actor(1, "Kim", role, frozenset((7,)))
    assert may(who, task, tournament=7) is (task in ALLOWED[role])
    assert not may(replace(who, scopes=frozenset()), task, tournament=7)
    assert may(replace(who, scopes=frozenset(Scope)), task, tournament=7) is (task in ALLOWED[role])
    if task not in ALLOWED[role]:
        with pytest.raises(NotAllowed, match=r"Kim \(.*\) may not .*Ask the "):
            require(who, task, tournament=7)


def test_every_act_is_an_event_in_one_chain(people: People, owner: Actor) -> None:
    kim = entered(people, owner, "Kim", Role.ARBITER)
    people.give_role(kim.user, Role.PLAYER, by=owner)
    people.change_password(kim, SECRET, "another long one")
    people.close(kim.user, by=owner)
    wanted = text(
        "SELECT e.kind, e.author, e.previous, e.hash FROM events e JOIN streams s ON s.id = e.stream "
        "WHERE s.kind = 'people' ORDER BY e.seq"
    )
    with people.database.reading() as connection:
        rows = connection.execute(wanted).all()
    assert [(row.kind, row.author) for row in rows][-5:] == [
        ("invite", "Ida"), ("user", "Kim"), ("role", "Ida"), ("password", "Kim"), ("close", "Ida")
    ]  # fmt: skip
    assert [row.previous for row in rows[1:]] == [row.hash for row in rows[:-1]]
