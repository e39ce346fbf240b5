"""Perfect matchings of least cost, kept optimal while costs rise and edges go: the kernel under the brackets.

Edmonds' blossom algorithm in its primal-dual form (J. Edmonds, *Maximum matching and a polyhedron with 0,1
vertices*, 1965; dense, O(n³), after H. Gabow, 1976), grown from one exposed vertex at a time, so that any
feasible potentials can be its start. Costs are vectors of ``words`` whole numbers that are compared word by
word, the first first, and added word by word: such an order is all that the algorithm needs, and so a vector
of criteria needs no wide arithmetic. Compiled, a word is an int64; interpreted, one word of any length does.

Vertices are 0 … n−1, blossoms n … n+room−1, −1 stands for none. An edge's slack is the sum of the potentials
of its ends and twice its cost; it is never negative, and nil for a matched edge. Inside a blossom, whose
potential is never negative, edges are not looked at. All arrays are flat, so that lists serve as well.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from arpad.compiled.specialising import kernel

NONE, OUTER, INNER = -1, 0, 1
"""Labels of the top-level blossoms (vertices among them) during a search."""


class Net(NamedTuple):
    """A graph with its matching and potentials.

    All that changes during a search lies in one array ``s``, because machine code with a dozen arrays takes
    numba minutes to make; the fields below ``s`` say where what begins. Sizes in brackets.

    Args:
        n: how many vertices.
        room: how many blossoms can be.
        words: of a cost.
        cost: [n · n · words] at least nil, symmetric.
        allowed: [n · n] which edges there are, symmetric.
        s: everything else.
        lab: [(n + room) · words] the potentials.
        mate: [n + room] the vertex at the other end of the matched edge.
        top: [n + room] the outermost blossom around it; −1 for a blossom that is not in use.
        label: [n + room] of the search.
        parent: [n + room] the vertex that it was reached from.
        close: [n + room] the outer vertex with the least slack to it.
        seen: [n + room] marks.
        near: [room · (n + room)] of the best edge between a blossom and another, the end in the blossom.
        far: [room · (n + room)] the other end.
        child: [room · n] the cycle of a blossom, its base first.
        children: [room] how many these are.
        inside: [room · n] which child has the vertex.
        queue: [n + 1] vertices to look at.
        stack: [2 · (n + room)] scratch.
        spare: [4 · (n + room)] scratch.
        delta: [words] the step of the potentials.
        at: [8] where the queue begins and ends; the last mark; how many blossoms are in use; at which vertex
            a search looks first; how many searches there were, and how many vertices they looked from.
    """

    n: int
    room: int
    words: int
    cost: Any
    allowed: Any
    s: Any
    lab: int
    mate: int
    top: int
    label: int
    parent: int
    close: int
    seen: int
    near: int
    far: int
    child: int
    children: int
    inside: int
    queue: int
    stack: int
    spare: int
    delta: int
    at: int


@kernel
def sign_of_slack(net: Net, u: int, v: int) -> int:
    """Return 0 if an edge is tight, else the sign of its slack."""
    words = net.words
    i, j, e = u * words, v * words, (u * net.n + v) * words
    for k in range(words):
        value = net.s[net.lab + i + k] + net.s[net.lab + j + k] + 2 * net.cost[e + k]
        if value != 0:
            return 1 if value > 0 else -1
    return 0


@kernel
def closer(net: Net, u: int, v: int, x: int, y: int) -> bool:
    """Return whether edge uv has less slack than edge xy."""
    words = net.words
    i, j, e = u * words, v * words, (u * net.n + v) * words
    p, q, f = x * words, y * words, (x * net.n + y) * words
    for k in range(words):
        one = net.s[net.lab + i + k] + net.s[net.lab + j + k] + 2 * net.cost[e + k]
        two = net.s[net.lab + p + k] + net.s[net.lab + q + k] + 2 * net.cost[f + k]
        if one != two:
            return bool(one < two)
    return False


@kernel
def near_end(net: Net, x: int, y: int) -> int:
    """Return the end in ``x`` of the best edge between two blossoms or vertices; −1 if there is none."""
    n = net.n
    if x >= n:
        return int(net.s[net.near + (x - n) * (n + net.room) + y])
    if y >= n:
        return int(net.s[net.far + (y - n) * (n + net.room) + x])
    return x if net.allowed[x * n + y] else -1


@kernel
def enqueue(net: Net, x: int) -> None:
    """Queue the vertices of a blossom."""
    n = net.n
    net.s[net.stack + 0] = x
    height = 1
    while height:
        height -= 1
        x = net.s[net.stack + height]
        if x < n:
            net.s[net.queue + net.s[net.at + 1]] = x
            net.s[net.at + 1] += 1
        else:
            for i in range(net.s[net.children + x - n]):
                net.s[net.stack + height] = net.s[net.child + (x - n) * n + i]
                height += 1


@kernel
def place(net: Net, x: int, b: int) -> None:
    """Set the outermost blossom of everything in ``x``."""
    n = net.n
    net.s[net.stack + 0] = x
    height = 1
    while height:
        height -= 1
        x = net.s[net.stack + height]
        net.s[net.top + x] = b
        if x >= n:
            for i in range(net.s[net.children + x - n]):
                net.s[net.stack + height] = net.s[net.child + (x - n) * n + i]
                height += 1


@kernel
def offer(net: Net, u: int, x: int) -> None:
    """Let the outer vertex ``u`` be the one nearest to ``x`` if it is."""
    now = net.s[net.close + x]
    if now < 0:
        net.s[net.close + x] = u
        return
    mine, his = x, x
    if x >= net.n:
        mine, his = near_end(net, x, u), near_end(net, x, now)
    if closer(net, u, mine, now, his):
        net.s[net.close + x] = u


@kernel
def find_close(net: Net, x: int) -> None:
    """Find the outer vertex nearest to ``x``."""
    net.s[net.close + x] = -1
    for u in range(net.n):
        if (
            net.s[net.top + u] != x
            and net.s[net.label + net.s[net.top + u]] == OUTER
            and near_end(net, x, u) >= 0
        ):
            offer(net, u, x)


@kernel
def position(net: Net, b: int, x: int) -> int:
    """Return where the child ``x`` stands on a blossom's cycle, turned so that it is an even place."""
    n = net.n
    base, count = (b - n) * n, net.s[net.children + b - n]
    at = 0
    while net.s[net.child + base + at] != x:
        at += 1
    if at % 2 == 0:
        return at
    low, high = base + 1, base + count - 1
    while low < high:
        net.s[net.child + low], net.s[net.child + high] = net.s[net.child + high], net.s[net.child + low]
        low += 1
        high -= 1
    return int(count - at)


