"""Searches on a net: match what is exposed at the least cost, see who else could be, open blossoms."""

from __future__ import annotations

from arpad.compiled.specialising import kernel
from arpad.rulebooks.fide.pairing.dutch.blossom import (
    INNER,
    NONE,
    OUTER,
    Net,
    closer,
    enqueue,
    expand,
    near_end,
    offer,
    place,
    reach,
    release,
    sign_of_slack,
)


@kernel
def plant(net: Net, root: int) -> None:
    """Begin a search at an exposed vertex."""
    for x in range(net.n + net.room):
        net.s[net.label + x] = NONE
        net.s[net.close + x] = -1
    net.s[net.at] = 0
    net.s[net.at + 1] = 0
    net.s[net.at + 5] += 1
    start = net.s[net.top + root]
    net.s[net.label + start] = OUTER
    net.s[net.parent + start] = -1
    enqueue(net, start)


@kernel
def grow(net: Net, aside: int, wanted: int) -> bool:
    """Follow all tight edges from the outer vertices in the queue; return whether the matching has grown.

    Args:
        net: during a search.
        aside: a vertex not to be reached, −1 for none.
        wanted: a vertex at which to stop when it has become outer, −1 for none.
    """
    n = net.n
    offset = net.s[net.at + 4]
    while net.s[net.at] < net.s[net.at + 1]:
        u = net.s[net.queue + net.s[net.at]]
        net.s[net.at] += 1
        net.s[net.at + 6] += 1
        mine = net.s[net.top + u]
        for i in range(n):
            v = i + offset
            if v >= n:
                v -= n
            if not net.allowed[u * n + v]:
                continue
            x = net.s[net.top + v]
            if x in (mine, aside) or net.s[net.label + x] == INNER:
                continue
            if sign_of_slack(net, u, v) == 0:
                if reach(net, u, v):
                    return True
                if wanted >= 0 and net.s[net.label + net.s[net.top + wanted]] == OUTER:
                    return False
                mine = net.s[net.top + u]
            elif aside < 0:
                offer(net, u, x)
    return False


@kernel
def is_empty(net: Net, b: int) -> bool:
    """Return whether a blossom's potential is nil."""
    for k in range(net.words):  # noqa: SIM110 (generators do not compile)
        if net.s[net.lab + b * net.words + k] != 0:
            return False
    return True


@kernel
def explore(net: Net, root: int, aside: int, wanted: int) -> None:
    """Label whatever could be exposed instead of ``root`` at the same cost as outer, without ``aside``.

    All others must be matched. It stops early when ``wanted`` is outer.
    """
    n, nx = net.n, net.n + net.room
    plant(net, root)
    again = True
    while again:
        grow(net, aside, wanted)
        if wanted >= 0 and net.s[net.label + net.s[net.top + wanted]] == OUTER:
            return
        again = False
        for b in range(n, nx):
            if net.s[net.top + b] == b and net.s[net.label + b] == INNER and is_empty(net, b):
                expand(net, b)
                again = True
        if again:  # what has come out of a blossom may be next to vertices that have looked already
            for x in range(nx):
                if net.s[net.top + x] != x or net.s[net.label + x] == INNER or net.s[net.close + x] < 0:
                    continue
                u = net.s[net.close + x]
                if net.s[net.top + u] != x:
                    v = near_end(net, x, u)
                    if sign_of_slack(net, u, v) == 0:
                        reach(net, u, v)


@kernel
def search(net: Net, root: int) -> bool:
    """Match an exposed vertex, at the least cost; return whether that can be done."""
    n, nx, words = net.n, net.n + net.room, net.words
    plant(net, root)
    while True:
        if grow(net, -1, -1):
            return True
        found = False
        for x in range(nx):
            if net.s[net.top + x] != x:
                continue
            if net.s[net.label + x] == INNER:
                if x >= n:
                    found = least(net, found, -1, x, 2)
            elif net.s[net.close + x] >= 0 and net.s[net.top + net.s[net.close + x]] != x:
                u = net.s[net.close + x]
                v = near_end(net, x, u)
                found = least(net, found, u, v, 1 if net.s[net.label + x] == NONE else 2)
        if not found:
            return False
        for u in range(n):
            label = net.s[net.label + net.s[net.top + u]]
            if label == OUTER:
                for k in range(words):
                    net.s[net.lab + u * words + k] -= net.s[net.delta + k]
            elif label == INNER:
                for k in range(words):
                    net.s[net.lab + u * words + k] += net.s[net.delta + k]
        for b in range(n, nx):
            if net.s[net.top + b] == b:
                if net.s[net.label + b] == OUTER:
                    for k in range(words):
                        net.s[net.lab + b * words + k] += 2 * net.s[net.delta + k]
                elif net.s[net.label + b] == INNER:
                    for k in range(words):
                        net.s[net.lab + b * words + k] -= 2 * net.s[net.delta + k]
        net.s[net.at + 0] = 0
        net.s[net.at + 1] = 0
        for x in range(nx):
            if net.s[net.top + x] != x or net.s[net.label + x] == INNER or net.s[net.close + x] < 0:
                continue
            u = net.s[net.close + x]
            if net.s[net.top + u] != x:
                v = near_end(net, x, u)
                if sign_of_slack(net, u, v) == 0 and reach(net, u, v):
                    return True
        for b in range(n, nx):
            if net.s[net.top + b] == b and net.s[net.label + b] == INNER and is_empty(net, b):
                expand(net, b)


