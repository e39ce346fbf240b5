"""A table of games in memory as a tournament: a row for each board of each round, and for each bye.

The columns are found as :func:`arpad.read_games` finds them. A record of games has no byes, forfeits and
games to come, which a tournament needs: their rows are read here, by the same columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from arpad.core import BadInput, counted
from arpad.core.interface import argument, named_columns
from arpad.core.score import normal_result, parse_score, points_of
from arpad.record import Games, Players, read_players
from arpad.record.cells.interning import composed
from arpad.record.cells.unplayed import DEFAULT_BYES, bare, is_bye, is_forfeit
from arpad.record.kinds.games import observed_games
from arpad.record.kinds.observer import FileSeen, Observer
from arpad.record.tables.faults import Faults
from arpad.record.tables.frames import as_polars
from arpad.tournament.model import Bye, Entrant, Pairing, Round, Tournament
from arpad.tournament.results import Result
from arpad.tournament.trf.reading import first_colour

if TYPE_CHECKING:
    import polars as pl

    from arpad.record.tables.frames import Frame

PlayerSource: TypeAlias = Players | str | Path | Mapping[str, float | None]
"""Who takes part: players, a file that :func:`arpad.read_players` reads, or ratings by name."""

TABLE = "DataFrame"
"""What a table in memory is called in messages."""

SCORES = {1.0: Result.WIN, 0.5: Result.DRAW, 0.0: Result.LOSS}

HALVES = frozenset({(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)})
"""The points of both sides where the points are those of a game of chess, and no goals."""

BYES = {1.0: Result.PAIRING_BYE, 0.5: Result.HALF_BYE, 0.0: Result.ZERO_BYE}
"""What kind of bye brings so many points."""

BYE_WORDS = {"half": Result.HALF_BYE, "full": Result.FULL_BYE, "zero": Result.ZERO_BYE}
"""What a bye brings, by the word before it in the place of a name: *half-point bye*."""

ROUND = re.compile(r"(\D*?)0*(\d+)(?:\.0+)?")
"""The label of a round: a number, or words before a number."""


@dataclass(frozen=True)
class TableRow:
    """A row of the table.

    Args:
        row: its number, from 1.
        label: what the column of the round has.
        names: the two sides; an empty name stands for nobody.
        results: what each side gets.
        points: goals and the like of both sides.
        coloured: whether the first side has White.
        handicap: stones given to Black.
    """

    row: int
    label: str
    names: tuple[str, str]
    results: tuple[Result, Result]
    points: tuple[Fraction, Fraction] | None = None
    coloured: bool = True
    handicap: int = 0


def tournament_of_games(
    source: Games | Frame,
    columns: Mapping[str, str] | None = None,
    players: PlayerSource | None = None,
) -> tuple[Tournament, tuple[str, ...]]:
    """Return the tournament of a table of games, and what was supposed in reading it.

    Participants are numbered by their ratings where they are known (``players``), and otherwise in the order
    in which they stand among ``players``, or first appear in the rounds. The points are 1, ½ and 0. Who is in
    no row of a round after the first of their own has a zero-point bye there. A last round that has byes
    alone is still to be paired, and who has a bye in it is not paired.

    Args:
        source: a table as :func:`arpad.read_games` takes it, or a record of games without byes.
        columns: which column is what, as of :func:`arpad.read_games`.
        players: who takes part, with ratings where known; None for who stands in the table.

    Raises:
        BadInput: the table cannot be read; has no column of the round (``games.no-round``), or rounds that
            are not numbered from 1 on (``games.round``); games of several events (``games.several-events``);
            somebody twice in a round (``games.twice-in-round``); or a bye or forfeit that cannot be told
            (``games.unplayed``).
    """
    if isinstance(source, Games):
        if columns:
            raise BadInput(
                "a record of games has no columns to choose", remedy="Leave columns out.", code="games.record"
            )
        games, rows = source, list(_record_rows(source))
    else:
        frame = as_polars(source)
        observer = Observer()
        games = observed_games(frame, observer, Faults(), columns=columns)
        (seen,) = observer.files
        _check_round(games, "round" in seen.roles)
        rows = sorted(
            [*_game_rows(games, [int(row) for row in seen.lines]), *_unplayed_rows(frame, games, seen)],
            key=lambda row: row.row,
        )
    numbered, label = _rows_by_round(rows)
    entrants = _entrants(rows, players)
    number = {entrant.name: entrant.number for entrant in entrants}
    rounds = tuple(_round(at, some, number, label) for at, some in enumerate(numbered, 1))
    absences: dict[int, dict[int, Result]] = {}
    if rounds and not rounds[-1].pairings:
        # Byes alone are those that were asked for in the round that is to be paired.
        absences[len(rounds)] = {bye.number: bye.result for bye in rounds[-1].byes}
        rounds = rounds[:-1]
    arrived = tuple(_arriving(entrant, rounds) for entrant in entrants)
    notes = list(games.source.notes)
    notes.append(
        f"the games name no pairing system: it is fide-dutch unless {argument('system')} says otherwise"
    )
    if not any(entrant.rating for entrant in entrants):
        order = "in the order of their first appearance" if players is None else "in the order of the players"
        notes.append(f"the games have no ratings: participants are numbered {order}")
    title = games.event.names[0] if games.event is not None and len(games.event.names) == 1 else ""
    tournament = Tournament(arrived, rounds, title, initial_colour=first_colour(rounds), absences=absences)
    return tournament, tuple(notes)


def _check_round(games: Games, has_rounds: bool) -> None:
    """Check that the rounds are known, and that the games are those of one event.

    Raises:
        BadInput: they are not.
    """
    if not has_rounds:
        raise BadInput(
            "a tournament needs the round of every game, and no column is known to hold it",
            file=TABLE,
            remedy=f"Name it: arpad.read_report(games, {named_columns('round')}).",
            code="games.no-round",
        )
    labels = games.event
    events = [] if labels is None else sorted({labels.names[code] for code in labels.codes if code >= 0})
    if len(events) > 1:
        raise BadInput(
            f"the games are of {counted(len(events), 'event')}: {events[0]}, {events[1]}"
            + (" and others" if len(events) > 2 else ""),
            file=TABLE,
            remedy="Give the games of one event.",
            code="games.several-events",
        )


def _record_rows(games: Games) -> Iterator[TableRow]:
    """Yield the games of a record, which has no byes, forfeits and games to come.

    Raises:
        BadInput: its source had some, so that the rounds are not complete; or there are no rounds.
    """
    _check_round(games, games.round is not None)
    lost = games.source.byes + games.source.fixtures
    if lost:
        raise BadInput(
            f"the source has {counted(lost, 'row')} with byes, forfeits or games to come, which a record of "
            "games does not keep",
            remedy="Give the table itself, or the report.",
            code="games.unplayed",
        )
    yield from _game_rows(games, range(1, len(games) + 1))


def _game_rows(games: Games, rows: Sequence[int]) -> Iterator[TableRow]:
    """Yield the games that were played, White as the first side."""
    assert games.round is not None
    names = games.players.names
    first, second = games.points_first, games.points_second
    both = (
        None if first is None or second is None else list(zip(first.tolist(), second.tolist(), strict=True))
    )
    if both is not None and set(both) <= HALVES:
        both = None
    for at, row in enumerate(rows):
        score = float(games.score[at])
        if score not in SCORES:
            raise BadInput(
                f"a score of {score:g} is neither a win, a draw nor a loss",
                file=TABLE,
                row=row,
                unit="row",
                column="score",
                remedy="Expected 1, ½ or 0.",
                code="games.score",
            )
        side = 0 if games.advantage is None else int(games.advantage[at])
        order = (1, 0) if side < 0 else (0, 1)
        sides = (str(names[games.first[at]]), str(names[games.second[at]]))
        results = (SCORES[score], SCORES[score].opposite())
        points = None if both is None or np.isnan(both[at]).any() else tuple(map(Fraction, both[at]))
        yield TableRow(
            row,
            games.round.word(at) or "",
            (sides[order[0]], sides[order[1]]),
            (results[order[0]], results[order[1]]),
            None if points is None else (points[order[0]], points[order[1]]),
            coloured=side != 0,
            handicap=0 if games.handicap is None else int(games.handicap[at]),
        )


def _unplayed_rows(frame: pl.DataFrame, games: Games, seen: FileSeen) -> Iterator[TableRow]:
    """Yield the rows that are no games that were played: byes, forfeits and games to come."""
    if not games.source.byes + games.source.fixtures:
        return
    if seen.reading is not None and seen.reading.reshape is not None:
        raise BadInput(
            f"the table has {counted(games.source.byes + games.source.fixtures, 'cell')} with byes, forfeits "
            "or games to come, which cannot be read from a table of this shape",
            file=TABLE,
            remedy="Give a row for every game, with its round.",
            code="games.unplayed",
        )
    played = {int(row) for row in seen.lines}
    sides = {1} if not len(games) else {0} if games.advantage is None else set(games.advantage.tolist())
    side = sides.pop() if len(sides) == 1 else 0
    roles = {role: name for role, name in seen.roles.items() if name in frame.columns}
    for at, cells in enumerate(frame.iter_rows(named=True), 1):
        row = {role: _text(cells[name]) for role, name in roles.items()}
        if at in played or not any(_text(cell) for cell in cells.values()):
            continue
        names = (composed(row["first"]), composed(row["second"]))
        free = [is_bye(name, DEFAULT_BYES) for name in names]
        if any(free):
            if all(free):
                raise _unclear(at, "nobody is named")
            yield _bye_row(at, row, names, free[0])
            continue
        for name in names:
            _check_name(name, games.players, at)
        results = _unplayed_result(at, row, side >= 0)
        if side < 0:
            names, results = (names[1], names[0]), (results[1], results[0])
        yield TableRow(at, row["round"], names, results, coloured=side != 0)


def _text(cell: Any) -> str:
    return "" if cell is None else str(cell).strip()


def _unclear(row: int, problem: str) -> BadInput:
    return BadInput(
        problem,
        file=TABLE,
        row=row,
        unit="row",
        remedy="Expected a name, and 1, ½ or 0 for a bye; +-, -+ or -- for a forfeit.",
        code="games.unplayed",
    )


def _check_name(name: str, players: Players, row: int) -> None:
    """Check that a name is one of the record's, where the record tells players apart by ids.

    Raises:
        BadInput: it is not.
    """
    if "id" in players.attributes and not players.knows(name):
        raise _unclear(row, f"which player {name!r} is cannot be told by the name")


def _bye_row(at: int, row: Mapping[str, str], names: tuple[str, str], first: bool) -> TableRow:
    """Return the row of a bye.

    Args:
        at: the number of the row.
        row: its cells by role.
        names: the two sides.
        first: whether the first side is nobody.

    Raises:
        BadInput: the result is not one of a bye.
    """
    player, word = (names[1], names[0]) if first else names
    cell = row.get("points_second" if first else "points_first", row.get("score", ""))
    start = word.strip(" ([*").lower()
    kind = next((kind for begins, kind in BYE_WORDS.items() if start.startswith(begins)), None)
    if cell and bare(cell) not in DEFAULT_BYES:
        points = _bye_points(cell, first)
        if points not in BYES:
            raise _unclear(at, f"{cell!r} is not the result of a bye")
        if points != 1 or kind is not Result.FULL_BYE:
            kind = BYES[points]
    return TableRow(at, row["round"], (player, ""), (kind or Result.PAIRING_BYE, Result.PENDING))


def _bye_points(cell: str, first: bool) -> float | None:
    """Return what a bye brings: a single number is that of the only player who is named."""
    if (signs := {"+": 1.0, "-": 0.0}.get(normal_result(cell))) is not None:
        return signs
    if (points := points_of(cell)) is not None:
        return points[first]
    try:
        return parse_score(cell)
    except BadInput:
        return None


SIGNS = {
    **dict.fromkeys(("+-", "+--", "+/-", "+:-"), (Result.FORFEIT_WIN, Result.FORFEIT_LOSS)),
    **dict.fromkeys(("-+", "--+", "-/+", "-:+"), (Result.FORFEIT_LOSS, Result.FORFEIT_WIN)),
    **dict.fromkeys(("--", "---"), (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS)),
}
"""Forfeits by their signs, the first side's first."""

