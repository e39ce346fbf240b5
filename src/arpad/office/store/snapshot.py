"""One read transaction for all that a page asks of the database.

Inside of :func:`one_snapshot` every :meth:`.database.Database.reading` of the same thread shares one
connection and one transaction. So a page shows everything as it was at one moment, and asks for nothing
twice. Who must wait for a calculation gives the connection back first (:func:`leave_snapshot`), because
others need it; what is asked afterwards is asked in a new transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from threading import BoundedSemaphore, get_ident
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:  # caches leave snapshots also where no database is used
    from sqlalchemy import Connection, Engine

T = TypeVar("T")

MOST_SNAPSHOTS = 12
"""Pages of a process that hold a connection at the same time; further ones open one for each question. So
some connections are always left for programs that post."""

_FREE = BoundedSemaphore(MOST_SNAPSHOTS)


class Snapshot:
    """The transaction of one thread; it is opened by the first question.

    Args:
        engine: of the database.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._thread = get_ident()
        self._open = ExitStack()
        self._connection: Connection | None = None
        self._uses = 0
        self._answers: dict[Hashable, Any] = {}

    def is_of(self, engine: Engine) -> bool:
        """Whether questions to a database are asked here: a thread that was begun within has its own."""
        return self.engine is engine and self._thread == get_ident()

    @contextmanager
    def connection(self, **options: Any) -> Iterator[Connection]:
        """Use the connection, in a transaction that goes on afterwards; one that fails is ended."""
        if self._connection is None:
            self._connection = self._open.enter_context(self.engine.connect().execution_options(**options))
        self._uses += 1
        try:
            yield self._connection
        except BaseException:
            self._uses -= 1
            self.leave()
            raise
        self._uses -= 1

    def once(self, what: Hashable, ask: Callable[[], T]) -> T:
        """Return the answer to a question of this transaction; it is asked only the first time."""
        if what not in self._answers:
            self._answers[what] = ask()
        answer: T = self._answers[what]
        return answer

    def leave(self) -> None:
        """End the transaction, unless something is being asked in it."""
        if not self._uses:
            self._answers.clear()
            self._connection = None
            self._open.close()


_SNAPSHOT: ContextVar[Snapshot | None] = ContextVar("snapshot", default=None)


@contextmanager
def one_snapshot(engine: Engine) -> Iterator[None]:
    """Let all questions that this thread asks of a database share one transaction."""
    if _SNAPSHOT.get() is not None or not _FREE.acquire(blocking=False):
        yield
        return
    snapshot = Snapshot(engine)
    token = _SNAPSHOT.set(snapshot)
    try:
        yield
    finally:
        _SNAPSHOT.reset(token)
        try:
            snapshot.leave()
        finally:
            _FREE.release()


def snapshot_of(engine: Engine) -> Snapshot | None:
    """Return the transaction that this thread shares; None if each question has its own."""
    snapshot = _SNAPSHOT.get()
    return snapshot if snapshot is not None and snapshot.is_of(engine) else None


def leave_snapshot() -> None:
    """Give back the connection that this thread shares, before it waits or writes."""
    snapshot = _SNAPSHOT.get()
    if snapshot is not None and snapshot.is_of(snapshot.engine):
        snapshot.leave()
