"""Entries: who takes part, one by one or from a list, and the numbers that they get."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arpad.core import BadInput, worded, worded_count
from arpad.office.desk.asking import entrant_of
from arpad.office.desk.numbering import place_of, rank_of
from arpad.office.events.entries import Added, Edited, Removed
from arpad.office.events.entry_fields import TEXTS
from arpad.office.events.fields import HIGHEST_RATING
from arpad.office.log.event_log import EventLog
from arpad.office.policy import Finding, Severity, named
from arpad.rulebooks.pairing_catalogue import FIXED, SYSTEMS, check_grade
from arpad.tournament.model import ABSENT, Tournament
from arpad.tournament.trf.fields import PLAYER_COLUMNS

FIELDS = ("rating", *TEXTS)
"""What an entry may say beside the name."""

NAME_AND_FIELDS = ("name", *FIELDS)


@dataclass(frozen=True)
class ParticipantEntry:
    """A participant to be entered.

    Args:
        name: not yet taken.
        fields: of :data:`FIELDS`; what is empty is left out.
    """

    name: str
    fields: Mapping[str, str | int] = field(default_factory=dict)


def enter(log: EventLog, name: str, fields: Mapping[str, str | int], *, by_rating: bool = False) -> EventLog:
    """Return the log with one more participant; a late entrant joins in the next round.

    Args:
        log: so far.
        name: not yet taken.
        fields: of :data:`FIELDS`; what is empty is left out.
        by_rating: whether who comes late gets the number that the rating gives, and those below move down.
            Else it is the next number.

    Raises:
        BadInput: there is no name, or it is taken, or the format takes nobody after its first round; the
            system ranks nobody by rating, or numbers may no longer change; a field is not known or not valid.
    """
    return enter_all(log, [ParticipantEntry(name, fields)], by_rating=by_rating)


class EntryRefused(BadInput):
    """One of several entries that is refused, and with it all of them.

    Args:
        at: which, from 0.
        error: why.
    """

    def __init__(self, at: int, error: BadInput) -> None:
        self.at = at
        super().__init__(error.problem, article=error.article, remedy=error.remedy, code=error.code)


def enter_all(
    log: EventLog,
    entries: Iterable[ParticipantEntry],
    *,
    by_rating: bool = False,
    refused: list[EntryRefused] | None = None,
) -> EventLog:
    """Return the log with more participants, entered in one act: all of them or none.

    Args:
        log: so far.
        entries: in their order.
        by_rating: as in :func:`enter`.
        refused: takes those that cannot be entered, and the others are; None where one refuses them all.

    Raises:
        EntryRefused: one cannot be entered, as in :func:`enter`.
    """
    tournament = log.tournament()
    taken = {composed(entrant.name) for entrant in tournament.entrants}
    last = max((entrant.number for entrant in tournament.entrants), default=0)
    ranks = {entrant.number: rank_of(entrant.rating, entrant.title) for entrant in tournament.entrants}
    events: list[Added] = []
    for at, entry in enumerate(entries):
        try:
            name, fields = _checked_entry(tournament, entry, taken)
            place = last + 1
            if by_rating:
                own = rank_of(fields.get("rating", 0), fields.get("title", ""))
                place = place_of(tournament, ranks, own, last + 1)
                ranks = {number + (number >= place): rank for number, rank in ranks.items()}
                ranks[place] = own
            events.append(
                Added(
                    entrant=log.next_entrant + len(events),
                    number=place,
                    name=name,
                    insert=place <= last,
                    arrives=tournament.played + 1,
                    **fields,
                )
            )
            taken.add(name)
            last += 1
        except BadInput as error:
            if refused is None:
                raise EntryRefused(at, error) from error
            refused.append(EntryRefused(at, error))
    if not events:
        return log.saying(())
    return _with_entries(log, events)


def _checked_entry(
    tournament: Tournament, entry: ParticipantEntry, taken: Collection[str]
) -> tuple[str, dict[str, Any]]:
    """Return the name and the fields of a participant to be entered, as they are kept.

    Raises:
        BadInput: the participant cannot be entered, as in :func:`enter`.
    """
    name = plain_name(entry.name)
    if name in taken:
        raise _taken(name)
    if tournament.played and tournament.system in FIXED:
        raise BadInput(
            worded("{system} has begun: nobody can join", system=tournament.system),
            code="entry.too-late",
            remedy="Undo its rounds first.",
        )
    fields: dict[str, Any] = {
        key: checked_field(key, value) for key, value in entry.fields.items() if value or key not in FIELDS
    }
    check_grade(tournament.system, str(fields.get("grade", "")))
    return name, fields


def _with_entries(log: EventLog, events: Sequence[Added]) -> EventLog:
    """Return the log with participants entered, and what follows from it for them and others."""
    moved = [
        Finding(
            "entry.numbers-move",
            worded("the numbers from {number} on have moved up by one", number=event.number),
        )
        for event in events
        if event.insert
    ]
    if moved:
        moved += _virtual_points(log.tournament())
    after = log.add(*events)
    names = {event.name for event in events}
    return after.saying(
        [
            *moved,
            *_needed(after.tournament(), names),
            *_no_room(after.tournament(), names, NAME_AND_FIELDS),
            *unread_births(after.tournament(), names),
        ]
    )


def _virtual_points(tournament: Tournament) -> Iterator[Finding]:
    """Yield that others have the points for the pairing only, once numbers have moved."""
    if tournament.accelerations:
        text = worded("points for the pairing only are given by number: others may have them now")
        follows = worded("Undo the act if the same participants are to keep them")
        yield Finding("acceleration.numbers-moved", text, Severity.WARNING, follows=follows)


def _needed(tournament: Tournament, names: Collection[str]) -> Iterator[Finding]:
    """Yield who of some lacks what the rules of the system need to pair anybody."""
    needs = SYSTEMS[tournament.system].needs if tournament.system in SYSTEMS else ()
    if not needs or tournament.settings.get("mcmahon") or tournament.settings.get("provisional"):
        return  # the arbiter has said where those start who have none
    for number, entrant in tournament.by_number.items():
        if entrant.name in names and not any(getattr(entrant, field) for field in needs):
            text = worded(
                "{who} has no {known}, without which {system} cannot pair",
                who=named(tournament, number),
                known=worded("{first} or {last}", first=worded(needs[0]), last=worded(needs[-1]))
                if len(needs) > 1
                else worded(needs[0]),
                system=tournament.system,
            )
            follows = worded("Correct the entry before the next round is paired")
            yield Finding("entry.needed", text, Severity.WARNING, follows=follows, numbers=(number,))


def _no_room(tournament: Tournament, names: Collection[str], fields: Collection[str]) -> Iterator[Finding]:
    """Yield for which fields of some a tournament report has no room (TRF26, 001)."""
    for column, first, last in PLAYER_COLUMNS:
        width = last - first + 1
        numbers = tuple(
            number
            for number, entrant in tournament.by_number.items()
            if column in fields and entrant.name in names and len(str(getattr(entrant, column))) > width
        )
        if numbers:
            named_players = named(tournament, *numbers[:NAMED])
            if len(numbers) > NAMED:
                named_players = worded(
                    "{first} and {number} more", first=named_players, number=len(numbers) - NAMED
                )
            text = worded_count(
                "FIDE's report has room for {count} letter of the {field}: that of {who} is longer",
                "FIDE's report has room for {count} letters of the {field}: that of {who} is longer",
                width,
                field=worded(WORDS.get(column, column)),
                who=named_players,
            )
            follows = (
                worded("The report cuts it")
                if column == "name"
                else worded("Correct the entry before the export")
            )
            severity = Severity.NOTE if column == "name" else Severity.WARNING
            yield Finding("entry.no-room", text, severity, follows=follows, numbers=numbers)


_BIRTH = re.compile(r"[12]\d{3}([/.-]\d{1,2}([/.-]\d{1,2})?)?", re.ASCII)


def unread_births(tournament: Tournament, names: Collection[str]) -> Iterator[Finding]:
    """Yield whose date of birth says no year to a reader of reports and to categories by age.

    Args:
        tournament: with those who are entered; of teams, that of their players.
        names: of whom it is asked.
    """
    numbers = tuple(
        number
        for number, entrant in tournament.by_number.items()
        if entrant.name in names and entrant.birth and not _BIRTH.fullmatch(entrant.birth)
    )
    if not numbers:
        return
    named_players = named(tournament, *numbers[:NAMED])
    if len(numbers) > NAMED:
        named_players = worded("{first} and {number} more", first=named_players, number=len(numbers) - NAMED)
    text = worded(
        "the date of birth {birth!r} is not read: the age of {who} is not known",
        birth=tournament.by_number[numbers[0]].birth,
        who=named_players,
    )
    follows = worded("Write it as 1990/05/17 or 1990")
    yield Finding("entry.birth", text, Severity.WARNING, follows=follows, numbers=numbers)


NAMED = 3
"""How many participants a finding names."""

WORDS = {"identity": "FIDE id"}
"""What fields of an entry are called where they are not called by their names."""


def _taken(name: str) -> BadInput:
    return BadInput(
        worded("{name!r} is entered already", name=name),
        code="entry.name-taken",
        remedy="Make the names differ.",
    )


def edit(log: EventLog, number: int, changes: Mapping[str, str | int]) -> EventLog:
    """Return the log with what is known of a participant corrected.

    Args:
        log: so far.
        number: the participant's.
        changes: the fields that change: ``name``, or of :data:`FIELDS`; an empty text or rating 0 is unknown.

    Raises:
        BadInput: nobody has the number, the name is taken, a field is not known or its value is not valid, or
            nothing changes.
    """
    tournament = log.tournament()
    entrant = entrant_of(log, number)
    before = tournament.by_number[number]
    wanted: dict[str, str | int] = {}
    for key, value in changes.items():
        checked = plain_name(str(value)) if key == "name" else checked_field(key, value)
        if checked != getattr(before, key):
            wanted[key] = checked
    if not wanted:
        raise BadInput(worded("nothing changes for {who}", who=named(tournament, number)), code="entry.same")
    check_grade(tournament.system, str(wanted.get("grade", "")))
    if "name" in wanted and any(
        participant.name == wanted["name"]
        for other, participant in tournament.by_number.items()
        if other != number
    ):
        raise _taken(str(wanted["name"]))
    findings = []
    if tournament.played and wanted.keys() & {"rating", "title"} and SYSTEMS[tournament.system].ranked:
        text = worded(
            "{who} keeps the pairing number; paired rounds stay as they are", who=named(tournament, number)
        )
        findings.append(Finding("entry.number-stays", text, article="C.04.2, 2.3", numbers=(number,)))
    after = log.add(Edited(entrant, wanted))
    name = after.tournament().by_number[number].name
    if wanted.keys() & {"rating", "grade"}:
        findings += _needed(after.tournament(), {name})
    findings += _no_room(after.tournament(), {name}, wanted.keys())
    if "birth" in wanted:
        findings += unread_births(after.tournament(), {name})
    return after.saying(findings)


def remove(log: EventLog, number: int) -> EventLog:
    """Return the log without a participant who is in no round yet.

    Raises:
        BadInput: nobody has the number, or a round has the participant.
    """
    tournament = log.tournament()
    entrant = entrant_of(log, number)
    for at, entry in enumerate(tournament.history[number], 1):
        if entry != ABSENT or any(bye.number == number for bye in tournament.rounds[at - 1].byes):
            raise BadInput(
                worded("{who} is in round {at}", who=named(tournament, number), at=at),
                code="entry.has-rounds",
                remedy="A participant who leaves is away in all rounds to come.",
            )
    findings = []
    if number < len(tournament.entrants):
        text = worded("the numbers from {next} on move down by one", next=number + 1)
        findings.append(Finding("entry.numbers-move", text, numbers=(number,)))
        findings += _virtual_points(tournament)
        if isinstance(tournament.settings.get("groups"), Mapping):
            text = worded(
                "the groups were given by number: whoever gets another number may be in another group"
            )
            follows = worded("Begin the tournament anew with the groups as they are to be")
            findings.append(Finding("entry.groups-move", text, Severity.WARNING, follows=follows))
    return log.add(Removed(entrant), findings=findings)


def checked_field(key: str, value: str | int) -> str | int:
    """Return what is said of an entry, if it can be.

    Raises:
        BadInput: an entry has no such field, or the value is not valid.
    """
    if key not in FIELDS:
        raise BadInput(
            worded("an entry has no field {key!r}", key=key),
            code="entry.unknown-field",
            remedy=worded("It has name, {known}.", known=", ".join(FIELDS)),
        )
    if key == "rating":
        if type(value) is not int or not 0 <= value <= HIGHEST_RATING:
            raise BadInput(
                worded("{value} is not a valid rating", value=str(value)[:40]),
                code="entry.rating",
                remedy=worded("Write whole points, up to {most}.", most=HIGHEST_RATING),
            )
        return value
    if not isinstance(value, str):
        raise BadInput(
            worded("the {key} {value} is not text", key=key, value=str(value)[:40]),
            code="entry.not-text",
            remedy="Write text.",
        )
    _check_letters(value)
    if any(unicodedata.category(letter) == "Cc" for letter in value):
        raise BadInput(
            worded("the {key} {value!r} has control characters", key=key, value=value),
            code="entry.control-characters",
            remedy="Leave them out.",
        )
    if key == "sex":
        return _sex(value)
    return value.strip()


def _sex(text: str) -> str:
    """Return a sex as reports write it: ``m``, ``w``, or nothing.

    Raises:
        BadInput: it is neither.
    """
    word = text.strip().lower()
    if word not in ("", "m", "w", "f"):
        raise BadInput(
            worded("{text!r} is not m or w", text=text[:40]),
            code="entry.sex",
            remedy="Write m, w or nothing.",
        )
    return "w" if word == "f" else word


def plain_name(name: str) -> str:
    """Return a name as it is kept: composed characters (Unicode's form C), single blanks, none at its ends.

    Raises:
        BadInput: nothing is left that can be seen, it has control characters, or is not UTF-8.
    """
    _check_letters(name)
    name = composed(name)
    kinds = [unicodedata.category(letter) for letter in name]
    if "Cc" in kinds or any(unicodedata.bidirectional(letter) in STEERING for letter in name):
        raise BadInput(
            worded("{name!r} has control characters", name=name),
            code="entry.control-characters",
            remedy="Leave them out.",
        )
    if all(kind in ("Cf", "Zs", "Mn") for kind in kinds):
        raise BadInput("a participant needs a name", code="entry.no-name")
    return name


def _check_letters(text: str) -> None:
    """Refuse halves of surrogate pairs: a command line hands on bytes so that are no letters in UTF-8."""
    if any(unicodedata.category(letter) == "Cs" for letter in text):
        raise BadInput(
            worded("{text!r} is not written in UTF-8", text=text),
            code="entry.not-utf-8",
            remedy="Write it in UTF-8.",
        )


def composed(name: str) -> str:
    """Return a name with composed characters, single blanks, and none at its ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


STEERING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Kinds of characters that turn the direction of what follows them."""
