"""Interning: words become numbers, in the order of their first appearance, row by row.

A short record goes through a dictionary. A long one is hashed, by polars or where its file is split
(:mod:`arpad.record.assembly.splitting`), twice 64 bits with seeds drawn anew for every run, and numbered by a
compiled loop. Two words are taken for one only where 96 of these bits agree: among a million names that
happens once in 10¹⁷ runs. All ways give the same numbers.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.numba_start import can_compile
from arpad.core.waiting import InTurn, result
from arpad.record.cells.growable_array import Growing

if TYPE_CHECKING:
    from concurrent.futures import Future

    import polars as pl

    from arpad.record.cells.coded_column import Coded
    from arpad.record.cells.interning_loop import Codes, Hashes, Known


LONG = 200_000
"""From how many rows on the compiled loop is worth its start (about 0.6 s)."""


class Interner:
    """Numbers the words of one column, or of two side by side, batch after batch."""

    def __init__(self) -> None:
        self._index: dict[str, int] = {}
        self._known: Known | None = None
        self._words: list[str] = []
        self._codes: list[Growing] = []
        self._expected = 0
        self._worker: InTurn | None = None
        self._begun: list[Future[None]] = []
        self._seeds: tuple[int, ...] = ()

    def expect(self, rows: int) -> None:
        """Prepare for about so many rows: load the compiled loop in its thread while the words are read."""
        self._expected = rows
        if can_compile():
            self._begin(_nothing)

    def add(self, columns: Sequence[pl.Series]) -> None:
        """Give numbers to the words of a batch.

        The numbers of a long batch are found in a thread of their own, in the order of the batches, while
        the next batch is read.

        Args:
            columns: one or two columns of words of equal length, as many as in every batch; a missing word
                counts as an empty one.
        """
        columns = [column.fill_null("") if column.null_count() else column for column in columns]
        if self._worker is None and (len(columns[0]) < LONG or not can_compile()):
            self._keep(self._numbered_short(columns))
        else:
            self._begin(lambda: self._number(self._hashed(columns), lambda at: _words_at(columns, at)))

    def add_hashed(
        self, columns: Sequence[Hashes], words_at: Callable[[NDArray[np.int64]], list[str]]
    ) -> Future[None]:
        """Give numbers to the words of a batch that is hashed already, as all batches of the table are.

        Args:
            columns: the hashes of each column's words.
            words_at: returns the words at places counted row by row, column beside column.

        Returns:
            What is done when the hashes and the words are needed no more.
        """
        return self._begin(lambda: self._number(columns, words_at))

    def add_coded(self, column: Coded) -> None:
        """Take a batch of one column whose words have their numbers already, as all batches of it have."""
        self._words = [word or "" for word in column.words]
        self._keep([column.codes.astype(np.int32)])

    def codes(self) -> list[Codes]:
        """Return the numbers of all batches, int32 per row, of each column."""
        self._wait()
        return [column.array() for column in self._codes]

    def words(self) -> list[str]:
        """Return the words by number."""
        self._wait()
        return self._words or list(self._index)

    def _wait(self) -> None:
        """Wait for the numbers of all batches.

        Raises:
            BaseException: whatever was raised where they were found.
        """
        for found in self._begun:
            result(found)

    def _keep(self, codes: Sequence[Codes]) -> None:
        if not self._codes:
            self._codes = [Growing(self._expected) for _ in codes]
        for column, batch in zip(self._codes, codes, strict=True):
            column.extend(batch)

    def _numbered_short(self, columns: Sequence[pl.Series]) -> list[Codes]:
        index = self._index
        number = index.setdefault
        lists = [column.to_list() for column in columns]
        flat = [number(word, len(index)) for row in zip(*lists, strict=True) for word in row]
        codes = np.array(flat, dtype=np.int32).reshape(-1, len(columns))
        return [np.ascontiguousarray(codes[:, k]) for k in range(len(columns))]

    def _begin(self, call: Callable[[], None]) -> Future[None]:
        """Let the thread make a call when those before it are done; the first takes over the dictionary."""
        if self._worker is None:
            from secrets import randbits

            # They differ from run to run, so that nobody can prepare names that collide and make the loop
            # slow; the numbers do not depend on them.
            self._seeds = (randbits(63), randbits(63))
            self._worker = InTurn()
            self._begun.append(self._worker.begin(self._take_over))
        self._begun.append(self._worker.begin(call))
        return self._begun[-1]

    def _take_over(self) -> None:
        # numba's start takes its time too, and here nobody waits for it.
        from arpad.record.cells.interning_loop import nothing_known, number

        self._known = nothing_known()
        if self._index:
            import polars as pl

            words = pl.Series(list(self._index), dtype=pl.String)
            _, _, self._known = number(self._hashed([words]), self._known)
            self._words, self._index = words.to_list(), {}

    def _number(self, columns: Sequence[Hashes], words_at: Callable[[NDArray[np.int64]], list[str]]) -> None:
        from arpad.record.cells.interning_loop import number

        assert self._known is not None
        codes, places, self._known = number(columns, self._known)
        self._words += words_at(places)
        self._keep(codes)

    def _hashed(self, columns: Sequence[pl.Series]) -> list[Hashes]:
        from arpad.record.cells.interning_loop import Hashes

        return [Hashes(*(_hashes(column, seed) for seed in self._seeds)) for column in columns]


def _nothing() -> None:
    """Do nothing, after what was to be done before."""


def _hashes(column: pl.Series, seed: int) -> NDArray[np.uint64]:
    return column.hash(seed).to_numpy()


def _words_at(columns: Sequence[pl.Series], places: NDArray[np.int64]) -> list[str]:
    """Return the words at places counted row by row, column beside column."""
    words = np.empty(len(places), dtype=object)
    for k, column in enumerate(columns):
        here = places % len(columns) == k
        words[here] = column.gather(places[here] // len(columns)).to_list()
    found: list[str] = words.tolist()
    return found


def composed(word: str) -> str:
    """Return a word in the composed form of Unicode (NFC): é is one character, however it was typed."""
    return word if word.isascii() else unicodedata.normalize("NFC", word)


def tidied(words: Sequence[str]) -> tuple[Codes, list[str]]:
    """Strip words of outer blanks, compose their letters, and merge those that thereby become one.

    Returns:
        For each word its new number, −1 for one of blanks only; and the new words, in the same order.
    """
    if _are_tidy(words):
        return np.arange(len(words), dtype=np.int32), list(words)
    stripped = [composed(word.strip()) for word in words]
    index: dict[str, int] = {}
    new = [index.setdefault(word, len(index)) if word else -1 for word in stripped]
    return np.array(new, dtype=np.int32), list(index)


def _are_tidy(words: Sequence[str]) -> bool:
    """Tell, all at once, whether words have no outer blanks and composed letters, and none is empty.

    No is said as well where a word begins or ends with a letter that is not ASCII, which might be a blank.
    """
    between = "\n".join(("", *words, ""))
    if not (between.isascii() or unicodedata.is_normalized("NFC", between)):
        return False
    letters = np.frombuffer(between.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    ends = letters == ord("\n")
    doubtful = _BLANK[letters]
    return not ((ends[:-1] & doubtful[1:]) | (doubtful[:-1] & ends[1:])).any()


_BLANK = np.array([byte >= 128 or chr(byte).isspace() for byte in range(256)])
"""Which bytes of UTF-8 are a blank, or part of a letter that might be one."""


def renumbered(codes: Sequence[Codes], words: Sequence[str]) -> tuple[list[Codes], list[str]]:
    """Drop the words that no row has any more; the rest keep their order of first appearance."""
    width = len(codes)
    flat = np.stack(codes, axis=1).ravel()
    present, first_place = np.unique(flat, return_index=True)
    order = np.argsort(first_place)
    new = np.zeros(len(words), dtype=np.int32)
    new[present[order]] = np.arange(len(present), dtype=np.int32)
    columns = new[flat].reshape(-1, width)
    return [np.ascontiguousarray(columns[:, k]) for k in range(width)], [words[i] for i in present[order]]
