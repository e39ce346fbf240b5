"""The people of an organisation: invited once, coming in with a password, and their programs with tokens.

Passwords are hashed by Argon2, which is slow by design. A token is 32 bytes by chance, which nobody guesses:
its SHA-256 is kept, since a program shows its token with every request. Each act on people is an event of the
organisation's log, without any secret in it.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from arpad.core import BadInput, worded
from arpad.office.club.people_events import (
    FORMAT,
    HEADER,
    Invited,
    PasswordChanged,
    RoleGiven,
    TokenMade,
    TokenRevoked,
    TournamentGiven,
    UserClosed,
    UserEntered,
)
from arpad.office.club.rights import Actor, NotAllowed, Role, Scope, Task, may, require
from arpad.office.events.stored_event import StoredEvent
from arpad.office.log.store import stamp_now
from arpad.office.store import streams
from arpad.office.store.acts import StampedEvent, only_stream, write
from arpad.office.store.database import Database
from arpad.office.store.streams import Stream
from arpad.office.store.tables import GRANTS, SECRETS, USERS
from arpad.office.store.tournaments import KIND as TOURNAMENT
from arpad.office.store.tournaments import Within

KIND = "people"
"""The kind and the name of the one stream of an organisation's people."""

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
LONGEST_NAME = 100
DAY = 86_400

INVITED_FOR = 7 * DAY
"""Seconds for which an invitation holds."""

SESSION_FOR = 16 * 3600
"""Seconds for which a visit lasts: a day of play."""

SESSION = "arpad_session_"
"""How the secret of a visit begins."""

TOKEN_FOR = 365 * DAY
"""Seconds for which a token holds, if nothing else is said."""

TOKEN = "arpad_token_"
INVITATION = "arpad_invitation_"
"""How they begin, so that programs which look for secrets in files know them."""

SETTING_UP = Actor(name="arpad", role=Role.OWNER)
"""Who invites the first owner: whoever has the database itself."""


class User(NamedTuple):
    """A user, as a list of users shows it.

    Args:
        user: the number.
        name: by which the user comes in.
        role: of the user.
        closed: whether the user may no longer come in.
    """

    user: int
    name: str
    role: Role
    closed: bool


class Token(NamedTuple):
    """A token of a program, as a list of tokens shows it; the secret is not kept.

    Args:
        token: its id, by which it is revoked.
        user: the name of whose it is.
        name: what it is for.
        scopes: what the program may do at most.
        until: the day after which it no longer holds, UTC.
    """

    token: str
    user: str
    name: str
    scopes: tuple[Scope, ...]
    until: date


