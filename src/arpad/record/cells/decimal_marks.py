"""Whether the point of a number is the decimal one, or stands between thousands: ``2.310`` beside ``987``.

The whole column decides, both columns where each side has one. Two groups of three digits (``1.234.567``), or
a decimal comma, say that points stand between thousands; a point with other than three digits after it, or
with a zero or four digits before it, that it is the decimal one, and so does a whole number of four digits
without a mark. Where every number has three digits after a point, all have the same number of decimals. Where
whole numbers below 1,000 stand beside them and nothing else settles it, it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from arpad.core import BadInput
from arpad.core.interface import option

if TYPE_CHECKING:
    import polars as pl

Mark: TypeAlias = Literal["point", "comma"]
"""Which mark is the decimal one; the other then stands between thousands."""

_EITHER = r"^\s*[+-]?[1-9]\d{0,2}\.\d{3}\s*$"
_GROUPS = r"^\s*[+-]?[1-9]\d{0,2}(?:(?:\.\d{3}){2,}(?:,\d+)?|\.\d{3},\d+)\s*$"
_COMMA = r"^\s*[+-]?\d+,\d{1,2}\s*$"
_POINT = r"^\s*[+-]?(?:\d*\.\d{0,2}|\d*\.\d{4,}|0*\.\d+|0\d*\.\d+|\d{4,}\.\d+|\d{4,})\s*$"
_WHOLE = r"^\s*[+-]?\d{1,3}\s*$"


def decimal_mark(text: str | None) -> Mark | None:
    """Return the decimal mark that the caller says.

    Raises:
        BadInput: it is none.
    """
    if text is None:
        return None
    for mark in get_args(Mark):
        if text == mark:
            return text  # type: ignore[return-value]
    raise BadInput(f"{text!r} is not a decimal mark", remedy="Expected point or comma.")


class DecimalMarks:
    """What the marks of a quantity mean, batch after batch.

    Args:
        name: what the header calls its first column.
        said: the decimal mark, where the caller says it.
    """

    def __init__(self, name: str, said: Mark | None = None) -> None:
        self.name = name
        self._said = said
        self._either = self._groups = self._comma = ""
        self._point = self._whole = False
        self._read_as: set[bool] = set()

    @property
    def _evidence(self) -> str:
        """A number that says that points stand between thousands; nothing where there is none."""
        return self._groups or (self._comma if self._either else "")

    @property
    def _thousands(self) -> bool:
        """Whether points stand between thousands, as far as the column was read."""
        return self._said == "comma" or (self._said is None and bool(self._evidence) and not self._point)

    @property
    def _asked(self) -> bool:
        decided = self._said is not None or bool(self._evidence) or self._point
        return bool(self._either) and self._whole and not decided

    @property
    def settled(self) -> bool:
        """Whether every batch was read as the whole column is to be read."""
        return len(self._read_as) <= 1 and not self._asked

    @property
    def decides(self) -> bool:
        """Whether a part of the column could be read in another way than the whole."""
        return self._said is None and bool(self._either or self._groups)

    def question(self, file: str | None = None, *, unlikely: bool = False) -> BadInput | None:
        """Return what has to be asked, as the column does not settle it; None if there is nothing.

        Args:
            file: for the error.
            unlikely: whether three decimals are unlikely, as of ratings: then it is asked also where every
                number has three digits after a point.
        """
        alike = unlikely and bool(self._either) and not (self._said or self._evidence or self._point)
        if not (self._asked or alike):
            return None
        whole = self._either.replace(".", "")
        remedy = (
            f"Say which: {option('decimal', 'comma')} for {whole}, or {option('decimal', 'point')} for "
            f"{float(self._either):g}."
        )
        return BadInput(
            f"{self._either!r} may be {whole} or {float(self._either):g}, and no other number settles it",
            file=file,
            column=self.name,
            remedy=remedy,
            code="numbers.ambiguous",
        )

    def notes(self) -> Iterator[str]:
        """Yield what was supposed of the column."""
        if self._thousands and self._said is None:
            yield f"points in the column {self.name!r} are taken to part thousands ({self._evidence})"

    def look(self, columns: Iterable[pl.Series]) -> None:
        """Take up the evidence of a batch."""
        import polars as pl

        if self._said is not None:
            return
        for column in columns:
            if column.dtype != pl.String:
                continue
            there = column.str.contains(".", literal=True) | column.str.contains(",", literal=True)
            if not there.any():
                # Most columns hold whole numbers, which are looked at fast.
                sizes = column.cast(pl.Int64, strict=False).abs()
                least, most = sizes.min(), sizes.max()
                self._whole = self._whole or (isinstance(least, int) and least < 1000)
                self._point = self._point or (isinstance(most, int) and most >= 1000)
                continue
            self._whole = self._whole or bool(column.str.contains(_WHOLE).any())
            self._point = self._point or bool(column.str.contains(_POINT).any())
            marked = column.filter(there.fill_null(False))
            self._either = self._either or _first(marked, _EITHER)
            self._groups = self._groups or _first(marked, _GROUPS)
            self._comma = self._comma or _first(marked, _COMMA)
        self._read_as.add(self._thousands)

    def plain(self, column: pl.Series) -> pl.Series:
        """Return a column without marks between thousands, and with points as decimal marks."""
        import polars as pl

        if column.dtype != pl.String:
            return column
        if self._said == "point":
            return _without(column, ",", r"^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$")
        if not self._thousands:
            return column
        grouped = r"^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$"
        return _without(column, ".", grouped).str.replace(r"^\s*([+-]?\d+),(\d+)\s*$", "$1.$2")


def plain_numbers(
    title: str, texts: list[str], file: str, mark: Mark | None = None, *, unlikely: bool = False
) -> list[str]:
    """Return numbers of a small table without marks between thousands, and with points as decimal marks.

    Args:
        title: of the column.
        texts: its cells; empty for a blank.
        file: for the error.
        mark: the decimal mark, where the caller says it.
        unlikely: as of :meth:`DecimalMarks.question`.

    Raises:
        BadInput: the column does not settle what its points are.
    """
    if not any("." in text or "," in text for text in texts):
        return texts
    import polars as pl

    marks = DecimalMarks(title, mark)
    column = pl.Series(texts, dtype=pl.String)
    marks.look([column])
    if (question := marks.question(file, unlikely=unlikely)) is not None:
        raise question
    return marks.plain(column).str.replace(r"^([+-]?\d+),(\d{1,2})$", "$1.$2").to_list()


def _first(column: pl.Series, pattern: str) -> str:
    """Return the first value of this form."""
    found = column.filter(column.str.contains(pattern)).head(1).to_list()
    return str(found[0]).strip() if found else ""


def _without(column: pl.Series, mark: str, grouped: str) -> pl.Series:
    """Return a column with numbers of this form freed from a mark."""
    import polars as pl

    bare = column.str.strip_chars()
    freed = bare.str.replace_all(mark, "", literal=True)
    return pl.select(pl.when(bare.str.contains(grouped)).then(freed).otherwise(bare)).to_series()
