"""The language in which explanations are told: English, if nobody says another.

What computes a number tells it in English, with templates (:func:`arpad.core.worded`). A site that has other
languages says how its texts are said while it makes a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Speak = Callable[[str], str]
"""Says an English text in a language."""

_SPEAK: ContextVar[tuple[Speak, str]] = ContextVar("speak", default=(str, "en"))


@contextmanager
def speaking(speak: Speak, code: str = "en") -> Iterator[None]:
    """Tell explanations and reports in a language for the length of a block.

    Args:
        speak: says an English text in it.
        code: of the language.
    """
    token = _SPEAK.set((speak, code))
    try:
        yield
    finally:
        _SPEAK.reset(token)


def translated(text: str) -> str:
    """Return a text in the language in which explanations and reports are told."""
    return _SPEAK.get()[0](text) if text else text


def spoken() -> str:
    """Return the code of the language in which explanations are told."""
    return _SPEAK.get()[1]
