"""Rows that tell of no game: byes, forfeits, and fixtures that are not played yet.

Whoever keeps results keeps them in the same table as games. None of them is a game, so none is rated; none of
them is an error either. They are counted, and what reads a record says how many there were.

- A *bye*: one side is missing, or is a word of :data:`BYES`. What else stands in the row does not matter.
- A *fixture*: there are two sides, and every column of the result is blank, or one of :data:`UNDECIDED`.
- A *forfeit*: a result of :data:`FORFEITS`, won or lost without play. It counts among the byes, because it
  too is a round without a game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from arpad.core.score import normal_result

BYES: tuple[str, ...] = (
    "bye",
    "no opponent",
    "spielfrei",
    "freilos",
    "exempt",
    "exempté",
    "libre",
    "vrij",
    "wolny los",
    "descansa",
    "descanso",
    "turno libre",
    "turno libero",
    "oversidder",
    "fripass",
    "frirunde",
    "свободен от игры",
    "부전승",
    "不戦勝",
    "轮空",
)
"""Names that stand for nobody, compared without case and without brackets, stars and dashes around them; a
name that is nothing but dashes stands for nobody too."""

_AROUND = " \t()[]{}<>*.!_-–—−"
_OF_BYE = re.compile(r"^(?:(?:half|full|zero)(?:[- ]points?)?[- ]bye|bye *\([^)]*\)?)$")
"""A bye that is said more exactly: *half-point bye*, *bye (1 point)*."""
_DASHES = frozenset("-–—−_")
_MARKUP = "*_()[]"
"""What may stand around a word: ``**Cancelled**``, ``(postponed)``."""

_SUFFIXES = ("f", "ff", "(f)", "(ff)", "wo", "w/o", "forfeit", "(forfeit)", "kampflos", "(kampflos)")
_AWARDED = r"\d{1,3}[-:]\d{1,3}\(?(?:f|ff|wo|w/o|w\.o\.|forfeit|forfait|kampflos|wertung|atavolino)\)?"
"""Points that a side was awarded without play, as normal_result has them: ``3:0 (Wertung)``."""

_RESULTS = ("1-0", "0-1", "0-0", "1:0", "0:1", "0:0")

FORFEITS: frozenset[str] = frozenset(
    {
        *("+-", "-+", "+/-", "-/+", "+:-", "-:+", "+--", "--+", "---"),
        *("b+f", "w+f", "b+forfeit", "w+forfeit"),
        *("1f-0f", "0f-1f", "1f-0", "0-1f", "1-0f"),
        *("forfeit", "forfait", "walkover", "w/o", "w.o.", "wo", "ff", "kampflos", "noshow", "no-show"),
        *(result + suffix for result in _RESULTS for suffix in _SUFFIXES),
    }
)
"""Results without play, in lower case and without blanks; every dash is the short one."""

FORFEIT_OF_A_SIDE: frozenset[str] = frozenset({"+", "-", "f"})
"""The same where each side has a column of its own, and one of them at least is not a dash."""

UNDECIDED: frozenset[str] = frozenset(
    {
        *("", "*", "-", "--", "-:-", "tbd", "tba"),
        *("postponed", "verlegt", "verschoben", "reporté", "aplazado", "rinviata", "uitgesteld", "adiado"),
        *("отложен", "перенесён", "연기"),
        *("cancelled", "canceled", "abandoned", "void", "abgesagt", "ausgefallen", "annulé", "suspendido"),
        *("cancelado", "annullata", "afgelast", "отменён", "취소"),
        *("p-p", "ppd", "ppd.", "pst", "a-a", "vs", "tbc", "np", "x-x", "canc", "canc.", "susp", "susp."),
        *("nr", "noresult", "nc", "nocontest", "dnp", "abgebrochen"),
    }
)

"""What stands for a result that is not known yet, or of a game that was not played to its end; or blank."""

_KICK_OFF = re.compile(r"(1\d|2[0-3]):[0-5][05]")
"""A time of day where the result will be, in a column whose results are written in another way."""

_ABANDONED = r"(?s).*(?:abn|abandoned|inprogress|unfinished)\.?"
"""A game that was not played to its end, whatever its score was, as normal_result has it: ``6-4 2-1 ABN``."""

GAME, BYE, FIXTURE, FORFEIT = range(4)
"""What a row tells of, as numbers of a column."""

Kinds = NDArray[np.uint8]
"""What every row tells of: uint8 of GAME, BYE, FIXTURE, FORFEIT."""


def bye_words(words: Iterable[str] | None) -> frozenset[str]:
    """Return the names that stand for nobody, as they are compared; None for :data:`BYES`."""
    return frozenset(bare(word) for word in (BYES if words is None else words)) - {""}


def bare(name: str) -> str:
    """Return a name as it is compared with the words for a bye."""
    plain = name.strip(_AROUND).lower()
    return _OF_BYE.sub("bye", plain)


DEFAULT_BYES = bye_words(None)
"""The names of :data:`BYES`, as they are compared."""


def is_bye(name: str, words: Collection[str]) -> bool:
    """Tell whether a name stands for nobody: it is empty, dashes only, or one of the words."""
    plain = bare(name)
    numbered = re.fullmatch(r"(\D+?)[\s#-]*\d+", plain)  # the second bye of a round
    return (
        not name.strip()
        or _DASHES.issuperset(name.strip())
        or plain in words
        or (numbered is not None and numbered[1] in words)
    )


def absent(names: Sequence[str], words: Collection[str]) -> NDArray[np.bool_]:
    """Return which of many names stand for nobody."""
    import polars as pl

    # Nearly all names are somebody's: the few that could be nobody's are looked at one by one.
    known = pl.Series([*words, ""], dtype=pl.String).implode()
    stripped = pl.Series(names, dtype=pl.String).str.strip_chars(_AROUND).str.to_lowercase()
    numbered = stripped.str.replace(r"[\s#-]*\d+$", "")
    worded = stripped.str.contains(r"\bbye\b")
    found = (
        (stripped.is_in(known) | (numbered.is_in(known) & (numbered != stripped)) | worded).to_numpy().copy()
    )
    for at in np.flatnonzero(found).tolist():
        found[at] = is_bye(names[at], words)
    return found


def is_forfeit(text: str) -> bool:
    """Tell whether a result was reached without play."""
    normal = normal_result(text)
    return normal in FORFEITS or re.fullmatch(_AWARDED, normal) is not None


_BLANK, _DASH, _SIDE, _FORFEIT, _OTHER = range(5)


def _cell(text: str | None) -> int:
    normal = normal_result(text or "")
    plain = normal if len(normal) < len("void") else normal.strip(_MARKUP)
    if plain in UNDECIDED or _KICK_OFF.fullmatch(normal) or re.fullmatch(_ABANDONED, normal):
        return _DASH if normal == "-" else _BLANK
    if normal in FORFEIT_OF_A_SIDE:
        return _SIDE
    return _FORFEIT if normal in FORFEITS or re.fullmatch(_AWARDED, normal) else _OTHER


def kinds_of_results(columns: Iterable[Iterable[str | None]]) -> Kinds:
    """Return what rows tell of whose results cannot be read as those of games.

    Args:
        columns: the columns of the result, as text: the result, or one of each side.

    Returns:
        GAME where the result is neither missing nor a forfeit, so that it is a fault.
    """
    known: dict[str | None, int] = {}
    cells = []
    for column in columns:
        words = list(column)
        known.update((word, _cell(word)) for word in set(words) - known.keys())
        cells.append([known[word] for word in words])
    table = np.array(cells, dtype=np.uint8)
    kinds = np.full(table.shape[1], GAME, dtype=np.uint8)
    kinds[(table <= _DASH).all(axis=0)] = FIXTURE
    sides = np.isin(table, (_DASH, _SIDE)).all(axis=0) & (table == _SIDE).any(axis=0) & (len(cells) > 1)
    kinds[(table == _FORFEIT).any(axis=0) | sides] = FORFEIT
    return kinds


def count_kinds(kinds: Kinds | None) -> dict[str, int]:
    """Return how many rows tell of no game, as :class:`arpad.record.games.Source` counts them."""
    counts = np.bincount([] if kinds is None else kinds, minlength=4).tolist()
    return {
        "byes": counts[BYE] + counts[FORFEIT],
        "forfeits": counts[FORFEIT],
        "fixtures": counts[FIXTURE],
    }
