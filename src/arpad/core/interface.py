"""How the reader of a message gives arpad what it asks for: as an argument in Python, or as an option typed.

A message of the library says ``period="1mo"``; the same message on the command line says ``--period 1mo``,
and on a page, where it is chosen in a field, ``period = 1mo``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum


class _Door(Enum):
    """Where the reader of a message is."""

    PYTHON = 1
    COMMAND_LINE = 2
    PAGE = 3


_DOOR: ContextVar[_Door] = ContextVar("_DOOR", default=_Door.PYTHON)


@contextmanager
def command_line() -> Iterator[None]:
    """Let messages speak of options as they are typed on the command line."""
    with _at(_Door.COMMAND_LINE):
        yield


@contextmanager
def page() -> Iterator[None]:
    """Let messages speak of options as they are chosen in the fields of a page."""
    with _at(_Door.PAGE):
        yield


@contextmanager
def _at(door: _Door) -> Iterator[None]:
    before = _DOOR.set(door)
    try:
        yield
    finally:
        _DOOR.reset(before)


def _typed() -> bool:
    return _DOOR.get() is _Door.COMMAND_LINE


def option(name: str, value: str, typed: str = "", *, quoted: bool = True) -> str:
    """Return an option with its value, ``as_of="2026-01-01"``, or as it is typed.

    Args:
        name: the argument's name in Python.
        value: of the option, as a text.
        typed: its name on the command line, where that is another.
        quoted: whether the value is a text in Python, and no number.
    """
    if _DOOR.get() is _Door.PAGE:
        return f"{name.replace('_', ' ')} = {value}"
    if _typed():
        return f"--{typed or name.replace('_', '-')} {value}"
    return f'{name}="{value}"' if quoted else f"{name}={value}"


def argument(name: str, typed: str = "") -> str:
    """Return the name of an argument, ``system``, or of the option, ``--system``.

    Args:
        name: the argument's name in Python.
        typed: its name on the command line, where that is another.
    """
    if _DOOR.get() is _Door.PAGE:
        return name.replace("_", " ")
    return f"--{typed or name.replace('_', '-')}" if _typed() else name


def switch(name: str) -> str:
    """Return an option that has no value, ``json=True``, or as it is typed."""
    return f"--{name.replace('_', '-')}" if _typed() else f"{name}=True"


def setting(parameter: str) -> str:
    """Return a parameter of a rating system with its value, ``importance=25``, or as it is typed."""
    return f"--set {parameter}" if _typed() else parameter


def named_columns(*roles: str) -> str:
    """Return how the columns of a file are named, ``columns={"time": "…"}``, or as it is typed.

    Args:
        roles: what the columns hold (``time``), or that and a column's name (``time=period``).
    """
    pairs = [(role, column or "…") for role, _, column in (role.partition("=") for role in roles)]
    if _DOOR.get() is _Door.PAGE:
        return ", ".join(f"{role} = {column}" for role, column in pairs)
    if _typed():
        return f"--columns {','.join(f'{role}={column}' for role, column in pairs)}"
    named = ", ".join(f'"{role}": "{column}"' for role, column in pairs)
    return f"columns={{{named}}}"
