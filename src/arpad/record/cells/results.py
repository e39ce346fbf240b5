"""Results as they are written: of single games, points, sets, the winner's name or side, and Go's.

A word such as ``1-0`` is the result of a game or of a match, ``1`` is a win or the first side. What a column
holds, the whole column decides (:class:`ResultColumn`), and a note says what was supposed:

- *Points*, such as ``3-1``, ``40:24`` or ``2½-1½``, if at least one in :data:`RARE` of its results can be no
  single game's; the side with more has won, and 0-0 is a draw. In any other column such a result is a fault.
- *Sets*, ``21-19 21-15`` or ``3:1 (11:9 8:11 11:5 11:7)``: who won more of them has won, and the points of
  the record are the sets won. They count as points do.
- *Numbers of the sides*, where X stands for a draw and there are no numbers but 1 and 2.

Words and names need no decision: ``white``, ``home``, ``model_a``, the winner's name, ``B+3.5``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import compress
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arpad.core import BadInput, parse_score
from arpad.core.interface import named_columns
from arpad.core.score import normal_result, points_of
from arpad.record.cells.coded_column import Coded, spread
from arpad.record.cells.interning import composed
from arpad.record.cells.value_parsing import Check, Column, Mask, numbers, scores_of_points, text, wrong
from arpad.record.tables.column_names import COLOURS, VENUES, Pairs, Sides, normal

if TYPE_CHECKING:
    import polars as pl

RARE = 20
"""At least one in so many results has to be one of points for the column to hold points."""

SAMPLE = 1000
"""How many rows are looked at to know which words a column uses."""

MOST = 50
"""How many different words are taken for common."""

FEW = 4
"""Up to how many different words each is compared with all rows, which is faster than looking words up."""

_MONTHS = r"jan|feb|m[aä]r|apr|ma[yi]|jun|jul|aug|sep|o[ck]t|nov|de[cz]"
_DAY_OF_SPREADSHEET = re.compile(
    rf"(?i)\d{{1,2}}[-. ]+(?:{_MONTHS})[a-z]*\.?|(?:{_MONTHS})[a-z]*[-. ]\d{{1,2}}"
    r"|(?:19|20)\d\d-\d\d-\d\d(?:[ T]00:00:00)?|\d{1,2}/\d{1,2}/(?:19|20)\d\d|[34]\d{4}"
)
"""A day as spreadsheet programs show one, or the number by which they store it."""

_MADE_OF_RESULTS = ", which a spreadsheet program made of a result such as 1-2 or 2-1"

EXPECTED = "Expected 1-0, ½-½, 0-1, win, draw, loss or a score from 0 to 1."
NAN = math.nan

Role: TypeAlias = Literal["score", "score_second", "points", "winner"]
"""What a column of results is to the record."""

_DRAWN = frozenset({"bothbad", "tie(bothbad)", "nowinner", "neither"})
"""What a column of winners says of a draw beside the words that all results have (arena votes)."""

_PAIR = r"\d{1,3}\s*[-:–—−]\s*\d{1,3}"
_SET_OF_7_6 = r"(?:7\s?[-:–—−]\s?6|6\s?[-:–—−]\s?7)\s?\[\d{1,2}[-:]\d{1,2}\]"
_TIE_BREAK = r"(?:\s?\(\d{1,3}(?:[-:]\d{1,3})?\)|\s?\[\d{1,3}\])?"
_SET = rf"(?:{_SET_OF_7_6}|{_PAIR}{_TIE_BREAK}|\[\s?{_PAIR}\s?\])"
"""A set, perhaps with the tie-break that decided it; in square brackets, a tie-break that stands for a set,
or behind 7-6 the score of that set's own."""
_SETS = rf"(?:{_SET}[\s,;/|]+)+{_SET}"
KICK_OFF = re.compile(r"(1\d|2[0-3]):[0-5][05]")
"""A time of day that stands where the result will be."""

FEWEST_IN_A_SET = 3
"""The fewest points, or games, with which a set is won."""

_MATCH_TIE_BREAK = 7
"""The fewest points of who wins a tie-break that stands for a set, with a lead of two: ``[10-8]``. What has
less is the score of a shoot-out: ``1-1 [4-3]``."""
_IN_DETAIL = r"(.+?)\s*[(\[](.+)[)\]]"
_SHORT_SETS = r"[+-]?\d{1,2}(?:[\s,;/|]+[+-]?\d{1,2})+"
_LONGER = (
    r"(?i)(.+?)\s*[(\[]?\s*(?:a\.?e\.?t|n\.?\s?[vep]|i\.?\s?[ve]|o\.?t|s\.?o|a\.?p|pens?|t\.?a\.?b|d\.?t\.?s|"
    r"after extra time|nach verlängerung)\.?\s*[)\]]?"
)
"""Points that were made in extra time, overtime or a shoot-out: ``2:1 n.V.``, ``112-108 (OT)``."""