AWARDED = re.compile(r"(\d+)f?[-:](\d+)")
"""How a forfeit begins that has numbers: ``1-0 ff``, ``0:3 (Wertung)``."""


def _unplayed_result(at: int, row: Mapping[str, str], white_first: bool) -> tuple[Result, Result]:
    """Return the result of a game that was not played: a forfeit, or still to come.

    Raises:
        BadInput: a forfeit does not tell who won.
    """
    won, lost = Result.FORFEIT_WIN, Result.FORFEIT_LOSS
    texts = [normal_result(row[role]) for role in ("score", "points_first", "points_second") if role in row]
    if len(texts) == 2 and set(texts) <= {"+", "-", "f"} and set(texts) != {"-"}:
        return won if texts[0] == "+" else lost, won if texts[1] == "+" else lost
    text = next((text for text in texts if is_forfeit(text)), None)
    if text is None:
        return Result.PENDING, Result.PENDING
    if text in SIGNS:
        return SIGNS[text]
    if text.startswith(("w+", "b+")):
        return (won, lost) if (text[0] == "w") == white_first else (lost, won)
    points = AWARDED.match(text)
    if points is None or (points[1] == points[2] and int(points[1])):
        raise _unclear(at, f"{text!r} does not tell who won by forfeit")
    first, second = int(points[1]), int(points[2])
    return won if first > second else lost, won if second > first else lost


