"""Interning: words become numbers, in the order of their first appearance, row by row.

A short record goes through a dictionary. A long one is hashed by polars, twice 64 bits with seeds drawn anew
for every run, and numbered by a compiled loop. Two words are taken for one only where 96 of these bits agree:
among a million names that happens once in 10¹⁷ runs. Both ways give the same numbers.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arpad.compiled.numba_start import can_compile
from arpad.core.waiting import InTurn, result

if TYPE_CHECKING:
    import polars as pl

    from arpad.record.interning_loop import Codes, Known


LONG = 200_000
"""From how many rows on the compiled loop is worth its start (about 0.6 s)."""


class Interner:
    """Numbers the words of one column, or of two side by side, batch after batch."""

    def __init__(self) -> None:
        self._index: dict[str, int] = {}
        self._known: Known | None = None
        self._words: list[str] = []
        self._worker: InTurn | None = None
        self._seeds: tuple[int, ...] = ()

    def expect_many(self) -> None:
        """Load the compiled loop in its thread, while the words are still being read."""
        if self._worker is None:
            self._start_worker()

    def add(self, columns: Sequence[pl.Series]) -> Callable[[], list[Codes]]:
        """Give numbers to the words of a batch.

        The numbers of a long batch are found in a thread of their own, in the order of the batches, while
        the next batch is read.

        Args:
            columns: one or two columns of words of equal length; a missing word counts as an empty one.

        Returns:
            What waits for the numbers of each column, int32.
        """
        columns = [column.fill_null("") if column.null_count() else column for column in columns]
        if self._worker is None and (len(columns[0]) < LONG or not can_compile()):
            codes = self._numbered_short(columns)
            return lambda: codes
        if self._worker is None:
            self._start_worker()
        return self._numbered_long(columns)

    def words(self) -> list[str]:
        """Return the words by number."""
        if self._worker is not None:
            result(self._worker.begin(lambda: None))  # it comes after all batches
        return list(self._index) if self._known is None else self._words

    def _numbered_short(self, columns: Sequence[pl.Series]) -> list[Codes]:
        index = self._index
        number = index.setdefault
        lists = [column.to_list() for column in columns]
        flat = [number(word, len(index)) for row in zip(*lists, strict=True) for word in row]
        codes = np.array(flat, dtype=np.int32).reshape(-1, len(columns))
        return [np.ascontiguousarray(codes[:, k]) for k in range(len(columns))]

    def _start_worker(self) -> None:
        """Take the words of the dictionary over to the loop, in their order."""
        from secrets import randbits

        import polars as pl

        # They differ from run to run, so that nobody can prepare names that collide and make the loop slow;
        # the numbers do not depend on them.
        self._seeds = (randbits(63), randbits(63))
        self._worker = InTurn()
        self._numbered_long([pl.Series(list(self._index), dtype=pl.String)])
        self._index = {}

    def _numbered_long(self, columns: Sequence[pl.Series]) -> Callable[[], list[Codes]]:
        assert self._worker is not None
        found = self._worker.begin(lambda: self._work(columns))
        return lambda: result(found)

    def _work(self, columns: Sequence[pl.Series]) -> list[Codes]:
        # numba's start takes its time too, and here nobody waits for it.
        from arpad.record.interning_loop import Hashes, nothing_known, number

        if self._known is None:
            self._known = nothing_known()
        hashes = [Hashes(*(_hashes(column, seed) for seed in self._seeds)) for column in columns]
        codes, places, self._known = number(hashes, self._known)
        self._words += _words_at(columns, places)
        return codes


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
    stripped = [composed(word.strip()) for word in words]
    if stripped == words and "" not in stripped:
        return np.arange(len(words), dtype=np.int32), stripped
    index: dict[str, int] = {}
    new = [index.setdefault(word, len(index)) if word else -1 for word in stripped]
    return np.array(new, dtype=np.int32), list(index)


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
