"""Entries: who takes part, one by one or from a list, and the numbers that they get."""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arpad.core import BadInput, counted
from arpad.office.event_fields import HIGHEST_RATING, Event
from arpad.office.event_log import EventLog
from arpad.office.events import TEXTS, Added, Numbered
from arpad.rulebooks.pairing_catalogue import FIXED, SYSTEMS
from arpad.tournament.model import Tournament

COLUMNS = ("rating", "federation", "title", "club", "grade")
"""The columns of a list of entries beside the name."""

KNOWN = ("rating", *TEXTS)
"""What an entry may say beside the name."""

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")
"""FIDE's titles in the order in which they rank players of one rating (C.04.2, 2)."""

LAST_NUMBERING = 4
"""The round after whose pairing numbers stay as they are (C.04.2, 2.3)."""


@dataclass(frozen=True)
class Entry:
    """A participant to be entered.

    Args:
        name: not yet taken.
        known: of :data:`KNOWN`; what is empty is left out.
    """

    name: str
    known: Mapping[str, str | int] = field(default_factory=dict)


def entered(
    book: EventLog, name: str, known: Mapping[str, str | int], *, by_rating: bool = False
) -> EventLog:
    """Return the log with one more participant; a late entrant joins in the next round.

    Args:
        book: so far.
        name: not yet taken.
        known: of :data:`KNOWN`; what is empty is left out.
        by_rating: whether who comes late gets the number that the rating gives, and those below move down.
            Else it is the next number.

    Raises:
        BadInput: there is no name, or it is taken, or the format takes nobody after its first round; the
            system ranks nobody by rating, or numbers may no longer change; a field is not known.
    """
    return all_entered(book, [Entry(name, known)], by_rating=by_rating)


class Refused(BadInput):
    """One of several entries that is refused, and with it all of them.

    Args:
        at: which, from 0.
        error: why.
    """

    def __init__(self, at: int, error: BadInput) -> None:
        self.at = at
        super().__init__(error.problem, article=error.article, remedy=error.remedy)


def all_entered(book: EventLog, entries: Iterable[Entry], *, by_rating: bool = False) -> EventLog:
    """Return the log with more participants, entered in one act: all of them or none.

    Args:
        book: so far.
        entries: in their order.
        by_rating: as in :func:`entered`.

    Raises:
        Refused: one cannot be entered, as in :func:`entered`.
    """
    tournament = book.tournament()
    taken = {_composed(entrant.name) for entrant in tournament.entrants}
    last = max((entrant.number for entrant in tournament.entrants), default=0)
    ranks = {one.number: _rank(one.rating, one.title) for one in tournament.entrants}
    events: list[Event] = []
    for at, entry in enumerate(entries):
        try:
            name = plain_name(entry.name)
            if name in taken:
                raise BadInput(f"{name!r} is entered already", remedy="Make the names differ.")
            if tournament.played and tournament.system in FIXED:
                raise BadInput(
                    f"{tournament.system} has begun: nobody can join", remedy="Undo its rounds first."
                )
            last += 1
            said: dict[str, Any] = {
                key: _known(key, value) for key, value in entry.known.items() if value or key not in KNOWN
            }
            place = last
            if by_rating:
                own = _rank(said.get("rating", 0), said.get("title", ""))
                place = _place(tournament, ranks, own, last)
                ranks = {number + (number >= place): rank for number, rank in ranks.items()}
                ranks[place] = own
            events.append(
                Added(
                    entrant=book.next_entrant + len(events),
                    number=place,
                    name=name,
                    insert=place < last,
                    arrives=tournament.played + 1,
                    **said,
                )
            )
            taken.add(name)
        except BadInput as error:
            raise Refused(at, error) from error
    return book.add(*events) if events else book


def _known(key: str, value: str | int) -> str | int:
    """Return what is said of an entry, if it can be."""
    if key not in KNOWN:
        raise BadInput(f"an entry has no field {key!r}", remedy=f"It has name, {', '.join(KNOWN)}.")
    if key == "rating":
        if type(value) is not int or not 0 <= value <= HIGHEST_RATING:
            raise BadInput(
                f"{str(value)[:40]} is not a valid rating",
                remedy=f"Write whole points, up to {HIGHEST_RATING}.",
            )
        return value
    if not isinstance(value, str):
        raise BadInput(f"the {key} {str(value)[:40]} is not text", remedy="Write text.")
    _check_letters(value)
    if any(unicodedata.category(letter) == "Cc" for letter in value):
        raise BadInput(f"the {key} {value!r} has characters that steer a terminal", remedy="Leave them out.")
    return value.strip()


def plain_name(name: str) -> str:
    """Return a name as it is kept: composed characters (Unicode's form C), single blanks, none at its ends.

    Raises:
        BadInput: nothing is left that can be seen, it has characters that steer a terminal, or is not UTF-8.
    """
    _check_letters(name)
    name = _composed(name)
    kinds = [unicodedata.category(letter) for letter in name]
    if "Cc" in kinds or any(unicodedata.bidirectional(letter) in STEERING for letter in name):
        raise BadInput(f"{name!r} has characters that steer a terminal", remedy="Leave them out.")
    if all(kind in ("Cf", "Zs", "Mn") for kind in kinds):
        raise BadInput("a participant needs a name")
    return name


