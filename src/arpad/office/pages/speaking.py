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

_SPEAK: ContextVar[Speak | None] = ContextVar("speak", default=None)


@contextmanager
def speaking(speak: Speak) -> Iterator[None]:
    """Tell explanations in a language for the length of a block.

    Args:
        speak: says an English text in it.
    """
    token = _SPEAK.set(speak)
    try:
        yield
    finally:
        _SPEAK.reset(token)


def said(text: str) -> str:
    """Return a text in the language in which explanations are told."""
    speak = _SPEAK.get()
    return speak(text) if speak is not None and text else text
