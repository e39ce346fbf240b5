"""Events about who takes part: entries, their numbers, and the rounds that somebody misses.

A participant is known in events by an ``entrant`` number that is given once and never changes; the pairing
number, which shifts when a late entry is ranked, is something that events change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.office.events.event import (
    Codec,
    EntrantId,
    EntrantIds,
    Event,
    PairingNumber,
    RequestedBye,
    RoundNumbers,
    Text,
    Truth,
    whole,
)
from arpad.office.events.fields import HIGHEST_RATING, MOST_ROUNDS, refuse, text_of

TEXTS = ("title", "federation", "sex", "identity", "birth", "club", "grade")
"""What of an entry is text, beside the name."""

Rating = Annotated[int, whole(0, HIGHEST_RATING)]


def _name(key: str, value: Any) -> str:
    name = text_of(key, value)
    if not name.strip():
        refuse(key, name, "a name")
    return name


Name = Annotated[str, Codec(_name)]


@dataclass(frozen=True)
class Added(Event):
    """A participant is entered.

    Args:
        entrant: one more than any participant before, those that were undone among them.
        number: the pairing number.
        name: as it is printed.
        insert: whether those with this number and higher ones move up by one; else the number is free.
        rating: in whole points; 0 for none.
        title: GM, IM, … or none.
        federation: country or federation.
        sex: ``m``, ``w`` or unknown.
        identity: the federation's identity number.
        birth: ``1990/05/17``, ``1990`` or unknown.
        club: the club.
        grade: a Go rank.
        arrives: the first round in which to be paired.
    """

    KIND: ClassVar[str] = "add"

    entrant: EntrantId
    number: PairingNumber
    name: Name
    insert: Truth = False
    rating: Rating = 0
    title: Text = ""
    federation: Text = ""
    sex: Text = ""
    identity: Text = ""
    birth: Text = ""
    club: Text = ""
    grade: Text = ""
    arrives: Annotated[int, whole(1, MOST_ROUNDS + 1)] = 1


def _changes(key: str, value: Any) -> dict[str, str | int]:
    if not isinstance(value, dict) or not value:
        refuse(key, value, "fields of an entry with their values")
    found: dict[str, str | int] = {}
    for name, one in value.items():
        if name == "name":
            found[name] = _name(name, one)
        elif name == "rating":
            found[name] = whole(0, HIGHEST_RATING).read(name, one)
        elif name in TEXTS:
            found[name] = text_of(name, one)
        else:
            refuse(key, name, f"one of name, rating, {', '.join(TEXTS)}")
    return found


@dataclass(frozen=True)
class Edited(Event):
    """What is known of a participant is corrected.

    Args:
        entrant: the participant.
        changes: the fields of the entry that change, with their new values.
    """

    KIND: ClassVar[str] = "edit"

    entrant: EntrantId
    changes: Annotated[Mapping[str, str | int], Codec(_changes, dict)]


@dataclass(frozen=True)
class Removed(Event):
    """An entry is taken out before its first round; higher pairing numbers move down by one.

    Args:
        entrant: the participant.
    """

    KIND: ClassVar[str] = "remove"

    entrant: EntrantId


@dataclass(frozen=True)
class Numbered(Event):
    """Everybody gets a new pairing number.

    Args:
        order: the entrants; the first gets number 1.
    """

    KIND: ClassVar[str] = "number"

    order: EntrantIds


@dataclass(frozen=True)
class Away(Event):
    """A participant will miss rounds.

    Args:
        entrant: the participant.
        result: the bye that each of the rounds brings.
        rounds: which, in rising order; none for all remaining.
    """

    KIND: ClassVar[str] = "away"

    entrant: EntrantId
    result: RequestedBye
    rounds: RoundNumbers = ()


@dataclass(frozen=True)
class Back(Event):
    """A participant who was away plays again.

    Args:
        entrant: the participant.
        rounds: in which rounds; none for all remaining.
    """

    KIND: ClassVar[str] = "back"

    entrant: EntrantId
    rounds: RoundNumbers = ()
