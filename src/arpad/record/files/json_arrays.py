"""JSON arrays as JSON Lines: one object a line, so that the rows of both are read by the same reader.

An array is taken piece by piece and never held as a whole. Its values keep their own text. Between two of its
values everything is known: where one is not valid JSON, nobody can tell where the next begins, so the whole
file is refused, with the place.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterable, Iterator

from arpad.core import BadInput
from arpad.record.files.limits import LIMITS, beyond, mebibytes

BLANK = re.compile("[ \t\r\n\ufeff]*")
"""What may stand between values; and the mark of UTF-8, at the beginning."""
LONGEST_WORD = 16
"""More characters than a word or an escape of JSON has: the end of what is held may cut one in two."""
CLOSING = '}]"'
"""With what a value ends that cannot go on."""

_DECODER = json.JSONDecoder()


def lines_of(blocks: Iterable[bytes], file: str) -> Iterator[bytes]:
    """Yield every value of a JSON array as a line.

    Args:
        blocks: the text of the array, in UTF-8. What is not UTF-8 is passed on as it is.
        file: its name, for errors.

    Raises:
        BadInput: the text is not one JSON array, or a value of it is longer than a line may be.
    """
    text = _Text(blocks, file)
    text.expect("[")
    if text.next() != "]":
        while True:
            yield (
                text.value().replace("\n", " ").replace("\r", " ").encode("utf-8", "surrogateescape") + b"\n"
            )
            if text.next() == "]":
                break
            text.expect(",")
    text.expect("]")
    if text.next():
        raise text.error("something follows the end of the array")


class _Text:
    """The text of an array as far as it is needed."""

    def __init__(self, blocks: Iterable[bytes], file: str) -> None:
        self.file = file
        self._blocks = iter(blocks)
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._held = ""
        self._at = 0
        self._ended = False
        self._values = 0
        self._line = 1
        self._more()

    def error(self, problem: str, at: int | None = None) -> BadInput:
        """Return the error that the array is broken here, or at another place of what is held."""
        line = self._line + self._held.count("\n", 0, self._at if at is None else at)
        place = f"after object {self._values:,}, on line {line:,}" if self._values else f"on line {line:,}"
        return BadInput(
            f"the file is not valid JSON {place}: {problem}",
            file=self.file,
            remedy="Expected an array of objects, [{…}, {…}], or an object on each line.",
        )

    def next(self) -> str:
        """Pass over blanks, and return the character that follows; empty at the end."""
        while True:
            blank = BLANK.match(self._held, self._at)
            assert blank is not None
            self._at = blank.end()
            if self._at < len(self._held) or not self._more():
                return self._held[self._at : self._at + 1]

    def expect(self, mark: str) -> None:
        """Pass over a mark of the array.

        Raises:
            BadInput: something else stands there.
        """
        found = self.next()
        if found != mark:
            wrong = f"{found!r} stands where {mark!r} is expected"
            raise self.error(wrong if found else f"{mark!r} is missing")
        self._at += 1

    def value(self) -> str:
        """Return the text of the next value.

        Raises:
            BadInput: it is not valid JSON, or too long.
        """
        self.next()
        while True:
            try:
                _, end = _DECODER.raw_decode(self._held, self._at)
            except json.JSONDecodeError as error:
                problem, end = error, -1
            except RecursionError:
                raise self.error("its brackets nest too deeply") from None
            except ValueError as error:
                raise self.error(str(error)) from error
            # A number near the end of what is held may go on: 12, 12.5e.
            if end >= 0 and (self._ended or self._held[end - 1] in CLOSING or end < self._safe()):
                break
            if end < 0 and (self._ended or _is_broken(problem, self._safe())):
                raise self.error(problem.msg, problem.pos)
            if len(self._held) - self._at > LIMITS.line:
                said = f"object {self._values + 1:,} is longer than {mebibytes(LIMITS.line)}"
                raise beyond(said, self.file, remedy="Is a quote or a bracket missing?")
            self._more()
        found = self._held[self._at : end]
        self._at = end
        self._values += 1
        return found

    def _safe(self) -> int:
        """Return the place before which no word of what is held is cut."""
        return len(self._held) - LONGEST_WORD

    def _more(self) -> bool:
        """Hold more of the text, and none that is done with; tell whether there was more."""
        if self._ended:
            return False
        block = next(self._blocks, None)
        self._line += self._held.count("\n", 0, self._at)
        self._held = self._held[self._at :] + self._decode(block or b"", block is None)
        self._at = 0
        self._ended = block is None
        return True


def _is_broken(error: json.JSONDecodeError, safe: int) -> bool:
    """Tell whether a text is not valid JSON whatever follows its end."""
    return not error.msg.startswith("Unterminated") and error.pos < safe
