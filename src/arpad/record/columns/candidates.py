"""Candidates for the roles of a table of games: who the two sides are, and what says who won.

Each has a score: what its words say and what its values say, about 0 for a column that could be anything, and
2 or more for one that could hardly be anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from arpad.record.columns.values import SampleColumn
from arpad.record.columns.words import (
    BETS,
    DATES,
    DECIDING,
    FINAL,
    IDS,
    MISLEADING,
    NAMES,
    NOT_DATES,
    NOT_NAMES,
    NOT_OF_THE_MATCH,
    OPPONENTS,
    OUTCOMES,
    SCORES,
    WINNERS,
    Kind,
    marks_of,
)

Candidate = TypeVar("Candidate", "ColumnPair", SampleColumn)

FEW_ROWS = 5
"""Rows from which one name on a side can be a habit, and not all that there is."""

WEAK = 0.5
"""How much a letter says that may stand for points, goals or games."""

FEWEST_NAMES, LARGE = 3, 50.0
"""How many names with several rows tell that a number is one of the name, and how large it is at least."""

OF_A_PART = 0.6
"""How much less likely a column is that stands within a list of each game: the winner of the first map."""

LEAST_SIDES = 0.6
"""The least score of two columns that are taken for the sides."""

LEAST_POINTS = 0.4
"""The least score of two columns that are taken for what the sides made."""

MOSTLY_SCORES = 0.9
"""The share of the values that have to be written as scores, where no name says that they are."""

_TWO_NUMBERS = re.compile(r"\d{1,3}\s*[-–:]\s*\d{1,3}")

ALIKE = 0.5
"""The share of names that a column has in common with that of the opponents, if it names oneself."""

MOST_WORDS = 3
"""Words beside the names of the sides in a column that names the winner: draw, tie, no result."""

_OWN = frozenset(("for", "own", "my", "team", "player", "self", "me", "us", "our"))
"""What one's own column may be called beside the opponent's."""

_DRAWS = frozenset(("draw", "draws", "drawn", "tie", "ties", "remis", "unentschieden", "empates", "nuls"))
_WINS = frozenset(("win", "wins", "won", "w", "victories", "siege", "victorias", "winner"))
_BET_WORDS = frozenset(
    ("w", "l", "d", "win", "loss", "lose", "won", "lost", "push", "void", "half win", "half loss")
)

_THIRD = {
    "1/2": "3",
    "0/1": "2",
    "a/b": "c",
    "one/two": "three",
    "first/second": "third",
    "i/ii": "iii",
    "x/y": "z",
}
"""What is numbered on: how a third side is called beside two."""


@dataclass(frozen=True)
class ColumnPair:
    """Two columns that say the same of either side.

    Args:
        kind: how the sides are told apart; empty where only the values say that there are two.
        pair: by which pair of words.
        first: the first side's column.
        second: the second side's.
        stem: the other words of both names.
        turned: whether the words have the sides in the other order.
    """

    kind: Kind | str
    pair: str
    first: SampleColumn
    second: SampleColumn
    stem: tuple[str, ...]
    turned: bool = False

    def turn(self) -> ColumnPair:
        """Return the pair with the other side first."""
        return ColumnPair(self.kind, self.pair, self.second, self.first, self.stem, not self.turned)

    @property
    def at(self) -> int:
        """The place of the first side's column."""
        return self.first.at

    @property
    def columns(self) -> tuple[SampleColumn, SampleColumn]:
        """Both columns."""
        return self.first, self.second


def pairs_of(columns: Sequence[SampleColumn]) -> list[ColumnPair]:
    """Return all pairs of columns whose names differ by a word for the side alone."""
    by_mark: dict[tuple[str, str, tuple[str, ...]], dict[bool, list[SampleColumn]]] = {}
    there = {column.tokens for column in columns}
    for column in columns:
        for at, word in enumerate(column.tokens):
            stem = column.tokens[:at] + column.tokens[at + 1 :]
            for mark in marks_of(word):
                third = _THIRD.get(mark.pair)
                more = third is not None and (*column.tokens[:at], third, *column.tokens[at + 1 :]) in there
                if _is_small_word(column.tokens, at):
                    continue
                if not more:  # what is numbered on has more sides than two
                    sides = by_mark.setdefault((mark.kind, mark.pair, tuple(sorted(stem))), {})
                    sides.setdefault(mark.second, []).append(column)
    pairs = [
        ColumnPair(kind, pair, first, second, stem)
        for (kind, pair, stem), sides in by_mark.items()
        for first in sides.get(False, ())
        for second in sides.get(True, ())
        if first is not second
    ]
    return [*pairs, *_opponents(columns)]


