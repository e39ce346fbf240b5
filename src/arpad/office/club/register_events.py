"""What can happen to the register of players, as events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.office.events.entry_fields import TEXTS, Name
from arpad.office.events.fields import refuse, text_of
from arpad.office.events.stored_event import Codec, StoredEvent, Text, whole

FORMAT = 1
HEADER = "arpad register"

PlayerNumber = Annotated[int, whole(1, 10**9)]


@dataclass(frozen=True)
class PlayerRegistered(StoredEvent):
    """A player is entered into the register; the fields are those of an entry in a tournament.

    Args:
        player: one more than any player before.
        name: by which results and pools know the player.
        title: GM, IM, … or none.
        federation: country or federation.
        sex: ``m``, ``w`` or unknown.
        identity: the federation's identity number.
        birth: ``1990/05/17``, ``1990`` or unknown.
        club: the club.
        grade: a Go rank.
    """

    KIND: ClassVar[str] = "player"

    player: PlayerNumber
    name: Name
    title: Text = ""
    federation: Text = ""
    sex: Text = ""
    identity: Text = ""
    birth: Text = ""
    club: Text = ""
    grade: Text = ""


def _changes(key: str, value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not value or not set(value) <= {"name", *TEXTS}:
        refuse(key, value, f"fields of a player: name, {', '.join(TEXTS)}")
    return {name: text_of(name, text) for name, text in value.items()}


@dataclass(frozen=True)
class PlayerAmended(StoredEvent):
    """What is known of a player is corrected.

    Args:
        player: the number in the register.
        changes: the fields that change, with their new values.
    """

    KIND: ClassVar[str] = "amend"

    player: PlayerNumber
    changes: Annotated[Mapping[str, str], Codec(_changes, dict)]


KINDS: Mapping[str, type[StoredEvent]] = {kind.KIND: kind for kind in (PlayerRegistered, PlayerAmended)}
"""Word in a line → event of the register."""