def _rows_by_round(rows: Sequence[TableRow]) -> tuple[list[list[TableRow]], str]:
    """Return the rows by round, from round 1 on, and the words that stand before the numbers of rounds.

    Raises:
        BadInput: a round is not a number, or one is missing.
    """
    rounds: dict[int, list[TableRow]] = {}
    words: str | None = None
    for row in rows:
        label = ROUND.fullmatch(row.label.strip())
        if label is None or (words is not None and label[1] != words):
            problem = f"{row.label!r} is not the number of a round" if row.label else "the round is missing"
            raise BadInput(
                problem,
                file=TABLE,
                row=row.row,
                unit="row",
                column="round",
                remedy="Expected 1, 2, 3 and so on.",
                code="games.round",
            )
        words = label[1]
        rounds.setdefault(int(label[2]), []).append(row)
    for at in range(1, max(rounds, default=0) + 1):
        if at not in rounds:
            raise BadInput(
                f"there is a round {max(rounds)}, and no game of round {at}",
                file=TABLE,
                remedy="Give the games of all rounds, numbered from 1.",
                code="games.round",
            )
    if 0 in rounds:
        raise BadInput("rounds are numbered from 1, and there is a round 0", file=TABLE, code="games.round")
    return [rounds[at] for at in sorted(rounds)], words or ""