def _is_small_word(words: Sequence[str], at: int) -> bool:
    """Whether a letter within a name is a word of its own, as in *take a photo*; not so in *team a name*."""
    word = words[at]
    within = len(word) == 1 and word.isascii() and word.isalpha() and 0 < at < len(words) - 1
    return within and words[at - 1] not in NAMES


def _opponents(columns: Sequence[SampleColumn]) -> Iterator[ColumnPair]:
    """Yield one's own column beside that of the opponent."""
    for other in columns:
        if not OPPONENTS.intersection(other.tokens):
            continue
        stem = [word for word in other.tokens if word not in OPPONENTS]
        wanted = sorted(word for word in stem if word not in _OWN)
        for column in columns:
            if column is other or OPPONENTS.intersection(column.tokens):
                continue
            own = sorted(word for word in column.tokens if word not in _OWN)
            names = not wanted and any(word in NAMES for word in column.tokens)
            alike = column.numeric < 0.5 and len(column.distinct) > 2 and column.overlap(other) >= ALIKE
            if own == wanted or (names and len(column.tokens) <= 2) or (not wanted and alike):
                yield ColumnPair("opponent", "opponent", column, other, tuple(wanted))


def side_candidates(
    columns: Sequence[SampleColumn], pairs: Sequence[ColumnPair]
) -> list[tuple[float, ColumnPair]]:
    """Return the pairs that can name the two sides, the likeliest first."""
    # Of a place that says nothing, the first side is the first in the table.
    turned = (
        pair.turn() if pair.kind == "place" and pair.second.at < pair.first.at else pair for pair in pairs
    )
    scored = [(_sides_score(pair), pair) for pair in turned]
    if any(pair.kind == "home" and score >= LEAST_SIDES for score, pair in scored):
        # W and L beside the sides are the pitchers who won and lost, or counts.
        scored = [(score, pair) for score, pair in scored if not _are_letters(pair)]
    candidates = [(score, pair) for score, pair in scored if score >= LEAST_SIDES]
    if not candidates:
        texts = [
            column
            for column in columns
            if column.numeric < 0.5
            and len(column.distinct) >= 3
            and not NOT_NAMES.intersection(column.tokens)
        ]
        marked_pairs = {frozenset(pair.columns) for pair in pairs}
        for first, second in combinations(texts, 2):
            if frozenset((first, second)) in marked_pairs:
                continue
            pair = ColumnPair("", "", first, second, (), turned=True)
            if first.overlap(second) >= 0.5 and _same(first, second) == 0:
                candidates.append((first.overlap(second), pair))
    return _by_likelihood(candidates)


def _are_letters(pair: ColumnPair) -> bool:
    return pair.kind == "winner" and all(len(column.name.strip()) == 1 for column in pair.columns)


def _sides_score(pair: ColumnPair) -> float:
    first, second = pair.columns
    words = set(pair.stem)
    if pair.kind == "opponent":
        words |= {word for word in first.tokens if word in NAMES}
    score = max((NAMES[word] for word in words if word in NAMES), default=0.5 if words else 0.8)
    if words & IDS:
        score = min(score, 0.4) if score else 0.4
        # Ids of White and Black are those of players, though in few rows hardly one is on both sides.
        score += 0.3 * (pair.kind in ("home", "white") and bool(words & NAMES.keys()))
    score -= 2.0 * len(words & NOT_NAMES)
    score -= 1.5 * bool(words & (SCORES.keys() - NAMES.keys()))
    score -= 1.5 * bool(words & (MISLEADING - NAMES.keys()))
    score -= 0.1 * len([word for word in words if not _is_listed(word)])
    if len(first.distinct) < 2 or len(second.distinct) < 2:
        # One who has White in every game of a simultaneous display, or two clubs that meet each other only.
        told_apart = pair.kind in ("home", "white") and len(first.values) >= FEW_ROWS
        score -= 0.2 if told_apart else 1.0
    if (first.numeric > 0.5 or second.numeric > 0.5) and not words & IDS:
        score -= 2.0
    score -= 3.0 * (_same(first, second) > 0.05)
    return score + first.overlap(second)


def _is_listed(word: str) -> bool:
    return word in NAMES or word in IDS or word in NOT_NAMES or word in SCORES or word in MISLEADING


def _same(first: SampleColumn, second: SampleColumn) -> float:
    """Return the share of the rows with one value in both columns."""
    both = [(a, b) for a, b in zip(first.values, second.values, strict=True) if a and b]
    return sum(a.strip() == b.strip() for a, b in both) / len(both) if both else 0.0


