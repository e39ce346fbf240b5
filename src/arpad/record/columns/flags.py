"""A column that tells games from fixtures: ``status``, ``played``, ``finished``, ``state``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from arpad.core.score import RESULTS, normal_result
from arpad.record.columns.cell_words import (
    AWARDED,
    CALLED_OFF,
    NO,
    NO_CONTEST,
    NOT_PLAYED_BEGIN,
    PLAYED,
    PLAYED_BEGIN,
    PUT_OFF,
    TRUTHS,
    UNPLAYED,
    UNPLAYED_BEGIN,
    YES,
)
from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import ENDINGS, FIXTURES, OUTCOMES, PLAYED_NAMES, REMARKS, tokens
from arpad.record.tables.letters import folded

FORFEIT = "forfeit"
"""What stands in the place of a result that was awarded without play."""

_OF_A_CLOCK = frozenset(
    (
        "minute",
        "minutes",
        "min",
        "seconds",
        "time",
        "timer",
        "period",
        "start",
        "end",
        "url",
        "link",
        "stream",
    )
)
"""What stands beside *live* where it tells how long a game has gone on, or where it can be seen."""

_ALL_RESULTS = frozenset((0.0, 0.5, 1.0))
"""What a column of results has words for, so that another word beside 0-0 is no draw in another language."""

MOSTLY_NONE = 2
"""How many times as many rows have a result as have none, where a word without a meaning tells them apart."""

_NOTHING = ("0", "0.0")

_MINUTE = re.compile(r"\d{1,3}(\+\d{1,2})?\s*['′’]")
"""The minute of a game that is being played."""


def _word(value: str | None) -> str:
    text = folded(value or "").strip()
    return "".join(sign for sign in text if sign.isalnum()) or (text if text in YES else "")


def _subject(name: str) -> str:
    """Return what the name of a column asks of a row: ``forfeit`` of *isForfeit* and *was_forfeit*."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|[_\s]+", " ", name).split()
    return _word("".join(words[1:] if len(words) > 1 and folded(words[0]) in ("is", "was") else words))


def _first_word(value: str | None) -> str:
    """Return the first word of a remark: ``postponed`` of *postponed (snow)*."""
    return _word((folded(value or "").split() or [""])[0])


def _is_unplayed(value: str | None) -> bool:
    """Whether a state says that the game was not played, or not to its end."""
    word = _word(value)
    return (
        word in UNPLAYED or word.startswith(UNPLAYED_BEGIN) or bool(_MINUTE.fullmatch((value or "").strip()))
    )


def _is_played(value: str | None) -> bool:
    word = _word(value)
    return word in PLAYED or word.startswith(PLAYED_BEGIN)


@dataclass(frozen=True)
class Flag:
    """A column that says which rows were not played.

    Args:
        column: the column.
        unplayed: tells of a value whether it says that the game was not played, or not to its end.
    """

    column: SampleColumn
    unplayed: Callable[[str | None], bool]
    awards: Callable[[str | None], bool]

    def says_unplayed(self, value: str | None) -> bool:
        """Whether a value says that the game was not played, or not to its end."""
        return self.unplayed(value) or self.awards(value)

    @property
    def says_put_off(self) -> bool:
        """Whether the column says yes or no of a game that was put off to another day."""
        return _subject(self.column.name) in PUT_OFF


def is_flag_name(name: str) -> bool:
    """Whether a column is called as one that tells games from fixtures."""
    words = tokens(name)
    if _OF_A_CLOCK.intersection(words):
        return False
    return bool(words) and len(words) <= 3 and bool(FIXTURES.intersection(words))


def flag_of(columns: Sequence[SampleColumn]) -> Flag | None:
    """Return the column whose values say of each row whether it was played; None if there is none.

    Of how fights ended only the words for no contest and no play count: 0 may be a result, *open* a stance.
    """
    return next(flags_of(columns), None)


def flags_of(columns: Sequence[SampleColumn]) -> Iterator[Flag]:
    """Yield the columns whose values say of some row that it was not played."""
    for column in columns:
        flag = _flag_of(column)
        if flag is not None and any(map(flag.says_unplayed, column.values)):
            yield flag


