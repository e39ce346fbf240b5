"""Why no legal round exists: players who cannot all be paired, and none of whom can be left out of that.

Some players can be paired all at once, with each other or with anybody else, or they cannot. A set that
cannot is a proof that there is no round. In the decomposition of Gallai and Edmonds (:class:`Barrier`) such a
set has whole odd groups, whose members can meet only each other and a few others. Each group needs one of
those others, but for groups of which somebody is missing. So the irreducible sets are the unions of groups
that have one of the others too few, and enough without any one group (Hall, 1935): each is found by
alternating paths from a group that gets nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arpad.core import joined, listed, worded
from arpad.tournament.matching import Barrier, barrier

LISTED = 12
"""How many numbers are listed in a message before the others are counted."""


@dataclass(frozen=True)
class PairingConflict:
    """Players who cannot all be paired; any of them left out, the others can.

    Args:
        groups: odd groups, who may meet only each other and ``others``, by vertices.
        others: whom all groups have to meet outside themselves: one fewer than there are groups. The bye may
            be among them.
    """

    groups: tuple[tuple[int, ...], ...]
    others: tuple[int, ...]

    @property
    def members(self) -> tuple[int, ...]:
        """Everybody in the groups, ascending."""
        return tuple(sorted(v for group in self.groups for v in group))


def smallest_conflict(
    wall: Barrier, meets: Callable[[int, int], bool], bye: int | None = None
) -> PairingConflict:
    """Return the smallest conflict found; each is irreducible.

    Args:
        wall: why not all can be matched, of an even number of vertices, the bye among them.
        meets: whether two vertices may be paired.
        bye: the vertex of the bye, if there is one: nobody's to miss.
    """
    # The bye's own group can always do without somebody: without the bye.
    groups = sorted(
        (group for group in wall.groups if bye not in group), key=lambda group: (len(group), group)
    )
    near = [
        [other for other in wall.vertices if any(meets(member, other) for member in group)]
        for group in groups
    ]
    holder: dict[int, int] = {}
    conflicts: list[PairingConflict] = []
    for start in range(len(groups)):
        reached, came = {start}, dict[int, int]()
        waiting, free = [start], None
        while waiting and free is None:
            at = waiting.pop(0)
            for other in near[at]:
                if other in came:
                    continue
                came[other] = at
                if other not in holder:
                    free = other
                    break
                reached.add(holder[other])
                waiting.append(holder[other])
        if free is None:
            conflicts.append(PairingConflict(tuple(groups[i] for i in sorted(reached)), tuple(sorted(came))))
            continue
        while True:
            at = came[free]
            before = next((other for other, group in holder.items() if group == at), None)
            holder[free] = at
            if before is None:
                break
            free = before
    return min(conflicts, key=lambda conflict: (len(conflict.members), conflict.members))


def conflict_of(
    allowed: NDArray[np.bool_], numbers: Sequence[int], why: Callable[[int, int], str]
) -> tuple[tuple[int, ...], str]:
    """Return the numbers of players who cannot all be paired, and why in words; nobody if all can be.

    Args:
        allowed: who may meet, row by row both ways; the last row is that of the bye, if the number is odd.
        numbers: the players', row by row.
        why: what keeps two rows apart, in a few words: "has met".
    """
    n = len(numbers)
    wall = barrier(len(allowed), np.argwhere(np.triu(allowed, 1)))
    if wall is None:
        return (), worded("all can be paired")
    conflict = smallest_conflict(wall, lambda a, b: bool(allowed[a, b]), n if n % 2 else None)
    names = [*map(str, numbers), worded("the bye")]
    text = conflict_text(
        conflict, range(len(allowed)), names.__getitem__, lambda a, b: "" if allowed[a, b] else why(a, b)
    )
    return tuple(sorted(numbers[v] for v in conflict.members)), text


def conflict_text(
    conflict: PairingConflict,
    everybody: Iterable[int],
    name: Callable[[int], str],
    why: Callable[[int, int], str],
) -> str:
    """Return a conflict in words, with whom each of its players may not meet, and why.

    Args:
        conflict: the conflict.
        everybody: all vertices, the bye among them.
        name: of a vertex: a number, or ``the bye``.
        why: what keeps two apart, in a few words; nothing if they may meet.
    """
    everybody = list(everybody)
    members = conflict.members
    others = _listed([name(v) for v in conflict.others])
    names = _listed([name(v) for v in members])
    if len(members) == 1:
        text = worded("there is nobody for {names} to meet", names=names)
    elif not conflict.others:
        text = worded("{names} have only each other to meet, and are an odd number", names=names)
    elif len(members) == len(conflict.groups):
        text = worded("{names} have only {others} to meet", names=names, others=others)
    else:
        text = worded(
            "each of the groups {groups} is odd and needs somebody else, and there is only {others}",
            groups=joined([_listed([name(v) for v in group]) for group in conflict.groups], "; "),
            others=others,
        )
    reasons = [joined([name(v), _reasons(v, everybody, name, why)], ": ") for v in members[:LISTED]]
    if len(members) > LISTED:
        reasons.append(worded("and so on for {number} more", number=len(members) - LISTED))
    return worded("{text} ({reasons})", text=text, reasons=joined(reasons, "; "))


def _reasons(
    vertex: int, everybody: Sequence[int], name: Callable[[int], str], why: Callable[[int, int], str]
) -> str:
    apart: dict[str, list[str]] = {}
    for other in everybody:
        if other != vertex and (label := why(vertex, other)):
            apart.setdefault(label, []).append(name(other))
    reasons = [worded("{keeps} {names}", keeps=label, names=_listed(names)) for label, names in apart.items()]
    return joined(reasons) if reasons else worded("nobody else is here")


def _listed(names: Sequence[str]) -> str:
    if len(names) > LISTED:
        return worded("{first} and {number} more", first=joined(names[:LISTED]), number=len(names) - LISTED)
    return listed(names) if names else ""
