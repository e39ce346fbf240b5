"""What is asked of whoever has a table that can be read in several ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arpad.core import BadInput
from arpad.core.interface import named_columns
from arpad.record.columns.shapes import SeatRows


class Ambiguous(BadInput):
    """A table of which two readings are equally good.

    Args:
        choices: role -> column of each reading, the likelier first; at least two.
        file: the file.
    """

    def __init__(self, choices: Sequence[Mapping[str, str]], file: str | None) -> None:
        self.choices = choices
        commands = [
            named_columns(*(f"{role}={name}" for role, name in columns.items() if name))
            for columns in choices[:2]
        ]
        super().__init__(
            f"the columns can be read in two ways: {' or '.join(map(_difference, choices[:2]))}",
            file=file,
            remedy=f"Choose one: {' or '.join(commands)}",
            code="columns.ambiguous",
        )


class ResultAsked(BadInput):
    """A table with two sides in which no column is called a result, and one has values that may be one.

    Args:
        columns: role -> column of the reading.
        file: the file.
    """

    def __init__(self, columns: Mapping[str, str], file: str | None) -> None:
        command = named_columns(*(f"{role}={name}" for role, name in columns.items() if name))
        column = columns.get("score") or columns["winner"]
        super().__init__(
            f"no column is called a result; {column!r} has values that may be results",
            file=file,
            remedy=f"If they are, choose it: {command}",
            code="columns.ambiguous",
        )


class DirectionAsked(BadInput):
    """Games of two numbered sides with a result of 0 and 1, of which nobody knows whose win 1 is.

    Args:
        first: the column of the first side.
        second: that of the second.
        outcome: that of the result.
        file: the file.
    """

    def __init__(self, first: str, second: str, outcome: str, file: str | None) -> None:
        as_it_is, turned = (
            named_columns(f"first={one}", f"second={other}", f"score={outcome}")
            for one, other in ((first, second), (second, first))
        )
        super().__init__(
            f"{first!r} and {second!r} seem to be the sides, and {outcome!r} has 0 and 1, of which nothing "
            "says whose win 1 is",
            file=file,
            remedy=f"If 1 is a win of {first!r}: {as_it_is}; if 0 is: {turned}",
            code="columns.ambiguous",
        )


class OwnScoreAsked(BadInput):
    """Games of one side with a score of two numbers, of which nobody knows whose stands first.

    Args:
        score: the column of the score.
        side: the column that says who had White or played at home.
        file: the file.
    """

    def __init__(self, score: str, side: str, file: str | None) -> None:
        super().__init__(
            f"whose score stands first in {score!r} is not said: that of the own side, or that of the side "
            f"which {side!r} tells",
            file=file,
            remedy="Write the results of the own side as W, D, L, or both points into columns of their own.",
            code="columns.ambiguous",
        )


class NoResult(BadInput):
    """A table whose columns are called as results of games, and hold something else.

    Args:
        problem: what they hold.
        columns: the columns.
        file: the file.
    """

    def __init__(self, problem: str, columns: Sequence[str], file: str | None) -> None:
        roles = ("score",) if len(columns) == 1 else ("points_first", "points_second")
        command = named_columns(*(f"{role}={name}" for role, name in zip(roles, columns, strict=True)))
        super().__init__(
            problem,
            file=file,
            remedy=f"Name the column of the result; if this is it after all: {command}",
            code="columns.ambiguous",
        )


class CountsAsked(BadInput):
    """A crosstable of two numbers a cell, which may count games, or be the score of a match.

    Args:
        example: a cell.
        file: the file.
    """

    def __init__(self, example: str, file: str | None) -> None:
        games, match = named_columns("score=(games)"), named_columns("score=(match)")
        super().__init__(
            f"{example!r} in a cell of the crosstable may be the number of games that each of the two has "
            "won, or the score of one match",
            file=file,
            remedy=f"Say which it is: {games} or {match}.",
            code="columns.ambiguous",
        )


class ContestsAsked(BadInput):
    """A table of contests of several players, of which the columns have to be chosen.

    Args:
        seats: the columns that are known, and those that may say who did better.
        file: the file.
    """

    def __init__(self, seats: SeatRows, file: str | None) -> None:
        contest, player = f"contest={seats.key.name}", f"player={seats.name.name}"
        results = [named_columns(contest, player, f"result={column.name}") for column in seats.results[:2]]
        place = named_columns(contest, player, f"place={seats.results[0].name}")
        super().__init__(
            f"a row seems to be a player of a contest ({seats.key.name}, {seats.name.name}), and no "
            "column is known to tell who did better",
            file=file,
            remedy=f"Choose it, where more is better: {' or '.join(results)}; where it is the place: "
            f"{place}. Rate with a system for contests of many sides.",
            code="columns.ambiguous",
        )


class OrderAsked(BadInput):
    """A table of contests with lists of players, of which no value says who did better.

    Args:
        players: the column of the lists.
        file: the file.
    """

    def __init__(self, players: str, file: str | None) -> None:
        order = named_columns(f"player={players}", "place=(order)")
        super().__init__(
            f"the lists {players!r} hold players of contests, and no value is known to tell who did better",
            file=file,
            remedy=f"If they stand in the order of their places, choose it: {order}. Rate with a system for "
            "contests of many sides.",
            code="columns.ambiguous",
        )


def _difference(columns: Mapping[str, str]) -> str:
    """Return the part of a choice that tells it from another one, as words."""
    points = [columns[role] for role in ("points_first", "points_second") if columns.get(role)]
    if points:
        return f"{_column(points[0])} and {_column(points[1])} are what the sides made"
    first, second = [_column(name) for name in columns.values() if name][:2]
    for role, says in (("score", "is the result"), ("winner", "names the winner")):
        if columns.get(role):
            return f"{first} and {second} are the sides, and {_column(columns[role])} {says}"
    return f"{first} and {second} are the sides"


def _column(name: str) -> str:
    """Return the name of a column in a sentence; of a table without a header it is a number."""
    return f"column {name}" if name.isdecimal() else name