_SHOOT_OUT = r"(\d{1,3})\s*\(\d{1,3}\)\s*[-–:]\s*(?:\(\d{1,3}\)\s*(?=\d))?(\d{1,3})(?:\s*\(\d{1,3}\))?"
"""A level score with that of the shoot-out in brackets: ``2(2):(4)2``, ``1 (4) - 1 (2)``."""

_ENDED = r"(?is)(.*?)\s*\b(?:ret|retired|def|defaulted)\.?"


class Reading(NamedTuple):
    """What one word says.

    Args:
        game: the score of the first side as a single game's result; NaN if it is none.
        first: what the first side made; NaN if the word does not say it.
        second: the same of the second side.
        points: no single game has this result, but points or sets.
        sets: it is a list of sets, and ``first`` and ``second`` the sets won.
        margin: it says by how much the game was won, which is no matter of points: Go's ``B+3.5``.
        ended: it was ended before its end, so that only the winner's name tells who won.
        fault: what is wrong where no column can mean it.
    """

    game: float = NAN
    first: float = NAN
    second: float = NAN
    points: bool = False
    sets: bool = False
    margin: bool = False
    ended: bool = False
    fault: str = ""

    @property
    def says_something(self) -> bool:
        """Whether it is a result of any kind."""
        return not (math.isnan(self.game) and math.isnan(self.first)) or self.ended


NOTHING = Reading()
NO_COLOURS = "colours"
"""The fault of a result that names a colour, in a table that does not say who has it."""


def sets_of(word: str) -> tuple[int, int] | None:
    """Return how many sets each side won, else None: ``21-19 21-15``, ``7-6(4) 3-6 [10-8]``, ``2:0 (…)``.

    A match's score before the list has to be that of its sets. ``3:1 (9,-8,7,5)`` is the short form of table
    tennis: of each set the points of who lost it, negative where the second side won it. Sets that are level
    are nobody's.
    """
    detail = re.fullmatch(_IN_DETAIL, word)
    if detail is not None and (whole := points_of(detail[1])) is not None:
        inner = _won(detail[2]) or _won_short(detail[2])
        if inner is not None:
            return inner if inner == whole else None
    head, _, rest = word.partition(" ")
    # The score of the match may stand before its sets without brackets, too.
    inner = _won(rest)
    return inner if inner is not None and inner == points_of(head) else _won(word)


def _beside_half_time(word: str) -> tuple[float, float] | None:
    """Return the points beside which those at half-time stand in brackets: ``2-1 (1-0)``."""
    detail = re.fullmatch(_IN_DETAIL, word)
    whole, half = (None, None) if detail is None else (points_of(detail[1]), points_of(detail[2]))
    if whole is None or half is None or half[0] > whole[0] or half[1] > whole[1]:
        return None
    return whole


def _won(word: str, *, strict: bool = True) -> tuple[int, int] | None:
    """Count the sets of a list of at least two.

    Args:
        word: the list.
        strict: whether each of them was played to its end.
    """
    if re.fullmatch(_SETS, word) is None:
        return None
    made = []
    for each in re.findall(_SET, word):
        one, two, *_ = (int(number) for number in re.findall(r"\d+", each))
        if each.startswith("[") and not (max(one, two) >= _MATCH_TIE_BREAK and abs(one - two) >= 2):
            return None
        made.append((one, two))
    if strict and min(max(pair) for pair in made) < FEWEST_IN_A_SET:
        return None  # thirds of a match of hockey, or legs: sums and not sets decide
    return sum(one > two for one, two in made), sum(one < two for one, two in made)


def _won_short(word: str) -> tuple[int, int] | None:
    if re.fullmatch(_SHORT_SETS, word) is None:
        return None
    made = [part.startswith("-") for part in re.split(r"[\s,;/|]+", word)]
    return made.count(False), made.count(True)


