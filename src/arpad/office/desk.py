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


ELIMINATION = ("knockout", "double-elimination")
"""Formats in which a result decides who is paired in the next round."""


def entered(book: Logbook, name: str, known: Mapping[str, str | int]) -> Logbook:
    """Return the logbook with one more participant; who comes late joins in the next round.

    Args:
        book: so far.
        name: not yet taken.
        known: of :data:`KNOWN`; what is empty is left out.

    Raises:
        BadInput: there is no name, or it is taken, or the format takes nobody after its first round.
    """
    tournament = book.tournament()
    name = name.strip()
    if not name:
        raise BadInput("a participant needs a name")
    if any(unicodedata.category(letter) == "Cc" for letter in name):
        raise BadInput(f"{name!r} has characters that steer a terminal", remedy="Leave them out.")
    if any(entrant.name == name for entrant in tournament.entrants):
        raise BadInput(f"{name!r} is entered already", remedy="Make the names differ.")
    if tournament.played and tournament.system in FIXED:
        raise BadInput(f"{tournament.system} has begun: nobody can join", remedy="Undo its rounds first.")
    number = max((entrant.number for entrant in tournament.entrants), default=0) + 1
    event: Event = {"do": "add", "number": number, "name": name}
    event |= {key: value for key, value in known.items() if value}
    if tournament.played:
        event["arrives"] = tournament.played + 1
    return book.add(event)


def entered_from(book: Logbook, path: Path) -> Logbook:
    """Return the logbook with everybody of a CSV file: a column ``name``, and any of :data:`KNOWN`.

    Raises:
        BadInput: the file cannot be read or has no such column; a name is missing, or taken; a rating is no
            number. With the line.
    """
    try:
        rows = list(csv.reader(path.read_text(encoding="utf-8-sig").splitlines()))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path} cannot be read: {error}") from error
    header = [word.strip().lower() for word in rows[0]] if rows else []
    unknown = [word for word in header if word not in (*KNOWN, "name")]
    if "name" not in header or unknown:
        said = f"the column {unknown[0]!r} is not known" if unknown else "there is no column 'name'"
        raise BadInput(said, file=str(path), row=1, remedy=f"Columns are name, {', '.join(KNOWN)}.")
    for line, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        cells = dict(zip(header, (cell.strip() for cell in row), strict=False))
        known: dict[str, str | int] = {key: cells[key] for key in KNOWN if cells.get(key)}
        try:
            if "rating" in known:
                known["rating"] = int(known["rating"])
            book = entered(book, cells.get("name", ""), known)
        except ValueError:
            raise BadInput(
                f"{known['rating']!r} is no rating", file=str(path), row=line, remedy="Write whole points."
            ) from None
        except BadInput as error:
            raise BadInput(error.problem, file=str(path), row=line, remedy=error.remedy) from error
    return book


def numbered(book: Logbook) -> Logbook:
    """Return the logbook with the participants numbered by rating, where a system wants that (C.04.2, 2).

    Equals are ranked by title, then in the order in which they were entered. From the first round on numbers
    stay as they are, and late entries get the next one.

    Returns:
        The same logbook if all have the number that they should have.
    """
    tournament = book.tournament()
    if tournament.rounds or tournament.system not in SYSTEMS or not SYSTEMS[tournament.system].ranked:
        return book

    def rank(number: int) -> tuple[int, int]:
        entrant = tournament.by_number[number]
        title = entrant.title.upper()
        return -entrant.rating, TITLES.index(title) if title in TITLES else len(TITLES)

    numbers = sorted(tournament.by_number)
    order = sorted(numbers, key=rank)
    return book if order == numbers else book.add({"do": "number", "order": order})


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
