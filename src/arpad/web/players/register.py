"""The register of players: looked through, entered, corrected, and taken from a file."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from arpad.core import BadInput
from arpad.office.club.register import Import, Register, Registered
from arpad.office.club.rights import Task, require
from arpad.office.pools.pool import Pool, places, pools
from arpad.office.pools.standing import PoolRating
from arpad.web.answers import Page
from arpad.web.context import RequestContext, Unknown
from arpad.web.outcome import Redirect
from arpad.web.uploads import chosen_or_pasted

ROWS = 50
"""Players on one page."""

SHOWN = 100
"""Lines of a file of each kind that a preview shows."""

LARGEST = 64 * 2**20
"""The largest file of players, in bytes."""

FIELDS = ("name", "title", "federation", "sex", "birth", "club", "identity", "grade")
"""What a form says of a player, in its order."""


@dataclass(frozen=True)
class RegisterPage(Page):
    """The register.

    Args:
        q: the words that are looked for.
        players: a part of those found, by name.
        found: how many there are.
        part: which part, from 1.
        parts: how many there are.
        manages: whether who asks keeps the register.
    """

    TEMPLATE: ClassVar[str] = "register.html.j2"
    q: str
    players: Sequence[Registered]
    found: int
    part: int
    parts: int
    manages: bool


class RatedIn(NamedTuple):
    """A pool in which a player is rated.

    Args:
        pool: its name.
        title: its title.
        rating: in it.
    """

    pool: str
    title: str
    rating: PoolRating


@dataclass(frozen=True)
class RegisteredPage(Page):
    """A player of the register.

    Args:
        player: the player.
        rated: the pools in which the player is rated.
        manages: whether who asks keeps the register.
        seq: the last event of the register.
    """

    TEMPLATE: ClassVar[str] = "register_player.html.j2"
    player: Registered
    rated: Sequence[RatedIn]
    manages: bool
    seq: int


@dataclass(frozen=True)
class ImportPage(Page):
    """What a file would do.

    Args:
        file: its name.
        found: what it would do.
        shown: how many of each kind are shown.
        html_content: the file, packed for the form that accepts it.
    """

    TEMPLATE: ClassVar[str] = "register_import.html.j2"
    file: str
    found: Import
    html_content: str
    shown: int = SHOWN


def register(context: RequestContext) -> RegisterPage:
    """Show the players, or those who are looked for."""
    q = context.query("q")
    players = Register(context.site.database).search(q)
    parts = max(1, -(-len(players) // ROWS))
    part = min(context.whole_of_query("part", 1), parts)
    return RegisterPage(
        q, players[(part - 1) * ROWS : part * ROWS], len(players), part, parts, context.may_rate
    )


def add(context: RequestContext) -> Redirect:
    """Enter a player."""
    entry = Register(context.site.database).register(_fields(context), by=context.actor)
    return Redirect(f"/register/{entry.number}")


def player(context: RequestContext) -> RegisteredPage:
    """Show a player."""
    database = context.site.database
    kept = Register(database)
    entry = kept.player(context.whole_of_path("number"))
    if entry is None:
        raise Unknown("the register has no player of this number", code="register.unknown")
    rated = []
    for name, title in pools(database).items():
        places(database)  # of all pools in one statement; those that follow are not asked
        rating = Pool(database, name).rating(entry.name)
        if rating is not None:
            rated.append(RatedIn(name, title, rating))
    return RegisteredPage(entry, rated, context.may_rate, kept.seq)


def amend(context: RequestContext) -> Redirect:
    """Correct what is known of a player."""
    number = context.whole_of_path("number")
    Register(context.site.database).amend(number, _fields(context), by=context.actor)
    return Redirect(f"/register/{number}")


def preview(context: RequestContext) -> ImportPage:
    """Show what an uploaded file would do."""
    require(context.actor, Task.MANAGE_POOLS)
    file = chosen_or_pasted(context)
    changes = Register(context.site.database).preview(file.content, file.name)
    return ImportPage(file.name, changes, b64encode(zlib.compress(file.content)).decode())


def take(context: RequestContext) -> Redirect:
    """Take the file that was looked at into the register."""
    require(context.actor, Task.MANAGE_POOLS)
    content = _unpacked(context.form.get("content", ""))
    register = Register(context.site.database)
    register.take(content, context.text("file"), by=context.actor, expected=context.whole("seen"))
    return Redirect("/register")


def _unpacked(text: str) -> bytes:
    """Return the file that a form brings back.

    Raises:
        BadInput: it is not as the preview has written it.
    """
    try:
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(b64decode(text, validate=True), LARGEST)
    except (ValueError, zlib.error) as error:
        raise BadInput("the file did not come back whole", code="form.file") from error
    if not unpacking.eof:
        raise BadInput("the file did not come back whole", code="form.file")
    return content


def _fields(context: RequestContext) -> dict[str, str]:
    return {name: context.text(name) for name in FIELDS if name in context.form}