@kernel
def join(net: Net, x: int, y: int) -> None:
    """Match ``x`` by its best edge to ``y``, and its inside accordingly; ``y``'s side is left alone."""
    n = net.n
    net.s[net.spare + 0], net.s[net.spare + 1] = x, y
    height = 1
    while height:
        height -= 1
        x, y = net.s[net.spare + 2 * height], net.s[net.spare + 2 * height + 1]
        net.s[net.mate + x] = near_end(net, y, x)
        if x < n:
            continue
        base, count = (x - n) * n, net.s[net.children + x - n]
        inner = net.s[net.inside + base + near_end(net, x, y)]
        where = position(net, x, inner)
        for i in range(where):
            net.s[net.spare + 2 * height] = net.s[net.child + base + i]
            net.s[net.spare + 2 * height + 1] = net.s[net.child + base + (i ^ 1)]
            height += 1
        net.s[net.spare + 2 * height], net.s[net.spare + 2 * height + 1] = inner, y
        height += 1
        for i in range(count):
            net.s[net.stack + i] = net.s[net.child + base + (i + where) % count]
        for i in range(count):
            net.s[net.child + base + i] = net.s[net.stack + i]


@kernel
def augment(net: Net, x: int, y: int) -> None:
    """Match ``x`` to ``y`` and change over the edges on the way from ``x`` to the root."""
    while True:
        other = net.s[net.mate + x]
        after = net.s[net.top + other] if other >= 0 else -1
        join(net, x, y)
        if after < 0:
            return
        up = net.s[net.top + net.s[net.parent + after]]
        join(net, after, up)
        x, y = up, after