@kernel
def least(net: Net, found: bool, u: int, v: int, share: int) -> bool:
    """Lower the step to an edge's slack (or, without ``u``, a blossom's potential) divided by ``share``."""
    words = net.words
    smaller = not found
    for k in range(words):
        value = net.s[net.lab + v * words + k]
        if u >= 0:
            value += net.s[net.lab + u * words + k] + 2 * net.cost[(u * net.n + v) * words + k]
        if share == 2:
            value = value // 2
        if smaller:
            net.s[net.delta + k] = value
        elif value < net.s[net.delta + k]:
            smaller = True
            net.s[net.delta + k] = value
        elif value > net.s[net.delta + k]:
            return True
    return True


@kernel
def open_up(net: Net, b: int) -> None:
    """Open an outermost blossom: its potential goes to its vertices."""
    n, words = net.n, net.words
    if not is_empty(net, b):
        net.s[net.at] = 0
        net.s[net.at + 1] = 0
        enqueue(net, b)
        for i in range(net.s[net.at + 1]):
            u = net.s[net.queue + i]
            for k in range(words):
                net.s[net.lab + u * words + k] += net.s[net.lab + b * words + k] // 2
    base, count = (b - n) * n, net.s[net.children + b - n]
    for i in range(count):
        place(net, net.s[net.child + base + i], net.s[net.child + base + i])
    release(net, b)


@kernel
def dissolve(net: Net) -> None:
    """Open all blossoms, and take edges that are slack then out of the matching."""
    n, nx = net.n, net.n + net.room
    while net.s[net.at + 3]:
        for b in range(n, nx):
            if net.s[net.top + b] == b:
                open_up(net, b)
    drop_slack(net)


@kernel
def expose(net: Net, v: int) -> None:
    """Take away the match of a vertex, and of the blossoms around it: it must be their base."""
    net.s[net.mate + v] = -1
    for b in range(net.room):
        if net.s[net.top + net.n + b] >= 0 and net.s[net.inside + b * net.n + v] >= 0:
            net.s[net.mate + net.n + b] = -1


@kernel
def open_around(net: Net, u: int) -> None:
    """Open the blossoms around a vertex; their edges outwards that are slack then leave the matching."""
    while net.s[net.top + u] != u:
        b = net.s[net.top + u]
        q = net.s[net.mate + b]
        open_up(net, b)
        if q >= 0:
            # Of two matched vertices in different blossoms each is the other's mate.
            p = net.s[net.mate + q]
            if sign_of_slack(net, p, q) != 0:
                expose(net, p)
                expose(net, q)


@kernel
def forget(net: Net, u: int) -> None:
    """Look for the best edges between all blossoms and a vertex again: it is in none, and has lost edges."""
    n, nx = net.n, net.n + net.room
    for b in range(net.room):
        if net.s[net.top + n + b] < 0:
            continue
        best = -1
        for v in range(n):
            if (
                net.allowed[v * n + u]
                and net.s[net.inside + b * n + v] >= 0
                and (best < 0 or closer(net, v, u, best, u))
            ):
                best = v
        net.s[net.near + b * nx + u] = best
        net.s[net.far + b * nx + u] = u if best >= 0 else -1


@kernel
def drop_slack(net: Net) -> None:
    """Take edges that are not tight out of the matching; there must be no blossoms."""
    for u in range(net.n):
        v = net.s[net.mate + u]
        if v >= 0 and (not net.allowed[u * net.n + v] or sign_of_slack(net, u, v) != 0):
            net.s[net.mate + u] = -1
            net.s[net.mate + v] = -1


@kernel
def solve(net: Net) -> int:
    """Match every exposed vertex; return −1, or the first that cannot be matched."""
    for u in range(net.n):
        if net.s[net.mate + net.s[net.top + u]] < 0 and not search(net, u):
            return u
    return -1
