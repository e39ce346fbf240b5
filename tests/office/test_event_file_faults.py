"""Acts on an event file where any call of the system fails, the process dies, or the power is lost.

Whatever happens, the file is the one before the act or the one after it; what was acknowledged is there; and the
act, repeated under its name, is there once.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arpad.core import BadInput
from arpad.core.parts import PartialFile
from arpad.office import desk
from arpad.office.log.event_file import EventFile, lock_path
from arpad.office.log.event_log import EventLog
from arpad.office.log.store import StoredAct
from core.faulty_disk import ERRORS, Died, Disk, folder_in_memory

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the calls of POSIX")

FIRST = desk.enter(EventLog.new(name="cup", system="monrad", rounds=0, seed=1), "Ann", {})


def create(file: EventFile) -> StoredAct:
    return file.create(FIRST, op="x", author="Ida")


def enter(file: EventFile) -> StoredAct:
    return file.act(lambda log: desk.enter(log, "Bo", {}), op="x", author="Ida")


ACTS = (create, enter)

acts = pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)

Act = Callable[[EventFile], StoredAct]


class Table:
    """A folder with the event file as it is before an act, made anew for every attempt."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "0"
        self.store = folder / "store"
        self.file = EventFile(self.folder / "cup.arpad")

    def fresh(self, act: Act) -> Disk:
        for folder in (self.folder, self.store):
            folder.mkdir(exist_ok=True)
            for path in folder.iterdir():
                path.unlink()
        if act is not create:
            self.file.create(FIRST, op="first", author="Ida")
        return Disk([self.folder], self.store)

    def ops(self) -> list[str]:
        """Return the names of the operations in the file, which must be whole; none if it is not there."""
        if not self.file.path.exists():
            return []
        return [act.stamp.op for act in self.file.read().acts]

    def check_repeated(self, act: Act) -> None:
        """The act, repeated under its name, is there once, and what was left behind goes at the next act."""
        done = act(self.file)
        expected = ["x"] if act is create else ["first", "x"]
        assert [act.stamp.op for act in done.after.acts] == self.ops() == expected
        self.file.act(lambda log: desk.enter(log, "Cy", {}), op="next", author="Ida")
        assert self.ops() == [*expected, "next"]
        assert set(os.listdir(self.folder)) <= {lock_path(self.file.path).name, "cup.arpad"}


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    with folder_in_memory() as folder:
        yield Table(folder)


def calls(act: Act, table: Table) -> int:
    """Return how many calls an act takes if nothing fails."""
    disk = table.fresh(act)
    with pytest.MonkeyPatch.context() as patch:
        disk.install(patch)
        act(table.file)
    assert table.ops()[-1] == "x"
    return disk.count


@acts
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: errno.errorcode[error])
def test_an_error_at_any_call(act: Act, error: int, table: Table) -> None:
    refused = 0
    for at in range(calls(act, table)):
        disk = table.fresh(act)
        disk.at, disk.failure = at, error
        before = table.ops()
        with pytest.MonkeyPatch.context() as patch:
            disk.install(patch)
            try:
                act(table.file)
                happened = True
            except BadInput:
                happened = False
        disk.end()
        assert table.ops() == ([*before, "x"] if happened else before), at
        refused += not happened
        table.check_repeated(act)
    assert refused > 5


@acts
def test_a_process_that_dies_at_any_call(act: Act, table: Table) -> None:
    ends = set()
    for at in range(calls(act, table)):
        disk = table.fresh(act)
        disk.at = at
        before = table.ops()
        with pytest.MonkeyPatch.context() as patch:
            disk.install(patch)
            with pytest.raises(Died):
                act(table.file)
        disk.end()
        operations = table.ops()
        assert operations in (before, [*before, "x"]), at
        ends.add(operations == before)
        table.check_repeated(act)
    assert ends == {True, False}


@acts
def test_a_loss_of_power_at_any_call(act: Act, table: Table) -> None:
    count = calls(act, table)
    tried = 0
    for at in [*range(count), None]:
        disk = table.fresh(act)
        disk.at = at
        before = table.ops()
        with pytest.MonkeyPatch.context() as patch:
            disk.install(patch)
            with contextlib.suppress(Died):
                act(table.file)
        disk.end()
        for _ in disk.states():
            tried += 1
            operations = table.ops()
            assert operations in ([*before, "x"], *([before] if at is not None else [])), at
            table.check_repeated(act)
    assert tried > count


def test_what_a_dead_process_had_buffered_is_in_no_file(table: Table) -> None:
    """A stream of a process that died may be collected while the next act writes, which is another process."""
    gc.collect()
    gc.disable()
    gc.freeze()  # what all other tests have left would be looked at each time
    try:
        for at in range(calls(enter, table)):
            disk = table.fresh(enter)
            disk.at = at
            with pytest.MonkeyPatch.context() as patch:
                disk.install(patch)
                with pytest.raises(Died):
                    enter(table.file)
            disk.end()
            with pytest.MonkeyPatch.context() as patch:
                _collect_at_the_next_part(patch)
                table.check_repeated(enter)
    finally:
        gc.unfreeze()
        gc.enable()


def _collect_at_the_next_part(patch: pytest.MonkeyPatch) -> None:
    """Collect what is left of dead processes just after the next file on its way was opened."""
    begin_part = PartialFile.__init__

    def begin(self: PartialFile, path: Path, mode: int | None = None) -> None:
        begin_part(self, path, mode)
        patch.undo()
        gc.collect()

    patch.setattr(PartialFile, "__init__", begin)