def _entrants(rows: Sequence[TableRow], players: PlayerSource | None) -> list[Entrant]:
    """Return the participants by number: by rating, then in the order of the players or of appearance."""
    ratings: dict[str, float] = {}
    attributes: Mapping[str, Any] = {}
    if isinstance(players, Mapping):
        ratings = {composed(name): float(rating or 0) for name, rating in players.items()}
    elif players is not None:
        listed = players if isinstance(players, Players) else read_players(players)
        attributes = {name: listed.attributes[name] for name in _WORDS if name in listed.attributes}
        attributes = {
            name: dict(zip(listed.names, column, strict=True)) for name, column in attributes.items()
        }
        ratings = dict(zip(listed.names, listed.number("rating", 0.0).tolist(), strict=True))
    names = dict.fromkeys([*ratings, *(name for row in rows for name in row.names if name)])
    order = sorted(names, key=lambda name: -ratings.get(name, 0.0))
    entrants = []
    for number, name in enumerate(order, 1):
        details: dict[str, Any] = {word: column.get(name) or "" for word, column in attributes.items()}
        entrants.append(Entrant(number, name, round(ratings.get(name, 0.0)), **details))
    return entrants


_WORDS = ("title", "federation", "sex", "grade")


def _round(at: int, rows: Sequence[TableRow], number: Mapping[str, int], words: str) -> Round:
    """Return a round of the tournament.

    Raises:
        BadInput: somebody is in it twice.
    """
    seen: dict[str, int] = {}
    for row in rows:
        for name in filter(None, row.names):
            if name in seen:
                raise BadInput(
                    f"{name} is twice in round {words}{at}: in the rows {seen[name]} and {row.row}",
                    file=TABLE,
                    row=row.row,
                    unit="row",
                    remedy="Give each player one game or bye in a round.",
                    code="games.twice-in-round",
                )
            seen[name] = row.row
    pairings = tuple(
        Pairing(
            number[row.names[0]],
            number[row.names[1]],
            *row.results,
            points=row.points,
            handicap=row.handicap,
            coloured=row.coloured,
        )
        for row in rows
        if row.names[1]
    )
    byes = tuple(Bye(number[row.names[0]], row.results[0]) for row in rows if not row.names[1])
    return Round(pairings, byes)


def _arriving(entrant: Entrant, rounds: Sequence[Round]) -> Entrant:
    """Return a participant with the first round in which they stand."""
    for at, round_ in enumerate(rounds, 1):
        there = {number for game in round_.pairings for number in (game.white, game.black)}
        if entrant.number in there or any(bye.number == entrant.number for bye in round_.byes):
            return entrant if at == 1 else replace(entrant, arrives=at)
    return replace(entrant, arrives=len(rounds) + 1) if rounds else entrant