def _flag_of(column: SampleColumn) -> Flag | None:
    """Return what the values of a column say of each row; None where it is called as none that says it."""
    words = {_word(value) for value in column.distinct}
    named = _subject(column.name)
    if words and words <= TRUTHS and named in AWARDED | CALLED_OFF | PUT_OFF | NO_CONTEST:
        says = _in(YES)
        return Flag(column, _never, says) if named in AWARDED else Flag(column, says, _never)
    if is_flag_name(column.name):
        if words <= TRUTHS:
            if not PLAYED_NAMES.intersection(column.tokens):
                return None
            only_yes = words <= YES and len(column.filled) < len(column.values)
            return Flag(column, (lambda value: not _word(value)) if only_yes else _in(NO), _never)
        told = [value for value in column.distinct if _is_played(value) or _is_unplayed(value)]
        told += [value for value in column.distinct if _word(value) in AWARDED]
        if 2 * len(told) < len(column.distinct):
            return None
        return Flag(column, _is_unplayed, _in(AWARDED))
    if is_ending_name(column.name):
        return Flag(column, _in(NO_CONTEST), _in(AWARDED))
    if is_remark_name(column.name):
        return Flag(column, _begins_with(CALLED_OFF | NO_CONTEST), _begins_with(AWARDED))
    return None


def without_result(columns: Sequence[SampleColumn], points: Sequence[Sequence[str | None]]) -> Flag | None:
    """Return the column of results in words of which a word stands beside 0-0 alone, and is no result.

    *unreported* beside the wins and losses of a league is one: 0-0 is no draw there, and nobody has played.

    Args:
        columns: those that are not read as results.
        points: the values of both sides' points, by row.
    """
    if len(points) != 2:
        return None
    level = {
        row for row, both in enumerate(zip(*points, strict=True)) if all(value in _NOTHING for value in both)
    }
    for column in columns if level else ():
        if not OUTCOMES.keys() & set(column.tokens):
            continue
        meanings = {value: RESULTS.get(normal_result(value)) for value in column.distinct}
        others = frozenset(value for value, meaning in meanings.items() if meaning is None)
        if not others or not set(meanings.values()) >= _ALL_RESULTS:
            continue
        rows = {row for row, value in enumerate(column.values) if value and value.strip() in others}
        if rows <= level and MOSTLY_NONE * len(rows) < len(column.filled):
            return Flag(column, _any_of(others), _never)
    return None


def _any_of(values: frozenset[str]) -> Callable[[str | None], bool]:
    return lambda value: (value or "").strip() in values


def _never(value: str | None) -> bool:
    return False


def _in(words: frozenset[str]) -> Callable[[str | None], bool]:
    return lambda value: _word(value) in words


def _begins_with(words: frozenset[str]) -> Callable[[str | None], bool]:
    return lambda value: (
        _word(value) in words
        or _first_word(value) in words
        or (words is not AWARDED and _word(value).startswith(NOT_PLAYED_BEGIN))
    )


def may_award(name: str) -> bool:
    """Whether a column is called by a word for games that were not played: *walkover*, *abandoned*."""
    return _subject(name) in AWARDED | CALLED_OFF | PUT_OFF | NO_CONTEST


def is_remark_name(name: str) -> bool:
    """Whether a column is called as one of remarks."""
    words = tokens(name)
    return 1 <= len(words) <= 2 and bool(REMARKS.intersection(words))


def says_no_game(name: str, value: str) -> bool:
    """Whether a value may say, in a column of such a name, that a game was not played or not to its end."""
    if is_remark_name(name):
        return _begins_with(CALLED_OFF | NO_CONTEST | AWARDED)(value)
    word = _word(value)
    return _is_unplayed(value) or word in AWARDED or word in NO


def says_only_endings(column: SampleColumn) -> bool:
    """Whether a column of results names the end of some games, such as a forfeit, and no result of any."""
    words = {_word(value) for value in column.distinct}
    return bool(words) and words <= CALLED_OFF | AWARDED | NO_CONTEST


def are_truths(column: SampleColumn) -> bool:
    """Whether a column says yes or no in words: a 1 or a 0 may be the number of a round."""
    words = {_word(value) for value in column.distinct}
    return bool(words) and words <= TRUTHS and not words <= {"0", "1"}


def is_ending_name(name: str) -> bool:
    """Whether a column is called as one of how games ended."""
    words = tokens(name)
    return 1 <= len(words) <= 3 and bool((ENDINGS | OUTCOMES.keys()).intersection(words))


def blanked(
    header: Sequence[str], flag: Flag, results: Sequence[str]
) -> Callable[[Sequence[str | None]], Sequence[str | None]]:
    """Return what takes the results out of a row that was not played, so that it is a fixture or a forfeit.

    Args:
        header: the names of the columns.
        flag: the column that says it.
        results: the columns of the result.
    """
    at = header.index(flag.column.name)
    places = {header.index(name) for name in results if name in header}

    def blank(row: Sequence[str | None]) -> Sequence[str | None]:
        if at >= len(row) or not flag.says_unplayed(row[at]):
            return row
        instead = FORFEIT if flag.awards(row[at]) else None
        return [instead if place in places and value else value for place, value in enumerate(row)]

    return blank
