"""What can happen to the people of an organisation, as events; no event holds a password or a secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from arpad.office.club.rights import Role
from arpad.office.events.stored_event import StoredEvent, Text, Texts, Truth, whole, word
from arpad.office.store.tournaments import Visibility

FORMAT = 1
HEADER = "arpad people"

UserNumber = Annotated[int, whole(1, 10**15)]
RoleName = Annotated[str, word(*(role.value for role in Role if role is not Role.VISITOR))]


@dataclass(frozen=True)
class UserEntered(StoredEvent):
    """A user came in for the first time, by an invitation."""

    KIND: ClassVar[str] = "user"

    user: UserNumber
    name: Text
    role: RoleName


@dataclass(frozen=True)
class RoleGiven(StoredEvent):
    """A user has another role."""

    KIND: ClassVar[str] = "role"

    user: UserNumber
    role: RoleName


@dataclass(frozen=True)
class UserClosed(StoredEvent):
    """A user may no longer come in; the user's tokens no longer hold."""

    KIND: ClassVar[str] = "close"

    user: UserNumber


@dataclass(frozen=True)
class TournamentGiven(StoredEvent):
    """A user is an arbiter of a tournament, or no longer is."""

    KIND: ClassVar[str] = "grant"

    user: UserNumber
    tournament: Text
    given: Truth


@dataclass(frozen=True)
class TournamentVisibilityChanged(StoredEvent):
    """A tournament is listed, hidden, archived or deleted."""

    KIND: ClassVar[str] = "visibility"

    tournament: Text
    visibility: Annotated[str, word(*Visibility)]


@dataclass(frozen=True)
class PasswordChanged(StoredEvent):
    """A user has another password."""

    KIND: ClassVar[str] = "password"

    user: UserNumber


@dataclass(frozen=True)
class Invited(StoredEvent):
    """An invitation was made, by which one user comes in with a role."""

    KIND: ClassVar[str] = "invite"

    id: Text
    role: RoleName


@dataclass(frozen=True)
class TokenMade(StoredEvent):
    """A token was made, with which a program does what a user may do within some scopes."""

    KIND: ClassVar[str] = "token"

    id: Text
    user: UserNumber
    name: Text
    scopes: Texts


@dataclass(frozen=True)
class TokenRevoked(StoredEvent):
    """A token no longer holds."""

    KIND: ClassVar[str] = "revoke"

    id: Text


KINDS: Mapping[str, type[StoredEvent]] = {
    kind.KIND: kind
    for kind in (
        UserEntered,
        RoleGiven,
        UserClosed,
        TournamentGiven,
        TournamentVisibilityChanged,
        PasswordChanged,
        Invited,
        TokenMade,
        TokenRevoked,
    )
}
"""Word in a line → event of the people of an organisation."""
