"""Interning: words become numbers, in the order of their first appearance, row by row.

A short record goes through a dictionary. A long one is hashed to 64 bits by polars and numbered by a compiled
loop, which compares the bytes of every word with those of the word it takes it for: words with one hash are
told apart and never merged. Both ways give the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from secrets import randbits
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    import polars as pl

Codes = NDArray[np.int32]
Eights = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Ends = NDArray[np.int64]

LONG = 200_000
"""From how many rows on the compiled loop is worth its start (about 0.6 s)."""

PAD = 24
"""How many bytes follow the last word of a text, so that 16 can be read from any place of it."""


class Column(NamedTuple):
    """A column of words as the compiled loop takes it.

    Args:
        hashes: uint64 per row; equal words have equal hashes.
        text: the bytes of all words, one after the other, and PAD more; a multiple of 8.
        ends: int64 per row, where the word ends in the text.
    """

    hashes: Eights
    text: Bytes
    ends: Ends


class Known(NamedTuple):
    """The words that the compiled loop knows so far.

    Args:
        table: its slots, a power of two of them.
        text: the bytes of the words, one after the other, with room for more.
        ends: where each word ends in the text, with room for more.
        size: how many words there are.
    """

    table: Eights
    text: Bytes
    ends: Ends
    size: int


class Interner:
    """Numbers the words of one column, or of two side by side, batch after batch."""

    def __init__(self) -> None:
        self._index: dict[str, int] = {}
        self._known: Known | None = None
        self._worker: ThreadPoolExecutor | None = None
        # Differs from run to run, so that nobody can prepare names that collide and make the loop slow; the
        # numbers do not depend on it.
        self._seed = randbits(63)

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
        if self._worker is None and len(columns[0]) < LONG:
            codes = self._numbered_short(columns)
            return lambda: codes
        if self._worker is None:
            self._start_worker()
        return self._numbered_long(columns)

    def words(self) -> list[str]:
        """Return the words by number."""
        if self._worker is not None:
            self._worker.shutdown()
        known = self._known
        if known is None:
            return list(self._index)
        ends = known.ends[: known.size].tolist()
        text = known.text[: ends[-1] if ends else 0].tobytes()
        return [text[begin:end].decode() for begin, end in pairwise([0, *ends])]

    def _numbered_short(self, columns: Sequence[pl.Series]) -> list[Codes]:
        index = self._index
        number = index.setdefault
        lists = [column.to_list() for column in columns]
        flat = [number(word, len(index)) for row in zip(*lists, strict=True) for word in row]
        codes = np.array(flat, dtype=np.int32).reshape(-1, len(columns))
        return [np.ascontiguousarray(codes[:, k]) for k in range(len(columns))]

    def _start_worker(self) -> None:
        """Take the words of the dictionary over to the loop, in their order."""
        from concurrent.futures import ThreadPoolExecutor

        import polars as pl

        self._worker = ThreadPoolExecutor(1)
        self._numbered_long([pl.Series(list(self._index), dtype=pl.String)])
        self._index = {}

    def _numbered_long(self, columns: Sequence[pl.Series]) -> Callable[[], list[Codes]]:
        assert self._worker is not None
        return self._worker.submit(self._work, [_prepared(column, self._seed) for column in columns]).result

    def _work(self, columns: Sequence[Column]) -> list[Codes]:
        # The import takes its time too, and here nobody waits for it.
        from arpad.record.interning_loop import nothing_known, number

        if self._known is None:
            self._known = nothing_known()
        codes, self._known = number(columns[0], columns[1] if len(columns) > 1 else None, self._known)
        return codes


def _prepared(words: pl.Series, seed: int) -> Column:
    import polars as pl

    ends = np.cumsum(words.str.len_bytes().to_numpy(), dtype=np.int64)
    size = int(ends[-1]) if len(ends) else 0
    pad = pl.Series(["\0" * (PAD + -size % 8)])
    text = pl.concat([words, pad]).str.join("").item().encode()
    return Column(_hashes(words, seed), np.frombuffer(text, dtype=np.uint8), ends)


def _hashes(column: pl.Series, seed: int) -> NDArray[np.uint64]:
    return column.hash(seed).to_numpy()


def intern(columns: Sequence[pl.Series]) -> tuple[list[Codes], list[str]]:
    """Give numbers to the words of one column, or of two side by side.

    Returns:
        The numbers of each column (int32), and the words by number.
    """
    interner = Interner()
    return interner.add(columns)(), interner.words()


def tidied(words: Sequence[str]) -> tuple[Codes, list[str]]:
    """Strip words of outer blanks, and merge those that thereby become one.

    Returns:
        For each word its new number, −1 for one of blanks only; and the new words, in the same order.
    """
    stripped = [word.strip() for word in words]
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
