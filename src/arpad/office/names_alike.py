"""Names of new players that may be another spelling of a known one."""

from __future__ import annotations

from collections.abc import Iterable

from arpad.record.survey.near_names import near_names

MOST_COMPARED = 20_000
"""Names among which those are looked for that are nearly alike: of more it takes seconds."""


def alike(new: Iterable[str], existing: Iterable[str]) -> dict[str, list[str]]:
    """Return for each new name the others that are nearly the same; nothing where there are too many names.

    Args:
        new: the names of new players.
        existing: those that are known.
    """
    near: dict[str, list[str]] = {name: [] for name in new}
    names = [*near, *sorted(set(existing).difference(near))]
    if near and len(names) <= MOST_COMPARED:
        for pair in near_names(names).pairs:
            first, second = names[pair.one], names[pair.two]
            if first in near:
                near[first].append(second)
            if second in near:
                near[second].append(first)
    return near