def points_candidates(sides: ColumnPair, pairs: Sequence[ColumnPair]) -> list[tuple[float, ColumnPair]]:
    """Return the pairs that can hold what the two sides made, the likeliest first."""
    candidates = []
    for pair in pairs:
        # Of sides that no word tells apart, nobody knows whose the points are.
        if (pair.kind, pair.pair) != (sides.kind, sides.pair):
            continue
        if set(pair.columns) & set(sides.columns) or are_attributes(sides, pair):
            continue
        score = _points_score(pair)
        if score >= LEAST_POINTS:
            candidates.append((score, pair.turn() if sides.turned else pair))
    return _by_likelihood(candidates)


def are_attributes(sides: ColumnPair, pair: ColumnPair) -> bool:
    """Whether two columns have one large number for each name: a rating, or the points of a ranking."""
    numbers: dict[str, list[float | None]] = {}
    for names, column in zip(sides.columns, pair.columns, strict=True):
        for name, number in zip(names.values, column.numbers, strict=True):
            if name and name.strip():
                numbers.setdefault(name.strip(), []).append(number)
    several = [each for each in numbers.values() if len(each) > 1]
    return (
        len(several) >= FEWEST_NAMES
        and all(len(set(each)) == 1 and (each[0] or 0.0) >= LARGE for each in several)
        and len({each[0] for each in several}) > 1
    )


def are_tallies(columns: Sequence[SampleColumn], pair: ColumnPair) -> bool:
    """Whether two columns count wins beside one of draws: a record of many games, and no result of one."""
    words = {word for column in pair.columns for word in column.tokens}
    draws = [
        column
        for column in columns
        if column.tokens and set(column.tokens) <= _DRAWS and column.numeric > 0.9
    ]
    return bool(words & _WINS) and any(max(filter(None, column.numbers), default=0.0) > 1 for column in draws)


def are_bets(columns: Sequence[SampleColumn], outcome: SampleColumn) -> bool:
    """Whether a column of wins and losses is that of bets: a stake or a profit stands beside it."""
    beside = sum(bool(BETS.intersection(column.tokens)) for column in columns if column is not outcome)
    return beside > 1 and {value.lower() for value in outcome.distinct} <= _BET_WORDS


def _points_score(pair: ColumnPair) -> float:
    first, second = pair.columns
    if first.numeric < 0.9 or second.numeric < 0.9:
        return -9.0
    words = set(pair.stem)
    score = max((SCORES[word] for word in words if word in SCORES), default=0.0)
    score = max(score, 0.6 * bool(words & OUTCOMES.keys()))
    score += 0.3 * bool(words & FINAL)
    score += 0.5 * bool(words & DECIDING)
    score -= 1.2 * len(words & ((MISLEADING | NOT_OF_THE_MATCH) - FINAL - DECIDING))
    score -= 2.0 * bool(words & IDS)
    score -= 1.5 * bool(words & NOT_NAMES)
    score -= 0.6 * any(word.isdecimal() for word in words)  # one of several: cards, quarters
    score -= 1.2 * first.is_of_a_set
    score -= 0.2 * len([word for word in words if not _is_listed(word)])
    score -= 1.5 * (min(first.whole, second.whole) < 0.98)
    score -= 1.0 * (len(first.distinct | second.distinct) < 2)
    level = sum(a is not None and a == b for a, b in zip(first.numbers, second.numbers, strict=True))
    score -= 1.0 * (level > 0.6 * len(first.numbers))
    return score + 0.3


def winner_candidates(sides: ColumnPair, columns: Sequence[SampleColumn]) -> list[tuple[float, SampleColumn]]:
    """Return the columns that name one of the two sides of most rows, the likeliest first."""
    candidates = []
    for column in columns:
        if column in sides.columns or not column.filled:
            continue
        values = [
            (value.strip(), value.strip() in ((a or "").strip(), (b or "").strip()))
            for value, a, b in zip(column.values, sides.first.values, sides.second.values, strict=True)
            if value and value.strip()
        ]
        named = sum(is_side for _, is_side in values)
        others = {word for word, is_side in values if not is_side}  # draw, no result
        words = set(column.tokens)
        says = any(mark.kind == "winner" and not mark.second for word in words for mark in marks_of(word))
        score = 1.0 * says + 0.5 * bool(words & OUTCOMES.keys()) - 2.0 * bool(words & NOT_NAMES)
        score -= 0.3 * len([word for word in words if not _is_listed(word) and not marks_of(word)])
        score -= 1.2 * len(words & NOT_OF_THE_MATCH)
        score -= OF_A_PART * column.is_of_a_part
        if named >= (0.4 if len(others) <= MOST_WORDS else 0.9) * len(column.filled) and score >= 0.5:
            candidates.append((score, column))
        elif says and score >= 0.7 and len(column.distinct) <= 8 and not words & IDS:
            candidates.append((score - 0.2, column))  # a word for the side: home, A, 1
    return _by_likelihood(candidates)