@dataclass(frozen=True)
class People:
    """The people of an organisation.

    Args:
        database: of the organisation.
    """

    database: Database

    def invite(self, role: Role, *, by: Actor) -> str:
        """Make an invitation, by which one user comes in once; it holds for a week.

        Args:
            role: of the user.
            by: who invites; :data:`SETTING_UP` where nobody has come in yet.

        Returns:
            The invitation, which nobody can be told again.

        Raises:
            NotAllowed: an owner only invites.
            BadInput: visitors need no invitation, or the organisation has an owner already and is set up.
        """
        require(by, Task.MANAGE_PEOPLE)
        if role is Role.VISITOR:
            raise BadInput("a visitor needs no invitation", code="people.visitor")
        with self._writing() as (connection, stream):
            if by is SETTING_UP and self._owners(connection):
                raise NotAllowed("the organisation has an owner, who invites the others")
            row, secret = _secret(INVITATION, "invitation", "", json.dumps(role.value), INVITED_FOR)
            connection.execute(insert(SECRETS).values(row))
            self._done(connection, stream, by, Invited(row["id"], role.value))
        return secret

    def enter(self, invitation: str, name: str, password: str) -> User:
        """Come in for the first time.

        Args:
            invitation: of :meth:`invite`.
            name: by which the user comes in from now on.
            password: of at least :data:`SHORTEST_PASSWORD` letters.

        Raises:
            NotAllowed: the invitation does not hold, or was used.
            BadInput: the name is taken or not valid, or the password is too short or too long.
        """
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip():
            raise BadInput(
                worded(
                    "a user's name has up to {most} letters, and no space at its ends",
                    most=LONGEST_NAME,
                ),
                code="people.name",
            )
        kept = _hashed(password)
        with self._writing() as (connection, stream):
            secret = self._secret(connection, INVITATION, invitation, lock=True)
            if secret is None:
                raise NotAllowed(
                    worded("this invitation does not hold, or was used"),
                    remedy=worded("Ask for another one."),
                )
            role = Role(json.loads(secret.rights))
            row = {"name": name, "role": role.value, "password": kept, "closed": False}
            try:
                user = connection.execute(insert(USERS).values(row).returning(USERS.c.id)).scalar_one()
            except IntegrityError:
                raise BadInput(
                    worded("there is a user {name!r} already", name=name),
                    code="people.name-taken",
                    remedy="Choose another name.",
                ) from None
            connection.execute(update(SECRETS).where(SECRETS.c.id == secret.id).values(spent=True))
            event = UserEntered(user, name, role.value)
            self._done(connection, stream, Actor(user, name, role), event)
        return User(user, name, role, False)

    def come_in(self, name: str, password: str) -> Actor:
        """Return who comes in with a name and a password.

        Raises:
            NotAllowed: the name or the password is not right; it is not said which.
        """
        with self.database.reading() as connection:
            row = connection.execute(select(USERS).where(USERS.c.name == name)).one_or_none()
        # Where there is no such user, it takes as long: who guesses names learns nothing.
        right = _is_password(password, row.password if row is not None else _nobodys())
        if row is None or row.closed or not right:
            raise NotAllowed(worded("the name or the password is not right"), code="people.not-known")
        if _hasher().check_needs_rehash(row.password):
            with self.database.writing() as connection:
                kept = _hashed(password, checked=True)
                connection.execute(update(USERS).where(USERS.c.id == row.id).values(password=kept))
                connection.commit()
        return self.who(row.id)

    def who(self, user: int, scopes: frozenset[Scope] | None = None) -> Actor:
        """Return a user with the rights of now, also for a session that began before.

        Raises:
            NotAllowed: there is no such user, or the user was closed.
        """
        with self.database.reading() as connection:
            return self._actor(connection, user, scopes)

    def change_password(self, by: Actor, old: str, new: str) -> None:
        """Give oneself another password; every visit ends, as somebody else may have known the old one.

        Raises:
            NotAllowed: the old one is another one.
            BadInput: the new one is too short or too long.
        """
        self.come_in(by.name, old)
        kept = _hashed(new)
        with self._writing() as (connection, stream):
            connection.execute(update(USERS).where(USERS.c.id == by.user).values(password=kept))
            visits = (SECRETS.c.kind == "session") & (SECRETS.c.user == by.user)
            connection.execute(delete(SECRETS).where(visits))
            self._done(connection, stream, by, PasswordChanged(by.user))

    def users(self, *, by: Actor) -> list[User]:
        """Return all users, by name.

        Raises:
            NotAllowed: an owner only sees them.
        """
        require(by, Task.MANAGE_PEOPLE)
        wanted = select(USERS.c.id, USERS.c.name, USERS.c.role, USERS.c.closed).order_by(USERS.c.name)
        with self.database.reading() as connection:
            rows = connection.execute(wanted).all()
        return [User(user, name, Role(role), closed) for user, name, role, closed in rows]

    def give_role(self, user: int, role: Role, *, by: Actor) -> None:
        """Give a user another role.

        Raises:
            NotAllowed: an owner only does so; or there is no such user.
            BadInput: nobody would be an owner, or nobody has the role of a visitor.
        """
        require(by, Task.MANAGE_PEOPLE)
        if role is Role.VISITOR:
            raise BadInput("a user is not a visitor", code="people.visitor", remedy="Close the user instead.")
        with self._writing() as (connection, stream):
            self._actor(connection, user)
            connection.execute(update(USERS).where(USERS.c.id == user).values(role=role.value))
            self._check_owner(connection)
            self._done(connection, stream, by, RoleGiven(user, role.value))

    def close(self, user: int, *, by: Actor) -> None:
        """Let a user no longer come in; the user's tokens no longer hold.

        Raises:
            NotAllowed: an owner only does so; or there is no such user.
            BadInput: nobody would be an owner.
        """
        require(by, Task.MANAGE_PEOPLE)
        with self._writing() as (connection, stream):
            self._actor(connection, user)
            connection.execute(update(USERS).where(USERS.c.id == user).values(closed=True))
            connection.execute(update(SECRETS).where(SECRETS.c.user == user).values(spent=True))
            self._check_owner(connection)
            self._done(connection, stream, by, UserClosed(user))

    def give_tournament(self, user: int, tournament: str, *, by: Actor, given: bool = True) -> None:
        """Let a user be an arbiter of a tournament, or no longer be one.

        Args:
            user: the number of the user, who has the role of an arbiter.
            tournament: its name in the database.
            by: who does so: an owner, or an arbiter of that tournament.
            given: whether the user is one.

        Raises:
            NotAllowed: neither; or there is no such user.
            BadInput: there is no such tournament, or the user is not an arbiter.
        """
        with self._writing() as (connection, stream):
            tournament_stream = streams.find(connection, TOURNAMENT, tournament)
            if tournament_stream is None:
                raise BadInput(
                    worded("there is no tournament {tournament!r}", tournament=tournament[:100]),
                    code="tournament.unknown",
                )
            require(by, Task.RUN_TOURNAMENT, tournament=tournament_stream.id)
            if self._actor(connection, user).role is not Role.ARBITER:
                raise BadInput(
                    "only an arbiter is given a tournament",
                    code="people.not-arbiter",
                    remedy="Give the user that role first.",
                )
            self._give(connection, stream, user, (tournament_stream.id, tournament), given=given, by=by)

    def begun_by(self, actor: Actor) -> Within | None:
        """Return what belongs to the beginning of a tournament: an arbiter runs what the arbiter has begun.

        Args:
            actor: begins it.

        Returns:
            For :meth:`.store.tournaments.TournamentLog.create`, in whose transaction it is done; None for an
            owner, who runs all tournaments.
        """
        if actor.role is not Role.ARBITER:
            return None

        def give(connection: Connection, tournament: Stream, name: str) -> None:
            people = only_stream(connection, KIND, {HEADER: FORMAT})
            self._give(connection, people, actor.user, (tournament.id, name), given=True, by=actor)

        return give

    def _give(
        self,
        connection: Connection,
        people: Stream,
        user: int,
        tournament: tuple[int, str],
        *,
        given: bool,
        by: Actor,
    ) -> None:
        """Give a tournament, by the number of its stream and its name, to a user, or take it away."""
        number, name = tournament
        same = (GRANTS.c.user == user) & (GRANTS.c.tournament == number)
        connection.execute(delete(GRANTS).where(same))
        if given:
            connection.execute(insert(GRANTS).values(user=user, tournament=number))
        self._done(connection, people, by, TournamentGiven(user, name, given))

    def make_token(self, name: str, scopes: Iterable[Scope], *, by: Actor, days: float = 365) -> str:
        """Make a token for a program of one's own.

        Args:
            name: what it is for.
            scopes: what the program may do at most.
            by: whose program it is; a person, not a token.
            days: how long it holds.

        Returns:
            The token, which nobody can be told again.

        Raises:
            NotAllowed: who asks is a visitor, or a program.
            BadInput: the name is empty, or there is no scope.
        """
        if not by.user or by.scopes is not None:
            raise NotAllowed("only a person who has come in makes a token")
        wanted = sorted(set(scopes))
        if not wanted or not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or not 0 < days <= 3650:
            raise BadInput(
                "a token has a name, at least one scope, and from 1 to 3650 days", code="people.token"
            )
        row, secret = _secret(TOKEN, "token", name, json.dumps(wanted), days * DAY)
        with self._writing() as (connection, stream):
            connection.execute(insert(SECRETS).values(row | {"user": by.user}))
            event = TokenMade(row["id"], by.user, name, tuple(wanted))
            self._done(connection, stream, by, event)
        return secret

    def of_token(self, token: str) -> Actor:
        """Return whose program comes with a token, with what it may do.

        Raises:
            NotAllowed: the token does not hold.
        """
        with self.database.reading() as connection:
            secret = self._secret(connection, TOKEN, token)
            if secret is None:
                raise NotAllowed("the token does not hold", code="people.not-known")
            scopes = frozenset(Scope(scope) for scope in json.loads(secret.rights))
            return self._actor(connection, secret.user, scopes)

    def tokens(self, *, by: Actor) -> list[Token]:
        """Return the tokens that hold, by user and name: one's own, or everybody's to who may revoke them."""
        wanted = (
            select(
                SECRETS.c.id, USERS.c.name.label("user"), SECRETS.c.name, SECRETS.c.rights, SECRETS.c.until
            )
            .join_from(SECRETS, USERS, SECRETS.c.user == USERS.c.id)
            .where(SECRETS.c.kind == "token", SECRETS.c.spent.is_(False), SECRETS.c.until >= time.time())
            .order_by(USERS.c.name, SECRETS.c.name, SECRETS.c.id)
        )
        if not may(by, Task.MANAGE_PEOPLE):
            wanted = wanted.where(SECRETS.c.user == by.user)
        with self.database.reading() as connection:
            rows = connection.execute(wanted).all()
        return [
            Token(
                row.id,
                row.user,
                row.name,
                tuple(Scope(scope) for scope in json.loads(row.rights)),
                datetime.fromtimestamp(row.until, UTC).date(),
            )
            for row in rows
        ]

    def revoke(self, token: str, *, by: Actor) -> None:
        """Let a token no longer hold.

        Args:
            token: its id: the part before the full stop.
            by: whose token it is, or an owner.

        Raises:
            NotAllowed: it is a token of somebody else, or there is none.
        """
        with self._writing() as (connection, stream):
            same = (SECRETS.c.id == token) & (SECRETS.c.kind == "token")
            user = connection.execute(select(SECRETS.c.user).where(same)).scalar()
            if user is None or user != by.user:
                require(by, Task.MANAGE_PEOPLE)
            if user is None:
                raise BadInput("there is no such token", code="people.token")
            connection.execute(update(SECRETS).where(same).values(spent=True))
            self._done(connection, stream, by, TokenRevoked(token))

    def begin_session(self, actor: Actor) -> str:
        """Begin a visit of somebody who has come in; it ends by itself after :data:`SESSION_FOR`.

        Returns:
            What the browser shows with every request.
        """
        row, secret = _secret(SESSION, "session", "", "[]", SESSION_FOR)
        with self.database.writing() as connection:
            old = (SECRETS.c.kind == "session") & (SECRETS.c.until < int(time.time()))
            connection.execute(delete(SECRETS).where(old))
            connection.execute(insert(SECRETS).values(row | {"user": actor.user}))
            connection.commit()
        return secret

    def of_session(self, session: str) -> Actor:
        """Return whose visit it is, with the rights of now.

        Raises:
            NotAllowed: the visit is over, or the user was closed.
        """
        with self.database.reading() as connection:
            secret = self._secret(connection, SESSION, session)
            if secret is None:
                raise NotAllowed("the visit is over", code="people.not-known", remedy="Sign in again.")
            return self._actor(connection, secret.user)

    def end_session(self, session: str) -> None:
        """End a visit."""
        identifier = session.removeprefix(SESSION).partition(".")[0]
        with self.database.writing() as connection:
            same = (SECRETS.c.id == identifier) & (SECRETS.c.kind == "session")
            connection.execute(delete(SECRETS).where(same))
            connection.commit()

    def has_owner(self) -> bool:
        """Tell whether an owner has come in."""
        with self.database.reading() as connection:
            return self._owners(connection) > 0

    @contextmanager
    def _writing(self) -> Iterator[tuple[Connection, Stream]]:
        """Open a transaction in which nobody else changes people; committed if nothing fails."""
        with self.database.writing() as connection:
            yield connection, only_stream(connection, KIND, {HEADER: FORMAT})
            connection.commit()

    def _done(self, connection: Connection, stream: Stream, by: Actor, event: StoredEvent) -> None:
        write(connection, stream, [StampedEvent(event, stamp_now(author=by.name))])

    def _actor(self, connection: Connection, user: int, scopes: frozenset[Scope] | None = None) -> Actor:
        wanted = select(USERS, GRANTS.c.tournament).where(USERS.c.id == user)
        rows = connection.execute(wanted.outerjoin_from(USERS, GRANTS, GRANTS.c.user == USERS.c.id)).all()
        if not rows or rows[0].closed:
            raise NotAllowed("there is no such user, or no longer", code="people.not-known")
        tournaments = frozenset(row.tournament for row in rows if row.tournament is not None)
        return Actor(rows[0].id, rows[0].name, Role(rows[0].role), tournaments, scopes)

    def _secret(self, connection: Connection, prefix: str, credential: str, *, lock: bool = False) -> Any:
        """Return the row of a token or an invitation; None if it does not hold."""
        if not credential.startswith(prefix):
            return None
        identifier = credential.removeprefix(prefix).partition(".")[0]
        wanted = select(SECRETS).where(SECRETS.c.id == identifier)
        row = connection.execute(wanted.with_for_update() if lock else wanted).one_or_none()
        if row is None or row.spent or row.until < time.time():
            return None
        return row if hmac.compare_digest(row.digest, _digest(credential)) else None

    def _owners(self, connection: Connection) -> int:
        wanted = select(func.count()).where(USERS.c.role == Role.OWNER.value, USERS.c.closed.is_(False))
        return int(connection.execute(wanted).scalar_one())

    def _check_owner(self, connection: Connection) -> None:
        """Refuse an act after which nobody is an owner.

        Raises:
            BadInput: nobody is.
        """
        if not self._owners(connection):
            raise BadInput(
                "the organisation would have no owner",
                code="people.no-owner",
                remedy="Make another user an owner first.",
            )


