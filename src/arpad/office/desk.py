"""The arbiter's desk: entries and results become events of a tournament's logbook."""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from arpad.core import BadInput, counted
from arpad.office.logbook import Event, Logbook
from arpad.rulebooks.pairings import FIXED, SYSTEMS, read_result
from arpad.tournament.model import Tournament
from arpad.tournament.points import FOOTBALL_POINTS
from arpad.tournament.results import Result

KNOWN = ("rating", "federation", "title", "club", "grade")
"""What an entry may say beside the name."""

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")
"""FIDE's titles in the order in which they rank players of one rating (C.04.2, 2)."""


HIGHEST = 9999
"""The highest rating that a tournament report has room for."""

ELIMINATION = ("knockout", "double-elimination")
"""Formats in which a result decides who is paired in the next round."""


LAST_NUMBERING = 4
"""The round after whose pairing numbers stay as they are (C.04.2, 2.3)."""


def entered(book: Logbook, name: str, known: Mapping[str, str | int], *, by_rating: bool = False) -> Logbook:
    """Return the logbook with one more participant; who comes late joins in the next round.

    Args:
        book: so far.
        name: not yet taken.
        known: of :data:`KNOWN`; what is empty is left out.
        by_rating: whether who comes late gets the number that the rating gives, and those below move down.
            Else it is the next number.

    Raises:
        BadInput: there is no name, or it is taken, or the format takes nobody after its first round; the
            system ranks nobody by rating, or numbers may no longer change.
    """
    tournament = book.tournament()
    name = plain_name(name)
    if any(_composed(entrant.name) == name for entrant in tournament.entrants):
        raise BadInput(f"{name!r} is entered already", remedy="Make the names differ.")
    if tournament.played and tournament.system in FIXED:
        raise BadInput(f"{tournament.system} has begun: nobody can join", remedy="Undo its rounds first.")
    number = max((entrant.number for entrant in tournament.entrants), default=0) + 1
    event: Event = {"do": "add", "number": number, "name": name}
    event |= {key: _known(key, value) for key, value in known.items() if value}
    if tournament.played:
        event["arrives"] = tournament.played + 1
    if by_rating:
        event |= _placed(tournament, event)
    return book.add(event)


def _known(key: str, value: str | int) -> str | int:
    """Return what is said of an entry, if it can be."""
    if isinstance(value, int):
        if not 0 <= value <= HIGHEST:
            raise BadInput(f"{value} is no rating", remedy=f"Write whole points, up to {HIGHEST}.")
        return value
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


def _rank(rating: int, title: str) -> tuple[int, int]:
    """Return by what players are ranked: the rating, and among equals the title (C.04.2, 2)."""
    title = title.upper()
    return -rating, TITLES.index(title) if title in TITLES else len(TITLES)


def _placed(tournament: Tournament, event: Event) -> Event:
    """Return the number that the rating of a late entry gives, and that others make room for it."""
    if tournament.system not in SYSTEMS or not SYSTEMS[tournament.system].ranked:
        raise BadInput(f"{tournament.system} does not number by rating", remedy="Leave --by-rating out.")
    if not tournament.played:
        return {}
    if tournament.played >= LAST_NUMBERING:
        raise BadInput(
            f"round {LAST_NUMBERING} is paired: numbers stay as they are",
            article="C.04.2, 2.3",
            remedy="Leave --by-rating out: the next number is free.",
        )
    own = _rank(event.get("rating", 0), event.get("title", ""))
    below = (number for number, one in tournament.by_number.items() if _rank(one.rating, one.title) > own)
    place = next(below, event["number"])
    return {"number": place, "insert": True} if place < event["number"] else {}


