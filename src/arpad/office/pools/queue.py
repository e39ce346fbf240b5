"""Postings that come in at the same time are written together: one transaction for all that wait.

A disk is asked to keep what is written once for each transaction, so many programs that post one result each
would wait for each other. Here whoever posts while a transaction is under way joins the next one. Each
posting is acknowledged after its transaction has been committed, and refused by itself.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock, Thread

from arpad.office.pools.pool import Pool
from arpad.office.pools.posting import CheckedPosting, Posted
from arpad.office.store.database import Database

_LOG = logging.getLogger("arpad.pools")

MOST_TOGETHER = 256
"""Postings in one transaction."""

MOST_GAMES = 50_000
"""Games in one transaction."""

_WaitingPosting = tuple[CheckedPosting, "Future[Posted]"]


@dataclass
class PostingQueue:
    """The postings to the pools of a database that wait; safe for several threads.

    Args:
        database: of the pools.
        count: is told of a pool to which postings were written, and of each the number of its games.
    """

    database: Database
    count: Callable[[str, Iterable[int]], None] = field(default=lambda pool, games: None)
    _waiting: dict[str, deque[_WaitingPosting]] = field(default_factory=dict, init=False)
    _turn: Lock = field(default_factory=Lock, init=False)

    def post(self, pool: str, posting: CheckedPosting) -> Future[Posted]:
        """Let a posting wait for the next transaction of its pool.

        Args:
            pool: its name.
            posting: the games.

        Returns:
            What is answered once it is committed; or the error for which it was refused.
        """
        future: Future[Posted] = Future()
        # A client who has gone must not cancel it: an answer that cannot be set would end the pool's thread.
        future.set_running_or_notify_cancel()
        with self._turn:
            waiting = self._waiting.get(pool)
            if waiting is not None:
                waiting.append((posting, future))
                return future
            self._waiting[pool] = deque([(posting, future)])
        try:
            Thread(target=self._work, args=(pool,), name=f"arpad pool {pool}", daemon=True).start()
        except RuntimeError as error:  # the process may have no more threads
            with self._turn:
                waiting = self._waiting.pop(pool)
            for _, each in waiting:  # others may have joined meanwhile: nobody would ever post theirs
                each.set_exception(error)
        return future

    def _work(self, pool: str) -> None:
        """Post what waits, until nothing does."""
        while some := self._next(pool):
            try:
                answers = Pool(self.database, pool).post_checked([posting for posting, _ in some])
            except BaseException as error:  # whoever waits must be told, whatever it is
                for _, future in some:
                    future.set_exception(error)
                continue
            try:
                self.count(
                    pool,
                    [
                        len(posting.batch.first)
                        for (posting, _), answer in zip(some, answers, strict=True)
                        if isinstance(answer, Posted) and not answer.repeated
                    ],
                )
            except Exception:  # what is committed is acknowledged all the same
                _LOG.exception("postings to the pool %s were not counted", pool)
            for (_, future), answer in zip(some, answers, strict=True):
                if isinstance(answer, Posted):
                    future.set_result(answer)
                else:
                    future.set_exception(answer)

    def _next(self, pool: str) -> list[_WaitingPosting]:
        """Take what is posted together next; the pool is nobody's once nothing waits."""
        with self._turn:
            waiting = self._waiting[pool]
            some = list(_first(waiting))
            if not some:
                del self._waiting[pool]
            return some


def _first(waiting: deque[_WaitingPosting]) -> Iterator[_WaitingPosting]:
    postings = games = 0
    while waiting and postings < MOST_TOGETHER:
        games += len(waiting[0][0].batch.first)
        if games > MOST_GAMES and postings:
            return
        postings += 1
        yield waiting.popleft()
