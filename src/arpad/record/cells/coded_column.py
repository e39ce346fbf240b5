"""Columns of few different words: each word once, and of every row the number of its word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import polars as pl


class Coded:
    """A column of text as the words that stand in it.

    Args:
        codes: integers per row, the place of its word among ``words``.
        words: each once, in the order of their first appearance, behind None, which is a missing one.
    """

    def __init__(self, codes: NDArray[Any], words: Sequence[str | None]) -> None:
        self.codes = codes
        self.words = words

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def distinct(self) -> pl.Series:
        """The words as a column of text."""
        import polars as pl

        return pl.Series(self.words, dtype=pl.String)

    def gather(self, rows: NDArray[Any]) -> pl.Series:
        """Return the words of some rows."""
        return self.distinct.gather(self.codes[rows])


def spread(flags: Sequence[bool], codes: NDArray[Any]) -> NDArray[np.bool_]:
    """Return of every row what is true of its word: nearly always of no word, or of the missing one alone."""
    if not any(flags[1:]):
        return np.asarray(codes == 0) if flags[0] else np.zeros(len(codes), dtype=np.bool_)
    found: NDArray[np.bool_] = np.array(flags, dtype=np.bool_)[codes]
    return found