@lru_cache(maxsize=4096)
def read_result(word: str, sides: Sides, *, winner: bool = False) -> Reading:
    """Read one word.

    Args:
        word: as it stands in the file.
        sides: the names of the columns of the two sides.
        winner: whether the column tells who won, so that 1 and 2 are the sides.
    """
    bare = word.strip()
    shoot_out = re.fullmatch(_SHOOT_OUT, bare)
    if shoot_out is not None and shoot_out[1] == shoot_out[2]:
        bare = f"{shoot_out[1]}-{shoot_out[2]}"
    longer = re.fullmatch(_LONGER, bare)
    if longer is not None and points_of(longer[1]) is not None:
        bare = longer[1]
    plain = normal_result(bare)
    side = _side_words(sides).get(normal(plain))
    if winner:
        side = {"1": 1.0, "2": 0.0}.get(plain, side)
    if side is not None:
        return Reading(side)
    if winner and (plain.replace("_", "") in _DRAWN or plain == "x"):
        return Reading(0.5)
    pair = points_of(plain) or _beside_half_time(bare)
    game = _game(bare)
    if not math.isnan(game):
        # In a column of winners a bare 0 is nobody's number, and no loss.
        lone = winner and pair is None and _is_number(plain) and game != 0.5
        return NOTHING if lone else Reading(game, *(pair or (NAN, NAN)))
    if pair is not None:
        return Reading(NAN, *pair, points=pair != (0.0, 0.0))
    if (won := _of_go(bare, sides)) is not None:
        return won
    if (sets := sets_of(bare)) is not None:
        return Reading(NAN, float(sets[0]), float(sets[1]), points=True, sets=True)
    if normal(plain) in _coloured():
        return Reading(fault=NO_COLOURS)
    ended = re.fullmatch(_ENDED, bare)
    if ended is not None and (not ended[1] or points_of(ended[1]) or _won(ended[1], strict=False)):
        return Reading(points=bool(ended[1]), ended=True)
    return NOTHING


def is_day_of_spreadsheet(word: str) -> bool:
    """Tell whether a word is a day, as a spreadsheet program makes one of ``1-2``: ``01-Feb``, ``46054``."""
    return _DAY_OF_SPREADSHEET.fullmatch(word.strip()) is not None


def _game(word: str) -> float:
    try:
        return parse_score(word)
    except BadInput:
        return NAN


def _is_number(plain: str) -> bool:
    try:
        float(plain)
    except ValueError:
        return False
    return True


def _of_go(word: str, sides: Sides) -> Reading | None:
    """Read ``B+3.5``; None if it is not a result of Go, or one by forfeit, which is no game."""
    from arpad.core.go_results import go_result  # a word that nothing else explains is rare

    try:
        won = go_result(word)
    except BadInput:
        return None
    if won is None or won.forfeit:
        return None
    if not sides.colours:
        return Reading(fault=NO_COLOURS)
    score = 0.0 if won.black else 1.0
    if won.margin is None:
        return Reading(score)
    margin = float(won.margin)
    return Reading(score, 0.0 if won.black else margin, margin if won.black else 0.0, margin=True)


_PAIRS: Pairs = (
    ("model_a", "model_b"),
    ("team_a", "team_b"),
    ("player_a", "player_b"),
    ("player1", "player2"),
    ("team1", "team2"),
    ("first", "second"),
    ("1st", "2nd"),
    ("left", "right"),
    ("side1", "side2"),
    ("winner_model_a", "winner_model_b"),
    ("radiant", "dire"),
    ("east", "west"),
    ("東", "西"),
    ("先手", "後手"),
    ("先手勝ち", "後手勝ち"),
    ("先手勝", "後手勝"),
    ("先手胜", "后手胜"),
)
_OF_VENUE = (
    *VENUES,
    ("h", "a"),
    ("h", "v"),
    ("home_team", "away_team"),
    ("home win", "away win"),
    ("home wins", "away wins"),
)
_OF_COLOURS: Pairs = (
    *COLOURS,
    ("white wins", "black wins"),
    ("white won", "black won"),
    ("weiß gewinnt", "schwarz gewinnt"),
    ("weiß gewann", "schwarz gewann"),
    ("blancs gagnent", "noirs gagnent"),
    ("ganan blancas", "ganan negras"),
    ("wit wint", "zwart wint"),
    ("победа белых", "победа чёрных"),
    ("백승", "흑승"),
    ("백 불계승", "흑 불계승"),
)


@cache
def _coloured() -> frozenset[str]:
    """Return the words for a side by its colour, as they are compared."""
    return frozenset(normal(word) for pair in _OF_COLOURS for word in pair)