def outcome_candidates(
    sides: ColumnPair, columns: Sequence[SampleColumn], pairs: Sequence[ColumnPair] = ()
) -> list[tuple[float, SampleColumn]]:
    """Return the columns that tell how a game ended, the likeliest first: by their names, else by values."""
    others = [column for column in columns if column not in sides.columns and column.filled]
    # What each side has of its own is no outcome of both.
    of_one_side = {column for pair in pairs if pair.kind == sides.kind for column in pair.columns}
    candidates = []
    for column in others:
        words = set(column.tokens)
        score = max((OUTCOMES[word] for word in words if word in OUTCOMES), default=0.0)
        if score <= 0:
            score = 0.6 * _is_score_of_first(column, sides, others)
        if score <= 0 or column in of_one_side or words & NOT_NAMES or _is_of_second(column, sides):
            continue
        if words & WINNERS and column.distinct <= {"0", "1"}:
            continue  # the number of the side that won, or whether the first has: nobody can know
        score -= 1.2 * len(words & ((MISLEADING | NOT_OF_THE_MATCH) - OUTCOMES.keys()))
        score -= 0.4 * len([word for word in words if word not in OUTCOMES and not _neutral(word)])
        if score > 0:
            candidates.append((score, column))
    if not candidates:
        candidates = [
            (0.35 - 1.2 * len(MISLEADING.intersection(column.tokens)), column)
            for column in others
            if not (column.is_clock or DATES.keys() & set(column.tokens))
            and column.share_of(_TWO_NUMBERS) >= MOSTLY_SCORES
        ]
    return _by_likelihood([candidate for candidate in candidates if candidate[0] > 0])


def is_called_result(column: SampleColumn) -> bool:
    """Whether the name of a column may be that of a result, and not its values alone."""
    words = set(column.tokens)
    scores = {word for word, weight in SCORES.items() if weight > WEAK}
    return bool(words & (OUTCOMES.keys() | scores | FINAL)) or not words


def _is_of_second(column: SampleColumn, sides: ColumnPair) -> bool:
    """Whether a column speaks of the second side alone: ``away_win``, ``black_result``."""
    if OPPONENTS.intersection(column.tokens):
        return True
    kind = (sides.kind, sides.pair)
    marks = [mark for word in column.tokens for mark in marks_of(word) if (mark.kind, mark.pair) == kind]
    return bool(marks) and not any(mark.second is sides.turned for mark in marks)


def _is_score_of_first(column: SampleColumn, sides: ColumnPair, others: Sequence[SampleColumn]) -> bool:
    """Whether a column holds the first side's share of the point: ``white_point`` without ``black_point``."""
    words = set(column.tokens)
    if not words & SCORES.keys() or not {0.0, 1.0} <= set(column.numbers) <= {0.0, 0.5, 1.0}:
        return False
    kind = (sides.kind, sides.pair)
    marks = [mark for word in words for mark in marks_of(word) if (mark.kind, mark.pair) == kind]
    mine = [mark for mark in marks if mark.second is sides.turned]
    return len(marks) == 1 == len(mine) and not any(
        other is not column and _unmarked(other) == _unmarked(column) for other in others
    )


def _unmarked(column: SampleColumn) -> set[str]:
    return {word for word in column.tokens if not marks_of(word)}


def _by_likelihood(candidates: Sequence[tuple[float, Candidate]]) -> list[tuple[float, Candidate]]:
    """Return candidates, the likeliest first; of equal ones, the first in the table."""
    return sorted(candidates, key=lambda candidate: (-candidate[0], candidate[1].at))


def _neutral(word: str) -> bool:
    """Whether a word beside that for the outcome says nothing more: ``game_result``, ``home_result``."""
    return word in ("game", "match", "final", "ft", "the", "of", "first", "home", "white", "a", "1") or (
        word in NAMES
    )


def time_candidates(columns: Sequence[SampleColumn]) -> list[tuple[float, SampleColumn]]:
    """Return the columns whose names say that they tell when a game was played, the likeliest first."""
    candidates = []
    for column in columns:
        words = set(column.tokens)
        score = max((DATES[word] for word in words if word in DATES), default=0.0)
        score -= 2.0 * bool(words & NOT_DATES)
        if score > 0 and column.filled and len(column.filled) >= 0.9 * len(column.values):
            candidates.append((score, column))
    return _by_likelihood(candidates)
