"""How two names are compared: their words without capitals, accents, punctuation, titles and order."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from arpad.record.tables.letters import folded

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""How these are written where a keyboard does not have them."""

TITLES = frozenset({"gm", "im", "fm", "cm", "wgm", "wim", "wfm", "wcm", "dr", "prof", "mr", "mrs", "ms"})
"""Words before a name, or behind it, that are not part of it."""

MARKS = frozenset(
    {"jr", "sr", "junior", "senior", "ii", "iii", "iv", "women", "ladies", "girls", "frauen", "damen"}
    | {"youth", "jugend", "reserves", "amateure"}
)
"""Words that tell people, or teams, of one name apart, as every word with a digit does."""

APOSTROPHES = re.compile(r"['’ʼ`´]")
WORD = re.compile(r"[^\W_]+")


def expanded(text: str) -> str:
    """Return a text folded, its umlauts written as two letters: ``mueller``."""
    return folded(unicodedata.normalize("NFC", text).casefold().translate(UMLAUTS))


class Parts(NamedTuple):
    """What a name is made of.

    Args:
        words: its words, folded, the family name behind where a comma says so; without titles.
        sorted: the words in the order of the alphabet.
        letters: all letters as one word; a dot keeps numbers apart.
        long: the words of more than one letter.
        initials: the words of one letter, where another word has more.
        marks: the words, sorted, that tell people of one name apart.
    """

    words: tuple[str, ...]
    sorted: tuple[str, ...]
    letters: str
    long: tuple[str, ...]
    initials: tuple[str, ...]
    marks: tuple[str, ...]


def joined(words: Sequence[str]) -> str:
    """Return words as one, a dot between two digits."""
    text = "".join(words)
    if text.isalpha():
        return text
    text = ""
    for word in words:
        text += "." + word if text and text[-1].isdigit() and word[0].isdigit() else word
    return text


def parts_of(name: str, fold: Callable[[str], str] = folded) -> Parts:
    """Take a name apart.

    Args:
        name: as given.
        fold: :func:`folded`, or :func:`expanded`.
    """
    text = APOSTROPHES.sub("", fold(name))
    before, comma, after = text.partition(",")
    if comma and "," not in after:
        text = f"{after} {before}"
    words = WORD.findall(text)
    plain = [word for word in words if word not in TITLES]
    if len(plain) > 1:
        words = plain
    long, initials = words, []
    if min(map(len, words), default=0) == 1:
        long = [word for word in words if len(word) > 1]
        initials = [word for word in words if len(word) == 1 and word != word.upper()] if long else []
    marks = [word for word in words if word in MARKS or not word.isalpha()]
    return Parts(
        tuple(words), tuple(sorted(words)), joined(words), tuple(long), tuple(initials), tuple(sorted(marks))
    )


def one_edit(one: str, two: str) -> bool:
    """Tell whether one letter too many, missing, wrong or exchanged with its neighbour makes two words one.

    The distance of Damerau (1964), A technique for computer detection and correction of spelling errors,
    Communications of the ACM 7 (3), is 1.
    """
    if abs(len(one) - len(two)) > 1 or one == two:
        return False
    start = 0
    shorter = min(len(one), len(two))
    while start < shorter and one[start] == two[start]:
        start += 1
    a, b = one[start:], two[start:]
    if len(a) == len(b):
        return a[1:] == b[1:] or (len(a) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:])
    return a[1:] == b if len(a) > len(b) else b[1:] == a
