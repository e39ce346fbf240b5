"""A tournament report file as it stands: every byte of it, and what it says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from arpad.core import BadInput
from arpad.tournament.model import Tournament
from arpad.tournament.trf.fields import Line, lines_of
from arpad.tournament.trf.reading import Reading, reading

_MARK = b"\xef\xbb\xbf"
_CODES = ("001", "012", "###", "142", "XXR", "092", "062")


@dataclass(frozen=True)
class Document:
    """A TRF16 or TRF26 file, line by line, unknown lines and comments among them.

    Args:
        lines: all of them.
        encoding: how its text is made of bytes.
        mark: whether it begins with the mark of UTF-8.
    """

    lines: tuple[Line, ...]
    encoding: str = "utf-8"
    mark: bool = False

    def __bytes__(self) -> bytes:
        """Return the file: of a document that nobody changed, the bytes that were read."""
        text = "".join(line.text + line.end for line in self.lines)
        return (_MARK if self.mark else b"") + text.encode(self.encoding)

    def of(self, code: str) -> list[Line]:
        """Return the lines that begin with a code."""
        return [line for line in self.lines if line.code == code]

    @cached_property
    def _strict(self) -> Reading:
        return reading(self.lines, lenient=False)

    @cached_property
    def _lenient(self) -> Reading:
        return reading(self.lines, lenient=True)

    def tournament(self, *, lenient: bool = False) -> Tournament:
        """Return what the file says.

        Args:
            lenient: take points that do not fit the results, and two lines that disagree about one
                game (then White's counts); ``warnings`` has what was passed over.

        Raises:
            BadInput: with file, line and columns.
        """
        return (self._lenient if lenient else self._strict).tournament

    @property
    def warnings(self) -> tuple[BadInput, ...]:
        """What a lenient reading passes over.

        Raises:
            BadInput: what no reading can pass over.
        """
        return self._lenient.warnings

    def renamed(self, file: str | None) -> Document:
        """Return it with another name for its errors."""
        return replace(self, lines=tuple(replace(line, file=file) for line in self.lines))


def parse(source: str | bytes, file: str | None = None) -> Document:
    """Cut a file's content into lines; nothing can be wrong with it yet.

    Bytes are UTF-8, or else Windows-1252, or else Latin-1.

    Args:
        source: the content.
        file: its name, for errors.
    """
    if isinstance(source, str):
        mark = source.startswith("\ufeff")
        return Document(lines_of(source.removeprefix("\ufeff"), file), mark=mark)
    mark = source.startswith(_MARK)
    content = source.removeprefix(_MARK)
    for encoding in ("utf-8", "cp1252", "latin-1"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return Document(lines_of(text, file), encoding, mark)
    raise AssertionError("every byte is a character of Latin-1")


def read_document(source: str | Path) -> Document:
    """Read a file, or take a text that is a file's content (of several lines, or beginning with a code).

    Raises:
        BadInput: the file cannot be read.
    """
    if isinstance(source, str) and looks_like_trf(source):
        return parse(source)
    path = Path(source)
    try:
        return parse(path.read_bytes(), str(path))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"the file cannot be read ({reason})", file=str(source)) from error


def looks_like_trf(text: str) -> bool:
    """Whether a text is the content of such a file: it begins with one of its codes and a blank."""
    start = text.removeprefix("\ufeff").lstrip("\r\n")
    return (
        (start[:3] in _CODES and (start[3:4] in (" ", "") or start[:3] == "###"))
        or "\n" in text
        or "\r" in text
    )


def read_trf(source: str | Path, *, lenient: bool = False) -> Tournament:
    """Read a tournament from a TRF16 or TRF26 file, with the extensions of JaVaFo and bbpPairings.

    Args:
        source: a path, or the content as text.
        lenient: as in :meth:`Document.tournament`.

    Raises:
        BadInput: with file, line, columns and what was expected.
    """
    return read_document(source).tournament(lenient=lenient)