def _secret(prefix: str, kind: str, name: str, rights: str, seconds: float) -> tuple[dict[str, Any], str]:
    """Return the row of a new secret, and the secret."""
    identifier = secrets.token_hex(8)
    secret = f"{prefix}{identifier}.{secrets.token_urlsafe(32)}"
    row = {
        "id": identifier,
        "kind": kind,
        "digest": _digest(secret),
        "user": None,
        "name": name,
        "rights": rights,
        "until": int(time.time() + seconds),
        "spent": False,
    }
    return row, secret


def _digest(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _nobodys() -> str:
    """Return the hash of a password that nobody has."""
    return _hasher().hash(secrets.token_hex(16))


def _hashed(password: str, *, checked: bool = False) -> str:
    """Return a password as it is kept.

    Raises:
        BadInput: it is too short or too long.
    """
    if not checked and not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise BadInput(
            worded(
                "a password has from {least} to {most} letters",
                least=SHORTEST_PASSWORD,
                most=LONGEST_PASSWORD,
            ),
            code="people.password",
        )
    return _hasher().hash(password.encode(errors="replace"))


def _is_password(password: str, kept: str) -> bool:
    if len(password) > LONGEST_PASSWORD:
        return False
    try:
        return _hasher().verify(kept, password.encode(errors="replace"))
    except (VerificationError, InvalidHashError):
        return False
