"""A file that is not there: the error, with the file that was probably meant."""

from __future__ import annotations

from pathlib import Path

from arpad.core.errors import BadInput
from arpad.core.wording import worded

ALIKE = 0.7
"""How alike two names are, as difflib measures it, for one to be meant by the other."""

NAMED = 3
"""How many files of the folder are named where none is alike."""


def no_such_file(path: Path, code: str | None = None) -> BadInput:
    """Return the error that there is no file at a path, with what may have been meant.

    Args:
        path: as it was given.
        code: of the error.
    """
    remedy = worded("Did you mean {name}?", name=near) if (near := nearest_file(path)) else _others(path)
    return BadInput(worded("there is no such file"), file=str(path), remedy=remedy, code=code)


def nearest_file(path: Path) -> Path | None:
    """Return the file of the same folder whose name is nearest; None where none is near."""
    from difflib import get_close_matches

    names = {each.name.casefold(): each for each in _beside(path)}
    near = get_close_matches(path.name.casefold(), list(names), n=1, cutoff=ALIKE)
    return names[near[0]] if near else None


def _others(path: Path) -> str:
    """Return a sentence with the files of the same kind that are there."""
    alike = sorted(each.name for each in _beside(path) if each.suffix == path.suffix and path.suffix)
    if not alike:
        return worded("Is it in another folder?")
    more = ", …" if len(alike) > NAMED else ""
    return worded("In that folder are {names}.", names=", ".join(alike[:NAMED]) + more)


def _beside(path: Path) -> list[Path]:
    try:
        return [each for each in path.parent.iterdir() if each.is_file()]
    except OSError:
        return []