@lru_cache(maxsize=64)
def _side_words(sides: Sides) -> dict[str, float]:
    """Return the words for a side, as far as the header says whose they are -> the first side's score."""
    pairs: Pairs = ((sides.first, sides.second), *_PAIRS)
    if sides.colours:
        pairs += _OF_COLOURS
    elif sides.advantage:
        pairs += _OF_VENUE
    found: dict[str, float] = {}
    for first, second in (*pairs, ("a", "b")):
        found.setdefault(normal(first), 1.0)
        found.setdefault(normal(second), 0.0)
    return found


class Holds(NamedTuple):
    """What a column of results holds.

    Args:
        points: points or sets.
        numbered: the numbers of the sides.
        margins: points of each side are known of some games.
    """

    points: bool
    numbered: bool
    margins: bool


@dataclass(frozen=True)
class Told:
    """What a column tells of the games of a batch.

    Args:
        score: of the first side; NaN where it tells nothing.
        made: what each side made, NaN where that is not told; None if it is of no game.
        blank: where nothing stands.
        ended: games that were ended before their end.
        checks: what is wrong.
        values: the column; None where it is coded.
    """

    score: Column
    made: tuple[Column, Column] | None
    blank: Mask
    ended: Mask
    checks: list[Check]
    values: pl.Series | None


