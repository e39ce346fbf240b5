"""Interning: words become numbers, in the order of their first appearance, row by row.

A short record goes through a dictionary. A long one is hashed to 64 bits by polars, the hashes are numbered
by a compiled loop, and then every word is compared with the one that stands for its number, so that two
words with one hash are found out and never merged. Both ways give the same numbers.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import polars as pl

Codes = NDArray[np.int32]

LONG = 200_000
"""From how many rows on the compiled loop is worth its start (0.6 s)."""

CHUNK = 1 << 19
"""How many rows are compared at a time: bounds the memory of the comparison."""


def intern(columns: Sequence[pl.Series]) -> tuple[list[Codes], list[str]]:
    """Give numbers to the words of one column, or of two side by side.

    Args:
        columns: one or two columns of words of equal length; a missing word counts as an empty one.

    Returns:
        The numbers of each column (int32), and the words by number.
    """
    columns = [column.fill_null("") if column.null_count() else column for column in columns]
    if len(columns[0]) >= LONG:
        found = _intern_long(columns)
        if found is not None:
            return found
    return _intern_short(columns)


def _intern_short(columns: Sequence[pl.Series]) -> tuple[list[Codes], list[str]]:
    index: dict[str, int] = {}
    number = index.setdefault
    width = len(columns)
    lists = [column.to_list() for column in columns]
    flat = [number(word, len(index)) for row in zip(*lists, strict=True) for word in row]
    codes = np.array(flat, dtype=np.int32).reshape(-1, width)
    return [np.ascontiguousarray(codes[:, k]) for k in range(width)], list(index)


def _hashes(column: pl.Series, seed: int) -> NDArray[np.uint64]:
    return column.hash(seed).to_numpy()


def _intern_long(columns: Sequence[pl.Series]) -> tuple[list[Codes], list[str]] | None:
    """Give numbers by hashes; None where two words share one."""
    from arpad.record.interning_loop import number

    # The seed differs from run to run, so that nobody can prepare names that collide; the numbers do not
    # depend on it.
    seed = secrets.randbits(63)
    hashes = [_hashes(column, seed) for column in columns]
    nothing = np.empty(0, dtype=np.uint64)
    first, second, places = number(hashes[0], hashes[1] if len(hashes) > 1 else nothing)
    del hashes
    codes = [first, second][: len(columns)]
    words = _words(columns, places)
    with ThreadPoolExecutor(2) as threads:
        same = threads.map(lambda pair: _all_same(words, *pair), zip(columns, codes, strict=True))
        if not all(same):
            return None
    return codes, words.to_list()


def _words(columns: Sequence[pl.Series], places: NDArray[Any]) -> pl.Series:
    """Return the words that stand at these places, 2 · row + column."""
    import polars as pl

    rows, sides = pl.Series(places >> 1), pl.Series(places & 1)
    picked = pl.select(
        pl.when(sides == 0).then(columns[0].gather(rows)).otherwise(columns[-1].gather(rows)).alias("word")
    ).to_series()
    # A new column from a list holds these words alone, close together; the gathered one would keep the
    # whole file's text alive and scatter every comparison over it.
    return pl.Series(picked.to_list(), dtype=pl.String)


def _all_same(words: pl.Series, column: pl.Series, codes: Codes) -> bool:
    """Whether every row's word is the one that its number stands for."""
    import polars as pl

    numbers = pl.Series(codes.view(np.uint32))
    return all(
        (words.gather(numbers.slice(start, CHUNK)) == column.slice(start, CHUNK)).all()
        for start in range(0, len(codes), CHUNK)
    )


def tidied(words: Sequence[str]) -> tuple[Codes, list[str]]:
    """Strip words of outer blanks, and merge those that thereby become one.

    Returns:
        For each word its new number, −1 for one of blanks only; and the new words, in the same order.
    """
    index: dict[str, int] = {}
    new = [index.setdefault(word, len(index)) if word else -1 for word in (w.strip() for w in words)]
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
