"""How far long work is: its loops tell it, and whoever wants to know listens.

A loop tells which share of its work is done (:func:`tell`), of all that is done inside :func:`listening`. A
loop of loops gives each of them its part of the whole (:func:`part`), within which it tells from 0 to 1 as if
it were alone. Where nobody listens, telling costs nothing.

A search that goes round after round until its residual is small does not know how many rounds it needs.
:class:`Rounds` and :class:`Fall` estimate it: near the end of such a search the logarithm of the residual
falls by about the same in every round, and with conjugate gradients by and large from the beginning.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[float, float], None]
"""Is told the share that is done, and the share that will be told next; the same where that is not known."""

_listener: ContextVar[Listener | None] = ContextVar("progress", default=None)

ROUNDING = 0.01
"""By how little of a round a search may miss its end and is not supposed to take one more."""

WINDOW = 1 / 3
"""The last rounds from which the rate of a search is estimated, as a share of those done."""

TRUSTED = 20.0
"""So many passes of a search tell as much of those that are left as what was supposed of them."""

EASY = 1.25
"""The first passes lower a residual faster than those after them: of the passes of a search the share that
is done is this power of the share by which the logarithm of the residual has fallen."""

SQUARED = math.log(0.3)
"""From this logarithm of the residual on Newton's method squares it in every round."""


@contextmanager
def listening(listener: Listener | None) -> Iterator[None]:
    """Let a listener be told how far the work of the block is; None lets nobody listen."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)


def listened() -> bool:
    """Return whether anybody listens, so that an estimate is worth its work."""
    return _listener.get() is not None


def tell(share: float, ahead: float | None = None) -> None:
    """Tell how much of the work at hand is done.

    Args:
        share: from 0 to 1.
        ahead: what will be told next, where that is known: until then a bar may move by the clock.
    """
    listener = _listener.get()
    if listener is not None:
        listener(share, share if ahead is None else ahead)


@contextmanager
def part(begin: float, end: float) -> Iterator[None]:
    """Make the block a part of the work at hand, from one share of it to another."""
    listener = _listener.get()
    if listener is None:
        yield
        return
    length = end - begin

    def inner(share: float, ahead: float) -> None:
        listener(begin + length * share, begin + length * ahead)

    listener(begin, begin)
    with listening(inner):
        yield
    listener(end, end)


def parts(count: int) -> list[Listener | None]:
    """Return whom to tell in each of so many parts of the work that count alike and go on at once."""
    listener = _listener.get()
    if listener is None:
        return [None] * count
    shares = [0.0] * count

    def listener_of(at: int) -> Listener:
        def inner(share: float, _: float) -> None:
            shares[at] = share
            done = sum(shares) / count
            listener(done, done)

        return inner

    return [listener_of(at) for at in range(count)]


class Rounds:
    """Tells how far a search is that goes round after round until its residual is small.

    Args:
        target: the residual at which the search ends.
        most: how many rounds it may take.
        supposed: how many rounds it is supposed to take before its residuals tell.
        before: what was done before the first round, in rounds.
        after: what is to be done after the last round, in rounds.
        newton: whether it is Newton's method, whose residual is about squared by every round near the end.
    """

    def __init__(
        self,
        target: float,
        most: int,
        *,
        supposed: float,
        before: float = 0.0,
        after: float = 0.0,
        newton: bool = False,
    ) -> None:
        self.target = target
        self._most = most
        self._supposed = supposed
        self._before = before
        self._after = after
        self._newton = newton
        self._residuals: list[tuple[int, float]] = []
        if listened():
            tell(*(self._share(done, min(supposed, most)) for done in (0, 1)))

    def tell(self, done: int, residual: float | None = None) -> None:
        """Tell how far the search is.

        Args:
            done: how many rounds are done.
            residual: of the last round; None where it cannot be compared with those before.
        """
        if not listened():
            return
        if residual is not None and 0.0 < residual < math.inf:
            self._residuals.append((done, math.log(residual)))
        needed = min(max(self.needed(done), done), max(self._most, done))
        tell(self._share(done, needed), self._share(done + 1, needed))

    def needed(self, done: int) -> float:
        """Estimate how many rounds the search takes: as many as at the rate of the last ones.

        The first rounds go faster than those at the end, so it is never less than supposed until half of
        those are done.
        """
        if self._newton:
            now = self._residuals[-1][1] if self._residuals else 0.0
            return max(self._supposed, done + 1) if now > SQUARED else done + self._squarings(now)
        if len(self._residuals) < 2:
            return self._supposed
        last, now = self._residuals[-1]
        start, then = next(each for each in self._residuals if each[0] >= (1.0 - WINDOW) * last)
        if start == last:
            start, then = self._residuals[-2]
        fall = (then - now) / (last - start)
        if fall <= 0.0:
            return math.inf
        left = max(0.0, (now - math.log(self.target)) / fall)
        needed = last + math.ceil(left - ROUNDING)
        return max(needed, self._supposed) if 2 * done < self._supposed else needed

    def _squarings(self, now: float) -> float:
        """Return how many rounds are left that each double the logarithm of the residual."""
        return max(0.0, math.ceil(math.log2(max(1.0, math.log(self.target) / now)) - ROUNDING))

    def _share(self, done: float, needed: float) -> float:
        return (self._before + done) / (self._before + needed + self._after)


class Fall:
    """Tells how far a search is whose residual falls by about the same share in every pass, by and large.

    Args:
        target: the residual at which the search ends.
        supposed: how many passes it is supposed to take before its residuals tell.
        before: what was done before the first pass, in passes.
        after: what is to be done after the last pass, in passes.
    """

    def __init__(self, target: float, *, supposed: float, before: float = 0.0, after: float = 0.0) -> None:
        self._target = math.log(target)
        self._supposed = supposed
        self._before = before
        self._after = after
        self._first: float | None = None
        self._lowest = math.inf

    def tell(self, done: int, residual: float) -> None:
        """Tell how far the search is.

        Args:
            done: how many passes are done.
            residual: after the last of them.
        """
        if not listened():
            return
        now = math.log(residual) if residual > 0.0 else self._target
        if self._first is None:
            self._first = now
        self._lowest = max(min(self._lowest, now), self._target)
        needed = self._needed(done)
        tell(
            *((self._before + at) / (self._before + max(needed, at) + self._after) for at in (done, done + 1))
        )

    def _needed(self, done: int) -> float:
        """Return how many passes the search takes, by the residuals so far and by what was supposed."""
        assert self._first is not None
        whole = self._first - self._target
        if whole <= 0.0:
            return done
        share = math.pow((self._first - self._lowest) / whole, EASY)
        at_this_rate = (done + TRUSTED) / (share + TRUSTED / self._supposed)
        return done + (1.0 - share) * at_this_rate