class ResultColumn:
    """A column of results, batch after batch.

    Args:
        role: what it is to the record.
        name: what the header calls it.
        sides: what the names of the two sides' columns say.
    """

    def __init__(self, role: Role, name: str, sides: Sides) -> None:
        self.role: Role = role
        self.name = name
        self.sides = sides
        self._told = self._points = 0
        self._drawn_by_x = self._numbers = self._other_numbers = False
        self._margins = False
        self._example = ""
        self._sets = False
        self._read_as: set[Holds] = set()
        self._unnamed = False
        self._clocks = self._dashed = False

    @property
    def settled(self) -> bool:
        """Whether every batch was read as what the whole column holds, the names of winners included."""
        return len(self._read_as) <= 1 and not self._unnamed

    @property
    def decides(self) -> bool:
        """Whether a part of the column could be read in another way than the whole."""
        return self._points > 0 or self._drawn_by_x

    @property
    def holds(self) -> Holds:
        """What the column holds, as far as it was read."""
        points = self.role == "points" or (
            self.role != "winner" and self._points > 0 and RARE * self._points >= self._told
        )
        numbered = self._drawn_by_x and self._numbers and not self._other_numbers and not points
        return Holds(points, numbered, points or self._margins)

    def notes(self) -> Iterator[str]:
        """Yield what was supposed of the column."""
        if self.holds.points and self.role != "points":
            what = "sets" if self._sets else "points"
            yield f"the column {self.name!r} holds {what} ({self._example}): the side with more {what} wins"
        if self.holds.numbered:
            yield f"in the column {self.name!r} 1 and 2 are taken for the side that won, and X for a draw"

    def read(self, column: pl.Series | Coded, one: pl.Series | None, two: pl.Series | None) -> Told:
        """Read a batch.

        Args:
            column: the results; they are coded where no name is looked for.
            one: the names of the first side; None beside a coded column.
            two: the names of the second side.
        """
        if isinstance(column, Coded):
            return self._of_coded(column)
        import polars as pl

        assert one is not None
        assert two is not None
        if column.dtype not in (pl.String, pl.Null) and self.role != "winner":
            return self._of_numbers(column)
        return self._of_words(text(column), text(one), text(two))

    def _of_numbers(self, column: pl.Series) -> Told:
        values, there = numbers(column)
        with np.errstate(invalid="ignore"):
            good = (values >= 0.0) & (values <= 1.0)
        expected = f"{EXPECTED} {self._if_sides}"
        check = Check(self.role, there & ~good, wrong("a valid result"), expected, column)
        none = np.zeros(len(values), dtype=np.bool_)
        return Told(np.where(good, values, NAN), None, ~there, none, [check], column)

    def _of_coded(self, column: Coded) -> Told:
        words, codes = column.words, column.codes.astype(np.intp)
        readings = self._readings(words)
        if (_nothing(words, readings, codes) & ~_blank(words, codes)).any():
            self._unnamed = True
        return self._told_by(None, codes, words, readings, np.zeros(len(codes), dtype=np.int8))

    def _of_words(self, column: pl.Series, one: pl.Series, two: pl.Series) -> Told:
        winner = self.role == "winner"
        named = _named(column, one, two) if winner else np.zeros(len(column), dtype=np.int8)
        rest = column if not named.any() else _where(column, named == 0)
        codes, words = coded(rest)
        readings = self._readings(words)
        if not winner:
            lost = np.flatnonzero(_nothing(words, readings, codes) & ~_blank(words, codes))
            if len(lost):
                # Not a result: perhaps the name of the winner.
                named[lost] = _named(column.gather(lost), one.gather(lost), two.gather(lost))
        return self._told_by(column, codes, words, readings, named)

    def _readings(self, words: Sequence[str | None]) -> list[Reading]:
        winner = self.role == "winner"
        readings = [
            NOTHING if word is None else read_result(word, self.sides, winner=winner) for word in words
        ]
        clocks = [
            at for at, word in enumerate(words) if word is not None and KICK_OFF.fullmatch(word.strip())
        ]
        dashed = any(
            word is not None and re.fullmatch(r"\d{1,3}\s*[-–]\s*\d{1,3}", word.strip()) for word in words
        )
        self._unnamed = self._unnamed or (self._clocks and dashed and not self._dashed)
        self._clocks, self._dashed = self._clocks or bool(clocks), self._dashed or dashed
        for at in clocks if self._dashed else ():
            readings[at] = NOTHING  # among 2-1 and 0-1, 18:30 is when a game begins
        return readings

    def _told_by(
        self,
        column: pl.Series | None,
        codes: NDArray[Any],
        words: Sequence[str | None],
        readings: list[Reading],
        named: NDArray[np.int8],
    ) -> Told:
        """Return what words and names tell.

        Args:
            column: the results as text, if there is such a column.
            codes: the number of the word of each row.
            words: the words by number.
            readings: what each says.
            named: 1 where the first side's name stands, −1 where the second's, else 0.
        """
        blank = _blank(words, codes)
        if self.role == "winner":
            blank &= named == 0
        self._count(codes, words, readings, int(np.count_nonzero(named)))
        found = self.holds
        self._read_as.add(found)
        table = _Table.of(words, readings, found)
        score = table.score[codes]
        if named.any():
            score[named != 0] = (named[named != 0] + 1) / 2
        made = (table.first[codes], table.second[codes]) if found.margins else None
        ended = spread([each.ended for each in readings], codes)
        bad = np.isnan(score) & ~blank & ~ended
        checks = list(self._checks(column, bad, codes, words, readings))
        return Told(score, made, blank, ended, checks, column)

    def _count(
        self, codes: NDArray[Any], words: Sequence[str | None], readings: list[Reading], named: int
    ) -> None:
        """Take up the evidence of a batch for what the column holds."""
        counts = np.bincount(codes, minlength=len(words)).tolist()
        self._told += named
        for count, word, reading in zip(counts, words, readings, strict=True):
            if not count or word is None:
                continue
            plain = normal_result(word)
            self._drawn_by_x = self._drawn_by_x or (plain == "x" and self.role == "score")
            if _is_number(plain):
                self._numbers = True
                self._other_numbers = self._other_numbers or float(plain) not in (1, 2)
            if not reading.says_something:
                continue
            self._told += count
            self._margins = self._margins or reading.margin
            if reading.points:
                self._points += count
                self._example = self._example or word.strip()
                self._sets = self._sets or reading.sets

    @property
    def _if_sides(self) -> str:
        return f"If 1 and 2 are the sides, choose {named_columns(f'winner={self.name}')}."

    def _checks(
        self,
        column: pl.Series | None,
        bad: Mask,
        codes: NDArray[Any],
        words: Sequence[str | None],
        readings: Sequence[Reading],
    ) -> Iterator[Check]:
        """Yield what is wrong with a batch, each kind with what to do."""
        if not bad.any():
            yield Check(self.role, bad, wrong("a valid result"), EXPECTED, column)
            return
        points = spread([each.points or each.first == each.second == 0.0 for each in readings], codes)
        colours = spread([each.fault == NO_COLOURS for each in readings], codes)
        twos = spread([(word or "").strip() == "2" for word in words], codes)
        days = spread([is_day_of_spreadsheet(word or "") for word in words], codes)
        what, expected = "a valid result", EXPECTED
        if self.role == "winner":
            what = "a side of the game"
            expected = "Expected the name of one of the two sides, the word for a side, or draw."
        yield Check(self.role, bad & ~points & ~colours & ~twos & ~days, wrong(what), expected, column)
        again = "Give the column the format Text, and enter the results again."
        yield Check(self.role, bad & days, wrong(f"{what}, but a date{_MADE_OF_RESULTS}"), again, column)
        yield Check(self.role, bad & twos, wrong(what), f"{EXPECTED} {self._if_sides}", column)
        many = f"{EXPECTED} If the column holds points, choose {named_columns(f'points={self.name}')}."
        yield Check(self.role, bad & points, wrong("a valid result of one game"), many, column)

        def colour(value: str | None) -> str:
            return f"{value!r} names a colour, and the columns do not say who has White"

        choose = f"Choose the columns of the two sides: {named_columns('white', 'black')}."
        yield Check(self.role, bad & colours, colour, choose, column)