@kernel
def shrink(net: Net, x: int, y: int) -> None:
    """Make a blossom of the cycle that an edge between two outer ones closes."""
    n, nx = net.n, net.n + net.room
    net.s[net.at + 2] += 1
    mark = net.s[net.at + 2]
    u, v = x, y
    while True:  # the lowest common ancestor, from both sides in turn
        if u >= 0:
            if net.s[net.seen + u] == mark:
                break
            net.s[net.seen + u] = mark
            up = net.s[net.mate + u]
            u = net.s[net.top + net.s[net.parent + net.s[net.top + up]]] if up >= 0 else -1
        u, v = v, u
    lca = u
    b = n
    while net.s[net.top + b] >= 0:
        b += 1
    net.s[net.at + 3] += 1
    base = (b - n) * n
    for k in range(net.words):
        net.s[net.lab + b * net.words + k] = 0
    net.s[net.label + b] = OUTER
    net.s[net.mate + b] = net.s[net.mate + lca]
    net.s[net.parent + b] = net.s[net.parent + lca]
    net.s[net.child + base] = lca
    count = 1
    for side in range(2):
        z = x if side == 0 else y
        while z != lca:
            net.s[net.child + base + count] = z
            z = net.s[net.top + net.s[net.mate + z]]
            net.s[net.child + base + count + 1] = z
            count += 2
            enqueue(net, z)
            z = net.s[net.top + net.s[net.parent + z]]
        if side == 0:
            low, high = base + 1, base + count - 1
            while low < high:
                net.s[net.child + low], net.s[net.child + high] = (
                    net.s[net.child + high],
                    net.s[net.child + low],
                )
                low += 1
                high -= 1
    net.s[net.children + b - n] = count
    place(net, b, b)
    row = (b - n) * nx
    for z in range(nx):
        net.s[net.near + row + z] = -1
        net.s[net.far + row + z] = -1
    for i in range(count):
        c = net.s[net.child + base + i]
        for z in range(nx):
            if z >= n and (net.s[net.top + z] < 0 or z == b):
                continue
            p = near_end(net, c, z)
            if p < 0:
                continue
            q = near_end(net, z, c)
            if net.s[net.near + row + z] < 0 or closer(
                net, p, q, net.s[net.near + row + z], net.s[net.far + row + z]
            ):
                net.s[net.near + row + z] = p
                net.s[net.far + row + z] = q
        if c < n:
            net.s[net.inside + base + c] = c
        else:
            for z in range(n):
                if net.s[net.inside + (c - n) * n + z] >= 0:
                    net.s[net.inside + base + z] = c
    for z in range(n, nx):
        if net.s[net.top + z] >= 0 and z != b:
            net.s[net.near + (z - n) * nx + b] = net.s[net.far + row + z]
            net.s[net.far + (z - n) * nx + b] = net.s[net.near + row + z]
    find_close(net, b)


@kernel
def release(net: Net, b: int) -> None:
    """Take a blossom out of use."""
    net.s[net.top + b] = -1
    net.s[net.label + b] = NONE
    net.s[net.close + b] = -1
    net.s[net.at + 3] -= 1
    for z in range(net.n):
        net.s[net.inside + (b - net.n) * net.n + z] = -1


@kernel
def expand(net: Net, b: int) -> None:
    """Open an inner blossom whose potential has come to nil, during a search."""
    n = net.n
    base, count = (b - n) * n, net.s[net.children + b - n]
    for i in range(count):
        place(net, net.s[net.child + base + i], net.s[net.child + base + i])
    entry = net.s[net.inside + base + near_end(net, b, net.s[net.parent + b])]
    where = position(net, b, entry)
    for i in range(0, where, 2):
        one, two = net.s[net.child + base + i], net.s[net.child + base + i + 1]
        net.s[net.parent + one] = near_end(net, two, one)
        net.s[net.label + one] = INNER
        net.s[net.label + two] = OUTER
        net.s[net.close + one] = -1
        find_close(net, two)
        enqueue(net, two)
    net.s[net.label + entry] = INNER
    net.s[net.close + entry] = -1
    net.s[net.parent + entry] = net.s[net.parent + b]
    for i in range(where + 1, count):
        net.s[net.label + net.s[net.child + base + i]] = NONE
        find_close(net, net.s[net.child + base + i])
    release(net, b)


@kernel
def reach(net: Net, u: int, v: int) -> bool:
    """Follow a tight edge from an outer vertex; return whether the matching has grown."""
    x, y = net.s[net.top + u], net.s[net.top + v]
    if net.s[net.label + y] == NONE:
        if net.s[net.mate + y] < 0:
            augment(net, x, y)
            join(net, y, x)
            return True
        net.s[net.parent + y] = u
        net.s[net.label + y] = INNER
        z = net.s[net.top + net.s[net.mate + y]]
        net.s[net.close + y] = -1
        net.s[net.close + z] = -1
        net.s[net.label + z] = OUTER
        enqueue(net, z)
    elif net.s[net.label + y] == OUTER:
        shrink(net, x, y)
    return False
