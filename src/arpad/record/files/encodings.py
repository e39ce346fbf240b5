"""How text is made of bytes: UTF-8, what a mark at the beginning says, or the likeliest of the old encodings.

The old encodings share most of their bytes, and each says something with all of them, so that a wrong one is
read in silence: ``Jiří`` becomes ``Jiøí``. What tells them apart is that a name uses the letters of one
language. So of every candidate those letters are counted that one language of its region has, and the
language that explains most decides; where two explain as much, the one that stands first in
:func:`candidates`. It is a guess, and whoever reads says so. Guessers for running text know the
frequent words and letters of a language, of which a list of names has few: of 17 short lists in eight
encodings (``tests/record/test_encodings.py``) charset-normalizer 3.5.2 reads 7 right, and 9 where it is given
the candidates.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from arpad.core import BadInput
from arpad.core.interface import option

MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""What a file begins with, and the encoding that it is the mark of; the longer ones first."""

_WESTERN = {
    "German": "äöüß",
    "French": "àâæçéèêëîïôœùûüÿ",
    "Spanish": "áéíñóúü",
    "Portuguese": "àáâãçéêíóôõú",
    "Italian": "àèéìòù",
    "Dutch": "áéëíïóöúü",
    "Danish and Norwegian": "åæøéö",
    "Swedish and Finnish": "åäöé",
    "Icelandic": "áæðéíóöþúý",
    "Estonian": "äõöüšž",
}
_CENTRAL = {
    "Czech": "áčďéěíňóřšťúůýž",
    "Slovak": "áäčďéíĺľňóôŕšťúýž",
    "Polish": "ąćęłńóśźż",
    "Hungarian": "áéíóöőúüű",
    "Serbian, Croatian and Slovene": "čćđšž",
    "Romanian": "ăâîşţ",
}
_CYRILLIC = {
    "Russian": "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
    "Ukrainian": "абвгґдежзийклмнопрстуфхцчшщьюяєії",
    "Serbian": "абвгдђежзијклљмнњопрстћуфхцчџш",
}
CYRILLIC = frozenset(map(chr, range(0x0400, 0x0500)))
_TURKISH = {"Turkish": "âçğıîöşüûİ"}


def _rows(encoding: str, first: int, last: int, seconds: Iterable[int]) -> str:
    """Return the characters of some rows of an encoding of two bytes: those that its first bytes begin."""
    return b"".join(bytes((one, two)) for one in range(first, last + 1) for two in seconds).decode(
        encoding, "ignore"
    )


NOT_IN = {"Portuguese": r"(?i)õ(?!e)|ã(?=[^\Woes])"}
"""Of a language, its letters where no word of it has them: õ stands before e only, as in Camões; ã before o,
e, s or at the end, as in Guimarães. Hungarian's ő and Romanian's ă stand anywhere."""

ENOUGH = 1 << 20
"""How many bytes of lines with foreign letters tell an encoding."""


class Encoding(NamedTuple):
    """One of the old encodings.

    Args:
        name: as Python knows it.
        region: of its languages, for messages.
        languages: their letters beside those of English.
    """

    name: str
    region: str
    languages: Mapping[str, str]


FIRST = Encoding("cp1252", "Western European", _WESTERN)
LAST = Encoding("latin-1", "Western European", _WESTERN)
"""What every byte is a character of."""