def entered_from(book: Logbook, path: Path, *, by_rating: bool = False) -> Logbook:
    """Return the logbook with everybody of a CSV file: a column ``name``, and any of :data:`KNOWN`.

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
        raise BadInput(f"{path} is no CSV file: {error}") from error
    header = [word.strip().lower() for word in rows[0]] if rows else []
    unknown = [word for word in header if word not in (*KNOWN, "name")]
    if "name" not in header or unknown:
        said = f"the column {unknown[0]!r} is not known" if unknown else "there is no column 'name'"
        raise BadInput(said, file=str(path), row=1, remedy=f"Columns are name, {', '.join(KNOWN)}.")
    for line, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) > len(header):
            said = f"{counted(len(row), 'cell')} under {counted(len(header), 'heading')}"
            raise BadInput(said, file=str(path), row=line, remedy='Put a name that has a comma into "…".')
        cells = dict(zip(header, (cell.strip() for cell in row), strict=False))
        known: dict[str, str | int] = {key: cells[key] for key in KNOWN if cells.get(key)}
        try:
            if "rating" in known:
                known["rating"] = int(known["rating"])
            book = entered(book, cells.get("name", ""), known, by_rating=by_rating)
        except ValueError:
            raise BadInput(
                f"{known['rating']!r} is no rating", file=str(path), row=line, remedy="Write whole points."
            ) from None
        except BadInput as error:
            raise BadInput(error.problem, file=str(path), row=line, remedy=error.remedy) from error
    return book


def numbered(book: Logbook) -> Logbook:
    """Return the logbook with the participants numbered by rating, where a system wants that (C.04.2, 2).

    Equals are ranked by title, then in the order in which they were entered. From the first round on only a
    late entry can change them (:func:`entered`).

    Returns:
        The same logbook if all have the number that they should have.
    """
    tournament = book.tournament()
    if tournament.rounds or tournament.system not in SYSTEMS or not SYSTEMS[tournament.system].ranked:
        return book

    def rank(number: int) -> tuple[int, int]:
        entrant = tournament.by_number[number]
        return _rank(entrant.rating, entrant.title)

    numbers = sorted(tournament.by_number)
    order = sorted(numbers, key=rank)
    return book if order == numbers else book.add({"do": "number", "order": order})


def gone(book: Logbook, number: int, rounds: Sequence[int], result: str) -> Logbook:
    """Return the logbook with the note that somebody will miss rounds.

    Args:
        book: so far.
        number: whose.
        rounds: which; none for all to come.
        result: the letter of the bye: ``Z``, ``H`` or ``F``.

    Raises:
        BadInput: one of the rounds is paired, or is not planned.
    """
    tournament = book.tournament()
    event: Event = {"do": "away", "number": number, "result": result}
    if rounds or tournament.planned:
        chosen = sorted(set(rounds)) or list(range(tournament.played + 1, tournament.planned + 1))
        if not chosen:
            raise BadInput(f"{counted(tournament.planned, 'round')} planned, and all are paired")
        _to_come(tournament, chosen, "Enter a forfeit as its result.")
        event["rounds"] = chosen
    return book.add(event)


def returned(book: Logbook, number: int, rounds: Sequence[int]) -> Logbook:
    """Return the logbook with the note that somebody who was away plays again.

    Args:
        book: so far.
        number: who.
        rounds: in which rounds; none for all to come.

    Raises:
        BadInput: one of the rounds is paired, or they were not away.
    """
    tournament = book.tournament()
    coming = tournament.played + 1
    event: Event = {"do": "back", "number": number}
    away = {at for at, who in tournament.absences.items() if at >= coming and number in who}
    if rounds:
        _to_come(tournament, rounds, "What it brought stays.")
        event["rounds"] = sorted(set(rounds))
    name = tournament.by_number[number].name
    if not away or not away >= set(rounds):
        at = min(set(rounds) - away, default=coming)
        raise BadInput(f"{name} is not away in round {at}", remedy="Nothing has to be taken back.")
    return book.add(event)


def _to_come(tournament: Tournament, rounds: Sequence[int], remedy: str) -> None:
    """Refuse rounds that are paired, or that are not planned."""
    if min(rounds) <= tournament.played:
        raise BadInput(f"round {min(rounds)} is paired already", remedy=remedy)
    if tournament.planned and max(rounds) > tournament.planned:
        raise BadInput(f"there is no round {max(rounds)}: {counted(tournament.planned, 'round')} planned")


def with_result(book: Logbook, at: int, board: int, text: str) -> Logbook:
    """Return the logbook with a result as it is typed.

    Args:
        book: so far.
        at: the round.
        board: from 1.
        text: in the order in which the board is printed.

    Raises:
        BadInput: there is no such board, or the text is no result.
    """
    tournament = book.tournament()
    games = tournament.rounds[at - 1].pairings
    if not 1 <= board <= len(games):
        raise BadInput(f"round {at} has {counted(len(games), 'board')}, and no board {board}")
    boards = tournament.settings.get("boards", 0)
    white, black, points = read_result(
        tournament.system,
        text,
        goals=tournament.points == FOOTBALL_POINTS,
        boards=boards if isinstance(boards, int) else 0,
    )
    game = games[board - 1]
    if tournament.system in ELIMINATION and at < tournament.played:
        before, now = (
            _ahead(tournament, *r) for r in ((game.white_result, game.black_result), (white, black))
        )
        if before != now:
            raise BadInput(
                f"round {at + 1} is paired, with whoever went on from board {board}",
                remedy=f"Undo back to before round {at + 1}, then correct the result.",
            )
    event: Event = {"do": "result", "round": at, "board": board, "white": white.value, "black": black.value}
    if points is not None:
        event["points"] = [str(value) for value in points]
    return book.add(event)


def _ahead(tournament: Tournament, white: Result, black: Result) -> int:
    """Return 1 if White has more points for a game, −1 if Black has, or 0."""
    first, second = tournament.points.of(white), tournament.points.of(black)
    return (first > second) - (first < second)


def with_all_results(book: Logbook, at: int, texts: Sequence[str]) -> Logbook:
    """Return the logbook with the results of all boards of a round, in the order of the boards.

    Raises:
        BadInput: there are more or fewer than boards, or one is no result.
    """
    boards = len(book.tournament().rounds[at - 1].pairings)
    if len(texts) != boards:
        raise BadInput(
            f"round {at} has {counted(boards, 'board')}, and {counted(len(texts), 'result')} given",
            remedy="Give all of them in the order of the boards, or one with --board.",
        )
    for board, text in enumerate(texts, 1):
        book = with_result(book, at, board, text)
    return book