@dataclass(frozen=True)
class _Table:
    """What each word of a column says, as arrays."""

    score: Column
    first: Column
    second: Column

    @staticmethod
    def of(words: Sequence[str | None], readings: Sequence[Reading], found: Holds) -> _Table:
        """Return what the words say in a column that holds this."""
        if found.numbered:
            numbered = {"1": 1.0, "2": 0.0, "x": 0.5}
            readings = [
                each._replace(game=numbered.get((word or "").strip().lower(), each.game))
                for word, each in zip(words, readings, strict=True)
            ]
        game, first, second = (np.array([each[at] for each in readings], dtype=np.float64) for at in range(3))
        told = np.array([each.margin or found.points for each in readings]) & ~np.isnan(first)
        score = np.where(told, scores_of_points(first, second), game)
        return _Table(
            score,
            np.where(told, first, NAN),
            np.where(told, second, NAN),
        )


def coded(column: pl.Series) -> tuple[NDArray[Any], list[str | None]]:
    """Return the words of a column, None for a missing one, and of every row the number of its word."""
    import polars as pl

    codes: NDArray[Any]
    words: list[str | None] = [None]
    common = column.head(SAMPLE).drop_nulls().unique(maintain_order=True).to_list()[:MOST]
    if len(common) <= FEW:
        found = np.zeros(len(column), np.uint8)
        for k, word in enumerate(common, 1):
            same = column == word
            found += (same.fill_null(False) if same.null_count() else same).to_numpy().view(
                np.uint8
            ) * np.uint8(k)
        # What is looked up by numbers is found ten times as fast where these are of the machine's own size.
        codes = found.astype(np.intp)
        words += common
    else:
        kind = pl.Enum(["", *(word for word in common if word)])
        codes = column.cast(kind, strict=False).to_physical().fill_null(0).to_numpy().astype(np.intp)
        words += kind.categories.to_list()[1:]
    left = np.flatnonzero(codes == 0)
    if len(left):
        rest = column.gather(left)
        if rest.null_count() < len(rest):
            distinct = rest.drop_nulls().unique(maintain_order=True).to_list()
            number: dict[str | None, int] = {None: 0}
            number.update((word, len(words) + k) for k, word in enumerate(distinct))
            codes[left] = [number[word] for word in rest.to_list()]
            words += distinct
    return codes, words


def _blank(words: Sequence[str | None], codes: NDArray[Any]) -> Mask:
    """Return where nothing stands."""
    return spread([word is None or not word.strip() for word in words], codes)


def _nothing(words: Sequence[str | None], readings: Sequence[Reading], codes: NDArray[Any]) -> Mask:
    """Return where no result stands, nor a fault that is known."""
    return spread([not each.says_something and not each.fault for each in readings], codes)


def _where(column: pl.Series, there: Mask) -> pl.Series:
    """Return a column with nothing where it is not looked at."""
    import polars as pl

    return pl.select(pl.when(pl.Series(there)).then(column)).to_series()


def _named(column: pl.Series, one: pl.Series, two: pl.Series) -> NDArray[np.int8]:
    """Return 1 where a column has the first side's name, −1 where the second's, else 0."""
    names = [each.str.strip_chars() for each in (column, one, two)]
    named = np.zeros(len(column), dtype=np.int8)
    for side, sign in ((names[1], 1), (names[2], -1)):
        same = ((names[0] == side) & (names[0] != "")).fill_null(False).to_numpy()
        named[same] = sign
    lost = [
        at
        for at, word in zip(
            np.flatnonzero(named == 0).tolist(), compress(names[0].to_list(), named == 0), strict=True
        )
        if word and not word.isascii()
    ]
    for at in lost:
        word, first, second = (composed(each[at] or "") for each in names)
        named[at] = 1 if word == first else -1 if word == second else 0
    return named