@cache
def candidates() -> tuple[Encoding, ...]:
    """Return the old encodings, in the order in which they are tried; most files are UTF-8 and need none.

    Of East Asia's the common characters tell: the syllables; the kana and the first level; the first level.
    """
    korean = _rows("euc_kr", 0xB0, 0xC8, range(0xA1, 0xFF))
    japanese = "".join(_rows("shift_jis", *rows, range(0x40, 0xFD)) for rows in ((0x82, 0x83), (0x88, 0x98)))
    chinese = _rows("gb2312", 0xB0, 0xD7, range(0xA1, 0xFF))
    return (
        FIRST,
        Encoding("cp1250", "Central European", _CENTRAL),
        Encoding("cp1251", "Cyrillic", _CYRILLIC),
        Encoding("cp1254", "Turkish", _TURKISH),
        Encoding("iso8859-2", "Central European", _CENTRAL),
        Encoding("koi8-r", "Cyrillic", _CYRILLIC),
        Encoding("cp949", "Korean", {"Korean": korean}),
        Encoding("cp932", "Japanese", {"Japanese": japanese}),
        Encoding("gb18030", "Chinese", {"Chinese": chinese}),
    )


def known_encoding(name: str) -> str:
    """Return an encoding's name as Python has it.

    Raises:
        BadInput: there is none, or it is not one of text.
    """
    try:
        found = codecs.lookup(name)
        "".encode(found.name)
        codecs.getincrementaldecoder(found.name)
    except (LookupError, ValueError, TypeError):
        remedy = "Known are such as utf-8, utf-16, cp1250, cp1252, iso8859-2, koi8-r, shift_jis, euc_kr."
        raise BadInput(f"{name[:50]!r} is not an encoding", remedy=remedy) from None
    return found.name


def marked(head: bytes) -> str | None:
    """Return the encoding whose mark a file begins with, other than UTF-8; None if there is none."""
    return next((name for mark, name in MARKS if head.startswith(mark)), None)


def is_utf8(data: bytes, *, whole: bool = True) -> bool:
    """Tell whether bytes are UTF-8.

    Args:
        data: the bytes.
        whole: whether they end where a character does.
    """
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data, final=whole)
    except UnicodeDecodeError:
        return False
    return True


WORD = 40
"""How many characters of a word a note shows."""


class Evidence(NamedTuple):
    """A word by which an encoding is told.

    Args:
        line: where it stands.
        word: as it is read.
    """

    line: int
    word: str


class Foreign:
    """The lines of a long text that are not ASCII alone, by which its encoding is told.

    All letters and damaged places are counted. Which of the old encodings it is, the first :data:`ENOUGH`
    bytes of such lines decide; ASCII alone says the same in all of them.
    """

    def __init__(self) -> None:
        self.lines: bytearray = bytearray()
        self.numbers: list[int] = []
        self.later: set[int] = set()
        self.letters: int = 0
        self.damaged: int = 0
        self._open = b""
        self._read = 0

    def add(self, block: bytes) -> None:
        """Take up the next bytes."""
        end = block.rfind(b"\n") + 1
        if not end:
            self._open += block
            return
        self._take(self._open + block[:end])
        self._open = block[end:]

    def _take(self, lines: bytes) -> None:
        before, self._read = self._read, self._read + lines.count(b"\n")
        if lines.isascii():
            return
        foreign = [
            (number, line)
            for number, line in enumerate(lines.split(b"\n"), start=before + 1)
            if not line.isascii()
        ]
        lines = b"".join(line + b"\n" for _, line in foreign)
        text = lines.decode("utf-8", "replace")
        self.letters += len(text) - len(text.encode("ascii", "ignore"))
        self.damaged += text.count("\ufffd")
        if len(self.lines) < ENOUGH:
            self.lines += lines
            self.numbers += [number for number, _ in foreign]
        else:
            self.later.update(lines)

    def is_another(self) -> bool:
        """Tell whether the text is not UTF-8, nor UTF-8 with damaged places."""
        self._take(self._open)
        self._open = b""
        return self.letters < 2 * self.damaged

    def guess(self) -> Encoding:
        """Return the likeliest old encoding."""
        # A later byte that an encoding does not have rules it out all the same.
        later = b"".join(b"\n%c" % byte for byte in sorted(self.later - set(self.lines)))
        return guess(bytes(self.lines) + later)

    def evidence(self, name: str) -> Evidence | None:
        """Return where the text shows its encoding: the first word that cp1252 would read as another.

        If there is none, or the encoding is cp1252, it is the first word beyond ASCII.

        Args:
            name: the encoding as which the text is read.
        """
        found = None
        for number, line in zip(self.numbers, bytes(self.lines).split(b"\n"), strict=False):
            for raw in re.findall(rb"[^\s,;|\"]+", line):
                if raw.isascii():
                    continue
                word = raw.decode(name, "replace")
                found = found or Evidence(number, word)
                if name in (FIRST.name, LAST.name):
                    return found
                if word != raw.decode(FIRST.name, "replace"):
                    return Evidence(number, word)
        return found