def _check_letters(text: str) -> None:
    """Refuse halves of surrogate pairs: a command line hands on bytes so that are no letters in UTF-8."""
    if any(unicodedata.category(letter) == "Cs" for letter in text):
        raise BadInput(f"{text!r} is not written in UTF-8", remedy="Write it in UTF-8.")


def _composed(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split())


STEERING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Kinds of characters that turn the direction of what follows them."""


def _rank(rating: int, title: str) -> Rank:
    """Return by what players are ranked: the rating, and among equals the title (C.04.2, 2)."""
    title = title.upper()
    return -rating, TITLES.index(title) if title in TITLES else len(TITLES)


Rank = tuple[int, int]
"""By what players are ranked; the smaller is ahead."""


def _place(tournament: Tournament, ranks: Mapping[int, Rank], own: Rank, last: int) -> int:
    """Return the number that the rating of a late entry gives: before the first who is ranked lower."""
    if tournament.system not in SYSTEMS or not SYSTEMS[tournament.system].ranked:
        raise BadInput(
            f"{tournament.system} does not number by rating", remedy="Enter in the order of the entries."
        )
    if not tournament.played:
        return last
    if tournament.played >= LAST_NUMBERING:
        raise BadInput(
            f"round {LAST_NUMBERING} is paired: numbers stay as they are",
            article="C.04.2, 2.3",
            remedy="Enter without ranking by rating: the next number is free.",
        )
    return min((number for number, rank in ranks.items() if rank > own), default=last)


def entered_from(book: EventLog, path: Path, *, by_rating: bool = False) -> EventLog:
    """Return the log with everybody of a CSV file: a column ``name``, and any of :data:`KNOWN`.

    Args:
        book: so far.
        path: the file.
        by_rating: as in :func:`entered`.

    Raises:
        BadInput: the file cannot be read or has no such column; a name is missing, or taken; a rating is no
            number. With the line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not written in UTF-8", remedy="Save it as CSV in UTF-8.") from error
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}") from error
    first = text.partition("\n")[0]
    # Spreadsheets of half the world write semicolons.
    apart = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(text.splitlines(), delimiter=apart, strict=True))
    except csv.Error as error:
        raise BadInput(f"{path} is not a valid CSV file: {error}") from error
    header = [word.strip().lower() for word in rows[0]] if rows else []
    unknown = [word for word in header if word not in (*COLUMNS, "name")]
    if "name" not in header or unknown:
        said = f"the column {unknown[0]!r} is not known" if unknown else "there is no column 'name'"
        raise BadInput(said, file=str(path), row=1, remedy=f"Columns are name, {', '.join(COLUMNS)}.")
    entries: list[Entry] = []
    lines: list[int] = []
    for line, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) > len(header):
            said = f"{counted(len(row), 'cell')} under {counted(len(header), 'heading')}"
            raise BadInput(said, file=str(path), row=line, remedy='Put a name that has a comma into "…".')
        cells = dict(zip(header, (cell.strip() for cell in row), strict=False))
        known: dict[str, str | int] = {key: cells[key] for key in COLUMNS if cells.get(key)}
        if "rating" in known:
            try:
                known["rating"] = int(known["rating"])
            except ValueError:
                raise BadInput(
                    f"{str(known['rating'])[:40]!r} is not a valid rating",
                    file=str(path),
                    row=line,
                    column="rating",
                    remedy="Write whole points.",
                ) from None
        entries.append(Entry(cells.get("name", ""), known))
        lines.append(line)
    try:
        return all_entered(book, entries, by_rating=by_rating)
    except Refused as error:
        raise BadInput(
            error.problem, file=str(path), row=lines[error.at], article=error.article, remedy=error.remedy
        ) from error


def numbered(book: EventLog) -> EventLog:
    """Return the log with the participants numbered by rating, where a system wants that (C.04.2, 2).

    Equals are ranked by title, then in the order in which they were entered. From the first round on only a
    late entry can change them (:func:`entered`).

    Returns:
        The same logbook if all have the number that they should have.
    """
    event = numbering(book)
    return book if event is None else book.add(event)


def numbering(book: EventLog) -> Numbered | None:
    """Return the event that numbers everybody by rating; None if nobody's number changes."""
    tournament = book.tournament()
    if tournament.rounds or tournament.system not in SYSTEMS or not SYSTEMS[tournament.system].ranked:
        return None
    numbers = list(tournament.by_number)
    ranks = {number: _rank(one.rating, one.title) for number, one in tournament.by_number.items()}
    order = sorted(numbers, key=ranks.__getitem__)
    if order == numbers:
        return None
    return Numbered(tuple(book.by_number[number] for number in order))