def guess(data: bytes) -> Encoding:
    """Return the likeliest old encoding of a text that is not UTF-8."""
    counted = [(_explained(data, one), -at, one) for at, one in enumerate(candidates())]
    share, _, best = max(counted, key=lambda each: each[:2])
    return best if share > 0.0 else LAST


def _explained(data: bytes, one: Encoding) -> float:
    """Return which share of the letters beyond ASCII one language of an encoding has; 0 if it cannot be."""
    try:
        text = data.decode(one.name)
    except UnicodeDecodeError:
        return 0.0
    letters = Counter(letter for letter in text if not letter.isascii())
    total = letters.total()
    if not total:
        return 0.0
    odd = sum(_odd(before, after) for before, after in pairwise(text))
    best = 0
    for language, own in one.languages.items():
        known = set(own) | set(own.upper())
        explained = sum(count for letter, count in letters.items() if letter in known)
        if language in NOT_IN:
            explained -= len(re.findall(NOT_IN[language], text))
        best = max(best, explained)
    return max(0.0, (best - odd) / total)


def _odd(before: str, after: str) -> bool:
    """Tell whether no word has one letter after the other.

    A capital within a word (KOI8's small letters are CP1251's capitals), a Cyrillic letter beside a Latin,
    and þ within a word, where Turkish has ş.
    """
    if before.isascii() and after.isascii():
        return False
    if not (before.isalpha() and after.isalpha()):
        return False
    within = before.islower() and (after == "þ" or after.isupper())
    return within or (before in CYRILLIC) != (after in CYRILLIC)


def told(name: str) -> str:
    """Return an encoding for a message: its name, and its region where it is one of the candidates."""
    region = next((one.region for one in (*candidates(), LAST) if one.name == name), "")
    return f"{name} ({region})" if region else name


def supposed(file: str, name: str, shown: Evidence | None = None) -> str:
    """Return the note about an encoding that was guessed.

    Args:
        file: whose text it is.
        name: the encoding.
        shown: where the text shows it.
    """
    where = "" if shown is None else f", as in {shown.word[:WORD]!r} on line {shown.line}"
    other = f"name its encoding if it is another ({option('encoding', '…')})"
    return f"{file} is not UTF-8 and is read as {told(name)}{where}; {other}"


def decoded(data: bytes, encoding: str, file: str) -> str:
    """Return bytes as text.

    Raises:
        BadInput: they are not of that encoding.
    """
    return "".join(_texts([data], encoding, file))


def recoded(blocks: Iterable[bytes], encoding: str, file: str) -> Iterator[bytes]:
    """Yield bytes of an encoding as those of UTF-8, without a mark at the beginning.

    Raises:
        BadInput: they are not of that encoding.
    """
    first = True
    for text in _texts(blocks, encoding, file):
        yield (text.removeprefix("\ufeff") if first else text).encode("utf-8", "replace")
        first = first and not text


def _texts(blocks: Iterable[bytes], encoding: str, file: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for block in blocks:
            yield decoder.decode(block)
        yield decoder.decode(b"", final=True)
    except UnicodeError as error:
        reason = getattr(error, "reason", str(error))
        raise BadInput(
            f"the file is not {encoding} ({reason})",
            file=file,
            remedy=f"Name its encoding: {option('encoding', 'cp1250')}, or another.",
        ) from error
